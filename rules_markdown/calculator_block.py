"""`::: calculator ID`: a game's calculator, a two-sided form with the answers for its values."""

from typing import Any

from rules_py.mechanic.calculator import Calculator
from rules_py.probability.cumulative import is_ordered
from rules_py.probability.odds import Odds
from rules_py.registry.games import find_calculator
from rules_py.rendering.answers import describe_answers, render_answers, render_answers_summary
from rules_py.rendering.forms import build_fields, build_preset_lists, list_sweepable_labels

from .block_parser import Block, BlockKind, resolve_presets
from .cache_version import compute_cache_version
from .page import Page
from .templates import render


def calculator_block(block: Block, page: Page) -> str:
    """Render the form with the answers for its presets, which readers without scripts can see."""
    shown, params = check_calculator(block, page)
    parameters = shown.parameters
    fields = build_fields(parameters, params)
    sides = [
        {
            "title": title,
            "fields": [field for field in fields if field["name"] in names],
            "picks": build_preset_lists(shown.presets.get(title, ()), parameters, fields),
        }
        for title, names in shown.sides.items()
    ]
    answers = shown.answer(params)
    return render(
        "calculator.html",
        calculator=shown,
        edition=compute_cache_version(shown.id.partition(".")[0]),
        anchor=page.unique_anchor("calc"),
        address=page.address,
        sides=sides,
        steppable=list_sweepable_labels(parameters),
        title=block.options.get("title", shown.title),
        answers=render_answers(answers),
        summary=render_answers_summary(answers),
        said=describe_answers(answers),
        ordered=any(
            isinstance(odds, Odds) and is_ordered(panel.mechanic, panel.field, odds.outcomes[panel.field])
            for panel, odds in answers
        ),
    )


def check_calculator(block: Block, page: Page) -> tuple[Calculator, dict[str, Any]]:
    """Return the calculator of a block, and its checked parameters.

    Raises:
        RulesError: there is no such calculator, or a preset isn't accepted.
    """
    shown = find_calculator(block.id)
    params = resolve_presets(block, shown)
    shown.check(params)
    return shown, params


CALCULATOR = BlockKind("calculator", calculator_block, options=("title",), check=check_calculator)
