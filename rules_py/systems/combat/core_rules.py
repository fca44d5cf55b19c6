"""COMBAT!, Core Rules: skill rolls and attribute rolls, 3D6 to meet or beat a Target Number."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Whole
from rules_py.table_files import table

SUCCESS = {"false": "Failure", "true": "Success"}

Score = Annotated[int, Whole(0, 15, "your score in the attribute that the GM picks")]
Skill = Annotated[int, Whole(0, 15, "your score in the skill")]
Modifier = Annotated[int, Whole(-30, 30, "everything else that is added or taken off")]
Target = Annotated[int, Whole(0, 40, "the Target Number (TN) to meet or beat")]

CHALLENGING = table("combat.difficulties").row("challenging").number("target")


def roll_against(dice: Dice, target: int, *added: tuple[str, int]) -> tuple[int, int]:
    """3D6 and what is added, held against a Target Number: the total and the margin, 0 or more when it is met."""
    rolled = dice.total("3d6", label="3D6")
    total = rolled + sum(value for _, value in added)
    parts = "".join(f" {value:+d} ({name})" for name, value in added if value)
    dice.say(f"{rolled}{parts} = {total}.")
    margin = total - target
    dice.say(f"TN {target} is met by {margin}." if margin >= 0 else f"TN {target} is missed by {-margin}.")
    return total, margin


@mechanic("combat.skill", title="Skill roll", page="combat/core-rules/#skill-rolls", headline="success",
          words={"success": SUCCESS})
def skill(dice: Dice, attribute: Score = 3, skill: Skill = 3, modifier: Modifier = 0, target: Target = CHALLENGING):
    """3D6 + attribute + skill: meet or beat the Target Number to succeed."""
    total, margin = roll_against(dice, target, ("attribute", attribute), ("skill", skill), ("modifier", modifier))
    return {"total": total, "success": margin >= 0, "margin": margin}


@mechanic("combat.attribute", title="Attribute roll", page="combat/core-rules/#attribute-rolls", headline="success",
          words={"success": SUCCESS})
def attribute(dice: Dice, attribute: Score = 3, modifier: Modifier = 0, target: Target = CHALLENGING):
    """3D6 + twice the attribute: meet or beat the Target Number to succeed."""
    total, margin = roll_against(dice, target, ("twice the attribute", 2 * attribute), ("modifier", modifier))
    return {"total": total, "success": margin >= 0, "margin": margin}
