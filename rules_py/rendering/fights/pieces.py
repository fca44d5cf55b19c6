"""The sides of a board, its order and its pools as HTML."""

from collections.abc import Mapping, Sequence
from html import escape

from rules_py.play.board.hand import build_actor_view
from rules_py.play.board.selection import Selection
from rules_py.play.board.sides import OrderGroup, Piece, ShownPool, Side
from rules_py.play.board.tokens import Tokens
from rules_py.play.fight.initiative import SideInitiative
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.markup import data, render_button, render_icon, render_life, render_share, render_token
from rules_py.text.sentences import MINUS
from rules_py.text.wording import decapitalize

MOST_FREE_PLACES = 3
"""The number of free places of a side once somebody fights, besides the list of all."""

PLACES, PLACES_OF_FOES = 5, 6
"""The number of pieces that fit a row of the first side, and that of others; a full row has no free places."""


def render_side(fight: Fight, side: Side, selection: Selection, tokens: Tokens, marker: str = "") -> str:
    """Render a side with a piece for each combatant.

    Args:
        fight: the fight.
        side: the side.
        selection: the one who acts, and their target.
        tokens: the tokens.
        marker: the instruction in its legend, or "".
    """
    acts = selection.by is not None and fight.combatants[selection.by].side == side.id
    pieces = "".join(_render_piece(piece, side, tokens, acts=acts) for piece in side.pieces)
    legend = f"{side.title}: {marker}" if marker and side.pieces else side.title
    free = _render_free_places(fight, side)
    sheets = f' data-sheets="{" ".join(each.id for each in list_joining(fight, side.id))}"' if free else ""
    return _render_side(side, legend, free + pieces, sheets)


def render_still_side(side: Side, tokens: Tokens) -> str:
    """Render a side of a board on which nobody acts: its pieces can't be tapped, and it has no free places."""
    pieces = "".join(_render_piece(piece, side, tokens, acts=False) for piece in side.pieces)
    return _render_side(side, side.title, pieces, " disabled")


def _render_side(side: Side, legend: str, content: str, attributes: str) -> str:
    foes = " data-foes" if side.is_foe else ""
    return f'<fieldset class="fb-board-side"{foes}{attributes}><legend>{escape(legend)}</legend>{content}</fieldset>'


def list_joining(fight: Fight, side: str) -> list[type[Sheet]]:
    """Return the types of sheets that join a side by default."""
    return [kind for kind in fight.rules.sides_by_sheet if fight.rules.sides_for(kind)[0] == side]


def _render_piece(piece: Piece, side: Side, tokens: Tokens, *, acts: bool) -> str:
    """Render a piece: a tap hands over the turn on the acting side, and aims at pieces of other sides."""
    foe = " data-foe" if side.is_foe else ""
    again = {"open": f"{'stack' if piece.members else 'piece'} {piece.key}"}
    marks = (" data-acts" if piece.role == "acts" else "") + (" data-done" if piece.has_acted else "")
    own = tokens[piece.key]._replace(text=f"×{len(piece.members)}") if piece.members else tokens[piece.key]
    token = render_token(own, marks + (" data-out" if piece.is_out else ""))
    content = f'{token}<b class="fb-board-name">{escape(piece.name)}</b>{_render_condition(piece)}'
    if piece.is_out:
        return render_button(
            f"{content}{_render_words(piece, side)}",
            "fb-piece",
            view=again,
            more=f"{foe} data-out{data('again', again)}",
        )
    states = (f' data-role="{piece.role}"' if piece.role else "") + (" data-done" if piece.has_acted else "")
    states += " data-must" if piece.must_roll else ""
    view = build_actor_view(piece.key) if acts else {"at": piece.key, "also": None}
    is_chosen = piece.role == ("acts" if acts else "target")
    field = (
        f'<input type="radio" name="{"fb-by" if acts else "fb-at"}"{data("view", view)}'
        f"{' checked' if is_chosen else ''}>"
    )
    marked = f"{foe}{states}{data('again', again)}"
    return f'<label class="fb-piece"{marked}>{field}{content}{_render_words(piece, side)}</label>'


def _render_condition(piece: Piece) -> str:
    """Render the meter, or the word in its place, with the conditions and marks."""
    life = piece.life
    shown = f'<span class="fb-word">{escape(piece.word)}</span>' if piece.word else ""
    if not piece.word and life is not None:
        shown = render_life(life.label, life.now, life.most)
    states = ", ".join((*(("must roll",) if piece.must_roll else ()), *piece.states))
    shown += f'<span class="fb-states">{escape(states)}</span>'
    if piece.icon:
        shown += render_icon(piece.icon, "fb-flag")
    if piece.role:
        shown += f'<em class="fb-board-mark">{piece.role}</em>'
    if piece.stamp:
        sign = MINUS if piece.stamp < 0 else "+"
        shown += f'<b class="fb-stamp" aria-hidden="true">{sign}{abs(piece.stamp)}</b>'
    return shown


def _render_words(piece: Piece, side: Side) -> str:
    """Render for screen readers what a piece shows by its shape and place."""
    words = [decapitalize(side.title), *(["has acted"] if piece.has_acted else []), piece.health.lower()]
    return f'<span class="fb-hidden">, {escape(", ".join(words))}</span>'


def _render_free_places(fight: Fight, side: Side) -> str:
    """Render free places before a fight begins: one for each likely combatant, and one for the list of all.

    They come before the pieces, so that they stay under the finger of a player who adds several combatants.
    """
    room = (PLACES_OF_FOES if side.is_foe else PLACES) - len(side.pieces)
    if fight.has_begun or room < 1:
        return ""
    joins = list_joins(fight, side.id)
    found = [
        _render_free_place(text, f"Add: {text}", act=command)
        for text, command in (joins[: min(MOST_FREE_PLACES, room - 1)] if fight.participants else joins)
    ]
    opener = {"open": f"join {side.id}"}
    return "".join((*found, _render_free_place("Add", f"Add to {decapitalize(side.title)}", view=opener)))


def render_additions(fight: Fight, sides: Sequence[Side]) -> str:
    """Render the way to add somebody to each side whose row is full, before a fight begins."""
    return "".join(
        render_button(
            f"{render_icon('plus')} {escape(side.title)}",
            "fb-offer fb-add",
            view={"open": f"join {side.id}"},
            name=f"Add to {decapitalize(side.title)}",
        )
        for side in sides
        if not fight.has_begun and side.pieces and not _render_free_places(fight, side)
    )


def _render_free_place(
    text: str,
    name: str,
    *,
    act: Mapping[str, object] | None = None,
    view: Mapping[str, object] | None = None,
) -> str:
    content = f'{render_icon("plus")}<b class="fb-board-name">{escape(text)}</b>'
    return render_button(content, "fb-piece", act=act, view=view, name=name, more=" data-free")


def list_joins(fight: Fight, side: str) -> list[tuple[str, dict[str, object]]]:
    """Return the names of those who can join a side, each with the command: rows of the game's tables, and new sheets.

    The types of sheets that join the side by default come first.
    """
    kinds = [kind for kind in fight.rules.sides_by_sheet if side in fight.rules.sides_for(kind)]
    kinds.sort(key=lambda kind: fight.rules.sides_for(kind)[0] != side)
    found: list[tuple[str, dict[str, object]]] = []
    for kind in kinds:
        act = {"act": "join", "sheet": kind.id, "side": side}
        found += [(name, {**act, "ready": name}) for name in kind.build_presets()]
        found.append((kind.title, dict(act)))
    return found


# The bar


def render_order(fight: Fight, groups: Sequence[OrderGroup], tokens: Tokens) -> str:
    """Render the order of the round, or who has had the spotlight."""
    by_side = isinstance(fight.rules.order, SideInitiative) or not fight.rules.order.has_turns
    items = []
    for number, group in enumerate(groups):
        if group.label and by_side:
            items.append(f"<li data-then>{escape(group.label)}</li>")
        if number and by_side:
            items.append("<li data-then>then</li>")
        shown = [_render_order_token(key, group, tokens) for key in group.keys]
        if by_side:
            items += [f"<li>{each}</li>" for each in shown]
        else:
            score = f'<span class="fb-score">{escape(group.label)}</span>' if group.label else ""
            together = " data-together" if group.is_together else ""
            inside = f"<span>{''.join(shown)}</span>" if group.is_together else "".join(shown)
            items.append(f"<li{together}>{score}{inside}</li>")
    name = f"Order of {fight.rules.round_name} {fight.round}" if fight.rules.order.has_turns else "Who has acted"
    css = "fb-order fb-sides-order" if by_side else "fb-order"
    return f'<ol class="{css}" aria-label="{escape(name)}">{"".join(items)}</ol>'


def _render_order_token(key: str, group: OrderGroup, tokens: Tokens) -> str:
    marks = (" data-acts" if key in group.acting else "") + (" data-done" if key in group.done else "")
    words = tokens[key].name + (", acts" if key in group.acting else ", has acted" if key in group.done else "")
    return f'{render_token(tokens[key], marks)}<span class="fb-hidden">{escape(words)}</span>'


def render_dice_pools(pools: Sequence[ShownPool]) -> str:
    """Render the dice that sides spend, in the place of the order."""
    items = "".join(f"<li>{_render_dice_pool(pool)}</li>" for pool in pools)
    return f'<ul class="fb-order fb-pools-order" aria-label="Action dice">{items}</ul>'


def _render_dice_pool(pool: ShownPool) -> str:
    used = '<i class="fb-die" data-used aria-hidden="true"></i>' * max(0, pool.most - pool.now)
    taken = '<i class="fb-die" data-taken aria-hidden="true"></i>' * pool.taken
    left = '<i class="fb-die" aria-hidden="true"></i>' * (pool.now - pool.taken)
    said = f" of {pool.most} dice left" + (f", the action in hand takes {pool.taken}" if pool.taken else "")
    words = f'<span class="fb-hidden">{said}</span>'
    content = f"<span>{escape(pool.title)} <b>{pool.now}</b>{words}</span>{used}{taken}{left}"
    return render_button(content, "fb-pool", view=_open(pool), more=" data-foe" if pool.is_foe else "")


def _open(pool: ShownPool) -> dict[str, str]:
    return {"open": f"piece {pool.key}"}


def render_pools(pools: Sequence[ShownPool]) -> str:
    """Render what the fight shares, without dice; a tap opens the sheet that has it."""
    return f'<div class="fb-pools">{"".join(map(_render_pool, pools))}</div>'


def _render_pool(pool: ShownPool) -> str:
    text = escape(pool.title)
    if pool.kind == "clock":
        style = f' style="--now:{pool.now};--most:{pool.most}"'
        return render_button(
            f"<span>{text} {render_share(pool.now, pool.most)}</span>",
            "fb-board-clock",
            view=_open(pool),
            more=style,
        )
    if pool.kind == "track":
        spaces = "<i data-on></i>" * pool.now + "<i></i>" * max(0, pool.most - pool.now)
        content = (
            f'<span class="fb-hidden">{text}: {pool.now} of {pool.most}</span>'
            f'<span aria-hidden="true">{text}&nbsp;</span>'
            f"{spaces}{render_icon('flag', '')}"
        )
        return render_button(content, "fb-track", view=_open(pool))
    return render_button(f"<span>{text}</span>", "fb-pool", view=_open(pool))
