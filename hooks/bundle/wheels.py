"""The wheels that go to the browser: the core, one for each game, and icepool for the odds; all as bytecode.

What sheets and fights take has wheels of its own, of the core and of each game: a page without them loads none of it.
"""

import os
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wheel.wheelfile import WheelFile

from rules_py import __version__
from rules_py.discovery import ENTRY_POINT_GROUP, SHEETS_MODULE, Package

from .. import artifact_cache
from . import dataclass_precompile
from .bytecode import KEEP_DOCSTRINGS, STRIP_DOCSTRINGS, Source, compile_sources

ODDS_PACKAGE = "icepool"
NOT_IN_BROWSERS = ("cli", "__main__.py", "_moved.py")
DATE_VARIABLE = "SOURCE_DATE_EPOCH"
PLAY_SUFFIX = "_play"
"""The end of the names of wheels that sheets and fights need."""

PLAY_SOURCES = ("play", "registry/play.py", "rendering/sheets.py", "rendering/fights")
"""What of the core is for sheets and fights alone."""

FORECAST_WHEEL = f"rules_py_forecasts{PLAY_SUFFIX}"
FORECAST_SOURCES = ("play/forecast", "rendering/forecasts.py")
"""The wheel of what a fight will come to, and what of the core is for that alone."""


def build_wheels(
    project: Path, pyodide: Path, build_folder: Path, external_games: Sequence[Package] = ()
) -> list[Path]:
    """The wheels in `build`/runtime, made anew where their sources changed.

    Each name holds a digest of the wheel's own files, so that a browser's cache can't mix builds.

    Args:
        project: the folder that holds rules_py.
        pyodide: its npm package, which compiles.
        build: where set-up left icepool's own wheel (wheels/), and where what was compiled is kept (bytecode/).
        offered: games of other distributions.

    Raises:
        FileNotFoundError: set-up is not complete, or a game is not in files; the message says what to do.
    """
    fetched = sorted((build_folder / "wheels").glob(f"{ODDS_PACKAGE}-*.whl"))
    if not fetched:
        raise FileNotFoundError(f"{build_folder.name}/wheels/{ODDS_PACKAGE}-*.whl is missing: run `make setup`")
    package = project / "rules_py"
    games = sorted(path.parent for path in package.glob("systems/*/__init__.py"))
    core = [
        path
        for path in list_source_files(package)
        if path.relative_to(package).parts[0] not in NOT_IN_BROWSERS
        and not any(path.is_relative_to(game) for game in games)
    ]
    of_forecasts = [path for path in core if any(path.is_relative_to(package / part) for part in FORECAST_SOURCES)]
    of_play = [
        path
        for path in core
        if path not in of_forecasts and any(path.is_relative_to(package / part) for part in PLAY_SOURCES)
    ]
    of_rules = [path for path in core if path not in (*of_play, *of_forecasts)]
    packages = [_read_own_package("rules_py", of_rules, project, requires=())]
    packages.append(_read_own_package(f"rules_py{PLAY_SUFFIX}", of_play, project, requires=("rules-py",)))
    packages.append(_read_own_package(FORECAST_WHEEL, of_forecasts, project, requires=("rules-py-play",)))
    for game in games:
        packages += _read_game_packages(f"rules_py_{game.name}", game, project)
    for each in external_games:
        packages += _read_external_game(each)
    packages.append(_read_downloaded_wheel(fetched[-1]))
    code = _compile_packages([files for _, files in packages], pyodide, build_folder / "bytecode")
    folder = build_folder / "runtime"
    folder.mkdir(parents=True, exist_ok=True)
    return [_write_wheel(stem, files, folder) for (stem, _), files in zip(packages, code, strict=True)]


def list_source_files(folder: Path) -> list[Path]:
    """The Python and data files below a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))


def _read_own_package(
    name: str, files: list[Path], project: Path, requires: tuple[str, ...]
) -> tuple[str, dict[str, bytes]]:
    """A wheel's `name-version` and its files by path."""
    info = f"{name}-{__version__}.dist-info"
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name.replace('_', '-')}",
        f"Version: {__version__}",
        *(f"Requires-Dist: {other}" for other in requires),
    ]
    return f"{name}-{__version__}", {file.relative_to(project).as_posix(): file.read_bytes() for file in files} | {
        f"{info}/METADATA": ("\n".join(metadata) + "\n").encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: fieldbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }


def _read_game_packages(name: str, game: Path, project: Path) -> list[tuple[str, dict[str, bytes]]]:
    """A game's wheels: its rules, and its sheets where it has some."""
    sheets = [
        path for path in list_source_files(game) if path.relative_to(game).parts[0].removesuffix(".py") == SHEETS_MODULE
    ]
    rules = [path for path in list_source_files(game) if path not in sheets]
    made = [_read_own_package(name, rules, project, requires=("rules-py",))]
    return (
        [*made, _read_own_package(f"{name}{PLAY_SUFFIX}", sheets, project, requires=("rules-py-play",))]
        if sheets
        else made
    )


def _read_external_game(game: Package) -> list[tuple[str, dict[str, bytes]]]:
    """The same for a game of another distribution, with the entry point by which the browser finds it."""
    folder = Path(game.folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"{game.name} has no files to serve: install the game {game.slug} unpacked")
    (stem, files), *more = _read_game_packages(
        f"rules_py_{game.slug.replace('-', '_')}", folder, folder.parents[game.name.count(".")]
    )
    entry = {f"{stem}.dist-info/entry_points.txt": f"[{ENTRY_POINT_GROUP}]\n{game.slug} = {game.name}\n".encode()}
    return [(stem, files | entry), *more]


def _read_downloaded_wheel(wheel: Path) -> tuple[str, dict[str, bytes]]:
    """The same of a wheel from elsewhere."""
    with zipfile.ZipFile(wheel) as archive:
        return "-".join(wheel.name.split("-")[:2]), {
            name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")
        }


def _compile_packages(packages: list[dict[str, bytes]], pyodide: Path, cache: Path) -> list[dict[str, bytes]]:
    """Packages with their Python files compiled, all in one go.

    Rules keep their docstrings: a dataclass without one makes one up when it is imported, which takes time.
    """
    names = [(files, name) for files in packages for name in files if name.endswith(".py")]
    texts = {name: files[name].decode() for files in packages for name in files if name.endswith((".py", ".toml"))}
    written = dataclass_precompile.capture_exec_sources(
        texts, (name for _, name in names if not name.startswith(ODDS_PACKAGE)), pyodide, cache
    )
    code = compile_sources(
        [
            Source(
                name,
                texts[name],
                STRIP_DOCSTRINGS if name.startswith(ODDS_PACKAGE) else KEEP_DOCSTRINGS,
                generated_texts=written.get(name, ()),
            )
            for _, name in names
        ],
        pyodide,
        cache,
    )
    for (files, name), bytecode in zip(names, code, strict=True):
        del files[name]
        files[f"{name}c"] = bytecode
    return packages


def _write_wheel(stem: str, files: dict[str, bytes], folder: Path) -> Path:
    digest = artifact_cache.compute_digest(
        *(part for name, content in sorted(files.items()) for part in (name.encode(), content))
    )

    def make(part: Path) -> None:
        with _fixed_wheel_date(), WheelFile(part, "w") as wheel:
            for name, content in sorted(files.items()):
                wheel.writestr(name, content)

    return artifact_cache.build_once(
        folder / f"{stem}-0{digest}-py3-none-any.whl", make
    )  # a build tag starts with a digit


@contextmanager
def _fixed_wheel_date() -> Iterator[None]:
    """Files of a wheel get the first date that a zip can have: the same sources, the same bytes.

    Only for so long, as MkDocs would take it for the day of its own build.
    """
    before = os.environ.get(DATE_VARIABLE)
    os.environ[DATE_VARIABLE] = "315532800"
    try:
        yield
    finally:
        if before is None:
            del os.environ[DATE_VARIABLE]
        else:
            os.environ[DATE_VARIABLE] = before
