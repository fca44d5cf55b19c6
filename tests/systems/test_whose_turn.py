"""In games with turns, an action of a turn waits for it; nothing else does, and the table can do it anyway."""

import json
from functools import cache
from random import Random

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_py import bridge
from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.commands import execute
from rules_py.registry.play import replay
from tests.rules_py.strategies import scale_examples
from tests.systems.random_fights import build_random_fight

WAITING = {
    "combat": {"blow", "attack", "skill", "go", "sprint"},
    "sideworld": {
        *("attack", "unarmed", "group-attack", "to-hit", "spell", "turret", "ram", "contest", "drive"),
        *("reload", "load-round", "fill-clip", "aim", "regain-ne", "tap-store", "move"),
    },
    "psiops": {
        *("attack", "focus-fire", "action", "psionic", "psychic-attack", "retreat"),
        *("hold-action", "concentrate", "draw-weapon", "unpack", "take-another-action"),
    },
}
"""The actions that a combatant takes in their own turn, by the games' texts."""

UNASKED = {
    "combat": {"blunt", "stun"},
    "sideworld": {"damage", "near-miss", "sneak"},
    "psiops": {
        *("initiative", "insertion", "determination", "stress", "dying", "morale", "gain-stress", "heal"),
        *("gather-intel", "resupply", "calm-down", "overcome", "take-courage", "take-rest", "recover"),
    },
}
"""The reactions, owed rolls, parts of an earlier action and changes outside of fights, which wait for no turn."""

OF_OTHERS = {"combat": set(), "sideworld": set(), "psiops": {"defend", "take-position", "revive", "tend"}}
"""The actions that wait for the turn of another combatant, or only sometimes."""

SEEDS = range(scale_examples(20))


def find_acting(fight, turns):
    """Return the keys of those whose turn it is in a new fight after some ended turns, by the games' texts."""
    fighters = [each for each in fight.participants.values() if not each.is_out]
    if fight.slug == "psiops":  # operatives who make the roll, then the enemies; later all operatives first
        quick = [each for each in fighters if each.side == "operatives" and each.score == (1,)]
        enemies = [each for each in fighters if each.side == "enemies"]
        operatives = [each for each in fighters if each.side == "operatives"]
        order = [group for group in (quick, enemies, operatives, enemies, operatives) if group]
        return {each.key for each in order[turns]}
    ranked = sorted(fighters, key=lambda each: each.score or (), reverse=True)
    if fight.slug == "sideworld":
        return {ranked[turns % len(ranked)].key}
    scores = sorted({each.score for each in ranked}, reverse=True)
    return {each.key for each in ranked if each.score == scores[turns]} if turns < len(scores) else set()


@cache
def build_fight_in_turn(slug, seed):
    """Return a random fight in which some turns have ended, and those whose turn it is."""
    rng = Random(seed)
    fight = build_random_fight(replay(slug, []), rng)
    if fight.awaiting_initiative:
        fight = execute(fight, {"act": "order"}, seed).fight
    turns = rng.randrange(3)
    due = find_acting(fight, turns) if not fight.is_open and fight.current_group else set()
    for _ in range(turns if due else 0):
        fight = fight.apply({"event": "turn"})
    return fight, due


def list_commands(fight, action, key):
    """Return the commands by which a combatant takes an action, against each enemy who can be its target."""
    sheet = fight.sheet_for(key)
    if not isinstance(action.rule, Mechanic):
        suits = isinstance(sheet, action.rule.sheet_types)
        return [{"act": "change", "change": action.id, "who": key}] if suits else []
    if not any(binding.mechanic is action.rule for binding in sheet.rolls):
        return []
    side = fight.combatants[key].side
    targets = [
        each.key
        for each in fight.participants.values()
        if each.side != side and any(binding.mechanic is action.rule for binding in each.sheet.met_by)
    ]
    return [{"act": "roll", "mechanic": action.id, "by": key, "at": at} for at in targets or [None]]


def try_command(fight, command):
    """Return the unmet requirements of a command by name, or None if something else stands in its way."""
    try:
        execute(fight, command, 1)
    except RefusedActionError as refusal:
        return refusal.unmet
    except RulesError:
        return None
    return {}


@pytest.mark.parametrize("slug", WAITING)
def test_every_action_is_known_to_wait_or_not(slug):
    actions = {action.id.partition(".")[2] for action in replay(slug, []).rules.declared_actions}
    assert actions == WAITING[slug] | UNASKED[slug] | OF_OTHERS[slug]


@pytest.mark.parametrize("slug", WAITING)
def test_action_out_of_turn_is_refused_before_any_die_and_can_be_done_anyway(slug):
    refused = done = 0
    for seed in SEEDS:
        fight, due = build_fight_in_turn(slug, seed)
        for key, each in fight.participants.items() if due else ():
            if key in due or each.is_out or getattr(each.sheet, "holding", ""):
                continue
            for action in fight.rules.declared_actions:
                if action.id.partition(".")[2] not in WAITING[slug]:
                    continue
                for command in list_commands(fight, action, key):
                    unmet = try_command(fight, {**command, "faces": [99]})
                    if unmet is None:
                        continue
                    assert "turn" in unmet and each.name in unmet["turn"], (seed, command, unmet)
                    others = [name for name in unmet if name != "turn"]
                    assert try_command(fight, {**command, "override": others}) == unmet, "nothing else waives it"
                    refused += 1
                    if try_command(fight, {**command, "override": list(unmet)}) == {}:
                        events = execute(fight, {**command, "override": list(unmet)}, 1).events
                        assert events[0]["override"] == unmet
                        done += 1
    assert refused > 60 and done > 30, (refused, done)


@pytest.mark.parametrize("slug", WAITING)
def test_action_in_turn_and_what_is_unasked_never_wait(slug):
    checked = 0
    for seed in SEEDS:
        fight, due = build_fight_in_turn(slug, seed)
        for key, each in fight.participants.items():
            for action in fight.rules.declared_actions:
                name = action.id.partition(".")[2]
                may = key in due and not each.is_out
                if name in UNASKED[slug] or (name in WAITING[slug] and (may or not due)):
                    for command in list_commands(fight, action, key):
                        unmet = try_command(fight, command)
                        assert not due or "turn" not in (unmet or {}), (seed, command, unmet)
                        checked += 1
                if name == "defend" and not each.is_out:
                    for command in list_commands(fight, action, key):
                        if command["at"] in due:
                            assert "turn" not in (try_command(fight, command) or {}), (seed, command)
                            checked += 1
    assert checked > 200, checked


@pytest.mark.parametrize("slug", ["combat", "sideworld"])
def test_fight_stored_with_actions_out_of_turn_replays(slug):
    """Requirements are checked when a command is executed; stored events are the truth."""
    stored = 0
    for seed in SEEDS:
        fight, due = build_fight_in_turn(slug, seed)
        waiting = [key for key, each in fight.participants.items() if due and key not in due and not each.is_out]
        for key in waiting[:1]:
            strike = next(
                each for each in fight.rules.declared_actions if each.id in ("combat.blow", "sideworld.unarmed")
            )
            for command in list_commands(fight, strike, key)[:1]:
                unmet = try_command(fight, command)
                if not unmet:
                    continue
                events = execute(fight, {**command, "override": list(unmet)}, seed).events
                bare = [{part: value for part, value in each.items() if part != "override"} for each in events]
                before = [entry.event for entry in fight.log]
                with_note, without = replay(slug, [*before, *events]), replay(slug, [*before, *bare])
                assert with_note.combatants == without.combatants and with_note.uses == without.uses
                stored += 1
    assert stored > 5


@pytest.mark.parametrize("slug", WAITING)
def test_page_offers_no_action_out_of_turn(slug):
    """The buttons of such actions are closed, or they are among what isn't possible now, or they waive the turn."""
    looked_at = 0
    for seed in range(12):
        fight, due = build_fight_in_turn(slug, seed)
        for key, each in list(fight.participants.items())[:3] if due else ():
            if key in due or each.is_out or getattr(each.sheet, "holding", ""):
                continue
            events = json.dumps([entry.event for entry in fight.log])
            view = json.dumps({"by": key, "open": "more"})
            page = LexborHTMLParser(json.loads(bridge.fight(f"{slug}.fight", events, view=view))["html"])
            for gone in page.css(".fb-not-now, .fb-override"):
                gone.decompose()
            for button in page.css("button[data-act]"):
                act = json.loads(button.attributes["data-act"])
                taken = str(act.get("mechanic") or act.get("change")).partition(".")[2]
                who = act.get("by") if act["act"] == "roll" else act.get("who")
                looked_at += 1
                assert who != key or act["act"] not in ("roll", "change") or taken not in WAITING[slug], (seed, act)
    assert looked_at > 60
