"""Every PSIOPS table, row by row, compared with the names and figures of the game's own text.

The digest has them; a trial compares it with the text.
"""

import json

import pytest

import rules_py
from tests.cases import check_each
from tests.systems.game_texts import require_text
from tests.systems.psiops import source_tables

DIGEST_ROWS = json.loads(source_tables.DIGEST.read_text(encoding="utf-8"))


TABLES = [id for id in rules_py.table_ids("psiops") if id not in source_tables.SUMMARIES]


def expected_rows(table_id: str) -> source_tables.Rows:
    """Return the rows as printed, with one attribute corrected that the game renamed elsewhere."""
    rows = DIGEST_ROWS[table_id]
    if table_id != "psiops.talents":
        return rows
    assert ["46", "mind shield", "+CREATIVE"] in rows
    return [[part.replace("+CREATIVE", "+WILLPOWER") for part in row] for row in rows]


@check_each("table_id", TABLES)
def test_table_matches_names_and_figures_of_the_text(table_id):
    assert source_tables.extract_our_rows(rules_py.table(table_id)) == expected_rows(table_id)


def test_every_table_of_the_text_is_included():
    assert set(DIGEST_ROWS) == set(TABLES)


@pytest.mark.trial
def test_digest_matches_the_text():
    assert source_tables.extract_text_rows(require_text("psiops")) == DIGEST_ROWS


def test_talent_with_a_renamed_attribute_has_a_note():
    talent = rules_py.table("psiops.talents").row("46")
    assert "+WILLPOWER" in talent["effect"]
    assert "CREATIVE" in talent.note and "WILLPOWER" in talent.note


def test_table_dice_match_the_text():
    dice = {table_id: rules_py.table(table_id).die for table_id in rules_py.table_ids("psiops")}
    assert {table_id: die for table_id, die in dice.items() if die} == {
        "psiops.talents": "d66",
        "psiops.drives": "d66",
        "psiops.skills": "d66",
        "psiops.panic": "d6",
        "psiops.transcendent": "d6",
        "psiops.reactions": "2d6",
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("within 10 meters, or a 10-meter range", ["10 meter", "10 meter"]),
        ("range 1km-5km", ["1 kilometer", "5 kilometer"]),
        ("a +3 damage modifier, -1 armor", ["+3", "-1"]),
        ("+1D3 for 1D6x10 minutes or 1D6 combat rounds", ["+1D3", "1D6 round", "1D6x10 minute"]),
        ("the lowest D6 result and a D66", ["lowest"]),
        ("Roll +STRENGTH twice with Advantage (6/6 AMMO)", ["+STRENGTH", "6/6", "advantage", "double"]),
        ("Hydro-pack 2L, 3 x 500g, M18", ["2 liter", "3", "500 gram"]),
    ],
)
def test_facts_are_extracted_from_any_phrasing(text, facts):
    assert source_tables.extract_facts(text) == facts
