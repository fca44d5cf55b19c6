"""The mat of a board as HTML: what just happened, the plan of a group, or the end; and what has to be decided."""

from collections.abc import Sequence
from html import escape

from rules_py.play.board.decisions import Choice, Decision
from rules_py.play.board.ending import Ending
from rules_py.play.board.group import Plan, PlanRow
from rules_py.play.board.hand import find_end_in_hand
from rules_py.play.board.moment import Happening, Moment
from rules_py.play.board.plays import list_actions_for_all, list_ends
from rules_py.play.board.tokens import Tokens
from rules_py.play.board.view import View
from rules_py.play.board.words import say_play
from rules_py.play.fight.amendments import OfferedAmendment
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.rendering.fights.buttons import render_keep_button
from rules_py.rendering.fights.markup import (
    data,
    label,
    render_ask_button,
    render_button,
    render_icon,
    render_odds,
    render_odds_request,
    render_throw,
    render_token,
    render_tokens,
)
from rules_py.text.sentences import format_sentence, use_minus_sign
from rules_py.text.wording import decapitalize, pluralize

LONG_HEADLINE = 24
"""The number of letters above which a headline is smaller, so that it fits a line of a phone."""

MOST_EFFECTS = 6
"""The number of sentences about what followed that a mat shows."""


def render_mat(
    fight: Fight,
    moment: Moment,
    offers: Sequence[Decision],
    plan: Plan | None,
    ending: Ending | None,
    view: View,
    tokens: Tokens,
    additions: str,
) -> str:
    """Render the mat: the plan of a group, the end of the fight, or what just happened; and ways to add combatants."""
    undo = _render_undo(moment, view)
    is_over = ending is not None and bool(ending.stamp)
    for_all = _render_actions_for_all(fight, is_over=is_over)
    if ending is not None and ending.stamp:
        name, inside = "The end", _render_ending(ending, moment, offers, tokens, for_all)
    elif plan is not None and not _has_just_acted(plan, moment, view):
        name, inside = "Who attacks", _render_plan(fight, plan, tokens)
    else:
        what, happened = _render_moment(moment, tokens)
        buttons = _render_offers(moment, offers, tokens, for_all, plan) if moment.happenings else NO_OFFERS
        name, inside = JUST_HAPPENED, (what, happened + buttons)
    forecast = "" if fight.has_begun or len({each.side for each in fight.active}) < 2 else PLACE_OF_FORECAST
    added = f'<p class="fb-offers">{additions}</p>' if additions else ""
    before = f'<div class="fb-row">{forecast}{added}</div>' if forecast or added else ""
    what, rest = inside
    start = "" if fight.has_begun else '<div class="fb-start-place"></div>'  # the page fills it with stored fights
    return f'<section class="fb-mat"{label(name)}>{what}{undo}{rest}{start}{before}</section>'


def render_still_mat(moment: Moment, tokens: Tokens) -> str:
    """Render the mat of a board on which nobody acts: what just happened."""
    what, happened = _render_moment(moment, tokens)
    return f'<section class="fb-mat"{label(JUST_HAPPENED)}>{what}{happened}{NO_OFFERS}</section>'


JUST_HAPPENED = "What just happened"

NO_OFFERS = '<p class="fb-offers"></p>'

PLACE_OF_FORECAST = '<div class="fb-forecast-place"></div>'
"""The element that the page fills with a forecast."""


def _has_just_acted(plan: Plan, moment: Moment, view: View) -> bool:
    """Return True if the last rolls are those of a group that acts again, and the table hasn't asked for its plan."""
    actors = {key for each in moment.happenings if each.roll is not None for key in each.who}
    return not view.get("aims") and bool(actors & plan.aims.keys())


def _render_undo(moment: Moment, view: View) -> str:
    found = ""
    if view.get("before"):  # the past isn't undone
        return found
    if moment.undo:
        found += render_button(f"{render_icon('undo')}Undo", "fb-undo", name=f"Undo: {moment.undo}")
    if view.get("redo"):
        found += render_button(f"{render_icon('redo')}Redo", "fb-redo")
    return found


def _render_actions_for_all(fight: Fight, *, is_over: bool) -> str:
    """Render the ends of periods that the hand doesn't have, and after a fight what everybody does, such as a rest."""
    found = list_ends(fight) if fight.has_begun else []
    if is_over:
        found += list_actions_for_all(fight)
    elif (in_hand := find_end_in_hand(fight)) is not None:
        found = [each for each in found if each.label != in_hand.label]
    return "".join(render_button(escape(each.label), "fb-quiet", act=each.command) for each in found)


def _render_moment(moment: Moment, tokens: Tokens) -> tuple[str, str]:
    """Render what just happened: the line about who did what, and the rest."""
    if not moment.happenings:
        return '<p class="fb-what"><span>Nothing has happened yet</span></p>', '<div class="fb-moment"></div>'
    rolls = [each for each in moment.happenings if each.roll is not None]
    if len(rolls) > 1:
        what = f'<p class="fb-what"><span>{pluralize(len(rolls), "roll")}</span></p>'
        rows = "".join(render_row(each, tokens) for each in moment.happenings)
        inside = f'<ol class="fb-plan">{rows}</ol>'
    else:
        first = moment.happenings[0]
        what = f'<p class="fb-what">{_render_names(first, tokens)}<span>{escape(first.title)}</span></p>'
        inside = _render_happening(first)
        effects = [text for each in moment.happenings[1:] for text in (format_sentence(each.headline), *each.effects)]
        inside += _render_effects(effects)
    return what, f'<div class="fb-moment">{inside}</div>'


def _render_offers(
    moment: Moment, offers: Sequence[Decision], tokens: Tokens, for_all: str, plan: Plan | None = None
) -> str:
    """Render the ways to make the last roll again, what may be done about it, and the ways to its math and a plan.

    Args:
        moment: the last command.
        offers: what may be done about its roll.
        tokens: the tokens.
        for_all: buttons for everybody, as HTML.
        plan: what a group does next.
    """
    buttons = "".join(_render_amendment(each, prices, tokens) for each, prices in moment.offers)
    if any(each.amendment.asks for each, _ in moment.offers):
        buttons += render_button("Share it out as you like", "fb-offer", view={"open": "share"})
    buttons += "".join(
        render_button(escape(choice.label), "fb-offer", act=choice.command)
        for each in offers
        for choice in each.choices
    )
    rolls = [each.id for each in moment.happenings if each.roll is not None]
    if len(rolls) == 1:
        buttons += render_button("Show the math", "fb-quiet", view={"open": f"math {rolls[0]}"})
    if plan is not None:
        buttons += render_button("Choose targets", "fb-offer", view={"aims": dict(plan.aims)})
    return f'<p class="fb-offers">{buttons}{for_all}</p>'


def _render_amendment(offered: OfferedAmendment, prices: Sequence[str], tokens: Tokens) -> str:
    """Render a way to make the last roll again, with its price."""
    label_text = offered.amendment.label
    said = f"{label_text}: {tokens[offered.ally].name}" if offered.ally else label_text
    cost = f'<span class="fb-cost">{escape(", ".join(prices))}</span>' if prices else ""
    return render_button(f"{escape(said)}{cost}", "fb-offer", act=offered.command)


def _render_names(happening: Happening, tokens: Tokens) -> str:
    """Render the tokens of those who acted and were acted against, with their names for screen readers."""
    if not happening.who:
        return ""
    arrow = f"{render_icon('to', 'fb-arrow')}{render_tokens(happening.targets, tokens)}" if happening.targets else ""
    words = f"{_name_people(happening, tokens)}: "
    return f'{render_tokens(happening.who, tokens)}{arrow}<span class="fb-hidden">{escape(words)}</span>'


def _name_people(happening: Happening, tokens: Tokens) -> str:
    """Return the names of those who acted, and of those they acted against."""
    names = ", ".join(tokens[key].name for key in happening.who if key in tokens)
    targets = ", ".join(tokens[key].name for key in happening.targets if key in tokens)
    return f"{names} on {targets}" if targets else names


def _render_happening(happening: Happening) -> str:
    grade = f' data-grade="{happening.grade}"' if happening.grade else ""
    throw = render_throw(happening.roll) if happening.roll else ""
    refused = "".join(f'<p class="fb-effects">{escape(each)}</p>' for each in happening.refused)
    length = " data-long" if len(happening.headline) > LONG_HEADLINE else ""
    return (
        f'<p class="fb-headline"{grade}{length}>{escape(happening.headline)}</p>{throw}'
        f"{_render_effects(happening.effects)}{refused}"
    )


def _render_effects(effects: Sequence[str]) -> str:
    shown = list(dict.fromkeys(use_minus_sign(each) for each in effects if each))
    if not shown:
        return ""
    more = f" And {len(shown) - MOST_EFFECTS} more in the log." if len(shown) > MOST_EFFECTS else ""
    return f'<p class="fb-effects">{escape(" ".join(shown[:MOST_EFFECTS]), quote=False)}{more}</p>'


def render_row(happening: Happening, tokens: Tokens) -> str:
    """Render a roll of several as a row."""
    grade = f' data-grade="{happening.grade}"' if happening.grade else ""
    throw = render_throw(happening.roll) if happening.roll else ""
    effects = " ".join(use_minus_sign(each) for each in happening.effects)
    more = f"<small>{escape(effects)}</small>" if effects else ""
    said = f'<span class="fb-grade"{grade}>{escape(happening.headline)}{more}</span>'
    return f"<li>{_render_names(happening, tokens)}{throw}{said}</li>"


# A group that acts


def _render_plan(fight: Fight, plan: Plan, tokens: Tokens) -> tuple[str, str]:
    words = "All choose, then all roll" if plan.is_simultaneous else "Tap a target for each"
    rows = "".join(_render_plan_row(fight, row, plan, tokens) for row in plan.rows)
    inside = f'<div class="fb-moment"><ol class="fb-plan">{rows}</ol></div>{NO_OFFERS}'
    return f'<p class="fb-what"><span>{words}</span></p>', inside


def _render_plan_row(fight: Fight, row: PlanRow, plan: Plan, tokens: Tokens) -> str:
    name = fight.name_for(row.key)
    token = render_token(tokens[row.key], " data-acts")
    if row.draft is None or row.target is None or row.reason:
        reason = row.reason or "can’t act now"
        return f"<li>{token}<b>{escape(name)}<small>{escape(reason)}</small></b></li>"
    choices = "".join(
        f'<label><input type="radio" name="fb-aim-{escape(row.key)}"'
        f"{data('view', {'aims': {**plan.aims, row.key: key}})}{' checked' if key == row.target else ''}>"
        f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>{render_token(tokens[key])}</label>'
        for key in row.candidates
    )
    odds = render_odds_request({**row.draft.command, "actor": row.key})
    what = f"{decapitalize(row.card)}, " if row.card else ""
    said = escape(say_play(fight, row.draft))
    return (
        f'<li>{token}<b>{escape(name)}<small>{escape(what)}<span class="fb-board-odds"{odds}></span></small></b>'
        f'<fieldset class="fb-board-pick"><legend>{escape(name)}: {said}. Target</legend>{choices}</fieldset></li>'
    )


# The end


def _render_ending(
    ending: Ending, moment: Moment, offers: Sequence[Decision], tokens: Tokens, for_all: str
) -> tuple[str, str]:
    what = '<p class="fb-what"><span>The fight is over</span></p>'
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in ending.facts)
    last = _describe_last(moment, tokens)
    lost = "" if ending.is_won else " data-lost"
    return what, (
        f'<div class="fb-moment"><p class="fb-stamped"{lost}>{escape(ending.stamp)}</p>'
        f'<p class="fb-headline">{escape(ending.sentence)}</p>'
        f'<dl class="fb-facts">{facts}</dl><p class="fb-effects">{escape(last)}</p></div>'
        f"{_render_offers(moment, offers, tokens, for_all)}"
    )


def _describe_last(moment: Moment, tokens: Tokens) -> str:
    """Describe what ended a fight, with the names of those who acted and of their targets."""
    if not moment.happenings:
        return ""
    last = moment.happenings[0]
    names = _name_people(last, tokens)
    return f"{names}: {last.headline}" if last.roll is not None and names else last.headline


def render_returns(fight: Fight, ending: Ending, tokens: Tokens) -> str:
    """Render what returns to the sheets, with the buttons that save it."""
    keys = [each.key for each in ending.returns] or list(fight.participants)
    changes = {each.key: ", ".join(each.changes) for each in ending.returns}
    items = "".join(
        f"<li>{render_token(tokens[key])}<span>{escape(changes.get(key, 'unchanged'))}</span>"
        + render_keep_button(
            fight.combatant(key), f"<span>Save to </span>{escape(fight.name_for(key))}<span>’s own sheet</span>"
        )
        + "</li>"
        for key in keys
    )
    save = '<button type="button" class="fb-fight-keep-all fb-button" data-main>Save to their sheets</button>'
    return (
        '<article class="fb-board-card fb-fight-keeps" hidden><h4>Back to the sheets</h4>'
        f'<ul class="fb-back">{items}</ul>{save}</article>'
    )


# Decisions


def render_decisions(fight: Fight, decisions: Sequence[Decision], tokens: Tokens, view: View, more: str = "") -> str:
    """Render what has to be decided: the first as a card, the others as small ones.

    Args:
        fight: the fight.
        decisions: the decisions.
        tokens: the tokens.
        view: what the table looks at.
        more: further cards, as HTML.
    """
    if not decisions and not more:
        return ""
    first, rest = decisions[:1], decisions[1:]
    cards = "".join(_render_card(fight, each, tokens, view) for each in first)
    then = "".join(f"<li>{_render_small(each, tokens, view)}</li>" for each in rest)
    listed = f'<ul class="fb-then" aria-label="Then">{then}</ul>' if then else ""
    count = sum(not each.members for each in decisions)
    title = f"{count} to decide" if decisions else "Nothing is saved until you say so"
    can_wait = all(each.refusal for each in decisions) and (bool(decisions) or not is_decided(fight))
    opening = f'<section class="fb-decisions"{" data-optional" if can_wait else ""} aria-label="To decide">'
    return f"{opening}<h3>{title}</h3>{cards}{listed}{more}</section>"


def _render_card(fight: Fight, decision: Decision, tokens: Tokens, view: View) -> str:
    """Render a decision: its choices, and in the corner what else can be done about it."""
    ask = ""
    token = render_token(tokens[decision.key]) if decision.key in tokens else ""
    text = f"<p>{escape(decision.text)}</p>" if decision.text else ""
    heading = decision.heading
    if len(decision.choices) == 1:
        (choice,) = decision.choices
        heading = heading.removesuffix(f": {choice.label}")  # the button says it
        choices = f'<div class="fb-do">{_render_choice(fight, choice)}</div>'
        by = fight.combatants.get(str(choice.command.get("by")))
        if choice.command["act"] == "roll" and by is not None and by.side == next(iter(fight.rules.sides)):
            ask = render_ask_button(choice.command, f"{heading}: {choice.label}", "fb-quiet")
    else:
        buttons = "".join(
            render_button(_label_choice(each, tokens), "fb-button", act=each.command) for each in decision.choices
        )
        choices = f'<div class="fb-row">{buttons}</div>'
    return (
        f'<article class="fb-board-card"><h4>{token}{escape(heading)}</h4>{text}{choices}'
        f'<div class="fb-card-corner">{ask}{_render_refusal(decision, view)}</div></article>'
    )


def _label_choice(choice: Choice, tokens: Tokens) -> str:
    token = render_token(tokens[choice.key]) if choice.key in tokens else ""
    return f"{token}{escape(choice.label)}"


def _render_choice(fight: Fight, choice: Choice) -> str:
    place, request = render_odds(fight, choice.command) if choice.is_roll else ("", "")
    return render_button(f"<b>{escape(choice.label)}</b>{place}", "fb-play", act=choice.command, more=request)


def _render_small(decision: Decision, tokens: Tokens, view: View) -> str:
    """Render a decision that comes later as a button; if it has several choices, with its question and all of them."""
    token = render_token(tokens[decision.key]) if decision.key in tokens else ""
    if len(decision.choices) == 1:
        (choice,) = decision.choices
        said = "" if choice.label in decision.heading else f"<small>{escape(choice.label)}</small>"
        return render_button(f"{token}<span>{escape(decision.heading)}{said}</span>", "fb-button", act=choice.command)
    buttons = "".join(
        render_button(_label_choice(each, tokens), "fb-button", act=each.command) for each in decision.choices
    )
    text = f" <small>{escape(decision.text)}</small>" if decision.text else ""
    return f"<span>{token}{escape(decision.heading)}{text}</span>{buttons}{_render_refusal(decision, view)}"


def _render_refusal(decision: Decision, view: View) -> str:
    """Render the choice of doing nothing. On a phone, it leads to the hand, which what has to be done covers."""
    passed = [*(view.get("passed") or ()), decision.name, *decision.members]
    words = decision.refusal or "Not now"
    return render_button(escape(words), "fb-quiet", view={"passed": passed}, name=f"{words}: {decision.heading}")
