"""Sideworld: the range of attributes."""

from rules_py.parameters import Whole

LOWEST, HIGHEST = -40, 40
"""The range of attributes: penalties, above all that of a load in your hands, may bring one below 0."""


def score(help: str, label: str) -> Whole:
    """Return the parameter kind of an attribute."""
    return Whole(LOWEST, HIGHEST, help, label=label)
