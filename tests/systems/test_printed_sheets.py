"""Printed sheets: every field and list is on the page, and every figure is that of the game's tables."""

import dataclasses
import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

import rules_py
from rules_py.errors import RulesError
from rules_py.parameters import Choice, Flag, ListOf, Notation, Number, Numbers, Record, RowOf, Text, Whole
from rules_py.play.paper import Bands, Slots, build_default_paper
from rules_py.registry.play import find_sheet
from rules_py.rendering.paper_sheet import render_blank_paper_sheet, render_paper_sheet
from rules_py.text.sentences import use_minus_sign
from tests.cases import check_each
from tests.printed_characters import CHARACTERS

SHEETS = tuple(rules_py.sheets())
DECLARED = tuple(id for id in SHEETS if find_sheet(id).paper)
BASES = {"psiops.operative": {"hp": 3}, "puml.fight": {"goal_spaces": 4}, "xmas.operator": {"wounds": 3}}
"""The fields of sheets that accept what a new sheet doesn't."""


def list_other_values(kind, value):
    """Yield other values of a kind, one of which a sheet should accept."""
    match kind:
        case Flag():
            yield not value
        case Choice() | RowOf():
            yield from (each for each in kind.choices if each != value)
        case Whole():
            yield from (each for each in (value + 1, value - 1) if each >= kind.low and each <= (kind.high or each))
        case Number():
            yield value + 1
        case Numbers():
            yield tuple(7 + index for index in range(len(kind.parts)))
        case Notation():
            yield "3d8+1"
        case Text():
            yield "Zoe & co"
        case ListOf():
            for entry in list_other_values(kind.entry, None):
                yield (*value, entry)
        case Record():
            for name, part in kind.kinds.items():
                default = kind.item_type._field_defaults[name]
                for other in list_other_values(part, default):
                    yield kind.item_type(**{name: other})
                    break
        case _:
            raise AssertionError(kind)


def list_changed(kind, field):
    """Yield pairs of sheets that differ in one field."""
    parameter = kind.parameters[field]
    for base in (kind(), kind.from_fields(BASES.get(kind.id, {}))):
        for value in list_other_values(parameter.kind, getattr(base, field)):
            try:
                yield base, dataclasses.replace(base, **{field: value})
            except RulesError:
                continue


@pytest.mark.parametrize("id", SHEETS)
@pytest.mark.parametrize("is_declared", [True, False], ids=["declared", "default"])
def test_every_field_and_part_of_an_entry_changes_the_page(id, is_declared, monkeypatch):
    kind = find_sheet(id)
    if not is_declared:
        monkeypatch.setattr(kind, "paper", None)
        build_default_paper(kind).check_declaration(kind)
    for field in kind.parameters:
        changed = list(list_changed(kind, field))
        assert changed, f"no other value of {field}"
        for before, after in changed:
            assert render_paper_sheet(before) != render_paper_sheet(after), (field, getattr(after, field))


@check_each("id", SHEETS)
def test_texts_and_entries_are_on_the_page_in_full(id):
    kind = find_sheet(id)
    for field, parameter in kind.parameters.items():
        if isinstance(parameter.kind, Text):
            assert "Zoe &amp; co" in render_paper_sheet(kind(**{field: "Zoe & co"})), field
        if isinstance(parameter.kind, ListOf) and isinstance(parameter.kind.entry, Record | Text):
            record = parameter.kind.entry
            entries = [
                record.item_type(**{next(iter(record.kinds)): f"Thing {number}"})
                for number in range(parameter.kind.most)
                if isinstance(record, Record) and isinstance(next(iter(record.kinds.values())), Text)
            ]
            page = render_paper_sheet(kind(**{field: tuple(entries)}))
            assert all(each[0] in page for each in entries), field


@pytest.mark.parametrize("id", DECLARED)
def test_tables_are_printed_with_their_own_figures(id):
    page = unescape(render_blank_paper_sheet(find_sheet(id)))
    for part in find_sheet(id).paper.list_parts():
        if not isinstance(part, Bands):
            continue
        slug, _, name = part.table_id.partition(".")
        data = tomllib.loads(Path(f"rules_py/systems/{slug}/data/{name}.toml").read_text(encoding="utf-8"))
        columns = part.columns or tuple(data["columns"])
        for row in data["rows"]:
            for column in [next(iter(data["columns"]))] if part.to_tick else columns:
                assert row[column] == "–" or use_minus_sign(row[column]) in page, (part.table_id, column, row)


def render_example(id):
    return unescape(render_paper_sheet(find_sheet(id).from_fields(CHARACTERS[id])))


def read_cells(page, name):
    """Return the cells after the one with a name."""
    row = next(row for row in re.findall(r"<tr[^>]*>(.*?)</tr>", page) if f"<b>{name}</b>" in row)
    return [re.sub("<.*?>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)[1:]]


def count_marks(page, title):
    """Return the numbers of boxes in the box with a title: marked, open, heavy and dotted ones."""
    inside = page.partition(f">{title}</p>")[2].partition("</section>")[0]
    boxes = re.findall(r"<i(?: class=\"([^\"]*)\")?></i>", inside.partition("fb-leaf-marks")[2].partition("</span>")[0])
    return (
        sum("on" in each.split() or "worse" in each.split() for each in boxes),
        sum(not {"on", "worse", "more"} & set(each.split()) for each in boxes),
        sum("key" in each.split() for each in boxes),
        sum("more" in each.split() for each in boxes),
    )


def test_weapons_of_an_operative_have_their_row_of_the_range_table():
    page = render_example("psiops.operative")
    assert read_cells(page, "Assault rifle")[:5] == ["+2", "−1", "0", "−1", "−2"]
    assert read_cells(page, "Handgun")[:5] == ["+1", "0", "0", "−2", "–"]
    assert read_cells(page, "Combat knife")[:5] == ["+1", "0", "–", "–", "–"]
    assert re.findall(r"<i[^>]*>", page.partition("<b>Assault rifle</b>")[2].partition("</tr>")[0]) == [
        *("<i>",) * 5,
        '<i class="on">',
    ]


def test_operative_has_marks_and_whole_texts():
    page = render_example("psiops.operative")
    assert "You can go to any point you have in direct line of sight or have been to before" in page
    assert '<b>Zombie</b><span class="fb-leaf-tick fb-leaf-tick--on">Spent</span>' in page
    tracks = re.findall(
        r"<b>(\w+)[^>]*(?:<small>[^<]*</small>)?</b><span class=\"fb-leaf-marks[^>]*>(.*?)</span>", page
    )
    marked = {name: len(re.findall('"(?:key )?on"', boxes)) for name, boxes in tracks}
    assert {name: marked[name] for name in ("HP", "Stress", "Momentum")} == {"HP": 1, "Stress": 2, "Momentum": 3}


def test_two_slots_of_a_thing_are_filled_and_things_without_a_slot_are_named():
    page = render_example("psiops.operative")
    slots = re.findall(r"<div data-row><small>(\w+)</small><span>([^<]*)</span></div>", page)
    assert slots[:3] == [("Hands", "Assault rifle"), ("Hands", "″"), ("Body", "Handgun")]
    assert len(slots) == sum(
        sum(part.places.values())
        for part in find_sheet("psiops.operative").paper.list_parts()
        if isinstance(part, Slots)
    )
    assert "Without a slot: Snacks" in page


def test_half_values_are_printed():
    page = render_example("sideworld.character")
    rows = dict(re.findall(r"<tr><th>([\w ]+)</th><td><b>(\d+</b></td><td>\d+)", page))
    halves = {name: tuple(map(int, cells.split("</b></td><td>"))) for name, cells in rows.items()}
    assert halves["Attack"] == (13, 6)
    assert halves["Willpower"] == (15, 7)
    assert halves["Charm"] == (7, 3)
    assert len(halves) == 15
    assert "Below half (20): all attributes are halved." in page
    assert count_marks(page, "Stamina") == (9, 31, 2, 0)


def test_part_that_was_hit_once_has_its_first_box_marked():
    row = next(row for row in re.findall(r"<tr[^>]*>.*?</tr>", render_example("sideworld.character")) if "Arms" in row)
    assert '<i class="on"></i><i></i>' in row


def test_doubled_attributes_and_totals_are_printed():
    page = render_example("combat.character")
    twice = re.findall(r"<b>(\d+)</b><span>(\w+)<small>twice: <b>(\d+)</b>", page)
    assert twice == [
        ("3", "STR", "6"),
        ("4", "REF", "8"),
        ("3", "HLT", "6"),
        ("2", "PRE", "4"),
        ("3", "INT", "6"),
        ("4", "WIL", "8"),
    ]
    assert [read_cells(page, name)[1] for name in ("DEF", "INI", "TGH", "LIF", "MOV")] == ["14", "4", "4", "20", "7"]
    assert read_cells(page, "Rifles") == ["4", "REF", "8"]
    assert read_cells(page, "First Aid") == ["3", "INT", "6"]
    assert "<small>Run, meters</small><b>14</b>" in page
    assert "<small>Sprint, meters</small><b>21</b>" in page
    assert "<small>Carry</small><b>45</b>" in page
    assert count_marks(page, "LIF") == (5, 15, 0, 0)


def test_start_and_room_are_printed_on_blank_pages():
    page = render_blank_paper_sheet(find_sheet("xmas.operator"))
    assert count_marks(page, "Christmas Spirit") == (0, 10, 3, 0)
    assert count_marks(page, "Wounds") == (0, 3, 0, 0)
    assert count_marks(render_blank_paper_sheet(find_sheet("puml.character")), "Hits") == (0, 2, 0, 2)


@check_each("id", SHEETS)
def test_blank_page_has_no_values_of_a_new_sheet(id):
    page = render_blank_paper_sheet(find_sheet(id))
    assert '"on"' not in page
    assert "--on" not in page
    assert re.findall(r'<div class="fb-leaf-score"><b>([^<]+)', page) == []
