"""Pasted tables: layouts that people publish, dice from the heading or the numbers, and refusals with their lines."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from rules_py.dice import GivenDice
from rules_py.errors import RulesError
from rules_py.notation import build_plan, parse
from rules_py.tables.pasted import MOST_ROWS, read_table
from tests.cases import check_each
from tests.rules_py.tables.pasted_samples import MARKDOWN_MOODS, MARKDOWN_WEATHER, PUBLISHED, SIDE_BY_SIDE


def list_rows(text: str, is_rolled: bool = True):
    return [(row.low, row.high, *row.cells) for row in read_table(text, is_rolled).rows]


@check_each("text, dice, rows", PUBLISHED)
def test_published_layouts_are_understood(text, dice, rows):
    assert read_table(text).dice == dice
    assert list_rows(text) == rows


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (MARKDOWN_WEATHER, ("Weather",)),
        (SIDE_BY_SIDE, ("MOOD",)),
        ("weight,sky,wind\n2,Rain,W\n3,Fog,N", ("sky", "wind")),
        ("Roll\tSky\tWind\n1\tRain\tW\n2\tFog\tN", ("Sky", "Wind")),
        ("d4 Device\n1 A\n2 B\n3 C\n4 D", ("Device",)),
        ("1 Rain\n2 Fog", ()),
    ],
)
def test_headings_name_the_cells(text, columns):
    assert read_table(text).columns == columns


def test_chances_are_exact():
    assert [row.chance for row in read_table(MARKDOWN_MOODS).rows] == [
        Fraction(ways, 36) for ways in (1, 9, 16, 9, 1)
    ]  # sums of two dice by hand: 2 one way, 3-5 2+3+4, 6-8 5+6+5, 9-11 4+3+2, 12 one way
    assert [row.chance for row in read_table("weight,what\n3,Coins\n2,Ring\n1,Map").rows] == [
        Fraction(1, 2), Fraction(1, 3), Fraction(1, 6),
    ]  # fmt: skip


@check_each("text, said", [
        (" \n", "This table is empty. Write a line for each row."),
        ("1-2 A\n4-6 B", "Line 2, “4-6 B”: no line has 3, so add one before it."),
        ("1-3 A\n\n3-6 B", "Line 3, “3-6 B”: an earlier line already has this number."),
        ("1 A\n5-2 B", "Line 2, “5-2 B”: put the lower number first."),
        ("1-2 A\nB\n3-6 C", "Line 2, “B”: start it with a number"),
        ("1 A\n2 B\n3 C\nD", "Line 4, “D”: start it with a number"),
        ("d6\n1-5 A\n6-7 B", "Line 3, “6-7 B”: d6 can roll 1 to 6."),
        ("11-36 A\n37-66 B", "Line 2, “37-66 B”: d66 can roll 11 to 66."),
        ("d6\n1-2 A\n3-4 B", "Line 3, “3-4 B”: add a line after it for 5, because d6 goes up to 6."),
        ("d6\nA\nB", "Line 3, “B”: d6 needs 6 rows, and there are 2."),
        ("1-2 A\n3+ B", "Line 2, “3+ B”: it has no end, so name the dice in the first line, such as 2d6."),
        ("0-4 A\n5-9 B", "Line 1, “0-4 A”: name the dice in the first line, such as d10-1, because no die begins"),
        ("10% A\n20% B", "Line 2, “20% B”: the percentages add up to 30, not to 100."),
        ("| d6 | A |\n|--|--|\n| 1-2 | x |\n| 4-6 | y |", "Line 4, “| 4-6 | y |”: no line has 3, so add one before"),
        ("| d6 | A |\n|--|--|\n| 1-5 | x |\n| six | y |", "Line 4, “| six | y |”: start it with a number"),
        ("| d6 | A |\n|--|--|\n| 1-6 | x |\n\nThe end", "Line 5, “The end”: it isn't part of the table"),
        ("| d6 | A |\n|--|--|\n| 1-6 | x |\n| d6 | B |\n|--|--|\n| 1-6 | y |",
         "Line 5, “|--|--|”: a second table begins here"),
        ("| 3d6! | A |\n|--|--|\n| 3-18 | x |", "Line 3, “| 3-18 | x |”: add a line after it for 19"),
        ("weight,a\n2,x\nmany,y", "Line 3, “many,y”: write a whole number or a percentage as its weight"),
        ('{"results": []}', "This JSON isn't a table that this site can read"),
        ("{", "This JSON isn't a table that this site can read"),
        ('{"formula": "3d6y", "results": [{"text": "A", "range": [3, 18]}]}', "The table's formula “3d6y” isn't dice"),
        ('{"formula": "d4", "results": [{"text": "A", "range": [1, 3]}]}', "Line 1, “A”: add a line after it for 4"),
        ("\n".join("x" for _ in range(MOST_ROWS + 1)), f"Line {MOST_ROWS + 1} is too many"),
    ])  # fmt: skip
def test_a_table_that_can_be_misread_is_refused_with_its_line(text, said):
    if said is None:  # the heading isn't dice that the site knows, so the numbers decide
        assert read_table(text).dice == "3d6"
        return
    with pytest.raises(RulesError) as refusal:
        read_table(text)
    assert str(refusal.value).startswith(said)


def test_a_table_without_dice_keeps_its_lines():
    assert list_rows("1 Rain\nd6\t<b>Fog</b>", is_rolled=False) == [
        (None, None, "1 Rain"),
        (None, None, "d6", "<b>Fog</b>"),
    ]
    assert read_table("1 Rain\n2 Sun", is_rolled=False).plan is None


LINES = st.lists(st.from_regex(r"(\d{1,2}(-\d{1,2})?[ .:\t|])?[a-z ,\"\t|%]{0,8}", fullmatch=True), max_size=8)


@given(st.text(max_size=200) | LINES.map("\n".join), st.integers(0, 10**9))
def test_any_text_is_a_table_or_refused_and_every_total_has_one_row(text, seed):
    try:
        table = read_table(text)
    except RulesError as refusal:
        assert str(refusal).startswith(("Line ", "This "))
        return
    if table.plan is None:
        return
    assert sum(row.chance for row in table.rows) == 1
    total = GivenDice([seed % sides + 1 for sides in list_sides(table.dice)]).total(table.dice)
    assert sum(row.low <= total <= row.high for row in table.rows) == 1


def list_sides(dice: str) -> list[int]:
    """Return the sides of each die of a notation without signs."""
    node = parse(dice)
    return [node.sides] * node.count


@given(st.lists(st.integers(1, 20), min_size=2, max_size=12), st.sampled_from(["plain", "tabs", "markdown", "csv"]))
def test_the_same_rows_are_read_from_every_layout(widths, layout):
    rows, low = [], 1
    for width in widths:
        rows.append((f"{low}-{low + width - 1}" if width > 1 else f"{low}", f"Row {low}"))
        low += width
    heading = f"d{low - 1}" if low - 1 not in (44, 66, 88) else "Roll"  # a d44 shows two digits
    written = {
        "plain": "\n".join(f"{numbers} {text}" for numbers, text in rows),
        "tabs": "\n".join(f"{numbers}\t{text}" for numbers, text in [("Roll", "Result"), *rows]),
        "markdown": "\n".join(f"| {a} | {b} |" for a, b in [(heading, "Result"), ("---", "---"), *rows]),
        "csv": "\n".join(f"{numbers};{text}" for numbers, text in rows),
    }[layout]
    table = read_table(written)
    assert [row.high - row.low + 1 for row in table.rows] == widths
    assert [row.chance for row in table.rows] == [Fraction(width, low - 1) for width in widths]


@pytest.mark.parametrize(
    ("text", "dice", "chances"),
    [
        ("| 2d6>=5 | Lock |\n|--|--|\n| 0 | Shut |\n| 1-2 | Open |", "2d6>=5", ["4/9", "5/9"]),
        ("1d6!\n1-5 Near\n7+ Far", "d6!", ["5/6", "1/6"]),
        ("1d4/2\n0 None\n1-2 Some", "d4/2", ["1/4", "3/4"]),
        ("3d6kh2\n2-6 Low\n7-12 High", "3d6kh2", ["42/216", "174/216"]),
    ],
)
def test_tables_of_any_dice_have_their_chances(text, dice, chances):
    """The chances by hand; 42 of the 216 rolls of three dice have two highest faces of at most 6 together."""
    table = read_table(text)
    assert table.dice == dice and [row.chance for row in table.rows] == list(map(Fraction, chances))
    assert table.plan == build_plan(parse(dice))


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("a\n" * 50_001, "This table is too long: it has 100,002 characters, and it may have 100,000."),
        ("a\n" + "-" * 4001, "Line 2 is too long: it has 4,001 characters, and a line may have 4,000."),
    ],
)
def test_a_text_over_the_budget_is_refused_in_words(text, refusal):
    with pytest.raises(RulesError, match=refusal):
        read_table(text)
