"""Python sources as bytecode, compiled by the Pyodide that the site serves."""

import base64
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from hooks.author_errors import AuthorError
from hooks.bundle import node, whole

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
    called: tuple[str, ...] | None = None
    generated: tuple[str, ...] = ()


def compiled(sources: list[Source], pyodide: Path, cache: Path) -> list[bytes]:
    """The .pyc of each source, in order. What was compiled before comes from the folder `cache`.

    Raises:
        FileNotFoundError: there is no Node.
        AuthorError: a source can't be compiled; the message has its file and line.
    """
    cache.mkdir(parents=True, exist_ok=True)
    compiler = b"".join(path.read_bytes() for path in (COMPILER, COMPILER.with_suffix(".py"), pyodide / "package.json"))
    places = [cache / f"{hashlib.sha256(compiler + json.dumps(source).encode()).hexdigest()}.pyc" for source in sources]
    missing = [(source, place) for source, place in zip(sources, places, strict=True) if not whole.is_kept(place)]
    if missing:
        for (_, place), bytecode in zip(missing, _compile([source for source, _ in missing]), strict=True):
            whole.put(place, bytecode)
    return [place.read_bytes() for place in places]


def _compile(sources: list[Source]) -> list[bytes]:
    answer = json.loads(node.run(COMPILER, text=json.dumps(sources)))
    if "mistake" in answer:
        raise AuthorError(answer["mistake"])
    return [base64.b64decode(each) for each in answer["compiled"]]
