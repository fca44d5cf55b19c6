"""The moment: what the last command did, the ways to make its roll again, and the marks that it leaves on pieces."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.grades import find_roll_grade
from rules_py.mechanic.labels import label_for_outcome
from rules_py.play.board.hand import describe_turn
from rules_py.play.board.prices import list_amendment_prices
from rules_py.play.board.sides import list_scores
from rules_py.play.copies import replace
from rules_py.play.fight.amendments import OfferedAmendment, list_amendments
from rules_py.play.fight.event_titles import title_event
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.history import count_last
from rules_py.play.fight.offers import list_open_consequences
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.roll_titles import title_roll
from rules_py.play.sheet import Sheet
from rules_py.registry.games import find_mechanic
from rules_py.text.sentences import format_sentence, use_minus_sign
from rules_py.text.wording import decapitalize


class Happening(NamedTuple):
    """A roll or a change in the log, with what followed from it.

    Attributes:
        who: the keys of those who acted or were changed.
        targets: the keys of those who were acted against.
        title: what it was, such as "Attack with Rifle".
        grade: the grade of the result, as in `rules_py.mechanic.grades`, or "".
        headline: the result in one sentence without a full stop.
        roll: the roll, or None.
        effects: what followed, in sentences.
    """

    id: str
    who: tuple[str, ...]
    targets: tuple[str, ...]
    title: str
    grade: str
    headline: str
    roll: Roll | None
    effects: tuple[str, ...]
    refused: tuple[str, ...] = ()


class Moment(NamedTuple):
    """The result of the last command.

    Attributes:
        happenings: its rolls and changes in order.
        undo: what undo takes back, without a full stop; "" if nothing has happened yet.
        offers: the ways to make its roll again, each with its prices.
        stamps: the difference of the meter by combatant.
    """

    happenings: tuple[Happening, ...]
    undo: str
    offers: tuple[tuple[OfferedAmendment, tuple[str, ...]], ...]
    stamps: Mapping[str, int]


def find_last_entries(fight: Fight) -> Sequence[LogEntry]:
    """Return the log's last entries that are undone together."""
    return fight.log[len(fight.log) - count_last(entry.event for entry in reversed(fight.log)) :] if fight.log else ()


def build_moment(fight: Fight) -> Moment:
    """Return what the last command did."""
    since = find_last_entries(fight)
    if not since:
        return Moment((), "", (), {})
    is_several = sum(entry.roll is not None for entry in since) > 1
    offered = [] if is_several or since[0].roll is None else list_amendments(fight, since[0])
    offers = tuple((each, tuple(list_amendment_prices(fight, since[0], each))) for each in offered)
    happenings = tuple(list_latest(fight, since))
    return Moment(happenings, describe_undo(fight), offers, _find_stamps(fight, since))


def describe_undo(fight: Fight) -> str:
    """Describe what undo takes back: the last event that didn't follow from another one."""
    since = find_last_entries(fight)
    return " ".join(since[0].messages[:1]).rstrip(".") if since else ""


def include_removed(fight: Fight) -> Fight:
    """Return a fight for its record, in which those who were removed are still there, after the others."""
    removed = {key: each for key, each in fight.removed.items() if key not in fight.combatants}
    return replace(fight, combatants={**fight.combatants, **removed}) if removed else fight


def list_happenings(fight: Fight, entries: Sequence[LogEntry]) -> Iterator[Happening]:
    """Yield the rolls and changes in entries of the log; changes that follow from a roll belong to it."""
    number = 0
    while number < len(entries):
        end = number + 1
        if entries[number].roll is not None:
            while end < len(entries) and entries[end].event["event"] == "change" and entries[end].event.get("follows"):
                end += 1
        yield build_happening(fight, entries[number], entries[number + 1 : end], entries[number:])
        number = end


def list_latest(fight: Fight, entries: Sequence[LogEntry]) -> Iterator[Happening]:
    """Yield what has just happened; after a roll for initiative or the end of a turn, whose turn it is now.

    The log has the sums of a roll for initiative. A game whose order is by side has no scores, so the sums stay.
    """
    kinds = {entry.id: entry.event["event"] for entry in entries}
    start, turn = describe_turn(fight)
    scores = list_scores(fight)
    for each in list_happenings(fight, entries):
        kind = kinds.get(each.id)
        if kind not in ("order", "turn") or not turn:
            yield each
            continue
        effects = each.effects
        if kind == "order":
            sums = (format_sentence(each.headline), *each.effects)
            effects = (format_sentence(", ".join(scores)),) if scores else sums
        yield each._replace(headline=f"{start}: {turn}" if start else turn, effects=effects)


def build_happening(
    fight: Fight, entry: LogEntry, effects: Sequence[LogEntry], since: Sequence[LogEntry] = ()
) -> Happening:
    """Return an entry of the log with what followed from it.

    Args:
        fight: the fight.
        entry: the entry.
        effects: the entries of the changes that followed from it.
        since: the entry and everything that has happened since.
    """
    event: Mapping[str, Any] = entry.event
    target_first = sorted(effects, key=lambda each: _find_recipient(each) == event.get("by"))
    verdict = find_verdict(entry.roll) if entry.roll is not None else ""
    said = tuple(_tell_effects(fight, target_first, str(event.get("by")), verdict))
    if entry.roll is None or event["event"] != "roll":
        return _build_other(fight, entry, said)
    mechanic = find_mechanic(entry.roll.mechanic)
    actor, target = fight.find_actor_and_target(entry)
    others = (str(key) for key in event.get("also", ()))
    targets = tuple(key for key in (target, *others) if key in fight.combatants) if target else ()
    targets = targets if _is_own_roll(fight, mechanic, str(event.get("by"))) else ()
    if len(targets) == 1 and targets[0] == event.get("at"):
        verdict = name_target(verdict, fight.name_for(targets[0]))
    return Happening(
        entry.id,
        tuple(key for key in (actor,) if key in fight.combatants) if actor else (),
        targets,
        _title_entry(fight, entry, since),
        find_roll_grade(mechanic, entry.roll.outcome),
        verdict,
        entry.roll,
        (*said, *(format_sentence(each) for each in list_open_consequences(fight, entry, effects))),
        tuple(event.get("refused", ())) + tuple(f"Done anyway: {each}" for each in event.get("override", {}).values()),
    )


def _tell_effects(fight: Fight, effects: Sequence[LogEntry], by: str, verdict: str) -> Iterator[str]:
    """Yield the sentences of changes that followed from a roll; a name comes before the first of its sentences only.

    Args:
        fight: the fight.
        effects: the log entries of the changes.
        by: the key of the one who rolled.
        verdict: the verdict of the roll, which isn't repeated.
    """
    named = ""
    for entry in effects:
        key = str(_find_recipient(entry))
        start = f"{fight.name_for(key)}: " if key in fight.combatants else ""
        for message in entry.messages:
            if key == by and _repeats(verdict, message):
                continue
            is_named = bool(start) and message.startswith(start)
            yield format_sentence(message.removeprefix(start) if is_named and start == named else message)
            named = start if is_named else ""


def _is_own_roll(fight: Fight, mechanic: Mechanic, by: str) -> bool:
    """Return True for a roll on a combatant's sheet; others, such as on a further table, are against nobody."""
    return by in fight.combatants and any(binding.mechanic is mechanic for binding in fight.combatants[by].sheet.rolls)


def _find_recipient(entry: LogEntry) -> str | None:
    """Return the key of the combatant that a change in the log concerns."""
    event: Mapping[str, Any] = entry.event
    return event.get("who")


def _repeats(verdict: str, message: str) -> bool:
    """Return True if a message on the roller's sheet says what the verdict has said: "Ada: Muscle halved." again."""
    _, _, text = message.partition(": ")
    return bool(text) and verdict.endswith(text.rstrip("."))


def name_target(verdict: str, name: str) -> str:
    """Return a verdict with the name of the target.

    >>> name_target("The target takes 3 damage", "Guard 1"), name_target("Hit: the target is stunned", "Guard 1")
    ('Guard 1 takes 3 damage', 'Hit: Guard 1 is stunned')
    """
    return verdict.replace("the target", name).replace("The target", name)


def find_verdict(roll: Roll) -> str:
    """Return the verdict of a roll: the rule's text, or the label and value of its headline."""
    if roll.verdict:
        return use_minus_sign(roll.verdict)
    mechanic = find_mechanic(roll.mechanic)
    value = roll.outcome[mechanic.headline]
    name = label_for_outcome(mechanic, mechanic.headline, value)
    return name if mechanic.headline in mechanic.names else f"{mechanic.label_for(mechanic.headline)}: {name}"


def _build_other(fight: Fight, entry: LogEntry, said: tuple[str, ...]) -> Happening:
    """Return an entry without a roll; a new turn comes before the changes at the end of the last one."""
    event: Mapping[str, Any] = entry.event
    messages = list(entry.messages)
    if event["event"] == "turn":
        messages.insert(0, messages.pop())
    keys = (event.get("who"), *event.get("also", ())) if event["event"] != "join" else ()
    who = tuple(key for key in keys if key in fight.combatants)
    headline, *rest = messages or [""]
    effects = (*(format_sentence(each) for each in rest), *said)
    return Happening(entry.id, who, (), _title_other(fight, event), "", headline.rstrip("."), None, effects)


def _title_other(fight: Fight, event: Mapping[str, Any]) -> str:
    """Return the title of an event without a roll: that of its change or of the roll for the order, or its own."""
    change = fight.context.changes.get(event["change"]) if event["event"] == "change" else None
    order = fight.rules.order.mechanic if event["event"] == "order" else None
    return change.title if change else order.title if order else title_event(event)


def _title_entry(fight: Fight, entry: LogEntry, since: Sequence[LogEntry]) -> str:
    """Return the title of an entry's roll with what the roller used, such as a weapon."""
    assert entry.roll is not None
    event: Mapping[str, Any] = entry.event
    mechanic = find_mechanic(entry.roll.mechanic)
    action = fight.rules.actions_by_id.get(mechanic.id)
    title = (action.title if action and not entry.is_reaction else "") or mechanic.title
    if entry.is_reaction and action:
        title = f"{action.title_for_actor}, {decapitalize(action.title or mechanic.title)}"
    if (by := str(event.get("by"))) in fight.combatants:
        sheet = _find_sheet_before(fight.combatants[by].sheet, since)
        for binding in sheet.rolls:
            if binding.mechanic is mechanic:
                named = title_roll(binding, sheet, read_choices(event))
                return title + named.removeprefix(mechanic.title).replace(" with ", ", ", 1)
    return title


def _find_sheet_before(sheet: Sheet, since: Sequence[LogEntry]) -> Sheet:
    """Return a combatant's sheet as it was before the changes of these entries."""
    for entry in reversed(since):
        for result in reversed(entry.change_results):
            if result.sheet == sheet:
                sheet = result.sheet_before
    return sheet


def _find_stamps(fight: Fight, since: Sequence[LogEntry]) -> dict[str, int]:
    """Return the difference that the last command made to the meter of each combatant."""
    found: dict[str, int] = {}
    for entry in since:
        event: Mapping[str, Any] = entry.event
        if event["event"] != "change":
            continue
        keys = (event["who"], *event.get("also", ()))
        for key, result in zip(keys, entry.change_results, strict=False):
            if key in fight.combatants and (meter := result.sheet.meter):
                before, after = getattr(result.sheet_before, meter[0]), getattr(result.sheet, meter[0])
                found[key] = found.get(key, 0) + after - before
    return {key: difference for key, difference in found.items() if difference}


def list_sentences(fight: Fight, happening: Happening) -> list[str]:
    """Return the sentences that describe a happening to a screen reader."""
    if happening.roll is None:
        return [format_sentence(happening.headline), *happening.effects]
    who, targets = (", ".join(fight.name_for(key) for key in keys) for keys in (happening.who, happening.targets))
    about = f"{who}: {happening.title}" if who else happening.title
    action = fight.rules.actions_by_id.get(happening.roll.mechanic)
    if targets and happening.title.startswith("Attack"):
        about = f"{who} attacks {targets}"
    elif targets and action and "{target}" in action.says and "{card}" not in action.says:
        about = f"{who}: {action.says.replace('{target}', targets)}"
    elif targets:
        about = f"{about}, against {targets}"
    faces = ", ".join(map(str, happening.roll.faces))
    parts = (
        format_sentence(about),
        format_sentence(happening.headline),
        *happening.effects,
        *happening.refused,
        f"Dice: {faces}." if faces else "",
    )
    return [part for part in parts if part]
