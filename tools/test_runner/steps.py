"""What a part of the tests may run: a command, or tests of which those that failed are tried once more, alone."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

from tools.test_runner.outcome import Outcome, read

PROJECT = Path(__file__).parents[2]

MOST_TRIED_AGAIN = 20
"""More failures than that are no accident, and would take long one after another."""

CORES = os.cpu_count() or 1

LONGEST_TEST = 5 * 60
"""Seconds that a test of `make test` may run, of which none needs a tenth."""

LONGEST = 40 * 60
"""Seconds that a command may run: more than the longest ever takes."""

TOOK_TOO_LONG = 124
"""Its exit status then, as of the command `timeout`."""


class Step(Protocol):
    """Something to run, with a folder of its part's own for what it notes down."""

    def run(self, place: Path) -> Outcome: ...


@dataclass(frozen=True)
class Command:
    """Anything that says by its exit status whether it went well."""

    words: Sequence[str]

    def run(self, place: Path) -> Outcome:
        return Outcome(passed=1) if called(self.words) == 0 else Outcome(red=[" ".join(self.words)])


@dataclass(frozen=True)
class InPyodide:
    """Python tests inside Pyodide, each list of folders in a process of its own beside the others."""

    folders: Sequence[Sequence[str]]

    def run(self, place: Path) -> Outcome:
        with ThreadPoolExecutor() as pool:
            return sum(pool.map(self._of, self.folders), Outcome())

    def _of(self, folders: Sequence[str]) -> Outcome:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
            status = called(["node", "tests/pyodide/run.mjs", *folders], into=told)
            told.seek(0)
            words = told.read()
        print(words, flush=True)
        passed = re.search(r"(\d+) passed", words)
        return Outcome(int(passed[1]) if passed else 0, red=[f"in Pyodide: {' '.join(folders)}"] if status else [])


@dataclass(frozen=True)
class Node:
    """Tests that Node runs; those that failed are tried again with their whole list, one file after another."""

    files: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, place: Path) -> Outcome:
        files = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob(self.files))
        first = self._of(files, place)
        if not first.red:
            return first
        # Node takes what stands behind files for one.
        again = self._of(["--test-concurrency=1", *files], place)
        return again if again.red else again + Outcome(unsteady=first.red)

    def _of(self, words: Sequence[str], place: Path) -> Outcome:
        report = place / "node.xml"
        status = called(
            [
                "node",
                "--test",
                f"--test-timeout={1000 * LONGEST_TEST}",
                "--test-reporter=spec",
                "--test-reporter-destination=stdout",
                "--test-reporter=junit",
                f"--test-reporter-destination={report}",
                *words,
            ],
            self.environment,
        )
        outcome = read(report)
        return outcome if status == 0 or outcome.red else outcome + Outcome(red=[f"node --test {self.files}"])


@dataclass(frozen=True)
class Pytest:
    """Tests that pytest runs, side by side; those that failed are tried again one after another."""

    paths: Sequence[str]
    workers: int = CORES
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    longest_test: float = LONGEST_TEST
    """Seconds after which a test hangs: its process ends, and the test has failed."""

    def run(self, place: Path) -> Outcome:
        # Files go out in order: else those of few tests, the long ones, would come last, and one core would wait.
        status, outcome = self._of(place, "-n", str(self.workers), "--dist", "loadfile", "--no-loadscope-reorder")
        failed = self._failed(place)
        if status == 0:
            return outcome
        if status != 1 or not 0 < len(failed) <= MOST_TRIED_AGAIN:
            return outcome + Outcome(red=failed[:MOST_TRIED_AGAIN] or [f"pytest ended with {status}"])
        print(f"\nOnce more, alone: {len(failed)} that failed", flush=True)
        # Whatever mark it has: which of its parameters are a test's examples is not to be seen from those that failed.
        status, again = self._of(place, "-n", "0", "--last-failed", "--last-failed-no-failures", "none", "-m", "")
        still = self._failed(place)
        if bool(status) != bool(still):
            still = [*still, f"the second try ended with {status}"]
        return outcome + Outcome(again.passed, unsteady=[each for each in failed if each not in still], red=still)

    def _of(self, place: Path, *options: str) -> tuple[int, Outcome]:
        report = place / "pytest.xml"
        report.unlink(missing_ok=True)
        status = called(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                *self.options,
                *options,
                *self.paths,
                "-o",
                f"faulthandler_timeout={self.longest_test}",
                "-o",
                f"cache_dir={place / 'cache'}",
                f"--junitxml={report}",
            ],
            self.environment,
        )
        found = read(report)
        return status, Outcome(found.passed, found.seconds)

    def _failed(self, place: Path) -> list[str]:
        noted = place / "cache" / "v" / "cache" / "lastfailed"
        return sorted(json.loads(noted.read_text())) if noted.is_file() else []


under_way: set[subprocess.Popen[str]] = set()
"""The commands that run now."""


def called(words: Sequence[str], environment: Mapping[str, str] = {}, into: IO[str] | None = None) -> int:
    """A command's exit status; it prints where this prints, or into a file. It is ended where it takes too long."""
    run = subprocess.Popen(
        words,
        cwd=PROJECT,
        env=os.environ | environment,
        text=True,
        stdout=into,
        stderr=into and subprocess.STDOUT,
        process_group=0,
    )
    under_way.add(run)
    try:
        return run.wait(LONGEST)
    except subprocess.TimeoutExpired:
        print(f"\nEnded after {LONGEST // 60} minutes: {shlex.join(words)}", flush=True)
        return TOOK_TOO_LONG
    finally:
        end(run)
        under_way.remove(run)


def end(run: subprocess.Popen[str]) -> None:
    """End a command and what it started, browsers that a test left open among it."""
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGINT)  # at which Lighthouse ends its browser, which has a group of its own
        with suppress(subprocess.TimeoutExpired):
            run.wait(5)
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
