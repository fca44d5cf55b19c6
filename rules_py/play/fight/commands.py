"""Commands of a fight: each becomes events. A roll and all the changes it triggers are one command."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.play.fight.reducer import Fight, read_values
from rules_py.play.fight.state import Event, PendingChange
from rules_py.play.sheet import read_sheet
from rules_py.registry.games import find_mechanic
from rules_py.rendering.error_messages import error_message
from rules_py.text.quoting import quote_value
from rules_py.text.serialization import to_json

Command = Mapping[str, Any]


def execute(fight: Fight, command: Command, seed: int | None = None) -> list[Event]:
    """Return the events that a command adds to a fight.

    Commands are mappings with `act` and its arguments:

    - `roll`: mechanic, by, at, also (more targets), chosen, and params that differ from what the sheets fill. The
      changes that the roll triggers are applied.
    - `rolled`: the same with all params and the faces that were rolled elsewhere.
    - `all`: each combatant who may act repeats their last action once; undone together.
    - `each`: change and params, applied to everybody it affects and for whom the rules allow it. With a mechanic, each
      of them makes that roll for it first. Undone together.
    - `together`: changes, each with change, who and params. All of them are applied or none, and they are undone
      together.
    - `order`: everybody without a place in the order rolls for one.
    - `join`: sheet (an id) with ready (a row of its tables) or data (a sheet's JSON), name, count, side.
    - any event, which is returned unchanged.

    Args:
        seed: a whole number that seeds all of its rolls; without it, the operating system's randomness is used.

    Raises:
        RulesError: the command can't be executed; the message says why.
    """
    if not isinstance(command, Mapping):
        raise RulesError(f"act: got {quote_value(command)}, takes one with its name and what belongs to it")
    name = command.get("act")
    if isinstance(name, str) and name in COMMANDS:
        return COMMANDS[name](fight, command, None if seed is None else Random(seed))
    event = {"event": name, **{part: value for part, value in command.items() if part != "act"}}
    fight.apply(event)
    return [event]


def _roll_mechanic(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    mechanic = find_mechanic(_read_text(command, "mechanic"))
    filled = fight.fill_params(
        mechanic, command.get("by"), command.get("at"), command.get("chosen"), _read_extra_targets(command)
    )
    given = {**filled, **read_values(command, "params")}
    return _add_follow_ups(fight, command, mechanic.roll(given, rng))


def _resolve_roll(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    mechanic = find_mechanic(_read_text(command, "mechanic"))
    return _add_follow_ups(fight, command, mechanic.resolve(command.get("faces") or (), read_values(command, "params")))


def _act_for_all(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    events: list[Event] = []
    for key in fight.available_actors:
        deed = (
            fight.default_action(key) if key in fight.available_actors else None
        )  # an earlier action may have taken away this combatant's chance to act
        if deed is None:
            continue
        fills, by, at = deed
        about = {
            "mechanic": fills.mechanic.id,
            "by": by,
            "at": at,
            "chosen": fight.find_last_choices(by, fills.mechanic.id),
        }
        added = _roll_mechanic(fight, about, rng)
        for event in added:
            fight = fight.apply(event)
        events += [{**event, "follows": True} for event in added] if events else added
    if not events:
        raise RulesError("all: takes somebody who may act against somebody, and there is nobody")
    return events


def _add_follow_ups(fight: Fight, command: Command, roll: Roll) -> list[Event]:
    """Return the events of a roll and of the changes it triggers that need no decision.

    Changes that the rules forbid are left out, and the roll's event lists the reasons.
    """
    event: dict[str, Any] = {
        "event": "roll",
        "mechanic": roll.mechanic,
        "faces": list(roll.faces),
        "params": to_json(roll.params),
        **{part: command[part] for part in ("by", "at", "also", "chosen") if command.get(part)},
    }
    after = fight.apply(event)
    events: list[Event] = [event]
    refused = []
    for offer in find_automatic_changes(after):
        change = {
            "event": "change",
            "change": offer.change.id,
            "who": offer.recipient,
            "follows": True,
            "params": to_json(offer.params),
            **({"also": list(offer.extra_recipients)} if offer.extra_recipients else {}),
        }
        try:
            after = after.apply(change)
        except RulesError as refusal:
            if offer.is_silent:
                continue
            refused.append(f"{fight.name_for(offer.recipient)}: {_describe_rejection(refusal, offer)}")
            continue
        events.append(change)
    if refused:
        event["refused"] = refused
    return events


def _describe_rejection(error: RulesError, change: PendingChange) -> str:
    """Describe for players why a triggered change wasn't applied."""
    said = str(error).removeprefix(f"{change.change.id}: ")
    return f"{said}." if said != str(error) else error_message(error, change.change.parameters)


def _read_extra_targets(command: Command) -> list[Any]:
    """Return the targets after the first one. The event rejects invalid ones."""
    also = command.get("also") or []
    return also if isinstance(also, list) else []


def find_automatic_changes(fight: Fight) -> list[PendingChange]:
    """Return the changes of the last roll that are applied automatically.

    Their recipient is known, and they aren't optional.
    """
    return [offer for offer in fight.pending_changes if offer.recipient is not None and not offer.is_optional]


def _apply_to_all(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    """Apply a change to everybody it affects, directly or with a roll that each of them makes."""
    change = fight.context.changes.get(_read_text(command, "change"))
    if change is None:
        raise RulesError(f"change: got {quote_value(command['change'])}, takes a change of {fight.slug}")
    params = read_values(command, "params")
    takers, refusal = fight.affected_by(change, params)
    if not takers:
        raise refusal or RulesError(f"{change.id}: there is nobody whom it concerns")
    if command.get("mechanic") is None:
        event = {
            "event": "change",
            "change": change.id,
            "who": takers[0],
            "params": to_json(params),
            **({"also": list(takers[1:])} if takers[1:] else {}),
        }
        fight.apply(event)
        return [event]
    events: list[Event] = []
    for key in takers:
        mechanic = find_mechanic(_read_text(command, "mechanic"))
        roll = mechanic.roll(fight.fill_params(mechanic, key, None), rng)
        rolled = {
            "event": "roll",
            "mechanic": mechanic.id,
            "by": key,
            "params": to_json(roll.params),
            "faces": list(roll.faces),
        }
        made = [
            {"event": "change", "change": change.id, "who": key, "params": to_json(offer.params), "follows": True}
            for offer in fight.apply(rolled).pending_changes
            if offer.change is change and offer.recipient == key
        ]
        for event in (rolled, *made):
            events.append({**event, "follows": True} if events else event)
            fight = fight.apply(events[-1])
    return events


def _apply_batch(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    changes = command.get("changes")
    if not isinstance(changes, list) or not changes or not all(isinstance(each, Mapping) for each in changes):
        raise RulesError(
            f"changes: got {quote_value(changes)}, takes a list of changes, each with change, who and params"
        )
    events: list[Event] = []
    for each in changes:
        events.append({**each, "event": "change", **({"follows": True} if events else {})})
        fight = fight.apply(events[-1])
    return events


def _roll_initiative(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    mechanic = fight.rules.order.mechanic
    if mechanic is None or not fight.awaiting_initiative:
        raise RulesError("order: takes somebody who has to roll for a place, and there is nobody")
    rolls = []
    for key in fight.awaiting_initiative:
        roll = mechanic.roll(fight.fill_params(mechanic, key, None), rng)
        rolls.append({"by": key, "params": to_json(roll.params), "faces": list(roll.faces)})
    return [{"event": "order", "rolls": rolls}]


def _join_combatants(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    kind = fight.context.find_sheet(_read_text(command, "sheet"))
    if command.get("data") is not None:
        sheet = read_sheet(command["data"], fight.context.find_sheet)
    elif command.get("ready"):
        ready = kind.build_presets()
        if command["ready"] not in ready:
            raise RulesError(f"ready: got {quote_value(command['ready'])}, takes one of {', '.join(ready) or 'none'}")
        sheet = ready[command["ready"]]
    else:
        sheet = kind()
    if command.get("name") and "name" in sheet.parameters:
        sheet = sheet.from_fields({**sheet.fields, "name": command["name"]})
    data = sheet.to_dict()
    event = {
        "event": "join",
        "who": _generate_key(fight),
        "sheet": {part: data[part] for part in ("sheet", "fields")},
        **{part: command[part] for part in ("side", "count") if command.get(part)},
    }
    fight.apply(event)
    return [event]


def _generate_key(fight: Fight) -> str:
    """Generate a key that no combatant has or had, from the number of the event."""
    return f"n{len(fight.log) + 1}"


def _read_text(command: Command, part: str) -> str:
    if not isinstance(command.get(part), str):
        raise RulesError(f"{part}: got {quote_value(command.get(part))}, takes an id")
    return str(command[part])


COMMANDS: dict[str, Callable[[Fight, Command, Random | None], list[Event]]] = {
    "roll": _roll_mechanic,
    "rolled": _resolve_roll,
    "all": _act_for_all,
    "each": _apply_to_all,
    "together": _apply_batch,
    "order": _roll_initiative,
    "join": _join_combatants,
}
