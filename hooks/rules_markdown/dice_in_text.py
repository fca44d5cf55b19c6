"""Dice in running text become `fb-die`, which rolls where it stands; a backslash before them keeps them plain."""

from xml.etree import ElementTree

from markdown.treeprocessors import Treeprocessor

from rules_py import notation, rendering

SKIPPED_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "pre", "kbd", "button", "script", "style"}


class DiceTreeprocessor(Treeprocessor):
    """Wraps dice notation in `fb-die` in what a page has as text."""

    def run(self, root: ElementTree.Element) -> None:
        """Change the page's tree in place."""
        self.walk(root)

    def walk(self, element: ElementTree.Element) -> None:
        """Change an element and what is in it."""
        if element.tag in SKIPPED_TAGS:
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
    def split(text: str) -> tuple[str, list[ElementTree.Element]]:
        """The text before the first dice, and a `fb-die` for each with the text behind it."""
        before: str = ""
        dice: list[ElementTree.Element] = []
        for part in notation.split_text(text):
            if not isinstance(part, str):
                die = ElementTree.Element("fb-die", rendering.build_chip_attributes(part.notation))
                die.text = part.text
                dice.append(die)
            elif dice:
                dice[-1].tail = part
            else:
                before = part
        return before, dice
