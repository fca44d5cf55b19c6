"""Sideworld: the range of attributes."""

from dataclasses import dataclass

from rules_py.parameters import Whole

LOWEST, HIGHEST = -40, 40
"""The range of attributes: penalties, above all that of a load in your hands, may bring one below 0."""


@dataclass(frozen=True)
class Score(Whole):
    """The parameter kind of an attribute: written without a plus sign, although penalties may bring it below 0."""

    @property
    def is_signed(self) -> bool:
        return False


def score(help: str, label: str, *, about: str = "", ask: bool = False, only_if: str = "") -> Whole:
    """Return the parameter kind of an attribute; the named arguments are as in `rules_py.parameters.Kind`."""
    return Score(LOWEST, HIGHEST, help, label=label, about=about, ask=ask, only_if=only_if)
