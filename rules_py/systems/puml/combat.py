"""PUML, Combat: an action in each phase, and a whole phase of them."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, Whole
from rules_py.systems.puml.action import Attribute, action
from rules_py.table_files import table

AN_ACTION = 2
"""Dice that an action takes; one die more buys advantage or disadvantage."""


def outcome_of(dice: Dice, side: str, **roll) -> dict:
    """An action roll, and what the table of outcomes says for its side."""
    rolled = dice.fields(action, ("total", "band"), **roll)
    dice.then(table("puml.outcomes").row(rolled["band"])[side])
    return rolled


@mechanic("puml.offense", title="Offense action", page="puml/combat/#offense", headline="band", takes=action,
          words={"band": "puml.outcomes"})
def offense(dice: Dice, **roll):
    """You attack: anything but a failure deals damage, a partial success brings a complication with it."""
    rolled = outcome_of(dice, "offense", **roll)
    band = rolled["band"]
    return rolled | {"damage": band != "failure", "complication": band == "partial",
                     "dice_lost": 1 if band == "failure" else 0}


@mechanic("puml.defence", title="Defence action", page="puml/combat/#defence", headline="band", takes=action,
          words={"band": "puml.outcomes"})
def defence(dice: Dice, **roll):
    """You are attacked: only a failure takes damage, a success removes a die, an ultra success the phase."""
    rolled = outcome_of(dice, "defence", **roll)
    band = rolled["band"]
    return rolled | {"damage": band == "failure", "complication": band == "partial",
                     "dice_removed": 1 if band == "success" else 0, "phase_switch": band == "ultra"}


@mechanic("puml.phase", title="A whole phase", page="puml/dice/#a-whole-phase", headline="hits")
def phase(hand: Dice, /,
          side: Annotated[str, Choice(("offense", "defence"), "whose dice these are: offense is your side")] = "offense",
          dice: Annotated[int, Whole(3, 7, "dice in the phase's tracker")] = 5,
          attribute: Attribute = 0,
          extra: Annotated[str, Choice(("never", "always"), "spend a third die on each action that can have one")]
          = "never"):
    """Actions until the dice are gone; in the offense hits are dealt, in the defence they are taken.

    Reading: a single die left over ends the phase.
    """
    def next_action(hand: Dice, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        left, actions, hits, complications = state
        if left < AN_ACTION:
            return state
        third = left == AN_ACTION + 1 or (left > AN_ACTION and extra == "always")
        left -= AN_ACTION + third
        hand.say(f"Action {actions + 1} takes {AN_ACTION + third} dice; {left} left.")
        if side == "offense":
            came = hand.fields(offense, ("damage", "complication", "dice_lost"), attribute=attribute, advantage=third)
            left -= min(left, came["dice_lost"])
        else:
            came = hand.fields(defence, ("damage", "complication", "dice_removed", "phase_switch"),
                               attribute=attribute, disadvantage=third)
            left = 0 if came["phase_switch"] else left - min(left, came["dice_removed"])
        return left, actions + 1, hits + came["damage"], complications + came["complication"]

    _, actions, hits, complications = hand.fold(next_action, (dice, 0, 0, 0), dice // AN_ACTION)
    return {"actions": actions, "hits": hits, "complications": complications}


@mechanic("puml.takedown", title="How long a side lasts", page="puml/dice/#how-long", headline="rounds", within="rounds",
          takes=phase)
def takedown(hand: Dice, /,
             hits: Annotated[int, Whole(1, 30, "hits that put a side out")] = 2,
             horizon: Annotated[int, Whole(1, 60, "how many rounds to look ahead")] = 20, **tracker):
    """Rounds until the phases of one side add up to so many hits; `later` beyond the horizon.

    Reading: the chapter counts damage, and other chapters say how much one hit does. Here every hit counts 1, and
    the tracker starts each round with as many dice.
    """
    def one_round(hand: Dice, so_far: int) -> int:
        return min(hits, so_far + hand.field(phase, "hits", **tracker))

    rounds = hand.count(one_round, 0, lambda so_far: so_far >= hits, horizon)
    if rounds is None:
        hand.then(f"Not enough hits in {horizon} rounds.")
    else:
        hand.then(f"Round {rounds} brings the last hit it takes.")
    return {"rounds": "later" if rounds is None else rounds}
