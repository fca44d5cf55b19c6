"""Cards of shared links: a picture for each page with its title, what it is about and its game's drawing.

Knows nothing of MkDocs: it is given what stands on the cards, and the folder of a finished site.
"""

from .card import HEIGHT, WIDTH, Card, Look
from .files import FOLDER, card_path, write

__all__ = ["FOLDER", "HEIGHT", "WIDTH", "Card", "Look", "card_path", "write"]
