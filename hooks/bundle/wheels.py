"""The wheels that go to the browser: the core, one for each game, and icepool for the odds; all as bytecode."""

import hashlib
import os
import zipfile
from pathlib import Path

from wheel.wheelfile import WheelFile

from hooks.bundle.bytecode import KEEP_DOCSTRINGS, STRIP_DOCSTRINGS, Source, compiled

VERSION = "0.1.0"
ODDS = "icepool"
NOT_IN_BROWSERS = ("cli.py", "__main__.py")


def build(project: Path, pyodide: Path, build: Path) -> list[Path]:
    """The wheels in `build`/runtime, made anew where their sources changed.

    Each name holds a digest of the wheel's own files, so that a browser's cache can't mix builds.

    Args:
        pyodide: its npm package, which compiles.
        build: where set-up left icepool's own wheel (wheels/), and where what was compiled is kept (bytecode/).

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    fetched = sorted((build / "wheels").glob(f"{ODDS}-*.whl"))
    if not fetched:
        raise FileNotFoundError(f"{build.name}/wheels/{ODDS}-*.whl is missing: run `make setup`")
    package = project / "rules_py"
    games = sorted(path.parent for path in package.glob("systems/*/__init__.py"))
    core = [path for path in sources(package) if path.name not in NOT_IN_BROWSERS
            and not any(path.is_relative_to(game) for game in games)]
    packages = [_own("rules_py", core, project, requires=())]
    packages += [_own(f"rules_py_{game.name}", sources(game), project, requires=("rules-py",)) for game in games]
    packages.append(_fetched(fetched[-1]))
    code = _as_bytecode([files for _, files in packages], pyodide, build / "bytecode")
    folder = build / "runtime"
    folder.mkdir(parents=True, exist_ok=True)
    made = [_wheel(stem, files, folder) for (stem, _), files in zip(packages, code)]
    for stale in set(folder.glob("*.whl")) - set(made):
        stale.unlink()
    return made


def sources(folder: Path) -> list[Path]:
    """The Python and data files below a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))


def _own(name: str, files: list[Path], project: Path, requires: tuple[str, ...]) -> tuple[str, dict[str, bytes]]:
    """A wheel's `name-version` and its files by path."""
    info = f"{name}-{VERSION}.dist-info"
    metadata = ["Metadata-Version: 2.1", f"Name: {name.replace('_', '-')}", f"Version: {VERSION}",
                *(f"Requires-Dist: {other}" for other in requires)]
    return f"{name}-{VERSION}", {file.relative_to(project).as_posix(): file.read_bytes() for file in files} | {
        f"{info}/METADATA": ("\n".join(metadata) + "\n").encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: fieldbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}


def _fetched(wheel: Path) -> tuple[str, dict[str, bytes]]:
    """The same of a wheel from elsewhere."""
    with zipfile.ZipFile(wheel) as archive:
        return "-".join(wheel.name.split("-")[:2]), {
            name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


def _as_bytecode(packages: list[dict[str, bytes]], pyodide: Path, cache: Path) -> list[dict[str, bytes]]:
    """Packages with their Python files compiled, all in one go. Rules keep their docstrings: a dataclass without one
    makes one up when it is imported, which takes time."""
    names = [(files, name) for files in packages for name in files if name.endswith(".py")]
    code = compiled([Source(name, files[name].decode(), STRIP_DOCSTRINGS if name.startswith(ODDS) else KEEP_DOCSTRINGS)
                     for files, name in names], pyodide, cache)
    for (files, name), bytecode in zip(names, code):
        del files[name]
        files[f"{name}c"] = bytecode
    return packages


def _wheel(stem: str, files: dict[str, bytes], folder: Path) -> Path:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    path = folder / f"{stem}-0{digest.hexdigest()[:12]}-py3-none-any.whl"  # a build tag starts with a digit
    if path.exists():
        return path
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # the same sources, the same bytes
    with WheelFile(path, "w") as wheel:
        for name, content in sorted(files.items()):
            wheel.writestr(name, content)
    return path
