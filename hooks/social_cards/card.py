"""What stands on a card. Its size is the one that networks ask for."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True)
class Look:
    """What a game's cards share; pages of no game have the site's own.

    Attributes:
        accent: a colour as CSS writes it; none for the site's.
        mark: an SVG that stands by the name; empty for none.
        art: an SVG in black that is drawn large, in the accent; empty for none.
    """

    name: str = ""
    accent: str = ""
    mark: str = ""
    art: str = ""


@dataclass(frozen=True)
class Card:
    """One page's card: its title, a sentence of what it is about, and how its game looks."""

    site: str
    title: str
    description: str
    look: Look
