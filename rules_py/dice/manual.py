"""Dice that somebody throws at the table while the rule asks for them."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules_py.dice.rollers import PhysicalDice
from rules_py.errors import RulesError
from rules_py.text.formatting import quoted

MOST_AHEAD = 8
"""How many requests are looked for behind the one that lacks a face."""

CHANCES = 6
"""How often chance throws, to see what is asked for whatever the dice show; lowest and highest faces come on top."""


@dataclass(frozen=True)
class Slot:
    """A die that a rule asks for.

    Attributes:
        label: what the rule calls it; "" where it has no name of its own.
        face: what it shows; None while it has not fallen.
        throw: the number of the request that it is a part of, from 0.
        of: what the dice of the request are called.
        read: which of them it is, where there are several: "2 of 3", or "tens".
    """

    sides: int
    label: str
    face: int | None
    throw: int = 0
    of: str = ""
    read: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "sides": self.sides,
            "label": self.label,
            "face": self.face,
            "throw": self.throw,
            "of": self.of,
            "read": self.read,
        }


@dataclass(frozen=True)
class Asking:
    """What a rule asks for.

    Attributes:
        slots: the dice in the order in which the rule asks, up to where that depends on dice that have not fallen.
        spare: dice that show something and are none of these: their turn may come, or they are not needed.
    """

    slots: tuple[Slot, ...]
    spare: tuple[Slot, ...]

    @property
    def missing(self) -> tuple[Slot, ...]:
        """The dice that have not fallen: none where the rule has all that it needs."""
        return tuple(slot for slot in self.slots if slot.face is None)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces up to the first that is missing, in the order in which the rule reads them."""
        return tuple(slot.face for slot in self._fallen())

    def _fallen(self) -> Iterator[Any]:
        for slot in self.slots:
            if slot.face is None:
                return
            yield slot

    def to_dict(self) -> dict[str, Any]:
        return {"slots": [slot.to_dict() for slot in self.slots], "spare": [slot.to_dict() for slot in self.spare]}


class EnoughError(Exception):
    """The rule has asked for what can be told."""


class OwnDice(PhysicalDice):
    """Each die that is asked for shows the next face that is there for its label and sides.

    So faces stay with what they were thrown for, whatever else the rule comes to ask for before them.
    """

    def __init__(self, fallen: Iterable[Slot]) -> None:
        super().__init__()
        self.throws: list[list[Slot]] = []
        self._fallen: dict[tuple[str, int], list[Slot]] = {}
        for slot in fallen:
            if type(slot.face) is not int or not 1 <= slot.face <= slot.sides:
                raise RulesError(
                    f"faces: got {quoted(slot.face)}, takes 1 to {slot.sides} for a d{slot.sides}",
                    plain=f"A d{slot.sides} shows 1 to {slot.sides}.",
                )
            self._fallen.setdefault((slot.label, slot.sides), []).append(slot)

    def throw(self, count: int, sides: int, label: str, reads: tuple[str, ...] = ()) -> tuple[int, ...]:
        there = self._fallen.get((label, sides), [])
        of = label or "D66" if reads else _called(count, sides, label)
        reads = reads or (("",) if count == 1 else tuple(f"{number} of {count}" for number in range(1, count + 1)))
        thrown = [
            Slot(sides, label, there.pop(0).face if there else None, len(self.throws), of, read) for read in reads
        ]
        self.throws.append(thrown)
        return tuple(self.instead(sides) if slot.face is None else slot.face for slot in thrown)

    def instead(self, sides: int) -> int:
        """A face for a die that has not fallen.

        Raises:
            EnoughError: the rule can't go on without it.
        """
        raise EnoughError


class SupposedDice(OwnDice):
    """Goes on with faces that nobody threw, for as long as it is asked for what was expected.

    Attributes:
        most: how many requests it takes.
        expected: the requests as they came with other faces; None where that is still to be seen.
    """

    def __init__(
        self, fallen: Iterable[Slot], face: Callable[[int], int], most: int, expected: list[list[Slot]] | None
    ) -> None:
        super().__init__(fallen)
        self._face = face
        self.most = most
        self.expected = expected

    def throw(self, count: int, sides: int, label: str, reads: tuple[str, ...] = ()) -> tuple[int, ...]:
        at = len(self.throws)
        if at == self.most:
            raise EnoughError
        faces = super().throw(count, sides, label, reads)
        if self.expected is not None and self.throws[at] != self.expected[at]:
            self.throws.pop()
            raise EnoughError
        return faces

    def instead(self, sides: int) -> int:
        return self._face(sides)


def asked(run: Callable[[PhysicalDice], object], fallen: Iterable[Slot]) -> Asking:
    """The dice that a rule asks for.

    Those that lack a face come first, and then what is asked for whatever they show: as far as throws of the lowest
    faces, of the highest and some by chance agree. Where chance misses something, it is told once the dice have fallen.

    Args:
        run: runs the rule with dice.
        fallen: dice that show a face.
    """
    fallen = list(fallen)
    dice = OwnDice(fallen)
    with suppress(EnoughError):
        run(dice)
    throws = dice.throws
    if throws and any(slot.face is None for slot in throws[-1]):
        throws = _and_ahead(run, fallen, throws)
    slots = tuple(slot for thrown in throws for slot in thrown)
    return Asking(slots, _spare(fallen, slots))


def _and_ahead(
    run: Callable[[PhysicalDice], object], fallen: list[Slot], certain: list[list[Slot]]
) -> list[list[Slot]]:
    """Requests, and those that follow them whatever their dice show."""
    expected = None
    for face in (_lowest, _highest, *map(_by_chance, range(CHANCES))):
        most = len(certain) + MOST_AHEAD if expected is None else len(expected)
        dice = SupposedDice(fallen, face, most, expected)
        with suppress(EnoughError):
            run(dice)
        expected = dice.throws
        if len(expected) == len(certain):
            break
    return expected or certain


def _lowest(sides: int) -> int:
    return 1


def _highest(sides: int) -> int:
    return sides


def _by_chance(seed: int) -> Callable[[int], int]:
    chance = random.Random(seed)
    return lambda sides: chance.randrange(sides) + 1


def _spare(fallen: list[Slot], slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The dice that fell and are none of the slots."""
    used = [(slot.label, slot.sides) for slot in slots if slot.face is not None]
    spare = []
    for slot in fallen:
        if (slot.label, slot.sides) in used:
            used.remove((slot.label, slot.sides))
        else:
            spare.append(Slot(slot.sides, slot.label, slot.face, of=_called(1, slot.sides, slot.label)))
    return tuple(spare)


def _called(count: int, sides: int, label: str) -> str:
    return label or f"{count if count > 1 else ''}D{sides}"
