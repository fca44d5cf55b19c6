"""What dataclasses write when modules are imported, inside Pyodide."""

import builtins
import dataclasses
import importlib
import json
import sys
from typing import Any


def capture(folder: str, modules: str) -> str:
    """Path → the texts that the module's dataclasses write, from path → its name; both as JSON."""
    written: dict[str, list[str]] = {}

    def capture_text(text: str, globals: dict[str, Any], names: dict[str, Any]) -> None:
        written.setdefault(globals["__name__"], []).append(text)
        builtins.exec(text, globals, names)

    dataclasses.exec = capture_text  # type: ignore[attr-defined]  # goes before the built-in one there
    sys.path.insert(0, folder)
    names = json.loads(modules)
    for name in names.values():
        importlib.import_module(name)
    return json.dumps({path: written[name] for path, name in names.items() if name in written})


lambda folder, modules: capture(folder, modules)  # what this file gives to whoever runs it
