"""`::: fight SLUG`: a game's fights, with the forms to adjust a roll or edit a sheet."""

from rules_py.play.forecast import FLEES, TARGETS
from rules_py.play.sheet import Sheet
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import render_fight
from rules_py.rendering.forms import build_fields

from .block_parser import Block, BlockKind
from .icons import render_sprite
from .page import Page
from .roller_block import ROLLER, roller_block
from .templates import render


def fight_block(block: Block, page: Page) -> str:
    """Render an empty fight, with its forms as templates that the page's script fills."""
    fight = create_fight(block.id)
    kinds = [*fight.rules.sides_by_sheet, *([fight.rules.board] if fight.rules.board else [])]
    templates = _render_rollers(kinds, page) | {f"sheet:{each.id}": _render_sheet(each) for each in kinds}
    return render(
        "fight.html",
        slug=block.id,
        title=block.options.get("title", "The fight"),
        anchor=page.unique_anchor("fight-now"),
        root=page.root,
        sprite=render_sprite(),
        empty=_point_to_icons(render_fight(fight, {})),
        templates=templates,
        targets=TARGETS,
        flees=FLEES,
    )


def _point_to_icons(html: str) -> str:
    """Write the addresses of icons as the theme takes them: it sets each `href` of a page again, which icons forbid."""
    return html.replace("<use href=", "<use xlink:href=")


def _render_rollers(kinds: list[type[Sheet]], page: Page) -> dict[str, str]:
    """Render a form for each mechanic that has a roll binding on a sheet, by the template's id.

    The fight fills them, and the character in use doesn't.
    """
    ids = dict.fromkeys(fills.mechanic.id for kind in kinds for fills in kind.rolls)
    return {f"mechanic:{id}": roller_block(Block(ROLLER, id, {}, {}), page, is_fillable=False) for id in ids}


def _render_sheet(sheet: type[Sheet]) -> str:
    """Render the form that corrects a combatant's sheet."""
    fields = build_fields(sheet.parameters, {name: each.default for name, each in sheet.parameters.items()})
    return render("fight-sheet.html", sheet=sheet, fields=fields)


FIGHT = BlockKind(
    "fight", fight_block, options=("title",), accepts_presets=False, check=lambda block, page: create_fight(block.id)
)
