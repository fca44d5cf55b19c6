"""Names and figures of the tables, compared with the text's figures; a trial compares those with the text."""

import re

import pytest

import rules_py
from tests.systems.game_texts import require_text

STATS = ["TOUGH", "QUICK", "SMART", "SOCIAL"]
BANDS = [("1-6", "NAUGHTY"), ("7-9", "MOSTLY NICE"), ("10+", "NICE"), ("12+", "EXTRA NICE")]  # as printed
ENEMIES = [("Cannon Fodder", 1, 0, "1d4"), ("Grunt", 3, 0, "1d4+1"), ("Captain", 4, 1, "1d6"), ("Elite", 6, 2, "1d6+2")]
SPENDS = {"during": ["reroll", "protect", "haunt"], "between": ["reload", "heal"]}
GAINS = ["guy-type", "kindness", "negative-tag", "one-liner"]
FAITH = 3


@pytest.fixture(scope="module")
def text() -> str:
    return require_text("xmas")


def test_stats_table_matches_the_text():
    assert [row["name"] for row in rules_py.table("xmas.stats").rows] == STATS


def test_bands_table_matches_the_text():
    rows = rules_py.table("xmas.bands").rows
    assert [row["name"].upper() for row in rows] == [name for _, name in BANDS]
    assert [row.roll for row in rows] == ["6-", "7-9", "10-11", "12+"]
    for printed, row in zip(BANDS, rows):  # each row starts at the beginning of the text's range
        assert row.bounds[0] in (int(re.match(r"\d+", printed[0])[0]), float("-inf"))


def test_enemies_table_matches_the_text():
    rows = rules_py.table("xmas.enemies").rows
    assert [
        (row["name"], row.number("pain_threshold"), row.number("armor"), row["damage"].lower()) for row in rows
    ] == ENEMIES


def test_spirit_spends_table_matches_the_text():
    rows = rules_py.table("xmas.spirit-spends").rows
    assert [row.key for row in rows if row["when"].startswith("Any time")] == SPENDS["during"]
    assert [row.key for row in rows if row["when"] == "Between action scenes"] == SPENDS["between"]
    assert len(rows) == 5 and {row["cost"] for row in rows} == {"1"}


def test_spirit_gains_table_matches_the_text():
    rows = rules_py.table("xmas.spirit-gains").rows
    assert [(row.key, row["gain"]) for row in rows] == [*((key, "+1") for key in GAINS), ("childs-faith", f"+{FAITH}")]


def test_weapon_tags_table_matches_the_text():
    assert rules_py.table("xmas.weapon-tags").keys == ("single", "fa", "ap", "blast", "heavy")


@pytest.mark.trial
def test_digest_matches_the_text(text):
    """Every name and figure above is read from the text itself."""
    assert re.findall(r"^- ([A-Z]+) \(", text, re.MULTILINE) == STATS
    assert re.findall(r"^- (\d+(?:-\d+|\+)): ([A-Z ]+)\.", text, re.MULTILINE) == BANDS
    enemies = re.findall(
        r"^- ([\w ]+): (\d) PT(?: \(Pain Threshold\))?(?:, (\d) armor)?, (\S+) damage$", text, re.MULTILINE
    )
    assert [(name, int(threshold), int(armor or 0), dice) for name, threshold, armor, dice in enemies] == ENEMIES
    spends = section(text, "At any time, you can spend")
    assert [first_word(line) for line in spends] == ["Grant", "Protect", "If"]
    spends = section(text, "Between action scenes")
    assert [first_word(line) for line in spends] == ["Find", "Heal"]
    gains = section(text, "one of the conditions below")
    assert [first_word(line) for line in gains] == ["Roleplaying", "Showing", "Willingly", "Dispatching"]
    assert f"gains {FAITH} Spirit" in text
    assert all(tag in text for tag in ("(SA)", "(FA)", "AP weapons", "Blast weapons", "Heavy Weapons"))


def section(text: str, heading: str) -> list[str]:
    """Return the list below a line."""
    lines = text[text.index(heading) :].splitlines()[1:]
    return lines[: next(number for number, line in enumerate(lines) if not line.startswith("- "))]


def first_word(line: str) -> str:
    return line.removeprefix("- ").split()[0]
