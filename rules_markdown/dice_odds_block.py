"""`::: dice-odds 2d6+1 3d6kh2`: the odds of dice that the reader types, and of two rolls against each other."""

from rules_py import RulesError
from rules_py.parameters import Parameter
from rules_py.probability.scenarios import Scenario, compute_scenario_odds
from rules_py.registry.games import find_mechanic
from rules_py.rendering.comparison import render_odds_comparison
from rules_py.rendering.forms import build_field

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

LABELS = {"notation": "Your dice", "against": "Against other dice"}


def dice_odds_block(block: Block, page: Page) -> str:
    """Render two fields for dice, the second of which may be empty, with their odds."""
    if len(block.other_blocks) > 1:
        raise RulesError(f"dice-odds: got {1 + len(block.other_blocks)} dice, takes one or two")
    dice = find_mechanic("dice")
    asked = [dice.check({"notation": each.id}) for each in (block, *block.other_blocks)]
    odds = compute_scenario_odds(dice, [Scenario(params["notation"], params) for params in asked])
    kind = dice.parameters["notation"].kind
    values = [*(params["notation"] for params in asked), ""]
    fields = [
        build_field(Parameter(name, kind, value, label), value)
        for (name, label), value in zip(LABELS.items(), values, strict=False)
    ]
    return render(
        "dice_odds.html",
        anchor=page.unique_anchor("dice-odds"),
        fields=fields,
        odds=render_odds_comparison(dice, odds),
    )


DICE_ODDS = BlockKind("dice-odds", dice_odds_block, options=(), accepts_presets=False, accepts_several_ids=True)
