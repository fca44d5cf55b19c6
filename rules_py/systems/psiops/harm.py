"""PSIOPS, Combat: dying, and resting at a rendezvous point."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Whole
from rules_py.systems.psiops.action import (
    ActionRoll,
    Advantage,
    Disadvantage,
    Modifier,
    SpentMomentum,
    add_up,
    compute_momentum,
    find_row,
    roll_two,
)

STATES = {
    "dead": "Dead",
    "incapacitated": "Incapacitated",
    "unconscious": "Unconscious",
    "standing": "Standing",
    "rallied": "Rallied",
}


@mechanic(
    "psiops.dying",
    title="Roll to stay alive",
    page="psiops/harm/#dying",
    headline="state",
    words={"state": STATES},
    chance=("lives", {"state": tuple(state for state in STATES if state != "dead")}),
    labels={"hp": "HP", "injury": "An injury"},
    groups={
        "Maximum HP and injuries": ("max_hp", "injuries"),
        "Skill, momentum, modifiers": ("modifier", "skill", "spent_momentum"),
        "To stay conscious": ("conscious_advantage", "conscious_disadvantage"),
    },
)
def dying(
    dice: Dice,
    strength: Annotated[int, Whole(-3, 3, "your STRENGTH", label="STRENGTH")] = 0,
    past_zero: Annotated[int, Whole(0, 20, "damage beyond 0 HP", label="Damage past 0 HP")] = 0,
    lethal: Annotated[bool, Flag("the attack was lethal, such as a gunshot", label="Lethal attack")] = True,
    max_hp: Annotated[int, Whole(1, 40, "your maximum HP", label="Maximum HP")] = 6,
    injuries: Annotated[
        int,
        Whole(
            0,
            40,
            "injuries to take off the maximum, with the new one; 0 if they are off already",
            label="Injuries with this one",
        ),
    ] = 0,
    modifier: Modifier = 0,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
    skill: Annotated[bool, Flag("you have a skill that fits staying conscious", label="Skill")] = False,
    spent_momentum: SpentMomentum = False,
    conscious_advantage: Annotated[
        bool, Flag("advantage on the roll to stay conscious alone, as on any action roll", label="Advantage to stay up")
    ] = False,
    conscious_disadvantage: Annotated[
        bool, Flag("disadvantage on the roll to stay conscious alone", label="Disadvantage to stay up")
    ] = False,
) -> Outcome:
    """Roll 2D6 + STRENGTH - damage past zero: dead, down, or back on your feet.

    Reading: the new injury comes off your maximum HP first. A rally can't take you above what is left, and if nothing
    is left, you die.

    Reading: this is not an action roll: no skill helps, and it brings no momentum. The +STRENGTH roll to stay conscious
    is one. Whatever helps your +STRENGTH rolls, such as Powerful, helps with both.
    """
    pool = roll_two(dice, advantage, disadvantage)
    total = add_up(dice, pool, ("STRENGTH", strength), ("modifier", modifier), ("past zero", -past_zero))
    result = find_row(dice, "psiops.dying-results", total)
    dice.say(result["meaning"])
    if result.key == "down" and lethal:
        dice.verdict("You die")
        return {"total": total, "state": "dead", "hp": 0, "injury": False, "momentum": 0}
    most = max_hp - injuries
    if injuries:
        dice.say(f"Maximum HP {max_hp} - {injuries} (injuries) = {most}.")
    if most <= 0:
        dice.verdict("You die: the injury takes the last of your maximum HP")
        return {"total": total, "state": "dead", "hp": 0, "injury": True, "momentum": 0}
    if result.key == "down":
        dice.verdict("You are incapacitated, with a new injury")
        dice.add_consequence("If nobody looks after you, you die in 10 minutes.")
        return {"total": total, "state": "incapacitated", "hp": 0, "injury": True, "momentum": 0}
    if result.key == "rallied":
        dice.verdict(f"You rally with {min(pool.lowest, most)} HP and a new injury")
        return {"total": total, "state": "rallied", "hp": min(pool.lowest, most), "injury": True, "momentum": 0}
    roll = ActionRoll(modifier, advantage or conscious_advantage, disadvantage or conscious_disadvantage, skill)
    held, awake = roll.succeed(dice, "STRENGTH", strength)
    dice.verdict(
        "You stay conscious, with 1 HP and a new injury"
        if awake
        else "You are knocked unconscious, with 1 HP and a new injury"
    )
    if not awake:
        dice.add_consequence("An ally can revive you.")
    return {
        "total": total,
        "state": "standing" if awake else "unconscious",
        "hp": 1,
        "injury": True,
        "momentum": compute_momentum(dice, held, spent_momentum),
    }


@mechanic(
    "psiops.rest",
    title="Heal or rest",
    page="psiops/harm/#recovery",
    headline="hp",
    labels={"hp": "Heal: HP back", "stress": "Rest: stress removed"},
)
def rest(dice: Dice) -> Outcome:
    """Roll at a rendezvous point: HEAL recovers 1D6 HP, REST removes 1D6 stress. You choose one."""
    hp, stress = dice.die(6, label="HEAL"), dice.die(6, label="REST")
    dice.verdict(f"HEAL: recover {hp} HP. Or REST: remove {stress} stress and 1 fatigue")
    return {"hp": hp, "stress": stress}
