"""X-M.A.S.: hints for the forecasts of a fight."""

from rules_py.play import ForecastHints
from rules_py.systems.xmas.combat import attack, crowd

FORECAST = ForecastHints(varies={attack: ("tags", "negative_tag"), crowd: ("tags", "negative_tag")})
