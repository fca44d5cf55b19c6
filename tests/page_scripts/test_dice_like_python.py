"""Dice rolled by the page without Python: they give Python's results for the same faces."""

from html import unescape

import pytest
from hypothesis import given, settings, strategies as st

import rules_py
from rules_py import notation
from rules_py.dice import RandomDice
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.table_rolls import build_table_mechanic
from rules_py.registry.games import find_mechanic
from rules_py.rendering.labels import mark_up_dice
from rules_py.rendering.rolls import describe_roll, render_roll, verdict_for
from rules_py.tables import Row, Table
from rules_py.text.sentences import MINUS
from tests.rules_py.notation_strategies import expressions

TABLES = [id for id in rules_py.table_ids() if rules_py.table(id).die]
ROLLS = 300_000


def roll_in_python(text: str, seed: int) -> tuple[int, list[dict]]:
    """Roll in Python; return the total and the dice in the form of the page's modules."""
    dice = RandomDice(seed)
    total = dice.total(text)
    return total, [each.to_dict() for each in dice.transcript.dice_results]


def check_same_roll(ask, text: str, seed: int) -> None:
    total, thrown = roll_in_python(text, seed)
    answer = ask(
        "roll",
        plan=notation.build_plan(notation.parse(text)),
        faces=[face for each in thrown for face in each["faces"]],
    )
    assert answer == {
        "total": str(total),
        "text": str(total).replace("-", MINUS),
        "thrown": thrown,
        "left": [],
    }


@settings(max_examples=1000, derandomize=True, deadline=None, database=None)
@given(tree=expressions(max_leaves=8), seed=st.integers(0, 2**32))
def test_javascript_dice_match_python_for_any_notation(ask, tree, seed):
    check_same_roll(ask, str(tree), seed)


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(tree=expressions(max_leaves=8))
def test_javascript_speaks_any_notation_like_python(ask, tree):
    dice = find_mechanic("dice")
    assert dice.roll({"notation": str(tree)}, 1).verdict.startswith(f"{ask('spoken', notation=str(tree))}: ")


@pytest.mark.parametrize(
    "text",
    [
        "1d6",
        "1000d1000",
        "500d2kh499",
        "999d3kl1",
        "1d6*1000000*1000000*1000000",
        "1-1000000*3d6*1000000*999999",
        "2d6-12",
        "2-(2d6-(3-1d4))",
        "7",
    ],
)
def test_javascript_dice_are_exact_for_large_and_negative_numbers(ask, text):
    for seed in range(20):
        check_same_roll(ask, text, seed)


@pytest.mark.parametrize("id", TABLES)
def test_javascript_table_rolls_match_python_for_every_row(ask, id):
    source, mechanic = rules_py.table(id), find_mechanic(id)
    seen = set()
    for seed in range(2000):
        roll = mechanic.roll({}, seed)
        if roll.outcome["roll"] in seen:
            continue
        seen.add(roll.outcome["roll"])
        check_in_page(ask, mechanic, source, roll)
    assert len(seen) == len(source.rows)


@pytest.mark.parametrize("die", ["4d6kh3", "3d6kl1", "d66-1d8", "5d4kh2+3d4kl2", "2d6*2-20"])
def test_javascript_table_dice_match_python_including_dropped_dice(ask, die):
    rows = (
        Row("0-", "low", {"name": "Odd & <b>", "effect": "Stunned for 1D6 rounds"}),
        Row("1+", "high", {"name": "It's", "effect": '-1 & "more"'}),
    )
    source = Table(
        "moon.odd", "Odd & <i>ends</i>", die, "moon/#odd", "Made up", {"name": "Name", "effect": "Effect"}, rows
    )
    mechanic = build_table_mechanic(source)
    for seed in range(50):
        roll = mechanic.roll({}, seed)
        check_in_page(ask, mechanic, source, roll)


def check_in_page(ask, mechanic: Mechanic, source: Table, roll: Roll) -> None:
    """Check that the page shows, announces and reports the rolled row as Python does, except for escaped quotes."""
    cells = next(row for row in source.rows if row.roll == roll.outcome["roll"]).cells
    answer = ask(
        "row",
        plan=notation.build_plan(notation.parse(source.die)),
        faces=list(roll.faces),
        title=source.title,
        roll=roll.outcome["roll"],
        cells=cells,
        follows=[mark_up_dice(text) for text in list(cells.values())[1:]],
        home=mechanic.home,
    )
    told = roll.to_dict()
    assert unescape(answer["html"]) == unescape(render_roll(mechanic, roll))
    assert answer["said"] == describe_roll(mechanic, roll)
    assert answer["roll"] == {name: told[name] for name in ("params", "faces", "dice", "outcome", "steps")}
    assert answer["about"] == {
        "title": mechanic.title,
        "verdict": verdict_for(mechanic, roll),
        "home": mechanic.home,
        "given": {},
    }


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(
    dice=st.lists(st.sampled_from([4, 6, 8, 10, 12, 20, 66, 100]), min_size=1, max_size=12), plus=st.integers(-30, 30)
)
def test_tapped_dice_give_matching_notation_and_plan(ask, dice, plus):
    """Tapped dice give the plan that Python parses from their notation."""
    handful = ask("handful", dice=dice, plus=plus)
    assert handful["plan"] == notation.build_plan(notation.parse(handful["notation"]))
    lowest, highest = notation.compute_bounds(notation.parse(handful["notation"]))
    assert lowest == sum(11 if sides == 66 else 1 for sides in dice) + plus
    assert highest == sum(dice) + plus


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_javascript_dice_are_uniform(ask, sides):
    """Chi-square; fair dice exceed six standard deviations about once in ten million runs."""
    expected = ROLLS / sides
    counts = ask("counts", sides=sides, rolls=ROLLS)
    assert sum(counts) == ROLLS
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = sides - 1
    # Wilson and Hilferty: the cube root of chi-square is approximately normal.
    deviations = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    assert deviations < 6, counts


@pytest.mark.parametrize("sides", [3, 6, 7, 10, 100, 999, 1000])
def test_biased_random_words_are_rejected(ask, sides):
    end = 2**32 - 2**32 % sides
    assert ask("face", sides=sides, words=[end - 1]) == {"face": sides, "taken": 1}
    assert ask("face", sides=sides, words=[end, 2**32 - 1, 0]) == {"face": 1, "taken": 3}


@pytest.mark.parametrize("sides", [1, 2, 4, 8])
def test_powers_of_two_reject_no_random_words(ask, sides):
    assert ask("face", sides=sides, words=[2**32 - 1]) == {"face": sides, "taken": 1}
