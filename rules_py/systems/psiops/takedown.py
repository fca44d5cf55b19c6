"""PSIOPS, Combat: the result of many attacks on one target."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Whole
from rules_py.systems.psiops.combat import attack
from rules_py.text.wording import conclude_count, pluralize

NO_MATTER = ("spent_momentum", "suppressing", "opportunity")
"""Parameters of an attack that don't affect its damage, or leave none."""

TIPS: dict[str, tuple[str, ...]] = {"Modifiers and skill": ("modifier", "advantage", "disadvantage", "skill")}
"""The group of parameters that a form of many attacks folds; an attack's form shows them."""

Attacks = Annotated[int, Choice((1, 2), "attacks a round; the second is at disadvantage", label="Attacks a round")]
Horizon = Annotated[int, Whole(1, 60, "how many rounds to look ahead", label="Look ahead", unit="rounds")]


@mechanic(
    "psiops.focus-fire",
    title="Focus fire",
    page="psiops/groups/#multiple-attackers",
    headline="damage",
    graded_by=("damage",),
    forwards_to=attack,
    omit=NO_MATTER,
    groups=TIPS,
)
def focus_fire(
    dice: Dice,
    attackers: Annotated[int, Whole(1, 8, "how many attack the same target", label="Attackers")] = 2,
    **blow: Any,
) -> Outcome:
    """Attack one target with several attackers in a round: only the highest damage counts."""
    highest = dice.fold(lambda dice, most: max(most, dice.field(attack, "damage", **blow)), 0, attackers)
    dice.verdict(
        f"The target takes {highest or 'no'} damage, the highest of {attackers}"
        if attackers > 1
        else f"The target takes {highest or 'no'} damage"
    )
    return {"damage": highest}


def resolve_own_attack(dice: Dice, attackers: int, **blow: Any) -> Outcome:
    """Resolve the roller's own attack, the first of focus fire, from the faces of all."""
    return attack(dice, **attack.check(blow))


def reject_aiming(attacks: int, aiming: bool) -> None:
    """Raise a ParameterError for aiming in rounds whose two actions are both attacks."""
    if aiming and attacks == 2:
        raise ParameterError(
            "aiming",
            aiming,
            "False",
            given={"attacks": attacks},
            note="aiming takes the other action",
            plain="Aiming takes an action: with two attacks a round you can't aim.",
        )


@mechanic(
    "psiops.takedown",
    title="How long a target lasts",
    page="psiops/combat/#how-long",
    headline="rounds",
    cumulative="rounds",
    forwards_to=attack,
    omit=NO_MATTER,
    groups=TIPS,
)
def takedown(
    dice: Dice,
    hp: Annotated[int, Whole(1, 40, "the target's Hit Points", label="Target's HP")] = 6,
    attacks: Attacks = 1,
    horizon: Horizon = 20,
    **blow: Any,
) -> Outcome:
    """Count rounds until the damage adds up to the target's HP; `later` beyond the horizon.

    Reading: only among several attackers does just the highest damage count. If you attack twice yourself, both attacks
    count.

    Raises:
        ParameterError: aiming with two attacks a round, which leave no action for it; or an error of an attack.
    """
    reject_aiming(attacks, blow.get("aiming", False))
    second_blow = {**blow, "second_attack": True}

    def run_round(dice: Dice, dealt: int) -> int:
        dealt += dice.field(attack, "damage", **blow)
        if attacks == 2:
            dealt += dice.field(attack, "damage", **second_blow)
        return min(hp, dealt)

    rounds = dice.count(run_round, 0, lambda dealt: dealt >= hp, horizon)
    return {
        "rounds": conclude_count(
            dice,
            rounds,
            lambda round: f"The target goes down in round {round}",
            f"The target is still up after {pluralize(horizon, 'round')}",
        )
    }
