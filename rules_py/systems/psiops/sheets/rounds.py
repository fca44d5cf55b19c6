"""PSIOPS: several attackers of one target, where only the highest damage counts in a round."""

from typing import Annotated, Any, NamedTuple, Protocol, Self

from rules_py.parameters import ListOf, Record, Text, Whole
from rules_py.play import Log

MOST_ATTACKERS = 200
"""The maximum number of attackers of one target in a round: as many as a fight has combatants."""

MOST_IN_NAMES = 100
"""The maximum length of a combatant's name, including the number a fight appends to duplicates."""

Attacker = Annotated[
    str,
    Text(
        "the attacker; of several only the highest damage counts each round",
        most=MOST_IN_NAMES,
        label="Attacker",
    ),
]


class Blow(NamedTuple):
    """The total damage of one attacker in this round."""

    by: Annotated[str, Text("the attacker", most=MOST_IN_NAMES)] = ""
    damage: Annotated[int, Whole(0, 999, "the damage done", label="Damage")] = 0


Blows = Annotated[
    tuple[Blow, ...],
    ListOf(
        Record(Blow, "an attacker"),
        "damage of this round by attacker; only the highest counts",
        most=MOST_ATTACKERS,
        label="Damage of this round",
    ),
]


class BlowTarget(Protocol):
    """The interface of sheets that can have several attackers in a round."""

    @property
    def blows(self) -> tuple[Blow, ...]:
        """The total damage of each attacker."""

    def replace(self, **fields: Any) -> Self:
        """Return a copy with other fields."""


def find_highest_damage(blows: tuple[Blow, ...]) -> int:
    """Return the highest damage of a round, which is the one that counts."""
    return max((each.damage for each in blows), default=0)


def add_blow[S: BlowTarget](target: S, say: Log, by: str, damage: int) -> tuple[S, int]:
    """Add a blow to the target; return the target and the part of the damage that counts.

    Both attacks of one attacker count. Damage happens at once, so a later attacker's higher damage adds the difference.
    Damage without a named attacker counts in full.
    """
    if not by or not damage:
        return target, damage
    so_far = sum(each.damage for each in target.blows if each.by == by)
    hit = target.replace(blows=(*(each for each in target.blows if each.by != by), Blow(by, so_far + damage)))
    counts = find_highest_damage(hit.blows) - find_highest_damage(target.blows)
    if counts < damage:
        say(f"Of several attackers only the highest damage counts: {counts} of {damage}.")
    return hit, counts


def remove_blow[S: BlowTarget](target: S, by: str, damage: int) -> tuple[S, int]:
    """Remove an attacker's damage in this round; return the target and the part that had counted."""
    so_far = sum(each.damage for each in target.blows if each.by == by)
    if not by or not so_far:
        return target, damage
    others = tuple(each for each in target.blows if each.by != by)
    left = max(0, so_far - damage)
    spared = target.replace(blows=(*others, Blow(by, left)) if left else others)
    return spared, find_highest_damage(target.blows) - find_highest_damage(spared.blows)
