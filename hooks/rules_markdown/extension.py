"""Hooks the blocks and the dice into Python-Markdown."""

import re
import xml.etree.ElementTree as etree

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from hooks.rules_markdown import block_line, source
from hooks.rules_markdown.calculator_block import calculator_block
from hooks.rules_markdown.compare_block import compare_block
from hooks.rules_markdown.odds_block import odds_block
from hooks.rules_markdown.order_block import order_block
from hooks.rules_markdown.roller_block import roller_block
from hooks.rules_markdown.table_block import table_block
from rules_py import RulesError, notation, show

BLOCKS = {"table": table_block, "roller": roller_block, "odds": odds_block, "order": order_block,
          "calculator": calculator_block, "compare": compare_block}
NO_DICE_IN = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "pre", "kbd", "button", "script", "style"}


class RulesExtension(Extension):
    """Config: `error`, the exception type that a bad block raises (`source.BlockError`)."""

    def __init__(self, **config):
        self.config = {"error": [source.BlockError, "raised with file, line and what was expected"]}
        super().__init__(**config)

    def extendMarkdown(self, md: Markdown) -> None:
        md.block_level_elements += ["fb-roller", "fb-table", "fb-order", "fb-calc"]  # so that no paragraph is put around them
        # Before fenced code (25), which would hide line numbers; it skips fences itself.
        md.preprocessors.register(BlockLines(md, self.getConfig("error")), "rules_blocks", 28)
        # After the inline patterns (20), so that code and links can be told from text.
        md.treeprocessors.register(DiceInText(md), "rules_dice", 15)


class BlockLines(Preprocessor):
    """Replaces each block line by what it shows."""

    FENCE = re.compile(r"\s*(`{3,}|~{3,})")

    def __init__(self, md: Markdown, error: type[Exception]):
        super().__init__(md)
        self.error = error

    def run(self, lines: list[str]) -> list[str]:
        fence, rendered = "", []
        for number, line in enumerate(lines, 1):
            opened = self.FENCE.match(line)
            if opened and (not fence or line.strip().startswith(fence)):
                fence = "" if fence else opened[1]
            if fence or not line.strip().startswith(block_line.MARK):
                rendered.append(line)
                continue
            indent = line[:len(line) - len(line.lstrip())]
            rendered += ["", indent + self.md.htmlStash.store(self.block(line, number)), ""]
        return rendered

    def block(self, line: str, number: int) -> str:
        try:
            block = block_line.parse(line)
            return BLOCKS[block.kind](block, source.current)
        except RulesError as error:
            place = f"{source.current.path}:{source.current.lines_before + number}"
            raise self.error(f"{place}: {error}") from None


class DiceInText(Treeprocessor):
    """Wraps dice notation in running text in `fb-die`; a backslash before it keeps it plain."""

    def run(self, root: etree.Element) -> None:
        self.walk(root)

    def walk(self, element: etree.Element) -> None:
        if element.tag in NO_DICE_IN:
            return
        for child in list(element):
            self.walk(child)
            if child.tail:
                child.tail, dice = self.split(child.tail)
                at = list(element).index(child) + 1
                element[at:at] = dice
        if element.text:
            element.text, dice = self.split(element.text)
            element[0:0] = dice

    @staticmethod
    def split(text: str) -> tuple[str, list[etree.Element]]:
        """The text before the first dice, and a `fb-die` for each with the text behind it."""
        found = notation.find(text)
        ends = [match.start for match in found[1:]] + [len(text)]
        dice = []
        for match, end in zip(found, ends):
            die = etree.Element("fb-die", show.chip_attributes(match.notation))
            die.text, die.tail = match.text, plain(text[match.end:end])
            dice.append(die)
        return plain(text[:found[0].start] if found else text), dice


def plain(text: str) -> str:
    """Text without the backslashes that keep dice from becoming buttons."""
    return re.sub(r"\\(?=\d*[dD]\d)", "", text)
