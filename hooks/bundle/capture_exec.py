"""What dataclasses write when modules are imported, inside Pyodide."""

import builtins
import dataclasses
import importlib
import json
import sys
import traceback
from typing import Any


def capture(folder: str, modules: str) -> str:
    """Path → the texts that the module's dataclasses write, from path → its name; both as JSON.

    In their place comes the mistake in the first module that can't be imported.
    """
    written: dict[str, list[str]] = {}

    def capture_text(text: str, globals: dict[str, Any], names: dict[str, Any]) -> None:
        written.setdefault(globals["__name__"], []).append(text)
        builtins.exec(text, globals, names)

    dataclasses.exec = capture_text  # type: ignore[attr-defined]  # goes before the built-in one there
    sys.path.insert(0, folder)
    names = json.loads(modules)
    for path, name in names.items():
        try:
            importlib.import_module(name)
        except Exception as error:
            return json.dumps({"mistake": f"{find_place(error, folder) or path}: {describe_error(error)}"})
    return json.dumps({"written": {path: written[name] for path, name in names.items() if name in written}})


def find_place(error: Exception, folder: str) -> str:
    """File and line of the innermost code in a folder that an exception came through, by the path from there."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    inside = [(path, line) for path, line in places if path.startswith(f"{folder}/")]
    return f"{inside[-1][0].removeprefix(f'{folder}/')}:{inside[-1][1]}" if inside else ""


def describe_error(error: Exception) -> str:
    """What Python says of an exception, in one line."""
    said = list(traceback.TracebackException.from_exception(error).format_exception_only())[-1]
    return f"{' '.join(said.split())}, in the Python that browsers run"


capture  # noqa: B018  # what this file gives to the script that runs it
