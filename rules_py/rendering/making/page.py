"""The page on which a character is made: the steps, the bar below them, and the character so far."""

from html import escape
from typing import Any

from rules_py.play import Sheet
from rules_py.play.layout import Gauge, Tiles, build_default_layout
from rules_py.play.making import Making
from rules_py.play.previews import label_for_field
from rules_py.play.steps import Step
from rules_py.rendering.budget import render_budget
from rules_py.rendering.making.fields import render_dice, render_fields
from rules_py.rendering.making.view import MakingView, format_value, render_tap, shorten_name
from rules_py.rendering.open_sheet.gauges import find_maximum
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize, humanize

MOST_SO_FAR = 6
"""The highest number of tiles in the picture of the character so far."""

MOST_FACTS = 4
"""The highest number of gauges in it."""


def render_steps(making: Making) -> str:
    """Render the points that are left, and all steps with the open one's fields."""
    view = MakingView(making)
    steps = "".join(_render_step(view, step, number) for number, step in enumerate(making.steps, 1))
    return f'{_render_budget(view)}<ol class="fb-steps">{steps}</ol>'


def _render_budget(view: MakingView) -> str:
    """Render the points that are left as a number and a bar; nothing for a sheet that isn't bought."""
    if not view.budget:
        return ""
    left = int(getattr(view.sheet, view.budget))
    layout = view.sheet.layout
    all_points = left + int(getattr(view.sheet, layout.spent) if layout and layout.spent else 0)
    share = max(0, min(100, round(100 * left / all_points))) if all_points > 0 else 0
    return (
        f'<div class="fb-making-budget">{render_budget(view.sheet, view.budget)}'
        f'<span class="fb-making-bar-track" aria-hidden="true"><i style="--share:{share}%"></i></span></div>'
    )


def _render_step(view: MakingView, step: Step, number: int) -> str:
    making = view.making
    is_open = making.current is step
    is_done = making.is_done(step)
    said = view.describe_step(step)
    state = "open" if is_open else "done" if is_done and said else "todo"
    words = said if said and not is_open else "Skipped" if is_done and not is_open else step.why
    mark = '<span class="fb-hidden">Done: </span>' if state == "done" else str(number)
    head = (
        f'<h4 class="fb-step-title"><button type="button" class="fb-step-head" aria-expanded='
        f'"{"true" if is_open else "false"}"{render_tap({"do": "open", "step": step.title})}>'
        f'<span class="fb-step-mark">{mark}</span><span class="fb-step-words"><b>{escape(step.title)}</b>'
        f"<small>{escape(words)}</small></span>{_render_count(making, step)}</button></h4>"
    )
    body = ""
    if is_open:
        fields = render_dice(view, step) + render_fields(view, step)
        body = f'<div class="fb-step-body" data-key="body-{number}">{fields}</div>'
    about = f'data-state="{state}" data-title="{escape(step.title)}" data-key="step-{number}"'
    return f'<li class="fb-making-step" {about}>{head}{body}</li>'


def _render_count(making: Making, step: Step) -> str:
    needed, chosen = making.count_needed(step), making.count_chosen(step)
    if needed:
        return f'<span class="fb-step-count"><b>{chosen}</b> of {needed}</span>'
    lists = [name for name in step.fields if isinstance(making.read_value(step, name), tuple)]
    return f'<span class="fb-step-count"><b>{chosen}</b></span>' if lists and chosen else ""


def render_bar(making: Making) -> str:
    """Render the bar at the bottom: the next step, or the finished sheet; and what dice can do, or the sheet so far."""
    following = making.following
    if following:
        act = render_tap({"do": "next", "step": making.current.title if making.current else ""})
        word = "Back to" if making.goes_back else "Next" if making.current else "Go on"
        main = (
            f'<button type="button" class="fb-do fb-making-next"{act}>'
            f"{word}: {escape(decapitalize(following.title))}</button>"
        )
    else:
        return '<button type="button" class="fb-do fb-making-next" data-finish>Open the sheet</button>'
    is_rollable = bool(making.list_rollable())
    others = [(render_tap({"do": "roll-rest"}), "Roll the rest")] if is_rollable else []
    if making.goes_back or not is_rollable:
        others.append((" data-open-now", "Open it as it is"))
    return main + "".join(
        f'<button type="button" class="fb-do fb-making-rest"{does}>{word}</button>' for does, word in others
    )


def describe_making(making: Making) -> dict[str, str]:
    """Return the name on the nameplate, and the line below it."""
    sheet, steps = making.sheet, making.steps
    name = getattr(sheet, "name", "") or f"New {lower_title(sheet.title)}"
    first = making.current or making.first_open
    line = f"Step {steps.index(first) + 1} of {len(steps)}" if first else f"{len(steps)} of {len(steps)} steps done"
    return {"name": name, "line": line}


def describe_act(making: Making, act: Any) -> str:
    """Describe what a tap did, for screen readers; "" for one that says itself what it does."""
    if not isinstance(act, dict):
        return ""
    kind, title = act.get("do"), to_text(act.get("step", making.progress.open))
    step = making.current if kind == "next" else making.find_step(title)
    if step is None or kind in ("open", "view", "edit", "set", "part"):
        return ""
    if kind == "next":
        needed = making.count_needed(step)
        return f"{step.title}: {step.why}.{f' {making.count_chosen(step)} of {needed}.' if needed else ''}"
    if kind == "roll-rest":
        return "The dice have chosen."
    return f"{step.title}: {MakingView(making).describe_step(step) or 'nothing'}."


def lower_title(title: str) -> str:
    """Return a title for the middle of a phrase; abbreviations keep their capitals."""
    return title if title == title.upper() else decapitalize(title)


# The character so far


def render_so_far(making: Making) -> str:
    """Render the character so far in small: the scores, and what changes in play."""
    view, sheet = MakingView(making), making.sheet
    tiles = "".join(
        f"<li><b>{escape(value)}</b><span>{escape(name)}</span></li>"
        for name, value in _list_scores(view)[:MOST_SO_FAR]
    )
    facts = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
        for label, value in _list_facts(sheet)[:MOST_FACTS]
    )
    return (
        '<section class="fb-so-far" aria-label="The character so far">'
        + (f'<ul class="fb-so-far-tiles">{tiles}</ul>' if tiles else "")
        + (f'<dl class="fb-so-far-facts">{facts}</dl>' if facts else "")
        + "</section>"
    )


def _list_scores(view: MakingView) -> list[tuple[str, str]]:
    """Return the scores of the first tiles with their names; of those that nobody has given, a dash."""
    sheet = view.sheet
    layout = sheet.layout or build_default_layout(type(sheet))
    bindings = {binding.mechanic.id: binding for binding in sheet.rolls}
    for section in layout.list_sections():
        if not isinstance(section, Tiles) or not section.by:
            continue
        fields = bindings[section.rolls[0].id].choices.get(section.by, ())
        if fields:
            ordered = (*section.first, *(field for field in fields if field not in section.first))
            return [(_shorten(label_for_field(sheet, field)), _format_score(view, field)) for field in ordered]
        names = sheet.name_entries(section.by)
        return [(name, _format_entry(entry)) for name, entry in zip(names, getattr(sheet, section.by), strict=True)]
    return []


def _shorten(label: str) -> str:
    return shorten_name(label) if len(label) > MOST_SO_FAR else label


def _format_entry(entry: Any) -> str:
    numbers = [value for value in entry if isinstance(value, int) and not isinstance(value, bool)]
    return use_minus_sign(f"{numbers[0]:+d}") if numbers else "–"


def _format_score(view: MakingView, field: str) -> str:
    """Format a score; "–" for one that nobody has given yet."""
    sheet, own = view.sheet, field.removesuffix("_now")
    step = next((each for each in view.making.steps if own in each.fields), None)
    if step and not view.making.is_given(step, own):
        return "–"
    parameter = sheet.parameters.get(own)
    value = getattr(sheet, field)
    return format_value(parameter, value) if parameter else use_minus_sign(to_text(value))


def _list_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the gauges of a sheet with their values, without harm that nobody has taken, or a choice of none."""
    layout = sheet.layout or build_default_layout(type(sheet))
    return [
        (label_for_field(sheet, gauge.value) or humanize(gauge.value), _format_gauge(sheet, gauge))
        for gauge in layout.list_gauges()
        if not (getattr(sheet, gauge.value) == 0 and (gauge.harm or _has_names(sheet, gauge)))
        and isinstance(getattr(sheet, gauge.value), int)
        and not isinstance(getattr(sheet, gauge.value), bool)
    ]


def _has_names(sheet: Sheet, gauge: Gauge) -> bool:
    """Return True for a gauge whose numbers have names, such as none and low for cover."""
    parameter = sheet.parameters.get(gauge.value)
    return parameter is not None and bool(parameter.kind.names())


def _format_gauge(sheet: Sheet, gauge: Gauge) -> str:
    most = find_maximum(sheet, gauge)
    value = use_minus_sign(to_text(getattr(sheet, gauge.value)))
    return value if most is None else f"{value} of {most}"
