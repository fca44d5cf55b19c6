"""The lean runtime: Pyodide's WebAssembly module, glue and standard library without the functions never called here.

The profile of called functions is measured with `make profile` and checked in as profile.txt, for one exact Pyodide. A
trimmed function that is called after all aborts Python, and the worker then answers with the full runtime as published.
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
    """Load the profile of the Pyodide in a folder.

    Raises:
        FileNotFoundError: there is no profile for it; the message says what to run.
    """
    if path.is_file() and (found := Profile.read(path)).pyodide == identify_pyodide(pyodide):
        return found
    raise FileNotFoundError(
        f"{identify_pyodide(pyodide)[0]} has no profile of what is called in it: run `make profile`"
    )


def write(pyodide: Path, build_folder: Path, called_functions: frozenset[int]) -> dict[str, Path]:
    """Build the trimmed module, its glue and the loader, by name, in a content-addressed folder of `build_folder`/lean.

    The first build takes most of a minute; the result is cached.

    Args:
        pyodide: the folder of Pyodide's files under the site's names.
        build_folder: the folder of the build cache.
        called_functions: the indices of the functions to keep.

    Raises:
        FileNotFoundError: Node is not installed; the message says what to install.
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
        "Trimming Python for browsers",
    )
    return {name: folder / name for name in FILES}


def run_script(script: str, *arguments: Path, stdin: str = "") -> str:
    """Run one of this folder's scripts and return its standard output.

    Raises:
        FileNotFoundError: Node is not installed.
        AuthorError: the script failed.
    """
    return node.run_script(HERE / script, *arguments, text=stdin)
