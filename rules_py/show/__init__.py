"""Rolls and odds as fragments of HTML: the same markup at build time and in the browser."""

from rules_py.show.heat import heat_html
from rules_py.show.odds import odds_html
from rules_py.show.rolls import roll_html, roll_said
from rules_py.show.words import MINUS, label_of, name_of, percent, with_dice

__all__ = ["MINUS", "heat_html", "label_of", "name_of", "odds_html", "percent", "roll_html", "roll_said", "with_dice"]
