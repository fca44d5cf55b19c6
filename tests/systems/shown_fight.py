"""The buttons of a fight's page, with the lists beside them, read from its HTML as the page's script reads them."""

import json
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

Command = dict[str, Any]


def list_commands(html: str) -> Iterator[tuple[Command, Command]]:
    """Yield the command of each button that makes a roll, without and with the lists beside it as they are shown."""
    for row in LexborHTMLParser(html).css(".fb-fight-roll"):
        beside = dict(_read_list(each) for each in row.css("select"))
        for pressed in row.css("button[data-act]"):
            command = json.loads(pressed.attributes["data-act"])
            if command["act"] == "roll":
                others = {name: value for name, value in command["chosen"].items() if name not in beside}
                yield {**command, "chosen": others}, {**command, "chosen": {**command["chosen"], **beside}}


def list_views(html: str) -> list[Command]:
    """Return the views that the page's buttons lead to."""
    return [json.loads(each.attributes["data-view"]) for each in LexborHTMLParser(html).css("button[data-view]")]


def _read_list(select: LexborNode) -> tuple[str, str | int]:
    shown = select.css_first("option[selected]") or select.css_first("option")
    value = shown.attributes["value"] or ""
    return select.attributes["data-choose"], int(value) if select.attributes["data-kind"] == "entry" else value
