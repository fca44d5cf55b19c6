"""Sideworld: hints for the forecasts of a fight."""

from collections.abc import Callable

from rules_py.play import Attempt, ForecastHints
from rules_py.systems.sideworld.combat import attack, unarmed
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.sheets.actions import Price, count_actions
from rules_py.systems.sideworld.sheets.damage import aim, fill_clip, load_round, reload
from rules_py.systems.sideworld.sheets.list_items import CLIPS, INTERNAL, Weapon


def choose_reload(attempt: Attempt) -> Price | None:
    """Return the reload of the weapon that was used, or of the first one that has too few rounds; None without one."""
    return choose_loading(attempt, lambda gun: gun.feed == CLIPS or (gun.counts_spares and gun.swap_clip() is not None))


def choose_loading(attempt: Attempt, suits: Callable[[Weapon], bool]) -> Price | None:
    """Return the weapon that was used, or the first one, if it has too few rounds and suits; None without one."""
    guns, actions, used = getattr(attempt.roller, "weapons", ()), count_actions(attempt), attempt.chosen.get("weapons")
    for number in range(len(guns)) if used is None else (used,):
        gun = guns[number]
        if gun.clip and gun.loaded < gun.count_rounds(max(1, actions)) and suits(gun):
            return {"weapon": number}
    return None


def choose_aim(attempt: Attempt) -> Price | None:
    """Return the aim of the weapon that was used, if it has recoil to clear; None otherwise."""
    guns, used = getattr(attempt.roller, "weapons", ()), attempt.chosen.get("weapons", 0)
    return {"weapon": used} if used < len(guns) and guns[used].recoil_now else None


FORECAST = ForecastHints(
    fallbacks={
        reload: choose_reload,
        load_round: lambda attempt: choose_loading(attempt, lambda gun: gun.feed == INTERNAL),
        fill_clip: lambda attempt: choose_loading(attempt, lambda gun: gun.counts_spares and gun.swap_clip() is None),
    },
    preparations={aim: choose_aim},
    varies={
        attack: ("modifier", "distance", "parry"),
        unarmed: ("modifier", "parry"),
        group_attack: ("modifier", "distance"),
    },
)
"""Those whose weapon is empty load it in the way that it takes, and aim only if the reader wants it."""
