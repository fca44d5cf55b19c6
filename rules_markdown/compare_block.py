"""`::: compare ID plus=name advantage=name ID …`: mechanics next to each other, with the worth of +1 and advantage.

Options belong to the id before them: `plus` names the number that a bonus is added to, `advantage` the toggle that
makes the roll better, `field` the field of the chart; any other name presets a parameter.
"""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import Any

from rules_py import RulesError
from rules_py.dice import Dice
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_outcome, label_for_value
from rules_py.parameters import Flag, Kind, Whole
from rules_py.probability.cumulative import COUNTS, EXACTLY, cumulate, is_ordered
from rules_py.probability.odds import Chances, Odds, compute_chances, compute_odds, sort_chances
from rules_py.rendering.charts import Bar, render_bars
from rules_py.rendering.labels import render_tone
from rules_py.rendering.numbers import format_points
from rules_py.rendering.odds import CHANCE, format_mean_suffix
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize

from .block_parser import Block, BlockKind, resolve_mechanic
from .odds_block import compute_field_odds
from .page import Page
from .templates import render

MAX_BONUS = 6


def compare_block(block: Block, page: Page) -> str:
    """Render a card for each mechanic."""
    return render(
        "compare.html",
        cards=[build_card(each) for each in (block, *block.other_blocks)],
        root=page.root,
        anchor=page.unique_anchor("compare"),
        columns=CHANCE,
    )


def build_card(block: Block) -> dict[str, Any]:
    """Build the template's data for one mechanic."""
    mechanic, params = resolve_mechanic(block)
    field = mechanic.headline
    if not mechanic.names.get(field):
        raise RulesError(f"compare: got {mechanic.id}, takes a mechanic whose {field} is one of a few words")
    now = compute_field_odds(mechanic, params, field)
    plus = [compute_field_odds(mechanic, more, field) for more in params_with_bonuses(mechanic, params, block)]
    better = [compute_field_odds(mechanic, more, field) for more in params_with_advantage(mechanic, params, block)]
    changed = {"+1": plus[0]} if plus else {}
    if better:
        changed[mechanic.parameters[block.options["advantage"]].label] = better[0]
    never = dict.fromkeys((value for chances in (now, *changed.values()) for value in chances), Fraction(0))
    all_values = sort_chances(never | now, mechanic.names[field])
    counts_of_words = COUNTS if is_ordered(mechanic, field, all_values) else (EXACTLY,)
    by_counts = {
        counts: [cumulate(all_values | chances, counts) for chances in (now, *changed.values())]
        for counts in counts_of_words
    }
    bands = {
        counts: [
            {
                "name": label_for_outcome(mechanic, field, value),
                "tone": render_tone(mechanic, field, value),
                "chance": first[value],
                "changes": [format_percentage_points(other[value] - first[value]) for other in others],
            }
            for value in all_values
        ]
        for counts, (first, *others) in by_counts.items()
    }
    worst, worst_name = next(iter(mechanic.names[field].items()))
    steps = [sum_probability(chances, worst) for chances in (now, *plus)]
    worth = [
        {
            "what": head,
            "points": format_percentage_points(steps[0] - sum_probability(chances, worst)),
            "like": "" if head == "+1" else describe_nearest_bonus(steps, sum_probability(chances, worst)),
        }
        for head, chances in changed.items()
    ]
    return {
        "mechanic": mechanic,
        "title": block.options.get("title", mechanic.title),
        "dice": describe_dice(mechanic, params),
        "presets": [
            f"{decapitalize(parameter.label)} {label_for_value(parameter, params[parameter.name])}"
            for parameter in map(mechanic.parameters.__getitem__, block.presets)
        ],
        "charts": render_charts(mechanic, params, block),
        "bands": bands,
        "heads": list(changed),
        "worth": worth,
        "worst": worst_name,
    }


def params_with_bonuses(mechanic: Mechanic, params: dict[str, Any], block: Block) -> list[dict[str, Any]]:
    """Return the parameters with a bonus of 1, 2, 3 …, up to its maximum."""
    if "plus" not in block.options:
        return []
    name, kind = find_parameter(mechanic, block, "plus", Whole)
    if not (values := kind.list_higher_values(params[name], MAX_BONUS)):
        raise RulesError(f"plus: got {name} at {params[name]}, takes a number that can be one more")
    return [params | {name: value} for value in values]


def params_with_advantage(mechanic: Mechanic, params: dict[str, Any], block: Block) -> list[dict[str, Any]]:
    """Return a list of the parameters with advantage, or an empty list if the block names none."""
    return (
        [params | {find_parameter(mechanic, block, "advantage", Flag)[0]: True}] if "advantage" in block.options else []
    )


def find_parameter[K: Kind](mechanic: Mechanic, block: Block, option: str, kind: type[K]) -> tuple[str, K]:
    """Find the parameter that an option names, with its kind.

    Raises:
        RulesError: the mechanic has no parameter of that name and kind.
    """
    fitting = {
        name: parameter.kind for name, parameter in mechanic.parameters.items() if isinstance(parameter.kind, kind)
    }
    name = block.options[option]
    if name not in fitting:
        raise RulesError(f"{option}: got {name!r}, takes one of {mechanic.id}: {', '.join(fitting) or 'there is none'}")
    return name, fitting[name]


def sum_probability(chances: Chances, word: str) -> Fraction:
    """Return the probability of the values that `to_text` turns into `word`, such as `true`."""
    return sum((chance for value, chance in chances.items() if to_text(value) == word), Fraction(0))


def format_percentage_points(difference: Fraction) -> str:
    """Format a difference of probabilities in percentage points.

    >>> format_percentage_points(Fraction(1, 8)), format_percentage_points(Fraction(0))
    ('+12.5', '0')
    """
    return format_points(difference) if difference else "0"


def describe_nearest_bonus(steps: Sequence[Fraction], probability: Fraction) -> str:
    """Describe the bonus that has the same effect as a change.

    Args:
        steps: the worst outcome's probabilities with +0, +1, +2 ….
        probability: the worst outcome's probability with the change.

    >>> describe_nearest_bonus([Fraction(4, 10), Fraction(2, 10), Fraction(1, 10)], Fraction(3, 20))
    'between +1 and +2'
    >>> describe_nearest_bonus([Fraction(4, 10), Fraction(2, 10)], Fraction(2, 10))
    'as +1'
    >>> describe_nearest_bonus([Fraction(4, 10)], Fraction(2, 10))
    ''
    """
    for bonus, (before, after) in enumerate(pairwise(steps)):
        if probability == after:
            return f"as +{bonus + 1}"
        if before > probability > after:
            return f"between +{bonus} and +{bonus + 1}"
    return ""


def describe_dice(mechanic: Mechanic, params: dict[str, Any]) -> str:
    """Describe the dice of a roll, such as `2D6`, or `1D20 attacker, 1D20 defender`."""
    thrown = [(f"{len(each.faces)}D{each.sides}", each.label) for each in mechanic.roll(params, seed=0).dice]
    return ", ".join(dice if label.upper() == dice else f"{dice} {label}" for dice, label in thrown)


def render_charts(mechanic: Mechanic, params: dict[str, Any], block: Block) -> dict[str, str]:
    """Render charts of a field's distribution by odds mode, each bar in the colour of its likeliest headline."""
    chances = compute_odds(mechanic, params)
    field = block.options.get("field", "total" if "total" in chances else mechanic.headline)
    shown = compute_field_odds(mechanic, params, field)
    colour = likeliest_headlines(mechanic, params, field)
    bars = {
        counts: [
            Bar(
                label_for_outcome(mechanic, field, value),
                chance,
                style=render_tone(mechanic, mechanic.headline, colour[value]),
            )
            for value, chance in cumulate(shown, counts).items()
        ]
        for counts in (COUNTS if is_ordered(mechanic, field, shown) else (EXACTLY,))
    }
    mean = format_mean_suffix(Odds(mechanic.id, params, {field: shown}), field)
    title, label = block.options.get("title", mechanic.title), mechanic.label_for(field)
    return {
        counts: render_bars(each, f"{title}: {decapitalize(label)}, {CHANCE[counts].lower()}{mean}")
        + f'<p class="fb-compare-field">{escape(label)}{mean}</p>'
        for counts, each in bars.items()
    }


def likeliest_headlines(mechanic: Mechanic, params: dict[str, Any], field: str) -> dict[Any, Any]:
    """Return the likeliest headline for each value of a field."""

    def field_and_headline(dice: Dice) -> tuple[Any, Any]:
        outcome = mechanic(dice, **params)
        return outcome[field], outcome[mechanic.headline]

    chances = compute_chances(field_and_headline)
    return dict(sorted(chances, key=chances.__getitem__))


COMPARE = BlockKind("compare", compare_block, options=("title", "field", "plus", "advantage"), accepts_several_ids=True)
