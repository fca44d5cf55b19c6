"""What a fight will come to: the chances of each side and of each person, found by playing its rules on.

Loaded only when somebody asks for a forecast.
"""

from rules_py.play.forecast.report import Estimate, Forecast
from rules_py.play.forecast.run import ForecastOptions, ForecastRun, forecast
from rules_py.play.forecast.tactics import FLEES, TARGETS, Tactics

__all__ = ["FLEES", "TARGETS", "Estimate", "Forecast", "ForecastOptions", "ForecastRun", "Tactics", "forecast"]
