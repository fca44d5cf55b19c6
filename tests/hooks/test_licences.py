"""Whatever the site hands out of others' work stands on the page of licences, as it is installed."""

import json
import re
from pathlib import Path

import material
import pytest

from hooks import licences, search
from hooks.bundle import page
from hooks.bundle.pyodide import PUBLISHED

PROJECT = Path(__file__).parents[2]
OF_PACKAGE = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
PYODIDE = PROJECT / "node_modules" / "pyodide"
IN_FILES = {
    "StackFrame": b"StackFrame",
    "ErrorStackParser": b"ErrorStackParser",
    "Emscripten": b"emscripten_",
    "MiniLZ4": b"MiniLZ4",
    "musl": b"No file descriptors available",
    "LLVM's libc++, libc++abi and libunwind": b"__cxxabiv1",
    "bzip2": b"libbzip2",
    "Expat": b"expat_2.",
    "libffi": b"ffi_prep_cif",
    "liblzma": b"lzma_code",
    "mpdecimal": b"libmpdec",
    "SQLite": b"sqlite3_open_v2",
    "zlib": b"inflate 1.",
    "Zstandard": b"ZSTD_c_compressionLevel",
    "pyzstd": b"PyInit__zstd",
    "HACL*": b"HACL*",
    "mimalloc": b"mimalloc: error",
    "Mersenne Twister": b"PyInit__random",
    "dtoa.c": b"float_repr_style",
    "cfuhash": b"PyInit__tracemalloc",
    "Unicode Character Database": b"unidata_version",
}
"""By what each part of Pyodide is found in its files."""

ICON = re.compile(r"\b(fontawesome|material|octicons|simple)/[a-z0-9-]+(?:/[a-z0-9-]+)?")


def packages_of(maps):
    """The packages that source maps name."""
    return {
        found[1]
        for path in maps
        for source in json.loads(path.read_text())["sources"]
        for found in [OF_PACKAGE.search(source)]
        if found
    }


def test_every_package_that_the_page_s_scripts_are_made_of(tmp_path):
    made = page.write(tmp_path / "page")
    assert packages_of(path for name, path in made.items() if name.endswith(".map")) <= set(licences.OF_NPM)


def test_every_package_that_the_site_serves():
    served = json.loads((PROJECT / "package.json").read_text())["dependencies"]
    imported = re.findall(
        r'from "(workbox-[a-z]+)', "".join(path.read_text() for path in (PROJECT / "hooks" / "offline").glob("*.js"))
    )
    assert imported
    assert {*served, *imported} <= set(licences.OF_NPM)


def test_what_material_is_made_of():
    templates = Path(material.__file__).parent / "templates"
    maps = [
        path
        for path in (templates / "assets").rglob("*.map")
        if not path.relative_to(templates).as_posix().startswith(search.REPLACED)
    ]
    assert packages_of(maps) == set(licences.IN_MATERIAL)


def test_what_pyodide_is_made_of():
    assert set(IN_FILES) == set(licences.IN_PYODIDE)
    files = b"".join((PYODIDE / name).read_bytes() for name in PUBLISHED.values())
    assert [name for name, trace in IN_FILES.items() if trace not in files] == []


def test_whose_it_is_stands_where_the_wording_leaves_it_open():
    text_of = {each.name: each.text for each in licences.shipped()}
    assert "Jean-loup Gailly and Mark Adler\n\nzlib License" in text_of["zlib"]
    assert text_of["musl"].startswith("MIT License\n\nCopyright © 2005-2020 Rich Felker, et al.\n\nPermission")


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
    assert not re.search(r"<(year|owner|copyright)", texts, re.IGNORECASE)
    for title in (
        "SIL OPEN FONT LICENSE",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "BEOPEN.COM LICENSE AGREEMENT FOR PYTHON 2.0",
        "CNRI LICENSE AGREEMENT FOR PYTHON 1.6.1",
        "CWI LICENSE AGREEMENT FOR PYTHON 0.9.0 THROUGH 1.2",
        "Mozilla Public License Version 2.0",
        "W3C SOFTWARE",
        "Apache License",
    ):
        assert title.lower() in texts.lower()
    for holder in (
        "Zeno Rocha",
        "TJ Holowaychuk",
        "Denis Malinochkin",
        "Microsoft Corporation",
        "Eric Wendelin",
        "Emscripten authors",
        "Mark Adler",
        "Julian R Seward",
        "David M. Gay",
    ):
        assert holder in texts
