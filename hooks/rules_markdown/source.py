"""Where the text that is being rendered comes from, for messages and links."""

from dataclasses import dataclass, field


class BlockError(ValueError):
    """A block that can't be rendered: file, line and what was expected."""


@dataclass
class Source:
    """The page being rendered.

    Attributes:
        path: the file, for messages.
        lines_before: how many of its lines (front matter) were taken off before rendering.
        root: the way from the page to the site's root, such as `../`.
        anchors: element ids given out on this page so far.
    """

    path: str = "text"
    lines_before: int = 0
    root: str = ""
    anchors: set[str] = field(default_factory=set)

    def own_anchor(self, wanted: str) -> str:
        """An id nobody on the page has yet: `wanted`, or with a number behind it."""
        anchor, number = wanted, 1
        while anchor in self.anchors:
            number += 1
            anchor = f"{wanted}-{number}"
        self.anchors.add(anchor)
        return anchor


current = Source()


def begin(source: Source) -> None:
    """Say which page the next rendering belongs to."""
    global current
    current = source
