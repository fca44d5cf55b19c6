"""Names and figures of the tables, compared with the text's figures; a trial compares those with the text."""

import re

import pytest

import rules_py
from tests.systems.game_texts import require_text

BANDS = [("Failure", "6-"), ("Partial success", "7-9"), ("Success", "10+"), ("Ultra success", "Two 6s")]
OUTCOMES = [  # words that each cell must contain: offense, defence
    (["remove", "1", "offense"], ["full", "damage"]),
    (["damage", "complication"], ["complication"]),
    (["damage"], ["remove", "1", "defence"]),
    (["damage", "something amazing"], ["offense", "something amazing"]),
]
THREATS = [3, 3, 4, 5, 6, 7]
SIGNS = [2, 3, 3, 2, 3, 3]  # number of examples of each threat level; the first has them in a sentence
COMPLICATIONS = [
    "Durability loss",
    "½ DAMAGE",
    "Disadvantage on next combat action",
    "+1 Defence dice",
    "Trade DAMAGE",
    "Enemy reinforcements",
    "No DAMAGE or no goal tracker movement",
]
ULTRA_SUCCESSES = [
    "Double DAMAGE",
    "-1 Defence dice",
    "PC's ally arrives to help",
    "Destroy structure/vehicle",
    "Destroy enemy's armor/accessory",
    "Players' team easily escapes",
    "Free attack (during defence)",
]
GOALS = ["bomb", "race", "train"]


@pytest.fixture(scope="module")
def text() -> str:
    return require_text("puml").replace("’", "'")


def test_bands_table_matches_the_text():
    rows = rules_py.table("puml.bands").rows
    assert [(row["name"], row.roll) for row in rows] == BANDS[:3]
    assert "Two 6s" in rules_py.table("puml.bands").note


def test_outcomes_table_matches_the_text():
    rows = rules_py.table("puml.outcomes").rows
    assert [row["name"] for row in rows] == [name for name, _ in BANDS]
    assert [row.key for row in rows[:3]] == list(rules_py.table("puml.bands").keys)
    for row, (offense, defence) in zip(rows, OUTCOMES):
        assert all(word in row["offense"].lower() for word in offense), row.key
        assert all(word in row["defence"].lower() for word in defence), row.key
    assert "damage" not in rows[2]["defence"].lower() + rows[3]["defence"].lower() + rows[1]["defence"].lower()


def test_threat_levels_table_matches_the_text():
    table = rules_py.table("puml.threat-levels")
    assert [row.number("dice") for row in table.rows] == THREATS
    assert [len(row["signs"].split("; ")) for row in table.rows[1:]] == SIGNS[1:]
    assert "3 dice" in table.note and "printed" in table.note


@pytest.mark.parametrize(
    ("table_id", "printed"), [("puml.complications", COMPLICATIONS), ("puml.ultra-successes", ULTRA_SUCCESSES)]
)
def test_list_tables_match_the_text(table_id, printed):
    rows = rules_py.table(table_id).rows
    assert len(rows) == len(printed) == 7
    for row, line in zip(rows, printed):
        assert extract_figures(row["name"]) == extract_figures(line)
        assert len(extract_stems(row["name"]) & extract_stems(line)) >= min(2, len(extract_stems(line))), (
            row["name"],
            line,
        )


def test_goals_table_matches_the_text():
    rows = rules_py.table("puml.goals").rows
    assert [row.key for row in rows] == GOALS
    assert all(row.key in row["name"].lower() for row in rows)


@pytest.mark.trial
def test_digest_matches_the_text(text):
    """Every name and figure above is read from the text itself."""
    printed = text[text.index("OFFENSE DEFENCE") : text.index("Combat momentum")]
    assert re.findall(r"^(\w+(?: success)?) ?\(([^)]+)\)", printed, re.MULTILINE) == BANDS
    cells = re.split(r"^\w+(?: success)? ?\([^)]+\)", printed, flags=re.MULTILINE)[1:]
    for cell, (offense, defence) in zip(cells, OUTCOMES):
        words = " ".join(cell.lower().split())
        assert all(word in words for word in offense + defence), cell
    assert [int(number) for number in re.findall(r"^  • (\d) Dice:", text, re.MULTILINE)] == THREATS
    levels = re.split(r"^  • \d Dice:", text[: text.index("\nOutcomes\n")], flags=re.MULTILINE)[1:]
    assert [level.count("    • ") for level in levels] == [0, *SIGNS[1:]]
    lists = [
        line.removeprefix("  • ").strip()
        for line in text[text.index("Complications Ultra success") :].splitlines()
        if line.startswith("  • ")
    ]
    assert lists[:7] == [line.replace("No DAMAGE", "No DAMGE") for line in COMPLICATIONS]
    for line, short in zip(lists[7:], ULTRA_SUCCESSES):
        assert extract_figures(line) == extract_figures(short) and extract_stems(short) <= extract_stems(line), (
            line,
            short,
        )
    assert len(lists) == 14
    goals = text[text.index("Combat momentum") : text.index("A tracker of X spaces")]
    assert [word for line in re.findall(r"^  • (.+)$", goals, re.MULTILINE) for word in GOALS if word in line] == GOALS


def extract_figures(line: str) -> list[str]:
    return re.findall(r"[+-]?[0-9½]+", line)


def extract_stems(line: str) -> set[str]:
    """Return the significant words, shortened so that `destroyed` becomes `destr` and a plural equals its singular."""
    return {
        word[:5].rstrip("s")
        for word in re.findall(r"[a-z]+", line.lower().replace("dice", "die"))
        if len(word) > 2 and word != "the"
    }
