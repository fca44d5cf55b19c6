"""Odds over a parameter: a heat table, a row for each value, and lines beside it."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.probability.cumulative import AT_LEAST, EXACTLY, is_ordered
from rules_py.rendering.charts import Line, key_svg, lines_svg
from rules_py.rendering.labels import name_of, rank_of, value_of
from rules_py.rendering.numbers import average, percent
from rules_py.rendering.odds import chances_said, refused_html
from rules_py.text.formatting import in_quotes, is_number, sum_of
from rules_py.text.wording import in_sentence

if TYPE_CHECKING:
    from rules_py.mechanic.calculator import Panel
    from rules_py.probability.odds import Chances

MOST_COLUMNS = 14
MOST_EDGES = 5


def heat_html(
    mechanic: Mechanic,
    field: str,
    over: str,
    rows: Sequence[tuple[Any, "Chances"]],
    title: str,
    anchor: str = "",
    current: Any = None,
    lines: bool = False,
    among: Sequence["Chances"] = (),
    counts: str = EXACTLY,
) -> str:
    """The chances of a field for each value of `over`.

    Args:
        current: the value whose row is marked, as the one that is set.
        lines: draw a chart of the columns above the table. Numbers then have thresholds as columns, since lines of
            single numbers cross and say little.
        counts: one of `probability.cumulative.COUNTS`; a field without an order has exact chances all the same.
        among: more distributions whose outcomes get a column, so that several tables have the same ones.
    """
    parameter = mechanic.parameters[over]
    columns = _columns(mechanic, field, [*(chances for _, chances in rows), *among], lines, counts)
    head = "".join(
        f'<th scope="col"{column.style}>{key_svg(column.mark) if lines and column.style else ""}'
        f"{escape(column.name)}</th>"
        for column in columns
    )
    body = []
    for value, chances in rows:
        cells = "".join(column.cell(chances) for column in columns)
        mark = ' aria-current="true"' if value == current else ""
        body.append(f'<tr{mark}><th scope="row">{escape(value_of(parameter, value))}</th>{cells}</tr>')
    plain = any(rank_of(mechanic, field, value) is None for _, chances in rows for value in chances)
    kind = " fb-heat-plain" if plain else ""
    table = (
        f'<div class="fb-heat fb-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f'<table class="fb-heat-table{kind}"{f" id={chr(34)}{anchor}{chr(34)}" if anchor else ""}>'
        f"<caption><span>{escape(title)}</span></caption>"
        f'<thead><tr><th scope="col">{escape(parameter.heading)}</th>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )
    if not lines:
        return table
    drawn = [
        Line(column.name, [float(column.share(chances)) for _, chances in rows], column.style, column.mark)
        for column in columns
        if column.values is not None
    ]
    chart = lines_svg([value_of(parameter, value) for value, _ in rows], drawn, title) if drawn else ""
    return f'<div class="fb-heat-plain">{chart}</div>{table}' if chart and plain else chart + table


def sweep_html(
    mechanic: Mechanic, params: dict[str, Any], over: str, field: str, title: str = "", counts: str = EXACTLY
) -> str:
    """What if: the odds of a field over a parameter, the rest as it is set. Values the rule refuses are left out.

    Raises:
        RulesError: `over` is not a parameter with values to run through, or the rule takes none of them.
    """
    rows = _rows(mechanic, params, over, field)
    return heat_html(
        mechanic,
        field,
        over,
        rows,
        f"{title or mechanic.title}: what if {in_sentence(mechanic.parameters[over].label)} were another",
        current=params[over],
        lines=True,
        counts=counts,
    )


def sweep_said(mechanic: Mechanic, params: dict[str, Any], over: str, field: str, title: str = "") -> str:
    """What if, as a sentence: the first row and the last."""
    rows = _rows(mechanic, params, over, field)
    parameter = mechanic.parameters[over]
    ends = "; ".join(
        f"{parameter.label} {value_of(parameter, value)}: {chances_said(mechanic, field, chances)}"
        for value, chances in (rows[at] for at in dict.fromkeys((0, len(rows) - 1)))
    )
    return f"{title or mechanic.title}. {ends}."


def _rows(mechanic: Mechanic, params: dict[str, Any], over: str, field: str) -> list[tuple[Any, "Chances"]]:
    """The chances of a field for each value of a parameter that the rule takes."""
    from rules_py.probability.odds import odds_of

    if over not in mechanic.parameters:
        raise RulesError(
            f"over: got {in_quotes(over)}, takes a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}"
        )
    parameter = mechanic.parameters[over]
    rows: list[tuple[Any, Chances]] = []
    refusals: list[RulesError] = []
    for value in parameter.sweep(params[over]):
        try:
            rows.append((value, odds_of(mechanic, params | {over: value})[field]))
        except RulesError as refusal:
            refusals.append(refusal)  # out of a weapon's reach, say
    if not rows:
        raise refusals[-1]
    return _without_flat_ends(rows, params[over])


def _without_flat_ends(rows: Sequence[tuple[Any, "Chances"]], current: Any) -> list[tuple[Any, "Chances"]]:
    """Rows without those at either end that only say the same again; the one that is set stays in between."""
    [at, *_] = [place for place, (value, _) in enumerate(rows) if value == current] or [0]
    first, last = 0, len(rows) - 1
    while first + 1 < at and rows[first][1] == rows[first + 1][1]:
        first += 1
    while last - 1 > at and rows[last][1] == rows[last - 1][1]:
        last -= 1
    return list(rows[first : last + 1])


def panel_sweep_html(panel: "Panel", params: dict[str, Any], over: str, counts: str = EXACTLY) -> str:
    """What if, for a calculator's panel; `params` and `over` are the calculator's.

    Raises:
        RulesError: the panel does not ask for the parameter, or it has no values to run through.
    """
    try:
        return sweep_html(
            panel.mechanic, panel.params(params), panel.own_name(over) or over, panel.field, panel.title, counts
        )
    except LongOddsError as refusal:
        return refused_html(panel.title, refusal)


def panel_sweep_said(panel: "Panel", params: dict[str, Any], over: str) -> str:
    """The same as a sentence; nothing where it takes too long."""
    try:
        return sweep_said(panel.mechanic, panel.params(params), panel.own_name(over) or over, panel.field, panel.title)
    except LongOddsError:
        return ""


class _Column:
    """One outcome, several of them, or the mean as a column.

    Attributes:
        values: the outcomes; None for the mean.
        tone: where they stand between the worst (0) and the best (1).
        mark: which line of a chart is theirs.
    """

    def __init__(self, name: str, values: Collection[Any] | None, tone: float = 0, mark: int = 0) -> None:
        self.name, self.values, self.tone, self.mark = name, values, tone, mark
        self.style = "" if values is None else f' style="--tone:{tone:.3g}"'

    def share(self, chances: "Chances") -> Fraction:
        return sum_of(chance for value, chance in chances.items() if value in (self.values or ()))

    def cell(self, chances: "Chances") -> str:
        if self.values is None:
            return f"<td>{average(sum_of(value * chance for value, chance in chances.items()))}</td>"
        share = self.share(chances)
        return (
            f'<td style="--share:{float(share):.3f};--tone:{self.tone:.3g}">'
            f"{escape(percent(share)) if share else '–'}</td>"
        )


def _columns(
    mechanic: Mechanic, field: str, distributions: Sequence["Chances"], thresholds: bool, counts: str
) -> list[_Column]:
    from rules_py.probability.odds import ordered

    seen = ordered((value for chances in distributions for value in chances), mechanic.names.get(field, ()))
    numbers = [value for value in seen if is_number(value)]
    last = max(1, len(seen) - 1)
    if counts != EXACTLY and is_ordered(mechanic, field, seen):
        return _cumulative(mechanic, field, seen, counts)
    if thresholds and numbers and mechanic.cumulative == field:
        return [
            _Column(f"Within {edge}", {value for value in numbers if value <= edge}, _tone(part, numbers), part)
            for part, edge in enumerate(numbers[:MOST_EDGES])
        ]
    if len(numbers) < len(seen) or not (thresholds or len(seen) > MOST_COLUMNS):
        ranks = [rank_of(mechanic, field, value) for value in seen[: 4 * MOST_COLUMNS]]
        best = max(1, len(mechanic.names.get(field, ())) - 1)
        if None in ranks:
            ranks, best = list(range(len(ranks))), last
        return [
            _Column(name_of(mechanic, field, value), {value}, (rank or 0) / best, rank or 0)
            for value, rank in zip(seen, ranks, strict=False)
        ]
    edges = _edges(numbers, numbers[1:])
    return [
        _Column("On average", None),
        *(
            _Column(
                f"{name_of(mechanic, field, edge)} or more",
                {value for value in numbers if value >= edge},
                _tone(part, edges),
                part,
            )
            for part, edge in enumerate(edges)
        ),
    ]


def _cumulative(mechanic: Mechanic, field: str, seen: Sequence[Any], counts: str) -> list[_Column]:
    """A column for each value and all that is above it, or below; but for the one that all values are."""
    from_it = seen[1:] if counts == AT_LEAST else seen[:-1]
    numbers = [value for value in from_it if is_number(value)]
    words = [value for value in from_it if not is_number(value)]
    edges = [*_edges(numbers, numbers), *words]
    best = max(1, len(mechanic.names.get(field, ())) - 1)
    columns = [_Column("On average", None)] if all(is_number(value) for value in seen) else []
    for part, edge in enumerate(edges):
        at = seen.index(edge)
        rank = rank_of(mechanic, field, edge)
        values = set(seen[at:] if counts == AT_LEAST else seen[: at + 1])
        name = name_of(mechanic, field, edge)
        columns.append(
            _Column(
                f"{name} {or_so(edge, counts)}" if len(values) > 1 else name,
                values,
                _tone(part, edges) if rank is None else rank / best,
                part if rank is None else rank,
            )
        )
    return columns


def _edges(numbers: Sequence[Any], few: Sequence[Any]) -> list[Any]:
    """Some of many numbers, evenly apart; all of few."""
    last = max(1, len(numbers) - 1)
    if len(numbers) <= MOST_EDGES + 1:
        return list(few)
    return [numbers[round(last * part / MOST_EDGES)] for part in range(1, MOST_EDGES + 1)]


def or_so(value: Any, counts: str) -> str:
    """What stands behind a value that counts with all above it, or below.

    >>> or_so(7, "at-least"), or_so("hit", "at-most")
    ('or more', 'or worse')
    """
    if is_number(value):
        return "or more" if counts == AT_LEAST else "or less"
    return "or better" if counts == AT_LEAST else "or worse"


def _tone(part: int, edges: Sequence[int | Fraction]) -> float:
    """A threshold's place among those shown."""
    return part / max(1, min(len(edges), MOST_EDGES) - 1)
