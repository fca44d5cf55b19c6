"""The files of the workbench, the page on which readers change rules: printed rules, and the template of a new one."""

import json
import re
from html import unescape
from pathlib import Path

from rules_py.discovery import find_slugs
from rules_py.workbench.bench import build_printed, build_template
from rules_py.workbench.sources import iter_sources

PAGE = "workbench/"
"""The address of the page."""

FOLDER = "assets/workbench"
TEMPLATE = re.compile(r"<fb-workbench\b[^>]*>\s*<pre>\s*(.*?)\s*</pre>", re.DOTALL)


def write(site: Path) -> None:
    """Write a file for each printed rule, which shows it without Python, if the site has the page.

    It has the rule's source, its form and its odds. The template's file has a roll, too, and `rules.json` the titles.
    """
    page = site / PAGE / "index.html"
    if not page.is_file():
        return
    folder = site / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    titles = {}
    for slug in find_slugs():
        for mechanic, source in iter_sources(slug):
            titles[mechanic.id] = mechanic.title
            printed = {"title": mechanic.title, "source": source, **build_printed(mechanic)}
            _write(folder / f"{mechanic.id}.json", printed)
    _write(folder / "rules.json", titles)
    if found := TEMPLATE.search(page.read_text(encoding="utf-8")):
        source = f"{unescape(found[1])}\n"
        _write(folder / "template.json", {"title": "A new rule", "source": source, **build_template(source)})


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=0), encoding="utf-8")
