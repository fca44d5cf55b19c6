"""A fight as an HTML fragment: the board for a view.

Each control carries what it does: `data-act` holds a command (rules_py.play.fight.commands), and `data-view` a part of
the view (rules_py.play.board.view) that it changes. So the page's script needs no rules.
"""

from collections.abc import Sequence
from html import escape

from rules_py.play.board.decisions import list_decisions
from rules_py.play.board.ending import build_ending, describe_end
from rules_py.play.board.group import Plan, find_group, is_group_first, plan_group
from rules_py.play.board.hand import count_actions_left, describe_turn, label_end_of_turn
from rules_py.play.board.moment import (
    build_moment,
    describe_undo as describe_undo,
    find_last_entries,
    list_latest,
    list_sentences,
)
from rules_py.play.board.prices import sum_prices
from rules_py.play.board.selection import Selection, select
from rules_py.play.board.sides import Side, list_order, list_pools, list_sides
from rules_py.play.board.tokens import Tokens, build_tokens
from rules_py.play.board.view import View
from rules_py.play.fight.actions import Attempt
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.fight.targeting import find_actor
from rules_py.rendering.fights.drawers import render_drawer
from rules_py.rendering.fights.hand import has_chips, render_hand
from rules_py.rendering.fights.log import render_log
from rules_py.rendering.fights.markup import render_button, render_icon
from rules_py.rendering.fights.mat import render_decisions, render_mat, render_returns
from rules_py.rendering.fights.pieces import (
    render_additions,
    render_dice_pools,
    render_order,
    render_pools,
    render_side,
)
from rules_py.scheduling import run_step
from rules_py.text.sentences import format_sentence, join_once

NAME = "Fight"
"""The name of a fight without one."""


def render_fight(fight: Fight, view: View, log: str = "") -> str:
    """Render the board of a fight for a view, in steps of the current question, which has one board.

    Args:
        fight: the fight.
        view: what the table looks at.
        log: the open log, if it is rendered already.

    Raises:
        TimeSliceExpired: the time slice is over; the repeated question continues with the next step.
    """
    tokens = run_step("tokens", lambda: build_tokens(fight))
    selection = run_step("selection", lambda: select(fight, view))
    moment = run_step("moment", lambda: build_moment(fight))
    ending = run_step("ending", lambda: build_ending(fight))
    decisions = run_step("decisions", lambda: list_decisions(fight, view, tuple(find_last_entries(fight))))
    offers = [each for each in decisions if each.is_offer and (len(each.choices) == 1 or not each.key)]
    offers = [each for each in offers if len(each.choices) == 1]
    waiting = [each for each in decisions if each not in offers]
    plan = run_step("plan", lambda: _find_plan(fight, view))
    draft = selection.draft if plan is None else None
    targets = list(draft.also) if draft is not None else []
    targets += [selection.at] if selection.at is not None and plan is None else []
    owing = [each.key for each in waiting if not each.refusal]
    by = selection.by if plan is None else None
    hidden = view.get("hidden") or ()
    sides = run_step("sides", lambda: list_sides(fight, by, targets, moment.stamps, owing, hidden))
    foes, own = run_step("pieces", lambda: _render_sides(fight, sides, selection, tokens))
    is_over = ending is not None and bool(ending.stamp) and not view.get("on") and all(each.refusal for each in waiting)
    returns = run_step("returns", lambda: render_returns(fight, ending, tokens) if ending is not None else "")
    chips = " data-chips" if has_chips(fight) else ""
    bar = run_step("bar", lambda: _render_bar(fight, selection, plan, tokens))
    additions = render_additions(fight, sides)
    mat = run_step("mat", lambda: render_mat(fight, moment, offers, plan, ending, view, tokens, additions))
    is_log_open = view.get("open") == "log"
    log = log or run_step("log", lambda: render_log(fight, is_open=is_log_open))
    hand = run_step("hand", lambda: render_hand(fight, selection, plan, waiting, tokens, ending if is_over else None))
    has_drawer = bool(selection.view.get("open"))
    drawer = run_step("drawer", lambda: render_drawer(fight, selection, moment, tokens)) if has_drawer else ""
    return (
        f'<div class="fb-board"{chips}>{bar}{foes}{mat}{render_decisions(fight, waiting, tokens, view, returns)}'
        f"{log}{own}{hand}{drawer}</div>"
    )


def _find_plan(fight: Fight, view: View) -> Plan | None:
    """Return the plan of the group that acts at once, or None if combatants act one by one."""
    group = () if view.get("one_by_one") or view.get("by") or view.get("do") else find_group(fight)
    return plan_group(fight, group, view) if is_group_first(fight, group) else None


def _render_sides(fight: Fight, sides: Sequence[Side], selection: Selection, tokens: Tokens) -> tuple[str, str]:
    """Render the pieces of all foes, and those of the players' side."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for side in sides:
        marker = _find_marker(fight, selection, side.id)
        found[side.is_foe].append(render_side(fight, side, selection, tokens, marker))
    return "".join(found[True]), "".join(found[False])


def _find_marker(fight: Fight, selection: Selection, side: str) -> str:
    """Return the instruction for a side's pieces: a tap on them hands over the turn, or aims at them."""
    if selection.by is None:
        return ""
    return "tap one to act" if fight.combatants[selection.by].side == side else "tap one to aim at"


def _find_attempts(selection: Selection, plan: Plan | None) -> list[Attempt]:
    """Return the attempts of what is laid out: of all members of a group, or of the one who acts."""
    drafts = [row.draft for row in plan.rows] if plan is not None else [selection.draft]
    return [each.attempt for each in drafts if each is not None and each.attempt is not None and not each.is_refused]


def _render_bar(fight: Fight, selection: Selection, plan: Plan | None, tokens: Tokens) -> str:
    start, turn = describe_turn(fight)
    if is_decided(fight):
        start, turn = "Over", ""
    said = f"{escape(start)}{': ' if start and turn else ''}<b>{escape(turn)}</b>"
    pools = list_pools(fight, BOARD, sum_prices(_find_attempts(selection, plan)) if fight.rules.pools else {})
    dice = [each for each in pools if each.kind == "dice"]
    order = render_dice_pools(dice) if dice else render_order(fight, list_order(fight, selection.by), tokens)
    name = selection.view.get("name") or NAME
    log = render_button(f"{render_icon('log')}<span>Log</span>", "fb-tool", view={"open": "log"}, name="Log")
    menu = render_button(render_icon("more"), "fb-tool", view={"open": "menu"}, name="More about this fight")
    opener = render_button(escape(str(name)), "fb-board-fights", view={"open": "encounters"})
    return (
        f'<header class="fb-board-bar"><div class="fb-board-title"><h2>{opener}</h2><p>{said}</p></div>'
        f"{order}{render_pools([each for each in pools if each.kind != 'dice'])}"
        f'<nav class="fb-tools" aria-label="This fight">{log}{menu}</nav></header>'
    )


def describe_events(fight: Fight, count: int) -> str:
    """Describe the last `count` events for a screen reader: what happened, who is next, and what has to be decided."""
    entries = fight.log[len(fight.log) - count :] if count else ()
    said = [text for each in list_latest(fight, entries) for text in dict.fromkeys(list_sentences(fight, each))]
    if not said:
        return ""
    if is_decided(fight):
        return join_once([*said, describe_end(fight)])
    owed = [each.heading for each in list_decisions(fight, {}, entries) if not each.refusal]
    decision = [f"To decide: {format_sentence(each)}" for each in owed[:1]]
    return " ".join([*said, *decision, *_describe_next(fight, entries)])


def _describe_next(fight: Fight, entries: tuple[LogEntry, ...]) -> list[str]:
    """Return a sentence that says who is next once somebody has acted, or what is left to the same one."""
    by = find_actor(fight) if any(entry.roll or entry.event["event"] == "turn" for entry in entries) else None
    if by is None:
        return []
    if not any(by == each for entry in entries if entry.roll for each in fight.find_actor_and_target(entry)[:1]):
        return [f"{fight.name_for(by)} is next."]
    left = count_actions_left(fight, select(fight, {"by": by}))
    if left.most and not left.left:
        return [f"{label_end_of_turn(fight)}."] if fight.has_turn_to_end else []
    return [f"{fight.name_for(by)} has {left.words}."] if left.most else []
