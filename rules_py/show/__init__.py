"""Rolls and odds as fragments of HTML: the same markup at build time and in the browser."""

from rules_py.show.answers import answers_html, answers_said, summary_html
from rules_py.show.heat import heat_html, panel_sweep_html, sweep_html
from rules_py.show.odds import change_of, mean_of, odds_html
from rules_py.show.rolls import roll_html, roll_said
from rules_py.show.words import MINUS, chip_attributes, label_of, name_of, percent, plan_of, tone_of, with_dice

__all__ = ["MINUS", "answers_html", "answers_said", "change_of", "chip_attributes", "heat_html", "label_of",
           "mean_of", "name_of", "odds_html", "panel_sweep_html", "percent", "plan_of",
           "roll_html", "roll_said", "summary_html", "sweep_html", "tone_of", "with_dice"]
