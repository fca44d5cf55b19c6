"""Calculators: several mechanics answered at once from one form with two sides.

A game's calculator is data about its mechanics; it holds no rule. Parameters of the same name are shared
between the panels, and a panel may know one under another name.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_py.errors import DataError, LongOddsError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import RESERVED, Parameter, check_all
from rules_py.text.formatting import humanize, quote_value, sum_fractions

if TYPE_CHECKING:
    from rules_py.probability.odds import Odds

__all__ = ["Calculator", "Chance", "Panel", "TablePreset"]


@dataclass(frozen=True)
class Chance:
    """A number worth its own line: the chance that a field meets a condition."""

    title: str
    field: str
    is_met: Callable[[Any], bool]

    def compute_probability(self, odds: "Odds") -> Fraction:
        return sum_fractions(chance for value, chance in odds.outcomes[self.field].items() if self.is_met(value))


@dataclass(frozen=True)
class Panel:
    """One question: a mechanic, the field whose distribution answers it, and chances to name.

    Attributes:
        renamed: the mechanic's parameter → the calculator's, where they differ.
        fixed: parameters of the mechanic that the form does not ask for.
    """

    title: str
    mechanic: Mechanic
    field: str
    chances: tuple[Chance, ...] = ()
    renames: Mapping[str, str] = dataclasses.field(default_factory=dict)
    fixed_params: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def parameters(self) -> dict[str, Parameter]:
        """What it asks of the form, by the calculator's names."""
        return {
            self.renames.get(name, name): parameter
            for name, parameter in self.mechanic.parameters.items()
            if name not in self.fixed_params
        }

    def local_name_for(self, name: str) -> str | None:
        """What the mechanic calls a parameter of the calculator; None where it does not ask for it."""
        if name not in self.parameters():
            return None
        return next((own for own, known in self.renames.items() if known == name), name)

    def build_params(self, form_params: dict[str, Any]) -> dict[str, Any]:
        """The mechanic's parameters from the calculator's."""
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
        sides: the heading of each side → its parameters, in order.
        picks: for a side, lists that fill its numbers in.
        defaults: values that make a better start than the mechanics' own.
        labels: what the form calls parameters that a panel knows under another name.
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
        """All parameters checked, defaults where nothing was given.

        Raises:
            RulesError: a name or a value is not accepted.
        """
        return check_all(self.id, self.parameters, params)

    def find_panels(self, name: str) -> list[Panel]:
        """The panels that ask for a parameter.

        Raises:
            RulesError: none does.
        """
        found = [panel for panel in self.panels if panel.local_name_for(name)]
        if not found:
            raise RulesError(
                f"over: got {quote_value(name)}, takes a parameter of {self.id}: {', '.join(self.parameters)}"
            )
        return found

    def answer(self, params: dict[str, Any]) -> list[tuple[Panel, "Odds | LongOddsError"]]:
        """Each panel with its odds, for parameters that are checked, or with the refusal of odds that are too long.

        Raises:
            LongOddsError: all of them would take too long.
            RulesError: parameters don't go together.
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
