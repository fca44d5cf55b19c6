"""PUML: hints for the forecasts of a fight."""

from rules_py.play import ForecastHints
from rules_py.systems.puml.combat import defence, offense

FORECAST = ForecastHints(varies={offense: ("modifier", "advantage"), defence: ("modifier", "disadvantage")})
