"""The bundled front end: the site's modules and style sheets.

Each entry point becomes a single minified file, so that a page sends few requests.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rules_js.build import NO_RULES, RuleFiles
from rules_py import discovery
from rules_support import artifact_cache
from rules_support.node import BROWSER_TARGETS, ESBUILD

from .pyodide import NO_PYTHON, PythonFiles

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "page"
"""The folder of the sources, which the site has in `assets`."""

INLINE_SCRIPT = PAGE / "js" / "lib" / "scripts-blocked.js"
"""The source of the script inside each page."""

PREBUILT = Path(__file__).parents[1] / "prebuilt"
"""The folder of the bundled front end in a wheel, which doesn't have the sources."""

FIRST_SCRIPT, SHARED_SCRIPTS_FILE = PREBUILT / "first-script.js", PREBUILT / "shared-scripts.json"
"""The script inside each page, and `SHARED_SCRIPTS`."""

DICE_SCRIPT, MAIN_SCRIPT = "assets/js/entry/text-dice.js", "assets/js/entry/main.js"
"""The scripts of every page: dice in the text roll with the first one alone.

So it has its own copies of a few small modules, none of which has a state.
"""

RULES_WORKER = "assets/js/entry/rules-worker.js"
"""The script of the worker that answers with compiled rules."""

COPIED = {"assets/vendor/comlink.js": PROJECT / "node_modules" / "comlink" / "dist" / "esm" / "comlink.min.mjs"}
"""The files that the site takes as they are, by their path in it."""

WORKBENCH_WORKER = "assets/js/entry/workbench-worker.js"
"""The script of the worker that runs readers' own rules, with all of Pyodide's scripts."""

WORKERS = ("assets/js/entry/python-worker.js", RULES_WORKER, WORKBENCH_WORKER)

EMBED_SCRIPT = "assets/js/entry/embed.js"
"""The script of a block in another site's frame."""

EMBED_STYLE = "assets/css/embed.css"
"""The styles of such a block."""

EMBED_START_SCRIPT = "assets/js/entry/embed-start.js"
"""The classic script that runs before it."""

FRAME_SCRIPT = "embed/frame.js"
"""The script for the pages around the frames, at an address that stays."""

LOADED_BY_EMBEDS = {
    "#manual-dice": "assets/js/embed/manual-dice.js",
    "#table-tools": "assets/js/embed/table-tools.js",
}
"""The bundles that such a block loads, which share the modules of its script instead of the main script's."""

BARRELS = {"#shared": MAIN_SCRIPT, "#play-shared": "assets/js/entry/play.js"}
"""The bundles of the modules that pass on others to several bundles, so that each module exists once."""


def are_sources_here() -> bool:
    """Return True in the project, and False where its wheel is installed."""
    return INLINE_SCRIPT.is_file()


def _read_shared_scripts() -> dict[str, str]:
    if not are_sources_here():
        known: dict[str, str] = json.loads(SHARED_SCRIPTS_FILE.read_text(encoding="utf-8"))
        return known
    imports = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))["imports"]
    return {name: BARRELS.get(name, path.replace("./page/", "assets/")) for name, path in imports.items()}


SHARED_SCRIPTS = _read_shared_scripts()
"""The bundle that a module of another bundle imports by each name: `imports` of package.json, as for tsc and Node."""

SCRIPTS = tuple(dict.fromkeys((DICE_SCRIPT, MAIN_SCRIPT, *WORKERS, *SHARED_SCRIPTS.values())))
"""Entry points of the bundles, all at the same depth, because modules resolve addresses against their bundle's own."""

BOOTSTRAP_SCRIPT = "assets/js/entry/bootstrap.js"
"""The classic script that runs before everything else, including the theme's scripts; bundled into one file."""

BLOCKS_STYLE = "assets/css/blocks.css"
"""The styles of blocks on pages of another theme."""

STYLES = {
    "assets/css/all.css": "assets/css/site.css",
    BLOCKS_STYLE: BLOCKS_STYLE,
    "assets/css/block-tools.css": "assets/css/block-tools.css",
    "assets/css/compare.css": "assets/css/compare.css",
    "assets/css/embed-code.css": "assets/css/embed-code.css",
    EMBED_STYLE: EMBED_STYLE,
    "assets/css/files.css": "assets/css/files.css",
    "assets/css/fight.css": "assets/css/fight.css",
    "assets/css/fight-past.css": "assets/css/fight-past.css",
    "assets/css/home.css": "assets/css/home.css",
    "assets/css/manual-dice.css": "assets/css/manual-dice.css",
    "assets/css/making.css": "assets/css/making.css",
    "assets/css/open-sheet.css": "assets/css/open-sheet.css",
    "assets/css/paper.css": "assets/css/paper.css",
    "assets/css/paper-sheet.css": "assets/css/paper-sheet.css",
    "assets/css/players.css": "assets/css/players.css",
    "assets/css/preview.css": "assets/css/preview.css",
    "assets/css/requests.css": "assets/css/requests.css",
    "assets/css/screen.css": "assets/css/screen.css",
    "assets/css/screen-tools.css": "assets/css/screen-tools.css",
    "assets/css/tray.css": "assets/css/tray.css",
    "assets/css/workbench.css": "assets/css/workbench.css",
}
"""The style sheets by their source: of every page, and those that only some pages, features or printed pages load."""

BOOTSTRAP_TARGETS = ("es2017",)
"""The language version of the inline script and of bootstrap.js, so that unsupported browsers can show messages."""


def write(folder: Path, compiled_rules: RuleFiles = NO_RULES, python: PythonFiles = NO_PYTHON) -> dict[str, Path]:
    """Bundle the front end and return site path → file, in a content-addressed folder below `folder`.

    Addresses in the sources stay unchanged.

    Args:
        folder: the cache of bundles.
        compiled_rules: the rules that the scripts can load.
        python: the files of Python that the scripts can load.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
        subprocess.CalledProcessError: an import can't be resolved.
    """
    if not ESBUILD.is_file():
        raise FileNotFoundError("node_modules/.bin/esbuild is missing: run `make setup`")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as new:  # at its final depth, for paths in source maps
        bundle(Path(new), "--sourcemap")
        insert_places(Path(new), compiled_rules, python)
        found = {path.relative_to(new).as_posix(): path for path in list_files(Path(new))}
        digest = artifact_cache.compute_digest(
            *(part for place, path in found.items() for part in (place.encode(), path.read_bytes()))
        )
        made = artifact_cache.build_once(folder / digest, lambda part: shutil.copytree(new, part))
    return {place: made / place for place in found}


def bundle(folder: Path, *options: str) -> None:
    """Bundle the front end into a folder, without the places of compiled rules and Python."""
    sources = {**{script: script for script in SCRIPTS}, **STYLES}
    _run_esbuild(folder, sources, "esm", BROWSER_TARGETS, *options)
    _run_esbuild(folder, {BOOTSTRAP_SCRIPT: BOOTSTRAP_SCRIPT}, "iife", BOOTSTRAP_TARGETS, *options)
    _bundle_embed(folder, *options)


def _bundle_embed(folder: Path, *options: str) -> None:
    """Bundle the scripts of blocks in other sites' frames."""
    loaded = {SHARED_SCRIPTS[name]: path for name, path in LOADED_BY_EMBEDS.items()}
    shared = SHARED_SCRIPTS | LOADED_BY_EMBEDS | {"#shared": EMBED_SCRIPT}
    _run_esbuild(folder, {EMBED_SCRIPT: EMBED_SCRIPT, **loaded}, "esm", BROWSER_TARGETS, *options, shared=shared)
    _run_esbuild(folder, {EMBED_START_SCRIPT: EMBED_START_SCRIPT}, "iife", BOOTSTRAP_TARGETS, *options)
    _run_esbuild(folder, {"assets/js/entry/frame.js": FRAME_SCRIPT}, "iife", BROWSER_TARGETS)


def insert_places(folder: Path, rules: RuleFiles, python: PythonFiles) -> None:
    """Tell the bundled scripts in a folder where the compiled rules and Python are, in a line of their own.

    The page compares its version with the host's, so any change of a script or of what it loads makes another one.
    """
    scripts = [path.read_bytes() for path in list_files(folder) if path.suffix == ".js"]
    known = {
        "SITE_VERSION": artifact_cache.compute_digest(rules.folder.encode(), python.folder.name.encode(), *scripts),
        "COMPILED_RULES": {"folder": rules.folder, "parts": rules.parts, "leftOut": sorted(rules.left_out)},
        "PYTHON_FILES": {
            "folder": python.folder.name,
            "games": discovery.find_slugs(),
            "megabytes": python.megabytes,
        },
        "PYTHON_PARTS": {
            "sizes": {path.name: path.stat().st_size for path in python.paths},
            "packages": python.packages,
        },
    }
    for script in folder.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        used = [
            f"{name}={json.dumps(value, separators=(',', ':'))}"
            for name, value in known.items()
            if re.search(rf"\b{name}\b", text)
        ]
        if not used:
            continue
        script.write_text(f"const {','.join(used)};\n{text}", encoding="utf-8")
        if (source_map := script.with_name(f"{script.name}.map")).is_file():
            mapped = source_map.read_text(encoding="utf-8")
            source_map.write_text(mapped.replace('"mappings": "', '"mappings": ";', 1), encoding="utf-8")


def _run_esbuild(
    folder: Path,
    sources: dict[str, str],
    output_format: str,
    targets: Sequence[str],
    *options: str,
    shared: Mapping[str, str] = SHARED_SCRIPTS,
) -> None:
    """Bundle each source into its path in `folder`, importing the shared scripts from the bundles with these paths."""
    entries = [
        f"{Path(made).with_suffix('')}={PAGE / source.removeprefix('assets/')}" for source, made in sources.items()
    ]
    subprocess.run(
        [
            ESBUILD,
            *entries,
            "--bundle",
            "--minify",
            "--log-level=warning",
            f"--format={output_format}",
            f"--target={','.join(targets)}",
            f"--outdir={folder}",
            *(f"--external:{place}" for place in ("../../vendor/*", "../fonts/*", "node:*", "ws")),
            *_list_shared_script_options(shared),
            *options,
        ],
        check=True,
    )


def _list_shared_script_options(shared: Mapping[str, str]) -> list[str]:
    """Return esbuild's options that import the shared scripts from the folders next to a script's own."""
    addresses = {name: script.replace("assets/js/", "../") for name, script in shared.items()}
    aliases = [f"--alias:{name}={address}" for name, address in addresses.items()]
    return [*aliases, *(f"--external:{address}" for address in addresses.values())]


@cache
def minify_inline_script() -> str:
    """Return the text of the script inside each page."""
    if not are_sources_here():
        return FIRST_SCRIPT.read_text(encoding="utf-8")
    source = INLINE_SCRIPT.read_text(encoding="utf-8")
    options = ["--minify", "--format=iife", f"--target={','.join(BOOTSTRAP_TARGETS)}", "--log-level=warning"]
    run = subprocess.run([ESBUILD, *options], check=True, input=source, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


def bundle_module(script: Path) -> str:
    """Bundle one module, such as a modified copy of ours, with all its imports except the site's vendor files.

    Raises:
        subprocess.CalledProcessError: an import can't be resolved.
    """
    packages = os.environ | {"NODE_PATH": str(PROJECT / "node_modules")}
    return subprocess.run(
        [ESBUILD, script, "--bundle", "--format=esm", "--external:../../vendor/*", "--log-level=warning"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=packages,
    ).stdout


def list_files(folder: Path) -> list[Path]:
    """List all files below a folder, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file())
