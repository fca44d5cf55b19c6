"""Reaction rolls and progress clocks."""

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, typed_odds

ATTITUDES = ["Hostile", "Wary", "Curious", "Friendly", "Helpful"]
MARKS = {"failure": 0, "partial": 1, "success": 2, "critical": 3}


def expected_attitude(total: int, shift: int) -> str:
    place = 0 if total == 2 else 1 if total <= 5 else 2 if total <= 8 else 3 if total <= 11 else 4
    return ATTITUDES[max(0, min(4, place + shift))]


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_reaction_odds_match_enumeration(shift):
    assert (
        typed_odds("psiops.reaction", shift=shift)
        == enumerate_resolve("psiops.reaction", shift=shift)
        == count_outcomes((6, 6), lambda a, b: {"total": a + b, "attitude": expected_attitude(a + b, shift)})
    )


@check_each(
    "faces, shift, attitude",
    [
        ([1, 1], 0, "Hostile"),
        ([1, 2], 0, "Wary"),
        ([2, 3], 0, "Wary"),
        ([3, 3], 0, "Curious"),
        ([4, 4], 0, "Curious"),
        ([4, 5], 0, "Friendly"),
        ([5, 6], 0, "Friendly"),
        ([6, 6], 0, "Helpful"),
        ([1, 1], -1, "Hostile"),  # there is no worse attitude
        ([1, 1], 1, "Wary"),
        ([3, 4], -1, "Wary"),
        ([6, 6], 1, "Helpful"),  # there is no better attitude
        ([6, 6], -1, "Friendly"),
    ],
)
def test_reaction_total_decides_the_attitude(faces, shift, attitude):
    assert rules_py.resolve("psiops.reaction", faces, shift=shift).outcome == {
        "total": sum(faces),
        "attitude": attitude,
    }


def clock(**params):
    return rules_py.roll("psiops.clock", **params).outcome


def test_every_band_advances_every_clock_correctly():
    for segments in (4, 6, 8):
        for marked in range(segments + 1):
            for band, marks in MARKS.items():
                after = min(marked + marks, segments)
                assert clock(segments=segments, marked=marked, band=band) == {
                    "marked": after,
                    "done": after == segments,
                }


def test_clock_defaults_to_4_empty_segments():
    assert clock(band="critical") == {"marked": 3, "done": False}


@pytest.mark.parametrize(("segments", "marked"), [(4, 5), (4, 8), (6, 7)])
def test_more_marks_than_segments_are_rejected(segments, marked):
    for call in (rules_py.roll, rules_py.odds):
        with pytest.raises(rules_py.RulesError, match=f"^marked: got {marked}, takes 0 to {segments} "):
            call("psiops.clock", segments=segments, marked=marked)
