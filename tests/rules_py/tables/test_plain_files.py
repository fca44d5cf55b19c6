"""Tables without settings: files in Markdown and CSV, and the mistakes in them with file and line."""

import pytest

from rules_py.errors import DataError
from rules_py.tables.plain_files import parse_csv_table, parse_markdown_table

PATH = "moon/data/leaks.md"


def read_rows(table):
    return [(row.roll, *row.cells.values()) for row in table.rows]


def test_markdown_has_title_dice_columns_and_note():
    text = """# Leaks

Roll when the alarm rings.

| 2d6 | Leak | What happens |
|-----|------|--------------|
| 2-4 | **Hiss** | It lasts 1D6 minutes. |
| 5-11 | Whistle | |
| 12 | Bang | Run. |

Somebody has to mend it.
"""
    table = parse_markdown_table(text, PATH, "moon.leaks")
    assert (table.title, table.die, table.page) == ("Leaks", "2d6", "moon/#table-leaks")
    assert table.columns == {"leak": "Leak", "what_happens": "What happens"}
    assert read_rows(table) == [
        ("2-4", "Hiss", "It lasts 1D6 minutes."),
        ("5-11", "Whistle", "–"),
        ("12", "Bang", "Run."),
    ]
    assert table.note == "Roll when the alarm rings. Somebody has to mend it."


@pytest.mark.parametrize(
    ("text", "die", "rows"),
    [
        ("- Ann\n- Bob\n- Cid\n- Dee", "d4", [("1", "Ann"), ("2", "Bob"), ("3", "Cid"), ("4", "Dee")]),
        ("# Names\n\n1. Ann\n2. Bob", "d2", [("1", "Ann"), ("2", "Bob")]),
        ("|d100|Name|\n|-|-|\n|01-50|Ann|\n|51-00|Bob|", "d100", [("1-50", "Ann"), ("51-100", "Bob")]),
        ("|d66|Name|\n|-|-|\n|11-36|Ann|\n|41-66|Bob|", "d66", [("11-36", "Ann"), ("41-66", "Bob")]),
        ("|Price|Name|\n|-|-|\n|2 cr|Rope|\n|3 cr|Torch|", None, [(None, "2 cr", "Rope"), (None, "3 cr", "Torch")]),
    ],
)
def test_markdown_of_many_forms(text, die, rows):
    table = parse_markdown_table(text, PATH, "moon.odd-jobs")
    assert (table.die, read_rows(table)) == (die, rows)
    assert table.title in ("Names", "Odd jobs")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_of_spreadsheets(separator):
    lines = (("d6", "Name", "Effect"), ("1-5", '"Hiss, or ""whistle"""', "None"), ("6", '"Two\nlines"', "Run"))
    text = "\ufeff" + "\r\n".join(separator.join(cells) for cells in lines)
    table = parse_csv_table(text, "moon/data/leaks.csv", "moon.leaks")
    assert (table.die, table.title) == ("d6", "Leaks")
    assert read_rows(table) == [("1-5", 'Hiss, or "whistle"', "None"), ("6", "Two lines", "Run")]


def test_csv_without_rolls_is_looked_up_by_its_first_cells():
    table = parse_csv_table("Name,Price\nRope,2\nBig torch,3\nRope,4\n", "moon/data/kit.csv", "moon.kit")
    assert table.die is None and table.keys == ("rope", "big-torch", "rope-3")
    assert table.row("big torch").number("price") == 3


def test_csv_with_weights():
    table = parse_csv_table("Weight,Name\n3,Ann\n1,Bob\n", "moon/data/names.csv", "moon.names")
    assert (table.die, read_rows(table)) == ("d4", [("1-3", "Ann"), ("4", "Bob")])


@pytest.mark.parametrize(
    ("parse", "text", "said"),
    [
        (
            parse_markdown_table,
            "# A\n\n|d6|B|\n|-|-|\n|1-2|x|\n|4-6|y|",
            ":6: “|4-6|y|”: no line has 3, so add one before",
        ),
        (parse_markdown_table, "|d6|B|\n|-|-|\n|1-2|x|\n|3-S|y|\n|6|z|", ":4: “|3-S|y|”: "),
        (parse_markdown_table, "\n\n", ":1: This table is empty."),
        (parse_csv_table, "d6,B\n1-5,x\n", ":2: “1-5,x”: add a line after it for 6, because d6 goes up to 6."),
        (parse_csv_table, "d6,B\n1-5,x\n\n6,y,z\n", ":4: “6,y,z”: the heading has 2 cells, and this line has 3."),
        (parse_csv_table, "d6,B\n", ":1: “d6,B”: write a heading, and a line for each row."),
        (parse_csv_table, "", ":1: “”: write a heading, and a line for each row."),
    ],
)
def test_mistake_is_told_with_file_and_line(parse, text, said):
    with pytest.raises(DataError) as error:
        parse(text, "moon/data/leaks", "moon.leaks")
    assert str(error.value).startswith(f"moon/data/leaks{said}")


@pytest.mark.parametrize(
    ("parse", "text", "said"),
    [
        (
            parse_csv_table,
            "d8,B\n1-2,x\nthree,y\n2,y\n6-5,z\n8,w,v\n9,u",
            [
                ":3: “three,y”: start it with a number",
                ":4: “2,y”: an earlier line already has this number.",
                ":5: “6-5,z”: put the lower number first.",
                ":6: “8,w,v”: the heading has 2 cells, and this line has 3.",
                ":7: “9,u”: d8 can roll 1 to 8.",
            ],
        ),
        (
            parse_csv_table,
            "d8,B\n1-2,x\n4,y\n6-7,z\n",
            [":3: “4,y”: no line has 3", ":4: “6-7,z”: no line has 5", ":4: “6-7,z”: add a line after it for 8"],
        ),
        (
            parse_csv_table,
            "Weight,B\none,x\n2,y\ntwo,z\n",
            [":2: “one,x”: write a whole", ":4: “two,z”: write a whole"],
        ),
        (parse_csv_table, "Weight,B\n0,x\n2,y\n0,z\n", [":2: “0,x”: its weight is 0", ":4: “0,z”: its weight is 0"]),
        (
            parse_markdown_table,
            "|d6|B|\n|-|-|\n|1-2|x|\n|3-S|y|\n|6-5|z|",
            [":4: “|3-S|y|”: start it with a number", ":5: “|6-5|z|”: put the lower number first."],
        ),
    ],
)
def test_all_mistakes_are_told_at_once(parse, text, said):
    with pytest.raises(DataError) as error:
        parse(text, "moon/data/leaks", "moon.leaks")
    found = [str(each) for each in (error.value, *error.value.further)]
    assert len(found) == len(said)
    assert all(each.startswith(f"moon/data/leaks{start}") for each, start in zip(found, said)), found
