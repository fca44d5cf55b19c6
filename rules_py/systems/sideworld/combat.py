"""Sideworld, Combat: to hit, unarmed, damage, and the whole attack."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import Flag, Notation, Whole
from rules_py.systems.sideworld.armour import MOST, MOST_TOTALS, Layer, Layers, trace_layers
from rules_py.systems.sideworld.harm import STATES, WHAT_STATES_MEAN, find_state, is_severe
from rules_py.systems.sideworld.near_misses import (
    Distance,
    Metres,
    NearWeapon,
    Radius,
    Rounds,
    compute_miss_distance,
    compute_near_miss_damage,
)
from rules_py.systems.sideworld.playing import roll_bare_save
from rules_py.systems.sideworld.scores import score
from rules_py.text.wording import format_term, pluralize

HITS = {"false": "Miss", "true": "Hit"}
OBJECT = "object"
"""The state of a target that has no Stamina."""
STILL = {"dead": "dead", "incapacitated": "incapacitated", "hurt": "hurt", "healthy": "still healthy"}

SITUATIONS = (TablePreset("A situation", "sideworld.situations", {"modifier": "bonus"}),)
DAMAGE_OF_WEAPONS = (
    TablePreset(
        "Mini Gun, by range", "sideworld.weapon-blocks", {"damage": "damage"}, label="range", is_transposed=True
    ),
)
WEAPONS = (
    TablePreset(
        "Mini Gun, by range",
        "sideworld.weapon-blocks",
        {"bonus": "attack-bonus", "damage": "damage"},
        label="range",
        is_transposed=True,
    ),
    *SITUATIONS,
)
AIMED_WEAPONS = (
    TablePreset(
        "Mini Gun, by range", "sideworld.weapon-blocks", {"bonus": "attack-bonus"}, label="range", is_transposed=True
    ),
    *SITUATIONS,
)

Attack = Annotated[int, score("your Attack", "Your Attack")]
Bonus = Annotated[int, Whole(-20, 40, "the weapon's Attack Bonus at this range", label="Weapon's Attack Bonus")]
Modifier = Annotated[
    int, Whole(-60, 60, "all situations added up", label="Situations", about="scene", neutral="in plain sight")
]
MOST_RECOIL = 300
Recoil = Annotated[int, Whole(0, MOST_RECOIL, "the gun's recoil", label="Recoil")]
Guided = Annotated[bool, Flag("a guided missile: situations do not count", label="Guided missile")]
Dodge = Annotated[int, score("the target's Dodge", "Target's Dodge", about="target", ask=True)]
Parry = Annotated[bool, Flag("the target tries to parry", label="Target parries", about="target", neutral="no parry")]
Reactions = Annotated[
    int, score("the target's Reactions, to parry", "Target's Reactions", about="target", only_if="parry")
]
ParryBonus = Annotated[
    int,
    Whole(
        0,
        20,
        "Dodge Bonus of what the target parries with",
        label="Parry's Dodge Bonus",
        about="target",
        only_if="parry",
    ),
]
ParryResilience = Annotated[
    int,
    Whole(
        0,
        MOST,
        "resilience of what the target parries with",
        label="Parry's resilience",
        about="target",
        only_if="parry",
    ),
]
ParryDC = Annotated[
    int,
    Whole(0, MOST, "DC of what the target parries with", label="Parry's DC", about="target", only_if="parry"),
]
Strength = Annotated[int, score("your Strength, or less of it on purpose", "Your Strength")]
WeaponDamage = Annotated[
    str, Notation("the weapon's damage dice", low=0, most_in_odds=MOST_TOTALS, label="Weapon's damage")
]
Targets = Annotated[int, Whole(1, 20, "targets that share the fire", label="Targets")]
Stamina = Annotated[
    int, Whole(1, 200, "the target's Stamina when healthy", label="Target's full Stamina", about="target")
]
StaminaLost = Annotated[
    int, Whole(0, 199, "the Stamina the target has lost before", label="Stamina lost", about="target")
]
Inanimate = Annotated[
    bool,
    Flag("the target is an object or a vehicle, which has no Stamina", label="Target is an object", about="target"),
]


@mechanic(
    "sideworld.to-hit",
    title="To hit",
    page="sideworld/combat/#to-hit",
    headline="hit",
    words={"hit": HITS},
    groups={
        "If the target parries": ("parry", "reactions", "parry_bonus"),
        "Recoil and missiles": ("recoil", "guided"),
    },
    presets=AIMED_WEAPONS,
)
def to_hit(
    dice: Dice,
    attack: Attack = 10,
    bonus: Bonus = 0,
    modifier: Modifier = 0,
    recoil: Recoil = 0,
    guided: Guided = False,
    dodge: Dodge = 10,
    parry: Parry = False,
    reactions: Reactions = 10,
    parry_bonus: ParryBonus = 0,
) -> Outcome:
    """Roll 1D20 + Attack + bonus + situations - recoil; it has to be higher than 1D20 + Dodge.

    A target that parries first Saves with Reactions; on a success the parry bonus is added to its total. Only slow
    attacks can be parried, and the target says so before it rolls.

    In touch range of a target that can't dodge or doesn't know of you, a hit may be fatal instead of a roll for damage.
    By hand, that takes a level of warrior training.

    Reading: what you parried with is in the damage's way only if the Save succeeded. It is then the outermost layer:
    damage meets it before anything you wear.

    Reading: what counts is how fast the two move relative to each other, no matter which of them does the moving: a
    runner who shoots at someone standing still has the penalty, two who run side by side don't. Only one of the speed
    rows applies, the first one whose limit you are under. Between two who stand still, none does.
    """
    parried = parry and dice.field(roll_bare_save, "saved", attribute=reactions, label="parry")
    adds = compute_attack_bonus(attack, bonus, modifier, recoil, guided)
    against = dodge + (parry_bonus if parried else 0)
    attacker_die = dice.die(20, label="attacker")
    attacker = dice.add_up((attacker_die,), ("Attack", attack), ("bonuses", adds - attack))
    defender_die = dice.die(20, label="defender")
    defender = dice.add_up((defender_die,), ("Dodge", dodge), ("parry", against - dodge))
    margin = attacker - defender
    if parry:
        dice.add_consequence(f"Parried: {parry_bonus:+d} to the target's total." if parried else "The parry fails.")
    dice.say(
        f"{attacker_die} {format_term(adds)} = {attacker} against {defender_die} {format_term(against)} = {defender}."
    )
    dice.verdict(
        f"Hit, by {margin}" if margin > 0 else f"Missed, by {-margin}" if margin else "Missed: a tie is not enough"
    )
    if margin > 0:
        dice.offer_roll("Roll the damage", "sideworld.damage", **({"parried": True} if parried else {}))
    return {
        "hit": margin > 0,
        "attacker_total": attacker,
        "defender_total": defender,
        "margin": margin,
        "parried": parried,
    }


def compute_attack_bonus(attack: int, bonus: int, modifier: int, recoil: int, guided: bool) -> int:
    """Compute the attacker's bonus to the die. Guided missiles ignore situations."""
    return attack + bonus + (0 if guided else modifier) - recoil


@mechanic(
    "sideworld.unarmed",
    title="Unarmed attack",
    page="sideworld/combat/#unarmed",
    headline="hit",
    words={"hit": HITS},
    groups={"If the target parries": ("parry", "reactions", "parry_bonus", "parry_resilience", "parry_dc")},
    presets=SITUATIONS,
)
def unarmed(
    dice: Dice,
    attack: Attack = 10,
    dodge: Dodge = 10,
    strength: Strength = 10,
    modifier: Modifier = 0,
    parry: Parry = False,
    reactions: Reactions = 10,
    parry_bonus: ParryBonus = 0,
    parry_resilience: ParryResilience = 0,
    parry_dc: ParryDC = 0,
    layers: Layers = (),
) -> Outcome:
    """Roll 1D20 + Attack; above 1D20 + Dodge it hits for 1D10 + Strength, less the part that armour and a parry stop.

    `damage` is the damage of the blow, `delivered` the part that gets through.

    Reading: a load in your hands can push your Strength below 0. A blow still does no less than 0 damage.
    """
    blow = swing(
        dice, attack=attack, modifier=modifier, dodge=dodge, parry=parry, reactions=reactions, parry_bonus=parry_bonus
    )
    if not blow["hit"]:
        dice.verdict("The blow misses")
        return {"hit": False, "damage": 0, "delivered": 0}
    rolled = dice.die(10, label="damage")
    dealt = max(0, dice.add_up((rolled,), ("Strength", strength)))
    dice.say(f"{rolled} {format_term(strength)} (Strength) = {dealt}.")
    worn = add_parry_layer(blow["parried"], parry_resilience, parry_dc, layers)
    delivered, _ = apply_armour(dice, dealt, worn, blow["parried"]) if worn else (dealt, ())
    dice.verdict(
        f"Hit: {dealt or 'no'} damage"
        if delivered == dealt
        else f"Hit: {delivered or 'none'} of {dealt} damage gets through"
    )
    if delivered:
        dice.offer_roll("Is the wound severe?", "sideworld.severe", damage=delivered)
    return {"hit": True, "damage": dealt, "delivered": delivered}


AIM_BY_HAND = ("attack", "modifier", "dodge", "parry", "reactions", "parry_bonus")


def swing(dice: Dice, **blow: Any) -> Outcome:
    """Roll an unarmed attack; the outcome says if it hits and if it was parried."""
    return dice.fields(to_hit, ("hit", "parried"), **{name: blow[name] for name in AIM_BY_HAND})


def share_damage(rolled: int, rounds: int, targets: int) -> int:
    """Compute each target's share of damage dice, rounded down."""
    return rolled * rounds // targets


def roll_weapon_damage(dice: Dice, damage: str, rounds: int, targets: int) -> tuple[int, int]:
    """Roll the weapon's damage; return it and each target's share."""
    rolled = dice.total(damage, "damage")
    per_target = share_damage(rolled, rounds, targets)
    if rounds > 1 or targets > 1:
        times = f" × {pluralize(rounds, 'round')}" if rounds > 1 else ""
        dice.say(f"{rolled}{times}{f' / {targets} targets' if targets > 1 else ''} = {per_target}.")
    return rolled, per_target


def apply_armour(
    dice: Dice, damage: int, layers: tuple[Layer, ...], is_parried: bool = False
) -> tuple[int, tuple[int, ...]]:
    """Apply damage to what parried and to layers of armour, and set the verdict.

    Returns:
        The delivered damage and the DC left.
    """
    delivered, left, trace = trace_layers(damage, layers, is_parried=is_parried)
    for line in trace:
        dice.say(line)
    dice.verdict(f"The target takes {delivered or 'no'} damage")
    return delivered, left


@mechanic(
    "sideworld.damage",
    title="Damage",
    page="sideworld/combat/#damage",
    headline="delivered",
    graded_by=("delivered",),
    labels={"layers": "DC left"},
    groups={"Full Auto": ("rounds", "targets"), "If the target parried": ("parried", "parry_resilience", "parry_dc")},
    presets=DAMAGE_OF_WEAPONS,
)
def damage(
    dice: Dice,
    damage: WeaponDamage = "2d6",
    rounds: Rounds = 1,
    targets: Targets = 1,
    layers: Layers = (),
    parried: Annotated[bool, Flag("the target parried, and was hit", label="Parried")] = False,
    parry_resilience: ParryResilience = 0,
    parry_dc: ParryDC = 0,
) -> Outcome:
    """Roll the weapon's damage × rounds ÷ targets, through what the target parried with and its layers of armour.

    Reading: the damage per target is rounded down.
    """
    rolled, per_target = roll_weapon_damage(dice, damage, rounds, targets)
    worn = add_parry_layer(parried, parry_resilience, parry_dc, layers)
    delivered, left = apply_armour(dice, per_target, worn, parried)
    if delivered:
        dice.offer_roll("Is the wound severe?", "sideworld.severe", damage=delivered)
    return {"rolled": rolled, "per_target": per_target, "delivered": delivered, "layers": left}


damage_roll = damage
"""The mechanic under a name that the `damage` parameter of an attack doesn't shadow."""


@mechanic(
    "sideworld.attack",
    title="Attack",
    page="sideworld/attacks/#attack",
    headline="state",
    graded_by=("hit", "caught"),
    opposed=("state",),
    words={"hit": HITS, "state": {**STATES, OBJECT: "An object"}},
    labels={"severe": "Severe wound", "caught": "Caught by a near miss"},
    groups={
        "If the target parries": ("parry", "reactions", "parry_bonus", "parry_resilience", "parry_dc"),
        "Full Auto, recoil and missiles": ("rounds", "targets", "recoil", "guided"),
        "If a miss can catch it": ("radius", "distance", "weapon"),
        "If it is hurt or an object": ("stamina_lost", "inanimate"),
    },
    presets=WEAPONS,
)
def attack(
    dice: Dice,
    attack: Attack = 10,
    bonus: Bonus = 0,
    modifier: Modifier = 0,
    recoil: Recoil = 0,
    guided: Guided = False,
    dodge: Dodge = 10,
    parry: Parry = False,
    reactions: Reactions = 10,
    parry_bonus: ParryBonus = 0,
    parry_resilience: ParryResilience = 0,
    parry_dc: ParryDC = 0,
    damage: WeaponDamage = "2d6",
    rounds: Rounds = 1,
    targets: Targets = 1,
    layers: Layers = (),
    stamina: Stamina = 40,
    stamina_lost: StaminaLost = 0,
    radius: Radius = 0,
    distance: Distance = 10,
    weapon: NearWeapon = "blast",
    inanimate: Inanimate = False,
) -> Outcome:
    """Make the whole attack: to hit, damage, armour and the target's state.

    With a radius, a near miss may catch the target as well. Already below half of its Stamina the target has half its
    Dodge and Reactions; incapacitated, it doesn't parry. An object has no Stamina, and its state is `object`.

    Reading: a hurt target has half its attributes, so half its Dodge and Reactions, rounded down; an incapacitated one
    can't parry.

    Reading: a parry doesn't help against a near miss: nothing hit what you hold.

    Reading: the object that parried a hit is the outermost layer of armour. A target that can't act still rolls
    1D20 + Dodge, as objects do.
    """
    came = resolve_delivery(
        dice,
        dodge,
        parry,
        reactions,
        parry_resilience,
        parry_dc,
        damage,
        rounds,
        targets,
        layers,
        stamina,
        stamina_lost,
        radius,
        weapon,
        attack=attack,
        bonus=bonus,
        modifier=modifier,
        recoil=recoil,
        guided=guided,
        parry_bonus=parry_bonus,
        distance=distance,
    )
    delivered, before = came["delivered"], stamina - stamina_lost
    state = OBJECT if inanimate else find_state(stamina, before - delivered)
    is_bad = not inanimate and is_severe(stamina, delivered)
    landed = "Hit" if came["hit"] else "A near miss catches the target" if came["caught"] else "Missed"
    dealt = f"{landed}: {delivered or 'no'} damage" if came["hit"] or came["caught"] else landed
    dice.verdict(f"{dealt}, the target is {STILL[state]}" if delivered and not inanimate else dealt)
    if delivered and not inanimate:
        dice.say(f"Stamina {before} - {delivered} = {before - delivered}.")
        if state != "dead":
            dice.add_consequence(WHAT_STATES_MEAN[state])
    if is_bad and state != "dead":
        dice.add_consequence("More than a quarter of full Stamina at once: a severe wound.")
        dice.offer_roll("Roll 1D100 for the body part", "sideworld.wound", at_once=True)
    return {"hit": came["hit"], "delivered": delivered, "state": state, "severe": is_bad, "caught": came["caught"]}


def resolve_delivery(
    dice: Dice,
    dodge: int,
    parry: bool,
    reactions: int,
    parry_resilience: int,
    parry_dc: int,
    damage: str,
    rounds: int,
    targets: int,
    layers: tuple[Layer, ...],
    stamina: int,
    stamina_lost: int,
    radius: Metres,
    weapon: str,
    **aim: Any,
) -> Outcome:
    """Resolve if an attack hits, is parried or catches its target by a near miss, and the damage that gets through.

    Raises:
        ParameterError: the target has no Stamina left.
    """
    reject_dead(stamina, stamina_lost)
    defence = limit_defence(
        {"dodge": dodge, "reactions": reactions, "parry": parry}, find_state(stamina, stamina - stamina_lost)
    )
    if parry and not defence["parry"]:
        dice.add_consequence("The target can't act, so it doesn't parry.")
    blow = dice.fields(resolve_landing, ("hit", "parried", "wide"), radius=radius, **aim, **defence)
    caught, delivered = blow["wide"] is not None, 0
    if blow["hit"]:
        delivered = dice.field(
            damage_roll,
            "delivered",
            damage=damage,
            rounds=rounds,
            targets=targets,
            layers=layers,
            parried=blow["parried"],
            parry_resilience=parry_resilience,
            parry_dc=parry_dc,
        )
    elif caught:
        delivered = dice.field(
            resolve_near_damage,
            "delivered",
            damage=damage,
            rounds=rounds,
            targets=targets,
            layers=layers,
            wide=blow["wide"],
            radius=radius,
            weapon=weapon,
        )
    return {"hit": blow["hit"], "parried": blow["parried"], "caught": caught, "delivered": delivered}


def resolve_unarmoured(dice: Dice, inanimate: bool = False, **blow: Any) -> Outcome:
    """Resolve an attack's damage before any armour or parry, and if it was parried."""
    came = resolve_delivery(dice, **blow | {"layers": (), "parry_resilience": 0, "parry_dc": 0})
    return {"met": came["delivered"], "parried": came["parried"]}


def resolve_landing(dice: Dice, radius: Metres, distance: Metres, **aim: Any) -> Outcome:
    """Resolve if an attack hits and is parried, and the metres of a near miss that catches its target, or None.

    It is a separate rule, so that odds don't depend on every margin.
    """
    blow = dice.fields(to_hit, ("margin", "parried"), **aim)
    hit = blow["margin"] > 0
    wide = compute_miss_distance(dice, -blow["margin"], distance, radius) if radius and not hit else None
    return {"hit": hit, "parried": hit and blow["parried"], "wide": None if wide is None or wide >= radius else wide}


def resolve_near_damage(
    dice: Dice,
    damage: str,
    rounds: int,
    targets: int,
    layers: tuple[Layer, ...],
    wide: Metres,
    radius: Metres,
    weapon: str,
) -> Outcome:
    """Resolve the damage of a near miss that catches its target, as part of the whole attack."""
    _, full = roll_weapon_damage(dice, damage, rounds, targets)
    delivered, _ = apply_armour(dice, compute_near_miss_damage(dice, full, wide, radius, weapon), layers)
    return {"delivered": delivered}


def add_parry_layer(parried: bool, resilience: int, dc: int, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Return a target's layers of armour, with the parrying object in front of them if it parried."""
    return ((resilience, dc), *layers) if parried else layers


def limit_defence(blow: dict[str, Any], state: str) -> dict[str, Any]:
    """Return the attack's parameters limited by the target's state."""
    if state == "healthy":
        return blow
    return blow | {
        "dodge": blow["dodge"] // 2,
        "reactions": blow["reactions"] // 2,
        "parry": blow["parry"] and state == "hurt",
    }


def reject_dead(stamina: int, lost: int) -> None:
    """Raise a ParameterError if a target has no Stamina left to lose.

    Raises:
        ParameterError: it lost all of it.
    """
    if lost >= stamina:
        raise ParameterError(
            "stamina_lost",
            lost,
            f"at most {stamina - 1}",
            given={"stamina": stamina},
            plain=f"A target that has lost {lost} of {stamina} Stamina is dead: enter a smaller loss.",
        )
