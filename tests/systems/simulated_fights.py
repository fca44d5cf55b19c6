"""Simulated fights: set-ups, results and dice that the games' simulations share. It doesn't import rules_py.

A simulation plays whole fights by a game's text, so that forecasts can be compared with it. Both use the same tactics:
combatants attack the weakest target (the fewest points left, ties in joining order), flee only by a rule, use the best
attribute that the text allows and all their actions, and don't aim, parry, hold or push. Weapons are used in the order
of the sheet, and reloaded when empty.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Protocol

Fields = Mapping[str, Any]
"""Fields of a sheet on the site, as JSON."""

MOST_ROUNDS = 50
"""The number of rounds after which a fight that no side has won is undecided."""


@dataclass(frozen=True)
class Joining:
    """Combatants who join a fight.

    Attributes:
        sheet: the id of their sheet on the site.
        side: their side, as in the site's tracker.
        name: their name; several get numbers after it.
        fields: the fields of their sheet that a simulation reads. All that matter are given.
        count: the number of combatants.
    """

    sheet: str
    side: str
    name: str
    fields: Fields = field(default_factory=dict)
    count: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each combatant, as in the site's tracker."""
        return (self.name,) if self.count == 1 else tuple(f"{self.name} {number + 1}" for number in range(self.count))


@dataclass(frozen=True)
class SetUp:
    """The start of a fight.

    Attributes:
        combatants: in joining order.
        board: the fields of the sheet that everybody shares, in games with one.
    """

    name: str
    combatants: tuple[Joining, ...]
    board: Fields = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in joining order."""
        return tuple(dict.fromkeys(each.side for each in self.combatants))


@dataclass(frozen=True)
class Result:
    """The result of a fight.

    Attributes:
        winner: the side that is left; empty if no side is, None if the fight is undecided.
        rounds: the number of rounds, including the last one.
        survivors: the names of the combatants who are still in the fight, in joining order.
    """

    winner: str | None
    rounds: int
    survivors: tuple[str, ...]


class Fighter(Protocol):
    """A combatant in a simulation."""

    name: str

    @property
    def is_up(self) -> bool:
        """True while the combatant is in the fight."""
        ...


def active[F: Fighter](fighters: Iterable[F]) -> list[F]:
    """Return the combatants who are in the fight."""
    return [each for each in fighters if each.is_up]


def weakest[F: Fighter](fighters: Iterable[F], points_left: Callable[[F], int]) -> F | None:
    """Return the active combatant with the fewest points left, the first in joining order among equals, or None."""
    return min(active(fighters), key=points_left, default=None)


def sum_up(sides: Mapping[str, Sequence[Fighter]], rounds: int) -> Result:
    """Return the result of a fight that has ended, from the combatants of each side."""
    left = [side for side, fighters in sides.items() if active(fighters)]
    survivors = tuple(each.name for fighters in sides.values() for each in active(fighters))
    return Result(left[0] if len(left) == 1 else None if left else "", rounds, survivors)


def is_over(sides: Mapping[str, Sequence[Fighter]]) -> bool:
    """Return True if fewer than two sides have combatants who are in the fight."""
    return sum(bool(active(fighters)) for fighters in sides.values()) < 2


def tally_wins(
    play: Callable[[SetUp, Random], Result], set_up: SetUp, fights: int, seed: int = 1
) -> Counter[str | None]:
    """Play a set-up many times and count the fights by winner."""
    rng = Random(seed)
    return Counter(play(set_up, rng).winner for _ in range(fights))


def is_close(times: int, fights: int, chance: Fraction, errors: float = 4) -> bool:
    """Return True if `times` of `fights` is within this many standard errors of an exact chance."""
    return abs(times - fights * chance) <= errors * sqrt(fights * chance * (1 - chance))


def check_fields(fields: Fields, read: Collection[str]) -> None:
    """Reject fields that a simulation doesn't read, because it would play another fight than the site.

    Raises:
        ValueError: there is such a field.
    """
    if unread := set(fields) - set(read) - {"name", "notes"}:
        raise ValueError(f"the simulation doesn't read {', '.join(sorted(unread))}")


def roll_die(rng: Random, sides: int = 6) -> int:
    """Roll a die."""
    return int(rng.random() * sides) + 1


def roll_dice(rng: Random, notation: str) -> int:
    """Roll dice in notation such as 2d6+1 and add them up; a number alone is itself."""
    found = re.fullmatch(r"(?:(\d*)d(\d+))?([+-]?\d+)?", notation.replace(" ", "").lower())
    if not found or not notation:
        raise ValueError(f"{notation!r} isn't dice notation")
    count, sides, added = found.groups()
    total = int(added or 0)
    if sides:
        total += sum(roll_die(rng, int(sides)) for _ in range(int(count or 1)))
    return total


def keep_two(rng: Random, advantage: bool = False, disadvantage: bool = False) -> tuple[int, int]:
    """Roll 2D6 and return them, lower first; of 3D6, advantage drops the lowest and disadvantage the highest.

    Advantage and disadvantage cancel each other.
    """
    count = 2 if advantage == disadvantage else 3
    faces = sorted(roll_die(rng) for _ in range(count))
    low, high = faces[-2:] if advantage else faces[:2]
    return low, high
