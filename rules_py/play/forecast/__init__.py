"""What a fight will come to: the chances of each side and of each person, found by playing its rules on.

Loaded only when somebody asks for a forecast.
"""

from rules_py.play.forecast.report import Forecast, Share
from rules_py.play.forecast.run import Asked, Question, forecast
from rules_py.play.forecast.tactics import FLEES, TARGETS, Ways

__all__ = ["FLEES", "TARGETS", "Asked", "Forecast", "Question", "Share", "Ways", "forecast"]
