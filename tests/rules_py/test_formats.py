"""Tables, dice and sheets in the formats of other programs, read back by other libraries and by our own reader."""

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
import yaml

import rules_py
from rules_py import discovery
from rules_py.dice import Dice
from rules_py.errors import DataError, UnknownIdError
from rules_py.formats import (
    build_game_data,
    find_licence,
    find_rule_dice,
    find_table_format,
    list_table_formats,
    write_foundry_roll,
    write_obsidian_dice,
    write_roll_commands,
    write_statblock,
)
from rules_py.formats.licences import LICENCE_KINDS, read_licence
from rules_py.formats.programs import FOUNDRY, OBSIDIAN, ROLL20
from rules_py.mechanic import mechanic
from rules_py.notation import parse
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_sheet, list_sheet_ids
from rules_py.tables import Table
from rules_py.tables.pasted import read_table
from tests.cases import check_each

TABLES = [rules_py.table(id) for id in rules_py.table_ids()]
GAMES = rules_py.systems()
LICENCES = Path(__file__).parents[2] / "LICENSES"
LICENSED = sorted(path.parent.name for path in Path(rules_py.__file__).parent.glob("systems/*/licence.toml"))


def write(table: Table, form: str) -> str:
    return find_table_format(form, table).write(table)


def list_cells(table: Table) -> list[list[str]]:
    """Return the rows as a reader sees them, without notes."""
    return [[*([row.roll] if row.roll else []), *row.cells.values()] for row in table.rows]


class Cells(HTMLParser):
    """The texts of a table's cells, by row."""

    def __init__(self):
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n")


@check_each("table", TABLES)
def test_spreadsheets_read_each_table_and_its_licence(table):
    heading, *rows = csv.reader(io.StringIO(write(table, "csv")))
    assert find_licence(table.game).line in ("", heading[-1])
    assert all(len(row) == len(heading) for row in rows)
    assert [row[: len(cells)] for row, cells in zip(rows, list_cells(table), strict=True)] == list_cells(table)


@check_each("table", TABLES)
def test_markdown_reads_each_table_and_its_licence(table):
    text = write(table, "markdown")
    assert find_licence(table.game).line in text
    reader = Cells()
    reader.feed(markdown.markdown(text.replace("*", r"\*"), extensions=["tables"]))
    assert [row[: len(cells)] for row, cells in zip(reader.rows[1:], list_cells(table), strict=True)] == list_cells(
        table
    )


@check_each("table", TABLES)
def test_text_has_each_cell_and_the_licence(table):
    text = write(table, "text")
    assert text.startswith(table.title)
    assert text.rstrip().endswith(find_licence(table.game).line)
    assert all(cell in text for row in list_cells(table) for cell in row)


@pytest.mark.parametrize("table", [table for table in TABLES if table.die], ids=lambda table: table.id)
@pytest.mark.parametrize("form", ["csv", "markdown", "foundry"])
def test_own_table_reads_the_file_of_a_table_with_a_die(table, form):
    found = read_table(write(table, form))
    assert len(found.rows) == len(table.rows)
    for mine, row in zip(found.rows, table.rows, strict=True):
        low, high = row.bounds
        assert (mine.low == low or low == float("-inf")) and (mine.high == high or high == float("inf"))
        assert row.name in mine.cells[0]
    assert sum(mine.chance for mine in found.rows) == 1


def test_foundry_weighs_results_by_the_faces_of_the_die():
    data = json.loads(write(rules_py.table("sideworld.body-parts"), "foundry"))
    assert data["formula"] == "1d100"
    assert sum(result["weight"] for result in data["results"]) == 100
    assert data["results"][0]["range"][0] == 1 and data["results"][-1]["range"][1] == 100
    assert find_licence("sideworld").line in data["description"]


def test_foundry_rolls_a_d66_as_two_digits():
    data = json.loads(write(rules_py.table("psiops.talents"), "foundry"))
    assert data["formula"] == "1d6*10+1d6"
    assert [result["range"] for result in data["results"]][:2] == [[11, 11], [12, 12]]
    assert {result["weight"] for result in data["results"]} == {1}


def test_table_without_a_die_has_no_format_of_foundry():
    table = rules_py.table("psiops.weapons")
    assert [each.id for each in list_table_formats(table)] == ["csv", "markdown", "text"]
    with pytest.raises(UnknownIdError, match="takes one of csv, markdown, text"):
        find_table_format("foundry", table)


@pytest.mark.parametrize(
    ("rule", "dice"),
    [  # as the texts say
        ("psiops.action", ["2d6"]),
        ("psiops.morale", ["1d6"]),
        ("sideworld.to-hit", ["1d20", "1d20"]),
        ("combat.skill", ["3d6"]),
        ("xmas.attack", ["2d6"]),
        ("puml.tag-team", ["1d6", "1d6"]),
        ("combat.lift", []),
    ],
)
def test_rule_asks_for_the_dice_of_its_text(rule, dice):
    assert [str(each.node) for each in find_rule_dice(find_mechanic(rule))] == dice


def test_dice_are_written_for_each_program():
    (dice,) = find_rule_dice(find_mechanic("psiops.morale"))
    assert write_roll_commands(dice.node) == {"Foundry and Roll20": "/roll 1d6"}
    assert write_foundry_roll(dice.node, "Morale check") == "[[/r 1d6 # Morale check]]"
    assert write_obsidian_dice(dice.node) == "`dice: 1d6`"


@check_each(
    "dice, foundry, roll20, obsidian",
    [  # as the programs' own references say: Foundry's r rerolls once, and Roll20's < and > include the number
        ("3d6kh2*10+1", "3d6kh2*10+1", "3d6kh2*10+1", "3d6kh2*10+1"),
        ("d66", "1d6*10+1d6", "1d6*10+1d6", "1d6*10+1d6"),
        ("1d20-d66", "1d20-(1d6*10+1d6)", "1d20-(1d6*10+1d6)", "1d20-(1d6*10+1d6)"),
        ("3d6!", "3d6x", "3d6!", "3d6!i"),
        ("5d10!>=9", "5d10x>=9", "5d10!>9", "5d10!i>=9"),
        ("1d6!o", "1d6xo", None, "1d6!"),
        ("1d6!p", None, "1d6!p", None),
        ("3d8!!kh2", None, "3d8!!kh2", None),
        ("4d6!6>=5", "4d6x=6cs>=5", "4d6!6>5", None),
        ("2d6r<3", "2d6rr<3", "2d6r<2", "2d6ri<3"),
        ("1d20ro1", "1d20r1", "1d20ro1", "1d20r=1"),
        ("2d8r8r1", None, "2d8r8r1", "2d8ri=8=1"),
        ("2d6r1!", None, None, None),
        ("1d20mi10", "1d20min10", "{1d20,10}kh1", None),
        ("4d6mi3", "4d6min3", None, None),
        ("6d6>=5", "6d6cs>=5", "6d6>5", "6d6>=5"),
        ("5d10>7", "5d10cs>7", "5d10>8", "5d10>7"),
        ("1d100<50", "1d100cs<50", "1d100<49", "1d100<50"),
        ("6d6=6", "6d6cs=6", "6d6=6", "6d6=6"),
        ("10d10>=6f1", "10d10cs>=6df=1", "10d10>6f1", "10d10>=6-=1"),
        ("10d10>=7>=10", None, None, None),
        ("4d6dl1dh1", None, None, None),
        ("4dF+3", "4dF+3", "4dF+3", "4dF+3"),
        ("5d{0,0,1}", None, None, None),
        ("{1d8,1d6}kh1", "{1d8,1d6}kh1", "{1d8,1d6}kh1", None),
        ("{4d6,2d8}>4", "{4d6,2d8}cs>4", "{4d6,2d8}>5", None),
        ("max(2d6,7)", "{2d6,7}kh1", "{2d6,7}kh1", None),
        ("(1d20+5)>=15", "{1d20+5}cs>=15", None, None),
        ("8d6/2", "floor(8d6/2)", "floor(8d6/2)", None),
        ("ceil((1d6+1)/2)", "ceil((1d6+1)/2)", "ceil((1d6+1)/2)", None),
        ("1d6^2", None, None, None),
        ("2d6[fire]+1d6[cold]", "2d6[fire]+1d6[cold]", "2d6[fire]+1d6[cold]", None),
        ("1d20+5 Stealth", "1d20+5", "1d20+5", "1d20+5"),
        ("6x4d6kh3", None, None, None),
        ("ud8", "1d8", "1d8", "1d8"),
    ],
)
def test_dice_are_written_as_a_program_rolls_them_or_left_out(dice, foundry, roll20, obsidian):
    node = parse(dice)
    assert (FOUNDRY.write(node), ROLL20.write(node), OBSIDIAN.write(node)) == (foundry, roll20, obsidian)


def test_a_rule_with_dice_that_explode_or_count_is_written_with_them():
    @mechanic("toys.wild", title="Wild", page="toys/", headline="total")
    def wild(dice: Dice) -> dict[str, int]:
        """A trait and its wild die, then a pool."""
        first = dice.total("6d6>=5", label="pool")
        return {"total": first + dice.total("1d8!+1d6!") + dice.die(20)}

    pool, wild_dice = find_rule_dice(wild)
    assert (str(pool.node), pool.label) == ("6d6>=5", "pool")
    assert str(wild_dice.node) == "1d8!+1d6!"
    assert write_roll_commands(wild_dice.node) == {"Foundry": "/roll 1d8x+1d6x", "Roll20": "/roll 1d8!+1d6!"}


def test_table_with_dice_that_foundry_lacks_has_no_format_of_foundry():
    table = rules_py.table("psiops.panic")
    assert "foundry" in [each.id for each in list_table_formats(table)]
    middle = replace(table, die="3d6km1")
    assert [each.id for each in list_table_formats(middle)] == ["csv", "markdown", "text"]


def read_statblock(text: str):
    first, *lines, last = text.splitlines()
    assert (first, last) == ("```statblock", "```")
    return yaml.safe_load("\n".join(lines))


@check_each("id", list_sheet_ids())
def test_yaml_reads_the_statblock_of_each_sheet(id):
    kind = find_sheet(id)
    name = 'Guard: "2" # [x]\\'
    sheet = kind.from_fields({"name": name}) if "name" in kind.parameters else kind()
    block = read_statblock(write_statblock(sheet, find_licence(id.partition(".")[0]).line))
    assert block["name"] == (name if "name" in kind.parameters else sheet.display_name)
    assert block.get("source", "") == find_licence(id.partition(".")[0]).line


def test_statblock_has_the_values_and_the_rolls_of_an_enemy():
    sheet = find_sheet("psiops.enemy").from_fields({"name": "Guard", "max_hp": 8, "hp": 8, "armor": 1, "damage": 3})
    block = read_statblock(write_statblock(sheet))
    assert (block["name"], block["type"], block["hp"]) == ("Guard", "Enemy", 8)
    traits = {trait["name"]: trait["desc"] for trait in block["traits"]}
    assert traits["Armor"] == "1"
    assert {"name": "Morale check", "desc": "`dice: 1d6`"} in block["actions"]
    assert "source" not in block


@pytest.mark.parametrize("slug", GAMES)
def test_data_of_a_game_have_every_rule_and_table(slug):
    data = json.loads(json.dumps(build_game_data(slug)))
    assert [rule["id"] for rule in data["rules"]] == list(rules_py.mechanics(slug))
    assert [table["id"] for table in data["tables"]] == list(rules_py.table_ids(slug))
    assert all(rule["text"] and "Reading:" not in rule["text"] for rule in data["rules"])
    for table in data["tables"]:
        known = rules_py.table(table["id"])
        assert [row["cells"] for row in table["rows"]] == [row.cells for row in known.rows]


@pytest.mark.parametrize("slug", LICENSED)
def test_licence_of_a_game_is_the_one_that_the_repository_lists(slug):
    listed = (LICENCES / "README.md").read_text()
    (row,) = (line for line in listed.splitlines() if f"/{slug}/licence.toml)" in line)
    spdx = re.findall(r"`([^`]+)`", row)
    assert find_licence(slug).spdx == (spdx[0] if spdx else "")


@pytest.mark.parametrize("slug", LICENSED)
def test_licence_of_a_game_has_the_parts_that_its_kind_asks_for(slug):
    assert find_licence(slug).list_missing_parts() == []


@pytest.mark.parametrize("kind", LICENCE_KINDS)
def test_kind_of_licence_asks_for_its_parts(tmp_path, monkeypatch, kind):
    package = f"moon_{kind.lower().replace('-', '_').replace('.', '_')}"
    licence = read_written_licence(tmp_path, monkeypatch, package, f'credit = "Moonbase by Bo"\nkind = "{kind}"')
    assert licence.list_missing_parts() == list(LICENCE_KINDS[kind].needs)


def test_licence_that_is_not_in_the_list_gives_its_expression_and_address(tmp_path, monkeypatch):
    text = 'credit = "Moonbase by Bo"\nspdx = "GPL-3.0-only"\nurl = "https://example.org/gpl"'
    licence = read_written_licence(tmp_path, monkeypatch, "moon_gpl", text)
    assert (licence.spdx, licence.url, licence.terms.name) == (
        "GPL-3.0-only",
        "https://example.org/gpl",
        "GPL-3.0-only",
    )
    assert licence.list_missing_parts() == []


def test_notice_of_open_game_content_goes_along_with_each_copy():
    assert find_licence("combat").line.endswith(
        "COMBAT! A Military Action Game, Copyright 2005, ComStar Media, LLC; author William Andersen."
    )


def test_game_without_a_licence_file_has_no_line():
    assert find_licence("no-such-game").line == ""


@pytest.mark.parametrize(
    ("package", "text", "said"),
    [
        ("moon_torn", "credit = ", "licence.toml: got text that is not TOML"),
        ("moon_odd", 'author = "Bo"', "licence.toml: author: got 'Bo', takes credit, kind, spdx, url"),
        ("moon_counted", "credit = 3", "licence.toml: credit: got 3, takes credit, kind, spdx, url"),
        ("moon_unknown", 'kind = "CC-BY"', "licence.toml: kind: got 'CC-BY', takes CC0-1.0, CC-BY-3.0"),
        (
            "moon_listed",
            'sources = ["Bo"]',
            "licence.toml: sources: got ['Bo'], takes a part [[sources]] for each work",
        ),
        (
            "moon_source",
            "[[sources]]\nname = 'Moon'",
            "licence.toml: name: got 'Moon', takes title, by, kind, url, use",
        ),
    ],
)
def test_licence_file_with_a_mistake_is_named(tmp_path, monkeypatch, package, text, said):
    with pytest.raises(DataError, match=re.escape(said)):
        read_written_licence(tmp_path, monkeypatch, package, text)


def read_written_licence(tmp_path, monkeypatch, package, text):
    """Write a game's package with the licence, and read it."""
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "licence.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return read_licence(discovery.Package(package))
