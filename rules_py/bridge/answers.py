"""Answers as JSON text: the decorator of the handlers, and the parameters whose labels an error message uses."""

import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from rules_py.error_messages import error_message
from rules_py.errors import NotationError, ParameterError, RefusedActionError, RulesError
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.scheduling import SCHEDULER, TimeSliceExpired, time_slice

if TYPE_CHECKING:
    from rules_py.parameters import Parameter

type Answer = dict[str, Any]
"""An answer as JSON data."""

ANSWERS: dict[str, Callable[..., str]] = {}
"""The handlers by the names of their questions."""


def answers[**P](
    find_form: "Callable[P, dict[str, Parameter]]",
) -> Callable[[Callable[P, Answer]], Callable[P, str]]:
    """Make a handler return its answer as JSON text, or the error message if its input isn't accepted.

    Args:
        find_form: takes the handler's arguments and returns the parameters of the form that the reader filled in.
    """

    def decorate(handler: Callable[P, Answer]) -> Callable[P, str]:
        @wraps(handler)
        def answer(*args: P.args, **kwargs: P.kwargs) -> str:
            try:
                return json.dumps(handler(*args, **kwargs))
            except RulesError as error:
                form = find_form(*args, **kwargs)
                refusal: Answer = {"error": error_message(error, form)}
                if isinstance(error, RefusedActionError):
                    refusal["override"] = list(error.unmet)
                if field := _find_field(error, form):
                    refusal["field"] = field
                return json.dumps(refusal)

        ANSWERS[answer.__name__] = answer
        return answer

    return decorate


def _find_field(error: RulesError, form: "dict[str, Parameter]") -> str:
    """Return the name of the form's field that an error is about, or ""."""
    if isinstance(error, ParameterError | NotationError) and not error.path and error.name in form:
        return error.name
    return " ".join(error.path)


def answer_in_time_slice(handler: Callable[..., str], milliseconds: float, question: str, *about: Any) -> str | None:
    """Return a handler's answer, or None if that takes longer than `milliseconds`.

    A repeated question continues where it stopped.
    """
    key = (question, *about)
    try:
        with time_slice(key, milliseconds / 1000):
            answer = handler(*about)
    except TimeSliceExpired:
        return None
    SCHEDULER.end_question(key)
    return answer


def find_parameters(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    """Return the parameters of a mechanic or calculator."""
    try:
        return (games.find_calculator(id) if games.has_calculator(id) else find_mechanic(id)).parameters if id else {}
    except RulesError:
        return {}


def find_no_parameters(*_: Any, **__: Any) -> "dict[str, Parameter]":
    """Return no parameters, for requests that no form makes."""
    return {}


def _is_text(id: Any) -> bool:
    return isinstance(id, str)


def find_play_parameters(*ids: Any) -> "dict[str, Parameter]":
    """Return the fields and choices of a game's sheets and changes by name; later ids take precedence."""
    from rules_py.registry.play import find_play

    try:
        known = find_play(ids[0].partition(".")[0])
    except RulesError:
        return {}
    found: dict[str, Parameter] = {}
    for id in filter(_is_text, ids):
        if id in known.sheets:
            found |= known.sheets[id].parameters
        elif id in known.changes:
            found |= known.changes[id].parameters
        elif games.has_mechanic(id):
            found |= find_mechanic(id).parameters
    return found
