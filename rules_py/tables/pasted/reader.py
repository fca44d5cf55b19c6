"""Reader of pasted tables: dice from the heading or the ranges, rows that cover every result, and their chances."""

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py import notation
from rules_py.errors import NotationError, RulesError
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_memoized
from rules_py.tables.pasted.lines import (
    WEIGHTS,
    Layout,
    Line,
    LineError,
    clean_cell,
    is_dice_heading,
    join_wrapped_rows,
    raise_all,
    read_layout,
    split_dice_heading,
)
from rules_py.tables.pasted.ranges import is_range, read_leading_range, read_whole_range

MOST_ROWS = 400
LONGEST_TEXT = 100_000
LONGEST_LINE = 4_000
MOST_TOTALS = 10_000
"""The highest number of different totals of a table's dice."""

MOST_HEADINGS = 2
"""The number of lines before the first row at most: a title, and a heading with the dice."""

_PERCENT = re.compile(r"\s*(\d{1,3}(?:[.,]\d)?)\s*%\s*[.:)–—-]?\s*")
_PERCENT_AT_END = re.compile(r"(.*?)[\s(:–—-]+(\d{1,3}(?:[.,]\d)?)\s*%\)?\s*")
_TAG = re.compile(r"<[^>]*>")


class PastedRow(NamedTuple):
    """A row of a pasted table.

    Attributes:
        low: the lowest number that leads to it, or None if the table isn't rolled on.
        high: the highest number.
        cells: its texts, without its range.
        chance: the chance of the row, or None if the table isn't rolled on.
    """

    low: int | None
    high: int | None
    cells: tuple[str, ...]
    chance: Fraction | None = None


class PastedTable(NamedTuple):
    """A pasted table.

    Attributes:
        dice: the dice in notation, or "" if the table isn't rolled on.
        plan: the dice as `rules_py.notation.build_plan` returns them, or None.
        columns: the headings of the cells, or ().
        rows: the rows, in the order of their numbers.
    """

    dice: str
    plan: notation.Plan | None
    columns: tuple[str, ...]
    rows: tuple[PastedRow, ...]


def read_table(text: str, is_rolled: bool = True) -> PastedTable:
    """Read a table from pasted text.

    Args:
        text: a Markdown table, lines of a spreadsheet, a list, lines that may begin with ranges, or a Foundry
            RollTable's JSON. Dice can be in the heading, or alone in the first line; otherwise the ranges decide.
        is_rolled: False for a table that isn't rolled on; its lines may begin with any numbers.

    Raises:
        RulesError: a sentence with the number of the line that can't be understood, that overlaps another, or before
            which a number is missing.
    """
    if len(text) > LONGEST_TEXT:
        message = f"This table is too long: it has {len(text):,} characters, and it may have {LONGEST_TEXT:,}."
        raise RulesError(message, plain=message)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return _read_roll_table(text)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            message = (
                f"Line {number} is too long: it has {len(line):,} characters, and a line may have {LONGEST_LINE:,}."
            )
            raise RulesError(message, plain=message)
    layout = read_layout(text)
    if not is_rolled:
        _limit_rows(layout.rows)
        titles = tuple(PastedRow(None, None, line.cells) for line in layout.title)
        return PastedTable(
            "", None, layout.heading, (*titles, *(PastedRow(None, None, row.cells) for row in layout.rows))
        )
    return read_cells(layout) if layout.has_cells else _read_lines(layout)


def _limit_rows(rows: Sequence[Line]) -> None:
    if len(rows) > MOST_ROWS:
        message = f"Line {rows[MOST_ROWS].number} is too many: a table can have up to {MOST_ROWS} rows."
        raise RulesError(message, plain=message)


# Layouts


class _Row(NamedTuple):
    """A row before its dice are known; `low` and `high` are digits, or "" for an open end."""

    line: Line
    low: str
    high: str
    cells: tuple[str, ...]


def _read_lines(layout: Layout) -> PastedTable:
    """Read plain lines and lists."""
    lines, dice, columns = _take_headings(layout)
    _limit_rows(lines)
    if (weighted := _find_weights(lines)) is not None:
        return _build_weighted(*weighted, columns)
    if layout.is_list or not _is_numbered(lines):
        return _build_counted(lines, dice, columns)
    rows = []
    for line in join_wrapped_rows(lines):
        found = read_leading_range(line.cells[0])
        if found is None:
            continue
        cells = tuple(clean_cell(cell) for cell in (found.rest, *line.cells[1:]))
        rows.append(_Row(line, found.low, found.high, cells[1:] if len(cells) > 1 and not cells[0] else cells))
    return _build_numbered(rows, dice, columns)


def _take_headings(layout: Layout) -> tuple[list[Line], "_Dice | None", tuple[str, ...]]:
    """Return the rows of plain lines, the dice that a line before them names, and the heading after the dice."""
    lines = [*layout.title, *layout.rows]
    first_numbered = next((at for at, line in enumerate(lines) if read_leading_range(line.cells[0])), 0)
    dice: _Dice | None = None
    columns: tuple[str, ...] = ()
    at = 0
    while at < min(len(lines) - 1, MOST_HEADINGS):
        written, words = split_dice_heading(lines[at].cells[0])
        found = read_dice(written) if written else None
        is_only_dice = found is not None and not words
        is_before_rows = at < first_numbered and _is_numbered(lines[first_numbered:])
        is_counted = found is not None and len(lines) - at - 1 == len(found.totals)
        if not (is_only_dice or is_before_rows or is_counted or at < len(layout.title)):
            break
        if found is not None:
            dice, columns = found, (words,) if words else ()
        at += 1
    return lines[at:], dice, columns


def _is_numbered(lines: Sequence[Line]) -> bool:
    """Return True if lines begin with ranges: if one is marked, if all have rising numbers, or if they count from 1.

    Lines of plain text can begin with a number, too.
    """
    ranges = [found for line in lines if (found := read_leading_range(line.cells[0])) is not None]
    if any(found.is_marked for found in ranges):
        return True
    lows = [int(found.low) for found in ranges if found.low]
    if len(lows) < 2:
        return False
    is_rising = all(at == 0 or low > lows[at - 1] for at, low in enumerate(lows))
    return (is_rising and len(lows) == len(lines)) or lows == list(range(1, len(lows) + 1))


def read_cells(layout: Layout) -> PastedTable:
    """Read rows of cells: a column of ranges, or of weights, or neither.

    Raises:
        RulesError: a row can't be understood, or doesn't fit the others.
    """
    _limit_rows(layout.rows)
    heading = layout.heading
    dice_columns = [at for at, cell in enumerate(heading) if is_dice_heading(cell)]
    title_dice = [
        found for line in layout.title for found in [read_dice(split_dice_heading(line.cells[0])[0])] if found
    ]
    if dice_columns:
        written, words = split_dice_heading(heading[dice_columns[0]])
        dice = read_dice(written)
        if dice is None:
            raise layout.rows[0].refuse(f"{written} in the heading aren't dice that this site can roll")
        starts = _find_blocks(heading, dice_columns)
        if words and not any(is_range(row.cells[dice_columns[0]]) for row in layout.rows if row.cells):
            return _read_headed_lines(layout, dice)
        return _build_blocks(layout, starts, dice, _name_columns(heading, starts))
    dice = title_dice[0] if title_dice else None
    for at, cell in enumerate(heading):
        if cell.lower().strip() in WEIGHTS and not all(is_range(row.cells[0]) for row in layout.rows if at > 0):
            return _build_weighted_column(layout, at)
    if heading and heading[0].lower().strip() in WEIGHTS:
        return _build_weighted_column(layout, 0)
    if all(_PERCENT.fullmatch(row.cells[0]) for row in layout.rows):
        return _build_weighted_column(layout, 0)
    starts = _find_repeated(heading) if heading else [0]
    begins = [bool(row.cells) and read_leading_range(row.cells[0]) is not None for row in layout.rows]
    if any(begins) and (heading or _is_numbered(layout.rows)):
        return _build_blocks(layout, starts, dice, _name_columns(heading, starts))
    return _build_counted(list(layout.rows), dice, heading)


def _read_headed_lines(layout: Layout, dice: "_Dice") -> PastedTable:
    """Read cells whose heading names the dice and the results in one column."""
    words = (split_dice_heading(layout.heading[0])[1], *layout.heading[1:])
    if _is_numbered(layout.rows):
        return _build_blocks(layout, [0], dice, words)
    return _build_counted(list(layout.rows), dice, words)


def _find_blocks(heading: Sequence[str], dice_columns: list[int]) -> list[int]:
    """Return the first columns of tables that are printed side by side; just the column of the dice otherwise."""
    first = split_dice_heading(heading[dice_columns[0]])[0].lower()
    same = [at for at in dice_columns if split_dice_heading(heading[at])[0].lower() == first]
    width = same[1] - same[0] if len(same) > 1 else 0
    is_regular = all(at == same[0] + width * number for number, at in enumerate(same))
    return same if is_regular else same[:1]


def _find_repeated(heading: Sequence[str]) -> list[int]:
    """Return the first columns of a heading that repeats, as in tables that are printed side by side."""
    for width in range(2, len(heading) // 2 + 1):
        if len(heading) % width == 0 and all(cell == heading[at % width] for at, cell in enumerate(heading)):
            return list(range(0, len(heading), width))
    return [0]


def _name_columns(heading: Sequence[str], starts: list[int]) -> tuple[str, ...]:
    """Return the headings of the cells after the ranges, without those of tables printed beside the first."""
    end = starts[1] if len(starts) > 1 else len(heading)
    return (*heading[: starts[0]], *heading[starts[0] + 1 : end])


def _build_blocks(layout: Layout, starts: list[int], dice: "_Dice | None", columns: tuple[str, ...]) -> PastedTable:
    """Build a table of cells with a column of ranges, also of tables that are printed side by side.

    Raises:
        RulesError: a row has no range, or a number is missing, is there twice, or can't be rolled.
    """
    rows: list[_Row] = []
    errors: list[LineError] = []
    for block, start in enumerate(starts):
        end = starts[block + 1] if block + 1 < len(starts) else None
        for line in layout.rows:
            cells = line.cells if len(starts) == 1 else line.cells[start:end]
            at = start if len(starts) == 1 else 0
            if not any(cells):
                continue
            cell = cells[at] if at < len(cells) else ""
            found = read_whole_range(cell) or read_leading_range(cell)
            if found is None:
                errors.append(line.refuse("start it with a number such as 3 or 3-5, like the other lines"))
                continue
            rest = (clean_cell(found.rest),) if found.rest else ()
            rows.append(_Row(line, found.low, found.high, (*cells[:at], *rest, *cells[at + 1 :])))
    return _build_numbered(rows, dice, columns, errors)


# Weights


def _find_weights(lines: Sequence[Line]) -> tuple[list[_Row], list[Fraction]] | None:
    """Return the rows of plain lines with their percentages, if each line begins or ends with one; None otherwise."""
    rows, weights, leading = [], [], 0
    for line in lines:
        text = line.cells[0]
        if (begins := _PERCENT.match(text)) is not None and begins.end() < len(text):
            number, rest = begins[1], text[begins.end() :]
            leading += 1
        elif (ends := _PERCENT_AT_END.fullmatch(text)) is not None:
            rest, number = ends[1], ends[2]
        else:
            return None
        rows.append(_Row(line, "", "", (clean_cell(rest), *line.cells[1:])))
        weights.append(_read_percentage(number))
    if len(rows) > 1 and leading == len(rows):
        _require_hundred(rows[-1], weights)
    return (rows, weights) if len(rows) > 1 and sum(weights) == 100 else None


def _require_hundred(last: _Row, weights: Sequence[Fraction]) -> None:
    """Require that percentages add up to 100.

    Raises:
        RulesError: they don't; the error names the last row.
    """
    if sum(weights) != 100:
        raise last.line.refuse(f"the percentages add up to {float(sum(weights)):g}, not to 100")


def _read_percentage(number: str) -> Fraction:
    whole, _, tenth = number.replace(",", ".").partition(".")
    return Fraction(10 * int(whole) + int(tenth or 0), 10)


def _build_weighted_column(layout: Layout, column: int) -> PastedTable:
    """Build a table whose column says how likely each row is: whole numbers, or percentages."""
    rows, weights = [], []
    errors: list[LineError] = []
    is_percentage = False
    for line in layout.rows:
        cell = line.cells[column] if column < len(line.cells) else ""
        percent = _PERCENT.fullmatch(cell)
        if percent is None and re.fullmatch(r"\s*\d{1,4}\s*", cell) is None:
            errors.append(line.refuse("write a whole number or a percentage as its weight, like the other lines"))
            continue
        is_percentage = is_percentage or percent is not None
        weights.append(_read_percentage(percent[1]) if percent else Fraction(int(cell)))
        rows.append(_Row(line, "", "", (*line.cells[:column], *line.cells[column + 1 :])))
    raise_all(errors)
    if is_percentage:
        _require_hundred(rows[-1], weights)
    columns = (*layout.heading[:column], *layout.heading[column + 1 :]) if layout.heading else ()
    return _build_weighted(rows, weights, columns)


def _build_weighted(rows: Sequence[_Row], weights: Sequence[Fraction], columns: tuple[str, ...]) -> PastedTable:
    """Build a table of rows with weights: each gets as many faces of one die as its weight."""
    scale = 10 if any(weight.denominator > 1 for weight in weights) else 1
    faces = [int(weight * scale) for weight in weights]
    without = [row for row, count in zip(rows, faces, strict=True) if count < 1]
    raise_all([row.line.refuse("its weight is 0, so give it a weight or remove it") for row in without])
    total = sum(faces)
    if total > MOST_TOTALS:
        raise rows[-1].line.refuse(f"the weights add up to {total}, and a die can have up to {MOST_TOTALS} sides")
    dice = _Dice(notation.DiceTerm(1, total))
    found, low = [], 1
    for row, count in zip(rows, faces, strict=True):
        found.append(PastedRow(low, low + count - 1, row.cells, Fraction(count, total)))
        low += count
    return PastedTable(dice.name, dice.plan, columns, tuple(found))


# Numbers


def _build_counted(lines: Sequence[Line], dice: "_Dice | None", columns: tuple[str, ...]) -> PastedTable:
    """Build a table of rows without numbers, for a die with as many sides as rows."""
    dice = dice or _Dice(notation.DiceTerm(1, len(lines)))
    totals = sorted(dice.totals)
    if len(totals) != len(lines):
        raise lines[-1].refuse(f"{dice.name} needs {len(totals)} rows, and there are {len(lines)}")
    chances = dice.count_ways()
    rows = (
        PastedRow(total, total, tuple(clean_cell(cell) for cell in line.cells), chances(total, total))
        for total, line in zip(totals, lines, strict=True)
    )
    return PastedTable(dice.name, dice.plan, columns, tuple(rows))


def _build_numbered(
    rows: Sequence[_Row], dice: "_Dice | None", columns: tuple[str, ...], earlier: Sequence[LineError] = ()
) -> PastedTable:
    """Build a table of rows with numbers, which have to cover every total of the dice once.

    Args:
        rows: the rows.
        dice: the dice, or None if the numbers decide.
        columns: the headings of the cells.
        earlier: the mistakes of lines that have no numbers.

    Raises:
        RulesError: a number is missing, is there twice, or can't be rolled.
    """
    if dice is None or not rows:
        raise_all(earlier)
    if not rows:
        message = "This table is empty. Write a line for each row."
        raise RulesError(message, plain=message)
    digits = [number for row in rows for number in (row.low, row.high) if number]
    if dice is None and any(number.strip("0") == "" and len(number) > 1 for number in digits):
        begins_at_zero = any(row.low.strip("0") == "" and len(row.low) > 1 and row.high != row.low for row in rows)
        begins_at_zero = begins_at_zero and max(map(int, digits)) < 100
        dice = read_dice("d100-1" if begins_at_zero else "d100")
    elif dice is None and any(number.startswith("0") and number != "0" for number in digits):
        dice = read_dice("d100")
    elif (
        dice is not None
        and dice.totals == set(range(1, 101))
        and any(row.low == "00" and row.high not in ("00", "100") for row in rows)
    ):
        dice = read_dice("d100-1")  # 00-04 counts 00 as the lowest result
    highest_digits = "0" * (len(str(max(dice.totals))) - 1) if dice else ""
    read = _read_hundreds(dice, highest_digits)
    bounded = []
    errors = [*earlier]
    for row in rows:
        low = read(row.low) if row.low else None
        high = read(row.high) if row.high else None
        if low is not None and high is not None and high < low:
            errors.append(row.line.refuse("put the lower number first"))
        else:
            bounded.append((low, high, row))
    if dice is None:
        raise_all(errors)
    bounded.sort(key=lambda each: (each[0] is not None, each[0] or 0, each[1] or 0))
    return _cover(bounded, dice or _find_dice(bounded), columns, errors)


def _read_hundreds(dice: "_Dice | None", zeros: str) -> Callable[[str], int]:
    """Return a function that reads digits; on a d100, 00 is 100."""
    is_hundred = dice is not None and max(dice.totals) in (100, 1000) and min(dice.totals) == 1

    def read(number: str) -> int:
        return int(f"1{zeros}") if is_hundred and number and number.strip("0") == "" else int(number)

    return read


def _cover(
    rows: Sequence[tuple[int | None, int | None, _Row]],
    dice: "_Dice",
    columns: tuple[str, ...],
    errors: list[LineError],
) -> PastedTable:
    """Build the table if its rows cover each total of the dice once.

    Args:
        rows: the lowest and highest number of each row, in order.
        dice: the dice.
        columns: the headings of the cells.
        errors: the mistakes so far, whose lines may have the numbers that seem to be missing.

    Raises:
        RulesError: a number is missing, is there twice, or can't be rolled.
    """
    totals = sorted(dice.totals)
    known = {*totals}
    chances = dice.count_ways()
    found, next_at = [], 0
    is_complete = not errors
    for low, high, row in rows:
        if any(number is not None and number not in known for number in (low, high)):
            is_complete = False
            errors.append(row.line.refuse(f"{dice.name} can roll {totals[0]} to {totals[-1]}"))
            continue
        first = totals[0] if low is None else low
        last = totals[-1] if high is None else high
        if next_at >= len(totals) or first < totals[next_at]:
            errors.append(row.line.refuse("an earlier line already has this number"))
        elif first > totals[next_at] and is_complete:
            errors.append(row.line.refuse(f"no line has {totals[next_at]}, so add one before it"))
        while next_at < len(totals) and totals[next_at] <= last:
            next_at += 1
        found.append(PastedRow(first, last, row.cells, chances(first, last)))
    if next_at < len(totals) and is_complete:
        advice = f"add a line after it for {totals[next_at]}, because {dice.name} goes up to {totals[-1]}"
        errors.append(rows[-1][2].line.refuse(advice))
    raise_all(errors)
    return PastedTable(dice.name, dice.plan, columns, tuple(found))


# Dice


class _Dice(NamedTuple):
    """The dice of a table."""

    node: notation.Node

    @property
    def name(self) -> str:
        """The dice in notation, without the number of a single die."""
        return re.sub(r"^1d", "d", str(self.node))

    @property
    def plan(self) -> notation.Plan:
        """The dice as plain lists."""
        return notation.build_plan(self.node)

    @property
    def totals(self) -> set[int]:
        """Every total that the dice can have."""
        return notation.find_totals(self.node)

    def count_ways(self) -> Callable[[int, int], Fraction]:
        """Return a function that computes the chance of a total from `low` to `high`."""
        ways = run_memoized(("pasted table", str(self.node)), lambda: compute_totals(self.node))
        total = sum(ways.values())

        def compute_chance(low: int, high: int) -> Fraction:
            return Fraction(sum(count for value, count in ways.items() if low <= value <= high), total)

        return compute_chance


_LARGE_DIE = re.compile(r"\s*1?d(\d{4})\s*", re.IGNORECASE)


def read_dice(text: str) -> _Dice | None:
    """Parse dice, or return None for text that isn't dice that a table can be rolled with.

    >>> [found and found.name for found in map(read_dice, ("2D6", "d%", "d66", "d3-2", "7", "dragon"))]
    ['2d6', 'd100', 'd66', 'd3-2', None, None]
    """
    if (large := _LARGE_DIE.fullmatch(text)) is not None and 0 < int(large[1]) <= MOST_TOTALS:
        return _Dice(notation.DiceTerm(1, int(large[1])))
    try:
        node = notation.parse(text)
    except NotationError:
        return None
    if isinstance(node, notation.Number) or notation.estimate_total_count(node) > MOST_TOTALS:
        return None
    return _Dice(node)


USUAL_SIDES = (4, 6, 8, 10, 12, 20)
"""The sides of dice that are added up in tables whose lowest number is above 1."""


def _find_dice(rows: Sequence[tuple[int | None, int | None, _Row]]) -> _Dice:
    """Return the dice for rows' numbers: one die from 1, several usual dice from 2 on, digits from 11.

    Raises:
        RulesError: an open end leaves the dice open.
    """
    highest = max((high for _, high, _ in rows if high is not None), default=0)
    if (without_end := next((row for _, high, row in rows if high is None), None)) is not None:
        raise without_end.line.refuse("it has no end, so name the dice in the first line, such as 2d6")
    if (without_start := next((row for low, _, row in rows if low is None), None)) is not None:
        raise without_start.line.refuse("it has no beginning, so name the dice in the first line, such as 2d6")
    lowest = rows[0][0] or 0
    digits = read_dice(f"d{highest}") if lowest in (11, 111) else None
    if digits is not None and isinstance(digits.node, notation.DigitDice):
        return digits
    if lowest > 1 and highest % lowest == 0 and highest // lowest in USUAL_SIDES:
        return _Dice(notation.DiceTerm(lowest, highest // lowest))
    if highest > MOST_TOTALS:
        raise rows[-1][2].line.refuse(f"a die can have up to {MOST_TOTALS} sides")
    if lowest < 1:
        example = f"d{highest - lowest + 1}-{1 - lowest}"
        raise rows[0][2].line.refuse(f"name the dice in the first line, such as {example}, because no die begins here")
    return _Dice(notation.DiceTerm(1, highest))


# JSON of other programs


def _read_roll_table(text: str) -> PastedTable:
    """Read a Foundry RollTable: its formula, and the range or the weight of each result.

    Raises:
        RulesError: it isn't such a table.
    """
    try:
        data: Any = json.loads(text)
    except ValueError:
        data = None
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, list) or not results or not all(isinstance(each, dict) for each in results):
        message = (
            "This JSON isn't a table that this site can read: paste a RollTable with its results, or lines of text."
        )
        raise RulesError(message, plain=message)
    rows, weights = [], []
    for number, result in enumerate(results, 1):
        cells = _read_result_text(result)
        line = Line(number, cells[0] if cells else "", cells)
        ends = result.get("range")
        has_range = isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, int) for end in ends)
        rows.append(_Row(line, str(ends[0]) if has_range else "", str(ends[1]) if has_range else "", cells))
        weight = result.get("weight")
        weights.append(Fraction(weight) if isinstance(weight, int) and weight > 0 else Fraction(1))
    _limit_rows([row.line for row in rows])
    formula = data.get("formula")
    if not all(row.low and row.high for row in rows):
        return _build_weighted(rows, weights, ())
    dice = read_dice(formula) if isinstance(formula, str) and formula.strip() else None
    if dice is None and isinstance(formula, str) and formula.strip():
        message = f"The table's formula “{formula.strip()[:40]}” isn't dice that this site can roll."
        raise RulesError(message, plain=message)
    return _build_numbered(rows, dice, ())


def _read_result_text(result: Any) -> tuple[str, ...]:
    """Return the name and the text of a result, without tags."""
    found = []
    for part in ("name", "text", "description"):
        value = result.get(part)
        text = " ".join(_TAG.sub(" ", value).split()) if isinstance(value, str) else ""
        if text and text not in found:
            found.append(text)
    return tuple(found) or ("–",)
