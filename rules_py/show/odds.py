"""Odds as a fragment of HTML: a table with bars for each field."""

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic
from rules_py.show.words import MINUS, label_of, name_of, percent, tone_of

if TYPE_CHECKING:
    from rules_py.exact_odds import Odds

MOST_ROWS = 150


def odds_html(mechanic: Mechanic, odds: "Odds", other: "Odds | None" = None) -> str:
    """The odds of every field: the headline first, the others folded; with a second set-up, the differences to it."""
    fields = [mechanic.headline, *(field for field in odds.outcomes if field != mechanic.headline)]
    parts = []
    for field in fields:
        chances = odds.outcomes[field]
        if len(chances) > MOST_ROWS or (len(chances) == 1 and field != mechanic.headline):
            continue
        table = odds_table(mechanic, odds, field, other)
        parts.append(f'<p class="fb-odds-head">{escape(label_of(field))}{mean_of(odds, field)}</p>{table}'
                     if field == mechanic.headline else
                     f'<details class="fb-more"><summary>{escape(label_of(field))}{mean_of(odds, field)}</summary>'
                     f"{table}</details>")
    return "".join(parts) or "<p>Too many different outcomes to list.</p>"


def odds_table(mechanic: Mechanic, odds: "Odds", field: str, other: "Odds | None" = None) -> str:
    """One field's chances, each with a bar; with the running total where the mechanic counts attempts.

    With a second set-up, its chances stand beside these, with the difference in percentage points.
    """
    chances, beside = both(mechanic, odds, other, field)
    most = max(max(chances.values()), max(beside.values(), default=0))
    within = odds.within(field) if mechanic.within == field else {}
    head = f"<th scope=\"col\">{escape(label_of(field))}</th><th scope=\"col\">Chance</th>"
    if within:
        head += '<th scope="col">Within</th>'
    if other:
        head += '<th scope="col">Beside</th><th scope="col">Change</th>'
    rows = []
    for value, chance in chances.items():
        compared = f"<td>{escape(percent(beside[value]))}</td><td>{change_of(chance - beside[value])}</td>" if other else ""
        share = f'<td class="fb-chance"><span class="fb-bar" style="--share:{float(chance / most):.4g}"></span>' \
                f'<span title="{chance}">{escape(percent(chance))}</span></td>'
        sum_cell = f"<td>{escape(percent(within[value]))}</td>" if value in within else "<td>–</td>" if within else ""
        rows.append(f'<tr{tone_of(mechanic, field, value)}><th scope="row">{escape(name_of(mechanic, field, value))}</th>'
                    f"{share}{sum_cell}{compared}</tr>")
    return (f'<table class="fb-odds-table"><caption class="fb-hidden">{escape(label_of(field))}{mean_of(odds, field)}</caption>'
            f'<thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>')


def both(mechanic: Mechanic, odds: "Odds", other: "Odds | None", field: str) -> tuple[dict, dict]:
    """A field's chances in two set-ups, over the values that either has, in order; nothing for the second if there is none."""
    if other is None:
        return odds.outcomes[field], {}
    from rules_py.exact_odds import in_order

    values = in_order(dict.fromkeys([*odds.outcomes[field], *other.outcomes[field]]), mechanic.names.get(field, ()))
    return tuple({value: each.outcomes[field].get(value, Fraction(0)) for value in values} for each in (odds, other))


def change_of(difference: Fraction) -> str:
    """A difference of chances in percentage points.

    >>> change_of(Fraction(1, 8)), change_of(Fraction(0))
    ('+12.5', 'same')
    """
    return f"{float(difference * 100):+.1f}".replace("-", MINUS) if difference else "same"


def mean_of(odds: "Odds", field: str) -> str:
    """A field's mean as the end of a heading; nothing where it is not numeric."""
    mean = odds.mean.get(field)
    return "" if mean is None else f', on average {float(mean):.2f}'.replace("-", MINUS)


def refused_html(title: str, refusal: LongOddsError) -> str:
    """What stands in a panel's place where its odds would take too long."""
    return (f'<section class="fb-panel"><h3 class="fb-panel-title">{escape(title)}</h3>'
            f"<p>These odds would take too long. {escape(str(refusal))}.</p></section>")
