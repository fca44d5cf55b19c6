"""`::: compare ID plus=name advantage=name ID …`: rolls side by side, and what +1 and advantage are worth in each.

The words after an id belong to it: `plus` names the number that a bonus goes to, `advantage` the toggle that makes the
roll better, `field` what the chart shows; anything else presets a parameter.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hooks.rules_markdown.block_line import Block, mechanic_of
from hooks.rules_markdown.odds_block import field_odds
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import RulesError, show
from rules_py.dice import Dice
from rules_py.exact_odds import Distribution, Odds, in_order, odds_of
from rules_py.mechanic import Mechanic
from rules_py.show.charts import Bar, bars_svg
from rules_py.values import text_of

MOST_PLUS = 6


def compare_block(block: Block, source: Source) -> str:
    """A card for each mechanic."""
    return render("compare.html", cards=[card_of(each) for each in (block, *block.others)], root=source.root)


def card_of(block: Block) -> dict[str, Any]:
    """What the template needs of one mechanic."""
    mechanic, params = mechanic_of(block)
    field = mechanic.headline
    if not mechanic.names.get(field):
        raise RulesError(f"compare: got {mechanic.id}, takes a mechanic whose {field} is one of a few words")
    now = field_odds(mechanic, params, field)
    plus = [field_odds(mechanic, more, field) for more in raised(mechanic, params, block)]
    better = [field_odds(mechanic, more, field) for more in flagged(mechanic, params, block)]
    changed = {"+1": plus[0]} if plus else {}
    if better:
        changed[show.label_of(block.options["advantage"])] = better[0]
    bands = [{"name": show.name_of(mechanic, field, value), "tone": show.tone_of(mechanic, field, value),
              "chance": now.get(value, Fraction(0)),
              "changes": [points(chances.get(value, 0) - now.get(value, 0)) for chances in changed.values()]}
             for value in in_order(dict.fromkeys(value for chances in (now, *changed.values()) for value in chances),
                                   mechanic.names[field])]
    worst, worst_name = next(iter(mechanic.names[field].items()))
    steps = [chance_of(chances, worst) for chances in (now, *plus)]
    worth = [{"what": head, "points": points(steps[0] - chance_of(chances, worst)),
              "like": "" if head == "+1" else like(steps, chance_of(chances, worst))} for head, chances in changed.items()]
    return {"mechanic": mechanic, "title": block.options.get("title", mechanic.title), "dice": dice_of(mechanic, params),
            "presets": [f"{show.label_of(name).lower()} {show.name_of(mechanic, name, params[name])}" for name in block.presets],
            "chart": chart(mechanic, params, block), "bands": bands, "heads": list(changed), "worth": worth,
            "worst": worst_name}


def raised(mechanic: Mechanic, params: dict[str, Any], block: Block) -> list[dict[str, Any]]:
    """The parameters with the bonus 1, 2, 3 … higher, as far as it goes."""
    if "plus" not in block.options:
        return []
    name = known(mechanic, block, "plus", "int")
    highest = mechanic.parameters[name].describe()["range"][1]
    most = MOST_PLUS if highest is None else min(MOST_PLUS, highest - params[name])
    if most < 1:
        raise RulesError(f"plus: got {name} at {params[name]}, takes a number that can be one more")
    return [params | {name: params[name] + more} for more in range(1, most + 1)]


def flagged(mechanic: Mechanic, params: dict[str, Any], block: Block) -> list[dict[str, Any]]:
    """The parameters with the advantage, where the line names one."""
    return [params | {known(mechanic, block, "advantage", "bool"): True}] if "advantage" in block.options else []


def known(mechanic: Mechanic, block: Block, option: str, kind: str) -> str:
    """The parameter that an option names, if the mechanic has it and it is of that kind."""
    name = block.options[option]
    fitting = [each for each, parameter in mechanic.parameters.items() if parameter.kind.word == kind]
    if name not in fitting:
        raise RulesError(f"{option}: got {name!r}, takes one of {mechanic.id}: {', '.join(fitting) or 'there is none'}")
    return name


def chance_of(chances: Distribution, word: str) -> Fraction:
    """The chance of a word, which stands for true or false too."""
    return sum((chance for value, chance in chances.items() if text_of(value) == word), Fraction(0))


def points(difference: Fraction) -> str:
    """A difference of chances in percentage points.

    >>> points(Fraction(1, 8)), points(Fraction(0))
    ('+12.5', '0')
    """
    return f"{float(difference * 100):+.1f}".replace("-", show.MINUS) if difference else "0"


def like(steps: Sequence[Fraction], reached: Fraction) -> str:
    """Which bonus does as much, where `steps` are the worst outcome's chances with +0, +1, +2 ….

    >>> like([Fraction(4, 10), Fraction(2, 10), Fraction(1, 10)], Fraction(3, 20))
    'between +1 and +2'
    >>> like([Fraction(4, 10), Fraction(2, 10)], Fraction(2, 10)), like([Fraction(4, 10)], Fraction(2, 10))
    ('as +1', '')
    """
    for bonus, (before, after) in enumerate(zip(steps, steps[1:])):
        if reached == after:
            return f"as +{bonus + 1}"
        if before > reached > after:
            return f"between +{bonus} and +{bonus + 1}"
    return ""


def dice_of(mechanic: Mechanic, params: dict[str, Any]) -> str:
    """The dice of a roll: `2D6`, or `1D20 attacker, 1D20 defender`."""
    thrown = [(f"{len(each.faces)}D{each.sides}", each.label) for each in mechanic.roll(params, seed=0).dice]
    return ", ".join(dice if label.upper() == dice else f"{dice} {label}" for dice, label in thrown)


def chart(mechanic: Mechanic, params: dict[str, Any], block: Block) -> str:
    """A field's distribution, each bar in the colour of the headline that it mostly comes with."""
    chances = odds_of(mechanic, params)
    field = block.options.get("field", "total" if "total" in chances else mechanic.headline)
    shown = field_odds(mechanic, params, field)
    colour = likeliest(mechanic, params, field)
    bars = [Bar(show.name_of(mechanic, field, value), chance, style=show.tone_of(mechanic, mechanic.headline, colour[value]))
            for value, chance in shown.items()]
    mean = show.mean_of(Odds(mechanic.id, params, {field: shown}), field)
    return bars_svg(bars, f"{block.options.get('title', mechanic.title)}: {show.label_of(field).lower()}{mean}") \
        + f'<p class="fb-compare-field">{show.label_of(field)}{mean}</p>'


def likeliest(mechanic: Mechanic, params: dict[str, Any], field: str) -> dict[Any, Any]:
    """The headline that each value of a field mostly comes with."""
    def both(dice: Dice, **given: Any) -> dict[str, Any]:
        outcome = dice.fields(mechanic, (field, mechanic.headline), **given)
        return {"both": (outcome[field], outcome[mechanic.headline])}

    chances = odds_of(Mechanic(mechanic.id, mechanic.title, both, mechanic.page, {}, "both"), params)["both"]
    return dict(sorted(chances, key=chances.get))
