"""No colours: what goes wrong is told to a page, which is no terminal."""

from typing import Any


class NoColours:
    """How the parts of a message look: all alike."""

    def __getattr__(self, part: str) -> str:
        return ""


class Theme:
    """What messages are coloured by."""

    traceback = NoColours()


def can_colorize(*, file: Any = None) -> bool:
    """Whether a file takes colours."""
    return False


def get_theme(**how: Any) -> type[Theme]:
    """The only theme."""
    return Theme
