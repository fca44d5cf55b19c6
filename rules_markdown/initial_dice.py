"""The first dice that a rule requests, embedded in the page so that readers can enter faces before Python loads."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules_py import RulesError
from rules_py.dice.manual import DieSlot
from rules_py.mechanic import Mechanic

MAX_DICE = 8
"""With more dice than this, Python will have loaded before a reader has entered all of them."""


def build_initial_dice(mechanic: Mechanic, params: Mapping[str, Any]) -> str:
    """Build JSON of the dice that a form with these values requests first; empty if there are none or too many.

    `slots` are the dice; `but_for` lists the parameters that could change the dice.
    """
    return _build_initial_dice(mechanic, tuple(params.items()))


@cache  # many rules have a form on several pages
def _build_initial_dice(mechanic: Mechanic, values: tuple[tuple[str, Any], ...]) -> str:
    params = dict(values)
    slots = _request_dice(mechanic, params)
    if not 0 < len(slots) <= MAX_DICE:
        return ""
    but_for = [name for name in mechanic.parameters if _affects_dice(mechanic, params, name, slots)]
    return json.dumps({"slots": [slot.to_dict() for slot in slots], "but_for": but_for}, separators=(",", ":"))


def _affects_dice(mechanic: Mechanic, params: Mapping[str, Any], name: str, slots: tuple[DieSlot, ...]) -> bool:
    """Return True if changing this parameter could change the dice.

    Parameters without a finite set of values are assumed to.
    """
    values = mechanic.parameters[name].kind.sweep(params[name])
    if not values:
        return True
    for value in values:
        try:
            if _request_dice(mechanic, {**params, name: value}) != slots:
                return True
        except RulesError:
            continue  # not allowed with the current values of the other parameters
    return False


def _request_dice(mechanic: Mechanic, params: Mapping[str, Any]) -> tuple[DieSlot, ...]:
    return mechanic.find_requested_dice((), dict(params)).slots
