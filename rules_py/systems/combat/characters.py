"""COMBAT!, Characters: Character Points, experience, and lifting."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, ListOf, RowOf, Whole
from rules_py.systems.combat.derived import derived
from rules_py.tables import table
from rules_py.text.numbers import format_decimal, simplify_fraction
from rules_py.text.wording import pluralize

ATTRIBUTE_COST = 10
EXPERIENCE_COST = 5

TRAIT_COSTS = tuple(row.number("cost") for row in table("combat.trait-costs").rows)


@mechanic(
    "combat.points",
    title="Character Points",
    page="combat/characters/#buying-attributes",
    headline="left",
    forwards_to=derived,
    labels={"left": "Points left", "problems": "Warnings"},
)
def points(
    dice: Dice,
    traits: Annotated[
        tuple[int, ...],
        ListOf(
            Choice(TRAIT_COSTS, "the price of an advantage"),
            "the price of each advantage",
            label="Prices of advantages",
        ),
    ] = (),
    skills: Annotated[
        int, Whole(0, 1000, "the total cost of your skills", label="Skills, all together", unit="CP")
    ] = 0,
    trait_bonuses: Annotated[
        tuple[str, ...],
        ListOf(
            RowOf("combat.attributes", "an attribute that a trait raises"),
            "attributes that a trait raises, each by 1; name one twice for +2",
            label="+1 from traits",
        ),
    ] = (),
    raised: Annotated[
        tuple[str, ...],
        ListOf(
            RowOf("combat.attributes", "a level paid for with Experience"),
            "levels that Experience Points paid for; name an attribute twice for two of them",
            label="Levels paid for with Experience",
        ),
    ] = (),
    **build: Any,
) -> Outcome:
    """Compute the points a new character has spent and left, and warn about scores above the campaign's maximum.

    Problems name each score above its maximum, and `points` if more is spent than there is. They are warnings: the GM
    may set other numbers.

    Reading: the maximum is recommended, so passing it brings a warning and your build stands. The bonus that a trait
    adds to an attribute costs no extra points. It counts towards the maximum, as the text says, and towards the derived
    attributes, too.

    Reading: levels that Experience Points paid for cost no Character Points. They count towards the maximum.

    Reading: the text also lets you spend points on “benefits”, but never says what those are. If you have any, add
    their cost to your skills.
    """
    level = table("combat.campaign-levels").row(build["campaign"])
    attributes = {name: build[name] for name in table("combat.attributes").keys}
    in_effect = {name: score + trait_bonuses.count(name) for name, score in attributes.items()}
    short = {name: table("combat.attributes").row(name)["short"] for name in attributes}
    for name in dict.fromkeys(trait_bonuses):
        dice.say(f"{short[name]} {attributes[name]} + {trait_bonuses.count(name)} from traits = {in_effect[name]}.")
    check_raised(attributes, raised)
    if raised:
        dice.say(f"Experience Points paid for {pluralize(len(raised), 'level')}.")
    scores = derived(dice, **build | in_effect)
    budget = level.number("points")
    bought = sum(attributes.values()) - len(raised)
    spent = ATTRIBUTE_COST * bought + scores["cost"] + sum(traits) + skills
    dice.say(
        f"Attributes {ATTRIBUTE_COST} x {bought}, derived {scores['cost']}, "
        f"traits {sum(traits)}, skills {skills}: {spent} of {budget}."
    )
    dice.verdict(
        f"{budget - spent} of {budget} points left"
        if spent <= budget
        else f"{pluralize(spent, 'point')} spent of {budget}"
    )
    high = [name for name, score in in_effect.items() if score > level.number("maximum")]
    for name in high:
        dice.add_consequence(
            f"{short[name]} {in_effect[name]} is above the recommended {level.key} maximum of "
            f"{level['maximum']}. Ask your GM."
        )
    if spent > budget:
        more = pluralize(spent - budget, "Character Point")
        dice.add_consequence(f"The build costs {more} more than the recommended {budget}.")
    problems = [*high, *scores["over"], *(["points"] if spent > budget else [])]
    return {"budget": budget, "spent": spent, "left": budget - spent, "problems": problems}


def check_raised(attributes: Mapping[str, int], raised: Sequence[str]) -> None:
    """Check that no attribute has more levels from Experience Points than it has in all.

    Raises:
        ParameterError: an attribute has.
    """
    for name in dict.fromkeys(raised):
        if raised.count(name) > attributes[name]:
            short = table("combat.attributes").row(name)["short"]
            raise ParameterError(
                "raised",
                list(raised),
                f"{short} at most {pluralize(attributes[name], 'time')}",
                given={name: attributes[name]},
                plain=f"Experience Points have paid for {pluralize(raised.count(name), 'level')} of {short}, so it "
                f"can't be {attributes[name]}.",
            )


@mechanic(
    "combat.experience",
    title="Raise an attribute",
    page="combat/characters/#experience",
    headline="cost",
    labels={"cost": "Experience Points"},
)
def experience(
    dice: Dice,
    level: Annotated[int, Whole(0, 100, "the level the attribute has now", label="Level now")] = 3,
    levels: Annotated[int, Whole(1, 100, "how many levels it rises", label="Levels to gain")] = 1,
) -> Outcome:
    """Compute the price in Experience Points: 5 times the new level, for each level gained."""
    reached = range(level + 1, level + levels + 1)
    for step in reached:
        dice.say(f"Level {step}: {EXPERIENCE_COST} x {step} = {EXPERIENCE_COST * step}.")
    dice.verdict(f"{EXPERIENCE_COST * sum(reached)} Experience Points to reach level {level + levels}")
    return {"cost": EXPERIENCE_COST * sum(reached)}


@mechanic(
    "combat.lift",
    title="Lift, carry, drag",
    page="combat/characters/#lifting",
    headline="carry",
    labels={"carry": "Carry, kg", "drag": "Drag, kg"},
)
def lift(
    dice: Dice, lift: Annotated[int, Whole(0, 1_000_000, "dead lift in kilograms", label="Dead lift", unit="kg")] = 250
) -> Outcome:
    """Compute the weight you carry, half of your dead lift, and drag, twice your dead lift.

    Reading: the lift for each STR is in a Basic STR Table, which the text we hold doesn't include. Tom's is the only
    entry we know, so enter the weight from your own book. Half of an odd weight keeps its half kilogram.
    """
    carry = simplify_fraction(Fraction(lift, 2))
    dice.verdict(f"You carry {format_decimal(carry)} kg and drag {2 * lift} kg")
    dice.say(f"Carry {lift} / 2 = {format_decimal(carry)} kg, drag 2 x {lift} = {2 * lift} kg.")
    return {"carry": carry, "drag": 2 * lift}
