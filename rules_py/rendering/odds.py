"""Odds as an HTML fragment: a table with bars for each field."""

from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from rules_py.error_messages import error_message
from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_outcome
from rules_py.probability.cumulative import AT_LEAST, AT_MOST, EXACTLY, cumulate, is_ordered
from rules_py.rendering.labels import render_tone
from rules_py.rendering.numbers import format_mean, format_percent, format_points, speak_percent
from rules_py.text.numbers import is_number, sum_fractions

if TYPE_CHECKING:
    from rules_py.probability.odds import Chances, Odds

MOST_ROWS = 150
MOST_SAID = 6
RARE = Fraction(1, 10**9)
"""The chance below which the highest results of a long list are left out, such as those of dice that explode."""

CHANCE = {EXACTLY: "Chance", AT_LEAST: "At least", AT_MOST: "At most"}
"""The headings of columns of chances."""


def render_odds(mechanic: Mechanic, odds: "Odds", other: "Odds | None" = None, counts: str = EXACTLY) -> str:
    """Render the odds of every field, the headline first and the others folded.

    With a second scenario, the tables have its chances and the differences. `counts` is one of
    `probability.cumulative.COUNTS`; fields without an order always have exact chances.
    """
    parts = []
    shown, beside = leave_out_rare(odds), other and leave_out_rare(other)
    for field in order_fields(mechanic, odds):
        chances = shown.outcomes[field]
        if len(chances) > MOST_ROWS or (len(chances) == 1 and field != mechanic.headline):
            continue
        table = render_odds_table(mechanic, shown, field, beside, counts)
        head = escape(mechanic.label_for(field)) + format_mean_suffix(odds, field)
        parts.append(
            f'<p class="fb-odds-head">{head}</p>{table}'
            if field == mechanic.headline
            else f'<details class="fb-more"><summary>{head}</summary>{table}</details>'
        )
    parts = parts or ["<p>Too many different outcomes to list.</p>"]
    return "".join(parts) + render_limits(shown, beside)


def leave_out_rare(odds: "Odds") -> "Odds":
    """Return odds without the rare results above all others of a long list; a limit then names them."""
    outcomes, limits = dict(odds.outcomes), list(odds.limits)
    for field, chances in odds.outcomes.items():
        if len(chances) <= MOST_ROWS:
            continue
        values = list(chances)
        last = max(at for at, value in enumerate(values) if chances[value] >= RARE or not is_number(value))
        outcomes[field] = {value: chances[value] for value in values[: last + 1]}
        if last + 1 < len(values):
            limits.append(f"Results above {values[last]} are left out here: each is rarer than one in a billion.")
    return replace(odds, outcomes=outcomes, limits=tuple(limits))


def render_limits(*scenarios: "Odds | None") -> str:
    """Render the limits of some odds, each once."""
    limits = dict.fromkeys(limit for odds in scenarios if odds for limit in odds.limits)
    return "".join([f"<p>{escape(limit, quote=False)}</p>" for limit in limits])


def describe_odds(mechanic: Mechanic, chances: "Chances", title: str = "") -> str:
    """Describe the headline's chances in a sentence, under the rule's title or another one."""
    return f"{title or mechanic.title}: {describe_chances(mechanic, mechanic.headline, chances)}."


def describe_chances(mechanic: Mechanic, field: str, chances: "Chances") -> str:
    """Describe a field's chances: the mean of numbers, or the likeliest of other values."""
    if all(is_number(value) for value in chances):
        return f"On average {format_mean(sum_fractions(value * chance for value, chance in chances.items()))}"
    likeliest = sorted(chances, key=lambda value: -chances[value])[:MOST_SAID]
    return ", ".join(
        f"{_separate(label_for_outcome(mechanic, field, value))}{speak_percent(format_percent(chance))}"
        for value, chance in chances.items()
        if value in likeliest
    )


def _separate(label: str) -> str:
    """Return a label as it is before a chance: speech would read two numbers in a row as one."""
    return f"{label}: " if label[-1:].isdigit() else f"{label} "


def order_fields(mechanic: Mechanic, odds: "Odds") -> list[str]:
    """Return the fields of an outcome, the headline first."""
    return [mechanic.headline, *(field for field in odds.outcomes if field != mechanic.headline)]


def has_order(mechanic: Mechanic, odds: "Odds") -> bool:
    """Return True if the odds of any field can be counted as at least or at most."""
    return any(is_ordered(mechanic, field, chances) for field, chances in odds.outcomes.items())


def render_odds_table(
    mechanic: Mechanic, odds: "Odds", field: str, other: "Odds | None" = None, counts: str = EXACTLY
) -> str:
    """Render one field's chances with bars, and with cumulative chances if the mechanic counts attempts.

    If a second scenario has the field as well, the table has its chances and the differences in percentage points.
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
        head += '<th scope="col">Compared with</th><th scope="col">Change</th>'
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
    """Return a field's chances in two scenarios, over the values that either has, in order.

    The second is empty without a second scenario.
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
    """Format a difference of chances in percentage points, or "same".

    >>> format_change(Fraction(1, 8)), format_change(Fraction(0))
    ('+12.5', 'same')
    """
    return format_points(difference) if difference else "same"


def format_mean_suffix(odds: "Odds", field: str) -> str:
    """Format a field's mean for the end of a heading, or return "" if the field isn't numeric."""
    mean = odds.mean.get(field)
    return "" if mean is None else f", on average {format_mean(mean)}"


def render_too_long(title: str, error: LongOddsError) -> str:
    """Render the message in place of a panel whose odds take too long."""
    return (
        f'<section class="fb-panel"><h3 class="fb-panel-title">{escape(title)}</h3>'
        f"<p>These odds would take too long. {escape(error_message(error))}</p></section>"
    )
