"""PSIOPS, Combat: swarms, and the time until one is gone."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Whole
from rules_py.systems.psiops.combat import attack
from rules_py.systems.psiops.takedown import NO_MATTER, TIPS, Attacks, Horizon, reject_aiming
from rules_py.tables import table
from rules_py.text.wording import conclude_count, pluralize

Size = Annotated[int, Whole(1, 20, "opponents in the swarm: its number and its HP", label="Size and HP")]


@mechanic(
    "psiops.swarm", title="Swarm", page="psiops/groups/#swarms", headline="size", labels={"damage": "Damage modifier"}
)
def swarm(
    dice: Dice, size: Size = 14, hit: Annotated[int, Whole(0, None, "damage it has taken", label="Damage taken")] = 0
) -> Outcome:
    """Compute a swarm's numbers after damage: each HP lost is one opponent fewer."""
    left = max(0, size - hit)
    if left == 0:
        dice.verdict("The swarm is gone")
        return {"size": 0, "armor": 0, "damage": 0, "attacks": 0}
    row = table("psiops.swarm-sizes").row_for_roll(left)
    dice.say(f"{size} - {hit} = {left}, in the row {row.roll}.")
    dice.verdict(
        f"{left} of the swarm left: {row['armor']} armor, {row['damage']} damage, attacks on up to {row['attacks']}"
    )
    return {
        "size": left,
        "armor": row.number("armor"),
        "damage": row.number("damage"),
        "attacks": row.number("attacks"),
    }


@mechanic(
    "psiops.swarm-takedown",
    title="How long a swarm lasts",
    page="psiops/groups/#how-long-a-swarm-lasts",
    headline="rounds",
    cumulative="rounds",
    forwards_to=attack,
    omit=("armor", "second_attack", *NO_MATTER),
    groups=TIPS,
)
def swarm_takedown(dice: Dice, size: Size = 14, attacks: Attacks = 1, horizon: Horizon = 20, **blow: Any) -> Outcome:
    """Count rounds until nothing is left of a swarm, whose armor falls as it shrinks; `later` beyond the horizon.

    Reading: everything a side does in a round happens at once. So both attacks of a round meet the armor that the swarm
    had when the round began, and you read the table again for the next one. The limit of 3 is on armor that people
    wear; a swarm of 17 or more has the 4 that the table gives it.

    Raises:
        ParameterError: aiming with two attacks a round, which leave no action for it; or an error of an attack.
    """
    reject_aiming(attacks, blow.get("aiming", False))

    def run_round(dice: Dice, left: int) -> int:
        armor = table("psiops.swarm-sizes").row_for_roll(left).number("armor")
        for second in (False, True)[:attacks]:
            left -= dice.field(attack, "damage", armor=armor, second_attack=second, **blow)
        return max(0, left)

    rounds = dice.count(run_round, size, lambda left: left == 0, horizon)
    return {
        "rounds": conclude_count(
            dice,
            rounds,
            lambda round: f"The last of the swarm falls in round {round}",
            f"Some of the swarm are still up after {pluralize(horizon, 'round')}",
        )
    }
