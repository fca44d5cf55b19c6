"""Views of a board: what the table looks at, and what it has laid out so far."""

from collections.abc import Mapping
from typing import Any

from rules_py.errors import ParameterError
from rules_py.play.fight.fields import check_fields

View = Mapping[str, Any]
"""What the table looks at, as JSON.

Attributes:
    by, at, also: the combatant who acts, the target, and further targets.
    do: the id of the roll or change in hand.
    chosen: the choices for it.
    params: the parameters that the table has entered for it.
    open: what is open: "", "more", "form", "piece KEY", "log", "math EVENT", "menu", "encounters",
        "players" or "end".
    passed: the names of decisions that the table has answered with "No" or "Nobody".
    with: further combatants who get the changes of an open card.
    one_by_one: true for a group whose members act one by one.
    stored: the stored sheets, by the keys of combatants, that may have changed since they joined.
    hidden: the keys of those that players don't see.
    name: the fight's name.
    on: true to play on after the end.
    redo: true if something was undone that can be done again.
    person: in an open log, the combatant that it is about.
    event: in an open log, the id of the event that is open.
    edits: edits of the past that aren't accepted yet (rules_py.play.fight.revision).
    before: the id of the event before which the table plays what is missing.
    slide: the number of the slide of a replay.
"""


def read_view(data: object) -> View:
    """Check that JSON has the form of a view, and return it.

    Raises:
        RulesError: it isn't an object, or a field has another type.
    """
    if not isinstance(data, Mapping):
        raise ParameterError("view", data, "an object with by, at, also, do, chosen, params and open")
    check_fields(data)
    return data
