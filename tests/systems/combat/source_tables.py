"""Names and figures of every COMBAT! table, from the game's text and from our tables, in the same form.

`text_digest.json` stores the figures read from the text, for machines that don't have the text. To update it:

    FIELDBOOK_TEXTS=... python -m tests.systems.combat.source_tables
"""

import json
import re
from pathlib import Path

from tests.systems.game_texts import require_text

DIGEST = Path(__file__).parent / "text_digest.json"

Rows = list[list[str]]

# The columns with names and figures; our own sentences fill all others.
COLUMNS = {
    "combat.allegiances": ["name"],
    "combat.attributes": ["name", "short", "group", "kind"],
    "combat.campaign-levels": ["name", "points", "maximum"],
    "combat.derived-attributes": ["name", "short", "formula", "cost", "realistic", "cinematic"],
    "combat.difficulties": ["name", "target"],
    "combat.movement": ["mov", "kph", "mph", "example"],
    "combat.trait-costs": ["name", "cost", "bonus"],
}


def extract_our_rows(table) -> Rows:
    """Return one of our tables in the form of the digest, with formulas without spaces."""
    return [
        [row[column].replace(" ", "") if column == "formula" else row[column] for column in COLUMNS[table.id]]
        for row in table.rows
    ]


def extract_text_rows(text: str) -> dict[str, Rows]:
    """Return every table that the text, without its emphasis marks, has figures for.

    Difficulties are included only where it names level and number.
    """
    body = text[text.index("In this section we present") :]
    words = " ".join(body.split())
    return {
        "combat.allegiances": [
            [name]
            for name in re.findall(
                r"^([A-Z][A-Za-z ]+): ",
                _text_between(body, "the following examples.", "ALLEGIANCES AND INFLUENCE"),
                re.MULTILINE,
            )
        ],
        "combat.attributes": [
            [name.capitalize(), short, group, kind]
            for name, short, kind, group in re.findall(
                r"^([A-Z]+) \(([A-Z]{3})\)\n\n[^\n]*?“?\"?(\w+)\"?”? attribute for the (\w+) Group", body, re.MULTILINE
            )
        ],
        "combat.campaign-levels": _campaign_levels(body),
        "combat.derived-attributes": list(_derived_attributes(body)),
        "combat.difficulties": [
            [level, number] for level, number in re.findall(r"make a (\w+) attribute roll \(TN (\d+)\)", words)
        ],
        "combat.movement": [
            [*figures, example.strip() or "–"]
            for *figures, example in re.findall(
                r"^(\d+)\t([\d.]+)\t([\d.]+)\t?(.*)$", body[body.index("Mov\tKPH\tMPH") :], re.MULTILINE
            )
        ],
        "combat.trait-costs": [[name.capitalize(), cost, bonus or "–"] for name, bonus, cost in _trait_costs(words)],
    }


def _text_between(text: str, start: str, end: str) -> str:
    return text[text.index(start) : text.index(end)]


def _campaign_levels(body: str) -> Rows:
    points = dict(re.findall(r"(REALISTIC|CINEMATIC) CAMPAIGN: (\d+)", body))
    highest = dict(re.findall(r"^(Realistic|Cinematic)\t(\d+)$", body, re.MULTILINE))
    return [[name, points[name.upper()], maximum] for name, maximum in highest.items()]


def _derived_attributes(body: str):
    heading = r"^([A-Z][A-Z ]+) \(([A-Z]{3})\)\n"
    sections = re.split(
        heading, body[body.index("DERIVED ATTRIBUTES\n") : body.index("ALLEGIANCES\n")], flags=re.MULTILINE
    )[1:]
    for name, short, lines in zip(sections[::3], sections[1::3], sections[2::3]):
        text = " ".join(lines.split())
        formula = re.search(r"(?:equals?(?: his)?|MOV is) ([()A-Z0-9x+/ ]+[A-Z0-9)])", text)[1]
        cost = re.search(r"cost of (\d) Character Points", text)[1]
        maxima = re.search(r"may not exceed (\d+) in Realistic.level games.*?(?:high as|reach) (\d+)", text)
        yield [name.title(), short, formula.replace(" ", ""), cost, *maxima.groups()]


def _trait_costs(words: str):
    sizes = re.search(r"A convenience, (.*?)An edge, (.*?)A gift, (.*)$", words)
    costs = re.search(r"Advantages cost (\d+), (\d+), or (\d+) points", words)
    for name, size, listed in zip(("convenience", "edge", "gift"), sizes.groups(), costs.groups()):
        bonus, cost = re.search(r"bonus of (\+\d)", size), re.search(r"costs (\d+) points", size)
        if cost and cost[1] != listed:
            raise ValueError(f"{name}: costs {cost[1]} here and {listed} in the list")
        yield name, bonus and bonus[1], listed


def main() -> None:
    tables = [
        f"{json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows) + "\n]"
        for name, rows in extract_text_rows(require_text("combat").replace("*", "")).items()
    ]
    DIGEST.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
