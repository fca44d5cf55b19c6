"""A mistake in a game or a page as one sentence: file, line, what is wrong and, if known, what would help."""

import os
import re
import subprocess
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from rules_py import RulesError, discovery
from rules_py.mechanic import Mechanic

PROJECT = Path(__file__).parents[1]

VERBOSE = "FIELDBOOK_VERBOSE"
"""Set in the environment to see the traceback of each mistake, too."""

_EXCEPTION = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception)\b")
_HELP = (
    (r"missing \d+ required .*'page'", '; it takes page="<game>/<page>/#<section>", the section that has the rule'),
    (r"missing \d+ required .*'headline'", '; it takes headline="<name>", the field of the outcome to show first'),
    (r"missing \d+ required .*'title'", '; it takes title="<words>", which readers see'),
    (r"'NoneType' object has no attribute 'items'", "; a rule returns its outcome, such as {'total': 7}"),
)


class AuthorError(ValueError):
    """A mistake of an author; the message is the whole sentence."""


def describe_error(error: BaseException, place: str = "", about: str = "") -> str:
    """Tell a mistake in one sentence.

    Args:
        error: what was raised.
        place: the file and line of the block that was being rendered; empty outside of pages.
        about: the id that the block is about.
    """
    if os.environ.get(VERBOSE):
        traceback.print_exception(error)
    said = _describe_exception(error)
    in_game, in_project = _find_source(error)
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
    """Whether a sentence begins with a file, with or without a line.

    >>> has_place("docs/moon.md:3: luck: got 7"), has_place("docs/moon.md: luck: got 7"), has_place("luck: got 7")
    (True, True, False)
    >>> has_place("moonbase.repair: got the parameter luck without a kind")
    False
    """
    return bool(re.match(r"\S+\.(?:py|toml|md|yml)(?::\d+)?: ", said))


def _format_origin(source: str) -> str:
    return f" (raised from {source})" if source else ""


def _is_raised_by_rule(error: BaseException) -> bool:
    """Whether a rule itself refuses what a page gives it, so that the page has the mistake."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and bool(path_in_game(frames[-1].filename))


def _describe_exception(error: BaseException) -> str:
    """What Python says of an exception, in one line, with paths from the project's folder."""
    if isinstance(error, RulesError | AuthorError | FileNotFoundError):
        said = str(error)
    elif isinstance(error, subprocess.CalledProcessError):
        program = error.cmd[0] if isinstance(error.cmd, list | tuple) else error.cmd
        said = f"{Path(program).name} failed with exit status {error.returncode}"
    else:
        said = list(traceback.TracebackException.from_exception(error).format_exception_only())[-1]
    said = join_lines(said)
    return said + next((help for pattern, help in _HELP if re.search(pattern, said)), "")


def join_lines(said: str) -> str:
    """A message in one line, with paths from the project's folder."""
    return " ".join(said.split()).replace(f"{PROJECT}/", "")


def find_last_line(text: str) -> str:
    r"""The last line of a program's complaint that names an exception, else the last of all.

    >>> find_last_line("at x (y.mjs:1)\nTypeError: no such file\n\nNode.js v20.1.0")
    'TypeError: no such file'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if _EXCEPTION.match(line)), lines[-1] if lines else "")


def _find_source(error: BaseException) -> tuple[str, str]:
    """File and line of the innermost code of a game, and of the project, that an exception came through."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 1))
    in_game = next((f"{name}:{line}" for path, line in reversed(places) if (name := path_in_game(path))), "")
    in_project = next((f"{name}:{line}" for path, line in reversed(places) if (name := _path_in_project(path))), "")
    return in_game, in_project


def _find_declaration(error: BaseException, about: str) -> str:
    """File and line in a game of what the core was working on, where no line of the game itself was running.

    That is the only place that names a missing key, or the rule that was to be run.
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
    """File and line of the only string in a game's code that is this text; empty where there are none or several."""
    found = [
        f"{path.relative_to(base)}:{number}"
        for folder, base in _iter_game_folders(slug)
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if f'"{text}"' in line or f"'{text}'" in line
    ]
    return found[0] if len(found) == 1 else ""


def _path_in_project(path: str) -> str:
    """A file of the project by its path from there; empty for any other."""
    return str(Path(path).relative_to(PROJECT)) if Path(path).is_relative_to(PROJECT) and ".venv" not in path else ""


def path_in_game(path: str) -> str:
    """A file of a game by its path from the project, or from the folder that holds the game's package."""
    for folder, base in _iter_game_folders():
        if Path(path).is_relative_to(folder):
            return str(Path(path).relative_to(base))
    return ""


def _iter_game_folders(slug: str = "") -> Iterator[tuple[Path, Path]]:
    """The folder of each game's package, or of one game's, and the one from which its modules are imported."""
    with suppress(Exception):  # what is wrong with a package is the mistake that is being told
        for each in [slug] if slug else discovery.find_slugs():
            package = discovery.find_package(each)
            spec = find_spec(package.name) if package else None
            if spec and spec.submodule_search_locations:
                folder = Path(spec.submodule_search_locations[0])
                yield folder, folder.parents[spec.name.count(".")]
