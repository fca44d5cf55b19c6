"""Formatting of measurements: medians, spreads, units and goals."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Section:
    """A table of the report.

    Attributes:
        title, description: text above the table.
        columns, rows: the cells as text.
    """

    title: str
    description: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile: the smallest value that 95 % of the values do not exceed."""
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def format_milliseconds(value: float) -> str:
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.1f} ms"


def format_seconds(value: float) -> str:
    return f"{value:.2f} s"


def format_spread(values: Sequence[float], format_value: Callable[[float], str] = format_seconds) -> str:
    """Format the median, followed by the smallest and largest value.

    >>> format_spread([1.0, 2.0, 4.5])
    '2.00 s (1.00–4.50)'
    """
    least, most = (format_value(end).rpartition(" ")[0] for end in (min(values), max(values)))
    return f"{format_value(statistics.median(values))} ({least}–{most})"


def format_kilobytes(count: float) -> str:
    """Format a number of bytes in kilobytes.

    >>> format_kilobytes(1_234_567)
    '1,235 KB'
    """
    return f"{count / 1000:,.0f} KB"


def format_goal(text: str, is_met: bool) -> str:
    """Format a goal and whether it is met."""
    return f"{text}: {'met' if is_met else 'missed'}"


def list_missed_goals(section: Section) -> list[str]:
    """List a line for each missed goal.

    >>> rows = [("ours", format_goal("3 times", True)), ("others", format_goal("2", False))]
    >>> list_missed_goals(Section("Start", "", ("Runtime", "Goal"), rows))
    ['Start, others: 2: missed']
    """
    return [f"{section.title}, {row[0]}: {cell}" for row in section.rows for cell in row if cell.endswith(": missed")]
