"""Rollers: the sources of the rolls in a simulated fight."""

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from rules_py.dice import Dice, RandomDice
from rules_py.errors import RulesError
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
        number: the number of the roll among those of its roller.
    """

    def __init__(self) -> None:
        self.sides = 0
        self.branches: dict[int, RollTree] = {}
        self.roll: Roll | None = None
        self.number = 0

    def find_end(self, fallen: Iterable[tuple[int, int]]) -> "RollTree":
        """Return the end of the branch for the sides and the face of each die, which is added if it is new."""
        tree = self
        for sides, face in fallen:
            tree.sides = sides
            if face not in tree.branches:
                tree.branches[face] = RollTree()
            tree = tree.branches[face]
        return tree


class NumberedRoll(NamedTuple):
    """A roll with its number among those of its roller: repeated faces have the same number."""

    roll: Roll
    number: int


class SingleRoller:
    """A base class for rollers that roll for one combatant after another."""

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        """Roll a mechanic with checked parameters."""
        raise NotImplementedError

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in values] if order.mechanic else ()
        )


class RandomRoller(SingleRoller):
    """A roller with random dice from one seeded generator. A rule runs only for faces that it hasn't had before."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._trees: dict[Hashable, RollTree] = {}
        self._last_number = 0
        self._count = 0

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        return self.draw(mechanic, values).roll

    def draw(self, mechanic: Mechanic, values: dict[str, Any]) -> NumberedRoll:
        """Roll a mechanic with checked parameters, and return the roll with its number."""
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
            return NumberedRoll(branch.roll, branch.number)
        dice = RepeatedDice(self._random, faces)
        roll = mechanic.run(dice, values)._replace(memo={})
        self._last_number += 1
        self._count += 1
        if self._count > MOST_ROLLS:
            self._trees.clear()
            self._count = 0
        else:
            end = tree.find_end(dice.fallen)
            end.roll, end.number = roll, self._last_number
        return NumberedRoll(roll, self._last_number)


class MadeRoll(NamedTuple):
    """A roll with its mechanic and its parameters."""

    mechanic: Mechanic
    values: dict[str, Any]
    roll: NumberedRoll


class RepeatingRoller(SingleRoller):
    """A roller that begins with rolls that have been made already.

    Attributes:
        made: the rolls so far.
        is_repeatable: False once a rule has forbidden a roll after its dice fell.
    """

    def __init__(self, known: Sequence[NumberedRoll], roller: RandomRoller) -> None:
        self._known, self._roller = known, roller
        self.made: list[MadeRoll] = []
        self.is_repeatable = True

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        number = len(self.made)
        try:
            made = self._known[number] if number < len(self._known) else self._roller.draw(mechanic, values)
        except RulesError:
            self.is_repeatable = False
            raise
        self.made.append(MadeRoll(mechanic, values, made))
        return made.roll
