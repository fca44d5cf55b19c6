"""Commands of a fight: each becomes events. A roll and all the changes it triggers are one command."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rules_py.error_messages import describe_reason
from rules_py.errors import ForbiddenError, ParameterError, RulesError, UnknownIdError
from rules_py.mechanic import Roll
from rules_py.play.fight.events import (
    ChangeEvent,
    Event,
    InitiativeRoll,
    JoinEvent,
    RollEvent,
    SheetJson,
    read_event,
    read_values,
)
from rules_py.play.fight.offers import PendingChange, find_affected, find_automatic_changes, find_pending_changes
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import fill_params, find_default_action
from rules_py.play.sheet import read_sheet
from rules_py.registry.games import find_mechanic
from rules_py.text.serialization import to_json

Command = Mapping[str, Any]


def execute(fight: Fight, command: Command, seed: int | None = None) -> list[Event]:
    """Return the events that a command adds to a fight.

    Commands are mappings with `act` and its arguments:

    - `roll`: mechanic, by, at, also (more targets), chosen, and params that differ from what the sheets fill. The
      changes that the roll triggers are applied.
    - `rolled`: the same with all params and the faces that were rolled elsewhere.
    - `all`: each combatant who may act repeats their last action once; undone together.
    - `each`: change and params, applied to each combatant that it affects and for which the rules allow it. With a
      mechanic, each of them makes that roll for it first. Undone together.
    - `together`: changes, each with change, who and params. All of them are applied or none, and they are undone
      together.
    - `order`: each combatant who still has to roll for initiative does so.
    - `join`: sheet (an id) with ready (a row of its tables) or data (a sheet's JSON), name, count, side.
    - any event, which is returned unchanged.

    Args:
        seed: a whole number that seeds all of its rolls; without it, the operating system's randomness is used.

    Raises:
        RulesError: the command can't be executed; the message says why.
    """
    if not isinstance(command, Mapping):
        raise ParameterError("act", command, "a command with act and its arguments")
    name = command.get("act")
    if isinstance(name, str) and name in COMMANDS:
        return list(COMMANDS[name](fight, command, None if seed is None else Random(seed)))
    data = {"event": name, **{part: value for part, value in command.items() if part != "act"}}
    event = read_event(data, fight.combatants)
    fight.apply(event)
    return [event]


def _roll_mechanic(fight: Fight, command: Command, rng: Random | None) -> "list[RollEvent | ChangeEvent]":
    mechanic = find_mechanic(_read_text(command, "mechanic"))
    filled = fill_params(
        fight, mechanic, command.get("by"), command.get("at"), command.get("chosen"), _read_extra_targets(command)
    )
    given = {**filled, **read_values(command, "params")}
    return _add_follow_ups(fight, command, mechanic.roll(given, rng))


def _resolve_roll(fight: Fight, command: Command, rng: Random | None) -> "list[RollEvent | ChangeEvent]":
    mechanic = find_mechanic(_read_text(command, "mechanic"))
    return _add_follow_ups(fight, command, mechanic.resolve(command.get("faces") or (), read_values(command, "params")))


def _act_for_all(fight: Fight, command: Command, rng: Random | None) -> "list[RollEvent | ChangeEvent]":
    events: list[RollEvent | ChangeEvent] = []
    for key in fight.available_actors:
        if key not in fight.available_actors:
            continue  # an earlier action has taken away this combatant's chance to act
        action = find_default_action(fight, key)
        if action is None:
            continue
        binding, by, at = action
        mechanic_id = binding.mechanic.id
        chosen = fight.find_last_choices(by, mechanic_id)
        added = _roll_mechanic(fight, {"mechanic": mechanic_id, "by": by, "at": at, "chosen": chosen}, rng)
        for event in added:
            fight = fight.apply(event)
        events += [_mark_follow_up(event) for event in added] if events else added
    if not events:
        raise ForbiddenError("all", "no combatant can act against another now")
    return events


def _mark_follow_up(event: RollEvent | ChangeEvent) -> RollEvent | ChangeEvent:
    """Return an event that is undone together with the event before it."""
    if event["event"] == "roll":
        return {**event, "follows": True}
    return {**event, "follows": True}


def _add_follow_ups(fight: Fight, command: Command, roll: Roll) -> "list[RollEvent | ChangeEvent]":
    """Return the events of a roll and of the changes it triggers that need no decision.

    Changes that the rules forbid are left out, and the roll's event lists the reasons.
    """
    event = _build_roll_event(roll)
    if command.get("by"):
        event["by"] = command["by"]
    if command.get("at"):
        event["at"] = command["at"]
    if command.get("also"):
        event["also"] = command["also"]
    if command.get("chosen"):
        event["chosen"] = command["chosen"]
    after = fight.apply(event)
    events: list[RollEvent | ChangeEvent] = [event]
    refused = []
    for pending in find_automatic_changes(after):
        recipient = str(pending.recipient)
        change = _build_follow_up(pending, recipient)
        if pending.extra_recipients:
            change["also"] = list(pending.extra_recipients)
        try:
            after = after.apply(change)
        except RulesError as error:
            if not pending.is_silent:
                reason = describe_reason(error, pending.change.parameters)
                refused.append(f"{fight.name_for(recipient)}: {reason}")
            continue
        events.append(change)
    if refused:
        event["refused"] = refused
    return events


def _build_roll_event(roll: Roll) -> RollEvent:
    return {"event": "roll", "mechanic": roll.mechanic, "faces": list(roll.faces), "params": to_json(roll.params)}


def _build_follow_up(pending: PendingChange, recipient: str) -> ChangeEvent:
    return {
        "event": "change",
        "change": pending.change.id,
        "who": recipient,
        "follows": True,
        "params": to_json(pending.params),
    }


def _read_extra_targets(command: Command) -> list[Any]:
    """Return the targets after the first one. The event rejects invalid ones."""
    also = command.get("also") or []
    return also if isinstance(also, list) else []


def _apply_to_all(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    """Apply a change to all combatants that it affects, directly or with a roll that each of them makes."""
    change = fight.context.changes.get(_read_text(command, "change"))
    if change is None:
        raise ParameterError("change", command["change"], f"a change of {fight.slug}")
    params = read_values(command, "params")
    recipients, rejection = find_affected(fight, change, params)
    if not recipients:
        raise rejection or ForbiddenError(change.id, "it wouldn't change any combatant now")
    if command.get("mechanic") is None:
        event: ChangeEvent = {
            "event": "change",
            "change": change.id,
            "who": recipients[0],
            "params": to_json(params),
        }
        if recipients[1:]:
            event["also"] = list(recipients[1:])
        fight.apply(event)
        return [event]
    events: list[Event] = []
    for key in recipients:
        mechanic = find_mechanic(_read_text(command, "mechanic"))
        rolled = _build_roll_event(mechanic.roll(fill_params(fight, mechanic, key, None), rng))
        rolled["by"] = key
        if events:
            rolled["follows"] = True
        fight = fight.apply(rolled)
        events.append(rolled)
        for pending in find_pending_changes(fight):
            if pending.change is change and pending.recipient == key:
                event = _build_follow_up(pending, key)
                fight = fight.apply(event)
                events.append(event)
    return events


def _apply_batch(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    changes = command.get("changes")
    if not isinstance(changes, list) or not changes or not all(isinstance(each, Mapping) for each in changes):
        raise ParameterError("changes", changes, "a list of changes, each with change, who and params")
    events: list[Event] = []
    for each in changes:
        follows = {"follows": True} if events else {}
        events.append(read_event({**each, "event": "change", **follows}, fight.combatants))
        fight = fight.apply(events[-1])
    return events


def _roll_initiative(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    mechanic = fight.rules.order.mechanic
    if mechanic is None or not fight.awaiting_initiative:
        raise ForbiddenError("order", "no combatant has to roll for initiative now")
    rolls: list[InitiativeRoll] = []
    for key in fight.awaiting_initiative:
        roll = mechanic.roll(fill_params(fight, mechanic, key, None), rng)
        rolls.append({"by": key, "params": to_json(roll.params), "faces": list(roll.faces)})
    return [{"event": "order", "rolls": rolls}]


def _join_combatants(fight: Fight, command: Command, rng: Random | None) -> list[Event]:
    kind = fight.context.find_sheet(_read_text(command, "sheet"))
    if command.get("data") is not None:
        sheet = read_sheet(command["data"], fight.context.find_sheet)
    elif command.get("ready"):
        ready = kind.build_presets()
        if command["ready"] not in ready:
            raise UnknownIdError("ready", command["ready"], ready, none="none")
        sheet = ready[command["ready"]]
    else:
        sheet = kind()
    if command.get("name") and "name" in sheet.parameters:
        sheet = sheet.from_fields({**sheet.fields, "name": command["name"]})
    data = sheet.to_dict()
    stored: SheetJson = {"sheet": data["sheet"], "fields": data["fields"]}
    event: JoinEvent = {"event": "join", "who": _generate_key(fight), "sheet": stored}
    if command.get("side"):
        event["side"] = command["side"]
    if command.get("count"):
        event["count"] = command["count"]
    fight.apply(event)
    return [event]


def _generate_key(fight: Fight) -> str:
    """Generate a key that no combatant has or had, from the number of the event."""
    return f"n{len(fight.log) + 1}"


def _read_text(command: Command, part: str) -> str:
    if not isinstance(command.get(part), str):
        raise ParameterError(part, command.get(part), "an id")
    return str(command[part])


COMMANDS: dict[str, Callable[[Fight, Command, Random | None], Sequence[Event]]] = {
    "roll": _roll_mechanic,
    "rolled": _resolve_roll,
    "all": _act_for_all,
    "each": _apply_to_all,
    "together": _apply_batch,
    "order": _roll_initiative,
    "join": _join_combatants,
}
