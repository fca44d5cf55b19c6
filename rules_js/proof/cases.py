"""Questions for proofs with Python's answers, and random values of parameters."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.parameters import Kind, ListOf, Notation, Number, Numbers, Parameter, Record, Text, Whole
from rules_py.text.serialization import to_text

from .failures import note_question

WRONG_VALUES = ("", "x", "-5", "1000000", "2d6+", "9" * 30, "½", "🎲")
"""Values that most parameters don't accept: refusals have to be equal too."""

WRONG_SHARE = 0.03
"""The share of values that are wrong."""

EXTREME_SHARE = 0.3
"""The share of values that are anywhere in the range of a parameter, its lowest and its highest value among them."""

HIGH_STEPS = 60
"""The distance of the highest value from the lowest one of a range without an upper limit."""

FEW_ENTRIES, MOST_ENTRIES = 3, 8
"""The maximum number of entries in lists whose length costs time, such as those of odds, and in other lists."""

NOTATIONS = (
    *("0", "7", "1d6", "2d6+1", "d20", "3d6kh2", "4d6dl1", "1d6-1", "2d8+1d4+2"),
    *("4dF", "1d6!o", "2d6r<3", "6d6>=5f1", "8d6/2", "max(1d8,1d6)", "2d6[fire]"),
)
"""Dice notation of every form that rules accept."""

TEXTS = ("", "Ann", "Zoë O'Neil <b>&", "½ 🎲", "a, b/c", "1d6", "5")
"""Texts with what HTML, lists and numbers have to tell apart."""

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


def choose_values(
    source: random.Random, parameters: Mapping[str, Parameter], *, has_extremes: bool = True
) -> dict[str, Any]:
    """Return values of some parameters as a form sends them, a few of them wrong.

    Args:
        source: the random choices.
        parameters: the parameters.
        has_extremes: False if values far from the defaults would take too long, as in odds.
    """
    found: dict[str, Any] = {}
    for name, parameter in parameters.items():
        if source.random() < 0.5:
            is_wrong = source.random() < WRONG_SHARE
            found[name] = source.choice(WRONG_VALUES) if is_wrong else choose_value(source, parameter, has_extremes)
    return found


def choose_value(source: random.Random, parameter: Parameter, has_extremes: bool) -> Any:
    """Return a value that a parameter accepts: one of its sweep, its lowest or highest one, or any other."""
    series = find_series(parameter)
    if series and not (has_extremes and source.random() < EXTREME_SHARE):
        return to_text(source.choice(series))
    value = make_value(source, parameter.kind, most_entries=MOST_ENTRIES if has_extremes else FEW_ENTRIES)
    try:
        parameter.accept(value)
    except ValueError:  # dice that the rule rejects
        return to_text(parameter.default)
    return value


def make_value(source: random.Random, kind: Kind, most_entries: int = FEW_ENTRIES) -> Any:
    """Return a random value of a kind as a form sends it: text, or a list with texts or records."""
    match kind:
        case Whole(low=low, high=high):
            top = low + HIGH_STEPS if high is None else high
            return str(source.choice((low, top, source.randint(low, top))))
        case Number(low=low, high=high):
            number = Fraction(source.choice((low * 1000, high * 1000, source.randint(low * 1000, high * 1000))), 1000)
            return str(number)
        case Numbers(low=low, high=high, parts=parts):
            return "/".join(make_value(source, Whole(low, min(high, HIGH_STEPS), "")) for _ in parts)
        case Notation():
            return source.choice(NOTATIONS)
        case Text(most=most, lines=has_lines):
            return source.choice((*TEXTS, "x" * most, *(["one\ntwo"] if has_lines else [])))[:most]
        case Record():
            return {name: make_value(source, each) for name, each in kind.kinds.items() if source.random() < 0.8}
        case ListOf(entry=entry, most=most):
            count = min(most, source.choice((0, 1, 2, most_entries)))
            return [make_value(source, entry) for _ in range(count)]
    return to_text(source.choice(kind.all_values()))


def find_series(parameter: Parameter) -> list[Any]:
    """Return the values that a sweep of a parameter shows, or none if it can't be swept."""
    with suppress(ValueError):
        return parameter.sweep(parameter.default)
    return []
