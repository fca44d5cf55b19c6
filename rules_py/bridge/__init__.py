"""API for the page's worker: text in, JSON text out, and never an exception for bad input."""

import json
import sys
from typing import TYPE_CHECKING, Any

from rules_py import rendering
from rules_py.dice import DieSlot, read_faces
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.probability.cumulative import EXACTLY, read_counts
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.scheduling import SCHEDULER, TimeSliceExpired, time_slice
from rules_py.text.formatting import to_json, to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules_py.parameters import Parameter
    from rules_py.play import Change, Sheet
    from rules_py.play.fight.state import LogEntry
    from rules_py.rendering.answers import Answers


def rescan_games() -> None:
    """Find games that were installed after this module was loaded."""
    sys.path_importer_cache.clear()  # importlib.invalidate_caches() needs more imports


def roll(id: str, params: str, seed: int | None = None) -> str:
    """Roll a mechanic, a table or "dice"; `params` is a JSON object of values as text."""
    return _answer(lambda: _build_roll_answer(find_mechanic(id), find_mechanic(id).roll(json.loads(params), seed)), id)


def resolve(id: str, faces: str, params: str) -> str:
    """Resolve faces that were already rolled (`4,5`)."""
    return _answer(
        lambda: _build_roll_answer(find_mechanic(id), find_mechanic(id).resolve(read_faces(faces), json.loads(params))),
        id,
    )


def plan(id: str, notation: str) -> str:
    """Return dice notation as a plan that a page rolls without Python; `id` is "dice"."""

    def compute() -> dict[str, Any]:
        from rules_py.notation import build_plan, parse

        return {"plan": build_plan(parse(notation))}

    return _answer(compute, id)


def asks(id: str, rolled_dice: str, params: str) -> str:
    """Return the dice that a rule requests.

    `rolled_dice` is a JSON list of the dice that show a face: label, sides, face.
    """

    def compute() -> dict[str, Any]:
        slots = [DieSlot(die["sides"], die["label"], die["face"]) for die in json.loads(rolled_dice)]
        return find_mechanic(id).find_requested_dice(slots, json.loads(params)).to_dict()

    return _answer(compute, id)


def odds(id: str, params: str, compare_to: str = "", counts: str = EXACTLY, name: str = "") -> str:
    """Return the odds of a mechanic, as JSON and as an HTML fragment.

    Args:
        id: the mechanic.
        params: its parameters as a JSON object.
        compare_to: a second set of parameters to compare with, a JSON object like `params`; or a JSON list of scenarios
            to overlay, as `rules_py.probability.scenarios` reads them.
        counts: one of `rules_py.probability.cumulative.COUNTS`.
        name: the name of this scenario among those to overlay.
    """

    def compute() -> dict[str, Any]:
        from rules_py.probability.odds import Odds
        from rules_py.probability.scenarios import compute_scenario_odds, read_scenarios

        mechanic, other = find_mechanic(id), json.loads(compare_to or "null")
        if isinstance(other, list):
            laid = compute_scenario_odds(
                mechanic, read_scenarios([{"name": name, "params": json.loads(params)}, *other])
            )
            return {
                "html": rendering.render_odds_comparison(mechanic, laid, read_counts(counts)),
                "said": rendering.describe_odds(mechanic, laid[0][1].outcomes[mechanic.headline], laid[0][0]),
            }
        found = Odds.compute(mechanic, mechanic.check(json.loads(params)))
        compared = None if other is None else Odds.compute(mechanic, mechanic.check(other))
        return {
            "odds": found.to_dict(),
            "html": rendering.render_odds(mechanic, found, compared, read_counts(counts)),
            "said": rendering.describe_odds(mechanic, found.outcomes[mechanic.headline]),
        }

    return _answer(compute, parameters=lambda: {**find_mechanic("dice").parameters, **_find_parameters(id)})


def calculate(id: str, params: str, compare_to: str = "", counts: str = EXACTLY, name: str = "") -> str:
    """Return a calculator's answers; `compare_to`, `counts` and `name` are as in `odds`."""

    def compute() -> dict[str, Any]:
        from rules_py.probability.scenarios import compute_scenario_answers, read_scenarios

        other = json.loads(compare_to or "null")
        if isinstance(other, list):
            laid = compute_scenario_answers(
                games.find_calculator(id), read_scenarios([{"name": name, "params": json.loads(params)}, *other])
            )
            return {
                "html": rendering.render_answers_comparison(laid, read_counts(counts)),
                "summary": rendering.render_answers_summary(laid[0][1]),
                "said": rendering.describe_answers(laid[0][1]),
            }
        answers, compared = _compute_answers(id, params), _compute_answers(id, compare_to) if compare_to else None
        return {
            "html": rendering.render_answers(answers, compared, read_counts(counts)),
            "summary": rendering.render_answers_summary(answers, compared),
            "said": rendering.describe_answers(answers),
        }

    return _answer(compute, parameters=lambda: {**find_mechanic("dice").parameters, **_find_parameters(id)})


def _compute_answers(id: str, params: str) -> "Answers":
    calculator = games.find_calculator(id)
    return calculator.answer(calculator.check(json.loads(params)))


def sweep(id: str, params: str, over: str, panel_index: int = 0, counts: str = EXACTLY) -> str:
    """Return the odds of a mechanic's headline, or of a calculator's panel, over a parameter's values.

    A calculator's panels are answered one at a time, so that other requests don't wait for all of them; `parts` is the
    number of panels.
    """

    def compute() -> dict[str, Any]:
        if games.has_calculator(id):
            calculator = games.find_calculator(id)
            asking = calculator.find_panels(over)
            given = calculator.check(json.loads(params))
            return {
                "html": rendering.render_panel_sweep(asking[panel_index], given, over, read_counts(counts)),
                "said": rendering.describe_panel_sweep(asking[panel_index], given, over),
                "parts": len(asking),
            }
        mechanic = find_mechanic(id)
        checked = mechanic.check(json.loads(params))
        return {
            "html": rendering.render_sweep(mechanic, checked, over, mechanic.headline, counts=read_counts(counts)),
            "said": rendering.describe_sweep(mechanic, checked, over, mechanic.headline),
        }

    return _answer(compute, id)


def fight(id: str, events: str, act: str = "", view: str = "{}", seed: int | None = None) -> str:
    """Return a fight after its events and one more act; the id is `slug.fight`.

    The answer has the events that the act adds, so that a page only stores events, and the rolls that it made. `view`
    selects the combatants to show.
    """

    def compute() -> dict[str, Any]:
        from rules_py.play.fight.commands import execute
        from rules_py.registry.play import read_fight
        from rules_py.rendering.fights import describe_events, render_fight

        fought = read_fight({"fight": id.partition(".")[0], "events": json.loads(events)})
        asked = json.loads(act) if act else None
        added = [] if asked is None else execute(fought, asked, seed)
        for event in added:
            fought = fought.apply(event)
        new = fought.log[len(fought.log) - len(added) :]
        rolls = [rolled for entry in new for rolled in _list_rolls(entry)]
        return {
            "events": added,
            "html": render_fight(fought, json.loads(view)),
            "said": describe_events(fought, len(added)),
            "rolls": [
                {
                    "roll": roll.to_dict(),
                    "said": rendering.describe_roll(find_mechanic(roll.mechanic), roll),
                    "about": {
                        **_describe_roll(find_mechanic(roll.mechanic), roll),
                        "who": who and fought.name_for(who),
                        "act": again,
                        "page": fought.rules.page,
                    },
                }
                for roll, who, again in rolls
                if asked and asked.get("act") != "rolled"
            ],
        }

    return _answer(compute, parameters=lambda: _find_play_parameters(id, *_list_form_ids(id, act)))


def _list_rolls(entry: "LogEntry") -> "Iterator[tuple[Roll, str, dict[str, Any]]]":
    """Yield each roll of a log entry, with its roller's key and the act that repeats it.

    The key is "" if the roll has no roller. The act uses the sheets as they are when it is repeated.
    """
    for roll, event in (
        [(entry.roll, entry.event)]
        if entry.roll
        else zip(entry.initiative_rolls, entry.event.get("rolls", ()), strict=True)
    ):
        about = {part: event[part] for part in ("by", "at", "also", "chosen") if event.get(part)}
        yield roll, event.get("by") or "", {"act": "roll", "mechanic": roll.mechanic, **about}


def _list_form_ids(id: str, act: str) -> list[Any]:
    """Return the ids of everything whose form an act may have filled in: sheets, a change, a mechanic."""
    from rules_py.registry.play import list_sheet_ids

    asked = json.loads(act) if act else {}
    return [*list_sheet_ids(id.partition(".")[0]), *(asked[part] for part in ("change", "mechanic") if part in asked)]


def forecast(id: str, events: str, tactics: str, seed: int, fight_count: int) -> str:
    """Return a forecast of a fight after its events, from `fight_count` fights; the id is `slug.fight`.

    A repeated request for more fights continues the run; `done` says that no more are needed.
    """

    def compute() -> dict[str, Any]:
        from rules_py.play.forecast import ForecastOptions, ForecastRun
        from rules_py.registry.play import read_fight
        from rules_py.rendering.forecasts import describe_forecast, render_forecast

        def start() -> ForecastRun:
            fought = read_fight({"fight": id.partition(".")[0], "events": json.loads(events)})
            return ForecastRun(fought, ForecastOptions(seed=seed, **json.loads(tactics)))

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

    return _answer(compute)


def sheet(id: str, fields: str) -> str:
    """Return a sheet from its fields, a JSON object of values as text or as in a sheet's JSON."""

    def compute() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet

        return _build_sheet_answer(find_sheet(id).from_fields(json.loads(fields)))

    return _answer(compute, parameters=lambda: _find_play_parameters(id))


def read(id: str, data: str) -> str:
    """Return a sheet from its JSON, as in a file or a link; `id` is the sheet type that it names."""

    def compute() -> dict[str, Any]:
        from rules_py.play.sheet import read_sheet
        from rules_py.registry.play import find_sheet

        return _build_sheet_answer(read_sheet(json.loads(data), find_sheet))

    return _answer(compute, parameters=lambda: _find_play_parameters(id))


def change(id: str, fields: str, change: str, params: str) -> str:
    """Return a sheet after a change; `changed` has the fields that differ, with old and new values."""

    def compute() -> dict[str, Any]:
        from rules_py.registry.play import find_change, find_sheet

        before = find_sheet(id).from_fields(json.loads(fields))
        changed = find_change(change, before).apply(before, json.loads(params))
        return _build_sheet_answer(changed.sheet) | {
            "steps": list(changed.steps),
            "changed": changed.to_dict()["changed"],
        }

    return _answer(compute, parameters=lambda: _find_play_parameters(id, change))


def make(id: str, params: str, faces: str, choices_json: str) -> str:
    """Return the sheet that a roll generates.

    It is built from the roll's parameters and faces, and from the player's choices.
    """

    def compute() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet

        kind = find_sheet(id)
        if kind.made_by is None:
            raise RulesError(f"sheet: got {id}, takes one that a roll makes")
        rolled = kind.made_by.mechanic.resolve(read_faces(faces), json.loads(params))
        return _build_sheet_answer(kind.from_roll(rolled, **json.loads(choices_json)))

    return _answer(compute, parameters=lambda: _find_play_parameters(id))


def fill(id: str, fields: str, choices_json: str) -> str:
    """Return the roll parameters that a sheet fills in, by mechanic.

    `choices_json` has the player's choices, also by mechanic.
    """

    def compute() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet
        from rules_py.rendering.prefill import prefill_params

        made, choices = find_sheet(id).from_fields(json.loads(fields)), json.loads(choices_json)
        return {
            "rolls": {
                each.mechanic.id: prefill_params(made, each, _parse_choices(choices.get(each.mechanic.id, {})))
                for each in made.rolls
            }
        }

    return _answer(compute)


def leads(id: str, mechanic: str, params: str, faces: str, choices_json: str) -> str:
    """Return the changes of a sheet type that a roll leads to, with their parameters.

    `choices_json` has the roller's choices. `role` in the answer says whose sheet a change is for: the roller's, the
    target's or anyone's.
    """

    def compute() -> dict[str, Any]:
        from rules_py.registry.play import find_play, find_sheet

        kind = find_sheet(id)
        rolled = find_mechanic(mechanic).resolve(read_faces(faces), json.loads(params))
        return {
            "changes": [
                {
                    "id": change.id,
                    "title": change.title,
                    "role": after.role,
                    "params": to_json(given),
                    "with": _describe_params(change, given),
                }
                for change in find_play(id.partition(".")[0]).changes_for(kind)
                for after, given in change.match_triggers(rolled, _parse_choices(json.loads(choices_json)))
                if after.role not in ("fight", "guard")
            ]
        }

    return _answer(compute, mechanic)


def _describe_params(change: "Change", params: dict[str, Any]) -> str:
    """Describe the parameters of a change in words: `Damage 4`."""
    words = []
    for name, value in params.items():
        parameter = change.parameters[name]
        said = parameter.kind.names().get(to_text(value), to_text(value))
        words += [] if value is False else [parameter.label] if value is True else [f"{parameter.label} {said}"]
    return ", ".join(words)


def _parse_choices(choices: dict[str, str]) -> dict[str, str | int]:
    """Parse choices from text; entries of lists become numbers."""
    return {name: int(value) if value.isdecimal() else value for name, value in choices.items()}


def _build_sheet_answer(sheet: "Sheet") -> dict[str, Any]:
    from rules_py.rendering.sheets import describe_sheet, render_sheet

    return {
        "sheet": sheet.to_dict(),
        "short": sheet.list_non_default_fields(),
        "html": render_sheet(sheet),
        "said": describe_sheet(sheet),
    }


ANSWERS = {
    answer.__name__: answer
    for answer in (
        roll,
        resolve,
        plan,
        asks,
        odds,
        calculate,
        sweep,
        fight,
        forecast,
        sheet,
        read,
        change,
        make,
        fill,
        leads,
    )
}


def ask(milliseconds: float, question: str, *about: Any) -> str | None:
    """Answer a question by its name, or return None if that takes longer than `milliseconds`.

    A repeated question continues where it stopped.
    """
    try:
        with time_slice((question, *about), milliseconds / 1000):
            return ANSWERS[question](*about)
    except TimeSliceExpired:
        return None


def _build_roll_answer(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    return {
        "roll": roll.to_dict(),
        "html": rendering.render_roll(mechanic, roll),
        "said": rendering.describe_roll(mechanic, roll),
        "about": _describe_roll(mechanic, roll),
    }


def _describe_roll(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    """Return what a log needs to show and to repeat a roll.

    `given` has the parameters that differ from their defaults, as text.
    """
    given = {name: to_text(value) for name, value in roll.params.items() if value != mechanic.parameters[name].default}
    return {
        "title": mechanic.title,
        "verdict": rendering.verdict_for(mechanic, roll),
        "home": mechanic.home,
        "given": given,
        "tone": rendering.compute_tone(mechanic, mechanic.headline, roll.outcome[mechanic.headline]),
    }


def _answer(work: Any, id: str = "", parameters: "Callable[[], dict[str, Parameter]] | None" = None) -> str:
    """Return the answer as JSON, or an error message for the form of a mechanic or calculator.

    `parameters` returns those of the form if they aren't the mechanic's.
    """
    try:
        return json.dumps(work())
    except RulesError as error:
        return json.dumps(
            {"error": rendering.error_message(error, parameters() if parameters else _find_parameters(id))}
        )


def _find_parameters(id: str) -> "dict[str, Parameter]":
    try:
        return (games.find_calculator(id) if games.has_calculator(id) else find_mechanic(id)).parameters if id else {}
    except RulesError:
        return {}


def _find_play_parameters(*ids: Any) -> "dict[str, Parameter]":
    """Return the fields and choices of a game's sheets and changes by name; later ids take precedence."""
    from rules_py.registry.play import find_play

    try:
        known = find_play(ids[0].partition(".")[0])
    except RulesError:
        return {}
    found: dict[str, Parameter] = {}
    for id in ids:
        kind = known.sheets.get(id)
        made_by = kind.made_by.parameters if kind and kind.made_by else {}
        found |= dict(kind.parameters) | made_by if kind else {}
        found |= known.changes[id].parameters if id in known.changes else _find_parameters(id) if "." in str(id) else {}
    return found
