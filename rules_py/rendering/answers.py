"""A calculator's answers as an HTML fragment: key numbers, a chart and a table for each panel."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from rules_py.errors import LongOddsError
from rules_py.mechanic.labels import label_for_outcome
from rules_py.probability.cumulative import EXACTLY, cumulate, is_ordered
from rules_py.rendering.charts import Bar, render_bars
from rules_py.rendering.labels import render_tone
from rules_py.rendering.numbers import format_mean, format_percent, format_points, format_signed, speak_percent
from rules_py.rendering.odds import align_chances, render_odds_table, render_too_long

if TYPE_CHECKING:
    from rules_py.mechanic.calculator import Panel
    from rules_py.probability.odds import Odds

Answers = Sequence[tuple["Panel", "Odds | LongOddsError"]]

MOST_BARS = 170
MOST_SUMMED = 4
WITHIN_SHOWN = 6
AVERAGE = "On average"


def render_answers(answers: Answers, compare_to: Answers | None = None, counts: str = EXACTLY) -> str:
    """Render every panel; with a second scenario, also its bars and the differences.

    `counts` is one of `probability.cumulative.COUNTS`; panels without an order always have exact chances.
    """
    others = [odds for _, odds in compare_to] if compare_to else [None] * len(answers)
    return "".join(
        render_too_long(panel.title, odds)
        if isinstance(odds, LongOddsError)
        else _render_panel(panel, odds, None if isinstance(other, LongOddsError) else other, counts)
        for (panel, odds), other in zip(answers, others, strict=True)
    )


def render_answers_summary(answers: Answers, compare_to: Answers | None = None) -> str:
    """Render the key number of each panel for a sticky line; with a second scenario, also the differences.

    The first panel, which the line is about, also shows its average. An average of another panel has that panel's name.
    A panel without odds shows nothing.
    """
    others = [odds for _, odds in compare_to] if compare_to else [None] * len(answers)
    shown: list[tuple[str, str, str]] = []
    for place, ((panel, odds), other) in enumerate(zip(answers, others, strict=True)):
        if isinstance(odds, LongOddsError):
            continue
        numbers = compute_key_numbers(panel, odds, None if isinstance(other, LongOddsError) else other)
        if place > 0:
            numbers = [
                (f"{panel.title}, on average" if title == AVERAGE else title, value, change)
                for title, value, change in numbers
            ]
        shown += numbers[:1] if place > 0 else [*numbers[:1], *numbers[-1:]]
    return (
        '<dl class="fb-numbers">'
        + "".join(
            f"<div><dt>{escape(title)}</dt><dd>{escape(value)}{change}</dd></div>"
            for title, value, change in list(dict.fromkeys(shown))[:MOST_SUMMED]
        )
        + "</dl>"
    )


def describe_answers(answers: Answers) -> str:
    """Describe the numbers of the first panel that has odds, in a sentence."""
    panel, odds = next((panel, odds) for panel, odds in answers if not isinstance(odds, LongOddsError))
    return (
        f"{panel.title}: "
        + ", ".join(f"{title} {speak_percent(value)}" for title, value, _ in compute_key_numbers(panel, odds, None))
        + "."
    )


def _render_panel(panel: "Panel", odds: "Odds", other: "Odds | None", counts: str) -> str:
    numbers = "".join(
        f"<div><dt>{escape(title)}</dt><dd>{escape(value)}{change}</dd></div>"
        for title, value, change in compute_key_numbers(panel, odds, other)
    )
    chances, beside = align_chances(panel.mechanic, odds, other, panel.field)
    if is_ordered(panel.mechanic, panel.field, chances):
        chances, beside = cumulate(chances, counts), cumulate(beside, counts) if beside else {}
    bars = [
        Bar(
            label_for_outcome(panel.mechanic, panel.field, value),
            chance,
            beside.get(value),
            render_tone(panel.mechanic, panel.field, value),
        )
        for value, chance in chances.items()
    ]
    chart = render_bars(bars, f"{panel.title}, chances") if 1 < len(bars) <= MOST_BARS else ""
    return (
        f'<section class="fb-panel"><h3 class="fb-panel-title">{escape(panel.title)}</h3>'
        f'<dl class="fb-numbers">{numbers}</dl>{chart}'
        '<details class="fb-more"><summary>All chances</summary>'
        f"{render_odds_table(panel.mechanic, odds, panel.field, other, counts)}</details>"
        f"{_render_within(panel, odds, other)}</section>"
    )


def compute_key_numbers(panel: "Panel", odds: "Odds", other: "Odds | None") -> list[tuple[str, str, str]]:
    """Compute title, value and difference from the second scenario for each number of a panel."""
    numbers = []
    for chance in panel.chances:
        share = chance.compute_probability(odds)
        change = share - chance.compute_probability(other) if other else None
        numbers.append(
            (
                chance.title,
                format_percent(share),
                _render_difference(change, lambda change: f"{format_points(change)} points"),
            )
        )
    mean = odds.mean.get(panel.field)
    if mean is not None:
        beside = other.mean.get(panel.field) if other else None
        change = None if beside is None else mean - beside
        numbers.append(
            (AVERAGE, format_mean(mean), _render_difference(change, lambda change: format_signed(change, 2)))
        )
    return numbers


def _render_difference(difference: Fraction | None, format_difference: Callable[[Fraction], str]) -> str:
    """Render a difference from the second scenario, or nothing if there is none."""
    if difference is None:
        return ""
    return f' <span class="fb-change">{format_difference(difference) if difference else "same"}</span>'


def _render_within(panel: "Panel", odds: "Odds", other: "Odds | None") -> str:
    """Render the cumulative chances within 1, 2, 3 … attempts, for a field that counts attempts."""
    if panel.mechanic.cumulative != panel.field:
        return ""
    within, beside = odds.compute_cumulative(panel.field), other.compute_cumulative(panel.field) if other else {}
    rows, last, last_beside = [], within.get(0, Fraction(0)), beside.get(0, Fraction(0))
    for number in range(1, WITHIN_SHOWN + 1):
        last, last_beside = within.get(number, last), beside.get(number, last_beside)
        cells = f"<td>{escape(format_percent(last))}</td>" + (
            f"<td>{escape(format_percent(last_beside))}</td>" if other else ""
        )
        rows.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
    heads = '<th scope="col">Chance</th>' + ('<th scope="col">Compared with</th>' if other else "")
    return (
        '<table class="fb-within"><caption>Done within</caption><thead><tr>'
        f'<th scope="col">{escape(panel.field.title())}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
