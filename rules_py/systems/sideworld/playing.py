"""Sideworld, Playing the game: initiative, Saves and sneaking."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import ListOf, Whole
from rules_py.systems.sideworld.scores import score
from rules_py.text.wording import format_terms

SAVES = {"failure": "Failure", "marginal": "Just failed", "success": "Success"}
MOST_WATCHERS_IN_ODDS = 8
"""The maximum number of watchers in odds, as the number of results doubles with each."""


@mechanic("sideworld.initiative", title="Initiative", page="sideworld/playing/#initiative", headline="total")
def initiative(dice: Dice, initiative: Annotated[int, score("your Initiative", "Initiative")] = 10) -> Outcome:
    """Roll 1D20 + Initiative, once per fight: the highest acts first.

    A turn is three seconds. When it is your turn you take all your actions in order: an attack, a spell or a motion is
    one. Characters who join later roll, too.
    """
    rolled = dice.die(20)
    total = dice.add_up((rolled,), ("Initiative", initiative))
    dice.say(f"{rolled}{format_terms(('Initiative', initiative))} = {total}.")
    dice.verdict(f"Initiative {total}")
    return {"total": total}


def roll_save(dice: Dice, target: int, label: str = "Save") -> Outcome:
    """Roll 1D20, which should be below a number. On a 20 one more die is added to it.

    The second die is added as rolled; a 20 on it brings no third.
    """
    rolled = dice.die(20, label=label)
    if rolled == 20:
        again = dice.die(20, label="after a 20")
        dice.say(f"20, and {again} more: {20 + again}.")
        rolled = dice.add_up((rolled, again))
    if rolled < target:
        result, said = "success", "below"
    elif rolled == target:
        result, said = "marginal", "equal, so just failed"
    else:
        result, said = "failure", "above"
    dice.say(f"{rolled} against {target}: {said}.")
    return {"result": result, "roll": rolled}


@mechanic(
    "sideworld.save",
    title="Save",
    page="sideworld/playing/#saves",
    headline="result",
    words={"result": SAVES},
    chance=("", {"result": "success"}),
)
def save(
    dice: Dice,
    attribute: Annotated[int, score("the attribute you Save with", "Attribute")] = 10,
    modifier: Annotated[
        int, Whole(-60, 60, "added to it by the situation", label="Modifier", once=True, neutral="no modifier")
    ] = 0,
) -> Outcome:
    """Roll 1D20: below the attribute succeeds; equal to it just fails. A 20 is rolled on: one more die is added.

    Reading: the second die is rolled once only. If it shows 20 too, you stop at 40.
    """
    outcome = roll_save(dice, attribute + modifier)
    dice.verdict(
        {"success": "You make the Save", "failure": "You fail the Save", "marginal": "You only just fail the Save"}[
            outcome["result"]
        ]
    )
    if outcome["result"] == "marginal":
        dice.add_consequence("The GM may let you off lightly.")
    return outcome


def roll_bare_save(dice: Dice, attribute: int, label: str = "Save") -> Outcome:
    """Roll a Save of which only the success counts, as a part of other rules; odds depend on that alone."""
    return {"saved": roll_save(dice, attribute, label)["result"] == "success"}


def watch(dice: Dice, needs: tuple[int, ...]) -> Outcome:
    """Roll for each watcher, who notices with this number or more on 1D20.

    It is a separate part of sneaking, so that odds depend on who notices and not on every face of every watcher.
    """
    if len(needs) > 1:
        return {"noticed": watch_by_halves(dice, needs)}
    rolled = dice.die(20, label="watcher")
    dice.say(
        f"A watcher rolls {rolled} and notices with {needs[0]} or more."
        if needs[0] <= 20
        else f"A watcher rolls {rolled}, but no face is high enough."
    )
    return {"noticed": (rolled >= needs[0],)}


def watch_by_halves(dice: Dice, needs: tuple[int, ...]) -> tuple[bool, ...]:
    """Roll for one half of the watchers after the other, and return if each notices."""
    half = len(needs) // 2
    return tuple(
        notices for some in (needs[:half], needs[half:]) if some for notices in dice.field(watch, "noticed", needs=some)
    )


@mechanic(
    "sideworld.sneak",
    title="Sneaking",
    page="sideworld/playing/#sneaking",
    headline="unnoticed",
    words={"unnoticed": {"false": "Noticed", "true": "Unnoticed"}},
)
def sneak(
    dice: Dice,
    reactions: Annotated[int, score("your Reactions", "Your Reactions")] = 10,
    watchers: Annotated[
        tuple[int, ...],
        ListOf(
            score("a watcher's Alertness", "Alertness"),
            "the Alertness of everybody who might notice",
            most_in_odds=MOST_WATCHERS_IN_ODDS,
            label="Watchers' Alertness",
            about="target",
            ask=True,
        ),
    ] = (10,),
    modifier: Annotated[int, Whole(-60, 60, "added to your total by darkness, noise or cover", label="Modifier")] = 0,
) -> Outcome:
    """Roll one 1D20 + Reactions; it has to be higher than each watcher's own 1D20 + Alertness.

    `noticed_by` lists the watchers who notice by their place in the list, from 1.

    Reading: you roll one die for the whole attempt. Each watcher rolls their own. The text has no modifiers here: the
    roller's is for what the GM makes of darkness, noise or a good hiding place.
    """
    rolled = dice.die(20, label="sneaking")
    terms = (("Reactions", reactions), ("modifier", modifier))
    total = dice.add_up((rolled,), *terms)
    dice.say(f"{rolled}{format_terms(*terms)} = {total}.")
    needs = tuple(min(max(total - alertness, 1), 21) for alertness in watchers)
    noticed_by = tuple(number for number, notices in enumerate(watch_by_halves(dice, needs), 1) if notices)
    if noticed_by:
        numbers = f"number {', '.join(map(str, noticed_by))} of {len(watchers)}"
        dice.verdict("You are noticed" if len(watchers) == 1 else f"You are noticed by {numbers}")
    else:
        dice.verdict("Nobody notices you")
    return {"unnoticed": not noticed_by, "noticed_by": noticed_by}
