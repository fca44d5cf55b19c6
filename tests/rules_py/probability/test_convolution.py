"""Weighted differences: both convolution algorithms compared with subtracting every pair."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from rules_py.probability.convolution import Differences

FEW = st.dictionaries(st.integers(-(10**6), 10**6), st.integers(1, 10**30), min_size=1, max_size=6)
CLOSE = st.dictionaries(st.integers(0, 60), st.integers(1, 10**30), min_size=1)
WIDE_APART = st.dictionaries(st.integers(-5, 20).map(lambda number: 300 * number), st.integers(1, 9), min_size=1)


def subtract_pairs(ones, others):
    found = Counter()
    for x, weight in ones.items():
        for y, share in others.items():
            found[x - y] += weight * share
    return found


@given(FEW | CLOSE | WIDE_APART, FEW | CLOSE | WIDE_APART)
def test_differences_match_pairwise_subtraction(ones, others):
    assert Differences(ones, others).compute_weights() == subtract_pairs(ones, others)


@given(CLOSE | WIDE_APART, CLOSE | WIDE_APART)
def test_both_convolution_algorithms_agree(ones, others):
    differences = Differences(ones, others)
    assert differences._subtract_pairwise() == differences._subtract_packed() == subtract_pairs(ones, others)


@pytest.mark.parametrize(("ones", "others"), [({5: 2}, {5: 3}), ({0: 1}, {-7: 1}), ({1: 255}, {0: 256, 1: 1})])
def test_side_by_side_algorithm_handles_single_values(ones, others):
    differences = Differences(ones, others)
    assert differences._subtract_packed() == differences.compute_weights() == subtract_pairs(ones, others)


def test_work_estimate_grows_with_range_and_weight_size():
    some, more = (dict.fromkeys(range(size), 1) for size in (100, 200))
    heavy = dict.fromkeys(range(100), 10**100)
    assert Differences(some, some).work < Differences(more, some).work
    assert Differences(some, some).work < Differences(heavy, some).work
