"""What the bench says of a path's faces: fair ones meet the goal; what is uneven, in order or too even misses it."""

import random

import pytest

from bench.fairness.measure import build_rows
from bench.fairness.paths import HANDFULS, RolledFaces

TIMES = 3_000


def thrown(face):
    """Rolls of all handfuls in turn, each from a seed of its own; `face` gives a face of the chance and its places."""
    faces, firsts = bytearray(), bytearray()
    for roll in range(TIMES * len(HANDFULS)):
        chance = random.Random(f"seed {roll}")
        fallen = [face(chance, roll, number) for number in range(HANDFULS[roll % len(HANDFULS)])]
        faces += bytes(fallen)
        firsts.append(fallen[0])
    return RolledFaces(bytes(faces), bytes(firsts))


def missed(fallen):
    """Which of the two rows miss their goal."""
    return [row[2] for row in build_rows(6, "a path", fallen) if row[-1].endswith(": missed")]


def test_fair_faces_meet_the_goal():
    assert missed(thrown(lambda chance, roll, number: chance.randint(1, 6))) == []


def test_first_faces_that_are_even_in_every_other_roll_are_found():
    def face(chance, roll, number):
        return chance.randint(1, 6) if number else 2 * chance.randint(1, 3) - roll % 2

    assert "first" in missed(thrown(face))


def test_first_faces_that_repeat_those_of_the_roll_before_are_found_by_themselves():
    """Among all faces they are few and far apart."""

    def face(chance, roll, number):
        again = number == 0 and roll % 16 == 15
        return (random.Random(f"seed {roll - 1}") if again else chance).randint(1, 6)

    assert missed(thrown(face)) == ["first"]


@pytest.mark.parametrize("which", ["all", "first"])
def test_faces_that_are_more_even_than_chance_are_found(which):
    fair = thrown(lambda chance, roll, number: chance.randint(1, 6))
    even = [face for face in range(1, 7) for _ in range(TIMES)]
    random.Random(4).shuffle(even)
    faces = {"all": RolledFaces(bytes(even), fair.first_faces), "first": RolledFaces(fair.faces, bytes(even))}
    assert missed(faces[which]) == [which]


def test_what_two_browsers_threw_stands_one_behind_the_other():
    assert RolledFaces(b"\1\2\3", b"\1") + RolledFaces(b"\4\5", b"\4") == RolledFaces(b"\1\2\3\4\5", b"\1\4")
