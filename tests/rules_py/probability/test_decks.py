"""`draw` in a rule: cards that are out stay out, and the odds are those of a shuffled deck."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from rules_py.dice import GivenDice
from rules_py.dice.decks import draw
from rules_py.probability.odds import compute_chances

DECK = ("ace", "two", "two", "joker")


@pytest.mark.parametrize(
    ("count", "out", "faces", "drawn"),
    [
        (1, (), (3,), ["two"]),
        (2, (), (1, 3), ["ace", "joker"]),
        (1, ("two",), (2,), ["two"]),  # the other two
        (1, ("two", "two"), (2,), ["joker"]),
        (1, ("two", "ace", "two"), (), ["joker"]),  # the last one needs no die
        (3, ("ace", "joker"), (1,), ["two", "two"]),
        (1, DECK, (), []),
        (1, ("king",), (1,), ["ace"]),
    ],
)
def test_cards_that_are_out_stay_out(count, out, faces, drawn):
    dice = GivenDice(faces)
    assert draw(dice, DECK, count, out=out) == drawn
    dice.require_all_used()


def test_odds_of_a_hand_are_those_of_all_orders_of_the_deck():
    chances = compute_chances(lambda dice: " ".join(sorted(draw(dice, DECK, 2))))
    orders = Counter(" ".join(sorted(order[:2])) for order in permutations(DECK))
    assert chances == {hand: Fraction(count, 24) for hand, count in orders.items()}
