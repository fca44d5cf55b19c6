"""Consequences of rolls that a change carries out are told once, on sheets and boards."""

import json

import pytest

import rules_py
from rules_py import bridge
from rules_py.play.board.moment import build_moment
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight, find_play
from tests.rules_py.play.test_layouts import build_solo

CARRIED_OUT = {
    f"{change.id} after {trigger.mechanic.id}": (change, trigger)
    for slug in sorted({id.partition(".")[0] for id in rules_py.sheets()})
    for change in find_play(slug).changes.values()
    for trigger in change.triggers
    if trigger.carries_out
}


def test_triggers_answer_with_true_or_false():
    """A compiled rule takes the answer for the declared one: in JavaScript, an empty list would count as true."""
    kinds = [rules_py.sheet(id) for id in rules_py.sheets()]
    answers = {
        (change.id, trigger.mechanic.id, sheet.id): trigger.applies_if(sheet)
        for sheet in kinds
        for change in find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))
        for trigger in change.triggers
        if trigger.applies_if is not None
    }
    assert answers
    assert {about: answer for about, answer in answers.items() if not isinstance(answer, bool)} == {}


@pytest.mark.parametrize("name", CARRIED_OUT)
def test_change_carries_out_a_consequence_that_its_roll_tells(name):
    change, trigger = CARRIED_OUT[name]
    sheet = change.sheet_types[0]()
    binding = next(each for each in sheet.rolls if each.mechanic is trigger.mechanic)
    params = binding.fill_known_params(sheet)
    chosen = {choice: 0 for choice, fields in binding.choices.items() if not fields}
    rolls = [trigger.mechanic.roll(params, seed) for seed in range(30)]
    triggered = [(roll, made) for roll in rolls if (made := trigger.build_params(roll, chosen)) is not None]
    assert triggered
    for roll, made in triggered:
        assert trigger.describe_consequence(made) in roll.consequences


PARTIAL_SUCCESS = [3, 4]
"""Dice of an attack in PSIOPS that costs 1 ammo and brings 1 momentum."""


def test_ammo_and_momentum_are_told_once_on_a_board():
    fight = create_fight("psiops")
    for kind in ("psiops.operative", "psiops.enemy"):
        fight = execute(fight, {"act": "join", "sheet": kind}, 1).fight
    attacker, target = fight.combatants
    attack = {"act": "roll", "mechanic": "psiops.attack", "by": attacker, "at": target, "faces": PARTIAL_SUCCESS}
    shown = build_moment(execute(fight, attack, 1).fight).happenings[0]
    assert [each for each in shown.effects if "ammo" in each] == ["Operative: Handgun: 5 of 6 ammo."]
    assert [each for each in shown.effects if "momentum" in each] == ["1 momentum gained: 3 now."]
    assert {"Check off 1 ammo.", "You gain 1 momentum."} <= set(shown.roll.consequences)


def test_words_of_a_change_are_not_told_again_as_a_consequence():
    """A blow in COMBAT! that leaves no LIF says that the target is unconscious, as the change does."""
    fight = create_fight("combat")
    for kind, fields in (("combat.character", {}), ("combat.enemy", {"stunning": 14})):
        data = {"sheet": kind, "fields": fields}
        fight = execute(fight, {"act": "join", "sheet": kind, "data": data}, 1).fight
    attacker, target = fight.combatants
    blow = {"act": "roll", "mechanic": "combat.blow", "by": attacker, "at": target, "faces": [3, 2, 5, 4, 2, 5]}
    shown = build_moment(execute(fight, blow, 1).fight).happenings[0]
    unconscious = "Unconscious, until some LIF is back."
    assert unconscious in shown.roll.consequences
    assert " ".join(shown.effects).count(unconscious) == 1


def test_ammo_and_momentum_are_told_once_on_a_sheet():
    sheet = rules_py.sheet("psiops.operative")
    fields = json.dumps(sheet.to_dict()["fields"])
    answer = json.loads(bridge.act(sheet.id, "psiops.attack", fields, "{}", "{}", faces="3,4"))
    assert answer["steps"] == ["Handgun: 5 of 6 ammo.", "1 momentum gained: 3 now."]
    assert "Check off" not in answer["html"] and "You gain" not in answer["html"]


def test_reckless_operative_is_told_of_no_momentum():
    """Panic makes an operative Reckless. The roll still counts momentum; its change says that there is none."""
    reckless = next(row.key for row in rules_py.table("psiops.panic").rows if row.name == "Reckless")
    solo = build_solo(rules_py.sheet("psiops.operative", panic=[reckless]))
    rolled = solo.roll(solo.find_binding("psiops.attack"), {}, faces=PARTIAL_SUCCESS)
    assert "You gain 1 momentum." in rolled.roll.consequences
    told = [each for each in (*rolled.steps, *rolled.consequences) if "momentum" in each]
    assert told == ["No momentum gained while Reckless."]
    assert rolled.sheet.momentum == 2


def test_consequence_stays_where_its_change_has_not_happened():
    """An attack with an empty weapon, which the player makes all the same, has no ammo to check off."""
    solo = build_solo(rules_py.sheet("psiops.operative", weapons=[{"name": "Handgun", "ammo": 0}]))
    rolled = solo.roll(solo.find_binding("psiops.attack"), {}, override=["ammo"], faces=PARTIAL_SUCCESS)
    assert rolled.consequences == ("Check off 1 ammo.",)
