"""Assumptions of a forecast about each combatant: those that can be changed, and the checks of new values.

They are the choices of their rolls, such as the weapon and the attribute; the number of their actions in a turn; the
conditions on their piece, such as cover; and what the game's `ForecastHints` name: parameters that vary, such as the
distance, and the actions that combatants can do without or take first, such as reloading and aiming.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules_py.errors import ParameterError, RulesError, UnknownIdError, UnknownParameterError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Flag, NamedWhole, Parameter
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Attempt
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.text.numbers import parse_int
from rules_py.text.quoting import shorten
from rules_py.text.sentences import join_choices

ACTIONS = "actions"
"""The name of the number of actions in a turn."""

POOL = "action"
"""The name of what the limits of actions in a turn count."""

YES_OR_NO = {"false": "no", "true": "yes"}


@dataclass(frozen=True)
class Assumption:
    """An assumption about a combatant that can be changed.

    Attributes:
        name: its name among the choices of a forecast.
        label: its label for players.
        values: the name of each value that can be chosen, by its text; empty for a number.
        numbers: the lowest and the highest number; None if there are values to choose from.
        parameter: the parameter that checks a new value; None if `values` does.
        is_entry: True if the value is the number of an entry of a list, such as a weapon.
        usual: the usual value in players' words, if it doesn't depend on a roll.
    """

    name: str
    label: str
    values: Mapping[str, str]
    numbers: tuple[float, float] | None = None
    parameter: Parameter | None = None
    is_entry: bool = False
    usual: str = ""

    def accept(self, value: Any, who: str) -> Any:
        """Return the checked value.

        Args:
            who: the combatant's name, for the message.

        Raises:
            ParameterError: the value isn't accepted.
        """
        if self.parameter is not None:
            return self.parameter.accept(value)
        text = value.strip() if isinstance(value, str) else str(value)
        if text not in self.values or isinstance(value, bool):
            names = join_choices(self.values.values())
            raise ParameterError(
                self.name,
                value,
                f"one of {', '.join(self.values)}" if self.values else "nothing, as the list is empty",
                plain=f"{who} has no “{shorten(value)}” under {self.label}. "
                + (f"Choose {names}." if names else "Put it on the sheet first."),
            )
        return parse_int(text) if self.is_entry or self.name == ACTIONS else text


def find_assumptions(fight: Fight, key: str) -> dict[str, Assumption]:
    """Return the assumptions about a combatant that can be changed, by name."""
    sheet = fight.combatant(key).sheet
    found: dict[str, Assumption] = {}
    for each in (
        *_find_choices(sheet),
        *_find_parameters(fight, sheet),
        *_find_actions(fight, key),
        *_find_habits(fight, sheet),
        *_find_conditions(sheet),
    ):
        known = found.get(each.name)
        found[each.name] = replace(known, values={**known.values, **each.values}) if known else each
    return found


def list_conditions(sheet: Sheet) -> tuple[str, ...]:
    """Return the fields of a sheet that are conditions on its piece, such as cover, and have few values."""
    return tuple(
        each.value
        for each in sheet.conditions
        if each.value in sheet.parameters and isinstance(sheet.parameters[each.value].kind, Flag | NamedWhole)
    )


def set_conditions(fight: Fight, choices: Mapping[str, Mapping[str, Any]]) -> Fight:
    """Return a fight that begins with the conditions among the choices of combatants.

    Raises:
        RulesError: a condition doesn't suit the rest of a sheet.
    """
    changed = {}
    for key, chosen in choices.items():
        if key in fight.combatants:
            sheet = fight.combatants[key].sheet
            if fields := {name: chosen[name] for name in list_conditions(sheet) if name in chosen}:
                changed[key] = sheet.replace(**fields)
    return fight.with_sheets(changed) if changed else fight


def count_most_actions(fight: Fight, key: str) -> int:
    """Return the number of actions that a combatant has in a turn."""
    for action in fight.rules.declared_actions:
        limit = action.limit
        if limit is not None and (limit.pool, limit.per, limit.who) == (POOL, "turn", "actor"):
            return limit.most(Attempt(fight, action, key))
    return 1


def describe_value(parameter: Parameter, value: Any) -> str:
    """Return a parameter's value in players' words, with the unit if there is one."""
    text = parameter.describe_value(value)
    return f"{text} {parameter.kind.unit}" if parameter.kind.unit else text


def name_habit(rule: Mechanic | Change) -> str:
    """Return the name of the assumption that combatants take an action, such as a reload."""
    return rule.id.partition(".")[2]


def read_choices(fight: Fight, choices: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the checked choices of each combatant. Those of a side are for its members who accept them.

    Args:
        choices: new values of assumptions by name, by the key of a combatant or by a side.

    Raises:
        RulesError: there is no such combatant, side or assumption, or a value isn't accepted. Its `path` leads to the
            value.
    """
    read: dict[str, dict[str, Any]] = {}
    members = {key: [key] for key in fight.combatants}
    for side in fight.rules.sides:
        members.setdefault(side, [key for key, each in fight.participants.items() if each.side == side])
    for owner in sorted(choices, key=lambda owner: owner in fight.combatants):
        if owner not in members:
            raise UnknownIdError("choices", owner, members, noun="combatant")
        for name, value in choices[owner].items():
            try:
                accepted = _accept_for(fight, members[owner], name, value)
            except RulesError as error:
                error.path = ("choices", owner, name)
                raise
            for key, each in accepted:
                read.setdefault(key, {})[name] = each
    return read


def _accept_for(fight: Fight, keys: list[str], name: str, value: Any) -> list[tuple[str, Any]]:
    """Return the value that each combatant accepts.

    Raises:
        RulesError: none of them accepts it.
    """
    accepted: list[tuple[str, Any]] = []
    errors: list[RulesError] = []
    for key in keys:
        known = find_assumptions(fight, key)
        who = fight.combatant(key).name
        try:
            if name not in known:
                raise _build_unknown_error(name, who, known)
            accepted.append((key, known[name].accept(value, who)))
        except RulesError as error:
            errors.append(error)
    if errors and not accepted:
        raise next((each for each in errors if not isinstance(each, UnknownParameterError)), errors[0])
    return accepted


def _build_unknown_error(name: str, who: str, known: Mapping[str, Assumption]) -> UnknownParameterError:
    error = UnknownParameterError(name, "forecast.choices", known)
    labels = join_choices(dict.fromkeys(each.label for each in known.values()))
    can_change = f"You can change {labels}." if labels else "Nothing can be changed for them."
    error.plain = f"A forecast can't change “{shorten(name)}” of {who}. {can_change}"
    return error


def _find_choices(sheet: Sheet) -> Iterator[Assumption]:
    """Yield the choices of a combatant's rolls: fields such as attributes, and entries of lists such as weapons."""
    for binding in sheet.rolls:
        for name, fields in binding.choices.items():
            if fields:
                label = binding.mechanic.parameters[name].label
                yield Assumption(name, label, {field: sheet.label_for(field) for field in fields})
            else:
                names = sheet.name_entries(name)
                values = {str(number): entry or f"number {number + 1}" for number, entry in enumerate(names)}
                yield Assumption(name, sheet.label_for(name), values, is_entry=True)


def _find_parameters(fight: Fight, sheet: Sheet) -> Iterator[Assumption]:
    """Yield the parameters of a combatant's actions that a forecast may vary."""
    for binding in sheet.rolls:
        for name in fight.context.forecast_hints.find_varied_names(binding.mechanic.id):
            parameter = binding.mechanic.parameters[name]
            values = YES_OR_NO if isinstance(parameter.kind, Flag) else parameter.kind.names()
            numbers = parameter.kind.describe().get("range")
            yield Assumption(
                name, parameter.heading, values, tuple(numbers) if numbers else None, replace(parameter, name=name)
            )


def _find_actions(fight: Fight, key: str) -> Iterator[Assumption]:
    """Yield the number of a combatant's actions in a turn, if they have several."""
    if (most := count_most_actions(fight, key)) > 1:
        yield Assumption(
            ACTIONS, "Actions in a turn", {str(each): str(each) for each in range(most, 0, -1)}, usual=str(most)
        )


def _find_habits(fight: Fight, sheet: Sheet) -> Iterator[Assumption]:
    """Yield the actions that a combatant can do without, such as a reload, or take first, such as aiming."""
    hints = fight.context.forecast_hints
    for rule in (*hints.fallbacks, *hints.preparations):
        if isinstance(rule, Change) and isinstance(sheet, rule.sheet_types):
            name = name_habit(rule)
            flag = Parameter(name, Flag("the action is taken", label=rule.title), rule in hints.fallbacks)
            yield Assumption(name, rule.title, YES_OR_NO, parameter=flag, usual=describe_value(flag, flag.default))


def _find_conditions(sheet: Sheet) -> Iterator[Assumption]:
    """Yield the conditions of a combatant at the beginning, such as cover."""
    for name in list_conditions(sheet):
        parameter = sheet.parameters[name]
        values = YES_OR_NO if isinstance(parameter.kind, Flag) else parameter.kind.names()
        usual = describe_value(parameter, getattr(sheet, name))
        yield Assumption(name, parameter.label, values, parameter=parameter, usual=usual)
