"""Sheets: the recorded fields of a character, an enemy or a fight, and the values derived from them."""

import dataclasses
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self, dataclass_transform, get_type_hints, overload

from rules_py.errors import DataError, ParameterError, UnknownIdError
from rules_py.mechanic.calculator import TablePreset
from rules_py.mechanic.declarations import find_declarations
from rules_py.parameters import RESERVED, Kind, ListOf, Parameter, check_all
from rules_py.play.bindings import RollBinding
from rules_py.play.copies import replace
from rules_py.play.layout import Layout
from rules_py.play.paper import Paper
from rules_py.play.pieces import Condition
from rules_py.text.quoting import shorten
from rules_py.text.serialization import to_json, to_text
from rules_py.text.wording import humanize

WARNING_ATTR = "__warning__"
QUESTION_ATTR = "__question__"

SHEET_PARTS = ("sheet", "fields", "derived", "warnings")
"""The parts of a sheet's JSON."""


class Derived[T](cached_property[T]):
    """A value derived from a sheet's fields, read like a field and cached, as sheets are immutable.

    Attributes:
        label: its name on the page.
    """

    def __init__(self, compute: Callable[[Any], T], label: str = "") -> None:
        super().__init__(compute)
        self.label = label or humanize(compute.__name__)

    @property
    def compute(self) -> Callable[[Any], T]:
        """The function that derives the value from a sheet."""
        return self.func


@overload
def derived[T](work_out: Callable[[Any], T], /) -> Derived[T]: ...


@overload
def derived[T](*, label: str) -> Callable[[Callable[[Any], T]], Derived[T]]: ...


def derived[T](work_out: Callable[[Any], T] | None = None, *, label: str = "") -> Any:
    """Declare a value derived from the fields: a number, a word, a boolean, or a tuple of them.

    Args:
        label: its name on the page, if the function's name doesn't make a good one.
    """
    if work_out is not None:
        return Derived(work_out)
    return lambda function: Derived(function, label)


def warning[S: Sheet](function: Callable[[S], str | None]) -> Callable[[S], str | None]:
    """Declare a warning: the function returns a sentence, or None if the warning doesn't apply."""
    setattr(function, WARNING_ATTR, True)
    return function


def open_question[S: Sheet](function: Callable[[S], str | None]) -> Callable[[S], str | None]:
    """Declare a warning about something that the sheet leaves open. A fight says it once for all who share it."""
    setattr(function, QUESTION_ATTR, True)
    return warning(function)


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Sheet:
    """The base class of all sheets. A game declares subclasses, whose annotated fields are recorded on the sheet.

    >>> from typing import Annotated
    >>> from rules_py.parameters import Whole
    >>> class Crate(Sheet, id="moon.crate", title="Crate", page="moon/cargo/#crates"):
    ...     dc: Annotated[int, Whole(0, 50, "what it can take")] = 10
    ...     lost: Annotated[int, Whole(0, 50, "what it took")] = 0
    ...
    ...     @derived
    ...     def broken(self) -> bool:
    ...         return self.lost >= self.dc
    >>> Crate(lost=10).to_dict()
    {'sheet': 'moon.crate', 'fields': {'dc': 10, 'lost': 10}, 'derived': {'broken': True}, 'warnings': []}
    >>> Crate(lost=51)
    Traceback (most recent call last):
    rules_py.errors.ParameterError: lost: got '51', takes a whole number from 0 to 50

    Attributes:
        id: `slug.name`.
        title: the name of this type of sheet.
        page: page#anchor where the rules describe it.
        parameters: its fields by name, as parameters.
        derivations: its derived values by name.
        rolls: the rolls its owner makes, with the parameters it fills.
        met_by: the rolls others make against it, with the parameters it fills.
        ready: tables whose rows become sheets, with a column for each field.
        meter: a field or derived value and its maximum, such as HP, which players look at first.
        glance: further fields and derived values worth showing in a fight.
        hand: the values above the actions of the one who acts, three at most; by default the meter and the glance.
        conditions: the conditions on their piece.
        layout: what players tap in play, and in which order; None to build it from the declaration.
        paper: the page that is printed; None to build it from the declaration.
    """

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    page: ClassVar[str] = ""
    parameters: ClassVar[Mapping[str, Parameter]] = {}
    derivations: ClassVar[Mapping[str, Derived[Any]]] = {}
    rolls: ClassVar[tuple[RollBinding, ...]] = ()
    met_by: ClassVar[tuple[RollBinding, ...]] = ()
    ready: ClassVar[tuple[TablePreset, ...]] = ()
    meter: ClassVar[tuple[str, str] | None] = None
    glance: ClassVar[tuple[str, ...]] = ()
    hand: ClassVar[tuple[str, ...]] = ()
    conditions: ClassVar[tuple[Condition, ...]] = ()
    layout: ClassVar[Layout | None] = None
    paper: ClassVar[Paper | None] = None
    _warning_functions: ClassVar[tuple[Callable[[Any], str | None], ...]] = ()
    _question_functions: ClassVar[tuple[Callable[[Any], str | None], ...]] = ()

    def __init_subclass__(cls, *, id: str = "", title: str = "", page: str = "") -> None:
        """Declare a sheet, or without an id a base class for several sheets.

        Raises:
            DataError: a field or a binding is invalid, or the id is taken; the message has the location.
        """
        super().__init_subclass__()
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        cls.id, cls.title, cls.page = id, title, page
        hints = get_type_hints(cls, include_extras=True)
        cls.parameters = {
            field.name: _build_parameter(cls, field, hints[field.name]) for field in dataclasses.fields(cls)
        }
        inherited = {name: value for each in reversed(cls.__mro__) for name, value in vars(each).items()}
        cls.derivations = {name: value for name, value in inherited.items() if isinstance(value, Derived)}
        cls._warning_functions = tuple(value for value in inherited.values() if getattr(value, WARNING_ATTR, False))
        cls._question_functions = tuple(each for each in cls._warning_functions if getattr(each, QUESTION_ATTR, False))
        if id:
            _check_declaration(cls)

    def __post_init__(self) -> None:
        for name, parameter in self.parameters.items():
            object.__setattr__(self, name, parameter.accept(getattr(self, name)))
        self.check()

    def check(self) -> None:
        """Raise a RulesError if fields contradict each other; a subclass says which do."""

    @classmethod
    def source_location(cls) -> str:
        """Return the sheet's location, as module:name."""
        return f"{cls.__module__}:{cls.__qualname__}"

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """Create a sheet from values, as Python objects or text, with defaults for missing fields.

        Raises:
            RulesError: a name or a value isn't accepted.
        """
        return cls(**check_all(cls.id, dict(cls.parameters), dict(fields)))

    @classmethod
    def build_presets(cls) -> dict[str, Self]:
        """Build the sheets that the game's tables define, by their names there."""
        return {
            name: cls.from_fields({field: cells[column] for field, column in pick.columns.items()})
            for pick in cls.ready
            for name, cells in pick.entries()
        }

    def replace(self, **fields: Any) -> Self:
        """Return a copy of the sheet with other values in these fields.

        Raises:
            RulesError: a value isn't accepted.
            TypeError: a name is no field.
        """
        parameters = self.parameters
        accepted = {
            name: parameters[name].accept(value) if name in parameters else value for name, value in fields.items()
        }
        made = replace(self, **accepted)
        made.check()
        return made

    @property
    def fields(self) -> dict[str, Any]:
        """The sheet's values by field."""
        return {name: getattr(self, name) for name in self.parameters}

    @property
    def derived(self) -> dict[str, Any]:
        """The derived values by name."""
        return {name: getattr(self, name) for name in self.derivations}

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings that currently apply, as sentences."""
        return tuple(said for notice in self._warning_functions if (said := notice(self)))

    @property
    def open_questions(self) -> tuple[str, ...]:
        """Those of the warnings that say what the sheet leaves open."""
        return tuple(said for question in self._question_functions if (said := question(self)))

    @cached_property
    def memo(self) -> dict[Hashable, Any]:
        """Results of functions of this sheet, which a forecast keeps with it. Copies of a sheet begin without any."""
        return {}

    @property
    def is_out(self) -> bool:
        """True if the owner is out of the fight: the field or derived value `out`, which a game may declare."""
        return bool(getattr(self, "out", False))

    @property
    def display_name(self) -> str:
        """The owner's name: the field `name` if the sheet has a value there, otherwise the type of sheet."""
        return getattr(self, "name", "") or humanize(self.title)

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as JSON."""
        return {
            "sheet": self.id,
            "fields": to_json(self.fields),
            "derived": to_json(self.derived),
            "warnings": list(self.warnings),
        }

    def list_non_default_fields(self) -> dict[str, Any]:
        """Return the fields that differ from their defaults, as JSON for links."""
        return {name: to_json(value) for name, value in self.fields.items() if value != self.parameters[name].default}

    @classmethod
    def describe(cls) -> dict[str, Any]:
        """Describe id, title, page and fields, for forms, help texts and documents."""
        return {
            "sheet": cls.id,
            "title": cls.title,
            "rule": cls.page,
            "fields": [parameter.describe() for parameter in cls.parameters.values()],
            "derived": {name: found.label for name, found in cls.derivations.items()},
        }

    @classmethod
    def label_for(cls, name: str) -> str:
        """Return the label of a field or derived value."""
        return cls.parameters[name].label if name in cls.parameters else cls.derivations[name].label

    def name_entries(self, field: str) -> tuple[str, ...]:
        """Return the names of a list's entries: each the name of its first part, which may be ""."""
        kind = self.parameters[field].kind
        parts = [part for name, (part, _) in kind.entries().items() if name]
        names = (parts[0] if parts else kind).names()
        return tuple(names.get(text, text) for text in self.list_entry_texts(field))

    def title_entry(self, field: str, number: int) -> str:
        """Return the name of a list's entry, or for one without a name its kind and number, such as "Weapon 2"."""
        if name := self.name_entries(field)[number]:
            return name
        kind = self.parameters[field].kind
        article, _, noun = (kind.entry.help if isinstance(kind, ListOf) else "").partition(" ")
        is_word = article in ("a", "an") and " " not in noun
        return f"{humanize(noun) if is_word else self.label_for(field)} {number + 1}"

    def list_entry_texts(self, field: str) -> tuple[str, ...]:
        """Return the texts by which entries of a list are known: their first parts, such as names or keys of rows."""
        has_parts = any(self.parameters[field].kind.entries())
        return tuple(to_text(next(iter(entry)) if has_parts else entry) for entry in getattr(self, field))

    @classmethod
    def has_value(cls, name: str) -> bool:
        """Return True if the sheet has a field or derived value of this name; `list.part` names a part of list entries.

        A plain property counts as well: it fills rolls, but is neither shown nor stored.
        """
        field, _, part = name.partition(".")
        if not part:
            return (
                field in cls.parameters
                or field in cls.derivations
                or (isinstance(getattr(cls, field, None), property) and not hasattr(Sheet, field))
            )
        return field in cls.parameters and part in cls.parameters[field].kind.entry_parts()


def _build_parameter(sheet: type[Sheet], field: "dataclasses.Field[Any]", hint: Any) -> Parameter:
    kinds = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Kind)]
    if field.name in RESERVED or hasattr(Sheet, field.name):
        raise DataError(
            f"{sheet.source_location()}: got a field named {field.name}, takes another name than those that "
            "every sheet has"
        )
    if not kinds:
        raise DataError(
            f"{sheet.source_location()}: got the field {field.name} without a kind, takes Annotated[type, kind]"
        )
    if field.default is dataclasses.MISSING:
        raise DataError(f"{sheet.source_location()}: got the field {field.name} without a default, takes one")
    return Parameter(field.name, kinds[0], field.default)


def _check_declaration(sheet: type[Sheet]) -> None:
    """Raise an error if the sheet's bindings or shown values are invalid, or if its module already has its id."""
    for known in find_sheets(sys.modules[sheet.__module__]):
        if known.id == sheet.id and known.__qualname__ != sheet.__qualname__:
            raise DataError(
                f"{sheet.source_location()}: got the id {sheet.id} a second time, takes another; the first is "
                f"{known.source_location()}"
            )
    for fills in (*sheet.rolls, *sheet.met_by):
        fills.check_declaration(sheet)
    shown = (*(sheet.meter or ()), *sheet.glance, *sheet.hand, *(each.value for each in sheet.conditions))
    for name in shown:
        if not sheet.has_value(name):
            raise DataError(f"{sheet.source_location()}: shows {name}, takes a field or a derived value of {sheet.id}")
    if sheet.layout is not None:
        sheet.layout.check_declaration(sheet)
    if sheet.paper is not None:
        sheet.paper.check_declaration(sheet)


def find_sheets(module: ModuleType) -> Iterator[type[Sheet]]:
    """Yield the sheet types that a module declares, in order of definition."""
    return find_declarations(
        module,
        lambda value: value.__module__ if isinstance(value, type) and issubclass(value, Sheet) and value.id else None,
    )


def read_sheet(data: Any, find_sheet: Callable[[str], type[Sheet]]) -> Sheet:
    """Create a sheet from its JSON. Derived values are computed again, whatever the JSON says.

    Raises:
        RulesError: the JSON isn't a sheet; the message says why.
    """
    if not isinstance(data, dict) or not isinstance(data.get("sheet"), str) or not isinstance(data.get("fields"), dict):
        raise ParameterError(
            "sheet", data, "JSON with sheet (an id) and fields", plain="This isn't a sheet that can be read."
        )
    for name in data:
        if name not in SHEET_PARTS:
            raise UnknownIdError("sheet", name, SHEET_PARTS, plain=f"A sheet has no part called “{shorten(name)}”.")
    return find_sheet(data["sheet"]).from_fields(data["fields"])
