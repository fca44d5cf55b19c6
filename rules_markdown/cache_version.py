"""The version of the rules that a page was built with, which invalidates answers cached on a device."""

import hashlib
from pathlib import Path

import rules_py
from rules_py import discovery

CORE = Path(rules_py.__file__).parent


def compute_cache_version(slug: str) -> str:
    """Return a digest of the core's and a game's files, which changes whenever an answer may change."""
    game = Path(found.folder) if (found := discovery.find_package(slug)) else CORE / "systems" / slug
    core = (path for path in _list_source_files(CORE) if not path.is_relative_to(CORE / "systems"))
    digest = hashlib.sha256()
    for folder, files in ((CORE, core), (game, _list_source_files(game))):
        for path in files:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _list_source_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if discovery.decides_answers(path.relative_to(folder)))
