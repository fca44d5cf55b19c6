"""Sideworld, Combat: near misses, which catch their target by a blast, a spread or a plasma stream."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Notation, Number, Whole
from rules_py.systems.sideworld.armour import MOST_TOTALS
from rules_py.text.numbers import format_decimal, simplify_fraction

Metres = int | Fraction

Distance = Annotated[Metres, Number(0, 100_000, "how far apart the two are", label="Distance", unit="m")]
Radius = Annotated[
    Metres,
    Number(
        0, 10_000, "the weapon's Blast Radius or Spread; 0 without either", label="Blast Radius or Spread", unit="m"
    ),
]
Rounds = Annotated[int, Whole(1, 300, "rounds fired in this action", label="Rounds fired", once=True)]
NEAR_WEAPONS = {"blast": "Blast or spread", "plasma": "Plasma"}


class KindOfWeapon(Choice):
    """The parameter kind of weapons that may catch a target by a near miss."""

    def names(self) -> dict[str, str]:
        return NEAR_WEAPONS


NearWeapon = Annotated[
    str, KindOfWeapon(tuple(NEAR_WEAPONS), "plasma guns have a rule of their own", label="Kind of weapon")
]


def compute_miss_distance(dice: Dice, miss_by: int, distance: Metres, radius: Metres) -> Metres:
    """Compute the metres that an attack goes wide, exactly."""
    wide = simplify_fraction(Fraction(miss_by) * distance / 100)
    dice.say(
        f"{miss_by} × {format_decimal(distance)} m / 100 = {format_decimal(wide)} m, with a radius of "
        f"{format_decimal(radius)} m."
    )
    return wide


def is_far(wide: Metres, radius: Metres) -> bool:
    """Return True if a near miss is more than half the radius away."""
    return 2 * wide > radius


def find_divisor(wide: Metres, radius: Metres, weapon: str) -> Metres:
    """Return the number by which a near miss divides the weapon's damage to a target that it catches."""
    if weapon == "plasma":
        return simplify_fraction(Fraction(wide) + 2)
    return 2 if is_far(wide, radius) else 1


def divide_damage(full: int, divisor: Metres) -> int:
    """Compute the damage of a near miss, rounded down."""
    return int(full // divisor)


def compute_near_miss_damage(dice: Dice, full: int, wide: Metres, radius: Metres, weapon: str) -> int:
    """Compute a weapon's damage to a target that it catches by a near miss, rounded down."""
    divisor = find_divisor(wide, radius, weapon)
    dealt = divide_damage(full, divisor)
    if weapon == "plasma":
        dice.say(f"{full} / {format_decimal(divisor)} = {dealt}.")
    else:
        dice.say(
            f"More than half the radius away: half of {full} is {dealt}."
            if divisor == 2
            else "Within half the radius: all of the damage."
        )
    return dealt


@mechanic(
    "sideworld.near-miss",
    title="Near miss",
    page="sideworld/attacks/#near-misses",
    headline="damage",
    labels={"miss_distance": "Metres off"},
)
def near_miss(
    dice: Dice,
    miss_by: Annotated[int, Whole(0, 1000, "the defender's total minus the attacker's", label="Missed by")] = 5,
    distance: Distance = 10,
    radius: Radius = 2,
    damage: Annotated[
        str,
        Notation("the weapon's damage, as points or dice", low=0, most_in_odds=MOST_TOTALS, label="Weapon's damage"),
    ] = "20",
    weapon: NearWeapon = "blast",
    rounds: Rounds = 1,
) -> Outcome:
    """Multiply the margin of the miss by distance ÷ 100: fewer metres than the radius still catch you.

    A blast that is more than half the radius away does half its damage. Plasma divides its damage by the metres of the
    miss + 2.

    Reading: damage is rounded down. A weapon with a spread goes by the blast rule, with its Spread as the radius: the
    weapon rules call Spread a width, but this rule compares the miss with it directly.
    """
    wide = compute_miss_distance(dice, miss_by, distance, radius)
    if wide >= radius:
        dice.verdict("It is too far off to do damage")
        return {"miss_distance": wide, "caught": False, "damage": 0}
    full = dice.total(damage, "damage") * rounds
    if rounds > 1:
        dice.say(f"{rounds} rounds: {full}.")
    dealt = compute_near_miss_damage(dice, full, wide, radius, weapon)
    dice.verdict(f"It still catches you: {dealt} damage")
    return {"miss_distance": wide, "caught": True, "damage": dealt}
