"""Elements of an open sheet: buttons with what they do, lines, chips, parts and folds.

A control carries what it does as data, so that the page's script needs no rules.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rules_py.play.previews import Line
from rules_py.rendering.fights.buttons import escape_json

Control = Mapping[str, Any]
"""What a control does, as JSON: a roll, a change, a mark, or other settings."""

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")

VERBS = (
    "Act", "Aim", "Arrive", "Attack", "Block", "Calm", "Cast", "Catch", "Count", "Damage", "Deal", "Defend",
    "Deploy", "Die", "Drain", "Earn", "Eat", "End", "Fill", "Find", "Fire", "Fit", "Gain", "Grow", "Heal", "Hold",
    "Learn", "Load", "Look", "Lose", "Mark", "Move", "Overhaul", "Pay", "Pin", "Protect", "Push", "Raise",
    "Regain", "Reload", "Resist", "Rest", "Resupply", "Retreat", "Revive", "Roll", "Run", "Set", "Sneak", "Spend",
    "Sprint", "Take", "Tap", "Tend", "Throw", "Treat", "Use", "Wake",
)  # fmt: skip
"""The verbs with which titles begin that can be the word on a button."""


def count_in_words(number: int) -> str:
    """Return a number at the beginning of a sentence, in words up to twelve.

    >>> count_in_words(9), count_in_words(14)
    ('Nine', '14')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def find_verb(title: str, otherwise: str) -> str:
    """Return the verb with which a title begins, or another word.

    >>> find_verb("Take damage", "Do"), find_verb("Vampire", "Do")
    ('Take', 'Do')
    """
    first = title.partition(" ")[0]
    return first if first in VERBS else otherwise


def render_control(css_class: str, inside: str, control: Control, label: str, extra: str = "") -> str:
    """Render a button that acts at once.

    Args:
        css_class: its classes.
        inside: its text, as HTML.
        control: what it does.
        label: its word and what it is about, such as "Attack: Rifle".
        extra: further attributes, as HTML.
    """
    about = _render_object(inside, label)
    return f'<button type="button" class="{css_class}" data-do="{escape_json(control)}"{extra}>{inside}{about}</button>'


def _render_object(inside: str, label: str) -> str:
    """Render what a button is about for screen readers, after its text, which its name has to contain."""
    word, _, owner = label.partition(": ")
    said = owner if inside.startswith(escape(word)) else word if owner.lower() == inside.lower() else ""
    return f'<span class="fb-hidden">: {escape(said)}</span>' if said else ""


def render_closed_control(css_class: str, text: str, label: str) -> str:
    """Render a button for what isn't possible now."""
    about = _render_object(escape(text), label)
    return f'<button type="button" class="{css_class}" disabled>{escape(text)}{about}</button>'


def render_parts_of_line(line: Line) -> str:
    """Render the parts of a line, with the words between them."""
    return "".join(
        f"{escape(before)}<b{_find_class(part.state)}>{escape(part.text)}</b>"
        for before, part in line.list_separated_parts()
    ) or escape(line.dice)


def _find_class(state: str) -> str:
    return f' class="fb-{state}"' if state in ("asked", "given") else ""


def render_line(line: Line, control: Control, label: str) -> str:
    """Render a line as a button that opens the roll's form; nothing for a line that says nothing."""
    inside = render_parts_of_line(line)
    if not inside:
        inside = "Change"
    return (
        f'<button type="button" class="fb-line" data-form="{escape_json(control)}">'
        f'<small>{inside}</small><span class="fb-hidden">: {escape(label)}, change</span></button>'
    )


def render_part(title: str, inside: str, *, hint: str = "", css_class: str = "") -> str:
    """Render a part of a sheet under its title; nothing if it has no content."""
    if not inside:
        return ""
    small = f" <small>{escape(hint)}</small>" if hint else ""
    head = f'<h4 class="fb-sheet-part-title">{escape(title)}{small}</h4>' if title else ""
    classes = f"fb-sheet-part {css_class}".strip()
    label = f' aria-label="{escape(title)}"' if title else ""
    return f'<section class="{classes}" data-part{label}>{head}{inside}</section>'


def render_rows(rows: Iterable[str]) -> str:
    """Render rows as a list; nothing without rows."""
    inside = "".join(rows)
    return f'<ul class="fb-sheet-rows fb-box">{inside}</ul>' if inside else ""


def render_row(title: str, text: str, button: str, control: Control | None = None) -> str:
    """Render a row: its title and what it is about, which opens a form if there is a control, and its button.

    Args:
        title: its title.
        text: what it is about, as HTML, or "".
        button: its button, as HTML.
        control: what the form is for, or None.
    """
    small = f"<small>{text}</small>" if text else ""
    inside = f"<b>{escape(title)}</b>{small}"
    about = (
        f'<div class="fb-row-text">{inside}</div>'
        if control is None
        else f'<button type="button" class="fb-row-text" data-form="{escape_json(control)}">{inside}</button>'
    )
    return f'<li class="fb-row" data-answers>{about}{button}</li>'


def render_fold(summary: str, inside: str, css_class: str = "fb-fold") -> str:
    """Render content that is folded; nothing if there is none."""
    if not inside:
        return ""
    return f'<details class="{css_class}"><summary>{escape(summary)}</summary>{inside}</details>'


def render_facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Render labels with their values as text; nothing without any."""
    items = "".join(f"<div><dt>{escape(head)}</dt><dd>{escape(value)}</dd></div>" for head, value in pairs)
    return f'<dl class="fb-facts">{items}</dl>' if items else ""


def render_chip(text: str, control: Control, is_pressed: bool, *, label: str = "") -> str:
    """Render a condition or a tag that is on or off."""
    named = f' aria-label="{escape(label)}"' if label else ""
    pressed = "true" if is_pressed else "false"
    return (
        f'<button type="button" class="fb-chip" aria-pressed="{pressed}" data-do="{escape_json(control)}"{named}>'
        f"{escape(text)}</button>"
    )


def render_chips(title: str, chips: Iterable[str]) -> str:
    """Render chips as a group; nothing without any."""
    inside = "".join(chips)
    return f'<div class="fb-chips" role="group" aria-label="{escape(title)}">{inside}</div>' if inside else ""


CHANCE = '<small class="fb-sheet-chance"></small>'
"""The place on a button for the chance of its roll, which comes once the sheet is drawn."""
