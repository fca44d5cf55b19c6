"""Author mistakes in a page: each stops the build with file, line, the invalid text and the expected one."""

import re
from pathlib import Path

import pytest

from rules_py.checking.exceptions import PROJECT, describe_error, has_place
from rules_site.prepare import load_games
from tests.rules_markdown import sample_game

MISTAKES = [
    # The author's line, and the error message after file and line.
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
    ("::: roller psiops.attack weapon=melee range_band=far", r"range_band: got 'far', takes close with weapon=melee"),
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
    assert said.startswith(
        "docs/moon/page.md:3: table: got psiops.panic a second time on this page, takes each table once. "
    )


def test_tables_of_two_games_with_one_name_are_an_error(block_error):
    said = block_error("::: table psiops.bands\n\n::: table puml.bands")
    assert said.startswith("docs/moon/page.md:3: table: got puml.bands on the page of psiops.bands, takes another page")


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
    assert block_error("# Page\n\n::: table leaky.leaks").startswith(
        "leaky_rules/data/leaks.toml:8: roll: no row for 4, takes one for each face of d4. "
    )


RULE = '''"""Repairs."""

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic


@mechanic("{slug}.repair", title="Repair", page="moon/#repair", headline="total")
def repair(dice: Dice) -> Outcome:
    """Two dice."""
    {body}
    return {{"total": dice.pool(2).total}}
'''
LINE = 10
"""Line of the rule's body."""


@pytest.fixture
def broken_game(tmp_path, monkeypatch):
    """Return a function that installs a game with a single module, from its slug and the module's text."""

    def install(slug: str, text: str) -> Path:
        files = {
            f"{slug}_rules/__init__.py": '"""Made up."""\n',
            f"{slug}_rules/repairs.py": text,
            f"{slug}_rules-1.0.dist-info/entry_points.txt": f"[rules_py.games]\n{slug} = {slug}_rules\n",
        }
        folder = sample_game.install(tmp_path, files)
        monkeypatch.syspath_prepend(folder)
        return folder

    return install


@pytest.mark.parametrize(
    ("slug", "body", "sentence"),
    [
        (
            "unnamed",
            "x = hp",
            "NameError: name 'hp' is not defined; import the name, or correct its spelling "
            "(shown at docs/moon/page.md:3)",
        ),
        ("unkeyed", "x = {}['hp']", "KeyError: 'hp' (shown at docs/moon/page.md:3)"),
        ("unchecked", "assert dice is None", "AssertionError (shown at docs/moon/page.md:3)"),
        (
            "misspelt",
            "x = dice.pol(2)",
            "AttributeError: 'ExhaustiveDice' object has no attribute 'pol'. Did you mean: 'pool'? "
            "(shown at docs/moon/page.md:3)",
        ),
    ],
)
def test_error_in_a_rule_names_its_file_and_line(broken_game, block_error, slug, body, sentence):
    broken_game(slug, RULE.format(slug=slug, body=body))
    said = block_error(f"# Page\n\n::: roller {slug}.repair")
    assert said.startswith(f"{slug}_rules/repairs.py:{LINE}: {sentence}. ")


def test_rule_without_an_outcome_is_named(broken_game, block_error):
    broken_game("empty", RULE.format(slug="empty", body="return None"))
    said = block_error("# Page\n\n::: roller empty.repair")
    assert said.startswith(
        "empty_rules/repairs.py:7: AttributeError: 'NoneType' object has no attribute 'items'; "
        "a rule returns its outcome, such as {'total': 7} (shown at docs/moon/page.md:3)"
    )


def test_missing_key_is_reported_where_the_game_names_it(broken_game, block_error):
    calculator = """

from rules_py.mechanic.calculator import Calculator, Panel

CALCULATOR = Calculator("keyless.calc", title="Repairs", sides={}, panels=(Panel("One", repair, "totl"),))
"""
    broken_game("keyless", RULE.format(slug="keyless", body="pass") + calculator)
    said = block_error("# Page\n\n::: calculator keyless.calc")
    assert said.startswith("keyless_rules/repairs.py:16: KeyError: 'totl' (shown at docs/moon/page.md:3). ")


def test_refused_dice_of_a_rule_name_page_and_rule(broken_game, block_error):
    broken_game("explosive", RULE.format(slug="explosive", body='x = dice.total("3d6?")'))
    said = block_error("# Page\n\n::: roller explosive.repair")
    assert said.startswith("docs/moon/page.md:3: notation: got '3d6?', at character 4 ")
    assert f" (raised from explosive_rules/repairs.py:{LINE}). " in said


@pytest.mark.parametrize(
    ("slug", "old", "new", "sentence"),
    [
        ("open", "Outcome:", "Outcome", "open_rules/repairs.py:8: SyntaxError: expected ':'"),
        ("shifted", "    return", "  return", "shifted_rules/repairs.py:11: IndentationError: unindent does not match"),
        ("bare", "@mechanic", "LIMIT = hp\n@mechanic", "bare_rules/repairs.py:7: NameError: name 'hp' is not defined"),
        (
            "longing",
            "import Dice",
            "import Dyce",
            "longing_rules/repairs.py:3: ImportError: cannot import name 'Dyce' from 'rules_py.dice' (rules_py/dice/",
        ),
        ("lost", "rules_py.dice", "rules_py.dyce", "lost_rules/repairs.py:3: ModuleNotFoundError: No module named"),
        ("homeless", 'page="moon/#repair", ', "", "homeless_rules/repairs.py:7: TypeError: mechanic() missing 1 "),
        ("doubled", "moon/#repair", 'moon/#repair", title="', "doubled_rules/repairs.py:7: SyntaxError: keyword"),
        ("foreign", '"foreign.repair"', '"other.repair"', "got the id other.repair, takes foreign.<name>"),
    ],
)
def test_failed_import_names_file_and_line(broken_game, slug, old, new, sentence):
    text = RULE.format(slug=slug, body="pass")
    assert old in text
    broken_game(slug, text.replace(old, new))
    said = describe_failure(load_games)
    assert sentence in said and has_place(said) and "\n" not in said


def describe_failure(fail) -> str:
    with pytest.raises(Exception) as error:  # noqa: PT011 - of any kind
        fail()
    return describe_error(error.value)


def test_paths_are_relative_to_the_project():
    def fail() -> None:
        raise OSError(f"{PROJECT}/docs/moon.md is\nmissing")

    assert "OSError: docs/moon.md is missing" in describe_failure(fail)
