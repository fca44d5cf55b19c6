"""Simulations of PUML fights, written from the text without rules_py; forecasts are compared with them.

Readings, as on the site's pages: every hit counts 1. A round begins with both pools at the numbers it starts with, and
a single die left over ends a phase. So does the last attacker's action. The roll is 2D6 + attribute, two 6s among the
dice that count are an ultra success. Complications and amazing things are the table's, so they don't happen here.

The text is silent here, and the simulations choose: combatants attack in joining order. Nobody teams up or spends a
third die by choice. An attacked character defends with their best attribute. A disadvantage on the next combat action
is used up by that action, in either phase; together with the third die's advantage it cancels out. Those with a free
attack make it before their attack of the phase: it takes no dice, and loses one if it fails.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.systems.simulated_fights import (
    MOST_ROUNDS,
    Fields,
    Joining,
    Result,
    SetUp,
    check_fields,
    is_over,
    keep_two,
    sum_up,
    weakest,
)

AN_ACTION = 2


@dataclass
class Combatant:
    """A character or an enemy; an enemy makes no rolls."""

    name: str
    hits_left: int
    attribute: int = 0
    hampered: bool = False
    free_attack: bool = False

    @classmethod
    def from_fields(cls, name: str, fields: Fields) -> "Combatant":
        """Build a combatant from the fields of a sheet."""
        check_fields(fields, ("hits_most", "hits", "attributes", "hampered", "free_attack"))
        best = max((each["value"] for each in fields.get("attributes", ())), default=0)
        hits_left = fields["hits_most"] - fields.get("hits", 0)
        return cls(name, hits_left, best, fields.get("hampered", False), fields.get("free_attack", False))

    @property
    def is_up(self) -> bool:
        """True until enough hits put the combatant out."""
        return self.hits_left > 0

    def roll_action(self, rng: Random, advantage: bool = False, disadvantage: bool = False) -> str:
        """Make an action roll and return its band; a disadvantage from before is used up."""
        low, high = keep_two(rng, advantage, disadvantage or self.hampered)
        self.hampered = False
        if low == high == 6:
            return "ultra"
        total = low + high + self.attribute
        return "failure" if total <= 6 else "partial" if total <= 9 else "success"


def run_phase(
    dice: int,
    attackers: Sequence[Combatant],
    targets: Sequence[Combatant],
    act: Callable[[Combatant, Combatant, bool], int | None],
    is_offense: bool = False,
) -> None:
    """Run a phase: each attacker acts once, after a free attack in the offense, as long as there are dice and targets.

    Args:
        act: the action of an attacker against a target, with True if it takes a third die. It returns the number of
            further dice that are lost, or None if the phase ends at once.
    """
    for attacker in attackers:
        target = weakest(targets, lambda each: each.hits_left)
        if dice < AN_ACTION or target is None:
            return
        if not attacker.is_up:
            continue
        if is_offense and attacker.free_attack:
            attacker.free_attack = False
            dice -= act(attacker, target, False) or 0
            target = weakest(targets, lambda each: each.hits_left)
            if dice < AN_ACTION or target is None:
                return
        is_third = dice == AN_ACTION + 1
        lost = act(attacker, target, is_third)
        if lost is None:
            return
        dice -= AN_ACTION + is_third + lost


def play(set_up: SetUp, rng: Random) -> Result:
    """Play a fight."""
    characters: list[Combatant] = []
    enemies: list[Combatant] = []
    for joining in set_up.combatants:
        side = characters if joining.sheet == "puml.character" else enemies
        side.extend(Combatant.from_fields(name, joining.fields) for name in joining.names)
    sides = {"players": characters, "enemies": enemies}
    board = set_up.board
    check_fields(board, ("phase", "offense_dice", "defence_dice", "offense_starts", "defence_starts"))

    def attack(character: Combatant, enemy: Combatant, is_third: bool) -> int:
        band = character.roll_action(rng, advantage=is_third)
        if band == "failure":
            return 1
        enemy.hits_left -= 1
        return 0

    def defend(_enemy: Combatant, character: Combatant, is_third: bool) -> int | None:
        band = character.roll_action(rng, disadvantage=is_third)
        if band == "failure":
            character.hits_left -= 1
        return None if band == "ultra" else int(band == "success")

    phases = (
        ("offense", characters, enemies, attack),
        ("defence", enemies, characters, defend),
    )
    for number in range(1, MOST_ROUNDS + 1):
        for phase, attackers, targets, act in phases:
            is_start = number == 1 and board.get("phase", "offense") == phase
            if number == 1 and phase == "offense" and not is_start:
                continue
            part = "dice" if number == 1 else "starts"
            run_phase(board[f"{phase}_{part}"], attackers, targets, act, phase == "offense")
            if is_over(sides):
                return sum_up(sides, number)
    return sum_up(sides, MOST_ROUNDS)


def join_characters(
    name: str,
    *values: int,
    count: int = 1,
    hits_most: int = 2,
    hampered: bool = False,
    free_attack: bool = False,
) -> Joining:
    """Let characters with these attributes join."""
    attributes = [{"name": f"Attribute {number}", "value": value} for number, value in enumerate(values, 1)]
    fields = {"attributes": attributes, "hits_most": hits_most, "hampered": hampered, "free_attack": free_attack}
    return Joining("puml.character", "players", name, fields, count)


def join_enemies(count: int = 1, hits_most: int = 2) -> Joining:
    """Let enemies join."""
    return Joining("puml.enemy", "enemies", "Guard", {"hits_most": hits_most}, count)


def set_pools(offense: int = 5, defence: int = 5, phase: str = "offense") -> dict[str, int | str]:
    """Return the fields of the tracker, at the start of a round or of its defence phase."""
    now = offense if phase == "offense" else 0
    starts = {"offense_starts": offense, "defence_starts": defence}
    return {"phase": phase, "offense_dice": now, "defence_dice": defence, **starts}


SET_UPS = (
    SetUp(
        "a character whose second attribute is the best",
        (join_characters("Ada", -1, 3), join_enemies()),
        set_pools(),
    ),
    SetUp(
        "a hampered character in the defence phase",
        (join_characters("Ada", 0, hits_most=1, hampered=True), join_enemies(hits_most=1)),
        set_pools(5, 5, "defence"),
    ),
    SetUp(
        "two with a free attack each, and three dice",
        (join_characters("Ada", 1, count=2, hits_most=1, free_attack=True), join_enemies(2, hits_most=3)),
        set_pools(3, 5),
    ),
    SetUp(
        "two against three with 7 and 6 dice", (join_characters("Ada", 1, count=2), join_enemies(3)), set_pools(7, 6)
    ),
    SetUp("two against two with 3 dice each", (join_characters("Ada", 0, count=2), join_enemies(2)), set_pools(3, 3)),
    SetUp("one against one", (join_characters("Ada", 0), join_enemies()), set_pools()),
    SetUp(
        "three against four with 6 and 7 dice",
        (join_characters("Ada", 2), join_characters("Bob", 0), join_characters("Cy", -1), join_enemies(4, hits_most=1)),
        set_pools(6, 7),
    ),
    SetUp(
        "a hampered character who attacks with three dice",
        (join_characters("Ada", 1, hits_most=1, hampered=True), join_enemies(2, hits_most=1)),
        set_pools(3, 4),
    ),
)

SMALL_SET_UPS = (
    SetUp(
        "a hit each, with three dice",
        (join_characters("Ada", 0, hits_most=1), join_enemies(hits_most=1)),
        set_pools(3, 3),
    ),
    SetUp("one against two", (join_characters("Ada", 1, hits_most=1), join_enemies(2, hits_most=1)), set_pools()),
    SetUp(
        "two against two",
        (join_characters("Ada", 0, count=2, hits_most=1), join_enemies(2, hits_most=1)),
        set_pools(5, 4),
    ),
)
