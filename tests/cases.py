"""Many quick cases in one test: a test for each of them would take longer than its case."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


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
            for label, case in zip(labels, known, strict=True):
                values = case if len(parameters) > 1 else (case,)
                try:
                    test(**dict(zip(parameters, values, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"case: {label}")
                    failures.append(error)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(known)} cases failed", failures)

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in parameters]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate
