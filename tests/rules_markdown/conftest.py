"""Fixtures that render Markdown as a page of the site and parse its HTML into elements."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest

from rules_markdown.page import BlockError
from tests.rules_markdown import sample_game

RULES = "rules_markdown"
EXTENSIONS = [RULES, "attr_list", "tables", "admonition", "fenced_code", "toc"]
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    """An element of a page: its tag, attributes and children."""

    tag: str
    attributes: dict[str, str | None]
    children: list["Element | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str | None:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        """Return the attribute's value, or None without the attribute."""
        return self.attributes.get(name)

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    @property
    def text(self) -> str:
        """The element's whole text, with white space collapsed as in a browser."""
        joined = "".join(child if isinstance(child, str) else child.text for child in self.children)
        return " ".join(joined.split())

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    def all(self, tag: str | None = None, css: str | None = None, **attributes: str) -> list["Element"]:
        """Return all descendants with the tag, the class and the attributes (`_` for `-`)."""
        found = []
        for child in self.children:
            if isinstance(child, str):
                continue
            wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
            if (
                tag in (None, child.tag)
                and (css is None or css in child.classes)
                and all(child.attributes.get(name) == value for name, value in wanted.items())
            ):
                found.append(child)
            if child.tag != "template":  # a browser doesn't render a template's content
                found += child.all(tag, css, **attributes)
        return found

    def one(self, tag: str | None = None, css: str | None = None, **attributes: str) -> "Element":
        """Return the only such element; fail if there are none or several."""
        found = self.all(tag, css, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag or ''} {css or ''} {attributes}"
        return found[0]

    def parent_tags(self, wanted: "Element") -> list[str]:
        """Return the tags from this element down to the wanted element's parent."""
        for child in self.children:
            if child is wanted:
                return [self.tag]
            if isinstance(child, Element) and (below := child.parent_tags(wanted)):
                return [self.tag, *below]
        return []


class _Reader(HTMLParser):
    def __init__(self, html: str):
        super().__init__()
        self.open = [Element("page", {})]
        self.feed(html)
        assert len(self.open) == 1, f"never closed: {[element.tag for element in self.open[1:]]}"

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Element(tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def read_html(html: str) -> Element:
    """Parse HTML into elements; every tag must be closed in order."""
    return _Reader(html).open[0]


@pytest.fixture
def read():
    return read_html


def render_html(
    text: str,
    path: str = "docs/moon/page.md",
    lines_before: int = 0,
    root: str = "../../",
    address: str = "",
    extensions: tuple[str, ...] = (),
) -> str:
    """Render Markdown to HTML as a file of the site."""
    about = {"path": path, "lines_before": lines_before, "root": root, "address": address}
    return markdown.markdown(text, extensions=[*EXTENSIONS, *extensions], extension_configs={RULES: about})


@pytest.fixture(scope="session")
def render():
    """Return a function that renders Markdown as docs/moon/page.md and parses the result."""
    return lambda text, **about: read_html(render_html(text, **about))


@pytest.fixture(scope="session")
def sample_game_folder(tmp_path_factory) -> Path:
    """Create the folder of a game with the roller `made-up.all` and the table `made-up.odd`."""
    return sample_game.install(tmp_path_factory.mktemp("made-up"), sample_game.FILES)


@pytest.fixture
def sample_game_on_path(sample_game_folder, monkeypatch):
    """Make the made-up game importable for one test."""
    monkeypatch.syspath_prepend(sample_game_folder)


@pytest.fixture
def block_error():
    """Return a function that renders invalid Markdown and returns the author's error message."""

    def refused(text: str, **about) -> str:
        with pytest.raises(BlockError) as error:
            render_html(text, **about)
        return str(error.value)

    return refused
