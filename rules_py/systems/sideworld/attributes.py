"""Sideworld: attributes after all penalties."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, ListOf, Whole
from rules_py.systems.sideworld.ageing import age_attribute, compute_penalty
from rules_py.systems.sideworld.carrying import find_carrying_penalty
from rules_py.systems.sideworld.harm import WHAT_STATES_MEAN, find_state
from rules_py.systems.sideworld.poison import find_penalty, find_row
from rules_py.systems.sideworld.scores import score

BURDENED = ("attack", "dodge", "initiative", "reactions", "strength", "endurance", "run_speed")
"""The attributes that a load in the hands lowers."""
NAMES = (*BURDENED, "other")


def compute_attribute_left(value: int, part: str, state: str, by_poison: int, by_load: int) -> int:
    """Compute an attribute after penalties: its body part counts first, then Stamina, then poison and a load.

    Args:
        part: the state of the body part it belongs to: "whole", "treated" (three quarters), "halved" or "zero".
    """
    left = {"whole": value, "treated": value * 3 // 4, "halved": value // 2, "zero": 0}[part]
    return (left if state == "healthy" else left // 2) + by_poison + by_load


@mechanic(
    "sideworld.attributes",
    title="Attributes after all penalties",
    page="sideworld/harm/#attributes",
    headline="attack",
    labels={"run_speed": "Run Speed", "other": "Any other"},
    listed_fields=NAMES,
    groups={"Poison, load and age": ("poison", "code", "age", "replaced"), "Damaged body parts": ("halved", "zeroed")},
)
def attributes(
    dice: Dice,
    attack: Annotated[int, score("your healthy Attack", "Attack")] = 10,
    dodge: Annotated[int, score("your healthy Dodge", "Dodge")] = 10,
    initiative: Annotated[int, score("your healthy Initiative", "Initiative")] = 10,
    reactions: Annotated[int, score("your healthy Reactions", "Reactions")] = 10,
    strength: Annotated[int, score("your healthy Strength", "Strength")] = 10,
    endurance: Annotated[int, score("your healthy Endurance", "Endurance")] = 10,
    run_speed: Annotated[int, score("your healthy Run Speed", "Run Speed")] = 10,
    other: Annotated[int, score("any other attribute, which no load lowers", "Any other")] = 10,
    stamina: Annotated[int, Whole(1, 200, "your full Stamina", label="Full Stamina")] = 40,
    stamina_lost: Annotated[int, Whole(0, 199, "the Stamina you have lost", label="Stamina lost")] = 0,
    poison: Annotated[int, Whole(0, 1000, "your Poison Level", label="Poison Level")] = 0,
    code: Annotated[
        int, Whole(-5, 0, "encumbrance code of what you hold in your hands", label="Encumbrance code in hand")
    ] = -5,
    age: Annotated[int, Whole(0, 150, "your age; 0 if the numbers you enter have aged already", label="Age")] = 0,
    replaced: Annotated[
        tuple[str, ...],
        ListOf(
            Choice(NAMES, "an attribute of a prosthetic"),
            "attributes of a prosthetic: they don't age",
            len(NAMES),
            label="Don't age",
        ),
    ] = (),
    halved: Annotated[
        tuple[str, ...],
        ListOf(
            Choice(NAMES, "an attribute of a part hit once"),
            "attributes of a body part that was hit once",
            len(NAMES),
            label="Body part hit once",
        ),
    ] = (),
    zeroed: Annotated[
        tuple[str, ...],
        ListOf(
            Choice(NAMES, "an attribute of a part hit twice"),
            "attributes of a body part that was hit twice, or of a failed prosthetic",
            len(NAMES),
            label="Body part hit twice",
        ),
    ] = (),
) -> Outcome:
    """Compute attributes after age, wounds, poison and a load together.

    Reading: the text gives no order. We begin with what lasts: age, then a damaged body part. Then comes the half for
    being below half your Stamina, and last the points that poison and a load take off. Halves are rounded down, and a
    score may end below 0. The text doesn't list the basic attributes either, so all of them age here.
    """
    if stamina_lost >= stamina:
        raise ParameterError(
            "stamina_lost",
            stamina_lost,
            f"at most {stamina - 1}",
            given={"stamina": stamina},
            plain=f"A character who has lost {stamina_lost} of {stamina} Stamina is dead: enter a smaller loss.",
        )
    whole = dict(zip(NAMES, (attack, dodge, initiative, reactions, strength, endurance, run_speed, other), strict=True))
    by_age, by_poison, by_load = compute_penalty(age), find_penalty(poison), find_carrying_penalty(code)
    state = find_state(stamina, stamina - stamina_lost)
    now = {}
    for name, value in whole.items():
        part = "zero" if name in zeroed else "halved" if name in halved else "whole"
        now[name] = compute_attribute_left(
            value if name in replaced else age_attribute(value, by_age),
            part,
            state,
            by_poison,
            by_load if name in BURDENED else 0,
        )
    for what, penalty in (("Age", by_age), ("Poison", by_poison), ("The load", by_load)):
        if penalty:
            dice.say(f"{what}: {penalty}.")
    lower = sum(now[name] < value for name, value in whole.items())
    dice.verdict(
        f"{lower} of {len(NAMES)} attributes {'is' if lower == 1 else 'are'} lower now"
        if lower
        else "No attribute is lower now"
    )
    dice.add_consequence(WHAT_STATES_MEAN[state])
    if poison:
        dice.add_consequence(find_row(poison)["effect"])
    return now
