"""Changes: functions from a sheet to the next one, with an id and checked parameters."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

from rules_py.dice import DiceSource, create_dice
from rules_py.errors import DataError, ForbiddenError, ParameterError
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.declarations import find_declarations, reject_lost_declaration
from rules_py.mechanic.signature import find_source_location, read_parameters
from rules_py.parameters import Parameter, check_all
from rules_py.play.bindings import Trigger
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json

Log = Callable[[str], None]
"""The callback a change logs with, one sentence a call."""

OwnDie = int | Callable[[Any, Mapping[str, Any]], int]
"""The sides of a die that gives a parameter of a change, or a function that returns them, or 0 if no die is rolled.

The function gets the sheet and the other parameters.
"""


class LogToAll:
    """A `Log` for changes that may apply to everybody: it separates details from news."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.news: list[str] = []

    def __call__(self, message: str) -> None:
        self.steps.append(message)
        self.news.append(message)

    def log_detail(self, message: str) -> None:
        """Log a sentence that is left out when the change applies to everybody, such as at the end of a turn."""
        self.steps.append(message)


@dataclass(frozen=True)
class QuickAction:
    """A change that a fight offers as a button, with preset parameters.

    `QuickAction("Low cover", {"cover": 1}, unchanged_fields=("prone",))`: a button "Low cover", shown as long as it
    changes something; the field `prone` keeps the sheet's value.

    Attributes:
        text: the button's label; the change's title if empty.
        fixed_params: the change's parameters that differ from its defaults.
        unchanged_fields: parameters that take the value of the sheet's field with the same name.
        is_for_all: the change applies at once to everybody it affects.
        ally_change: the id of a change that is applied to an ally at the same time; each ally gets a button.
        downtime_after: a period such as "scene": the button is only shown from its end until the next roll.
        mechanic: the roll that each combatant makes for it in that time.
        changes_nothing: True if it only takes an action, such as a motion, so that the sheet stays as it is.
    """

    text: str = ""
    fixed_params: Mapping[str, Any] = field(default_factory=dict)
    unchanged_fields: tuple[str, ...] = ()
    is_for_all: bool = False
    ally_change: str = ""
    downtime_after: str = ""
    mechanic: Mechanic | None = None
    changes_nothing: bool = False

    def build_params(self, sheet: Sheet) -> dict[str, Any]:
        """Return the change's parameters for a sheet."""
        return {**self.fixed_params, **{name: getattr(sheet, name) for name in self.unchanged_fields}}


@dataclass(frozen=True)
class ChangeResult:
    """The result of a change: the sheet before and after, and log sentences. The sheet before isn't modified.

    Attributes:
        steps: all sentences.
        news: the sentences to show even if the change applied to everybody.
    """

    change: str
    params: dict[str, Any]
    sheet_before: Sheet
    sheet: Sheet
    steps: tuple[str, ...]
    news: tuple[str, ...] = ()

    @property
    def differences(self) -> dict[str, tuple[Any, Any]]:
        """The fields whose values differ, each with its value before and after."""
        after = self.sheet.fields
        return {name: (value, after[name]) for name, value in self.sheet_before.fields.items() if value != after[name]}

    def revert(self, sheet: Sheet) -> Sheet:
        """Return a sheet without this change.

        Raises:
            RulesError: a field that it changed has changed again since then, or the rules need it for a later change.
        """
        for name, (_, after) in self.differences.items():
            if sheet.fields[name] != after:
                raise ForbiddenError(self.change, "the sheet has changed again since then")
        return sheet.replace(**{name: before for name, (before, _) in self.differences.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the change as JSON."""
        return {
            "change": self.change,
            "params": to_json(self.params),
            "sheet": self.sheet.to_dict(),
            "steps": list(self.steps),
            "changed": to_json(self.differences),
        }


@dataclass(frozen=True, eq=False)
class Change:
    """A registered change, with everything that callers need to know about it.

    Attributes:
        rule: a function that takes a sheet, a `Log` and the checked parameters, and returns the next sheet.
        sheet_types: the sheets it applies to.
        page: page#anchor of the rule's text.
        triggers: the rolls that lead to it.
        ends: the period at whose end it is applied, such as "turn"; empty if there is none.
        quick_actions: its buttons in a fight.
        current_params: values of parameters that players don't see, for new changes, such as `{"hourly": True}` after a
            rule was corrected. Stored events have no such parameter and get its default, which does what the change did
            before. A parameter that players choose needs only such a default, and a trigger that gives it.
        hidden_parameters: the parameters in `current_params`.
        own_dice: parameters that the rules roll, each with its die. If the player leaves one open, it is rolled.
        summary: what it does, from the beginning of its function's docstring.
    """

    id: str
    title: str
    rule: Callable[..., Sheet]
    sheet_types: tuple[type[Sheet], ...]
    page: str
    parameters: dict[str, Parameter] = field(default_factory=dict)
    triggers: tuple[Trigger, ...] = ()
    ends: str = ""
    quick_actions: tuple[QuickAction, ...] = ()
    current_params: Mapping[str, Any] = field(default_factory=dict)
    hidden_parameters: dict[str, Parameter] = field(default_factory=dict)
    own_dice: Mapping[str, OwnDie] = field(default_factory=dict)
    summary: str = ""

    @cached_property
    def triggers_by_mechanic(self) -> Mapping[str, tuple[Trigger, ...]]:
        """The triggers by the ids of the rolls that lead to the change."""
        ids = dict.fromkeys(each.mechanic.id for each in self.triggers)
        return {id: tuple(each for each in self.triggers if each.mechanic.id == id) for id in ids}

    @cached_property
    def all_parameters(self) -> dict[str, Parameter]:
        """The parameters, also those that players don't enter."""
        return self.parameters | self.hidden_parameters

    @property
    def source_location(self) -> str:
        """The location of the change's function, as file:line."""
        return find_source_location(self.rule)

    def check_sheet(self, sheet: Sheet) -> None:
        """Check that the change applies to this kind of sheet.

        Raises:
            RulesError: it is for another kind of sheet.
        """
        if not isinstance(sheet, self.sheet_types):
            ids = " or ".join(each.id for each in self.sheet_types)
            raise ParameterError(
                "sheet",
                getattr(sheet, "id", type(sheet).__name__),
                f"{ids} with {self.id}",
                plain=f"“{self.title}” is for another kind of sheet.",
            )

    def find_own_dice(self, sheet: Sheet, params: Mapping[str, Any]) -> dict[str, int]:
        """Return the sides of the dice that give the parameters that are left open, by parameter.

        Raises:
            RulesError: a parameter isn't accepted.
        """
        known = check_all(self.id, self.all_parameters, dict(params))
        found = {}
        for name, die in self.own_dice.items():
            sides = 0 if name in params else die if isinstance(die, int) else die(sheet, known)
            if sides:
                found[name] = sides
        return found

    def roll_open_params(
        self, sheet: Sheet, values: Mapping[str, Any], source: DiceSource
    ) -> tuple[dict[str, Any], dict[str, int]]:
        """Roll the parameters with an own die that are missing or empty.

        Returns:
            All values, and the sides of the dice that were rolled, by parameter.

        Raises:
            RulesError: the change doesn't apply to this sheet, or another parameter isn't accepted.
        """
        given = {name: value for name, value in values.items() if name not in self.own_dice or value not in ("", None)}
        if all(name in given for name in self.own_dice):
            return given, {}
        self.check_sheet(sheet)
        rolled = self.find_own_dice(sheet, given)
        dice = create_dice(source)
        return {**given, **{name: dice.die(sides) for name, sides in rolled.items()}}, rolled

    def apply(self, sheet: Sheet, values: dict[str, Any], rolled: Mapping[str, int] | None = None) -> ChangeResult:
        """Apply the change to a sheet.

        Args:
            sheet: the sheet before.
            values: the parameters that differ from their defaults.
            rolled: the sides of the dice that gave parameters, by parameter; the log begins with them.

        Raises:
            RulesError: the change doesn't apply to this sheet, a parameter isn't accepted, or the rule forbids it.
        """
        self.check_sheet(sheet)
        params = check_all(self.id, self.all_parameters, values)
        say = LogToAll()
        for name, sides in (rolled or {}).items():
            if name in self.parameters:
                say(f"{self.parameters[name].label}: 1D{sides} = {params[name]}.")
        changed = self.rule(sheet, say, **params)
        return ChangeResult(self.id, params, sheet, changed, tuple(say.steps), tuple(say.news))

    def with_current_params(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a new change: `values`, and `current_params` where they have none."""
        return {**self.current_params, **values}

    def match_triggers(
        self, roll: Roll, chosen: dict[str, Any] | None = None, target_index: int = 0
    ) -> list[tuple[Trigger, dict[str, Any]]]:
        """Return the triggers that a roll fires, each with the change's parameters.

        `target_index` is the index, from 0, of the target among several.
        """
        return [
            (after, self.with_current_params(params))
            for after in self.triggers_by_mechanic.get(roll.mechanic, ())
            if (params := after.build_params(roll, chosen, target_index)) is not None
        ]

    def describe(self) -> dict[str, Any]:
        """Describe id, title, page and parameters, for forms, help texts and documents."""
        return {
            "change": self.id,
            "title": self.title,
            "rule": self.page,
            "of": [each.id for each in self.sheet_types],
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }


def change(
    id: str,
    *,
    sheet_types: type[Sheet] | tuple[type[Sheet], ...],
    title: str,
    page: str,
    triggers: tuple[Trigger, ...] = (),
    ends: str = "",
    quick_actions: tuple[QuickAction, ...] = (),
    current_params: Mapping[str, Any] | None = None,
    own_dice: Mapping[str, OwnDie] | None = None,
) -> Callable[[Callable[..., Sheet]], Change]:
    """Register a function as a change under its id.

    The function takes a sheet, a `Log` and its parameters, each annotated with a `parameters.Kind`. It returns the next
    sheet, or raises a RulesError if the rules forbid the change.

    Args:
        id: `slug.name`, where `name` matches the function's name.
        sheet_types: the sheet it applies to, or several.
        title: the change's name for players.
        page: page#anchor of the rule's text.
        triggers: the rolls that lead to it.
        ends: the period at whose end it is applied: "turn", "round", "phase", "fight", "scene" or "mission".
        quick_actions: its buttons in a fight.
        current_params: as in `Change`.
        own_dice: as in `Change`.

    Raises:
        DataError: the module already has this id, or the function can't be a change; the message has the locations.
    """

    def register(rule: Callable[..., Sheet]) -> Change:
        if not isinstance(rule, FunctionType):
            raise DataError(f"{id}: got {rule!r}, takes a function")
        reject_lost_declaration(id, rule, lambda value: (value.id, value.rule) if isinstance(value, Change) else None)
        current = current_params or {}
        parameters = read_parameters(id, rule, skip=2)
        made = Change(
            id,
            title,
            rule,
            sheet_types if isinstance(sheet_types, tuple) else (sheet_types,),
            page,
            {name: parameter for name, parameter in parameters.items() if name not in current},
            triggers,
            ends,
            quick_actions,
            current,
            {name: parameter for name, parameter in parameters.items() if name in current},
            own_dice or {},
            summarize(rule.__doc__ or ""),
        )
        for name in made.own_dice:
            if name not in made.parameters:
                raise DataError(
                    f"{made.source_location}: {id}: rolls {name}, takes one of "
                    f"{', '.join(made.parameters) or 'no parameters'}"
                )
        for name in current:
            if name not in parameters:
                raise DataError(
                    f"{made.source_location}: {id}: gives {name} to new changes, takes one of "
                    f"{', '.join(parameters) or 'no parameters'}"
                )
        for source in (name for each in triggers for name in (*each.sources, *each.fixed_params)):
            if source not in made.parameters:
                raise DataError(
                    f"{made.source_location}: {id}: gives {source} after a roll, takes one of "
                    f"{', '.join(made.parameters) or 'no parameters'}"
                )
        for name in (name for each in quick_actions for name in (*each.fixed_params, *each.unchanged_fields)):
            if name not in made.parameters:
                raise DataError(
                    f"{made.source_location}: {id}: has a quick action with {name}, takes one of "
                    f"{', '.join(made.parameters) or 'no parameters'}"
                )
        return made

    return register


def summarize(docstring: str) -> str:
    """Return the beginning of a docstring's first sentence, up to what explains it, without a full stop.

    >>> summarize("Sprint for a turn, at most HLT turns before a rest.")
    'Sprint for a turn, at most HLT turns before a rest'
    >>> summarize("Deploy it: it fires for the rest of the scene. More.")
    'Deploy it'
    """
    return re.split(r"[.:;](?:\s|$)", " ".join(docstring.split()), maxsplit=1)[0]


def list_changes(module: ModuleType) -> Iterable[Change]:
    """Return the changes that a module declares, in order of definition.

    Raises:
        DataError: two have the same id; the message has both source locations.
    """
    found: dict[str, Change] = {}
    for made in find_declarations(module, lambda value: value.rule.__module__ if isinstance(value, Change) else None):
        if made.id in found:
            raise DataError(
                f"{made.source_location}: got the id {made.id} a second time, takes another; the first is at "
                f"{found[made.id].source_location}"
            )
        found[made.id] = made
    return found.values()
