"""COMBAT!, Core Rules: skill rolls and attribute rolls, 3D6 to meet or beat a Target Number."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import Whole
from rules_py.tables import table
from rules_py.text.wording import format_terms

SUCCESS = {"false": "Failure", "true": "Success"}

Score = Annotated[int, Whole(0, 15, "your score in the attribute that the GM picks", label="Attribute")]
BEST_SKILL = 10
"""The highest level of a skill without what advantages add, as a rule."""

MOST_SKILL = 30
"""The highest skill that rolls accept, with what advantages add."""

Skill = Annotated[int, Whole(0, MOST_SKILL, "your score in the skill, with what advantages add", label="Skill")]
Modifier = Annotated[
    int, Whole(-30, 30, "everything else that is added or taken off", label="Modifier", neutral="no modifier")
]
CHALLENGING = table("combat.difficulties").row("challenging").number("target")
Target = Annotated[
    int,
    Whole(
        0,
        40,
        "the Target Number (TN) to meet or beat",
        label="Target Number",
        about="scene",
        neutral=f"TN {CHALLENGING} Challenging",
    ),
]

DIFFICULTIES = (TablePreset("Difficulty", "combat.difficulties", {"target": "target"}),)


def roll_against(dice: Dice, target: int, *added: tuple[str, int]) -> tuple[int, int]:
    """Roll 3D6 plus modifiers against a Target Number; return the total and the margin (0 or more if it is met)."""
    rolled = dice.total("3d6", label="3D6")
    total = dice.add_up((rolled,), *added)
    dice.say(f"{rolled}{format_terms(*added)} = {total}.")
    margin = total - target
    dice.say(f"TN {target} is met by {margin}." if margin >= 0 else f"TN {target} is missed by {-margin}.")
    return total, margin


def describe_margin(margin: int, met: str, missed: str) -> str:
    """Describe a margin: Target Number met or missed, and by how much."""
    return f"{met if margin >= 0 else missed}, {f'by {abs(margin)}' if margin else 'just enough'}"


@mechanic(
    "combat.skill",
    title="Skill roll",
    page="combat/core-rules/#skill-rolls",
    headline="success",
    words={"success": SUCCESS},
    presets=DIFFICULTIES,
)
def skill(
    dice: Dice, attribute: Score = 3, skill: Skill = 3, modifier: Modifier = 0, target: Target = CHALLENGING
) -> Outcome:
    """Roll 3D6 + attribute + skill: meet or beat the Target Number to succeed.

    Reading: the text prices bonuses of +3 and +6, and its example of a skill above 10 has +5. So an advantage may add
    any number, and its price follows from how useful it is.
    """
    total, margin = roll_against(dice, target, ("attribute", attribute), ("skill", skill), ("modifier", modifier))
    dice.verdict(describe_margin(margin, "Success", "Failure"))
    return {"total": total, "success": margin >= 0, "margin": margin}


@mechanic(
    "combat.attribute",
    title="Attribute roll",
    page="combat/core-rules/#attribute-rolls",
    headline="success",
    words={"success": SUCCESS},
    presets=DIFFICULTIES,
)
def attribute(dice: Dice, attribute: Score = 3, modifier: Modifier = 0, target: Target = CHALLENGING) -> Outcome:
    """Roll 3D6 + twice the attribute: meet or beat the Target Number to succeed."""
    total, margin = roll_against(dice, target, ("twice the attribute", 2 * attribute), ("modifier", modifier))
    dice.verdict(describe_margin(margin, "Success", "Failure"))
    return {"total": total, "success": margin >= 0, "margin": margin}
