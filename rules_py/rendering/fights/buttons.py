"""Buttons of a fight. Each carries its command, so that the page's script needs no rules."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from rules_py.play.fight.state import Combatant
from rules_py.text.serialization import to_json


def render_form_button(
    text: str, kind: str, id: str, values: Mapping[str, Any], command: Mapping[str, Any], label: str = ""
) -> str:
    """Render a button that opens a form with these values; the form's input is added to the command."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return (
        f'<button type="button" class="fb-fight-open" data-open="{kind}:{id}" data-values="{escape_json(values)}" '
        f'data-act="{escape_json(command)}"{named}>{escape(text)}</button>'
    )


def render_keep_button(combatant: Combatant, content: str) -> str:
    """Render a button that writes the sheet back to the stored one it came from; the page shows it if there is one.

    Args:
        combatant: the combatant.
        content: the button's text, as HTML.
    """
    data = {"sheet": combatant.sheet.id, "fields": combatant.sheet.fields}
    return (
        f'<button type="button" class="fb-fight-keep" data-who="{escape(combatant.key)}" '
        f'data-sheet="{escape_json(data)}" hidden>{content}</button>'
    )


def render_new_sheet_button(combatant: Combatant, content: str) -> str:
    """Render a button that keeps an improvised combatant as a sheet; the page hides it if there is one.

    The button that writes to the stored sheet is beside it, with the sheet as it is now.

    Args:
        combatant: the combatant.
        content: the button's text, as HTML.
    """
    note = f' data-note="{escape(combatant.note)}"' if combatant.note else ""
    return (
        f'<button type="button" class="fb-quiet fb-fight-new-sheet" data-who="{escape(combatant.key)}" '
        f'data-name="{escape(combatant.name)}"{note}>{content}</button>'
    )


def escape_json(value: Any) -> str:
    """Serialize a value as JSON for an HTML attribute."""
    return escape(json.dumps(to_json(value), ensure_ascii=False))
