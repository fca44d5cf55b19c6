"""Odds over a parameter's values, as a heat map with a row for each value, and as lines."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError, RulesError, UnknownIdError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.grades import find_rank
from rules_py.mechanic.labels import label_for_outcome, label_for_value
from rules_py.probability.cumulative import AT_LEAST, EXACTLY, is_ordered
from rules_py.rendering.charts import Line, render_line_key, render_lines
from rules_py.rendering.numbers import format_mean, format_percent
from rules_py.rendering.odds import describe_chances, render_too_long
from rules_py.text.numbers import is_number, sum_fractions
from rules_py.text.wording import decapitalize

if TYPE_CHECKING:
    from rules_py.mechanic.calculator import Panel
    from rules_py.probability.odds import Chances

MOST_COLUMNS = 14
MOST_EDGES = 5


def render_heatmap(
    mechanic: Mechanic,
    field: str,
    over: str,
    rows: Sequence[tuple[Any, "Chances"]],
    title: str,
    anchor: str = "",
    current: Any = None,
    lines: bool = False,
    extra_distributions: Sequence["Chances"] = (),
    counts: str = EXACTLY,
) -> str:
    """Render the chances of a field for each value of `over`.

    Args:
        current: the value whose row is marked as the current one.
        lines: draw a chart of the columns above the table. Numbers then have thresholds as columns, since lines of
            single numbers cross and say little.
        extra_distributions: further distributions whose outcomes get a column, so that several tables have equal
            columns.
        counts: one of `probability.cumulative.COUNTS`; a field without an order always has exact chances.
    """
    parameter = mechanic.parameters[over]
    columns = _build_columns(mechanic, field, [*(chances for _, chances in rows), *extra_distributions], lines, counts)
    head = "".join(
        f'<th scope="col"{column.style}>{render_line_key(column.mark) if lines and column.style else ""}'
        f"{escape(column.name)}</th>"
        for column in columns
    )
    body = []
    for value, chances in rows:
        cells = "".join(column.render_cell(chances) for column in columns)
        mark = ' aria-current="true"' if value == current else ""
        body.append(f'<tr{mark}><th scope="row">{escape(label_for_value(parameter, value))}</th>{cells}</tr>')
    plain = any(find_rank(mechanic, field, value) is None for _, chances in rows for value in chances)
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
        Line(column.name, [float(column.compute_share(chances)) for _, chances in rows], column.style, column.mark)
        for column in columns
        if column.values is not None
    ]
    chart = render_lines([label_for_value(parameter, value) for value, _ in rows], drawn, title) if drawn else ""
    return f'<div class="fb-heat-plain">{chart}</div>{table}' if chart and plain else chart + table


def render_sweep(
    mechanic: Mechanic, params: dict[str, Any], over: str, field: str, title: str = "", counts: str = EXACTLY
) -> str:
    """Render the odds of a field over one parameter, with the others fixed. Values that the rule rejects are left out.

    Raises:
        RulesError: `over` isn't a parameter with a set of values, or the rule rejects all of them.
    """
    rows = _compute_rows(mechanic, params, over, field)
    return render_heatmap(
        mechanic,
        field,
        over,
        rows,
        f"{title or mechanic.title}: what if {decapitalize(mechanic.parameters[over].label)} changes",
        current=params[over],
        lines=True,
        counts=counts,
    )


def describe_sweep(mechanic: Mechanic, params: dict[str, Any], over: str, field: str, title: str = "") -> str:
    """Describe the sweep over a parameter in a sentence, by its first and last rows."""
    rows = _compute_rows(mechanic, params, over, field)
    parameter = mechanic.parameters[over]
    ends = "; ".join(
        f"{parameter.label} {label_for_value(parameter, value)}: {describe_chances(mechanic, field, chances)}"
        for value, chances in (rows[at] for at in dict.fromkeys((0, len(rows) - 1)))
    )
    return f"{title or mechanic.title}. {ends}."


def _compute_rows(mechanic: Mechanic, params: dict[str, Any], over: str, field: str) -> list[tuple[Any, "Chances"]]:
    """Compute the chances of a field for each value of a parameter that the rule accepts."""
    from rules_py.probability.odds import compute_odds

    if over not in mechanic.parameters:
        raise UnknownIdError(
            "over",
            over,
            mechanic.parameters,
            takes=f"a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}",
            noun="field",
        )
    parameter = mechanic.parameters[over]
    rows: list[tuple[Any, Chances]] = []
    refusals: list[RulesError] = []
    for value in parameter.sweep(params[over]):
        try:
            rows.append((value, compute_odds(mechanic, params | {over: value})[field]))
        except RulesError as refusal:
            refusals.append(refusal)  # such as a value out of a weapon's range
    if not rows:
        raise refusals[-1]
    return _trim_flat_ends(rows, params[over])


def _trim_flat_ends(rows: Sequence[tuple[Any, "Chances"]], current: Any) -> list[tuple[Any, "Chances"]]:
    """Remove equal rows at both ends, but keep the current one."""
    [at, *_] = [place for place, (value, _) in enumerate(rows) if value == current] or [0]
    first, last = 0, len(rows) - 1
    while first + 1 < at and rows[first][1] == rows[first + 1][1]:
        first += 1
    while last - 1 > at and rows[last][1] == rows[last - 1][1]:
        last -= 1
    return list(rows[first : last + 1])


def render_panel_sweep(panel: "Panel", params: dict[str, Any], over: str, counts: str = EXACTLY) -> str:
    """Render the sweep of a calculator's panel; `params` and `over` are the calculator's.

    Raises:
        RulesError: the panel doesn't use the parameter, or the parameter has no set of values.
    """
    try:
        return render_sweep(
            panel.mechanic,
            panel.build_params(params),
            panel.local_name_for(over) or over,
            panel.field,
            panel.title,
            counts,
        )
    except LongOddsError as refusal:
        return render_too_long(panel.title, refusal)


def describe_panel_sweep(panel: "Panel", params: dict[str, Any], over: str) -> str:
    """Describe a panel's sweep in a sentence, or return "" if it takes too long."""
    try:
        return describe_sweep(
            panel.mechanic, panel.build_params(params), panel.local_name_for(over) or over, panel.field, panel.title
        )
    except LongOddsError:
        return ""


class _Column:
    """A column with one outcome, several outcomes, or the mean.

    Attributes:
        values: the outcomes; None for the mean.
        tone: their rank between the worst (0) and the best (1).
        mark: the index of their line style in a chart.
    """

    def __init__(self, name: str, values: Collection[Any] | None, tone: float = 0, mark: int = 0) -> None:
        self.name, self.values, self.tone, self.mark = name, values, tone, mark
        self.style = "" if values is None else f' style="--tone:{tone:.3g}"'

    def compute_share(self, chances: "Chances") -> Fraction:
        return sum_fractions(chance for value, chance in chances.items() if value in (self.values or ()))

    def render_cell(self, chances: "Chances") -> str:
        if self.values is None:
            return f"<td>{format_mean(sum_fractions(value * chance for value, chance in chances.items()))}</td>"
        share = self.compute_share(chances)
        return (
            f'<td style="--share:{float(share):.3f};--tone:{self.tone:.3g}">'
            f"{escape(format_percent(share)) if share else '–'}</td>"
        )


def _build_columns(
    mechanic: Mechanic, field: str, distributions: Sequence["Chances"], thresholds: bool, counts: str
) -> list[_Column]:
    from rules_py.probability.odds import sort_values

    seen = sort_values((value for chances in distributions for value in chances), mechanic.names.get(field, ()))
    numbers = [value for value in seen if is_number(value)]
    last = max(1, len(seen) - 1)
    if counts != EXACTLY and is_ordered(mechanic, field, seen):
        return _build_cumulative_columns(mechanic, field, seen, counts)
    if thresholds and numbers and mechanic.cumulative == field:
        return [
            _Column(f"Within {edge}", {value for value in numbers if value <= edge}, _compute_tone(part, numbers), part)
            for part, edge in enumerate(numbers[:MOST_EDGES])
        ]
    if len(numbers) < len(seen) or not (thresholds or len(seen) > MOST_COLUMNS):
        ranks = [find_rank(mechanic, field, value) for value in seen[: 4 * MOST_COLUMNS]]
        best = max(1, len(mechanic.names.get(field, ())) - 1)
        if None in ranks:
            ranks, best = list(range(len(ranks))), last
        return [
            _Column(label_for_outcome(mechanic, field, value), {value}, (rank or 0) / best, rank or 0)
            for value, rank in zip(seen, ranks, strict=False)
        ]
    edges = _select_edges(numbers, numbers[1:])
    return [
        _Column("On average", None),
        *(
            _Column(
                f"{label_for_outcome(mechanic, field, edge)} or more",
                {value for value in numbers if value >= edge},
                _compute_tone(part, edges),
                part,
            )
            for part, edge in enumerate(edges)
        ),
    ]


def _build_cumulative_columns(mechanic: Mechanic, field: str, outcomes: Sequence[Any], counts: str) -> list[_Column]:
    """Build a column for each value with all values above or below it, except for the one with all values."""
    from_it = outcomes[1:] if counts == AT_LEAST else outcomes[:-1]
    numbers = [value for value in from_it if is_number(value)]
    words = [value for value in from_it if not is_number(value)]
    edges = [*_select_edges(numbers, numbers), *words]
    best = max(1, len(mechanic.names.get(field, ())) - 1)
    columns = [_Column("On average", None)] if all(is_number(value) for value in outcomes) else []
    for part, edge in enumerate(edges):
        at = outcomes.index(edge)
        rank = find_rank(mechanic, field, edge)
        values = set(outcomes[at:] if counts == AT_LEAST else outcomes[: at + 1])
        name = label_for_outcome(mechanic, field, edge)
        columns.append(
            _Column(
                f"{name} {describe_direction(edge, counts)}" if len(values) > 1 else name,
                values,
                _compute_tone(part, edges) if rank is None else rank / best,
                part if rank is None else rank,
            )
        )
    return columns


def _select_edges(numbers: Sequence[Any], few: Sequence[Any]) -> list[Any]:
    """Return evenly spaced thresholds out of many numbers, or all of `few` if there aren't many."""
    last = max(1, len(numbers) - 1)
    if len(numbers) <= MOST_EDGES + 1:
        return list(few)
    return [numbers[round(last * part / MOST_EDGES)] for part in range(1, MOST_EDGES + 1)]


def describe_direction(value: Any, counts: str) -> str:
    """Return the words after a value that is counted together with all above or below it.

    >>> describe_direction(7, "at-least"), describe_direction("hit", "at-most")
    ('or more', 'or worse')
    """
    if is_number(value):
        return "or more" if counts == AT_LEAST else "or less"
    return "or better" if counts == AT_LEAST else "or worse"


def _compute_tone(part: int, edges: Sequence[int | Fraction]) -> float:
    """Compute a threshold's tone from its index among those shown."""
    return part / max(1, min(len(edges), MOST_EDGES) - 1)
