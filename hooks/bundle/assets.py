"""The generated assets by site path: Pyodide, the standard library, wheels, lock file, Comlink, fonts and front end."""

import fcntl
import gzip
import json
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rules_py import discovery

from .. import artifact_cache
from ..rules_compiler.build import build_proven_rules, build_rules
from . import fonts, frontend, lock, pyodide, stdlib, trim, wheels

PROJECT = Path(__file__).parents[2]
NODE_MODULES = PROJECT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
BUILD = PROJECT / "build"
RULES_CACHE = BUILD / "rules"
RUNTIME = "assets/runtime"
RULES = "assets/rules"
FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": (
        "atkinson-hyperlegible-next-latin-wght-normal.woff2",
        "atkinson-hyperlegible-next-latin-wght-italic.woff2",
    ),
    "@fontsource/barlow-condensed": ("barlow-condensed-latin-600-normal.woff2",),
}


def build_site_files(include_lean: bool = True, prove_rules: bool = True) -> dict[str, Path]:
    """Build everything whose sources changed and return site path → file on disk.

    Args:
        include_lean: True if Python starts on the lean runtime and falls back to the full one.
        prove_rules: True if the build proves the compiled rules that have changed; otherwise Python answers for them.

    Raises:
        FileNotFoundError: set-up is not complete, or Pyodide has no profile; the message says what to run.
    """
    found = {"assets/vendor/comlink.js": NODE_MODULES / "comlink" / "dist" / "esm" / "comlink.min.mjs"}
    untrimmed = [NODE_MODULES / package / "files" / name for package, names in FONTS.items() for name in names]
    runtime = [PYODIDE / name for name in (*pyodide.PUBLISHED.values(), "python_stdlib.zip")]
    for path in (*found.values(), *untrimmed, *runtime):
        if not path.is_file():
            raise FileNotFoundError(f"{path.relative_to(PROJECT)} is missing: run `make setup`")
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)  # a concurrent build waits, then uses the first one's artifacts
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            try:
                return found | _build_parts(pool, untrimmed, include_lean, prove_rules)
            finally:
                pool.shutdown(cancel_futures=True)


def _build_parts(
    pool: ThreadPoolExecutor, untrimmed: Iterable[Path], include_lean: bool, prove_rules: bool
) -> dict[str, Path]:
    """Build the fonts, the front end, the rules and the runtime with a pool of threads, the longest work first.

    Most of the work is done by other processes, so threads keep all processors busy.
    """
    served = pyodide.rename_scripts(PYODIDE, BUILD)
    profile = trim.load_profile(PYODIDE) if include_lean else None
    pair = profile and pool.submit(trim.write, served, BUILD, profile.functions)
    rules = pool.submit(build_rules if prove_rules else build_proven_rules, RULES_CACHE)
    made = pool.submit(wheels.build_wheels, PROJECT, PYODIDE, BUILD, discovery.find_external_packages())
    lean_library = profile and pool.submit(stdlib.write, PYODIDE, BUILD, profile.library)
    library = pool.submit(stdlib.write, PYODIDE, BUILD)
    trimmed = {f"assets/fonts/{path.name}": pool.submit(fonts.trim, path, BUILD / "fonts") for path in untrimmed}

    compiled = rules.result()
    artifact_cache.prune(RULES_CACHE)
    found = frontend.write(BUILD / "page", compiled) | {
        f"{RULES}/{name}": path for name, path in compiled.files.items()
    }
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    full = RuntimeVariant(f"pyodide-{version}/", {name: served / name for name in trim.FILES}, library.result())
    first = full
    if pair and lean_library:
        files = pair.result()
        folder = f"pyodide-{version}-{files[pyodide.WASM].parent.name}/"
        first = RuntimeVariant(folder, files, lean_library.result())
    runtime = _build_runtime(pool, full, first, made.result())
    found |= {f"{RUNTIME}/{name}": path for name, path in runtime.items()}
    return found | {place: future.result() for place, future in trimmed.items()}


def _build_runtime(
    pool: ThreadPoolExecutor, full: "RuntimeVariant", first: "RuntimeVariant", made: list[Path]
) -> dict[str, Path]:
    """Build the files that Python needs from its variants and the wheels, by path below the runtime's folder.

    Every path includes a digest or version, so that no cache can mix two builds. The exceptions are the manifest and
    the lock file, which browsers revalidate at each start.
    """
    found = full.files | first.files | {path.name: path for path in made}
    zipped = {
        f"{name}.gz": pool.submit(_write_gzip_copy, path) for name, path in found.items() if name.endswith(".wasm")
    }
    found["pyodide-lock.json"] = lock.write(PYODIDE / "pyodide-lock.json", made, BUILD / "runtime")
    copies = {name: copy.result() for name, copy in zipped.items()}
    manifest = _write_manifest(first, full, found, copies)
    for folder in ("runtime", "bytecode", "pyodide", "lean", "page", "fonts"):
        artifact_cache.prune(BUILD / folder)
    return found | copies | {"runtime.json": manifest}


@dataclass(frozen=True)
class RuntimeVariant:
    """The files that every start of Python fetches: Pyodide's, by name in a folder, and the standard library."""

    folder: str
    pyodide: dict[str, Path]
    library: Path

    @property
    def files(self) -> dict[str, Path]:
        """All files by path below the runtime's folder."""
        return {self.folder + name: path for name, path in self.pyodide.items()} | {self.library.name: self.library}

    @property
    def manifest_entry(self) -> dict[str, str]:
        """The variant's entry in the manifest for the worker."""
        return {"pyodide": self.folder, "stdlib": self.library.name}


def _write_gzip_copy(path: Path) -> Path:
    """Write a gzipped copy of a file, for hosts that don't compress."""
    content = path.read_bytes()
    return artifact_cache.build_once(
        BUILD / "runtime" / f"{artifact_cache.compute_digest(content)}.gz",
        lambda part: part.write_bytes(gzip.compress(content, 9, mtime=0)),
    )


def _write_manifest(
    first: RuntimeVariant, full: RuntimeVariant, paths: dict[str, Path], gzip_copies: dict[str, Path]
) -> Path:
    """Write the manifest of the files that a start fetches, for the worker and for the offline cache.

    Keys:
        pyodide, stdlib: Pyodide's folder and the standard library of the first runtime to start.
        full: the same for the full runtime, the fallback.
        core: the files of every start.
        games: the files of each game.
        play: the files for sheets and fights.
        fallback: the files of the full runtime only.
        sizes: uncompressed bytes by path.
        zipped: the files with a gzipped copy at path + ".gz".

    All paths are relative to the runtime's folder.
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
        "play": play,
        "fallback": fallback,
        "sizes": {name: path.stat().st_size for name, path in paths.items()},
        "zipped": [name.removesuffix(".gz") for name in gzip_copies],
    }
    content = json.dumps(own, indent=1).encode()
    return artifact_cache.write_once(
        BUILD / "runtime" / f"runtime-{artifact_cache.compute_digest(content)}.json", content
    )
