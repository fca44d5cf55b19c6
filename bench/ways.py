"""The number of ways of the dice that an answer follows, which decides how long it takes."""

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.dice import Dice
from rules_py.probability.enumeration import ExhaustiveDice
from rules_py.registry import games


def count_ways(id: str, values: Mapping[str, str]) -> int:
    """Return the number of runs of all rules, of all their states together, behind a rule's odds or a calculator.

    It counts in a new process, which has no earlier results.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_count_runs, id, dict(values)).result()


def _count_runs(id: str, values: dict[str, str]) -> int:
    runs, enumerate_runs = 0, ExhaustiveDice.enumerate_runs

    def count_each(self: ExhaustiveDice, rule: Callable[[Dice], Any]) -> Iterator[Any]:
        nonlocal runs
        for run in enumerate_runs(self, rule):
            runs += 1
            yield run

    ExhaustiveDice.enumerate_runs = count_each  # type: ignore[method-assign]
    answer: Callable[..., str] = ANSWERS["calculate" if games.has_calculator(id) else "odds"]
    answer(id, json.dumps(values))
    return runs
