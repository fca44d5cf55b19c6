"""Every table, cell by cell, compared with the text's digest; trials compare that with the text."""

import json

import pytest

import rules_py
from tests.systems.combat import source_tables
from tests.systems.game_texts import require_text

DIGEST_ROWS = json.loads(source_tables.DIGEST.read_text(encoding="utf-8"))

# The Action! System's ladder of difficulties; the game's text has only one of its steps.
DIFFICULTIES = [
    ["Average/Easy", "12"],
    ["Tricky", "15"],
    ["Challenging", "18"],
    ["Difficult", "21"],
    ["Demanding", "24"],
    ["Extreme", "27"],
    ["Legendary", "30"],
]


@pytest.fixture(scope="module")
def text() -> str:
    return require_text("combat").replace("*", "")


def test_every_table_is_in_the_digest():
    assert set(DIGEST_ROWS) == set(rules_py.table_ids("combat"))
    assert {name: len(rows) for name, rows in DIGEST_ROWS.items()} == {
        "combat.allegiances": 6,
        "combat.attributes": 6,
        "combat.campaign-levels": 2,
        "combat.derived-attributes": 5,
        "combat.difficulties": 1,
        "combat.movement": 36,
        "combat.trait-costs": 3,
    }


@pytest.mark.parametrize("table_id", sorted(set(DIGEST_ROWS) - {"combat.difficulties"}))
def test_table_matches_the_digest(table_id):
    assert source_tables.extract_our_rows(rules_py.table(table_id)) == DIGEST_ROWS[table_id]


def test_difficulties_table_matches_its_figures():
    ours = source_tables.extract_our_rows(rules_py.table("combat.difficulties"))
    assert ours == DIFFICULTIES
    assert DIGEST_ROWS["combat.difficulties"] == [["Difficult", "21"]]
    assert DIGEST_ROWS["combat.difficulties"][0] in ours


def test_difficulties_name_the_origin_of_each_figure():
    origins = {row["target"]: row["origin"] for row in rules_py.table("combat.difficulties").rows}
    in_text = {target for target, origin in origins.items() if "this game's text" in origin.lower()}
    assert in_text == {"18", "21"}
    assert {target for target, origin in origins.items() if "Action! System" in origin} == {
        "12",
        "15",
        "18",
        "24",
        "27",
        "30",
    }


@pytest.mark.trial
def test_digest_matches_the_text(text):
    assert source_tables.extract_text_rows(text) == DIGEST_ROWS


@pytest.mark.trial
def test_text_names_target_number_18_without_a_level(text):
    assert "(TN 18)" in text and "Challenging" not in text


@pytest.mark.trial
def test_text_contains_its_known_contradictions(text):
    words = " ".join(text.split())
    for said in (
        "a Health of 4 and a Toughness of 8",
        "has a Health of 3 and a Willpower of 5",
        "has a REF of 6, a HLT of 5 and a STR of 4",
        "a total MOV of 11",
        "maximum characteristic score of 76",
        "13.2 kph or 7.8 mph",
        "26.4 kph or 15.5 mph",
        "up to 6 turns",
        "Life Points are reduced to 0",
    ):
        assert said in words
