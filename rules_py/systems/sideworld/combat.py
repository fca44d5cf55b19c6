"""Sideworld, Combat: to hit, damage, the whole attack, near misses, recoil."""

from fractions import Fraction
from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, Flag, ListOf, Notation, Whole
from rules_py.systems.sideworld.armour import MOST, MOST_TOTALS, Layers, through
from rules_py.systems.sideworld.harm import STATES, WHAT_STATES_MEAN, is_severe, state_of
from rules_py.systems.sideworld.playing import bare_save
from rules_py.values import decimal, exact

HITS = {"false": "Miss", "true": "Hit"}

Attack = Annotated[int, Whole(0, 40, "your Attack")]
Bonus = Annotated[int, Whole(-20, 40, "the weapon's Attack Bonus at this range")]
Modifier = Annotated[int, Whole(-60, 60, "all situations added up")]
Recoil = Annotated[int, Whole(0, 300, "the gun's recoil")]
Guided = Annotated[bool, Flag("a guided missile: situations do not count")]
Dodge = Annotated[int, Whole(0, 40, "the target's Dodge")]
Parry = Annotated[bool, Flag("the target tries to parry")]
Reactions = Annotated[int, Whole(0, 40, "the target's Reactions, to parry")]
ParryBonus = Annotated[int, Whole(0, 20, "Dodge Bonus of what the target parries with")]
Strength = Annotated[int, Whole(0, 40, "your Strength, or less of it on purpose")]
WeaponDamage = Annotated[str, Notation("the weapon's damage dice", low=0, most_in_odds=MOST_TOTALS)]
Rounds = Annotated[int, Whole(1, 300, "rounds fired in this action")]
Targets = Annotated[int, Whole(1, 20, "targets that share the fire")]
Stamina = Annotated[int, Whole(1, 200, "the target's Stamina when healthy")]
StaminaLost = Annotated[int, Whole(0, 199, "how much of it the target has lost before")]


@mechanic("sideworld.to-hit", title="To hit", page="sideworld/combat/#to-hit", headline="hit", words={"hit": HITS})
def to_hit(dice: Dice, attack: Attack = 10, bonus: Bonus = 0, modifier: Modifier = 0, recoil: Recoil = 0,
           guided: Guided = False, dodge: Dodge = 10, parry: Parry = False, reactions: Reactions = 10,
           parry_bonus: ParryBonus = 0):
    """1D20 + Attack + bonus + situations - recoil has to come out above 1D20 + Dodge.

    A target that parries first Saves with Reactions; on a success the parry bonus joins its total.
    """
    parried = parry and dice.field(bare_save, "saved", attribute=reactions)
    adds = attack + bonus + (0 if guided else modifier) - recoil
    against = dodge + (parry_bonus if parried else 0)
    attacker_die, defender_die = dice.die(20, label="attacker"), dice.die(20, label="defender")
    attacker, defender = attacker_die + adds, defender_die + against
    margin = attacker - defender
    if parry:
        dice.say(f"Parried: {parry_bonus:+d} to the target's total." if parried else "The parry fails.")
    dice.say(f"{attacker_die} {adds:+d} = {attacker} against {defender_die} {against:+d} = {defender}.")
    dice.then(f"Hit, by {margin}." if margin > 0 else f"Missed, by {-margin}." if margin else "Missed: a tie is not enough.")
    return {"hit": margin > 0, "attacker_total": attacker, "defender_total": defender, "margin": margin,
            "parried": parried}


@mechanic("sideworld.unarmed", title="Unarmed attack", page="sideworld/combat/#unarmed", headline="hit", words={"hit": HITS})
def unarmed(dice: Dice, attack: Attack = 10, dodge: Dodge = 10, strength: Strength = 10,
            modifier: Modifier = 0, parry: Parry = False, reactions: Reactions = 10, parry_bonus: ParryBonus = 0):
    """1D20 + Attack above 1D20 + Dodge hits for 1D10 + Strength."""
    if not dice.field(to_hit, "hit", attack=attack, modifier=modifier, dodge=dodge, parry=parry, reactions=reactions,
                      parry_bonus=parry_bonus):
        return {"hit": False, "damage": 0}
    rolled = dice.die(10, label="damage")
    dice.say(f"{rolled} + {strength} Strength = {rolled + strength}.")
    dice.then(f"The blow does {rolled + strength} damage.")
    return {"hit": True, "damage": rolled + strength}


def shared(rolled: int, rounds: int, targets: int) -> int:
    """What each target takes of damage dice. Reading: it is rounded down."""
    return rolled * rounds // targets


@mechanic("sideworld.damage", title="Damage", page="sideworld/combat/#damage", headline="delivered")
def damage(dice: Dice, damage: WeaponDamage = "2d6", rounds: Rounds = 1, targets: Targets = 1, layers: Layers = ()):
    """The weapon's damage × rounds ÷ targets, through the target's layers of armour."""
    rolled = dice.total(damage)
    per_target = shared(rolled, rounds, targets)
    delivered, left, trace = through(per_target, layers)
    if rounds > 1 or targets > 1:
        dice.say(f"{rolled} × {rounds} rounds / {targets} targets = {per_target}.")
    for line in trace:
        dice.say(line)
    dice.then(f"The target takes {delivered} damage.")
    return {"rolled": rolled, "per_target": per_target, "delivered": delivered, "layers": left}


@mechanic("sideworld.attack", title="The whole attack", page="sideworld/combat/#attack", headline="state",
          words={"hit": HITS, "state": STATES})
def attack(dice: Dice, attack: Attack = 10, bonus: Bonus = 0, modifier: Modifier = 0, recoil: Recoil = 0,
           guided: Guided = False, dodge: Dodge = 10, parry: Parry = False, reactions: Reactions = 10,
           parry_bonus: ParryBonus = 0,
           parry_resilience: Annotated[int, Whole(0, MOST, "resilience of what the target parries with")] = 0,
           parry_dc: Annotated[int, Whole(0, MOST, "its DC")] = 0,
           damage: WeaponDamage = "2d6", rounds: Rounds = 1, targets: Targets = 1, layers: Layers = (),
           stamina: Stamina = 40, stamina_lost: StaminaLost = 0):
    """To hit, damage, armour and what becomes of the target.

    Already below half of its Stamina the target has half its Dodge and Reactions; incapacitated, it doesn't parry.

    Reading: those halves are rounded down. When a hit was parried, what the target parried with is the outermost
    layer of armour.
    """
    refuse_the_dead(stamina, stamina_lost)
    before = stamina - stamina_lost
    defence = as_able({"dodge": dodge, "reactions": reactions, "parry": parry}, state_of(stamina, before))
    blow = dice.fields(to_hit, ("hit", "parried"), attack=attack, bonus=bonus, modifier=modifier, recoil=recoil,
                       guided=guided, parry_bonus=parry_bonus, **defence)
    delivered = 0
    if blow["hit"]:
        if blow["parried"]:
            layers = ((parry_resilience, parry_dc), *layers)
        delivered = dice.field(damage_roll, "delivered", damage=damage, rounds=rounds, targets=targets, layers=layers)
    state = state_of(stamina, before - delivered)
    is_bad = is_severe(stamina, delivered)
    if delivered:
        dice.say(f"Stamina {before} - {delivered} = {before - delivered}.")
        dice.then(WHAT_STATES_MEAN[state])
    if is_bad and state != "dead":
        dice.then("More than a quarter at once: roll 1D100 for the body part.")
    return {"hit": blow["hit"], "delivered": delivered, "state": state, "severe": is_bad}


damage_roll = damage
"""The mechanic, under a name that an attack's own `damage` doesn't hide."""


def as_able(blow: dict[str, Any], state: str) -> dict[str, Any]:
    """What an attack meets in a target that is so badly off."""
    if state == "healthy":
        return blow
    return blow | {"dodge": blow["dodge"] // 2, "reactions": blow["reactions"] // 2,
                   "parry": blow["parry"] and state == "hurt"}


def refuse_the_dead(stamina: int, lost: int) -> None:
    """Refuse a target that has no Stamina left to lose."""
    if lost >= stamina:
        raise RulesError(f"stamina_lost: got {lost}, takes 0 to {stamina - 1}, which is less than stamina")


@mechanic("sideworld.near-miss", title="Near miss", page="sideworld/combat/#near-misses", headline="damage")
def near_miss(dice: Dice, miss_by: Annotated[int, Whole(0, 1000, "the defender's total minus the attacker's")] = 5,
              distance: Annotated[int, Whole(0, 100_000, "metres between the two")] = 10,
              radius: Annotated[int, Whole(0, 10_000, "metres of blast radius or spread")] = 2,
              damage: Annotated[str, Notation("the weapon's damage, as points or dice", low=0,
                                           most_in_odds=MOST_TOTALS)] = "20",
              weapon: Annotated[str, Choice(("blast", "plasma"), "plasma guns have a rule of their own")] = "blast"):
    """A miss by so much × distance ÷ 100 metres still catches you if that is less than the radius.

    A blast that is more than half the radius away does half its damage. Plasma divides its damage by the
    metres of the miss + 2. Reading: damage is rounded down.
    """
    miss_distance = exact(Fraction(miss_by * distance, 100))
    dice.say(f"{miss_by} × {distance}m / 100 = {decimal(miss_distance)}m, with a radius of {radius}m.")
    if miss_distance >= radius:
        dice.then("It is too far off to do anything.")
        return {"miss_distance": miss_distance, "caught": False, "damage": 0}
    full = dice.total(damage)
    if weapon == "plasma":
        dealt = full // (miss_distance + 2)
        dice.say(f"{full} / {decimal(miss_distance + 2)} = {dealt}.")
    elif 2 * miss_distance > radius:
        dealt = full // 2
        dice.say(f"More than half the radius away: half of {full} is {dealt}.")
    else:
        dealt = full
        dice.say("Within half the radius: all of the damage.")
    dice.then(f"Caught: {dealt} damage.")
    return {"miss_distance": miss_distance, "caught": True, "damage": dealt}


@mechanic("sideworld.full-auto", title="Full Auto", page="sideworld/combat/#full-auto", headline="rounds_per_action")
def full_auto(dice: Dice, rate: Annotated[int, Whole(1, 10_000, "the number behind Full Auto")] = 300,
              actions: Annotated[int, Whole(1, 40, "your actions per turn")] = 2,
              rounds: Annotated[int, Whole(1, 10_000, "rounds you want to fire in this action")] = 100,
              targets: Targets = 1):
    """How many rounds one action may fire: the rate ÷ your actions per turn.

    Reading: the division is rounded down. Any number of targets may share them.
    """
    most = rate // actions
    allowed = rounds <= most
    dice.say(f"{rate} / {actions} actions = {most} rounds per action.")
    dice.then(f"{rounds} rounds are allowed." if allowed else f"{rounds} rounds are too many.")
    if targets > 1:
        dice.then(f"Each of the {targets} targets rolls to dodge against your one total; "
                  f"damage × {rounds} / {targets} for each that is hit.")
    return {"rounds_per_action": most, "allowed": allowed}


@mechanic("sideworld.recoil", title="Recoil", page="sideworld/combat/#recoil", headline="recoil")
def recoil(dice: Dice,
           bursts: Annotated[tuple, ListOf(Whole(0, None, "rounds"), "rounds of each burst this turn")] = (10, 1),
           vent: Annotated[int, Whole(0, None, "what the recoil system takes off each")] = 0,
           aimed: Annotated[bool, Flag("you aimed since then")] = False,
           mounted: Annotated[bool, Flag("vehicle-mounted, or fired in Manual mode")] = False):
    """Every burst adds its rounds, less the vent, never less than 0. Aiming clears it, and so does a turn's end.

    Weapons mounted on vehicles and those in Manual mode have none.
    """
    total = 0
    for rounds in bursts:
        added = max(0, rounds - vent)
        dice.say(f"{rounds} rounds{f' - {vent}' if vent else ''}: {added} added.")
        total += added
    if mounted or aimed:
        dice.say("No recoil: mounted on a vehicle or in Manual mode." if mounted else "Aiming clears it.")
        total = 0
    dice.then(f"Take {total} off the Attack Bonus of this gun's next shot.")
    return {"recoil": total}
