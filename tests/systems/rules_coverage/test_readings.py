"""Every Reading in a game's code and tables is on a page of the game, outside the sheets' forms."""

import ast
import tomllib
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest

import rules_py
from rules_py.text.readings import parse_readings
from tests.systems.rules_coverage.pages import load_passages, normalize

SYSTEMS = Path(rules_py.__file__).parent / "systems"
FORMS = "sheets"
"""The anchor of `::: sheets`, whose forms repeat the Readings of their changes."""


def iter_docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every string that stands for itself: docstrings, also those of constants."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def iter_strings(value: Any) -> Iterator[str]:
    """Yield the strings of a data file, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from iter_strings(each)


def iter_readings(slug: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each Reading of a game."""
    for path in sorted((SYSTEMS / slug).rglob("*.py")):
        for line, text in iter_docstrings(path):
            yield from ((f"{path.relative_to(SYSTEMS)}:{line}", found) for found in parse_readings(text))
    for path in sorted((SYSTEMS / slug).rglob("*.toml")):
        for text in iter_strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield from ((f"{path.relative_to(SYSTEMS)}", found) for found in parse_readings(text))


@pytest.mark.parametrize("slug", rules_py.systems())
def test_every_reading_is_on_a_page(slug):
    on_pages = [
        normalize(passage.text)
        for passages in load_passages(slug).values()
        for passage in passages
        if FORMS not in passage.anchors
    ]
    readings = list(iter_readings(slug))
    missing = [
        f"{place}: {text}" for place, text in readings if not any(normalize(text) in passage for passage in on_pages)
    ]
    assert readings
    assert not missing, "add these to a page with ::: readings ID\n" + "\n".join(missing)


def test_no_reading_has_an_empty_text():
    places = [
        f"{path}:{line}"
        for path in sorted(SYSTEMS.rglob("*.py"))
        for line, text in iter_docstrings(path)
        if "Reading:" in text and text.count("Reading:") != len(parse_readings(cleandoc(text)))
    ]
    assert places == []
