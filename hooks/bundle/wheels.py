"""The wheels that go to the browser: the core, one for each game, and icepool for the odds."""

import hashlib
import os
from pathlib import Path

from wheel.wheelfile import WheelFile

VERSION = "0.1.0"


def build(project: Path, folder: Path) -> list[Path]:
    """The wheels in `folder`, made anew where their sources changed.

    Each version ends in a digest of the wheel's own files, so that a browser's cache can't mix builds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    icepool = sorted(folder.glob("icepool-*.whl"))
    if not icepool:
        raise FileNotFoundError(f"{folder.name}/icepool-*.whl is missing: run `make setup`")
    package = project / "rules_py"
    games = sorted(path.parent for path in package.glob("systems/*/__init__.py"))
    core = [path for path in sources(package) if not any(path.is_relative_to(game) for game in games)]
    made = [_wheel("rules_py", core, project, folder, requires=())]
    made += [_wheel(f"rules_py_{game.name}", sources(game), project, folder, requires=("rules-py",)) for game in games]
    for stale in set(folder.glob("rules_py*.whl")) - set(made):
        stale.unlink()
    return [*made, *icepool]


def sources(folder: Path) -> list[Path]:
    """The Python and data files below a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))


def _wheel(name: str, files: list[Path], project: Path, folder: Path, requires: tuple[str, ...]) -> Path:
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(project)).encode() + b"\0" + file.read_bytes() + b"\0")
    version = f"{VERSION}.post{int(digest.hexdigest()[:8], 16)}"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    if path.exists():
        return path
    info = f"{name}-{version}.dist-info"
    metadata = ["Metadata-Version: 2.1", f"Name: {name.replace('_', '-')}", f"Version: {version}",
                *(f"Requires-Dist: {other}" for other in requires)]
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # the same sources, the same bytes
    with WheelFile(path, "w") as wheel:
        for file in files:
            wheel.writestr(file.relative_to(project).as_posix(), file.read_bytes())
        wheel.writestr(f"{info}/METADATA", "\n".join(metadata) + "\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: fieldbook\nRoot-Is-Purelib: true\n"
                                        "Tag: py3-none-any\n")
    return path
