"""Pools that are counted without icepool have the same distributions."""

import pytest

from rules_py.probability import dice_distributions
from rules_py.probability.pools import count_pool


@pytest.mark.parametrize("drop", [None, "lowest", "highest"])
@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (5, 4), (4, 10), (3, 20)])
def test_the_distribution_is_icepools(count, sides, drop):
    assert count_pool(count, sides, drop) == dice_distributions.pool(count, sides, drop)
