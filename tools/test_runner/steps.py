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

from tools.test_runner.outcome import Outcome, read_junit_report

PROJECT = Path(__file__).parents[2]

MAX_RETRIES = 20
"""More failures than that are no accident, and would take long one after another."""

CORES = os.cpu_count() or 1

TEST_TIMEOUT = 5 * 60
"""Seconds that a test of `make test` may run, of which none needs a tenth."""

COMMAND_TIMEOUT = 40 * 60
"""Seconds that a command may run: more than the longest ever takes."""

TIMEOUT_STATUS = 124
"""Its exit status then, as of the command `timeout`."""


class Step(Protocol):
    """Something to run, with a folder of its part's own for what it notes down."""

    def run(self, folder: Path) -> Outcome: ...


@dataclass(frozen=True)
class Command:
    """Anything that says by its exit status whether it went well."""

    arguments: Sequence[str]

    def run(self, folder: Path) -> Outcome:
        return Outcome(passed=1) if run_command(self.arguments) == 0 else Outcome(failures=[" ".join(self.arguments)])


@dataclass(frozen=True)
class PyodideTests:
    """Python tests inside Pyodide, each list of folders in a process of its own beside the others."""

    folders: Sequence[Sequence[str]]

    def run(self, folder: Path) -> Outcome:
        with ThreadPoolExecutor() as pool:
            return sum(pool.map(self._run_tests, self.folders), Outcome())

    def _run_tests(self, folders: Sequence[str]) -> Outcome:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
            status = run_command(["node", "tests/pyodide/run.mjs", *folders], output=told)
            told.seek(0)
            words = told.read()
        print(words, flush=True)
        passed = re.search(r"(\d+) passed", words)
        return Outcome(int(passed[1]) if passed else 0, failures=[f"in Pyodide: {' '.join(folders)}"] if status else [])


@dataclass(frozen=True)
class NodeTests:
    """Tests that Node runs; those that failed are tried again with their whole list, one file after another."""

    files: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, folder: Path) -> Outcome:
        files = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob(self.files))
        first = self._run_tests(files, folder)
        if not first.failures:
            return first
        # Node takes what stands behind files for one.
        again = self._run_tests(["--test-concurrency=1", *files], folder)
        return again if again.failures else again + Outcome(flaky=first.failures)

    def _run_tests(self, arguments: Sequence[str], folder: Path) -> Outcome:
        report = folder / "node.xml"
        status = run_command(
            [
                "node",
                "--test",
                f"--test-timeout={1000 * TEST_TIMEOUT}",
                "--test-reporter=spec",
                "--test-reporter-destination=stdout",
                "--test-reporter=junit",
                f"--test-reporter-destination={report}",
                *arguments,
            ],
            self.environment,
        )
        outcome = read_junit_report(report)
        return outcome if status == 0 or outcome.failures else outcome + Outcome(failures=[f"node --test {self.files}"])


@dataclass(frozen=True)
class PytestTests:
    """Tests that pytest runs, side by side; those that failed are tried again one after another."""

    paths: Sequence[str]
    workers: int = CORES
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    test_timeout: float = TEST_TIMEOUT
    """Seconds after which a test hangs: its process ends, and the test has failed."""

    def run(self, folder: Path) -> Outcome:
        # Files go out in order: else those of few tests, the long ones, would come last, and one core would wait.
        status, outcome = self._run_tests(
            folder, "-n", str(self.workers), "--dist", "loadfile", "--no-loadscope-reorder"
        )
        failed = self._read_failures(folder)
        if status == 0:
            return outcome
        if status != 1 or not 0 < len(failed) <= MAX_RETRIES:
            return outcome + Outcome(failures=failed[:MAX_RETRIES] or [f"pytest ended with {status}"])
        print(f"\nOnce more, alone: {len(failed)} that failed", flush=True)
        # Whatever mark it has: which of its parameters are a test's examples is not to be seen from those that failed.
        status, again = self._run_tests(
            folder, "-n", "0", "--last-failed", "--last-failed-no-failures", "none", "-m", ""
        )
        still = self._read_failures(folder)
        if bool(status) != bool(still):
            still = [*still, f"the second try ended with {status}"]
        return outcome + Outcome(again.passed, flaky=[each for each in failed if each not in still], failures=still)

    def _run_tests(self, folder: Path, *options: str) -> tuple[int, Outcome]:
        report = folder / "pytest.xml"
        report.unlink(missing_ok=True)
        status = run_command(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                *self.options,
                *options,
                *self.paths,
                "-o",
                f"faulthandler_timeout={self.test_timeout}",
                "-o",
                f"cache_dir={folder / 'cache'}",
                f"--junitxml={report}",
            ],
            self.environment,
        )
        found = read_junit_report(report)
        return status, Outcome(found.passed, found.seconds)

    def _read_failures(self, folder: Path) -> list[str]:
        noted = folder / "cache" / "v" / "cache" / "lastfailed"
        return sorted(json.loads(noted.read_text())) if noted.is_file() else []


running_commands: set[subprocess.Popen[str]] = set()
"""The commands that run now."""


def run_command(arguments: Sequence[str], environment: Mapping[str, str] = {}, output: IO[str] | None = None) -> int:
    """A command's exit status; it prints where this prints, or into a file. It is ended where it takes too long."""
    run = subprocess.Popen(
        arguments,
        cwd=PROJECT,
        env=os.environ | environment,
        text=True,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        process_group=0,
    )
    running_commands.add(run)
    try:
        return run.wait(COMMAND_TIMEOUT)
    except subprocess.TimeoutExpired:
        print(f"\nEnded after {COMMAND_TIMEOUT // 60} minutes: {shlex.join(arguments)}", flush=True)
        return TIMEOUT_STATUS
    finally:
        stop_command(run)
        running_commands.remove(run)


def stop_command(process: subprocess.Popen[str]) -> None:
    """End a command and what it started, browsers that a test left open among it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)  # at which Lighthouse ends its browser, which has a group of its own
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
