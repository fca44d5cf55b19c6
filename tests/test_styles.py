"""Styles: each class of ours in them occurs where pages are made."""

import re
from pathlib import Path

PROJECT = Path(__file__).parent.parent

MADE_IN = ("rules_py", "page/js", "hooks", "overrides", "docs")
SUFFIXES = {".py", ".js", ".html", ".md", ".toml", ".yml", ".json"}

COMMENT_OR_TEXT = re.compile(r"/\*.*?\*/|\"[^\"]*\"|url\([^)]*\)", re.DOTALL)
CLASS = re.compile(r"\.(fb-[\w-]+)")
BUILT = re.compile(r"(fb-[\w-]*-)\$?\{")
"""The beginning of a class whose end is filled in, as in `fb-answer--{grade}`."""


def list_styled_classes():
    styles = (path.read_text(encoding="utf-8") for path in (PROJECT / "page/css").rglob("*.css"))
    return {name for text in styles for name in CLASS.findall(COMMENT_OR_TEXT.sub("", text))}


def test_each_styled_class_occurs_where_pages_are_made():
    paths = (path for folder in MADE_IN for path in (PROJECT / folder).rglob("*") if path.suffix in SUFFIXES)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    words, built = set(re.findall(r"fb-[\w-]+", sources)), tuple(set(BUILT.findall(sources)))
    styled = list_styled_classes()
    assert len(styled) > 500 and len(built) > 3
    assert sorted(name for name in styled - words if not name.startswith(built)) == []
