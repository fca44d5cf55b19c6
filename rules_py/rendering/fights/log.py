"""The log of a board as HTML, by rounds."""

from collections.abc import Sequence
from html import escape

from rules_py.play.board.moment import Happening, include_removed, list_happenings
from rules_py.play.board.tokens import Tokens, build_tokens
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.rendering.fights.markup import render_button, render_icon, render_tokens
from rules_py.text.sentences import use_minus_sign

MOST_OF_LOG = 60
"""The number of events that an open log shows."""

MOST_BESIDE = 8
"""The number of events that a log beside the board shows."""


def render_log(fight: Fight, *, is_open: bool) -> str:
    """Render the log: the last events beside the board, or more of them over it."""
    known = include_removed(fight)
    tokens = build_tokens(known)
    entries = fight.log[-MOST_OF_LOG:] if is_open else _find_entries_beside(fight)
    start = next((number for number, each in enumerate(entries) if not each.event.get("follows")), 0)
    rounds: dict[int, list[str]] = {}
    numbers = {each.id: each.round for each in entries}
    for happening in list_happenings(known, entries[start:]):
        rounds.setdefault(numbers[happening.id], []).append(_render_event(happening, tokens, is_open=is_open))
    name = fight.rules.round_name.capitalize()
    shown = "".join(
        (f"<h3>{name} {number}</h3>" if fight.rules.order.has_turns else "") + f"<ol>{''.join(items)}</ol>"
        for number, items in rounds.items()
    )
    tools = ""
    if is_open:
        tools = render_button(f"{render_icon('copy')}<b>Copy</b>", "fb-tool fb-copy-log")
        tools += render_button(render_icon("close"), "fb-tool", view={"open": ""}, name="Close")
    css = "fb-log fb-log-open" if is_open else "fb-log"
    return (
        f'<section class="{css}" aria-label="Log"><header><h3>Log</h3>{tools}</header>'
        f'{_render_corrections(fight)}<div class="fb-rounds">{shown}</div></section>'
    )


def _find_entries_beside(fight: Fight) -> Sequence[LogEntry]:
    """Return the last entries for the log beside the board; once a fight runs, those who joined before it are known."""
    joined = 0
    while fight.has_begun and joined < len(fight.log) and fight.log[joined].event["event"] == "join":
        joined += 1
    return fight.log[joined:][-MOST_BESIDE:]


def _render_event(happening: Happening, tokens: Tokens, *, is_open: bool) -> str:
    arrow = f"{render_icon('to', 'fb-arrow')}{render_tokens(happening.targets, tokens)}" if happening.targets else ""
    who = f"{render_tokens(happening.who, tokens)}{arrow}"
    grade = f' data-grade="{happening.grade}"' if happening.grade else ""
    names = ", ".join(tokens[key].name for key in (*happening.who, *happening.targets) if key in tokens)
    words = f'<span class="fb-hidden">{escape(names)}: </span>' if names else ""
    said = f"{who}{words}<span>"
    said += f'<span class="fb-grade"{grade}>{escape(happening.headline)}</span>'
    if is_open and (happening.effects or happening.roll):
        rest = " ".join(use_minus_sign(each) for each in (*happening.effects, *happening.refused))
        faces = ", ".join(map(str, happening.roll.faces)) if happening.roll else ""
        dice = f"{happening.title}: {faces}. " if happening.roll and faces else ""
        said += f"<small>{escape(dice + rest)}</small>"
    said += "</span>"
    if happening.roll is not None:
        view = {"open": f"math {happening.id}"}
        return f"<li>{render_button(said, 'fb-event', view=view, more=' data-long' if is_open else '')}</li>"
    return f'<li><p class="fb-event">{said}</p></li>'


def _render_corrections(fight: Fight) -> str:
    """Render a line about the rules that were corrected since a stored fight began."""
    rules = [each.rule for each in fight.rules.find_corrections([entry.event for entry in fight.log])]
    if not rules:
        return ""
    begin = "A rule was" if len(rules) == 1 else "Rules were"
    return f'<p class="fb-effects">{begin} corrected since this fight began: {escape("; ".join(rules))}.</p>'
