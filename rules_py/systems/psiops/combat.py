"""PSIOPS, Combat: attacking, defending, blasts and morale."""

from typing import Annotated

from rules_py.dice import Dice, Pool
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import Flag, NamedWhole, RowOf, Whole
from rules_py.systems.psiops.action import (
    Advantage,
    Attribute,
    Disadvantage,
    Modifier,
    Skill,
    SpentMomentum,
    add_up,
    compute_momentum,
    find_row,
    roll_action,
    roll_two,
)
from rules_py.tables import Row, table
from rules_py.text.wording import format_term, format_terms, pluralize

NOT_RANGED = ("melee", "none")
"""Weapons without ammo to check off; thrown weapons count as ranged."""

COVER = ("psiops.cover", "armor")
"""The table that names cover, and the column with its numbers."""

DamageModifier = Annotated[int, Whole(-1, 4, "the damage modifier of the weapon or the blow", label="Damage modifier")]

BoostedDamage = Annotated[
    int,
    Whole(
        -1,
        7,
        "the damage modifier of the weapon or the blow; the talent Augmented strength adds 1D3",
        label="Damage modifier",
    ),
]

Aiming = Annotated[bool, Flag("you spent your other action to aim (+1)", label="Aiming", once=True)]
Prone = Annotated[bool, Flag("you attack from a prone position (+1)", label="You're prone")]
TargetProne = Annotated[bool, Flag("your target is prone (-1)", label="Target's prone", about="target")]
SecondAttack = Annotated[bool, Flag("your second attack this round (disadvantage)", label="Second attack", once=True)]
RangeBand = Annotated[str, RowOf("psiops.ranges", "the distance to the target", label="Range", about="target")]
WornArmor = Annotated[
    int,
    Whole(0, 3, "armor that the target wears, at most 3", label="Target's armor", about="target", neutral="no armor"),
]
TargetCover = Annotated[
    int,
    NamedWhole(
        0,
        3,
        "cover the target is behind: 0 none, 1 low, 2 medium, 3 high",
        *COVER,
        label="Target's cover",
        about="target",
        neutral="no cover",
    ),
]
OwnCover = Annotated[
    int, NamedWhole(0, 3, "cover you attack from; it comes off your damage", *COVER, label="Your own cover")
]


def find_weapon_class(weapon: Row) -> str:
    """Return the row of attack modifiers for a weapon of the table, or "none" if the text gives it no class."""
    return "none" if weapon["class"] == "–" else table("psiops.attack-modifiers").row(weapon["class"]).key


def find_range_modifier(weapon: str, range_band: str) -> int:
    """Return the attack modifier of a weapon at a range.

    Raises:
        ParameterError: the weapon can't attack at this range.
    """
    if weapon == "none":
        return 0
    row = table("psiops.attack-modifiers").row(weapon)
    if row[range_band] == "impossible":
        names = table("psiops.ranges").names
        possible = [band for band in table("psiops.ranges").keys if row[band] != "impossible"]
        raise ParameterError(
            "range_band",
            range_band,
            " or ".join(possible),
            given={"weapon": weapon},
            note=f"{range_band} is impossible",
            plain=f"{row.name} reaches {' and '.join(names[band] for band in possible)}, not {names[range_band]}.",
        )
    return row.number(range_band)


def select_counted_dice(pool: Pool, which: str) -> int:
    """Return the damage dice that a band counts: the lowest, the highest or both."""
    return {"lowest": pool.lowest, "highest": pool.highest, "both": pool.total}[which]


def compute_damage_left(dice: Dice, faces: int, modifier: int, *taken_off: tuple[str, int]) -> int:
    """Compute the damage left after reductions, never below 0, and log the step."""
    left = max(0, faces + modifier - sum(value for _, value in taken_off))
    off = format_terms(*((name, -value) for name, value in taken_off))
    dice.say(f"Damage {faces} {format_term(modifier)}{off} = {left}.")
    return left


@mechanic(
    "psiops.attack",
    title="Attack",
    page="psiops/combat/#attack",
    headline="band",
    words={"band": "psiops.bands"},
    labels={"band": "Result", "ammo": "Ammo spent", "pinned": "Damage if it acts"},
    groups={
        "Your stance and cover": ("own_cover", "aiming", "prone", "target_prone", "second_attack"),
        "Special attacks": ("ignores_armor", "suppressing", "opportunity", "spent_momentum"),
    },
    presets=(TablePreset("Weapon from the armory", "psiops.weapons", {"damage": "damage", "weapon": "class"}),),
)
def attack(
    dice: Dice,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    damage: BoostedDamage = 2,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
    aiming: Aiming = False,
    prone: Prone = False,
    target_prone: TargetProne = False,
    second_attack: SecondAttack = False,
    weapon: Annotated[
        str,
        RowOf(
            "psiops.attack-modifiers", "for the modifier by range; none for no table", allow_none=True, label="Weapon"
        ),
    ] = "none",
    range_band: RangeBand = "nearby",
    armor: WornArmor = 0,
    cover: TargetCover = 0,
    own_cover: OwnCover = 0,
    ignores_armor: Annotated[bool, Flag("the attack ignores worn armor, never cover", label="Ignores armor")] = False,
    skill: Skill = False,
    spent_momentum: SpentMomentum = False,
    suppressing: Annotated[
        bool, Flag("you pin down a target in cover instead of damaging it", label="Suppressing fire", once=True)
    ] = False,
    opportunity: Annotated[
        bool, Flag("a free melee attack on a target who leaves close range", label="Attack of opportunity", once=True)
    ] = False,
) -> Outcome:
    """Make one roll that decides whether you hit and, by its band, which of its dice are damage.

    Suppressing fire costs 1 ammo whatever the roll. Where the attack would do damage it pins the target down instead:
    `pinned` is the damage that waits for a target who leaves cover or does anything risky.

    Reading: with a third action, such as pushing yourself can buy, you could aim and still attack twice. So the roller
    lets you tick both. Those that count whole rounds don't: a round has two actions.

    Reading: a thrown weapon counts as ranged here; only melee has no ammo to cross off.

    Reading: you may choose suppressing fire before the roll, or once you know that you hit.

    Reading: worn armor counts for 3 at most. Cover comes on top of that, and no attack ignores it.

    Reading: a weapon's own figure goes before that of its type. So the missile keeps the +2 printed for it, though
    heavy weapons do +3; and a weapon printed with 1/1 ammo has that one shot and not 6.

    Reading: a weapon of the list attacks as the row of modifiers that its name gives. The missile and the launcher are
    heavy weapons, as in the skill of that name, and a grenade is thrown. A claymore is in no row, so the roller asks.

    Raises:
        ParameterError: the weapon can't reach that far; suppressing fire with a melee weapon or at a target without
            cover; an attack of opportunity with another weapon.
    """
    if opportunity and weapon != "melee":
        raise ParameterError(
            "weapon",
            weapon,
            "melee",
            given={"opportunity": opportunity},
            plain="An attack of opportunity needs a melee weapon.",
        )
    if suppressing and weapon == "melee":
        raise ParameterError(
            "weapon",
            weapon,
            "a ranged weapon",
            given={"suppressing": suppressing},
            plain="Suppressing fire needs a ranged weapon.",
        )
    if suppressing and not cover:
        raise ParameterError(
            "cover",
            cover,
            "1 to 3",
            given={"suppressing": suppressing},
            note="it is for targets behind cover",
            plain="Suppressing fire works only on a target behind cover.",
        )
    added = (
        ("attribute", attribute),
        ("modifier", modifier),
        ("range", find_range_modifier(weapon, range_band)),
        ("aiming", int(aiming)),
        ("prone", int(prone)),
        ("prone target", -int(target_prone)),
    )
    pool, total = roll_action(dice, added, advantage, disadvantage or second_attack, skill)
    band = find_row(dice, "psiops.attack-results", total)
    dealt = pinned = 0
    if band.key == "failure":
        dice.verdict(f"{band.name}: you miss")
    else:
        dice.say(f"{band['damage']}.")
    if band.key != "failure":
        faces = select_counted_dice(pool, {"partial": "lowest", "success": "highest", "critical": "both"}[band.key])
        off = (("own cover", own_cover), ("armor", 0 if ignores_armor else armor))
        dealt = compute_damage_left(dice, faces, damage, *off, ("cover", cover))
        if suppressing and dealt:
            dealt, pinned = 0, compute_damage_left(dice, faces, damage, *off)
            dice.verdict(f"{band.name}: the target is pinned down")
            dice.add_consequence(f"It takes {pinned} damage if it leaves cover or risks anything.")
        else:
            dice.verdict(f"{band.name}: the target takes {dealt or 'no'} damage")
    ammo = int(suppressing or (weapon not in NOT_RANGED and band.key in ("failure", "partial")))
    if ammo:
        dice.add_consequence("Check off 1 ammo.")
    return {
        "total": total,
        "band": band.key,
        "damage": dealt,
        "ammo": ammo,
        "momentum": compute_momentum(dice, total, spent_momentum),
        "pinned": pinned,
    }


@mechanic(
    "psiops.psychic-attack",
    title="Attack with a talent",
    page="psiops/talents/#talent-attacks",
    headline="band",
    words={"band": "psiops.bands"},
    labels={"band": "Result", "burning": "Rounds of burning"},
    groups={"Your stance and cover": ("own_cover", "aiming", "prone", "target_prone", "second_attack")},
)
def psychic_attack(
    dice: Dice,
    attribute: Annotated[int, Whole(-3, 3, "your WILLPOWER", label="WILLPOWER")] = 0,
    modifier: Modifier = 0,
    damage: Annotated[int, Whole(0, 3, "the talent's damage modifier", label="Damage modifier")] = 3,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
    aiming: Aiming = False,
    prone: Prone = False,
    target_prone: TargetProne = False,
    second_attack: SecondAttack = False,
    reach: Annotated[
        str, RowOf("psiops.ranges", "the farthest range that the talent reaches", label="Reach")
    ] = "nearby",
    range_band: RangeBand = "nearby",
    armor: WornArmor = 0,
    cover: TargetCover = 0,
    own_cover: OwnCover = 0,
    skill: Skill = False,
    spent_momentum: SpentMomentum = False,
    burns: Annotated[bool, Flag("a target that is hit burns for 1D3 rounds, as by Pyrokinesis", label="Burns")] = False,
) -> Outcome:
    """Roll +WILLPOWER to attack with a talent: its band says which dice are damage, and a failure spends the talent.

    Reading: the roll for the talent is the attack, since one action roll decides whether an attack hits and what it
    does. So it is made with WILLPOWER and takes one action. Memory block is rolled as a talent, as it does no damage.

    Reading: a talent has no modifier by range. It reaches close targets, those in handgun range or those in rifle
    range, and none beyond.

    Reading: the GM sets the damage of Telekinesis by the object, and an advantage of Electrokinesis against machines is
    ticked by hand.

    Raises:
        ParameterError: the talent can't reach that far.
    """
    bands = table("psiops.ranges").keys
    if bands.index(range_band) > bands.index(reach):
        names = table("psiops.ranges").names
        raise ParameterError(
            "range_band",
            range_band,
            " or ".join(bands[: bands.index(reach) + 1]),
            given={"reach": reach},
            plain=f"This talent reaches no further than {names[reach]}.",
        )
    added = (
        ("WILLPOWER", attribute),
        ("modifier", modifier),
        ("aiming", int(aiming)),
        ("prone", int(prone)),
        ("prone target", -int(target_prone)),
    )
    pool, total = roll_action(dice, added, advantage, disadvantage or second_attack, skill)
    band = find_row(dice, "psiops.attack-results", total)
    dealt = burning = 0
    if band.key == "failure":
        dice.verdict(f"{band.name}: the talent fails and is spent")
        dice.add_consequence("A rest at a rendezvous or between missions brings it back.")
    else:
        faces = select_counted_dice(pool, {"partial": "lowest", "success": "highest", "critical": "both"}[band.key])
        dealt = compute_damage_left(dice, faces, damage, ("own cover", own_cover), ("armor", armor), ("cover", cover))
        dice.verdict(f"{band.name}: the target takes {dealt or 'no'} damage")
        burning = dice.die(3, label="burning") if burns else 0
    if burning:
        dice.add_consequence(f"The target burns for {pluralize(burning, 'round')}, 1 damage each.")
    return {
        "total": total,
        "band": band.key,
        "success": band.key != "failure",
        "damage": dealt,
        "burning": burning,
        "momentum": compute_momentum(dice, total, spent_momentum),
    }


@mechanic(
    "psiops.defend",
    title="Defend",
    page="psiops/defense/#taking-damage",
    headline="band",
    words={"band": "psiops.bands"},
    labels={"band": "Result", "damage": "Damage taken", "next_advantage": "Advantage on the next roll"},
    chance=("unhurt", {"damage": 0}),
    groups={
        "Enemy's cover, momentum spent": ("enemy_cover", "ignores_armor", "spent_momentum", "helpless", "opportunity")
    },
    presets=(TablePreset("The enemy's weapon", "psiops.damage-modifiers", {"enemy_damage": "damage"}),),
)
def defend(
    dice: Dice,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    enemy_damage: Annotated[
        int, Whole(-1, 4, "the enemy's damage modifier", label="Enemy's damage", about="enemy", neutral="damage +2")
    ] = 2,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
    armor: Annotated[int, Whole(0, 3, "armor that you wear, at most 3", label="Your armor", neutral="no armor")] = 0,
    cover: Annotated[
        int, NamedWhole(0, 3, "cover you are behind: 0 none, 1 low, 2 medium, 3 high", *COVER, label="Your cover")
    ] = 0,
    enemy_cover: Annotated[
        int, NamedWhole(0, 3, "cover the enemy attacks from; it comes off their damage", *COVER, label="Enemy's cover")
    ] = 0,
    ignores_armor: Annotated[
        bool, Flag("the enemy's attack ignores worn armor, never cover", label="Ignores armor")
    ] = False,
    skill: Skill = False,
    spent_momentum: SpentMomentum = False,
    helpless: Annotated[
        bool, Flag("you can't defend, such as while unconscious: it goes like a failure", label="Helpless")
    ] = False,
    opportunity: Annotated[
        bool, Flag("a free melee attack on you as you leave close range", label="Attack of opportunity", once=True)
    ] = False,
) -> Outcome:
    """Dodge, block or parry: the worse the roll, the more of its dice you take as damage.

    Reading: lying prone changes nothing about your defence. The text gives modifiers for prone to attack rolls only,
    and enemies don't roll to attack.

    Reading: an operative who can't defend, for example while unconscious, rolls 2D6 only for the damage of a failure.
    This is no action roll, so nothing is added to it and it brings no momentum.
    """
    if helpless:
        pool = roll_two(dice)
        total = add_up(dice, pool)
        band = table("psiops.defence-results").row("failure")
        dice.say("You can't defend, so it goes like a failure.")
    else:
        added = (("attribute", attribute), ("modifier", modifier))
        pool, total = roll_action(dice, added, advantage, disadvantage, skill)
        band = find_row(dice, "psiops.defence-results", total)
    taken = 0
    if band.key in ("failure", "partial"):
        dice.say(f"{band['damage']}.")
        faces = select_counted_dice(pool, "highest" if band.key == "failure" else "lowest")
        taken = compute_damage_left(
            dice,
            faces,
            enemy_damage,
            ("enemy's cover", enemy_cover),
            ("armor", 0 if ignores_armor else armor),
            ("cover", cover),
        )
    dice.verdict(f"{band.name}: you take {taken or 'no'} damage")
    if band.key == "critical":
        dice.add_consequence("You have advantage on your next roll.")
    if taken:
        dice.offer_roll("If that takes you to 0 HP", "psiops.dying")
    return {
        "total": total,
        "band": band.key,
        "damage": taken,
        "next_advantage": band.key == "critical",
        "momentum": compute_momentum(dice, total, spent_momentum or helpless),
    }


@mechanic(
    "psiops.blast",
    title="Blast",
    page="psiops/groups/#blast",
    headline="targets",
    presets=(TablePreset("Weapon type", "psiops.damage-modifiers", {"damage": "damage"}),),
)
def blast(dice: Dice, damage: DamageModifier = 2) -> Outcome:
    """Roll 1D6 + the damage modifier for the number of targets that a blast can reach, if it is unclear.

    Reading: with a modifier of -1, a 1 on the die becomes 0: the blast reaches nobody.
    """
    targets = dice.add_up((dice.die(6),), ("damage modifier", damage))
    reached = "nobody" if targets == 0 else "1 target" if targets == 1 else f"{targets} targets"
    dice.verdict(f"The blast reaches {reached}")
    return {"targets": targets}


@mechanic(
    "psiops.morale",
    title="Morale check",
    page="psiops/groups/#morale",
    headline="holds",
    words={"holds": {"false": "They break", "true": "They hold"}},
    labels={"holds": "Morale"},
)
def morale(
    dice: Dice,
    morale: Annotated[int, Whole(1, 6, "from 1, a scared mob, to 6, calm professionals", label="Morale")] = 3,
    under_fire: Annotated[
        bool, Flag("its own check, to act under suppressing fire; those who fail don't rout", label="Under fire")
    ] = False,
) -> Outcome:
    """Roll 1D6: a result below the morale score holds."""
    rolled = dice.die(6)
    holds = rolled < morale
    dice.say(f"{rolled} against morale {morale}: {'below, they hold' if holds else 'not below'}.")
    dice.verdict("They hold" if holds else "They stay down" if under_fire else "They break")
    if under_fire:
        dice.add_consequence("They can act under fire." if holds else "They can't act under suppressing fire.")
    else:
        dice.add_consequence("They stand their ground." if holds else "They rout.")
    return {"roll": rolled, "holds": holds}
