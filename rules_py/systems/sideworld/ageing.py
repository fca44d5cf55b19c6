"""Sideworld, Harm: growing old."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, ListOf, Whole
from rules_py.tables import table
from rules_py.text.wording import pluralize

LOWEST_BY_AGE = 3
OLD_AGE = 70
PERCENT_PER_YEAR = 5
PERCENT_WITH_TRUNK = 3

Age = Annotated[int, Whole(0, 150, "age in years", label="Age")]


def compute_penalty(age: int) -> int:
    """Compute the penalty of age on all basic attributes."""
    return sum(row.number("penalty") for row in table("sideworld.ageing-steps").rows if age >= row.number("age"))


def age_attribute(value: int, penalty: int) -> int:
    """Return an attribute after ageing, which spares 3 and less and never goes below 3."""
    return value if value <= LOWEST_BY_AGE else max(LOWEST_BY_AGE, value + penalty)


@mechanic(
    "sideworld.ageing",
    title="Ageing",
    page="sideworld/harm/#ageing",
    headline="penalty",
    labels={"exempt": "Exempt, by number"},
)
def ageing(
    dice: Dice,
    age: Age = 45,
    attributes: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 40, "an attribute", label="Attribute"),
            "basic attributes before any ageing",
            20,
            label="Attributes",
        ),
    ] = (10,),
    replaced: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, 20, "the number of an attribute", label="Number"),
            "the numbers, from 1, of attributes that belong to a prosthetic",
            20,
            label="Prosthetic, by number",
        ),
    ] = (),
) -> Outcome:
    """Compute the penalty of age on all basic attributes; none is brought below 3.

    An attribute of 3 or less is exempt, and so is one whose body part is a prosthetic. `exempt` lists places in
    `attributes`, from 1.

    Reading: the table pairs each age with a Total Level and doesn't say what happens if yours don't match. Age decides,
    whatever the Total Level.
    """
    if any(place > len(attributes) for place in replaced):
        raise ParameterError(
            "replaced",
            max(replaced),
            f"numbers from 1 to {len(attributes)}",
            note="the attributes in the list",
            plain=f"You entered {pluralize(len(attributes), 'attribute')}, so number {max(replaced)} can't belong to a "
            "prosthetic.",
        )
    penalty = compute_penalty(age)
    exempt = tuple(place for place, value in enumerate(attributes, 1) if value <= LOWEST_BY_AGE or place in replaced)
    now = tuple(
        value if place in exempt else age_attribute(value, penalty) for place, value in enumerate(attributes, 1)
    )
    dice.say(f"At {age} the penalty so far is {penalty}.")
    dice.verdict(f"{penalty} to all basic attributes at {age}" if penalty else f"No penalty yet at {age}")
    dice.add_consequence(
        f"{'The attribute is' if len(now) == 1 else 'The attributes are'} now {', '.join(map(str, now))}."
        if now
        else "There are no attributes to age."
    )
    for place, (before, after) in enumerate(zip(attributes, now, strict=True), 1):
        dice.say(f"Attribute {place}: {before} is {'exempt' if place in exempt else f'now {after}'}.")
    return {"penalty": penalty, "exempt": exempt, "attributes": now}


@mechanic(
    "sideworld.natural-death",
    title="Natural death",
    page="sideworld/harm/#natural-death",
    headline="percent",
    labels={"percent": "Percent a year"},
)
def natural_death(
    dice: Dice,
    age: Age = 75,
    prosthetic_trunk: Annotated[bool, Flag("the trunk is a prosthetic", label="Prosthetic trunk")] = False,
) -> Outcome:
    """Compute the chance per year to die of natural causes: 5% for each year over 70, or 3% with a prosthetic trunk.

    Reading: the 3% is the chance for the whole year and doesn't grow with age.
    """
    over = max(0, age - OLD_AGE)
    percent = 0 if not over else PERCENT_WITH_TRUNK if prosthetic_trunk else PERCENT_PER_YEAR * over
    if not percent:
        dice.verdict("No risk of dying of old age")
        dice.add_consequence(f"Up to {OLD_AGE}, nobody dies of old age.")
    elif percent < 100:
        dice.verdict(f"A {percent}% chance to die of old age this year")
        dice.add_consequence(f"Roll 1D100 each year: {percent} or less means death.")
    else:
        dice.verdict("This is the last year")
    return {"percent": percent}
