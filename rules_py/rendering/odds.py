"""Odds as a fragment of HTML: a table with bars for each field."""

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic
from rules_py.probability.cumulative import AT_LEAST, AT_MOST, EXACTLY, cumulate, is_ordered
from rules_py.rendering.labels import label_for_outcome, render_tone
from rules_py.rendering.numbers import format_mean, format_percent, format_points
from rules_py.text.formatting import is_number, sum_fractions

if TYPE_CHECKING:
    from rules_py.probability.odds import Chances, Odds

MOST_ROWS = 150
MOST_SAID = 6
CHANCE = {EXACTLY: "Chance", AT_LEAST: "At least", AT_MOST: "At most"}
"""What a column of chances is called."""


def render_odds(mechanic: Mechanic, odds: "Odds", other: "Odds | None" = None, counts: str = EXACTLY) -> str:
    """The odds of every field: the headline first, the others folded; with a second set-up, the differences to it.

    `counts` is one of `probability.cumulative.COUNTS`; fields without an order have exact chances all the same.
    """
    parts = []
    for field in order_fields(mechanic, odds):
        chances = odds.outcomes[field]
        if len(chances) > MOST_ROWS or (len(chances) == 1 and field != mechanic.headline):
            continue
        table = render_odds_table(mechanic, odds, field, other, counts)
        head = escape(mechanic.label_for(field)) + format_mean_suffix(odds, field)
        parts.append(
            f'<p class="fb-odds-head">{head}</p>{table}'
            if field == mechanic.headline
            else f'<details class="fb-more"><summary>{head}</summary>{table}</details>'
        )
    return "".join(parts) or "<p>Too many different outcomes to list.</p>"


def describe_odds(mechanic: Mechanic, chances: "Chances", title: str = "") -> str:
    """The headline's chances as a sentence, of the rule or of a set-up that is called so."""
    return f"{title or mechanic.title}: {describe_chances(mechanic, mechanic.headline, chances)}."


def describe_chances(mechanic: Mechanic, field: str, chances: "Chances") -> str:
    """A field's chances in words: the average of numbers, else the likeliest of its values."""
    if all(is_number(value) for value in chances):
        return f"On average {format_mean(sum_fractions(value * chance for value, chance in chances.items()))}"
    likeliest = sorted(chances, key=lambda value: -chances[value])[:MOST_SAID]
    return ", ".join(
        f"{label_for_outcome(mechanic, field, value)} {format_percent(chance)}"
        for value, chance in chances.items()
        if value in likeliest
    )


def order_fields(mechanic: Mechanic, odds: "Odds") -> list[str]:
    """The fields of an outcome, the headline first."""
    return [mechanic.headline, *(field for field in odds.outcomes if field != mechanic.headline)]


def has_order(mechanic: Mechanic, odds: "Odds") -> bool:
    """Whether any field's odds can be counted as at least or at most."""
    return any(is_ordered(mechanic, field, chances) for field, chances in odds.outcomes.items())


def render_odds_table(
    mechanic: Mechanic, odds: "Odds", field: str, other: "Odds | None" = None, counts: str = EXACTLY
) -> str:
    """One field's chances, each with a bar; with the running total where the mechanic counts attempts.

    With a second set-up, its chances stand beside these, with the difference in percentage points, where it has the
    field as well.
    """
    if other and field not in other.outcomes:
        other = None
    chances, beside = align_chances(mechanic, odds, other, field)
    if not is_ordered(mechanic, field, chances):
        counts = EXACTLY
    chances, beside = cumulate(chances, counts), cumulate(beside, counts) if beside else {}
    most = max([*chances.values(), *beside.values()])
    within = odds.compute_cumulative(field) if mechanic.cumulative == field and counts == EXACTLY else {}
    head = f'<th scope="col">{escape(mechanic.label_for(field))}</th><th scope="col">{CHANCE[counts]}</th>'
    if within:
        head += '<th scope="col">Within</th>'
    if other:
        head += '<th scope="col">Beside</th><th scope="col">Change</th>'
    rows = []
    for value, chance in chances.items():
        compared = (
            f"<td>{escape(format_percent(beside[value]))}</td><td>{format_change(chance - beside[value])}</td>"
            if other
            else ""
        )
        share = (
            f'<td class="fb-chance"><span class="fb-bar" style="--share:{float(chance / most):.4g}"></span>'
            f'<span title="{chance}">{escape(format_percent(chance))}</span></td>'
        )
        sum_cell = (
            f"<td>{escape(format_percent(within[value]))}</td>" if value in within else "<td>–</td>" if within else ""
        )
        rows.append(
            f"<tr{render_tone(mechanic, field, value)}>"
            f'<th scope="row"><span>{escape(label_for_outcome(mechanic, field, value))}</span></th>'
            f"{share}{sum_cell}{compared}</tr>"
        )
    return (
        '<table class="fb-odds-table">'
        f'<caption class="fb-hidden">{escape(mechanic.label_for(field))}{format_mean_suffix(odds, field)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def align_chances(mechanic: Mechanic, odds: "Odds", other: "Odds | None", field: str) -> tuple["Chances", "Chances"]:
    """A field's chances in two set-ups, over the values that either has, in order.

    Nothing for the second if there is none.
    """
    if other is None:
        return odds.outcomes[field], {}
    from rules_py.probability.odds import sort_values

    values = sort_values([*odds.outcomes[field], *other.outcomes[field]], mechanic.names.get(field, ()))
    first, second = (
        {value: each.outcomes[field].get(value, Fraction(0)) for value in values} for each in (odds, other)
    )
    return first, second


def format_change(difference: Fraction) -> str:
    """A difference of chances in percentage points.

    >>> format_change(Fraction(1, 8)), format_change(Fraction(0))
    ('+12.5', 'same')
    """
    return format_points(difference) if difference else "same"


def format_mean_suffix(odds: "Odds", field: str) -> str:
    """A field's mean as the end of a heading; nothing where it is not numeric."""
    mean = odds.mean.get(field)
    return "" if mean is None else f", on average {format_mean(mean)}"


def render_too_long(title: str, error: LongOddsError) -> str:
    """What stands in a panel's place where its odds would take too long."""
    return (
        f'<section class="fb-panel"><h3 class="fb-panel-title">{escape(title)}</h3>'
        f"<p>These odds would take too long. {escape(str(error))}.</p></section>"
    )
