"""Decks of cards, which remember nothing: a rule takes the cards that are out, and returns them with the new ones."""

from collections.abc import Iterable

from rules_py.dice.base import Dice


def draw(
    dice: Dice, cards: Iterable[str], count: int = 1, *, out: Iterable[str] = (), label: str = "card"
) -> list[str]:
    """Draw cards from a deck, of which some are out, and return them in order; all that are left if there are fewer.

    Args:
        dice: the rule's dice, which choose the cards.
        cards: the whole deck.
        count: the number of cards.
        out: the cards that were drawn since the deck was shuffled.
        label: the name of the dice that choose the cards.
    """
    left = list(cards)
    for card in out:
        if card in left:
            left.remove(card)
    drawn: list[str] = []
    while left and len(drawn) < count:
        place = dice.die(len(left), label) if len(left) > 1 else 1
        drawn.append(left.pop(place - 1))
    return drawn
