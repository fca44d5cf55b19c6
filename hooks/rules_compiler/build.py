"""The files of the compiled rules: minified modules beside the runtime."""

import subprocess
import sys
import tempfile
from pathlib import Path

from ..bundle.frontend import BROWSER_TARGETS, ESBUILD
from .modules import RUNTIME, compile_rules

PROJECT = Path(__file__).parents[2]
RUNTIME_SOURCE = Path(__file__).parent / "runtime" / "index.js"


def build_modules(folder: Path) -> list[str]:
    """Compile the rules in a new interpreter, write the files into a folder and return the unsupported constructs."""
    done = subprocess.run(
        [sys.executable, "-m", "hooks.rules_compiler", folder], cwd=PROJECT, check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()


def write_modules(folder: Path) -> tuple[str, ...]:
    """Write the modules of the games that this interpreter has imported; return the unsupported constructs."""
    compiled = compile_rules()
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
