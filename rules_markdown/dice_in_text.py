"""Dice in running text, which become `fb-die` elements that roll; a backslash before the dice keeps them as text."""

import html
import re
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from rules_py import notation
from rules_py.rendering.labels import build_chip_attributes

SKIPPED_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "pre", "kbd", "button", "script", "style"}
BREAK = "\0"
"""Replaces elements that divide the text, such as a nested list."""
NOTATION = set("<>≤≥≠=*×−–+!")
"""Characters that a page may also write with a backslash or as an entity, as in `2d6\\*3` or `6d6&gt;=5`."""
MATH = "arithmatex"
"""The class of elements with formulas, which pymdownx.arithmatex writes."""


class DiceTreeprocessor(Treeprocessor):
    """A tree processor that wraps dice notation in a page's text in `fb-die` elements."""

    # Python-Markdown's placeholders for an escaped character and for an entity.
    ESCAPED = re.compile("\x02([0-9]+)\x03")
    REST_OF_DICE = re.compile(r"\d*[dD]\d")
    STASHED = re.compile("\x02wzxhzdk:([0-9]+)\x03")

    def __init__(self, md: Markdown):
        super().__init__(md)
        self.markdown = md

    def run(self, root: ElementTree.Element) -> None:
        """Process the page's tree in place."""
        self.walk(root, "", "")

    def walk(self, element: ElementTree.Element, preceding: str, following: str) -> None:
        """Process an element and its descendants.

        `preceding` and `following` are the paragraph's text before and after the element.
        """
        if element.tag in SKIPPED_TAGS or MATH in element.get("class", "").split():
            return
        if self.ends_text(element):
            preceding = following = ""
        children = list(element)
        texts = [self.plain(element.text or "")]  # followed by each child's text and tail
        for child in children:
            texts += [BREAK if self.ends_text(child) else "".join(child.itertext()), self.plain(child.tail or "")]

        def beside(at: int) -> tuple[str, str]:
            before, behind = preceding + "".join(texts[:at]), "".join(texts[at + 1 :]) + following
            return before.rpartition(BREAK)[2], behind.partition(BREAK)[0]

        for at, child in enumerate(children):
            self.walk(child, *beside(2 * at + 1))
        for at in reversed(range(len(children))):
            if tail := texts[2 * at + 2]:
                children[at].tail, element[at + 1 : at + 1] = self.split(tail, *beside(2 * at + 2))
        if texts[0]:
            element.text, element[0:0] = self.split(texts[0], *beside(0))

    def ends_text(self, element: ElementTree.Element) -> bool:
        """Return True if an element separates the text before it from the text in and after it."""
        return element.tag == "br" or self.markdown.is_block_level(element.tag)

    def plain(self, text: str) -> str:
        """Replace the placeholders of dice notation's characters with the characters."""

        def escaped(match: re.Match[str]) -> str:
            character = chr(int(match[1]))
            if self.REST_OF_DICE.match(character + match.string[match.end() :]):
                return "\\" + character  # pymdownx.escapeall escapes digits and letters too
            return character if character in NOTATION else match[0]

        def stashed(match: re.Match[str]) -> str:
            entity = (self.markdown.htmlStash.rawHtmlBlocks[int(match[1]) :] or [""])[0]
            character = html.unescape(entity) if isinstance(entity, str) else ""
            return character if character in NOTATION else match[0]

        return self.STASHED.sub(stashed, self.ESCAPED.sub(escaped, text)) if "\x02" in text else text

    @staticmethod
    def split(text: str, preceding: str, following: str) -> tuple[str, list[ElementTree.Element]]:
        """Split a text into the text before the first dice, and a `fb-die` for each with the text after it."""
        before: str = ""
        dice: list[ElementTree.Element] = []
        for part in notation.split_text(text, preceding, following):
            if not isinstance(part, str):
                die = ElementTree.Element("fb-die", build_chip_attributes(part.notation))
                die.text = part.text
                dice.append(die)
            elif dice:
                dice[-1].tail = part
            else:
                before = part
        return before, dice
