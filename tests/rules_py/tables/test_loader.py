"""Table files: a valid file loads, and each error names the file, the line and the expected value."""

import pytest

from rules_py.errors import DataError, RulesError
from rules_py.tables import parse_table, table, table_ids
from tests.cases import check_each

SOUND = """\
# A comment above.
id = "toy.weather"
title = "Weather"
die = "d6"
page = "toy/#weather"
source = "Made up"
note = "In spring."
columns = { name = "Weather", wind = "Wind" }

[[rows]]
roll = "1-3"
name = "Sun"
wind = "0"

[[rows]]
roll = "4-5"
key = "rain"
name = "Rain"
wind = "2"
note = "Bring a coat."

[[rows]]
roll = "6"
name = "Storm"
wind = "9"
"""
FIRST_ROW, SECOND_ROW, THIRD_ROW = 10, 15, 22


def test_valid_file_is_loaded():
    weather = parse_table(SOUND, "weather.toml", "toy.weather")
    assert (weather.id, weather.title, weather.die) == ("toy.weather", "Weather", "d6")
    assert (weather.page, weather.source, weather.note) == ("toy/#weather", "Made up", "In spring.")
    assert weather.columns == {"name": "Weather", "wind": "Wind"}
    assert [(row.roll, row.key, row.cells, row.note) for row in weather.rows] == [
        ("1-3", "1-3", {"name": "Sun", "wind": "0"}, None),
        ("4-5", "rain", {"name": "Rain", "wind": "2"}, "Bring a coat."),
        ("6", "6", {"name": "Storm", "wind": "9"}, None),
    ]


def test_cells_follow_column_order():
    swapped = SOUND.replace('name = "Sun"\nwind = "0"', 'wind = "0"\nname = "Sun"')
    assert list(parse_table(swapped, "weather.toml", "toy.weather").rows[0].cells) == ["name", "wind"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('die = "d6"\n', 'roll_heading = "Total"\n'),
        ('die = "d6"\n', 'die = "d6"\nroll_heading = "D6"\n'),
        ('note = "In spring."\n', ""),
        ('title = "Weather"', '"title" = "Weather"'),
        ("[[rows]]", "[[rows]]  "),
    ],
)
def test_optional_keys_and_alternative_spellings_are_accepted(old, new):
    assert len(parse_table(SOUND.replace(old, new), "weather.toml", "toy.weather").rows) == 3


def test_first_and_last_row_may_be_open_ended():
    text = SOUND.replace('"1-3"', '"5-"').replace('"4-5"', '"6-9"').replace('"6"', '"10+"').replace("d6", "2d6")
    weather = parse_table(text, "weather.toml", "toy.weather")
    assert [weather.row_for_roll(total).name for total in (2, 5, 6, 9, 10, 12)] == ["Sun"] * 2 + ["Rain"] * 2 + [
        "Storm"
    ] * 2


def test_table_without_a_die_needs_no_rolls():
    lines = [line for line in SOUND.splitlines() if not line.startswith(("roll", "die"))]
    looked_up = "\n".join(lines).replace('name = "Sun"', 'key = "sun"\nname = "Sun"')
    looked_up = looked_up.replace('name = "Storm"', 'key = "storm"\nname = "Storm"')
    weather = parse_table(looked_up, "weather.toml", "toy.weather")
    assert weather.die is None
    assert [(row.roll, row.key) for row in weather.rows] == [(None, "sun"), (None, "rain"), (None, "storm")]


@check_each(
    "old, new, line, said",
    [
        ('"toy.weather"', '"toy.winter"', 2, ["id", "'toy.winter'", "takes 'toy.weather'"]),
        ('"toy.weather"', "5", 2, ["id", "5", "takes text in quotes"]),
        ('title = "Weather"\n', "", 1, ["title", "takes text in quotes"]),
        ('"Weather"\ndie', '""\ndie', 3, ["title", "''", "takes text in quotes"]),
        ('"Weather"\ndie', '["Weather"]\ndie', 3, ["title", "takes text in quotes"]),
        ('page = "toy/#weather"\n', "", 1, ["page", "takes text in quotes"]),
        ('source = "Made up"\n', "", 1, ["source", "takes text in quotes"]),
        ('"In spring."', "5", 7, ["note", "5", "takes text in quotes"]),
        ('"d6"', "6", 4, ["die", "6", "takes text in quotes"]),
        ('"d6"', '"dx"', 4, ["die", "'dx'", "character 2", "number of sides"]),
        ('"d6"', '"d8"', THIRD_ROW, ["no row for 7", "each face of d8"]),
        ('"d6"', '"d5"', THIRD_ROW, ["'6'", "takes faces of d5"]),
        ('die = "d6"\n', "", 1, ["roll_heading", "missing"]),
        ("source =", "sauce =", 6, ["sauce", "takes one of id, title", "source"]),
        ('{ name = "Weather", wind = "Wind" }', '"name"', 8, ["columns", "takes { key"]),
        ('{ name = "Weather", wind = "Wind" }', "{}", 8, ["columns", "takes { key"]),
        ('wind = "Wind"', "wind = 5", 8, ["columns", "5", "takes"]),
        ('wind = "Wind" }', 'wind = "Wind", roll = "Rolled" }', 8, ["columns", "roll"]),
        ('wind = "0"\n', "", FIRST_ROW, ["wind", "missing in this row", "takes text in quotes"]),
        ('wind = "2"', "wind = 2", SECOND_ROW, ["wind", "2", "takes text in quotes"]),
        ('wind = "2"', 'wind = ""', SECOND_ROW, ["wind", "''", "takes text in quotes"]),
        ('wind = "9"', 'wind = "9"\nrain = "1"', THIRD_ROW, ["rain", "not a column", "name, wind"]),
        ('"4-5"', '"four"', SECOND_ROW, ["roll", "'four'", "takes a number or a range such as 3-5"]),
        ('"4-5"', '"4..5"', SECOND_ROW, ["roll", "'4..5'", "takes a number or a range such as 3-5"]),
        ('"4-5"', "4", SECOND_ROW, ["roll", "4", "takes text in quotes"]),
        ('roll = "4-5"\n', "", SECOND_ROW, ["roll", "missing in this row"]),
        ('roll = "6"\n', "", THIRD_ROW, ["key", "missing in a row without a roll"]),
        ('"4-5"', '"5-4"', SECOND_ROW, ["roll", "'5-4'", "takes numbers above those of the row before"]),
        ('"4-5"', '"3-5"', SECOND_ROW, ["roll", "'3-5'", "takes numbers above those of the row before"]),
        ('"4-5"', '"4"', THIRD_ROW, ["no row for 5", "each face of d6"]),
        ('"1-3"', '"2-3"', THIRD_ROW, ["no row for 1", "each face of d6"]),
        ('"6"', '"7"', THIRD_ROW, ["roll", "'7'", "takes faces of d6"]),
        ('"6"', '"6-8"', THIRD_ROW, ["roll", "'6-8'", "takes faces of d6"]),
        ('"1-3"', '"0-3"', FIRST_ROW, ["roll", "'0-3'", "takes faces of d6"]),
        ('key = "rain"', 'key = "1-3"', SECOND_ROW, ["key", "'1-3' a second time"]),
        ('[[rows]]\nroll = "6"', '[[ rows ]]\nroll = "6"', 1, ["rows", "[[rows]] on a line of its own"]),
        ('title = "Weather"', 'title = "Weather', 3, ["not TOML"]),
        ('wind = "2"', "wind = 2 2", 19, ["not TOML"]),
        ('key = "rain"', 'key = "rain"\nkey = "sun"', 18, ["not TOML"]),
    ],
)
def test_error_names_line_and_expectation(old, new, line, said):
    assert SOUND.count(old) >= 1
    with pytest.raises(DataError) as refusal:
        parse_table(SOUND.replace(old, new, 1), "data/weather.toml", "toy.weather")
    message = str(refusal.value)
    assert message.startswith(f"data/weather.toml:{line}: ")
    assert all(part in message for part in said), message
    assert "\n" not in message


def test_error_under_a_quoted_key_names_its_line():
    for old, new in (('id = "toy.weather"', '"id" = "toy.winter"'), ('die = "d6"', '"die" = "dx"')):
        with pytest.raises(DataError, match=r"^weather.toml:\d+: (id|die): "):
            parse_table(SOUND.replace(old, new), "weather.toml", "toy.weather")


def test_file_without_rows_is_rejected():
    head = SOUND[: SOUND.index("[[rows]]")]
    for text in (head, head + "rows = []\n", head + "rows = 5\n"):
        with pytest.raises(DataError, match=r"^weather.toml:\d+: rows: .*takes \[\[rows\]\]"):
            parse_table(text, "weather.toml", "toy.weather")


@pytest.mark.parametrize("text", ["", "\n\n", "= 5", "\x00", "[[rows]]"])
def test_nearly_empty_file_is_rejected(text):
    with pytest.raises(DataError, match=r"^weather.toml:\d+: "):
        parse_table(text, "weather.toml", "toy.weather")


@pytest.mark.parametrize(
    "table_id",
    [
        "station.nothing",
        "nothing.talents",
        "talents",
        "",
        "station.",
        "../station.talents",
        "station/data.talents",
        "STATION.talents",
        "station.talents.toml",
    ],
)
def test_unknown_table_error_lists_available_tables(table_id):
    with pytest.raises(RulesError) as refusal:
        table(table_id)
    assert str(refusal.value).startswith(f"table: got {table_id!r}, takes one of ")
    assert "station.talents" in str(refusal.value)


def test_every_table_of_every_game_loads():
    assert table_ids()
    for table_id in table_ids():
        assert table(table_id).id == table_id


def test_table_ids_are_sorted_and_filtered_by_game():
    assert "station.talents" in table_ids("station")
    assert all(table_id.startswith("station.") for table_id in table_ids("station"))
    assert set(table_ids("station")) <= set(table_ids())
    assert list(table_ids()) == sorted(table_ids())


def test_error_brings_the_other_mistakes_of_the_file():
    wrong = SOUND.replace("title =", "tittle =").replace('wind = "2"', "wind = 2").replace('"6"', '"six"')
    with pytest.raises(DataError, match="tittle: takes one of") as refusal:
        parse_table(wrong, "weather.toml", "toy.weather")
    further = [str(each) for each in refusal.value.further]
    assert [each.partition(", takes")[0] for each in further] == [
        f"weather.toml:{SECOND_ROW}: wind: got 2",
        f"weather.toml:{THIRD_ROW}: roll: got 'six'",
    ]
