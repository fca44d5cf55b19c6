"""Several set-ups laid over one another: a line and a column for each, and how two of them compare."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic
from rules_py.probability.cumulative import EXACTLY, against, counted, is_ordered
from rules_py.rendering.answers import MOST_BARS, Answers, numbers_of
from rules_py.rendering.charts import Bar, Line, bars_svg, key_svg, lines_svg
from rules_py.rendering.labels import name_of, tone_of
from rules_py.rendering.numbers import average, percent
from rules_py.rendering.odds import CHANCE, MOST_ROWS, fields_of, refused_html
from rules_py.text.formatting import is_number, sum_of

if TYPE_CHECKING:
    from rules_py.probability.odds import Chances, Odds

MEAN = "On average"


def odds_laid_html(mechanic: Mechanic, set_ups: Sequence[tuple[str, "Odds"]], counts: str = EXACTLY) -> str:
    """The odds of every field of several set-ups: the headline first, the others folded."""
    parts = []
    for field in fields_of(mechanic, set_ups[0][1]):
        laid = [(name, odds.outcomes[field]) for name, odds in set_ups if field in odds.outcomes]
        if field != mechanic.headline and all(len(chances) == 1 for _, chances in laid):
            continue
        head, shown = escape(mechanic.label_of(field)), laid_html(mechanic, field, laid, counts)
        parts.append(
            f'<p class="fb-odds-head">{head}</p>{shown}'
            if field == mechanic.headline
            else f'<details class="fb-more"><summary>{head}</summary>{shown}</details>'
        )
    return "".join(parts)


def answers_laid_html(set_ups: Sequence[tuple[str, Answers]], counts: str = EXACTLY) -> str:
    """Every panel of a calculator, of several set-ups; those whose odds take too long are left out of it."""
    parts = []
    for place, (panel, first) in enumerate(set_ups[0][1]):
        if isinstance(first, LongOddsError):
            parts.append(refused_html(panel.title, first))
            continue
        known = [
            (name, found)
            for name, answers in set_ups
            if not isinstance(found := answers[place][1], LongOddsError) and panel.field in found.outcomes
        ]
        numbers = {
            at: [(title, value) for title, value, _ in numbers_of(panel, odds, None)]
            if odds.mechanic == panel.mechanic.id
            else _mean(odds.outcomes[panel.field])
            for at, (_, odds) in enumerate(known)
        }
        shown = laid_html(
            panel.mechanic, panel.field, [(name, odds.outcomes[panel.field]) for name, odds in known], counts, numbers
        )
        title = f'<h3 class="fb-panel-title">{escape(panel.title)}</h3>'
        parts.append(f'<section class="fb-panel">{title}{shown}</section>')
    return "".join(parts)


def laid_html(
    mechanic: Mechanic,
    field: str,
    laid: Sequence[tuple[str, "Chances"]],
    counts: str,
    numbers: dict[int, list[tuple[str, str]]] | None = None,
) -> str:
    """One field's chances in several set-ups: its numbers, a chart, every chance.

    Args:
        laid: name and chances of each.
        numbers: titles and values that say most of each set-up, by its place; their means where nothing is given.
    """
    values = _values(mechanic, field, laid)
    if not is_ordered(mechanic, field, values):
        counts = EXACTLY
    label = mechanic.label_of(field)
    shown = [counted({value: chances.get(value, Fraction(0)) for value in values}, counts) for _, chances in laid]
    return (
        _legend(laid, numbers or {place: _mean(chances) for place, (_, chances) in enumerate(laid)})
        + _chart(mechanic, field, laid, shown, counts)
        + _against_html(laid)
        + (_table(mechanic, field, label, laid, shown, counts) if len(values) <= MOST_ROWS else "")
    )


def _values(mechanic: Mechanic, field: str, laid: Sequence[tuple[str, "Chances"]]) -> list[Any]:
    from rules_py.probability.odds import ordered

    return ordered((value for _, chances in laid for value in chances), mechanic.names.get(field, ()))


def _mean(chances: "Chances") -> list[tuple[str, str]]:
    if not all(is_number(value) for value in chances):
        return []
    return [(MEAN, average(sum_of(value * chance for value, chance in chances.items())))]


def _style(place: int) -> str:
    return f' class="fb-laid-{place + 1}"'


def _legend(laid: Sequence[tuple[str, "Chances"]], numbers: dict[int, list[tuple[str, str]]]) -> str:
    """What each line stands for, with the numbers that say most of it."""
    titles = list(dict.fromkeys(title for each in numbers.values() for title, _ in each))
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = []
    for place, (name, _) in enumerate(laid):
        own = dict(numbers[place])
        cells = "".join(f"<td>{escape(own.get(title, '–'))}</td>" for title in titles)
        rows.append(
            f'<tr><th scope="row"><span{_style(place)}>{key_svg(place)}</span><span>{escape(name)}</span></th>'
            f"{cells}</tr>"
        )
    return (
        '<div class="fb-scroll" tabindex="0" role="group" aria-label="The set-ups">'
        '<table class="fb-laid"><caption class="fb-hidden">The set-ups</caption>'
        f'<thead><tr><th scope="col"><span class="fb-hidden">Set-up</span></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _chart(
    mechanic: Mechanic, field: str, laid: Sequence[tuple[str, "Chances"]], shown: Sequence["Chances"], counts: str
) -> str:
    """A line for each; those of exact chances go only through values that can come."""
    values = list(shown[0])
    if len(values) < 2:
        return ""
    most = max(float(share) for chances in shown for share in chances.values())  # of thousands with thousands of digits
    lines = [
        Line(
            name,
            [float(share) if counts != EXACTLY or value in own else None for value, share in chances.items()],
            _style(place),
            place,
        )
        for place, ((name, own), chances) in enumerate(zip(laid, shown, strict=True))
    ]
    title = f"{mechanic.label_of(field)}, {CHANCE[counts].lower()}: {', '.join(name for name, _ in laid)}"
    if len(laid) == 1 and len(values) <= MOST_BARS:
        return bars_svg(
            [
                Bar(name_of(mechanic, field, value), chance, style=tone_of(mechanic, field, value))
                for value, chance in shown[0].items()
            ],
            title,
        )
    return lines_svg([name_of(mechanic, field, value) for value in values], lines, title, most, named=False)


def _against_html(laid: Sequence[tuple[str, "Chances"]]) -> str:
    """Which of two is higher, where both are numbers."""
    if len(laid) != 2 or not all(is_number(value) for _, chances in laid for value in chances):
        return ""
    (one, first), (other, second) = laid
    found = against(first, second)
    parts = "".join(
        _part(title, share)
        for title, share in (
            (f"{one} is higher", found.higher),
            ("Both the same", found.same),
            (f"{other} is higher", found.lower),
        )
    )
    return f'<p class="fb-odds-head">One roll of each</p><dl class="fb-numbers fb-against">{parts}</dl>'


def _part(title: str, share: Fraction) -> str:
    return f'<div><dt>{escape(title)}</dt><dd title="{share}">{escape(percent(share))}</dd></div>'


def _table(
    mechanic: Mechanic,
    field: str,
    label: str,
    laid: Sequence[tuple[str, "Chances"]],
    shown: Sequence["Chances"],
    counts: str,
) -> str:
    heads = "".join(
        f'<th scope="col"><span{_style(place)}>{key_svg(place)}</span>{escape(name)}</th>'
        for place, (name, _) in enumerate(laid)
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(name_of(mechanic, field, value))}</th>{"".join(_cells(value, shown))}</tr>'
        for value in shown[0]
    )
    title = f"{label}, {CHANCE[counts].lower()}"
    return (
        '<details class="fb-more"><summary>All chances</summary><div class="fb-scroll" tabindex="0" role="region" '
        f'aria-label="{escape(title)}"><table class="fb-laid-table"><caption class="fb-hidden">{escape(title)}'
        f'</caption><thead><tr><th scope="col">{escape(label)}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def _cells(value: Any, shown: Sequence["Chances"]) -> Iterator[str]:
    for chances in shown:
        share = chances[value]
        yield f"<td>{escape(percent(share)) if share else '–'}</td>"
