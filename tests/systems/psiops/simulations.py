"""Simulations of PSIOPS fights, written from the text without rules_py; forecasts are compared with them.

Readings, as on the site's pages: of several attackers on one target the highest counts, with both attacks of one
attacker added up. One side's actions happen at once, so a swarm keeps its armor until the turn is over. A weapon with
1/1 ammo is gone once it is used. A group checks with its leader's morale or the lowest one, one check is enough if two
are due, and the only member of a group checks like a lone foe. An injury comes off the maximum HP first, and the roll
at 0 HP isn't an action roll. Worn armor counts for 3 at most, cover comes on top.

The text is silent here, and the simulations choose: every attack is lethal, and nobody adds stress, takes somebody
round or attacks unarmed. A suppressed enemy makes one morale check a turn; one who acts does so and takes the damage
that waits for it, which ends the suppression. An enemy's second attack is defended against like the first, as only your
own second attack has disadvantage. Operatives use their best attribute for attacks and for defense.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
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
    is_over,
    keep_two,
    roll_die,
    sum_up,
    weakest,
)

ATTRIBUTES = ("strength", "reflexes", "tactics", "willpower")
MOST_ARMOR = 3
ACTIONS = 2

NEARBY_MODIFIERS = {"handgun": 0, "assault": 0, "rifle": 0, "shotgun": -1, "heavy": -1, "thrown": -1}
"""The attack modifiers at 10 m, which is handgun range: nearby."""

CLOSE_MODIFIERS = {"melee": 0}
"""The attack modifiers of weapons that reach no further than close."""

SWARM_SIZES = ((4, 0, -1, 1), (8, 1, 0, 2), (12, 2, 1, 3), (16, 3, 2, 4), (20, 4, 3, 5))
"""The highest size of each row of the swarm table, with its armor, damage modifier and number of attacks."""


def find_band(total: int) -> str:
    """Return the band of an action roll."""
    return "failure" if total <= 6 else "partial" if total <= 9 else "success" if total <= 12 else "critical"


@dataclass
class Weapon:
    """A weapon of an operative; `full` is 0 if its ammo isn't counted."""

    kind: str
    damage: int
    ammo: int = 6
    full: int = 6
    blast: bool = False

    @property
    def is_empty(self) -> bool:
        """True if its ammo is counted and none is left."""
        return self.full > 0 and self.ammo == 0

    def check_off(self, band: str) -> None:
        """Check off ammo after an attack."""
        if self.full == 1 or (self.full > 1 and band in ("failure", "partial")):
            self.ammo -= 1


@dataclass
class Operative:
    """A member of the squad."""

    name: str
    attributes: dict[str, int]
    hp: int
    max_hp: int
    armor: int
    cover: int
    weapons: list[Weapon]
    next_advantage: bool = False
    acts_first: bool = True
    is_standing: bool = True
    last_weapon: Weapon | None = None
    hits: Counter[str] = field(default_factory=Counter)

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Operative":
        """Build an operative from the fields of a sheet."""
        check_fields(fields, (*ATTRIBUTES, "hp", "max_hp", "armor", "cover", "weapons"))
        attributes = {each: fields[each] for each in ATTRIBUTES}
        weapons = [Weapon(**{part: each[part] for part in each if part != "name"}) for each in fields["weapons"]]
        armor = min(MOST_ARMOR, fields["armor"])
        return cls(name, attributes, fields["hp"], fields["max_hp"], armor, fields["cover"], weapons)

    @property
    def is_up(self) -> bool:
        """True while the operative is conscious."""
        return self.is_standing

    @property
    def best(self) -> int:
        """The best attribute."""
        return max(self.attributes.values())

    def find_weapon(self) -> Weapon | None:
        """Return the weapon used last, otherwise the first that isn't empty, or None."""
        if self.last_weapon and not self.last_weapon.is_empty:
            return self.last_weapon
        return next((each for each in self.weapons if not each.is_empty), None)

    def roll_action(self, rng: Random, added: int, disadvantage: bool = False) -> tuple[int, int, str]:
        """Make an action roll and return its counted dice and its band; an advantage from before is used up."""
        low, high = keep_two(rng, self.next_advantage, disadvantage)
        self.next_advantage = False
        return low, high, find_band(low + high + added)

    def defend(self, rng: Random, enemy: "Enemy | Swarm") -> None:
        """Defend against an attack of an enemy."""
        low, high, band = self.roll_action(rng, self.best)
        if band in ("failure", "partial"):
            faces = high if band == "failure" else low
            self.hits[enemy.name] += max(0, faces + enemy.damage - enemy.cover - self.armor - self.cover)
        self.next_advantage = band == "critical"

    def suffer(self, rng: Random) -> None:
        """Take the damage of the round's hardest attacker, and roll at 0 HP or less."""
        damage = max(self.hits.values(), default=0)
        self.hits.clear()
        if damage == 0:
            return
        self.hp -= damage
        if self.hp > 0:
            return
        strength = self.attributes["strength"]
        low, high = keep_two(rng)
        total = low + high + strength + self.hp
        self.max_hp -= 1
        if total <= 6 or self.max_hp == 0:
            self.is_standing = False
        elif total <= 12:
            self.hp = 1
            _, _, band = self.roll_action(rng, strength)
            self.is_standing = band != "failure"
        else:
            self.hp = min(low, self.max_hp)


@dataclass
class Enemy:
    """A single opponent."""

    name: str
    hp: int
    max_hp: int
    damage: int
    morale: int
    armor: int
    cover: int
    never_checks: bool
    lone: bool
    pinned: int
    group: str
    leads: bool
    routed: bool = False
    checks_held: int = 0
    hits: Counter[str] = field(default_factory=Counter)

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Enemy":
        """Build an enemy from the fields of a sheet."""
        read = ("hp", "max_hp", "damage", "morale", "armor", "cover", "never_checks", "lone", "pinned", "group")
        check_fields(fields, (*read, "leads"))
        given = {part: fields.get(part, False) for part in ("never_checks", "lone", "leads")}
        rest = {part: fields.get(part, 0) for part in ("armor", "cover", "pinned")}
        plain = {part: fields[part] for part in ("hp", "max_hp", "damage", "morale")}
        return cls(name, **plain, **rest, **given, group=fields.get("group", ""))

    @property
    def is_up(self) -> bool:
        """True while the enemy is neither down nor gone."""
        return self.hp > 0 and not self.routed

    @property
    def protection(self) -> int:
        """The armor and cover that come off an attack's damage."""
        return min(MOST_ARMOR, self.armor) + self.cover

    @property
    def harm(self) -> tuple[int, int]:
        """The HP lost, and the HP at the start."""
        return self.max_hp - max(0, self.hp), self.max_hp

    def may_act(self, rng: Random) -> bool:
        """Return True unless the enemy is suppressed and fails its morale check."""
        return not self.pinned or self.never_checks or roll_die(rng) < self.morale

    def suffer(self) -> None:
        """Take the damage of the turn's hardest attacker."""
        self.hp -= max(self.hits.values(), default=0)
        self.hits.clear()

    def risk(self) -> None:
        """Take the damage that waits for a suppressed enemy who acts."""
        self.hp -= self.pinned
        self.pinned = 0


@dataclass
class Swarm:
    """Many weak opponents as one; each has 1 HP."""

    name: str
    size: int
    hp: int
    morale: int
    never_checks: bool
    cover: int = 0
    routed: bool = False
    checks_held: int = 0
    hits: Counter[str] = field(default_factory=Counter)

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Swarm":
        """Build a swarm from the fields of a sheet."""
        check_fields(fields, ("size", "morale", "never_checks"))
        return cls(name, fields["size"], fields["size"], fields["morale"], fields.get("never_checks", False))

    @property
    def is_up(self) -> bool:
        """True while some of the swarm are left and fight."""
        return self.hp > 0 and not self.routed

    @property
    def row(self) -> tuple[int, int, int, int]:
        """The row of the table for the swarm's size now."""
        return next(row for row in SWARM_SIZES if self.hp <= row[0])

    @property
    def protection(self) -> int:
        """The armor for the swarm's size."""
        return self.row[1]

    @property
    def damage(self) -> int:
        """The damage modifier for the swarm's size."""
        return self.row[2]

    @property
    def attacks(self) -> int:
        """The number of targets that the swarm can attack."""
        return self.row[3]

    @property
    def harm(self) -> tuple[int, int]:
        """The opponents lost, and their number at the start."""
        return self.size - max(0, self.hp), self.size

    def suffer(self) -> None:
        """Take out an opponent for each point of damage of the turn's hardest attacker."""
        self.hp -= max(self.hits.values(), default=0)
        self.hits.clear()


Foe = Enemy | Swarm


def attack(rng: Random, operative: Operative, target: Foe, foes: Sequence[Foe], is_second: bool) -> None:
    """Attack a target with the operative's weapon; a blast hits all `foes`."""
    weapon = operative.find_weapon()
    if weapon is None:
        return
    operative.last_weapon = weapon
    added = operative.best + NEARBY_MODIFIERS.get(weapon.kind, CLOSE_MODIFIERS.get(weapon.kind, 0))
    low, high, band = operative.roll_action(rng, added, disadvantage=is_second)
    weapon.check_off(band)
    if band == "failure":
        return
    faces = {"partial": low, "success": high, "critical": low + high}[band]
    for foe in foes if weapon.blast else (target,):
        foe.hits[operative.name] += max(0, faces + weapon.damage - operative.cover - foe.protection)


def check_due(lost: int, whole: int, held: int) -> int:
    """Return the number of morale checks due: at the first loss and at half, minus those passed."""
    return max(0, (lost > 0) + (2 * lost >= whole) - held)


def check_morale(rng: Random, foes: Sequence[Foe]) -> None:
    """Make the morale checks that are due; those who fail rout."""
    groups: dict[tuple[str, str], list[Foe]] = {}
    for foe in foes:
        if not foe.never_checks:
            key = ("alone", foe.name) if isinstance(foe, Swarm) or foe.lone else ("group", foe.group)
            groups.setdefault(key, []).append(foe)
    for group in groups.values():
        up = active(group)
        if not up:
            continue
        lost, whole = group[0].harm if len(group) == 1 else (len(group) - len(up), len(group))
        due = check_due(lost, whole, up[0].checks_held)
        if not due:
            continue
        leaders = [each for each in up if isinstance(each, Enemy) and each.leads]
        morale = leaders[0].morale if leaders else min(each.morale for each in up)
        holds = roll_die(rng) < morale
        for each in up:
            each.routed = not holds
            each.checks_held += due


def play_operatives_turn(rng: Random, operatives: Sequence[Operative], foes: Sequence[Foe], number: int) -> None:
    """Let the operatives act: all choose their target before the results, and the results come at once."""
    target, there = weakest(foes, lambda foe: foe.hp), active(foes)
    if target is None:
        return
    for operative in active(operatives):
        if number > 1 or operative.acts_first:
            for number_of_attack in range(ACTIONS):
                attack(rng, operative, target, there, is_second=number_of_attack > 0)
    for foe in there:
        foe.suffer()


def play_enemies_turn(rng: Random, operatives: Sequence[Operative], foes: Sequence[Foe]) -> None:
    """Let the enemies act, with results that come at once: two attacks each, and a swarm by its size."""
    there = sorted(active(operatives), key=lambda operative: operative.hp)
    acted = []
    for foe in active(foes):
        if isinstance(foe, Swarm):
            for target in there[: foe.attacks]:
                target.defend(rng, foe)
        elif foe.may_act(rng):
            acted.append(foe)
            for _ in range(ACTIONS):
                there[0].defend(rng, foe)
    for operative in there:
        operative.suffer(rng)
    for foe in acted:
        foe.risk()


def play(set_up: SetUp, rng: Random) -> Result:
    """Play a fight."""
    operatives: list[Operative] = []
    foes: list[Foe] = []
    for joining in set_up.combatants:
        for name in joining.names:
            if joining.sheet == "psiops.operative":
                operatives.append(Operative.from_fields(name, joining.fields))
            elif joining.sheet == "psiops.swarm":
                foes.append(Swarm.from_fields(name, joining.fields))
            else:
                foes.append(Enemy.from_fields(name, joining.fields))
    sides: dict[str, Sequence[Fighter]] = {"operatives": operatives, "enemies": foes}
    for operative in operatives:
        _, _, band = operative.roll_action(rng, operative.attributes["tactics"])
        operative.acts_first = band != "failure"
    for number in range(1, MOST_ROUNDS + 1):
        play_operatives_turn(rng, operatives, foes, number)
        check_morale(rng, foes)
        if is_over(sides):
            return sum_up(sides, number)
        play_enemies_turn(rng, operatives, foes)
        check_morale(rng, foes)
        if is_over(sides):
            return sum_up(sides, number)
    return sum_up(sides, MOST_ROUNDS)


RIFLE = {"name": "Assault rifle", "kind": "assault", "damage": 2, "ammo": 6, "full": 6}
HANDGUN = {"name": "Handgun", "kind": "handgun", "damage": 1, "ammo": 6, "full": 6}
GRENADE = {"name": "Grenade, frag", "kind": "thrown", "damage": 1, "ammo": 1, "full": 1, "blast": True}
ONES = dict.fromkeys(ATTRIBUTES, 1)


def join_operatives(name: str, count: int = 1, weapons: Sequence[Fields] = (RIFLE,), **fields: int) -> Joining:
    """Let operatives join, with attributes of 0 and 6 HP unless given."""
    given = {**dict.fromkeys(ATTRIBUTES, 0), "hp": 6, "max_hp": 6, "armor": 0, "cover": 0, "weapons": list(weapons)}
    return Joining("psiops.operative", "operatives", name, {**given, **fields}, count)


def join_enemies(count: int = 1, name: str = "Guard", **fields: int | bool | str) -> Joining:
    """Let enemies join, with 6 HP, +2 damage and morale 3 unless given."""
    given = {"hp": 6, "max_hp": 6, "damage": 2, "morale": 3}
    return Joining("psiops.enemy", "enemies", name, {**given, **fields}, count)


def join_swarm(size: int, morale: int = 3) -> Joining:
    """Let a swarm join."""
    return Joining("psiops.swarm", "enemies", "Swarm", {"size": size, "morale": morale})


SET_UPS = (
    SetUp("two operatives against four guards", (join_operatives("Ann", 2, (HANDGUN,), **ONES), join_enemies(4))),
    SetUp("three operatives against a swarm of 14", (join_operatives("Ann", 3, armor=1), join_swarm(14))),
    SetUp(
        "an operative against a pinned guard who can't act",
        (join_operatives("Ann"), join_enemies(1, hp=10, max_hp=10, damage=3, morale=1, cover=2, pinned=4)),
    ),
    SetUp(
        "one grenade, which does 13 at most, against 14 HP",
        (
            join_operatives("Ann", 1, (GRENADE,), armor=3, tactics=3),
            join_enemies(1, "Ogre", hp=14, max_hp=14, never_checks=True),
        ),
    ),
    SetUp(
        "two operatives in armor against three fanatics",
        (join_operatives("Ann", 2, armor=2, tactics=1), join_enemies(3, "Fanatic", never_checks=True)),
    ),
    SetUp("two operatives against a steady swarm of 10", (join_operatives("Ann", 2), join_swarm(10, 5))),
    SetUp(
        "grenades, then rifles, against five guards",
        (join_operatives("Ann", 2, (GRENADE, RIFLE)), join_enemies(5, morale=4)),
    ),
    SetUp(
        "two operatives against three pinned guards",
        (join_operatives("Ann", 2), join_enemies(3, damage=3, morale=4, cover=1, pinned=4)),
    ),
    SetUp(
        "a strong operative against three guards",
        (join_operatives("Ann", strength=2, reflexes=-1, armor=1), join_enemies(3, damage=3)),
    ),
    SetUp(
        "three operatives against a leader and four recruits",
        (
            join_operatives("Ann", reflexes=1),
            join_operatives("Bob", 2, willpower=1, armor=1),
            join_enemies(1, "Leader", hp=10, max_hp=10, armor=1, damage=3, morale=5, leads=True),
            join_enemies(4, "Recruit", hp=4, max_hp=4, damage=1, morale=1),
        ),
    ),
)

SMALL_SET_UPS = (
    SetUp(
        "an operative who may get up again against a fanatic",
        (
            join_operatives("Ann", hp=1, max_hp=2, strength=2),
            join_enemies(1, "Fanatic", hp=1, max_hp=1, never_checks=True),
        ),
    ),
    SetUp("two weak operatives against a swarm of 5", (join_operatives("Ann", 2, hp=1, max_hp=1), join_swarm(5))),
)
