"""A game's clauses, and the checks of them."""

import ast
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tests.systems.rules_coverage.pages import Passage, load_passages
from tests.systems.rules_coverage.sentences import PROJECT, split_sentences

SYSTEMS = Path(__file__).parents[1]
KEYS = {"clause", "text", "at", "says", "why"}

TEXT_DIGESTS = {
    "combat": "4a8821fdc9095167be4a5c2aceb12db4b4803819efd5febcff2fe3ebf8a10497",
    "psiops": "ecdb26b20c1b6101e9246ddee9f0ed8977b62615faa72ee748416ffbba1d83d9",
    "puml": "20a75f9f8867543f28c119845d06ff292db008db2e09df132b403cbf3fe1a3fa",
    "sideworld": "b96e26ee9dd5ae502dd644dc6d66cdbdafb93bcee12e478011c3c86f06108e7e",
    "xmas": "c7fce6e2ba79eace57fde05ad2c598b532d1ea934e1f9e7b05df8e7bd0dfac6c",
}
"""The digest of the sentences of each game's text, for machines that don't have the text."""


@dataclass(frozen=True)
class Clause:
    """A rule of the text in our own words, and the place where a page states it."""

    clause: str
    text: tuple[str, ...]
    at: str = ""
    says: tuple[str, ...] = ()
    why: str = ""

    def find_passages(self, pages: dict[str, list[Passage]]) -> list[Passage]:
        """Return the passages at the clause's anchor."""
        place, _, anchor = self.at.partition("#")
        return [passage for passage in pages.get(place, []) if anchor in passage.anchors]

    def find_problem(self, pages: dict[str, list[Passage]]) -> str | None:
        """Return a description of what the pages lack, or None if they state the clause."""
        if self.why:
            return None
        found = self.find_passages(pages)
        if not found:
            return f"{self.clause} There is no {self.at}."
        if not any(all(passage.says(words) for words in self.says) for passage in found):
            return f"{self.clause} No passage at {self.at} says {' and '.join(map(repr, self.says))}."
        return None


@dataclass(frozen=True)
class Clauses:
    """The contents of a game's clauses.toml."""

    slug: str
    clauses: tuple[Clause, ...]

    @property
    def covered_hashes(self) -> set[str]:
        """Hashes of all sentences that have a clause."""
        return {each for clause in self.clauses for each in clause.text}


def list_slugs() -> list[str]:
    """Return the games that have clauses."""
    return sorted(path.parent.name for path in SYSTEMS.glob("*/clauses.toml"))


def read(slug: str) -> Clauses:
    """Read a game's clauses.

    Raises:
        ValueError: the file is missing, or an entry doesn't have the form given in the package's docstring.
    """
    path = SYSTEMS / slug / "clauses.toml"
    if not path.exists():
        raise ValueError(f"{path.relative_to(PROJECT)} is missing; begin it with: [[sections]]")
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    clauses = tuple(
        _parse_clause(section["title"], section.get("at", ""), entry)
        for section in found.get("sections", [])
        for entry in section.get("clauses", [])
    )
    return Clauses(slug, clauses)


def _parse_clause(title: str, section_at: str, entry: dict) -> Clause:
    if unknown := set(entry) - KEYS:
        raise ValueError(f"{title}: {entry} has {', '.join(sorted(unknown))}")
    if not entry.get("clause") or not entry.get("text"):
        raise ValueError(f"{title}: {entry} needs a clause and the text's sentences")
    at, why = entry.get("at", section_at), entry.get("why", "")
    if at.startswith("#"):
        at = section_at.partition("#")[0] + at
    if bool(why) == bool(at and entry.get("says")):
        raise ValueError(f"{title}: {entry['clause']} needs either at and says, or why")
    return Clause(entry["clause"], tuple(entry["text"].split()), "" if why else at, tuple(entry.get("says", ())), why)


def find_unprotected(game: Clauses, pages: dict[str, list[Passage]]) -> Iterator[tuple[str, Passage, str]]:
    """Yield the page, passage and sentence of each sentence whose removal no clause would detect."""
    for place, passages in pages.items():
        clauses = [clause for clause in game.clauses if clause.at.startswith(f"{place}#")]
        for number, passage in enumerate(passages):
            for sentence in split_sentences(passage.text):
                rest = Passage(passage.anchors, passage.text.replace(sentence, "", 1))
                without = {place: [*passages[:number], rest, *passages[number + 1 :]]}
                if not any(clause.find_problem(without) for clause in clauses):
                    yield place, passage, sentence


def compute_digest(hashes: Iterable[str]) -> str:
    """Return a digest of the hashes of a text's sentences, in any order."""
    return sha256(" ".join(sorted(hashes)).encode()).hexdigest()


def load_pages(slug: str) -> dict[str, list[Passage]]:
    return load_passages(slug)


def iter_python_texts(slug: str) -> Iterator[str]:
    """Yield the strings in the game's Python code, docstrings included."""
    for path in sorted((PROJECT / "rules_py/systems" / slug).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield " ".join(node.value.split())
