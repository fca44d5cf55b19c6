"""The command line: rolls, odds and tables in a terminal, as text or as JSON."""

import json
import os
import sys

import rules_py
from rules_py import discovery
from rules_py.cli.arguments import BAD_INPUT, find_prefix, parse_arguments
from rules_py.errors import ParameterError, RulesError, UnknownIdError, UnknownParameterError
from rules_py.text.closest import find_closest

__all__ = ["main"]

INTERRUPTED = 130
"""The exit status after Control-C, as shells have it."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command, by default the process's own arguments.

    Returns:
        0 if the command worked, 1 if examples differ from the rules, 2 for bad input (one line on standard error).
    """
    given = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        result, as_text = given.run(given)
    except RulesError as error:
        print(f"{find_prefix()}: {' '.join(str(error).split())}{suggest(error)}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:
        from rules_py.checking.exceptions import VERBOSE, describe_error, find_source  # only a mistake needs them

        if os.environ.get(VERBOSE) or not find_source(error)[0]:
            raise
        print(f"{find_prefix()}: {describe_error(error)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # names and rules aren't all ASCII
    try:
        print(json.dumps(result, ensure_ascii=False) if given.json else as_text())
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe stopped early, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"{find_prefix()}: the answer could not be written: {error.strerror}", file=sys.stderr)
        os._exit(1)  # skip the interpreter's flush at exit, which would fail too
    return int(given.exit_status(result))


def suggest(error: RulesError) -> str:
    """Return a question about the name that was probably meant, or ""."""
    closest = ""
    if isinstance(error, UnknownIdError) and is_uninstalled(str(error.value).partition(".")[0]):
        return ". Install the game of this folder first: pip install --editable ."
    if isinstance(error, UnknownIdError):
        closest = find_closest(error.value, error.known or list_known(error.name))
    elif isinstance(error, UnknownParameterError):
        closest = find_closest(error.name, error.known)
    elif isinstance(error, ParameterError):
        closest = find_closest(error.value, map(str, error.choices or list_words(error)))
    return f". Did you mean {closest}?" if closest else ""


def is_uninstalled(slug: str) -> bool:
    """Return True if the current folder is the distribution of a game that isn't installed."""
    import tomllib  # only a mistake needs them
    from pathlib import Path

    try:
        project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
        offered = project["entry-points"][discovery.ENTRY_POINT_GROUP]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return slug in offered and slug not in discovery.find_slugs()


def list_known(name: str) -> tuple[str, ...]:
    """Return the ids that an argument takes."""
    if name == "mechanic":
        return (*rules_py.mechanics(), *rules_py.table_ids())
    return rules_py.sheets() if name == "sheet" else ()


def list_words(error: ParameterError) -> list[str]:
    """Return the words that the rejecting parameter takes; none if it takes numbers or any text."""
    from rules_py.parameters import Parameter

    values = error.field.kind.all_values() if isinstance(error.field, Parameter) else None
    return [value for value in values or () if isinstance(value, str)]
