"""Names and figures of every PSIOPS table, from the game's text and from our tables, in the same form.

`text_digest.json` stores the figures read from the text, for machines that don't have the text. To update it:

    FIELDBOOK_TEXTS=... python -m tests.systems.psiops.source_tables
"""

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import NamedTuple

from tests.systems.game_texts import require_text

HERE = Path(__file__).parent
DIGEST = HERE / "text_digest.json"

Rows = list[list[str]]
"""A table's rows: the roll, the name, verbatim cells, then the sorted facts of the other cells."""


class Columns(NamedTuple):
    """The roles of a table's columns; facts are extracted from the columns that aren't named here."""

    name: str | None = None
    verbatim: tuple[str, ...] = ()  # compared word for word
    own_names: tuple[str, ...] = ()  # names that we chose, not the text


COLUMNS = {
    "psiops.attack-modifiers": Columns("weapon", ("close", "nearby", "far", "remote")),
    "psiops.bands": Columns("name", ("momentum", "clock")),
    "psiops.cover": Columns("name", ("armor",)),
    "psiops.damage-modifiers": Columns("name", ("damage",)),
    "psiops.determination-results": Columns(own_names=("name",)),
    "psiops.dying-results": Columns(own_names=("name",)),
    "psiops.insertion-results": Columns(own_names=("name",)),
    "psiops.momentum-spends": Columns("name", ("cost",)),
    "psiops.stress-results": Columns("result", ("removed",)),
    "psiops.stress-sources": Columns(verbatim=("where",)),
    "psiops.swarm-sizes": Columns(verbatim=("armor", "damage", "attacks")),
    "psiops.tactical-supplies": Columns("item", ("supply",)),
    "psiops.weapons": Columns("name", ("damage", "blast", "ammo")),
}

SUMMARIES = ("psiops.fight-summary", "psiops.damage-summary", "psiops.powers-summary")
"""The tables that sum up the text's prose in our words. `paper.toml` has what they must say."""

UNITS = {
    "km": "kilometer",
    "kilometer": "kilometer",
    "meter": "meter",
    "m": "meter",
    "cm": "centimeter",
    "mm": "millimeter",
    "g": "gram",
    "kilogram": "kilogram",
    "L": "liter",
    "liter": "liter",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "round": "round",
    "combat round": "round",
    "stress": "stress",
    "HP": "HP",
}
FACT = re.compile(
    r"(?P<number>(?<![\w.])[+-]?\d+(?:D\d+(?:x\d+)?|/\d+)?)"  # -1, 6/6, 1D6, +1D3, 1D6x10
    rf"(?:[ -]?(?P<unit>{'|'.join(sorted(UNITS, key=len, reverse=True))})s?\b)?"
    r"|(?P<attribute>\+[A-Z]{5,})"
    r"|(?P<word>(?i:advantage|disadvantage|half|twice|double|lowest|highest|both|complicat|tactical supply))"
)


def extract_facts(text: str) -> list[str]:
    """Return the figures in a text with their units, the attributes to roll, and the words that mean a figure."""
    found = []
    for match in FACT.finditer(text):
        if match["number"]:
            found.append(match["number"] + (f" {UNITS[match['unit']]}" if match["unit"] else ""))
        else:
            found.append(match["attribute"] or match["word"].lower().replace("twice", "double"))
    return sorted(found)


def make_row(roll: str | None, name: str | None, text: str, *cells: str) -> list[str]:
    return [(roll or "").replace("–", "-"), (name or "").casefold(), *cells, *extract_facts(text)]


def extract_our_rows(table) -> Rows:
    """Return one of our tables in the form of the digest."""
    columns = COLUMNS.get(table.id, Columns(next(iter(table.columns))))
    read = [column for column in table.columns if column not in (columns.name, *columns.verbatim, *columns.own_names)]
    return [
        make_row(
            line.roll,
            line[columns.name] if columns.name else None,
            "; ".join(line[column] for column in read),
            *(line[column] for column in columns.verbatim),
        )
        for line in table.rows
    ]


def extract_text_rows(text: str) -> dict[str, Rows]:
    """Return every table as the game's text has it."""
    return dict(sorted((f"psiops.{name}", rows) for name, rows in _TextPages(text).tables()))


class _TextPages:
    """The game's pages by their location."""

    def __init__(self, text: str):
        self._html = {page["location"]: page["text"] for page in json.loads(text)["docs"]}

    def html(self, place: str) -> str:
        return unescape(self._html[place])

    def plain_text(self, place: str) -> str:
        return _strip_tags(self.html(place))

    def list_items(self, place: str) -> list[str]:
        """Return the items of a page's lists; of nested lists, the innermost items."""
        return [_strip_tags(item) for item in re.findall(r"<li>((?:(?!<li>).)*?)</li>", self.html(place))]

    def text_after(self, place: str, heading: str) -> str:
        """Return a page's text after a table's heading."""
        return self.plain_text(place).partition(heading)[2].strip()

    def numbered_rows(self, place: str, heading: str, numbers: Iterable[int]) -> Rows:
        """Parse a table of lines such as `24 Empathy: …`, finding the numbers in order."""
        starts, text, at = [], self.text_after(place, heading), 0
        for number in numbers:
            match = re.compile(rf"\b{number} ([A-Z][^:.]*): ").search(text, at)
            starts.append((str(number), match))
            at = match.end()
        ends = [match.start() for _, match in starts[1:]] + [len(text)]
        return [make_row(number, match[1], text[match.end() : end]) for (number, match), end in zip(starts, ends)]

    def results_by_total(self, place: str) -> list[tuple[str, str]]:
        """Parse a list of results such as `On a 7–9, …` into rolls and texts."""
        results = []
        for item in self.list_items(place):
            if match := re.match(r"On a (\d+)(?: or (less|greater|more)|[–-](\d+)), (.*)", item):
                low, open_end, high, text = match.groups()
                results.append((f"{low}-{high}" if high else low + ("-" if open_end == "less" else "+"), text))
        return results

    def listed_entries(self, place: str, heading: str, names: list[str]) -> list[tuple[str, str]]:
        """Parse a table of names and descriptions without separators, split at the names in order."""
        text, at, starts = self.text_after(place, heading), 0, []
        for name in names:
            start = text.index(name, at)
            if not starts and start:
                raise ValueError(f"{place}: {text[:start]!r} stands before {name}")
            starts.append(start)
            at = start + len(name)
        ends = [*starts[1:], len(text)]
        return [(name, text[start + len(name) : end]) for name, start, end in zip(names, starts, ends)]

    def tables(self) -> Iterable[tuple[str, Rows]]:
        d66 = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
        yield "talents", self.numbered_rows("character/#psionic-talents", "D66 Psionic Talents", d66)
        yield "drives", self.numbered_rows("character/#drives", "D66 Drive", d66)
        yield "skills", self.numbered_rows("character/#skills", "D66 Skill", d66)
        yield "panic", self.numbered_rows("stress/#panic-table", "D6 Effect", range(1, 7))
        yield "transcendent", self.numbered_rows("stress/#transcendent-table", "D6 Effect", range(1, 7))

        reactions = self.text_after("playing/#reaction-roll", "following table:").split()
        yield "reactions", [make_row(roll, name, "") for roll, name in zip(reactions[:5], reactions[5:], strict=True)]

        degrees = [
            (roll, re.match(r"it’s an? ([a-z ]+)\.", text)[1])
            for roll, text in self.results_by_total("playing/#2-roll-the-dice")
        ]
        yield "bands", list(self.bands(degrees))
        for name, place in (("attack-results", "combat/#dealing-damage"), ("defence-results", "combat/#taking-damage")):
            yield (
                name,
                [
                    make_row(roll, degree, text)
                    for (roll, text), (_, degree) in zip(self.results_by_total(place), degrees, strict=True)
                ],
            )
        for name, place in (
            ("determination-results", "playing/#spending-momentum"),
            ("insertion-results", "combat/#emergency-insertion"),
            ("dying-results", "combat/#damage-injuries-and-dying"),
        ):
            yield name, [make_row(roll, None, text) for roll, text in self.results_by_total(place)]
        yield "stress-results", list(self.stress_results())

        yield "attack-modifiers", list(self.attack_modifiers())
        yield "ranges", [make_row(None, *item.split(": ", 1)) for item in self.list_items("combat/#ranges")]
        yield (
            "damage-modifiers",
            [
                make_row(None, item.split()[0], "", re.search(r"deal ([+-]\d) damage", item)[1])
                for item in self.list_items("combat/#weapon-damage-modifiers")
            ],
        )
        yield "cover", list(self.cover())
        yield "swarm-sizes", list(self.swarm_sizes())
        yield "momentum-spends", list(self.momentum_spends())
        yield "rest-choices", [make_row(None, *item.split(": ", 1)) for item in self.list_items("combat/#recovery")]
        yield (
            "stress-sources",
            [
                make_row(None, None, item, where)
                for where, item in self.labelled_items("stress/#sources-of-stress", "in combat", "elsewhere")
            ],
        )

        yield (
            "attributes",
            [
                make_row(None, re.match(r"Roll \+([A-Z]+) for", item)[1], "")
                for item in self.list_items("playing/#1-choose-an-attribute")
                if item.startswith("Roll")
            ],
        )
        yield (
            "basic-kit",
            [
                make_row(None, *re.match(r"(.*?)(?:,? ((?:\(|\d).*))?$", item).groups(""))
                for item in self.list_items("character/#basic-kit")
            ],
        )
        yield (
            "weapons",
            [
                make_row(None, name, "", *(_find_figure(pattern, text) for pattern in (r"\+\d", "BLAST", r"\d/\d")))
                for name, text in self.listed_entries("character/#weapons", "Item Description", WEAPONS)
            ],
        )
        yield (
            "gear",
            [
                make_row(None, name, text)
                for name, text in self.listed_entries("character/#additional-gear", "Item Description", GEAR)
            ],
        )
        yield (
            "tactical-supplies",
            [
                make_row(None, item, "", supply)
                for supply, item in self.labelled_items("character/#tactical-supplies", "is", "is not")
            ],
        )
        yield (
            "change-log",
            [make_row(None, *item.split(": ", 1)) for item in self.list_items("") if re.match(r"\d\.\d+: ", item)],
        )

    def bands(self, degrees: list[tuple[str, str]]) -> Iterable[list[str]]:
        momentum = {
            roll: re.search(r"gain (\d) momentum", text)[1] for roll, text in self.results_by_total("playing/#momentum")
        }
        clock = dict(
            re.findall(
                r"For a (?:complete )?([a-z ]+), check off (\d) segments?",
                self.plain_text("playing/#challenges-and-danger"),
            )
        )
        for (roll, name), (_, text) in zip(degrees, self.results_by_total("playing/#2-roll-the-dice")):
            yield make_row(roll, name, text, momentum.get(roll, "0"), clock.get(name, "0"))

    def stress_results(self) -> Iterable[list[str]]:
        results = {"you panic": "panic", "you keep it together": "calm", "become transcendent": "transcendent"}
        for roll, text in self.results_by_total("stress/#reaching-maximum-stress"):
            [result] = [word for said, word in results.items() if said in text]
            removed = re.search(r"remove (\d|all) stress", text)
            yield make_row(roll, result, text, removed[1] if removed else "0")

    def attack_modifiers(self) -> Iterable[list[str]]:
        heading = "Weapon Close Near Far Distant"
        table = self.text_after("combat/#attack-modifiers", heading).partition("The following")[0]
        for name, *cells in re.findall(r"([A-Z][a-z ]*?)" + r" (–|-\d|impossible)" * 4, table):
            yield make_row(None, name, "", *(cell.replace("–", "0") for cell in cells))

    def cover(self) -> Iterable[list[str]]:
        place = "combat/#cover-and-suppression"
        low, medium, high = re.search(r"cover grants (\d), (\d), and (\d) armor", self.plain_text(place)).groups()
        for armor, item in zip((low, medium, high), self.list_items(place), strict=True):
            yield make_row(None, item.split()[0], item, armor)

    def swarm_sizes(self) -> Iterable[list[str]]:
        table = self.text_after("combat/#swarms", "#/HP Armor Damage Attacks")
        for size, *cells in re.findall(r"(\d+–\d+) (\d) ([+-]\d) (\d)", table):
            yield make_row(size, None, "", *cells)

    def momentum_spends(self) -> Iterable[list[str]]:
        html = self.html("playing/#spending-momentum")
        for name, entry in re.findall(r"<li> <p>([A-Z ]+): (.*?)(?=<li> <p>[A-Z ]+: |$)", html):
            text = entry.partition("<li>On a 6 or less")[0]
            cost = re.search(r"Spend (\d) points? of +momentum", _strip_tags(text))
            yield make_row(
                None, name.replace("FLASHBACKS", "FLASHBACK"), _strip_tags(text).replace(cost[0], "", 1), cost[1]
            )

    def labelled_items(self, place: str, first: str, second: str) -> Iterable[tuple[str, str]]:
        lists = re.findall(r"<ul>(.*?)</ul>", self.html(place))
        for which, items in zip((first, second), lists, strict=True):
            yield from ((which, _strip_tags(item)) for item in re.findall(r"<li>(.*?)</li>", items))


def _strip_tags(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def _find_figure(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return "–" if not match else "yes" if match[0] == "BLAST" else match[0]


WEAPONS = [
    "Assault rifle",
    "Antitank missile",
    "Grenade, frag",
    "Grenade launcher",
    "Handgun",
    "M18 claymore",
    "Shotgun",
    "Sniper rifle",
]
GEAR = [
    "Backpack radio",
    "Binoculars",
    "Bolt cutters",
    "C-4 demolition kit",
    "Camcorder",
    "Compass and maps",
    "Detcord",
    "Dive equipment",
    "Entrenching tool",
    "Escape and evasion kit",
    "Extended operations kit",
    "Flashlight",
    "Ghillie suit",
    "Grenade, riot agent",
    "Grenade, smoke",
    "Grenade, stun",
    "Ladder, folding",
    "Laser designator",
    "Machete",
    "Medical bag",
    "Multi-tool",
    "Night-vision device",
    "Notebook and pen",
    "Parachute",
    "Poncho liner",
    "Protective mask",
    "Rations, one day",
    "Rope",
    "Stretcher, folding",
    "Suppressor",
    "Survival belt pouch",
]
"""Names of the equipment, because the text has no separators between names and descriptions."""


def main() -> None:
    tables = [
        f"{json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(line)}" for line in rows) + "\n]"
        for name, rows in extract_text_rows(require_text("psiops")).items()
    ]
    DIGEST.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
