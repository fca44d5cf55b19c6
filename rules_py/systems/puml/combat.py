"""PUML, Combat: an action in each phase, alone or as a tag team."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Flag, Whole
from rules_py.systems.puml.action import Advantage, Disadvantage, Modifier, action, find_band, offer_twist, roll_two
from rules_py.tables import table

SIDES = ("offense", "defence")

Hampered = Annotated[
    bool,
    Flag("a complication left you a disadvantage, apart from the enemy's third die", label="Disadvantage left over"),
]


@mechanic(
    "puml.offense",
    title="Offense action",
    page="puml/combat/#offense",
    headline="band",
    forwards_to=action,
    words={"band": "puml.outcomes"},
    labels={"damage": "Deals damage", "dice_lost": "Offense dice lost"},
)
def offense(dice: Dice, **roll: Any) -> Outcome:
    """Attack: anything but a failure deals damage, a partial success brings a complication with it."""
    rolled = dice.fields(action, ("total", "band"), **roll)
    return rolled | apply_band(dice, "offense", rolled["band"])


@mechanic(
    "puml.defence",
    title="Defence action",
    page="puml/combat/#defence",
    headline="band",
    forwards_to=action,
    words={"band": "puml.outcomes"},
    labels={"damage": "Takes damage", "dice_removed": "Defence dice lost", "phase_switch": "Ends the phase"},
)
def defence(dice: Dice, hampered: Hampered = False, disadvantage: Disadvantage = False, **roll: Any) -> Outcome:
    """Defend: only a failure takes damage, a success removes a die, an ultra success ends the phase."""
    rolled = dice.fields(action, ("total", "band"), disadvantage=disadvantage or hampered, **roll)
    return rolled | apply_band(dice, "defence", rolled["band"])


def apply_band(dice: Dice, side: str, band: str) -> Outcome:
    """Apply a band on a side: damage dealt or taken, a complication, lost dice, the end of the phase."""
    row = table("puml.outcomes").row(band)
    if side == "offense":
        dice.verdict(f"{row.name}: you deal {'no ' if band == 'failure' else ''}damage")
    else:
        dice.verdict(f"{row.name}: you take {'full' if band == 'failure' else 'no'} damage")
    dice.add_consequence(row[side])
    offer_twist(dice, side, band)
    return build_outcome(side, band)


def build_outcome(side: str, band: str) -> Outcome:
    """Build the outcome of a band on a side, without messages."""
    if side == "offense":
        return {
            "damage": band != "failure",
            "complication": band == "partial",
            "dice_lost": 1 if band == "failure" else 0,
        }
    return {
        "damage": band == "failure",
        "complication": band == "partial",
        "dice_removed": 1 if band == "success" else 0,
        "phase_switch": band == "ultra",
    }


@mechanic(
    "puml.tag-team",
    title="Tag team roll",
    page="puml/rolls/#tag-team",
    headline="band",
    words={"band": "puml.outcomes"},
    labels={"dice_lost": "Offense dice lost", "dice_removed": "Defence dice lost", "phase_switch": "Ends the phase"},
    groups={"A third die, modifiers": ("modifier", "advantage", "disadvantage", "hampered")},
)
def tag_team(
    dice: Dice,
    first: Annotated[int, Whole(-3, 3, "the first character's attribute", label="First attribute")] = 0,
    second: Annotated[int, Whole(-3, 3, "the second character's attribute", label="Second attribute")] = 0,
    side: Annotated[str, Choice(SIDES, "whether the two of you attack or defend", label="Side")] = "offense",
    modifier: Modifier = 0,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
    hampered: Hampered = False,
) -> Outcome:
    """Act as one with another character: 1D6 + first and 1D6 + second, added up; the sum then counts for your side.

    Reading: the chapter says what a tag team action costs, but not how you roll it. That each of the two rolls 1D6 + an
    attribute is from the game's own page. Two things are ours: two 6s are an ultra success here too, and a third die
    works as it does for one person. You roll three, two of them count, and both attributes are added.
    """
    disadvantage = disadvantage or hampered
    if advantage == disadvantage:
        counted: tuple[int, ...] = dice.die(6, label="first"), dice.die(6, label="second")
    else:
        counted = roll_two(dice, advantage, disadvantage).kept
    total, row = find_band(
        dice, counted, ("first attribute", first), ("second attribute", second), ("modifier", modifier)
    )
    does = apply_band(dice, side, row.key)
    if side == "offense":
        dice.add_consequence(
            "Neither of you can act again this phase."
            + (" Only one of you deals the damage." if does["damage"] else "")
        )
    elif does["damage"]:
        dice.add_consequence("One of you may take it, or both: the situation decides.")
    return {"total": total, "band": row.key} | does
