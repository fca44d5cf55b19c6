"""The dice that have fallen against what fair dice are expected to show: a sentence, bars and a table for each kind."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from rules_py.probability.luck import DiceCount
from rules_py.rendering.numbers import format_mean, format_percent
from rules_py.text.wording import pluralize

WIDTH, HEIGHT = 340, 90
BOTTOM, TOP = 16, 4
MOST_BARS = 100
"""The most faces with a bar and a line of the table for each."""

MOST_LABELS = 12
RAREST = 1_000_000


def render_luck(kinds: Sequence[DiceCount]) -> str:
    """Render each kind of dice. Each has at least one die."""
    return "".join(map(_render_kind, kinds))


def describe_luck(kinds: Sequence[DiceCount]) -> str:
    """Describe each kind of dice in two sentences, for a screen reader."""
    return " ".join(map(_describe_kind, kinds))


def _describe_kind(dice: DiceCount) -> str:
    expected = dice.expected_mean
    number, mean = f"{dice.count:,} d{dice.sides}", format_mean(dice.mean)
    average = f"Your {number} averaged {mean}; {_format_expected(expected)} is expected."
    if dice.mean == expected:
        return f"{average} That is as expected."
    is_high = dice.mean > expected
    words = "this good or better" if is_high else "this bad or worse"
    often = _format_frequency(dice.chance_at_least if is_high else dice.chance_at_most, dice.is_exact)
    return f"{average} Luck {words} happens {often}."


def _format_expected(mean: Fraction) -> str:
    """Format an expected average, which is whole or a half."""
    return str(mean.numerator) if mean.denominator == 1 else f"{mean.numerator // 2}.5"


def _format_frequency(chance: Fraction, is_exact: bool) -> str:
    """Format a chance as one time in a whole number of times.

    >>> _format_frequency(Fraction(3, 222), True), _format_frequency(Fraction(1, 10**9), False)
    ('1 time in 74', 'less than 1 time in 1,000,000')
    """
    if chance * RAREST < 1:
        return f"less than 1 time in {RAREST:,}"
    about = "" if is_exact else "about "
    return f"{about}1 time in {(2 * chance.denominator + chance.numerator) // (2 * chance.numerator):,}"


def _render_kind(dice: DiceCount) -> str:
    title = f"d{dice.sides}"
    chance = format_percent(dice.chance_at_least)
    note = "" if dice.is_exact else ", approximately: there are too many dice for the exact chance"
    return (
        f'<section class="fb-luck-kind" aria-label="{title}"><h3>{title}</h3><p>{escape(_describe_kind(dice))}</p>'
        f'<p class="fb-past-note">A total of {dice.total:,} or more: {chance}{note}.</p>'
        f"{_render_bars(dice) + _render_table(dice) if dice.sides <= MOST_BARS else ''}</section>"
    )


def _render_bars(dice: DiceCount) -> str:
    """Render a bar for each face and a line for the expected number."""
    expected = dice.count / dice.sides
    most = max(*dice.faces, expected, 1)
    room, height = WIDTH / dice.sides, HEIGHT - TOP - BOTTOM
    gap = min(2.0, room * 0.15)
    every = -(-dice.sides // MOST_LABELS)
    parts = []
    for place, count in enumerate(dice.faces):
        tall = count / most * height
        parts.append(
            f'<rect class="fb-svg-bar" x="{place * room + gap:.1f}" y="{TOP + height - tall:.1f}" '
            f'width="{room - 2 * gap:.1f}" height="{tall:.1f}"/>'
        )
        if place % every == 0:
            parts.append(
                f'<text class="fb-svg-label" x="{(place + 0.5) * room:.1f}" y="{HEIGHT - 3}" '
                f'text-anchor="middle">{place + 1}</text>'
            )
    line = TOP + height - expected / most * height
    parts.append(f'<path class="fb-luck-line" d="M0 {line:.1f}H{WIDTH}"/>')
    return f'<svg class="fb-luck-bars" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


def _render_table(dice: DiceCount) -> str:
    """Render the same numbers as a table, folded."""
    expected = format_mean(Fraction(dice.count, dice.sides))
    rows = "".join(
        f'<tr><th scope="row">{face}</th><td>{count}</td><td>{expected}</td></tr>'
        for face, count in enumerate(dice.faces, 1)
    )
    return (
        f'<details class="fb-fold"><summary>{pluralize(dice.sides, "face")} as a table</summary><table><thead><tr>'
        f'<th scope="col">Face</th><th scope="col">Times</th><th scope="col">Expected</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></details>"
    )
