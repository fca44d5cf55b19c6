"""Odds as a fragment of HTML: a table with bars for each field."""

from html import escape
from typing import TYPE_CHECKING

from rules_py.mechanic import Mechanic
from rules_py.show.words import MINUS, label_of, name_of, percent, tone_of

if TYPE_CHECKING:
    from rules_py.exact_odds import Odds

MOST_ROWS = 150


def odds_html(mechanic: Mechanic, odds: "Odds") -> str:
    """The odds of every field: the headline first, the others folded."""
    fields = [mechanic.headline, *(field for field in odds.outcomes if field != mechanic.headline)]
    parts = []
    for field in fields:
        chances = odds.outcomes[field]
        if len(chances) > MOST_ROWS or (len(chances) == 1 and field != mechanic.headline):
            continue
        table = odds_table(mechanic, odds, field)
        parts.append(f'<p class="fb-odds-head">{escape(label_of(field))}{mean_of(odds, field)}</p>{table}'
                     if field == mechanic.headline else
                     f'<details class="fb-more"><summary>{escape(label_of(field))}{mean_of(odds, field)}</summary>'
                     f"{table}</details>")
    return "".join(parts) or "<p>Too many different outcomes to list.</p>"


def odds_table(mechanic: Mechanic, odds: "Odds", field: str) -> str:
    """One field's chances, each with a bar; with the running total where the mechanic counts attempts."""
    chances = odds.outcomes[field]
    most = max(chances.values())
    within = odds.within(field) if mechanic.within == field else {}
    head = f"<th scope=\"col\">{escape(label_of(field))}</th><th scope=\"col\">Chance</th>"
    if within:
        head += '<th scope="col">Within</th>'
    rows = []
    for value, chance in chances.items():
        share = f'<td class="fb-chance"><span class="fb-bar" style="--share:{float(chance / most):.4g}"></span>' \
                f'<span title="{chance}">{escape(percent(chance))}</span></td>'
        sum_cell = f"<td>{escape(percent(within[value]))}</td>" if value in within else "<td>–</td>" if within else ""
        rows.append(f'<tr{tone_of(mechanic, field, value)}><th scope="row">{escape(name_of(mechanic, field, value))}</th>'
                    f"{share}{sum_cell}</tr>")
    return (f'<table class="fb-odds-table"><caption class="fb-hidden">{escape(label_of(field))}{mean_of(odds, field)}</caption>'
            f'<thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>')


def mean_of(odds: "Odds", field: str) -> str:
    """A field's mean as the end of a heading; nothing where it is not numeric."""
    mean = odds.mean.get(field)
    return "" if mean is None else f', on average {float(mean):.2f}'.replace("-", MINUS)
