"""Buttons of a fight. Each carries its command, so that the page's script needs no rules."""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.errors import ParameterError
from rules_py.play.fight.fields import check_fields
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.text.serialization import to_json

View = Mapping[str, Any]
"""The part of a fight that is shown.

`by` acts against `at` and the further targets in `also`; `chosen` has the choices for the roll. `first` acts if the
page names nobody. `stored` has the stored
sheets, by the keys of combatants, that may have changed since they joined.
"""

MOST_NAMED = 4
"""The maximum number of combatants that are listed by name."""


def read_view(data: object) -> View:
    """Check that JSON has the form of a view, and return it.

    Raises:
        RulesError: it isn't an object, or a field has another type.
    """
    if not isinstance(data, Mapping):
        raise ParameterError("view", data, "an object with by, at, also and chosen")
    check_fields(data)
    return data


def render_command_button(text: str, css_class: str, command: Mapping[str, Any], label: str = "") -> str:
    """Render a button that executes a command."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<button type="button" class="{css_class}" data-act="{escape_json(command)}"{named}>{escape(text)}</button>'


def render_view_button(text: str, css_class: str, view: View, label: str = "") -> str:
    """Render a button that shows another part of the fight."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<button type="button" class="{css_class}"{named} data-view="{escape_json(view)}">{escape(text)}</button>'


def render_interruption_button(combatant: Combatant) -> str:
    """Render a button that lets a combatant act now, although it isn't their turn, or nobody's."""
    view: View = {"by": combatant.key, "at": None, "also": None}
    return render_view_button("Acts now", "fb-fight-interrupt", view, f"{combatant.name} acts now")


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


def escape_json(value: Any) -> str:
    """Serialize a value as JSON for an HTML attribute."""
    return escape(json.dumps(to_json(value), ensure_ascii=False))


def join_names(fight: Fight, keys: Iterable[str]) -> str:
    """Join combatants' names, shortened if there are many."""
    return shorten_names([fight.name_for(key) for key in keys])


def shorten_names(names: Sequence[str]) -> str:
    """Join names, shortened if there are many."""
    return (
        ", ".join(names)
        if len(names) <= MOST_NAMED
        else f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"
    )
