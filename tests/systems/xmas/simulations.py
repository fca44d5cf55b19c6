"""Simulations of X-M.A.S. fights, written from the text without rules_py; forecasts are compared with them.

Readings, as on the site's pages: a Naughty brings one hit, on the operator who made the test, and here it comes from
the attacked enemy. The cost of a Mostly Nice is no wound. Blast that isn't automatic gets no bonus from Extra Nice.
Damage that automatic fire shares out is shared before Armor, so that as many enemies as possible go down. An operator
who is Downed or a Christmas Ghost can't be hurt.

The text is silent here, and the simulations choose: a round is one action of each operator, in joining order, and each
sees what came before. A ghost pays 1 Spirit for each attack, and the squad loses once nobody in it can act. Operators
shoot with the best of TOUGH, QUICK and SMART; SOCIAL is for talking. Nobody re-rolls, protects or gives first aid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.systems.simulated_fights import (
    MOST_ROUNDS,
    Fields,
    Fighter,
    Joining,
    Result,
    SetUp,
    active,
    check_fields,
    roll_dice,
    roll_die,
    sum_up,
    weakest,
)

FIGHTING_STATS = ("tough", "quick", "smart")
MOST_ADDED = 4

ENEMIES = {
    "cannon-fodder": (1, 0, "1d4"),
    "grunt": (3, 0, "1d4+1"),
    "captain": (4, 1, "1d6"),
    "elite": (6, 2, "1d6+2"),
}
"""The Pain Threshold, Armor and damage of each enemy."""


@dataclass
class Operator:
    """A member of the squad, alive or as a Christmas Ghost."""

    name: str
    stat: int
    boxes_left: int
    downed: bool
    ghost: bool
    spirit: int
    damage: str
    mode: str
    ap: bool

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Operator":
        """Build an operator from the fields of a sheet; the first weapon is used."""
        read = (*FIGHTING_STATS, "social", "wound_boxes", "wounds", "downed", "ghost", "spirit", "weapons")
        check_fields(fields, read)
        weapon = fields["weapons"][0]
        return cls(
            name,
            max(fields[stat] for stat in FIGHTING_STATS),
            fields["wound_boxes"] - fields.get("wounds", 0),
            fields.get("downed", False),
            fields.get("ghost", False),
            fields["spirit"],
            weapon["damage"],
            weapon["mode"],
            weapon.get("ap", False),
        )

    @property
    def is_up(self) -> bool:
        """True while the operator can act."""
        return self.spirit > 0 if self.ghost else not self.downed

    def suffer(self, damage: int) -> None:
        """Fill Wound boxes without overflow; a hit while On Lethal downs the operator, and a ghost can't be hurt."""
        if self.ghost:
            return
        if self.boxes_left == 0:
            self.downed = True
        self.boxes_left = max(0, self.boxes_left - damage)


@dataclass
class Enemy:
    """An enemy with a Pain Threshold that fills up."""

    name: str
    left: int
    armor: int
    damage: str

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Enemy":
        """Build an enemy from the fields of a sheet."""
        check_fields(fields, ("kind", "pain_threshold", "armor"))
        return cls(name, fields["pain_threshold"], fields["armor"], ENEMIES[fields["kind"]][2])

    @property
    def is_up(self) -> bool:
        """True until the Pain Threshold is met."""
        return self.left > 0

    def suffer(self, damage: int, ap: bool) -> None:
        """Take damage less Armor, which leaves at least 1."""
        lowered = damage if ap or damage <= 1 else max(1, damage - self.armor)
        self.left -= lowered

    def count_points_needed(self, ap: bool) -> int:
        """Return the fewest points before Armor that take the enemy out."""
        return self.left if ap or self.left <= 1 else self.left + self.armor


def share_out(points: int, enemies: Sequence[Enemy], ap: bool) -> None:
    """Share automatic fire: each enemy gets what takes it out, those first who need the least."""
    for enemy in sorted(enemies, key=lambda each: each.count_points_needed(ap)):
        share = min(points, enemy.count_points_needed(ap))
        points -= share
        if share:
            enemy.suffer(share, ap)


def attack(rng: Random, operator: Operator, enemies: Sequence[Enemy]) -> None:
    """Make a test against the weakest enemy and deal the damage, or be hit on a Naughty."""
    target = weakest(enemies, lambda each: each.left)
    if target is None:
        return
    if operator.ghost:
        operator.spirit -= 1
    total = roll_die(rng) + roll_die(rng) + min(MOST_ADDED, operator.stat)
    if total <= 6:
        operator.suffer(roll_dice(rng, target.damage))
        return
    extra = total >= 12
    damage = roll_dice(rng, operator.damage)
    if extra and operator.mode == "single":
        damage *= 2
    if extra and operator.mode in ("auto", "auto_blast"):
        damage += 1
    there = active(enemies)
    if operator.mode in ("blast", "auto_blast"):
        for enemy in there:
            enemy.suffer(damage, operator.ap)
    elif operator.mode == "auto" and extra:
        share_out(damage, there, operator.ap)
    else:
        target.suffer(damage, operator.ap)


def play(set_up: SetUp, rng: Random) -> Result:
    """Play a fight."""
    squad: list[Operator] = []
    enemies: list[Enemy] = []
    for joining in set_up.combatants:
        for name in joining.names:
            if joining.sheet == "xmas.operator":
                squad.append(Operator.from_fields(name, joining.fields))
            else:
                enemies.append(Enemy.from_fields(name, joining.fields))
    sides: dict[str, Sequence[Fighter]] = {"squad": squad, "enemies": enemies}
    if not active(squad):
        return sum_up(sides, 1)
    for number in range(1, MOST_ROUNDS + 1):
        for operator in squad:
            if operator.is_up:
                attack(rng, operator, enemies)
            if not active(enemies):  # even if a ghost paid its last Spirit for it
                return Result("squad", number, tuple(each.name for each in squad if not each.downed))
            if not active(squad):
                return sum_up(sides, number)
    return sum_up(sides, MOST_ROUNDS)


def join_operators(
    name: str, count: int = 1, mode: str = "single", damage: str = "1d6", ap: bool = False, **fields: int
) -> Joining:
    """Let operators join, with one weapon and stats of 0 unless given."""
    weapon = {"name": "Rifle", "damage": damage, "mode": mode, "ap": ap}
    stats = {"tough": 0, "quick": 0, "smart": 0, "social": 0}
    given = {**stats, "wound_boxes": 3, "spirit": 3, "weapons": [weapon], **fields}
    return Joining("xmas.operator", "squad", name, given, count)


def join_enemies(kind: str, count: int = 1) -> Joining:
    """Let enemies of a kind join."""
    pain_threshold, armor, _ = ENEMIES[kind]
    fields = {"kind": kind, "pain_threshold": pain_threshold, "armor": armor}
    return Joining("xmas.enemy", "enemies", kind.replace("-", " ").capitalize(), fields, count)


SET_UPS = (
    SetUp(
        "a ghost without Spirit and an operator against two Elites",
        (join_operators("Ada", ghost=True, spirit=0), join_operators("Bob"), join_enemies("elite", 2)),
    ),
    SetUp(
        "two operators with Blast against five Grunts",
        (join_operators("Operator", 2, mode="blast"), join_enemies("grunt", 5)),
    ),
    SetUp(
        "an operator who is best at SOCIAL against two Captains",
        (join_operators("Ada", social=3, ap=True), join_enemies("captain", 2)),
    ),
    SetUp("one operator against an Elite", (join_operators("Bob"), join_enemies("elite"))),
    SetUp("one operator against two Elites", (join_operators("Bob"), join_enemies("elite", 2))),
    SetUp(
        "a ghost with 2 Spirit and an operator against two Captains",
        (join_operators("Ada", ghost=True, spirit=2), join_operators("Bob"), join_enemies("captain", 2)),
    ),
    SetUp(
        "an operator with automatic Blast and one with a rifle against a Captain and Cannon Fodder",
        (
            join_operators("Ada", mode="auto_blast", damage="1d4"),
            join_operators("Bob", quick=1),
            join_enemies("captain"),
            join_enemies("cannon-fodder", 4),
        ),
    ),
    SetUp(
        "two operators with automatic rifles against four Grunts",
        (join_operators("Operator", 2, mode="auto", tough=1), join_enemies("grunt", 4)),
    ),
)

SMALL_SET_UPS = (
    SetUp("two Wound boxes against an Elite", (join_operators("Bob", wound_boxes=2), join_enemies("elite"))),
    SetUp(
        "a ghost with 2 Spirit against an Elite", (join_operators("Ada", ghost=True, spirit=2), join_enemies("elite"))
    ),
    SetUp(
        "an automatic rifle against Cannon Fodder",
        (join_operators("Ada", mode="auto", wound_boxes=1), join_enemies("cannon-fodder", 3)),
    ),
    SetUp("one Wound box against two Captains", (join_operators("Bob", wound_boxes=1), join_enemies("captain", 2))),
)
