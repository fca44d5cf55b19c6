"""COMBAT!, Characters: the derived attributes, and what a fight does with each of them."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, RowOf, Whole
from rules_py.systems.combat.core_rules import Modifier, Score, Skill, roll_against
from rules_py.table_files import table

BASE_DEFENSE = 10
"""DEF before REF, and all that is left of it when you are caught off guard or stunned."""


def half(number: int) -> int:
    """Half of a number. Reading: every half in these rules rounds up."""
    return (number + 1) // 2


def base_scores(strength: int, reflexes: int, health: int, intellect: int, will: int) -> dict[str, int]:
    """The derived attributes by the keys of their table."""
    return {
        "defense": reflexes + BASE_DEFENSE,
        "initiative": half(reflexes + intellect),
        "toughness": half(strength + will),
        "life": 3 * health + 2 * will,
        "move": reflexes + half(strength + health),
    }


def attribute_score(name: str) -> Whole:
    return Whole(0, 15, f"your {name}")


def bought(name: str) -> Whole:
    return Whole(0, 75, f"points of {name} bought on top, with Character Points")


Campaign = Annotated[str, RowOf("combat.campaign-levels", "sets how high each score may go")]


@mechanic("combat.derived", title="Derived attributes", page="combat/derived/#derived-attributes", headline="defense")
def derived(dice: Dice,
            strength: Annotated[int, attribute_score("STR")] = 3,
            reflexes: Annotated[int, attribute_score("REF")] = 3,
            health: Annotated[int, attribute_score("HLT")] = 3,
            presence: Annotated[int, attribute_score("PRE; no derived attribute uses it")] = 3,
            intellect: Annotated[int, attribute_score("INT")] = 3,
            will: Annotated[int, attribute_score("WIL")] = 3,
            campaign: Campaign = "realistic",
            bought_defense: Annotated[int, bought("DEF")] = 0,
            bought_initiative: Annotated[int, bought("INI")] = 0,
            bought_toughness: Annotated[int, bought("TGH")] = 0,
            bought_life: Annotated[int, bought("LIF")] = 0,
            bought_move: Annotated[int, bought("MOV")] = 0):
    """Each derived attribute from its formula and what was bought on top, and which pass the campaign's maximum.

    Reading: halves round up; in MOV only the half of STR + HLT is rounded.
    """
    more = {"defense": bought_defense, "initiative": bought_initiative, "toughness": bought_toughness,
            "life": bought_life, "move": bought_move}
    scores, cost, over = {}, 0, []
    for name, base in base_scores(strength, reflexes, health, intellect, will).items():
        row = table("combat.derived-attributes").row(name)
        scores[name] = base + more[name]
        cost += more[name] * row.number("cost")
        plus = f" + {more[name]} bought = {scores[name]}" if more[name] else ""
        dice.say(f"{row['short']} = {row['formula']} = {base}{plus}.")
        if scores[name] > row.number(campaign):
            over.append(name)
            dice.then(f"{row['short']} {scores[name]} passes the {campaign} maximum of {row[campaign]}.")
    return scores | {"cost": cost, "over": over}


@mechanic("combat.attack", title="Attack", page="combat/derived/#defense", headline="hit",
          words={"hit": {"false": "Miss", "true": "Hit"}})
def attack(dice: Dice, attribute: Score = 3, skill: Skill = 3, modifier: Modifier = 0,
           reflexes: Annotated[int, Whole(0, 15, "the target's REF")] = 3,
           def_bonus: Annotated[int, Whole(-30, 30, "what else raises or lowers the target's DEF")] = 0,
           surprised: Annotated[bool, Flag("the target is caught off guard")] = False,
           stunned: Annotated[bool, Flag("the target is stunned")] = False):
    """A skill roll to meet or beat the target's DEF.

    Reading: caught off guard or stunned, the target's DEF is 10 flat; what raises or lowers it does not count.
    """
    target = BASE_DEFENSE if surprised or stunned else reflexes + BASE_DEFENSE + def_bonus
    if surprised or stunned:
        dice.say(f"The target is {'caught off guard' if surprised else 'stunned'}: DEF {target}.")
    total, margin = roll_against(dice, target, ("attribute", attribute), ("skill", skill), ("modifier", modifier))
    return {"total": total, "target": target, "hit": margin >= 0, "margin": margin}


@mechanic("combat.initiative", title="Initiative", page="combat/derived/#initiative", headline="total")
def initiative(dice: Dice, reflexes: Annotated[int, attribute_score("REF")] = 3,
               intellect: Annotated[int, attribute_score("INT")] = 3,
               bonus: Annotated[int, Whole(-30, 30, "points of INI bought, or other bonuses")] = 0):
    """INI + 1D6 at the start of a turn; the highest total acts first, in a tie the higher INT."""
    score = half(reflexes + intellect) + bonus
    rolled = dice.die(6)
    dice.say(f"{rolled} {score:+d} (INI) = {score + rolled}.")
    return {"initiative": score, "total": score + rolled, "tie_break": intellect}


LifeMaximum = Annotated[int, Whole(1, 200, "the LIF score when unhurt")]


@mechanic("combat.blunt", title="A blunt blow", page="combat/derived/#toughness", headline="life_left")
def blunt(dice: Dice, damage: Annotated[int, Whole(0, 1000, "the damage of the one blow")] = 10,
          toughness: Annotated[int, Whole(0, 100, "TGH; 0 for damage that it doesn't help against")] = 3,
          life_max: LifeMaximum = 15,
          life: Annotated[int, Whole(0, 200, "LIF left before the blow")] = 15):
    """TGH comes off blunt damage, the rest off LIF; more than half the LIF score from one blow stuns.

    Reading: half the LIF score rounds up and must be exceeded. LIF is never less than 0.
    """
    if life > life_max:
        raise RulesError(f"life: got {life}, takes 0 to {life_max}, which is life_max")
    lost = max(0, damage - toughness)
    life_left = max(0, life - lost)
    stunned = lost > half(life_max)
    dice.say(f"{damage} - {toughness} (TGH) = {damage - toughness}" + ("." if lost else ": shrugged off."))
    dice.say(f"LIF {life} - {lost}: {life_left} left.")
    dice.say(f"{lost} is {'more' if stunned else 'not more'} than {half(life_max)}, half of {life_max}.")
    if stunned:
        dice.then("Stunned: STR, REF, PRE and INT are 0 and the next action is lost.")
    if life_left == 0:
        dice.then("No LIF left: unconscious, or dying if deadly damage alone takes all of it.")
    return {"lost": lost, "life_left": life_left, "stunned": stunned, "down": life_left == 0}


STATES = {"dying": "Dying", "unconscious": "Unconscious", "up": "Up"}


@mechanic("combat.life", title="Life left", page="combat/derived/#life", headline="state", words={"state": STATES})
def life(dice: Dice, maximum: LifeMaximum = 15,
         stunning: Annotated[int, Whole(0, 1000, "stunning damage so far")] = 0,
         deadly: Annotated[int, Whole(0, 1000, "deadly damage so far")] = 0):
    """Stunning and deadly damage both come off LIF.

    Reading: together they knock you out when they reach the LIF score, as in the text's example (19 of 19), though
    its sentence says "exceed". Only deadly damage that takes all of it by itself leaves you dying.
    """
    left = max(0, maximum - stunning - deadly)
    dice.say(f"LIF {maximum} - {stunning} (stunning) - {deadly} (deadly): {left} left.")
    if deadly >= maximum:
        return {"left": left, "state": "dying"}
    return {"left": left, "state": "up" if left else "unconscious"}


def speed(meters: int, unit: str) -> str:
    """Meters a turn as `kph` or `mph`, to a tenth.

    Reading: past its last row the movement table goes on as it does within: its first row, times the meters.
    """
    rows = table("combat.movement")
    if str(meters) in rows.keys:
        return rows.row(str(meters))[unit]
    tenths = meters * int(rows.row("1")[unit].replace(".", ""))
    return f"{tenths // 10}.{tenths % 10}"


@mechanic("combat.move", title="Move, run, sprint", page="combat/derived/#move", headline="walk")
def move(dice: Dice, move: Annotated[int, Whole(0, 60, "your MOV")] = 6,
         health: Annotated[int, Whole(0, 15, "your HLT: the turns you can sprint")] = 3):
    """MOV in meters a turn, twice that running, three times that sprinting for up to HLT turns."""
    paces = {"walk": move, "run": 2 * move, "sprint": 3 * move}
    speeds = {f"{name}_{unit}": speed(meters, unit) for name, meters in paces.items() for unit in ("kph", "mph")}
    for name, meters in paces.items():
        dice.say(f"{name.capitalize()} {meters} m a turn: {speeds[f'{name}_kph']} kph, {speeds[f'{name}_mph']} mph.")
    dice.then(f"Sprint for up to {_many(health, 'turn')}, then rest for {_many(health, 'minute')}.")
    return paces | speeds | {"sprint_turns": health, "rest": health}


def _many(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
