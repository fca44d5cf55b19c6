"""A mistake in a page stops the build with file, line, what was there and what was expected."""

import re

import pytest

from tests.hooks.rules_markdown import sample_game

MISTAKES = [
    # What the author wrote, and what the sentence says after file and line.
    ("::: tabel psiops.panic", r"block: got '::: tabel psiops\.panic', takes ::: table, roller, odds.* and an id"),
    ("::: table", r"block: got '::: table', takes ::: table.* and an id"),
    (":::", r"block: got ':::', takes ::: table.* and an id"),
    ('::: roller psiops.action title="open', r"block: got .*takes closed quotes"),
    ("::: roller psiops.action attribute", r"block: got 'attribute', takes name=value after the id"),
    ("::: table psiops.nothing", r"table: got 'psiops\.nothing', takes one of .*psiops\.panic"),
    ("::: table nothing", r"table: got 'nothing', takes one of"),
    ("::: table psiops.panic color=red", r"color: not an option of ::: table, it takes title"),
    ("::: roller psiops.nothing", r"mechanic: got 'psiops\.nothing', takes one of psiops\.action"),
    ("::: roller moon.base", r"mechanic: got 'moon\.base', takes an id such as .*games: .*psiops"),
    ("::: roller psiops.bands", r"mechanic: psiops\.bands is a table without dice"),
    ("::: roller psiops.action luck=1", r"luck: not a parameter of psiops\.action, it takes attribute, "),
    (
        "::: roller psiops.action titel=Kick",
        r"titel: not a parameter of psiops\.action, it takes attribute, .*; ::: roller itself takes title, hide",
    ),
    ("::: roller psiops.action attribute=9", r"attribute: got '9', takes a whole number from -3 to 3"),
    ("::: roller psiops.action advantage=maybe", r"advantage: got 'maybe', takes true or false"),
    ("::: roller psiops.attack weapon=banana", r"weapon: got 'banana', takes a row of .*: none, handgun, "),
    ("::: roller psiops.attack weapon=melee range_band=far", r"range_band: got far, takes close with weapon=melee"),
    ("::: roller psiops.character taken_drives=99", r"taken_drives: got '99', takes a list"),
    ("::: roller dice notation=2d", r"notation: got '2d', at character 3 .*takes the number of sides"),
    ("::: roller psiops.action hide=luck", r"hide: got 'luck', takes parameters of psiops\.action: attribute, "),
    ("::: roller psiops.action attribute=1 attribute=2", r"attribute: .*twice"),
    ("::: roller psiops.action title=One title=Two", r"title: .*twice"),
    ("::: odds psiops.action", r"over: missing, takes a parameter of psiops\.action: attribute, "),
    ("::: odds psiops.action over=luck", r"over: got 'luck', takes a parameter of psiops\.action: attribute, "),
    ("::: odds psiops.action over=attribute by=luck", r"by: got 'luck', takes a parameter of psiops\.action"),
    ("::: odds psiops.action over=attribute field=luck", r"field: got 'luck', takes a field of psiops\.action: .*band"),
    (
        "::: odds psiops.action over=attribute:x",
        r"attribute: got 'x', takes .* values such as 0\.\.3 or 0,3, each a whole",
    ),
    (
        "::: odds psiops.action over=attribute:0..9",
        r"attribute: got '0\.\.9', takes .* each a whole number from -3 to 3",
    ),
    ("::: odds psiops.action over=attribute:3..1", r"attribute: got '3\.\.1', takes 1 to 61 values"),
    ("::: odds psiops.swarm over=hit", r"over: got 'hit', takes its values too, such as hit:0\.\.3"),
    ("::: odds psiops.character over=taken_drives", r"over: got 'taken_drives', takes its values too"),
    ("::: odds psiops.attack over=range_band weapon=melee", r"range_band: got .*, takes close with weapon=melee"),
    (
        "::: odds psiops.action over=attribute hide=skill",
        r"hide: not a parameter of psiops\.action, .*; ::: odds itself takes title, field, over, by",
    ),
    ("::: order psiops.rest", r"order: got psiops\.rest, takes a mechanic with a total to sort by"),
    ("::: order psiops.nothing", r"mechanic: got 'psiops\.nothing', takes one of"),
    (
        "::: order psiops.action luck=1",
        r"luck: not a parameter of psiops\.action, .*; ::: order itself takes title, hide, again",
    ),
    ("::: calculator psiops.nothing", r"calculator: got 'psiops\.nothing', takes an id such as"),
    (
        "::: calculator psiops.calc luck=1",
        r"luck: not a parameter of psiops\.calc, .*; ::: calculator itself takes title",
    ),
    ("::: calculator psiops.calc hide=armor", r"hide: not a parameter of psiops\.calc"),
    ("::: calculator psiops.calc armor=9", r"armor: got '9', takes a whole number from 0 to 3"),
]


@pytest.mark.parametrize(("block", "sentence"), MISTAKES, ids=[block for block, _ in MISTAKES])
def test_block_error_names_file_line_and_expectation(block_error, block, sentence):
    said = block_error(f"# Page\n\nText.\n\n{block}\n\nMore.")
    assert re.fullmatch(rf"docs/moon/page\.md:5: {sentence}.*", said), said
    assert "\n" not in said


def test_second_use_of_a_table_on_a_page_is_an_error(block_error):
    said = block_error("::: table psiops.panic\n\n::: table psiops.panic")
    assert said == "docs/moon/page.md:3: table: got psiops.panic a second time on this page, takes each table once"


def test_error_line_includes_removed_front_matter(block_error):
    assert block_error("\n::: table nothing", lines_before=4).startswith("docs/moon/page.md:6: ")


def test_error_names_the_rendered_file(block_error):
    assert block_error("::: table nothing", path="docs/other/place.md").startswith("docs/other/place.md:1: ")


def test_error_inside_a_list_or_admonition_has_its_line(block_error):
    assert block_error("!!! note\n\n    Text.\n\n    ::: table nothing\n").startswith("docs/moon/page.md:5: ")
    assert block_error("1. One\n\n    ::: roller nothing\n").startswith("docs/moon/page.md:3: ")


def test_error_after_a_fence_has_its_line(block_error):
    assert block_error("```\n::: nonsense\n```\n\n::: table nothing").startswith("docs/moon/page.md:5: ")


def test_error_after_another_block_has_its_line(block_error):
    text = (
        "::: table psiops.panic\n\n::: roller psiops.action\n\n::: odds psiops.action over=attribute\n::: table nothing"
    )
    assert block_error(text).startswith("docs/moon/page.md:6: ")


def test_first_error_is_reported(block_error):
    assert block_error("::: table first\n\n::: table second").startswith("docs/moon/page.md:1: table: got 'first'")


def test_invalid_data_row_is_reported_with_its_own_line(tmp_path, monkeypatch, block_error):
    monkeypatch.syspath_prepend(sample_game.install(tmp_path, sample_game.LEAKY))
    assert block_error("# Page\n\n::: table leaky.leaks") == (
        "docs/moon/page.md:3: leaky_rules/data/leaks.toml:8: roll: no row for 4, takes one for each face of d4"
    )
