"""Simulations of COMBAT! fights, written from the text without rules_py; forecasts are compared with them.

Readings, as on the site's pages: damage of both kinds that reaches the LIF score knocks out. More than half the LIF
score, rounded up, from one blow stuns. A stunned combatant loses REF and INT, but not what was bought on top. A stun
lasts until the end of the turn whose action it costs: this turn's if that is still to come, else the next one's. Those
who act at the same time have acted.

The text is silent here, and the simulations choose: a combatant has one action a turn. Those who act at the same time
choose their targets and meet each other's DEF as they are before any of them acts, and all of them act. Stunning damage
is blunt unless the weapon says otherwise, and deadly damage isn't. A character attacks with the best attribute of the
Body Group and with their best skill. One with HLT 0 is dead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from random import Random

from tests.systems.simulated_fights import (
    MOST_ROUNDS,
    Fields,
    Joining,
    Result,
    SetUp,
    check_fields,
    is_over,
    roll_dice,
    roll_die,
    sum_up,
    weakest,
)

BASE_DEFENSE = 10


@dataclass
class Combatant:
    """A character or an enemy."""

    name: str
    attack: int
    damage: str
    is_deadly: bool
    is_blunt: bool
    reflexes: int
    intellect: int
    initiative_bonus: int
    defense_bonus: int
    toughness: int
    life: int
    is_dead: bool = False
    lost: int = 0
    stunned_turns: int = 0
    has_acted: bool = False

    @classmethod
    def from_character(cls, name: str, fields: Fields) -> "Combatant":
        """Build a combatant from the fields of a character's sheet; the first weapon is used."""
        attributes = ("strength", "reflexes", "health", "intellect", "will")
        bought = ("bought_defense", "bought_initiative", "bought_toughness", "bought_life")
        check_fields(fields, (*attributes, *bought, "presence", "skills", "weapons", "stunning", "deadly"))
        strength, reflexes, health, intellect, will = (fields[each] for each in attributes)
        defense, initiative, toughness, life = (fields.get(each, 0) for each in bought)
        weapon = fields["weapons"][0]
        return cls(
            name,
            max(strength, reflexes, health) + max(each["level"] for each in fields["skills"]),
            weapon["damage"],
            weapon["harm"] == "deadly",
            weapon.get("blunt", weapon["harm"] == "stunning"),
            reflexes,
            intellect,
            initiative,
            defense,
            ceil((strength + will) / 2) + toughness,
            health * 3 + will * 2 + life,
            health == 0,
            fields.get("stunning", 0) + fields.get("deadly", 0),
        )

    @classmethod
    def from_enemy(cls, name: str, fields: Fields) -> "Combatant":
        """Build a combatant from the fields of an enemy's sheet."""
        scores = ("reflexes", "intellect", "toughness", "life")
        check_fields(fields, (*scores, "attribute", "skill", "damage", "harm", "def_bonus", "initiative_bonus"))
        return cls(
            name,
            fields["attribute"] + fields["skill"],
            fields["damage"],
            fields["harm"] == "deadly",
            fields["harm"] == "stunning",
            fields["reflexes"],
            fields["intellect"],
            fields.get("initiative_bonus", 0),
            fields.get("def_bonus", 0),
            fields["toughness"],
            fields["life"],
        )

    @property
    def life_left(self) -> int:
        """The LIF that is left."""
        return max(0, self.life - self.lost)

    @property
    def is_up(self) -> bool:
        """True while the combatant is neither unconscious nor dying."""
        return self.life_left > 0 and not self.is_dead

    @property
    def is_stunned(self) -> bool:
        """True while a stun lasts."""
        return self.stunned_turns > 0

    @property
    def defense(self) -> int:
        """DEF, without REF while stunned."""
        return BASE_DEFENSE + self.defense_bonus + (0 if self.is_stunned else self.reflexes)

    def roll_initiative(self, rng: Random) -> tuple[int, int]:
        """Roll for initiative and return the total and INT, which breaks ties; a stun takes REF and INT."""
        reflexes, intellect = (0, 0) if self.is_stunned else (self.reflexes, self.intellect)
        return ceil((reflexes + intellect) / 2) + self.initiative_bonus + roll_die(rng), intellect

    def roll_blow(self, rng: Random, target: "Combatant") -> int:
        """Attack a target and return the LIF that it loses."""
        if roll_dice(rng, "3d6") + self.attack < target.defense:
            return 0
        return max(0, roll_dice(rng, self.damage) - (target.toughness if self.is_blunt else 0))

    def suffer(self, lost: int) -> None:
        """Lose LIF in one blow, which may stun."""
        self.lost += lost
        if lost > ceil(self.life / 2):
            self.stunned_turns = max(self.stunned_turns, 2 if self.has_acted else 1)


def act_together(rng: Random, group: Sequence[tuple[str, Combatant]], sides: dict[str, list[Combatant]]) -> None:
    """Let combatants act at the same time: all attack before any blow counts."""
    blows = []
    for side, each in group:
        enemies = [enemy for other, fighters in sides.items() if other != side for enemy in fighters]
        target = weakest(enemies, lambda enemy: enemy.life_left)
        if each.is_up and not each.is_stunned and target is not None:
            blows.append((target, each.roll_blow(rng, target)))
    for _, each in group:
        each.has_acted = True
    for target, lost in blows:
        target.suffer(lost)


def play(set_up: SetUp, rng: Random) -> Result:
    """Play a fight."""
    sides: dict[str, list[Combatant]] = {"team": [], "enemies": []}
    for joining in set_up.combatants:
        is_character = joining.sheet == "combat.character"
        build = Combatant.from_character if is_character else Combatant.from_enemy
        sides[joining.side].extend(build(name, joining.fields) for name in joining.names)
    everybody = [(side, each) for side, fighters in sides.items() for each in fighters]
    if is_over(sides):
        return sum_up(sides, 1)
    for number in range(1, MOST_ROUNDS + 1):
        order = [(each.roll_initiative(rng), (side, each)) for side, each in everybody if each.is_up]
        order.sort(key=lambda rolled: rolled[0], reverse=True)
        for _, tied in groupby(order, lambda rolled: rolled[0]):
            act_together(rng, [place for _, place in tied], sides)
            if is_over(sides):
                return sum_up(sides, number)
        for _, each in everybody:
            each.stunned_turns = max(0, each.stunned_turns - 1)
            each.has_acted = False
    return sum_up(sides, MOST_ROUNDS)


FIST = {"name": "Fist", "damage": "3d6", "harm": "stunning"}
PISTOL = {"name": "Pistol", "damage": "2d6", "harm": "deadly"}


def join_characters(name: str, count: int = 1, skill: int = 3, weapon: dict[str, str] = FIST, **fields: int) -> Joining:
    """Let characters join, with scores of 3 unless given."""
    attributes = dict.fromkeys(("strength", "reflexes", "health", "presence", "intellect", "will"), 3)
    skills = [{"name": "Fighting", "attribute": "reflexes", "level": skill}]
    return Joining(
        "combat.character", "team", name, {**attributes, "skills": skills, "weapons": [weapon], **fields}, count
    )


def join_enemies(name: str, count: int = 1, damage: str = "3d6", harm: str = "stunning", **fields: int) -> Joining:
    """Let enemies join, with scores of 3 unless given."""
    scores = {"attribute": 3, "skill": 3, "reflexes": 3, "intellect": 3, "toughness": 3, "life": 15}
    return Joining("combat.enemy", "enemies", name, {"damage": damage, "harm": harm, **scores, **fields}, count)


NELSON = join_characters("Nelson", will=5, bought_toughness=4)
"""Sgt. Nelson of the examples: HLT 3 and WIL 5, which are LIF 19, and TGH 8. His REF is average."""

SET_UPS = (
    SetUp(
        "Sgt. Nelson against a shooter",
        (NELSON, join_enemies("Shooter", damage="2d6", harm="deadly")),
    ),
    SetUp("equal fists", (join_characters("Ann"), join_enemies("Brute"))),
    SetUp(
        "two pistols against three tough brawlers",
        (join_characters("Ann", 2, skill=4, weapon=PISTOL), join_enemies("Brawler", 3, toughness=6, life=12)),
    ),
    SetUp(
        "two against two with the same initiative",
        (
            join_characters("Ann", 2, weapon={**PISTOL, "damage": "3d6"}, intellect=4),
            join_enemies("Soldier", 2, damage="3d6", harm="deadly", intellect=4),
        ),
    ),
    SetUp(
        "equal fists that stun with each hit",
        (
            join_characters("Ann", health=1, will=1, weapon={**FIST, "damage": "2d6+4"}),
            join_enemies("Brute", damage="2d6+4", toughness=2, life=5),
        ),
    ),
    SetUp(
        "a clever character with a strong arm",
        (join_characters("Ann", strength=5, intellect=7, reflexes=2), join_enemies("Brute", life=18)),
    ),
    SetUp("a character without Health", (join_characters("Ann", health=0, will=5), join_enemies("Brute"))),
)

SMALL_SET_UPS = (SetUp("weak fists", (join_characters("Ann", health=1, will=1), join_enemies("Brute", life=5))),)
