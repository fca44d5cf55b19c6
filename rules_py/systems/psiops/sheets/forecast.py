"""PSIOPS: hints for the forecasts of a fight."""

from typing import Any

from rules_py.play import Attempt, ForecastHints
from rules_py.systems.psiops.combat import attack, psychic_attack
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.kit import draw_weapon
from rules_py.systems.psiops.sheets.operative import Operative


def find_weapon_to_draw(attempt: Attempt) -> dict[str, Any] | None:
    """Return the weapon to take out of the backpack if there is no other to attack with, or None."""
    weapons = attempt.actor.weapons if isinstance(attempt.actor, Operative) else ()
    if any(each.place != "backpack" and not each.empty for each in weapons):
        return None
    packed = (number for number, each in enumerate(weapons) if each.place == "backpack" and not each.empty)
    return next(({"weapon": number} for number in packed), None)


FORECAST = ForecastHints(
    fallbacks={draw_weapon: find_weapon_to_draw},
    varies={
        attack: ("range_band", "aiming", "modifier"),
        psychic_attack: ("range_band", "aiming", "modifier", "damage"),
        dying: ("lethal",),
    },
    declares_first=True,
)
"""All members of a side choose their targets before any result of their turn is known."""
