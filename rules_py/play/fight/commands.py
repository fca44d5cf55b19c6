"""What people do in a fight, as the events that come of it: a roll with all that follows from it is one act."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.play.fight.reducer import Fight, values_by_name
from rules_py.play.fight.state import Event, Offer
from rules_py.play.sheet import read_sheet
from rules_py.registry.games import find
from rules_py.rendering.error_messages import refusal_said
from rules_py.text.formatting import json_of, quoted

Act = Mapping[str, Any]


def acted(fight: Fight, act: Act, seed: int | None = None) -> list[Event]:
    """The events that an act adds to a fight.

    Acts are mappings with `act` and what belongs to it:

    - `roll`: mechanic, by, at, also (more targets), chosen and params that differ from what the sheets fill; what the
      roll leads to happens.
    - `rolled`: the same with all params and the faces that fell elsewhere.
    - `all`: each of those who may act does so once, as they did last time; undone together.
    - `each`: change, params: it happens to everybody to whom it does something and whom the rules allow it; with
      mechanic each of them makes that roll for it first. Undone together.
    - `together`: changes, each with change, who and params: all of them happen or none, and they are undone together.
    - `order`: everybody who has no place in the order rolls for one.
    - `join`: sheet (an id) with ready (a row of its tables) or data (a sheet's JSON), name, count, side.
    - any event, as it stands.

    Args:
        seed: for all of its rolls, any whole number; the operating system's randomness without one.

    Raises:
        RulesError: it can't be done; the message says why.
    """
    if not isinstance(act, Mapping):
        raise RulesError(f"act: got {quoted(act)}, takes one with its name and what belongs to it")
    name = act.get("act")
    if isinstance(name, str) and name in ACTS:
        return ACTS[name](fight, act, None if seed is None else Random(seed))
    event = {"event": name, **{part: value for part, value in act.items() if part != "act"}}
    fight.after(event)
    return [event]


def _roll(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    mechanic = find(_text(act, "mechanic"))
    filled = fight.filled(mechanic, act.get("by"), act.get("at"), act.get("chosen"), _also(act))
    given = {**filled, **values_by_name(act, "params")}
    return _with_what_follows(fight, act, mechanic.roll(given, chance))


def _rolled(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    mechanic = find(_text(act, "mechanic"))
    return _with_what_follows(fight, act, mechanic.resolve(act.get("faces") or (), values_by_name(act, "params")))


def _all(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    events: list[Event] = []
    for key in fight.due:
        deed = fight.deed(key) if key in fight.due else None  # what one did may have ended the others' chance
        if deed is None:
            continue
        fills, by, at = deed
        about = {
            "mechanic": fills.mechanic.id,
            "by": by,
            "at": at,
            "chosen": fight.chosen_before(by, fills.mechanic.id),
        }
        added = _roll(fight, about, chance)
        for event in added:
            fight = fight.after(event)
        events += [{**event, "follows": True} for event in added] if events else added
    if not events:
        raise RulesError("all: takes somebody who may act against somebody, and there is nobody")
    return events


def _with_what_follows(fight: Fight, act: Act, roll: Roll) -> list[Event]:
    """A roll, and the changes that it leads to where it is clear for whom, unless the table decides.

    Those that the rules forbid don't happen, and the roll's event says so.
    """
    event: dict[str, Any] = {
        "event": "roll",
        "mechanic": roll.mechanic,
        "faces": list(roll.faces),
        "params": json_of(roll.params),
        **{part: act[part] for part in ("by", "at", "also", "chosen") if act.get(part)},
    }
    after = fight.after(event)
    events: list[Event] = [event]
    refused = []
    for offer in happening(after):
        change = {
            "event": "change",
            "change": offer.change.id,
            "who": offer.who,
            "follows": True,
            "params": json_of(offer.params),
            **({"also": list(offer.also)} if offer.also else {}),
        }
        try:
            after = after.after(change)
        except RulesError as refusal:
            if offer.quietly:
                continue
            refused.append(f"{fight.name_of(offer.who)}: {_why_not(refusal, offer)}")
            continue
        events.append(change)
    if refused:
        event["refused"] = refused
    return events


def _why_not(refusal: RulesError, offer: Offer) -> str:
    """Why something did not follow, in players' words."""
    said = str(refusal).removeprefix(f"{offer.change.id}: ")
    return f"{said}." if said != str(refusal) else refusal_said(refusal, offer.change.parameters)


def _also(act: Act) -> list[Any]:
    """The targets besides the first one; an event refuses what is none."""
    also = act.get("also") or []
    return also if isinstance(also, list) else []


def happening(fight: Fight) -> list[Offer]:
    """What the last roll leads to by itself: it is clear for whom, and the table is not asked."""
    return [offer for offer in fight.offers if offer.who is not None and not offer.if_wanted]


def _each(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    """A change of everybody whom it concerns: as it stands, or by a roll that each of them makes for it."""
    change = fight.known.changes.get(_text(act, "change"))
    if change is None:
        raise RulesError(f"change: got {quoted(act['change'])}, takes a change of {fight.slug}")
    params = values_by_name(act, "params")
    takers, refusal = fight.open_to(change, params)
    if not takers:
        raise refusal or RulesError(f"{change.id}: there is nobody whom it concerns")
    if act.get("mechanic") is None:
        event = {
            "event": "change",
            "change": change.id,
            "who": takers[0],
            "params": json_of(params),
            **({"also": list(takers[1:])} if takers[1:] else {}),
        }
        fight.after(event)
        return [event]
    events: list[Event] = []
    for key in takers:
        mechanic = find(_text(act, "mechanic"))
        roll = mechanic.roll(fight.filled(mechanic, key, None), chance)
        rolled = {
            "event": "roll",
            "mechanic": mechanic.id,
            "by": key,
            "params": json_of(roll.params),
            "faces": list(roll.faces),
        }
        made = [
            {"event": "change", "change": change.id, "who": key, "params": json_of(offer.params), "follows": True}
            for offer in fight.after(rolled).offers
            if offer.change is change and offer.who == key
        ]
        for event in (rolled, *made):
            events.append({**event, "follows": True} if events else event)
            fight = fight.after(events[-1])
    return events


def _together(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    changes = act.get("changes")
    if not isinstance(changes, list) or not changes or not all(isinstance(each, Mapping) for each in changes):
        raise RulesError(f"changes: got {quoted(changes)}, takes a list of changes, each with change, who and params")
    events: list[Event] = []
    for each in changes:
        events.append({**each, "event": "change", **({"follows": True} if events else {})})
        fight = fight.after(events[-1])
    return events


def _order(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    mechanic = fight.kind.order.mechanic
    if mechanic is None or not fight.still_to_roll:
        raise RulesError("order: takes somebody who has to roll for a place, and there is nobody")
    rolls = []
    for key in fight.still_to_roll:
        roll = mechanic.roll(fight.filled(mechanic, key, None), chance)
        rolls.append({"by": key, "params": json_of(roll.params), "faces": list(roll.faces)})
    return [{"event": "order", "rolls": rolls}]


def _join(fight: Fight, act: Act, chance: Random | None) -> list[Event]:
    kind = fight.known.find_sheet(_text(act, "sheet"))
    if act.get("data") is not None:
        sheet = read_sheet(act["data"], fight.known.find_sheet)
    elif act.get("ready"):
        ready = kind.ready_made()
        if act["ready"] not in ready:
            raise RulesError(f"ready: got {quoted(act['ready'])}, takes one of {', '.join(ready) or 'none'}")
        sheet = ready[act["ready"]]
    else:
        sheet = kind()
    if act.get("name") and "name" in sheet.parameters:
        sheet = sheet.of({**sheet.fields, "name": act["name"]})
    data = sheet.to_dict()
    event = {
        "event": "join",
        "who": _free_key(fight),
        "sheet": {part: data[part] for part in ("sheet", "fields")},
        **{part: act[part] for part in ("side", "count") if act.get(part)},
    }
    fight.after(event)
    return [event]


def _free_key(fight: Fight) -> str:
    """A key that nobody has or had: the number of the event."""
    return f"n{len(fight.log) + 1}"


def _text(act: Act, part: str) -> str:
    if not isinstance(act.get(part), str):
        raise RulesError(f"{part}: got {quoted(act.get(part))}, takes an id")
    return str(act[part])


ACTS: dict[str, Callable[[Fight, Act, Random | None], list[Event]]] = {
    "roll": _roll,
    "rolled": _rolled,
    "all": _all,
    "each": _each,
    "together": _together,
    "order": _order,
    "join": _join,
}
