"""Stub of `_colorize` without colours: error messages are shown on a page, not a terminal."""

from typing import Any


class NoColours:
    """The styles of a message's parts, all empty."""

    def __getattr__(self, part: str) -> str:
        return ""


class Theme:
    """The colour theme."""

    traceback = NoColours()


def can_colorize(*, file: Any = None) -> bool:
    """Return False: no file supports colours."""
    return False


def get_theme(**how: Any) -> type[Theme]:
    """Return the only theme."""
    return Theme
