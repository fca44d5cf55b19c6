"""Sideworld, Vehicles: driving, risky manoeuvres, contests, weaving, turrets, ramming and crashes."""

from fractions import Fraction
from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Flag, RowOf, Whole
from rules_py.systems.sideworld.combat import HITS, Modifier, attack, resolve_unarmoured, to_hit
from rules_py.systems.sideworld.playing import SAVES, roll_save
from rules_py.systems.sideworld.scores import HIGHEST, LOWEST, score
from rules_py.tables import table
from rules_py.text.numbers import format_decimal, simplify_fraction
from rules_py.text.wording import format_term, format_terms

KPH_PER_VEHICLE_ROLL = 10
KPH_PER_OCCUPANT_ROLL = 20
TIMES_UNSEATED = 4
OCCUPANTS = {"seated": "Occupant in a seat", "unseated": "Occupant without a seat"}
ATTACKS = ("ram-moving", "fixed-turret")
"""Rows of the manoeuvres that are attacks instead of Saves."""


STATIONARY = ("ram-narrow", "ram-wide", "ram-very-wide")
"""Rows of the manoeuvres that ram something stationary."""


class SavedManoeuvre(RowOf):
    """The parameter kind of manoeuvres: it offers those that are Saves, and accepts attacks for compatibility."""

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(key for key in super().choices if key not in ATTACKS)


Reactions = Annotated[int, score("the pilot's Reactions", "Pilot's Reactions")]
Manual = Annotated[bool, Flag("the vehicle is driven with manual controls", label="Manual controls")]
Unskilled = Annotated[
    bool, Flag("the driver is no Pilot and lacks the Skill for this vehicle", label="Lacks the Skill")
]
LevelsAbove = Annotated[int, Whole(0, 5, "for Pilots: levels the vehicle is above theirs", label="Levels above Pilot")]
Handling = Annotated[int, Whole(-40, 40, "the vehicle's own bonus or penalty", label="Vehicle's handling")]
Speed = Annotated[int, Whole(0, 1000, "speed of the crash", label="Speed", unit="km/h")]


def list_driving_modifiers(
    manual: bool, unskilled: bool, levels_above: int, handling: int
) -> tuple[tuple[str, int], ...]:
    """Return the modifiers of driver and vehicle to Reactions, each with its name."""
    driver = table("sideworld.vehicle-modifiers")
    return (
        ("manual controls", manual * driver.row("manual").number("modifier")),
        ("no Skill", unskilled * driver.row("unskilled").number("modifier")),
        ("vehicle's level", levels_above * driver.row("levels-above").number("modifier")),
        ("handling", handling),
    )


def compute_driving_score(
    dice: Dice, whose: str, reactions: int, manual: bool, unskilled: bool, levels_above: int, handling: int
) -> int:
    """Compute a driver's Reactions with the modifiers of driver and vehicle, which count for all rolls."""
    terms = list_driving_modifiers(manual, unskilled, levels_above, handling)
    total = reactions + sum(number for _, number in terms)
    if total != reactions or any(number for _, number in terms):
        dice.say(f"{whose} Reactions: {reactions}{format_terms(*terms)} = {total}.")
    return total


@mechanic(
    "sideworld.drive",
    title="Risky manoeuvre",
    page="sideworld/vehicles/#driving",
    headline="result",
    words={"result": SAVES},
    groups={"The vehicle and its driver": ("manual", "unskilled", "levels_above", "handling")},
)
def drive(
    dice: Dice,
    reactions: Reactions = 10,
    manoeuvre: Annotated[str, SavedManoeuvre("sideworld.manoeuvres", "what you try", label="Manoeuvre")] = "sharp-turn",
    manual: Manual = False,
    unskilled: Unskilled = False,
    levels_above: LevelsAbove = 0,
    handling: Handling = 0,
    tracked: Annotated[bool, Flag("the vehicle has tracks", label="Tracks")] = False,
) -> Outcome:
    """Make a Save with Reactions, modified by driver, vehicle and manoeuvre together.

    `sideworld.ram` and `sideworld.turret` are the manoeuvres that are attacks. Chosen here, they are the Save of the
    list, and the roll names the attack to roll instead; `target` is the Attack for it.

    Reading: two of the manoeuvres are attacks, not Saves: ramming a moving vehicle and firing a fixed turret. You roll
    to hit, and the table's modifier changes the Reactions you attack with.
    """
    row = table("sideworld.manoeuvres").row(manoeuvre)
    spared = tracked and row["exempt"] == "Tracked vehicles"
    own = compute_driving_score(dice, "The pilot's", reactions, manual, unskilled, levels_above, handling)
    target = own + (0 if spared else row.number("modifier"))
    dice.say(f"{row.name}: Reactions {own} become {target}.")
    outcome = roll_save(dice, target)
    if manoeuvre in ATTACKS:
        dice.verdict("This is an attack and not a Save")
        dice.add_consequence(f"Roll to hit with {target} as the Attack.")
        dice.offer_roll("Roll to hit", "sideworld.to-hit", attack=max(LOWEST, min(HIGHEST, target)))
    else:
        dice.verdict(
            {
                "success": f"{row.name}: it works",
                "failure": f"{row.name}: it goes wrong",
                "marginal": f"{row.name}: it only just goes wrong",
            }[outcome["result"]]
        )
        if manoeuvre in STATIONARY and outcome["result"] == "success":
            dice.add_consequence("You ram it: the damage is as in a crash, to your vehicle and to what you ram.")
            dice.offer_roll("The crash", "sideworld.crash")
        if outcome["result"] == "marginal":
            dice.add_consequence("The GM may let you off lightly.")
        if row["remark"] != "–" and outcome["result"] != "success":
            dice.add_consequence(row["remark"])
            if "crash" in row["remark"].lower():
                dice.offer_roll("The crash", "sideworld.crash")
    return {"result": outcome["result"], "target": target, "roll": outcome["roll"]}


@mechanic(
    "sideworld.contest",
    title="Contest of pilots",
    page="sideworld/vehicles/#contests",
    headline="win",
    words={"win": {"false": "Lost", "true": "Won"}},
    groups={
        "You and your vehicle": ("manual", "unskilled", "levels_above", "handling"),
        "The other pilot and vehicle": (
            "opponent_manual",
            "opponent_unskilled",
            "opponent_levels_above",
            "opponent_handling",
        ),
    },
)
def contest(
    dice: Dice,
    reactions: Annotated[int, score("your Reactions", "Your Reactions")] = 10,
    opponent: Annotated[int, score("the Reactions of the other pilot", "Other pilot's Reactions")] = 10,
    manual: Annotated[bool, Flag("you drive with manual controls", label="You: manual controls")] = False,
    unskilled: Annotated[
        bool, Flag("you are no Pilot and lack the Skill for this vehicle", label="You: lack the Skill")
    ] = False,
    levels_above: Annotated[
        int, Whole(0, 5, "if you are a Pilot: levels your vehicle is above yours", label="Levels above you")
    ] = 0,
    handling: Annotated[int, Whole(-40, 40, "your vehicle's own bonus or penalty", label="Your handling")] = 0,
    opponent_manual: Annotated[
        bool, Flag("the other pilot drives with manual controls", label="They: manual controls")
    ] = False,
    opponent_unskilled: Annotated[
        bool, Flag("the other pilot is no Pilot and lacks the Skill for their vehicle", label="They: lack the Skill")
    ] = False,
    opponent_levels_above: Annotated[
        int, Whole(0, 5, "if they are a Pilot: levels their vehicle is above theirs", label="Levels above them")
    ] = 0,
    opponent_handling: Annotated[
        int, Whole(-40, 40, "their vehicle's own bonus or penalty", label="Their handling")
    ] = 0,
) -> Outcome:
    """Roll 1D20 + Reactions; it has to be higher than the other pilot's 1D20 + Reactions, and a tie is not enough.

    The modifiers of driver and vehicle count for both.
    """
    yours = compute_driving_score(dice, "Your", reactions, manual, unskilled, levels_above, handling)
    theirs = compute_driving_score(
        dice, "Their", opponent, opponent_manual, opponent_unskilled, opponent_levels_above, opponent_handling
    )
    own = dice.die(20, label="you")
    your_total = dice.add_up((own,), ("Reactions", yours))
    other = dice.die(20, label="opponent")
    their_total = dice.add_up((other,), ("Reactions", theirs))
    dice.say(f"{own} {format_term(yours)} = {your_total} against {other} {format_term(theirs)} = {their_total}.")
    win = your_total > their_total
    dice.verdict("You get your way" if win else "The other pilot holds you off")
    return {"win": win}


@mechanic(
    "sideworld.weave",
    title="Weaving",
    page="sideworld/vehicles/#under-attack",
    headline="dodge",
    labels={"top_speed": "Top speed in km/h"},
    groups={"The vehicle and its driver": ("manual", "unskilled", "levels_above", "handling")},
)
def weave(
    dice: Dice,
    reactions: Reactions = 10,
    manual: Manual = False,
    unskilled: Unskilled = False,
    levels_above: LevelsAbove = 0,
    handling: Handling = 0,
    kph: Annotated[int, Whole(0, 1000, "the vehicle's top speed", label="Top speed", unit="km/h")] = 100,
) -> Outcome:
    """Weave: the vehicle dodges with half its pilot's Reactions, and its top speed is halved.

    Reading: add what driver and vehicle bring before you take half, and round that half down. If your Reactions are
    below 0, you are better off not weaving.
    """
    own = compute_driving_score(dice, "The pilot's", reactions, manual, unskilled, levels_above, handling)
    dodge, top = compute_weave(own, kph)
    dice.say(f"{own} / 2 = {dodge}.")
    dice.verdict(f"Dodge {dodge}, at most {format_decimal(top)} km/h")
    return {"dodge": dodge, "top_speed": top}


def compute_weave(reactions: int, kph: int) -> tuple[int, int | Fraction]:
    """Compute the Dodge and the top speed of a weaving vehicle, from the Reactions at its wheel."""
    return reactions // 2, simplify_fraction(Fraction(kph, 2))


PARRY = ("parry", "reactions", "parry_bonus", "parry_resilience", "parry_dc")


@mechanic(
    "sideworld.turret",
    title="Firing a fixed turret",
    page="sideworld/vehicles/#turrets",
    headline="state",
    graded_by=("hit", "caught"),
    opposed=("state",),
    words=attack.words,
    forwards_to=attack,
    omit=("attack", "recoil", *PARRY),
    labels=attack.labels,
    groups={"The vehicle and its driver": ("manual", "unskilled", "levels_above", "handling")},
)
def turret(
    dice: Dice,
    reactions: Reactions = 10,
    manual: Manual = False,
    unskilled: Unskilled = False,
    levels_above: LevelsAbove = 0,
    handling: Handling = 0,
    **blow: Any,
) -> Outcome:
    """Make the whole attack with a turret that is fixed to the vehicle: its pilot's Reactions are the Attack.

    Weapons mounted on vehicles have no recoil.

    Reading: the modifiers of driver and vehicle count. We take what a turret fires to be too fast to parry.
    """
    return attack(dice, **build_attack(dice, reactions, manual, unskilled, levels_above, handling), **blow)


def build_attack(dice: Dice, *pilot: Any) -> dict[str, Any]:
    """Build the parameters that a fixed turret sets for an attack, from its driver."""
    aims = compute_driving_score(dice, "The pilot's", *pilot) + table("sideworld.manoeuvres").row(
        "fixed-turret"
    ).number("modifier")
    return dict.fromkeys(PARRY, 0) | {"attack": aims, "recoil": 0, "parry": False}


def resolve_unarmoured_turret(
    dice: Dice, reactions: int, manual: bool, unskilled: bool, levels_above: int, handling: int, **blow: Any
) -> Outcome:
    """Resolve the damage of a turret's attack before any armour."""
    return resolve_unarmoured(dice, **build_attack(dice, reactions, manual, unskilled, levels_above, handling), **blow)


@mechanic(
    "sideworld.ram",
    title="Ramming",
    page="sideworld/vehicles/#ramming",
    headline="hit",
    words={"hit": HITS},
    labels={"rammer": "Your vehicle", "rammed": "What you ram"} | OCCUPANTS,
    groups={"The vehicle and its driver": ("manual", "unskilled", "levels_above", "handling")},
)
def ram(
    dice: Dice,
    target: Annotated[
        str, Choice(("vehicle", "person"), "a moving vehicle, or a person on foot", label="You ram a")
    ] = "vehicle",
    reactions: Reactions = 10,
    manual: Manual = False,
    unskilled: Unskilled = False,
    levels_above: LevelsAbove = 0,
    handling: Handling = 0,
    modifier: Modifier = 0,
    dodge: Annotated[
        int, score("a vehicle's is 0, or half its pilot's Reactions while it weaves", "Target's Dodge")
    ] = 0,
    kph: Annotated[int, Whole(0, 1000, "how fast the two meet", label="Speed of the impact", unit="km/h")] = 60,
) -> Outcome:
    """Attack with the pilot's Reactions; if it hits, both sides crash.

    `rammer` is the damage to the vehicle that rams, `rammed` to its target; `seated` and `unseated` are for one
    occupant of each kind, rolled separately for each.

    Reading: it is one crash, so one roll of damage counts for both vehicles. A person who is rammed takes what the
    vehicle takes: 2D6 per 10 km/h.

    Reading: those inside the rammed vehicle are in a crash as well.

    Reading: the text doesn't say whose speed to use. We use the speed at which the two meet.

    Reading: a parked vehicle stands still, so ramming it is a Save.

    Reading: whether your speed also counts as a situation is up to your GM. The roller adds what you enter.
    """
    row = table("sideworld.manoeuvres").row("ram-moving")
    aims = compute_driving_score(dice, "The pilot's", reactions, manual, unskilled, levels_above, handling)
    if target == "vehicle":
        dice.say(f"{row.name}: {aims} {format_term(row.number('modifier'))} = {aims + row.number('modifier')}.")
        aims += row.number("modifier")
    if not dice.field(to_hit, "hit", attack=aims, modifier=modifier, dodge=dodge):
        dice.verdict("You miss")
        return {"hit": False, "rammer": 0, "rammed": 0, "seated": 0, "unseated": 0}
    victim = "each vehicle" if target == "vehicle" else "the vehicle, and as much to the person"
    crashed = dice.roll_independently(lambda dice: roll_vehicle_damage(dice, victim, kph))
    dice.verdict(f"You ram it: {crashed} damage to {victim}")
    return {"hit": True, "rammer": crashed, "rammed": crashed, **roll_occupant_damage(dice, kph)}


@mechanic("sideworld.crash", title="Crash", page="sideworld/vehicles/#crashes", headline="vehicle", labels=OCCUPANTS)
def crash(dice: Dice, kph: Speed = 60) -> Outcome:
    """Crash: 2D6 per 10 kph to the vehicle; per 20 kph 2D6 to each seated occupant and 2D6×4 to each other one.

    Reading: only full tens and full twenties of speed count. Each occupant's damage is rolled separately.
    """
    vehicle = dice.roll_independently(lambda dice: roll_vehicle_damage(dice, "the vehicle", kph))
    dice.verdict(f"{vehicle} damage to the vehicle")
    return {"vehicle": vehicle, **roll_occupant_damage(dice, kph)}


def roll_vehicle_damage(dice: Dice, which: str, kph: int) -> int:
    """Roll the damage of a crash to a vehicle."""
    return roll_crash_damage(dice, which, kph // KPH_PER_VEHICLE_ROLL, 1)


def roll_occupant_damage(dice: Dice, kph: int) -> Outcome:
    """Roll the damage of a crash to an occupant in a seat, and to one without a seat."""
    rolls = kph // KPH_PER_OCCUPANT_ROLL
    return {
        "seated": dice.roll_independently(lambda dice: roll_crash_damage(dice, "an occupant in a seat", rolls, 1)),
        "unseated": dice.roll_independently(
            lambda dice: roll_crash_damage(dice, "an occupant without a seat", rolls, TIMES_UNSEATED)
        ),
    }


def roll_crash_damage(dice: Dice, victim: str, rolls: int, times: int) -> int:
    """Roll 2D6 for each of `rolls`, multiplied by `times`, and log the damage to `victim`."""
    damage = dice.total(f"{2 * rolls}d6*{times}" if times > 1 else f"{2 * rolls}d6", victim) if rolls else 0
    dice.add_consequence(f"{damage} damage to {victim}.")
    return damage
