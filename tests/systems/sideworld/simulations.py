"""Simulations of Sideworld fights, written from the text without rules_py; forecasts are compared with them.

Readings, as on the site's pages: damage is rounded down, also where several share it. Halves of attributes are rounded
down. Each row of the body parts is a part of its own, and Muscle isn't Strength. A layer of armour that is destroyed
lets the rest through. One attack with a blast is compared with the Dodge of each target, and the near miss rule holds
for each that it misses.

The text is silent here, and the simulations choose: tied initiative acts in joining order. Actions per turn and
initiative rolls aren't halved by wounds. Only weapons that fire rounds have recoil: a clip, a burst or Full Auto shows
them, and "no recoil" is a mounted, Manual or other gun without it. An action fires no more rounds than Full Auto's rate
divided by the actions. A gun with too few rounds for an action is reloaded, which takes an action. Doors and parked
vehicles don't act, aren't attacked, and don't keep a side in the fight.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.systems.simulated_fights import (
    MOST_ROUNDS,
    Fields,
    Joining,
    Result,
    SetUp,
    active,
    check_fields,
    is_over,
    roll_dice,
    roll_die,
    sum_up,
    weakest,
)

DISTANCE = 10
"""The metres between two combatants."""

BODY_PARTS = ((20, "trunk"), (50, "arms"), (80, "legs"), (90, "face"), (92, "death"), (95, "thought"), (97, "manner"))
"""The highest roll of each row of the body parts; beyond the last one it is the part of the brain for Reactions."""


@dataclass
class Weapon:
    """A weapon at the distance of the fight; `clip` is 0 if its rounds aren't counted."""

    bonus: int
    damage: str
    rounds: int = 1
    rate: int = 1
    vent: int = 0
    steady: bool = False
    radius: int = 0
    clip: int = 0
    loaded: int = 0
    recoil: int = 0

    @property
    def has_recoil(self) -> bool:
        """True for guns that fire bullets and have nothing that takes their recoil."""
        return not self.steady and (self.clip > 0 or self.rounds > 1 or self.rate > 1)

    def count_rounds(self, actions: int) -> int:
        """Return the rounds of one action, which Full Auto limits."""
        return min(self.rounds, max(1, self.rate // actions)) if self.rate > 1 else self.rounds

    def fire(self, rounds: int) -> None:
        """Take the rounds from the clip and add to the recoil of this turn."""
        if self.clip:
            self.loaded -= rounds
        if self.has_recoil:
            self.recoil += max(0, rounds - self.vent)


@dataclass
class Character:
    """A member of the unit or another character."""

    name: str
    attack: int
    dodge: int
    initiative: int
    strength: int
    actions: int
    stamina: int
    left: int
    layers: list[tuple[int, int]]
    weapons: list[Weapon]
    is_dead: bool = False
    parts_hit: Counter[str] = field(default_factory=Counter)

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Character":
        """Build a character from the fields of a sheet."""
        scores = ("attack", "dodge", "initiative", "strength", "actions", "stamina")
        check_fields(fields, (*scores, "stamina_lost", "layers", "weapons"))
        layers = [(resilience, dc) for resilience, dc in fields.get("layers", ())]
        weapons = [
            Weapon(**{part: each[part] for part in each if part != "name"}) for each in fields.get("weapons", ())
        ]
        given: dict[str, Any] = {score: fields[score] for score in scores}
        return cls(
            name, **given, left=fields["stamina"] - fields.get("stamina_lost", 0), layers=layers, weapons=weapons
        )

    @property
    def is_up(self) -> bool:
        """True while the character can act: at a quarter of full Stamina or more."""
        return not self.is_dead and 4 * self.left >= self.stamina

    def count_now(self, attribute: int) -> int:
        """Return an attribute now: half below half of full Stamina."""
        return attribute // 2 if 2 * self.left < self.stamina else attribute

    def find_weapon(self) -> Weapon | None:
        """Return the first weapon, or None without one."""
        return next(iter(self.weapons), None)

    def suffer(self, rng: Random, damage: int) -> None:
        """Take damage through the layers of armour; more than a quarter of full Stamina at once hits a body part."""
        while self.layers:
            resilience, dc = self.layers[0]
            if damage < resilience:
                return
            damage -= resilience
            if damage < dc:
                self.layers[0] = (resilience, dc - damage)
                return
            damage -= dc
            self.layers.pop(0)
        self.left -= damage
        if self.left <= 0:
            self.is_dead = True
        elif 4 * damage > self.stamina:
            self.hit_part(rng)

    def hit_part(self, rng: Random) -> None:
        """Roll for the body part of a severe wound: braindeath kills, and so does a second hit on the trunk."""
        rolled = roll_die(rng, 100)
        part = next((part for highest, part in BODY_PARTS if rolled <= highest), "reactions")
        self.parts_hit[part] += 1
        if part == "death" or self.parts_hit["trunk"] > 1:
            self.is_dead = True


def strike_unarmed(rng: Random, attacker: Character, target: Character) -> None:
    """Attack without a weapon: 1D10 + Strength."""
    if roll_die(rng, 20) + attacker.count_now(attacker.attack) > roll_die(rng, 20) + target.count_now(target.dodge):
        target.suffer(rng, roll_die(rng, 10) + attacker.count_now(attacker.strength))


def use_weapon(
    rng: Random, attacker: Character, weapon: Weapon, target: Character, enemies: Sequence[Character]
) -> None:
    """Attack with a weapon, or reload it if too few rounds are left; a blast reaches everybody who is up."""
    rounds = weapon.count_rounds(attacker.actions)
    if weapon.clip and weapon.loaded < rounds:
        weapon.loaded = weapon.clip
        return
    total = roll_die(rng, 20) + attacker.count_now(attacker.attack) + weapon.bonus - weapon.recoil
    weapon.fire(rounds)
    reached = active(enemies) if weapon.radius else [target]
    missed_by = [(each, roll_die(rng, 20) + each.count_now(each.dodge) - total) for each in reached]
    damage = roll_dice(rng, weapon.damage) * rounds
    for each, margin in missed_by:
        wide, radius = margin * DISTANCE, weapon.radius * 100
        if margin < 0:
            each.suffer(rng, damage)
        elif wide < radius:
            each.suffer(rng, damage // 2 if 2 * wide > radius else damage)


def play(set_up: SetUp, rng: Random) -> Result:
    """Play a fight."""
    sides: dict[str, list[Character]] = {"unit": [], "others": []}
    for joining in set_up.combatants:
        if joining.sheet in ("sideworld.character", "sideworld.npc"):
            sides[joining.side].extend(Character.from_fields(name, joining.fields) for name in joining.names)
    everybody = [(side, each) for side, fighters in sides.items() for each in fighters]
    order = sorted(everybody, key=lambda place: roll_die(rng, 20) + place[1].initiative, reverse=True)
    for number in range(1, MOST_ROUNDS + 1):
        for side, each in order:
            enemies = sides["others" if side == "unit" else "unit"]
            for _ in range(each.actions):
                target = weakest(enemies, lambda enemy: enemy.left)
                if not each.is_up or target is None:
                    break
                weapon = each.find_weapon()
                if weapon is None:
                    strike_unarmed(rng, each, target)
                else:
                    use_weapon(rng, each, weapon, target, enemies)
            if is_over(sides):
                return sum_up(sides, number)
        for _, each in everybody:
            for weapon in each.weapons:
                weapon.recoil = 0
    return sum_up(sides, MOST_ROUNDS)


def join(sheet: str, side: str, name: str, count: int, weapon: dict[str, Any] | None, fields: Fields) -> Joining:
    """Let characters of a sheet join, with scores of 10 unless given."""
    scores = {"attack": 10, "dodge": 10, "initiative": 10, "strength": 10, "actions": 2, "stamina": 40}
    weapons = {"weapons": [weapon]} if weapon else {}
    return Joining(sheet, side, name, {**scores, **weapons, **fields}, count)


def join_characters(name: str, weapon: dict[str, Any] | None = None, count: int = 1, **fields: Any) -> Joining:
    """Let characters join your unit."""
    return join("sideworld.character", "unit", name, count, weapon, fields)


def join_npcs(name: str, weapon: dict[str, Any] | None = None, count: int = 1, **fields: Any) -> Joining:
    """Let NPCs join the others."""
    return join("sideworld.npc", "others", name, count, weapon, fields)


def load_gun(name: str, damage: str, loaded: int, **parts: Any) -> dict[str, Any]:
    """Return a gun whose rounds are counted, with a full clip."""
    return {"name": name, "bonus": 0, "damage": damage, "clip": loaded, "loaded": loaded, **parts}


SWORD = {"name": "Sword", "bonus": 0, "damage": "2d6"}
PISTOL = load_gun("Pistol", "2d6", 6, bonus=4)
SAFE = Joining("sideworld.object", "others", "Safe", {"resilience": 20, "dc": 500})

SET_UPS = (
    SetUp("bare hands, Strength 2 against 20", (join_characters("Ann", strength=2), join_npcs("Ben", strength=20))),
    SetUp(
        "a sword against one without recoil",
        (join_characters("Ann", SWORD, actions=4), join_npcs("Ben", {**SWORD, "steady": True}, actions=4)),
    ),
    SetUp("equal swords beside a safe", (join_characters("Ann", SWORD), join_npcs("Ben", SWORD), SAFE)),
    SetUp(
        "a pistol in need of reloading against armour and a sword",
        (join_characters("Ann", PISTOL), join_npcs("Ben", SWORD, layers=[[3, 12], [1, 5]])),
    ),
    SetUp("equal swords", (join_characters("Ann", SWORD), join_npcs("Ben", SWORD))),
    SetUp(
        "bursts with recoil against two sentries",
        (
            join_characters("Ann", load_gun("Rifle", "1d6", 12, rounds=3, vent=1, bonus=3), initiative=14),
            join_npcs("Sentry", PISTOL, 2, stamina=24),
        ),
    ),
    SetUp(
        "Full Auto beyond its limit against three raiders",
        (
            join_characters(
                "Ann", load_gun("Mini Gun", "1d4", 100, rounds=20, rate=20, bonus=4), actions=4, stamina=60
            ),
            join_npcs("Raider", SWORD, 3),
        ),
    ),
    SetUp(
        "a launcher with a blast against three raiders",
        (
            join_characters("Ann", load_gun("Launcher", "3d6", 4, radius=2, steady=True), actions=1, initiative=16),
            join_npcs("Raider", SWORD, 3, stamina=30),
        ),
    ),
    SetUp(
        "a Manual rifle against two quick raiders",
        (
            join_characters("Ann", load_gun("Rifle", "4d6", 1, steady=True, bonus=4), initiative=18),
            join_npcs("Raider", SWORD, 2, actions=3, stamina=24),
        ),
    ),
)

SMALL_SET_UPS = (
    SetUp(
        "bare hands that mostly hit",
        (
            join_characters("Ann", attack=14, stamina=12, strength=4),
            join_npcs("Ben", attack=14, stamina=10, strength=6),
        ),
    ),
)
