"""Lists in forms: each button that adds an entry says what it adds, and no two of a form say the same."""

import re

import pytest

import rules_py
from rules_py.parameters import ListOf, Parameter, Whole
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_sheet
from rules_py.rendering.forms import build_field

ADDED = re.compile(r"Add (a|an|the|some|something|points|gear)( [\w']+){0,6}")
"""A button's label in plain English, with the added thing named as in a sentence."""


def count_lists(parameters):
    return sum(isinstance(each.kind, ListOf) for each in parameters.values())


def check_labels(form, count):
    labels = [each["add"] for tag in ("fb-list", "fb-records") for each in form.all(tag)]
    assert len(labels) == count
    assert [label for label in labels if not ADDED.fullmatch(label)] == []
    assert len(set(labels)) == len(labels), labels


@pytest.mark.parametrize("slug", [slug for slug in rules_py.systems() if rules_py.sheets(slug)])
def test_each_list_of_a_sheet_says_what_it_adds(render, slug):
    templates = [each for each in render(f"::: sheets {slug}").all("template") if "data-sheet" in each]
    assert templates
    for template in templates:
        parameters = find_sheet(template["data-sheet"]).parameters
        check_labels(template.one("form", "fb-sheet-form"), count_lists(parameters))


@pytest.mark.parametrize("id", [id for id in rules_py.mechanics() if count_lists(find_mechanic(id).parameters)])
def test_each_list_of_a_roll_says_what_it_adds(render, id):
    check_labels(render(f"::: roller {id}"), count_lists(find_mechanic(id).parameters))


def test_list_without_a_word_for_its_entries_adds_to_its_own_name():
    field = build_field(Parameter("hours", ListOf(Whole(0, 9, ""), "hours on watch"), (1,), "Watches"), (1,))
    assert field["add"] == "Add: Watches"
