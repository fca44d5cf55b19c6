"""PSIOPS, Combat: attacking, defending, and what comes of many blows."""

from typing import Annotated

from rules_py.dice import Dice, Pool
from rules_py.errors import RulesError
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, Flag, Whole
from rules_py.systems.psiops.action import (Advantage, Attribute, Disadvantage, Modifier, add_up, result_of, roll_two)
from rules_py.table_files import table

RANGE_BANDS = ("close", "nearby", "far", "remote")
WEAPONS = ("handgun", "assault", "rifle", "shotgun", "melee", "heavy", "thrown", "none")
NOT_RANGED = ("melee", "none")
"""Weapons without ammo to check off. Reading: what is thrown counts as ranged."""

DamageModifier = Annotated[int, Whole(-1, 4, "the damage modifier of the weapon or the blow")]
Armor = Annotated[int, Whole(0, 3, "armor that the target wears, at most 3")]
Cover = Annotated[int, Whole(0, 3, "cover between you and the blow: 0 none, 1 low, 2 medium, 3 high")]


def range_modifier(weapon: str, range_band: str) -> int:
    """What the table of attack modifiers gives a weapon at a range; refuses what can't be done."""
    if weapon == "none":
        return 0
    row = table("psiops.attack-modifiers").row(weapon)
    if row[range_band] == "impossible":
        possible = [band for band in RANGE_BANDS if row[band] != "impossible"]
        raise RulesError(f"range_band: got {range_band}, takes {' or '.join(possible)} with weapon={weapon} "
                         f"({range_band} is impossible)")
    return row.number(range_band)


def counted_dice(pool: Pool, which: str) -> int:
    """The damage dice that a band counts: none, the lowest, the highest or both."""
    return {"none": 0, "lowest": pool.lowest, "highest": pool.highest, "both": pool.total}[which]


@mechanic("psiops.attack", title="Attack", page="psiops/combat/#attack", headline="band",
          words={"band": "psiops.bands"})
def attack(dice: Dice, attribute: Attribute = 0, modifier: Modifier = 0, damage: DamageModifier = 2,
           advantage: Advantage = False, disadvantage: Disadvantage = False,
           aiming: Annotated[bool, Flag("you spent your other action to aim (+1)")] = False,
           prone: Annotated[bool, Flag("you attack from a prone position (+1)")] = False,
           target_prone: Annotated[bool, Flag("your target is prone (-1)")] = False,
           second_attack: Annotated[bool, Flag("your second attack this round (disadvantage)")] = False,
           weapon: Annotated[str, Choice(WEAPONS, "for the modifier by range; none for no table")] = "none",
           range_band: Annotated[str, Choice(RANGE_BANDS, "how far away the target is")] = "nearby",
           armor: Armor = 0, cover: Cover = 0,
           own_cover: Annotated[int, Whole(0, 3, "cover you attack from; it comes off your damage")] = 0,
           ignores_armor: Annotated[bool, Flag("the attack ignores worn armor, never cover")] = False):
    """One roll decides whether you hit and, by its band, which of its dice are damage.

    Reading: worn armor is capped at 3; cover comes on top and is never ignored.
    """
    pool = roll_two(dice, advantage, disadvantage or second_attack)
    total = add_up(dice, pool, ("attribute", attribute), ("modifier", modifier),
                   ("range", range_modifier(weapon, range_band)), ("aiming", int(aiming)),
                   ("prone", int(prone)), ("prone target", -int(target_prone)))
    band = result_of(dice, "psiops.attack-results", total, follow="damage")
    ammo = int(weapon not in NOT_RANGED and band.key in ("failure", "partial"))
    dealt = 0
    if band.key != "failure":
        worn = 0 if ignores_armor else armor
        faces = counted_dice(pool, {"partial": "lowest", "success": "highest", "critical": "both"}[band.key])
        dealt = max(0, faces + damage - own_cover - worn - cover)
        dice.say(f"Damage {faces} {damage:+d}{less('own cover', own_cover)}{less('armor', worn)}"
                 f"{less('cover', cover)} = {dealt}.")
        dice.then(f"The target takes {dealt} damage.")
    if ammo:
        dice.then("Check off 1 ammo.")
    return {"total": total, "band": band.key, "damage": dealt, "ammo": ammo}


def less(name: str, value: int) -> str:
    """A subtraction in a step, left out when there is nothing to subtract."""
    return f" -{value} ({name})" if value else ""


@mechanic("psiops.defend", title="Defend", page="psiops/combat/#taking-damage", headline="band",
          words={"band": "psiops.bands"})
def defend(dice: Dice, attribute: Attribute = 0, modifier: Modifier = 0,
           enemy_damage: Annotated[int, Whole(-1, 4, "the enemy's damage modifier")] = 2,
           advantage: Advantage = False, disadvantage: Disadvantage = False,
           armor: Annotated[int, Whole(0, 3, "armor that you wear, at most 3")] = 0, cover: Cover = 0):
    """Dodge, block or parry: the worse the roll, the more of its dice you take as damage."""
    pool = roll_two(dice, advantage, disadvantage)
    total = add_up(dice, pool, ("attribute", attribute), ("modifier", modifier))
    band = result_of(dice, "psiops.defence-results", total, follow="damage")
    taken = 0
    if band.key in ("failure", "partial"):
        faces = counted_dice(pool, "highest" if band.key == "failure" else "lowest")
        taken = max(0, faces + enemy_damage - armor - cover)
        dice.say(f"Damage {faces} {enemy_damage:+d}{less('armor', armor)}{less('cover', cover)} = {taken}.")
        dice.then(f"You take {taken} damage.")
    return {"total": total, "band": band.key, "damage": taken, "next_advantage": band.key == "critical"}


@mechanic("psiops.focus-fire", title="Focus fire", page="psiops/combat/#multiple-attackers", headline="damage",
          takes=attack)
def focus_fire(dice: Dice, attackers: Annotated[int, Whole(1, 8, "how many attack the same target")] = 2, **blow):
    """Several attack one target in a round: only the highest damage counts."""
    highest = dice.fold(lambda dice, most: max(most, dice.field(attack, "damage", **blow)), 0, attackers)
    dice.then(f"The target takes {highest} damage, the highest of {attackers}.")
    return {"damage": highest}


@mechanic("psiops.takedown", title="How long a target lasts", page="psiops/combat/#how-long", headline="rounds",
          within="rounds", takes=attack)
def takedown(dice: Dice, hp: Annotated[int, Whole(1, 40, "the target's Hit Points")] = 6,
             attacks: Annotated[int, Choice((1, 2), "attacks a round; the second is at disadvantage")] = 1,
             horizon: Annotated[int, Whole(1, 60, "how many rounds to look ahead")] = 20, **blow):
    """Rounds until the damage adds up to the target's HP; `later` beyond the horizon."""
    second_blow = {**blow, "second_attack": True}

    def one_round(dice: Dice, dealt: int) -> int:
        dealt += dice.field(attack, "damage", **blow)
        if attacks == 2:
            dealt += dice.field(attack, "damage", **second_blow)
        return min(hp, dealt)

    rounds = dice.count(one_round, 0, lambda dealt: dealt >= hp, horizon)
    if rounds is None:
        dice.then(f"The target still stands after {horizon} rounds.")
    else:
        dice.then(f"The target goes down in round {rounds}.")
    return {"rounds": "later" if rounds is None else rounds}


@mechanic("psiops.blast", title="Blast", page="psiops/combat/#blast", headline="targets")
def blast(dice: Dice, damage: DamageModifier = 2):
    """How many targets a blast can reach when nobody is sure: 1D6 + its damage modifier."""
    targets = dice.die(6) + damage
    dice.then("The blast reaches 1 target." if targets == 1 else f"The blast reaches {targets} targets.")
    return {"targets": targets}


@mechanic("psiops.morale", title="Morale check", page="psiops/combat/#morale", headline="holds",
          words={"holds": {"false": "They break", "true": "They hold"}})
def morale(dice: Dice, morale: Annotated[int, Whole(1, 6, "1 untrained rabble to 6 stolid professionals")] = 3):
    """1D6 below the morale score holds."""
    rolled = dice.die(6)
    holds = rolled < morale
    dice.say(f"{rolled} against morale {morale}: {'below, they hold' if holds else 'not below'}.")
    dice.then("They stand their ground." if holds else "They rout, or can't act under suppressing fire.")
    return {"roll": rolled, "holds": holds}


@mechanic("psiops.swarm", title="Swarm", page="psiops/combat/#swarms", headline="size")
def swarm(dice: Dice, size: Annotated[int, Whole(1, 20, "opponents in the swarm: its number and its HP")] = 14,
          hit: Annotated[int, Whole(0, None, "damage it has taken")] = 0):
    """A swarm's numbers after damage: each HP lost is one opponent fewer."""
    left = max(0, size - hit)
    if left == 0:
        dice.then("The swarm is gone.")
        return {"size": 0, "armor": 0, "damage": 0, "attacks": 0}
    row = table("psiops.swarm-sizes").at(left)
    dice.say(f"{size} - {hit} = {left}, in the row {row.roll}.")
    dice.then(f"{left} HP, {row['armor']} armor, {row['damage']} damage, attacks on up to {row['attacks']}.")
    return {"size": left, "armor": row.number("armor"), "damage": row.number("damage"),
            "attacks": row.number("attacks")}
