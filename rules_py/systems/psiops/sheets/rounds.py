"""PSIOPS: several attackers of one target, of whom only the highest damage counts in a round."""

from typing import Annotated, Any, NamedTuple, Protocol, Self

from rules_py.parameters import ListOf, Record, Text, Whole
from rules_py.play import Log

MOST_IN_NAMES = 100
"""A fight puts a number behind the name of whoever is called like somebody else."""

Attacker = Annotated[
    str,
    Text(
        "who attacked, where several do: of them only the highest damage counts each round",
        most=MOST_IN_NAMES,
        label="Attacker",
    ),
]


class Blow(NamedTuple):
    """What one attacker did to somebody in this round, all attacks together."""

    by: Annotated[str, Text("who attacked", most=MOST_IN_NAMES)] = ""
    damage: Annotated[int, Whole(0, 999, "damage that it did", label="Damage")] = 0


Blows = Annotated[
    tuple[Blow, ...],
    ListOf(
        Record(Blow, "an attacker"),
        "damage of this round by attacker; only the highest counts",
        most=20,
        label="Damage of this round",
    ),
]


class BlowTarget(Protocol):
    """Whoever can have several attackers in a round."""

    @property
    def blows(self) -> tuple[Blow, ...]:
        """What each did."""

    def replace(self, **fields: Any) -> Self:
        """The same with other fields."""


def find_highest_damage(blows: tuple[Blow, ...]) -> int:
    """The damage of a round that counts."""
    return max((each.damage for each in blows), default=0)


def add_blow[S: BlowTarget](target: S, say: Log, by: str, damage: int) -> tuple[S, int]:
    """The target with one more blow, and how much of its damage counts.

    Both attacks of one attacker count. Reading: damage happens at once, and a later attacker's higher one adds what it
    is higher by. Damage from nobody named counts in full.
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
    """The target without damage of an attacker's in this round, and how much of it had counted."""
    so_far = sum(each.damage for each in target.blows if each.by == by)
    if not by or not so_far:
        return target, damage
    others = tuple(each for each in target.blows if each.by != by)
    left = max(0, so_far - damage)
    spared = target.replace(blows=(*others, Blow(by, left)) if left else others)
    return spared, find_highest_damage(target.blows) - find_highest_damage(spared.blows)
