"""Prices while a sheet is bought: each is what the sheet's own rules take for it."""

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.play.budget import list_prices
from rules_py.systems.combat.characters import TRAIT_COSTS

ATTRIBUTES = rules_py.table("combat.attributes").keys


def build(**fields):
    return rules_py.sheet("combat.character", **fields)


@given(st.fixed_dictionaries({name: st.integers(1, 8) for name in ATTRIBUTES}))
def test_price_of_a_number_is_what_its_next_point_takes_off(scores):
    before = build(**scores)
    prices = {price.field: price.cost for price in list_prices(before, "points_left") if price.entry is None}
    for name in ATTRIBUTES:
        after = build(**{**scores, name: scores[name] + 1})
        assert before.points_left - after.points_left == prices[name]


@pytest.mark.parametrize("cost", TRAIT_COSTS)
def test_price_of_an_entry_is_what_the_sheet_gets_back_without_it(cost):
    traits = [{"name": "Fast", "cost": cost}, {"name": "Rich", "cost": TRAIT_COSTS[0]}]
    bought = build(traits=traits)
    entries = {price.entry: price.cost for price in list_prices(bought, "points_left") if price.field == "traits"}
    assert entries == {0: cost, 1: TRAIT_COSTS[0]}
    assert build(traits=traits[1:]).points_left - bought.points_left == entries[0]


def test_a_number_at_its_limit_has_no_price():
    fields = {price.field for price in list_prices(build(strength=15), "points_left")}
    assert "strength" not in fields and "reflexes" in fields
