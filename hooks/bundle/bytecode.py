"""Python sources as bytecode, compiled by the Pyodide that the site serves."""

import base64
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from .. import artifact_cache, node
from ..author_errors import AuthorError

COMPILER = Path(__file__).with_name("compile.mjs")
KEEP_DOCSTRINGS, STRIP_DOCSTRINGS = 0, 2


class Source(NamedTuple):
    """A file to compile.

    Attributes:
        name: what tracebacks show.
        optimize: Python's level of optimization, 0 to 2.
        called: the functions to keep, by their qualified names; another stops Python when it is called. All, where it
            is None.
        generated: the texts that the dataclasses of the file write when it is imported (`generated`).
    """

    name: str
    text: str
    optimize: int
    called_functions: tuple[str, ...] | None = None
    generated_texts: tuple[str, ...] = ()


def compile_sources(sources: list[Source], pyodide: Path, cache: Path) -> list[bytes]:
    """The .pyc of each source, in order. What was compiled before comes from the folder `cache`.

    Raises:
        FileNotFoundError: there is no Node.
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
        for (_, place), bytecode in zip(missing, _run_compiler([source for source, _ in missing]), strict=True):
            artifact_cache.write_once(place, bytecode)
    return [place.read_bytes() for place in places]


def _run_compiler(sources: list[Source]) -> list[bytes]:
    answer = json.loads(node.run_script(COMPILER, text=json.dumps(sources)))
    if "mistake" in answer:
        raise AuthorError(answer["mistake"])
    return [base64.b64decode(each) for each in answer["compiled"]]
