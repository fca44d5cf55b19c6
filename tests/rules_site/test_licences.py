"""The page of licences: it lists every third-party work that the site serves, as installed."""

import json
import re
from pathlib import Path

import material

from rules_site import licences, search
from rules_site.bundle import frontend
from rules_site.bundle.pyodide import PUBLISHED
from tests.cases import check_each

PROJECT = Path(__file__).parents[2]
PACKAGE_PATH = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
PYODIDE = PROJECT / "node_modules" / "pyodide"
COMPONENT_TRACES = {
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
"""Byte sequences that show the presence of each component in Pyodide's files."""

ICON = re.compile(r"\b(fontawesome|material|octicons|simple)/[a-z0-9-]+(?:/[a-z0-9-]+)?")


def find_packages(maps):
    """Return the packages that source maps name; Pyodide's maps name its sources beside its package."""
    return {
        found[1]
        for path in maps
        for source in json.loads(path.read_text())["sources"]
        for found in [PACKAGE_PATH.search(source)]
        if found and found[1] != "src"
    }


def test_licences_list_every_bundled_npm_package(tmp_path):
    made = frontend.write(tmp_path / "page")
    assert find_packages(path for name, path in made.items() if name.endswith(".map")) <= set(licences.NPM_PACKAGES)


def test_licences_list_every_served_npm_package():
    served = json.loads((PROJECT / "package.json").read_text())["dependencies"]
    imported = re.findall(
        r'from "(workbox-[a-z]+)',
        "".join(path.read_text() for path in (PROJECT / "rules_site" / "offline").glob("*.js")),
    )
    assert imported
    assert {*served, *imported} <= set(licences.NPM_PACKAGES)


def test_licences_list_every_package_inside_material():
    templates = Path(material.__file__).parent / "templates"
    maps = [
        path
        for path in (templates / "assets").rglob("*.map")
        if not path.relative_to(templates).as_posix().startswith(search.THEME_SEARCH_FOLDERS)
    ]
    assert find_packages(maps) == set(licences.MATERIAL_PACKAGES)


def test_licences_list_every_component_inside_pyodide():
    assert set(COMPONENT_TRACES) == set(licences.PYODIDE_COMPONENTS)
    files = b"".join((PYODIDE / name).read_bytes() for name in PUBLISHED.values())
    assert [name for name, trace in COMPONENT_TRACES.items() if trace not in files] == []


def test_licence_texts_name_the_copyright_holders():
    text_of = {each.name: each.text for each in licences.list_packages()}
    assert "Jean-loup Gailly and Mark Adler\n\nzlib License" in text_of["zlib"]
    assert text_of["musl"].startswith("MIT License\n\nCopyright © 2005-2020 Rich Felker, et al.\n\nPermission")


def test_licences_list_every_used_icon_set():
    sources = [PROJECT / "mkdocs.yml", *(PROJECT / "docs").rglob(".meta.yml"), *(PROJECT / "overrides").rglob("*.html")]
    used = {found[1] for path in sources for found in ICON.finditer(path.read_text())}
    assert used
    assert used <= set(licences.ICON_SETS)


@check_each("name", licences.NPM_PACKAGES)
def test_licence_table_shows_installed_version_and_licence(name):
    about = json.loads((PROJECT / "node_modules" / name / "package.json").read_text())
    [row] = [line for line in licences.render_table().splitlines() if f"[{name}]" in line]
    assert f") {about['version']} |" in row
    assert row.endswith(f"| {about['license']} |")


def test_licence_texts_are_listed_under_their_package_names():
    texts = licences.render_texts()
    for each in licences.list_packages():
        assert each.text or each.licence in licences.STANDARD_LICENCES, f"{each.name} has no text"
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
