"""Examples of fights as HTML: the situation, the action with its faces, and what follows, in sentences for players."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.error_messages import error_message
from rules_py.play.examples import PlayedExample
from rules_py.play.fight.actions import ALLY
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import format_sentence, join_words, use_minus_sign
from rules_py.text.wording import decapitalize, humanize

NAME = "name"

EVENTS: Mapping[str, str] = {
    "all": "All act.",
    "order": "Roll for initiative.",
    "turn": "The turn ends.",
}
"""Commands that name nobody, as sentences."""


def render_examples(examples: Sequence[PlayedExample]) -> str:
    """Render examples of a rule, folded; readers without scripts can open them too."""
    shown = "".join(map(_render_example, examples))
    title = "Examples" if len(examples) > 1 else "Example"
    return f'<details class="fb-fold fb-examples"><summary>{title}</summary>{shown}</details>'


def _render_example(played: PlayedExample) -> str:
    result = "".join(f"<li>{_escape(text)}</li>" for text in describe_result(played))
    return (
        f'<div class="fb-example"><p><strong>{_escape(played.example.title)}</strong></p>'
        f"<p>{_escape(' '.join(describe_situation(played)))}</p>"
        f"<p>{_escape(' '.join(describe_action(played)))}</p>"
        f"{f'<ul>{result}</ul>' if result else ''}</div>"
    )


def _escape(text: str) -> str:
    return escape(use_minus_sign(text), quote=False)


def describe_situation(played: PlayedExample) -> Iterator[str]:
    """Yield sentences about the combatants and what happened before the action."""
    for key, each in played.start.combatants.items():
        fields = played.example.combatants[key].fields
        facts = [_describe_field(each.sheet, name, value) for name, value in fields.items() if name != NAME]
        if said := [fact for fact in facts if fact]:
            yield f"{each.name}: {', '.join(said)}."
    for entry in played.before.log[len(played.start.log) :]:
        yield from map(format_sentence, entry.messages)


def _describe_field(sheet: Sheet, path: str, value: Any) -> str:
    """Describe a field or a derived value, or a part of it: its label and its value, or the names in a list."""
    field, *parts = path.split(".")
    kind = sheet.parameters.get(field)
    if parts and kind and parts[0].isdecimal() and int(parts[0]) < len(names := sheet.name_entries(field)):
        label = " ".join(filter(None, [names[int(parts[0])], *map(humanize, parts[1:])]))
    else:
        label = sheet.label_for(field) if kind or field in sheet.derivations else humanize(path)
        if kind and isinstance(value, list | tuple):
            return f"{label} {join_words(sheet.name_entries(field)) or 'none'}"
    if isinstance(value, bool):
        return label if value else f"not {decapitalize(label)}"
    return f"{label} {kind.describe_value(value) if kind and not parts else value}"


def describe_action(played: PlayedExample) -> Iterator[str]:
    """Yield sentences about the action: who acts, the dice, and what the log says."""
    yield describe_command(played.before, played.commands[-1])
    if faces := played.commands[-1].get("faces"):
        yield f"The {'die shows' if len(faces) == 1 else 'dice show'} {join_words(map(str, faces))}."
    if played.refusal is not None:
        yield f"That can't be done. {error_message(played.refusal)}"
    for number, entry in enumerate(played.added):
        yield from map(format_sentence, _list_messages(entry, is_first=number == 0))


def _list_messages(entry: LogEntry, *, is_first: bool) -> Sequence[str]:
    """Return what the log says, without the name of the roll that the command has named."""
    return entry.messages[1:] if is_first and entry.event["event"] == "roll" else entry.messages


def describe_command(fight: Fight, command: Mapping[str, Any]) -> str:
    """Describe a command in a sentence."""
    act = command["act"]
    if act in EVENTS:
        return EVENTS[act]
    if act == "end":
        return f"The {command.get('of')} ends."
    targets = [fight.name_for(key) for key in (command.get("at"), *command.get("also", ())) if key in fight.combatants]
    by = command.get("by") or command.get("who")
    return format_sentence(
        (f"{fight.name_for(by)}: " if by in fight.combatants else "")
        + _find_title(fight, command)
        + (f" against {join_words(targets)}" if targets else "")
        + _describe_ally(fight, command)
    )


def _find_title(fight: Fight, command: Mapping[str, Any]) -> str:
    """Return the title of the roll or the change that a command names, or the name of the command."""
    if command["act"] == "amend":
        return "the roll is made again"
    if id := command.get("mechanic"):
        return fight.context.find_mechanic(id).title
    change = fight.context.changes.get(command.get("change", ""))
    return change.title if change else humanize(command["act"])


def _describe_ally(fight: Fight, command: Mapping[str, Any]) -> str:
    key = command.get("chosen", {}).get(ALLY)
    return f", with {fight.name_for(key)}" if key in fight.combatants else ""


def describe_result(played: PlayedExample) -> Iterator[str]:
    """Yield what the example states about the sheets afterwards."""
    for key, expected in played.example.then.get("sheets", {}).items():
        sheet = played.after.sheet_for(key)
        facts = [_describe_field(sheet, path, value) for path, value in expected.items()]
        yield f"{played.after.name_for(key)}: {', '.join(filter(None, facts))}."
