"""A process that checks one game: python -m rules_py.checking.worker, with a request as JSON on standard input.

It writes a line of JSON for each step that begins, and the report at the end. A step that never ends takes the process
with it, and the parent starts another one without that step.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer
from typing import Any

from rules_py.checking.problems import Problem, Report, read_problem, read_report
from rules_py.checking.session import CHECKERS, Session

PATIENCE = 20.0
"""The seconds after which a process without any sign of life is ended."""

MOST_STARTS = 20
"""The maximum number of processes for a game, and so of steps that never end."""


def check_all(slugs: Iterable[str], docs: Path | None) -> Report:
    """Check games one after the other, each in a process of its own.

    Args:
        slugs: the games, and "" for pages of no game.
        docs: the folder of pages, or None to leave them out.
    """
    report = Report()
    for slug in slugs:
        if slug or docs:
            report.merge(check_apart(slug, docs))
    return report


def check_apart(slug: str, docs: Path | None, checkers: tuple[str, ...] = CHECKERS) -> Report:
    """Check a game in a process of its own.

    Args:
        slug: the game, or "" for pages of no game.
        docs: the folder of pages, or None to leave them out.
        checkers: the plug-ins, as in `Session`.
    """
    skipped: dict[str, Problem] = {}
    for _ in range(MOST_STARTS):
        request = {"slug": slug, "docs": str(docs or ""), "skipped": [*skipped], "checkers": checkers}
        report, step, status = _run(request)
        if report is not None:
            for problem in skipped.values():
                report.add(problem)
            return report
        if step is None or step[0] in skipped:
            break
        skipped[step[0]] = step[1] if status is None else describe_exit(*step, status)
    failed = Problem("FB105", "", f"{slug or 'the pages'}: the check ended before it was done")
    return Report({}, [*skipped.values(), *([] if skipped else [failed])])


def describe_exit(step: str, endless: Problem, status: int) -> Problem:
    """Return the problem of a step in which a game's code has ended Python.

    >>> describe_exit("roll moon.rest", Problem("FB222", "moon/rest.py:9", ""), 0).said
    'roll moon.rest: got an end of Python with exit status 0, takes code that returns'
    """
    said = f"{step}: got an end of Python with exit status {status}, takes code that returns"
    return Problem("FB139", endless.place, said)


def _run(request: dict[str, Any]) -> tuple[Report | None, tuple[str, Problem] | None, int | None]:
    """Run a process, and return its report, or else the step in which it ended.

    The third value is its exit status, or None if its time was up, so that it was ended from outside.
    """
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "rules_py.checking.worker"],  # a file in this folder may have a library's name
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        with suppress(BrokenPipeError):  # it has ended already
            process.stdin.write(json.dumps(request | {"path": sys.path}))
        with suppress(BrokenPipeError):
            process.stdin.close()
        step: tuple[str, Problem] | None = None
        report: Report | None = None
        is_overdue = Event()

        def end() -> None:
            is_overdue.set()
            process.kill()

        timer = Timer(PATIENCE, end)
        timer.start()
        for line in process.stdout:
            timer.cancel()
            timer = Timer(PATIENCE, end)
            timer.start()
            name, data = json.loads(line)
            if name == "report":
                report = read_report(data)
            else:
                step = data["step"], read_problem(data["problem"])
        timer.cancel()
    was_ended = is_overdue.is_set() or process.returncode < 0
    return report, step, None if was_ended else process.returncode


def main() -> None:
    """Check the game of the request, and write the report."""
    request: dict[str, Any] = json.load(sys.stdin)
    sys.path[:] = request["path"]
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # a game may print when it is imported

    def write(name: str, data: dict[str, Any]) -> None:
        output.write(f"{json.dumps([name, data])}\n")
        output.flush()

    from rules_py.checking.game import check_game

    session = Session(
        request["slug"],
        Path(request["docs"]) if request["docs"] else None,
        lambda name, problem: write("step", {"step": name, "problem": problem.to_dict()}),
        frozenset(request["skipped"]),
        limits_process=True,
        checkers=tuple(request["checkers"]),
    )
    try:
        check_game(session)
    except Exception as error:  # of a game's code in a place where none is expected
        session.add_error(error, "FB105")
    write("report", session.report.to_dict())


if __name__ == "__main__":
    main()
