"""Generators: rolls that create sheets, the counterpart of bindings."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.errors import ParameterError
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.signature import read_parameters
from rules_py.parameters import Parameter, check_all
from rules_py.properties import precomputed_property


class SheetGenerator:
    """A roll that creates a sheet, with the player's choices for it.

    `SheetGenerator(character, compute_fields)`: the outcome of the roll `character` creates a sheet with the fields
    that `compute_fields` returns for it.
    """

    def __init__(self, mechanic: Mechanic, compute_fields: Callable[..., Mapping[str, Any]]) -> None:
        """Take a mechanic, and a function from its outcome and the player's choices to a sheet's fields.

        Raises:
            DataError: a choice has no kind or no default.
        """
        self.mechanic = mechanic
        self._compute_fields = compute_fields
        self.parameters  # noqa: B018 - raises an error for a wrong choice where it is declared

    @precomputed_property
    def parameters(self) -> dict[str, Parameter]:
        """The player's choices by name."""
        return read_parameters(self.mechanic.id, self._compute_fields)  # type: ignore[arg-type]

    def build_fields(self, roll: Roll, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Compute a sheet's fields from a roll and the player's choices.

        Raises:
            RulesError: the roll is of another mechanic, or a choice isn't accepted.
        """
        if roll.mechanic != self.mechanic.id:
            raise ParameterError("roll", roll.mechanic, self.mechanic.id)
        return dict(
            self._compute_fields(roll.outcome, **check_all(self.mechanic.id, self.parameters, dict(chosen or {})))
        )

    def describe(self) -> dict[str, Any]:
        """Describe the roll and the choices, for forms, help texts and documents."""
        return {
            "mechanic": self.mechanic.id,
            "parameters": [parameter.describe() for parameter in self.parameters.values()],
        }
