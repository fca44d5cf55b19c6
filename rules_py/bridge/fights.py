"""Handlers for fights: a fight after a command, and a forecast of how it ends."""

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters, find_play_parameters
from rules_py.bridge.rolls import describe_roll_request
from rules_py.errors import ParameterError, RulesError, UnknownParameterError
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_roll
from rules_py.scheduling import SCHEDULER, run_memoized, run_own, run_step

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from rules_py.mechanic import Roll
    from rules_py.parameters import Parameter
    from rules_py.play.board.view import View
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.fight.state import LogEntry
    from rules_py.scheduling import Work


def _find_form(id: str, events: str, act: str = "", *_: Any, **__: Any) -> "dict[str, Parameter]":
    """Return the parameters of everything whose form an act may have filled in: sheets, a change, a mechanic."""
    asked = json.loads(act) if act else {}
    named = [asked[part] for part in ("change", "mechanic") if part in asked] if isinstance(asked, dict) else []
    return find_play_parameters(id, *_list_sheet_ids(id.partition(".")[0]), *named)


def _list_sheet_ids(slug: str) -> "Iterable[str]":
    """Return the ids of a game's sheet types, or none if there is no such game."""
    from rules_py.registry.play import find_play

    try:
        return find_play(slug).sheets
    except RulesError:
        return ()


@answers(_find_form)
def fight(id: str, events: str, act: str = "", view: str = "{}", seed: int | None = None) -> Answer:
    """Return a fight after its events and one more act; the id is `slug.fight`.

    The answer has the events that the act adds, so that a page only stores events, a summary, and the rolls that it
    made. `view` selects the combatants to show.

    Two acts add no event of their own: `undo` takes the last events away that belong together, and the answer has them
    as `undone`; `redo` adds the first ones of those, which it takes as its part `undone`.

    If the table rolls its own dice and the act lacks faces, the answer only has the requested dice as `dice`.
    """
    from rules_py.play.board.view import read_view
    from rules_py.play.fight.commands import MissingDiceError, execute_in_steps
    from rules_py.rendering.fights import describe_events, render_fight
    from rules_py.rendering.fights.summary import summarize_fight

    fought = read_stored_fight(id.partition(".")[0], events)
    asked, shown = json.loads(act) if act else None, read_view(json.loads(view))
    if isinstance(asked, dict) and asked.get("act") in ("undo", "redo"):
        return _move_in_history(fought, events, asked, shown)
    try:
        fought, added = (fought, []) if asked is None else run_own("act", lambda: execute_in_steps(fought, asked, seed))
    except MissingDiceError as error:
        return {"dice": error.request.to_dict()}
    new = fought.log[len(fought.log) - len(added) :]
    rolls = [rolled for entry in new for rolled in _list_rolls(entry)]
    return {
        "events": added,
        "html": render_fight(fought, shown),
        "said": describe_events(fought, len(added)),
        "summary": summarize_fight(fought),
        "rolls": [
            {
                "roll": roll.to_dict(),
                "said": describe_roll(find_mechanic(roll.mechanic), roll),
                "about": {
                    **describe_roll_request(find_mechanic(roll.mechanic), roll),
                    "who": who and fought.name_for(who),
                    "act": again,
                    "page": fought.rules.page,
                },
            }
            for roll, who, again in rolls
            if asked and asked.get("act") != "rolled"
        ],
    }


@answers(_find_form)
def fight_dice(id: str, events: str, act: str = "", rolled_dice: str = "[]") -> Answer:
    """Return the dice that an act requests from a table that rolls its own; the id is `slug.fight`.

    `rolled_dice` is a JSON list of the dice that show a face: label, sides, face.
    """
    from rules_py.dice import DieSlot
    from rules_py.play.fight.commands import request_dice

    slots = [DieSlot(die["sides"], die["label"], die["face"]) for die in json.loads(rolled_dice)]
    return request_dice(read_stored_fight(id.partition(".")[0], events), json.loads(act), slots).to_dict()


@answers(find_no_parameters)
def fight_odds(id: str, events: str, commands: str) -> Answer:
    """Return the chances of a fight's commands after its events, in their order; the id is `slug.fight`.

    The page asks for them once it has painted the board. A command without chances has empty texts.
    """
    from rules_py.play.board.chances import compute_play_chance
    from rules_py.play.fight.fields import check_fields
    from rules_py.rendering.fights.chances import describe_chance, render_chance, render_chances

    asked = json.loads(commands)
    if not isinstance(asked, list):
        raise ParameterError("commands", asked, "a list of commands")
    fought = read_stored_fight(id.partition(".")[0], events)
    for each in asked:
        if not isinstance(each, dict):
            raise ParameterError("commands", each, "a list of commands")
        check_fields(each, fought.combatants)
        fought.context.find_mechanic(str(each.get("mechanic")))
    found = [run_step(number, partial(compute_play_chance, fought, each)) for number, each in enumerate(asked)]
    return {
        "odds": [
            {"chances": render_chances(each), "html": render_chance(each), "said": describe_chance(each)}
            for each in found
        ]
    }


def read_stored_fight(slug: str, events: str) -> "Fight":
    """Return a fight after the events in a JSON text; only those after the last checkpoint are applied.

    Raises:
        TimeSliceExpired: the time slice is over; the repeated question continues with the next event.
    """
    from rules_py.play.fight.checkpoints import CHECKPOINTS
    from rules_py.registry.play import read_fight_in_steps, replay_in_steps

    def read() -> "Work[Fight]":
        if (known := CHECKPOINTS.find(slug, events)) is None:
            return read_fight_in_steps({"fight": slug, "events": json.loads(events)})
        rest = events[known.length :]
        return replay_in_steps(slug, json.loads("[" + rest.removeprefix(",")), known.fight)

    fought = run_memoized((slug, events), read)
    CHECKPOINTS.store(slug, events, fought)
    return fought


def _move_in_history(fought: "Fight", events: str, asked: "Mapping[str, Any]", shown: "View") -> Answer:
    """Return a fight after its last events were undone, or after those that were undone have happened again."""
    from rules_py.play.fight.checkpoints import CHECKPOINTS
    from rules_py.play.fight.history import History, read_undone, redo, undo
    from rules_py.registry.play import replay_in_steps
    from rules_py.rendering.fights import describe_events, describe_undo, render_fight
    from rules_py.rendering.fights.summary import summarize_fight

    history = History([entry.event for entry in fought.log], read_undone(asked))
    moved = undo(history) if asked["act"] == "undo" else redo(history)

    def read() -> "Work[Fight]":
        known = CHECKPOINTS.find(fought.slug, events, len(moved.events))
        start = known.fight if known else None
        return replay_in_steps(fought.slug, moved.events[len(start.log) if start else 0 :], start)

    after = run_memoized((fought.slug, events, json.dumps(asked)), read)
    added = moved.events[len(history.events) :]
    return {
        "events": added,
        "undone": moved.undone,
        "html": render_fight(after, shown),
        "said": describe_events(after, len(added)) if added else f"Undone: {describe_undo(fought)}.",
        "summary": summarize_fight(after),
        "rolls": [],
    }


def _list_rolls(entry: "LogEntry") -> "Iterator[tuple[Roll, str, dict[str, Any]]]":
    """Yield each roll of a log entry, with its roller's key and the act that repeats it.

    The key is "" if the roll has no roller. The act uses the sheets as they are when it is repeated.
    """
    rolls: Iterable[tuple[Roll, Mapping[str, Any]]] = [(entry.roll, entry.event)] if entry.roll else []
    if entry.event["event"] == "order":
        rolls = zip(entry.initiative_rolls, entry.event["rolls"], strict=True)
    for roll, event in rolls:
        about = {part: event[part] for part in ("by", "at", "also", "chosen") if event.get(part)}
        yield roll, event.get("by") or "", {"act": "roll", "mechanic": roll.mechanic, **about}


@answers(find_no_parameters)
def forecast(id: str, events: str, tactics: str, seed: int, fight_count: int) -> Answer:
    """Return a forecast of a fight after its events, from `fight_count` fights; the id is `slug.fight`.

    `tactics` has the values of the form's fields by name. A repeated request for more fights continues the run; `done`
    says that no more are needed.
    """
    from rules_py.play.forecast import ForecastOptions, ForecastRun
    from rules_py.rendering.forecasts import describe_forecast, render_forecast

    def start() -> ForecastRun:
        fought = read_stored_fight(id.partition(".")[0], events)
        options = read_tactics(json.loads(tactics), {*fought.combatants, *fought.rules.sides})
        return ForecastRun(fought, ForecastOptions.from_fields({**options, "seed": seed}))

    asked = SCHEDULER.resume((id, events, tactics, seed), start)
    while not asked.is_done and asked.fights < fight_count:
        asked.advance(fight_count)
    made = asked.build_forecast()
    return {
        "html": render_forecast(made),
        "said": describe_forecast(made),
        "done": asked.is_done,
        "fights": asked.fights,
    }


def read_tactics(fields: "Any", owners: "Container[str]") -> "dict[str, Any]":
    """Return the options in the fields of a form; `choices n1 weapons` is the weapon of the combatant n1.

    An empty choice leaves things as they are, and those of combatants who have left the fight since are dropped.

    Args:
        fields: the values by name.
        owners: the combatants and the sides of the fight.

    Raises:
        RulesError: these aren't the fields of such a form.
    """
    if not isinstance(fields, dict):
        raise ParameterError("tactics", fields, "the values of a form's fields by name")
    options: dict[str, Any] = {name: value for name, value in fields.items() if not name.startswith("choices")}
    choices: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        if name in options:
            continue
        parts = name.split(" ", 2)
        if len(parts) < 3 or parts[0] != "choices" or not all(parts):
            raise UnknownParameterError(name, "forecast", ("choices WHO WHAT",))
        _, owner, what = parts
        if owner in owners and value != "":
            choices.setdefault(owner, {})[what] = value
    return {**options, "choices": choices} if choices else options
