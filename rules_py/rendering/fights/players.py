"""The players' view of a fight as HTML, from its JSON, which may come from a link."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_py.dice import DiceResult
from rules_py.errors import ParameterError
from rules_py.rendering.fights.markup import BETWEEN_SUMS, render_dice, render_icon, render_life, render_share

MOST = 1000
"""The number of entries in a list, and the largest number, that a players' view has."""


TEXT, NUMBER, NUMBER_OR_NULL = "text", "number", "number or null"

EVENT = {"title": TEXT, "grade": TEXT, "text": TEXT, "who": [NUMBER], "targets": [NUMBER]}
MOMENT = {**EVENT, "dice": [{"sides": NUMBER, "sum": TEXT, "faces": [NUMBER], "kept": [NUMBER]}]}
PIECE = {
    "name": TEXT,
    "token": TEXT,
    "word": TEXT,
    "number": NUMBER,
    "hurt": NUMBER,
    "now": NUMBER_OR_NULL,
    "most": NUMBER_OR_NULL,
    "states": [TEXT],
}
VIEW = {
    "title": TEXT,
    "round": TEXT,
    "turn": TEXT,
    "next": TEXT,
    "sides": [{"title": TEXT, "pieces": [PIECE]}],
    "order": [{"pieces": [NUMBER]}],
    "pools": [{"kind": TEXT, "title": TEXT, "now": NUMBER, "most": NUMBER}],
    "rounds": [{"title": TEXT, "events": [EVENT]}],
}
"""The form of a players' view: the kind of each part, in a list that of each entry."""


def read_players_view(data: object) -> Mapping[str, Any]:
    """Check that JSON has the form of a players' view (rules_py.play.board.players), and return it.

    Raises:
        RulesError: it has another form.
    """
    view = data if isinstance(data, Mapping) else {}
    if not _has_form(view, VIEW) or not (view.get("moment") is None or _has_form(view["moment"], MOMENT)):
        raise ParameterError(
            "view", "this", "the players' view of a fight", plain="This isn't a players’ view that can be read."
        )
    return view


def _has_form(value: object, form: object) -> bool:
    """Return True if JSON has a form: the kind of a value, a list with the form of its entries, or parts by name."""
    if isinstance(form, dict):
        return isinstance(value, Mapping) and all(_has_form(value.get(name), part) for name, part in form.items())
    if isinstance(form, list):
        return (
            isinstance(value, list | tuple) and len(value) <= MOST and all(_has_form(each, form[0]) for each in value)
        )
    if form == TEXT:
        return isinstance(value, str)
    if value is None:
        return form == NUMBER_OR_NULL
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


Pieces = Mapping[int, tuple[Mapping[str, Any], bool]]
"""The pieces by their numbers, each with True for one of a side other than the players'."""


def render_players_view(view: Mapping[str, Any]) -> str:
    """Render a players' view: the bar, the other sides, the last event, the rounds, and the players' side."""
    pieces = {piece["number"]: (piece, bool(side.get("foe"))) for side in view["sides"] for piece in side["pieces"]}
    foes = "".join(_render_side(side) for side in view["sides"] if side.get("foe"))
    own = "".join(_render_side(side) for side in view["sides"] if not side.get("foe"))
    following = ""
    if view["next"]:
        following = f'<p class="fb-players-next">{escape(view["next"])}, you are next</p>'
    return (
        f'<div class="fb-players">{_render_bar(view, pieces)}{foes}{_render_moment(view["moment"], pieces)}'
        f"{_render_rounds(view['rounds'], pieces)}{own}{following}</div>"
    )


def describe_players_view(view: Mapping[str, Any]) -> str:
    """Describe a players' view to a screen reader: the last event, and whose turn it is."""
    moment, turn = view["moment"], ": ".join(part for part in (view["round"], view["turn"]) if part)
    return " ".join(part for part in (moment["text"] if moment else "", f"{turn}." if turn else "") if part)


def _render_bar(view: Mapping[str, Any], pieces: Pieces) -> str:
    start, turn = escape(view["round"]), escape(view["turn"])
    said = f"{start}{': ' if start and turn else ''}<b>{turn}</b>"
    groups = [
        "".join(_render_token(number, pieces, is_marked=True) for number in group["pieces"]) for group in view["order"]
    ]
    order = "".join(f"<li>{group}</li>" for group in groups if group)
    listed = f'<ol class="fb-players-order" aria-label="Order">{order}</ol>' if order else ""
    pools = "".join(map(_render_pool, view["pools"]))
    return (
        f'<header class="fb-players-bar"><div><h1>{escape(view["title"])}</h1><p>{said}</p></div>{listed}'
        f'<ul class="fb-players-pools" aria-label="Shared">{pools}</ul></header>'
    )


def _render_pool(pool: Mapping[str, Any]) -> str:
    title = escape(pool["title"])
    if pool["kind"] == "words":
        return f"<li>{title}</li>"
    style = f' style="--now:{pool["now"]};--most:{pool["most"]}"' if pool["kind"] == "clock" else ""
    share = render_share(pool["now"], pool["most"])
    return f'<li data-kind="{escape(pool["kind"])}"{style}>{title} {share}</li>'


def _render_side(side: Mapping[str, Any]) -> str:
    foe = " data-foe" if side.get("foe") else ""
    pieces = "".join(_render_piece(piece, foe) for piece in side["pieces"])
    return f'<ul class="fb-players-side"{foe} aria-label="{escape(side["title"])}">{pieces}</ul>'


def _render_piece(piece: Mapping[str, Any], foe: str) -> str:
    marks = foe + "".join(f" data-{mark}" for mark in ("out", "acts", "done") if piece.get(mark))
    token = f'<i class="fb-token"{marks} aria-hidden="true">{escape(piece["token"])}</i>'
    word = f'<span class="fb-players-word" data-hurt="{piece["hurt"]}">{escape(piece["word"])}</span>'
    if piece.get("now") is not None and piece.get("most") is not None:
        word = render_life("", piece["now"], piece["most"])
    states = f'<span class="fb-states">{escape(", ".join(piece["states"]))}</span>' if piece["states"] else ""
    said = "".join(f", {words}" for mark, words in (("acts", "acts now"), ("done", "has acted")) if piece.get(mark))
    hidden = f'<span class="fb-hidden">{said}</span>' if said else ""
    return (
        f'<li class="fb-players-piece"{marks}>{token}<b class="fb-board-name">{escape(piece["name"])}</b>'
        f"{hidden}{word}{states}</li>"
    )


def _render_token(number: int, pieces: Pieces, *, is_marked: bool = False) -> str:
    """Render the token of a piece, in the order with its name for screen readers; nothing without the piece."""
    if number not in pieces:
        return ""
    piece, is_foe = pieces[number]
    marks = " data-foe" if is_foe else ""
    if is_marked:
        marks += "".join(f" data-{mark}" for mark in ("acts", "done") if piece.get(mark))
    name = f'<span class="fb-hidden">{escape(piece["name"])} </span>' if is_marked else ""
    return f'<i class="fb-token"{marks} aria-hidden="true">{escape(piece["token"])}</i>{name}'


def _render_names(event: Mapping[str, Any], pieces: Pieces) -> str:
    who, targets = ("".join(_render_token(number, pieces) for number in event[part]) for part in ("who", "targets"))
    names = [[pieces[number][0]["name"] for number in event[part] if number in pieces] for part in ("who", "targets")]
    words = ", ".join(names[0]) + (f" against {', '.join(names[1])}" if names[1] else "")
    hidden = f'<span class="fb-hidden">{escape(words)}: </span>' if words else ""
    arrow = f"{render_icon('to', 'fb-arrow')}{targets}" if targets else ""
    return f"{who}{arrow}{hidden}"


def _render_moment(moment: Mapping[str, Any] | None, pieces: Pieces) -> str:
    if moment is None:
        return ""
    grade = f' data-grade="{escape(moment["grade"])}"' if moment["grade"] else ""
    dice = BETWEEN_SUMS.join(_render_dice(each) for each in moment["dice"])
    throw = f'<p class="fb-board-throw">{dice}</p>' if dice else ""
    return (
        f'<section class="fb-players-moment" aria-label="Last event">'
        f'<p class="fb-what">{_render_names(moment, pieces)}<span>{escape(moment["title"])}</span></p>'
        f'<p class="fb-headline"{grade}>{escape(moment["text"])}</p>{throw}</section>'
    )


def _render_dice(data: Mapping[str, Any]) -> str:
    left, kept = list(data["faces"]), []
    for face in data["kept"]:
        if face in left:
            left.remove(face)
            kept.append(face)
    return render_dice(DiceResult(data["sides"], tuple(data["faces"]), tuple(kept), "", data["sum"]))


def _render_rounds(rounds: Sequence[Mapping[str, Any]], pieces: Pieces) -> str:
    shown = "".join(
        (f"<h2>{escape(each['title'])}</h2>" if each["title"] else "")
        + f"<ol>{''.join(_render_event(event, pieces) for event in each['events'])}</ol>"
        for each in rounds
    )
    return f'<section class="fb-players-rounds" aria-label="What happened">{shown}</section>' if shown else ""


def _render_event(event: Mapping[str, Any], pieces: Pieces) -> str:
    grade = f' data-grade="{escape(event["grade"])}"' if event["grade"] else ""
    text = event["text"] or event["title"]
    return f'<li>{_render_names(event, pieces)}<span class="fb-grade"{grade}>{escape(text)}</span></li>'
