"""The content of a social card, in the size that social networks require."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True)
class Look:
    """The design shared by a game's cards; pages without a game use the site's.

    Attributes:
        name: the game's name; empty for none.
        accent: a CSS colour; empty for the site's.
        mark: an SVG next to the name; empty for none.
        art: a black SVG, drawn large in the accent colour; empty for none.
    """

    name: str = ""
    accent: str = ""
    mark: str = ""
    art: str = ""


@dataclass(frozen=True)
class Card:
    """A page's card: the site's name, the page's title and description, and the game's look."""

    site: str
    title: str
    description: str
    look: Look
