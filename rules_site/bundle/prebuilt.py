"""The files that a wheel brings, so that a site needs no Node: front end, runtime, and the games' compiled rules.

`make dist` writes them. Rules that the wheel doesn't have, such as those of another distribution's game, are compiled
in Python, without being minified or proven.
"""

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rules_js.build import (
    RULES_FOLDER,
    RuleFiles,
    build_rules,
    build_unproven_rules,
    bundle_runtime,
    compute_sources_digest,
    list_rule_files,
)
from rules_py.checking.exceptions import AuthorError
from rules_support import artifact_cache

from . import frontend
from .pyodide import NO_PYTHON

FRONT_END, RULES = frontend.PREBUILT / "page", frontend.PREBUILT / "rules"
CACHE = Path(".cache") / "rules-site"
"""The folder of compiled rules and filled scripts, where a site is built."""


def list_site_files() -> dict[str, Path]:
    """Return site path → file, with the rules of all installed games.

    Raises:
        FileNotFoundError: the distribution was built without its prebuilt files.
    """
    if not FRONT_END.is_dir():
        raise FileNotFoundError(f"{FRONT_END} is missing: install a wheel of rules-py that `make dist` has built")
    rules = find_rules()
    places = json.dumps([rules.folder, sorted(rules.files)])
    digest = artifact_cache.compute_digest(places.encode(), *(path.read_bytes() for path in _list_files(FRONT_END)))

    def fill(part: Path) -> None:
        shutil.copytree(FRONT_END, part)
        frontend.insert_places(part, rules, NO_PYTHON)

    page = artifact_cache.build_once(CACHE.absolute() / "page" / digest, fill)
    found = {path.relative_to(page).as_posix(): path for path in _list_files(page)}
    for folder in (CACHE / "page", CACHE / "rules"):
        if folder.is_dir():
            artifact_cache.prune(folder)
    return found | {f"{RULES_FOLDER}/{name}": path for name, path in rules.files.items()}


def list_silent_rules() -> Mapping[str, str]:
    """Return the rules that can't roll on a site without Python for browsers, by id, with the reasons."""
    return {} if frontend.are_sources_here() else find_rules().left_out


def find_rules() -> RuleFiles:
    """Return the compiled rules of all installed games: those of the wheel, or others, which are compiled."""
    if (folder := RULES / compute_sources_digest()).is_dir():
        return list_rule_files(folder)
    return build_unproven_rules(CACHE.absolute() / "rules")


def write(folder: Path, rules_cache: Path) -> None:
    """Write the files for a wheel.

    Args:
        folder: their folder, which is replaced if an earlier run has written it.
        rules_cache: the cache of compiled rules, which are proven first.

    Raises:
        AuthorError: the folder has other files.
    """
    if folder.exists() and not (folder / frontend.SHARED_SCRIPTS_FILE.name).is_file() and any(folder.iterdir()):
        raise AuthorError(f"{folder}: got a folder with other files, takes a new one")
    rules = build_rules(rules_cache)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as place:
        part = Path(place) / folder.name
        frontend.bundle(part / FRONT_END.name)
        for path, source in frontend.COPIED.items():
            (part / FRONT_END.name / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, part / FRONT_END.name / path)
        shutil.copytree(rules_cache / rules.folder, part / RULES.name / rules.folder)
        bundle_runtime(part / RULES.name)
        shared = json.dumps(frontend.SHARED_SCRIPTS)
        (part / frontend.SHARED_SCRIPTS_FILE.name).write_text(shared, encoding="utf-8")
        (part / frontend.FIRST_SCRIPT.name).write_text(frontend.minify_inline_script(), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
