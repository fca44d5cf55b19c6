"""Games that `new` writes, installed for tests: each with its own slug, because Python caches imported modules."""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules_py.discovery import BUILTIN_GAMES
from rules_py.scaffold import Answers, read_answers, write_game


@contextmanager
def install(folder: Path, slug: str, **given: str) -> Iterator[Answers]:
    """Write a game into a folder and let Python find it, as its own package or as a part of the repository."""
    answers = read_answers(slug, {"place": "package", **given})
    write_game(answers, folder)
    if answers.place == "repository":
        paths, place = sys.modules[BUILTIN_GAMES].__path__, str(folder / "rules_py" / "systems")
    else:
        paths, place = sys.path, str(folder)
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        [(name, package)] = project["entry-points"]["rules_py.games"].items()
        offer = folder / f"{package}-{project['version']}.dist-info" / "entry_points.txt"
        offer.parent.mkdir()
        offer.write_text(f"[rules_py.games]\n{name} = {package}\n", encoding="utf-8")
    paths.append(place)
    try:
        yield answers
    finally:
        paths.remove(place)


def find_pages(answers: Answers, folder: Path) -> Path:
    """Return the folder of a game's pages."""
    return (
        folder
        / ("docs" if answers.place == "repository" else answers.package)
        / (answers.slug if answers.place == "repository" else "pages")
    )
