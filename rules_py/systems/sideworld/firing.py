"""Sideworld, Combat: Full Auto, recoil and clips, and one attack on a whole group."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import LongOddsParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.notation import estimate_total_count, parse
from rules_py.parameters import Choice, Flag, ListOf, Notation, Whole
from rules_py.systems.sideworld.combat import (
    MOST_RECOIL,
    WEAPONS,
    Attack,
    Bonus,
    Guided,
    Modifier,
    Recoil,
    Targets,
    compute_attack_bonus,
    roll_weapon_damage,
)
from rules_py.systems.sideworld.near_misses import (
    NEAR_WEAPONS,
    Distance,
    Metres,
    Radius,
    Rounds,
    compute_miss_distance,
    divide_damage,
    find_divisor,
)
from rules_py.systems.sideworld.scores import score
from rules_py.text.numbers import format_decimal
from rules_py.text.wording import format_term, pluralize

MOST_TARGETS, MOST_TARGETS_IN_ODDS = 20, 5
"""The maximum number of targets, and the maximum in odds, as each target has one of four fates."""
KINDS_OF_ATTACK = {"full-auto": "Full Auto", **NEAR_WEAPONS}
MOST_TOTALS_FOR_A_GROUP = 120
"""The maximum number of different totals of damage dice (20D6 have 101), for odds of damage to a whole group."""
FATES = {
    "hit": "hit",
    "near": "missed, but within half the radius",
    "far": "missed, but within the radius",
    "missed": "missed",
}


MOST_FATES_IN_ODDS = 30_000
"""The maximum number of different fates of a group, times the totals of damage, in odds of plasma."""

Fate = tuple[str, Metres]
"""A key of `FATES`, and the number that divides the damage; 0 for a miss that does nothing."""


class KindOfAttack(Choice):
    """The parameter kind of the kinds of attack on a group."""

    def names(self) -> dict[str, str]:
        return KINDS_OF_ATTACK


@mechanic("sideworld.full-auto", title="Full Auto", page="sideworld/weapons/#full-auto", headline="rounds_per_action")
def full_auto(
    dice: Dice,
    rate: Annotated[int, Whole(1, 10_000, "the number behind Full Auto", label="Rate")] = 300,
    actions: Annotated[int, Whole(1, 40, "your actions per turn", label="Actions per turn")] = 2,
    rounds: Annotated[int, Whole(1, 10_000, "rounds you want to fire in this action", label="Rounds")] = 100,
    targets: Targets = 1,
) -> Outcome:
    """Compute the rounds one action may fire: the rate ÷ your actions per turn.

    A burst fires its size, with a single attack and its damage × the size.

    Reading: a Burst fires its whole size, so with fewer rounds loaded it can't be fired. A weapon that has Auto as well
    may fire a single round instead.

    Reading: rounds per action are rounded down. Any number of targets may share them.
    """
    most = rate // actions
    allowed = rounds <= most
    dice.say(f"{rate} / {pluralize(actions, 'action')} = {pluralize(most, 'round')} per action.")
    dice.verdict(
        f"{pluralize(rounds, 'round')} {'is' if rounds == 1 else 'are'} "
        f"{'allowed' if allowed else 'too many'}: at most {most} in one action"
    )
    if targets > 1:
        dice.add_consequence(
            f"Each of the {targets} targets rolls to dodge against your one total; "
            f"damage × {rounds} / {targets} for each that is hit."
        )
    return {"rounds_per_action": most, "allowed": allowed}


@mechanic(
    "sideworld.group-attack",
    title="One attack on a group",
    page="sideworld/attacks/#groups",
    headline="hits",
    graded_by=("hits", "caught"),
    labels={"hits": "Targets hit", "hit": "Who is hit", "caught": "Who is caught", "damage": "Damage to each"},
    groups={"Recoil and missiles": ("recoil", "guided"), "A blast or spread": ("radius", "distance")},
    presets=WEAPONS,
)
def group_attack(
    dice: Dice,
    attack: Attack = 10,
    bonus: Bonus = 0,
    modifier: Modifier = 0,
    recoil: Recoil = 0,
    guided: Guided = False,
    rounds: Rounds = 1,
    dodges: Annotated[
        tuple[int, ...],
        ListOf(
            score("a target's Dodge", "Dodge"),
            "the Dodge of everybody in the group",
            MOST_TARGETS,
            MOST_TARGETS_IN_ODDS,
            label="Targets' Dodge",
            about="target",
            ask=True,
        ),
    ] = (10, 10, 10),
    weapon: Annotated[
        str,
        KindOfAttack(
            tuple(KINDS_OF_ATTACK),
            "fire that is shared out, or a blast, spread or plasma that does all its damage to everybody",
            label="Kind of attack",
        ),
    ] = "full-auto",
    damage: Annotated[
        str, Notation("the weapon's damage dice", low=0, label="Weapon's damage", most_in_odds=MOST_TOTALS_FOR_A_GROUP)
    ] = "2d6",
    radius: Radius = 0,
    distance: Distance = 10,
) -> Outcome:
    """Make one attack against each target's own Dodge total, with one roll of damage for all targets that are hit.

    Full Auto divides its damage × rounds by the number of targets. A blast or spread does all of it to each, and
    targets that it misses may still be caught: the near miss rule for each, by their own margin. So may those that
    plasma misses, whose near misses divide the damage by the metres of the miss + 2.

    `hit` and `caught` list targets by their place in the list, from 1, and `damage` is the damage to each, before any
    armour.

    Reading: nobody parries an attack on a group, not even fireballs or thrown grenades. Several targets could, and a
    parry by one of them wouldn't stop a blast. To let a target parry what is thrown at it, attack it alone.

    Reading: Full Auto is divided by everybody you spread it over, hit or not. For a blast or a spread, the text doesn't
    say how several people in the same place dodge it. We compare the one attack with each one's Dodge, as for Full
    Auto, and follow the near miss rule for each of those who got away.
    """
    own = compute_attack_bonus(attack, bonus, modifier, recoil, guided)
    reach = 0 if weapon == "full-auto" else radius
    if weapon == "plasma":
        limit_plasma_odds(dice, own, dodges, damage, reach, distance)
    fates = dice.field(roll_fates, "fates", own=own, dodges=dodges, distance=distance, radius=reach, weapon=weapon)
    full, hit, caught = 0, list_target_numbers(fates, "hit"), list_target_numbers(fates, "near", "far")
    if hit or caught:
        _, full = roll_weapon_damage(dice, damage, rounds, len(dodges) if weapon == "full-auto" else 1)
    dealt = tuple(divide_damage(full, divisor) if divisor else 0 for _, divisor in fates)
    also = f", {len(caught)} caught" if caught else ""
    dice.verdict(f"{len(hit) or 'None'} of {pluralize(len(dodges), 'target')} hit{also}")
    for number, ((fate, divisor), points) in enumerate(zip(fates, dealt, strict=True), 1):
        if weapon == "plasma" and number in caught:
            dice.say(f"Target {number}: {full} / {format_decimal(divisor)} = {points}.")
        dice.add_consequence(f"Target {number} is {FATES[fate]}{f': {points} damage' if points else ''}.")
    return {"hits": len(hit), "hit": hit, "caught": caught, "damage": dealt}


def limit_plasma_odds(
    dice: Dice, own: int, dodges: tuple[int, ...], damage: str, radius: Metres, distance: Metres
) -> None:
    """Reject odds of plasma against too many targets: each margin of a near miss divides the damage by another number.

    Raises:
        LongOddsParameterError: the odds would take too long.
    """
    fates = 1
    for dodge in dodges:
        margins = range(max(0, dodge - own - 19), max(0, dodge - own + 20))
        fates *= 2 + sum(1 for margin in margins if Fraction(margin) * distance / 100 < radius)
    dice.limit_odds(
        fates * estimate_total_count(parse(damage)),
        MOST_FATES_IN_ODDS,
        LongOddsParameterError("dodges", dodges, "fewer targets", odds="odds of plasma's near misses"),
    )


def roll_fates(dice: Dice, own: int, dodges: tuple[int, ...], radius: Metres, distance: Metres, weapon: str) -> Outcome:
    """Roll the fate of each target of one attack.

    It is a separate rule, so that odds depend on the fates and not on every total.
    """
    rolled = dice.die(20, label="attacker")
    total = dice.add_up((rolled,), ("", own))
    dice.say(f"{rolled} {format_term(own)} = {total} for the attack.")
    return {
        "fates": tuple(
            dice.field(
                roll_fate,
                "fate",
                total=total,
                number=number,
                dodge=dodge,
                radius=radius,
                distance=distance,
                weapon=weapon,
            )
            for number, dodge in enumerate(dodges, 1)
        )
    }


def roll_fate(
    dice: Dice, total: int, number: int, dodge: int, radius: Metres, distance: Metres, weapon: str
) -> Outcome:
    """Roll the fate of one target."""
    rolled = dice.die(20, label=f"target {number}")
    against = dice.add_up((rolled,), ("Dodge", dodge))
    dice.say(f"Target {number}: {rolled} {format_term(dodge)} = {against}.")
    missed_by = against - total
    if missed_by < 0:
        return {"fate": ("hit", 1)}
    if not radius or (wide := compute_miss_distance(dice, missed_by, distance, radius)) >= radius:
        return {"fate": ("missed", 0)}
    divisor = find_divisor(wide, radius, weapon)
    return {"fate": ("near" if divisor == 1 else "far", divisor)}


def list_target_numbers(fates: tuple[Fate, ...], *which: str) -> tuple[int, ...]:
    """Return the numbers, from 1, of the targets that met one of these fates."""
    return tuple(number for number, (fate, _) in enumerate(fates, 1) if fate in which)


def compute_recoil(rounds: int, vent: int) -> int:
    """Compute the recoil that a burst adds to a gun."""
    return max(0, rounds - vent)


@mechanic("sideworld.recoil", title="Recoil", page="sideworld/weapons/#recoil", headline="recoil")
def recoil(
    dice: Dice,
    bursts: Annotated[
        tuple[int, ...],
        ListOf(Whole(0, None, "a burst", label="Rounds"), "rounds of each burst this turn", label="Bursts this turn"),
    ] = (10, 1),
    vent: Annotated[int, Whole(0, None, "the recoil that the system takes off each burst", label="Recoil system")] = 0,
    aimed: Annotated[bool, Flag("you aimed since then", label="Aimed since then")] = False,
    mounted: Annotated[
        bool, Flag("vehicle-mounted, or fired in Manual mode", label="Mounted on a vehicle, or Manual")
    ] = False,
) -> Outcome:
    """Add the rounds of every burst, less the vent, never less than 0. Aiming clears it, and so does a turn's end.

    Weapons mounted on vehicles and those in Manual mode have none.
    """
    total = 0
    for rounds in bursts:
        added = compute_recoil(rounds, vent)
        dice.say(f"{pluralize(rounds, 'round')}{f' - {vent}' if vent else ''}: {added} added.")
        total += added
    if mounted or aimed:
        dice.say("No recoil: mounted on a vehicle or in Manual mode." if mounted else "Aiming clears it.")
        total = 0
    dice.verdict(f"{total or 'No'} recoil on this gun's next shot")
    if total:
        dice.add_consequence(f"Take {total} off its Attack Bonus.")
        if total <= MOST_RECOIL:
            dice.offer_roll("The next shot, to hit", "sideworld.to-hit", recoil=total)
    return {"recoil": total}


@mechanic("sideworld.refill", title="Filling a clip", page="sideworld/weapons/#reloading", headline="actions")
def refill(
    dice: Dice,
    rounds: Annotated[int, Whole(0, 10_000, "rounds missing from the clip", label="Rounds to fill in")] = 30,
    reactions: Annotated[int, score("your Reactions, the rounds you fill in with one action", "Your Reactions")] = 10,
    actions_per_turn: Annotated[int, Whole(1, 40, "your actions per turn", label="Actions per turn")] = 2,
) -> Outcome:
    """Compute the actions and turns to fill a clip or magazine, with Reactions as the rounds per action.

    Reading: an action you have begun counts as a whole one, and so does a turn. Once your Reactions are down to 0 you
    get no round in at all.
    """
    if not rounds:
        dice.verdict("The clip is full")
        return {"actions": 0, "turns": 0}
    if reactions <= 0:
        dice.verdict("Without Reactions you can't fill it")
        return {"actions": "never", "turns": "never"}
    actions = -(-rounds // reactions)
    turns = -(-actions // actions_per_turn)
    dice.say(f"{pluralize(rounds, 'round')}, {reactions} an action.")
    dice.verdict(f"That takes {pluralize(actions, 'action')}, or {pluralize(turns, 'turn')}")
    return {"actions": actions, "turns": turns}
