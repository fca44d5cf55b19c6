"""Rollers: the sources of the rolls in a simulated fight."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from rules_py.dice import Dice, RandomDice
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.caches import RollParams, freeze

MOST_ROLLS = 10_000
"""The number of rolls that a roller remembers."""


class Roller(Protocol):
    """The interface of a source of rolls."""

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        """Roll a mechanic with checked parameters; a shared roll is resolved against further targets by its faces."""
        ...

    def roll_scores(self, order: Order, params: Sequence[RollParams]) -> Sequence[Score | None]:
        """Roll for a new initiative order, with checked parameters for each combatant, and return the scores."""
        ...


class SilentDice(RandomDice):
    """Random dice that keep no words, because nobody reads those of a simulated fight."""

    def add_up(self, rolled: Iterable[int], *added: tuple[str, int]) -> int:
        return Dice.add_up(self, rolled, *added)

    def _show_sum(self, text: str) -> None:
        """Show no sum."""

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


class NumberedRoll(NamedTuple):
    """A roll with its number among those of its roller: rolls that lead to the same have the same number."""

    roll: Roll
    number: int


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
        self.roll: NumberedRoll | None = None

    def find_end(self, fallen: Iterable[tuple[int, int]]) -> "RollTree":
        """Return the end of the branch for the sides and the face of each die, which is added if it is new."""
        tree = self
        for sides, face in fallen:
            tree.sides = sides
            if face not in tree.branches:
                tree.branches[face] = RollTree()
            tree = tree.branches[face]
        return tree


class SingleRoller:
    """A base class for rollers that roll for one combatant after another."""

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        """Roll a mechanic with checked parameters, like `Roller.roll`."""
        raise NotImplementedError

    def roll_scores(self, order: Order, params: Sequence[RollParams]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in params] if order.mechanic else ()
        )


class RandomRoller(SingleRoller):
    """A roller with random dice from one seeded generator. A rule runs only for faces that it hasn't had before."""

    def __init__(self, seed: int, read_roll: Callable[[Roll], Iterable[Any]] | None = None) -> None:
        """Take a seed, and a function that returns everything about a roll that its consequences depend on.

        Rolls with the same parameters that agree in that are one roll, with the faces of the first. By default, only
        those with the same faces are, and so are shared rolls.
        """
        self._random = Random(seed)
        self._read_roll = read_roll
        self._trees: dict[Hashable, RollTree] = {}
        self._rolls: dict[Hashable, NumberedRoll] = {}
        self._last_number = 0
        self._count = 0

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        return self.draw(mechanic, params, is_shared).roll

    def draw(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> NumberedRoll:
        """Roll a mechanic like `roll`, and return the roll with its number."""
        about = (params.number, is_shared)
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
        made = self._number_roll(about, mechanic.run(dice, params.values, memo={}), is_shared)
        self._count += 1
        if self._count > MOST_ROLLS:
            self._trees.clear()
            self._rolls.clear()
            self._count = 0
        else:
            tree.find_end(dice.fallen).roll = made
        return made

    def _number_roll(self, about: Hashable, roll: Roll, is_shared: bool) -> NumberedRoll:
        """Return a new roll with its number, or an earlier one that leads to the same.

        Args:
            about: the key of its parameters.
        """
        read = roll.faces if is_shared or self._read_roll is None else self._read_roll(roll)
        key = (about, *freeze(read))
        found = self._rolls.get(key)
        if found is None:
            self._last_number += 1
            found = self._rolls[key] = NumberedRoll(roll, self._last_number)
        return found


class MadeRoll(NamedTuple):
    """A roll with its mechanic and its parameters, and if it is shared."""

    mechanic: Mechanic
    params: RollParams
    is_shared: bool
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

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        number = len(self.made)
        try:
            made = self._known[number] if number < len(self._known) else self._roller.draw(mechanic, params, is_shared)
        except RulesError:
            self.is_repeatable = False
            raise
        self.made.append(MadeRoll(mechanic, params, is_shared, made))
        return made.roll
