"""Sideworld, Combat: the number of attacks a target lasts, while its armour wears down and its wounds add up."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import LongOddsParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Whole
from rules_py.systems.sideworld.armour import Layer, Layers, hit_layer, penetrate, reduce_by_resilience
from rules_py.systems.sideworld.combat import (
    Stamina,
    StaminaLost,
    WeaponDamage,
    attack,
    limit_defence,
    reject_dead,
    resolve_landing,
    share_damage,
)
from rules_py.systems.sideworld.harm import STATES, find_state
from rules_py.systems.sideworld.near_misses import Metres, compute_near_miss_damage
from rules_py.text.wording import conclude_count, pluralize

Stage = tuple[int, str]
"""The number of a target's armour layers that are left, and the target's state."""


def roll_attack(
    dice: Dice,
    damage: str,
    rounds: int,
    targets: int,
    parry_resilience: int,
    parry_dc: int,
    radius: Metres,
    weapon: str,
    **aim: Any,
) -> Outcome:
    """Roll the damage of one attack that reaches the target's armour; None for a miss that does nothing.

    It is a separate rule, so that the odds of a takedown depend on the damage that arrives and not on every pair of
    D20s.
    """
    blow = dice.fields(resolve_landing, ("hit", "parried", "wide"), radius=radius, **aim)
    if not blow["hit"] and blow["wide"] is None:
        return {"reaches": None}
    reaches = share_damage(dice.total(damage, "damage"), rounds, targets)
    if blow["wide"] is not None:
        reaches = compute_near_miss_damage(dice, reaches, blow["wide"], radius, weapon)
    if blow["parried"]:
        reaches, *_ = hit_layer(reaches, parry_resilience, parry_dc)
    return {"reaches": reaches}


@mechanic(
    "sideworld.takedown",
    title="How long a target lasts",
    page="sideworld/attacks/#how-long",
    headline="attacks",
    cumulative="attacks",
    forwards_to=attack,
    omit=("inanimate",),
    groups={"If it is hurt, and until when": ("stamina_lost", "until", "horizon")},
)
def takedown(
    dice: Dice,
    until: Annotated[
        str, Choice(("hurt", "incapacitated", "dead"), "the state to reach", label="Until it is")
    ] = "incapacitated",
    horizon: Annotated[int, Whole(1, 30, "how many attacks to look ahead", label="Attacks to look ahead")] = 12,
    stamina: Stamina = 40,
    stamina_lost: StaminaLost = 0,
    layers: Layers = (),
    damage: WeaponDamage = "2d6",
    **blow: Any,
) -> Outcome:
    """Count attacks until a target is hurt, incapacitated or dead; `later` beyond the horizon.

    Its armour wears down with each attack. The count is 0 if the target is already in that state.

    Below half of its Stamina the target has half its Dodge and Reactions; incapacitated, it doesn't parry.

    Reading: every attack is made alike, with the recoil you set. What the target parries with is whole each time, and
    damaged body parts are left out.
    """
    reject_dead(stamina, stamina_lost)
    before = stamina - stamina_lost
    so_far, bad_enough = find_state(stamina, before), list(STATES)[: list(STATES).index(until) + 1]
    if so_far in bad_enough:
        dice.add_consequence(f"The target is {so_far} already.")
        return {"attacks": 0}
    blows = {state: limit_defence(blow, state) | {"damage": damage} for state in STATES}

    def find_worn_layers(stage: Stage) -> tuple[Layer, ...]:
        return layers[len(layers) - stage[0] :]

    # A stage comes with its points: the DC of the outermost layer left, or Stamina.

    def find_wounded_stage(left: int) -> tuple[Stage, int]:
        return (0, find_state(stamina, left)), max(0, left)

    def find_stage_behind(damage: int, inner: tuple[Layer, ...]) -> tuple[Stage, int]:
        delivered, standing = penetrate(damage, inner)
        return ((len(standing), so_far), standing[0][1]) if standing else find_wounded_stage(before - delivered)

    def hit(dice: Dice, stage: Stage) -> tuple[Stage, int] | None:
        reaches, worn = dice.field(roll_attack, "reaches", **blows[stage[1]]), find_worn_layers(stage)
        if reaches is None:
            return None
        enough = before + sum(resilience + dc for resilience, dc in worn)  # from here on all damage is the same
        takes = reduce_by_resilience(min(enough, reaches), worn[0][0] if worn else 0)
        return None if takes is None else (stage, takes)

    def settle(dice: Dice, stage: Stage, left: int) -> tuple[Stage, int]:
        if not (worn := find_worn_layers(stage)):
            stage, left = find_wounded_stage(left)
        elif left <= 0:
            stage, left = find_stage_behind(-left, worn[1:])
        worn = find_worn_layers(stage)
        dice.say(f"DC left: {left + sum(dc for _, dc in worn[1:])}." if worn else f"Stamina left: {left}.")
        return stage, left

    too_long = LongOddsParameterError(
        "damage",
        damage,
        "dice with fewer different totals",
        odds=f"odds over {pluralize(horizon, 'attack')} against this much DC and Stamina",
        got=damage,
    )
    attacks = dice.run_down(
        hit, settle, find_stage_behind(0, layers), lambda stage: stage[1] in bad_enough, horizon, too_long
    )
    return {
        "attacks": conclude_count(
            dice,
            attacks,
            lambda attacks: f"The target is {until} after {pluralize(attacks, 'attack')}",
            f"After {pluralize(horizon, 'attack')} the target is not yet {until}",
        )
    }
