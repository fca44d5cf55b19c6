"""The wheels for browsers: the core and one for each game, as bytecode.

Code for sheets and fights is in separate wheels of the core and of each game, so that pages without them don't load it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wheel.wheelfile import WheelFile

from rules_py import __version__
from rules_py.discovery import ENTRY_POINT_GROUP, EXAMPLES_FOLDER, SHEETS_MODULE, Package

from .. import artifact_cache
from . import dataclass_precompile
from .bytecode import KEEP_ASSERTIONS, Source, compile_sources

NOT_IN_BROWSERS = (
    "cli",
    "__main__.py",
    "play/examples.py",
    "registry/examples.py",
    "rendering/examples.py",
)
DATE_VARIABLE = "SOURCE_DATE_EPOCH"
PLAY_SUFFIX = "_play"
"""The suffix of the names of wheels for sheets and fights."""

PLAY_SOURCES = ("play", "registry/play.py", "rendering/sheets.py", "rendering/fights")
"""The core's code that only sheets and fights need."""

FORECAST_WHEEL = f"rules_py_forecasts{PLAY_SUFFIX}"
FORECAST_SOURCES = ("play/forecast", "rendering/forecasts.py")
"""The core's code that only forecasts of fights need; FORECAST_WHEEL is its wheel."""


def build_wheels(
    project: Path, pyodide: Path, build_folder: Path, external_games: Sequence[Package] = ()
) -> list[Path]:
    """Build the wheels in `build_folder`/runtime whose sources changed, and return the paths of all.

    Each name includes a digest of the wheel's files, so that a browser's cache can't mix builds.

    Args:
        project: the folder that contains rules_py.
        pyodide: its npm package, which compiles the sources.
        build_folder: the build cache, with compiled code in bytecode/.
        external_games: games from other distributions.

    Raises:
        FileNotFoundError: a game is not unpacked; the message says what to do.
    """
    package = project / "rules_py"
    games = sorted(path.parent for path in package.glob("systems/*/__init__.py"))
    core = [
        path
        for path in list_source_files(package)
        if not any(path.is_relative_to(package / part) for part in NOT_IN_BROWSERS)
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
    code = _compile_packages([files for _, files in packages], pyodide, build_folder / "bytecode")
    folder = build_folder / "runtime"
    folder.mkdir(parents=True, exist_ok=True)
    return [_write_wheel(stem, files, folder) for (stem, _), files in zip(packages, code, strict=True)]


def list_source_files(folder: Path) -> list[Path]:
    """List the Python and data files below a folder that browsers need, sorted."""
    return sorted(
        path for path in folder.rglob("*") if path.suffix in (".py", ".toml") and path.parent.name != EXAMPLES_FOLDER
    )


def _read_own_package(
    name: str, files: list[Path], project: Path, requires: tuple[str, ...]
) -> tuple[str, dict[str, bytes]]:
    """Read one of our wheels: its `name-version` and its files by path."""
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
    """Read a game's wheels: its rules and, if it has any, its sheets."""
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
    """Read the wheels of another distribution's game, with the entry point that the browser needs to find it."""
    folder = Path(game.folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"{game.name} has no files to serve: install the game {game.slug} unpacked")
    (stem, files), *more = _read_game_packages(
        f"rules_py_{game.slug.replace('-', '_')}", folder, folder.parents[game.name.count(".")]
    )
    entry = {f"{stem}.dist-info/entry_points.txt": f"[{ENTRY_POINT_GROUP}]\n{game.slug} = {game.name}\n".encode()}
    return [(stem, files | entry), *more]


def _compile_packages(packages: list[dict[str, bytes]], pyodide: Path, cache: Path) -> list[dict[str, bytes]]:
    """Compile the Python files of all packages in one run."""
    names = [(files, name) for files in packages for name in files if name.endswith(".py")]
    texts = {name: files[name].decode() for files in packages for name in files if name.endswith((".py", ".toml"))}
    written = dataclass_precompile.capture_exec_sources(texts, (name for _, name in names), pyodide, cache)
    code = compile_sources(
        [Source(name, texts[name], KEEP_ASSERTIONS, generated_texts=written.get(name, ())) for _, name in names],
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
    )  # the 0 is needed because a build tag starts with a digit


@contextmanager
def _fixed_wheel_date() -> Iterator[None]:
    """Date the files of wheels to the earliest date that zip allows, so that the same sources give the same bytes.

    The date is only set within the context, because MkDocs would take it as the date of its build.
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
