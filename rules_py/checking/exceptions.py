"""Exceptions as authors read them: one sentence with file, line, problem and, if known, the remedy."""

import os
import re
import subprocess
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath

from rules_py import RulesError, discovery
from rules_py.checking.help import find_help
from rules_py.mechanic import Mechanic

PROJECT = Path(__file__).parents[2]

VERBOSE = "FIELDBOOK_VERBOSE"
"""An environment variable; if set, the traceback of each mistake is printed too."""

SOURCE_FILE = r"\S+\.(?:py|toml|md|csv|yml)"
"""A pattern of the files that have mistakes of authors."""

QUESTION_END = "?"
_LIBRARY_PATH = re.compile(r" \((?:/|[A-Z]:\\)[^)]+\)")
"""The file of a library in an exception's text, which is no place of a mistake."""

_EXCEPTION = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception)\b")


class AuthorError(ValueError):
    """An author's mistake; the message is the complete sentence."""


def describe_error(error: BaseException, place: str = "", about: str = "") -> str:
    """Describe an exception in one sentence.

    Args:
        error: the exception.
        place: the file and line of the block being rendered; empty outside pages.
        about: the id that the block is about.
    """
    if os.environ.get(VERBOSE):
        traceback.print_exception(error)
    said = _describe_exception(error)
    in_game, in_project = find_source(error)
    if isinstance(error, RulesError | AuthorError):
        if place:
            return f"{place}: {said}" + (
                "" if has_place(said) or _is_raised_by_rule(error) else _format_origin(in_game)
            )
        return said if has_place(said) or not in_game else f"{in_game}: {said}"
    if at := in_game or _find_declaration(error, about):
        return f"{at}: {said}" + (f" (shown at {place})" if place else "")
    return f"{place or in_project}: {said}" + (_format_origin(in_project) if place else "") if in_project else said


def has_place(said: str) -> bool:
    """Return True if a sentence begins with a file, with or without a line.

    >>> has_place("docs/moon.md:3: luck: got 7"), has_place("docs/moon.md: luck: got 7"), has_place("luck: got 7")
    (True, True, False)
    >>> has_place("moonbase.repair: got the parameter luck without a kind")
    False
    """
    return bool(re.match(rf"{SOURCE_FILE}(?::\d+)?: ", said))


def _format_origin(source: str) -> str:
    return f" (raised from {source})" if source else ""


def _is_raised_by_rule(error: BaseException) -> bool:
    """Return True if a rule itself rejects the values from a page, so that the mistake is on the page."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and bool(path_in_game(frames[-1].filename))


def _describe_exception(error: BaseException) -> str:
    """Describe an exception in one line, with paths relative to the project."""
    if isinstance(error, RulesError | AuthorError | FileNotFoundError):
        said = str(error)
    elif isinstance(error, subprocess.CalledProcessError):
        program = error.cmd[0] if isinstance(error.cmd, list | tuple) else error.cmd
        said = f"{Path(program).name} failed with exit status {error.returncode}"
    else:
        said = list(traceback.TracebackException.from_exception(error).format_exception_only())[-1]
    said = join_lines(said)
    said = _LIBRARY_PATH.sub("", said)
    help = find_help(said).removesuffix(".")
    if not help:
        return said
    return f"{said} {help}" if said.endswith(QUESTION_END) else f"{said}; {help[0].lower()}{help[1:]}"


def end_sentence(said: str) -> str:
    """Return a sentence with a full stop, unless it ends with a question.

    >>> end_sentence("got 7, takes 6"), end_sentence("Did you mean: 'total'?.")
    ('got 7, takes 6.', "Did you mean: 'total'?")
    """
    said = said.rstrip(".")
    return said if said.endswith(QUESTION_END) else f"{said}."


def join_lines(said: str) -> str:
    """Join a message into one line, with paths relative to the project."""
    return remove_project(" ".join(said.split()))


def remove_project(text: str) -> str:
    """Return a text with paths relative to the project."""
    return text.replace(f"{PROJECT}{os.sep}", "")


def write_path(path: PurePath, folder: PurePath) -> str:
    r"""Return a path below a folder as messages have it on every system.

    >>> from pathlib import PureWindowsPath
    >>> write_path(PureWindowsPath(r"C:\moon\data\leaks.toml"), PureWindowsPath(r"C:\moon"))
    'data/leaks.toml'
    """
    return path.relative_to(folder).as_posix()


def find_last_line(text: str) -> str:
    r"""Return the last line of a program's error output that names an exception, or otherwise its last line.

    >>> find_last_line("at x (y.mjs:1)\nTypeError: no such file\n\nNode.js v20.1.0")
    'TypeError: no such file'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if _EXCEPTION.match(line)), lines[-1] if lines else "")


def find_source(error: BaseException) -> tuple[str, str]:
    """Return the file and line of the innermost frames in a game's code and in the project's code, or "" for each."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 1))
    in_game = next((f"{name}:{line}" for path, line in reversed(places) if (name := path_in_game(path))), "")
    in_project = next((f"{name}:{line}" for path, line in reversed(places) if (name := _path_in_project(path))), "")
    return in_game, in_project


def _find_declaration(error: BaseException, about: str) -> str:
    """Return the file and line in a game of the missing key or of the mechanic that was to run, or "".

    This is for errors without a frame in the game's code, where nothing else leads to the game.
    """
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(key, str) and (mention := _find_only_mention(key, about.partition(".")[0])):
        return mention
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            if isinstance(value, Mechanic):
                path, _, line = value.source_location.rpartition(":")
                if name := path_in_game(path):
                    return f"{name}:{line}"
    return ""


def _find_only_mention(text: str, slug: str) -> str:
    """Return the file and line of the only string literal in a game's code that equals `text`.

    The result is empty if there is none or several.
    """
    found = [
        f"{write_path(path, base)}:{number}"
        for folder, base in _iter_game_folders(slug)
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if f'"{text}"' in line or f"'{text}'" in line
    ]
    return found[0] if len(found) == 1 else ""


def _path_in_project(path: str) -> str:
    """Return a project file's path relative to the project, or "" for other files."""
    return write_path(Path(path), PROJECT) if Path(path).is_relative_to(PROJECT) and ".venv" not in path else ""


@cache
def path_in_game(path: str) -> str:
    """Return a game file's path relative to the project or to its package's folder, or "" for other files."""
    for folder, base in _iter_game_folders():
        if Path(path).is_relative_to(folder):
            return write_path(Path(path), base)
    return ""


def _iter_game_folders(slug: str = "") -> Iterator[tuple[Path, Path]]:
    """Yield the package folder of each game, or of one game, with the folder that its modules are imported from."""
    with suppress(Exception):  # a broken package is the very mistake being reported
        for each in [slug] if slug else discovery.find_slugs():
            package = discovery.find_package(each)
            spec = find_spec(package.name) if package else None
            if spec and spec.submodule_search_locations:
                folder = Path(spec.submodule_search_locations[0])
                yield folder, folder.parents[spec.name.count(".")]
