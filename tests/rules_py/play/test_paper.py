"""Declarations of printed sheets: what they check, and the page of a sheet that declares none."""

from typing import Annotated, NamedTuple

import pytest

from rules_py.errors import DataError
from rules_py.parameters import Choice, Flag, ListOf, Notation, Record, Text, Whole
from rules_py.play import Sheet, derived
from rules_py.play.paper import (
    Bands,
    Box,
    Column,
    Entries,
    Hint,
    Lines,
    Marks,
    Pair,
    Paper,
    Scores,
    Texts,
    Ticks,
    build_default_paper,
)
from rules_py.rendering.paper_sheet import render_blank_paper_sheet, render_paper_sheet


class Tool(NamedTuple):
    """A thing with parts."""

    name: Annotated[str, Text("its name")] = "Wrench"
    charge: Annotated[int, Whole(0, 6, "charge left")] = 6


class Diver(Sheet):
    """A sheet with a field of each kind."""

    name: Annotated[str, Text("the name")] = ""
    depth: Annotated[int, Whole(-3, 3, "how deep it goes")] = 0
    air: Annotated[int, Whole(0, 9, "air left")] = 9
    mood: Annotated[str, Choice(("calm", "wild"), "its mood")] = "calm"
    wet: Annotated[bool, Flag("it is wet")] = False
    blow: Annotated[str, Notation("its blow")] = "1d6"
    tools: Annotated[tuple[Tool, ...], ListOf(Record(Tool, "a tool"), "tools")] = ()
    words: Annotated[tuple[str, ...], ListOf(Text("a word"), "words")] = ()
    log: Annotated[str, Text("what happened", most=500, lines=True)] = ""

    @derived
    def deep(self) -> bool:
        """Return True below the surface."""
        return self.depth < 0


def check(*parts, head=()):
    Paper(Column(Box("Box", *parts)), head=head).check_declaration(Diver)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([Scores("width")], "prints width, takes a field or a derived value of , or a label"),
        ([Marks("air", "tanks")], "prints tanks, takes a field"),
        ([Marks("mood")], "prints mood as boxes, takes the number of boxes"),
        ([Entries("tools", "weight")], "prints tools.weight, takes a field"),
        ([Entries("air")], "prints entries of air, takes a list"),
        ([Bands("psiops.nothing")], "prints a table that doesn't exist"),
        ([Bands("psiops.bands", "width")], "prints the column width of psiops.bands, takes one of name"),
        ([Texts("mood", "effect")], "prints effect of mood, takes a field with rows of a table"),
        ([Scores("air", about=("psiops.attributes", "use"))], "prints what air is for, takes a row of psiops.attr"),
        ([Hint("x" * 161)], "prints a hint of 161 characters, takes at most 160"),
    ],
)
def test_mistakes_in_a_declaration_are_said_in_one_sentence(parts, said):
    with pytest.raises(DataError) as caught:
        check(*parts)
    assert said in str(caught.value)
    assert str(caught.value).startswith(Diver.source_location())


def test_sheet_checks_its_own_declaration():
    with pytest.raises(DataError, match="prints width"):

        class Ship(Sheet, id="toy.ship", title="Ship", page="toy/ship/"):
            paper = Paper(Column(Box("Size", Scores("width"))))

    with pytest.raises(DataError, match="a box without a title"):
        Paper(Column(Box("", Lines()))).check_declaration(Diver)


def test_labels_have_space_to_write_and_need_no_field():
    check(Marks("Offense", 7), Marks("", 4), Ticks("Sunk", "deep"), Entries("Item", rows=2), head=("Player", "air"))


def test_parts_of_pairs_are_checked():
    with pytest.raises(DataError, match="prints width"):
        Paper(Column(Pair(Box("A", Lines()), Box("B", Scores("width"))))).check_declaration(Diver)


def test_sheet_without_a_declaration_gets_a_page_of_its_fields():
    build_default_paper(Diver).check_declaration(Diver)
    blank = render_blank_paper_sheet(Diver)
    for label in ("Depth", "Air", "Mood", "Wet", "Blow", "Tools", "Words", "Log", "Charge"):
        assert label in blank
    diver = Diver(
        name="Ann <b>",
        depth=-2,
        mood="wild",
        wet=True,
        blow="2d6",
        tools=(Tool("Saw", 3),),
        words=("Ahoy",),
        log="a\nb",
    )
    page = render_paper_sheet(diver)
    assert "Ann &lt;b&gt;" in page
    for shown in (
        "<b>−2</b>",
        "Wild",
        "fb-leaf-tick--on",
        "2D6",
        "<b>Saw</b>",
        "<span>Ahoy</span>",
        "<p data-row>b</p>",
    ):
        assert shown in page


def test_values_that_no_part_names_are_printed_if_they_differ_from_a_new_sheets(monkeypatch):
    monkeypatch.setattr(Diver, "paper", Paper(Column(Box("Air", Marks("air", lost=True)), Box("Notes", Lines("log")))))
    assert "Also" not in render_paper_sheet(Diver(air=4))
    page = render_paper_sheet(Diver(wet=True, tools=(Tool("Saw", 3),)))
    assert page.index("Also") < page.index("Notes")
    assert "<b>Wet</b>" in page
    assert "<b>Saw</b>" in page
    assert "Mood" not in page
