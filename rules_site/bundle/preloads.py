"""The files that a page preloads, so that it requests no script only after another one has run.

Because of the policy in a page's `<meta>` element, Chromium doesn't look for addresses ahead of its parser, which waits
for the styles. So a page also preloads the scripts at its end, and the styles in its body, for which those wait.
The theme's script comes after all of them: readers roll without it.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .frontend import BOOTSTRAP_SCRIPT, DICE_SCRIPT, EMBED_SCRIPT, RULES_WORKER, SHARED_SCRIPTS

ELEMENT_SCRIPTS = {
    "fb-sheets": "#characters",
    "fb-fight": "#fight",
    "fb-history": "#tray",
    "fb-screen": "#screen",
    "fb-dice-odds": "#dice-odds",
    "fb-order": "#initiative",
    "fb-paper": "#paper",
}
"""The bundle that main.js loads for an element of a page."""

LARGE = 4
"""The number of files that use a slow line while others wait."""

RULES_MODULE = re.compile(r"assets/rules/[^/]+/[^/]+\.js")
REGISTERED_MECHANIC = re.compile(r"""[\w$]\("mechanic",\s*"([\w.-]+)\"""")
ELEMENT = re.compile(r"<(fb-[\w-]+)")
BODY = re.compile(r"<body\b.*", re.DOTALL)
STYLE = re.compile(r"""<link rel="stylesheet" href="(?:\.{1,2}/)*([^"]+)\"""")
PLAYED = re.compile(r"""<fb-(fight|sheets)\b[^>]*? game="([\w-]+)""")
PLAY_RULES = {"fight": "fights", "sheets": "sheets"}
"""The module that answers an element's questions, besides its game's."""

MECHANIC = re.compile(r"""<fb-[^>]*? mechanic="([^"]+)""")
TEMPLATE = re.compile(r"<template\b.*?</template>", re.DOTALL)
STATIC_IMPORT = re.compile(r"""\b(?:from|import)\s*"(\.{1,2}/[^"]+\.js)\"""")


@dataclass(frozen=True)
class Preload:
    """A file to preload.

    Attributes:
        path: its path in the site.
        kind: "module", "script" for a classic one, or "style".
    """

    path: str
    kind: str = "module"


def list_preloads(content: str, files: Mapping[str, Path]) -> list[Preload]:
    """List a page's own styles and scripts, and the rules that its forms roll, each module after its importer.

    Args:
        content: the page's HTML.
        files: site path → file, of all scripts.
    """
    elements = set(ELEMENT.findall(content))
    body = BODY.search(TEMPLATE.sub("", content))
    scripts = ["#shared", *(name for element, name in ELEMENT_SCRIPTS.items() if element in elements)]
    return [
        *(Preload(path, "style") for path in dict.fromkeys(STYLE.findall(body[0] if body else ""))),
        Preload(BOOTSTRAP_SCRIPT, "script"),
        Preload(DICE_SCRIPT),
        *(Preload(path) for path in _list_imported((SHARED_SCRIPTS[name] for name in scripts), files)),
        *(Preload(path) for path in _list_rules(content, files)),
    ]


def list_embed_preloads(content: str, files: Mapping[str, Path]) -> list[str]:
    """List the modules of a block in another site's frame, and the compiled rules that it rolls.

    Args:
        content: the block's HTML.
        files: site path → file, of all scripts.
    """
    return [*_list_imported((EMBED_SCRIPT,), files), *_list_rules(content, files)]


def _list_rules(content: str, files: Mapping[str, Path]) -> list[str]:
    """List the compiled rules that a page's forms roll, each module after its importer."""
    rolled = set(MECHANIC.findall(TEMPLATE.sub("", content)))
    rules = [path for path in files if RULES_MODULE.fullmatch(path) and rolled & _find_mechanics(files[path])]
    return _list_imported(rules, files)


@dataclass(frozen=True)
class PlayFiles:
    """The files that answer about the sheets or the fight of a page.

    Attributes:
        paths: their paths in the site, the worker's script first.
        is_deferrable: True if other files of the page come first.
    """

    paths: list[str]
    is_deferrable: bool


def find_play_files(content: str, files: Mapping[str, Path]) -> PlayFiles | None:
    """Find the worker's script and the rules that answer about the sheets or the fight of a page, if it has any.

    Browsers request a few files at a time. So the largest ones come first and use the line, while the small ones mostly
    wait for their round trips. Pages with sheets have forms, too, whose rolls shouldn't wait for the sheets' files.

    Args:
        content: the page's HTML.
        files: site path → file, of all scripts.
    """
    found = PLAYED.search(TEMPLATE.sub("", content))
    if not found:
        return None
    element, game = found.groups()
    modules = {Path(path).stem: path for path in files if RULES_MODULE.fullmatch(path)}
    if f"{game}-play" not in modules:
        return None
    rules = _list_imported((modules[PLAY_RULES[element]], modules[f"{game}-play"]), files)
    rules.sort(key=lambda path: files[path].stat().st_size)
    return PlayFiles([RULES_WORKER, *rules[-LARGE:], *rules[:-LARGE]], is_deferrable=element == "sheets")


def _list_imported(paths: Iterable[str], files: Mapping[str, Path]) -> list[str]:
    """List modules and everything that they import, without repetition."""
    found: dict[str, None] = {}
    pending = list(paths)
    while pending:
        path = pending.pop(0)
        if path not in found and path in files:
            found[path] = None
            pending += (posixpath.normpath(f"{posixpath.dirname(path)}/{name}") for name in _find_imports(files[path]))
    return list(found)


@cache
def _find_mechanics(path: Path) -> frozenset[str]:
    """Find the ids of the mechanics that a minified module of rules makes known."""
    return frozenset(REGISTERED_MECHANIC.findall(path.read_text(encoding="utf-8")))


@cache
def _find_imports(path: Path) -> list[str]:
    """Find the addresses of a minified module's static imports."""
    return STATIC_IMPORT.findall(path.read_text(encoding="utf-8"))
