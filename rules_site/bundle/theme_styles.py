"""The theme's styles without the rules for elements that no page of this site can have.

A selector stays if all of its classes, ids, elements and attributes occur in a page's markup, or as a word of a script
or of the rules' Python code, which both create elements. Whatever is in doubt stays.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tinycss2
from selectolax.lexbor import LexborHTMLParser

from rules_py import discovery

RULES = Path(__file__).parents[2] / "rules_py"
STYLES = "assets/stylesheets/*.css"
"""The theme's style sheets in the site."""

EDITOR = "assets/js/entry/workbench.js"
"""The script that has an editor with styles of its own, and words for all colours."""

WITHOUT_HTML = {"checking", "cli", "scaffold"}
"""The folders of Python code that write no HTML in browsers."""

WORD = re.compile(r"[\w-]+")
PROPERTY = re.compile(r"--[\w-]+")
NESTING = ("media", "supports", "layer", "container")
"""At-rules that contain rules."""

ALTERNATIVES = ("is", "where")
"""Selectors that match if one of their arguments does."""

type Tokens = list[Any]


@dataclass
class Vocabulary:
    """Everything that selectors can match.

    Attributes:
        words: words of scripts, and the ids, classes and elements of pages.
        values: attributes of pages, with their values.
        properties: custom properties that other styles, pages and scripts use.
    """

    words: set[str] = field(default_factory=set)
    values: dict[str, set[str]] = field(default_factory=dict)
    properties: set[str] = field(default_factory=set)

    def add_page(self, html: str) -> None:
        """Add the names of a page's markup, including its templates and inline scripts."""
        self.properties.update(PROPERTY.findall(html))
        for node in LexborHTMLParser(html).css("*"):
            self.words.add(node.tag or "")
            for name, value in node.attributes.items():
                self.values.setdefault(name, set()).add(value or "")
                if name in ("class", "id"):
                    self.words.update((value or "").split())
            if node.tag == "script":
                self.add_text(node.text())
            elif node.tag == "template":
                self.add_text(node.html or "")  # the parser doesn't list its elements

    def add_text(self, text: str) -> None:
        """Add all words of a script or of another text that may create elements."""
        self.words.update(WORD.findall(text))
        self.properties.update(PROPERTY.findall(text))


def trim_theme_styles(site: Path) -> None:
    """Trim the theme's style sheets in a finished site."""
    styles = sorted(site.glob(STYLES))
    games = [Path(package.folder) for package in discovery.find_external_packages()]
    known = read_vocabulary(site, [RULES, *games])
    for path, text in zip(styles, trim_styles([path.read_text("utf-8") for path in styles], known), strict=True):
        path.write_text(text, "utf-8")
        path.with_name(f"{path.name}.map").unlink(missing_ok=True)  # no longer matches the styles


def read_vocabulary(site: Path, sources: Iterable[Path]) -> Vocabulary:
    """Read everything that selectors can match.

    Args:
        site: the finished site.
        sources: folders of Python code, which may write HTML.
    """
    known = Vocabulary()
    for path in site.rglob("*.html"):
        known.add_page(path.read_text("utf-8"))
    code = [path for folder in sources for path in folder.rglob("*.py") if not WITHOUT_HTML & set(path.parts)]
    scripts = set(site.glob("assets/**/*.js")) - set(site.glob(EDITOR))
    for path in (*scripts, *site.glob("assets/forms/*.json"), *code):
        known.add_text(path.read_text("utf-8"))
    for path in set(site.rglob("*.css")) - set(site.glob(STYLES)):
        known.properties.update(PROPERTY.findall(path.read_text("utf-8")))
    return known


def trim_styles(styles: Iterable[str], known: Vocabulary) -> list[str]:
    """Return the style sheets without rules that can't match, and without custom properties that nothing uses."""
    sheets = [_parse(tinycss2.parse_stylesheet(text, skip_whitespace=True), known) for text in styles]
    while True:  # a dropped property may have been the only use of another one
        used = known.properties | {name for sheet in sheets for rule in sheet for name in rule.list_used()}
        unused = [rule for sheet in sheets for rule in sheet if rule.drop_unused(used)]
        if not unused:
            return ["".join(rule.serialize() for rule in sheet) for sheet in sheets]


@dataclass
class Rule:
    """A rule of a style sheet, an at-rule that contains rules, or something else that stays as it is.

    Attributes:
        prelude: its selectors or its condition.
        declarations: the declarations of a rule with selectors.
        rules: the rules that it contains.
        other: the text of anything else.
    """

    prelude: str = ""
    declarations: list[Any] = field(default_factory=list)
    rules: list["Rule"] | None = None
    other: str = ""

    def list_used(self) -> Iterator[str]:
        """List the custom properties that values use."""
        for rule in self.rules or ():
            yield from rule.list_used()
        for declaration in self.declarations:
            yield from PROPERTY.findall(tinycss2.serialize(declaration.value))
        yield from PROPERTY.findall(self.other)

    def drop_unused(self, used: set[str]) -> bool:
        """Drop custom properties that aren't used, and return True if there were any."""
        kept = [each for each in self.declarations if not each.name.startswith("--") or each.name in used]
        is_changed = len(kept) < len(self.declarations)
        self.declarations = kept
        for rule in self.rules or ():
            is_changed |= rule.drop_unused(used)
        return is_changed

    def serialize(self) -> str:
        """Return the rule's text; none if it is empty."""
        if self.rules is not None:
            body = "".join(rule.serialize() for rule in self.rules)
        else:
            body = ";".join(_serialize_declaration(each) for each in self.declarations)
        return f"{self.prelude}{{{body}}}" if body else self.other


def _serialize_declaration(declaration: Any) -> str:
    value = tinycss2.serialize(declaration.value).strip()
    return f"{declaration.name}:{value}{'!important' if declaration.important else ''}"


def _parse(nodes: Tokens, known: Vocabulary) -> list[Rule]:
    """Return a style sheet's rules that can match."""
    found = []
    for node in nodes:
        if node.type == "qualified-rule":
            if selectors := _trim_selectors(node.prelude, known):
                declarations = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
                is_plain = all(each.type == "declaration" for each in declarations)
                found.append(Rule(selectors, declarations) if is_plain else Rule(other=node.serialize()))
        elif node.type == "at-rule" and node.lower_at_keyword in NESTING and node.content is not None:
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            prelude = f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}"
            found.append(Rule(prelude, rules=_parse(inner, known)))
        elif node.type != "comment" or node.value.startswith("!"):  # licences stay, a source map's address doesn't
            found.append(Rule(other=node.serialize()))
    return found


def _trim_selectors(prelude: Tokens, known: Vocabulary) -> str:
    """Return the selectors that can match; none if there are none.

    A browser ignores all selectors of a list if it doesn't know one of them. So lists with vendors' names stay whole.
    """
    selectors = list(_split(prelude))
    kept = [each for each in selectors if _can_match(each, known)]
    dropped = "".join(tinycss2.serialize(each) for each in selectors if each not in kept)
    if kept and re.search(r":-\w+-", dropped):
        kept = selectors
    return ",".join(tinycss2.serialize(each).strip() for each in kept)


def _split(tokens: Tokens) -> Iterator[Tokens]:
    """Split a list of selectors at its commas."""
    part: Tokens = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _can_match(selector: Tokens, known: Vocabulary) -> bool:
    """Return False if a selector needs a name that can't occur."""
    before = None
    for token in selector:
        match token.type:
            case "ident" if before != ":":  # a class or an element
                is_possible = token.value in known.words
            case "hash":
                is_possible = token.value in known.words
            case "[] block":
                is_possible = _can_have(token.content, known)
            case "function" if token.lower_name in ALTERNATIVES:
                is_possible = any(_can_match(each, known) for each in _split(token.arguments))
            case _:
                is_possible = True
        if not is_possible:
            return False
        before = token
    return True


def _can_have(attribute: Tokens, known: Vocabulary) -> bool:
    """Return False if no element can have an attribute, or its exact value."""
    tokens = [token for token in attribute if token.type not in ("whitespace", "comment")]
    name = tokens[0].value
    if name not in known.values and name not in known.words:
        return False
    is_exact = len(tokens) == 3 and tokens[1] == "="
    return not is_exact or tokens[2].value in known.values.get(name, ()) or tokens[2].value in known.words
