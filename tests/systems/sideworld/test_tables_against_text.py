"""Every Sideworld table, row by row, against the names and figures of the game's own text.

Where the text is at hand it is read; the digest of it stands in for it elsewhere.
"""

import json

import pytest

import rules_py
from tests.systems.sideworld import source_tables

KEPT = json.loads(source_tables.DIGEST.read_text(encoding="utf-8"))
TEXT = source_tables.text()


@pytest.mark.parametrize("table_id", sorted(KEPT))
def test_a_table_has_the_names_and_figures_of_the_text(table_id):
    assert source_tables.of_table(rules_py.table(table_id)) == KEPT[table_id]


def test_every_table_of_the_text_is_ours_with_all_its_rows():
    assert set(KEPT) == set(rules_py.table_ids("sideworld"))
    assert {name.partition(".")[2]: len(rows) for name, rows in KEPT.items()} == {
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


@pytest.mark.skipif(TEXT is None, reason="the game's text is not at hand")
def test_the_digest_is_what_the_text_says():
    assert source_tables.of_text(TEXT) == KEPT


def test_tables_are_rolled_on_with_the_dice_of_the_text():
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
def test_situations_say_what_they_are(key, words):
    assert all(word in rules_py.table("sideworld.situations").row(key).name.lower() for word in words)


@pytest.mark.parametrize(
    ("key", "words"),
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
def test_chaos_says_what_it_does(key, words):
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
def test_firing_modes_say_what_they_do(key, words):
    meaning = rules_py.table("sideworld.firing-modes").row(key)["meaning"]
    assert all(word in meaning.lower() for word in words)
