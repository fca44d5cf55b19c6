"""The hand of the one who acts as HTML: what they have left, their actions and cards, and the button that plays."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_py.parameters import Flag
from rules_py.play.board.decisions import Decision
from rules_py.play.board.draft import Draft, can_hit_several, draft_play, list_further_targets, list_reasons
from rules_py.play.board.ending import Ending
from rules_py.play.board.group import Plan, find_group, is_group_first
from rules_py.play.board.hand import (
    build_actor_view,
    count_actions_left,
    describe_uses_left,
    find_end_in_hand,
    label_end_of_turn,
    label_initiative,
    list_declared_ways,
    list_gauges,
    list_interrupting,
    list_waiting,
    list_ways_out,
)
from rules_py.play.board.plays import MOST_TILES, Play, list_ends
from rules_py.play.board.selection import Selection
from rules_py.play.board.tokens import Tokens
from rules_py.play.board.words import Card, describe_assumptions, list_cards, name_count, say_play
from rules_py.play.copies import replace
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import can_act
from rules_py.rendering.fights.markup import (
    data,
    render_button,
    render_fact,
    render_icon,
    render_odds,
    render_share,
    render_token,
)
from rules_py.text.sentences import format_sentence, join_once, join_some

LONG_SENTENCE = 17
"""The number of letters above which the sentence of a button is smaller on a tablet, where it takes two lines."""


def render_hand(
    fight: Fight,
    selection: Selection,
    plan: Plan | None,
    decisions: Sequence[Decision],
    tokens: Tokens,
    ending: Ending | None = None,
) -> str:
    """Render the hand: of the one who acts, or of a group that acts at once; or what to do after the end."""
    if ending is not None:
        return _render_after(ending)
    if plan is not None:
        return _render_group_hand(fight, selection, plan, tokens)
    by = selection.by
    if by is None:
        return _render_empty_hand(fight)
    actor, draft = fight.combatant(by), selection.draft
    foe = " data-foe" if tokens[by].is_foe else ""
    return (
        f'<section class="fb-board-hand"{foe} aria-labelledby="fb-hand-actor">'
        f"{_render_header(fight, selection, tokens)}"
        f'<div class="fb-board-gauges">{_render_gauges(fight, by)}</div>'
        f"{_render_tiles(selection, actor.name, None if _is_something_else_first(fight, selection) else draft)}"
        f"{_render_cards(fight, draft)}"
        f"{_render_targets(fight, selection, draft, tokens) if draft else ''}"
        f"{_render_chips(fight, draft)}"
        f"{_render_do(fight, selection, draft, decisions)}</section>"
    )


def _render_after(ending: Ending) -> str:
    """Render what the table can do once the fight is over."""
    buttons = (
        render_button(f"{render_icon('attack')}Play on", "fb-button", view={"on": True, "open": ""}),
        render_button(f"{render_icon('swap')}Same people again", "fb-button fb-again-fight"),
        render_button(f"{render_icon('copy')}Copy the log", "fb-button fb-copy-log"),
    )
    return (
        '<section class="fb-board-hand fb-after" aria-labelledby="fb-hand-actor"><header class="fb-actor">'
        f'{render_icon("star" if ending.is_won else "skull")}<h3 id="fb-hand-actor">What next?</h3></header>'
        f'<p class="fb-row">{"".join(buttons)}</p></section>'
    )


def _render_empty_hand(fight: Fight) -> str:
    over = is_decided(fight)
    title = "Who fights?"
    if fight.participants:
        title = "Nobody is left in this turn" if label_end_of_turn(fight) and not over else "Nobody is left to act"
    words = " ".join(list_waiting(fight)) if fight.participants else "Add combatants to both sides."
    do = _render_nothing(fight, "Nobody can act now.") if fight.participants else ""
    return (
        '<section class="fb-board-hand" aria-labelledby="fb-hand-actor"><header class="fb-actor">'
        f'{render_icon("team")}<h3 id="fb-hand-actor">{title}</h3><p class="fb-left"><span class="fb-words">{words}'
        f'</span></p><div class="fb-ends">{_render_ends(fight)}</div></header>{do}</section>'
    )


def _render_nothing(fight: Fight, reason: str, because: str = "") -> str:
    """Render the end of the turn in place of an action, or else the reason and the ends of periods.

    Args:
        fight: the fight.
        reason: the reason why there is no action.
        because: the sentence below the end of the turn, or "".
    """
    text, act = label_end_of_turn(fight), {"act": "turn"}
    if not text and because and (end := find_end_in_hand(fight)) is not None:
        text, act = end.label, dict(end.command)
    if text:
        small = f"<small>{escape(because)}</small>" if because else ""
        button = render_button(f"<b>{escape(text)}</b>{small}", "fb-play fb-board-next", act=act)
        return f'<div class="fb-do">{button}</div>'
    ends = "".join(render_button(escape(each.label), "fb-button", act=each.command) for each in list_ends(fight))
    row = f'<div class="fb-row">{ends}</div>' if ends else ""
    return f'<div class="fb-do"><div class="fb-why"><p>{escape(reason)}</p>{row}</div></div>'


# The header


def _render_header(fight: Fight, selection: Selection, tokens: Tokens) -> str:
    by = selection.by
    assert by is not None
    left = count_actions_left(fight, selection)
    marks = "<i></i>" * left.left + "<i data-used></i>" * max(0, left.most - left.left) if left.most <= 6 else ""
    said = " ".join(format_sentence(each) for each in (left.words, *list_waiting(fight, by)) if each)
    words = f'<span class="fb-words">{escape(said)}</span>' if said else ""
    name = escape(fight.name_for(by))
    ends_turn = selection.draft is None or (_is_turn_over(fight, selection) and not _is_order_first(selection))
    return (
        f'<header class="fb-actor">{render_token(tokens[by], " data-acts")}<h3 id="fb-hand-actor">{name}</h3>'
        f'<p class="fb-left">{marks}{words}</p>'
        f"{_render_turns(fight, selection, _render_all_act(fight, selection), ends_turn=ends_turn)}</header>"
    )


def render_interruptions(fight: Fight, by: str | None, at: str | None) -> str:
    """Render buttons that let others act now, although it isn't their turn, or nobody's."""
    return "".join(
        render_button(
            f"{escape(fight.name_for(key))} acts",
            "fb-quiet fb-interrupt",
            view={**build_actor_view(key), "one_by_one": True},
            name=f"{fight.name_for(key)} acts now",
        )
        for key in list_interrupting(fight, by, at)
    )


def _render_turns(fight: Fight, selection: Selection, of_group: str, *, ends_turn: bool = False) -> str:
    """Render buttons for whose turn it is. The end comes last, at the edge: there the next one is under the finger.

    Args:
        fight: the fight.
        selection: what is laid out.
        of_group: the button for a group, as HTML.
        ends_turn: True if the big button ends the turn.
    """
    found = ""
    if fight.awaiting_initiative and not fight.is_open:
        found += render_button(escape(label_initiative(fight)), "fb-quiet fb-fight-order", act={"act": "order"})
    found += of_group + render_interruptions(fight, selection.by, selection.at) + _render_ends(fight)
    text = label_end_of_turn(fight)
    if text and not ends_turn:
        found += render_button(escape(text), "fb-quiet fb-board-next", act={"act": "turn"})
    return f'<div class="fb-ends">{found}</div>'


def _render_all_act(fight: Fight, selection: Selection) -> str:
    """Render a button that makes all who may act do so at once, or shows them as a group again."""
    group = find_group(fight)
    if not group:
        return ""
    if is_group_first(fight, group):
        view = {"one_by_one": False, "by": None, "at": None, "do": None}
        return render_button("All at once", "fb-quiet", view=view)
    return render_button(f"{name_count(len(group)).capitalize()} attack", "fb-quiet", act={"act": "all"})


def _render_ends(fight: Fight) -> str:
    """Render the end of the period that the hand has; the mat has the others."""
    end = find_end_in_hand(fight)
    return render_button(escape(end.label), "fb-quiet", act=end.command) if end is not None else ""


def _render_gauges(fight: Fight, by: str) -> str:
    view = {"open": f"piece {by}"}
    return "".join(
        render_button(
            f"{escape(each.label)}<b>{render_share(each.now, each.most) if each.most else escape(each.now)}</b>",
            "fb-board-gauge",
            view=view,
            more=" data-low" if each.is_low else "",
        )
        for each in list_gauges(fight.sheet_for(by))
    )


# Tiles, cards and chips


def _render_tiles(selection: Selection, name: str, draft: Draft | None) -> str:
    doing = draft.play.id if draft else ""
    plays = list(selection.tiles)
    if draft is not None and draft.play not in plays:
        plays = [*plays[: MOST_TILES - 1], draft.play]  # it takes the place of the last one, so that there is one row
    tiles = "".join(_render_tile(play, is_chosen=play.id == doing) for play in plays)
    more = render_button(
        f"{render_icon('more')}More",
        "fb-board-tile",
        view={"open": "more"},
        more=f' data-more aria-expanded="{str(selection.view.get("open") == "more").lower()}"',
    )
    return (
        f'<fieldset class="fb-board-actions"><legend>What {escape(name)} does</legend>{tiles}'
        f'<div class="fb-more">{more}</div></fieldset>'
    )


def _render_tile(play: Play, *, is_chosen: bool) -> str:
    view = {"do": play.id, "chosen": None, "params": None, "also": None}
    return (
        f'<label class="fb-board-tile"><input type="radio" name="fb-do"{data("view", view)}'
        f"{' checked' if is_chosen else ''}>{render_icon(play.icon)}{escape(play.title)}</label>"
    )


def _render_cards(fight: Fight, draft: Draft | None) -> str:
    cards = list_cards(fight, draft) if draft is not None else []
    if draft is None or not cards:
        return '<div class="fb-weapons"></div>'
    shown = "".join(_render_card(draft, each) for each in cards)
    return f'<fieldset class="fb-weapons"><legend>With</legend>{shown}</fieldset>'


def _render_card(draft: Draft, card: Card) -> str:
    name, value = card.choice
    view = {"do": draft.play.id, "chosen": {**draft.chosen, name: value}}
    facts = "".join(
        f"{', ' if number and isinstance(fact, str) else ''}{render_fact(fact)}"
        for number, fact in enumerate(card.facts)
    )
    empty = " data-empty" if card.is_empty else ""
    return (
        f'<label class="fb-weapon"{empty}><input type="radio" name="fb-with"{data("view", view)}'
        f"{' checked' if card.is_chosen else ''}><b>{escape(card.name)}</b><span>{facts}</span></label>"
    )


def _render_targets(fight: Fight, selection: Selection, draft: Draft, tokens: Tokens) -> str:
    """Render further targets of an attack on several, and the allies who can be the target of a roll."""
    play = draft.play
    picks = ""
    if can_hit_several(fight, play, draft.chosen):
        boxes = "".join(
            _render_further_target(fight, draft, key, tokens) for key in list_further_targets(fight, play, draft.chosen)
        )
        picks += f'<fieldset class="fb-board-pick"><legend>Also at</legend>{boxes}</fieldset>' if boxes else ""
    if allies := find_ally_targets(fight, selection, play):
        radios = "".join(
            f'<label><input type="radio" name="fb-ally"{data("view", {"at": key, "also": None, "do": play.id})}'
            f"{' checked' if key == play.at else ''}>"
            f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>{render_token(tokens[key])}</label>'
            for key in allies
        )
        picks += f'<fieldset class="fb-board-pick"><legend>At an ally</legend>{radios}</fieldset>'
    return picks


def _render_further_target(fight: Fight, draft: Draft, key: str, tokens: Tokens) -> str:
    also = list(draft.also)
    with_them = also if key in also else [*also, key]
    without = [each for each in also if each != key]
    return (
        f'<label><input type="checkbox"{data("view", {"do": draft.play.id, "also": with_them})}'
        f"{data('view-off', {'do': draft.play.id, 'also': without})}{' checked' if key in also else ''}>"
        f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>{render_token(tokens[key])}</label>'
    )


def find_ally_targets(fight: Fight, selection: Selection, play: Play) -> tuple[str, ...]:
    """Return the allies who can be the target of a play that isn't made against enemies, such as first aid."""
    by = selection.by
    if play.binding is None or play.is_answered or by is None:
        return ()
    mechanic = play.binding.mechanic
    side = fight.combatants[by].side
    if any(
        met.mechanic is mechanic
        for each in fight.participants.values()
        for met in each.sheet.met_by
        if each.side != side
    ):
        return ()
    found = []
    for key in fight.find_allies(by, fight.participants):
        if fight.combatants[key].has_withdrawn or all(
            met.mechanic is not mechanic for met in fight.sheet_for(key).met_by
        ):
            continue
        if key == play.at or not draft_play(fight, replace(play, at=key), {}).is_refused:
            found.append(key)
    return tuple(found)


def has_chips(fight: Fight) -> bool:
    """Return True if an action of the game has chips, so that each hand keeps room for them."""
    return any(action.chips for action in fight.rules.declared_actions)


def _render_chips(fight: Fight, draft: Draft | None) -> str:
    """Render the parameters that the game wants at hand: ticks, and numbers with a value each."""
    if not has_chips(fight):
        return ""
    names = draft.play.action.chips if draft is not None and draft.play.binding and draft.play.action else ()
    chips = "".join(_render_chip(draft, name) for name in names) if draft is not None else ""
    return f'<fieldset class="fb-chips"><legend>What helps</legend>{chips}</fieldset>'


def _render_chip(draft: Draft, name: str) -> str:
    assert draft.play.binding is not None
    parameter = draft.play.binding.mechanic.parameters[name]
    value = draft.params.get(name, parameter.default)
    doing = {"do": draft.play.id}
    if isinstance(parameter.kind, Flag):
        on, off = ({**doing, "params": {**draft.given, name: state}} for state in (True, False))
        return (
            f'<label class="fb-chip"><input type="checkbox"{data("view", on)}{data("view-off", off)}'
            f"{' checked' if value else ''}>{escape(parameter.label)}</label>"
        )
    values = list(parameter.kind.all_values())
    following = values[(values.index(value) + 1) % len(values)] if value in values else parameter.default
    view = {**doing, "params": {**draft.given, name: following}}
    named = parameter.kind.names().get(str(value), str(value))
    name_of = f"{parameter.label}: {named}. Change to {parameter.kind.names().get(str(following), following)}"
    return render_button(f"{escape(parameter.label)} <b>{escape(named)}</b>", "fb-chip", view=view, name=name_of)


# The button


def _render_do(fight: Fight, selection: Selection, draft: Draft | None, decisions: Sequence[Decision]) -> str:
    if _is_order_first(selection):
        text = label_initiative(fight)
        count = len(fight.awaiting_initiative)
        small = f"<small>{count} roll{'s' if count > 1 else ''}</small>"
        order = render_button(f"<b>{escape(text)}</b>{small}", "fb-play fb-fight-order", act={"act": "order"})
        return f'<div class="fb-do">{order}</div>'
    if draft is None:
        return _render_nothing(fight, "Nothing to do now.")
    if _is_turn_over(fight, selection):
        because = join_once(list_reasons(draft)) or "Nobody is left to act against."
        return _render_nothing(fight, "Nothing to do now.", because)
    adjust = render_button(
        render_icon("more"),
        "fb-adjust",
        view={"open": "form", "do": draft.play.id},
        name="Change this roll" if draft.play.binding else "Change this",
        more=f' aria-expanded="{str(selection.view.get("open") == "form").lower()}"',
    )
    if draft.is_refused:
        return f'<div class="fb-do">{_render_why(fight, selection, draft, decisions)}{adjust}</div>'
    return f'<div class="fb-do">{render_play(fight, draft)}{adjust}</div>'


def _is_something_else_first(fight: Fight, selection: Selection) -> bool:
    """Return True if the button rolls for initiative or ends the turn, so that no action is laid out."""
    return _is_order_first(selection) or _is_turn_over(fight, selection)


def _is_turn_over(fight: Fight, selection: Selection) -> bool:
    """Return True if none of those whose turn it is can act any more, and the table has laid out nothing else."""
    draft = selection.draft
    if draft is None or selection.view.get("do"):
        return False
    if not (label_end_of_turn(fight) or find_end_in_hand(fight)):
        return False
    if fight.rules.order.has_turns and len(fight.active_sides) < 2 and selection.by in fight.available_actors:
        return True
    if not draft.is_refused or list(list_declared_ways(fight, draft)):
        return False
    return selection.by in fight.available_actors and not any(can_act(fight, key) for key in fight.available_actors)


def _is_order_first(selection: Selection) -> bool:
    """Return True if the button rolls for initiative, because the table has laid out nothing else before it."""
    return selection.fight.is_open and bool(selection.fight.awaiting_initiative) and not selection.view.get("do")


def render_play(fight: Fight, draft: Draft) -> str:
    """Render the big button: the sentence, its chances, and what it assumes."""
    sentence = say_play(fight, draft)
    said, length = escape(sentence), " data-long" if len(sentence) > LONG_SENTENCE else ""
    assumed = ", ".join(part for part in (describe_assumptions(fight, draft), describe_uses_left(draft)) if part)
    small = f"<small>{escape(assumed)}</small>" if assumed else ""
    if draft.play.binding is None:
        return render_button(f"<b>{said}</b>{small}", "fb-play", act=draft.command, more=length)
    place, request = render_odds(fight, draft.command)
    return render_button(f"<b>{said}</b>{place}{small}", "fb-play", act=draft.command, more=f"{request}{length}")


def _render_why(fight: Fight, selection: Selection, draft: Draft, decisions: Sequence[Decision]) -> str:
    """Render why a play is refused, in the button's place: the reason, the ways out, and "Roll anyway"."""
    due = next((each for each in decisions if not each.refusal), None)
    reason = join_once(list_reasons(draft))
    if due is not None:
        reason = f"First: {due.heading}. {reason}"
    ways = "".join(
        render_button(
            escape(way.label),
            "fb-button",
            act=way.command,
            view=way.view,
            more=" data-main" if not number else "",
        )
        for number, way in enumerate(list_ways_out(fight, selection, draft))
    )
    anyway = render_anyway(draft, say_play(fight, draft))
    row = f'<div class="fb-row">{ways}</div>' if ways else ""
    return f'<div class="fb-why"><p>{escape(reason)}</p>{anyway}{row}</div>'


def render_anyway(draft: Draft, said: str) -> str:
    """Render the button that waives the requirements of a play, or nothing if a value is missing."""
    if not draft.unmet or draft.missing:
        return ""
    command: Mapping[str, Any] = {**draft.command, "override": [each.name for each in draft.unmet]}
    words = "Roll anyway" if draft.play.binding else "Do it anyway"
    return render_button(words, "fb-quiet fb-override", act=command, name=f"{words}: {said}")


# A group


def _render_group_hand(fight: Fight, selection: Selection, plan: Plan, tokens: Tokens) -> str:
    count = len(plan.aims)
    title = fight.rules.sides[plan.side] if plan.side else join_some(fight.name_for(key) for key in plan.aims)
    foe = " data-foe" if plan.side and plan.side != next(iter(fight.rules.sides)) else ""
    single = {"one_by_one": True}
    waiting = escape(" ".join(list_waiting(fight)))
    header = (
        f'<header class="fb-actor"><i class="fb-token"{foe} data-acts aria-hidden="true">×{count}</i>'
        f'<h3 id="fb-hand-actor">{escape(title)}</h3><p class="fb-left"><span class="fb-words">{waiting}</span></p>'
        f"{_render_turns(fight, selection, render_button('One by one', 'fb-quiet', view=single))}</header>"
    )
    number = name_count(count)
    said = f"Roll {number}" if plan.is_simultaneous else f"{number.capitalize()} attack"
    small = "Nobody sees the others’ rolls first" if plan.is_simultaneous else ""
    play = render_button(
        f"<b>{said}</b>{f'<small>{small}</small>' if small else ''}",
        "fb-play",
        act={"act": "all", "aims": dict(plan.aims)},
    )
    members = "".join(
        render_button(
            f'{render_token(tokens[row.key])}{escape(fight.name_for(row.key))}<span class="fb-hidden"> alone</span>',
            "fb-board-tile",
            view={"by": row.key, "one_by_one": True, "at": row.target, "do": None},
        )
        for row in plan.rows[: MOST_TILES + 1]  # without "More", there is room for six
    )
    return (
        f'<section class="fb-board-hand"{foe} aria-labelledby="fb-hand-actor">{header}'
        f'<fieldset class="fb-board-actions"><legend>One by one</legend>{members}</fieldset>'
        f'<div class="fb-do">{play}</div></section>'
    )
