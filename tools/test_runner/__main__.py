"""Run parts of the tests, retry failed tests alone, and print a summary.

`python -m tools.test_runner rules browser` runs two parts; without names, it runs all of them, like `make test`. A test
that fails twice fails the run. A test that fails and then passes is reported as unsteady: it doesn't fail the run, but
should be fixed next.

`python -m tools.test_runner --trials` runs slow and fault-injection tests marked `trial` and writes a table of the
results, like `make trials`.
"""

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from types import FrameType

from tools.test_runner import trials_page
from tools.test_runner.outcome import Outcome, format_duration
from tools.test_runner.parts import PARTS, TRIALS, WAITS_FOR
from tools.test_runner.steps import PROJECT, Step, running_commands, stop_command

RESULTS = PROJECT / "build" / "tests"

Outcomes = Mapping[str, Outcome]
"""Outcomes by part name."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.test_runner", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"all when left out; of {', '.join(PARTS)}, with --trials of {', '.join(TRIALS)}",
    )
    parser.add_argument("--trials", action="store_true", help="run trials, which are none of the tests' parts")
    asked = parser.parse_args()
    known = {name: trial.steps for name, trial in TRIALS.items()} if asked.trials else PARTS
    if unknown := [part for part in asked.parts if part not in known]:
        parser.error(f"part: got {unknown[0]!r}, takes {', '.join(known)}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop_all)
    start = time.monotonic()
    names = asked.parts or list(known)
    waits_for = {after: [before] for before, after in pairwise(names)} if asked.trials else WAITS_FOR
    outcomes, took = run_parts({name: known[name] for name in names}, waits_for)
    if asked.trials:
        trials_page.write(outcomes, took)
    sys.exit(0 if print_summary(outcomes, took, time.monotonic() - start) else 1)


def stop_all(number: int, _: FrameType | None) -> None:
    """Stop all running commands and exit.

    The commands are in separate process groups, which a signal to this process doesn't reach.
    """
    for each in list(running_commands):
        stop_command(each)
    os._exit(128 + number)


def run_parts(
    steps_by_part: Mapping[str, Sequence[Step]], waits_for: Mapping[str, Sequence[str]]
) -> tuple[Outcomes, dict[str, float]]:
    """Run the parts and return each part's outcome and seconds.

    A part begins when those of the earlier parts that it waits for have ended, but not if the site isn't built.
    """
    outcomes: dict[str, Outcome] = {}
    took: dict[str, float] = {}

    def run_part(name: str, earlier: Sequence[Future[None]]) -> None:
        wait(earlier)
        if earlier and "site" in outcomes and outcomes["site"].failures:
            return
        print(f"\n== {name}", flush=True)
        place = RESULTS / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        start = time.monotonic()
        outcomes[name] = sum((step.run(place) for step in steps_by_part[name]), Outcome())
        took[name] = time.monotonic() - start

    runs: dict[str, Future[None]] = {}
    with ThreadPoolExecutor(len(steps_by_part)) as pool:
        for name in steps_by_part:
            runs[name] = pool.submit(run_part, name, [runs[each] for each in waits_for.get(name, ()) if each in runs])
    for run in runs.values():
        run.result()
    return {name: outcomes[name] for name in steps_by_part if name in outcomes}, took


def print_summary(outcomes: Outcomes, seconds_by_part: Mapping[str, float], total_seconds: float) -> bool:
    """Print a summary and return True if everything passed."""
    whole = sum(outcomes.values(), Outcome())
    print("\nThe slowest:")
    for name in sorted(whole.seconds, key=whole.seconds.__getitem__, reverse=True)[:10]:
        print(f"{whole.seconds[name]:7.1f} s  {name}")
    print()
    for name, outcome in outcomes.items():
        print(f"{name:10} {format_duration(seconds_by_part[name]):>6}  {outcome.passed:6,} passed")
    print(f"{'in all':10} {format_duration(total_seconds):>6}")
    for name in whole.flaky:
        print(f"unsteady: {name}")
    for name in whole.failures:
        print(f"FAILED {name}")
    print(f"{whole.passed} passed, {len(whole.failures)} failed")
    return not whole.failures


if __name__ == "__main__":
    main()
