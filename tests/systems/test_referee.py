"""The distributions of all dice that rules request, compared with icepool's. Pyodide doesn't run these tests.

The rules themselves tell which dice they request: each rolls with its defaults, with every value of a form's series in
turn, and with every entry of its preset lists.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from rules_py import notation
from rules_py.dice import RandomDice, Transcript
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.probability import dice_distributions
from rules_py.registry.games import find_mechanic, iter_games
from rules_py.scheduling import run_to_completion
from tests.rules_py.probability.referee import build_die, build_pool

ROLLS = 2
"""The number of rolls with the same parameters, since some dice depend on what others show."""


class ObservedDice(RandomDice):
    """Random dice that collect the requests of rules.

    Attributes:
        pools: the count, the sides and the dropped die of each pool.
        texts: the notation of each total.
        tables: the tables that were rolled on.
    """

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.pools: set[tuple[int, int, str | None]] = set()
        self.texts: set[str] = set()
        self.tables: dict[str, Any] = {}

    def pool(self, count, sides=6, *, drop=None, label=""):
        self.pools.add((count, sides, drop))
        return super().pool(count, sides, drop=drop, label=label)

    def total(self, dice, label=""):
        self.texts.add(dice)
        return super().total(dice, label)

    def row(self, table, *, exclude=(), label=""):
        self.tables[table.id] = table
        self.texts.add(table.dice)
        return super().row(table, exclude=exclude, label=label)


def vary_params(mechanic: Mechanic) -> Iterator[dict[str, Any]]:
    """Yield parameters of a mechanic: the defaults, one value of a series at a time, and each preset entry."""
    yield {}
    for name, parameter in mechanic.parameters.items():
        yield from ({name: value} for value in parameter.kind.sweep(parameter.default))
    for preset in mechanic.presets:
        if preset.list_parameter:
            continue
        for _, filled in preset.filled_entries(mechanic.parameters):
            yield {name: text for name, text in filled.items() if text}


@pytest.fixture(scope="module")
def observed() -> ObservedDice:
    """Roll every mechanic and every table with dice of every game."""
    dice = ObservedDice()
    ids = ["dice"]
    for game in iter_games():
        ids += [*game.mechanics, *(table.id for table in game.tables.values() if table.die)]
    for mechanic in map(find_mechanic, ids):
        for params in vary_params(mechanic):
            checked = mechanic.check(params)
            with suppress(RulesError):  # the value contradicts the defaults of other parameters
                for _ in range(ROLLS):
                    dice.transcript = Transcript()
                    mechanic(dice, **checked)
    return dice


def test_every_pool_of_a_rule_matches_icepool(observed):
    for count, sides, drop in observed.pools:
        distribution = dice_distributions.pool(count, sides, drop)
        expected = build_pool(count, sides, drop)
        assert {each.kept: weight for each, weight in distribution.weights} == dict(expected), (count, sides, drop)
        if count == 1:
            assert dict(dice_distributions.die(sides).weights) == {face: 1 for (face,) in expected}
    assert len(observed.pools) >= 6, "the rules' own requests were found"


def test_every_total_of_a_rule_matches_icepool(observed):
    for text in observed.texts:
        distribution = run_to_completion(dice_distributions.total(text))
        expected = build_die(notation.parse(text))
        assert {total: Fraction(weight, distribution.denominator) for total, weight in distribution.weights} == {
            total: Fraction(weight, expected.denominator()) for total, weight in expected.items()
        }, text
    assert len(observed.texts) >= 25, "the rules' own requests were found"


def test_every_row_of_a_rolled_table_matches_icepool(observed):
    for table in observed.tables.values():
        expected = build_die(notation.parse(table.dice))
        for row, weight in (distribution := run_to_completion(dice_distributions.row(table, frozenset()))).weights:
            low, high = row.bounds
            ways = sum(each for total, each in expected.items() if low <= total <= high)
            assert weight * expected.denominator() == ways * distribution.denominator, (table.id, row.roll)
    assert observed.tables
