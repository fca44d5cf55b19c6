"""A rule function as a mechanic: its id, its parameters, and how it is rolled, resolved and described."""

from rules_py.dice.base import Outcome
from rules_py.mechanic.definition import Mechanic, Roll, mechanic

__all__ = ["Mechanic", "Outcome", "Roll", "mechanic"]
