"""Icons that the theme Material or Zensical brings: those of games, and those of a fight's board."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.util import find_spec
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


def find_icon(name: str, themes: Iterable[Path] = ()) -> str:
    """Return the SVG of an icon, such as `material/brain`.

    Args:
        name: its path in a folder of icons, without the ending.
        themes: folders of templates that come before those of installed themes.

    Raises:
        FileNotFoundError: no theme has the icon.
    """
    for folder in (*themes, *_find_themes()):
        if (path := folder / ".icons" / f"{name}.svg").is_file():
            return path.read_text(encoding="utf-8").removesuffix("\n")
    raise FileNotFoundError(f"mark: got {name!r}, takes an icon of an installed theme: Material for MkDocs or Zensical")


@cache
def _find_themes() -> list[Path]:
    """Return the folders of templates of the installed themes that bring icons."""
    found = [spec for name in ("material", "zensical") if (spec := find_spec(name)) is not None]
    return [Path(folder) / "templates" for spec in found for folder in spec.submodule_search_locations or ()]


@lru_cache(maxsize=1)
def render_sprite() -> str:
    """Render all icons as symbols whose ids begin with `fb-i-`."""
    symbols = (_render_symbol(name, file) for name, file in {**GAME_ICONS, **BOARD_ICONS}.items())
    return f'<svg class="fb-sprite" aria-hidden="true" hidden>{"".join(symbols)}</svg>'


def _render_symbol(name: str, file: str) -> str:
    drawn = re.search(r' d="([^"]+)"', find_icon(f"material/{file}"))
    if drawn is None:
        raise ValueError(f"{file}.svg has no path")
    return f'<symbol id="fb-i-{name}" viewBox="0 0 24 24"><path d="{drawn.group(1)}"/></symbol>'
