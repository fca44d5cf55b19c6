"""The dice that a rule asks for first, written into the page: faces can be tapped before Python is there."""

import json
from collections.abc import Mapping
from typing import Any

from rules_py import RulesError
from rules_py.dice.manual import DieSlot
from rules_py.mechanic import Mechanic

MAX_DICE = 8
"""A rule that asks for more at first is left to Python: nobody has thrown them all by then."""


def build_initial_dice(mechanic: Mechanic, params: Mapping[str, Any]) -> str:
    """The dice of a form as it is preset, as JSON; empty where there are none, or too many.

    `slots` are the dice, `but_for` the parameters that another value of each may ask for others.
    """
    slots = _request_dice(mechanic, params)
    if not 0 < len(slots) <= MAX_DICE:
        return ""
    but_for = [name for name in mechanic.parameters if _affects_dice(mechanic, params, name, slots)]
    return json.dumps({"slots": [slot.to_dict() for slot in slots], "but_for": but_for}, separators=(",", ":"))


def _affects_dice(mechanic: Mechanic, params: Mapping[str, Any], name: str, slots: tuple[DieSlot, ...]) -> bool:
    """Whether some other value of a parameter asks for other dice; what has no values to try may."""
    values = mechanic.parameters[name].kind.sweep(params[name])
    if not values:
        return True
    for value in values:
        try:
            if _request_dice(mechanic, {**params, name: value}) != slots:
                return True
        except RulesError:
            continue  # not with the others as they are
    return False


def _request_dice(mechanic: Mechanic, params: Mapping[str, Any]) -> tuple[DieSlot, ...]:
    return mechanic.find_requested_dice((), dict(params)).slots
