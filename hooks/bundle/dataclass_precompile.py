"""Methods that dataclasses generate, compiled by the build: that took a third of a start's time in a browser.

A dataclass writes its methods as text and compiles it when it is imported. The build notes each text, and puts it into
the module's own bytecode as the function that it defines, under `__generated__`; `LOOKUP` is how dataclasses find it.
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
"""How dataclasses find what was compiled. Other texts are compiled as ever."""

APPENDED_CODE = {"dataclasses.py": EXEC_LOOKUP}
"""What files of Python's library get at their end."""


def capture_exec_sources(
    files: Mapping[str, str], modules: Iterable[str], pyodide: Path, cache: Path
) -> dict[str, tuple[str, ...]]:
    """Path → the texts that the dataclasses of this module write, for those that have any.

    Args:
        files: what modules are and read, by its path below a folder of packages.
        modules: the paths of those to import.
        pyodide: its npm package, whose Python imports them.
        cache: a folder for what was found before.

    Raises:
        FileNotFoundError: there is no Node.
        AuthorError: a module can't be imported there; the message has its file and line.
    """
    recorder = b"".join(
        path.read_bytes() for path in (CAPTURE_SCRIPT, CAPTURE_SCRIPT.with_suffix(".py"), pyodide / "package.json")
    )
    job = json.dumps({"files": files, "modules": {path: module_name(path) for path in modules}})
    place = cache / f"{hashlib.sha256(recorder + job.encode()).hexdigest()}.json"
    artifact_cache.build_once(place, lambda part: part.write_bytes(_run_capture(job)))
    return {path: tuple(found) for path, found in json.loads(place.read_bytes()).items()}


def module_name(path: str) -> str:
    """A module's name.

    >>> module_name("rules_py/dice/__init__.py"), module_name("rules_py/scheduling.py")
    ('rules_py.dice', 'rules_py.scheduling')
    """
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _run_capture(job: str) -> bytes:
    answer = json.loads(node.run_script(CAPTURE_SCRIPT, text=job))
    if "mistake" in answer:
        raise AuthorError(answer["mistake"])
    return json.dumps(answer["written"]).encode()
