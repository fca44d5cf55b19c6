"""The open log of a board as HTML: the record by rounds, the edits of its past, and the board that they lead to.

Each control carries the whole list of edits that it leads to as a part of the view, so that the page's script only
passes views on. Fields with `data-param`, and those for faces, belong to the last edit in the `data-edits` around them.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.parameters import Flag, Parameter, Whole
from rules_py.play.board.hand import describe_turn
from rules_py.play.board.moment import Happening, build_moment, include_removed, list_happenings
from rules_py.play.board.record import describe_details, list_rounds, name_people
from rules_py.play.board.sides import find_life, list_sides
from rules_py.play.board.tokens import Tokens, build_tokens
from rules_py.play.board.view import View
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.revision import Difference, Edit, Misfit, Revision, find_acts, rewind
from rules_py.play.fight.state import LogEntry
from rules_py.rendering.fights.fields import render_param
from rules_py.rendering.fights.markup import (
    data,
    render_button,
    render_icon,
    render_throw,
    render_token,
    render_tokens,
)
from rules_py.rendering.fights.mat import render_still_mat
from rules_py.rendering.fights.pieces import render_still_side
from rules_py.text.sentences import format_sentence, use_minus_sign
from rules_py.text.wording import pluralize

LEAVE: Mapping[str, Any] = {"edits": None, "event": None, "before": None, "slide": None}
"""The part of a view that ends all edits."""


# The record


def render_record(fight: Fight, view: View, edits: Sequence[Edit], revision: Revision | None) -> str:
    """Render the open log: the record of the whole fight, or of one combatant, with the edits of its past.

    Args:
        fight: the fight after the old log.
        view: `person` is the combatant that the record is about, and `event` the event that is open.
        edits: the edits so far.
        revision: the fight that they lead to; None without edits.
    """
    tokens = build_tokens(include_removed(fight))
    person = str(view.get("person") or "")
    person = person if person in fight.combatants else ""
    open_id = str(view.get("event") or "")
    renewed = _list_renewed(revision) if revision is not None else {}
    shown = ""
    for each in list_rounds(fight, person):
        items = "".join(
            _render_item(fight, happening, tokens, edits, revision, renewed, is_open=happening.id == open_id)
            for happening in each.happenings
        )
        shown += (f"<h3>{escape(each.title)}</h3>" if each.title else "") + f"<ol>{items}</ol>"
    close = render_button(render_icon("close"), "fb-tool", view={"open": "", "event": None}, name="Close")
    tools = render_button(f"{render_icon('copy')}<b>Copy</b>", "fb-tool fb-copy-log", more=' data-copy="text"')
    tools += render_button(
        "<b>Markdown</b>", "fb-tool fb-copy-log", name="Copy as Markdown", more=' data-copy="markdown"'
    )
    if _list_slides(fight):
        tools += render_button("<b>Replay</b>", "fb-tool", view={"slide": 1, "open": ""}, name="Replay as slides")
    return (
        f'<section class="fb-log fb-log-open fb-fight-record" aria-label="Log"><header><h3>Log</h3>{close}{tools}'
        f"</header>{_render_people(fight, tokens, person)}"
        f'<div class="fb-rounds">{shown or "<p>Nothing has happened yet.</p>"}</div>'
        f"{_render_summary(revision) if revision is not None else ''}</section>"
    )


def _render_people(fight: Fight, tokens: Tokens, person: str) -> str:
    """Render the choice of the combatant that the record is about."""
    options = [("", '<i class="fb-everybody">All</i>'), *((key, render_token(tokens[key])) for key in fight.combatants)]
    shown = "".join(
        f'<label><input type="radio" name="fb-person"{data("view", {"person": key or None})}'
        f"{' checked' if key == person else ''}>"
        + (f'<span class="fb-hidden">{escape(fight.name_for(key))}</span>' if key else "")
        + f"{token}</label>"
        for key, token in options
    )
    return f'<fieldset class="fb-board-pick"><legend class="fb-hidden">Whose log</legend>{shown}</fieldset>'


def _list_renewed(revision: Revision) -> dict[str, Happening]:
    """Return the happenings of the new log by the ids of their events in the old one."""
    happenings = {each.id: each for each in list_happenings(include_removed(revision.fight), revision.fight.log)}
    return {old_id: happenings[new_id] for old_id, new_id in revision.new_ids.items() if new_id in happenings}


def _render_item(
    fight: Fight,
    happening: Happening,
    tokens: Tokens,
    edits: Sequence[Edit],
    revision: Revision | None,
    renewed: Mapping[str, Happening],
    *,
    is_open: bool,
) -> str:
    """Render an event: as it is, or with its words in the new version before the old ones, which are crossed out."""
    misfits = {each.id: each for each in revision.misfits} if revision is not None else {}
    note = _describe_edit(happening.id, edits, misfits)
    mark = f'<em class="fb-edited">{escape(note)}</em>' if note else ""
    is_gone = revision is not None and happening.id not in revision.new_ids
    now = renewed.get(happening.id, happening)
    fight_now = revision.fight if revision is not None and happening.id in renewed else fight
    arrow = f"{render_icon('to', 'fb-arrow')}{render_tokens(now.targets, tokens)}" if now.targets else ""
    names, earlier_names = name_people(fight_now, now), name_people(fight, happening)
    grade = f' data-grade="{now.grade}"' if now.grade else ""
    said = f"{render_tokens(now.who, tokens)}{arrow}"
    said += f'<span class="fb-hidden">{escape(names)}: </span>' if names else ""
    headline, details = escape(now.headline), escape(describe_details(now))
    before = _describe_before(happening, now, "" if names == earlier_names else earlier_names)
    if is_gone:
        headline, details = f"<del>{headline}</del>", f"<del>{details}</del>" if details else ""
    small = f"<small>{details}</small>" if details else ""
    small += f"<small>Before: <del>{escape(before)}</del></small>" if before else ""
    said += f'<span><span class="fb-grade"{grade}>{headline}</span>{mark}{small}</span>'
    expanded = f' data-long aria-expanded="{str(is_open).lower()}"'
    view = {"event": None if is_open else happening.id}
    button = render_button(said, "fb-event", view=view, more=expanded)
    panel = _render_panel(fight, happening, tokens, edits) if is_open else ""
    return f"<li{' data-open' if is_open else ''}{' data-edited' if note else ''}>{button}{panel}</li>"


def _describe_before(old: Happening, new: Happening, names: str) -> str:
    """Return the words of an event in the old log that are others in the new one, or "".

    Args:
        old: the event in the old log.
        new: the event in the new log.
        names: the names in the old one if they are others, or "".
    """
    headline = format_sentence(old.headline) if names or old.headline != new.headline else ""
    details = describe_details(old)
    said = " ".join(each for each in (headline, details if details != describe_details(new) else "") if each)
    return f"{names}: {said}" if names else said


def _describe_edit(event_id: str, edits: Sequence[Edit], misfits: Mapping[str, Misfit]) -> str:
    """Return the state of an event under the edits in a word or two, or ""."""
    words = {"remove": "Taken out", "change": "Changed", "insert": "Added before"}
    found = [words[each["do"]] for each in edits if each["event"] == event_id and each["do"] in words]
    if event_id in misfits:
        found.append("Kept" if misfits[event_id].is_kept else "No longer fits")
    return ", ".join(dict.fromkeys(found))


def _render_summary(revision: Revision) -> str:
    """Render what the edits change, where the log lies over the board."""
    use = _render_use(revision)
    look = render_button("See it", "fb-button", view={"open": "", "event": None}, name="See it: the new version")
    leave = render_button("Leave it", "fb-button", view=LEAVE, name="Leave it as it was")
    return f'<footer class="fb-past-summary">{leave}{look}{use}</footer>'


def _render_use(revision: Revision) -> str:
    count = revision.count
    said = f"{pluralize(count, 'thing')} change{'s' if count == 1 else ''}" if count else "The end stays the same"
    return render_button(f"<b>Use the new version</b><small>{said}</small>", "fb-play fb-use-past")


# The open event


def _render_panel(fight: Fight, happening: Happening, tokens: Tokens, edits: Sequence[Edit]) -> str:
    """Render the ways to fix an event: other dice, another target or number, taken out, or something before it."""
    act = next((each for each in find_acts(fight, happening.id) if each.id == happening.id), None)
    if act is None:
        return '<div class="fb-past"><p>This belongs to what is before it. Fix that instead.</p></div>'
    entry = act.entries[0]
    parts = _find_parts(edits, entry.id)
    rows = _render_faces(entry, edits, parts) + _render_targets(fight, entry, tokens, edits, parts)
    rows += _render_numbers(fight, entry, edits, parts)
    is_out = any(each["do"] == "remove" and each["event"] == entry.id for each in edits)
    others = [each for each in edits if each["event"] != entry.id or each["do"] == "insert"]
    removed: list[Edit] = [*others, {"do": "remove", "event": entry.id}]
    tools = (
        render_button("Put it back", "fb-button", view={"edits": others or None})
        if is_out
        else render_button(f"{render_icon('bin')}Take it out", "fb-button", view={"edits": removed})
    )
    before = {"before": entry.id, "open": "", "event": None}
    tools += render_button(f"{render_icon('plus')}Add before", "fb-button", view=before)
    if entry.roll is not None and entry.roll.faces and not is_out:
        again = _with_parts(edits, entry.id, {**parts, "faces": None})
        tools += render_button(f"{render_icon('risk')}Roll it again", "fb-button", view={"edits": again})
    return f'<div class="fb-past">{"" if is_out else rows}<p class="fb-row">{tools}</p></div>'


def _find_parts(edits: Sequence[Edit], event_id: str) -> dict[str, Any]:
    """Return the parts of an act that the edits change."""
    found: dict[str, Any] = {}
    for each in edits:
        if each["do"] == "change" and each["event"] == event_id:
            found |= each.get("parts", {})
    return found


def _with_parts(edits: Sequence[Edit], event_id: str, parts: Mapping[str, Any]) -> list[Edit]:
    """Return edits of which the last one changes parts of an act, in place of earlier edits of that act."""
    others = [each for each in edits if each["event"] != event_id or each["do"] == "insert"]
    return [*others, {"do": "change", "event": event_id, "parts": dict(parts)}]


def _render_faces(entry: LogEntry, edits: Sequence[Edit], parts: Mapping[str, Any]) -> str:
    """Render the faces of a roll's dice."""
    roll = entry.roll
    if roll is None or not roll.faces:
        return ""
    sides = [each.sides for each in roll.dice for _ in each.faces]
    faces = list(parts.get("faces") or roll.faces)
    if len(sides) != len(roll.faces) or len(faces) != len(roll.faces):
        return ""
    selects = "".join(
        f'<select class="fb-past-face" aria-label="Die {number}">'
        + "".join(f"<option{' selected' if value == face else ''}>{value}</option>" for value in range(1, most + 1))
        + "</select>"
        for number, (face, most) in enumerate(zip(faces, sides, strict=True), 1)
    )
    changed = _with_parts(edits, entry.id, {**parts, "faces": faces})
    return f'<div class="fb-past-row" data-part="faces"{data("edits", changed)}><span>Dice</span>{selects}</div>'


def _render_targets(
    fight: Fight, entry: LogEntry, tokens: Tokens, edits: Sequence[Edit], parts: Mapping[str, Any]
) -> str:
    """Render the choice of another target of a roll, or of another recipient of a change."""
    event: Any = entry.event
    part = {"roll": "at", "change": "who", "edit": "who"}.get(event["event"], "")
    key = str(event.get(part)) if part else ""
    if key not in fight.combatants:
        return ""
    if event["event"] == "change":
        candidates = fight.eligible_for(fight.context.find_change(event["change"], fight.sheet_for(key)))
    elif event["event"] == "edit":
        candidates = tuple(k for k, each in fight.combatants.items() if type(each.sheet) is type(fight.sheet_for(key)))
    else:
        side = fight.combatants[key].side
        candidates = tuple(each.key for each in fight.participants.values() if each.side == side)
    chosen = parts.get(part, key)
    choices = "".join(
        f'<label><input type="radio" name="fb-past-target"'
        f"{data('view', {'edits': _with_parts(edits, entry.id, {**parts, part: each})})}"
        f"{' checked' if each == chosen else ''}>"
        f'<span class="fb-hidden">{escape(fight.name_for(each))}</span>{render_token(tokens[each])}</label>'
        for each in candidates
    )
    legend = "Target" if part == "at" else "Who"
    return f'<fieldset class="fb-board-pick"><legend>{legend}</legend>{choices}</fieldset>' if candidates else ""


def _render_numbers(fight: Fight, entry: LogEntry, edits: Sequence[Edit], parts: Mapping[str, Any]) -> str:
    """Render the numbers and switches of an act; those of a roll are folded."""
    event: Any = entry.event
    part, known = "params", dict(event.get("params") or {})
    parameters: Mapping[str, Parameter] = {}
    match event["event"]:
        case "roll" if entry.roll is not None:
            parameters, known = fight.context.find_mechanic(event["mechanic"]).parameters, dict(entry.roll.params)
        case "change":
            change = fight.context.changes.get(event["change"])
            hidden = change.hidden_parameters if change is not None else ()
            parameters = {
                name: each for name, each in (change.parameters if change else {}).items() if name not in hidden
            }
        case "edit" if event["who"] in fight.combatants:
            part, known = "fields", dict(event.get("fields") or {})
            parameters = {name: fight.sheet_for(event["who"]).parameters[name] for name in known}
    own: Mapping[str, Any] = parts.get(part) or {}
    fields = "".join(
        render_param(name, each, own.get(name, known[name]), f"fb-past-{escape(name)}")
        for name, each in parameters.items()
        if name in known and isinstance(each.kind, Whole | Flag)
    )
    if not fields:
        return ""
    changed = _with_parts(edits, entry.id, {**parts, part: dict(own)})
    shown = f'<div class="fb-ticks" data-part="{part}"{data("edits", changed)}>{fields}</div>'
    if event["event"] != "roll":
        return shown
    return f'<details class="fb-later"><summary>Numbers</summary>{shown}</details>'


# The new version


def render_revision(old: Fight, revision: Revision, view: View, edits: Sequence[Edit], log: str) -> str:
    """Render the board after edits of the past, with what is different in place of what just happened.

    Args:
        old: the fight as it is.
        revision: the fight with another past.
        view: what the table looks at.
        edits: the edits.
        log: the open log, or "".
    """
    fight = revision.fight
    tokens = build_tokens(fight)
    stamps = dict(_find_stamps(old, fight))
    shown = _render_differences(old, revision, tokens, edits)
    mat = f'<section class="fb-mat" aria-label="The new version">{shown}</section>'
    return _render_still_board(fight, view, tokens, stamps, mat, log, _render_choice(revision))


def _find_stamps(old: Fight, new: Fight) -> Iterator[tuple[str, int]]:
    """Yield the differences between the meters of combatants."""
    for key, combatant in new.combatants.items():
        before = find_life(old.combatants[key].sheet) if key in old.combatants else None
        after = find_life(combatant.sheet)
        if before is not None and after is not None and before.now != after.now:
            yield key, after.now - before.now


def _render_still_board(
    fight: Fight,
    view: View,
    tokens: Tokens,
    stamps: Mapping[str, int],
    mat: str,
    log: str,
    hand: str,
) -> str:
    """Render a board on which nobody acts."""
    sides = list_sides(fight, None, [], stamps, [])
    foes = "".join(render_still_side(side, tokens) for side in sides if side.is_foe)
    own = "".join(render_still_side(side, tokens) for side in sides if not side.is_foe)
    start, turn = describe_turn(fight)
    said = f"{escape(start)}{': ' if start and turn else ''}<b>{escape(turn)}</b>"
    name = escape(str(view.get("name") or "Fight"))
    return (
        '<div class="fb-board fb-board-past"><header class="fb-board-bar"><div class="fb-board-title">'
        f"<h2>{name}</h2><p>{said}</p></div></header>{foes}{mat}{log}{own}{hand}</div>"
    )


def _render_differences(old: Fight, revision: Revision, tokens: Tokens, edits: Sequence[Edit]) -> str:
    """Render the edited act as it is now, and everything that is different."""
    rows = "".join(_render_misfit(old, each, tokens, edits) for each in revision.misfits)
    rows += "".join(_render_person(who, found, tokens) for who, found in _group(revision.differences).items())
    first = _find_edited(revision, edits)
    if first is None:
        head = '<p class="fb-what"><span>Change the past?</span></p>'
    else:
        names = name_people(revision.fight, first)
        arrow = f"{render_icon('to', 'fb-arrow')}{render_tokens(first.targets, tokens)}" if first.targets else ""
        grade = f' data-grade="{first.grade}"' if first.grade else ""
        throw = render_throw(first.roll) if first.roll is not None else ""
        hidden = f'<span class="fb-hidden">{escape(names)}: </span>' if names else ""
        who = f"{render_tokens(first.who, tokens)}{arrow}{hidden}"
        head = (
            f'<p class="fb-what">{who}<span>{escape(first.title)}</span></p>'
            f'<p class="fb-headline"{grade} data-long>{escape(first.headline)}</p>{throw}'
        )
    return (
        f'{head}<div class="fb-moment"><ul class="fb-differences">{rows or "<li>Nothing else changes.</li>"}</ul></div>'
    )


def _find_edited(revision: Revision, edits: Sequence[Edit]) -> Happening | None:
    """Return the last changed or inserted act as it is in the new log."""
    fight = revision.fight
    for number in reversed(range(len(edits))):
        edit = edits[number]
        new_id = revision.inserted.get(number) if edit["do"] == "insert" else None
        if edit["do"] == "change":
            new_id = revision.new_ids.get(edit["event"])
        index = next((at for at, entry in enumerate(fight.log) if entry.id == new_id), None)
        if index is not None:
            return next(iter(list_happenings(fight, fight.log[index:])), None)
    return None


def _group(differences: Sequence[Difference]) -> dict[str, list[Difference]]:
    found: dict[str, list[Difference]] = {}
    for each in differences:
        found.setdefault(each.who, []).append(each)
    return found


def _render_person(who: str, differences: Sequence[Difference], tokens: Tokens) -> str:
    token = render_token(tokens[who]) if who in tokens else ""
    name = differences[0].name
    said = ", ".join(
        f"{escape(each.label)}{' ' if each.label else ''}<del>{escape(use_minus_sign(each.before))}</del> "
        f"<ins>{escape(use_minus_sign(each.after))}</ins>"
        for each in differences
    )
    named = f"<b>{escape(name)}</b> " if name else ""
    return f"<li>{token}<span>{named}{said}</span></li>"


def _render_misfit(old: Fight, misfit: Misfit, tokens: Tokens, edits: Sequence[Edit]) -> str:
    """Render an act that no longer fits, with the way to keep it or to drop it."""
    token = render_token(tokens[misfit.who]) if misfit.who in tokens else ""
    name = f"{old.name_for(misfit.who)}: " if misfit.who in old.combatants else ""
    keep: Edit = {"do": "keep", "event": misfit.id}
    dropped = [each for each in edits if each != keep]
    tools = ""
    if misfit.is_kept:
        tools = render_button("Drop it", "fb-button", view={"edits": dropped}, name=f"Drop it: {name}{misfit.title}")
    elif misfit.can_be_kept:
        tools = render_button(
            "Keep it", "fb-button", view={"edits": [*edits, keep]}, name=f"Keep it: {name}{misfit.title}"
        )
    else:
        fix = {"open": "log", "event": misfit.id}
        tools = render_button("Fix it", "fb-button", view=fix, name=f"Fix it: {name}{misfit.title}")
    state = "Kept as it was." if misfit.is_kept else misfit.reason
    said = f"<b>{escape(name + misfit.title)}</b> {escape(state)}"
    return f"<li data-misfit>{token}<span>{said}</span>{tools}</li>"


def _render_choice(revision: Revision) -> str:
    """Render the hand in which the table decides about a new version."""
    log = render_button(f"{render_icon('log')}Log", "fb-button", view={"open": "log"}, name="Back to the log")
    leave = render_button("Leave it as it was", "fb-button", view=LEAVE)
    return (
        '<section class="fb-board-hand fb-past-hand" aria-labelledby="fb-hand-actor"><header class="fb-actor">'
        f'{render_icon("log")}<h3 id="fb-hand-actor">Change the past?</h3><p class="fb-left"><span class="fb-words">'
        f'The fight waits as it is</span></p></header><p class="fb-row">{log}{leave}</p>'
        f'<div class="fb-do">{_render_use(revision)}</div></section>'
    )


def render_insertion(fight: Fight, event_id: str, html: str) -> str:
    """Render a board of the past on which the table plays what is missing before an event.

    Args:
        fight: the fight after its log.
        event_id: the event.
        html: the board as it was before the event.
    """
    entry = fight.find_entry(event_id)
    happening = next(iter(list_happenings(fight, [entry])), None) if entry is not None else None
    about = (name_people(fight, happening) or happening.headline) if happening is not None else ""
    leave = render_button("Cancel", "fb-button", view={"before": None, "open": "log"})
    return (
        f'<div class="fb-fight-notice fb-past-before" role="note"><p>Before “{escape(about)}”: '
        f"play what is missing.</p>{leave}</div>{html}"
    )


# Slides


def _list_slides(fight: Fight) -> list[Happening]:
    """Return what a replay shows: everything since the first combatants have joined."""
    start = next((at for at, entry in enumerate(fight.log) if entry.event["event"] != "join"), len(fight.log))
    return list(list_happenings(fight, fight.log[start:]))


def render_slide(fight: Fight, number: int, view: View) -> str:
    """Render the board as it was right after one of the things that happened, by its number from 1."""
    happenings = _list_slides(fight)
    if not happenings:
        return render_record(fight, view, (), None)
    number = max(1, min(number, len(happenings)))
    last = happenings[number].id if number < len(happenings) else ""
    end = next((at for at, entry in enumerate(fight.log) if entry.id == last), len(fight.log))
    then = rewind(fight, end)
    tokens = build_tokens(then)
    moment = build_moment(then)
    own = tuple(each for each in moment.happenings if each.id == happenings[number - 1].id) or moment.happenings
    mat = render_still_mat(moment._replace(happenings=own), tokens)
    back = {"slide": number - 1} if number > 1 else None
    on = {"slide": number + 1} if number < len(happenings) else None
    hand = (
        '<section class="fb-board-hand fb-past-hand" aria-labelledby="fb-hand-actor"><header class="fb-actor">'
        f'{render_icon("log")}<h3 id="fb-hand-actor">Replay</h3><p class="fb-left"><span class="fb-words">'
        f"{number} of {len(happenings)}</span></p></header>"
        f'<p class="fb-row">{render_button("End the replay", "fb-button", view=LEAVE)}'
        f"{render_button('Back', 'fb-button', view=back, more='' if back else ' disabled')}</p>"
        f'<div class="fb-do">'
        f"{render_button('<b>Next</b>', 'fb-play', view=on, more='' if on else ' disabled')}</div></section>"
    )
    return _render_still_board(then, view, tokens, moment.stamps, mat, "", hand)
