"""A calculator's answers as a fragment of HTML: key numbers, a chart and a table for each panel."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from rules_py.errors import LongOddsError
from rules_py.show.charts import Bar, bars_svg
from rules_py.show.odds import both, odds_table, refused_html
from rules_py.show.words import MINUS, name_of, percent, tone_of

if TYPE_CHECKING:
    from rules_py.calculator import Panel
    from rules_py.exact_odds import Odds

Answers = Sequence[tuple["Panel", "Odds | LongOddsError"]]

MOST_BARS = 170
MOST_SUMMED = 4
WITHIN_SHOWN = 6


def answers_html(answers: Answers, beside: Answers | None = None) -> str:
    """Every panel; with a second set-up, its bars beside the first's and the differences."""
    others = beside or [(None, None)] * len(answers)
    return "".join(refused_html(panel.title, odds) if isinstance(odds, LongOddsError) else
                   _panel_html(panel, odds, None if isinstance(other, LongOddsError) else other)
                   for (panel, odds), (_, other) in zip(answers, others))


def summary_html(answers: Answers) -> str:
    """The key number of each panel, for a line that stays in view."""
    firsts = [_numbers(panel, odds, None) for panel, odds in answers if not isinstance(odds, LongOddsError)]
    shown = [*firsts[0][:1], *firsts[0][-1:], *(numbers[0] for numbers in firsts[1:] if numbers)][:MOST_SUMMED]
    return '<dl class="fb-numbers">' + "".join(
        f"<div><dt>{escape(title)}</dt><dd>{escape(value)}</dd></div>" for title, value, _ in dict.fromkeys(shown)) + "</dl>"


def answers_said(answers: Answers) -> str:
    """The numbers of the first panel that has any as a sentence."""
    panel, odds = next((panel, odds) for panel, odds in answers if not isinstance(odds, LongOddsError))
    return f"{panel.title}: " + ", ".join(f"{title} {value}" for title, value, _ in _numbers(panel, odds, None)) + "."


def _panel_html(panel: "Panel", odds: "Odds", other: "Odds | None") -> str:
    numbers = "".join(f"<div><dt>{escape(title)}</dt><dd>{escape(value)}{change}</dd></div>"
                      for title, value, change in _numbers(panel, odds, other))
    chances, beside = both(panel.mechanic, odds, other, panel.field)
    bars = [Bar(name_of(panel.mechanic, panel.field, value), chance, beside.get(value),
                tone_of(panel.mechanic, panel.field, value)) for value, chance in chances.items()]
    chart = bars_svg(bars, f"{panel.title}, chances") if 1 < len(bars) <= MOST_BARS else ""
    return (f'<section class="fb-panel"><h3 class="fb-panel-title">{escape(panel.title)}</h3>'
            f'<dl class="fb-numbers">{numbers}</dl>{chart}'
            f'<details class="fb-more"><summary>All chances</summary>{odds_table(panel.mechanic, odds, panel.field, other)}</details>'
            f"{_within_html(panel, odds, other)}</section>")


def _numbers(panel: "Panel", odds: "Odds", other: "Odds | None") -> list[tuple[str, str, str]]:
    """Title, value and the difference to the set-up beside, for each number of a panel."""
    numbers = []
    for chance in panel.chances:
        share = chance.of(odds)
        numbers.append((chance.title, percent(share), _change(share - chance.of(other), 100, " points") if other else ""))
    mean = odds.mean.get(panel.field)
    if mean is not None:
        other_mean = other.mean.get(panel.field) if other else None
        numbers.append(("On average", f"{float(mean):.2f}".replace("-", MINUS),
                        _change(mean - other_mean, 1, "") if other_mean is not None else ""))
    return numbers


def _change(difference, scale: int, unit: str) -> str:
    value = f"{float(difference * scale):+.1f}".replace("-", MINUS) if scale > 1 else \
        f"{float(difference):+.2f}".replace("-", MINUS)
    return f' <span class="fb-change">{value}{unit}</span>' if difference else ' <span class="fb-change">same</span>'


def _within_html(panel: "Panel", odds: "Odds", other: "Odds | None") -> str:
    """Within 1, 2, 3 …: the running total of a field that counts attempts."""
    if panel.mechanic.within != panel.field:
        return ""
    within, beside = odds.within(panel.field), other.within(panel.field) if other else {}
    rows, last, last_beside = [], within.get(0, 0), beside.get(0, 0)
    for number in range(1, WITHIN_SHOWN + 1):
        last, last_beside = within.get(number, last), beside.get(number, last_beside)
        cells = f"<td>{escape(percent(last))}</td>" + (f"<td>{escape(percent(last_beside))}</td>" if other else "")
        rows.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
    heads = '<th scope="col">Chance</th>' + ('<th scope="col">Beside</th>' if other else "")
    return (f'<table class="fb-within"><caption>Done within</caption><thead><tr><th scope="col">{escape(panel.field.title())}'
            f'</th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>')
