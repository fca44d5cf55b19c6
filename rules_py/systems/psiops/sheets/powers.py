"""PSIOPS changes: powers and effects that last, and the concentration that some powers need."""

from collections.abc import Mapping
from typing import Annotated, Any

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Choice, EntryOf, Text, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.systems.psiops.action import psionic
from rules_py.systems.psiops.combat import attack, psychic_attack
from rules_py.systems.psiops.sheets.lasting import (
    AFFLICTIONS,
    INVISIBILITY,
    MOST_LASTING,
    MOST_ROUNDS,
    POWERS,
    Lasting,
    add_lasting,
    drop_lasting,
    find_power,
)
from rules_py.systems.psiops.sheets.operative import Operative
from rules_py.systems.psiops.sheets.opponents import Enemy, Swarm
from rules_py.systems.psiops.takedown import focus_fire
from rules_py.tables import table

ROLLED = {"success": True, "lasts": "rolled", "effect": tuple(range(1, 7))}
"""The conditions of a roll for a power that lasts for the rounds that its die shows."""

USING, TALENTS = "psiops/talents/#psionic-talents", "psiops/talents/#talents-list"


def find_die_of_power(operative: Operative, params: Mapping[str, Any]) -> int:
    """Return the sides of the die that the rounds of a power are rolled with, or 0 if it has none."""
    number = params["talent"]
    power = POWERS.get(operative.talents[number].talent) if number < len(operative.talents) else None
    return 6 if power is not None and power.is_rolled else 0


@change(
    "psiops.start-power",
    sheet_types=Operative,
    title="A power that lasts",
    page=USING,
    triggers=(
        Trigger(psionic, "roller", conditions={"success": True, "lasts": "fixed"}, talent="talents"),
        Trigger(psionic, "roller", conditions=ROLLED, talent="talents", rounds="effect"),
    ),
    own_dice={"rounds": find_die_of_power},
)
def start_power(
    operative: Operative,
    say: Log,
    talent: Annotated[int, EntryOf(0, 35, "the talent, by its number from 0", list_field="talents")] = 0,
    rounds: Annotated[int, Whole(1, 6, "1D6, the rounds of a power that lasts for a rolled number")] = 1,
) -> Operative:
    """Start a talent that lasts: for its rounds, for as long as the operative concentrates, or until the battle ends.

    Reading: the action that starts a power is also the action of concentration in that round.

    Reading: minutes of a power count as 10 rounds each, since a round is 6 seconds.

    Reading: Precognition works once per session. The sheet keeps it as used until the mission ends, or until you end it
    there.
    """
    if talent >= len(operative.talents):
        raise ParameterError(
            "talent", talent, "a talent on the sheet", plain="This talent isn't on the sheet. Choose another."
        )
    row = table("psiops.talents").row(operative.talents[talent].talent)
    power = POWERS.get(row.key)
    if power is None:
        raise ForbiddenError("psiops.start-power", f"{row.name} doesn't last")
    length = rounds if power.is_rolled else power.rounds
    return add_lasting(
        operative, say, Lasting(row.name, power.kind, length, power.concentration, kept=power.concentration)
    )


@change(
    "psiops.concentrate",
    sheet_types=Operative,
    title="Concentrate",
    page=USING,
    quick_actions=(QuickAction(),),
)
def concentrate(
    operative: Operative,
    say: Log,
    power: Annotated[str, Text("the power; empty for the first that needs it", most=60)] = "",
) -> Operative:
    """Concentrate on a power for one action, so that it lasts beyond this round."""
    lapsing = [each for each in operative.lasting if each.lapses and power.casefold() in ("", each.name.casefold())]
    if not lapsing:
        raise ForbiddenError("psiops.concentrate", "no power needs concentration now")
    say(f"Concentrates on {lapsing[0].name}.")
    kept = [each._replace(kept=True) if each is lapsing[0] else each for each in operative.lasting]
    return operative.replace(lasting=tuple(kept))


@change(
    "psiops.appear",
    sheet_types=Operative,
    title="No longer invisible",
    page=TALENTS,
    triggers=tuple(
        Trigger(roll, "roller", conditions={"is_invisible": True}) for roll in (attack, psychic_attack, focus_fire)
    ),
)
def appear(operative: Operative, say: Log) -> Operative:
    """Become visible by attacking, which ends the talent Invisibility at once."""
    power = find_power(operative, INVISIBILITY)
    if power is None:
        raise ForbiddenError("psiops.appear", "the operative isn't invisible")
    say("No longer invisible.")
    return drop_lasting(operative, [power])


def can_burn(who: Operative | Enemy | Swarm) -> bool:
    """Return True if a target isn't out of the fight for good."""
    return who.state != "dead" if isinstance(who, Operative) else not who.out


@change(
    "psiops.afflict",
    sheet_types=(Operative, Enemy, Swarm),
    title="An effect that lasts",
    page=USING,
    triggers=(
        Trigger(
            psionic,
            "anybody",
            conditions={"success": True, "afflicts": AFFLICTIONS},
            effect="afflicts",
            rounds="effect",
            is_optional=True,
        ),
        Trigger(psychic_attack, "target", fixed_params={"effect": "burning"}, rounds="burning", applies_if=can_burn),
    ),
    own_dice={"rounds": lambda _, params: 3 if params["effect"] == "burning" else 6},
)
def afflict[S: (Operative, Enemy, Swarm)](
    who: S,
    say: Log,
    effect: Annotated[str, Choice(AFFLICTIONS, "the effect")] = "burning",
    rounds: Annotated[int, Whole(1, MOST_ROUNDS, "rounds: 1D3 for burning, otherwise 1D6")] = 1,
) -> S:
    """Set a combatant on fire, or stun, paralyze or control them for some rounds.

    Reading: enemies act last in a round, so operatives that they stun, paralyze or control have had their turn. The
    count begins with the next round.
    """
    is_later = isinstance(who, Operative) and effect != "burning"
    length = min(MOST_ROUNDS, rounds + is_later)
    return add_lasting(who, say, Lasting(effect.capitalize(), effect, length))


@change("psiops.end-effect", sheet_types=(Operative, Enemy, Swarm), title="End an effect", page=USING)
def end_effect[S: (Operative, Enemy, Swarm)](
    who: S,
    say: Log,
    effect: Annotated[
        int,
        EntryOf(0, MOST_LASTING - 1, "the effect, by its number from 0", list_field="lasting", label="Effect"),
    ] = 0,
) -> S:
    """End a power or an effect: put out a fire, stop concentrating, or remove it by the talent Recover."""
    if not who.lasting:
        raise ForbiddenError("psiops.end-effect", "nothing on the sheet lasts")
    if effect >= len(who.lasting):
        raise ParameterError(
            "effect", effect, "an effect on the sheet", plain="This effect isn't on the sheet. Choose another."
        )
    say(f"{who.lasting[effect].name} ends.")
    return drop_lasting(who, [who.lasting[effect]])
