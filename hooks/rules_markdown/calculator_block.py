"""`::: calculator ID`: a game's calculator: a form with two sides, and the answers to what it is set to."""

from rules_py import rendering
from rules_py.probability.cumulative import is_ordered
from rules_py.probability.odds import Odds
from rules_py.registry.games import calculator

from .block_parser import Block, BlockKind, presets_of
from .cache_version import edition_of
from .form import fields_of, pick_of, steppable
from .page import Page
from .templates import render


def calculator_block(block: Block, page: Page) -> str:
    """The form, and the answers for the presets, which a reader without scripts sees too."""
    shown = calculator(block.id)
    params = presets_of(block, shown)
    parameters = shown.parameters
    sides = [
        {
            "title": title,
            "fields": fields_of({name: parameters[name] for name in names}, params),
            "picks": [pick_of(pick, parameters) for pick in shown.picks.get(title, ())],
        }
        for title, names in shown.sides.items()
    ]
    answers = shown.answer(params)
    return render(
        "calculator.html",
        calculator=shown,
        edition=edition_of(shown.id.partition(".")[0]),
        anchor=page.own_anchor("calc"),
        address=page.address,
        sides=sides,
        steppable=steppable(parameters),
        title=block.options.get("title", shown.title),
        answers=rendering.answers_html(answers),
        summary=rendering.summary_html(answers),
        said=rendering.answers_said(answers),
        ordered=any(
            isinstance(odds, Odds) and is_ordered(panel.mechanic, panel.field, odds.outcomes[panel.field])
            for panel, odds in answers
        ),
    )


CALCULATOR = BlockKind("calculator", calculator_block, options=("title",))
