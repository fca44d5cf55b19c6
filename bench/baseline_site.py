"""The baseline site that ours is compared with: Pyodide's published files and the rules as plain wheels."""

import shutil
from pathlib import Path

from wheel.wheelfile import WheelFile

from bench.project import BUILD, PROJECT
from rules_py import __version__

PAGE = Path(__file__).with_name("stock_page")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def build_baseline_site(mechanic_id: str, calculator_id: str) -> Path:
    """Build a folder to serve with the core and one game.

    Its page rolls one mechanic of the game, and answers a calculator if its address has values.
    """
    folder = BUILD / "stock"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(PROJECT / "node_modules" / "pyodide" / name, folder / "pyodide")
    wheel = _write_rules_wheel(folder, mechanic_id.partition(".")[0])
    _fill_in("index.html", folder, MECHANIC=mechanic_id, CALCULATOR=calculator_id)
    _fill_in("worker.js", folder, WHEELS=str([wheel.name]))
    return folder


def _write_rules_wheel(folder: Path, slug: str) -> Path:
    """Write a wheel with the sources of the core and of one game, uncompiled."""
    package = PROJECT / "rules_py"
    path = folder / f"rules_py-{__version__}-py3-none-any.whl"
    with WheelFile(path, "w") as wheel:
        for file in sorted(each for each in package.rglob("*") if each.suffix in (".py", ".toml")):
            inside = file.relative_to(package)
            if inside.parts[0] != "systems" or len(inside.parts) == 2 or inside.parts[1] == slug:
                wheel.writestr(file.relative_to(PROJECT).as_posix(), file.read_bytes())
        info = f"rules_py-{__version__}.dist-info"
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: rules-py\nVersion: {__version__}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
    return path


def _fill_in(name: str, folder: Path, **values: str) -> None:
    text = (PAGE / name).read_text(encoding="utf-8")
    for placeholder, value in values.items():
        assert placeholder in text, placeholder
        text = text.replace(placeholder, value)
    (folder / name).write_text(text, encoding="utf-8")
