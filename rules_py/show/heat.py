"""Odds over a parameter: a heat table, a row for each value, and lines beside it."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.show.charts import Line, lines_svg
from rules_py.show.odds import refused_html
from rules_py.show.words import MINUS, label_of, name_of, percent
from rules_py.values import is_number

if TYPE_CHECKING:
    from rules_py.calculator import Panel
    from rules_py.exact_odds import Distribution

MOST_COLUMNS = 14
MOST_EDGES = 5


def heat_html(mechanic: Mechanic, field: str, over: str, rows: Sequence[tuple[Any, "Distribution"]], title: str,
              anchor: str = "", current: Any = None, lines: bool = False,
              among: Sequence["Distribution"] = ()) -> str:
    """The chances of a field for each value of `over`.

    Args:
        current: the value whose row is marked, as the one that is set.
        lines: draw a chart of the columns above the table. Numbers then have thresholds as columns, since lines of
            single numbers cross and say little.
        among: more distributions whose outcomes get a column, so that several tables have the same ones.
    """
    columns = _columns(mechanic, field, [*(chances for _, chances in rows), *among], thresholds=lines)
    head = "".join(f'<th scope="col"{column.style}>{escape(column.name)}</th>' for column in columns)
    body = []
    for value, chances in rows:
        cells = "".join(column.cell(chances) for column in columns)
        mark = ' aria-current="true"' if value == current else ""
        body.append(f'<tr{mark}><th scope="row">{escape(name_of(mechanic, over, value))}</th>{cells}</tr>')
    counts = any(is_number(value) for _, chances in rows for value in chances)  # more of them: better here, worse there
    plain = (" fb-heat-plain" if counts else "") + (" fb-heat-keyed" if lines else "")
    table = (f'<div class="fb-heat fb-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
             f'<table class="fb-heat-table{plain}"{f" id={chr(34)}{anchor}{chr(34)}" if anchor else ""}>'
             f"<caption>{escape(title)}</caption><thead><tr><th scope=\"col\">{escape(label_of(over))}</th>{head}</tr></thead>"
             f'<tbody>{"".join(body)}</tbody></table></div>')
    if not lines:
        return table
    drawn = [Line(column.name, [float(column.share(chances)) for _, chances in rows], column.style)
             for column in columns if column.is_chance]
    chart = lines_svg([name_of(mechanic, over, value) for value, _ in rows], drawn, title) if drawn else ""
    return f'<div class="fb-heat-plain">{chart}</div>{table}' if chart and counts else chart + table


MOST_STEPS = 13


def sweep_html(mechanic: Mechanic, params: dict[str, Any], over: str, field: str, title: str = "") -> str:
    """What if: the odds of a field over a parameter, the rest as it is set. Values the rule refuses are left out.

    Raises:
        RulesError: `over` is not a parameter with values to run through, or the rule takes none of them.
    """
    from rules_py.exact_odds import odds_of

    rows = []
    for value in _steps(mechanic, over, params):
        try:
            rows.append((value, odds_of(mechanic, params | {over: value})[field]))
        except RulesError as error:
            refused = error  # out of a weapon's reach, say
    if not rows:
        raise refused
    return heat_html(mechanic, field, over, rows, f"{title or mechanic.title}: what if {label_of(over).lower()} were another",
                     current=params[over], lines=True)


def panel_sweep_html(panel: "Panel", params: dict[str, Any], over: str) -> str:
    """What if, for a calculator's panel; `params` and `over` are the calculator's.

    Raises:
        RulesError: the parameter has no values to run through.
    """
    try:
        return sweep_html(panel.mechanic, panel.params(params), panel.own_name(over), panel.field, panel.title)
    except LongOddsError as refusal:
        return refused_html(panel.title, refusal)


def _steps(mechanic: Mechanic, over: str, params: dict[str, Any]) -> list[Any]:
    """At most 13 values of a parameter, from end to end, the one that is set among them."""
    if over not in mechanic.parameters:
        raise RulesError(f"over: got {over!r}, takes a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}")
    about = mechanic.parameters[over].describe()
    if about["kind"] == "bool":
        return [False, True]
    if about["kind"] == "choice":
        return about["choices"]
    if about["kind"] != "int":
        raise RulesError(f"over: got {over!r}, takes a parameter that is a number, a choice or a yes or no")
    low, high = about["range"]
    high = max(low + MOST_STEPS - 1, params[over]) if high is None else high
    step = -(-(high - low + 1) // MOST_STEPS)
    return sorted({*range(low, high + 1, step), params[over], high})


class _Column:
    """One outcome (or a mean, or "1 or more") as a column."""

    def __init__(self, name: str, values: set[Any] | None, tone: float):
        self.name, self.values, self.tone = name, values, tone
        self.is_chance = values is not None
        self.style = f' style="--tone:{tone:.3g}"' if self.is_chance else ""

    def share(self, chances: "Distribution") -> Fraction:
        return sum((chance for value, chance in chances.items() if value in self.values), Fraction(0))

    def cell(self, chances: "Distribution") -> str:
        if not self.is_chance:
            mean = sum(value * chance for value, chance in chances.items())
            return f"<td>{float(mean):.2f}</td>".replace("-", MINUS)
        share = self.share(chances)
        return (f'<td style="--share:{float(share):.3f};--tone:{self.tone:.3g}">'
                f'{escape(percent(share)) if share else "–"}</td>')


def _columns(mechanic: Mechanic, field: str, distributions: Sequence["Distribution"], thresholds: bool) -> list[_Column]:
    from rules_py.exact_odds import in_order

    seen = list(in_order({value: None for chances in distributions for value in chances}, mechanic.names.get(field, ())))
    numbers = [value for value in seen if is_number(value)]
    last = max(1, len(seen) - 1)
    if thresholds and numbers and mechanic.within == field:
        return [_Column(f"Within {edge}", {value for value in numbers if value <= edge}, _tone(part, numbers))
                for part, edge in enumerate(numbers[:MOST_EDGES])]
    if len(numbers) < len(seen) or not (thresholds or len(seen) > MOST_COLUMNS):
        return [_Column(name_of(mechanic, field, value), {value}, place / last)
                for place, value in enumerate(seen[:4 * MOST_COLUMNS])]
    few = len(numbers) <= MOST_EDGES + 1
    edges = numbers[1:] if few else [numbers[round(last * part / MOST_EDGES)] for part in range(1, MOST_EDGES + 1)]
    return [_Column("On average", None, 0), *(
        _Column(f"{name_of(mechanic, field, edge)} or more", {value for value in numbers if value >= edge},
                _tone(part, edges)) for part, edge in enumerate(edges))]


def _tone(part: int, edges: Sequence[int]) -> float:
    """A threshold's place among those shown."""
    return part / max(1, min(len(edges), MOST_EDGES) - 1)
