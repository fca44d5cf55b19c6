"""Sideworld, Harm: Stamina, severe wounds and healing."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Whole
from rules_py.text.numbers import format_decimal
from rules_py.text.wording import pluralize

STATES = {"dead": "Dead", "incapacitated": "Incapacitated", "hurt": "Hurt", "healthy": "Healthy"}
WHAT_STATES_MEAN = {
    "dead": "Dead.",
    "incapacitated": "Below a quarter of full Stamina: incapacitated, and can't act.",
    "hurt": "Below half of full Stamina: all attributes are halved.",
    "healthy": "Half of full Stamina or more: no penalty.",
}

HEALED_PER_HOUR = 1

Maximum = Annotated[int, Whole(1, 1000, "Stamina when healthy", label="Full Stamina")]


def find_state(maximum: int, current: int) -> str:
    """Return the state at a Stamina: hurt below half, incapacitated below a quarter, dead at 0 or less."""
    if current <= 0:
        return "dead"
    if 4 * current < maximum:
        return "incapacitated"
    return "hurt" if 2 * current < maximum else "healthy"


def is_severe(maximum: int, damage: int) -> bool:
    """Return True if damage taken at once is more than a quarter of full Stamina."""
    return 4 * damage > maximum


@mechanic(
    "sideworld.stamina", title="Stamina", page="sideworld/harm/#stamina", headline="state", words={"state": STATES}
)
def stamina(
    dice: Dice,
    maximum: Maximum = 40,
    current: Annotated[int, Whole(-1_000_000, 1000, "Stamina left; it may be below 0", label="Stamina left")] = 40,
) -> Outcome:
    """Look up the effect of lost Stamina.

    Below half of the healthy value all attributes are halved. Below a quarter you can't act. At 0 you are dead.
    """
    state = find_state(maximum, current)
    dice.say(f"{current} of {maximum}.")
    dice.verdict(f"{STATES[state]}, with {current} of {maximum} Stamina")
    if state != "dead":
        dice.add_consequence(WHAT_STATES_MEAN[state])
    return {"state": state}


@mechanic("sideworld.severe", title="Severe wound", page="sideworld/harm/#severe", headline="severe")
def severe(
    dice: Dice,
    maximum: Maximum = 40,
    damage: Annotated[int, Whole(0, 1_000_000, "damage taken in one go", label="Damage at once")] = 11,
) -> Outcome:
    """Check for a severe wound: more than a quarter of full Stamina in one go damages a body part."""
    outcome = is_severe(maximum, damage)
    dice.say(
        f"A quarter of {maximum} is {format_decimal(Fraction(maximum, 4))}; {damage} is "
        f"{'more' if outcome else 'not more'}."
    )
    dice.verdict("A severe wound" if outcome else "Not severe: no body part is damaged")
    if outcome:
        dice.offer_roll("Roll 1D100 for the body part", "sideworld.wound", at_once=True)
    return {"severe": outcome}


@mechanic("sideworld.heal", title="Healing", page="sideworld/harm/#healing", headline="hours")
def heal(dice: Dice, points: Annotated[int, Whole(0, 1000, "points to get back", label="Points")] = 10) -> Outcome:
    """Heal Stamina, and attributes drained by anything but a spell, at 1 point an hour."""
    dice.verdict(f"{pluralize(points, 'point')} {'takes' if points == 1 else 'take'} {pluralize(points, 'hour')}")
    return {"hours": points // HEALED_PER_HOUR}
