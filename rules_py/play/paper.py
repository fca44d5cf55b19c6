"""Printed pages of sheets: boxes to mark, tables and ruled lines in columns, declared once for each sheet.

A declaration names values, lists, tables, titles and short hints, and nothing else: no colours or sizes. A name that
begins with a capital is a label with space to write. A sheet without a declaration gets one from its fields.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from rules_py.errors import DataError, RulesError
from rules_py.parameters import Flag, Kind, ListOf, Number, Parameter, RowOf, Text, Whole
from rules_py.play.bindings import SheetType
from rules_py.tables import table

LONGEST_HINT = 160
"""The most characters of a hint: a rule that needs more is for the rules' pages."""

MOST_TO_MARK = 60
"""The highest limit of a number that is marked in boxes."""

NAME = "name"
"""The field whose value is the page's title, if the sheet has it."""


class PrintedSheet(SheetType, Protocol):
    """A class of sheets, as far as its printed page needs it."""

    meter: tuple[str, str] | None

    def label_for(self, name: str) -> str:
        """Return the label of a field or derived value."""
        ...


def is_label(name: str) -> bool:
    """Return True for a label with space to write, or for "", and False for the name of a value.

    >>> is_label("Player"), is_label("max_hp")
    (True, False)
    """
    return not "a" <= name[:1] <= "z"


class Scores:
    """Numbers that rolls use, each in a large box; or those of a list, with boxes for further ones."""

    def __init__(
        self,
        *values: str,
        title: str = "",
        about: tuple[str, str] | None = None,
        counted: str = "",
        twice: bool = False,
        rows: int = 0,
    ) -> None:
        """Name the numbers.

        Args:
            *values: fields or derived values; or the only list, whose entries are a name and a number.
            title: the title of this group of numbers.
            about: the table whose rows have the fields' names as keys, and the column that says what they are for.
            counted: the end of the names of the values that count, such as "_now" for `strength_now`.
            twice: True to print twice the number, too.
            rows: the least number of boxes of a list.
        """
        self.values = values
        self.title = title
        self.about = about
        self.counted = counted
        self.twice = twice
        self.rows = rows


class Halves:
    """Numbers in rows: each with its half, and space for what it is now."""

    def __init__(self, *values: str, title: str = "", now: str = "") -> None:
        """Name the numbers.

        Args:
            *values: fields.
            title: the title of this group of numbers.
            now: the end of the names of the values as they are now.
        """
        self.values = values
        self.title = title
        self.now = now


class Sums:
    """Numbers in rows: each with what it is made of, its total, and the part of it that was bought."""

    def __init__(self, *values: str, about: tuple[str, str], bought: str) -> None:
        """Name the numbers.

        Args:
            *values: fields or derived values.
            about: the table whose rows have the values' names as keys, and the column that says how to add them up.
            bought: the beginning of the names of the values with what was bought.
        """
        self.values = values
        self.about = about
        self.bought = bought


class Marks:
    """A number as boxes to mark."""

    def __init__(
        self,
        value: str,
        boxes: int | str = 0,
        *,
        hint: str = "",
        lost: bool = False,
        worse: str = "",
        start: bool = False,
        limit: bool = False,
        room: int = 0,
        new: int = 0,
        below: Mapping[int, str] | None = None,
    ) -> None:
        """Name the number, or a label for boxes that the sheet doesn't record; with "", there is a line to write.

        Args:
            value: a field or a derived value.
            boxes: the number of boxes, or the field or derived value that has it; 0 for the field's highest value.
            hint: a few words below the label.
            lost: True if the boxes without a mark are what is left, as for HP.
            worse: the field with a worse kind of marks, which come first.
            start: True if the boxes that a new sheet has marked have a heavy edge.
            limit: True if the last box has a heavy edge, because something happens then.
            room: the number of dotted boxes after them, for growth.
            new: the number of boxes while the value that has it is 0, and on a blank page.
            below: what happens while less is left than this part of all: 2 is half, 4 a quarter.
        """
        self.value = value
        self.boxes = boxes
        self.hint = hint
        self.lost = lost
        self.worse = worse
        self.start = start
        self.limit = limit
        self.room = room
        self.new = new
        self.below: Mapping[int, str] = below or {}


class Ticks:
    """Boxes to tick: for true or false values, the options of a choice, or the rows of a list's table."""

    def __init__(self, *values: str, times: int = 1, column: str = "") -> None:
        """Name the values.

        Args:
            *values: fields and derived values, or labels of boxes that the sheet doesn't record.
            times: the number of boxes for each row of a list's table.
            column: the column of the table that says what they do.
        """
        self.values = values
        self.times = times
        self.column = column


class Bands:
    """A table of the game, with the numbers that are rolled for its rows."""

    def __init__(
        self,
        table_id: str,
        *columns: str,
        title: str = "",
        rolls: str = "",
        across: bool = False,
        to_tick: bool = False,
    ) -> None:
        """Name the table.

        Args:
            table_id: its id.
            *columns: the columns to print after the numbers; all by default.
            title: the table's title, if it isn't the box's.
            rolls: the table that has the numbers of these rows, if they have none.
            across: True to print the rows next to one another.
            to_tick: True to print boxes to tick before the rows.
        """
        self.table_id = table_id
        self.columns = columns
        self.title = title
        self.rolls = rolls
        self.across = across
        self.to_tick = to_tick


class Entries:
    """The entries of a list in rows, and empty rows."""

    def __init__(
        self,
        entries: str,
        *columns: str,
        rows: int = 3,
        looks_up: tuple[str, tuple[str, ...]] | None = None,
        marks: tuple[str, str] | None = None,
        totals: Mapping[str, Callable[[Any, Any], Any]] | None = None,
        beside: bool = False,
    ) -> None:
        """Name the list, or a label for rows that the sheet doesn't record.

        Args:
            entries: the field with the list.
            *columns: the parts of its entries to print, in order, and labels of columns to write in; by default all.
            rows: the least number of rows, one of them empty.
            looks_up: the part that is a row of a table, and the columns of that row to print.
            marks: the parts with the number that is left and with its maximum, as boxes to mark.
            totals: values from the sheet and an entry, by their label.
            beside: True to print two rows next to one another.
        """
        self.entries = entries
        self.columns = columns
        self.rows = rows
        self.looks_up = looks_up
        self.marks = marks
        self.totals: Mapping[str, Callable[[Any, Any], Any]] = totals or {}
        self.beside = beside


class Texts:
    """Choices from a table, with their whole text; or texts of the players' own."""

    def __init__(self, value: str, *columns: str, spent: str = "", rows: int = 1) -> None:
        """Name the field.

        Args:
            value: a row of a table, a list of rows or of entries that begin with one, a text or a list of texts.
            *columns: the columns of the row to print; all by default.
            spent: the part of an entry that is true once it is used up.
            rows: the least number of texts.
        """
        self.value = value
        self.columns = columns
        self.spent = spent
        self.rows = rows


class Slots:
    """Places that things fill."""

    def __init__(self, places: Mapping[str, int], *entries: str, by: str, size: str) -> None:
        """Name the places.

        Args:
            places: the number of slots in each place.
            *entries: the lists with the things.
            by: the part of a thing with its place.
            size: the part with the number of slots that it fills.
        """
        self.places = places
        self.entries = entries
        self.by = by
        self.size = size


class Facts:
    """Values with their labels, and labels with space to write."""

    def __init__(self, *values: str, totals: Mapping[str, Callable[[Any], Any]] | None = None) -> None:
        """Name the values.

        Args:
            *values: fields and derived values, and labels.
            totals: further values from the sheet, by their label.
        """
        self.values = values
        self.totals: Mapping[str, Callable[[Any], Any]] = totals or {}


class Lines:
    """Ruled lines, under a text of the sheet if it names one. They take the space that is left in their column."""

    def __init__(self, value: str = "") -> None:
        self.value = value


class Hint:
    """A short reminder of a rule."""

    def __init__(self, text: str) -> None:
        self.text = text


type Part = Scores | Halves | Sums | Marks | Ticks | Bands | Entries | Texts | Slots | Facts | Lines | Hint


class Box:
    """A box with a title, with parts below one another."""

    def __init__(self, title: str, *parts: Part, hint: str = "") -> None:
        """Build a box.

        Args:
            title: its title.
            *parts: its parts in order.
            hint: a few words at the other end of its edge.
        """
        self.title = title
        self.parts = parts
        self.hint = hint


class Pair:
    """Two boxes next to one another."""

    def __init__(self, first: Box, second: Box) -> None:
        self.boxes = (first, second)


class Column:
    """A column of boxes. The first column of a page is the narrow one."""

    def __init__(self, *boxes: Box | Pair) -> None:
        self.boxes = boxes

    def list_boxes(self) -> Iterator[Box]:
        """Yield the boxes, also those of pairs."""
        for each in self.boxes:
            if isinstance(each, Pair):
                yield from each.boxes
            else:
                yield each


class Paper:
    """The printed page of a sheet.

    Values that nothing names are printed in a box of their own where they differ from a new sheet's, so that a page
    loses none.
    """

    def __init__(self, *columns: Column, head: tuple[str, ...] = ()) -> None:
        """Build a page.

        Args:
            *columns: its columns from the left.
            head: values beside the name at the top, and labels with space to write.
        """
        self.columns = columns
        self.head = head

    def list_parts(self) -> Iterator[Part]:
        """Yield the parts of all boxes."""
        for column in self.columns:
            for box in column.list_boxes():
                yield from box.parts

    def list_named(self) -> Iterator[str]:
        """Yield the names of all values and lists that the page prints, `list.part` for parts of entries."""
        yield from (name for name in self.head if not is_label(name))
        for part in self.list_parts():
            yield from (name for name in list_values(part) if not is_label(name))

    def check_declaration(self, sheet: PrintedSheet) -> None:
        """Check that the sheet and its game have everything that the page names.

        Raises:
            DataError: they don't; the message has the sheet's location.
        """
        place = sheet.source_location()
        for name in self.list_named():
            if not sheet.has_value(name):
                raise DataError(f"{place}: prints {name}, takes a field or a derived value of {sheet.id}, or a label")
        for column in self.columns:
            for box in column.list_boxes():
                if not box.title:
                    raise DataError(f"{place}: prints a box without a title, takes a title")
                for part in box.parts:
                    _check_part(place, sheet, part)


def list_values(part: Part) -> tuple[str, ...]:
    """Return the names of the values and labels in a part; those of a list's columns are `list.part`."""
    match part:
        case Scores():
            counted = (f"{name}{part.counted}" for name in part.values) if part.counted else ()
            return (*part.values, *counted)
        case Halves():
            now = (f"{name}{part.now}" for name in part.values) if part.now else ()
            return (*part.values, *now)
        case Sums():
            return (*part.values, *(part.bought + name for name in part.values))
        case Ticks() | Facts():
            return part.values
        case Marks():
            boxes = (part.boxes,) if isinstance(part.boxes, str) else ()
            return (part.value, *boxes, *((part.worse,) if part.worse else ()))
        case Entries():
            if is_label(part.entries):
                return (part.entries,)
            parts = (
                *(name for name in part.columns if not is_label(name)),
                *(part.looks_up[:1] if part.looks_up else ()),
                *(part.marks or ()),
            )
            return (part.entries, *(f"{part.entries}.{name}" for name in parts))
        case Texts():
            return (part.value, f"{part.value}.{part.spent}") if part.spent else (part.value,)
        case Slots():
            parts = tuple(f"{name}.{each}" for name in part.entries for each in (part.by, part.size))
            return (*part.entries, *parts)
        case Lines():
            return (part.value,) if part.value else ()
        case _:
            return ()


def find_table_id(parameter: Parameter, part: str = "") -> str:
    """Return the table that a field, or a part of its entries, is a row of; "" if there is none."""
    kind = parameter.kind.entry if isinstance(parameter.kind, ListOf) else parameter.kind
    parts = [each for name, (each, _) in kind.entries().items() if not part or name == part]
    if parts:
        kind = parts[0]
    return kind.table_id if isinstance(kind, RowOf) else ""


def _check_part(place: str, sheet: PrintedSheet, part: Part) -> None:
    match part:
        case Bands():
            _check_columns(place, part.table_id, part.columns)
            if part.rolls:
                _check_columns(place, part.rolls, ())
        case Texts():
            _check_field_columns(place, sheet, part.value, "", part.columns)
        case Ticks() if part.column:
            _check_field_columns(place, sheet, part.values[0], "", (part.column,))
        case Entries():
            if not is_label(part.entries) and not isinstance(sheet.parameters[part.entries].kind, ListOf):
                raise DataError(f"{place}: prints entries of {part.entries}, takes a list")
            if part.looks_up:
                _check_field_columns(place, sheet, part.entries, part.looks_up[0], part.looks_up[1])
        case Marks():
            kind = None if is_label(part.value) else _find_kind(sheet, part.value)
            if not part.boxes and (not isinstance(kind, Whole) or kind.high is None):
                raise DataError(f"{place}: prints {part.value} as boxes, takes the number of boxes")
        case Scores() if part.about:
            _check_rows(place, part.values, part.about)
        case Sums():
            _check_rows(place, part.values, part.about)
        case Hint():
            if len(part.text) > LONGEST_HINT:
                raise DataError(
                    f"{place}: prints a hint of {len(part.text)} characters, takes at most {LONGEST_HINT}: {part.text}"
                )
        case _:
            pass


def _find_kind(sheet: PrintedSheet, name: str) -> Kind | None:
    return sheet.parameters[name].kind if name in sheet.parameters else None


def _check_field_columns(place: str, sheet: PrintedSheet, field: str, part: str, columns: tuple[str, ...]) -> None:
    if columns:
        table_id = find_table_id(sheet.parameters[field], part)
        if not table_id:
            raise DataError(f"{place}: prints {', '.join(columns)} of {field}, takes a field with rows of a table")
        _check_columns(place, table_id, columns)


def _check_rows(place: str, values: tuple[str, ...], about: tuple[str, str]) -> None:
    _check_columns(place, about[0], about[1:])
    for name in values:
        if name not in table(about[0]).keys:
            raise DataError(f"{place}: prints what {name} is for, takes a row of {about[0]}")


def _check_columns(place: str, table_id: str, columns: tuple[str, ...]) -> None:
    try:
        known = table(table_id).columns
    except RulesError as error:
        raise DataError(f"{place}: prints a table that doesn't exist: {error}") from None
    for column in columns:
        if column not in known:
            raise DataError(f"{place}: prints the column {column} of {table_id}, takes one of {', '.join(known)}")


def build_default_paper(sheet: PrintedSheet) -> Paper:
    """Build the page of a sheet that declares none: numbers, boxes to mark, ticks, and the lists beside them."""
    marked = _list_marks(sheet)
    names = {each.value for each in marked} | {each.boxes for each in marked}
    fields = {name: each.kind for name, each in sheet.parameters.items() if name != NAME and name not in names}
    scores = [name for name, kind in fields.items() if isinstance(kind, Whole | Number)]
    flags = [name for name, kind in fields.items() if isinstance(kind, Flag)]
    lists = [name for name, kind in fields.items() if isinstance(kind, ListOf)]
    texts = [name for name, kind in fields.items() if isinstance(kind, Text) and kind.lines]
    facts = [name for name in fields if name not in (*scores, *flags, *lists, *texts)]
    first: list[Box | Pair] = [Box(sheet.label_for(each.value), each) for each in marked]
    if scores:
        first.append(Box("Numbers", Scores(*scores)))
    if facts:
        first.append(Box("About", Facts(*facts)))
    if flags:
        first.append(Box("Now", Ticks(*flags)))
    second: list[Box | Pair] = [
        Box(sheet.parameters[name].label, Texts(name) if "" in sheet.parameters[name].kind.entries() else Entries(name))
        for name in lists
    ]
    second += [Box(sheet.parameters[name].label, Lines(name)) for name in texts]
    if not texts:
        second.append(Box("Notes", Lines()))
    return Paper(Column(*first, Box("In this game", Lines())), Column(*second), head=("Player",))


def _list_marks(sheet: PrintedSheet) -> list[Marks]:
    """Return the sheet's meter as boxes to mark: what is left of its maximum, or what is lost."""
    if sheet.meter is None:
        return []
    value, most = sheet.meter
    kind = sheet.parameters[most].kind if most in sheet.parameters else None
    if not isinstance(kind, Whole) or kind.high is None or kind.high > MOST_TO_MARK:
        return []
    return [Marks(value, most, lost=True)]
