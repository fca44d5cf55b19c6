"""A forecast as an HTML fragment: the sides, the combatants, the length, and the basis of all numbers."""

from collections.abc import Iterable, Mapping
from html import escape

from rules_py.play.forecast.assumption_report import Alternatives, Variable
from rules_py.play.forecast.estimates import Estimate, format_estimate
from rules_py.play.forecast.report import LEAST_SHOWN, Forecast
from rules_py.play.forecast.tactics import ANSWERS
from rules_py.rendering.charts import Bar, render_bars
from rules_py.rendering.numbers import speak_percent
from rules_py.text.numbers import sum_fractions

MOST_LINES = 6
"""The maximum number of assumptions that aren't folded."""

MOST_LEFT_OUT = 3
"""The maximum number of actions that are left out and aren't folded."""

MOST_ALTERNATIVES = 6
"""The maximum number of combatants whose weapon can be changed in a forecast."""

LEAST_ASKED_WITHOUT = 3
"""The number of combatants from which a forecast asks what happens without one of them."""

MOST_BARS = 12
"""The maximum number of rounds with a bar; later rounds share the last bar."""


def render_forecast(forecast: Forecast) -> str:
    """Render a forecast."""
    certain = (
        ""
        if forecast.is_exact
        else " "
        + " ".join(
            f"{escape(forecast.fight.rules.sides[side])} {_format_interval(share)}."
            for side, share in forecast.win_chances.items()
        )
    )
    undecided = (
        f'<p class="fb-forecast-said">{escape(forecast.undecided_description)}</p>'
        if forecast.undecided_description
        else ""
    )
    return (
        f"{_render_sides(forecast)}{undecided}{_render_assumptions(forecast)}{_render_what_if(forecast)}"
        f"{_render_variables(forecast)}"
        f"{_render_defeat_chances(forecast)}"
        f'<p class="fb-forecast-said">{escape(forecast.length_description)}</p>{_render_rounds(forecast)}'
        f'<p class="fb-forecast-basis">{escape(forecast.basis_description)}{certain}</p>'
    )


def describe_forecast(forecast: Forecast) -> str:
    """Describe a forecast in short, for a screen reader."""
    return " ".join(
        [
            *(
                f"{forecast.fight.rules.sides[side]}: {speak_percent(format_estimate(share))}."
                for side, share in forecast.win_chances.items()
            ),
            forecast.undecided_description or forecast.length_description,
            forecast.basis_description,
        ]
    )


def _render_assumptions(forecast: Forecast) -> str:
    """Render the rolls that combatants make and what is left out, and in a folded part everything else they do."""
    lines, more = forecast.assumptions[:MOST_LINES], forecast.assumptions[MOST_LINES:]
    shown = f'<ul class="fb-forecast-assumptions">{_render_items(lines)}</ul>' if lines else ""
    left_out = _render_left_out(forecast)
    return (
        f'{shown}{left_out}<details class="fb-forecast-more"><summary>How the combatants act</summary>'
        f"<ul>{_render_items((*more, *forecast.tactics_descriptions))}</ul></details>"
    )


def _render_left_out(forecast: Forecast) -> str:
    """Render the actions that combatants could take and that the forecast doesn't use; many are folded."""
    names, more = forecast.left_out[:MOST_LEFT_OUT], len(forecast.left_out) - MOST_LEFT_OUT
    if more <= 1:
        said = escape(forecast.left_out_description)
        return f'<p class="fb-forecast-said">{said}</p>' if said else ""
    summary = escape(f"Left out: {', '.join(names)} and {more} more")
    items = _render_items(forecast.left_out[MOST_LEFT_OUT:])
    return f'<details class="fb-forecast-more"><summary>{summary}</summary><ul>{items}</ul></details>'


def _render_items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{escape(line)}</li>" for line in lines)


def _render_what_if(forecast: Forecast) -> str:
    """Render the questions that a reader can ask next: without a combatant, all against one, or another weapon."""
    without = focus = ""
    if len(forecast.everyone) >= LEAST_ASKED_WITHOUT:
        absent = {"": "all combatants fight", **{key: f"{name} isn’t there" for key, name in forecast.everyone.items()}}
        without = f'<label>If <select name="without">{_render_options(absent, forecast.without)}</select></label>'
        first = _render_options({"": "nobody in particular", **forecast.everyone}, forecast.tactics.focus)
        focus = f'<label>Enemies attack first <select name="focus">{first}</select></label>'
    weapons = "".join(
        f"<label>{escape(forecast.everyone[each.key])} uses "
        f'<select name="{escape(f"choices {each.key} {each.list_name}")}">{_render_entries(each)}</select></label>'
        for each in forecast.alternatives[:MOST_ALTERNATIVES]
    )
    return f'<p class="fb-forecast-what-if">{without}{focus}{weapons}</p>' if without or weapons else ""


def _render_entries(alternatives: Alternatives) -> str:
    return "".join(
        f'<option value="{number}"{" selected" if number == alternatives.chosen else ""}>{escape(name)}</option>'
        for number, name in enumerate(alternatives.names)
    )


def _render_variables(forecast: Forecast) -> str:
    """Render the assumptions that a reader can change, in a folded part with a group for each side."""
    rules = forecast.fight.rules
    groups = ""
    for side, title in rules.sides.items():
        fields = "".join(_render_variable(each) for each in forecast.variables if each.side == side)
        if fields:
            groups += f"<fieldset><legend>{escape(title)}</legend>{fields}</fieldset>"
    if any(action.is_answer for action in rules.declared_actions):
        options = _render_options(ANSWERS, forecast.tactics.answers)
        label = f'<label>After a failed roll, the hit comes from <select name="answers">{options}</select></label>'
        groups += f"<fieldset>{label}</fieldset>"
    if not groups:
        return ""
    summary = "<summary>Change the assumptions</summary>"
    return f'<details class="fb-forecast-more fb-forecast-vary">{summary}{groups}</details>'


def _render_variable(variable: Variable) -> str:
    """Render the field of an assumption; its empty value changes nothing."""
    assumption = variable.assumption
    name, usual = escape(f"choices {variable.side} {assumption.name}"), escape(variable.usual)
    if assumption.values:
        options = _render_options({"": variable.usual, **assumption.values}, variable.chosen)
        control = f'<select name="{name}">{options}</select>'
    else:
        least, most = assumption.numbers or ("", "")
        control = (
            f'<input type="number" name="{name}" value="{escape(variable.chosen)}" min="{least}" max="{most}" '
            f'step="any" placeholder="{usual}">'
        )
    return f'<div class="fb-forecast-field"><label>{escape(assumption.label)} {control}</label></div>'


def _render_options(names: Mapping[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(name)}</option>'
        for value, name in names.items()
    )


def _format_interval(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.0f} to {100 * estimate.high:.0f}%"


def _render_sides(forecast: Forecast) -> str:
    """Render the sides' chances as large numbers and a divided bar."""
    shares = [
        (forecast.fight.rules.sides[side], share, forecast.flee_chances.get(side))
        for side, share in forecast.win_chances.items()
    ]
    if float(forecast.nobody_chance.chance) >= LEAST_SHOWN:
        shares.append(("Nobody is left", forecast.nobody_chance, None))
    if float(forecast.undecided_chance.chance) >= LEAST_SHOWN:
        shares.append(("Undecided", forecast.undecided_chance, None))
    parts = "".join(f'<i style="flex-grow:{float(share.chance):.4f}"></i>' for _, share, _ in shares)
    numbers = ""
    for title, share, flees in shares:
        note = f"<small>flees {format_estimate(flees)}</small>" if flees else ""
        numbers += f"<div><dt>{escape(title)}</dt><dd>{format_estimate(share)}{note}</dd></div>"
    return f'<dl class="fb-forecast-sides">{numbers}</dl><div class="fb-forecast-bar" aria-hidden="true">{parts}</div>'


def _render_defeat_chances(forecast: Forecast) -> str:
    """Render the chance of each combatant to be out of the fight."""
    rows = ""
    for side in forecast.win_chances:
        there = [(key, each) for key, each in forecast.fight.combatants.items() if each.side == side]
        rows += "".join(
            f"<li><span>{escape(each.name)}</span> "
            f'<b style="--share:{100 * float(forecast.defeat_chances[key].chance):.0f}%">'
            f"{format_estimate(forecast.defeat_chances[key])}</b></li>"
            for key, each in there
        )
    return f'<p class="fb-fight-title">Chance to be out of the fight</p><ul class="fb-forecast-people">{rows}</ul>'


def _render_rounds(forecast: Forecast) -> str:
    """Render the chances of the rounds in which the fight may end, if there are several."""
    if len(forecast.round_chances) < 2:
        return ""
    last = min(max(forecast.round_chances), MOST_BARS)
    chances = {
        number: sum_fractions(share for each, share in forecast.round_chances.items() if min(each, MOST_BARS) == number)
        for number in range(1, last + 1)
    }
    bars = [
        Bar(f"{number}+" if number == MOST_BARS and max(forecast.round_chances) > MOST_BARS else str(number), chance)
        for number, chance in chances.items()
    ]
    return render_bars(bars, f"The {forecast.fight.rules.round_name} in which the fight ends")
