"""Sideworld, Playing the game: initiative, Saves and sneaking."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Mechanic, mechanic
from rules_py.parameters import ListOf, Whole

SAVES = {"failure": "Failure", "marginal": "Just failed", "success": "Success"}
MOST_WATCHERS_IN_ODDS = 8
"""Who notices can fall out in 2 to the power of the watchers ways."""


@mechanic("sideworld.initiative", title="Initiative", page="sideworld/playing/#initiative", headline="total")
def initiative(dice: Dice, initiative: Annotated[int, Whole(0, 40, "your Initiative")] = 10):
    """1D20 + Initiative, once per fight: the highest acts first."""
    rolled = dice.die(20)
    dice.say(f"{rolled} + {initiative} Initiative = {rolled + initiative}.")
    return {"total": rolled + initiative}


def save_against(dice: Dice, target: int) -> dict[str, str | int]:
    """1D20 below a number. On a 20 one more die is added to it.

    Reading: the second die is added as it falls; a 20 on it brings no third.
    """
    rolled = dice.die(20, label="Save")
    if rolled == 20:
        again = dice.die(20, label="after a 20")
        dice.say(f"20, and {again} more: {20 + again}.")
        rolled += again
    if rolled < target:
        result, said = "success", "below"
    elif rolled == target:
        result, said = "marginal", "equal, so just failed"
    else:
        result, said = "failure", "above"
    dice.say(f"{rolled} against {target}: {said}.")
    return {"result": result, "roll": rolled}


@mechanic("sideworld.save", title="Save", page="sideworld/playing/#saves", headline="result", words={"result": SAVES})
def save(dice: Dice, attribute: Annotated[int, Whole(0, 40, "the attribute you Save with")] = 10,
         modifier: Annotated[int, Whole(-60, 60, "what the situation adds to it or takes off")] = 0):
    """1D20 below the attribute succeeds; equal to it just fails. A 20 is rolled on: one more die is added."""
    outcome = save_against(dice, attribute + modifier)
    dice.then({"success": "You make the Save.", "failure": "You fail.",
               "marginal": "You only just fail: the GM may let you off lightly."}[outcome["result"]])
    return outcome


def saved(dice: Dice, attribute: int) -> dict[str, bool]:
    """A Save of which only the success counts."""
    return {"saved": save_against(dice, attribute)["result"] == "success"}


bare_save = Mechanic("sideworld.bare-save", "Save", saved, save.page, {}, headline="saved")
"""A part of other rules: to be followed in odds by its success alone."""


def watched(dice: Dice, needs: tuple[int, ...]) -> dict[str, tuple[bool, ...]]:
    """Who notices, when each watcher needs so much or more on 1D20."""
    if len(needs) > 1:
        return {"noticed": by_halves(dice, needs)}
    rolled = dice.die(20, label="watcher")
    dice.say(f"A watcher rolls {rolled} and notices with {needs[0]} or more." if needs[0] <= 20 else
             f"A watcher rolls {rolled}, but no face is high enough.")
    return {"noticed": (rolled >= needs[0],)}


watch = Mechanic("sideworld.watch", "Watching", watched, "sideworld/playing/#sneaking", {}, headline="noticed")
"""A part of sneaking, so that odds go by who notices and not by every face of every watcher."""


def by_halves(dice: Dice, needs: tuple[int, ...]) -> tuple[bool, ...]:
    """Who notices, asked of one half of the watchers after the other."""
    half = len(needs) // 2
    return sum((dice.field(watch, "noticed", needs=some) for some in (needs[:half], needs[half:]) if some), ())


@mechanic("sideworld.sneak", title="Sneaking", page="sideworld/playing/#sneaking", headline="unnoticed",
          words={"unnoticed": {"false": "Noticed", "true": "Unnoticed"}})
def sneak(dice: Dice, reactions: Annotated[int, Whole(0, 40, "your Reactions")] = 10,
          watchers: Annotated[tuple, ListOf(Whole(0, 40, "a watcher's Alertness"),
                                            "the Alertness of everybody who might notice",
                                            most_in_odds=MOST_WATCHERS_IN_ODDS)] = (10,)):
    """One 1D20 + Reactions has to come out above each watcher's own 1D20 + Alertness.

    Reading: `noticed_by` lists the watchers who notice by their place in the list, from 1.
    """
    rolled = dice.die(20, label="sneaking")
    total = rolled + reactions
    dice.say(f"{rolled} + {reactions} Reactions = {total}.")
    needs = tuple(min(max(total - alertness, 1), 21) for alertness in watchers)
    noticed_by = tuple(number for number, notices in enumerate(by_halves(dice, needs), 1) if notices)
    if noticed_by:
        dice.then(f"You are noticed by {len(noticed_by)} of {len(watchers)}: number {', '.join(map(str, noticed_by))}.")
    else:
        dice.then("Nobody notices you.")
    return {"unnoticed": not noticed_by, "noticed_by": noticed_by}
