"""Sideworld: what an attribute may be."""

from rules_py.parameters import Whole

LOWEST, HIGHEST = -40, 40
"""Penalties, above all that of a load in your hands, may bring an attribute below 0."""


def score(help: str, label: str) -> Whole:
    """An attribute that a rule asks for."""
    return Whole(LOWEST, HIGHEST, help, label=label)
