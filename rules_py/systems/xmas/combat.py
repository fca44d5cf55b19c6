"""X-M.A.S., Combat: attacks, and how many of them an enemy takes."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, Flag, Notation, RowOf, Whole
from rules_py.systems.xmas.playing import test
from rules_py.table_files import table

MODES = ("single", "auto", "blast", "auto_blast")
LEAST_THROUGH_ARMOR = 1


def doubles(mode: str) -> bool:
    """Semi-automatic, melee and single-fire: Extra Nice doubles the damage."""
    return mode == "single"


def adds_one(mode: str) -> bool:
    """Fully automatic, Blast or not: Extra Nice adds 1."""
    return mode in ("auto", "auto_blast")


@mechanic("xmas.attack", title="Attack", page="xmas/combat/#attack", headline="damage", takes=test,
          words={"band": "xmas.bands"})
def attack(dice: Dice,
           damage: Annotated[str, Notation("your weapon's damage dice", low=0, high=60)] = "1d6",
           mode: Annotated[str, Choice(MODES, "single for SA, melee and single-fire; auto for FA")] = "single",
           ap: Annotated[bool, Flag("the weapon is AP and ignores Armor")] = False,
           armor: Annotated[int, Whole(0, 2, "the enemy's Armor")] = 0, **roll):
    """A test; from Mostly Nice up the weapon's damage is rolled, and Armor comes off it.

    Reading: on Extra Nice a weapon that is Blast and not automatic gets no bonus, as none is printed.
    """
    outcome = dice.fields(test, ("total", "band"), **roll)
    if outcome["band"] == "naughty":
        dice.say("A miss: no damage.")
        return outcome | {"damage": 0, "rolled": 0}
    rolled = dice.total(damage, label="damage")
    if outcome["band"] == "extra_nice" and doubles(mode):
        dice.say(f"Extra Nice doubles the damage: {rolled} × 2 = {rolled * 2}.")
        rolled *= 2
    if outcome["band"] == "extra_nice" and adds_one(mode):
        dice.say(f"Extra Nice adds 1 to the damage: {rolled} + 1 = {rolled + 1}.")
        rolled += 1
    dealt = rolled if ap else past_armor(dice, rolled, armor)
    dice.then(f"{who_is_hit(outcome['band'], mode)} {dealt} damage.")
    return outcome | {"damage": dealt, "rolled": rolled}


def past_armor(dice: Dice, rolled: int, armor: int) -> int:
    """Damage after Armor, which never takes it below 1."""
    if armor == 0 or rolled <= LEAST_THROUGH_ARMOR:
        return rolled
    left = max(LEAST_THROUGH_ARMOR, rolled - armor)
    dice.say(f"Armor {armor} lowers {rolled} to {left}.")
    return left


def who_is_hit(band: str, mode: str) -> str:
    """The start of the sentence that says what the damage does."""
    if mode in ("blast", "auto_blast"):
        return "Everyone in the radius with this Armor takes"
    if mode == "auto" and band == "extra_nice":
        return "Share it out before Armor; one target that takes it all takes"
    return "The target takes"


@mechanic("xmas.takedown", title="How long an enemy lasts", page="xmas/combat/#how-long", headline="attacks",
          within="attacks", takes=attack, words={"enemy": "xmas.enemies"})
def takedown(dice: Dice,
             enemy: Annotated[str, RowOf("xmas.enemies", "whose Pain Threshold and Armor hold; none: the numbers "
                                         "you give", or_none=True)] = "none",
             pain_threshold: Annotated[int, Whole(1, 40, "the enemy's Pain Threshold, when none is named")] = 3,
             horizon: Annotated[int, Whole(1, 60, "how many attacks to look ahead")] = 20, **blow):
    """Attacks until the damage equals the Pain Threshold or passes it; `later` beyond the horizon."""
    if enemy != "none":
        row = table("xmas.enemies").row(enemy)
        pain_threshold, blow = row.number("pain_threshold"), blow | {"armor": row.number("armor")}
        dice.say(f"{row.name}: Pain Threshold {pain_threshold}, Armor {blow['armor']}.")

    def one_attack(dice: Dice, dealt: int) -> int:
        return min(pain_threshold, dealt + dice.field(attack, "damage", **blow))

    attacks = dice.count(one_attack, 0, lambda dealt: dealt >= pain_threshold, horizon)
    if attacks is None:
        dice.then(f"The enemy still stands after {horizon} attacks.")
    else:
        dice.then(f"Attack {attacks} takes the enemy out.")
    return {"attacks": "later" if attacks is None else attacks}
