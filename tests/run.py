"""Runs parts of the tests, tries what failed once more, alone, and tells at the end how it went.

`python -m tests.run rules browser` runs two parts, `python -m tests.run` all of them, which is `make test`. What fails
twice is red. What fails and then passes is told as unsteady: it holds nothing up, and is to be mended next.

`python -m tests.run --trials` runs what takes long, tries faults or is marked as `trial` for another reason, and writes
a table of how it went, which is `make trials`.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from xml.etree import ElementTree

from bench.figures import Section
from bench.report import as_markdown, as_text

PROJECT = Path(__file__).parents[1]
RESULTS = PROJECT / "build" / "tests"

MOST_TRIED_AGAIN = 20
"""More failures than that are no accident, and would take long one after another."""

CORES = os.cpu_count() or 1
BROWSERS = max(2, CORES * 3 // 2)
"""A browser waits now and then: three keep two cores busy."""


@dataclass
class Outcome:
    """How a part went: what passed and what did not, each test with its seconds where they are known."""

    passed: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    unsteady: list[str] = field(default_factory=list)
    red: list[str] = field(default_factory=list)

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(self.passed + other.passed, self.seconds | other.seconds,
                       self.unsteady + other.unsteady, self.red + other.red)


class Step(Protocol):
    """Something to run."""

    def run(self) -> Outcome: ...


@dataclass(frozen=True)
class Command:
    """Anything that says by its exit status whether it went well."""

    words: Sequence[str]

    def run(self) -> Outcome:
        return Outcome(passed=1) if called(self.words) == 0 else Outcome(red=[" ".join(self.words)])


@dataclass(frozen=True)
class InPyodide:
    """Python tests inside Pyodide, each list of folders in a process of its own beside the others."""

    folders: Sequence[Sequence[str]]

    def run(self) -> Outcome:
        runs = [subprocess.Popen(["node", "tests/pyodide/run.mjs", *each], cwd=PROJECT, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for each in self.folders]
        outcome = Outcome()
        for each, run in zip(self.folders, runs, strict=True):
            told, _ = run.communicate()
            print(told, flush=True)
            passed = re.search(r"(\d+) passed", told)
            outcome += Outcome(int(passed[1]) if passed else 0)
            if run.returncode:
                outcome.red.append(f"in Pyodide: {' '.join(each)}")
        return outcome


@dataclass(frozen=True)
class Node:
    """Tests that Node runs; those that failed are tried again with their whole list, one file after another."""

    files: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self) -> Outcome:
        files = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob(self.files))
        first = self._of(files)
        if not first.red:
            return first
        again = self._of(["--test-concurrency=1", *files])  # Node takes what stands behind files for one
        return again if again.red else again + Outcome(unsteady=first.red)

    def _of(self, words: Sequence[str]) -> Outcome:
        place = RESULTS / "node.xml"
        status = called(["node", "--test", "--test-reporter=spec", "--test-reporter-destination=stdout",
                         "--test-reporter=junit", f"--test-reporter-destination={place}", *words], self.environment)
        outcome = read(place)
        return outcome if status == 0 or outcome.red else outcome + Outcome(red=[f"node --test {self.files}"])


@dataclass(frozen=True)
class Pytest:
    """Tests that pytest runs, side by side; those that failed are tried again one after another."""

    paths: Sequence[str]
    workers: int = CORES
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self) -> Outcome:
        # Files go out in order: else those of few tests, the long ones, would come last, and one core would wait.
        status, outcome = self._of("-n", str(self.workers), "--dist", "loadfile", "--no-loadscope-reorder")
        failed = self._failed()
        if status == 0:
            return outcome
        if status != 1 or not 0 < len(failed) <= MOST_TRIED_AGAIN:
            return outcome + Outcome(red=failed[:MOST_TRIED_AGAIN] or [f"pytest ended with {status}"])
        print(f"\nOnce more, alone: {len(failed)} that failed", flush=True)
        status, again = self._of("-n", "0", "--last-failed", "--last-failed-no-failures", "none")
        still = self._failed()
        if bool(status) != bool(still):
            still = [*still, f"the second try ended with {status}"]
        return outcome + Outcome(again.passed, unsteady=[each for each in failed if each not in still], red=still)

    def _of(self, *options: str) -> tuple[int, Outcome]:
        place = RESULTS / "pytest.xml"
        place.unlink(missing_ok=True)
        status = called([sys.executable, "-m", "pytest", "-q", *options, *self.options, *self.paths,
                         "-o", f"cache_dir={RESULTS / 'cache'}", f"--junitxml={place}"], self.environment)
        found = read(place)
        return status, Outcome(found.passed, found.seconds)

    def _failed(self) -> list[str]:
        place = RESULTS / "cache" / "v" / "cache" / "lastfailed"
        return sorted(json.loads(place.read_text())) if place.is_file() else []


NOT_RULES = [f"--ignore=tests/{each}" for each in ("hooks", "page_scripts", "browser", "engines")]
"""A test that lies in none of the other folders is one of the rules'."""

PARTS: dict[str, list[Step]] = {
    "lint": [Command(["make", "lint"])],
    "build": [Command(["make", "build"])],
    "rules": [Pytest(["rules_py", "bench", "tests"], options=NOT_RULES)],
    "hooks": [Node("tests/hooks/bundle/lean/*.test.mjs"), Pytest(["tests/hooks"])],
    "page": [Node("tests/page_scripts/*.test.mjs"), Pytest(["tests/page_scripts"])],
    "browser": [Pytest(["tests/browser"], BROWSERS)],
    "engines": [Pytest(["tests/engines"], BROWSERS)],
    "lighthouse": [Command([sys.executable, "-m", "bench.lighthouse", "rules", "--runs", "1", "--any-score"])],
    "pyodide": [Node("tests/pyodide/*.test.mjs"), Command(["node", "tests/pyodide/lean.mjs", "300"]),
                InPyodide([["tests/systems/puml"],
                           ["tests/rules_py/test_dice.py", "tests/rules_py/test_notation.py"]])],
}


@dataclass(frozen=True)
class Trial:
    """Something that is tried, and what is asked of it."""

    asked: str
    steps: Sequence[Step]


MARKED = ("-m", "trial")
PROPERTIES = ["tests/rules_py/test_properties.py", "tests/rules_py/test_notation.py", "tests/rules_py/test_values.py",
              "tests/rules_py/odds", "tests/rules_py/play", "tests/systems/test_sheets.py"]
SLOW = {"CHROME_PATH": str(PROJECT / "scripts" / "slow-browser"), "PATIENCE": "4"}
TRIALS = {
    "orders": Trial("Whatever happens in whatever order, each question is answered or told why",
                    [Node("tests/page_scripts/queue.test.mjs", {"TRIAL": "1"})]),
    "samples": Trial("A million rolls of a rule fall as its odds say, and the site builds with made-up games",
                     [Pytest(["rules_py", "bench", "tests"], options=[*NOT_RULES, *MARKED])]),
    "properties": Trial("What holds of every rule, notation, sheet and fight holds in 200 examples each",
                        [Pytest(PROPERTIES, environment={"EXAMPLES": "200"})]),
    "faults": Trial("What breaks, stalls, floods or attacks the page is told in a sentence, and nothing asked is lost",
                    [Pytest(["tests/browser"], BROWSERS, MARKED)]),
    "engines": Trial("What everyone does works in Firefox, in WebKit and on a quarter of a core, and 5,000 random "
                     "questions have the same answers there", [Pytest(["tests/engines"], BROWSERS, MARKED)]),
    "slow": Trial("Python starts, and gives way to readers, on a quarter of a core",
                  [Pytest(["tests/browser/test_start.py", "tests/browser/test_interruption.py"], 1, environment=SLOW)]),
    "pyodide": Trial("The rules' tests pass in the Python that browsers run",
                     [InPyodide([["tests/systems"], ["tests/rules_py"]])]),
    "lean": Trial("5,000 random questions have the same answers on the lean runtime, and at most 5 need the full one",
                  [Command(["node", "tests/pyodide/lean.mjs"])]),
    "lighthouse": Trial("A page of each kind has its scores as a phone, the median of three",
                        [Command(["make", "lighthouse"])]),
}


def called(words: Sequence[str], environment: Mapping[str, str] = {}) -> int:
    """A command's exit status; it prints where this prints."""
    return subprocess.run(words, cwd=PROJECT, env=os.environ | environment, check=False).returncode


def read(place: Path) -> Outcome:
    """What a report in JUnit's form says; nothing where none was written."""
    outcome = Outcome()
    if not place.is_file():
        return outcome
    for case in ElementTree.parse(place).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}::{case.get('name')}"
        outcome.seconds[name] = outcome.seconds.get(name, 0) + float(case.get("time", 0))
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.red.append(name)
        elif case.find("skipped") is None:
            outcome.passed += 1
    return outcome


def time_said(seconds: float) -> str:
    """Minutes and seconds.

    >>> time_said(754.6)
    '12:35'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def run(steps_of: Mapping[str, Sequence[Step]]) -> tuple[dict[str, Outcome], dict[str, float]]:
    """How each part went and how many seconds it took; they run in order, and all but a red build lets the rest run."""
    outcomes, took = {}, {}
    for name, steps in steps_of.items():
        print(f"\n== {name}", flush=True)
        shutil.rmtree(RESULTS, ignore_errors=True)
        RESULTS.mkdir(parents=True)
        start = time.monotonic()
        outcomes[name] = sum((step.run() for step in steps), Outcome())
        took[name] = time.monotonic() - start
        if name == "build" and outcomes[name].red:
            break
    return outcomes, took


def tell(outcomes: Mapping[str, Outcome], took: Mapping[str, float]) -> bool:
    """Print how it went; whether all went well."""
    whole = sum(outcomes.values(), Outcome())
    print("\nThe slowest:")
    for name in sorted(whole.seconds, key=whole.seconds.__getitem__, reverse=True)[:10]:
        print(f"{whole.seconds[name]:7.1f} s  {name}")
    print()
    for name, outcome in outcomes.items():
        print(f"{name:10} {time_said(took[name]):>6}  {outcome.passed:6,} passed")
    print(f"{'in all':10} {time_said(sum(took.values())):>6}")
    for name in whole.unsteady:
        print(f"unsteady: {name}")
    for name in whole.red:
        print(f"FAILED {name}")
    print(f"{whole.passed} passed, {len(whole.red)} failed")
    return not whole.red


TRIALS_PAGE = PROJECT / "docs" / "trials.md"
TRIALS_FRAME = """\
---
title: Trials
description: What these pages are put through beside their tests, and how they came out of it.
hide: [navigation, toc]
aside: true
---

# Trials

What takes too long to be tried at every change, or breaks things on purpose. Tried on {date}, on {cores} cores;
`make trials` tries all of it anew and writes this page.

{table}"""


def table_of_trials(outcomes: Mapping[str, Outcome], took: Mapping[str, float]) -> Section:
    """What was asked of each trial, and what came of it."""
    def came(outcome: Outcome) -> str:
        failed = f", {len(outcome.red)} failed" if outcome.red else ""
        return f"{outcome.passed:,} passed{failed}"
    return Section("What was tried", "One row for each kind of trial.", ("Trial", "Asked", "Came", "Minutes"),
                   [(name, TRIALS[name].asked, came(outcome), time_said(took[name]))
                    for name, outcome in outcomes.items()])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="all when left out; "
                        f"of {', '.join(PARTS)}, with --trials of {', '.join(TRIALS)}")
    parser.add_argument("--trials", action="store_true", help="run trials, which are none of the tests' parts")
    asked = parser.parse_args()
    known = {name: trial.steps for name, trial in TRIALS.items()} if asked.trials else PARTS
    if unknown := [part for part in asked.parts if part not in known]:
        parser.error(f"part: got {unknown[0]!r}, takes {', '.join(known)}")
    outcomes, took = run({name: known[name] for name in asked.parts or known})
    if asked.trials:
        tried = table_of_trials(outcomes, took)
        print("\n" + as_text(tried))
        if not asked.parts:
            TRIALS_PAGE.write_text(TRIALS_FRAME.format(date=f"{datetime.date.today():%-d %B %Y}", cores=CORES,
                                                       table=as_markdown(tried)), encoding="utf-8")
    sys.exit(0 if tell(outcomes, took) else 1)


if __name__ == "__main__":
    main()
