"""The icons of a fight's board, drawn once on its page: Material Design Icons that the theme brings."""

import re
from functools import lru_cache
from importlib.metadata import distribution
from pathlib import Path

GAME_ICONS = {
    "attack": "sword-cross",
    "shoot": "pistol",
    "aim": "crosshairs",
    "blast": "bomb",
    "heavy": "rocket-launch",
    "spray": "ammunition",
    "talent": "brain",
    "magic": "auto-fix",
    "cover": "shield-half-full",
    "move": "run",
    "flee": "exit-run",
    "hold": "timer-sand",
    "risk": "dice-6",
    "help": "handshake",
    "aid": "medical-bag",
    "team": "account-group",
    "talk": "forum",
    "steady": "heart-pulse",
    "resist": "shield",
    "spirit": "snowflake",
    "ghost": "ghost",
    "lift": "weight-lifter",
    "think": "cog",
    "fire": "fire",
    "prone": "bed",
    "pinned": "target",
    "skull": "skull",
    "swap": "swap-horizontal",
}
"""The files of the icons that a game may name, `rules_py.play.icons.ICONS`."""

BOARD_ICONS = {
    "add": "account-plus",
    "bin": "trash-can-outline",
    "close": "close",
    "copy": "content-copy",
    "edit": "pencil",
    "filter": "filter-variant",
    "flag": "flag-checkered",
    "log": "history",
    "more": "dots-horizontal",
    "plus": "plus",
    "redo": "redo",
    "search": "magnify",
    "star": "trophy",
    "to": "arrow-right",
    "tv": "television",
    "undo": "undo",
}
"""The files of the icons of the board itself."""


@lru_cache(maxsize=1)
def render_sprite() -> str:
    """Render all icons as symbols whose ids begin with `fb-i-`."""
    symbols = (_render_symbol(name, file) for name, file in {**GAME_ICONS, **BOARD_ICONS}.items())
    return f'<svg class="fb-sprite" aria-hidden="true" hidden>{"".join(symbols)}</svg>'


def _render_symbol(name: str, file: str) -> str:
    icons = Path(str(distribution("mkdocs-material").locate_file("material/templates/.icons/material")))
    drawn = re.search(r' d="([^"]+)"', (icons / f"{file}.svg").read_text(encoding="utf-8"))
    if drawn is None:
        raise ValueError(f"{file}.svg has no path")
    return f'<symbol id="fb-i-{name}" viewBox="0 0 24 24"><path d="{drawn.group(1)}"/></symbol>'
