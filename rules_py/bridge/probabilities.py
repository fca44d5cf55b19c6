"""Handlers for chances: the odds of a mechanic, a calculator's answers, and odds over a parameter's values."""

import json
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_parameters
from rules_py.probability.cumulative import EXACTLY, read_counts
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.rendering.answers import describe_answers, render_answers_summary
from rules_py.rendering.comparison import render_answers_comparison, render_odds_comparison
from rules_py.rendering.heatmap import describe_panel_sweep, describe_sweep, render_panel_sweep, render_sweep
from rules_py.rendering.odds import describe_odds
from rules_py.scheduling import run_step

if TYPE_CHECKING:
    from rules_py.parameters import Parameter


def _find_form(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    """Return the parameters of a mechanic or calculator, and dice notation's, which its odds may read."""
    return {**find_mechanic("dice").parameters, **find_parameters(id)}


@answers(_find_form)
def odds(id: str, params: str, compare_to: str = "", counts: str = EXACTLY, name: str = "") -> Answer:
    """Return the odds of a mechanic, as JSON and as an HTML fragment.

    Args:
        id: the mechanic.
        params: its parameters as a JSON object.
        compare_to: a second set of parameters to compare with, a JSON object like `params`; or a JSON list of scenarios
            to overlay, as `rules_py.probability.scenarios.read_comparison` reads them.
        counts: one of `rules_py.probability.cumulative.COUNTS`.
        name: the name of this scenario among those to overlay.
    """
    from rules_py.probability.scenarios import compute_scenario_odds, read_comparison

    mechanic = find_mechanic(id)
    scenarios = read_comparison(json.loads(params), json.loads(compare_to or "null"), name)
    compared = run_step("odds", lambda: compute_scenario_odds(mechanic, scenarios))
    title, own = compared[0]
    return {
        "odds": run_step("data", own.to_dict),
        "html": run_step("html", lambda: render_odds_comparison(mechanic, compared, read_counts(counts))),
        "said": describe_odds(mechanic, own.outcomes[mechanic.headline], title),
    }


@answers(_find_form)
def calculate(id: str, params: str, compare_to: str = "", counts: str = EXACTLY, name: str = "") -> Answer:
    """Return a calculator's answers; `compare_to`, `counts` and `name` are as in `odds`."""
    from rules_py.probability.scenarios import compute_scenario_answers, read_comparison

    scenarios = read_comparison(json.loads(params), json.loads(compare_to or "null"), name)
    compared = compute_scenario_answers(games.find_calculator(id), scenarios)
    own = compared[0][1]
    return {
        "html": render_answers_comparison(compared, read_counts(counts)),
        "summary": render_answers_summary(*(found for name, found in compared if not name or found is own)),
        "said": describe_answers(own),
    }


@answers(find_parameters)
def sweep(id: str, params: str, over: str, panel_index: int = 0, counts: str = EXACTLY) -> Answer:
    """Return the odds of a mechanic's headline, or of a calculator's panel, over a parameter's values.

    A calculator's panels are answered one at a time, so that other requests don't wait for all of them; `parts` is the
    number of panels.
    """
    if games.has_calculator(id):
        calculator = games.find_calculator(id)
        asking = calculator.find_panels(over)
        given = calculator.check(json.loads(params))
        return {
            "html": render_panel_sweep(asking[panel_index], given, over, read_counts(counts)),
            "said": describe_panel_sweep(asking[panel_index], given, over),
            "parts": len(asking),
        }
    mechanic = find_mechanic(id)
    checked = mechanic.check(json.loads(params))
    return {
        "html": render_sweep(mechanic, checked, over, mechanic.headline, counts=read_counts(counts)),
        "said": describe_sweep(mechanic, checked, over, mechanic.headline),
    }
