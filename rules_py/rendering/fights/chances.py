"""Chances of plays as HTML, for the buttons that ask for them."""

from fractions import Fraction
from html import escape

from rules_py.play.board.chances import PlayChance
from rules_py.play.previews import format_whole_percent


def render_chances(chance: PlayChance) -> str:
    """Render the shares of the grades as a bar."""
    return "".join(
        f'<i data-grade="{grade}" style="--share:{_format_share(share)}"></i>'
        for grade, share in chance.shares
        if share
    )


def _format_share(share: Fraction) -> str:
    """Format a share in per cent, with one decimal."""
    tenths = int(share * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def render_chance(chance: PlayChance) -> str:
    """Render the chances of a success, and of taking somebody out."""
    return ", ".join(f"<b>{percent}</b> {escape(word)}" for percent, word in _list_chances(chance))


def describe_chance(chance: PlayChance) -> str:
    """Describe the chances in words."""
    return ", ".join(f"{percent} {word}" for percent, word in _list_chances(chance))


def _list_chances(chance: PlayChance) -> list[tuple[str, str]]:
    found = []
    if chance.success is not None:
        found.append((format_whole_percent(chance.success), chance.word))
    if chance.out:
        found.append((format_whole_percent(chance.out), chance.out_word))
    return found
