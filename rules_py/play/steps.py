"""Steps in which a player makes a character: what is chosen in each, how many, and what dice can choose.

Steps are declared once, in the layout of a sheet. A sheet without them gets them from its fields.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.errors import DataError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.signature import read_parameters
from rules_py.parameters import Flag, ListOf, Number, Numbers, Parameter, Record, RowOf, Text, Whole
from rules_py.play.bindings import SheetType
from rules_py.properties import precomputed_property
from rules_py.tables import table

LONGEST_STEP_TITLE = 24
"""The maximum length of a step's title, which the button for the next step repeats."""

NAME = "name"
"""The field with a character's name, if the sheet has it."""

MOST_TOGETHER = 15
"""The highest number of numbers in a step that is derived from a sheet's fields."""


class Kit:
    """A function from a player's choices to fields of a sheet, such as the weapons and items of an equipment list.

    `Kit(pack)`: the parameters of `pack` are choices of the steps that name it.
    """

    def __init__(self, build_fields: Callable[..., Mapping[str, Any]]) -> None:
        """Take a function whose parameters have kinds and defaults.

        Raises:
            DataError: a parameter has no kind or no default.
        """
        self.build_fields = build_fields
        self.parameters  # noqa: B018 - raises an error for a wrong choice where it is declared

    @precomputed_property
    def parameters(self) -> dict[str, Parameter]:
        """The choices by name."""
        return read_parameters("making", self.build_fields, 0)  # type: ignore[arg-type]


class Step:
    """A step of making a character.

    Attributes:
        groups: the fields by the heading over them; "" for fields without one.
    """

    def __init__(
        self,
        title: str,
        fields: str | tuple[str, ...] | Mapping[str, tuple[str, ...]],
        *,
        why: str = "",
        count: int | str = 0,
        roll: Mechanic | str = "",
        kit: Kit | None = None,
        swaps: bool = False,
        texts: tuple[str, str] | None = None,
        shows: Mapping[str, str] | None = None,
        words: Mapping[str, tuple[str, ...]] | None = None,
        starts: bool = False,
    ) -> None:
        """Declare a step.

        Args:
            title: what players call it.
            fields: the fields of the sheet that it fills, or the choices of its kit; by their headings if there are
                many.
            why: what it is for, in a few words.
            count: how many entries or rows are chosen in all, or the derived value that says it; 0 for any number.
            roll: the roll, or the id of the table, that chooses for the player.
            kit: the function that turns the choices into fields of the sheet.
            swaps: True if two of the numbers may change places once they are rolled.
            texts: the table whose rows say what the fields are, by their names, and the column with the words.
            shows: derived values that are shown for fields, such as a score for the points bought on top of it.
            words: words to offer for a text, by its name: `items.tags` for a part of a list's entries.
            starts: True if the fields begin with values of the rules, so that nobody has to give them.
        """
        self.title = title
        self.groups: Mapping[str, tuple[str, ...]] = (
            {"": (fields,)} if isinstance(fields, str) else {"": fields} if isinstance(fields, tuple) else fields
        )
        self.why = why
        self.count = count
        self.roll = roll.id if isinstance(roll, Mechanic) else roll
        self.kit = kit
        self.swaps = swaps
        self.texts = texts
        self.shows: Mapping[str, str] = shows or {}
        self.words: Mapping[str, tuple[str, ...]] = words or {}
        self.starts = starts

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields, in order."""
        return tuple(name for names in self.groups.values() for name in names)

    def find_parameter(self, sheet: SheetType, name: str) -> Parameter:
        """Return the parameter of one of its fields."""
        return self.kit.parameters[name] if self.kit else sheet.parameters[name]

    def check_declaration(self, sheet: SheetType) -> None:
        """Check that everything that the step names exists.

        Raises:
            DataError: it doesn't; the message has the sheet's location.
        """
        at = sheet.source_location()
        if len(self.title) > LONGEST_STEP_TITLE:
            raise DataError(f"{at}: has a step {self.title!r}, takes a title of at most {LONGEST_STEP_TITLE} letters")
        known = self.kit.parameters if self.kit else sheet.parameters
        for name in self.fields:
            if name not in known:
                raise DataError(f"{at}: makes {name} in a step, takes one of {', '.join(known)}")
        for name in (*self.shows.values(), *([self.count] if isinstance(self.count, str) else [])):
            if not sheet.has_value(name):
                raise DataError(f"{at}: shows {name} in a step, takes a field or a derived value of {sheet.id}")
        for name in (*self.shows, *(each.partition(".")[0] for each in self.words)):
            if name not in self.fields:
                raise DataError(f"{at}: describes {name} in a step, takes a field of the step {self.title}")


def is_choice_of_rows(parameter: Parameter) -> bool:
    """Return True for a field whose entries are rows of a table: a row, rows, or records that a row decides."""
    kind = parameter.kind
    if isinstance(kind, RowOf):
        return True
    if not isinstance(kind, ListOf):
        return False
    if isinstance(kind.entry, RowOf):
        return True
    parts = [part for part, _ in kind.entry.entries().values()] if isinstance(kind.entry, Record) else []
    return bool(parts) and isinstance(parts[0], RowOf) and not any(isinstance(part, Text) for part in parts)


def find_table_id(parameter: Parameter) -> str:
    """Return the id of the table whose rows a field takes, or ""."""
    kind = parameter.kind.entry if isinstance(parameter.kind, ListOf) else parameter.kind
    if isinstance(kind, Record):
        kind = next(iter(kind.kinds.values()))
    return kind.table_id if isinstance(kind, RowOf) else ""


def build_default_steps(sheet: SheetType) -> tuple[Step, ...]:
    """Build the steps of a sheet that declares none: its name and texts, its numbers, a step a list, and its notes."""
    parameters = sheet.parameters
    steps: list[Step] = []
    words = [
        name
        for name, each in parameters.items()
        if not isinstance(each.kind, Flag | ListOf | Number | Numbers | Whole | RowOf)
        and not (isinstance(each.kind, Text) and each.kind.lines)
    ]
    if words:
        steps.append(Step("Name" if words == [NAME] else "Who it is", tuple(words), starts=True))
    numbers = [name for name, each in parameters.items() if isinstance(each.kind, Whole | Number)]
    parts = [numbers[at : at + MOST_TOGETHER] for at in range(0, len(numbers), MOST_TOGETHER)]
    for number, part in enumerate(parts, 1):
        title = "Numbers" if len(parts) == 1 else f"Numbers {number} of {len(parts)}"
        steps.append(Step(title, tuple(part), starts=True))
    for name, each in parameters.items():
        if isinstance(each.kind, RowOf | ListOf):
            steps.append(Step(each.label[:LONGEST_STEP_TITLE], name, starts=True))
    notes = [name for name, each in parameters.items() if isinstance(each.kind, Text) and each.kind.lines]
    if notes:
        steps.append(Step("Notes", tuple(notes), starts=True))
    return tuple(steps)


def find_text_about(step: Step, name: str) -> str:
    """Return what a table says about one of a step's fields, or "".

    A field's row has its name, or the end of it: `bought_life` is described by the row `life`.
    """
    if step.texts is None:
        return ""
    id, column = step.texts
    return next((row[column] for row in table(id).rows if name == row.key or name.endswith(f"_{row.key}")), "")
