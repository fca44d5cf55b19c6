"""`::: paper SLUG cards=… reference=…`: what a game prints: a reference of one page, cards of its tables, blank sheets.

What is printed is ticked, so that it works without scripts; with them, rows can be filtered, and kept sheets join.
"""

from dataclasses import dataclass
from inspect import getdoc
from typing import Any

from rules_py import Row, RulesError, Table, table
from rules_py.registry.games import find, game
from rules_py.registry.play import play_of
from rules_py.rendering.sheets import blank_html

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

FACT = 12
"""Characters up to which a cell stands among a card's facts, beside its heading."""

LONG = 240
"""Characters of text from which a card is set smaller."""


@dataclass(frozen=True)
class Card:
    """A row of a table on a card.

    Attributes:
        corner: what is rolled for it; empty where nothing is.
        facts: short cells, each with its heading.
        texts: all others, with a heading where there are several.
    """

    name: str
    corner: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...]
    is_long: bool


def card_of(source: Table, row: Row) -> Card:
    """What stands on a row's card."""
    others = list(row.cells)[1:]
    given = [(source.columns[column], row[column]) for column in others if row[column].strip("–- ")]
    texts = [(head, text) for head, text in given if len(text) > FACT]
    title = row.name
    if row.roll and row.name == row.roll:
        title = source.title
    return Card(
        title,
        row.roll.replace("-", "–") if row.roll and source.die else "",
        tuple(each for each in given if each not in texts),
        tuple((head if len(texts) > 1 else "", text) for head, text in texts),
        sum(len(text) for _, text in texts) + len(title) > LONG,
    )


def paper_block(block: Block, page: Page) -> str:
    """The reference, the cards and the blank sheets."""
    play = play_of(block.id)
    cards = [_deck(_table_of(block.id, name, "cards")) for name in _names(block, "cards")]
    kinds = [kind for kind in play.sheets.values() if not (play.fight and kind is play.fight.board)]
    return render(
        "paper.html",
        slug=block.id,
        anchor=page.own_anchor("paper"),
        root=page.root,
        boxes=[_box(block.id, name) for name in _names(block, "reference")],
        decks=cards,
        sheets=[{"id": kind.id, "title": kind.title, "html": blank_html(kind)} for kind in kinds],
    )


def _names(block: Block, option: str) -> list[str]:
    return [name.strip() for name in block.options.get(option, "").split(",") if name.strip()]


def _table_of(slug: str, name: str, option: str) -> Table:
    """A table by its id or, within its game, by its name."""
    try:
        return table(name if "." in name else f"{slug}.{name}")
    except RulesError as error:
        raise RulesError(f"{option}: {error}") from None


def _deck(source: Table) -> dict[str, Any]:
    return {"table": source, "cards": [card_of(source, row) for row in source.rows]}


def _box(slug: str, name: str) -> dict[str, Any]:
    """A table as it stands, or what a rule says of itself."""
    id = name if "." in name else f"{slug}.{name}"
    if id in game(slug).tables:
        shown = table(id)
        return {"title": shown.title, "page": shown.page, "table": shown}
    try:
        mechanic = find(id)
    except RulesError as error:
        raise RulesError(f"reference: {error}") from None
    said = (getdoc(mechanic.rule) or "").partition("\n\n")[0]
    return {"title": mechanic.title, "page": mechanic.page, "said": " ".join(said.replace("`", "").split())}


PAPER = BlockKind("paper", paper_block, options=("cards", "reference"), takes_presets=False)
