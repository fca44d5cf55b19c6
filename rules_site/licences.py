"""Licences of the third-party software that the site distributes, read from the installed packages."""

import importlib.metadata
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import markdown

PROJECT = Path(__file__).parents[1]
NODE_MODULES = PROJECT / "node_modules"
MATERIAL = importlib.metadata.distribution("mkdocs-material")
DOCSTRINGS = importlib.metadata.distribution("mkdocstrings-python")

TABLE_PLACEHOLDER = "<!-- what is shipped -->"
"""The line of a page that the table replaces."""

TEXTS_PATH = "licences/texts.txt"
"""The path of the licence texts in the site."""

NPM_PACKAGES = {
    "pyodide": "Python in your browser",
    "comlink": "calls between a page and Python",
    "idb": "characters and fights kept on your device",
    "minisearch": "the search",
    "stemmer": "the same: forms of words",
    "@codemirror/view": "the editor of the workbench",
    "@codemirror/state": "the same",
    "@codemirror/commands": "the same",
    "@codemirror/language": "the same",
    "@codemirror/lint": "the same",
    "@codemirror/lang-python": "the same",
    "@codemirror/autocomplete": "the same",
    "@lezer/common": "the same",
    "@lezer/highlight": "the same",
    "@lezer/lr": "the same",
    "@lezer/python": "the same",
    "@marijn/find-cluster-break": "the same",
    "crelt": "the same",
    "style-mod": "the same",
    "w3c-keyname": "the same",
    "uqr": "QR codes",
    "workbox-core": "the site without a connection",
    "workbox-precaching": "the same",
    "workbox-routing": "the same",
    "workbox-strategies": "the same",
    "@fontsource-variable/atkinson-hyperlegible-next": "the typeface of the text",
    "@fontsource/barlow-condensed": "the typeface of the headings",
}
"""npm packages that the site contains, in whole or in part, with their purpose."""

MATERIAL_PACKAGES = ("clipboard", "escape-html", "focus-visible", "material-design-color", "rxjs", "tslib")
"""npm packages contained in Material's scripts and styles; installed here only for their metadata."""

PUBLIC_DOMAIN = "public domain"
PYODIDE_COMPONENTS = {
    "StackFrame": (
        "MIT",
        "https://github.com/stacktracejs/stackframe",
        "Copyright (c) 2017 Eric Wendelin and other contributors",
    ),
    "ErrorStackParser": (
        "MIT",
        "https://github.com/stacktracejs/error-stack-parser",
        "Copyright (c) 2017 Eric Wendelin and other contributors",
    ),
    "Emscripten": (
        "MIT OR NCSA",
        "https://emscripten.org/",
        "Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n"
        "Copyright Joyent, Inc. and other Node contributors. All rights reserved.",
    ),
    "MiniLZ4": ("MIT", "https://github.com/pierrec/node-lz4", "Copyright (c) 2012 Pierre Curto"),
    "musl": ("MIT", "https://musl.libc.org/", "Copyright © 2005-2020 Rich Felker, et al."),
    "LLVM's libc++, libc++abi and libunwind": (
        "Apache-2.0 WITH LLVM-exception",
        "https://llvm.org/",
        "Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.\n"
        "See https://llvm.org/LICENSE.txt for license information.",
    ),
    "bzip2": ("bzip2-1.0.6", "https://sourceware.org/bzip2/", ""),
    "Expat": (
        "MIT",
        "https://libexpat.github.io/",
        "Copyright (c) 1998-2000 Thai Open Source Software Center Ltd and Clark Cooper\n"
        "Copyright (c) 2001-2025 Expat maintainers",
    ),
    "libffi": (
        "MIT",
        "https://sourceware.org/libffi/",
        "libffi - Copyright (c) 1996-2022 Anthony Green, Red Hat, Inc and others.",
    ),
    "liblzma": (PUBLIC_DOMAIN, "https://tukaani.org/xz/", "liblzma is in the public domain."),
    "mpdecimal": (
        "BSD-2-Clause",
        "https://www.bytereef.org/mpdecimal/",
        "Copyright (c) 2008-2020 Stefan Krah. All rights reserved.",
    ),
    "SQLite": ("blessing", "https://sqlite.org/", ""),
    "zlib": ("Zlib", "https://zlib.net/", "Copyright (C) 1995-2024 Jean-loup Gailly and Mark Adler"),
    "Zstandard": (
        "BSD-3-Clause OR GPL-2.0-only",
        "https://facebook.github.io/zstd/",
        "Copyright (c) Meta Platforms, Inc. and affiliates. All rights reserved.",
    ),
    "pyzstd": (
        "BSD-3-Clause",
        "https://github.com/Rogdham/pyzstd",
        "Copyright (c) 2020-present, Ma Lin and contributors. All rights reserved.",
    ),
    "HACL*": (
        "MIT",
        "https://hacl-star.github.io/",
        "Copyright (c) 2016-2022 INRIA, CMU and Microsoft Corporation\nCopyright (c) 2022-2023 HACL* Contributors",
    ),
    "mimalloc": (
        "MIT",
        "https://github.com/microsoft/mimalloc",
        "Copyright (c) 2018-2021 Microsoft Corporation, Daan Leijen",
    ),
    "Mersenne Twister": (
        "BSD-3-Clause",
        "http://www.math.sci.hiroshima-u.ac.jp/m-mat/MT/emt.html",
        "Copyright (C) 1997 - 2002, Makoto Matsumoto and Takuji Nishimura, All rights reserved.",
    ),
    "dtoa.c": ("dtoa", "https://netlib.org/fp/", ""),
    "cfuhash": (
        "BSD-3-Clause",
        "https://docs.python.org/3/license.html#cfuhash",
        "Copyright (c) 2005 Don Owens. All rights reserved.",
    ),
    "Unicode Character Database": ("Unicode-3.0", "https://www.unicode.org/ucd/", ""),
}
"""Components compiled into Pyodide, including CPython's: licence, address, and holder where SPDX's text has none.

Pyodide doesn't list them; the tests look for them in Pyodide's files. Of two licences, the first one is used.
"""

STANDARD_LICENCES = {"Python-2.0.1", "MPL-2.0", "W3C"}
"""Licences with a fixed text and no holder's name; packages only name them, and SPDX's list has the text."""

ICON_SETS = {
    "material": ("Material Design Icons", "Apache-2.0", "LICENSE", "https://pictogrammers.com/library/mdi/"),
    "fontawesome": ("Font Awesome Free", "CC-BY-4.0", "LICENSE.txt", "https://fontawesome.com/license/free"),
}


@dataclass(frozen=True)
class ThirdPartyPackage:
    """A third-party package.

    Attributes:
        licence: an SPDX expression.
        purpose: what the site uses it for.
        text: the licence's text, if the package contains it.
    """

    name: str
    version: str
    licence: str
    address: str
    purpose: str
    text: str = ""


def list_packages() -> list[ThirdPartyPackage]:
    """List all third-party packages in the site, in the order of the licences page."""
    return [
        *_list_python_packages(),
        *_list_npm_packages(),
        *_list_pyodide_components(),
        *_list_material_packages(),
        *_list_icon_sets(),
    ]


def render_table() -> str:
    """Render the packages as a Markdown table."""
    rows = [
        f"| [{each.name}]({each.address}) {each.version} | {each.purpose} | {each.licence} |"
        for each in list_packages()
    ]
    return "\n".join(["| Package | What it does here | Licence |", "|---|---|---|", *rows])


def insert_table(html: str) -> str:
    """Return a page's HTML with the table of the packages in its place."""
    return html.replace(TABLE_PLACEHOLDER, markdown.markdown(render_table(), extensions=["tables"]))


def write_texts(site: Path) -> None:
    """Write the texts of all licences into a finished site."""
    path = site / TEXTS_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_texts(), encoding="utf-8")


def render_texts() -> str:
    """Render each licence text once, under the names of its packages; one that is part of another isn't repeated."""
    by_text: dict[str, list[str]] = {}
    for each in list_packages():
        for text in (each.text, _load_licence_text(each.licence) if each.licence in STANDARD_LICENCES else ""):
            if text:
                by_text.setdefault(text.strip(), []).append(f"{each.name} {each.version}".strip())
    for text in sorted(by_text, key=len):
        if longer := next((other for other in by_text if other != text and text in other), None):
            by_text[longer] += by_text.pop(text)
    return "\n\n\n".join(f"{', '.join(names)}\n\n{text}" for text, names in by_text.items()) + "\n"


def _load_licence_text(licence: str, holder: str = "") -> str:
    """Return a licence's text from SPDX's list with the holder filled in, or above it if there is no placeholder."""
    listed = NODE_MODULES / "spdx-license-list" / "licenses" / f"{licence}.json"
    wording = str(json.loads(listed.read_text())["licenseText"])
    text, places = re.subn(r"^Copyright \(c\) <year>.*", lambda _: holder, wording, count=1, flags=re.MULTILINE)
    return text if places else f"{holder}\n\n{wording}".strip()


def _list_python_packages() -> Iterator[ThirdPartyPackage]:
    version = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text())["info"]["python"]
    yield ThirdPartyPackage(
        "mkdocstrings-python",
        DOCSTRINGS.version,
        DOCSTRINGS.metadata["License-Expression"],
        "https://mkdocstrings.github.io/python/",
        "pages about Python: their styles",
        DOCSTRINGS.read_text("licenses/LICENSE") or "",
    )
    yield ThirdPartyPackage(
        "CPython", version, "Python-2.0.1", "https://docs.python.org/3/license.html", "Python itself"
    )


def _list_npm_packages() -> Iterator[ThirdPartyPackage]:
    for name, does in NPM_PACKAGES.items():
        yield _read_npm_package(name, does)


def _list_pyodide_components() -> Iterator[ThirdPartyPackage]:
    for name, (licence, address, holder) in PYODIDE_COMPONENTS.items():
        text = holder if licence == PUBLIC_DOMAIN else _load_licence_text(licence.partition(" ")[0], holder)
        yield ThirdPartyPackage(name, "", licence, address, "a part of Pyodide", text)


def _read_npm_package(name: str, purpose: str) -> ThirdPartyPackage:
    folder = NODE_MODULES / name
    about = json.loads((folder / "package.json").read_text())
    text = next((path.read_text() for path in sorted(folder.glob("LICENSE*", case_sensitive=False))), "")
    return ThirdPartyPackage(
        name, about["version"], about["license"], _repository_url(about["repository"]), purpose, text
    )


def _repository_url(repository: str | dict[str, str]) -> str:
    """Return the web address of a repository that npm gives as `git+https://….git`, `git://….git` or `owner/name`."""
    if not isinstance(repository, str):
        repository = repository["url"]
    _, _, place = repository.rpartition("://")
    return "https://" + (place if "://" in repository else f"github.com/{place}").removesuffix(".git")


def _list_material_packages() -> Iterator[ThirdPartyPackage]:
    yield ThirdPartyPackage(
        "Material for MkDocs",
        MATERIAL.version,
        MATERIAL.metadata["License-Expression"],
        "https://squidfunk.github.io/mkdocs-material/",
        "the site's frame",
        MATERIAL.read_text("licenses/LICENSE") or "",
    )
    for name in MATERIAL_PACKAGES:  # Material doesn't list their versions
        yield replace(_read_npm_package(name, "a part of Material's scripts and styles"), version="")


def _list_icon_sets() -> Iterator[ThirdPartyPackage]:
    icons = Path(str(MATERIAL.locate_file("material/templates/.icons")))
    for folder, (name, licence, text, address) in ICON_SETS.items():
        yield ThirdPartyPackage(name, "", licence, address, "icons", (icons / folder / text).read_text())
