"""Tables: rows by number, key and name, and the table as JSON."""

import pytest

from rules_py.errors import RulesError
from rules_py.tables import parse_table
from tests.rules_py.sample_rules import LETTERS

DEGREES = parse_table(
    """
id = "toy.degrees"
title = "Degrees"
roll_heading = "Total"
page = "toy/#degrees"
source = "Made up"
columns = { name = "Degree" }

[[rows]]
roll = "-3-6"
key = "low"
name = "Low"

[[rows]]
roll = "7-9"
name = "Middle"

[[rows]]
roll = "10+"
name = "High"
""",
    "degrees.toml",
    "toy.degrees",
)
LOOKED_UP = parse_table(
    """
id = "toy.things"
title = "Things"
page = "toy/#things"
source = "Made up"
columns = { name = "Thing", weight = "Weight" }

[[rows]]
key = "rope"
name = "Rope"
weight = "–"
""",
    "things.toml",
    "toy.things",
)


@pytest.mark.parametrize(
    ("number", "name"),
    [(-3, "Low"), (0, "Low"), (6, "Low"), (7, "Middle"), (9, "Middle"), (10, "High"), (1000, "High")],
)
def test_at_finds_the_row_of_a_number(number, name):
    assert DEGREES.row_for_roll(number).name == name


def test_open_ended_row_covers_every_lower_number():
    text = 'id = "toy.t"\ntitle = "T"\nroll_heading = "N"\npage = "r"\nsource = "s"\ncolumns = { name = "Name" }\n'
    table = parse_table(
        text + '[[rows]]\nroll = "6-"\nname = "Low"\n[[rows]]\nroll = "7+"\nname = "High"\n', "t", "toy.t"
    )
    assert [table.row_for_roll(number).name for number in (-1000, 6, 7, 1000)] == ["Low", "Low", "High", "High"]


def test_number_without_a_row_is_rejected():
    with pytest.raises(RulesError, match=r"^toy.degrees: got -4, takes -3-6 to 10\+$"):
        DEGREES.row_for_roll(-4)


@pytest.mark.parametrize(
    ("key", "name"), [("1-2", "A"), ("bee", "B"), ("3", "B"), ("b", "B"), ("B", "B"), ("4", "C"), ("c", "C")]
)
def test_row_is_found_by_key_roll_or_name(key, name):
    assert LETTERS.row(key).name == name


@pytest.mark.parametrize("key", ["1", "D", "", "bee "])
def test_unknown_row_error_lists_available_keys(key):
    with pytest.raises(RulesError) as refusal:
        LETTERS.row(key)
    assert str(refusal.value) == f"toy.letters: got {key!r}, takes 1-2, bee, 4"


def test_row_provides_cells_numbers_and_note():
    row = LETTERS.row("bee")
    assert (row["letter"], row["sound"], row.number("sound")) == ("B", "+2", 2)
    assert LETTERS.row("4").number("sound") == -1
    assert LETTERS.row("4").note == "Or as in city."


def test_keys_and_names_follow_table_order():
    assert LETTERS.keys == ("1-2", "bee", "4")
    assert LETTERS.names == {"1-2": "A", "bee": "B", "4": "C"}


def test_table_json_rows_have_roll_and_cells():
    assert LETTERS.to_dict() == {
        "table": "toy.letters",
        "title": "Letters",
        "die": "d4",
        "columns": ["letter", "sound"],
        "rows": [
            {"roll": "1-2", "letter": "A", "sound": "ah"},
            {"roll": "3", "letter": "B", "sound": "+2"},
            {"roll": "4", "letter": "C", "sound": "-1"},
        ],
    }


def test_json_of_a_table_without_die_has_no_rolls():
    assert LOOKED_UP.to_dict() == {
        "table": "toy.things",
        "title": "Things",
        "die": None,
        "columns": ["name", "weight"],
        "rows": [{"name": "Rope", "weight": "–"}],
    }
