"""COMBAT!, Characters: the derived attributes, and what a fight does with each of them."""

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, mechanic
from rules_py.parameters import Flag, Notation, RowOf, Whole
from rules_py.systems.combat.core_rules import Modifier, Score, Skill, roll_against
from rules_py.table_files import table
from rules_py.values import decimal, exact

BASE_DEFENSE = 10
"""DEF before REF, and all that is left of it when you are caught off guard or stunned."""


MOST_TOTALS = 600
"""How many different totals damage dice may have (100D6 have 501): their odds have to be worked out at once."""


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


HITS = {"false": "Miss", "true": "Hit"}

Surprised = Annotated[bool, Flag("the target is caught off guard")]
Stunned = Annotated[bool, Flag("the target is stunned")]


@mechanic("combat.attack", title="Attack", page="combat/derived/#defense", headline="hit",
          words={"hit": HITS})
def attack(dice: Dice, attribute: Score = 3, skill: Skill = 3, modifier: Modifier = 0,
           reflexes: Annotated[int, Whole(0, 15, "the target's REF")] = 3,
           def_bonus: Annotated[int, Whole(-30, 30, "what else raises or lowers the target's DEF")] = 0,
           surprised: Surprised = False, stunned: Stunned = False):
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


Toughness = Annotated[int, Whole(0, 100, "TGH; 0 for damage that it doesn't help against")]
LifeMaximum = Annotated[int, Whole(1, 200, "the LIF score when unhurt")]
Life = Annotated[int, Whole(0, 200, "LIF left before the blow")]
Standing = Annotated[int, Whole(1, 200, "LIF left before the blow")]
Damage = Annotated[str, Notation("the damage dice of the blow", low=0, most_in_odds=MOST_TOTALS)]


@mechanic("combat.blunt", title="A blunt blow", page="combat/derived/#toughness", headline="life_left")
def blunt(dice: Dice, damage: Annotated[int, Whole(0, 1000, "the damage of the one blow")] = 10,
          toughness: Toughness = 3, life_max: LifeMaximum = 15, life: Life = 15):
    """TGH comes off blunt damage, the rest off LIF; more than half the LIF score from one blow stuns.

    Reading: LIF is never less than 0.
    """
    refuse_more_life_than_there_is(life, life_max)
    lost = past_toughness(damage, toughness)
    life_left = max(0, life - lost)
    stunned = is_stunning(lost, life_max)
    dice.say(f"{damage} - {toughness} (TGH) = {damage - toughness}" + ("." if lost else ": shrugged off."))
    dice.say(f"LIF {life} - {lost}: {life_left} left.")
    dice.say(f"{lost} is {'more' if stunned else 'not more'} than {half(life_max)}, half of {life_max}.")
    if stunned:
        dice.then("Stunned: STR, REF, PRE and INT are 0 and the next action is lost.")
    if life_left == 0:
        dice.then("No LIF left: unconscious, or dying if deadly damage alone takes all of it.")
    return {"lost": lost, "life_left": life_left, "stunned": stunned, "down": life_left == 0}


@mechanic("combat.blow", title="One blow", page="combat/derived/#blow", headline="lost",
          words={"hit": HITS}, takes=attack)
def blow(dice: Dice, damage: Damage = "3d6", toughness: Toughness = 3, life_max: LifeMaximum = 15,
         life: Standing = 15, **aim):
    """An attack, and what it does to the target's LIF when it hits."""
    refuse_more_life_than_there_is(life, life_max)
    if not dice.field(attack, "hit", **aim):
        dice.then("The blow misses.")
        return {"hit": False, "lost": 0, "life_left": life, "stunned": False, "down": False}
    rolled = dice.total(damage, "damage")
    return {"hit": True} | blunt(dice, damage=rolled, toughness=toughness, life_max=life_max, life=life)


def one_blow(dice: Dice, damage: str, toughness: int, enough: int, **aim: Any) -> dict[str, int]:
    """What one blow takes off LIF: 0 for a miss; from `enough` on it is all the same."""
    if not dice.field(attack, "hit", **aim):
        return {"lost": 0}
    return {"lost": min(enough, past_toughness(dice.total(damage, "damage"), toughness))}


bare_blow = Mechanic("combat.bare-blow", "One blow", one_blow, blow.page, {}, headline="lost")
"""A part of the next rule, so that its odds go by the LIF lost and not by every face of the dice."""


class Target(NamedTuple):
    """How a target stands when a blow comes."""

    stunned: bool = False
    surprised: bool = False
    down: bool = False


@mechanic("combat.takedown", title="How long a target lasts", page="combat/derived/#how-long", headline="blows",
          within="blows", takes=blow)
def takedown(dice: Dice, horizon: Annotated[int, Whole(1, 30, "how many blows to look ahead")] = 12,
             life_max: LifeMaximum = 15, life: Standing = 15, damage: Damage = "3d6",
             surprised: Surprised = False, stunned: Stunned = False, **every):
    """Blows until no LIF is left; `later` beyond the horizon.

    Reading: only the first blow catches the target off guard. A target that a blow stuns has DEF 10 against the
    next one; TGH stays as it is.
    """
    refuse_more_life_than_there_is(life, life_max)
    every |= {"damage": damage, "enough": max(life, half(life_max) + 1)}
    too_long = (f"damage: got {damage}, takes dice with fewer different totals against so much LIF where odds over "
                f"{_many(horizon, 'blow')} are asked for")

    def hit(dice: Dice, target: Target) -> tuple[Target, int]:
        lost = dice.field(bare_blow, "lost", stunned=target.stunned, surprised=target.surprised, **every)
        return Target(stunned=is_stunning(lost, life_max)), lost

    def settle(dice: Dice, target: Target, left: int) -> tuple[Target, int]:
        left = max(0, left)
        dice.say(f"LIF left: {left}.")
        return target if left else Target(down=True), left

    start = Target(stunned, surprised), life
    blows = dice.run_down(hit, settle, start, lambda target: target.down, horizon, too_long)
    if blows is None:
        dice.then(f"The target is still up after {_many(horizon, 'blow')}.")
    else:
        dice.then(f"The target goes down after {_many(blows, 'blow')}.")
    return {"blows": "later" if blows is None else blows}


def past_toughness(damage: int, toughness: int) -> int:
    return max(0, damage - toughness)


def is_stunning(lost: int, life_max: int) -> bool:
    """Whether one blow stuns. Reading: half the LIF score rounds up and must be exceeded."""
    return lost > half(life_max)


def refuse_more_life_than_there_is(life: int, life_max: int) -> None:
    if life > life_max:
        raise RulesError(f"life: got {life}, takes 0 to {life_max}, which is life_max")


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


def speed(meters: int, unit: str) -> int | Fraction:
    """Meters a turn as exact `kph` or `mph`.

    Reading: past its last row the movement table goes on as it does within: its first row, times the meters.
    """
    rows = table("combat.movement")
    if str(meters) in rows.keys:
        return exact(Fraction(rows.row(str(meters))[unit]))
    return exact(meters * Fraction(rows.row("1")[unit]))


@mechanic("combat.move", title="Move, run, sprint", page="combat/derived/#move", headline="walk")
def move(dice: Dice, move: Annotated[int, Whole(0, 60, "your MOV")] = 6,
         health: Annotated[int, Whole(0, 15, "your HLT: the turns you can sprint")] = 3):
    """MOV in meters a turn, twice that running, three times that sprinting for up to HLT turns."""
    paces = {"walk": move, "run": 2 * move, "sprint": 3 * move}
    speeds = {f"{name}_{unit}": speed(meters, unit) for name, meters in paces.items() for unit in ("kph", "mph")}
    for name, meters in paces.items():
        dice.say(f"{name.capitalize()} {meters} m a turn: {decimal(speeds[f'{name}_kph'])} kph, "
                 f"{decimal(speeds[f'{name}_mph'])} mph.")
    dice.then(f"Sprint for up to {_many(health, 'turn')}, then rest for {_many(health, 'minute')}.")
    return paces | speeds | {"sprint_turns": health, "rest": health}


def _many(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
