"""Names and figures of every Sideworld table, from the game's text and from our tables, in the same form.

`text_digest.json` stores the figures read from the text, for machines that don't have the text. To update it:

    FIELDBOOK_TEXTS=... python -m tests.systems.sideworld.source_tables
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.systems.game_texts import require_text

HERE = Path(__file__).parent
DIGEST = HERE / "text_digest.json"

Rows = list[list[str]]
FACT = re.compile(r"(?:(?<!\w)-)?\d*D\d+(?:[+x]\d+)?|(?:(?<!\w)-)?\d+(?:\.\d+)?")
NAMES = (
    "Fire Elemental Force",
    "Water Elemental Force",
    "Earth Elemental Force",
    "Air Elemental Force",
    "Fire SSC",
    "Water SSC",
    "Earth SSC",
    "Air SSC",
    "Shadow Warp",
    "Mathemagical SSC",
    "Hammer of Thom",
    "Combat SSC",
    "Potion of Twisted Thoughts",
    "Strength",
    "GM",
    "NE",
)


def extract_facts(cell: str) -> list[str]:
    """Return the dice and numbers of a sentence, sorted as text, and the names it uses."""
    found = sorted(match.upper() for match in FACT.findall(cell))
    return found + [name for name in NAMES if re.search(rf"\b{name}\b", cell)]


def lines_after(whole: str, heading: str) -> list[str]:
    """Return the lines of a printed table, from after its heading to the next empty line."""
    return whole.split(f"\n{heading}\n", 1)[1].split("\n\n", 1)[0].splitlines()


def match_lines(pattern: str, lines: list[str]) -> list[tuple[str, ...]]:
    """Return the groups of each line; every line must match the pattern."""
    found = [re.fullmatch(pattern, line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found) if not match]
    return [match.groups(default="") for match in found]


def clean_cell(text: str) -> str:
    return text.strip() or "–"


def find_words(text: str, *words: str) -> list[str]:
    """Return the words that occur in a text."""
    return [word for word in words if word in text.lower()]


SITUATION_WORDS = ("dim", "dazzling", "hide", "sniper", "behind")
MANOEUVRE_WORDS = (
    "sharp turn",
    "ramming",
    "turret",
    "stationary",
    "bumpy",
    "very bumpy",
    "shell holes",
    "maximum",
    "narrow space",
    "alleyway",
    "mountain road",
    "gap",
    "width",
    "emergency landing",
    "crash",
    "tracked",
    "attack",
)


def extract_text_rows(whole: str) -> dict[str, Rows]:
    """Return every table as printed."""
    block = lines_after(whole, "CloseMediumFarExtreme")
    reach, bonus, damage, blast, ammo, modes, grade = block
    everywhere = re.fullmatch(r"Ammo(.*)DC(\d+)Resilience(\d+)Dodge Bonus(\d+)", ammo)
    grade_and_cost = re.fullmatch(r"Grade(\d)Cost(\d+c)", grade)
    one = ["–"] * 4
    return {
        "sideworld.situations": [
            [modifier, *extract_facts(name), *find_words(name, *SITUATION_WORDS)]
            for name, modifier in match_lines(r"(.*?)([+-]\d+)", lines_after(whole, "SituationAttack Bonus"))
        ],
        "sideworld.body-parts": [
            [roll, part, "braindead" if "braindeath" in halved else halved]
            for part, roll, halved in match_lines(
                r"([A-Z][a-z]+)([\d-]+\d)(.*)", lines_after(whole, "PartRollAttributes to halve")
            )
        ],
        "sideworld.vehicle-modifiers": [
            [modifier, *find_words(name + rest, "manual", "skill", "level")]
            for name, modifier, rest in match_lines(
                r"(.*?)(-\d+)( per level)?", lines_after(whole, "SituationModifier to Reactions")
            )
        ],
        "sideworld.manoeuvres": [
            [modifier, *extract_facts(name), *find_words(name + rest, *MANOEUVRE_WORDS)]
            for name, modifier, rest in match_lines(
                r"(.*\D)([+-]\d+|0)( \(.*\))?", lines_after(whole, "ActionModifier")
            )
        ],
        "sideworld.poison-levels": [
            [f"{low}-{high}" if high.isdigit() else f"{low}+", *extract_facts(rest)]
            for low, high, rest in match_lines(
                r"(\d+) (?:to |and )(\d\d|above)(.*)", lines_after(whole, "Poison levelEffect")
            )
        ],
        "sideworld.weapon-blocks": [
            ["Encumbrance", re.search(r"Limtex Mini Gun (\{-?\d\})", whole)[1], *one],
            ["Range", "–", *re.findall(r"\d+m", reach)],
            ["Attack Bonus", "–", *bonus.removeprefix("Attack Bonus")],
            ["Damage", "–", *re.findall(r"\dD\d|\d", damage)],
            ["Blast Radius", *(["–"] if blast == "Blast Radius-" else ["?"]), *one],
            *(
                [name, value, *one]
                for name, value in zip(("Ammo", "DC", "Resilience", "Dodge Bonus"), everywhere.groups())
            ),
            ["Modes", modes.removeprefix("Modes"), *one],
            *([name, value, *one] for name, value in zip(("Grade", "Cost"), grade_and_cost.groups())),
        ],
        "sideworld.firing-modes": [
            [name]
            for name, _ in match_lines(
                r"(Manual|Auto|Burst\(size\)|Full Auto\(rate\))([A-Z].*)", lines_after(whole, "ModeMeaning")
            )
        ],
        "sideworld.encumbrance": [
            [f"{{{code}}}", weight, clean_cell(transport), hit, penalty]
            for code, weight, transport, hit, penalty in match_lines(
                r"\{(-?\d)\}([<>]?[\d,]+k?g)(\D*)(\d+?)(n/a|-\d+|0)",
                lines_after(whole, "CodeWeightMinimal transport needsHit DamageCarrying Penalty"),
            )
        ],
        "sideworld.ageing-steps": [
            [age, level, penalty]
            for level, age, penalty in match_lines(
                r"(\d+)(\d\d)(-\d)", lines_after(whole, "Total LevelAgePenalty to all basic attributes")
            )
        ],
        "sideworld.chaos": [
            [roll, *extract_facts(effect)]
            for roll, effect in match_lines(r"(\d+)([A-Z].*)", lines_after(whole, "RollEffect"))
        ],
    }


OUR_ROW_READERS: dict[str, Callable] = {
    "sideworld.situations": lambda row: [
        row["bonus"],
        *extract_facts(row.name),
        *find_words(row.name, *SITUATION_WORDS),
    ],
    "sideworld.body-parts": lambda row: [
        row.roll,
        row["part"],
        "braindead" if "braindead" in row["attributes"] else row["attributes"],
    ],
    "sideworld.vehicle-modifiers": lambda row: [row["modifier"], *find_words(row.name, "manual", "skill", "level")],
    "sideworld.manoeuvres": lambda row: [
        row["modifier"],
        *extract_facts(row.name),
        *find_words(f"{row.name} {row['exempt']} {row['remark']}", *MANOEUVRE_WORDS),
    ],
    "sideworld.poison-levels": lambda row: [row.roll, *extract_facts(row["effect"] + row["attributes"])],
    "sideworld.weapon-blocks": lambda row: list(row.cells.values()),
    "sideworld.firing-modes": lambda row: [row.name],
    "sideworld.encumbrance": lambda row: list(row.cells.values()),
    "sideworld.ageing-steps": lambda row: list(row.cells.values()),
    "sideworld.chaos": lambda row: [row.roll, *extract_facts(row["effect"])],
}


def extract_our_rows(table) -> Rows:
    """Return one of our tables in the same form."""
    return [OUR_ROW_READERS[table.id](row) for row in table.rows]


if __name__ == "__main__":
    tables = extract_text_rows(require_text("sideworld"))
    DIGEST.write_text(
        "{\n"
        + ",\n".join(
            f"{json.dumps(name)}: [\n  " + ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"
            for name, rows in tables.items()
        )
        + "\n}\n",
        encoding="utf-8",
    )
