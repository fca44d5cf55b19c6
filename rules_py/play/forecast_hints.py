"""Hints for the forecasts of a game's fights: what combatants do unasked, and what a reader can change.

A game declares them apart from its actions, because only a forecast reads them. It can do without any.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.errors import DataError
from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action, Attempt

GUIDE = "docs/authoring/sheets.md#forecast"
"""The section of the authoring guide about hints."""

ParameterFunction = Callable[[Attempt], Mapping[str, Any] | None]
"""A function from an attempt without parameters to the parameters of its action, or to None if it is of no use now."""


@dataclass(frozen=True)
class ForecastHints:
    """Hints about what combatants do in a forecast, each by the rule of a declared action.

    Attributes:
        fallbacks: the actions of combatants who can't attack, such as a reload, the preferred one first.
        preparations: the actions before an attack, such as aiming. Combatants take them only if the reader of the
            forecast asks for it.
        varies: the parameters of rolls that the reader can change, such as the distance.
        declares_first: True if the members of a side choose their targets before any result of their turn is known.
    """

    fallbacks: Mapping[Mechanic | Change, ParameterFunction] = field(default_factory=dict)
    preparations: Mapping[Change, ParameterFunction] = field(default_factory=dict)
    varies: Mapping[Mechanic, tuple[str, ...]] = field(default_factory=dict)
    declares_first: bool = False

    @cached_property
    def _varied_names(self) -> dict[str, tuple[str, ...]]:
        return {mechanic.id: names for mechanic, names in self.varies.items()}

    def find_varied_names(self, mechanic_id: str) -> tuple[str, ...]:
        """Return the parameters of a roll that the reader of a forecast can change."""
        return self._varied_names.get(mechanic_id, ())

    def check_declaration(self, place: str, actions: Iterable[Action]) -> None:
        """Check the hints against the actions that a game declares.

        Args:
            place: the module with the hints, for the message.
            actions: the declared actions.

        Raises:
            DataError: a hint is about another rule, or about a parameter that its roll doesn't have.
        """
        declared = [each.rule for each in actions]
        for rule in (*self.fallbacks, *self.preparations, *self.varies):
            if rule not in declared:
                raise DataError(
                    f"{place}: got hints for {rule.id}, takes rules among the declared_actions of FIGHT; "
                    f"{GUIDE} has an example"
                )
        for mechanic, names in self.varies.items():
            for name in names:
                if name not in mechanic.parameters:
                    raise DataError(
                        f"{place}: got {name!r} in varies, takes parameters of {mechanic.id}: "
                        f"{', '.join(mechanic.parameters) or 'none'}"
                    )
