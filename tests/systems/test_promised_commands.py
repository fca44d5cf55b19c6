"""Everything that a game declares for a fight is possible in some fight, and taps on the page lead to it."""

import pytest

from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.play.fight.targeting import build_attempt
from rules_py.registry.play import create_fight
from tests.systems.page_taps import find_taps
from tests.systems.promised_commands import (
    IN_ANOTHERS_TURN,
    NEVER,
    SLUGS,
    find_cases,
    find_refusal,
    list_example_fights,
    list_promises,
    replay,
)


def describe_case(case):
    """Return a case's command with its combatants, for a failed test."""
    fight = replay(case.slug, case.events)
    there = {
        key: f"{each.name} ({each.side}{', out' if each.is_out else ''})" for key, each in fight.combatants.items()
    }
    return f"{case.command} of {there}, turn of {fight.available_actors}"


@pytest.mark.parametrize("slug", SLUGS)
def test_taps_lead_to_every_declaration(slug):
    found, refused = find_cases(slug)
    promises = [promise for promise in list_promises(slug) if find_refusal(promise) is None]
    assert len(promises) >= 7
    assert {promise: refused.get(promise) for promise in promises if promise not in found} == {}, "no fight allows it"
    assert {promise.kind for promise in found} & set(IN_ANOTHERS_TURN) == list_kinds_in_anothers_turn(slug)
    assert [
        f"{promise}: {describe_case(cases[0])}" for promise, cases in found.items() if not is_led(promise, cases)
    ] == []


def is_led(promise, cases):
    """Return True if taps lead to a promise in one of its fights, and the fight takes what they send."""
    for case in cases:
        fight = replay(case.slug, case.events)
        led = find_taps(fight, case.command)
        if led is None:
            continue
        events = execute(fight, led[1], 1).events
        made = [event.get("change") or event.get("mechanic") for event in events]
        assert {promise.id, *promise.about[:1]} & set(made) or promise.kind == "amendment", (promise, made)
        return True
    return False


def list_kinds_in_anothers_turn(slug):
    """Return the kinds of actions in another's turn that a game has."""
    rules = create_fight(slug).rules
    combatants = (each for fight in list_example_fights(slug) for each in fight.combatants.values())
    can_interrupt = any(rules.may_interrupt(each.sheet) for each in combatants)
    return {*(["interruption"] if can_interrupt else []), *(["opening"] if rules.order.has_turns else [])}


@pytest.mark.parametrize("id", NEVER)
def test_roll_without_a_fight_is_always_refused(id):
    slug, tried = id.partition(".")[0], 0
    for fight in list_example_fights(slug):
        action = fight.rules.actions_by_id[id]
        for by, roller in fight.participants.items():
            for binding in roller.sheet.rolls:
                for at in fight.participants if binding.mechanic is action.rule else ():
                    try:
                        attempt = build_attempt(fight, binding.mechanic, by, at)
                    except RulesError:
                        continue
                    assert attempt is not None and action.requires[NEVER[id]](attempt) is not None
                    tried += 1
    assert tried > 20
