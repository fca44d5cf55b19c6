"""Attribute scores and whole characters."""

import json
from fractions import Fraction
from itertools import permutations, product

import pytest

import rules_py
from rules_py.cli import main
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, typed_odds, typed_value

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


def test_attribute_score_matches_the_texts_example():
    roll = rules_py.resolve("psiops.attribute-score", [1, 3])
    assert roll.outcome == {"score": -1}
    assert any(step.endswith("= -1.") for step in roll.steps)


def test_attribute_score_odds_match_enumeration():
    assert (
        typed_odds("psiops.attribute-score")
        == enumerate_resolve("psiops.attribute-score")
        == count_outcomes((3, 3), lambda first, second: {"score": first + 1 - second})
    )


def test_character_dice_follow_the_texts_order():
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


def test_duplicate_talents_and_skills_are_rerolled():
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
def test_duplicates_can_be_kept(faces, params, talents, skills):
    outcome = rules_py.resolve("psiops.character", [*SCORE_FACES, *faces], **params).outcome
    assert (outcome["talents"], outcome["skills"]) == (talents, skills)


@pytest.mark.parametrize(
    ("field", "table_id", "name"),
    [("talents", "psiops.talents", "same_talent"), ("skills", "psiops.skills", "same_skill")],
)
def test_every_pair_of_rows_is_equally_likely_with_duplicates(field, table_id, name):
    pairs = product(names(table_id), repeat=2)
    assert typed_odds("psiops.character", **{name: "keep"})[field] == {
        typed_value(pair): Fraction(1, 36 * 36) for pair in pairs
    }


@pytest.mark.parametrize("taken", [["13"], [13], ["Avenger"], ["avenger"], "13", "Avenger"])
def test_taken_drive_is_rerolled(taken):
    roll = rules_py.resolve("psiops.character", [*SCORE_FACES, 1, 1, 6, 6, 1, 3, 1, 4, 1, 1, 1, 2], taken_drives=taken)
    assert roll.outcome["drive"] == "Chessmaster"
    assert roll.params["taken_drives"] == ("13",)


def test_dice_of_a_score_name_its_attribute_and_add_up_as_in_the_text():
    roll = rules_py.resolve("psiops.character", [*SCORE_FACES, 1, 1, 1, 2, 1, 3, 1, 1, 1, 2])
    pairs = list(zip(roll.dice[:8:2], roll.dice[1:8:2], strict=True))
    assert [(first.label, second.label) for first, second in pairs] == [
        (f"{name.upper()}, first D3", f"{name.upper()}, second D3") for name in SCORES
    ]
    assert pairs[0][1].sum_text == "1, +1, \N{MINUS SIGN}3 = \N{MINUS SIGN}1"


def test_character_scores_have_the_odds_of_a_score():
    character, score = typed_odds("psiops.character"), typed_odds("psiops.attribute-score")["score"]
    assert [character[name] for name in SCORES] == [score] * 4


@pytest.mark.parametrize(("field", "table_id"), [("talents", "psiops.talents"), ("skills", "psiops.skills")])
def test_every_pair_of_different_rows_is_equally_likely(field, table_id):
    pairs = list(permutations(names(table_id), 2))
    assert typed_odds("psiops.character")[field] == {typed_value(pair): Fraction(1, 36 * 35) for pair in pairs}


@pytest.mark.parametrize("taken", [[], ["11"], ["11", "Avenger", 66], ["11", "Abandoned", "abandoned"]])
def test_every_available_drive_is_equally_likely(taken):
    gone = {"11": "Abandoned", "abandoned": "Abandoned", "66": "Wretch", "avenger": "Avenger"}
    left = set(names("psiops.drives")) - {gone[str(key).casefold()] for key in taken}
    assert typed_odds("psiops.character", taken_drives=taken)["drive"] == {
        typed_value(name): Fraction(1, len(left)) for name in left
    }


def test_last_available_drive_is_certain():
    taken = names("psiops.drives")[:35]
    assert rules_py.odds("psiops.character", taken_drives=taken).outcomes["drive"] == {"Wretch": 1}
    assert rules_py.roll("psiops.character", taken_drives=taken).outcome["drive"] == "Wretch"


def test_taking_every_drive_is_rejected():
    with pytest.raises(rules_py.RulesError, match="^taken_drives: got .*, takes a list of at most 35, "):
        rules_py.roll("psiops.character", taken_drives=names("psiops.drives"))


@pytest.mark.parametrize("unknown", ["Nobody", "10", "11,Nobody", ["11", "67"]])
def test_unknown_drive_is_rejected(unknown):
    with pytest.raises(rules_py.RulesError, match="^taken_drives: got .*, takes .* a row of psiops.drives: 11, 12"):
        rules_py.roll("psiops.character", taken_drives=unknown)


def test_command_line_accepts_taken_drives(capsys):
    assert main(["odds", "psiops.character", "taken_drives=Avenger, 11,wretch", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["params"]["taken_drives"] == ["13", "11", "66"]
    assert set(printed["outcomes"]["drive"]) == set(names("psiops.drives")) - {"Avenger", "Abandoned", "Wretch"}
    assert set(printed["outcomes"]["drive"].values()) == {"1/33"}


def test_fixed_character_values_are_certain():
    outcomes = rules_py.odds("psiops.character").outcomes
    assert {field: outcomes[field] for field in ("hp", "momentum", "armor", "kit")} == {
        "hp": {6: 1},
        "momentum": {2: 1},
        "armor": {2: 1},
        "kit": {tuple(KIT): 1},
    }
