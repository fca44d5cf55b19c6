"""How a roll makes a sheet: the counterpart of what a sheet fills in of a roll."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.signature import read_parameters
from rules_py.parameters import Parameter, check_all


class SheetGenerator:
    """A roll that makes a sheet, and what the player chooses for it.

    `SheetGenerator(character, fields_of)` reads: the outcome of the roll `character` makes a sheet with the fields that
    `fields_of` gives for it.

    Attributes:
        parameters: what the player chooses.
    """

    def __init__(self, mechanic: Mechanic, compute_fields: Callable[..., Mapping[str, Any]]) -> None:
        """Take a mechanic, and a function from its outcome and the player's choices to a sheet's fields.

        Raises:
            DataError: a choice has no kind or no default.
        """
        self.mechanic = mechanic
        self._compute_fields = compute_fields
        self.parameters: dict[str, Parameter] = read_parameters(mechanic.id, compute_fields, None, ())  # type: ignore[arg-type]

    def build_fields(self, roll: Roll, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The fields that a roll and the player's choices come to.

        Raises:
            RulesError: it is another mechanic's roll, or a choice is not accepted.
        """
        if roll.mechanic != self.mechanic.id:
            raise RulesError(f"roll: got {roll.mechanic}, takes {self.mechanic.id}")
        return dict(
            self._compute_fields(roll.outcome, **check_all(self.mechanic.id, self.parameters, dict(chosen or {})))
        )

    def describe(self) -> dict[str, Any]:
        """The roll and the choices, for forms, help texts and documents."""
        return {
            "mechanic": self.mechanic.id,
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }
