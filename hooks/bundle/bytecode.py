"""Compilation of Python sources to bytecode by the Pyodide that the site serves."""

import base64
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from .. import artifact_cache, node
from ..author_errors import AuthorError

COMPILER = Path(__file__).with_name("compile.mjs")
KEEP_ASSERTIONS, STRIP_ASSERTIONS = 0, 2


class Source(NamedTuple):
    """A file to compile.

    Attributes:
        name: the file name for tracebacks.
        text: the source code.
        optimize: Python's optimization level, 0 to 2. Docstrings go at every level.
        called_functions: qualified names of the functions to keep; any other aborts Python when called. None keeps all.
        generated_texts: the code that the file's dataclasses generate on import (`dataclass_precompile`).
    """

    name: str
    text: str
    optimize: int
    called_functions: tuple[str, ...] | None = None
    generated_texts: tuple[str, ...] = ()


def compile_sources(sources: list[Source], pyodide: Path, cache: Path) -> list[bytes]:
    """Compile each source to a .pyc file's content, in order, using the folder `cache` for results.

    Raises:
        FileNotFoundError: Node is not installed.
        AuthorError: a source can't be compiled; the message has its file and line.
    """
    cache.mkdir(parents=True, exist_ok=True)
    compiler = b"".join(path.read_bytes() for path in (COMPILER, COMPILER.with_suffix(".py"), pyodide / "package.json"))
    places = [cache / f"{hashlib.sha256(compiler + json.dumps(source).encode()).hexdigest()}.pyc" for source in sources]
    missing = [
        (source, place)
        for source, place in zip(sources, places, strict=True)
        if not artifact_cache.touch_if_cached(place)
    ]
    if missing:
        artifact_cache.log.info("Compiling %d Python files for browsers", len(missing))
        for (_, place), bytecode in zip(missing, _run_compiler([source for source, _ in missing]), strict=True):
            artifact_cache.write_once(place, bytecode)
    return [place.read_bytes() for place in places]


def _run_compiler(sources: list[Source]) -> list[bytes]:
    answer = json.loads(node.run_script(COMPILER, text=json.dumps(sources)))
    if "mistake" in answer:
        raise AuthorError(answer["mistake"])
    return [base64.b64decode(each) for each in answer["compiled"]]
