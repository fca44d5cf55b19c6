"""The parts beside a forecast as HTML fragments: what it plays, its variations, and one of its fights played out."""

from html import escape

from rules_py.play.board.record import RecordedRound, describe_details, list_rounds, name_people
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.coverage import STATES, Coverage, CoverageState
from rules_py.play.forecast.estimates import format_estimate
from rules_py.play.forecast.sample import SampleFight
from rules_py.play.forecast.variations import VariationResult, VariationRun, format_difference

SHOWN_FIRST: tuple[CoverageState, ...] = ("not played", "no effect", "played")
"""The states of entries, in the order in which readers look for them."""


def render_coverage(coverage: Coverage) -> str:
    """Render the entries that a forecast plays and doesn't, folded."""
    groups = ""
    for state in SHOWN_FIRST:
        items = "".join(
            f"<li>{escape(each.title)}{': ' if each.reason else ''}{escape(each.reason)}</li>"
            for each in coverage.list_entries(state)
        )
        groups += f'<p class="fb-fight-title">{STATES[state]}</p><ul>{items}</ul>' if items else ""
    if not groups:
        return f'<p class="fb-forecast-said">{escape(coverage.description)}</p>'
    return f'<details class="fb-forecast-more"><summary>{escape(coverage.description)}</summary>{groups}</details>'


def render_variations(run: VariationRun) -> str:
    """Render the variations of a forecast as a table: those that are played, and the number of those that aren't."""
    sides = run.results[0].win_chances if run.results else {}
    heads = "".join(f'<th scope="col">{escape(run.fight.rules.sides[side])}</th>' for side in sides)
    rows = "".join(_render_variation(run, each) for each in run.results)
    left = "" if run.is_done else f" {len(run.results)} of {len(run.variations)} rows so far."
    table = f'<table><thead><tr><th scope="col">If</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return (
        f'<div class="fb-forecast-variations" tabindex="0" role="region" aria-label="Variations">{table}</div>'
        f'<p class="fb-forecast-basis">{escape(run.description)}{left}</p>'
    )


def _render_variation(run: VariationRun, result: VariationResult) -> str:
    """Render a row; differences that may be chance are faint."""
    cells = ""
    for side in run.results[0].win_chances:
        share = result.win_chances.get(side)
        difference = result.differences.get(side, 0.0)
        note = ""
        if result is not run.results[0]:
            faint = "" if abs(difference) > (0 if result.is_exact else run.chance_margin) else ' class="fb-faint"'
            note = f" <small{faint}>{format_difference(difference)}</small>"
        cells += f"<td>{format_estimate(share)}{note}</td>" if share is not None else "<td></td>"
    return f'<tr><th scope="row">{escape(result.title)}</th>{cells}</tr>'


def describe_variations(run: VariationRun) -> str:
    """Describe the largest difference in short, for a screen reader."""
    best = max(run.results[1:], key=lambda each: max(map(abs, each.differences.values())), default=None)
    if best is None:
        return run.description
    shares = " ".join(
        f"{run.fight.rules.sides[side]}: {format_estimate(share)}." for side, share in best.win_chances.items()
    )
    return f"The largest difference: {best.title}. {shares}"


def render_sample(sample: SampleFight) -> str:
    """Render a fight that was played out, line by line; the rounds in the middle are folded."""
    rounds = list_rounds(sample.fight, start=sample.start)
    lines = "".join(
        _render_round(sample.fight, each, is_open=number in (0, len(rounds) - 1)) for number, each in enumerate(rounds)
    )
    said = f"Fight {sample.number} of seed {sample.seed}. {sample.description}"
    return f'<p class="fb-forecast-said">{escape(said)}</p><div class="fb-forecast-record">{lines}</div>'


def _render_round(fight: Fight, recorded: RecordedRound, *, is_open: bool) -> str:
    items = ""
    for each in recorded.happenings:
        names, details = name_people(fight, each), describe_details(each)
        grade = f' data-grade="{each.grade}"' if each.grade else ""
        who = f"<b>{escape(names)}</b> " if names and not each.headline.startswith(f"{names}: ") else ""
        small = f" <small>{escape(details)}</small>" if details else ""
        items += f'<li>{who}<span class="fb-grade"{grade}>{escape(each.headline)}</span>{small}</li>'
    if not recorded.title:
        return f"<ol>{items}</ol>"
    summary = f"<summary>{escape(recorded.title)}</summary>"
    return f'<details class="fb-forecast-more"{" open" if is_open else ""}>{summary}<ol>{items}</ol></details>'
