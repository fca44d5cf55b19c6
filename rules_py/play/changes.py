"""Changes: functions from a sheet to the next one, with an id and checked parameters."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from rules_py.errors import DataError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.signature import find_source_location, read_parameters
from rules_py.parameters import Parameter, check_all
from rules_py.play.bindings import Trigger
from rules_py.play.sheet import Sheet
from rules_py.text.formatting import to_json

CHANGES_ATTR = "__changes__"
"""The name under which a module holds the changes it registers: they come and go with it."""

Log = Callable[[str], None]
"""What a change tells people, a sentence at a time."""


class LogToAll:
    """The same, for a change that happens to everybody: what goes without saying then is an aside."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.news: list[str] = []

    def __call__(self, message: str) -> None:
        self.steps.append(message)
        self.news.append(message)

    def log_detail(self, message: str) -> None:
        """Tell what is news where this happens alone, and none at the end of everybody's turn."""
        self.steps.append(message)


@dataclass(frozen=True)
class QuickAction:
    """A change that stands ready in a fight, with what it takes: one tap does it.

    `QuickAction("Low cover", {"cover": 1}, unchanged_fields=("prone",))`: a button "Low cover", shown as long as it
    changes something; the field `prone` stays as the sheet has it.

    Attributes:
        text: what the button says; the change's title where it says nothing.
        fixed_params: what the change takes, besides its defaults.
        unchanged_fields: what it takes as the sheet's fields of these names have it.
        is_for_all: it happens to everybody whom it concerns at once.
        gives: a change that happens with it to somebody else of their side, by its id: a button for each of them.
        between: it stands ready only until somebody rolls again, once such a thing has ended: "scene", say.
        by: the roll that each of them makes for it then.
    """

    text: str = ""
    fixed_params: Mapping[str, Any] = field(default_factory=dict)
    unchanged_fields: tuple[str, ...] = ()
    is_for_all: bool = False
    ally_change: str = ""
    downtime_after: str = ""
    mechanic: Mechanic | None = None

    def build_params(self, sheet: Sheet) -> dict[str, Any]:
        """What the change takes of a sheet."""
        return {**self.fixed_params, **{name: getattr(sheet, name) for name in self.unchanged_fields}}


@dataclass(frozen=True)
class ChangeResult:
    """A sheet after a change, and what happened in words. The sheet before is as it was.

    Attributes:
        news: the steps that are worth telling even where it happened to everybody.
    """

    change: str
    params: dict[str, Any]
    sheet_before: Sheet
    sheet: Sheet
    steps: tuple[str, ...]
    news: tuple[str, ...] = ()

    @property
    def differences(self) -> dict[str, tuple[Any, Any]]:
        """Fields that have another value now: before and after."""
        after = self.sheet.fields
        return {name: (value, after[name]) for name, value in self.sheet_before.fields.items() if value != after[name]}

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON."""
        return {
            "change": self.change,
            "params": to_json(self.params),
            "sheet": self.sheet.to_dict(),
            "steps": list(self.steps),
            "changed": to_json(self.differences),
        }


@dataclass(frozen=True, eq=False)
class Change:
    """A change and what callers need to know of it.

    Attributes:
        rule: takes a sheet, what to tell people with, and the checked parameters; gives the next sheet.
        of: the sheets it is for.
        page: page#anchor where the rule stands.
        after: the rolls that lead to it.
        ends: what it belongs to the end of, such as "turn", where it does.
        at_hand: how it stands ready in a fight.
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

    @property
    def source_location(self) -> str:
        """Where its function stands, as file:line."""
        return find_source_location(self.rule)

    def apply(self, sheet: Sheet, values: dict[str, Any]) -> ChangeResult:
        """Change a sheet.

        Raises:
            RulesError: it is a sheet of another kind, a parameter is not accepted, or the rule forbids it.
        """
        if not isinstance(sheet, self.sheet_types):
            ids = " or ".join(each.id for each in self.sheet_types)
            raise RulesError(
                f"sheet: got {getattr(sheet, 'id', None) or type(sheet).__name__}, takes {ids} with {self.id}"
            )
        params = check_all(self.id, self.parameters, values)
        say = LogToAll()
        changed = self.rule(sheet, say, **params)
        return ChangeResult(self.id, params, sheet, changed, tuple(say.steps), tuple(say.news))

    def match_triggers(
        self, roll: Roll, chosen: dict[str, Any] | None = None, target_index: int = 0
    ) -> list[tuple[Trigger, dict[str, Any]]]:
        """How it follows from a roll: for whom, and with which parameters; `number` says which of several targets."""
        return [
            (after, params)
            for after in self.triggers
            if (params := after.build_params(roll, chosen, target_index)) is not None
        ]

    def describe(self) -> dict[str, Any]:
        """Title, place and parameters, for forms, help texts and documents."""
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
) -> Callable[[Callable[..., Sheet]], Change]:
    """Register a function as a change under its id.

    It takes a sheet, `say` and its parameters, each annotated with a `parameters.Kind`, and gives the next sheet, or
    refuses with a RulesError what the rules forbid.

    Args:
        id: `slug.name`; the name of the function says the same.
        of: the sheet it is for, or several.
        after: the rolls that lead to it.
        ends: "turn", "round", "phase", "fight", "scene" or "mission": what it belongs to the end of.
        at_hand: how it stands ready in a fight, for a tap.

    Raises:
        DataError: the module has that id already, or the function is none of a change; the message has the places.
    """

    def register(rule: Callable[..., Sheet]) -> Change:
        if not isinstance(rule, FunctionType):
            raise DataError(f"{id}: got {rule!r}, takes a function")
        made = Change(
            id,
            title,
            rule,
            sheet_types if isinstance(sheet_types, tuple) else (sheet_types,),
            page,
            read_parameters(id, rule, None, (), skip=2),
            triggers,
            ends,
            quick_actions,
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
                    f"{made.source_location}: {id}: has {name} at hand, takes one of "
                    f"{', '.join(made.parameters) or 'no parameters'}"
                )
        of_module: dict[str, Change] = rule.__globals__.setdefault(CHANGES_ATTR, {})
        if id in of_module:
            raise DataError(
                f"{made.source_location}: got the id {id} a second time, takes another; the first is at "
                f"{of_module[id].source_location}"
            )
        of_module[id] = made
        return made

    return register


def list_changes(module: ModuleType) -> Iterable[Change]:
    """The changes that a module registers, in the order in which it defines them."""
    return getattr(module, CHANGES_ATTR, {}).values()
