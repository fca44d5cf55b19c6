"""Fights declared without actions: refused now, and converted if a game of version 0.1 declared them."""

from dataclasses import replace

import pytest

from rules_py.errors import DataError, RefusedActionError
from rules_py.play import FightRules, IndividualInitiative
from rules_py.play.fight.commands import execute
from rules_py.play.fight.released_declarations import FightKind
from rules_py.play.fight.targeting import find_possible_rolls, is_multi_target
from tests.rules_py.play.sample_game import SIDES, Duellist, draw, make_duel, strike

STRIKE = {"mechanic": "duel.strike", "by": "a1", "at": "b1"}


def make_released_duel(ours=None, **keywords):
    """Create a duel by the keywords of version 0.1, in which the first duellist acts."""
    with pytest.warns(DeprecationWarning, match=r"declared_actions, see docs/authoring/sheets\.md#actions"):
        rules = FightKind(
            "duel/",
            SIDES,
            {Duellist: ("ours", "theirs")},
            IndividualInitiative(draw),
            held="dazed",
            actions="strikes",
            **keywords,
        )
    faces = [{"by": key, "params": {}, "faces": [face]} for key, face in (("a1", 6), ("b1", 1), ("b2", 1))]
    duel = make_duel([ours or {}], [{}, {}])
    return replace(duel, rules=rules).apply({"event": "order", "rolls": faces})


def play(duel, face=5, **about):
    """Strike with a known face; return the events and the duel after them."""
    events = execute(duel, {"act": "rolled", **STRIKE, "faces": [face], "params": {}, **about}).events
    for event in events:
        duel = duel.apply(event)
    return events, duel


def test_fight_without_actions_is_refused_with_what_to_declare():
    sentence = (
        "without declared_actions, takes an Action for each roll .* docs/authoring/sheets.md#actions has an example"
    )
    with pytest.raises(DataError, match=sentence):
        FightRules("duel/", SIDES, {Duellist: ("ours", "theirs")})


def test_released_declaration_limits_the_actions_of_a_turn():
    _, duel = play(make_released_duel({"strikes": 2}), face=1)
    _, duel = play(duel, face=1)
    with pytest.raises(RefusedActionError, match="has used all 2 actions of this turn"):
        play(duel)
    assert play(duel, override=["action"])[1].combatants["b1"].sheet.points == 1


def test_released_declaration_lets_no_combatant_act_who_is_held():
    with pytest.raises(RefusedActionError, match="can't act now. End the turn."):
        play(make_released_duel({"dazed": True}))


def test_change_that_is_forbidden_does_not_happen_and_is_not_noted():
    duel = make_released_duel().apply({"event": "edit", "who": "b1", "fields": {"points": 0}})
    (event,), _ = play(duel)
    assert event["event"] == "roll" and "refused" not in event


def test_released_declaration_keeps_reactions_and_several_targets():
    duel = make_released_duel(answers=(strike,), several={strike: None})
    assert [(by, at) for _, by, at in find_possible_rolls(duel, "b1", "a1") if at] == [("a1", "b1")]
    binding = duel.combatants["a1"].sheet.rolls[0]
    assert is_multi_target(duel, binding, "a1") and not is_multi_target(make_released_duel(), binding, "a1")
    _, after = play(duel, also=["b2"])
    assert [after.combatants[key].sheet.points for key in ("b1", "b2")] == [1, 1]
