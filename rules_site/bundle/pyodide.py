"""Python for browsers: Pyodide's published files, and the rules and the standard library as bytecode.

Hosts derive the content type from the extension, and some don't know Pyodide's .mjs. So the scripts' names end in .js
here, and the worker hands the second one to the first (page/js/entry/python-worker.js).
"""

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

from rules_support import artifact_cache, node

if TYPE_CHECKING:
    from .wheels import Wheel


PUBLISHED = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
}
"""The files of Pyodide that browsers need: the site's name → Pyodide's name."""

LOCK = "pyodide-lock.json"
COMPILER = Path(__file__).with_name("py-compile.mjs")
ARCHIVES = (".whl", ".zip")
"""Files that are compressed already."""

COMPRESSION_LEVEL = 6
"""zlib's usual level; the highest one saves a thousandth of the download, and takes each build half a second more."""

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class PythonFiles:
    """Everything that Python needs in browsers.

    Attributes:
        folder: the folder with the files; its name is a digest of what they were built from.
        paths: the files, sorted.
        megabytes: the size of a download from a host that compresses, rounded up.
    """

    folder: Path
    paths: Sequence[Path]
    megabytes: int

    @cached_property
    def packages(self) -> list[str]:
        """The names of the wheels' packages, as in the lock file."""
        return [path.name.partition("-")[0].replace("_", "-") for path in self.paths if path.suffix == ".whl"]


NO_PYTHON = PythonFiles(Path(), (), 0)


def build_python(pyodide: Path, wheels: "Sequence[Wheel]", cache: Path) -> PythonFiles:
    """Build the files in a folder below `cache`, unless they exist.

    Args:
        pyodide: its npm package.
        wheels: the wheels to serve.
        cache: the folder for results.

    Raises:
        FileNotFoundError: Node is not installed.
    """
    tool = distribution("pyodide-build")
    inputs = [
        COMPILER.read_bytes(),
        tool.version.encode(),
        *((pyodide / name).read_bytes() for name in PUBLISHED.values()),
        *(
            part
            for wheel in wheels
            for name, content in sorted(wheel.files.items())
            for part in (name.encode(), content)
        ),
    ]

    def build(folder: Path) -> None:
        folder.mkdir()
        for name, published in PUBLISHED.items():
            shutil.copyfile(pyodide / published, folder / name)
        _write_lock(pyodide / LOCK, [wheel.write(folder) for wheel in wheels], folder)
        node.run_script(COMPILER, folder, Path(str(tool.locate_file(""))))

    digest = artifact_cache.compute_digest(*inputs)
    folder = artifact_cache.build_once(cache / digest, build, "Compiling the Python for browsers")
    paths = sorted(folder.iterdir())
    size = artifact_cache.build_once(
        cache / f"{digest}-{COMPRESSION_LEVEL}.size",
        lambda part: part.write_text(str(sum(map(_measure_download, paths)))),
    )
    return PythonFiles(folder, paths, -(-int(size.read_text()) // MEGABYTE))


def _write_lock(published: Path, wheels: Sequence[Path], folder: Path) -> None:
    """Write the lock file of the wheels, with the Python version and ABI of Pyodide's lock file."""
    lock = folder / LOCK
    lock.write_text(json.dumps({"info": json.loads(published.read_text())["info"], "packages": {}}), encoding="utf-8")
    command = Path(sys.executable).with_name("pyodide")
    subprocess.run(
        [command, "lockfile", "add-wheels", "--input", lock, "--output", lock, "--base-path", folder, *wheels],
        check=True,
        capture_output=True,
        text=True,
    )


def _measure_download(path: Path) -> int:
    content = path.read_bytes()
    return len(content) if path.suffix in ARCHIVES else len(gzip.compress(content, COMPRESSION_LEVEL))
