"""Rolls and odds as fragments of HTML: the same markup at build time and in the browser."""

from rules_py.show.answers import answers_html, answers_said, summary_html
from rules_py.show.heat import heat_html, panels_sweep_html, sweep_html
from rules_py.show.odds import mean_of, odds_html
from rules_py.show.rolls import roll_html, roll_said
from rules_py.show.words import MINUS, label_of, name_of, percent, tone_of, with_dice

__all__ = ["MINUS", "answers_html", "answers_said", "heat_html", "label_of", "mean_of", "name_of", "odds_html",
           "panels_sweep_html", "percent", "roll_html", "roll_said", "summary_html", "sweep_html", "tone_of", "with_dice"]
