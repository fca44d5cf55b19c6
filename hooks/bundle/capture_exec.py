"""Capture of the code that dataclasses generate when modules are imported; runs inside Pyodide."""

import builtins
import dataclasses
import importlib
import json
import sys
import traceback
from typing import Any


def capture(folder: str, modules: str) -> str:
    """Import modules and return the code that their dataclasses generate, by path.

    Args:
        folder: the folder with the packages.
        modules: JSON of path → module name.

    Returns:
        JSON: {"written": path → texts}, or {"mistake": …} for the first module that can't be imported.
    """
    written: dict[str, list[str]] = {}

    def capture_text(text: str, globals: dict[str, Any], names: dict[str, Any]) -> None:
        written.setdefault(globals["__name__"], []).append(text)
        builtins.exec(text, globals, names)

    dataclasses.exec = capture_text  # type: ignore[attr-defined]  # shadows the built-in in that module
    sys.path.insert(0, folder)
    names = json.loads(modules)
    for path, name in names.items():
        try:
            importlib.import_module(name)
        except Exception as error:
            return json.dumps({"mistake": f"{find_place(error, folder) or path}: {describe_error(error)}"})
    return json.dumps({"written": {path: written[name] for path, name in names.items() if name in written}})


def find_place(error: Exception, folder: str) -> str:
    """Return the file and line of the innermost frame in a folder, relative to it, or ""."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    inside = [(path, line) for path, line in places if path.startswith(f"{folder}/")]
    return f"{inside[-1][0].removeprefix(f'{folder}/')}:{inside[-1][1]}" if inside else ""


def describe_error(error: Exception) -> str:
    """Describe an exception in one line."""
    said = list(traceback.TracebackException.from_exception(error).format_exception_only())[-1]
    return f"{' '.join(said.split())}, in the Python that browsers run"


capture  # noqa: B018  # the result of runPython in capture_exec.mjs
