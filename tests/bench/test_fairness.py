"""The benchmark's verdict on faces: fair ones meet the goal; uneven, ordered or too even ones miss it."""

import random

import pytest

from bench.fairness.measure import build_rows
from bench.fairness.paths import HANDFULS, RolledFaces

TIMES = 3_000


def roll_handfuls(face):
    """Roll each handful in turn with its own seed; `face` takes the generator, the roll and the position."""
    faces, firsts = bytearray(), bytearray()
    for roll in range(TIMES * len(HANDFULS)):
        chance = random.Random(f"seed {roll}")
        fallen = [face(chance, roll, number) for number in range(HANDFULS[roll % len(HANDFULS)])]
        faces += bytes(fallen)
        firsts.append(fallen[0])
    return RolledFaces(bytes(faces), bytes(firsts))


def find_missed_rows(rolls):
    """Return the names of the rows (`all`, `first`) that miss their goal."""
    return [row[2] for row in build_rows(6, "a path", rolls) if row[-1].endswith(": missed")]


def test_fair_faces_meet_the_goal():
    assert find_missed_rows(roll_handfuls(lambda chance, roll, number: chance.randint(1, 6))) == []


def test_alternating_parity_in_first_faces_misses_the_goal():
    def face(chance, roll, number):
        return chance.randint(1, 6) if number else 2 * chance.randint(1, 3) - roll % 2

    assert "first" in find_missed_rows(roll_handfuls(face))


def test_repeated_first_faces_miss_the_goal_only_in_the_first_row():
    """Among all faces the repetitions are too rare to be noticed."""

    def face(chance, roll, number):
        again = number == 0 and roll % 16 == 15
        return (random.Random(f"seed {roll - 1}") if again else chance).randint(1, 6)

    assert find_missed_rows(roll_handfuls(face)) == ["first"]


@pytest.mark.parametrize("which", ["all", "first"])
def test_too_even_faces_miss_the_goal(which):
    fair = roll_handfuls(lambda chance, roll, number: chance.randint(1, 6))
    even = [face for face in range(1, 7) for _ in range(TIMES)]
    random.Random(4).shuffle(even)
    faces = {"all": RolledFaces(bytes(even), fair.first_faces), "first": RolledFaces(fair.faces, bytes(even))}
    assert find_missed_rows(faces[which]) == [which]


def test_rolls_of_two_browsers_are_concatenated():
    assert RolledFaces(b"\1\2\3", b"\1") + RolledFaces(b"\4\5", b"\4") == RolledFaces(b"\1\2\3\4\5", b"\1\4")
