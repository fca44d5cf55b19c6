"""Everything that a game declares for a fight, each with a fight in which `execute` allows it.

The list of promises comes from the game's declarations, and the fights from its examples and from random ones. So a new
action, offer, amendment, held action or group roll is on the list without a further word about it.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Choice, EntryOf, Flag, Kind, ListOf, Parameter, Record, Whole
from rules_py.play.bindings import RollBinding, Trigger
from rules_py.play.changes import Change
from rules_py.play.fight.actions import ALLY, Action
from rules_py.play.fight.amendments import list_amendments
from rules_py.play.fight.choices import find_choices
from rules_py.play.fight.commands import execute
from rules_py.play.fight.config import BOARD, FightRules
from rules_py.play.fight.offers import (
    PendingChange,
    find_candidates,
    find_offered_reactions,
    find_pending_changes,
    find_pending_rolls,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import is_multi_target
from rules_py.play.sheet import Sheet
from rules_py.registry.examples import list_examples, play
from rules_py.registry.play import create_fight
from rules_py.text.serialization import to_json

Command = dict[str, Any]

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")

PICKED = ("anybody", "ally", "guard")
"""The roles whose recipient the table picks."""

MOST_CHOICES = 6
"""The maximum number of choices of a roll, such as weapons, that are tried."""

MOST_VALUES = 40
"""The maximum number of combinations of a change's values that are tried."""

MOST_RANDOM_FIGHTS = 120
"""The maximum number of random fights that are played to find those that no example has."""

MOST_STEPS = 10
"""The number of random steps in such a fight."""


class Promise(NamedTuple):
    """A promise of a game's declarations.

    Attributes:
        kind: `roll` and `change` are actions, with the sheets of those who act and are acted against; `several` and
            `ally` are those with several targets and with an ally; `interruption` is an action in another's turn, and
            `opening` one before there is an order;
            `offer` is a change after a roll; `amendment` is a way to make a roll again; `due` is a roll that has to be
            made; `answer` is a roll that an enemy may make after a failure.
        id: the id of the roll or the change.
        about: what tells it apart, such as the sheets.
    """

    kind: str
    id: str
    about: tuple[str, ...] = ()


Promises = Collection[Promise]


@dataclass(frozen=True)
class Case:
    """A fight in which a promise can be kept, with the command that does."""

    slug: str
    events: tuple[Mapping[str, Any], ...]
    command: Command


# Declarations


def list_promises(slug: str) -> list[Promise]:
    """List everything that a game's declarations promise, once each."""
    rules = create_fight(slug).rules
    changes = create_fight(slug).context.changes
    found = [
        *(each for action in rules.declared_actions for each in _list_action_promises(rules, action)),
        *(
            Promise("offer", trigger.mechanic.id, (change.id, trigger.role, trigger.note))
            for change in changes.values()
            for trigger in change.triggers
            if (trigger.is_optional or trigger.role in PICKED)
            and _is_rolled_in_fights(rules, trigger.mechanic)
            and change.id not in _list_booked_prices(rules, trigger.mechanic)
        ),
        *(Promise("due", mechanic.id) for mechanic in rules.required_rolls),
        *(Promise("due", each.mechanic.id, ("group",)) for each in rules.group_rolls),
    ]
    return list(dict.fromkeys(found))


def _list_action_promises(rules: FightRules, action: Action) -> Iterator[Promise]:
    boards = [rules.board] if rules.board and isinstance(action.rule, Change) else []
    for kind in (*rules.sides_by_sheet, *boards):
        if isinstance(action.rule, Change):
            if issubclass(kind, action.rule.sheet_types):
                yield Promise("change", action.id, (kind.id,))
        elif any(binding.mechanic is action.rule for binding in kind.rolls):
            if action.rule in rules.required_rolls:
                continue  # it is made when it is due
            met = [other for other in rules.sides_by_sheet if _is_met_by(other, action.rule)]
            for other in met:
                yield Promise("roll", action.id, (kind.id, other.id))
            if not met:
                yield Promise("roll", action.id, (kind.id, ""))
    if action.reach.several is not None:
        yield Promise("several", action.id)
    if action.ally:
        yield Promise("ally", action.id)
    if action.is_answer:
        yield Promise("answer", action.id)
    for amendment in action.amendments:
        yield Promise("amendment", action.id, (amendment.label,))


def _list_booked_prices(rules: FightRules, mechanic: Mechanic) -> list[str]:
    """List the changes that the action of a roll books as its own prices, so that the table has nothing to decide."""
    action = rules.actions_by_id.get(mechanic.id)
    return [cost.change.id for cost in action.costs if cost.due] if action else []


def _is_met_by(kind: type[Sheet], mechanic: Mechanic | Change) -> bool:
    return any(binding.mechanic is mechanic for binding in kind.met_by)


def _is_rolled_in_fights(rules: FightRules, mechanic: Mechanic) -> bool:
    """Return True if a combatant can make a roll in a fight."""
    return any(binding.mechanic is mechanic for kind in rules.sides_by_sheet for binding in kind.rolls)


# Fights


@cache
def list_example_fights(slug: str) -> tuple[Fight, ...]:
    """List fights of a game: each moment of its examples."""
    fights: dict[str, Fight] = {}
    for example in list_examples(slug):
        played = play(example)
        fight, done = create_fight(slug), ()
        for log in (*played.events, tuple(entry.event for entry in played.after.log)):
            if log[: len(done)] != done:
                fight, done = create_fight(slug), ()
            for event in log[len(done) :]:
                fight = fight.apply(event)
            done = log
            fights.setdefault(json.dumps(log, default=dict), fight)
    return tuple(fights.values())


class RandomTable:
    """A table that plays random fights with the sheets of a game's examples, and what they have is mixed."""

    def __init__(self, slug: str) -> None:
        self.slug, self.sheets, self.values = slug, {}, {}
        self.aims: frozenset[str] = frozenset()
        sheets = {
            id(each.sheet): each.sheet for fight in list_example_fights(slug) for each in fight.combatants.values()
        }
        for sheet in sheets.values():
            self.sheets.setdefault(sheet.id, {})[json.dumps(to_json(sheet.fields))] = sheet
            for name, value in sheet.fields.items():
                self.values.setdefault(name, {})[json.dumps(to_json(value))] = value

    def build_fight(self, rng: Random) -> Fight:
        """Return a fight after up to three combatants of each sheet have joined."""
        fight = create_fight(self.slug)
        for kind in fight.rules.sides_by_sheet:
            for _ in range(rng.randint(1, 3)):
                known = list(self.sheets.get(kind.id, {}).values())
                sheet = self._mix(rng.choice(known) if known else kind(), rng)
                side = rng.choice(fight.rules.sides_for(kind))
                data = {"sheet": kind.id, "fields": to_json(sheet.fields)}
                command = {"act": "join", "sheet": kind.id, "side": side, "data": data}
                fight = try_command(fight, command, 1) or fight
        return fight

    def _mix(self, sheet: Sheet, rng: Random) -> Sheet:
        """Return a sheet with some values of other sheets, as far as they fit together."""
        for name in rng.sample(list(sheet.parameters), len(sheet.parameters) // 3):
            if name != "name":
                with suppress(ValueError, TypeError):
                    sheet = sheet.from_fields({**sheet.fields, name: self._pick_value(name, sheet, rng)})
        return sheet

    def _pick_value(self, name: str, sheet: Sheet, rng: Random) -> Any:
        """Return a value for a sheet's field: one of the examples, or one that its kind accepts."""
        known, parameter = list(self.values.get(name, {}).values()), sheet.parameters[name]
        return rng.choice(known) if known and rng.random() < 0.5 else pick_value(parameter.kind, parameter.default, rng)

    def pick_command(self, fight: Fight, rng: Random) -> Command:
        """Return a random command, which may be refused."""
        kind = rng.random()
        keys = list(fight.participants)
        aimed_keys = [key for key in keys if any(each.mechanic.id in self.aims for each in fight.sheet_for(key).rolls)]
        by = rng.choice(aimed_keys if aimed_keys and rng.random() < 0.5 else keys)
        if kind < 0.15 and fight.rules.order.has_turns:
            return {"act": "order"} if fight.awaiting_initiative else {"act": "turn"}
        if kind < 0.2 and fight.endable_periods:
            return {"act": "end", "of": rng.choice(fight.endable_periods)}
        if kind < 0.35 and (owed := find_pending_rolls(fight)):
            return {"act": "roll", "mechanic": owed[0].mechanic.id, "by": owed[0].recipients[0]}
        sheet = fight.sheet_for(by)
        if kind < 0.45:
            name = rng.choice(list(sheet.parameters))
            return {"act": "edit", "who": by, "fields": {name: to_json(self._pick_value(name, sheet, rng))}}
        if kind < 0.55:
            changes = [each for each in fight.context.changes.values() if isinstance(sheet, each.sheet_types)]
            change = rng.choice(changes)
            params = rng.choice(list_values(change.parameters, sheet) or [{}])
            return {"act": "change", "change": change.id, "who": by, "params": to_json(params)}
        if not sheet.rolls:
            return {"act": "order"}
        aimed = [each for each in sheet.rolls if each.mechanic.id in self.aims]
        binding = rng.choice(aimed if aimed and rng.random() < 0.8 else sheet.rolls)
        action = fight.rules.actions_by_id.get(binding.mechanic.id)
        met = [key for key in keys if key != by and _is_met_by(type(fight.sheet_for(key)), binding.mechanic)]
        choices = list(islice(find_choices(binding, sheet, {}, action), MOST_CHOICES))
        command = {"act": "roll", "mechanic": binding.mechanic.id, "by": by, "at": rng.choice(met) if met else None}
        command["chosen"] = rng.choice(choices) if choices else {}
        if rng.random() < 0.3:
            names = rng.sample(list(binding.mechanic.parameters), min(2, len(binding.mechanic.parameters)))
            given = {name: binding.mechanic.parameters[name] for name in names}
            command["params"] = {
                name: to_json(pick_value(each.kind, each.default, rng)) for name, each in given.items()
            }
        if action is not None and rng.random() < 0.3:
            command["override"] = list_overrides(action)
        return command


def list_given(mechanic: Mechanic) -> list[dict[str, Any]]:
    """List parameters that the table may enter: none, or one of a few words."""
    return [{}, *({name: each} for name, kind in _list_words(mechanic) for each in kind.all_values())]


def _list_words(mechanic: Mechanic) -> Iterator[tuple[str, Kind]]:
    for name, parameter in mechanic.parameters.items():
        if isinstance(parameter.kind, Choice) and len(parameter.kind.all_values()) <= MOST_CHOICES:
            yield name, parameter.kind


def list_overrides(action: Action) -> list[str]:
    """List the names of everything that the table can waive of an action."""
    return [*action.requires, action.limit_name, *action.cost_names]


def pick_value(kind: Kind, default: Any, rng: Random) -> Any:
    """Return a random value of a kind; a list has one or two entries. Some kinds have only their default."""
    if isinstance(kind, ListOf):
        return tuple(pick_value(kind.entry, "", rng) for _ in range(rng.randint(1, 2)))
    if isinstance(kind, Record):
        return {name: pick_value(each, usual, rng) for name, (each, usual) in kind.entries().items()}
    values = kind.all_values()
    if isinstance(kind, Whole) and kind.high is None:
        values = range(kind.low, kind.low + 12)
    return rng.choice(values) if values and (default == "" or rng.random() < 0.7) else default


def try_command(fight: Fight, command: Command, seed: int) -> Fight | None:
    """Return the fight after a command, or None if it is refused."""
    try:
        for event in execute(fight, command, seed).events:
            fight = fight.apply(json.loads(json.dumps(event, default=dict)))
    except RulesError:
        return None
    return fight


def list_random_fights(table: RandomTable, missing: Callable[[], Collection[Promise]]) -> Iterator[Fight]:
    """Yield each moment of random fights, in which the rolls of missing promises are made most often."""
    for seed in range(MOST_RANDOM_FIGHTS):
        rng = Random(f"{table.slug} {seed}")
        table.aims = frozenset(each.id for each in missing())
        fight = table.build_fight(rng)
        yield fight
        for step in range(MOST_STEPS):
            after = try_command(fight, table.pick_command(fight, rng), step)
            if after is not None:
                fight = after
                yield fight


def replay(slug: str, events: Sequence[Mapping[str, Any]]) -> Fight:
    fight = create_fight(slug)
    for event in events:
        fight = fight.apply(event)
    return fight


@cache
def find_cases(slug: str) -> tuple[Mapping[Promise, Sequence[Case]], Mapping[Promise, set[str]]]:
    """Find a fight and a command for each promise of a game.

    Returns:
        the cases by promise, and the sentences that refused the others.
    """
    search = Search(slug)
    for fight in list_example_fights(slug):
        search.look_at(fight)
    search.transfer_offers()
    for fight in list_random_fights(search.table, search.list_missing):
        if not search.list_missing():
            break
        search.look_at(fight)
    search.transfer_offers()
    return search.found, {promise: names for promise, names in search.refused.items() if promise not in search.found}


@cache
def find_example_cases(slug: str) -> Mapping[Promise, Sequence[Case]]:
    """Find a fight among a game's examples and a command for many of its promises, in a short time."""
    search = Search(slug)
    for fight in list_example_fights(slug)[:MOST_EXAMPLE_FIGHTS]:
        search.look_at(fight)
    return search.found


MOST_EXAMPLE_FIGHTS = 60
"""The maximum number of examples' fights for tests that need only some promises."""


class Search:
    """A search for fights that allow a game's promises.

    Attributes:
        found: the cases of each promise, in different fights.
        refused: the sentences and requirements that refused a promise.
    """

    def __init__(self, slug: str) -> None:
        self.slug, self.table = slug, RandomTable(slug)
        self.wanted = {promise for promise in list_promises(slug) if find_refusal(promise) is None}
        self.found: dict[Promise, list[Case]] = {}
        self.refused: dict[Promise, set[str]] = {}

    def list_missing(self) -> list[Promise]:
        """List the promises without a case."""
        return [promise for promise in self.wanted if promise not in self.found]

    def look_at(self, fight: Fight) -> None:
        """Try the commands that a fight may allow, one for each promise."""
        full = {promise for promise, cases in self.found.items() if len(cases) >= MOST_CASES}
        here: set[Promise] = set()
        tries: Counter[Promise] = Counter()
        for promise, command in _list_commands(fight, full, self.found.keys()):
            if promise in here or (promise not in self.wanted and promise.kind not in IN_ANOTHERS_TURN):
                continue
            tries[promise] += 1
            if tries[promise] > MOST_TRIES:
                continue
            try:
                execute(fight, command, 1)
            except RefusedActionError as refusal:
                self.refused.setdefault(promise, set()).update(refusal.unmet)
            except RulesError as error:
                self.refused.setdefault(promise, set()).add(str(error))
            else:
                here.add(promise)
                events = tuple(json.loads(json.dumps(entry.event, default=dict)) for entry in fight.log)
                self.found.setdefault(promise, []).append(Case(self.slug, events, command))

    def transfer_offers(self) -> None:
        """Look for missing offers by their rolls in fights in which another roll has offered the same change."""
        for missing in [each for each in self.list_missing() if each.kind == "offer"]:
            known = [
                case
                for promise, cases in self.found.items()
                if promise.kind == "offer" and promise.about == missing.about
                for case in cases
            ]
            for case in known:
                self._roll_instead(missing, case)
                if missing in self.found:
                    break

    def _roll_instead(self, missing: Promise, case: Case) -> None:
        last = max(number for number, event in enumerate(case.events) if event["event"] == "roll")
        while last and case.events[last].get("follows"):
            last -= 1
        by = case.events[last].get("by")
        fight = replay(self.slug, case.events[:last])
        if by not in fight.participants:
            return
        for binding in fight.sheet_for(by).rolls:
            if binding.mechanic.id != missing.id:
                continue
            action = fight.rules.actions_by_id.get(missing.id)
            command: Command = {"act": "roll", "mechanic": missing.id, "by": by}
            if action is not None:
                command["override"] = list_overrides(action)
            targets = _list_targets(fight, by, binding.mechanic)
            given = list_given(binding.mechanic)
            for equipped, at, params in product(self._equip(fight, by, binding), targets, given):
                chosen = next(find_choices(binding, equipped.sheet_for(by), {}, action), {})
                others = [key for key in equipped.participants if key not in (by, at)]
                for also in ([], others) if action is not None and action.reach.several is not None else ([],):
                    more = {"at": at, "also": also, "chosen": chosen, "params": params}
                    self._repeat(missing, equipped, {**command, **more})
                if missing in self.found:
                    return

    def _repeat(self, missing: Promise, fight: Fight, command: Command) -> None:
        """Make a roll until it offers a change or is refused."""
        for seed in range(MOST_SEEDS):
            after = try_command(fight, command, seed)
            if after is None:
                return
            if missing in list_offered(after):
                self.look_at(after)
            if missing in self.found:
                return

    def _equip(self, fight: Fight, by: str, binding: RollBinding) -> Iterator[Fight]:
        """Yield a fight as it is, or with entries for the lists that a roll chooses from and that are empty."""
        sheet = fight.sheet_for(by)
        empty = [name for name, fields in binding.choices.items() if not fields and not getattr(sheet, name)]
        if not empty:
            yield fight
        for name in empty:
            for value in [each for each in self.table.values.get(name, {}).values() if each]:
                edited = try_command(fight, {"act": "edit", "who": by, "fields": {name: to_json(value)}}, 1)
                if edited is not None:
                    yield edited


MOST_TRIES = 16
"""The maximum number of commands that are tried for a promise in a fight."""

MOST_CASES = 2
"""The maximum number of cases of a promise."""

MOST_SEEDS = 30
"""The maximum number of times that a roll is made until it offers a change."""

IN_ANOTHERS_TURN = ("interruption", "opening")
"""The kinds of promises that are found in fights and not in declarations."""


NEVER = {
    "psiops.focus-fire": "attackers",
}
"""The rolls that no fight allows, each with the requirement that refuses them."""


def find_refusal(promise: Promise) -> str | None:
    """Return the requirement that refuses an action in every fight, or None."""
    return NEVER.get(promise.id) if promise.kind == "roll" else None


def _list_commands(
    fight: Fight, full: Collection[Promise], found: Collection[Promise]
) -> Iterator[tuple[Promise, Command]]:
    """Yield commands that a fight may allow, each with the promise that it keeps."""
    yield from _list_rolls(fight, full, found)
    yield from _list_changes(fight, full)
    for offer in find_pending_changes(fight):
        yield from _list_offers(fight, offer)
    for owed in find_pending_rolls(fight):
        params = {"params": dict(owed.requirement.params)} if owed.requirement.params else {}
        is_group = any(each.mechanic is owed.mechanic for each in fight.rules.group_rolls) and len(owed.group) > 1
        about = ("group",) if is_group else ()
        yield (
            Promise("due", owed.mechanic.id, about),
            {"act": "roll", "mechanic": owed.mechanic.id, "by": owed.recipients[0], **params},
        )
    for answer in find_offered_reactions(fight):
        command = {"act": "roll", "mechanic": answer.mechanic.id, "by": answer.by, "at": answer.at}
        yield Promise("answer", answer.mechanic.id), command
    last = next((entry for entry in reversed(fight.log) if not entry.event.get("follows")), None)
    for amended in list_amendments(fight, last) if last is not None and last.roll is not None else ():
        yield Promise("amendment", str(last.event.get("action")), (amended.amendment.label,)), amended.command


def _list_rolls(
    fight: Fight, full: Collection[Promise], found: Collection[Promise]
) -> Iterator[tuple[Promise, Command]]:
    due = {(owed.mechanic.id, owed.recipients[0]) for owed in find_pending_rolls(fight)}
    for by, roller in fight.participants.items():
        is_waiting = fight.rules.order.has_turns and by not in fight.available_actors and not fight.is_open
        for binding in roller.sheet.rolls:
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            if action is None or (action.rule in fight.rules.required_rolls and (action.id, by) not in due):
                continue
            for at in _list_targets(fight, by, action.rule):
                other = fight.participants[at].sheet.id if at else ""
                promises = [Promise("roll", action.id, (roller.sheet.id, other))]
                if action.reach.several is not None:
                    promises.append(Promise("several", action.id))
                if action.ally:
                    promises.append(Promise("ally", action.id))
                if is_waiting and fight.rules.may_interrupt(roller.sheet) and not action.is_free:
                    promises.append(Promise("interruption", action.id, (roller.sheet.id, other)))
                if fight.is_open and by != fight.current_actor and not action.is_reaction({}):
                    promises.append(Promise("opening", action.id, (roller.sheet.id, other)))
                for promise in promises:
                    if promise not in full:
                        varied = _vary_roll(fight, promise, binding, action, by, at, with_flags=promise not in found)
                        yield from ((promise, each) for each in varied)


def _list_targets(fight: Fight, by: str, mechanic: Mechanic | Change) -> list[str | None]:
    """List the possible targets of an action, those of other sides first; only None if it has no target."""
    if not any(_is_met_by(kind, mechanic) for kind in fight.rules.sides_by_sheet):
        return [None]
    side = fight.participants[by].side
    there = [key for key, each in fight.participants.items() if key != by and _is_met_by(type(each.sheet), mechanic)]
    return sorted(there, key=lambda key: fight.participants[key].side == side)


def _vary_roll(
    fight: Fight,
    promise: Promise,
    binding: RollBinding,
    action: Action,
    by: str,
    at: str | None,
    *,
    with_flags: bool,
) -> Iterator[Command]:
    """Yield commands of a roll: with each entry of the lists, each ally, and the parameters that the table enters."""
    allies = fight.find_allies(by, (each.key for each in fight.active))
    partners: list[str | None] = list(allies) if promise.kind == "ally" or action.needs_ally else [None]
    others = [key for key in fight.participants if key not in (by, at)]
    area = [others, *([key] for key in others)] if promise.kind == "several" else [[]]
    choices = islice(find_choices(binding, fight.sheet_for(by), {}, action), MOST_CHOICES)
    flags = [name for name, each in binding.mechanic.parameters.items() if isinstance(each.kind, Flag)]
    given: list[dict[str, Any]] = [{}, *({name: True} for name in flags if with_flags)]
    for chosen, ally, also, params in product(list(choices), partners, area, given):
        command: Command = {"act": "roll", "mechanic": action.id, "by": by, "at": at}
        command["chosen"] = {**chosen, **({ALLY: ally} if ally else {})}
        if also:
            command["also"] = also
        elif promise.kind == "several":
            continue
        if promise.kind == "several" and not is_multi_target(fight, binding, by, chosen):
            continue
        if params:
            command["params"] = params
        yield command


def _list_changes(fight: Fight, full: Collection[Promise]) -> Iterator[tuple[Promise, Command]]:
    for action in fight.rules.declared_actions:
        change = action.rule
        if not isinstance(change, Change):
            continue
        has_ally = bool(action.ally) or any(cost.payer == "ally" for cost in action.costs)
        keys = [key for key, each in fight.participants.items() if isinstance(each.sheet, change.sheet_types)]
        keys += [BOARD] if isinstance(fight.board, change.sheet_types) else []
        for who in keys:
            sheet = fight.sheet_for(who)
            promises = [
                Promise("change", change.id, (sheet.id,)),
                *([Promise("ally", change.id)] if action.ally else []),
            ]
            is_waiting = fight.rules.order.has_turns and who not in fight.available_actors and not fight.is_open
            if is_waiting and fight.rules.may_interrupt(sheet) and not action.is_free:
                promises.append(Promise("interruption", change.id, (sheet.id,)))
            for promise in promises:
                if promise in full:
                    continue
                partners = fight.find_allies(who, fight.participants) if has_ally and who != BOARD else ()
                for ally, params in product((*partners, None), list_values(change.parameters, sheet)):
                    command: Command = {"act": "change", "change": change.id, "who": who, "params": params}
                    if ally:
                        command["chosen"] = {ALLY: ally}
                    elif promise.kind == "ally":
                        continue
                    yield promise, command


def list_values(parameters: Mapping[str, Parameter], sheet: Sheet) -> list[dict[str, Any]]:
    """List combinations of values for a change's parameters, the defaults first."""
    options = []
    for parameter in parameters.values():
        kind = parameter.kind
        if isinstance(kind, EntryOf):
            values: list[Any] = list(range(len(sheet.name_entries(kind.list_field))))
        elif isinstance(kind, Whole):
            values = [parameter.default, *(number for number in (1, 2) if number != parameter.default)]
        else:
            values = [parameter.default, *(each for each in list(kind.all_values())[:20] if each != parameter.default)]
        options.append(values)
    return [dict(zip(parameters, each, strict=True)) for each in islice(product(*options), MOST_VALUES)]


def list_offered(fight: Fight) -> set[Promise]:
    """List the offers that a fight makes."""
    return {promise for offer in find_pending_changes(fight) for promise, _ in _list_offers(fight, offer)}


def _list_offers(fight: Fight, offer: PendingChange) -> Iterator[tuple[Promise, Command]]:
    roll = offer.roll
    if roll is None or roll.roll is None:
        return
    for trigger in offer.change.triggers_by_mechanic.get(roll.roll.mechanic, ()):
        if trigger.role == offer.role and _is_note(trigger, offer):
            promise = Promise("offer", roll.roll.mechanic, (offer.change.id, trigger.role, trigger.note))
            for key in (offer.recipient,) if offer.recipient else find_candidates(fight, offer):
                command: Command = {"act": "change", "change": offer.change.id, "who": key, "params": offer.params}
                if offer.replaced_change:
                    command["instead"] = offer.replaced_change
                yield promise, command


def _is_note(trigger: Trigger, offer: PendingChange) -> bool:
    """Return True if an offer may come from a trigger; one to protect somebody is named after them."""
    return trigger.note == offer.note or offer.role == "guard"
