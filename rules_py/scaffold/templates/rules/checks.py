"""New Game: the rules that roll dice."""

from typing import Annotated

from rules_py.authoring import Dice, Outcome, Whole, mechanic

USUAL = 9
"""A total that somebody with a skill of 2 reaches about every second time."""

Skill = Annotated[int, Whole(0, 5, "your skill", label="Skill")]
Difficulty = Annotated[int, Whole(1, 400, "the total that a repair needs", label="Difficulty")]
Defence = Annotated[int, Whole(1, 400, "the total that a hit needs", label="Defence")]


@mechanic(
    "newgame.repair",
    title="Repair",
    page="newgame/#repair",
    headline="fixed",
    words={"fixed": {"false": "Still broken", "true": "Fixed"}},
)
def repair(dice: Dice, skill: Skill = 2, difficulty: Difficulty = USUAL) -> Outcome:
    """Roll 2D6 and add your skill. The difficulty or more repairs it; anything less brings trouble.

    Reading: a repair takes an action, whether it works or not.
    """
    total = dice.add_up(dice.pool(2, 6).kept, ("skill", skill))
    fixed = total >= difficulty
    dice.verdict("It works again" if fixed else "It stays broken")
    if not fixed:
        dice.offer_roll("Roll for trouble", "newgame.trouble", at_once=True)
    return {"total": total, "fixed": fixed}


@mechanic(
    "newgame.attack",
    title="Attack",
    page="newgame/#attack",
    headline="hit",
    words={"hit": {"false": "Miss", "true": "Hit"}},
)
def attack(dice: Dice, skill: Skill = 2, defence: Defence = USUAL) -> Outcome:
    """Roll 2D6 and add your skill. The target's defence or more hits and does 1D6 harm."""
    total = dice.add_up(dice.pool(2, 6).kept, ("skill", skill))
    hit = total >= defence
    harm = dice.die(6, label="harm") if hit else 0
    dice.verdict(f"A hit for {harm} harm" if hit else "A miss")
    return {"hit": hit, "harm": harm}


@mechanic("newgame.initiative", title="Initiative", page="newgame/#initiative", headline="total")
def initiative(dice: Dice, skill: Skill = 2) -> Outcome:
    """Roll 1D6 and add your skill. The highest acts first."""
    total = dice.add_up((dice.die(6),), ("skill", skill))
    dice.verdict(f"Initiative {total}")
    return {"total": total}
