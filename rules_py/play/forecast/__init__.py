"""Forecasts of fights: the chances of each side and each combatant, found by simulating the rules.

The package is imported only when a forecast is requested.
"""

from rules_py.play.forecast.estimates import Estimate
from rules_py.play.forecast.report import Forecast
from rules_py.play.forecast.run import ForecastOptions, ForecastRun, forecast
from rules_py.play.forecast.tactics import FLEES, TARGETS, Tactics

__all__ = ["FLEES", "TARGETS", "Estimate", "Forecast", "ForecastOptions", "ForecastRun", "Tactics", "forecast"]
