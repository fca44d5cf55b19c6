"""Compilation at build time of the methods that dataclasses generate, which took a third of the start-up time.

A dataclass generates its methods as text and compiles it on import. The build captures each text and adds the function
that it defines to the module's bytecode, under `__generated__`; `EXEC_LOOKUP` makes dataclasses use it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from .. import artifact_cache, node
from ..author_errors import AuthorError

CAPTURE_SCRIPT = Path(__file__).with_name("capture_exec.mjs")
EXEC_LOOKUP = """

from builtins import exec as _exec


def exec(text, globals, names):
    generated = globals.get("__generated__", {}).get(text)
    if generated is None:
        _exec(text, globals, names)
    else:
        names["__create_fn__"] = generated
"""
"""An `exec` for dataclasses that uses the precompiled functions; other texts are compiled as usual."""

APPENDED_CODE = {"dataclasses.py": EXEC_LOOKUP}
"""Code to append to files of the standard library."""


def capture_exec_sources(
    files: Mapping[str, str], modules: Iterable[str], pyodide: Path, cache: Path
) -> dict[str, tuple[str, ...]]:
    """Return the code that each module's dataclasses generate, by path, for modules that have dataclasses.

    Args:
        files: the modules and the data files they read, by path below a folder of packages.
        modules: the paths of the modules to import.
        pyodide: the npm package whose Python imports them.
        cache: the folder for cached results.

    Raises:
        FileNotFoundError: Node is not installed.
        AuthorError: a module can't be imported in Pyodide; the message has its file and line.
    """
    recorder = b"".join(
        path.read_bytes() for path in (CAPTURE_SCRIPT, CAPTURE_SCRIPT.with_suffix(".py"), pyodide / "package.json")
    )
    job = json.dumps({"files": files, "modules": {path: module_name(path) for path in modules}})
    place = cache / f"{hashlib.sha256(recorder + job.encode()).hexdigest()}.json"
    artifact_cache.build_once(
        place, lambda part: part.write_bytes(_run_capture(job)), "Importing the rules as browsers do"
    )
    return {path: tuple(found) for path, found in json.loads(place.read_bytes()).items()}


def module_name(path: str) -> str:
    """Return the module name for a path.

    >>> module_name("rules_py/dice/__init__.py"), module_name("rules_py/scheduling.py")
    ('rules_py.dice', 'rules_py.scheduling')
    """
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _run_capture(job: str) -> bytes:
    answer = json.loads(node.run_script(CAPTURE_SCRIPT, text=job))
    if "mistake" in answer:
        raise AuthorError(answer["mistake"])
    return json.dumps(answer["written"]).encode()
