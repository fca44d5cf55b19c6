"""Pyodide's files under the names that the site serves them by: its scripts end in .js.

Hosts tell a file's type from its ending, and browsers run no module that comes as another type. Some hosts don't know
.mjs, which is what Pyodide publishes.
"""

from pathlib import Path

from .. import artifact_cache

LOADER, GLUE, WASM = "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"
PUBLISHED = {LOADER: "pyodide.mjs", GLUE: "pyodide.asm.mjs", WASM: WASM}
"""The files that a start takes, by the names that the site has for them."""


def rename_scripts(pyodide: Path, build_folder: Path) -> Path:
    """Copy the files to a folder of `build_folder`/pyodide named by a digest of their contents.

    The loader imports the glue by name, and the glue knows its own lines in a stack trace by it.

    Args:
        pyodide: its npm package.
        build_folder: the folder of the build cache.
    """
    contents = {name: (pyodide / published).read_bytes() for name, published in PUBLISHED.items()}
    for script in (LOADER, GLUE):
        contents[script] = contents[script].replace(PUBLISHED[GLUE].encode(), GLUE.encode())

    def write(folder: Path) -> None:
        folder.mkdir()
        for name, content in contents.items():
            (folder / name).write_bytes(content)

    return artifact_cache.build_once(
        build_folder / "pyodide" / artifact_cache.compute_digest(*contents.values()), write
    )
