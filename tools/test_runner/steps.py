"""Steps of a part of the tests: commands, and test runs that retry failed tests alone."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tools.test_runner.outcome import Outcome, read_junit_report

PROJECT = Path(__file__).parents[2]

MAX_RETRIES = 20
"""The most failed tests to retry: more are no accident and would take long one after another."""

CORES = os.cpu_count() or 1

TEST_TIMEOUT = 5 * 60
"""Seconds that a test of `make test` may run; none needs a tenth of this."""

COMMAND_TIMEOUT = 40 * 60
"""Seconds that a command may run; longer than any takes."""

TIMEOUT_STATUS = 124
"""The exit status of a command that timed out, as with the command `timeout`."""


class Step(Protocol):
    """A step that writes its reports to the folder of its part."""

    def run(self, folder: Path) -> Outcome: ...


@dataclass(frozen=True)
class Command:
    """A command that reports success with its exit status."""

    arguments: Sequence[str]

    def run(self, folder: Path) -> Outcome:
        return Outcome(passed=1) if run_command(self.arguments) == 0 else Outcome(failures=[" ".join(self.arguments)])


@dataclass(frozen=True)
class NodeTests:
    """Node tests; if any fails, all files run again, one after another."""

    files: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, folder: Path) -> Outcome:
        files = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob(self.files))
        first = self._run_tests(files, folder)
        if not first.failures:
            return first
        # Options come first, because Node takes arguments after the files for more files.
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
    """Tests run by pytest in parallel; failed tests are retried one after another."""

    paths: Sequence[str]
    workers: int = CORES
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    test_timeout: float = TEST_TIMEOUT
    """Seconds after which a test counts as hanging: its process ends, and the test fails."""

    niceness: int = 0

    def run(self, folder: Path) -> Outcome:
        # Distribute files in order. By default, files with few tests come last; these are slow and leave cores idle.
        # Leave assertions as they are: each process of a fresh clone would otherwise compile them again.
        order = ("--dist", "loadfile", "--no-loadscope-reorder")
        status, outcome = self._run_tests(folder, "-n", str(self.workers), *order, "--assert=plain")
        failed = self._read_failures(folder)
        if status == 0:
            return outcome
        if status != 1 or not 0 < len(failed) <= MAX_RETRIES:
            return outcome + Outcome(failures=failed[:MAX_RETRIES] or [f"pytest ended with {status}"])
        print(f"\nOnce more, alone: {len(failed)} that failed", flush=True)
        # Select all marks, because a test's examples can't be computed from only its failed parameters. A failure shows
        # the values that it compares, if the first try left them out to save time.
        status, again = self._run_tests(
            folder, "-n", "0", "--last-failed", "--last-failed-no-failures", "none", "-m", "", "--assert=rewrite"
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
            self.niceness,
        )
        found = read_junit_report(report)
        return status, Outcome(found.passed, found.seconds)

    def _read_failures(self, folder: Path) -> list[str]:
        noted = folder / "cache" / "v" / "cache" / "lastfailed"
        return sorted(json.loads(noted.read_text())) if noted.is_file() else []


running_commands: set[subprocess.Popen[str]] = set()
"""The commands that are running."""


def run_command(arguments: Sequence[str], environment: Mapping[str, str] = {}, niceness: int = 0) -> int:
    """Run a command, which is stopped after COMMAND_TIMEOUT, and return its exit status."""
    run = subprocess.Popen(
        ["nice", "-n", str(niceness), *arguments],
        cwd=PROJECT,
        env=os.environ | environment,
        text=True,
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
    """Stop a command and its child processes, such as browsers that a test left open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)  # Lighthouse then closes its browser, which is in a separate group
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
