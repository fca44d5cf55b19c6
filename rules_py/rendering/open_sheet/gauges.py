"""Gauges: numbers that change in play, as pips, bars or counters, with buttons for one less and one more."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.parameters import Kind, NamedWhole, Whole
from rules_py.play import Change, Sheet
from rules_py.play.layout import MARKS, Gauge
from rules_py.play.previews import label_for_field
from rules_py.rendering.fights.buttons import escape_json
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize

MOST_PIPS = 8
"""The highest maximum that a gauge shows as pips; above it, there is a bar."""

MOST_UNNAMED = 6
"""The highest limit of a field that its gauge shows as a maximum, if its layout names none."""

PART_CLASSES = ("bad", "hatched")
"""The classes of the parts of a bar that are missing, in the order of a gauge's parts."""


def format_number(value: Any) -> str:
    """Format a number with a minus sign."""
    return use_minus_sign(to_text(value))


def find_limits(kind: Kind) -> tuple[int, int | None]:
    """Return the lowest and the highest value of a number."""
    return (kind.low, kind.high) if isinstance(kind, Whole) else (0, None)


def find_maximum(sheet: Sheet, gauge: Gauge) -> int | None:
    """Return the maximum that a gauge shows, or None."""
    if isinstance(gauge.most, int):
        return gauge.most
    if gauge.most:
        return int(getattr(sheet, gauge.most))
    kind = sheet.parameters[gauge.value].kind if gauge.value in sheet.parameters else None
    if not isinstance(kind, Whole) or isinstance(kind, NamedWhole) or kind.low < 0:
        return None
    return kind.high if kind.high is not None and kind.high <= MOST_UNNAMED else None


def describe_gauge(sheet: Sheet, gauge: Gauge) -> str:
    """Describe a gauge for the bar of tabs: "HP 5 of 6"."""
    most = find_maximum(sheet, gauge)
    value = f"{label_for_field(sheet, gauge.value)} {format_number(getattr(sheet, gauge.value))}"
    return value if most is None else f"{value} of {format_number(most)}"


def render_gauge(sheet: Sheet, gauge: Gauge, changes: Mapping[str, Change]) -> str:
    """Render a gauge of a sheet's field, or of a value that is derived from what is missing."""
    value, label = getattr(sheet, gauge.value), label_for_field(sheet, gauge.value)
    most = find_maximum(sheet, gauge)
    if gauge.parts:
        return _render_read_only(sheet, gauge, label, value, most or 0)
    field = gauge.missing or gauge.value
    kind = sheet.parameters[field].kind
    low, high = (0, most) if gauge.missing else find_limits(kind)
    data = {
        "label": label,
        "value": value,
        "low": low,
        "high": high if most is None else most,
        "field": field,
        "missing": bool(gauge.missing),
        "fewer": _find_amount(changes, gauge.fewer),
        "more": _find_amount(changes, gauge.more),
    }
    shown = kind.names().get(to_text(value), "") if isinstance(kind, NamedWhole) else ""
    return render_track(label, value, data, most, is_harm=gauge.harm, marks=gauge.marks, shown=shown)


def _find_amount(changes: Mapping[str, Change], change_id: str) -> dict[str, str] | None:
    """Return a change and its first number, which says how many points it takes off or adds."""
    change = changes.get(change_id)
    if change is None:
        return None
    name = next(name for name, parameter in change.parameters.items() if isinstance(parameter.kind, Whole))
    return {"change": change.id, "title": change.title, "param": name}


def render_track(
    label: str,
    value: Any,
    data: Mapping[str, Any],
    most: Any,
    *,
    owner: str = "",
    is_harm: bool = False,
    marks: Sequence[str] = (),
    shown: str = "",
) -> str:
    """Render a number with its pips or its bar, and the buttons that change it by 1.

    Args:
        label: its label.
        value: the number.
        data: what the page needs to change it, with its lowest and its highest value.
        most: its maximum, or None.
        owner: the name of the list's entry that it belongs to, or "".
        is_harm: True if more of it is worse.
        marks: the places that a bar marks.
        shown: the word for the number, or "".
    """
    name = f"{owner}: {label}" if owner else label
    track = "" if most is None or most <= 0 else _render_pips(value, most) or _render_bar(value, most, marks)
    limit = "" if most is None else f" <small>of {format_number(most)}</small>"
    number = escape(shown or format_number(value))
    read = f"{name}: {shown or format_number(value)}{'' if most is None else f' of {format_number(most)}'}"
    classes = "".join((" fb-gauge--full" if track else "", " fb-gauge--harm" if is_harm else ""))
    steps = "".join(
        (
            _render_step(name, -1, "less", value > data["low"]),
            _render_step(name, 1, "more", data["high"] is None or value < data["high"]),
        )
    )
    return (
        f'<div class="fb-gauge{classes}" role="group" aria-label="{escape(read)}" data-gauge="{escape_json(data)}" '
        f'data-answers><button type="button" class="fb-gauge-set" aria-label="{escape(read)}. Set">'
        f"<span>{escape(label)}</span> <b>{number}</b>{limit}</button>{track}"
        f'<span class="fb-gauge-steps">{steps}</span></div>'
    )


def _render_pips(value: Any, most: int) -> str:
    if most > MOST_PIPS:
        return ""
    pips = "".join(f'<i data-to="{at}"{" class=on" if at <= value else ""}></i>' for at in range(1, most + 1))
    return f'<span class="fb-pips" aria-hidden="true">{pips}</span>'


def _render_bar(value: Any, most: int, marks: Sequence[str], parts: Iterable[tuple[str, int]] = ()) -> str:
    share = _find_percent(value, most)
    inside, start = f'<i style="--share:{share}%"></i>', share
    for css_class, amount in parts:
        part = _find_percent(amount, most)
        inside += f'<i class="{css_class}" style="--from:{start}%;--share:{part}%"></i>'
        start += part
    for mark in marks:
        over, under = MARKS[mark]
        inside += f'<u style="--at:{100 * over // under}%"></u>'
    return f'<span class="fb-gauge-bar" aria-hidden="true">{inside}</span>'


def _find_percent(value: int, most: int) -> int:
    return max(0, min(100, round(100 * value / most)))


def _render_read_only(sheet: Sheet, gauge: Gauge, label: str, value: int, most: int) -> str:
    """Render a bar whose missing parts have gauges of their own."""
    parts = [
        (css_class, int(getattr(sheet, name)), _name_part(sheet, name))
        for css_class, name in zip(PART_CLASSES, gauge.parts, strict=False)
    ]
    bar = _render_bar(value, most, gauge.marks, [(css_class, amount) for css_class, amount, _ in parts])
    key = "".join(
        f'<span><i class="{css_class}"></i>{escape(name)} {format_number(amount)}</span>'
        for css_class, amount, name in parts
        if amount
    )
    read = f"{label}: {format_number(value)} of {format_number(most)}"
    return (
        f'<div class="fb-gauge fb-gauge--full fb-gauge--read" role="group" aria-label="{escape(read)}">'
        f'<span class="fb-gauge-value"><span>{escape(label)}</span> <b>{format_number(value)}</b> '
        f"<small>of {format_number(most)}</small></span>{bar}"
        + (f'<span class="fb-gauge-key">{key}</span>' if key else "")
        + "</div>"
    )


def _name_part(sheet: Sheet, name: str) -> str:
    """Return the first word of a part's label: "deadly" of "Deadly damage"."""
    return decapitalize(label_for_field(sheet, name)).partition(" ")[0]


def _render_step(name: str, step: int, word: str, is_possible: bool) -> str:
    return (
        f'<button type="button" class="fb-gauge-step" data-step="{step}" aria-label="{escape(name)}: 1 {word}"'
        f"{'' if is_possible else ' disabled'}>{'+' if step > 0 else '−'}</button>"
    )
