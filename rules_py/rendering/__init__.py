"""Rendering of rolls and odds as HTML fragments, with the same markup at build time and in the browser."""

from rules_py.error_messages import error_message
from rules_py.mechanic.grades import compute_roll_tone, compute_tone, find_grade, find_roll_grade
from rules_py.mechanic.labels import label_for_outcome, label_for_value
from rules_py.rendering.answers import describe_answers, render_answers, render_answers_summary
from rules_py.rendering.comparison import render_answers_comparison, render_odds_comparison
from rules_py.rendering.heatmap import (
    describe_panel_sweep,
    describe_sweep,
    render_heatmap,
    render_panel_sweep,
    render_sweep,
)
from rules_py.rendering.labels import build_chip_attributes, encode_plan, mark_up_dice, render_tone
from rules_py.rendering.numbers import format_mean, format_percent, format_points, format_signed
from rules_py.rendering.odds import (
    describe_chances,
    describe_odds,
    format_change,
    format_mean_suffix,
    has_order,
    render_odds,
)
from rules_py.rendering.rolls import describe_roll, render_roll, summarize_sum, verdict_for
from rules_py.text.sentences import MINUS
from rules_py.text.wording import decapitalize, humanize

__all__ = [
    "MINUS",
    "build_chip_attributes",
    "compute_roll_tone",
    "compute_tone",
    "decapitalize",
    "describe_answers",
    "describe_chances",
    "describe_odds",
    "describe_panel_sweep",
    "describe_roll",
    "describe_sweep",
    "encode_plan",
    "error_message",
    "find_grade",
    "find_roll_grade",
    "format_change",
    "format_mean",
    "format_mean_suffix",
    "format_percent",
    "format_points",
    "format_signed",
    "has_order",
    "humanize",
    "label_for_outcome",
    "label_for_value",
    "mark_up_dice",
    "render_answers",
    "render_answers_comparison",
    "render_answers_summary",
    "render_heatmap",
    "render_odds",
    "render_odds_comparison",
    "render_panel_sweep",
    "render_roll",
    "render_sweep",
    "render_tone",
    "summarize_sum",
    "verdict_for",
]
