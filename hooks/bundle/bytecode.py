"""Python sources as bytecode, compiled by the Pyodide that the site serves."""

import base64
import hashlib
import json
import subprocess
from pathlib import Path
from typing import NamedTuple

COMPILER = Path(__file__).with_name("compile.mjs")
KEEP_DOCSTRINGS, STRIP_DOCSTRINGS = 0, 2


class Source(NamedTuple):
    """A file to compile: the name that tracebacks show, its text, and Python's level of optimization (0 to 2)."""

    name: str
    text: str
    optimize: int


def compiled(sources: list[Source], pyodide: Path, cache: Path) -> list[bytes]:
    """The .pyc of each source, in order. What was compiled before comes from the folder `cache`.

    Raises:
        FileNotFoundError: there is no Node.
        subprocess.CalledProcessError: a source can't be compiled.
    """
    cache.mkdir(parents=True, exist_ok=True)
    compiler = COMPILER.read_bytes() + (pyodide / "package.json").read_bytes()
    places = [cache / f"{hashlib.sha256(compiler + json.dumps(source).encode()).hexdigest()}.pyc" for source in sources]
    missing = [(source, place) for source, place in zip(sources, places) if not place.exists()]
    if missing:
        for (_, place), bytecode in zip(missing, _compile([source for source, _ in missing]), strict=True):
            place.write_bytes(bytecode)
    return [place.read_bytes() for place in places]


def _compile(sources: list[Source]) -> list[bytes]:
    try:
        run = subprocess.run(["node", COMPILER], input=json.dumps(sources), stdout=subprocess.PIPE, text=True, check=True)
    except FileNotFoundError:
        raise FileNotFoundError("node is missing: install Node 20 or newer with npm") from None
    return [base64.b64decode(each) for each in json.loads(run.stdout)]
