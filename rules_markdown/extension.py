"""Python-Markdown registration of blocks and dice."""

import re
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import STX

from rules_py.formats import find_licence
from rules_py.rendering.paper_sheet import PLAIN, Look

from .block_kinds import KINDS
from .block_parser import is_block, parse_block, without_left_out_games
from .builders import SourcePage, count_lines_before, find_error_type, find_source_page, register_anchors
from .dice_in_text import DiceTreeprocessor
from .examples import find_anchors, render_section_examples
from .icons import find_icon
from .page import BlockError, Page
from .page_data import SCREEN_END, SCREEN_START, render_page_data
from .page_text import parse_lines
from .problems import describe_block_error

ART = "art.svg"
"""The file with a game's drawing, in the folder of its pages."""


class RulesExtension(Extension):
    """The extension for one Markdown instance, which may render several pages.

    MkDocs and Zensical tell which page they render. Any other builder sets it with the config of a new instance, or
    with `setConfigs` between two pages. As in any extension, a page's state ends with `Markdown.reset()`.
    """

    PAGE_OPTIONS = ("path", "lines_before", "root", "address", "look", "workbench", "anchors", "tables")

    def __init__(self, **config: Any):
        self.source: SourcePage | None = None
        self.found: dict[str, Any] = {}
        self.config = {
            "path": ["", "the page's file, for messages"],
            "lines_before": [0, "how many of its lines (front matter) were taken off before rendering"],
            "root": ["", "the start of links from the page to the site's root, such as ../, or an absolute one"],
            "address": ["", "the page's own address from there, for links to what is shown on another page"],
            "look": [PLAIN, "the look of the game's printed pages"],
            "workbench": ["", "the address of the page on which readers change rules, if the site has one"],
            "anchors": [set(), "takes the ids that blocks give out on the page"],
            "tables": [{}, "takes the tables on the page by the names that their anchors have"],
            "error": [BlockError, "raised with file, line and what was expected; MkDocs has its own exception"],
        }
        super().__init__(**config)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processors of blocks and dice."""
        md.registerExtension(self)
        # Block-level elements aren't wrapped in a paragraph.
        md.block_level_elements += [
            "fb-roller",
            "fb-table",
            "fb-order",
            "fb-calc",
            "fb-dice",
            "fb-history",
            "fb-sheets",
            "fb-fight",
            "fb-counted",
            "fb-dice-odds",
            "fb-paper",
            "fb-workbench",
        ]
        # Run before fenced code (25), which would change line numbers; our preprocessor skips fences itself.
        md.preprocessors.register(BlockPreprocessor(md, self), "rules_blocks", 28)
        # Run after the inline patterns (20), so that code and links can be distinguished from text.
        md.treeprocessors.register(DiceTreeprocessor(md), "rules_dice", 15)
        md.treeprocessors.register(AnchorTreeprocessor(md, self), "rules_anchors", 14)

    def reset(self) -> None:
        """Start a page without any anchors."""
        self.getConfig("anchors").clear()
        self.getConfig("tables").clear()
        self.source, self.found = None, {}

    def find_page(self, md: Markdown, lines: list[str]) -> None:
        """Find the page that the builder renders, and complete its front matter for templates.

        Args:
            md: the builder's instance.
            lines: the page's text, without front matter.
        """
        source = self.source = find_source_page(md)
        if source is None:
            return
        meta, slug = source.meta, source.meta.get("game")
        if slug and isinstance(slug, str):  # another site's front matter may say anything
            meta.setdefault("credit", find_licence(slug).credit)
            meta.setdefault("licence", find_licence(slug).line)
            if (source.docs / slug / ART).is_file():
                meta["art"] = f"{slug}/{ART}"
        self.found = {
            "path": source.file,
            "lines_before": count_lines_before(source.read_text(), lines),
            "root": source.link_root,
            "address": source.url or "./",
            "look": self.build_look(source) if slug and {"mark", "name"} <= meta.keys() else PLAIN,
        }

    def build_look(self, source: SourcePage) -> Look:
        """Build the look of a game's printed pages, or raise the configured error if no theme has its icon."""
        try:
            return build_look(source)
        except FileNotFoundError as error:
            raise self.error(f"{source.file}: {error}") from None

    @property
    def error(self) -> type[Exception]:
        """The exception for a mistake on the page: the configured one, that of the builder, or else `BlockError`."""
        configured: type[Exception] = self.getConfig("error")
        own = find_error_type() if self.source and configured is BlockError else None
        return own or configured

    @property
    def page(self) -> Page:
        """The page being rendered; what is configured comes before what the builder tells."""
        configured = {name: self.getConfig(name) for name in self.PAGE_OPTIONS}
        if self.source and self.source.meta.get("screen"):  # a GM's screen is for play
            configured["workbench"] = ""
        found = {name: value for name, value in self.found.items() if configured[name] in ("", 0, PLAIN)}
        return Page(**configured | found)


def build_look(source: SourcePage) -> Look:
    """Build the look of a game's printed pages."""
    meta = source.meta
    return Look(
        f"{find_icon(meta['mark'], source.themes)} <span>{escape(meta['name'])}</span>",
        meta.get("credit", ""),
        f"{source.root}{meta['art']}" if "art" in meta else "",
    )


@dataclass
class _Section:
    """A section of a page.

    Attributes:
        address: the page's address.
        anchors: the ids of its heading and of its blocks.
        start: the number of rendered lines before its heading.
        has_left_out: True if it has a block of a game that the site leaves out.
        has_content: True if it has anything else besides its heading.
    """

    address: str
    anchors: set[str] = field(default_factory=set)
    start: int = 0
    has_left_out: bool = False
    has_content: bool = False


def _find_last_paragraph(lines: list[str]) -> tuple[int, int]:
    """Return the numbers of the first line of the last paragraph and of the line after it."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    start = end
    while start and lines[start - 1].strip():
        start -= 1
    return start, end


def _is_text(lines: list[str]) -> bool:
    """Return True if lines are text, such as a page's credit, and neither a block nor HTML."""
    return bool(lines) and not lines[0].startswith((STX, "<", "#", "-", "|", " "))


class BlockPreprocessor(Preprocessor):
    """A preprocessor that replaces each block line with its HTML."""

    SUMMARY = re.compile(r"<summary>(.*)</summary>")
    TILE = re.compile(r"## |---+\s*$")
    """The first tile of a GM's screen, or the line below a screen without any."""

    def __init__(self, md: Markdown, extension: RulesExtension):
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """Replace block lines with their stashed HTML, except in fenced code."""
        self.extension.find_page(self.md, lines)
        heading, heading_id = "", ""
        rendered: list[str] = []
        section = _Section(self.extension.page.address)
        for number, parsed in enumerate(parse_lines(lines), 1):
            line = parsed.text
            if parsed.is_code or not is_block(line):
                if parsed.title:
                    self.end_section(section, rendered)
                    heading, heading_id = parsed.title, parsed.id
                    section = _Section(section.address, {heading_id}, len(rendered))
                elif found := not parsed.is_code and self.SUMMARY.fullmatch(line):
                    heading, heading_id = found[1], ""
                section.has_content |= bool(line.strip()) and not parsed.title
                rendered.append(line)
                continue
            indent = line[: len(line) - len(line.lstrip())]
            html = self.render_block(line, number, heading, heading_id)
            if html is None:
                section.has_left_out = True
                continue
            section.has_content = True
            section.anchors |= find_anchors(html)
            rendered += ["", indent + self.md.htmlStash.store(html), ""]
        self.end_section(section, rendered, is_last=True)
        if source := self.extension.source:
            rendered += self.render_data(source, rendered)
        return rendered

    def render_data(self, source: SourcePage, rendered: list[str]) -> list[str]:
        """Return the lines with the page's data, and mark the tiles of a GM's screen in the other lines."""
        try:
            icon = find_icon(source.meta["mark"], source.themes) if "mark" in source.meta else ""
        except FileNotFoundError as error:
            raise self.extension.error(f"{source.file}: {error}") from None
        lines = ["", self.md.htmlStash.store(render_page_data(source, icon)), ""]
        if not source.meta.get("screen"):
            return lines
        first = next((number for number, line in enumerate(rendered) if self.TILE.match(line)), len(rendered))
        rendered[first:first] = ["", self.md.htmlStash.store(SCREEN_START), ""]
        return ["", self.md.htmlStash.store(SCREEN_END), *lines]

    def end_section(self, section: "_Section", rendered: list[str], *, is_last: bool = False) -> None:
        """Insert the section's examples at its end; in the last section, before a paragraph at the page's end.

        A section with nothing but blocks of games that the site leaves out is left out with its heading.
        """
        if section.has_left_out and not section.has_content:
            del rendered[section.start :]
            return
        if not (html := render_section_examples(section.address, section.anchors)):
            return
        start, end = _find_last_paragraph(rendered)
        place = start if is_last and _is_text(rendered[start:end]) else end
        rendered[place:place] = ["", self.md.htmlStash.store(html), ""]

    def render_block(self, line: str, number: int, heading: str = "", heading_id: str = "") -> str | None:
        """Render a block, or None for one of a game left out; raise the configured error with its file and line."""
        page = replace(self.extension.page, heading=heading, heading_id=heading_id)
        block = None
        try:
            block = without_left_out_games(parse_block(line, KINDS))
            return block.kind.render(block, page) if block else None
        except Exception as error:  # a rule may raise anything
            problem = describe_block_error(error, page.source_location(number), line, block)
            raise self.extension.error(str(problem)) from None


class AnchorTreeprocessor(Treeprocessor):
    """A tree processor that tells the builder the ids in the page's blocks, so that links to them are checked."""

    def __init__(self, md: Markdown, extension: RulesExtension):
        super().__init__(md)
        self.extension = extension

    def run(self, root: Element) -> None:
        """Tell the ids, after the builder has looked for others in the page's text."""
        register_anchors(self.md, self.extension.page.anchors)
