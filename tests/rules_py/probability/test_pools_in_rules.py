"""`dice.successes` and `dice.explode` in a rule: rolls by hand, odds as icepool has them."""

from fractions import Fraction

import pytest
from icepool import d

from rules_py.dice import GivenDice
from rules_py.probability.odds import compute_chances
from tests.rules_py.public_expressions import count_if, explode, exploding_successes

D6 = d(6)
SCORED = D6.map(lambda face: {1: -1, 5: 1, 6: 2}.get(face, 0))


@pytest.mark.parametrize(
    ("roll", "faces", "result", "steps"),
    [
        (lambda dice: dice.successes(4, at_least=5), (5, 6, 4, 1), 2, ["4d6>=5: 5, 6 count, which makes 2 successes."]),
        (lambda dice: dice.successes(2, 10, at_least=8, double_at=10), (10, 9), 3, None),
        (lambda dice: dice.successes(3, 10, at_least=6, minus_at=1), (1, 1, 6), -1, None),
        (lambda dice: dice.successes(2, at_least=5, explode_at=6), (6, 2, 5), 2, None),
        (lambda dice: dice.successes(0, at_least=5), (), 0, []),
        (lambda dice: dice.successes(2, at_least=7), (), 0, []),
        (lambda dice: dice.explode(2), (6, 1, 4), 11, ["2d6!: 6 explodes, and one more die shows 4."]),
        (lambda dice: dice.explode(1, 8, at_least=7), (7, 3), 10, None),
        (lambda dice: dice.explode(-1), (), 0, []),
    ],
)
def test_a_rule_counts_or_explodes_its_dice(roll, faces, result, steps):
    dice = GivenDice(faces)
    assert roll(dice) == result
    dice.require_all_used()
    assert steps is None or dice.transcript.steps == steps


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (lambda dice: dice.successes(40, at_least=5), lambda: 40 @ count_if(D6, lambda face: face >= 5)),
        (lambda dice: dice.successes(40, at_least=5, double_at=6, minus_at=1), lambda: 40 @ SCORED),
        (lambda dice: dice.successes(12, at_least=5, explode_at=6), lambda: 12 @ exploding_successes(6, 5)),
        (lambda dice: dice.explode(5, 8), lambda: 5 @ explode(8)),
        (
            lambda dice: dice.successes(40, at_least=5, label="mine") > dice.successes(40, at_least=6, label="theirs"),
            lambda: (40 @ count_if(D6, lambda face: face >= 5)) > (40 @ count_if(D6, lambda face: face == 6)),
        ),
    ],
)
def test_odds_of_many_dice_are_those_of_icepool(part, expected):
    distribution = expected()
    chances = {total: Fraction(weight, distribution.denominator()) for total, weight in distribution.items()}
    assert compute_chances(part) == chances


def test_mean_of_a_pool_by_hand():
    """A 5 counts one, a 6 two, and a 1 takes one away: (1 + 2 - 1) / 6 a die."""
    chances = compute_chances(lambda dice: dice.successes(40, at_least=5, double_at=6, minus_at=1))
    assert sum(total * chance for total, chance in chances.items()) == Fraction(40, 3)
