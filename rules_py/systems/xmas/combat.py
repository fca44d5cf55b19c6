"""X-M.A.S., Combat: attacks on one or several targets, and the number an enemy takes."""

from typing import Annotated, Any, NamedTuple

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import Choice, Flag, ListOf, Notation, Numbers, RowOf, Whole
from rules_py.systems.xmas.playing import offer_hit, test
from rules_py.tables import table
from rules_py.text.wording import conclude_count, pluralize

MODES = ("single", "auto", "blast", "auto_blast")
LEAST_THROUGH_ARMOR = 1
MOST_ARMOR = 2

Damage = Annotated[str, Notation("your weapon's damage dice", low=0, high=60, label="Weapon's damage")]
Mode = Annotated[str, Choice(MODES, "single for SA, melee and single-fire; auto for FA", label="Mode")]
Piercing = Annotated[bool, Flag("the weapon is AP and ignores Armor", label="AP")]
Armor = Annotated[
    int, Whole(0, MOST_ARMOR, "the enemy's Armor", label="Target's Armor", about="target", neutral="no Armor")
]
PainThreshold = Annotated[
    int, Whole(1, 40, "the enemy's Pain Threshold, unless you pick an enemy", label="Pain Threshold")
]
OwnArmor = Annotated[int, Whole(0, MOST_ARMOR, "the enemy's Armor, unless you pick an enemy", label="Armor")]
Named = Annotated[
    str,
    RowOf(
        "xmas.enemies",
        "uses this enemy's Pain Threshold and Armor; none: the numbers you set",
        allow_none=True,
        label="Enemy",
    ),
]


def is_adding_one(mode: str) -> bool:
    """Return True for fully automatic weapons, Blast or not: Extra Nice adds 1."""
    return mode in ("auto", "auto_blast")


def is_hitting_all(mode: str) -> bool:
    """Return True for Blast weapons, automatic or not: everyone in the radius takes the damage."""
    return mode in ("blast", "auto_blast")


def is_shared(mode: str, band: str) -> bool:
    """Return True for fully automatic weapons without Blast on Extra Nice: the player shares out the damage."""
    return mode == "auto" and band == "extra_nice"


@mechanic(
    "xmas.attack",
    title="Attack",
    page="xmas/combat/#attack",
    headline="damage",
    graded_by=("band",),
    forwards_to=test,
    words={"band": "xmas.bands"},
    labels={"rolled": "Before Armor"},
    groups={"Tags against yourself, re-rolls": ("negative_tag", "reroll", "further_rerolls")},
    presets=(TablePreset("Armor of", "xmas.enemies", {"armor": "armor"}),),
)
def attack(
    dice: Dice, damage: Damage = "1d6", mode: Mode = "single", ap: Piercing = False, armor: Armor = 0, **roll: Any
) -> Outcome:
    """Make a test; on Mostly Nice or better, roll the weapon's damage and subtract Armor.

    Command moves the spotlight; there are no turns. Enemies don't roll to attack: they hurt you when a roll of yours
    fails. At least 1 damage gets through Armor. Damage adds up, and an enemy whose Pain Threshold it meets is out.

    Reading: for a Blast weapon that isn't automatic, no bonus is printed for Extra Nice, so the blast mode gives none.
    If yours fires single shots and Command agrees, roll it as single; the damage still hits everyone in the radius.

    Reading: damage that you share out is shared first. Armor then comes off each target's own share.

    Reading: Armor never raises damage. If dice of your own come to 0, the target takes 0, Armor or not.
    """
    shot = shoot(dice, damage, mode, **roll)
    dealt = reduce_by_armor(dice, shot["rolled"], 0 if ap else armor)
    name = table("xmas.bands").row(shot["band"]).name
    dice.verdict(
        f"{name}: you miss"
        if shot["band"] == "naughty"
        else f"{name}: {describe_hit(shot['band'], mode)} {dealt or 'no'} damage"
    )
    if shot["band"] == "naughty":
        offer_hit(dice)
    if is_shared(mode, shot["band"]):
        dice.add_consequence(f"You may share out its {shot['rolled']} damage before Armor comes off.")
    return {"total": shot["total"], "band": shot["band"], "damage": dealt, "rolled": shot["rolled"]}


def shoot(dice: Dice, damage: str, mode: str, **roll: Any) -> Outcome:
    """Make the test and roll the weapon's damage before Armor, including any bonus of Extra Nice."""
    outcome = dice.fields(test, ("total", "band"), **roll)
    if outcome["band"] == "naughty":
        dice.say("A miss: no damage.")
        return outcome | {"rolled": 0}
    rolled = dice.total(damage, label="damage")
    if outcome["band"] == "extra_nice" and (mode == "single"):
        dice.say(f"Extra Nice doubles the damage: {rolled} × 2 = {rolled * 2}.")
        rolled *= 2
    if outcome["band"] == "extra_nice" and is_adding_one(mode):
        dice.say(f"Extra Nice adds 1 to the damage: {rolled} + 1 = {rolled + 1}.")
        rolled += 1
    return outcome | {"rolled": rolled}


def reduce_by_armor(dice: Dice, rolled: int, armor: int) -> int:
    """Subtract Armor from damage, but never below 1."""
    if armor == 0 or rolled <= LEAST_THROUGH_ARMOR:
        return rolled
    left = max(LEAST_THROUGH_ARMOR, rolled - armor)
    dice.say(f"Armor {armor} lowers {rolled} to {left}.")
    return left


def describe_hit(band: str, mode: str) -> str:
    """Describe the targets that take the damage, for the verdict."""
    if is_hitting_all(mode):
        return "everyone in the radius with this Armor takes"
    return "a single target takes" if is_shared(mode, band) else "the target takes"


class Target(NamedTuple):
    """An enemy's remaining Pain Threshold and its Armor."""

    pain_threshold: int
    armor: int


Targets = tuple[Target, ...]


@mechanic(
    "xmas.crowd",
    title="Attack on several targets",
    page="xmas/combat/#crowd",
    headline="out",
    graded_by=("band",),
    forwards_to=attack,
    omit=("armor",),
    words={"band": "xmas.bands"},
    labels={"out": "Targets out", "rolled": "Before Armor", "dealt": "Damage to each"},
    groups={"Your own split": ("shares",)},
    presets=(
        TablePreset(
            "Enemy", "xmas.enemies", {"pain_threshold": "pain_threshold", "armor": "armor"}, list_parameter="targets"
        ),
    ),
)
def crowd(
    dice: Dice,
    targets: Annotated[
        tuple[tuple[int, int], ...],
        ListOf(
            Numbers(("pain_threshold", "armor"), "a target", high=40),
            "each target's remaining Pain Threshold, and its Armor",
            most=12,
            label="Targets",
        ),
    ] = ((3, 0), (3, 0), (3, 0)),
    mode: Mode = "auto",
    shares: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 99, "points for a target"),
            "how you share out automatic fire: points for each target before Armor; empty: as many out as possible",
            most=12,
            label="Points for each target",
        ),
    ] = (),
    **shot: Any,
) -> Outcome:
    """Make one attack on several targets: the damage each takes from it, and the number that are out.

    Blast hits all of them; automatic fire is shared out on Extra Nice; any other hit is on the first.

    Reading: how you share is up to you; set the shares, or the roller puts out as many as it can. The target that needs
    the least comes first, and what is left over goes to the next in line. Points that nobody gets in your shares are
    for the first target.
    """
    lined_up = build_targets(targets)
    fired = fire_volley(dice, lined_up, ("total", "band", "rolled"), mode=mode, shares=shares, **shot)
    out = sum(dealt >= target.pain_threshold for dealt, target in zip(fired["dealt"], lined_up, strict=True))
    name = table("xmas.bands").row(fired["band"]).name
    dice.verdict(
        f"{name}: you miss"
        if fired["band"] == "naughty"
        else f"{name}: {out or 'none'} of {pluralize(len(lined_up), 'target')} {'is' if out == 1 else 'are'} out"
    )
    if fired["band"] == "naughty":
        offer_hit(dice)
    return fired | {"out": out}


def build_targets(targets: tuple[tuple[int, int], ...]) -> Targets:
    """Build the targets.

    Raises:
        ParameterError: the list is empty, or a number is out of range.
    """
    if not targets:
        raise ParameterError("targets", None, "at least one target", plain="Add a target to attack.")
    for pain_threshold, armor in targets:
        if pain_threshold < 1 or armor > MOST_ARMOR:
            raise ParameterError(
                "targets",
                f"{pain_threshold}/{armor}",
                f"a Pain Threshold of 1 to 40 and Armor of 0 to {MOST_ARMOR}",
                plain=f"A target has a Pain Threshold of 1 to 40 and Armor of 0 to {MOST_ARMOR}; you entered "
                f"{pain_threshold} and {armor}.",
            )
    return tuple(Target(*target) for target in targets)


def fire_volley(
    dice: Dice,
    targets: Targets,
    fields: tuple[str, ...],
    mode: str,
    ap: bool,
    shares: tuple[int, ...] = (),
    **shot: Any,
) -> Outcome:
    """Make an attack and compute the damage to each target.

    Args:
        dice: the dice.
        targets: the targets in their order.
        fields: the fields of `shoot` that the outcome has besides "dealt", "band" and "rolled" among them. Odds follow
            each of their values, so fewer fields are quicker.
        mode, ap: as in `attack`.
        shares: the player's own split, or empty.
        shot: the other parameters of `shoot`.
    """
    fired = dice.fields(shoot, fields, mode=mode, **shot)
    rolled = fired["rolled"]
    if is_hitting_all(mode):
        points = [rolled] * len(targets)
    elif is_shared(mode, fired["band"]):
        points = limit_shares(rolled, targets, shares) if shares else share_out(rolled, targets, ap)
    else:
        points = [rolled if place == 0 else 0 for place in range(len(targets))]
    dealt = tuple(
        reduce_by_armor(dice, share, 0 if ap else target.armor) for share, target in zip(points, targets, strict=True)
    )
    for number, (taken, target) in enumerate(zip(dealt, targets, strict=True), 1):
        if taken:
            dice.say(f"Target {number} takes {taken} damage; {target.pain_threshold} puts it out.")
    return fired | {"dealt": dealt}


def share_out(points: int, targets: Targets, ap: bool) -> list[int]:
    """Share points among targets: enough to put out as many as possible, and the rest to the next one."""
    shares = [0] * len(targets)
    for place in sorted(range(len(targets)), key=lambda place: compute_points_to_put_out(targets[place], ap)):
        shares[place] = min(points, compute_points_to_put_out(targets[place], ap))
        points -= shares[place]
    return shares


def limit_shares(points: int, targets: Targets, shares: tuple[int, ...]) -> list[int]:
    """Return the player's shares as far as the points go, in order; the first target gets the points that are left."""
    given = []
    for place in range(len(targets)):
        given.append(min(points, shares[place] if place < len(shares) else 0))
        points -= given[place]
    given[0] += points
    return given


def compute_points_to_put_out(target: Target, ap: bool) -> int:
    """Compute the fewest points of damage before Armor that meet the rest of a Pain Threshold."""
    if ap or target.pain_threshold <= LEAST_THROUGH_ARMOR:
        return target.pain_threshold
    return target.pain_threshold + target.armor


@mechanic(
    "xmas.takedown",
    title="How long an enemy lasts",
    page="xmas/combat/#how-long",
    headline="attacks",
    cumulative="attacks",
    forwards_to=attack,
    omit=("armor", "further_rerolls"),
    groups={"An enemy that isn't in the list": ("pain_threshold", "armor")},
)
def takedown(
    dice: Dice,
    armor: OwnArmor = 0,
    enemy: Named = "none",
    pain_threshold: PainThreshold = 3,
    horizon: Annotated[int, Whole(1, 60, "how many attacks to look ahead", label="Attacks to look ahead")] = 20,
    **blow: Any,
) -> Outcome:
    """Count attacks until the damage equals the Pain Threshold or exceeds it; `later` beyond the horizon."""
    if enemy != "none":
        pain_threshold, armor = find_figures(dice, enemy)

    def run_attack(dice: Dice, dealt: int) -> int:
        damage: int = dice.field(attack, "damage", armor=armor, **blow)
        return min(pain_threshold, dealt + damage)

    attacks = dice.count(run_attack, 0, lambda dealt: dealt >= pain_threshold, horizon)
    return {
        "attacks": conclude_count(
            dice,
            attacks,
            lambda attack: f"Attack {attack} takes the enemy out",
            f"The enemy is still up after {pluralize(horizon, 'attack')}",
        )
    }


def find_figures(dice: Dice, enemy: str) -> Target:
    """Return the Pain Threshold and Armor of an enemy from the table."""
    row = table("xmas.enemies").row(enemy)
    figures = Target(row.number("pain_threshold"), row.number("armor"))
    dice.say(f"{row.name}: Pain Threshold {figures.pain_threshold}, Armor {figures.armor}.")
    return figures
