"""Lines of a pasted text as cells: Markdown tables, tabs, commas or semicolons, lists, and plain lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rules_py.errors import NotationError, RulesError
from rules_py.notation import parse
from rules_py.tables.pasted.ranges import is_range, read_leading_range

_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_PIPE = re.compile(r"(?<!\\)\|")
_BULLET = re.compile(r"\s*[-*•–]\s+(?=\S)")
_MARKDOWN_HEADING = re.compile(r"\s*#{1,6}\s+")
_HAS_QUOTED_CELLS = re.compile(r'\s*"(?:[^"]|"")*"\s*(?:[,;]|$)|.*[,;]"(?:[^"]|"")*"\s*$')
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*\\])([*_])(?=[^\s*_])([^*_]+?)(?<=[^\s*_])\1(?![\w*])")
_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|~-])")


@dataclass(frozen=True)
class Line:
    """A line of a pasted text.

    Attributes:
        number: its number in the text, from 1.
        text: the line as it was pasted.
        cells: its cells, without marks of Markdown.
    """

    number: int
    text: str
    cells: tuple[str, ...]

    def refuse(self, advice: str) -> "LineError":
        """Return an error about this line that says what would help."""
        return LineError(self.number, self.text.strip(), advice)


class LineError(RulesError):
    """A line that doesn't fit into its table.

    Attributes:
        number: the number of the line, from 1.
        reason: the beginning of the line, and what would help.
        further: the mistakes in other lines.
    """

    further: "tuple[LineError, ...]" = ()

    def __init__(self, number: int, text: str, advice: str) -> None:
        shown = f"{text[:40]}…" if len(text) > 40 else text
        self.number, self.reason = number, f"“{shown}”: {advice}."
        message = f"Line {number}, {self.reason}"
        super().__init__(message, plain=message)


def raise_all(errors: Sequence[LineError]) -> None:
    """Raise the error of the first line that has one; its `further` errors are the others.

    Raises:
        LineError: there is an error.
    """
    if errors:
        first, *others = sorted(errors, key=lambda error: error.number)
        first.further = tuple(others)
        raise first


@dataclass(frozen=True)
class Layout:
    """The lines of a text, with the layout that they are in.

    Attributes:
        rows: the lines after the heading.
        heading: the cells of the heading, or () if there is none.
        title: lines before the heading and the rows.
        has_cells: True if the layout divides lines into cells, as in a spreadsheet.
        is_list: True for a list whose items have no numbers.
    """

    rows: tuple[Line, ...]
    heading: tuple[str, ...] = ()
    title: tuple[Line, ...] = field(default=())
    has_cells: bool = False
    is_list: bool = False


def read_layout(text: str) -> Layout:
    """Divide a text into a heading and rows.

    Raises:
        RulesError: it is empty, or a line doesn't belong to the table.
    """
    written = [(number, line) for number, line in enumerate(re.split(r"\r\n?|\n", text), 1) if line.strip("\ufeff \t")]
    if not written:
        message = "This table is empty. Write a line for each row."
        raise RulesError(message, plain=message)
    if any(_is_rule(line) for _, line in written):
        return _read_markdown(written)
    if sum(not line.lstrip().startswith("|") for _, line in written) <= min(1, len(written) - 1):
        return _find_heading([Line(number, line, _split_at_pipes(line)) for number, line in written])
    if any("\t" in line.strip() for _, line in written):
        return _find_heading([Line(number, line, _split_at_tabs(line)) for number, line in written])
    if (separator := _find_separator([line for _, line in written])) != "":
        return _find_heading([Line(number, line, _split_quoted(line, separator)) for number, line in written])
    return _read_plain(written)


def clean_cell(text: str) -> str:
    r"""Return a cell without marks of Markdown.

    >>> clean_cell(" **Angry.** Attacks *at once* with 2d6*10 \\* "), clean_cell("[A map](map.md)<br>of `it`")
    ('Angry. Attacks at once with 2d6*10 *', 'A map of it')
    """
    found = _LINE_BREAK.sub(" ", text.strip())
    for pattern, kept in ((_BOLD, r"\2"), (_EMPHASIS, r"\2"), (_CODE, r"\1"), (_LINK, r"\1"), (_ESCAPE, r"\1")):
        found = pattern.sub(kept, found)
    return found.strip()


def _is_rule(line: str) -> bool:
    """Return True for the line between a Markdown table's heading and its rows."""
    return "|" in line and "-" in line and _RULE.fullmatch(line) is not None


def _read_markdown(written: Sequence[tuple[int, str]]) -> Layout:
    """Read a Markdown table: the row before its rule is the heading, and lines before it are the title."""
    rule_at = next(at for at, (_, line) in enumerate(written) if _is_rule(line))
    first_row, heading_at = rule_at + 1, rule_at - 1
    title = [Line(number, line, (_clean_title(line),)) for number, line in written[: max(0, heading_at)]]
    for above in title:
        if "|" in above.text:
            raise above.refuse("only one line can be the heading above the rule")
    heading = _split_at_pipes(written[heading_at][1]) if heading_at >= 0 else ()
    rows = []
    for number, line in written[first_row:]:
        row = Line(number, line, _split_at_pipes(line))
        if "|" not in line:
            raise row.refuse("it isn't part of the table, so remove it or write its cells between |")
        if _is_rule(line):
            raise row.refuse("a second table begins here, so paste one table at a time")
        rows.append(row)
    if not rows:
        raise Line(written[-1][0], written[-1][1], ()).refuse("this table has no rows, so add one for each result")
    return Layout(tuple(rows), heading, tuple(title), has_cells=True)


def _clean_title(line: str) -> str:
    return clean_cell(_MARKDOWN_HEADING.sub("", line))


def _split_at_pipes(line: str) -> tuple[str, ...]:
    inner = line.strip()
    inner = inner.removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(clean_cell(cell) for cell in _PIPE.split(inner))


def _split_at_tabs(line: str) -> tuple[str, ...]:
    return tuple(_unquote(cell.strip()) for cell in line.strip("\r\n ").rstrip("\t").split("\t"))


def _find_separator(lines: Sequence[str]) -> str:
    """Return the comma or semicolon that divides all lines into as many cells, or "" for plain text.

    The first cells have to be ranges, apart from a heading's. Otherwise commas belong to the text.
    """
    for separator in (";", ","):
        rows = [_split_quoted(line, separator) for line in lines]
        count = len(rows[-1])
        if count < 2 or any(len(row) != count for row in rows):
            continue
        body = rows[1:] if not is_range(rows[0][0]) else rows
        if body and (all(is_range(row[0]) for row in body) or (len(body) < len(rows) and is_weight_heading(rows[0]))):
            return separator
    return ""


def _split_quoted(line: str, separators: str = ",;") -> tuple[str, ...]:
    """Split a line of CSV; quotes protect separators.

    >>> _split_quoted('1,"A map, torn",x'), _split_quoted('a;"b ""c"" d"', ";")
    (('1', 'A map, torn', 'x'), ('a', 'b "c" d'))
    """
    cells, cell, is_quoted = [], "", False
    for character in line.strip():
        if character == '"':
            is_quoted = not is_quoted
        if character in separators and not is_quoted:
            cells.append(cell)
            cell = ""
        else:
            cell += character
    return tuple(_unquote(each.strip()) for each in (*cells, cell))


def _unquote(cell: str) -> str:
    is_quoted = len(cell) > 1 and cell.startswith('"') and cell.endswith('"')
    return cell[1:-1].replace('""', '"') if is_quoted else cell


WEIGHTS = ("weight", "weights", "chance", "chances", "odds", "probability", "%", "percent", "percentage", "frequency")
"""The headings of a column that says how likely each row is."""


def is_weight_heading(heading: Sequence[str]) -> bool:
    """Return True if a column of a heading says how likely each row is."""
    return any(cell.lower().strip() in WEIGHTS for cell in heading)


def _find_heading(lines: Sequence[Line]) -> Layout:
    """Return lines of cells with their heading: the first line, if only the others begin with a range."""
    titles = []
    rows = list(lines)
    while len(rows) > 1 and len(rows[0].cells) == 1 and max(len(row.cells) for row in rows) > 1:
        if read_leading_range(rows[0].cells[0]) is not None:
            break
        titles.append(replace(rows[0], cells=(_clean_title(rows[0].text),)))
        rows = rows[1:]
    first, body = rows[0], rows[1:]
    begins = [read_leading_range(row.cells[0]) is not None for row in body]
    is_heading = (
        bool(body)
        and read_leading_range(first.cells[0]) is None
        and (all(begins) or is_weight_heading(first.cells) or is_dice_heading(first.cells[0]))
    )
    heading = first.cells if is_heading else ()
    return Layout(tuple(body if is_heading else rows), heading, tuple(titles), has_cells=True)


_DICE_HEADING = re.compile(
    r"\s*\(?(\d{0,3}d(?:\d{1,4}|%|f|\{[\d,-]+\})([a-z!<>=≤≥/÷*×][\w!<>=≤≥/÷*×]*)?(?:\s*[-+−–]\s*\d{1,3})?)\)?"
    r"(?=$|[\s:)|])",
    re.IGNORECASE,
)


def is_dice_heading(cell: str) -> bool:
    """Return True if a heading begins with dice."""
    return _find_dice(cell) is not None


def _find_dice(cell: str) -> re.Match[str] | None:
    """Return the match of the dice at the beginning of a heading, or None; what follows their sides has to be notation.

    >>> [found and found[1] for found in map(_find_dice, ("d6 Weather", "3d6!", "2d6>=5: Locks", "d6q", "d6-shaped"))]
    ['d6', '3d6!', '2d6>=5', None, None]
    """
    found = _DICE_HEADING.match(cell)
    if found and found[2]:
        try:
            parse(found[1])
        except NotationError:
            return None
    return found


def split_dice_heading(cell: str) -> tuple[str, str]:
    """Return the dice at the beginning of a heading and the words after them; "" without dice.

    >>> split_dice_heading("d4 Device"), split_dice_heading("2D6"), split_dice_heading("Device")
    (('d4', 'Device'), ('2D6', ''), ('', 'Device'))
    """
    found = _find_dice(cell)
    return (found[1], cell[found.end() :].strip(" \t:|")) if found else ("", cell.strip())


def _read_plain(written: Sequence[tuple[int, str]]) -> Layout:
    """Read plain lines: a list of items, or lines that may begin with ranges."""
    bullets = [at for at, (_, line) in enumerate(written) if _BULLET.match(line)]
    if (
        bullets
        and bullets[0] <= 1
        and all(at in bullets or _goes_on(line) for at, (_, line) in enumerate(written) if at >= bullets[0])
    ):
        title = [Line(number, line, (_clean_title(line),)) for number, line in written[: bullets[0]]]
        items = _join_wrapped(
            [
                (number, line, clean_cell(_BULLET.sub("", line)) if at in bullets else "")
                for at, (number, line) in enumerate(written)
                if at >= bullets[0]
            ]
        )
        return Layout(tuple(items), title=tuple(title), is_list=True)
    return Layout(
        tuple(
            Line(number, line, _split_quoted(line) if _HAS_QUOTED_CELLS.match(line) else (clean_cell(line),))
            for number, line in written
        )
    )


def _goes_on(line: str) -> bool:
    """Return True if a line goes on from the line before it: it is indented, or begins in lower case."""
    return line[:1] in " \t" or line.strip()[:1].islower()


def _join_wrapped(lines: Sequence[tuple[int, str, str]]) -> Iterator[Line]:
    """Yield items with the lines that go on from them."""
    item: Line | None = None
    for number, line, text in lines:
        if text or item is None:
            if item is not None:
                yield item
            item = Line(number, line, (text or clean_cell(line),))
        else:
            item = replace(item, cells=(f"{item.cells[0]} {clean_cell(line)}",))
    if item is not None:
        yield item


def join_wrapped_rows(lines: Sequence[Line]) -> list[Line]:
    """Return lines that begin with a range, joined with the lines that go on from them.

    Raises:
        RulesError: a line has no range and doesn't go on from the line before it.
    """
    rows: list[Line] = []
    errors: list[LineError] = []
    for line in lines:
        if read_leading_range(line.cells[0]) is not None:
            rows.append(line)
        elif _goes_on(line.text) and rows:
            *before, last = rows[-1].cells
            rows[-1] = replace(rows[-1], cells=(*before, f"{last} {line.cells[0]}".strip(), *line.cells[1:]))
        else:
            errors.append(
                line.refuse(
                    "start it with a number such as 3 or 3-5, like the other lines, or with a blank if it goes on from "
                    "the line before"
                )
            )
    raise_all(errors)
    return rows
