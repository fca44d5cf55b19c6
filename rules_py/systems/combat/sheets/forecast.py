"""COMBAT!: hints for the forecasts of a fight."""

from rules_py.play import ForecastHints
from rules_py.systems.combat.fighting import blow

FORECAST = ForecastHints(varies={blow: ("modifier", "def_bonus", "surprised")}, declares_first=True)
"""Combatants who act at the same time choose their targets before any of their results is known."""
