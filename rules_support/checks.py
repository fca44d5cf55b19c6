"""The check of games and pages in a build, whose results are cached by a digest of everything that it reads."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from rules_py.checking.game import check_game
from rules_py.checking.modules import find_folder
from rules_py.checking.problems import Report, read_report
from rules_py.checking.session import Session
from rules_py.checking.worker import check_apart
from rules_py.discovery import find_left_out
from rules_py.registry import games
from rules_py.tables.registry import PARSERS
from rules_support import artifact_cache
from rules_support.node import PROJECT

CACHE = PROJECT / "build" / "checks"

CHECKERS = ("rules_site.page_checks",)
"""The plug-ins of the check in a build, which compiles the rules anyway."""

SUFFIXES = frozenset({".py", ".yml", ".html", *PARSERS})
"""The ends of the names of files that decide about the result."""

_BLOCK = re.compile(r"^\s*:::.*", re.MULTILINE)
"""The line of a block on a page."""


def check_site(docs: Path) -> Report:
    """Check all games, and all other pages if no game has a problem.

    Args:
        docs: the folder of pages.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    core = _digest_files(_list_core()) + ",".join(sorted(find_left_out()))
    report = Report()
    for slug in games.systems():
        digest = _digest_files(_list_game(slug, docs))
        name = artifact_cache.compute_digest(core.encode(), digest.encode(), str(docs.name).encode(), slug.encode())
        path = artifact_cache.build_once(CACHE / f"{slug}-{name}.json", partial(_write, slug=slug, docs=docs))
        report.merge(read_report(json.loads(path.read_text(encoding="utf-8"))))
    if not report.errors:
        session = Session("", docs, checkers=CHECKERS)  # the rules are known to end
        check_game(session)
        report.merge(session.report)
    artifact_cache.prune(CACHE)
    return report


def _write(path: Path, slug: str, docs: Path) -> None:
    path.write_text(json.dumps(check_apart(slug, docs, CHECKERS).to_dict()), encoding="utf-8")


def _list_game(slug: str, docs: Path) -> Iterator[Path]:
    """Yield the files of a game and its pages, and those of the other games that blocks on its pages name."""
    own = [*_list_code(slug), *_list_files(docs / slug)]
    yield from own
    blocks = "\n".join(
        found for path in own if path.suffix == ".md" for found in _BLOCK.findall(path.read_text("utf-8"))
    )
    for other in games.systems():
        if other != slug and re.search(rf"\b{other}\b", blocks):
            yield from _list_code(other)


def _list_code(slug: str) -> Iterable[Path]:
    return _list_files(find_folder(slug) or PROJECT / "rules_py" / "systems")


def _list_core() -> Iterator[Path]:
    builtin = PROJECT / "rules_py" / "systems"
    yield from (path for path in _list_files(PROJECT / "rules_py") if not path.is_relative_to(builtin))
    for folder in ("rules_markdown", "rules_site/page_checks"):
        yield from _list_files(PROJECT / folder)


def _list_files(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def _digest_files(paths: Iterable[Path]) -> str:
    """Return a digest of files, which is the same in a copy of the project."""
    contents = [part for path in paths for part in (_name_file(path).encode(), path.read_bytes())]
    return artifact_cache.compute_digest(sys.version.encode(), *contents)


def _name_file(path: Path) -> str:
    return (path.relative_to(PROJECT) if path.is_relative_to(PROJECT) else path).as_posix()
