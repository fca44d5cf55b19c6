"""`::: dice-odds 2d6+1 3d6kh2`: the odds of dice of the reader's own, and of two of them against each other."""

from rules_py import RulesError, rendering
from rules_py.parameters import Parameter
from rules_py.probability.scenarios import SetUp, odds_of_each
from rules_py.registry.games import find

from .block_parser import Block, BlockKind
from .form import field_of
from .page import Page
from .templates import render

LABELS = {"notation": "Your dice", "against": "Against other dice"}


def dice_odds_block(block: Block, page: Page) -> str:
    """Two fields, the second one of which may be empty, and what they come to."""
    if len(block.others) > 1:
        raise RulesError(f"dice-odds: got {1 + len(block.others)} dice, takes one or two")
    dice = find("dice")
    asked = [dice.check({"notation": each.id}) for each in (block, *block.others)]
    odds = odds_of_each(dice, [SetUp(params["notation"], params) for params in asked])
    kind = dice.parameters["notation"].kind
    values = [*(params["notation"] for params in asked), ""]
    fields = [
        field_of(Parameter(name, kind, value, label), value)
        for (name, label), value in zip(LABELS.items(), values, strict=False)
    ]
    return render(
        "dice_odds.html", anchor=page.own_anchor("dice-odds"), fields=fields, odds=rendering.odds_laid_html(dice, odds)
    )


DICE_ODDS = BlockKind("dice-odds", dice_odds_block, options=(), takes_presets=False, takes_several=True)
