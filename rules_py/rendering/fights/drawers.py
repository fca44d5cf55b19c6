"""The drawers of a board as HTML: more actions, the form of a roll, a combatant's card, the log, and the rest."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_py.errors import NotationError, ParameterError, RulesError, UnknownIdError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Whole
from rules_py.play.bindings import RollBinding
from rules_py.play.board.card import count_kind, list_comrades, list_steps, list_switches
from rules_py.play.board.draft import Draft, find_reason, list_reasons
from rules_py.play.board.hand import build_actor_view
from rules_py.play.board.moment import Moment, find_last_entries
from rules_py.play.board.plays import (
    Option,
    Play,
    has_effect,
    has_to_wait,
    list_actions_for_all,
    list_change_plays,
    list_changes_for,
    list_ends,
)
from rules_py.play.board.prices import list_prices
from rules_py.play.board.selection import Selection
from rules_py.play.board.sides import list_sides
from rules_py.play.board.tokens import Tokens, find_stem
from rules_py.play.board.words import Card, find_card_list, format_number, list_entry_cards, name_card, say_play
from rules_py.play.changes import Change
from rules_py.play.fight.actions import ALLY
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import MOST_AT_ONCE
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.revision import find_last_act
from rules_py.play.fight.targeting import find_ally_candidates
from rules_py.registry.games import find_mechanic
from rules_py.rendering.fights.arrangements import (
    render_arrangements,
    render_conditions,
    render_new_condition,
    render_note,
)
from rules_py.rendering.fights.buttons import render_form_button, render_keep_button, render_new_sheet_button
from rules_py.rendering.fights.fields import list_change_fields, rank_param, render_param
from rules_py.rendering.fights.hand import render_anyway, render_play
from rules_py.rendering.fights.markup import (
    data,
    render_ask_button,
    render_button,
    render_icon,
    render_odds_request,
    render_share,
    render_throw,
    render_token,
)
from rules_py.rendering.fights.pieces import list_joining, list_joins
from rules_py.rendering.fights.summary import render_sheet_summary, render_warnings
from rules_py.rendering.rolls import render_roll
from rules_py.text.sentences import MINUS, join_once
from rules_py.text.wording import decapitalize

CLOSE: Mapping[str, str] = {"open": ""}


def render_drawer(fight: Fight, selection: Selection, moment: Moment, tokens: Tokens) -> str:
    """Render the drawer that a view opens, or nothing."""
    kind, _, about = str(selection.view.get("open") or "").partition(" ")
    match kind:
        case "more" if selection.by is not None:
            return _render_more(fight, selection)
        case "form" if selection.draft is not None:
            return _render_form(fight, selection, selection.draft, tokens)
        case "piece" if about in fight.combatants or (about == BOARD and fight.board is not None):
            return _render_piece_card(fight, about, selection, tokens)
        case "stack" if about in fight.combatants:
            return _render_stack(fight, about, selection, tokens)
        case "math":
            return _render_math(fight, about)
        case "menu":
            return _render_menu(fight)
        case "encounters":
            return _wrap("Fights", '<div class="fb-encounters-place"></div>')
        case "players":
            return _wrap("What players see", '<div class="fb-players-settings-place"></div>')
        case "join" if about in fight.rules.sides:
            return _render_join(fight, about)
        case "share":
            return _render_share(fight, moment)
    return ""


def _wrap(title: str, content: str, css_class: str = "fb-drawer", before: str = "", name: str = "") -> str:
    """Render a drawer; `name` is what screen readers call it if that isn't its title."""
    close = render_button(render_icon("close"), "fb-tool", view=CLOSE, name="Close")
    return (
        f'<section class="{css_class}" aria-label="{escape(name or title)}">'
        f"<header>{before}{escape(title)}{close}</header>{content}</section>"
    )


# More


def _render_more(fight: Fight, selection: Selection) -> str:
    """Render everything that isn't a tile: actions, reactions, bookkeeping, and what can't be done now."""
    assert selection.by is not None
    actions: list[str] = []
    reactions: list[str] = []
    bookkeeping: list[str] = []
    refused: list[str] = []
    for play in selection.plays:
        if play in selection.tiles:
            continue
        draft = selection.draft_play(play)
        if draft.is_refused:
            refused.append(_render_refused(fight, draft))
            continue
        group = reactions if play.group == "reaction" else bookkeeping if play.group == "bookkeeping" else actions
        group += _render_items(fight, draft)
    key, name = selection.by, fight.name_for(selection.by)
    bookkeeping.append(
        f"<li>{render_button('Change numbers, conditions, notes', '', view={'open': f'piece {key}'})}</li>"
    )
    bookkeeping.append(f"<li>{_render_withdrawal(fight, key)}</li>")
    for play in selection.tiles:
        draft = selection.draft_play(play)
        if draft.is_refused and (selection.draft is None or play.id != selection.draft.play.id):
            refused.append(_render_refused(fight, draft))
    doing = f"{_render_list('Actions', actions)}{_render_list('Reactions', reactions)}"
    rest = f"{_render_list('Bookkeeping', bookkeeping)}{_render_list('Not now', refused, 'fb-not-now')}"
    parts = "".join(f"<div>{each}</div>" for each in (doing, rest) if each)
    return _wrap(f"More for {name}", f'<div class="fb-parts">{parts}</div>')


def _render_list(title: str, items: Sequence[str], css_class: str = "fb-list") -> str:
    return f'<h4>{title}</h4><ul class="{css_class}">{"".join(items)}</ul>' if items else ""


def _render_items(fight: Fight, draft: Draft) -> list[str]:
    """Render a play as items: a roll acts at once and can be laid out first, a change has an item for each option."""
    play = draft.play
    icon = render_icon(play.icon)
    if play.binding is None:
        options = play.options or (Option(play.title, draft.command),)
        return [
            f"<li>{render_button(f'{icon}{escape(_name_option(play, each))}', '', act=each.command)}</li>"
            for each in options
        ]
    odds = render_odds_request(draft.command)
    prices = ", ".join(list_prices(draft.attempt)) if draft.attempt else ""
    cost = f"<small>{escape(prices)}</small>" if prices else ""
    said = f'{icon}{escape(say_play(fight, draft))}{cost}<small class="fb-board-odds"></small>'
    view = {"do": play.id, "open": "", "chosen": None, "params": None, "also": None}
    lay_out = render_button(render_icon("more"), "fb-tool", view=view, name=f"Choose how: {play.title}")
    return [f"<li>{render_button(said, '', act=draft.command, more=odds)}{lay_out}</li>"]


def _name_option(play: Play, option: Option) -> str:
    """Return the name of an option, after the title of the change unless it says the same."""
    is_same = option.label.startswith(play.title) or (play.change is not None and option.label == play.change.title)
    return play.title if is_same and len(play.options) < 2 else option.label


def _render_refused(fight: Fight, draft: Draft) -> str:
    """Render a play that can't be made now, with the reason and the way to do it anyway."""
    said = draft.play.title
    view = {"do": draft.play.id, "open": "", "chosen": None, "params": None, "also": None}
    reason = escape(join_once(list_reasons(draft)))
    lay_out = render_button(f"<span><b>{escape(said)}.</b> {reason}</span>", "fb-quiet", view=view)
    return f"<li>{lay_out}{render_anyway(draft, said)}</li>"


def _render_withdrawal(fight: Fight, key: str) -> str:
    """Render the button with which a combatant flees or retreats, or comes back."""
    if fight.combatant(key).has_withdrawn:
        return render_button(f"{render_icon('swap')}Comes back", "", act={"act": "return", "who": key})
    return render_button(f"{render_icon('flee')}Leave the fight", "", act={"act": "withdraw", "who": key})


# Pieces that are alike


def _render_stack(fight: Fight, key: str, selection: Selection, tokens: Tokens) -> str:
    """Render the members of a stacked piece: a tap on one chooses them, another one opens their card."""
    side = fight.combatants[key].side
    acts = selection.by is not None and fight.combatants[selection.by].side == side
    targets = [selection.at] if selection.at is not None else []
    pieces = next((each.pieces for each in list_sides(fight, selection.by, targets, {}, ()) if each.id == side), ())
    members = next((each.members for each in pieces if key in each.members), (key,))
    items = ""
    for each in members:
        view = {**build_actor_view(each), "one_by_one": True} if acts else {"at": each, "also": None, "open": ""}
        name = fight.name_for(each)
        chosen = render_button(f"{render_token(tokens[each])}{escape(name)}", "", view=view)
        card = render_button(render_icon("more"), "fb-tool", view={"open": f"piece {each}"}, name=f"Card of {name}")
        items += f"<li>{chosen}{card}</li>"
    title = f"{find_stem(fight.name_for(key))} ×{len(members)}"
    return _wrap(title, f'<ul class="fb-list">{items}</ul>')


# The form of a roll


def _render_form(fight: Fight, selection: Selection, draft: Draft, tokens: Tokens) -> str:
    """Render the form of the roll in hand: its target, its choices, its help, and its parameters."""
    play = draft.play
    if play.binding is None:
        return (
            _wrap(play.title, _render_change(fight, play.change, play.by, (), is_possible=True)) if play.change else ""
        )
    mechanic = play.binding.mechanic
    content = _render_form_target(fight, selection, draft, tokens)
    content += _render_form_choices(fight, draft, play.binding) + _render_ally(fight, draft, tokens)
    grouped = {name for names in mechanic.groups.values() for name in names}
    content += _render_params(draft, mechanic, [name for name in mechanic.parameters if name not in grouped])
    for title, names in mechanic.groups.items():
        is_open = " open" if any(name in draft.given for name in names) else ""
        inside = _render_params(draft, mechanic, list(names))
        content += f"<details{is_open}><summary>{escape(title)}</summary>{inside}</details>"
    play_button = "" if draft.is_refused else f'<div class="fb-do">{render_play(fight, draft)}</div>'
    return _wrap(f"This roll: {play.title}", f"{content}{_render_form_tools(fight, draft, mechanic)}{play_button}")


def _render_form_target(fight: Fight, selection: Selection, draft: Draft, tokens: Tokens) -> str:
    play = draft.play
    if play.is_answered or play.binding is None or selection.by is None:
        return ""
    mechanic = play.binding.mechanic
    there = [
        key
        for key, each in fight.participants.items()
        if key != selection.by and any(met.mechanic is mechanic for met in each.sheet.met_by)
    ]
    if len(there) < 2:
        return ""
    radios = "".join(
        f'<label><input type="radio" name="fb-form-at"{data("view", {"at": key, "also": None, "do": play.id})}'
        f"{' checked' if key == play.at else ''}>"
        f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>{render_token(tokens[key])}</label>'
        for key in there
    )
    return f'<fieldset class="fb-board-pick"><legend>At</legend>{radios}</fieldset>'


def _render_form_choices(fight: Fight, draft: Draft, binding: RollBinding) -> str:
    """Render the fields to choose from, and the lists that aren't cards."""
    sheet, cards = fight.acting_sheet_for(draft.play.by), find_card_list(draft.play)
    content = ""
    for name, fields in binding.choices.items():
        if name == cards:
            continue
        if fields:
            kind = binding.mechanic.parameters[name].kind
            is_signed = isinstance(kind, Whole) and kind.low < 0
            label = binding.mechanic.parameters[name].label
            options = [
                Card(
                    sheet.label_for(field).removesuffix(" now"),
                    (format_number(getattr(sheet, field), is_signed=is_signed),),
                    (name, field),
                    field == draft.chosen.get(name, fields[0]),
                )
                for field in fields
            ]
        else:
            label = sheet.label_for(name)
            options = list_entry_cards(sheet, binding, name, draft.chosen)
        if len(options) > 1:
            shown = "".join(_render_form_choice(draft, name, each) for each in options)
            content += f'<fieldset class="fb-board-segments"><legend>{escape(label)}</legend>{shown}</fieldset>'
    return content


def _render_form_choice(draft: Draft, name: str, card: Card) -> str:
    view = {"do": draft.play.id, "chosen": {**draft.chosen, card.choice[0]: card.choice[1]}}
    fact = "".join(f"<small>{escape(str(each))}</small>" for each in card.facts if isinstance(each, str))
    return (
        f'<label><input type="radio" name="fb-form-{escape(name)}"{data("view", view)}'
        f"{' checked' if card.is_chosen else ''}>{escape(card.name)}{fact}</label>"
    )


def _render_ally(fight: Fight, draft: Draft, tokens: Tokens) -> str:
    """Render the choice of the ally who takes part in an action, if it has one."""
    action = draft.play.action
    candidates = find_ally_candidates(fight, draft.play.by) if action is not None and action.ally else ()
    if action is None or not candidates:
        return ""
    options = [*([] if action.needs_ally else [""]), *candidates]
    chosen = draft.chosen.get(ALLY) or ""
    radios = "".join(
        f'<label><input type="radio" name="fb-form-ally"'
        f"{data('view', {'do': draft.play.id, 'chosen': {**draft.chosen, ALLY: key or None}})}"
        f"{' checked' if key == chosen else ''}>"
        + (f"{render_token(tokens[key])}{escape(fight.name_for(key))}" if key else "Nobody")
        + "</label>"
        for key in options
    )
    return f'<fieldset class="fb-board-segments"><legend>{escape(action.ally)}</legend>{radios}</fieldset>'


def _render_params(draft: Draft, mechanic: Mechanic, names: Sequence[str]) -> str:
    """Render the fields of parameters: those with a few choices first, then ticks, and then numbers and long lists."""
    known = [name for name in names if name in mechanic.parameters]
    known.sort(key=lambda name: rank_param(mechanic.parameters[name]))
    fields = "".join(
        render_param(
            name,
            mechanic.parameters[name],
            draft.params.get(name, mechanic.parameters[name].default),
            f"fb-param-{escape(name)}",
        )
        for name in known
    )
    return f'<div class="fb-ticks">{fields}</div>'


def _render_form_tools(fight: Fight, draft: Draft, mechanic: Mechanic) -> str:
    """Render the buttons for real dice, a player's dice and all odds, and the one that puts everything back."""
    params = {name: draft.params.get(name, each.default) for name, each in mechanic.parameters.items()}
    rolled = {**{part: value for part, value in draft.command.items() if part != "params"}, "act": "rolled"}
    opens = f' data-open="mechanic:{mechanic.id}"{data("values", params)}'
    dice = render_button(f"{render_icon('risk')}Real dice", "fb-button", act=rolled, more=f'{opens} data-then="dice"')
    title = ": ".join(filter(None, (draft.play.title, name_card(fight, draft))))
    ask = render_ask_button(draft.command, title, "fb-button") if not draft.is_refused else ""
    odds = render_button("All odds", "fb-button", act=rolled, more=f'{opens} data-then="odds"')
    back = render_button("Put back", "fb-quiet", view={"chosen": None, "params": None, "also": None})
    return f'<div class="fb-row">{dice}{ask}{odds}{back}</div>'


# A combatant's card


def _render_piece_card(fight: Fight, key: str, selection: Selection, tokens: Tokens) -> str:
    """Render a combatant's card, or that of the sheet that everybody shares: their numbers and all changes."""
    sheet, name = fight.sheet_for(key), fight.name_for(key)
    before = render_token(tokens[key]) if key in tokens else ""
    content = f"<p>{render_sheet_summary(sheet)}</p>{render_warnings(sheet)}"
    content += "".join(f'<p class="fb-fight-warning">{escape(each)}</p>' for each in sheet.open_questions)
    if key in fight.combatants and fight.combatants[key].has_withdrawn:
        content += '<p class="fb-fight-warning">Has left the fight.</p>'
    if key in fight.combatants:
        content += render_note(fight.combatants[key])
    comrades = list_comrades(fight, key)
    also = tuple(each for each in selection.view.get("with") or () if each in comrades)
    content += _render_numbers(fight, key, also) + _render_also_for(fight, comrades, also, tokens)
    if key in fight.combatants:
        content += _render_roles(fight, key, selection)
    content += _render_changes(fight, key, also)
    if key in fight.combatants:
        content += render_arrangements(fight, key, selection.view.get("hidden") or ())
    content += _render_card_tools(fight, key)
    return _wrap(name, content, before=before, name=f"{name}: the card")


def _render_also_for(fight: Fight, comrades: Sequence[str], also: Sequence[str], tokens: Tokens) -> str:
    """Render the choice of further combatants who get the changes of a card."""
    if not comrades:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox"{data("view", {"with": [*also, key]})}'
        f"{data('view-off', {'with': [each for each in also if each != key]})}{' checked' if key in also else ''}>"
        f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>{render_token(tokens[key])}</label>'
        for key in comrades
    )
    everybody = ""
    if len(comrades) > 1:
        is_all = len(also) == len(comrades)
        word = "Only this one" if is_all else f"All {len(comrades) + 1}"
        everybody = render_button(word, "fb-chip", view={"with": [] if is_all else list(comrades)})
    return f'<fieldset class="fb-board-pick"><legend>Changes also for</legend>{boxes}{everybody}</fieldset>'


def _render_numbers(fight: Fight, key: str, also: tuple[str, ...]) -> str:
    """Render the numbers of a combatant with a step down and up, and their conditions."""
    rows = ""
    if (count := count_kind(fight, key)) is not None:
        name = fight.name_for(key)
        fewer = render_button(MINUS, "", act=count.fewer, name=f"{name}: one fewer")
        more = render_button("+", "", act=count.more, name=f"{name}: one more")
        rows += f'<dt>How many</dt><dd class="fb-boxes">{fewer}<b>{count.number}</b>{more}</dd>'
    for step in list_steps(fight, key, also):
        value = render_share(step.now, step.most) if step.most else escape(step.now)
        fewer, more = (
            render_button(
                sign,
                "",
                act=command,
                name=f"{step.label}: one {word}",
                more="" if command is not None else " disabled",
            )
            for sign, word, command in ((MINUS, "less", step.fewer), ("+", "more", step.more))
        )
        rows += f'<dt>{escape(step.label)}</dt><dd class="fb-boxes">{fewer}<b>{value}</b>{more}</dd>'
    if switches := render_conditions(fight, key, tuple(list_switches(fight, key, also))):
        rows += f'<dt>State</dt><dd class="fb-chips">{switches}</dd>'
    more = render_new_condition(fight, key, also) if key in fight.combatants else ""
    return (f'<dl class="fb-person">{rows}</dl>' if rows else "") + more


def _render_roles(fight: Fight, key: str, selection: Selection) -> str:
    """Render what a combatant can be on the board, the one who acts or the target, and the ways to save the sheet."""
    combatant = fight.combatants[key]
    buttons = render_keep_button(combatant, f"Save to {escape(combatant.name)}’s own sheet")
    if key in fight.participants and key != selection.by:
        act = {"by": key, "at": None, "also": None, "do": None, "chosen": None, "params": None, "open": ""}
        buttons += render_button(f"{render_icon('attack')}Acts now", "fb-button", view={**act, "one_by_one": True})
        buttons += render_button("Aim here", "fb-button", view={"at": key, "also": None, "open": ""})
    buttons += render_new_sheet_button(combatant, "Keep as a sheet")
    return f'<p class="fb-row">{buttons}</p>'


def _render_changes(fight: Fight, key: str, also: Sequence[str]) -> str:
    """Render all changes of a sheet, each once, and those that the rules forbid now with the reason.

    Those that follow from rolls at a combatant, such as damage, come first.
    """
    sheet = fight.sheet_for(key)
    quick = _list_quick_changes(fight, key)
    first: list[str] = []
    now: list[str] = []
    later: list[str] = []
    for change in list_changes_for(fight, sheet):
        if change.ends:
            continue
        if change.parameters and not list_change_fields(change, sheet):
            continue
        has_fields = bool(change.parameters)
        possible = _is_allowed(change, sheet) if has_fields else has_effect(change, sheet, {})
        possible = possible and not has_to_wait(fight, change, key, {})
        command = _build_command(fight, change, key, also)
        if not has_fields and any(each.command == command for each in quick):
            continue
        if possible:
            group = first if any(each.role == "target" for each in change.triggers) else now
            group.append(_render_change(fight, change, key, also, is_possible=True))
        else:
            later.append(_render_change(fight, change, key, (), is_possible=False))
    buttons = "".join(render_button(escape(each.label), "fb-button", act=each.command) for each in quick)
    folded = (
        f'<details class="fb-later"><summary>Not now ({len(later)})</summary>{"".join(later)}</details>'
        if later
        else ""
    )
    return f'<div class="fb-changes">{"".join(first)}{buttons}{"".join(now)}</div>{folded}'


def _list_quick_changes(fight: Fight, key: str) -> list[Option]:
    return [
        option
        for play in list_change_plays(fight, key)
        for option in play.options
        if play.change is not None and not has_to_wait(fight, play.change, key, option.command.get("params", {}))
    ]


def _build_command(fight: Fight, change: Change, key: str, also: Sequence[str]) -> dict[str, Any]:
    """Build the command of a change that others also make; actions are taken by one combatant at a time."""
    act: dict[str, Any] = {"act": "change", "change": change.id, "who": key, "params": {}}
    if also and change.id not in fight.rules.actions_by_id:
        act["also"] = list(also)
    return act


def _is_allowed(change: Change, sheet: Any) -> bool:
    """Return True if the rules allow a change with its default parameters, or reject only a parameter's value."""
    try:
        change.apply(sheet, change.with_current_params({}))
    except (ParameterError, UnknownIdError, NotationError):
        return True
    except RulesError:
        return False
    return True


def _render_change(fight: Fight, change: Change, key: str, also: Sequence[str], *, is_possible: bool) -> str:
    """Render a change with its fields."""
    act = _build_command(fight, change, key, also)
    fields = "".join(list_change_fields(change, fight.sheet_for(key)))
    button = render_button(escape(change.title), "fb-button fb-apply", act=act)
    reason = "" if is_possible else f"<small>{escape(_find_reason(fight, change, key))}</small>"
    state = "" if is_possible else " data-not-now"
    return f'<div class="fb-change"{state} data-fields>{button}{fields}{reason}</div>'


def _find_reason(fight: Fight, change: Change, key: str) -> str:
    play = Play(change.id, change.title, "", "bookkeeping", None, change, key, None, None)
    return find_reason(fight, play, {})


def _render_card_tools(fight: Fight, key: str) -> str:
    """Render the buttons to correct a sheet, and to leave the fight."""
    sheet = fight.sheet_for(key)
    label = "Correct it" if key == BOARD else "Correct the sheet"
    correct = render_form_button(label, "sheet", sheet.id, sheet.fields, {"act": "edit", "who": key})
    tools = ""
    if key != BOARD:
        tools = (
            _render_withdrawal(fight, key)
            + _render_last_act(fight, key)
            + render_button("Remove from the fight", "fb-quiet", act={"act": "leave", "who": key})
        )
    return f'<p class="fb-row">{correct}{tools}</p>'


def _render_last_act(fight: Fight, key: str) -> str:
    """Render the button that takes out a combatant's last act, once the table has seen what changes."""
    if (event_id := find_last_act(fight, key)) is None:
        return ""
    view = {"open": "", "edits": [{"do": "remove", "event": event_id}]}
    return render_button("Take back the last act", "fb-quiet", view=view)


# The rest


def _render_math(fight: Fight, event_id: str) -> str:
    """Render how a roll came about."""
    entry = fight.find_entry(event_id)
    if entry is None or entry.roll is None:
        return ""
    roll = entry.roll
    steps = "".join(f"<li>{escape(step, quote=False)}</li>" for step in roll.steps)
    mechanic = find_mechanic(roll.mechanic)
    whole = render_roll(mechanic, roll._replace(next_rolls=(), steps=()))
    return _wrap("The math", f'{whole}<ol class="fb-steps">{steps}</ol>{render_throw(roll) if not steps else ""}')


def _render_menu(fight: Fight) -> str:
    """Render what concerns the whole fight: everybody, those who join, forecast, and the page's own list of fights."""
    buttons = "".join(
        render_button(escape(each.label), "fb-button", act=each.command)
        for each in (*list_ends(fight), *list_actions_for_all(fight))
    )
    joins = "".join(_render_joins(fight, side) for side in fight.rules.sides)
    players = render_button("Players’ view", "fb-button", view={"open": "players"}) if fight.log else ""
    forecast = '<div class="fb-forecast-place"></div>' if len({each.side for each in fight.active}) > 1 else ""
    everybody = f'<p class="fb-row">{buttons}{players}</p>' if buttons or players else ""
    everybody += f'<div class="fb-chips">{_render_dice_switch(fight)}<span class="fb-awake-place"></span></div>'
    return _wrap("This fight", f'{everybody}{joins}{forecast}<div class="fb-shelf-place"></div>')


def _render_dice_switch(fight: Fight) -> str:
    """Render the switch between the dice of the table and those of the page."""
    act, pressed = {"act": "dice", "real": not fight.has_real_dice}, str(fight.has_real_dice).lower()
    return render_button("Real dice", "fb-chip", act=act, more=f' aria-pressed="{pressed}"')


def _render_joins(fight: Fight, side: str) -> str:
    """Render the way to join a side: one button for each type of combatant, and one for the form with a name."""
    title = fight.rules.sides[side]
    name = f"Add to {decapitalize(title)}"
    form = render_button("Name, number…", "fb-quiet", view={"open": f"join {side}"}, name=f"{name}: name, number")
    return f"<h4>{escape(name)}</h4>{_render_join_buttons(fight, side, form)}"


def _render_join_buttons(fight: Fight, side: str, more: str = "") -> str:
    """Render a button for each type of combatant that can join a side; the page adds those for stored sheets."""
    buttons = "".join(
        render_button(f"{render_icon('plus')}{escape(text)}", "fb-button fb-fight-add", act=command)
        for text, command in list_joins(fight, side)
    )
    sheets = " ".join(each.id for each in list_joining(fight, side))
    return f'<p class="fb-row fb-fight-kind" data-sheets="{sheets}">{buttons}{more}</p>'


def _render_join(fight: Fight, side: str) -> str:
    """Render the form to join a side: a name, a number, and new sheets or rows of the game's tables."""
    fields = (
        '<p class="fb-row"><label>Name <input class="fb-fight-name" type="text" maxlength="40" autocomplete="off">'
        '</label> <label>How many <input class="fb-fight-count" type="number" inputmode="numeric" min="1" '
        f'max="{MOST_AT_ONCE}" value="1"></label></p>'
    )
    own = "".join(
        render_form_button(
            f"{kind.title} of your own…",
            "sheet",
            kind.id,
            kind().fields,
            {"act": "join", "sheet": kind.id, "side": side},
        )
        for kind in fight.rules.sides_by_sheet
        if side in fight.rules.sides_for(kind)
    )
    return _wrap(fight.rules.sides[side], f'{fields}{_render_join_buttons(fight, side)}<p class="fb-row">{own}</p>')


def _render_share(fight: Fight, moment: Moment) -> str:
    """Render the amendments with a number that the table enters for each target, such as shares of the damage."""
    since = find_last_entries(fight)
    forms = ""
    for offered, _ in moment.offers:
        if not offered.amendment.asks or not since:
            continue
        event: Mapping[str, Any] = since[0].event
        targets = [key for key in (event.get("at"), *offered.command.get("also", ())) if key in fight.combatants]
        fields = "".join(
            f'<label>{escape(fight.name_for(key))} <input type="number" inputmode="numeric" min="0" max="99" '
            f'data-param="{escape(offered.amendment.asks)}" value="0"></label>'
            for key in targets
        )
        label = f"{offered.amendment.label} as you like"
        button = render_button(escape(label), "fb-button fb-apply", act=offered.command)
        forms += f'<div class="fb-change" data-fields>{button}{fields}</div>'
    return _wrap("Share it out", forms)
