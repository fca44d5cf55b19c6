"""Which file goes where: Pyodide, the wheels with their lock, Comlink and the fonts."""

import json
from pathlib import Path

from hooks.bundle import lock, wheels

PROJECT = Path(__file__).parents[2]
NODE_MODULES = PROJECT / "node_modules"
BUILD = PROJECT / "build"
RUNTIME = "assets/runtime"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": ("atkinson-hyperlegible-next-latin-wght-normal.woff2",
                                                        "atkinson-hyperlegible-next-latin-wght-italic.woff2"),
    "@fontsource/barlow-condensed": ("barlow-condensed-latin-600-normal.woff2",),
}


def files() -> dict[str, Path]:
    """Site path → file on disk; wheels and lock are made anew where the rules changed.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    found = {f"{RUNTIME}/{name}": NODE_MODULES / "pyodide" / name for name in PYODIDE}
    found["assets/vendor/comlink.mjs"] = NODE_MODULES / "comlink" / "dist" / "esm" / "comlink.min.mjs"
    for package, names in FONTS.items():
        found |= {f"assets/fonts/{name}": NODE_MODULES / package / "files" / name for name in names}
    missing = [str(path.relative_to(PROJECT)) for path in found.values() if not path.is_file()]
    if missing:
        raise FileNotFoundError(f"{missing[0]} is missing: run `make setup`")
    wheel_files = wheels.build(PROJECT, BUILD / "wheels")
    found |= {f"{RUNTIME}/{wheel.name}": wheel for wheel in wheel_files}
    found[f"{RUNTIME}/pyodide-lock.json"] = lock.write(
        NODE_MODULES / "pyodide" / "pyodide-lock.json", wheel_files, BUILD / "pyodide-lock.json")
    found[f"{RUNTIME}/runtime.json"] = _manifest(found)
    return found


def _manifest(found: dict[str, Path]) -> Path:
    """The sizes of what the worker fetches, so that its progress is in per cent of bytes."""
    sizes = {Path(place).name: path.stat().st_size for place, path in found.items() if place.startswith(RUNTIME)}
    path = BUILD / "runtime.json"
    path.write_text(json.dumps({"sizes": sizes}, indent=1), encoding="utf-8")
    return path
