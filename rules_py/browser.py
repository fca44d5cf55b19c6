"""What the page's worker calls: text in, JSON text out, and never an exception for bad input."""

import importlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import rules_py
from rules_py import games, show
from rules_py.errors import RulesError
from rules_py.games import find
from rules_py.mechanic import Mechanic, Roll
from rules_py.table_files import table_ids

if TYPE_CHECKING:
    from rules_py.show.answers import Answers


def arrived() -> None:
    """Notice a game that was installed after this module was loaded."""
    importlib.invalidate_caches()
    for known in (games.systems, games.mechanics, table_ids):
        known.cache_clear()


def roll(id: str, params: str, seed: int | None = None) -> str:
    """Roll a mechanic, a table or "dice"; `params` is a JSON object of values as text."""
    return _answer(lambda: _rolled(find(id), find(id).roll(json.loads(params), seed)))


def resolve(id: str, faces: str, params: str) -> str:
    """Read faces somebody rolled (`4,5`)."""
    def read() -> dict[str, Any]:
        try:
            given = [int(face) for face in faces.replace(" ", ",").split(",") if face]
        except ValueError:
            raise RulesError(f"faces: got {faces!r}, takes whole numbers separated by commas, such as 4,5") from None
        return _rolled(find(id), find(id).resolve(given, json.loads(params)))
    return _answer(read)


def odds(id: str, params: str, beside: str = "") -> str:
    """The odds of a mechanic, as JSON and as a fragment of the page; `beside` is a second set-up to compare with."""
    def worked_out() -> dict[str, Any]:
        found = rules_py.odds(id, **json.loads(params))
        other = rules_py.odds(id, **json.loads(beside)) if beside else None
        return {"odds": found.to_dict(), "html": show.odds_html(find(id), found, other)}
    return _answer(worked_out)


def calculate(id: str, params: str, beside: str = "") -> str:
    """A calculator's answers; `beside` is a second set-up to compare with."""
    def worked_out() -> dict[str, Any]:
        answers, other = _answers(id, params), _answers(id, beside) if beside else None
        return {"html": show.answers_html(answers, other), "summary": show.summary_html(answers),
                "said": show.answers_said(answers)}
    return _answer(worked_out)


@lru_cache(maxsize=4)
def _answers(id: str, params: str) -> "Answers":
    """Kept, as a set-up to compare with is asked for again with every change of the other."""
    calculator = games.calculator(id)
    return calculator.answer(calculator.check(json.loads(params)))


def sweep(id: str, params: str, over: str, part: int = 0) -> str:
    """What if a parameter were another: the odds of a mechanic's headline, or of a calculator's panel, over its values.

    A calculator's panels are answered one by one, so that nothing else has to wait for all: `parts` says how many
    there are.
    """
    def worked_out() -> dict[str, Any]:
        if games.has_calculator(id):
            calculator = games.calculator(id)
            asking = calculator.asking(over)
            given = calculator.check(json.loads(params))
            return {"html": show.panel_sweep_html(asking[part], given, over), "parts": len(asking)}
        mechanic = find(id)
        return {"html": show.sweep_html(mechanic, mechanic.check(json.loads(params)), over, mechanic.headline)}
    return _answer(worked_out)


def _rolled(mechanic: Mechanic, roll: Roll) -> dict[str, Any]:
    return {"roll": roll.to_dict(), "html": show.roll_html(mechanic, roll), "said": show.roll_said(mechanic, roll)}


def _answer(work: Any) -> str:
    try:
        return json.dumps(work())
    except RulesError as error:
        return json.dumps({"error": str(error)})
