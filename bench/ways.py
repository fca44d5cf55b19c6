"""The number of ways of the dice that an answer follows, which decides how long it takes."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.dice import Dice
from rules_py.probability.enumeration import ExhaustiveDice
from rules_py.registry import games

type Setting = tuple[str, Mapping[str, str]]
"""The id of a rule or a calculator, and the values of its form."""


def count_ways(settings: Sequence[Setting]) -> list[int]:
    """Return the number of runs of all rules, of all their states together, behind each rule's odds or calculator.

    Each is counted in a new process, which has no earlier results.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with ProcessPoolExecutor(os.cpu_count(), context, max_tasks_per_child=1) as processes:
        return list(processes.map(_count_runs, *zip(*((id, dict(values)) for id, values in settings), strict=True)))


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
