"""PSIOPS, Combat: dying, and resting at a rendezvous point."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, Whole
from rules_py.systems.psiops.action import add_up, result_of, roll_two, succeed

STATES = {"dead": "Dead", "incapacitated": "Incapacitated", "unconscious": "Unconscious",
          "standing": "Standing", "rallied": "Rallied"}


@mechanic("psiops.dying", title="At 0 HP or less", page="psiops/harm/#dying", headline="state",
          words={"state": STATES})
def dying(dice: Dice, strength: Annotated[int, Whole(-3, 3, "your STRENGTH")] = 0,
          past_zero: Annotated[int, Whole(0, 20, "damage beyond 0 HP")] = 0,
          lethal: Annotated[bool, Flag("the attack was lethal, such as a gunshot")] = True,
          max_hp: Annotated[int, Whole(1, 40, "your maximum HP")] = 6):
    """2D6 + STRENGTH - damage past zero: dead, down, or back on your feet."""
    pool = roll_two(dice)
    total = add_up(dice, pool, ("STRENGTH", strength), ("past zero", -past_zero))
    result = result_of(dice, "psiops.dying-results", total)
    if result.key == "down":
        return {"total": total, "state": "dead" if lethal else "incapacitated", "hp": 0, "injury": not lethal}
    if result.key == "rallied":
        return {"total": total, "state": "rallied", "hp": min(pool.lowest, max_hp), "injury": True}
    awake = succeed(dice, "STRENGTH", strength, 0, False, False)["success"]
    dice.then("You stay conscious." if awake else "You are knocked unconscious; an ally can revive you.")
    return {"total": total, "state": "standing" if awake else "unconscious", "hp": 1, "injury": True}


@mechanic("psiops.rest", title="Heal or rest", page="psiops/harm/#recovery", headline="hp")
def rest(dice: Dice):
    """At a rendezvous point: HEAL recovers 1D6 HP, REST removes 1D6 stress. You choose one."""
    hp, stress = dice.die(6, label="HEAL"), dice.die(6, label="REST")
    dice.then(f"HEAL: recover {hp} HP. Or REST: remove {stress} stress and 1 fatigue.")
    return {"hp": hp, "stress": stress}
