"""COMBAT!, Characters: Character Points, experience, and what Strength lifts."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, ListOf, Whole
from rules_py.systems.combat.derived import derived
from rules_py.table_files import table
from rules_py.values import decimal, exact

ATTRIBUTE_COST = 10
EXPERIENCE_COST = 5

TRAIT_COSTS = tuple(row.number("cost") for row in table("combat.trait-costs").rows)


@mechanic("combat.points", title="Character Points", page="combat/characters/#buying-attributes", headline="left",
          takes=derived)
def points(dice: Dice,
           traits: Annotated[tuple, ListOf(Choice(TRAIT_COSTS, "what an advantage costs"),
                                           "the price of each advantage")] = (),
           skills: Annotated[int, Whole(0, 1000, "what your skills cost together")] = 0, **build):
    """What a new character has spent and has left, and what passes the campaign's limits.

    Problems name each score above its maximum, and `points` when more is spent than there is.
    """
    level = table("combat.campaign-levels").row(build["campaign"])
    attributes = {name: build[name] for name in table("combat.attributes").keys}
    scores = derived(dice, **build)
    budget = level.number("points")
    spent = ATTRIBUTE_COST * sum(attributes.values()) + scores["cost"] + sum(traits) + skills
    dice.say(f"Attributes {ATTRIBUTE_COST} x {sum(attributes.values())}, derived {scores['cost']}, "
             f"traits {sum(traits)}, skills {skills}: {spent} of {budget}.")
    high = [name for name, score in attributes.items() if score > level.number("maximum")]
    for name in high:
        short = table("combat.attributes").row(name)["short"]
        dice.then(f"{short} {attributes[name]} passes the {level.key} maximum of {level['maximum']}.")
    if spent > budget:
        dice.then(f"That is {spent - budget} more than you have.")
    problems = [*high, *scores["over"], *(["points"] if spent > budget else [])]
    return {"budget": budget, "spent": spent, "left": budget - spent, "problems": problems}


@mechanic("combat.experience", title="Raise an attribute", page="combat/characters/#experience", headline="cost")
def experience(dice: Dice, level: Annotated[int, Whole(0, 100, "the level the attribute has now")] = 3):
    """One level more costs 5 times the new level in Experience Points."""
    cost = EXPERIENCE_COST * (level + 1)
    dice.say(f"{EXPERIENCE_COST} x {level + 1} (the new level) = {cost}.")
    return {"cost": cost}


@mechanic("combat.lift", title="Lift, carry, drag", page="combat/characters/#lifting", headline="carry")
def lift(dice: Dice, lift: Annotated[int, Whole(0, 1_000_000, "dead lift in kilograms")] = 250):
    """You carry half of your dead lift and drag twice as much as you lift.

    Reading: half of an odd weight is not rounded.
    """
    carry = exact(Fraction(lift, 2))
    dice.say(f"Carry {lift} / 2 = {decimal(carry)} kg, drag 2 x {lift} = {2 * lift} kg.")
    return {"carry": carry, "drag": 2 * lift}
