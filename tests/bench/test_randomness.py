"""The three statistical tests of faces, applied to fair dice, unfair dice and published examples."""

import random
import statistics
from functools import cache

import pytest

from bench.fairness.randomness import faces_p_value, pairs_p_value, runs_p_value

TESTS = (faces_p_value, pairs_p_value, runs_p_value)
COUNT = 20_000


@cache
def roll_fair_die(sides, seed):
    return random.Random(seed).choices(range(1, sides + 1), k=COUNT)


@pytest.mark.examples(2)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("sides", [6, 20])
def test_p_values_of_fair_dice_are_uniform(test, sides):
    values = sorted(test(roll_fair_die(sides, seed), sides) for seed in range(100))
    assert max(abs(value - (place + 0.5) / 100) for place, value in enumerate(values)) < 0.195  # Kolmogorov, p = 0.001


def test_faces_test_detects_a_loaded_die():
    chance = random.Random(1)
    loaded = [chance.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(COUNT)]
    assert faces_p_value(loaded, 6) < 1e-9


def test_only_pairs_test_detects_a_die_that_avoids_repeats():
    chance, faces = random.Random(2), [1]
    while len(faces) < COUNT:
        face = chance.randint(1, 6)
        if face != faces[-1] or chance.random() < 0.8:
            faces.append(face)
    assert pairs_p_value(faces, 6) < 1e-6 and faces_p_value(faces, 6) > 1e-3


def test_runs_test_detects_clustered_high_faces():
    chance, faces = random.Random(3), []
    while len(faces) < COUNT:
        faces += [chance.randint(1, 3) + 3 * chance.randint(0, 1)] * chance.choice([1, 1, 1, 2])
    assert runs_p_value(faces, 6) < 1e-9


def test_tests_count_faces_that_never_occur():
    assert faces_p_value([1, 2, 3, 4, 5] * 100, 6) < 1e-9 and runs_p_value([1, 2, 3] * 100, 6) == 0


def test_chi_square_matches_published_table():
    # With 5 degrees of freedom, every printed table gives 11.07 as the 95th percentile.
    faces = [face for face, count in zip(range(1, 7), [130, 90, 95, 85, 110, 90], strict=True) for _ in range(count)]
    assert statistics.fsum((count - 100) ** 2 / 100 for count in [130, 90, 95, 85, 110, 90]) == pytest.approx(14.5)
    assert faces_p_value(faces, 6) == pytest.approx(0.01272, abs=1e-4)
