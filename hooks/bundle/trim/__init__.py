"""The lean runtime: Pyodide's WebAssembly module, its glue and Python's library without what is never called here.

What is called is measured (`make profile`) and checked in as profile.txt, for one very Pyodide. A function that is left
out stops Python when it is called after all, and the worker answers with the full runtime: what Pyodide publishes.
"""

import json
from pathlib import Path

from ... import artifact_cache, node
from ..pyodide import PUBLISHED
from .profile import PATH, Profile, identify_pyodide

HERE = Path(__file__).parent
NODE_MODULES = HERE.parents[2] / "node_modules"
FILES = tuple(PUBLISHED)
TOOLS = ("binaryen", "terser")


def load_profile(pyodide: Path, path: Path = PATH) -> Profile:
    """What is called of the Pyodide in a folder.

    Raises:
        FileNotFoundError: nobody knows yet; the message says what to run.
    """
    if path.is_file() and (found := Profile.read(path)).pyodide == identify_pyodide(pyodide):
        return found
    raise FileNotFoundError(
        f"{identify_pyodide(pyodide)[0]} has no profile of what is called in it: run `make profile`"
    )


def write(pyodide: Path, build_folder: Path, called_functions: frozenset[int]) -> dict[str, Path]:
    """The module, its glue and what loads them, by name, in a folder of `build`/lean named by a digest of all inputs.

    It takes most of a minute, once: what was made before is used again.

    Args:
        pyodide: a folder of its files as the site names them.
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
    indices = json.dumps(sorted(called_functions))
    folder = artifact_cache.build_once(
        build_folder
        / "lean"
        / artifact_cache.compute_digest(indices.encode(), *(path.read_bytes() for path in inputs)),
        lambda part: run_script("make.mjs", pyodide, part, stdin=indices),
    )
    return {name: folder / name for name in FILES}


def run_script(script: str, *arguments: Path, stdin: str = "") -> str:
    """Standard output of one of this folder's scripts.

    Raises:
        FileNotFoundError: there is no Node.
        AuthorError: the script failed.
    """
    return node.run_script(HERE / script, *arguments, text=stdin)
