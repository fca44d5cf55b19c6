"""The page being rendered, for error messages, links and ids."""

import re
from dataclasses import dataclass, field

from rules_py.rendering.paper_sheet import PLAIN, Look


class BlockError(ValueError):
    """Raised for a block that can't be rendered; the message has file, line and what was expected."""


@dataclass
class Page:
    """The page that blocks are rendered on.

    Attributes:
        path: the page's file, for messages; empty if unknown.
        lines_before: the number of lines (front matter) removed from the file before rendering.
        root: the relative path to the site's root, such as `../`.
        address: the page's address relative to the root, such as `moon/base/`; empty if unknown.
        look: the look of the game's printed pages.
        workbench: the address of the page on which readers change rules, relative to the root; empty without one.
        anchors: the ids that blocks have used on this page so far.
        tables: the ids of the tables on this page so far, by the names that their anchors have.
        heading: the heading above the block.
        heading_id: its id; empty if it has none.
    """

    path: str = ""
    lines_before: int = 0
    root: str = ""
    address: str = ""
    look: Look = PLAIN
    workbench: str = ""
    anchors: set[str] = field(default_factory=set)
    tables: dict[str, str] = field(default_factory=dict)
    heading: str = ""
    heading_id: str = ""

    def source_location(self, line: int) -> str:
        """Format the location of a line of the rendered text in the file.

        >>> Page("docs/moon.md", lines_before=4).source_location(2), Page().source_location(2)
        ('docs/moon.md:6', 'line 2')
        """
        number = self.lines_before + line
        return f"{self.path}:{number}" if self.path else f"line {number}"

    def is_title_repeated(self, title: str) -> bool:
        """Return True if a title only repeats the heading above it, ignoring plurals and abbreviations in parentheses.

        >>> Page(heading="Skill rolls").is_title_repeated("Skill roll")
        True
        >>> Page(heading="Move (MOV)").is_title_repeated("Move")
        True
        >>> Page(heading="Skill rolls").is_title_repeated("A skill roll among friends"), Page().is_title_repeated("")
        (False, False)
        """
        heading, wanted = (re.sub(r"\s*\(.*?\)|s\b", "", text).strip().casefold() for text in (self.heading, title))
        return heading == wanted != ""

    def is_rule_above(self, rule: str) -> bool:
        """Return True if the heading above the block is that of a rule, such as `moon/base/#doors`."""
        return bool(self.heading_id) and rule == f"{self.address}#{self.heading_id}"

    def unique_anchor(self, wanted: str) -> str:
        """Return the wanted id, with a number appended if this page already uses it.

        >>> page = Page()
        >>> page.unique_anchor("calc"), page.unique_anchor("calc")
        ('calc', 'calc-2')
        """
        anchor, number = wanted, 1
        while anchor in self.anchors:
            number += 1
            anchor = f"{wanted}-{number}"
        self.anchors.add(anchor)
        return anchor
