"""Odds over a parameter: a heat table, a row for each value, and lines beside it."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.show.charts import Line, lines_svg
from rules_py.show.words import MINUS, label_of, name_of, percent
from rules_py.values import is_number

if TYPE_CHECKING:
    from rules_py.exact_odds import Distribution

MOST_COLUMNS = 14


def heat_html(mechanic: Mechanic, field: str, over: str, rows: Sequence[tuple[Any, "Distribution"]], title: str,
              anchor: str = "", current: Any = None, lines: bool = False,
              among: Sequence["Distribution"] = ()) -> str:
    """The chances of a field for each value of `over`.

    Args:
        current: the value whose row is marked, as the one that is set.
        lines: draw a chart of the columns above the table.
        among: more distributions whose outcomes get a column, so that several tables have the same ones.
    """
    columns = _columns(mechanic, field, [*(chances for _, chances in rows), *among])
    head = "".join(f'<th scope="col">{escape(column.name)}</th>' for column in columns)
    body = []
    for value, chances in rows:
        cells = "".join(column.cell(chances) for column in columns)
        mark = ' aria-current="true"' if value == current else ""
        body.append(f'<tr{mark}><th scope="row">{escape(name_of(mechanic, over, value))}</th>{cells}</tr>')
    counts = any(is_number(value) for _, chances in rows for value in chances)  # more of them: better here, worse there
    plain = " fb-heat-plain" if counts and not lines else ""
    table = (f'<div class="fb-heat fb-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
             f'<table class="fb-heat-table{plain}"{f" id={chr(34)}{anchor}{chr(34)}" if anchor else ""}>'
             f"<caption>{escape(title)}</caption><thead><tr><th scope=\"col\">{escape(label_of(over))}</th>{head}</tr></thead>"
             f'<tbody>{"".join(body)}</tbody></table></div>')
    if not lines:
        return table
    drawn = [Line(column.name, [float(column.share(chances)) for _, chances in rows], column.style)
             for column in columns if column.is_chance]
    return lines_svg([name_of(mechanic, over, value) for value, _ in rows], drawn, title) + table if drawn else table


MOST_STEPS = 13


def sweep_html(mechanic: Mechanic, params: dict[str, Any], over: str, field: str) -> str:
    """What if: the odds of a field over a parameter, the rest as it is set. Values the rule refuses are left out.

    Raises:
        RulesError: `over` is not a parameter with values to run through.
    """
    from rules_py.exact_odds import odds_of

    rows = []
    for value in _steps(mechanic, over, params):
        try:
            rows.append((value, odds_of(mechanic, params | {over: value})[field]))
        except RulesError:
            continue  # out of a weapon's reach, say
    return heat_html(mechanic, field, over, rows, f"{mechanic.title}: what if {label_of(over).lower()} were another",
                     current=params[over], lines=True)


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
        self.style = f' style="--tone:{tone:.3g}"'

    def share(self, chances: "Distribution") -> Fraction:
        return sum((chance for value, chance in chances.items() if value in self.values), Fraction(0))

    def cell(self, chances: "Distribution") -> str:
        if not self.is_chance:
            mean = sum(value * chance for value, chance in chances.items())
            return f"<td>{float(mean):.2f}</td>".replace("-", MINUS)
        share = self.share(chances)
        return (f'<td style="--share:{float(share):.3f};--tone:{self.tone:.3g}">'
                f'{escape(percent(share)) if share else "–"}</td>')


def _columns(mechanic: Mechanic, field: str, distributions: Sequence["Distribution"]) -> list[_Column]:
    from rules_py.exact_odds import in_order

    seen = list(in_order({value: None for chances in distributions for value in chances}, mechanic.names.get(field, ())))
    last = max(1, len(seen) - 1)
    if len(seen) <= MOST_COLUMNS or not all(map(is_number, seen)):
        return [_Column(name_of(mechanic, field, value), {value}, place / last)
                for place, value in enumerate(seen[:4 * MOST_COLUMNS])]
    edges = [seen[round(last * part / 5)] for part in range(1, 6)]
    return [_Column("On average", None, 0), *(
        _Column(f"{name_of(mechanic, field, edge)} or more", {value for value in seen if value >= edge}, part / 5)
        for part, edge in enumerate(edges, 1))]
