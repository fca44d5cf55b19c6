"""The files of the compiled rules: minified modules, proven and cached by a digest of everything they are made of."""

import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from rules_py import discovery

from .. import artifact_cache
from ..node import BROWSER_TARGETS, ESBUILD, PROJECT
from .modules import RUNTIME, compile_rules

RUNTIME_SOURCE = Path(__file__).parent / "runtime" / "index.js"


@dataclass(frozen=True)
class CompiledRules:
    """The compiled rules of a site.

    Attributes:
        folder: the name of the folder of their files.
        games: the slugs of the games that have a file.
        files: the files by path below the folder of compiled rules.
    """

    folder: str
    games: tuple[str, ...]
    files: dict[str, Path]


NO_RULES = CompiledRules("", (), {})
"""The compiled rules of a site on which only Python answers."""


def build_rules(cache: Path) -> CompiledRules:
    """Compile the rules of all games, unless the cache has them, and prove that they answer like Python.

    Prints what isn't compiled, and why.
    """
    digest = artifact_cache.compute_digest(*(path.read_bytes() for path in _list_sources()))
    made = artifact_cache.build_once(cache / digest, _build_proven_modules)
    return CompiledRules(
        digest, discovery.find_slugs(), {f"{digest}/{path.name}": path for path in sorted(made.glob("*.js"))}
    )


def _build_proven_modules(folder: Path) -> None:
    folder.mkdir()
    for problem in build_modules(folder):
        print(f"Not compiled: {problem}", file=sys.stderr)


def _list_sources() -> Iterator[Path]:
    """Yield every file that decides what the compiled rules are."""
    folders = [PROJECT / "rules_py", Path(__file__).parent]
    folders += [Path(package.folder) for package in discovery.find_external_packages()]
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".js", ".mjs"))


def build_modules(folder: Path) -> list[str]:
    """Compile and prove the rules in a new interpreter, write the files into a folder, and return what isn't compiled.

    Raises:
        subprocess.CalledProcessError: the compiler failed.
    """
    done = subprocess.run(
        [sys.executable, "-m", "hooks.rules_compiler", folder],
        cwd=PROJECT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.splitlines()


def write_modules(folder: Path, excluded_ids: Collection[str] = ()) -> tuple[str, ...]:
    """Write the modules of the games that this interpreter finds; return the unsupported constructs.

    Args:
        folder: the folder of the files.
        excluded_ids: mechanics and calculators that only Python answers.
    """
    compiled = compile_rules(excluded_ids)
    with tempfile.TemporaryDirectory() as place:
        for name, text in compiled.modules.items():
            (Path(place) / f"{name}.js").write_text(text, encoding="utf-8")
        sources = [f"{name}={Path(place) / name}.js" for name in compiled.modules]
        _run_esbuild(folder, sources, "--external:./*.js")  # they import one another by their names
    _run_esbuild(folder, [f"{RUNTIME}={RUNTIME_SOURCE}"])
    return compiled.problems


def _run_esbuild(folder: Path, sources: list[str], *options: str) -> None:
    subprocess.run(
        [
            ESBUILD,
            *sources,
            "--bundle",
            "--minify",
            "--format=esm",
            "--charset=utf8",
            "--log-level=warning",
            f"--target={','.join(BROWSER_TARGETS)}",
            f"--outdir={folder}",
            *options,
        ],
        check=True,
    )
