"""The page that is being rendered, for messages, links and ids."""

import re
from dataclasses import dataclass, field


class BlockError(ValueError):
    """A block that can't be rendered: file, line and what was expected."""


@dataclass
class Page:
    """What blocks need to know of the page that they stand on.

    Attributes:
        path: the file, for messages; empty where it is not known.
        lines_before: how many of its lines (front matter) were taken off before rendering.
        root: the way from the page to the site's root, such as `../`.
        address: the page's own address from that root, such as `moon/base/`; empty where it is not known.
        anchors: the ids that blocks gave out on this page so far.
        heading: the one that the block stands under.
    """

    path: str = ""
    lines_before: int = 0
    root: str = ""
    address: str = ""
    anchors: set[str] = field(default_factory=set)
    heading: str = ""

    def source_location(self, line: int) -> str:
        """A line of the text that is rendered, as a line of the file.

        >>> Page("docs/moon.md", lines_before=4).source_location(2), Page().source_location(2)
        ('docs/moon.md:6', 'line 2')
        """
        number = self.lines_before + line
        return f"{self.path}:{number}" if self.path else f"line {number}"

    def is_title_repeated(self, title: str) -> bool:
        """Whether a title only says again what the heading above it says, in one or in many, abbreviated or not.

        >>> Page(heading="Skill rolls").is_title_repeated("Skill roll")
        True
        >>> Page(heading="Move (MOV)").is_title_repeated("Move")
        True
        >>> Page(heading="Skill rolls").is_title_repeated("A skill roll among friends"), Page().is_title_repeated("")
        (False, False)
        """
        heading, wanted = (re.sub(r"\s*\(.*?\)|s\b", "", text).strip().casefold() for text in (self.heading, title))
        return heading == wanted != ""

    def unique_anchor(self, wanted: str) -> str:
        """The wanted id, with a number behind it where it was given out on this page before.

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
