"""Records as parameters, with named parts of several kinds that belong together; and an entry of a list of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_type_hints

from rules_py.parameters.kind import Kind, LabelledKind
from rules_py.parameters.numbers import Whole
from rules_py.properties import precomputed_property
from rules_py.text.wording import humanize


@dataclass(frozen=True)
class Record(LabelledKind):
    """A record with parts of several kinds, such as a weapon with its ammo.

    It is written as text (`rifle/6`) or as a mapping of its parts.

    >>> from typing import Annotated, NamedTuple
    >>> from rules_py.parameters import Flag, Whole
    >>> class Gun(NamedTuple):
    ...     ammo: Annotated[int, Whole(0, 6, "shots left")] = 6
    ...     loud: Annotated[bool, Flag("whether others hear it")] = True
    >>> Record(Gun, "your gun").accept("3/false"), Record(Gun, "your gun").accept({"ammo": "2"})
    (Gun(ammo=3, loud=False), Gun(ammo=2, loud=True))

    Attributes:
        item_type: a NamedTuple whose fields are annotated with kinds and have defaults.
    """

    item_type: type[Any]
    help: str
    word: ClassVar[str] = "record"

    @precomputed_property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each part."""
        hints = get_type_hints(self.item_type, include_extras=True)
        return {
            name: next(each for each in hints[name].__metadata__ if isinstance(each, Kind))
            for name in self.item_type._fields
        }

    @precomputed_property
    def property_names(self) -> tuple[str, ...]:
        """The names of the values that the record computes from its parts."""
        return tuple(name for name, value in vars(self.item_type).items() if isinstance(value, property))

    def accept(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.split("/")
        if isinstance(value, Mapping):
            given = dict(value)
        elif isinstance(value, list | tuple) and len(value) <= len(self.kinds):
            given = dict(zip(self.kinds, value, strict=False))
        else:
            raise ValueError
        if not given or not set(given) <= set(self.kinds):
            raise ValueError
        return self.item_type(**{name: self.kinds[name].accept(part) for name, part in given.items()})

    def describe_accepted(self) -> str:
        parts = ", ".join(f"{name} {kind.describe_accepted()}" for name, kind in self.kinds.items())
        return f"{'/'.join(self.kinds)} ({parts})"

    def describe_accepted_for_players(self) -> str:
        return ", ".join(
            f"{kind.label or humanize(name)} ({kind.describe_accepted_for_players()})"
            for name, kind in self.kinds.items()
        )

    def describe(self) -> dict[str, Any]:
        defaults = self.item_type._field_defaults
        return {
            "parts": [
                {"name": name, "kind": kind.word, **kind.describe(), "default": defaults.get(name), "help": kind.help}
                for name, kind in self.kinds.items()
            ]
        }

    def entry_parts(self) -> tuple[str, ...]:
        return (*self.kinds, *self.property_names)

    def entries(self) -> Mapping[str, tuple[Kind, Any]]:
        return {name: (kind, self.item_type._field_defaults.get(name, "")) for name, kind in self.kinds.items()}


@dataclass(frozen=True)
class EntryOf(Whole):
    """The index, from 0, of an entry in a sheet's list.

    Attributes:
        list_field: the field that holds the list.
    """

    list_field: str = ""

    def describe_accepted_for_players(self) -> str:
        return "an entry of the list"
