"""Social cards: a picture of each page for links to it, with its title, description and its game's art.

Doesn't depend on MkDocs: it takes the cards' content and the folder of a finished site.
"""

from .card import HEIGHT, WIDTH, Card, Look
from .files import FOLDER, card_path, write

__all__ = ["FOLDER", "HEIGHT", "WIDTH", "Card", "Look", "card_path", "write"]
