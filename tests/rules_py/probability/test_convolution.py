"""Weighted differences: both ways to them against subtracting each pair."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.probability.convolution import Differences

FEW = st.dictionaries(st.integers(-(10**6), 10**6), st.integers(1, 10**30), min_size=1, max_size=6)
CLOSE = st.dictionaries(st.integers(0, 60), st.integers(1, 10**30), min_size=1)
WIDE_APART = st.dictionaries(st.integers(-5, 20).map(lambda number: 300 * number), st.integers(1, 9), min_size=1)


def each_pair(ones, others):
    found = Counter()
    for x, weight in ones.items():
        for y, share in others.items():
            found[x - y] += weight * share
    return found


@given(FEW | CLOSE | WIDE_APART, FEW | CLOSE | WIDE_APART)
def test_every_difference_has_its_weight(ones, others):
    assert Differences(ones, others).compute_weights() == each_pair(ones, others)


@given(CLOSE | WIDE_APART, CLOSE | WIDE_APART)
def test_both_ways_agree(ones, others):
    differences = Differences(ones, others)
    assert differences._subtract_pairwise() == differences._subtract_packed() == each_pair(ones, others)


@pytest.mark.parametrize(("ones", "others"), [({5: 2}, {5: 3}), ({0: 1}, {-7: 1}), ({1: 255}, {0: 256, 1: 1})])
def test_single_numbers(ones, others):
    differences = Differences(ones, others)
    assert differences._subtract_packed() == differences.compute_weights() == each_pair(ones, others)


def test_longer_ranges_and_heavier_weights_are_more_work():
    some, more = (dict.fromkeys(range(size), 1) for size in (100, 200))
    heavy = dict.fromkeys(range(100), 10**100)
    assert Differences(some, some).work < Differences(more, some).work
    assert Differences(some, some).work < Differences(heavy, some).work
