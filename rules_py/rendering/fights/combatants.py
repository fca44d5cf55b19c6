"""Who is there in a fight: each with their sheet in short, and who can join."""

from html import escape

from rules_py.play.fight.reducer import MOST_AT_ONCE, Fight
from rules_py.play.fight.state import Fighter
from rules_py.rendering.fights.actions import may_strike_several
from rules_py.rendering.fights.buttons import View, act_button, as_json
from rules_py.rendering.fights.summary import short_html, warnings_html

MOST_OUT = 4
"""How many who are out of the fight stand with the others."""


def sides_html(fight: Fight, by: str | None, at: str | None, view: View) -> str:
    """Everybody, side by side: who acts, who is the target, in the order in which they act."""
    many = by is not None and at is not None and may_strike_several(fight, by, at, view)
    acting_side = fight.fighters[by].side if by else ""
    found = []
    order = {key: number for number, key in enumerate(key for group in fight.groups for key in group)}
    for side, title in fight.kind.sides.items():
        there = sorted(
            (each for each in fight.fighting.values() if each.side == side),
            key=lambda each: (each.is_out, order.get(each.key, len(order))),
        )
        if there:
            cards = [
                _fighter(
                    fight,
                    each,
                    each.key == by,
                    each.key == at or each.key in view["also"],
                    side != acting_side,
                    _more_targets(fight, each, at, view) if many else "",
                )
                for each in there
            ]
            up = sum(not each.is_out for each in there)
            first = cards[: up + MOST_OUT] if len(cards) - up <= MOST_OUT else cards[:up]
            found.append(
                f'<section class="fb-fight-side" aria-label="{escape(title)}"><p class="fb-fight-title">'
                f"{escape(title)}</p><ul>{''.join(first)}</ul>{_gone(side, cards[len(first) :])}</section>"
            )
    return f'<div class="fb-fight-sides">{"".join(found)}</div>'


def _gone(side: str, cards: list[str]) -> str:
    """Those who are out of the fight, where they are many."""
    return (
        (
            f'<details class="fb-fight-gone-{escape(side)}"><summary>Out of the fight ({len(cards)})</summary>'
            f"<ul>{''.join(cards)}</ul></details>"
        )
        if cards
        else ""
    )


def _more_targets(fight: Fight, fighter: Fighter, at: str | None, view: View) -> str:
    """A button that makes somebody one of several targets, or no longer."""
    if fighter.key == at or fighter.is_out or at is None or fighter.side != fight.of(at).side:
        return ""
    is_one = fighter.key in view["also"]
    also = [key for key in view["also"] if key != fighter.key] if is_one else [*view["also"], fighter.key]
    return (
        f'<button type="button" class="fb-fight-also" aria-pressed="{str(is_one).lower()}" '
        f'aria-label="{escape(fighter.name)} as well" data-view="{as_json({"also": also})}">'
        f"{'−' if is_one else '+'}</button>"
    )


def _fighter(fight: Fight, fighter: Fighter, acts: bool, is_target: bool, is_other_side: bool, more: str) -> str:
    view: View = {"at": fighter.key, "also": []} if is_other_side else {"by": fighter.key, "at": None, "also": []}
    role = "acts" if acts else "target" if is_target else ""
    mark = f'<em class="fb-fight-mark">{role}</em>' if role else ""
    score = (
        f'<span class="fb-fight-score">{fighter.score[0]}</span>'
        if fighter.score and fight.kind.order.has_turns and len(fighter.score) > 1
        else ""
    )
    pressed = "true" if acts or is_target else "false"
    tie = ""
    if earlier := _tied_before(fight, fighter):
        tie = act_button(
            "↑",
            "fb-fight-up",
            {"act": "place", "who": fighter.key, "before": earlier},
            f"{fighter.name} before {fight.of(earlier).name}",
        )
    state = (" data-out" if fighter.is_out else "") + (" data-done" if fighter.key in fight.done else "")
    return (
        f'<li class="fb-fighter"{state}>'
        f'<button type="button" aria-pressed="{pressed}" data-view="{as_json(view)}">'
        f"{score}<strong>{escape(fighter.name)}</strong>{mark}{short_html(fighter.sheet)}</button>{tie}{more}"
        f"{warnings_html(fighter.sheet)}</li>"
    )


def _tied_before(fight: Fight, fighter: Fighter) -> str | None:
    """Who acts right before somebody and is tied with them, where the GM orders ties."""
    keys = [key for group in fight.groups if len(group) == 1 for key in group]
    if fighter.key not in keys or keys.index(fighter.key) == 0:
        return None
    before = keys[keys.index(fighter.key) - 1]
    return before if fight.fighters[before].score == fighter.score and fighter.score is not None else None


def join_html(fight: Fight, is_open: bool) -> str:
    """Who can join: with a name and a number, a new sheet or a row of the game's tables."""
    kinds = []
    for side, title in fight.kind.sides.items():
        there = [kind for kind in fight.kind.joins if side in fight.kind.sides_of(kind)]
        buttons = ""
        for kind in there:
            act = {"act": "join", "sheet": kind.id, "side": side}
            buttons += "".join(
                act_button(f"+ {name}", "fb-fight-add", {**act, "ready": name}) for name in kind.ready_made()
            )
            buttons += act_button(f"+ {kind.title}", "fb-fight-add", act)
        sheets = " ".join(kind.id for kind in there if fight.kind.sides_of(kind)[0] == side)
        kinds.append(
            f'<div class="fb-fight-kind" data-sheets="{sheets}"><p class="fb-fight-title">{escape(title)}</p>'
            f"{buttons}</div>"
        )
    return (
        f'<details class="fb-fight-join"{" open" if is_open else ""}><summary>Who joins</summary>'
        '<p class="fb-fight-new"><label>Name <input class="fb-fight-name" type="text" maxlength="40" '
        'autocomplete="off"></label> <label>How many <input class="fb-fight-count" type="number" '
        f'inputmode="numeric" min="1" max="{MOST_AT_ONCE}" value="1"></label></p>{"".join(kinds)}</details>'
    )
