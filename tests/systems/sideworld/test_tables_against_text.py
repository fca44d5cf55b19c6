"""Every Sideworld table, row by row, compared with the names and figures of the game's own text.

The digest has them; a trial compares it with the text.
"""

import json

import pytest

import rules_py
from tests.cases import check_each
from tests.systems.game_texts import require_text
from tests.systems.sideworld import source_tables

DIGEST_ROWS = json.loads(source_tables.DIGEST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("table_id", sorted(DIGEST_ROWS))
def test_table_matches_names_and_figures_of_the_text(table_id):
    assert source_tables.extract_our_rows(rules_py.table(table_id)) == DIGEST_ROWS[table_id]


def test_every_table_of_the_text_is_included_with_all_rows():
    assert set(DIGEST_ROWS) == set(rules_py.table_ids("sideworld"))
    assert {name.partition(".")[2]: len(rows) for name, rows in DIGEST_ROWS.items()} == {
        "situations": 8,
        "body-parts": 8,
        "vehicle-modifiers": 3,
        "manoeuvres": 12,
        "poison-levels": 6,
        "weapon-blocks": 12,
        "firing-modes": 4,
        "encumbrance": 15,
        "ageing-steps": 10,
        "chaos": 20,
    }


@pytest.mark.trial
def test_digest_matches_the_text():
    assert source_tables.extract_text_rows(require_text("sideworld")) == DIGEST_ROWS


def test_table_dice_match_the_text():
    dice = {table_id: rules_py.table(table_id).die for table_id in rules_py.table_ids("sideworld")}
    assert {table_id: die for table_id, die in dice.items() if die} == {
        "sideworld.body-parts": "d100",
        "sideworld.chaos": "d20",
    }


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("light", ["light"]),
        ("under-30", ["slower"]),
        ("120-or-more", ["or faster"]),
        ("hiding", ["hide"]),
        ("unexpecting", ["expects no attack"]),
        ("watching", ["expects the attack", "eye"]),
    ],
)
def test_situation_names_contain_their_key_words(key, words):
    assert all(word in rules_py.table("sideworld.situations").row(key).name.lower() for word in words)


@check_each(
    "key, words",
    [
        ("invisible", "can't be seen"),
        ("intangible", "can't be touched"),
        ("shrunk", "divided by 1D20"),
        ("future", "hours later"),
        ("drained", "gone"),
        ("restored", "back where it started"),
        ("spells-doubled", "double"),
        ("spells-halved", "half"),
        ("energy-blast", "nobody can dodge"),
        ("wizard-20", "level 20"),
        ("invulnerable", "can't be harmed"),
        ("lightning", "lightning"),
    ],
)
def test_chaos_effects_contain_their_key_words(key, words):
    assert words in rules_py.table("sideworld.chaos").row(key)["effect"]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("manual", ["one shot", "reload"]),
        ("auto", ["one shot", "magazine or belt", "internal magazine"]),
        ("burst", ["one attack", "multiplied by the size"]),
        ("full-auto", ["up to the rate", "divide the rate by your actions"]),
    ],
)
def test_firing_mode_meanings_contain_their_key_words(key, words):
    meaning = rules_py.table("sideworld.firing-modes").row(key)["meaning"]
    assert all(word in meaning.lower() for word in words)
