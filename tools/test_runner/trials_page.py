"""The page with the trials' goals and their latest results."""

import datetime
import json
from collections.abc import Mapping
from pathlib import Path

from bench.formatting import Section
from bench.report import format_markdown, format_text
from tools.test_runner.outcome import Outcome, format_duration
from tools.test_runner.parts import TRIALS
from tools.test_runner.steps import CORES, PROJECT

PAGE = PROJECT / "docs" / "trials.md"
RESULTS_FILE = Path(__file__).with_name("last-results.json")
"""The latest result of each trial, so that running one trial keeps the results of the others."""

FRAME = """\
---
title: Trials
description: Slow tests, fault injection and other browsers, with their latest results.
hide: [navigation, toc]
aside: true
---

# Trials

Trials are tests that take too long for every change, or that break things on purpose. `make trials` runs them on a
machine of {cores} cores and writes this page. A failed trial stays on the page as failed.
Each result is of the site as it was on its date.

{table}"""


def write(outcomes: Mapping[str, Outcome], seconds_by_trial: Mapping[str, float]) -> None:
    """Save the trials' results, print their table and write the page with all results."""
    tried = json.loads(RESULTS_FILE.read_text(encoding="utf-8")) if RESULTS_FILE.is_file() else {}
    today = f"{datetime.date.today():%-d %B %Y}"
    tried |= {
        name: {"came": format_outcome(outcome), "took": format_duration(seconds_by_trial[name]), "on": today}
        for name, outcome in outcomes.items()
    }
    tried = {name: tried[name] for name in TRIALS if name in tried}
    RESULTS_FILE.write_text(json.dumps(tried, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(FRAME.format(cores=CORES, table=format_markdown(build_table(tried))), encoding="utf-8")
    print("\n" + format_text(build_table({name: tried[name] for name in outcomes})))


def format_outcome(outcome: Outcome) -> str:
    """Format a trial's result.

    >>> format_outcome(Outcome(passed=1_234, failures=["one"]))
    '1,234 passed, 1 failed'
    """
    failed = f", {len(outcome.failures)} failed" if outcome.failures else ""
    return f"{outcome.passed:,} passed{failed}"


def build_table(results: Mapping[str, Mapping[str, str]]) -> Section:
    """Build the table of the trials' goals and results."""
    return Section(
        "What was tried",
        "A row for each trial: its goal, its latest result with the minutes that it took, and the date.",
        ("Trial", "Goal", "Result"),
        [(name, TRIALS[name].goal, "{came} in {took}, {on}".format_map(each)) for name, each in results.items()],
    )
