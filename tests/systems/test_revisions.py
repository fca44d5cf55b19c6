"""Revisions of random fights: any edit leads to the fight that the table would have got by playing it so."""

import json
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from rules_py.errors import RulesError
from rules_py.play.board.decisions import list_decisions
from rules_py.play.board.moment import find_last_entries
from rules_py.play.fight.amendments import list_amendments
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import (
    find_next_rolls,
    find_offered_reactions,
    find_pending_changes,
    find_required_rolls,
)
from rules_py.play.fight.revision import revise
from rules_py.play.fight.targeting import fill_params, find_area_targets, find_default_actions, find_usual_choices
from rules_py.registry.play import create_fight, replay
from tests.systems.random_fights import build_random_fight

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
STEPS = 30
EDITS_A_FIGHT = 6


class Step(NamedTuple):
    """Something that the table does.

    Attributes:
        command: the command, with the faces of its dice.
        kind: "" for what the table does unasked, or the beginning of the name of the decision that led to it.
        roll: the number of the step whose roll led to it or is made again; -1 for none.
        params: the parameters that the decision gave, or the faces of initiative rolls by combatant.
    """

    command: dict
    kind: str = ""
    roll: int = -1
    params: dict = {}  # noqa: RUF012 - never modified


class Table:
    """A table that plays steps, and leaves out those that the rules refuse or to which nothing leads."""

    def __init__(self, fight):
        self.fight = fight
        self.ids = {}

    def play(self, number, step):
        """Play a step; return True unless it is left out."""
        command = dict(step.command)
        if step.kind in ("due", "answer", "next"):
            given = self.find_prompted_params(command)
            if given is None:
                return False
            command["params"] = {**command["params"], **given}
        if step.kind == "change":
            offer = self.find_offer(command, step.roll)
            if offer is None:
                return False
            params = json.loads(json.dumps(dict(offer.params)))
            command["params"] = params if command["params"] == step.params else command["params"]
            if command.get("instead"):
                command["instead"] = offer.replaced_change
        if command["act"] == "amend":
            if step.roll not in self.ids:
                return False
            command["roll"] = self.ids[step.roll]
        if command["act"] == "order":
            rolling = [key for key in self.fight.awaiting_initiative if key in step.params]
            command |= {"only": rolling, "faces": [face for key in rolling for face in step.params[key]]}
        try:
            fight, events = execute(self.fight, command)
        except RulesError:
            return False
        self.fight, self.ids[number] = fight, events[0]["id"]
        return True

    def find_prompted_params(self, command):
        by, at = command.get("by"), command.get("at")
        for each in find_required_rolls(self.fight):
            if each.mechanic.id == command["mechanic"] and by in each.recipients:
                return dict(each.requirement.params)
        for each in find_offered_reactions(self.fight):
            if each == (self.fight.context.find_mechanic(command["mechanic"]), by, at):
                return {}
        for entry, each in find_next_rolls(self.fight):
            if each.mechanic == command["mechanic"] and (entry.event.get("by"), entry.event.get("at")) == (by, at):
                return dict(each.preset_params)
        return None

    def find_offer(self, command, roll):
        found = [
            each
            for each in find_pending_changes(self.fight)
            if each.change.id == command["change"] and each.recipient in (None, command["who"])
        ]
        named = [each for each in found if each.replaced_change and each.replaced_change == command.get("instead")]
        own = [each for each in found if each.roll.id == self.ids.get(roll)]
        return (named or own or found or [None])[0]


def play_random_steps(slug, rng):
    """Return the fight before any step, the steps, and the table after them."""
    start = build_random_fight(create_fight(slug), rng)
    table, steps = Table(start), []
    while len(steps) < STEPS:
        chosen = choose_steps(table, rng, len(steps))
        for step in chosen:
            if not table.play(len(steps), step):
                break
            steps.append(step)
        if not chosen and rng.random() < 0.1:
            break
    return start, steps, table


def choose_steps(table, rng, number):
    """Return random steps that the rules allow now, with the faces of their dice."""
    fight = table.fight
    decisions = [
        (each, choice)
        for each in list_decisions(fight, {}, tuple(find_last_entries(fight)))
        for choice in each.choices
        if not each.members and not each.name.startswith("update")
    ]
    if decisions and rng.random() < 0.8:
        decision, choice = rng.choice(decisions)
        kind = decision.name.partition(" ")[0]
        return with_faces(table, rng, dict(choice.command), "" if kind == "back" else kind)
    if fight.awaiting_initiative and rng.random() < 0.7:
        return with_faces(table, rng, {"act": "order"})
    last = find_last_entries(fight)
    if last and last[0].roll is not None and rng.random() < 0.5:
        offered = list_amendments(fight, last[0])
        if offered and not any(each.amendment.asks for each in offered):
            return with_faces(table, rng, rng.choice(offered).command)
    if fight.has_turn_to_end and rng.random() < 0.25:
        return [Step({"act": "turn"})]
    if fight.endable_periods and rng.random() < 0.05:
        return [Step({"act": "end", "of": rng.choice(fight.endable_periods)})]
    key = rng.choice(sorted(fight.combatants) or [""])
    if not key:
        return []
    if rng.random() < 0.1:
        return [Step({"act": rng.choice(["withdraw", "return", "leave"]), "who": key})]
    if rng.random() < 0.2:
        return [Step(choose_arrangement(fight, key, rng))]
    if rng.random() < 0.2:
        name, value = choose_field(fight.sheet_for(key), rng)
        return [Step({"act": "edit", "who": key, "fields": {name: value}})] if name else []
    return choose_action(table, rng)


def choose_arrangement(fight, key, rng):
    """Return a command with which the table arranges something by hand, possible or not."""
    other = rng.choice(sorted(fight.combatants))
    return rng.choice(
        [
            {"act": "condition", "who": key, "name": "dazed", "rounds": rng.choice((None, 1, 2))},
            {"act": "condition", "who": key, "name": "dazed", "over": True},
            {"act": "note", "who": key, "text": rng.choice(("", "shy"))},
            {"act": "side", "who": key, "side": rng.choice(list(fight.rules.sides))},
            {"act": "initiative", "who": key, "score": rng.randint(0, 20)},
            {"act": rng.choice(("place", "move")), "who": key, "before": other},
            {"act": "link", "who": key, "leader": rng.choice((None, other))},
        ]
    )


def choose_field(sheet, rng):
    """Return a random field of a sheet with a value near its own."""
    numbers = [name for name, value in sheet.fields.items() if type(value) is int]
    if not numbers:
        return "", 0
    name = rng.choice(numbers)
    return name, sheet.fields[name] + rng.choice((-1, 1))


def choose_action(table, rng):
    """Return the usual action of a combatant, perhaps with a parameter that the table enters."""
    fight = table.fight
    actors = fight.available_actors or tuple(each.key for each in fight.active)
    found = [each for key in actors[:3] for each in find_default_actions(fight, key)]
    if not found:
        return []
    binding, by, at = rng.choice(found)
    chosen = find_usual_choices(fight, binding, by)
    also = list(find_area_targets(fight, binding, by, at, chosen))
    command = {"act": "roll", "mechanic": binding.mechanic.id, "by": by, "at": at, "chosen": chosen, "params": {}}
    if also:
        command["also"] = also
    if rng.random() < 0.3:
        name, parameter = rng.choice(sorted(binding.mechanic.parameters.items()))
        values = list(parameter.kind.all_values())[:20] if parameter.kind.all_values() is not None else []
        if values and not isinstance(parameter.default, tuple):
            command["params"] = {name: rng.choice(values)}
    return with_faces(table, rng, command)


def with_faces(table, rng, command, kind=""):
    """Return a step with random faces for the dice of its command; none if the rules refuse it."""
    fight = table.fight
    command = json.loads(json.dumps(command))
    try:
        after, _ = execute(fight, command, rng.randrange(10**6))
    except RulesError:
        return []
    entry = after.log[len(fight.log)]
    if command["act"] == "amend":
        earlier = fight.find_entry(command["roll"])
        number = next(number for number, id in table.ids.items() if id == earlier.id)
        return [Step({**command, "faces": find_added_faces(fight, command, earlier.roll, entry.roll)}, "", number)]
    if command["act"] == "order":
        return [Step(command, params={each["by"]: each["faces"] for each in entry.event["rolls"]})]
    if command["act"] == "change":
        offer = table.find_offer(command, -1)
        given = {} if offer is None else json.loads(json.dumps(dict(offer.params)))
        roll = next((number for number, id in table.ids.items() if offer and offer.roll and id == offer.roll.id), -1)
        return [Step(command, kind, roll, given)]
    entered = drop_filled(fight, command, entry.roll)
    return [Step({**command, "params": entered, "faces": list(entry.roll.faces)}, kind)]


def find_added_faces(fight, command, earlier, later):
    """Return the faces that were added to those of an earlier roll, in the order in which the rule asks for them."""
    added = list(later.faces)
    for face in earlier.faces:
        if face in added:
            added.remove(face)
    for faces in permutations(added):
        if execute(fight, {**command, "faces": faces}).fight.log[len(fight.log)].roll == later:
            return list(faces)
    raise AssertionError("no order of the added faces leads to the same roll")


def drop_filled(fight, command, roll):
    """Return the entered parameters of a roll without those that the fight fills in like that."""
    mechanic = fight.context.find_mechanic(command["mechanic"])
    try:
        filled = mechanic.check(
            fill_params(
                fight,
                mechanic,
                command.get("by"),
                command.get("at"),
                command.get("chosen") or {},
                command.get("also") or (),
            )
        )
    except RulesError:
        return dict(command.get("params") or {})
    return {name: value for name, value in (command.get("params") or {}).items() if roll.params[name] != filled[name]}


def choose_edit(table, steps, rng):
    """Return the number of a random step, and another version of it: None to remove it, or with other faces."""
    number = rng.choice(sorted(table.ids))
    entry = table.fight.find_entry(table.ids[number])
    step = steps[number]._replace(kind="")
    if entry.roll is None or not entry.roll.faces or step.command["act"] != "roll" or rng.random() < 0.4:
        return number, None
    if table.fight.combatants and rng.random() < 0.3 and step.command.get("at") and not step.command.get("also"):
        return number, step._replace(command={**step.command, "at": rng.choice(sorted(table.fight.combatants))})
    sides = [thrown.sides for thrown in entry.roll.dice for _ in thrown.faces]
    return number, step._replace(command={**step.command, "faces": [rng.randint(1, each) for each in sides]})


def play_again(start, steps, number, other):
    """Return the fight after steps of which one is another, and the numbers of those left out."""
    table, left_out = Table(start), []
    for at, step in enumerate(steps):
        again = other if at == number else step
        if again is not None and not table.play(at, again):
            left_out.append(at)
    return table.fight, left_out


def simplify(fight):
    """Return the events of a fight, however they are undone."""
    return [{part: value for part, value in each.event.items() if part != "follows"} for each in fight.log]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("slug", SLUGS)
def test_an_edit_leads_to_the_fight_that_the_table_would_have_played(slug, seed):
    rng = Random(f"revisions {slug} {seed}")
    start, steps, table = play_random_steps(slug, rng)
    for _ in range(EDITS_A_FIGHT if table.ids else 0):
        number, other = choose_edit(table, steps, rng)
        expected, left_out = play_again(start, steps, number, other)
        edit = {"event": table.ids[number], "do": "remove"}
        if other is not None:
            parts = {part: value for part, value in other.command.items() if part in ("faces", "at")}
            edit = {"event": table.ids[number], "do": "change", "parts": parts}
        try:
            revision = revise(table.fight, [edit])
        except RulesError:
            assert number in left_out
            continue
        assert simplify(revision.fight) == simplify(expected), edit
        assert [each.id for each in revision.misfits] == [table.ids[at] for at in left_out]
        old = [entry.event for entry in table.fight.log]
        events = json.loads(json.dumps([*old[: revision.start], *revision.events]))
        again = replay(slug, events)
        assert again.to_dict() == revision.fight.to_dict() == expected.to_dict()
        assert (again.uses, again.acted_keys) == (expected.uses, expected.acted_keys)
