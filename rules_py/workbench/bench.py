"""The workbench's questions: define a rule, roll it, and compare its odds with the printed rule's."""

import json
import sys
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from rules_py.bridge.answers import Answer, answers, find_parameters
from rules_py.bridge.probabilities import odds, sweep
from rules_py.bridge.rolls import asks, build_roll_answer, resolve, roll
from rules_py.discovery import ENTRY_POINT_GROUP
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.previews import compute_roll_chance
from rules_py.probability.odds import Odds
from rules_py.registry.games import find_game, find_mechanic
from rules_py.rendering.comparison import render_odds_comparison
from rules_py.rendering.forms import build_fields, group_fields
from rules_py.rendering.numbers import format_percent
from rules_py.rendering.odds import describe_chances, render_odds
from rules_py.rendering.roller import RollerOptions, render_roller
from rules_py.text.wording import decapitalize
from rules_py.workbench.games import build_game, zip_files
from rules_py.workbench.problems import (
    FILE,
    NoRuleError,
    describe_error,
    describe_failure,
    find_problems,
    store_text,
    to_data,
)

GAME = "workbench"
RULE = f"{GAME}.rule"
"""The id under which the page rolls the reader's rule, whatever id its text gives it."""

NO_PARAMS: Mapping[str, Any] = {}

TEMPLATE_SEED = 3
"""The seed of the template's roll, which the build makes."""

MODULE = "rule"
"""The name of the module that the reader's text makes."""


def ask(question: str, *about: Any) -> str:
    """Answer a question as JSON text; an exception of the reader's rule becomes a sentence with its line."""
    install_game()
    try:
        return ANSWERS[question](*about)
    except BaseException as error:  # a rule may raise anything, such as SystemExit
        return json.dumps(to_data(describe_error(error)))


def define(source: str, printed: str, params: str, seed: int) -> str:
    """Define the rule that a text holds, and return its form, a roll and its odds beside the printed rule's.

    Args:
        source: the text, as a Python module.
        printed: the id of the printed rule; "" for a new rule.
        params: the form's values as a JSON object of texts. Values that the rule doesn't take are left out.
        seed: makes the roll fall the same as long as the rule asks for the same dice.
    """
    loaded = load_rule(source, printed)
    mechanic = replace(loaded, id=RULE)
    find_game(GAME).mechanics[RULE] = mechanic
    given = _select_accepted(mechanic, json.loads(params))
    answer: dict[str, Any] = {"form": _render_form(mechanic), "title": mechanic.title, "params": given}
    try:
        answer["roll"] = build_roll_answer(mechanic, mechanic.roll(given, seed))
        answer |= _compare(mechanic, printed, given)
    except Exception as error:  # the form is there all the same
        answer |= to_data(describe_failure(loaded, error))
    return json.dumps(answer)


def check(source: str, printed: str) -> str:
    """Return all that a check finds in the rule that a text holds, which may take longer than `define`."""
    return json.dumps({"problems": [to_data(each) for each in find_problems(load_rule(source, printed))]})


def save(source: str, printed: str) -> str:
    """Return a new game with the rule that a text holds: its slug, and its files as a zip in base64."""
    slug, files = build_game(load_rule(source, printed), source)
    return json.dumps({"slug": slug, "zip": b64encode(zip_files(slug, files)).decode()})


@answers(find_parameters)
def compare(id: str, printed: str, params: str) -> Answer:
    """Return the odds of the rule on the workbench beside the printed rule's, as HTML and in a sentence."""
    mechanic = find_mechanic(id)
    return _compare(mechanic, printed, _select_accepted(mechanic, json.loads(params)))


def build_printed(mechanic: Mechanic) -> Answer:
    """Return the form of a printed rule and its odds beside its own, as `define` does for a text that is unchanged."""
    own = replace(mechanic, id=RULE)
    return {"form": _render_form(own), **_compare(own, mechanic.id, {})}


def build_template(source: str) -> Answer:
    """Return the form, a roll and the odds of the rule that a new rule begins as, as `define` does."""
    own = replace(load_rule(source), id=RULE)
    return {"form": _render_form(own), "roll": build_roll_answer(own, own.roll({}, TEMPLATE_SEED)), **_compare(own)}


def load_rule(source: str, wanted: str = "") -> Mechanic:
    """Return the rule that a text defines: the one with an id, or else the last.

    Raises:
        NoRuleError: the text defines none.
        BaseException: anything that the text raises.
    """
    store_text(source)
    module = ModuleType(MODULE)
    module.__file__ = FILE
    sys.modules[MODULE] = module  # records look up their types in it
    exec(compile(source, FILE, "exec"), vars(module))  # the reader's own text, in a worker of its own
    found = [each for each in vars(module).values() if isinstance(each, Mechanic) and _is_defined_in(each, module)]
    if not found:
        raise NoRuleError("got no rule, takes a function with @mechanic(…) above it")
    return next((each for each in found if each.id == wanted), found[-1])


def _is_defined_in(mechanic: Mechanic, module: ModuleType) -> bool:
    return getattr(mechanic.rule, "__globals__", None) is vars(module)


def install_game() -> None:
    """Make the workbench's game known, as an installed distribution would; checks find the reader's text in it."""
    if (folder := _write_distribution()) not in sys.path:
        sys.path.append(folder)


@cache
def _write_distribution() -> str:
    """Write the entry point of the workbench's game, and return its folder."""
    folder = mkdtemp()
    info = Path(folder, f"{GAME}-1.dist-info")
    info.mkdir()
    Path(info, "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{GAME} = rules_py.workbench.game\n")
    return folder


def _select_accepted(mechanic: Mechanic, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a mechanic takes; it has defaults for others."""
    accepted: dict[str, Any] = {}
    for name, value in params.items():
        if name not in mechanic.parameters:
            continue
        try:
            mechanic.check({name: value})
        except RulesError:
            continue
        accepted[name] = value
    return accepted


def _render_form(mechanic: Mechanic) -> str:
    """Render the rule's roller, with its default values and without odds, which the page shows beside the printed."""
    checked = mechanic.check({})
    own = None
    with suppress(Exception):  # `define` says what is wrong
        own = Odds.compute(mechanic, checked)
    form = group_fields(mechanic, build_fields(mechanic.parameters, checked))
    attributes = {"stands-for": GAME, "unshared": None}
    options = RollerOptions(anchor=GAME, title=mechanic.title, attributes=attributes, has_odds=False)
    return render_roller(mechanic, own, form, options)


def _compare(mechanic: Mechanic, printed: str = "", params: Mapping[str, Any] = NO_PARAMS) -> dict[str, str]:
    own = Odds.compute(mechanic, mechanic.check(dict(params)))
    if not printed:
        said = f"Yours {decapitalize(_describe(mechanic, params))}"
        return {"comparison": render_odds(mechanic, own), "said": said}
    other = find_mechanic(printed)
    shared = _select_accepted(other, params)
    beside = Odds.compute(other, other.check(shared))
    compared = [("Yours", own), ("Printed", beside)]
    said = f"Printed {decapitalize(_describe(other, shared))}, yours {decapitalize(_describe(mechanic, params))}"
    return {"comparison": render_odds_comparison(mechanic, compared), "said": said}


def _describe(mechanic: Mechanic, params: Mapping[str, Any]) -> str:
    """Describe the chance of a roll that matters, "58.3%", or the mean or the likeliest of its headline."""
    chance = compute_roll_chance(mechanic, params)
    if chance.probability is not None:
        return f"{format_percent(chance.probability)} {chance.word}".rstrip()
    own = Odds.compute(mechanic, mechanic.check(dict(params)))
    return describe_chances(mechanic, mechanic.headline, own.outcomes[mechanic.headline])


ANSWERS = {each.__name__: each for each in (define, check, save, compare, roll, resolve, asks, odds, sweep)}
