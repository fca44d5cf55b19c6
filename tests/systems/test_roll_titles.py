"""A result says what it was rolled with: the field and the entries that were chosen, by their names on the sheet."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import RulesError
from rules_py.play import RollBinding, Sheet
from rules_py.play.solo import Solo
from rules_py.registry.play import create_fight, find_play

OWN_NAMES = {
    "weapons": [{"name": "Old faithful"}, {"name": "Second best"}],
    "skills": [{"name": "Stealth", "value": 2}, {"name": "Cooking", "value": 1}],
    "attributes": [{"name": "Brawn", "value": 2}, {"name": "Wits", "value": 1}],
}
"""Entries of the lists that players name themselves."""


def list_sheets() -> Iterator[Sheet]:
    """Yield a sheet of each kind, with two entries that the player has named in each list that takes them."""
    for kind in rules_py.sheets():
        fields: dict[str, Any] = {}
        for name, entries in OWN_NAMES.items():
            try:
                rules_py.sheet(kind, **{name: entries})
            except RulesError:
                continue
            fields[name] = entries
        yield rules_py.sheet(kind, **fields)


def list_rolls() -> list[tuple[Sheet, RollBinding, dict[str, Any]]]:
    """List each roll of each sheet with the last choice for each of its fields or lists."""
    return [
        (sheet, binding, {name: (fields or range(len(getattr(sheet, name))))[-1]})
        for sheet in list_sheets()
        for binding in sheet.rolls
        for name, fields in binding.choices.items()
        if fields or getattr(sheet, name)
    ]


def name_on_sheet(sheet: Sheet, field: str, value: Any) -> str:
    """Return the name of a choice, as the sheet's form or its fields have it."""
    if isinstance(value, str):
        return sheet.label_for(value).removesuffix(" now")
    return sheet.name_entries(field)[value]


ROLLS = list_rolls()


def test_rolls_choose_among_named_entries_and_fields():
    named = {name_on_sheet(sheet, *next(iter(chosen.items()))) for sheet, _, chosen in ROLLS}
    assert {"Second best", "Wits"} <= named


@pytest.mark.parametrize("slug", sorted({sheet.id.partition(".")[0] for sheet, _, _ in ROLLS}))
def test_result_from_a_sheet_names_what_was_rolled(slug):
    for sheet, binding, chosen in ROLLS:
        if not sheet.id.startswith(f"{slug}."):
            continue
        solo = Solo(sheet, create_fight(slug) if find_play(slug).fight_rules else None)
        if solo.choose(binding, chosen) != {**solo.choose(binding, {}), **chosen}:
            continue  # the action can't be taken with this choice
        waived = json.dumps([each.name for each in solo.find_unmet(binding, solo.choose(binding, chosen))])
        control = json.dumps({"chosen": {name: str(value) for name, value in chosen.items()}})
        kept = json.dumps({"about": {"dodge": 10, "reflexes": 3}})
        fields = json.dumps(sheet.to_dict()["fields"])
        answer = json.loads(ANSWERS["act"](sheet.id, binding.mechanic.id, fields, kept, control, waived, 3))
        if "error" in answer:
            continue  # the sheet lacks a value for the roll
        title = answer["about"]["title"]
        name = name_on_sheet(sheet, *next(iter(chosen.items())))
        assert title.startswith(binding.mechanic.title) and name in title, (sheet.id, chosen, title)
        assert answer["said"].startswith(f"{title}:")
        assert f"{title} with" not in title
