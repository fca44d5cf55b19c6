"""`::: fight SLUG`: a game's fights, with the forms that adjust a roll or correct a sheet."""

from typing import Any

from rules_py.parameters import Parameter
from rules_py.play.forecast import FLEES, TARGETS
from rules_py.play.sheet import Sheet
from rules_py.registry.play import new_fight
from rules_py.rendering.fights import fight_html

from .block_parser import Block, BlockKind
from .form import fields_of
from .page import Page
from .roller_block import ROLLER, roller_block
from .templates import render


def fight_block(block: Block, page: Page) -> str:
    """The fight as it is before anybody joins, and its forms as templates that the page's script fills."""
    fight = new_fight(block.id)
    kinds = [*fight.kind.joins, *([fight.kind.board] if fight.kind.board else [])]
    return render(
        "fight.html",
        slug=block.id,
        title=block.options.get("title", "The fight"),
        anchor=page.own_anchor("fight-now"),
        empty=fight_html(fight, {"also": []}),
        rollers=_rollers(kinds, page),
        targets=TARGETS,
        flees=FLEES,
        sheets=[{"id": each.id, "title": each.title, "fields": _fields(dict(each.parameters))} for each in kinds],
    )


def _rollers(kinds: list[type[Sheet]], page: Page) -> dict[str, str]:
    """A form for each roll that a sheet fills, by the mechanic's id."""
    ids = dict.fromkeys(fills.mechanic.id for kind in kinds for fills in kind.rolls)
    return {id: roller_block(Block(ROLLER, id, {}, {}), page) for id in ids}


def _fields(parameters: dict[str, Parameter]) -> list[dict[str, Any]]:
    return fields_of(parameters, {name: each.default for name, each in parameters.items()})


FIGHT = BlockKind("fight", fight_block, options=("title",), takes_presets=False)
