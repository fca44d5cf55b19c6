"""What the page's worker calls: text in, JSON text out, and never an exception for bad input."""

import json
import sys
from typing import TYPE_CHECKING, Any

from rules_py import rendering
from rules_py.dice import Slot, read_faces
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.probability.cumulative import EXACTLY, read_counts
from rules_py.registry import games
from rules_py.registry.games import find
from rules_py.scheduling import TurnOver, turn
from rules_py.text.formatting import json_of, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules_py.parameters import Parameter
    from rules_py.play import Change, Sheet
    from rules_py.play.fight.state import Entry
    from rules_py.play.forecast import Asked
    from rules_py.rendering.answers import Answers


def games_changed() -> None:
    """Notice a game that was installed after this module was loaded."""
    sys.path_importer_cache.clear()  # importlib.invalidate_caches() imports what nothing here needs


def roll(id: str, params: str, seed: int | None = None) -> str:
    """Roll a mechanic, a table or "dice"; `params` is a JSON object of values as text."""
    return _answer(lambda: _rolled(find(id), find(id).roll(json.loads(params), seed)), id)


def resolve(id: str, faces: str, params: str) -> str:
    """Read faces somebody rolled (`4,5`)."""
    return _answer(lambda: _rolled(find(id), find(id).resolve(read_faces(faces), json.loads(params))), id)


def plan(id: str, notation: str) -> str:
    """Dice notation as a page rolls it without asking again; `id` is "dice"."""

    def worked_out() -> dict[str, Any]:
        from rules_py.notation import parse, plan

        return {"plan": plan(parse(notation))}

    return _answer(worked_out, id)


def asks(id: str, fallen: str, params: str) -> str:
    """The dice that a rule asks for; `fallen` is a JSON list of those that show a face: label, sides, face."""

    def worked_out() -> dict[str, Any]:
        slots = [Slot(die["sides"], die["label"], die["face"]) for die in json.loads(fallen)]
        return find(id).asks(slots, json.loads(params)).to_dict()

    return _answer(worked_out, id)


def odds(id: str, params: str, beside: str = "", counts: str = EXACTLY, called: str = "") -> str:
    """The odds of a mechanic, as JSON and as a fragment of the page.

    `beside` is a second set-up to compare with, a JSON object as `params` is; or a list of those that are laid over
    one another with it, as `rules_py.probability.scenarios` reads them, and then `called` is what this one is called.
    """

    def worked_out() -> dict[str, Any]:
        from rules_py.probability.odds import Odds
        from rules_py.probability.scenarios import odds_of_each, read_set_ups

        mechanic, other = find(id), json.loads(beside or "null")
        if isinstance(other, list):
            laid = odds_of_each(mechanic, read_set_ups([{"name": called, "params": json.loads(params)}, *other]))
            return {
                "html": rendering.odds_laid_html(mechanic, laid, read_counts(counts)),
                "said": rendering.odds_said(mechanic, laid[0][1].outcomes[mechanic.headline], laid[0][0]),
            }
        found = Odds.of(mechanic, mechanic.check(json.loads(params)))
        compared = None if other is None else Odds.of(mechanic, mechanic.check(other))
        return {
            "odds": found.to_dict(),
            "html": rendering.odds_html(mechanic, found, compared, read_counts(counts)),
            "said": rendering.odds_said(mechanic, found.outcomes[mechanic.headline]),
        }

    return _answer(worked_out, parameters=lambda: {**find("dice").parameters, **_parameters_of(id)})


def calculate(id: str, params: str, beside: str = "", counts: str = EXACTLY, called: str = "") -> str:
    """A calculator's answers; `beside`, `counts` and `called` as for odds."""

    def worked_out() -> dict[str, Any]:
        from rules_py.probability.scenarios import answers_of_each, read_set_ups

        other = json.loads(beside or "null")
        if isinstance(other, list):
            laid = answers_of_each(
                games.calculator(id), read_set_ups([{"name": called, "params": json.loads(params)}, *other])
            )
            return {
                "html": rendering.answers_laid_html(laid, read_counts(counts)),
                "summary": rendering.summary_html(laid[0][1]),
                "said": rendering.answers_said(laid[0][1]),
            }
        answers, compared = _answers(id, params), _answers(id, beside) if beside else None
        return {
            "html": rendering.answers_html(answers, compared, read_counts(counts)),
            "summary": rendering.summary_html(answers, compared),
            "said": rendering.answers_said(answers),
        }

    return _answer(worked_out, parameters=lambda: {**find("dice").parameters, **_parameters_of(id)})


def _answers(id: str, params: str) -> "Answers":
    calculator = games.calculator(id)
    return calculator.answer(calculator.check(json.loads(params)))


def sweep(id: str, params: str, over: str, part: int = 0, counts: str = EXACTLY) -> str:
    """What if a parameter were another: the odds of a mechanic's headline, or of a calculator's panel, over its values.

    A calculator's panels are answered one by one, so that nothing else has to wait for all: `parts` says how many
    there are.
    """

    def worked_out() -> dict[str, Any]:
        if games.has_calculator(id):
            calculator = games.calculator(id)
            asking = calculator.asking(over)
            given = calculator.check(json.loads(params))
            return {
                "html": rendering.panel_sweep_html(asking[part], given, over, read_counts(counts)),
                "said": rendering.panel_sweep_said(asking[part], given, over),
                "parts": len(asking),
            }
        mechanic = find(id)
        checked = mechanic.check(json.loads(params))
        return {
            "html": rendering.sweep_html(mechanic, checked, over, mechanic.headline, counts=read_counts(counts)),
            "said": rendering.sweep_said(mechanic, checked, over, mechanic.headline),
        }

    return _answer(worked_out, id)


def fight(id: str, events: str, act: str = "", view: str = "{}", seed: int | None = None) -> str:
    """A fight after its events and one more act, for whom one looks at; `slug.fight` is the id.

    Gives the events that the act adds, so that a page keeps nothing but events, and what it rolled.
    """

    def worked_out() -> dict[str, Any]:
        from rules_py.play.fight.commands import acted
        from rules_py.registry.play import read_fight
        from rules_py.rendering.fights import fight_html, fight_said

        fought = read_fight({"fight": id.partition(".")[0], "events": json.loads(events)})
        asked = json.loads(act) if act else None
        added = [] if asked is None else acted(fought, asked, seed)
        for event in added:
            fought = fought.after(event)
        new = fought.log[len(fought.log) - len(added) :]
        rolls = [rolled for entry in new for rolled in _rolls_of(entry)]
        return {
            "events": added,
            "html": fight_html(fought, json.loads(view)),
            "said": fight_said(fought, len(added)),
            "rolls": [
                {
                    "roll": roll.to_dict(),
                    "said": rendering.roll_said(find(roll.mechanic), roll),
                    "about": {
                        **_about(find(roll.mechanic), roll),
                        "who": who and fought.name_of(who),
                        "act": again,
                        "page": fought.kind.page,
                    },
                }
                for roll, who, again in rolls
                if asked and asked.get("act") != "rolled"
            ],
        }

    return _answer(worked_out, parameters=lambda: _parameters_in_play(id, *_forms_of(id, act)))


def _rolls_of(entry: "Entry") -> "Iterator[tuple[Roll, str, dict[str, Any]]]":
    """What an entry of a fight's log rolled, each with the key of whose roll it was, empty where it is nobody's.

    And the act that rolls once more, as the sheets are by then.
    """
    for roll, event in (
        [(entry.roll, entry.event)] if entry.roll else zip(entry.for_order, entry.event.get("rolls", ()), strict=True)
    ):
        about = {part: event[part] for part in ("by", "at", "also", "chosen") if event.get(part)}
        yield roll, event.get("by") or "", {"act": "roll", "mechanic": roll.mechanic, **about}


def _forms_of(id: str, act: str) -> list[Any]:
    """The ids of all whose form an act may have filled in: sheets that join, a change, a mechanic."""
    from rules_py.registry.play import sheet_ids

    asked = json.loads(act) if act else {}
    return [*sheet_ids(id.partition(".")[0]), *(asked[part] for part in ("change", "mechanic") if part in asked)]


_forecasts: "dict[tuple[object, ...], Asked]" = {}
"""The forecast that is under way."""


def forecast(id: str, events: str, ways: str, seed: int, wanted: int) -> str:
    """What a fight will come to after its events, found by so many fights in all; `slug.fight` is the id.

    Asked again for more of them it goes on; `done` says that no more are needed.
    """

    def worked_out() -> dict[str, Any]:
        from rules_py.play.forecast import Asked, Question
        from rules_py.registry.play import read_fight
        from rules_py.rendering.forecasts import forecast_html, forecast_said

        about = (id, events, ways, seed)
        if about not in _forecasts:
            fought = read_fight({"fight": id.partition(".")[0], "events": json.loads(events)})
            _forecasts.clear()
            _forecasts[about] = Asked(fought, Question(seed=seed, **json.loads(ways)))
        asked = _forecasts[about]
        while not asked.is_done and asked.fights < wanted:
            asked.go_on(wanted)
        made = asked.report()
        return {"html": forecast_html(made), "said": forecast_said(made), "done": asked.is_done, "fights": asked.fights}

    return _answer(worked_out)


def sheet(id: str, fields: str) -> str:
    """A sheet from its fields, a JSON object of values as text or as a sheet's JSON has them."""

    def worked_out() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet

        return _sheet(find_sheet(id).of(json.loads(fields)))

    return _answer(worked_out, parameters=lambda: _parameters_in_play(id))


def read(id: str, data: str) -> str:
    """A sheet from its JSON, as a file or a link brings it; `id` says which kind it says it is."""

    def worked_out() -> dict[str, Any]:
        from rules_py.play.sheet import read_sheet
        from rules_py.registry.play import find_sheet

        return _sheet(read_sheet(json.loads(data), find_sheet))

    return _answer(worked_out, parameters=lambda: _parameters_in_play(id))


def change(id: str, fields: str, change: str, params: str) -> str:
    """A sheet after a change; `changed` has the fields that are another now, as they were and as they are."""

    def worked_out() -> dict[str, Any]:
        from rules_py.registry.play import find_change, find_sheet

        before = find_sheet(id).of(json.loads(fields))
        changed = find_change(change, before).apply(before, json.loads(params))
        return _sheet(changed.sheet) | {"steps": list(changed.steps), "changed": changed.to_dict()["changed"]}

    return _answer(worked_out, parameters=lambda: _parameters_in_play(id, change))


def make(id: str, params: str, faces: str, chosen: str) -> str:
    """The sheet that a roll makes: the parameters and faces of that roll, and what the player chose."""

    def worked_out() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet

        kind = find_sheet(id)
        if kind.made_by is None:
            raise RulesError(f"sheet: got {id}, takes one that a roll makes")
        rolled = kind.made_by.mechanic.resolve(read_faces(faces), json.loads(params))
        return _sheet(kind.from_roll(rolled, **json.loads(chosen)))

    return _answer(worked_out, parameters=lambda: _parameters_in_play(id))


def fill(id: str, fields: str, chosen: str) -> str:
    """What a sheet fills in of rollers, by mechanic; `chosen` has what the player chose, by mechanic too."""

    def worked_out() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet
        from rules_py.rendering.prefill import filled

        made, choices = find_sheet(id).of(json.loads(fields)), json.loads(chosen)
        return {
            "rolls": {
                each.mechanic.id: filled(made, each, _numbered(choices.get(each.mechanic.id, {})))
                for each in made.rolls
            }
        }

    return _answer(worked_out)


def leads(id: str, mechanic: str, params: str, faces: str, chosen: str) -> str:
    """The changes of a kind of sheet that a roll leads to, with their parameters; `chosen` has what the roller chose.

    `role` says whose sheet each is for: the roller's, the target's or anybody's.
    """

    def worked_out() -> dict[str, Any]:
        from rules_py.registry.play import find_sheet, play_of

        kind = find_sheet(id)
        rolled = find(mechanic).resolve(read_faces(faces), json.loads(params))
        return {
            "changes": [
                {
                    "id": change.id,
                    "title": change.title,
                    "role": after.role,
                    "params": json_of(given),
                    "with": _with(change, given),
                }
                for change in play_of(id.partition(".")[0]).changes_of(kind)
                for after, given in change.offered(rolled, _numbered(json.loads(chosen)))
                if after.role not in ("fight", "guard")
            ]
        }

    return _answer(worked_out, mechanic)


def _with(change: "Change", given: dict[str, Any]) -> str:
    """The parameters of a change in words: `Damage 4`."""
    words = []
    for name, value in given.items():
        parameter = change.parameters[name]
        said = parameter.kind.names().get(text_of(value), text_of(value))
        words += [] if value is False else [parameter.label] if value is True else [f"{parameter.label} {said}"]
    return ", ".join(words)


def _numbered(chosen: dict[str, str]) -> dict[str, str | int]:
    """Choices as text, of which entries of lists are numbers."""
    return {name: int(value) if value.isdecimal() else value for name, value in chosen.items()}


def _sheet(made: "Sheet") -> dict[str, Any]:
    from rules_py.rendering.sheets import sheet_html, sheet_said

    return {"sheet": made.to_dict(), "short": made.short(), "html": sheet_html(made), "said": sheet_said(made)}


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
    """Answer a question by its name; None where that takes longer. Asked again it goes on from there."""
    try:
        with turn((question, *about), milliseconds / 1000):
            return ANSWERS[question](*about)
    except TurnOver:
        return None


def _rolled(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    return {
        "roll": roll.to_dict(),
        "html": rendering.roll_html(mechanic, roll),
        "said": rendering.roll_said(mechanic, roll),
        "about": _about(mechanic, roll),
    }


def _about(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    """What a log shows of a roll and needs to roll it again: the parameters that are not as they start, as text."""
    given = {name: text_of(value) for name, value in roll.params.items() if value != mechanic.parameters[name].default}
    return {
        "title": mechanic.title,
        "verdict": rendering.verdict_of(mechanic, roll),
        "home": mechanic.home,
        "given": given,
        "tone": rendering.tone(mechanic, mechanic.headline, roll.outcome[mechanic.headline]),
    }


def _answer(work: Any, id: str = "", parameters: "Callable[[], dict[str, Parameter]] | None" = None) -> str:
    """The answer as JSON, or what was wrong, for the form of a mechanic or a calculator where there is one.

    `parameters` gives those of the form where no mechanic has them.
    """
    try:
        return json.dumps(work())
    except RulesError as error:
        return json.dumps({"error": rendering.refusal_said(error, parameters() if parameters else _parameters_of(id))})


def _parameters_of(id: str) -> "dict[str, Parameter]":
    try:
        return (games.calculator(id) if games.has_calculator(id) else find(id)).parameters if id else {}
    except RulesError:
        return {}


def _parameters_in_play(*ids: Any) -> "dict[str, Parameter]":
    """The fields and choices of sheets and changes of a game, by name; a later id's go before an earlier one's."""
    from rules_py.registry.play import play_of

    try:
        known = play_of(ids[0].partition(".")[0])
    except RulesError:
        return {}
    found: dict[str, Parameter] = {}
    for id in ids:
        kind = known.sheets.get(id)
        made_by = kind.made_by.parameters if kind and kind.made_by else {}
        found |= dict(kind.parameters) | made_by if kind else {}
        found |= known.changes[id].parameters if id in known.changes else _parameters_of(id) if "." in str(id) else {}
    return found
