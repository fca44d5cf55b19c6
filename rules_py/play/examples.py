"""Examples of fights as data: a situation, an action with its faces, and what must follow by the game's text.

`docs/authoring/sheets.md#examples` describes the files. Browsers don't have this module.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import DataError, ParameterError, RefusedActionError, RulesError
from rules_py.mechanic import Roll
from rules_py.play.fight.amendments import list_amendments
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import (
    find_offered_reactions,
    find_pending_changes,
    find_pending_rolls,
    is_decided,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json
from rules_py.text.wording import humanize

EXAMPLE_PARTS: Mapping[str, tuple[type, str]] = {
    "title": (str, "a sentence in quotes"),
    "rule": (str, "a page and an anchor of the site in quotes, such as moon/walking/#falls"),
    "clause": (str, "the clause of the game's text in your own words, in quotes"),
    "scene": (str, "the name of a scene of the file in quotes"),
    "combatants": (dict, "{ KEY = { sheet = … } } with each of them"),
    "before": (list, "[{ act = … }] with each command"),
    "action": (dict, "a command such as { act = … }"),
    "then": (dict, "what must follow, such as { outcome = { field = value } }"),
}
"""The parts of an example, each with its type and the words for what it takes."""

OPTIONAL_PARTS = ("scene", "before")

SCENE_PARTS = {name: EXAMPLE_PARTS[name] for name in ("combatants", "before")}
"""The parts of an example that a scene holds for it."""

COMBATANT_PARTS: Mapping[str, tuple[type, str]] = {
    "sheet": (str, "the id of a sheet without the game, in quotes"),
    "side": (str, "the id of a side in quotes"),
    "ready": (str, "the name of a ready-made sheet in quotes"),
    "fields": (dict, "{ field = value }"),
}
"""The parts of a combatant, as in `EXAMPLE_PARTS`."""

LIST_OF_KEYS = "a list of combatants' keys"
LIST_OF_IDS = "a list of ids in quotes"

THEN_PARTS: Mapping[str, tuple[type, str]] = {
    "outcome": (dict, "{ field = value }"),
    "refused": (str, "a part of the sentence that refuses, in quotes"),
    "refused_by": (str, "the name of a requirement, a limit or a price in quotes"),
    "sheets": (dict, "sheets.KEY = { field = value }"),
    "out": (list, LIST_OF_KEYS),
    "offers": (list, LIST_OF_IDS),
    "owed": (list, LIST_OF_IDS),
    "acts_next": (list, LIST_OF_KEYS),
    "winner": (str, 'the id of a side in quotes; "" if the fight goes on'),
    "round": (int, "the number of the round"),
}
"""What may follow, as in `EXAMPLE_PARTS`."""

HEADER = "[[examples]]"


@dataclass(frozen=True)
class ExampleCombatant:
    """A combatant of an example.

    Attributes:
        sheet: the id of the sheet.
        ready: the name of a ready-made sheet whose fields come first, or "".
    """

    sheet: str
    side: str = ""
    ready: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """An example of a clause of a game's text.

    Attributes:
        location: its file and line, for messages.
        slug: the game.
        rule: the page and the anchor of the rule on the site.
        clause: the clause of the game's text, in other words.
        combatants: the combatants by their keys, in the order in which they join.
        before: commands that lead to the situation, as `execute` takes them.
        action: the command whose consequences the example states.
        then: what must follow.
    """

    location: str
    slug: str
    title: str
    rule: str
    clause: str
    combatants: Mapping[str, ExampleCombatant]
    before: Sequence[Mapping[str, Any]]
    action: Mapping[str, Any]
    then: Mapping[str, Any]


def parse_examples(text: str, path: str, slug: str) -> tuple[Example, ...]:
    """Parse and check a file of examples.

    Args:
        text: the content of the file.
        path: the path of the file, for messages.
        slug: the game.

    Raises:
        DataError: the file is invalid; the message has file, line, what it got and what it takes.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise DataError(f"{path}:{line[1] if line else 1}: got text that isn't TOML ({error})") from None
    examples = data.get("examples")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == HEADER]
    if set(data) - {"scenes"} != {"examples"} or not isinstance(examples, list) or len(lines) != len(examples):
        raise DataError(
            f"{path}:1: takes each example under {HEADER} on a line of its own, and nothing else but scenes"
        )
    scenes = _read_scenes(data.get("scenes", {}), text, path)
    return tuple(
        _read_example(each, scenes, f"{path}:{line}", slug) for line, each in zip(lines, examples, strict=True)
    )


def _read_scenes(data: Any, text: str, path: str) -> Mapping[str, Mapping[str, Any]]:
    """Check the scenes of a file: what several of its examples begin with."""
    if not isinstance(data, Mapping):
        raise DataError(f"{path}:1: scenes: got {data!r}, takes [scenes.NAME] for each of them")
    lines = [line.strip() for line in text.splitlines()]
    for name, scene in data.items():
        header = f"[scenes.{name}]"
        location = f"{path}:{lines.index(header) + 1 if header in lines else 1}: {name}"
        _check_parts(scene, SCENE_PARTS, location, optional=("before",))
        _check_situation(scene, location)
    return data


def _add_scene(data: Any, scenes: Mapping[str, Mapping[str, Any]], location: str) -> Any:
    """Return an example with its scene's combatants, of which it may replace parts, and commands, which come first."""
    if not isinstance(data, Mapping) or not isinstance(name := data.get("scene"), str):
        return data
    if name not in scenes:
        raise DataError(f"{location}: scene: got {name!r}, takes {', '.join(scenes) or '[scenes.NAME] in the file'}")
    merged = _merge_tables(scenes[name], data)
    if isinstance(merged.get("before"), list):
        merged["before"] = [*scenes[name].get("before", ()), *data.get("before", ())]
    return merged


def _merge_tables(table: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with the values of another one, which replace or join its own, table by table."""
    both = {name for name in own if isinstance(own[name], Mapping) and isinstance(table.get(name), Mapping)}
    return {**table, **own, **{name: _merge_tables(table[name], own[name]) for name in both}}


def _check_situation(data: Mapping[str, Any], location: str) -> None:
    """Check the combatants and the commands of an example or a scene."""
    for key, each in data["combatants"].items():
        _check_parts(each, COMBATANT_PARTS, f"{location}: {key}", optional=("side", "ready", "fields"))
    for each in data.get("before", ()):
        _check_command(each, location)


def _check_command(command: Any, location: str) -> None:
    if not isinstance(command, Mapping) or not isinstance(command.get("act"), str):
        raise DataError(f"{location}: got {command!r}, takes a command with act")


def _read_example(data: Any, scenes: Mapping[str, Mapping[str, Any]], location: str, slug: str) -> Example:
    data = _add_scene(data, scenes, location)
    _check_parts(data, EXAMPLE_PARTS, location, optional=OPTIONAL_PARTS)
    location = f"{location}: {data['title']}"
    _check_situation(data, location)
    _check_parts(data["then"], THEN_PARTS, f"{location}: then", optional=tuple(THEN_PARTS))
    if not data["then"]:
        raise DataError(f"{location}: then: takes one of {', '.join(THEN_PARTS)}")
    _check_command(data["action"], location)
    combatants = {
        key: ExampleCombatant(
            each["sheet"] if "." in each["sheet"] else f"{slug}.{each['sheet']}",
            each.get("side", ""),
            each.get("ready", ""),
            each.get("fields", {}),
        )
        for key, each in data["combatants"].items()
    }
    return Example(
        location,
        slug,
        data["title"],
        data["rule"],
        data["clause"],
        combatants,
        tuple(data.get("before", ())),
        data["action"],
        data["then"],
    )


def _check_parts(
    data: Any, known: Mapping[str, tuple[type, str]], location: str, *, optional: tuple[str, ...] = ()
) -> None:
    """Check that a table of the file has only known parts of the right types, and all that it needs."""
    if not isinstance(data, Mapping):
        raise DataError(f"{location}: got {data!r}, takes {', '.join(known)}")
    for name, value in data.items():
        if name not in known:
            raise DataError(f"{location}: {name}: takes one of {', '.join(known)}")
        kind, takes = known[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise DataError(f"{location}: {name}: got {value!r}, takes {takes}")
    for name, (_, takes) in known.items():
        if name not in optional and not data.get(name):
            raise DataError(f"{location}: {name}: missing, takes {takes}")


# Playing


@dataclass(frozen=True)
class PlayedExample:
    """An example after its action.

    Attributes:
        start: the fight after all combatants have joined.
        commands: all commands, the action last, as `execute` took them.
        events: the events before each of these commands.
        before: the fight before the action.
        after: the fight after the action, or the one before it if the action is refused.
        refusal: the error that refused the action, or None.
    """

    example: Example
    start: Fight
    commands: tuple[Mapping[str, Any], ...]
    events: tuple[tuple[Mapping[str, Any], ...], ...]
    before: Fight
    after: Fight
    refusal: RulesError | None = None

    @property
    def added(self) -> tuple[LogEntry, ...]:
        """The log entries of the action."""
        return self.after.log[len(self.before.log) :]

    @property
    def roll(self) -> Roll | None:
        """The action's first roll, or None."""
        rolls = (roll for entry in self.added for roll in (entry.roll, *entry.initiative_rolls) if roll)
        return next(rolls, None)


def play_example(example: Example, fight: Fight) -> PlayedExample:
    """Play an example.

    Args:
        fight: a fight of the game in which nothing has happened yet.

    Raises:
        DataError: a combatant can't join, or a command before the action is refused; the message says which and why.
    """
    for key, combatant in example.combatants.items():
        try:
            fight = fight.apply(_build_join(fight, key, combatant))
        except RulesError as error:
            raise DataError(f"{example.location}: {key}: {error}") from None
    start, commands, events = fight, [], []
    for number, given in enumerate(example.before, 1):
        command = _complete_command(fight, given)
        commands.append(command)
        events.append(tuple(entry.event for entry in fight.log))
        try:
            fight = execute(fight, command).fight
        except RulesError as error:
            raise DataError(f"{example.location}: before, number {number}: {error_message(error)}") from None
    command = _complete_command(fight, example.action)
    commands.append(command)
    events.append(tuple(entry.event for entry in fight.log))
    try:
        after, refusal = execute(fight, command).fight, None
    except RulesError as error:
        after, refusal = fight, error
    return PlayedExample(example, start, tuple(commands), tuple(events), fight, after, refusal)


def _build_join(fight: Fight, key: str, combatant: ExampleCombatant) -> dict[str, Any]:
    """Build the event with which a combatant joins; a combatant without a name has the key's."""
    kind = fight.context.find_sheet(combatant.sheet)
    fields = {name: _thaw(value) for name, value in combatant.fields.items()}
    if combatant.ready:
        presets = kind.build_presets()
        if combatant.ready not in presets:
            raise ParameterError("ready", combatant.ready, choices=tuple(presets))
        fields = {**presets[combatant.ready].list_non_default_fields(), **fields}
    elif "name" in kind.parameters and "name" not in fields:
        fields["name"] = humanize(key)
    event = {"event": "join", "who": key, "sheet": {"sheet": combatant.sheet, "fields": fields}}
    return {**event, "side": combatant.side} if combatant.side else event


def _complete_command(fight: Fight, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command as JSON; an amendment without the id of a roll is one of the last roll."""
    command = {name: _thaw(value) for name, value in given.items()}
    if command["act"] == "amend" and "roll" not in command:
        command["roll"] = next((entry.id for entry in reversed(fight.log) if entry.roll), "")
    if command["act"] == "amend":
        command.setdefault("params", {})
    return command


def _thaw(value: Any) -> Any:
    """Return a copy of JSON data with plain dicts and lists."""
    if isinstance(value, Mapping):
        return {name: _thaw(part) for name, part in value.items()}
    return [_thaw(part) for part in value] if isinstance(value, list | tuple) else value


# Comparison


def find_differences(played: PlayedExample) -> list[str]:
    """Return a sentence for each way in which a played example differs from what must follow."""
    return list(_find_differences(played))


def _find_differences(played: PlayedExample) -> Iterator[str]:
    then = played.example.then
    if played.refusal is not None:
        yield from _compare_refusal(played.refusal, then)
        if "refused" not in then and "refused_by" not in then:
            return
    elif "refused" in then or "refused_by" in then:
        yield f"Nothing refuses the action; takes a refusal: {then.get('refused') or then['refused_by']}"
        return
    yield from _compare_outcome(played, then.get("outcome", {}))
    fight = played.after
    for key, expected in then.get("sheets", {}).items():
        try:
            sheet = fight.sheet_for(key)
        except RulesError as error:
            yield str(error)
            continue
        owner = fight.combatants[key].name if key in fight.combatants else sheet.title
        for path, value in expected.items():
            yield from _compare_value(f"{owner}'s {path}", _read_sheet(sheet, path), value)
    yield from _compare_state(fight, then)


def _compare_refusal(refusal: RulesError, then: Mapping[str, Any]) -> Iterator[str]:
    said = error_message(refusal)
    if "refused" not in then and "refused_by" not in then:
        yield f"The action is refused: {said}"
    elif then.get("refused", "") not in said:
        yield f"The refusal says “{said}”, not “{then['refused']}”."
    name = then.get("refused_by")
    if name is not None:
        unmet = tuple(refusal.unmet) if isinstance(refusal, RefusedActionError) else ()
        if name not in unmet:
            yield f"The action is refused by {', '.join(unmet) or 'no requirement'}, not by {name}."


def _compare_outcome(played: PlayedExample, expected: Mapping[str, Any]) -> Iterator[str]:
    if not expected:
        return
    if played.roll is None:
        yield "The action rolls nothing, so it has no outcome."
        return
    for path, value in expected.items():
        yield from _compare_value(f"The outcome's {path}", _read_path(played.roll.outcome, path), value)


def _compare_state(fight: Fight, then: Mapping[str, Any]) -> Iterator[str]:
    """Yield what differs in the fight as a whole."""
    exact = {
        "out": ("Out of the fight", [key for key, each in fight.combatants.items() if each.is_out]),
        "acts_next": ("Those who act next", list(fight.available_actors)),
    }
    for name, (label, found) in exact.items():
        if name in then and sorted(found) != sorted(then[name]):
            yield f"{label}: {', '.join(sorted(found)) or 'nobody'}; not {', '.join(sorted(then[name])) or 'nobody'}."
    least = {
        "offers": ("offered", list_offers(fight)),
        "owed": ("owed", [each.mechanic.id for each in find_pending_rolls(fight)]),
    }
    for name, (label, found) in least.items():
        for id in then.get(name, ()):
            if id not in found:
                yield f"{id} isn't {label}; {', '.join(found) or 'nothing'} is."
    if "winner" in then and (winner := find_winner(fight)) != then["winner"]:
        yield f"The winner is {winner or 'nobody'}, not {then['winner'] or 'nobody'}."
    if "round" in then:
        yield from _compare_value(f"The {fight.rules.round_name}", fight.round, then["round"])


def _compare_value(label: str, found: Any, expected: Any) -> Iterator[str]:
    if isinstance(found, _Missing):
        yield f"{label} doesn't exist; {found.reason}"
    elif _thaw(expected) != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{label} is {_write_json(found)}, not {_write_json(expected)}."


def _write_json(value: Any) -> str:
    return json.dumps(_thaw(value), ensure_ascii=False)


@dataclass(frozen=True)
class _Missing:
    """A path that leads to no value.

    Attributes:
        reason: the names that exist, as a sentence.
    """

    reason: str


def _read_sheet(sheet: Sheet, path: str) -> Any:
    """Return the value of a sheet's field or derived value, or of a part of it, as JSON."""
    name = path.partition(".")[0]
    if not type(sheet).has_value(name):
        return _Missing(f"{sheet.id} has {', '.join((*sheet.parameters, *sheet.derivations))}.")
    return _read_path({name: getattr(sheet, name)}, path)


def _read_path(values: Any, path: str) -> Any:
    """Return the value at a dotted path, whose numbers from 0 lead into lists, as JSON."""
    value = to_json(dict(values))
    for part in path.split("."):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return _Missing(_describe_parts(part, value))
    return value


def _describe_parts(part: str, value: Any) -> str:
    """Say which parts a value has besides one that doesn't exist."""
    if isinstance(value, Mapping):
        return f"{part} isn't one of {', '.join(value)}."
    return f"the list has {len(value)} from 0." if isinstance(value, list) else f"{_write_json(value)} has no parts."


def list_offers(fight: Fight) -> list[str]:
    """List what the table is offered: ids of changes and reactions, and the labels of ways to make the roll again."""
    last = next((entry for entry in reversed(fight.log) if entry.roll), None)
    return [
        *(each.change.id for each in find_pending_changes(fight)),
        *(each.mechanic.id for each in find_offered_reactions(fight)),
        *(each.amendment.label for each in (list_amendments(fight, last) if last else ())),
    ]


def find_winner(fight: Fight) -> str:
    """Return the side that has won, or "" if the fight goes on or nobody is left."""
    return fight.active_sides[0] if is_decided(fight) and fight.active_sides else ""
