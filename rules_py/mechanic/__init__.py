"""Rule functions as mechanics: their ids, parameters, rolls and descriptions."""

from rules_py.dice.base import Outcome
from rules_py.mechanic.definition import Mechanic, Roll, mechanic

__all__ = ["Mechanic", "Outcome", "Roll", "mechanic"]
