"""Calculators: forms with two sides that several mechanics answer at once.

A game's calculator is data about its mechanics and holds no rule. Panels share parameters of the same name, and a panel
may rename a parameter.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_py.errors import DataError, LongOddsError, UnknownIdError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import RESERVED, Parameter, check_all
from rules_py.text.numbers import sum_fractions
from rules_py.text.wording import humanize

if TYPE_CHECKING:
    from rules_py.probability.odds import Odds

__all__ = ["Calculator", "Chance", "Panel", "TablePreset"]


@dataclass(frozen=True)
class Chance:
    """The chance that an outcome field meets a condition, shown on its own line."""

    title: str
    field: str
    is_met: Callable[[Any], bool]

    def compute_probability(self, odds: "Odds") -> Fraction:
        return sum_fractions(chance for value, chance in odds.outcomes[self.field].items() if self.is_met(value))


@dataclass(frozen=True)
class Panel:
    """One question of a calculator: a mechanic, the field that answers it, and chances to list.

    Attributes:
        field: the outcome field whose distribution is the answer.
        chances: the chances to list next to the distribution.
        renames: the mechanic's parameter → the calculator's, where the names differ.
        fixed_params: parameters of the mechanic that the form doesn't ask for, with their values.
    """

    title: str
    mechanic: Mechanic
    field: str
    chances: tuple[Chance, ...] = ()
    renames: Mapping[str, str] = dataclasses.field(default_factory=dict)
    fixed_params: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def parameters(self) -> dict[str, Parameter]:
        """Return the parameters that the panel needs from the form, by the calculator's names."""
        return {
            self.renames.get(name, name): parameter
            for name, parameter in self.mechanic.parameters.items()
            if name not in self.fixed_params
        }

    def local_name_for(self, name: str) -> str | None:
        """Return the mechanic's name for a calculator parameter, or None if the panel doesn't use it."""
        if name not in self.parameters():
            return None
        return next((own for own, known in self.renames.items() if known == name), name)

    def build_params(self, form_params: dict[str, Any]) -> dict[str, Any]:
        """Return the mechanic's checked parameters, built from the calculator's."""
        return self.mechanic.check(
            {
                name: form_params[self.renames.get(name, name)]
                for name in self.mechanic.parameters
                if name not in self.fixed_params
            }
            | dict(self.fixed_params)
        )


@dataclass(frozen=True)
class Calculator:
    """A form with sides and the panels that answer it.

    Attributes:
        sides: the heading of each side → the names of its parameters, in order.
        presets: for a side, the preset lists that fill in its parameters.
        defaults: starting values that suit the form better than the mechanics' defaults.
        labels: form labels of parameters that a panel renames.
    """

    id: str
    title: str
    sides: Mapping[str, tuple[str, ...]]
    panels: tuple[Panel, ...]
    presets: Mapping[str, tuple[TablePreset, ...]] = dataclasses.field(default_factory=dict)
    defaults: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    labels: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (name for names in self.sides.values() for name in names if name in RESERVED):
            raise DataError(f"{self.id}: got a parameter named {name}, takes another name than {', '.join(RESERVED)}")

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The form's parameters in the order of its sides."""
        known: dict[str, Parameter] = {}
        for panel in reversed(self.panels):
            known |= panel.parameters()
        return {
            name: Parameter(
                name,
                known[name].kind,
                self.defaults.get(name, known[name].default),
                self.labels.get(name) or ("" if known[name].name == name else humanize(name)),
            )
            for names in self.sides.values()
            for name in names
        }

    def check(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return all parameters with checked values, using defaults for missing ones.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, params)

    def find_panels(self, name: str) -> list[Panel]:
        """Return the panels that use a parameter.

        Raises:
            RulesError: no panel uses it.
        """
        found = [panel for panel in self.panels if panel.local_name_for(name)]
        if not found:
            raise UnknownIdError(
                "over", name, takes=f"a parameter of {self.id}: {', '.join(self.parameters)}", noun="field"
            )
        return found

    def answer(self, params: dict[str, Any]) -> list[tuple[Panel, "Odds | LongOddsError"]]:
        """Return each panel with its odds, or with the error if its odds would take too long.

        Args:
            params: checked parameters.

        Raises:
            LongOddsError: the odds of all panels would take too long.
            RulesError: the parameters can't be combined.
        """
        from rules_py.probability.odds import Odds

        known: dict[tuple[Any, ...], Odds | LongOddsError] = {}
        answers: list[tuple[Panel, Odds | LongOddsError]] = []
        for panel in self.panels:
            asked = panel.build_params(params)
            question = panel.mechanic.id, tuple(asked.items())
            if question not in known:
                try:
                    known[question] = Odds.compute(panel.mechanic, asked)
                except LongOddsError as refusal:
                    known[question] = refusal
            answers.append((panel, known[question]))
        refusals = [answer for answer in known.values() if isinstance(answer, LongOddsError)]
        if refusals and len(refusals) == len(known):
            raise refusals[0]
        return answers
