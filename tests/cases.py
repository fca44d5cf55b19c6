"""Many quick cases in one test: a test for each of them would take longer than its case.

`CASE=words python -m pytest FILE` tests only the cases whose names have these words.
"""

import ast
import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from traceback import walk_tb
from typing import Any

import pytest

LONGEST = 2_000
"""The number of characters of a value that a failure shows."""


def check_each(
    names: str, cases: Iterable[Any], ids: Iterable[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that makes one test of a test with parameters; it fails with all cases that fail.

    Args:
        names: the parameters, as for `pytest.mark.parametrize`.
        cases: their values, each a tuple if there are several parameters.
        ids: the names of the cases in failures; by default their own ids, or their values.
    """
    parameters = [name.strip() for name in names.split(",")]
    known = list(cases)
    labels = [str(getattr(case, "id", repr(case))) for case in known] if ids is None else list(ids)
    assert known, "no cases"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            failures = []
            words = os.environ.get("CASE", "")
            chosen = [(label, case) for label, case in zip(labels, known, strict=True) if words in label]
            if not chosen:
                pytest.skip(f"no case has {words}")
            for label, case in chosen:
                values = case if len(parameters) > 1 else (case,)
                try:
                    test(**dict(zip(parameters, values, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"case: {label}")
                    for note in describe_comparison(error):
                        error.add_note(note)
                    failures.append(error)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(chosen)} cases failed", failures)

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in parameters]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


def describe_comparison(error: Exception) -> list[str]:
    """Return the values that a failed assertion compares, where pytest hasn't compiled it to tell them."""
    if not isinstance(error, AssertionError) or str(error).startswith("assert "):
        return []
    frame, line = list(walk_tb(error.__traceback__))[-1]
    for node in ast.walk(ast.parse(Path(frame.f_code.co_filename).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
            if not node.lineno <= line <= (node.end_lineno or 0):
                continue
            found = {**frame.f_globals, **frame.f_locals}
            sides = [ast.unparse(side) for side in (node.test.left, *node.test.comparators)]
            return [f"{side} {_evaluate(side, found)}" for side in sides]
    return []


def _evaluate(expression: str, values: dict[str, Any]) -> str:
    try:
        return f"is {eval(expression, values)!r}"[:LONGEST]
    except Exception as error:
        return f"raises {error!r} when it is evaluated again"
