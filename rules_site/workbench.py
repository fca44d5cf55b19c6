"""The files of the workbench, the page on which readers change rules: the sources of all printed rules."""

import json
from pathlib import Path

from rules_py.discovery import find_slugs
from rules_py.workbench.sources import build_sources

PAGE = "workbench/"
"""The address of the page."""

FOLDER = "assets/workbench"


def write(site: Path) -> None:
    """Write a file for each game, with the source of each of its rules, if the site has the page."""
    if not (site / PAGE).is_dir():
        return
    (site / FOLDER).mkdir(parents=True, exist_ok=True)
    for slug in find_slugs():
        (site / FOLDER / f"{slug}.json").write_text(json.dumps(build_sources(slug), indent=0), encoding="utf-8")
