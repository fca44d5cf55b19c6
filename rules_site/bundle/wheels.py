"""The wheels for browsers: one with the core and its games, and one for each game of another distribution."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wheel.wheelfile import WheelFile

from rules_py import __version__
from rules_py.discovery import ENTRY_POINT_GROUP, SCAFFOLD, Package, decides_answers, find_left_out
from rules_py.scaffold.writer import PACKED_TEMPLATES, read_templates

NOT_IN_BROWSERS = (
    "cli",
    "__main__.py",
    "checking/worker.py",
    "checking/game.py",
    "checking/play.py",
    "play/examples.py",
    "registry/examples.py",
    "rendering/examples.py",
)
DATE_VARIABLE = "SOURCE_DATE_EPOCH"
EARLIEST_DATE = "315532800"
"""The earliest date that zip allows."""


@dataclass(frozen=True)
class Wheel:
    """A wheel that isn't written yet: its name with the version, and its files by path."""

    stem: str
    files: dict[str, bytes]

    def write(self, folder: Path) -> Path:
        """Write the wheel into a folder; the same files give the same bytes."""
        path = folder / f"{self.stem}-py3-none-any.whl"
        with _fix_wheel_date(), WheelFile(path, "w") as wheel:
            for name, content in sorted(self.files.items()):
                wheel.writestr(name, content)
        return path


def read_wheels(project: Path, external_games: Sequence[Package] = ()) -> list[Wheel]:
    """Read the sources of all wheels, with the templates of new games, which the workbench writes.

    Args:
        project: the folder that contains rules_py.
        external_games: games from other distributions.

    Raises:
        FileNotFoundError: a game is not unpacked; the message says what to do.
    """
    package = project / "rules_py"
    left_out = [f"systems/{slug}" for slug in find_left_out()]
    sources = [
        path
        for path in list_source_files(package)
        if not any(path.is_relative_to(package / part) for part in (*NOT_IN_BROWSERS, *left_out))
    ]
    scaffold = package / SCAFFOLD
    core = _read_wheel("rules_py", [*sources, *sorted(scaffold.glob("*.py"))], project)
    core.files[f"rules_py/{SCAFFOLD}/{PACKED_TEMPLATES.name}"] = json.dumps(read_templates(), indent=0).encode()
    return [core, *map(_read_external_game, external_games)]


def list_source_files(folder: Path) -> list[Path]:
    """List the Python and data files below a folder that browsers need, sorted."""
    return sorted(path for path in folder.rglob("*") if decides_answers(path.relative_to(folder)))


def _read_wheel(name: str, files: list[Path], project: Path, requires: Sequence[str] = ()) -> Wheel:
    info = f"{name}-{__version__}.dist-info"
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name.replace('_', '-')}",
        f"Version: {__version__}",
        *(f"Requires-Dist: {other}" for other in requires),
    ]
    contents = {file.relative_to(project).as_posix(): file.read_bytes() for file in files} | {
        f"{info}/METADATA": ("\n".join(metadata) + "\n").encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: fieldbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    return Wheel(f"{name}-{__version__}", contents)


def _read_external_game(game: Package) -> Wheel:
    """Read the wheel of another distribution's game, with the entry point that Python needs to find it."""
    folder = Path(game.folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"{game.name} has no files to serve: install the game {game.slug} unpacked")
    wheel = _read_wheel(
        f"rules_py_{game.slug.replace('-', '_')}",
        list_source_files(folder),
        folder.parents[game.name.count(".")],
        requires=("rules-py",),
    )
    entry = f"[{ENTRY_POINT_GROUP}]\n{game.slug} = {game.name}\n".encode()
    return Wheel(wheel.stem, wheel.files | {f"{wheel.stem}.dist-info/entry_points.txt": entry})


@contextmanager
def _fix_wheel_date() -> Iterator[None]:
    """Date the files of wheels to the same day.

    The date is only set within the context, because MkDocs would take it as the date of its build.
    """
    before = os.environ.get(DATE_VARIABLE)
    os.environ[DATE_VARIABLE] = EARLIEST_DATE
    try:
        yield
    finally:
        if before is None:
            del os.environ[DATE_VARIABLE]
        else:
            os.environ[DATE_VARIABLE] = before
