"""Dice in running text: they become chips, and all other text stays unchanged."""

import json
from html import escape

import pytest

from rules_py import notation
from rules_py.rendering.labels import mark_up_dice


def chips(page):
    return [(die.text, die["notation"]) for die in page.all("fb-die")]


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("1D6", "1d6"),
        ("2d6", "2d6"),
        ("D66", "d66"),
        ("1D3", "1d3"),
        ("2D6+1", "2d6+1"),
        ("1D6-1", "1d6-1"),
        ("1D6x10", "1d6*10"),
        ("2D6*4", "2d6*4"),
        ("3d6kh2", "3d6kh2"),
        ("1D20", "1d20"),
        ("1d6+1d4", "1d6+1d4"),
    ],
)
def test_dice_in_a_sentence_become_a_chip(render, text, notation):
    page = render(f"Stunned for {text} rounds.")
    assert chips(page) == [(text, notation)]
    assert page.one("p").text == f"Stunned for {text} rounds."


@pytest.mark.parametrize("text", ["1D6", "D66", "2D6x4-1", "3d6kh2"])
def test_markdown_chip_has_the_same_plan_as_a_rendered_one(render, text):
    die = render(f"Stunned for {text} rounds.").one("fb-die")
    assert json.loads(die["plan"]) == notation.build_plan(notation.parse(text))
    attributes = f'notation="{escape(die["notation"])}" plan="{escape(die["plan"])}"'
    assert mark_up_dice(text) == f"<fb-die {attributes}>{text}</fb-die>"


@pytest.mark.parametrize(
    "text", ["Add 5.", "AD6 is a name", "MOD66X", "2D", "a d-pad", "1D6-shaped", "x1D6", "D&D", "0d6 is none", "1.5D6"]
)
def test_text_that_resembles_dice_stays_text(render, text):
    page = render(text)
    assert chips(page) == [] and page.one("p").text == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Deals 3d6!! damage.", "Deals 3d6!! damage."),
        ("Deals **3d6**! damage.", "Deals 3d6! damage."),
        (r"Roll 2d6\*1.5.", "Roll 2d6*1.5."),
        ("Roll 2d6&times;1.5.", "Roll 2d6×1.5."),
    ],
)
def test_dice_inside_unknown_notation_stay_text(render, text, shown):
    page = render(text)
    assert chips(page) == [] and shown in page.text


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        ("Deals 1D6! damage.", ("1D6!", "1d6!")),
        ("| Damage |\n|---|\n| 3d6! |", ("3d6!", "3d6!")),
        ("Roll 3d6! *and add one*.", ("3d6!", "3d6!")),
        ("**Roll 3d6!** and run.", ("3d6!", "3d6!")),
        ("Roll 6d6>=5.", ("6d6>=5", "6d6>=5")),
        ("Roll 6d6&gt;=5.", ("6d6>=5", "6d6>=5")),
        ("Roll 6d6 &ge; 5.", ("6d6 ≥ 5", "6d6>=5")),
        (r"Roll 6d6\>4.", ("6d6>4", "6d6>4")),
        ("Roll 4dF.", ("4dF", "4dF")),
        ("A hit does 2d6[fire].", ("2d6[fire]", "2d6[fire]")),
    ],
)
def test_dice_that_explode_or_are_counted_become_a_chip(render, text, chip):
    page = render(text)
    assert chips(page) == [chip]
    assert json.loads(page.one("fb-die")["plan"]) == ["notation", chip[1]]


@pytest.mark.parametrize(
    "text",
    [
        "Roll 1D6!",
        "Roll 1D6! Then run.",
        "Roll 1D6! *Then* run.",
        "**Roll 1D6!** Run",
        "*Roll* 1D6!",
        "- Roll 1D6!\n- and run",
        "> Roll 1D6!\n\nand run",
        "Roll **1D6**!",
        "Roll 1D6<br>\\<now\\>",
    ],
)
def test_an_exclamation_mark_may_end_a_sentence(render, text):
    assert chips(render(text)) == [("1D6", "1d6")]


def test_an_escaped_sign_is_part_of_the_dice(render):
    assert chips(render(r"Roll 2d6\*3 or 2d6&times;3 or 2d6\+3.")) == [
        ("2d6*3", "2d6*3"),
        ("2d6×3", "2d6*3"),
        ("2d6+3", "2d6+3"),
    ]


def test_several_dice_in_a_sentence_keep_the_text_between_them(render):
    page = render("Roll 1D6, then 2D6+1 or D66: the first is the 1D6 again.")
    assert [text for text, _ in chips(page)] == ["1D6", "2D6+1", "D66", "1D6"]
    assert page.one("p").text == "Roll 1D6, then 2D6+1 or D66: the first is the 1D6 again."


@pytest.mark.parametrize(
    "text",
    [
        "**1D6** HP",
        "*1D6* HP",
        "the **whole 1D6** HP",
        "- 1D6 HP",
        "1. Roll 1D6",
        "> 1D6 HP",
        "!!! note\n    1D6 HP",
        "| A |\n|---|\n| 1D6 |",
        "(1D6)",
        "+1D6",
        "“1D6”",
    ],
)
def test_dice_are_found_in_every_kind_of_text(render, text):
    assert chips(render(text)) == [("1D6", "1d6")]


@pytest.mark.parametrize(
    "text",
    [
        "`1D6`",
        "```\n1D6\n```",
        "    1D6",
        "# Roll 1D6",
        "## Roll 1D6",
        "###### 1D6",
        "[1D6](page.md)",
        "[**1D6**](page.md)",
        "![1D6](dice.png)",
    ],
)
def test_dice_in_code_links_and_headings_stay_text(render, text):
    page = render(text)
    assert chips(page) == []


def test_dice_next_to_code_and_links_are_found(render):
    page = render("`1D6` is 1D6, [2D6](page.md) is 2D6 and **3D6**.")
    assert [text for text, _ in chips(page)] == ["1D6", "2D6", "3D6"]
    assert page.one("p").text == "1D6 is 1D6, 2D6 is 2D6 and 3D6."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"the \1D6 table", "the 1D6 table"),
        (r"a \D66 list", "a D66 list"),
        (r"\2D6 and \d4", "2D6 and d4"),
    ],
)
def test_backslash_keeps_dice_as_text_and_is_removed(render, text, shown):
    page = render(text)
    assert chips(page) == [] and page.one("p").text == shown


@pytest.mark.parametrize("text", ["$2D6$", "$x = 2D6 + 1$", "costs $2D6$ or more"])
@pytest.mark.parametrize("extensions", [(), ("pymdownx.arithmatex",)])
def test_dice_in_formulas_stay_text(render, text, extensions):
    page = render(text, extensions=extensions)
    assert chips(page) == [] and "2D6" in page.text


def test_dice_after_a_price_are_found(render):
    assert chips(render("It costs $5 or $2D6, and 1D6 days.")) == [("2D6", "2d6"), ("1D6", "1d6")]


@pytest.mark.parametrize(
    ("text", "shown", "found"),
    [
        (r"the \1D6 table", "the 1D6 table", []),
        (r"a \D66 list", "a D66 list", []),
        (r"\1 and 1D6", "1 and 1D6", [("1D6", "1d6")]),
    ],
)
def test_escaped_dice_stay_text_where_every_character_can_be_escaped(render, text, shown, found):
    page = render(text, extensions=("pymdownx.escapeall",))
    assert page.one("p").text == shown and chips(page) == found


def test_heading_with_dice_keeps_its_anchor(render):
    assert render("## Roll 1D6 now").one("h2")["id"] == "roll-1d6-now"


def test_text_around_dice_stays_escaped(render):
    page = render("Roll 1D6 & take 2 < 3 &lt;b&gt; 1D4.")
    assert page.one("p").text == "Roll 1D6 & take 2 < 3 <b> 1D4."
    assert page.all("b") == []


def test_dice_in_blocks_of_this_extension_are_marked_once(render):
    page = render("::: table psiops.panic\n\nRoll 1D6.")
    assert [die for die in page.all("fb-die") if die.all("fb-die")] == []
    assert chips(page)[-1] == ("1D6", "1d6")


def test_paragraph_with_dice_keeps_its_attributes(render):
    paragraph = render("Roll 1D6.\n{ .big }").one("p")
    assert paragraph.classes == ["big"] and paragraph.text == "Roll 1D6."
