"""Dice that a player rolls at the table while the rule requests them."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules_py.dice.rollers import FaceQueue, RecordingDice
from rules_py.errors import FaceError

MAX_LOOKAHEAD = 8
"""The number of requests to look ahead after the first one that lacks a face."""

RANDOM_PROBES = 6
"""The number of probes with random faces, in addition to those with the lowest and the highest faces.

They find the requests that come whatever the dice show.
"""


@dataclass(frozen=True)
class DieSlot:
    """A die that a rule requests.

    Attributes:
        label: the rule's name for it, or "".
        face: the face it shows, or None if it hasn't been rolled.
        throw_index: the index of its request, from 0.
        throw_label: the name of the dice of its request.
        die_label: its name among several dice of the request: "2 of 3", or "tens".
    """

    sides: int
    label: str
    face: int | None
    throw_index: int = 0
    throw_label: str = ""
    die_label: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "sides": self.sides,
            "label": self.label,
            "face": self.face,
            "throw": self.throw_index,
            "of": self.throw_label,
            "read": self.die_label,
        }


@dataclass(frozen=True)
class DiceRequest:
    """The dice that a rule requests.

    Attributes:
        slots: the dice in the order of the requests, up to the point where they depend on dice that haven't been
            rolled.
        spare_slots: rolled dice that aren't among the slots: the rule may request them later, or doesn't need them.
    """

    slots: tuple[DieSlot, ...]
    spare_slots: tuple[DieSlot, ...]

    @property
    def missing_slots(self) -> tuple[DieSlot, ...]:
        """The dice that haven't been rolled; () if the rule has all that it needs."""
        return tuple(slot for slot in self.slots if slot.face is None)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces up to the first missing one, in the order in which the rule reads them."""
        return tuple(slot.face for slot in self._rolled_slots())

    def _rolled_slots(self) -> Iterator[Any]:
        for slot in self.slots:
            if slot.face is None:
                return
            yield slot

    def to_dict(self) -> dict[str, Any]:
        return {
            "slots": [slot.to_dict() for slot in self.slots],
            "spare": [slot.to_dict() for slot in self.spare_slots],
        }


class ProbeComplete(Exception):  # noqa: N818 - control flow, not an error
    """Signal that stops a probe once no further dice can be determined in advance."""


class ManualDice(RecordingDice):
    """Dice that show the next rolled face with the requested label and sides.

    Faces stay with the request that they were rolled for, even if the rule makes other requests before it.
    """

    def __init__(self, rolled_slots: Iterable[DieSlot]) -> None:
        super().__init__()
        self.throws: list[list[DieSlot]] = []
        self._unused_slots: dict[tuple[str, int], list[DieSlot]] = {}
        for slot in rolled_slots:
            if type(slot.face) is not int or not 1 <= slot.face <= slot.sides:
                raise FaceError(slot.face, slot.sides)
            self._unused_slots.setdefault((slot.label, slot.sides), []).append(slot)

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        there = self._unused_slots.get((label, sides), [])
        empty = _build_slots(count, sides, label, die_labels, len(self.throws))
        thrown = [_fill_slot(slot, there.pop(0).face) if there else slot for slot in empty]
        self.throws.append(thrown)
        return tuple(self.supply_face(sides) if slot.face is None else slot.face for slot in thrown)

    def supply_face(self, sides: int) -> int:
        """Return a face for a die that hasn't been rolled.

        Raises:
            ProbeComplete: the rule can't continue without it.
        """
        raise ProbeComplete


class TableDice(FaceQueue):
    """Faces that a table enters while the rolls of a command request them, one roll after another.

    Attributes:
        slots: the dice that have been requested so far.
    """

    def __init__(self, rolled_slots: Iterable[DieSlot]) -> None:
        """Take the dice that show a face, in the order in which they were requested.

        Raises:
            FaceError: a die doesn't have its face.
        """
        super().__init__(())
        self.slots: list[DieSlot] = []
        self._rolled = list(rolled_slots)
        self._throw_count = 0
        self._who = ""
        for slot in self._rolled:
            if type(slot.face) is not int or not 1 <= slot.face <= slot.sides:
                raise FaceError(slot.face, slot.sides)

    def announce(self, who: str) -> None:
        self._who = who

    def take(self, sides: int) -> int:
        return self.take_throw(1, sides, "", ())[0]

    def take_throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...]) -> tuple[int, ...]:
        thrown: list[DieSlot] = []
        for unnamed in _build_slots(count, sides, label, die_labels, self._throw_count):
            slot = _name_slot(unnamed, self._who)
            if self._rolled and (self._rolled[0].label, self._rolled[0].sides) == (label, sides):
                thrown.append(_fill_slot(slot, self._rolled.pop(0).face))
            else:
                self._rolled = []  # an earlier face has changed what is requested
                thrown.append(slot)
        self.slots += thrown
        self._throw_count += 1
        faces = tuple([slot.face for slot in thrown if slot.face is not None])
        if len(faces) < count:
            raise ProbeComplete
        return faces


class ProbeDice(ManualDice):
    """Dice that continue with made-up faces as long as the rule makes the expected requests.

    Attributes:
        max_throws: the maximum number of requests.
        expected_throws: the requests that came with other faces, or None for the first probe.
    """

    def __init__(
        self,
        rolled_slots: Iterable[DieSlot],
        choose_face: Callable[[int], int],
        max_throws: int,
        expected_throws: list[list[DieSlot]] | None,
    ) -> None:
        super().__init__(rolled_slots)
        self._choose_face = choose_face
        self.max_throws = max_throws
        self.expected_throws = expected_throws

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        at = len(self.throws)
        if at == self.max_throws:
            raise ProbeComplete
        faces = super().throw(count, sides, label, die_labels)
        if self.expected_throws is not None and self.throws[at] != self.expected_throws[at]:
            self.throws.pop()
            raise ProbeComplete
        if self.expected_throws is not None and at + 1 == len(self.expected_throws):
            raise ProbeComplete  # nothing that follows would be asked for
        return faces

    def supply_face(self, sides: int) -> int:
        return self._choose_face(sides)


def find_requested_dice(run: Callable[[RecordingDice], object], rolled_slots: Iterable[DieSlot]) -> DiceRequest:
    """Return the dice that a rule requests.

    Up to the first request that lacks a face, they are certain. Later requests are included if they don't depend on the
    missing faces: probes with the lowest faces, the highest and some random ones have to agree. A difference that the
    probes miss shows up once the dice have been rolled.

    Args:
        run: runs the rule with dice.
        rolled_slots: dice that show a face.

    Raises:
        FaceError: a die doesn't have its face.
    """
    rolled_slots = list(rolled_slots)
    dice = ManualDice(rolled_slots)
    with suppress(ProbeComplete):
        run(dice)
    throws = dice.throws
    if throws and any(slot.face is None for slot in throws[-1]):
        throws = _look_ahead(run, rolled_slots, throws)
    slots = tuple(slot for thrown in throws for slot in thrown)
    return DiceRequest(slots, _find_spare_slots(rolled_slots, slots))


def _look_ahead(
    run: Callable[[RecordingDice], object], rolled_slots: list[DieSlot], requests: list[list[DieSlot]]
) -> list[list[DieSlot]]:
    """Return the requests, and those that follow them whatever their dice show."""
    expected = None
    for face in (lambda sides: 1, lambda sides: sides, *map(_make_random_face, range(RANDOM_PROBES))):
        most = len(requests) + MAX_LOOKAHEAD if expected is None else len(expected)
        dice = ProbeDice(rolled_slots, face, most, expected)
        with suppress(ProbeComplete):
            run(dice)
        expected = dice.throws
        if len(expected) == len(requests):
            break
    return expected or requests


def _make_random_face(seed: int) -> Callable[[int], int]:
    chance = random.Random(seed)
    return lambda sides: chance.randrange(sides) + 1


def _find_spare_slots(rolled_slots: list[DieSlot], slots: tuple[DieSlot, ...]) -> tuple[DieSlot, ...]:
    """Return the rolled dice that aren't among the slots."""
    used = [(slot.label, slot.sides) for slot in slots if slot.face is not None]
    spare = []
    for slot in rolled_slots:
        if (slot.label, slot.sides) in used:
            used.remove((slot.label, slot.sides))
        else:
            spare.append(
                DieSlot(slot.sides, slot.label, slot.face, throw_label=_describe_dice(1, slot.sides, slot.label))
            )
    return tuple(spare)


def _build_slots(count: int, sides: int, label: str, die_labels: tuple[str, ...], throw_index: int) -> list[DieSlot]:
    """Return the slots of dice that are rolled together, without faces."""
    of = label or f"D{str(sides) * count}" if die_labels else _describe_dice(count, sides, label)
    names = die_labels or (("",) if count == 1 else tuple(f"{number} of {count}" for number in range(1, count + 1)))
    return [DieSlot(sides, label, None, throw_index, of, name) for name in names]


def _fill_slot(slot: DieSlot, face: int | None) -> DieSlot:
    return DieSlot(slot.sides, slot.label, face, slot.throw_index, slot.throw_label, slot.die_label)


def _name_slot(slot: DieSlot, who: str) -> DieSlot:
    """Return a slot whose throw has the name of its roller."""
    of = f"{who}: {slot.throw_label}" if who else slot.throw_label
    return DieSlot(slot.sides, slot.label, slot.face, slot.throw_index, of, slot.die_label)


def find_dice_for_rolls(run: Callable[[FaceQueue], object], rolled_slots: Iterable[DieSlot]) -> DiceRequest:
    """Return the dice that one roll or several rolls one after another request, up to the first that lacks a face.

    Args:
        run: makes the rolls with a source of faces.
        rolled_slots: dice that show a face, in the order in which they were requested.

    Raises:
        FaceError: a die doesn't have its face.
    """
    dice = TableDice(rolled_slots)
    with suppress(ProbeComplete):
        run(dice)
    return DiceRequest(tuple(dice.slots), ())


def describe_missing(request: DiceRequest) -> str:
    """Describe the dice that lack a face, such as "2D6 and D10".

    >>> describe_missing(DiceRequest((DieSlot(6, "", 3), DieSlot(6, "", None), DieSlot(10, "", None)), ()))
    'D6 and D10'
    """
    counts: dict[int, int] = {}
    for slot in request.missing_slots:
        counts[slot.sides] = counts.get(slot.sides, 0) + 1
    return " and ".join(_describe_dice(count, sides, "") for sides, count in counts.items())


def _describe_dice(count: int, sides: int, label: str) -> str:
    return label or f"{count if count > 1 else ''}D{sides}"
