"""Comparison of several scenarios: a line and a column for each, and the chances that one beats the other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_outcome
from rules_py.probability.cumulative import EXACTLY, compare_chances, cumulate, is_ordered
from rules_py.rendering.answers import MOST_BARS, Answers, compute_key_numbers, render_answers
from rules_py.rendering.charts import Bar, Line, render_bars, render_line_key, render_lines
from rules_py.rendering.labels import render_tone
from rules_py.rendering.numbers import format_mean, format_percent
from rules_py.rendering.odds import (
    CHANCE,
    MOST_ROWS,
    leave_out_rare,
    order_fields,
    render_limits,
    render_odds,
    render_too_long,
)
from rules_py.text.numbers import is_number, sum_fractions

if TYPE_CHECKING:
    from rules_py.probability.odds import Chances, Odds

MEAN = "On average"


def render_odds_comparison(mechanic: Mechanic, scenarios: Sequence[tuple[str, "Odds"]], counts: str = EXACTLY) -> str:
    """Render the odds of every field in up to five scenarios, the headline first and the others folded.

    The charts overlay named scenarios. Scenarios without names are the reader's own and at most one other; the tables
    show the differences between them.
    """
    name, own = scenarios[0]
    if not name:
        return render_odds(mechanic, own, scenarios[1][1] if len(scenarios) > 1 else None, counts)
    parts = []
    shown_odds = [(name, leave_out_rare(odds)) for name, odds in scenarios]
    for field in order_fields(mechanic, own):
        laid = [(name, odds.outcomes[field]) for name, odds in shown_odds if field in odds.outcomes]
        if field != mechanic.headline and all(len(chances) == 1 for _, chances in laid):
            continue
        head, shown = escape(mechanic.label_for(field)), render_field_comparison(mechanic, field, laid, counts)
        parts.append(
            f'<p class="fb-odds-head">{head}</p>{shown}'
            if field == mechanic.headline
            else f'<details class="fb-more"><summary>{head}</summary>{shown}</details>'
        )
    return "".join(parts) + render_limits(*[odds for _, odds in shown_odds])


def render_answers_comparison(scenarios: Sequence[tuple[str, Answers]], counts: str = EXACTLY) -> str:
    """Render every panel of a calculator in up to five scenarios, leaving out odds that take too long.

    Named scenarios are overlaid; those without names are compared as in `render_odds_comparison`.
    """
    name, own = scenarios[0]
    if not name:
        return render_answers(own, scenarios[1][1] if len(scenarios) > 1 else None, counts)
    parts = []
    for place, (panel, first) in enumerate(own):
        if isinstance(first, LongOddsError):
            parts.append(render_too_long(panel.title, first))
            continue
        known = [
            (name, found)
            for name, answers in scenarios
            if not isinstance(found := answers[place][1], LongOddsError) and panel.field in found.outcomes
        ]
        numbers = {
            at: [(title, value) for title, value, _ in compute_key_numbers(panel, odds, None)]
            if odds.mechanic == panel.mechanic.id
            else _format_mean(odds.outcomes[panel.field])
            for at, (_, odds) in enumerate(known)
        }
        shown = render_field_comparison(
            panel.mechanic, panel.field, [(name, odds.outcomes[panel.field]) for name, odds in known], counts, numbers
        )
        title = f'<h3 class="fb-panel-title">{escape(panel.title)}</h3>'
        parts.append(f'<section class="fb-panel">{title}{shown}</section>')
    return "".join(parts)


def render_field_comparison(
    mechanic: Mechanic,
    field: str,
    scenarios: Sequence[tuple[str, "Chances"]],
    counts: str,
    numbers: dict[int, list[tuple[str, str]]] | None = None,
) -> str:
    """Render one field's chances in several scenarios: key numbers, a chart and a table of all chances.

    Args:
        scenarios: the name and chances of each.
        numbers: titles and values of each scenario's key numbers, by its index; the means by default.
    """
    values = _list_values(mechanic, field, scenarios)
    if not is_ordered(mechanic, field, values):
        counts = EXACTLY
    label = mechanic.label_for(field)
    shown = [cumulate({value: chances.get(value, Fraction(0)) for value in values}, counts) for _, chances in scenarios]
    return (
        _render_legend(
            scenarios, numbers or {place: _format_mean(chances) for place, (_, chances) in enumerate(scenarios)}
        )
        + _render_chart(mechanic, field, scenarios, shown, counts)
        + _render_versus(scenarios)
        + (_render_table(mechanic, field, label, scenarios, shown, counts) if len(values) <= MOST_ROWS else "")
    )


def _list_values(mechanic: Mechanic, field: str, scenarios: Sequence[tuple[str, "Chances"]]) -> list[Any]:
    from rules_py.probability.odds import sort_values

    return sort_values((value for _, chances in scenarios for value in chances), mechanic.names.get(field, ()))


def _format_mean(chances: "Chances") -> list[tuple[str, str]]:
    if not all(is_number(value) for value in chances):
        return []
    return [(MEAN, format_mean(sum_fractions(value * chance for value, chance in chances.items())))]


def _render_style(place: int) -> str:
    return f' class="fb-laid-{place + 1}"'


def _render_legend(scenarios: Sequence[tuple[str, "Chances"]], numbers: dict[int, list[tuple[str, str]]]) -> str:
    """Render the line style and the key numbers of each scenario."""
    titles = list(dict.fromkeys(title for each in numbers.values() for title, _ in each))
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = []
    for place, (name, _) in enumerate(scenarios):
        own = dict(numbers[place])
        cells = "".join(f"<td>{escape(own.get(title, '–'))}</td>" for title in titles)
        rows.append(
            f'<tr><th scope="row"><span{_render_style(place)}>{render_line_key(place)}</span><span>{escape(name)}'
            "</span></th>"
            f"{cells}</tr>"
        )
    return (
        '<div class="fb-scroll" tabindex="0" role="group" aria-label="The set-ups">'
        '<table class="fb-laid"><caption class="fb-hidden">The set-ups</caption>'
        f'<thead><tr><th scope="col"><span class="fb-hidden">Set-up</span></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _render_chart(
    mechanic: Mechanic, field: str, scenarios: Sequence[tuple[str, "Chances"]], shown: Sequence["Chances"], counts: str
) -> str:
    """Render a line for each scenario; lines of exact chances skip impossible values."""
    values = list(shown[0])
    if len(values) < 2:
        return ""
    most = max(float(share) for chances in shown for share in chances.values())  # floats compare faster than fractions
    lines = [
        Line(
            name,
            [float(share) if counts != EXACTLY or value in own else None for value, share in chances.items()],
            _render_style(place),
            place,
        )
        for place, ((name, own), chances) in enumerate(zip(scenarios, shown, strict=True))
    ]
    title = f"{mechanic.label_for(field)}, {CHANCE[counts].lower()}: {', '.join(name for name, _ in scenarios)}"
    if len(scenarios) == 1 and len(values) <= MOST_BARS:
        return render_bars(
            [
                Bar(label_for_outcome(mechanic, field, value), chance, style=render_tone(mechanic, field, value))
                for value, chance in shown[0].items()
            ],
            title,
        )
    return render_lines(
        [label_for_outcome(mechanic, field, value) for value in values], lines, title, most, has_names=False
    )


def _render_versus(scenarios: Sequence[tuple[str, "Chances"]]) -> str:
    """Render the chances that one of two scenarios has the higher number."""
    if len(scenarios) != 2 or not all(is_number(value) for _, chances in scenarios for value in chances):
        return ""
    (one, first), (other, second) = scenarios
    found = compare_chances(first, second)
    parts = "".join(
        _render_share(title, share)
        for title, share in (
            (f"{one} is higher", found.higher),
            ("Both the same", found.same),
            (f"{other} is higher", found.lower),
        )
    )
    return f'<p class="fb-odds-head">One roll of each</p><dl class="fb-numbers fb-against">{parts}</dl>'


def _render_share(title: str, share: Fraction) -> str:
    return f'<div><dt>{escape(title)}</dt><dd title="{share}">{escape(format_percent(share))}</dd></div>'


def _render_table(
    mechanic: Mechanic,
    field: str,
    label: str,
    scenarios: Sequence[tuple[str, "Chances"]],
    shown: Sequence["Chances"],
    counts: str,
) -> str:
    heads = "".join(
        f'<th scope="col"><span{_render_style(place)}>{render_line_key(place)}</span>{escape(name)}</th>'
        for place, (name, _) in enumerate(scenarios)
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(label_for_outcome(mechanic, field, value))}'
        f"</th>{''.join(_render_cells(value, shown))}</tr>"
        for value in shown[0]
    )
    title = f"{label}, {CHANCE[counts].lower()}"
    return (
        '<details class="fb-more"><summary>All chances</summary><div class="fb-scroll" tabindex="0" role="region" '
        f'aria-label="{escape(title)}"><table class="fb-laid-table"><caption class="fb-hidden">{escape(title)}'
        f'</caption><thead><tr><th scope="col">{escape(label)}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def _render_cells(value: Any, shown: Sequence["Chances"]) -> Iterator[str]:
    for chances in shown:
        share = chances[value]
        yield f"<td>{escape(format_percent(share)) if share else '–'}</td>"
