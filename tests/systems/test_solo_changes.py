"""Changes that are declared actions keep their requirements on a sheet, too."""

import json

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Attempt
from rules_py.play.roll_settings import SheetSettings
from rules_py.play.solo import Solo
from rules_py.registry.play import create_fight, find_change, find_play, find_sheet
from rules_py.rendering.open_sheet.page import render_open_sheet
from rules_py.rendering.open_sheet.view import SheetView

ACTIONS = [
    (action, sheet)
    for slug in rules_py.systems()
    if find_play(slug).fight_rules
    for action in create_fight(slug).rules.declared_actions
    if isinstance(action.rule, Change)
    for sheet in action.rule.sheet_types
]


def change(sheet_id: str, change_id: str, params: dict, **fields) -> dict:
    answer = ANSWERS["change"](sheet_id, json.dumps(fields), change_id, json.dumps(params))
    return json.loads(answer)


@pytest.mark.parametrize("relief", ["calm-down", "overcome", "take-courage"])
def test_roll_at_6_stress_comes_before_any_relief_on_a_sheet(relief):
    answer = change("psiops.operative", f"psiops.{relief}", {}, stress=6)
    assert "stress" in answer["error"].lower() and "sheet" not in answer
    assert "sheet" in change("psiops.operative", f"psiops.{relief}", {}, stress=6, limit_rolled=True)


TAKEN = {"heal": {"noted": True}, "resupply": {"noted": True}}
"""The parameters that note a bonus as the one of this mission."""


@pytest.mark.parametrize("taken", ["heal", "gather-intel", "resupply"])
def test_second_rendezvous_bonus_is_refused_on_a_sheet(taken):
    for bonus in ("heal", "gather-intel", "resupply"):
        first = change("psiops.operative", f"psiops.{taken}", TAKEN.get(taken, {}), hp=2)["sheet"]["fields"]
        assert "error" in change("psiops.operative", f"psiops.{bonus}", {}, **first), bonus


@pytest.mark.parametrize(("action", "sheet"), ACTIONS, ids=lambda each: each.id)
def test_requirement_of_an_action_refuses_its_change_on_a_sheet(action, sheet, monkeypatch):
    solo = Solo(sheet(), create_fight(sheet.id.partition(".")[0]))
    assert solo.find_unmet_by_change(action.rule, {}) == ()

    def refuse(attempt: Attempt) -> str:
        return f"{attempt.roller.display_name} may not."

    for name in action.requires:
        monkeypatch.setitem(action.requires, name, refuse)
        assert [each.name for each in solo.find_unmet_by_change(action.rule, {})] == [name]
        monkeypatch.undo()


def test_refused_change_is_closed_on_the_sheet_with_its_reason():
    sheet = find_sheet("psiops.operative")(stress=6)
    rule = find_change("psiops.calm-down", sheet)
    solo = Solo(sheet, create_fight("psiops"))
    html = render_open_sheet(SheetView(solo, find_play("psiops").changes_for(type(sheet)), SheetSettings()))
    row = html[html.index("<b>Calm down</b>") :].partition("</li>")[0]
    assert "disabled" in row and "stress" in row
    assert rule.id not in row
