"""Which file goes where: Pyodide, Python's library, the wheels with their lock, Comlink and the fonts."""

import gzip
import hashlib
import json
from pathlib import Path

from hooks.bundle import lock, stdlib, wheels

PROJECT = Path(__file__).parents[2]
NODE_MODULES = PROJECT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
BUILD = PROJECT / "build"
RUNTIME = "assets/runtime"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
WASM = "pyodide.asm.wasm"
FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": ("atkinson-hyperlegible-next-latin-wght-normal.woff2",
                                                        "atkinson-hyperlegible-next-latin-wght-italic.woff2"),
    "@fontsource/barlow-condensed": ("barlow-condensed-latin-600-normal.woff2",),
}


def files() -> dict[str, Path]:
    """Site path → file on disk; what is made of the rules is made anew where they changed.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    found = {"assets/vendor/comlink.mjs": NODE_MODULES / "comlink" / "dist" / "esm" / "comlink.min.mjs"}
    for package, names in FONTS.items():
        found |= {f"assets/fonts/{name}": NODE_MODULES / package / "files" / name for name in names}
    for path in (*found.values(), *(PYODIDE / name for name in (*SCRIPTS, WASM, "python_stdlib.zip"))):
        if not path.is_file():
            raise FileNotFoundError(f"{path.relative_to(PROJECT)} is missing: run `make setup`")
    return found | {f"{RUNTIME}/{name}": path for name, path in _runtime().items()}


def _runtime() -> dict[str, Path]:
    """What Python needs, by path below the runtime's folder. Whatever changes has a digest or a version in its path,
    but for the manifest and the lock, which are asked for anew at each start: no cache can mix two builds."""
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    pyodide = {f"pyodide-{version}/{name}": PYODIDE / name for name in (*SCRIPTS, WASM)}
    library = stdlib.write(PYODIDE, BUILD)
    made = wheels.build(PROJECT, PYODIDE, BUILD)
    found = pyodide | {path.name: path for path in (library, *made)}
    found["pyodide-lock.json"] = lock.write(PYODIDE / "pyodide-lock.json", made, BUILD / "pyodide-lock.json")
    zipped = {f"{name}.gz": _zipped(path) for name, path in found.items() if name.endswith(".wasm")}
    return found | zipped | {"runtime.json": _manifest(f"pyodide-{version}/", library.name, found, zipped)}


def _zipped(path: Path) -> Path:
    """A file for hosts that compress nothing."""
    content = path.read_bytes()
    zipped = BUILD / "runtime" / f"{path.stem}-{hashlib.sha256(content).hexdigest()[:12]}.gz"
    if not zipped.exists():
        for stale in zipped.parent.glob(f"{path.stem.split('-')[0]}-*.gz"):
            stale.unlink()
        zipped.write_bytes(gzip.compress(content, 9, mtime=0))
    return zipped


def _manifest(pyodide: str, library: str, found: dict[str, Path], zipped: dict[str, Path]) -> Path:
    """What a start fetches: for the worker, and for whoever keeps it to be used offline.

    core: the files of every start, games: those of a game, odds: those of the first odds, by path below the runtime's
    folder; sizes: bytes as they are unpacked; zipped: the files that have a copy with .gz at its end.
    """
    packages = {path.name.split("-")[0]: name for name, path in found.items() if name.endswith(".whl")}
    own = {"pyodide": pyodide, "stdlib": library,
           "core": [name for name in found if name not in packages.values()] + [packages["rules_py"]],
           "games": {package.removeprefix("rules_py_"): [name] for package, name in packages.items()
                     if package.startswith("rules_py_")},
           "odds": [packages[wheels.ODDS]],
           "sizes": {name: path.stat().st_size for name, path in found.items()},
           "zipped": [name.removesuffix(".gz") for name in zipped]}
    path = BUILD / "runtime.json"
    path.write_text(json.dumps(own, indent=1), encoding="utf-8")
    return path
