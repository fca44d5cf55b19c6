"""Rolls and odds as fragments of HTML: the same markup at build time and in the browser."""

from rules_py.rendering.answers import answers_html, answers_said, summary_html
from rules_py.rendering.comparison import answers_laid_html, odds_laid_html
from rules_py.rendering.error_messages import refusal_said
from rules_py.rendering.heatmap import heat_html, panel_sweep_html, panel_sweep_said, sweep_html, sweep_said
from rules_py.rendering.labels import chip_attributes, name_of, plan_of, tone, tone_of, value_of, with_dice
from rules_py.rendering.numbers import MINUS, average, percent, points, signed
from rules_py.rendering.odds import change_of, has_order, mean_of, odds_html, odds_said
from rules_py.rendering.rolls import roll_html, roll_said, verdict_of
from rules_py.text.formatting import label_of
from rules_py.text.wording import in_sentence

__all__ = [
    "MINUS",
    "answers_html",
    "answers_laid_html",
    "answers_said",
    "average",
    "change_of",
    "chip_attributes",
    "has_order",
    "heat_html",
    "in_sentence",
    "label_of",
    "mean_of",
    "name_of",
    "odds_html",
    "odds_laid_html",
    "odds_said",
    "panel_sweep_html",
    "panel_sweep_said",
    "percent",
    "plan_of",
    "points",
    "refusal_said",
    "roll_html",
    "roll_said",
    "signed",
    "summary_html",
    "sweep_html",
    "sweep_said",
    "tone",
    "tone_of",
    "value_of",
    "verdict_of",
    "with_dice",
]
