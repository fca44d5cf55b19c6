"""Questions for proofs with Python's answers, and random values of parameters."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.parameters import Parameter
from rules_py.text.serialization import to_text

from .failures import note_question

WRONG_VALUES = ("", "x", "-5", "1000000", "2d6+", "9" * 30, "½", "🎲")
"""Values that most parameters don't accept: refusals have to be equal too."""

WRONG_SHARE = 0.03
"""The share of values that are wrong."""

MOST_SEED_DIGITS = 30

type Question = tuple[str, tuple[Any, ...]]
"""The name of a handler of `rules_py.bridge`, and its arguments."""

type Case = tuple[Question, str]
"""A question with Python's answer."""


def ask_python(question: Question) -> str:
    """Return Python's answer to a question."""
    name, arguments = question
    answer: Callable[..., str] = ANSWERS[name]
    note_question(name, *arguments)
    answered = answer(*arguments)
    note_question()
    return answered


def make_case(name: str, *arguments: Any) -> Case:
    """Return a question with Python's answer."""
    return (name, arguments), ask_python((name, arguments))


def choose_seed(source: random.Random) -> int:
    """Return a random seed of any length."""
    return source.randrange(10 ** source.randint(1, MOST_SEED_DIGITS))


def choose_values(source: random.Random, parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """Return values of some parameters as a form sends them, a few of them wrong."""
    found = {}
    for name, parameter in parameters.items():
        if source.random() < 0.5:
            series = find_series(parameter)
            value = source.choice(series) if series else parameter.default
            found[name] = source.choice(WRONG_VALUES) if source.random() < WRONG_SHARE else to_text(value)
    return found


def find_series(parameter: Parameter) -> list[Any]:
    """Return the values that a sweep of a parameter shows, or none if it can't be swept."""
    with suppress(ValueError):
        return parameter.sweep(parameter.default)
    return []
