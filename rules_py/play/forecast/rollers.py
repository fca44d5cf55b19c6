"""Rollers: the sources of the rolls in a simulated fight."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from rules_py.dice import Dice, RandomDice
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.initiative import Order, Score


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


class RandomRoller:
    """A roller with random dice from one seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        return mechanic.run(SilentDice(self._random), values)

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in values] if order.mechanic else ()
        )
