"""Body parts and prosthetics."""

from fractions import Fraction

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds

PARTS = [
    ("Trunk", range(1, 21)),
    ("Arms", range(21, 51)),
    ("Legs", range(51, 81)),
    ("Face", range(81, 91)),
    ("Brain", range(91, 101)),
]


def test_body_part_odds_match_the_table():
    found = rules_py.odds("sideworld.body-parts").outcomes["part"]
    assert found == {part: Fraction(len(faces), 100) for part, faces in PARTS}
    for part, faces in PARTS:
        for face in faces:
            assert rules_py.resolve("sideworld.body-parts", [face]).outcome["part"] == part


def test_attributes_keep_their_capitals_in_the_verdict():
    assert rules_py.resolve("sideworld.wound", [50]).verdict == "Arms: Muscle halved"


ROWS = [
    ("trunk", "Trunk", "Constitution", 20),
    ("arms", "Arms", "Muscle", 50),
    ("legs", "Legs", "Run speed", 80),
    ("face", "Face", "Beauty", 90),
    (None, "Brain", "None: braindead on the spot", 92),
    ("brain-thought", "Brain", "Intellect, Willpower", 95),
    ("brain-manner", "Brain", "Wisdom, Charm", 97),
    ("brain-reflex", "Brain", "Reactions", 100),
]


def expected_wound(hit_before=(), prosthetics=()):
    def compute_outcome(d100, d10):
        key, part, attributes, _ = next(row for row in ROWS if d100 <= row[3])
        failed = key in prosthetics and d10 == 1
        result = "dead" if key is None else "zero" if failed or key in hit_before else "halved"
        if result == "zero" and key == "trunk":
            result = "dead"
        return {"part": part, "attributes": attributes, "result": result, "failed": failed}

    return count_outcomes((100, 10), compute_outcome)


@check_each(
    "params",
    [
        *grid(
            hit_before=[(), ("trunk",), ("legs", "face"), ("brain-thought",)],
            prosthetics=[(), ("trunk", "arms"), ("legs", "brain-thought", "brain-reflex")],
        )
    ],
)
def test_wound_odds_match_enumeration(params):
    assert typed_odds("sideworld.wound", **params) == expected_wound(**params)


def wound(faces, **params):
    return rules_py.resolve("sideworld.wound", faces, **params).outcome


def test_only_prosthetics_roll_for_failure():
    assert wound([60]) == {"part": "Legs", "attributes": "Run speed", "result": "halved", "failed": False}
    assert wound([60, 2], prosthetics="legs")["result"] == "halved"
    assert wound([60, 1], prosthetics="legs") == {
        "part": "Legs",
        "attributes": "Run speed",
        "result": "zero",
        "failed": True,
    }
    assert wound([92], prosthetics="brain-reflex")["result"] == "dead"
    assert typed_odds("sideworld.wound", prosthetics=["face"]) == enumerate_resolve(
        "sideworld.wound", prosthetics=["face"]
    )


def test_trunk_hit_twice_or_failing_kills():
    assert wound([20], hit_before="trunk")["result"] == "dead"
    assert wound([20, 1], prosthetics="trunk")["result"] == "dead"
    assert wound([20, 2], prosthetics="trunk")["result"] == "halved"


def test_brain_rows_count_as_separate_parts():
    assert wound([94], hit_before="brain-manner")["result"] == "halved"
    assert wound([94], hit_before="brain-thought")["result"] == "zero"


def test_hit_choices_are_distinct_and_exclude_deadly_parts():
    parameter = rules_py.describe("sideworld.wound")["parameters"][0]
    living = {key: f"{part} ({attributes})" for key, part, attributes, _ in ROWS if key}
    assert parameter["entry"]["choices"] == list(living)
    assert find_mechanic("sideworld.wound").parameters["hit_before"].kind.names() == living


@pytest.mark.parametrize("years", [0, 1, 5])
def test_prosthetics_never_fail_in_the_first_five_years(years):
    assert rules_py.resolve("sideworld.prosthetic", [], years=years).outcome == {"percent": 0, "fails": False}


@pytest.mark.parametrize("years", [6, 7, 15, 100])
def test_prosthetics_over_five_years_fail_on_a_1_of_a_d10(years):
    assert typed_odds("sideworld.prosthetic", years=years) == count_outcomes(
        (10,), lambda face: {"percent": 10, "fails": face == 1}
    )
    assert rules_py.resolve("sideworld.prosthetic", [1], years=years).outcome["fails"] is True


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("prosthetic", {"years": -1}, "years"),
        ("wound", {"hit_before": ["brain-death"]}, "hit_before"),
        ("wound", {"prosthetics": "tail"}, "prosthetics"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
