"""A forecast as a fragment of HTML: the sides, each person, how long it takes, and what all of that rests on."""

from html import escape

from rules_py.play.forecast.report import LEAST_SAID, Forecast, Share, percent_said
from rules_py.rendering.charts import Bar, bars_svg
from rules_py.text.formatting import sum_of

MOST_BARS = 12
"""Rounds that have a bar each; what comes later shares the last one."""


def forecast_html(made: Forecast) -> str:
    """What a fight will come to."""
    certain = (
        ""
        if made.exact
        else " "
        + " ".join(f"{escape(made.fight.kind.sides[side])} {_interval(share)}." for side, share in made.sides.items())
    )
    undecided = f'<p class="fb-forecast-said">{escape(made.undecided_said)}</p>' if made.undecided_said else ""
    ways = "".join(f"<li>{escape(said)}</li>" for said in made.ways.said)
    return (
        f"{_sides(made)}{undecided}{_people(made)}"
        f'<p class="fb-forecast-said">{escape(made.length_said)}</p>{_rounds(made)}'
        f'<p class="fb-forecast-basis">{escape(made.basis_said)}{certain}</p>'
        f'<details class="fb-forecast-more"><summary>How people act in it</summary><ul>{ways}</ul></details>'
    )


def forecast_said(made: Forecast) -> str:
    """The same for a screen reader, in short."""
    return " ".join(
        [
            *(f"{made.fight.kind.sides[side]}: {percent_said(share)}." for side, share in made.sides.items()),
            made.undecided_said or made.length_said,
            made.basis_said,
        ]
    )


def _interval(share: Share) -> str:
    return f"{100 * share.low:.0f} to {100 * share.high:.0f}%"


def _sides(made: Forecast) -> str:
    """A bar that the sides share by their chances, with large numbers."""
    shares = [(made.fight.kind.sides[side], share, made.flees.get(side)) for side, share in made.sides.items()]
    if float(made.nobody.chance) >= LEAST_SAID:
        shares.append(("Nobody is left", made.nobody, None))
    if float(made.undecided.chance) >= LEAST_SAID:
        shares.append(("Undecided", made.undecided, None))
    parts = "".join(f'<i style="flex-grow:{float(share.chance):.4f}"></i>' for _, share, _ in shares)
    numbers = ""
    for title, share, flees in shares:
        note = f"<small>flees {percent_said(flees)}</small>" if flees else ""
        numbers += f"<div><dt>{escape(title)}</dt><dd>{percent_said(share)}{note}</dd></div>"
    return f'<dl class="fb-forecast-sides">{numbers}</dl><div class="fb-forecast-bar" aria-hidden="true">{parts}</div>'


def _people(made: Forecast) -> str:
    """For each person the chance to go down."""
    rows = ""
    for side in made.sides:
        there = [(key, each) for key, each in made.fight.fighters.items() if each.side == side]
        rows += "".join(
            f"<li><span>{escape(each.name)}</span> "
            f'<b style="--share:{100 * float(made.people[key].chance):.0f}%">'
            f"{percent_said(made.people[key])}</b></li>"
            for key, each in there
        )
    return f'<p class="fb-fight-title">Goes down</p><ul class="fb-forecast-people">{rows}</ul>'


def _rounds(made: Forecast) -> str:
    """The rounds in which it may end; nothing where it is one."""
    if len(made.rounds) < 2:
        return ""
    last = min(max(made.rounds), MOST_BARS)
    chances = {
        number: sum_of(share for each, share in made.rounds.items() if min(each, MOST_BARS) == number)
        for number in range(1, last + 1)
    }
    bars = [
        Bar(f"{number}+" if number == MOST_BARS and max(made.rounds) > MOST_BARS else str(number), chance)
        for number, chance in chances.items()
    ]
    return bars_svg(bars, "The round in which it ends")
