"""Pyodide's files renamed for the site: its scripts end in .js.

Hosts derive the content type from the extension, and browsers only run modules of a JavaScript type. Some hosts don't
know the .mjs that Pyodide uses.
"""

from pathlib import Path

from .. import artifact_cache

LOADER, GLUE, WASM = "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"
PUBLISHED = {LOADER: "pyodide.mjs", GLUE: "pyodide.asm.mjs", WASM: WASM}
"""The files needed for a start: the site's name → Pyodide's name."""


def rename_scripts(pyodide: Path, build_folder: Path) -> Path:
    """Copy the files to a content-addressed folder below `build_folder`/pyodide.

    References to the glue's name are renamed too: the loader imports it, and the glue looks for it in stack traces.

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
