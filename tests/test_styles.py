"""Styles: each class of ours in them occurs where pages are made."""

import re
from itertools import combinations
from pathlib import Path

PROJECT = Path(__file__).parent.parent

MADE_IN = ("rules_py", "page/js", "rules_markdown", "rules_site", "hooks", "overrides", "docs")
SUFFIXES = {".py", ".js", ".html", ".md", ".toml", ".yml", ".json"}

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
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


BLOCK = re.compile(r"([^{};]*)\{([^{}]*)\}")
MANY = 6
"""The number of declarations from which a block may not be written twice."""


def list_blocks():
    for path in sorted((PROJECT / "page/css").rglob("*.css")):
        for selector, body in BLOCK.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))):
            declarations = {" ".join(each.split()) for each in body.split(";")}
            yield f"{path.name}: {' '.join(selector.split())}", declarations - {""}


def test_no_block_is_written_twice():
    """No block shares six declarations, and all of its own but one, with another."""
    blocks = [block for block in list_blocks() if len(block[1]) >= MANY]
    assert len(blocks) > 300
    assert [
        (one, other)
        for (one, its), (other, theirs) in combinations(blocks, 2)
        if len(its & theirs) >= max(MANY, min(len(its), len(theirs)) - 1)
    ] == []
