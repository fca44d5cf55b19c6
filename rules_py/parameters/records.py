"""Records as parameters: named parts of several kinds that belong together."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, get_type_hints

from rules_py.parameters.kind import Kind, Labelled


@dataclass(frozen=True)
class Record(Labelled):
    """Parts of several kinds, such as a weapon with its ammo: `rifle/6` as text, or part by part as a mapping.

    >>> from typing import Annotated, NamedTuple
    >>> from rules_py.parameters import Flag, Whole
    >>> class Gun(NamedTuple):
    ...     ammo: Annotated[int, Whole(0, 6, "shots left")] = 6
    ...     loud: Annotated[bool, Flag("whether others hear it")] = True
    >>> Record(Gun, "your gun").accept("3/false"), Record(Gun, "your gun").accept({"ammo": "2"})
    (Gun(ammo=3, loud=False), Gun(ammo=2, loud=True))

    Attributes:
        of: a NamedTuple whose fields are annotated with kinds and have defaults.
    """

    of: type[Any]
    help: str
    word: ClassVar[str] = "record"

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each part."""
        hints = get_type_hints(self.of, include_extras=True)
        return {
            name: next(each for each in hints[name].__metadata__ if isinstance(each, Kind)) for name in self.of._fields
        }

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
        return self.of(**{name: self.kinds[name].accept(part) for name, part in given.items()})

    def takes(self) -> str:
        return f"{'/'.join(self.kinds)} ({', '.join(f'{name} {kind.takes()}' for name, kind in self.kinds.items())})"

    def describe(self) -> dict[str, Any]:
        defaults = self.of._field_defaults
        return {
            "parts": [
                {"name": name, "kind": kind.word, **kind.describe(), "default": defaults.get(name), "help": kind.help}
                for name, kind in self.kinds.items()
            ]
        }

    def parts_of_entries(self) -> tuple[str, ...]:
        kinds = self.kinds  # reading them may add to what the class has
        return (*kinds, *(name for name, value in vars(self.of).items() if isinstance(value, property)))

    def entries(self) -> Mapping[str, tuple[Kind, Any]]:
        return {name: (kind, self.of._field_defaults.get(name, "")) for name, kind in self.kinds.items()}
