"""Rollers: the sources of the rolls in a simulated fight."""

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, Protocol

from rules_py.dice import Dice, RandomDice
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.caches import freeze

MOST_ROLLS = 10_000
"""The number of rolls that a roller remembers."""


class Roller(Protocol):
    """The interface of a source of rolls."""

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        """Roll a mechanic with checked parameters."""
        ...

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        """Roll for a new initiative order, with checked parameters for each combatant, and return the scores."""
        ...


class SilentDice(RandomDice):
    """Random dice that keep no words, because nobody reads those of a simulated fight."""

    def add_up(self, rolled: Iterable[int], *added: tuple[str, int]) -> int:
        return Dice.add_up(self, rolled, *added)

    def say(self, text: str) -> None:
        """Keep no step."""

    def verdict(self, text: str) -> None:
        """Keep no verdict."""

    def add_consequence(self, text: str) -> None:
        """Keep no consequence."""


class RepeatedDice(SilentDice):
    """Random dice that begin with known faces.

    Attributes:
        fallen: the sides and the face of each die so far.
    """

    def __init__(self, random: Random, faces: Sequence[int]) -> None:
        super().__init__(random)
        self._faces = faces
        self.fallen: list[tuple[int, int]] = []

    def next_face(self, sides: int) -> int:
        number = len(self.fallen)
        face = self._faces[number] if number < len(self._faces) else super().next_face(sides)
        self.fallen.append((sides, face))
        return face


class RollTree:
    """The rolls of a mechanic with the same parameters, by the faces of their dice in the order in which they fall.

    Attributes:
        sides: the sides of the next die; 0 if no die is known to follow.
        branches: the rolls by the next die's face.
        roll: the roll if no die follows, or None.
    """

    def __init__(self) -> None:
        self.sides = 0
        self.branches: dict[int, RollTree] = {}
        self.roll: Roll | None = None

    def add(self, fallen: Iterable[tuple[int, int]], roll: Roll) -> None:
        """Add a roll with the sides and the face of each of its dice."""
        tree = self
        for sides, face in fallen:
            tree.sides = sides
            if face not in tree.branches:
                tree.branches[face] = RollTree()
            tree = tree.branches[face]
        tree.roll = roll


class RandomRoller:
    """A roller with random dice from one seeded generator. A rule runs only for faces that it hasn't had before."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._trees: dict[Hashable, RollTree] = {}
        self._count = 0

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        about = (mechanic.id, *freeze(values.values()))
        tree = self._trees.get(about)
        if tree is None:
            tree = self._trees[about] = RollTree()
        faces: list[int] = []
        branch: RollTree | None = tree
        while branch is not None and branch.sides:
            face = self._random.randrange(branch.sides) + 1
            faces.append(face)
            branch = branch.branches.get(face)
        if branch is not None and branch.roll is not None:
            return branch.roll
        dice = RepeatedDice(self._random, faces)
        roll = mechanic.run(dice, values)
        if self._count >= MOST_ROLLS:
            self._trees.clear()
            self._count = 0
        else:
            tree.add(dice.fallen, roll)
            self._count += 1
        return roll

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in values] if order.mechanic else ()
        )
