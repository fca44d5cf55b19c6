"""Failures of rules during a proof: an error that isn't a refusal, and a rule without an end.

A process asks about a single rule at a time, so the question that Python answers now is the module's own.
"""

import inspect
import traceback
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.checking.exceptions import AuthorError, find_source, join_lines
from rules_py.checking.limits import TimeUpError, Watch
from rules_py.mechanic import Mechanic

QUESTION_SECONDS = 60.0
"""The maximum processor time of a question."""

LONGEST_INPUT = 300
"""The maximum number of characters of an input in a sentence."""


class Asked:
    """The question that Python answers now.

    Attributes:
        name: the name of its handler in `rules_py.bridge`, or "".
        arguments: its arguments, whose first one is an id.
        seconds: the maximum processor time of each question, or 0 if there is no limit.
        watch: the watch over the question.
    """

    name = ""
    arguments: Sequence[Any] = ()
    seconds = 0.0
    watch = Watch()


def note_question(name: str = "", *arguments: Any) -> None:
    """Store the question that Python answers next, and give it all of its time."""
    Asked.name, Asked.arguments = name, arguments
    Asked.watch.start(Asked.seconds, Asked.seconds)


def watch_cases[Case](id: str, cases: Iterable[Case], seconds: float) -> Iterator[Case]:
    """Yield the cases of a rule or a game.

    Args:
        id: the rule or the game.
        cases: the cases, which Python answers when they are taken.
        seconds: the maximum processor time of a question.

    Raises:
        AuthorError: a rule fails, or doesn't end in time; the message has its id, its place and its inputs.
    """
    over = iter(cases)
    with Asked.watch.run():
        while True:
            Asked.seconds = seconds
            try:
                note_question()
                case = next(over)
            except StopIteration:
                return
            except (Exception, TimeUpError) as error:
                Asked.watch.stop()
                raise AuthorError(_describe_failure(id, error)) from None
            finally:
                Asked.watch.stop()
                Asked.seconds = 0
            yield case


def _describe_failure(id: str, error: BaseException) -> str:
    in_game, in_project = find_source(error)
    rule = _find_rule(error) or (str(Asked.arguments[0]) if Asked.name else id)
    asked = f" when asked {Asked.name}({_format_inputs()})" if Asked.name else ""
    if isinstance(error, TimeUpError):
        said = f"{rule} doesn't end within {Asked.seconds:g} seconds{asked}"
    else:
        reason = list(traceback.TracebackException.from_exception(error).format_exception_only())[-1]
        said = f"{rule} fails{asked}: {reason}"
    return f"{in_game or in_project}: {join_lines(said)}"


def _find_rule(error: BaseException) -> str:
    """Return the id of the mechanic that ran, or ""."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        if isinstance(found := frame.f_locals.get("self"), Mechanic):
            return found.id
    return ""


def _format_inputs() -> str:
    names = list(inspect.signature(ANSWERS[Asked.name]).parameters)
    return ", ".join(f"{name}={_cut(str(value))}" for name, value in zip(names, Asked.arguments, strict=False))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_INPUT else f"{text[:LONGEST_INPUT]}..."
