"""The assumptions behind a forecast: in sentences, with those that a reader can change."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action
from rules_py.play.forecast.assumptions import Assumption, find_assumptions, name_habit
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.typical_rolls import find_typical_rolls, find_variable_names
from rules_py.play.forecast.usual_values import UsualValue, describe_usual_values, find_usual_values
from rules_py.play.roll_titles import title_roll
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import join_some
from rules_py.text.serialization import to_text


class Alternatives(NamedTuple):
    """The entries of a list, such as weapons, that a combatant can use for a typical roll.

    Attributes:
        key: the combatant's key.
        list_name: the name of the list on the sheet.
        names: the names of the entries, in order.
        chosen: the index of the entry that the forecast uses.
    """

    key: str
    list_name: str
    names: tuple[str, ...]
    chosen: int


class Variable(NamedTuple):
    """An assumption about a side that a reader can change.

    Attributes:
        side: the side whose combatants it is about.
        assumption: the assumption, with the values that suit any of them.
        chosen: the text of the value that has been chosen for all of them; "" if they keep their own.
        usual: the value that they use if the reader doesn't change it, in players' words.
    """

    side: str
    assumption: Assumption
    chosen: str
    usual: str


class AssumptionReport(NamedTuple):
    """The assumptions behind a forecast.

    Attributes:
        sentences: the rolls that combatants make, with their weapons and attributes.
        left_out: the titles of the actions that combatants could take and that the forecast doesn't use, and the ways
            to make a roll again.
        alternatives: the entries that combatants can use in place of others, such as weapons.
        variables: the other assumptions that can be changed, by side.
    """

    sentences: tuple[str, ...]
    left_out: tuple[str, ...]
    alternatives: tuple[Alternatives, ...]
    variables: tuple[Variable, ...]


def report_assumptions(simulator: FightSimulator) -> AssumptionReport:
    """Report the assumptions of a simulator that has played its fights."""
    rolls, required = _list_typical_rolls(simulator), _list_required_rolls(simulator)
    return AssumptionReport(
        (
            *_describe_rolls(simulator, rolls),
            *_describe_required_rolls(simulator, required),
            *_describe_changes(simulator),
        ),
        _list_left_out(simulator),
        tuple(_list_alternatives(simulator)),
        tuple(_list_variables(simulator, (*rolls, *required))),
    )


class TypicalRoll(NamedTuple):
    """A roll that a combatant typically makes or may have to make, with its choices and usual values by name."""

    by: str
    binding: RollBinding
    chosen: Mapping[str, Any]
    varies: tuple[str, ...]
    values: Mapping[str, UsualValue]


def _list_typical_rolls(simulator: FightSimulator) -> tuple[TypicalRoll, ...]:
    """List the typical rolls of all combatants, each once."""
    fight = simulator.fight
    found: dict[tuple[str, str], TypicalRoll] = {}
    for by, binding, chosen in find_typical_rolls(simulator):
        if (by, binding.mechanic.id) not in found:
            targets = simulator.tactics.rank_targets(fight, fight.combatant(by).side, {})
            values = find_usual_values(fight, by, targets[0].key if targets else None, binding, chosen)
            varies = fight.context.forecast_hints.find_varied_names(binding.mechanic.id)
            found[by, binding.mechanic.id] = TypicalRoll(by, binding, chosen, varies, values)
    return tuple(found.values())


def _describe_rolls(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> tuple[str, ...]:
    """Describe the rolls that combatants typically make, with all who make the same one in one sentence.

    The values that a reader can change are part of it, unless they are 0 or no.
    """
    names = _NamesByText()
    for by, binding, chosen, varies, values in rolls:
        combatant = simulator.fight.combatant(by)
        title = title_roll(binding, combatant.sheet, chosen)
        changed = simulator.tactics.choices.get(by, {})
        stated = (name for name in varies if name not in changed and values[name].is_notable)
        names.add(f"{title}.{_describe_values(binding, values, stated)}", combatant.name)
    return names.describe(": ")


def _list_required_rolls(simulator: FightSimulator) -> tuple[TypicalRoll, ...]:
    """List the rolls that each combatant may have to make, such as at 0 HP."""
    fight = simulator.fight
    return tuple(
        TypicalRoll(
            key,
            binding,
            {},
            fight.context.forecast_hints.find_varied_names(binding.mechanic.id),
            find_usual_values(fight, key, None, binding, {}),
        )
        for key, combatant in fight.participants.items()
        for binding in combatant.sheet.rolls
        if binding.mechanic in fight.rules.required_rolls
    )


def _describe_required_rolls(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> tuple[str, ...]:
    """Describe the defaults of rolls that combatants have to make, such as that an attack was lethal.

    Those that are 0 or no are left out, and so are those that the reader has changed.
    """
    names = _NamesByText()
    for by, binding, _, _, values in rolls:
        changed = simulator.tactics.choices.get(by, {})
        stated = [
            name
            for name, value in values.items()
            if value.is_notable and not value.is_from_sheet and name not in changed
        ]
        if stated:
            text = f"{binding.mechanic.title}.{_describe_values(binding, values, stated)}"
            names.add(text, simulator.fight.combatant(by).name)
    return names.describe(": ")


def _describe_values(binding: RollBinding, values: Mapping[str, UsualValue], names: Iterable[str]) -> str:
    return "".join(f" {binding.mechanic.parameters[name].label}: {values[name].text}." for name in names)


class _NamesByText:
    """Sentences, each with the names of all combatants that it is about."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, None]] = {}

    def add(self, text: str, name: str) -> None:
        """Add a sentence about a combatant."""
        self._names.setdefault(text, {})[name] = None

    def describe(self, between: str) -> tuple[str, ...]:
        """Return each sentence once, after the names and the text between them."""
        return tuple(f"{join_some(names)}{between}{text}" for text, names in self._names.items())


def _list_left_out(simulator: FightSimulator) -> tuple[str, ...]:
    """Return the titles of the actions that combatants could take and that the forecast doesn't use.

    It uses those of its fights, and the rolls and reloads that it makes once they are needed. It makes no roll again.
    """
    rules, participants = simulator.fight.rules, simulator.fight.participants
    due = {*rules.required_rolls, *(each.mechanic for each in rules.group_rolls), rules.order.mechanic}
    choices, fallbacks = simulator.tactics.choices, simulator.fight.context.forecast_hints.fallbacks
    found: dict[str, None] = {}
    for action in rules.declared_actions:
        takers = [key for key, each in participants.items() if can_take(action, each.sheet)]
        is_unused = action.id not in simulator.recorder.performed and action.rule not in due
        if is_unused and any(
            action.rule not in fallbacks or choices.get(key, {}).get(name_habit(action.rule)) is False for key in takers
        ):
            found[action.rule.title] = None
    for action in rules.declared_actions:
        if any(can_take(action, each.sheet) for each in participants.values()):
            for amendment in action.amendments:
                if amendment.rule is None:
                    found[amendment.label] = None
    return tuple(found)


def can_take(action: Action, sheet: Sheet) -> bool:
    """Return True if a fight offers an action to the combatant with this sheet."""
    if isinstance(action.rule, Change):
        return isinstance(sheet, action.rule.sheet_types) and action.suits(sheet)
    return any(binding.mechanic is action.rule for binding in sheet.rolls) and action.suits(sheet)


def _list_alternatives(simulator: FightSimulator) -> Iterator[Alternatives]:
    """Yield the lists with several entries from which combatants choose for their typical rolls, each list once."""
    listed: set[tuple[str, str]] = set()
    for by, binding, chosen in find_typical_rolls(simulator):
        for name, fields in binding.choices.items():
            entries = () if fields else getattr(simulator.fight.sheet_for(by), name)
            if len(entries) > 1 and chosen.get(name, NO_ENTRY) != NO_ENTRY and (by, name) not in listed:
                listed.add((by, name))
                yield Alternatives(by, name, simulator.fight.sheet_for(by).name_entries(name), chosen[name])


def _describe_changes(simulator: FightSimulator) -> tuple[str, ...]:
    """Describe the assumptions that have been changed, with all combatants who share them in one sentence."""
    names = _NamesByText()
    for key, choices in simulator.tactics.choices.items():
        if key not in simulator.fight.combatants:
            continue
        known = find_assumptions(simulator.fight, key)
        changes = [
            f"{known[name].label}: {known[name].values.get(text, text)}"
            for name, value in choices.items()
            if not known[name].is_entry and (text := to_text(value))
        ]
        if changes:
            names.add(f"{'; '.join(changes)}.", simulator.fight.combatant(key).name)
    return names.describe(", changed: ")


def _list_variables(simulator: FightSimulator, rolls: Iterable[TypicalRoll]) -> Iterator[Variable]:
    """Yield the assumptions that can be changed for a side, of all combatants whose typical roll is known.

    Entries such as weapons are left out, because each combatant has their own.
    """
    fight, choices = simulator.fight, simulator.tactics.choices
    usual: dict[tuple[str, str], list[UsualValue]] = {}
    for by, binding, _, varies, values in rolls:
        for name in (*binding.choices, *varies):
            if name in values:
                usual.setdefault((by, name), []).append(values[name])
    found: dict[tuple[str, str], Assumption] = {}
    members: dict[tuple[str, str], list[str]] = {}
    for key, used in find_variable_names(simulator).items():
        side = fight.combatant(key).side
        for name, assumption in find_assumptions(fight, key).items():
            if assumption.is_entry or name not in used:
                continue
            known = found.get((side, name))
            options = {**known.values, **assumption.values} if known else assumption.values
            found[side, name] = replace(assumption, values=options)
            members.setdefault((side, name), []).append(key)
            usual.setdefault((key, name), [UsualValue(assumption.usual)])
    for side in fight.rules.sides:
        for (owner, name), assumption in found.items():
            if owner == side:
                keys = members[owner, name]
                texts = {to_text(choices.get(key, {}).get(name, "")) for key in keys}
                of_all = describe_usual_values(value for key in keys for value in usual[key, name])
                yield Variable(side, assumption, min(texts) if len(texts) == 1 else "", of_all)
