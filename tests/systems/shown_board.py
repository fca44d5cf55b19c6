"""The controls of a fight's board, read from its HTML as the page's script reads them."""

import json
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

Command = dict[str, Any]


def parse(html: str) -> LexborHTMLParser:
    """Return the parsed HTML of a board."""
    return LexborHTMLParser(html)


def read_text(node: LexborNode) -> str:
    """Return the text of a control without what only stands for somebody, such as tokens."""
    copy = LexborHTMLParser(node.html or "").css_first("button, label, li, p, a")
    for token in copy.css(".fb-token, .fb-cost, small"):
        token.decompose()
    return copy.text(strip=True)


def find_buttons(html: str, selector: str = "button") -> dict[str, Command]:
    """Return the commands of a board's buttons by their text; the last one counts if several have the same text."""
    return {read_text(each): command for each, command in list_acts(html, selector)}


def list_acts(html: str, selector: str = "button") -> Iterator[tuple[LexborNode, Command]]:
    """Yield the buttons with a command that a selector finds, without those that open a form."""
    for each in parse(html).css(selector):
        if "data-act" in each.attributes and "data-open" not in each.attributes:
            yield each, json.loads(each.attributes["data-act"] or "")


def list_commands(html: str) -> list[Command]:
    """Return the commands of a board's buttons that make a roll or a change and waive nothing."""
    return [act for _, act in list_acts(html) if act["act"] in ("roll", "change") and not act.get("override")]


def list_views(html: str) -> list[Command]:
    """Return what the controls of a board put into the view."""
    return [json.loads(each.attributes["data-view"] or "") for each in parse(html).css("[data-view]")]


def find_play(html: str) -> Command | None:
    """Return the command of the big button, or None if the hand shows a refusal."""
    play = parse(html).css_first(".fb-board-hand .fb-play")
    return None if play is None else json.loads(play.attributes["data-act"] or "")


def read_refusal(html: str) -> str:
    """Return the reason in place of the big button, or ""."""
    why = parse(html).css_first(".fb-board-hand .fb-why p")
    return "" if why is None else why.text(strip=True)
