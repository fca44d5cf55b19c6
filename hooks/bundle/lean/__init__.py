"""The lean runtime: Pyodide's WebAssembly module, its glue and Python's library without what is never called here.

What is called is measured (`make profile`) and checked in as called.txt, for one very Pyodide. A function that is left
out stops Python when it is called after all, and the worker answers with the full runtime: what Pyodide publishes.
"""

import json
from pathlib import Path

from hooks.bundle import node, whole
from hooks.bundle.lean.profile import PATH, WASM, Profile, subject

HERE = Path(__file__).parent
NODE_MODULES = HERE.parents[2] / "node_modules"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", WASM)
TOOLS = ("binaryen", "terser")


def profile_of(pyodide: Path, path: Path = PATH) -> Profile:
    """What is called of the Pyodide in a folder.

    Raises:
        FileNotFoundError: nobody knows yet; the message says what to run.
    """
    if path.is_file() and (found := Profile.read(path)).pyodide == subject(pyodide):
        return found
    raise FileNotFoundError(f"{subject(pyodide)[0]} has no profile of what is called in it: run `make profile`")


def write(pyodide: Path, build: Path, called: frozenset[int]) -> dict[str, Path]:
    """The module, its glue and what loads them, by name, in a folder of `build`/lean named by a digest of all inputs.

    It takes most of a minute, once: what was made before is used again.

    Args:
        pyodide: its npm package.
        build: where what is made is kept.
        called: the indices of the functions to keep.

    Raises:
        FileNotFoundError: there is no Node; the message says what to install.
        AuthorError: Pyodide's files are not as expected.
    """
    inputs = (
        *sorted(HERE.glob("*.mjs")),
        *(pyodide / name for name in FILES),
        *(NODE_MODULES / tool / "package.json" for tool in TOOLS),
    )
    indices = json.dumps(sorted(called))
    folder = whole.made(
        build / "lean" / whole.digest(indices.encode(), *(path.read_bytes() for path in inputs)),
        lambda part: run("make.mjs", pyodide, part, text=indices),
    )
    return {name: folder / name for name in FILES}


def run(script: str, *arguments: Path, text: str = "") -> str:
    """Standard output of one of this folder's scripts.

    Raises:
        FileNotFoundError: there is no Node.
        AuthorError: the script failed.
    """
    return node.run(HERE / script, *arguments, text=text)
