"""Whatever the site hands out of others' work stands on the page of licences, as it is installed."""

import json
import re
from pathlib import Path

import material
import pytest

from hooks import licences, search
from hooks.bundle import page

PROJECT = Path(__file__).parents[2]
OF_PACKAGE = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
ICON = re.compile(r"\b(fontawesome|material|octicons|simple)/[a-z0-9-]+(?:/[a-z0-9-]+)?")


def packages_of(maps):
    """The packages that source maps name."""
    return {found[1] for path in maps for source in json.loads(path.read_text())["sources"]
            for found in [OF_PACKAGE.search(source)] if found}


def test_every_package_that_the_page_s_scripts_are_made_of(tmp_path):
    made = page.write(tmp_path / "page")
    assert packages_of(path for name, path in made.items() if name.endswith(".map")) <= set(licences.OF_NPM)


def test_every_package_that_the_site_serves():
    served = json.loads((PROJECT / "package.json").read_text())["dependencies"]
    imported = re.findall(r'from "(workbox-[a-z]+)', "".join(
        path.read_text() for path in (PROJECT / "hooks" / "offline").glob("*.js")))
    assert imported
    assert {*served, *imported} <= set(licences.OF_NPM)


def test_what_material_is_made_of():
    templates = Path(material.__file__).parent / "templates"
    maps = [path for path in (templates / "assets").rglob("*.map")
            if not path.relative_to(templates).as_posix().startswith(search.REPLACED)]
    assert packages_of(maps) == set(licences.IN_MATERIAL)


def test_every_set_of_icons():
    sources = [PROJECT / "mkdocs.yml", *(PROJECT / "docs").rglob(".meta.yml"), *(PROJECT / "overrides").rglob("*.html")]
    used = {found[1] for path in sources for found in ICON.finditer(path.read_text())}
    assert used
    assert used <= set(licences.OF_ICONS)


@pytest.mark.parametrize("name", licences.OF_NPM)
def test_version_and_licence_are_those_installed(name):
    about = json.loads((PROJECT / "node_modules" / name / "package.json").read_text())
    [row] = [line for line in licences.table().splitlines() if f"[{name}]" in line]
    assert f") {about['version']} |" in row
    assert row.endswith(f"| {about['license']} |")


def test_the_licences_own_texts_stand_under_their_packages_names():
    texts = licences.texts()
    for each in licences.shipped():
        assert each.text or each.licence in licences.BY_NAME, f"{each.name} has no text"
        assert f"{each.name} {each.version}".strip() in texts
        assert not each.text or texts.count(each.text.strip()) == 1, "a text that packages share stands once"
    for title in ("SIL OPEN FONT LICENSE", "PYTHON SOFTWARE FOUNDATION LICENSE", "Mozilla Public License Version 2.0",
                  "W3C SOFTWARE", "Apache License"):
        assert title.lower() in texts.lower()
    for holder in ("Zeno Rocha", "TJ Holowaychuk", "Denis Malinochkin", "Microsoft Corporation"):
        assert holder in texts
