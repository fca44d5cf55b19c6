"""The buttons of a fight: what one does stands on it, so that the page's script knows no rule."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.text.formatting import to_json

View = Mapping[str, Any]
"""Whom one looks at: `by` acts, `at` is who it is against and `also` more of them, `chosen` what the roller's sheet
fills a roll with."""

MOST_NAMED = 4
"""How many are called by name where several are."""


def render_command_button(text: str, css_class: str, command: Mapping[str, Any], label: str = "") -> str:
    """A button that does something."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<button type="button" class="{css_class}" data-act="{escape_json(command)}"{named}>{escape(text)}</button>'


def render_form_button(
    text: str, kind: str, id: str, values: Mapping[str, Any], command: Mapping[str, Any], label: str = ""
) -> str:
    """A button that opens a form of the page, filled with values; what it gives goes with the act."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return (
        f'<button type="button" class="fb-fight-open" data-open="{kind}:{id}" data-values="{escape_json(values)}" '
        f'data-act="{escape_json(command)}"{named}>{escape(text)}</button>'
    )


def render_keep_button(combatant: Combatant, text: str) -> str:
    """A button that brings the sheet back to the kept one it joined as; the page shows it where there is such a one."""
    data = {"sheet": combatant.sheet.id, "fields": combatant.sheet.fields}
    return (
        f'<button type="button" class="fb-fight-keep" data-who="{escape(combatant.key)}" '
        f'data-sheet="{escape_json(data)}" hidden>{escape(text)}</button>'
    )


def escape_json(value: Any) -> str:
    """A value for an attribute."""
    return escape(json.dumps(to_json(value), ensure_ascii=False))


def join_names(fight: Fight, keys: Iterable[str]) -> str:
    """What people are called, all of them where they are few."""
    names = [fight.name_for(key) for key in keys]
    return (
        ", ".join(names)
        if len(names) <= MOST_NAMED
        else f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"
    )
