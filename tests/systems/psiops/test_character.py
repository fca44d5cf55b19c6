"""Attribute scores and whole characters."""

import json
from fractions import Fraction
from itertools import permutations, product

import pytest

import rules_py
from rules_py.cli import main
from tests.rules_py.brute_force import chances, every_resolve, odds, typed

SCORES = ["strength", "reflexes", "tactics", "willpower"]
KIT = [
    "Combat knife",
    "Two grenades",
    "Handgun",
    "Body armor",
    "Helmet",
    "Backpack",
    "Boots",
    "Combat fatigues",
    "Hydro-pack",
    "Individual first-aid kit",
    "Paracord",
    "Poncho",
    "Radio, squad",
    "Snacks",
]
SCORE_FACES = [1, 3, 3, 1, 2, 2, 1, 1]


def names(table_id):
    return [row.name for row in rules_py.table(table_id).rows]


def test_the_texts_own_score():
    roll = rules_py.resolve("psiops.attribute-score", [1, 3])
    assert roll.outcome == {"score": -1}
    assert any(step.endswith("= -1.") for step in roll.steps)


def test_a_score_against_every_fall_of_the_dice():
    assert (
        odds("psiops.attribute-score")
        == every_resolve("psiops.attribute-score")
        == chances((3, 3), lambda first, second: {"score": first + 1 - second})
    )


def test_a_character_is_rolled_in_the_order_of_the_text():
    roll = rules_py.resolve("psiops.character", [*SCORE_FACES, 1, 1, 6, 6, 4, 3, 1, 1, 1, 2])
    assert roll.outcome == {
        "strength": -1,
        "reflexes": 3,
        "tactics": 1,
        "willpower": 1,
        "talents": ["Attribute boost", "Zombie"],
        "drive": "Partisan",
        "skills": ["Admin", "Aircraft"],
        "hp": 6,
        "momentum": 2,
        "armor": 2,
        "kit": KIT,
    }


def test_duplicates_are_rolled_again():
    roll = rules_py.resolve("psiops.character", [*SCORE_FACES, 2, 4, 2, 4, 2, 4, 3, 1, 1, 1, 5, 5, 5, 5, 1, 1])
    assert roll.outcome["talents"] == ["Empathy", "Intuition"]
    assert roll.outcome["skills"] == ["Science", "Admin"]


@pytest.mark.parametrize(
    ("faces", "params", "talents", "skills"),
    [
        ([2, 4, 2, 4, 4, 3, 5, 5, 5, 5, 1, 1], {"same_talent": "keep"}, ["Empathy", "Empathy"], ["Science", "Admin"]),
        ([2, 4, 2, 4, 1, 1, 4, 3, 5, 5, 5, 5], {"same_skill": "keep"}, ["Empathy", "Attribute boost"], ["Science"] * 2),
        (
            [2, 4, 2, 4, 4, 3, 5, 5, 5, 5],
            {"same_talent": "keep", "same_skill": "keep"},
            ["Empathy"] * 2,
            ["Science"] * 2,
        ),
    ],
)
def test_a_duplicate_can_be_kept(faces, params, talents, skills):
    outcome = rules_py.resolve("psiops.character", [*SCORE_FACES, *faces], **params).outcome
    assert (outcome["talents"], outcome["skills"]) == (talents, skills)


@pytest.mark.parametrize(
    ("field", "table_id", "name"),
    [("talents", "psiops.talents", "same_talent"), ("skills", "psiops.skills", "same_skill")],
)
def test_any_two_rows_are_as_likely_where_duplicates_are_kept(field, table_id, name):
    pairs = product(names(table_id), repeat=2)
    assert odds("psiops.character", **{name: "keep"})[field] == {typed(pair): Fraction(1, 36 * 36) for pair in pairs}


@pytest.mark.parametrize("taken", [["13"], [13], ["Avenger"], ["avenger"], "13", "Avenger"])
def test_a_taken_drive_is_rolled_again(taken):
    roll = rules_py.resolve("psiops.character", [*SCORE_FACES, 1, 1, 6, 6, 1, 3, 1, 4, 1, 1, 1, 2], taken_drives=taken)
    assert roll.outcome["drive"] == "Chessmaster"
    assert roll.params["taken_drives"] == ("13",)


def test_every_score_has_the_odds_of_a_score():
    character, score = odds("psiops.character"), odds("psiops.attribute-score")["score"]
    assert [character[name] for name in SCORES] == [score] * 4


@pytest.mark.parametrize(("field", "table_id"), [("talents", "psiops.talents"), ("skills", "psiops.skills")])
def test_any_two_different_rows_are_as_likely(field, table_id):
    pairs = list(permutations(names(table_id), 2))
    assert odds("psiops.character")[field] == {typed(pair): Fraction(1, 36 * 35) for pair in pairs}


@pytest.mark.parametrize("taken", [[], ["11"], ["11", "Avenger", 66], ["11", "Abandoned", "abandoned"]])
def test_any_drive_that_is_not_taken_is_as_likely(taken):
    gone = {"11": "Abandoned", "abandoned": "Abandoned", "66": "Wretch", "avenger": "Avenger"}
    left = set(names("psiops.drives")) - {gone[str(key).casefold()] for key in taken}
    assert odds("psiops.character", taken_drives=taken)["drive"] == {
        typed(name): Fraction(1, len(left)) for name in left
    }


def test_the_last_drive_is_certain():
    taken = names("psiops.drives")[:35]
    assert rules_py.odds("psiops.character", taken_drives=taken).outcomes["drive"] == {"Wretch": 1}
    assert rules_py.roll("psiops.character", taken_drives=taken).outcome["drive"] == "Wretch"


def test_not_every_drive_can_be_taken():
    with pytest.raises(rules_py.RulesError, match="^taken_drives: got .*, takes a list of at most 35, "):
        rules_py.roll("psiops.character", taken_drives=names("psiops.drives"))


@pytest.mark.parametrize("unknown", ["Nobody", "10", "11,Nobody", ["11", "67"]])
def test_an_unknown_drive_is_refused(unknown):
    with pytest.raises(rules_py.RulesError, match="^taken_drives: got .*, takes .* a row of psiops.drives: 11, 12"):
        rules_py.roll("psiops.character", taken_drives=unknown)


def test_taken_drives_on_the_command_line(capsys):
    assert main(["odds", "psiops.character", "taken_drives=Avenger, 11,wretch", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["params"]["taken_drives"] == ["13", "11", "66"]
    assert set(printed["outcomes"]["drive"]) == set(names("psiops.drives")) - {"Avenger", "Abandoned", "Wretch"}
    assert set(printed["outcomes"]["drive"].values()) == {"1/33"}


def test_what_is_not_rolled_is_certain():
    outcomes = rules_py.odds("psiops.character").outcomes
    assert {field: outcomes[field] for field in ("hp", "momentum", "armor", "kit")} == {
        "hp": {6: 1},
        "momentum": {2: 1},
        "armor": {2: 1},
        "kit": {tuple(KIT): 1},
    }
