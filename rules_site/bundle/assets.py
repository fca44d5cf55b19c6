"""The generated assets by site path: Python for browsers, compiled rules, Comlink, fonts and front end."""

import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rules_js.build import RULES_FOLDER, build_rules, build_unproven_rules
from rules_py import discovery
from rules_support import artifact_cache

from . import frontend, prebuilt, pyodide

PROJECT = Path(__file__).parents[2]
NODE_MODULES = PROJECT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
BUILD = PROJECT / "build"
RULES_CACHE = BUILD / "rules"
PYTHON = "assets/python"
FONTS = {
    "@fontsource-variable/atkinson-hyperlegible-next": (
        "atkinson-hyperlegible-next-latin-wght-normal.woff2",
        "atkinson-hyperlegible-next-latin-wght-italic.woff2",
    ),
    "@fontsource/barlow-condensed": ("barlow-condensed-latin-600-normal.woff2",),
}
ENGLISH_FONTS = {
    name: name.replace("-latin-", "-english-")
    for name in ("atkinson-hyperlegible-next-latin-wght-normal.woff2", "barlow-condensed-latin-600-normal.woff2")
}
"""The fonts that every page starts with, and the files that have only their characters of English text."""

UNTRIMMED_FONTS = [NODE_MODULES / package / "files" / name for package, names in FONTS.items() for name in names]


def check_setup() -> None:
    """Check that the packages are installed; a wheel needs none.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    if not frontend.are_sources_here():
        return
    published = [PYODIDE / name for name in pyodide.PUBLISHED.values()]
    for path in (*frontend.COPIED.values(), *UNTRIMMED_FONTS, *published):
        if not path.is_file():
            raise FileNotFoundError(f"{path.relative_to(PROJECT)} is missing: run `make setup`")


def build_site_files(prove_rules: bool = True) -> dict[str, Path]:
    """Build everything whose sources changed and return site path → file on disk.

    Args:
        prove_rules: True if the build proves the compiled rules that have changed; otherwise they answer unproven.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    if not frontend.are_sources_here():
        return prebuilt.list_site_files()
    check_setup()
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)  # a concurrent build waits, then uses the first one's artifacts
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            try:
                return frontend.COPIED | _build_parts(pool, prove_rules)
            finally:
                pool.shutdown(cancel_futures=True)


def _build_parts(pool: ThreadPoolExecutor, prove_rules: bool) -> dict[str, Path]:
    """Build the fonts, the front end, the rules and Python with a pool of threads, the longest work first.

    Most of the work is done by other processes, so threads keep all processors busy.
    """
    from . import fonts, wheels  # they need packages that a site with prebuilt files doesn't

    rules = pool.submit(build_rules if prove_rules else build_unproven_rules, RULES_CACHE)
    sources = wheels.read_wheels(PROJECT, discovery.find_external_packages())
    python = pool.submit(pyodide.build_python, PYODIDE, sources, BUILD / "pyodide")
    trimmed = {f"assets/fonts/{path.name}": pool.submit(fonts.trim, path, BUILD / "fonts") for path in UNTRIMMED_FONTS}
    for path in UNTRIMMED_FONTS:
        if english := ENGLISH_FONTS.get(path.name):
            trimmed[f"assets/fonts/{english}"] = pool.submit(fonts.trim, path, BUILD / "fonts", fonts.ENGLISH)

    compiled, served = rules.result(), python.result()
    found = frontend.write(BUILD / "page", compiled, served)
    found |= {f"{RULES_FOLDER}/{name}": path for name, path in compiled.files.items()}
    found |= {f"{PYTHON}/{served.folder.name}/{path.name}": path for path in served.paths}
    found |= {place: future.result() for place, future in trimmed.items()}
    for folder in (RULES_CACHE, *(BUILD / name for name in ("pyodide", "page", "fonts"))):
        artifact_cache.prune(folder)
    return found
