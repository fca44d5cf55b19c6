"""Sideworld, Harm: Stamina, severe wounds, healing, poison, and growing old."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, ListOf, Whole
from rules_py.table_files import table
from rules_py.values import decimal, exact

STATES = {"dead": "Dead", "incapacitated": "Incapacitated", "hurt": "Hurt", "healthy": "Healthy"}
WHAT_STATES_MEAN = {
    "dead": "Dead.",
    "incapacitated": "Below a quarter of full Stamina: incapacitated, and can't act.",
    "hurt": "Below half of full Stamina: all attributes are halved.",
    "healthy": "Half of full Stamina or more: nothing is lost but the Stamina.",
}
POISON_PER_UNIT = 3
LOWEST_BY_AGE = 3
OLD_AGE = 70
PERCENT_PER_YEAR = 5
PERCENT_WITH_TRUNK = 3
SAFE_YEARS = 5

Maximum = Annotated[int, Whole(1, 1000, "Stamina when healthy")]
Age = Annotated[int, Whole(0, 150, "age in years")]


def state_of(maximum: int, current: int) -> str:
    """How somebody is at a Stamina: below half hurt, below a quarter incapacitated, at 0 or less dead."""
    if current <= 0:
        return "dead"
    if 4 * current < maximum:
        return "incapacitated"
    return "hurt" if 2 * current < maximum else "healthy"


def is_severe(maximum: int, damage: int) -> bool:
    """Whether damage taken at once is more than a quarter of full Stamina."""
    return 4 * damage > maximum


@mechanic("sideworld.stamina", title="Stamina", page="sideworld/harm/#stamina", headline="state", words={"state": STATES})
def stamina(dice: Dice, maximum: Maximum = 40,
            current: Annotated[int, Whole(-1_000_000, 1000, "Stamina left; it may be below 0")] = 40):
    """What being hurt does: below half, below a quarter, at 0 or less."""
    state = state_of(maximum, current)
    dice.say(f"{current} of {maximum}.")
    dice.then(WHAT_STATES_MEAN[state])
    return {"state": state}


@mechanic("sideworld.severe", title="Severe wound", page="sideworld/harm/#severe", headline="severe")
def severe(dice: Dice, maximum: Maximum = 40,
           damage: Annotated[int, Whole(0, 1_000_000, "damage taken in one go")] = 11):
    """More than a quarter of full Stamina in one go damages a body part."""
    outcome = is_severe(maximum, damage)
    dice.say(f"A quarter of {maximum} is {decimal(Fraction(maximum, 4))}; {damage} is {'more' if outcome else 'not more'}.")
    dice.then("Roll 1D100 for the body part." if outcome else "No body part is damaged.")
    return {"severe": outcome}


@mechanic("sideworld.heal", title="Healing", page="sideworld/harm/#healing", headline="hours")
def heal(dice: Dice, points: Annotated[int, Whole(0, 1000, "points to get back")] = 10):
    """Stamina, and attributes drained by anything but a spell, come back at 1 point an hour."""
    dice.then(f"{points} points come back in {points} hours.")
    return {"hours": points}


@mechanic("sideworld.poison", title="Poison", page="sideworld/harm/#poison", headline="level")
def poison(dice: Dice, level: Annotated[int, Whole(0, 1000, "Poison Level before any alcohol")] = 0,
           endurance: Annotated[int, Whole(0, 40, "Endurance; a third of it drains away each hour")] = 10,
           alcohol: Annotated[int, Whole(0, 300, "units of alcohol on top")] = 0):
    """What a Poison Level does, and how many hours it takes to clear at Endurance ÷ 3 an hour.

    Reading: the hours are exact, and nothing is rounded. With Endurance 0 it never clears.
    """
    total = level + POISON_PER_UNIT * alcohol
    if alcohol:
        dice.say(f"{level} + {POISON_PER_UNIT} × {alcohol} units = {total}.")
    row = table("sideworld.poison-levels").at(total)
    if row.key == "overdose":
        penalty = row.bounds[0] - 1 - total
    else:
        penalty = 0 if row["attributes"] == "–" else row.number("attributes")
    hours = exact(total / Fraction(endurance, 3)) if endurance else "never" if total else 0
    dice.then(row["effect"])
    if penalty:
        dice.then(f"{penalty} to all attributes{', for good' if row.key == 'overdose' else ''}.")
    if total:
        dice.then("It never clears." if hours == "never" else f"It clears in {decimal(hours)} hours.")
    return {"level": total, "effect": row["effect"], "penalty": penalty, "hours": hours}


@mechanic("sideworld.prosthetic", title="Prosthetic", page="sideworld/harm/#prosthetics", headline="fails",
          words={"fails": {"true": "Fails", "false": "Holds"}})
def prosthetic(dice: Dice, years: Annotated[int, Whole(0, 150, "years since it was fitted or overhauled")] = 6):
    """Five years are safe; in each year after them it fails with 10%: on a 1 of 1D10."""
    if years <= SAFE_YEARS:
        dice.then(f"It holds: {SAFE_YEARS} years are safe.")
        return {"percent": 0, "fails": False}
    rolled = dice.die(10, label="fails on a 1")
    dice.say(f"Year {years} since the overhaul: {rolled} on 1D10.")
    dice.then("It fails this year, when the GM chooses. If it is a trunk, you die." if rolled == 1 else
              "It holds for another year.")
    return {"percent": 10, "fails": rolled == 1}


@mechanic("sideworld.ageing", title="Ageing", page="sideworld/harm/#ageing", headline="penalty")
def ageing(dice: Dice, age: Age = 45,
           attributes: Annotated[tuple, ListOf(Whole(0, 40, "an attribute"),
                                                "basic attributes before any ageing", 20)] = (10,),
           replaced: Annotated[tuple, ListOf(Whole(1, 20, "a place in that list"),
                                             "which of them belong to a prosthetic, by place from 1", 20)] = ()):
    """What age has taken off all basic attributes so far; none is brought below 3.

    An attribute of 3 or less is exempt, and so is one whose body part is a prosthetic.

    Reading: age decides, whatever the Total Level. `exempt` lists places in `attributes`, from 1.
    """
    if any(place > len(attributes) for place in replaced):
        raise RulesError(f"replaced: got {max(replaced)}, takes places among {len(attributes)} attributes, from 1")
    penalty = sum(row.number("penalty") for row in table("sideworld.ageing-steps").rows if age >= row.number("age"))
    exempt = tuple(place for place, value in enumerate(attributes, 1) if value <= LOWEST_BY_AGE or place in replaced)
    aged = tuple(value if place in exempt else max(LOWEST_BY_AGE, value + penalty)
                 for place, value in enumerate(attributes, 1))
    dice.say(f"At {age} the penalty so far is {penalty}.")
    for place, (before, after) in enumerate(zip(attributes, aged), 1):
        dice.say(f"Attribute {place}: {before} is {'exempt' if place in exempt else f'now {after}'}.")
    return {"penalty": penalty, "exempt": exempt, "attributes": aged}


@mechanic("sideworld.natural-death", title="Natural death", page="sideworld/harm/#natural-death", headline="percent")
def natural_death(dice: Dice, age: Age = 75,
                  prosthetic_trunk: Annotated[bool, Flag("the trunk is a prosthetic")] = False):
    """The chance in a year to die of natural causes: 5% for each year over 70, or 3% with a prosthetic trunk."""
    over = max(0, age - OLD_AGE)
    percent = 0 if not over else PERCENT_WITH_TRUNK if prosthetic_trunk else PERCENT_PER_YEAR * over
    if not percent:
        dice.then(f"Nobody dies of age up to {OLD_AGE}.")
    elif percent < 100:
        dice.then(f"Roll 1D100 each year: {percent} or less, and it is over.")
    else:
        dice.then("This is the last year.")
    return {"percent": percent}
