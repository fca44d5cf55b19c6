"""Handlers for the parts beside a forecast: what it plays, its variations, and one of its fights played out."""

import json
from typing import TYPE_CHECKING

from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.bridge.fights import read_stored_fight, read_tactics
from rules_py.scheduling import SCHEDULER, run_memoized

if TYPE_CHECKING:
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.forecast import ForecastOptions


@answers(find_no_parameters)
def forecast_coverage(id: str, events: str, tactics: str, seed: int) -> Answer:
    """Return the entries on the sheets in a fight that its forecast plays, and those that it doesn't.

    The arguments are those of a forecast; the id is `slug.forecast`.
    """
    from rules_py.play.forecast.coverage import compute_coverage
    from rules_py.rendering.forecast_parts import render_coverage

    fought, options = _read_question(id, events, tactics, seed)
    found = run_memoized((id, events, tactics, seed), lambda: compute_coverage(fought, options))
    return {"html": render_coverage(found), "said": found.description}


@answers(find_no_parameters)
def forecast_variations(id: str, events: str, tactics: str, seed: int, row_count: int) -> Answer:
    """Return the first `row_count` variations of a forecast; a repeated request for more continues the run.

    The other arguments are those of a forecast; `done` says that there are no more.
    """
    from rules_py.play.forecast.variations import VariationRun
    from rules_py.rendering.forecast_parts import describe_variations, render_variations

    def start() -> VariationRun:
        return VariationRun(*_read_question(id, events, tactics, seed))

    run = SCHEDULER.resume(("variations", id, events, tactics, seed), start)
    while not run.is_done and len(run.results) < row_count:
        run.advance()
    return {
        "html": render_variations(run),
        "said": describe_variations(run),
        "done": run.is_done,
        "rows": len(run.results),
    }


@answers(find_no_parameters)
def forecast_sample(id: str, events: str, tactics: str, seed: int, number: int) -> Answer:
    """Return one of the fights of a forecast, played out.

    The other arguments are those of a forecast; `number` counts its fights from 1.
    """
    from rules_py.play.forecast.sample import play_sample
    from rules_py.rendering.forecast_parts import render_sample

    fought, options = _read_question(id, events, tactics, seed)
    found = run_memoized((id, events, tactics, seed, number), lambda: play_sample(fought, options, number))
    return {"html": render_sample(found), "said": found.description}


def _read_question(id: str, events: str, tactics: str, seed: int) -> "tuple[Fight, ForecastOptions]":
    """Return a fight after its events, and the options of its forecast.

    Raises:
        RulesError: the fight or an option isn't accepted.
    """
    from rules_py.play.forecast import ForecastOptions

    fought = read_stored_fight(id.partition(".")[0], events)
    options = read_tactics(json.loads(tactics), {*fought.combatants, *fought.rules.sides})
    return fought, ForecastOptions.from_fields({**options, "seed": seed})
