"""Attempts at declared actions: their limits, their requirements, their targets and their effects."""

from dataclasses import replace

import pytest

from rules_py.errors import RefusedActionError
from rules_py.play.fight.actions import Action, Reach
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import PendingChange
from rules_py.play.fight.targeting import is_multi_target
from tests.rules_py.play.sample_game import STRIKE, bleed, draw, make_duel

ORDER = {
    "event": "order",
    "rolls": [{"by": key, "params": {}, "faces": [face]} for key, face in (("a1", 6), ("b1", 1), ("b2", 1))],
}


def start_duel(ours=None, action=STRIKE):
    """Create a duel against two, in which the first duellist acts."""
    duel = make_duel([ours or {}], [{}, {}], ORDER)
    return replace(duel, rules=replace(duel.rules, declared_actions=(action, Action(draw, is_free=True))))


def play(duel, face=5, **about):
    """Strike with a known face; return the duel after it."""
    about = {"mechanic": "duel.strike", "by": "a1", "at": "b1", "faces": [face], "params": {}, **about}
    return execute(duel, {"act": "rolled", **about}).fight


def test_limit_refuses_one_action_more_until_the_table_waives_it():
    duel = play(play(start_duel({"strikes": 2}), face=1), face=1)
    with pytest.raises(RefusedActionError, match="has used all 2 actions of this turn"):
        play(duel)
    assert play(duel, override=["action"]).combatants["b1"].sheet.points == 1


def test_requirement_of_the_actor_refuses_the_action():
    with pytest.raises(RefusedActionError, match="is dazed"):
        play(start_duel({"dazed": True}))


def test_action_with_reach_changes_every_target():
    duel = start_duel(action=replace(STRIKE, reach=Reach(lambda attempt: True)))
    binding = duel.combatants["a1"].sheet.rolls[0]
    assert is_multi_target(duel, binding, "a1") and not is_multi_target(start_duel(), binding, "a1")
    after = play(duel, also=["b2"])
    assert [after.combatants[key].sheet.points for key in ("b1", "b2")] == [1, 1]


def test_change_of_a_group_roll_concerns_members_even_if_not_the_roller():
    duel = make_duel([{"dazed": False}, {"dazed": True}, {"dazed": True}], [{}])
    dazed = lambda sheet: sheet.dazed  # noqa: E731
    pending = PendingChange(bleed, "roller", "a1", {}, extra_recipients=("a2", "a3"), applies_if=dazed)
    assert pending.list_concerned(duel.sheet_for) == ["a2", "a3"]
    assert replace(pending, applies_if=None).list_concerned(duel.sheet_for) == ["a1", "a2", "a3"]
    assert replace(pending, recipient=None, extra_recipients=()).list_concerned(duel.sheet_for) == []
