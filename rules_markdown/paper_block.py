"""`::: paper SLUG cards=… reference=…`: a game's print page: a one-page reference, cards from tables, blank sheets.

Checkboxes select the parts to print, which works without scripts. With scripts, readers can filter rows and add their
saved sheets.
"""

from dataclasses import dataclass
from typing import Any

from rules_py import Row, RulesError, Table, table
from rules_py.registry.games import find_game, find_mechanic
from rules_py.registry.play import find_play
from rules_py.rendering.paper_sheet import render_blank_paper_sheet
from rules_py.text.readings import describe_rule

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

MAX_FACT_LENGTH = 12
"""The most characters of a cell that is listed in a card's facts, next to its heading."""

LONG_CARD_LENGTH = 240
"""The number of characters above which a card is set in smaller type."""


@dataclass(frozen=True)
class Card:
    """A card with a table's row.

    Attributes:
        name: the card's title.
        corner: the number rolled for the row; empty if it isn't rolled.
        facts: the short cells, each with its heading.
        texts: the other cells, with headings if there are several.
        is_long: whether to set the card in smaller type.
    """

    name: str
    corner: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...]
    is_long: bool


def build_card(table: Table, row: Row) -> Card:
    """Build a card from a table's row."""
    others = list(row.cells)[1:]
    given = [(table.columns[column], row[column]) for column in others if row[column].strip("–- ")]
    texts = [(head, text) for head, text in given if len(text) > MAX_FACT_LENGTH]
    title = row.name
    if row.roll and row.name == row.roll:
        title = table.title
    return Card(
        title,
        row.roll.replace("-", "–") if row.roll and table.die else "",
        tuple(each for each in given if each not in texts),
        tuple((head if len(texts) > 1 else "", text) for head, text in texts),
        sum(len(text) for _, text in texts) + len(title) > LONG_CARD_LENGTH,
    )


def paper_block(block: Block, page: Page) -> str:
    """Render the reference, the cards and the blank sheets."""
    play = find_play(block.id)
    cards = [_build_deck(_find_table(block.id, name, "cards")) for name in _parse_names(block, "cards")]
    kinds = [kind for kind in play.sheets.values() if not (play.fight_rules and kind is play.fight_rules.board)]
    return render(
        "paper.html",
        slug=block.id,
        anchor=page.unique_anchor("paper"),
        root=page.root,
        boxes=[_build_reference_box(block.id, name) for name in _parse_names(block, "reference")],
        decks=cards,
        sheets=[
            {"id": kind.id, "title": kind.title, "html": render_blank_paper_sheet(kind, page.look)} for kind in kinds
        ],
    )


def _parse_names(block: Block, option: str) -> list[str]:
    return [name.strip() for name in block.options.get(option, "").split(",") if name.strip()]


def _find_table(slug: str, name: str, option: str) -> Table:
    """Find a table by its id or by its name within the game."""
    try:
        return table(name if "." in name else f"{slug}.{name}")
    except RulesError as error:
        raise RulesError(f"{option}: {error}") from None


def _build_deck(table: Table) -> dict[str, Any]:
    return {"table": table, "cards": [build_card(table, row) for row in table.rows]}


def _build_reference_box(slug: str, name: str) -> dict[str, Any]:
    """Build a reference box from a table, or from a rule's docstring."""
    id = name if "." in name else f"{slug}.{name}"
    if id in find_game(slug).tables:
        shown = table(id)
        return {"title": shown.title, "page": shown.page, "table": shown}
    try:
        mechanic = find_mechanic(id)
    except RulesError as error:
        raise RulesError(f"reference: {error}") from None
    return {"title": mechanic.title, "page": mechanic.page, "said": describe_rule(mechanic.rule.__doc__)}


def check_paper(block: Block, page: Page) -> None:
    """Raise an error if the game has no sheets, tables or rules of the names in the block."""
    find_play(block.id)
    for name in _parse_names(block, "cards"):
        _find_table(block.id, name, "cards")
    for name in _parse_names(block, "reference"):
        _build_reference_box(block.id, name)


PAPER = BlockKind("paper", paper_block, options=("cards", "reference"), accepts_presets=False, check=check_paper)
