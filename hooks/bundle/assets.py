"""Which file goes where: Pyodide, Python's library, the wheels with their lock, Comlink, the fonts and the styles."""

import fcntl
import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from rules_py import discovery

from .. import artifact_cache
from . import frontend, lock, pyodide, stdlib, trim, wheels

PROJECT = Path(__file__).parents[2]
NODE_MODULES = PROJECT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
BUILD = PROJECT / "build"
RUNTIME = "assets/runtime"
FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": (
        "atkinson-hyperlegible-next-latin-wght-normal.woff2",
        "atkinson-hyperlegible-next-latin-wght-italic.woff2",
    ),
    "@fontsource/barlow-condensed": ("barlow-condensed-latin-600-normal.woff2",),
}


def build_site_files(include_lean: bool = True) -> dict[str, Path]:
    """Site path → file on disk; what is made of the rules is made anew where they changed.

    Args:
        with_lean: whether Python starts on the lean runtime, and on the full one only where need be.

    Raises:
        FileNotFoundError: set-up is not complete, or Pyodide has no profile; the message says what to run.
    """
    found = {"assets/vendor/comlink.js": NODE_MODULES / "comlink" / "dist" / "esm" / "comlink.min.mjs"}
    for package, names in FONTS.items():
        found |= {f"assets/fonts/{name}": NODE_MODULES / package / "files" / name for name in names}
    for path in (*found.values(), *(PYODIDE / name for name in (*pyodide.PUBLISHED.values(), "python_stdlib.zip"))):
        if not path.is_file():
            raise FileNotFoundError(f"{path.relative_to(PROJECT)} is missing: run `make setup`")
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)  # a second build finds what the first one made
        return found | _build_frontend_and_runtime(include_lean)


def _build_frontend_and_runtime(include_lean: bool) -> dict[str, Path]:
    """What is made of the project's own files."""
    found = frontend.write(BUILD / "page")
    return found | {f"{RUNTIME}/{name}": path for name, path in _build_runtime(include_lean).items()}


def _build_runtime(include_lean: bool) -> dict[str, Path]:
    """What Python needs, by path below the runtime's folder.

    Whatever changes has a digest or a version in its path, but for the manifest and the lock, which are asked for
    anew at each start: no cache can mix two builds.
    """
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    served = pyodide.rename_scripts(PYODIDE, BUILD)
    full = RuntimeVariant(
        f"pyodide-{version}/", {name: served / name for name in trim.FILES}, stdlib.write(PYODIDE, BUILD)
    )
    first = _build_lean_variant(served, version) if include_lean else full
    made = wheels.build_wheels(PROJECT, PYODIDE, BUILD, discovery.find_external_packages())
    found = full.files | first.files | {path.name: path for path in made}
    found["pyodide-lock.json"] = lock.write(PYODIDE / "pyodide-lock.json", made, BUILD / "runtime")
    zipped = {f"{name}.gz": _write_gzip_copy(path) for name, path in found.items() if name.endswith(".wasm")}
    manifest = _write_manifest(first, full, found, zipped)
    for folder in ("runtime", "bytecode", "pyodide", "lean", "page"):
        artifact_cache.prune(BUILD / folder)
    return found | zipped | {"runtime.json": manifest}


@dataclass(frozen=True)
class RuntimeVariant:
    """What a start of Python fetches whatever it is for: Pyodide's files by name, in a folder, and Python's library."""

    folder: str
    pyodide: dict[str, Path]
    library: Path

    @property
    def files(self) -> dict[str, Path]:
        """All of it, by path below the runtime's folder."""
        return {self.folder + name: path for name, path in self.pyodide.items()} | {self.library.name: self.library}

    @property
    def manifest_entry(self) -> dict[str, str]:
        """What the worker has to know."""
        return {"pyodide": self.folder, "stdlib": self.library.name}


def _build_lean_variant(served: Path, version: str) -> RuntimeVariant:
    profile = trim.load_profile(PYODIDE)
    pair = trim.write(served, BUILD, profile.functions)
    return RuntimeVariant(
        f"pyodide-{version}-{pair[pyodide.WASM].parent.name}/", pair, stdlib.write(PYODIDE, BUILD, profile.library)
    )


def _write_gzip_copy(path: Path) -> Path:
    """A file for hosts that compress nothing."""
    content = path.read_bytes()
    return artifact_cache.build_once(
        BUILD / "runtime" / f"{artifact_cache.compute_digest(content)}.gz",
        lambda part: part.write_bytes(gzip.compress(content, 9, mtime=0)),
    )


def _write_manifest(
    first: RuntimeVariant, full: RuntimeVariant, paths: dict[str, Path], gzip_copies: dict[str, Path]
) -> Path:
    """What a start fetches: for the worker, and for whoever keeps it to be used offline.

    pyodide, stdlib: Pyodide's folder and Python's library; full: the same of the full runtime, where the first one
    lacks something. core: the files of every start, games: those of a game, odds: those of the first odds, play: those
    of sheets and fights, fallback: those of the full runtime alone, all by path below the runtime's folder; sizes:
    bytes as they are unpacked; zipped: the files that have a copy with .gz at its end.
    """
    discovery = {path.name.split("-")[0]: name for name, path in paths.items() if name.endswith(".whl")}
    play = [name for package, name in discovery.items() if package.endswith(wheels.PLAY_SUFFIX)]
    fallback = [name for name in full.files if name not in first.files]
    own = {
        **first.manifest_entry,
        "full": full.manifest_entry,
        "core": [name for name in paths if name not in (*discovery.values(), *fallback)] + [discovery["rules_py"]],
        "games": {
            package.removeprefix("rules_py_"): [name]
            for package, name in discovery.items()
            if package.startswith("rules_py_") and name not in play
        },
        "odds": [discovery[wheels.ODDS_PACKAGE]],
        "play": play,
        "fallback": fallback,
        "sizes": {name: path.stat().st_size for name, path in paths.items()},
        "zipped": [name.removesuffix(".gz") for name in gzip_copies],
    }
    content = json.dumps(own, indent=1).encode()
    return artifact_cache.write_once(
        BUILD / "runtime" / f"runtime-{artifact_cache.compute_digest(content)}.json", content
    )
