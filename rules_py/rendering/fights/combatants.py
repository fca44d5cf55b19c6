"""The combatants of a fight, each with a summary of their sheet, and the form to join."""

from collections.abc import Sequence
from html import escape

from rules_py.play.fight.events import MOST_AT_ONCE
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.rendering.fights.actions import can_hit_several, list_further_targets
from rules_py.rendering.fights.buttons import (
    View,
    escape_json,
    render_command_button,
    render_interruption_button,
    shorten_names,
)
from rules_py.rendering.fights.summary import render_sheet_summary, render_warnings

MOST_OUT = 4
"""The maximum number of defeated combatants that are listed with the others."""


def render_sides(fight: Fight, by: str | None, at: str | None, view: View) -> str:
    """Render all combatants by side and in order of action, marking the actor and the targets."""
    many = by is not None and at is not None and can_hit_several(fight, by, at, view)
    further = list_further_targets(fight, by, at, view) if by and at and many else ()
    acting_side = fight.combatants[by].side if by else ""
    found = []
    order = {key: number for number, key in enumerate(key for group in fight.groups for key in group)}
    for side, title in fight.rules.sides.items():
        there = sorted(
            (each for each in fight.participants.values() if each.side == side),
            key=lambda each: (each.is_out, order.get(each.key, len(order))),
        )
        if there:
            cards = [
                _render_combatant(
                    fight,
                    each,
                    each.key == by,
                    each.key == at or each.key in view["also"],
                    side != acting_side,
                    _render_interruption(fight, each, by)
                    + (_render_target_toggle(each, view) if each.key in further else ""),
                )
                for each in there
            ]
            up = sum(not each.is_out for each in there)
            asked = _render_open_questions([each for each in there if not each.is_out])
            first = cards[: up + MOST_OUT] if len(cards) - up <= MOST_OUT else cards[:up]
            found.append(
                f'<section class="fb-fight-side"{"" if side == acting_side or not by else " data-foes"} '
                f'aria-label="{escape(title)}"><p class="fb-fight-title">'
                f"{escape(title)}</p><ul>{''.join(first)}</ul>{asked}"
                f"{_render_defeated(side, cards[len(first) :])}</section>"
            )
    return f'<div class="fb-fight-sides">{"".join(found)}</div>'


def _render_open_questions(combatants: Sequence[Combatant]) -> str:
    """Render what combatants' sheets leave open, each sentence once with the names of those who share it."""
    names: dict[str, list[str]] = {}
    for each in combatants:
        for said in each.sheet.open_questions:
            names.setdefault(said, []).append(each.name)
    return "".join(
        f'<p class="fb-fight-warning">{escape(f"{shorten_names(each)}: {said}")}</p>' for said, each in names.items()
    )


def _render_interruption(fight: Fight, combatant: Combatant, by: str | None) -> str:
    """Render a button that lets a combatant act in the turn of others, such as with an action that they hold."""
    if combatant.key == by or combatant.key in fight.available_actors or combatant.is_out:
        return ""
    if not fight.rules.order.has_turns or not fight.rules.may_interrupt(combatant.sheet):
        return ""
    return render_interruption_button(combatant)


def _render_defeated(side: str, cards: list[str]) -> str:
    """Render the defeated combatants, folded."""
    return (
        (
            f'<details class="fb-fight-gone-{escape(side)}"><summary>Out of the fight ({len(cards)})</summary>'
            f"<ul>{''.join(cards)}</ul></details>"
        )
        if cards
        else ""
    )


def _render_target_toggle(combatant: Combatant, view: View) -> str:
    """Render a button that adds or removes a combatant as one of several targets."""
    is_one = combatant.key in view["also"]
    also = [key for key in view["also"] if key != combatant.key] if is_one else [*view["also"], combatant.key]
    return (
        f'<button type="button" class="fb-fight-also" aria-pressed="{str(is_one).lower()}" '
        f'aria-label="Also target {escape(combatant.name)}" data-view="{escape_json({"also": also})}">'
        f"{'−' if is_one else '+'}</button>"
    )


def _render_combatant(
    fight: Fight, combatant: Combatant, is_actor: bool, is_target: bool, is_other_side: bool, more: str
) -> str:
    view: View = {"at": combatant.key, "also": None}
    if not is_other_side:
        view = {"by": combatant.key, "at": None, "also": None}
    role = "acts" if is_actor else "target" if is_target else ""
    mark = f'<em class="fb-fight-mark">{role}</em>' if role else ""
    score = (
        f'<span class="fb-fight-score">{combatant.score[0]}</span>'
        if combatant.score and fight.rules.order.has_turns and len(combatant.score) > 1
        else ""
    )
    pressed = "true" if is_actor or is_target else "false"
    tie = ""
    if earlier := _find_tied_before(fight, combatant):
        tie = render_command_button(
            "↑",
            "fb-fight-up",
            {"act": "place", "who": combatant.key, "before": earlier},
            f"{combatant.name} before {fight.combatant(earlier).name}",
        )
    left = '<p class="fb-fight-warning">Has left the fight.</p>' if combatant.has_withdrawn else ""
    state = f' data-role="{role}"' if role else ""
    state += (" data-out" if combatant.is_out else "") + (" data-done" if combatant.key in fight.acted_keys else "")
    return (
        f'<li class="fb-fighter"{state}>'
        f'<button type="button" aria-pressed="{pressed}" data-view="{escape_json(view)}">'
        f"{score}<strong>{escape(combatant.name)}</strong>{mark}{render_sheet_summary(combatant.sheet)}</button>{tie}{more}"
        f"{render_warnings(combatant.sheet)}{left}</li>"
    )


def _find_tied_before(fight: Fight, combatant: Combatant) -> str | None:
    """Return the key of the tied combatant who acts right before this one, if the GM orders ties."""
    keys = [key for group in fight.groups if len(group) == 1 for key in group]
    if combatant.key not in keys or keys.index(combatant.key) == 0:
        return None
    before = keys[keys.index(combatant.key) - 1]
    return before if fight.combatants[before].score == combatant.score and combatant.score is not None else None


def render_join_form(fight: Fight, is_open: bool) -> str:
    """Render the form to join: a name, a number, and new sheets or rows of the game's tables."""
    kinds = []
    for side, title in fight.rules.sides.items():
        there = [kind for kind in fight.rules.sides_by_sheet if side in fight.rules.sides_for(kind)]
        buttons = ""
        for kind in there:
            act = {"act": "join", "sheet": kind.id, "side": side}
            buttons += "".join(
                render_command_button(f"+ {name}", "fb-fight-add", {**act, "ready": name})
                for name in kind.build_presets()
            )
            buttons += render_command_button(f"+ {kind.title}", "fb-fight-add", act)
        sheets = " ".join(kind.id for kind in there if fight.rules.sides_for(kind)[0] == side)
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
