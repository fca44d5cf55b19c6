"""The benchmark of changes: the forms that it finds, the changes that it plans, and its tables."""

import pytest

from bench.changes import MOST_WAYS, Change, Measurement, add_ways, build_section
from bench.forms import Form, find_forms, list_values, plan_changes, read_forms
from bench.ways import count_ways
from rules_py.registry import games

FIELDS = (
    '<input type="number" name="stat" value="0"><input type="checkbox" name="reroll"><input type="hidden" name="tags">'
)
ODDS = '<div class="fb-odds-body wide"></div>'


def roller(mechanic: str, fields: str = FIELDS, odds: str = ODDS) -> str:
    return f'<fb-roller id="{mechanic}" mechanic="{mechanic}"><form>{fields}</form>{odds}</fb-roller>'


def test_forms_have_the_fields_that_readers_can_change():
    (form,) = read_forms(roller("xmas.test"), "xmas/")
    assert form == Form("fb-roller", "xmas.test", "xmas.test", "xmas/", ["stat", "reroll"], has_numbers=True)


def test_forms_in_templates_are_left_out():
    html = f"<template><template></template>{roller('xmas.test')}</template>{roller('xmas.hurt')}"
    assert [form.id for form in read_forms(html, "")] == ["xmas.hurt"]


def test_each_rule_with_numbers_and_fields_has_the_form_with_the_most_fields(tmp_path):
    pages = {
        "": roller("xmas.test", '<input name="stat">') + roller("xmas.hurt", odds=""),
        "xmas": roller("xmas.test")
        + '<fb-calc id="calc" calculator="xmas.calc">'
        + FIELDS
        + '<div class="fb-calc-body"></div></fb-calc>',
        "zoo": roller("xmas.test") + roller("xmas.crowd", fields=""),
    }
    for address, html in pages.items():
        (tmp_path / address).mkdir(exist_ok=True)
        (tmp_path / address / "index.html").write_text(html, encoding="utf-8")
    assert [(form.id, form.address) for form in find_forms(tmp_path)] == [
        ("xmas.test", "xmas/"),
        ("xmas.calc", "xmas/"),
    ]


@pytest.fixture
def form() -> Form:
    return Form("fb-roller", "xmas.test", "xmas.test", "", ["stat", "reroll"], has_numbers=True)


START = {"stat": "0", "tags": "0", "negative_tag": "false", "reroll": "false"}


def test_planned_changes_are_repeatable_and_reach_no_set_of_values_twice(form):
    planned = plan_changes(form, START, 1000)
    settings = [tuple(values.items()) for values in list_values(START, planned)]
    assert planned == plan_changes(form, START, 1000)
    assert len(set(settings)) == len(settings)
    assert 8 <= len(settings) <= 8 * 2 - 1  # stat from -3 to 4, and a switch, without the start
    assert tuple(START.items()) not in settings


def test_planned_changes_are_limited_and_accepted_by_the_rule(form):
    planned = plan_changes(form, START, 5)
    assert len(planned) == 5 and {name for name, _ in planned} <= set(form.names)
    for name, value in planned:
        games.find_mechanic(form.id).check({name: value})


def test_values_change_one_after_another():
    changes = [("stat", "2"), ("reroll", "true"), ("stat", "0")]
    settings = [dict(values.items() - START.items()) for values in list_values(START, changes)]
    assert settings == [{"stat": "2"}, {"stat": "2", "reroll": "true"}, {"reroll": "true"}]


def test_ways_of_the_dice_are_those_of_all_states():
    one, two = ({"enemies": enemies, "operators": "1"} for enemies in ("1", "2"))
    fewest, most, again = count_ways([("xmas.fight", values) for values in (one, two, one)])
    assert 0 < fewest < most
    assert again == fewest  # no earlier result counts


def measure(element: str, times: list[float], ways: int = 0) -> Measurement:
    changes = [Change("xmas.test", {"tags": "0"}, taken, ways) for taken in times]
    return Measurement(Form(element, "xmas.test", "a", ""), changes, 0)


def test_goals_apply_to_our_forms_without_long_settings():
    fast, slow = measure("fb-roller", [10.0] * 19 + [140.0]), measure("fb-calc", [60.0, 160.0])
    long = measure("fb-roller", [900.0] * 19, MOST_WAYS + 1)
    rows = build_section([fast, slow, long]).rows
    assert [row[:2] for row in rows] == [
        ("rollers' odds", "39"),
        ("rollers' odds, without long settings", "20"),
        ("calculators", "2"),
        ("calculators, without long settings", "2"),
    ]
    assert [row[-2:] for row in rows if row[-1]] == [
        ("at most 50 ms: met", "at most 150 ms: met"),
        ("at most 50 ms: missed", "at most 150 ms: missed"),
    ]


def test_measurements_get_the_ways_of_each_change():
    (measured,) = add_ways([measure("fb-roller", [10.0, 20.0])])
    assert [change.ways for change in measured.changes] == count_ways([("xmas.test", {"tags": "0"})]) * 2
