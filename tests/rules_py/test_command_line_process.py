"""Command-line behaviour that needs a real process: exit status, output streams, and no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rules_py
from tests.rules_py import station

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in the browser")

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": str(station.FOLDER)}


def run(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "rules_py", *arguments],
        cwd=ROOT,
        capture_output=True,
        env=os.environ | ENVIRONMENT | environment,
        check=False,
    )


def test_valid_command_exits_with_0_and_empty_stderr():
    done = run("odds", "station.action", "attribute=1", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(json.loads(done.stdout)) == ["mechanic", "params", "outcomes", "mean"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["roll", "station.action", "attribute=4"],
        ["roll", "station.action", b"attribute=\xff"],
        ["roll", "--bogus"],
        ["odds", "dice", "notation=2d6+"],
        ["fight"],
        [],
    ],
)
def test_invalid_input_exits_with_2_and_one_line_on_stderr(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith(b"rules_py: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["table", "station.kit"], ["table", "station.kit", "--json"]])
def test_ascii_only_terminal_prints_tables(arguments):
    done = run(*arguments, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Combat knife" in done.stdout


def test_closed_output_pipe_exits_with_0():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "rules_py", "table", "station.talents"],
        cwd=ROOT,
        env=os.environ | ENVIRONMENT,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_version_needs_no_metadata():
    """Browsers start without importlib.metadata."""
    script = "import sys, rules_py; print(rules_py.__version__, 'importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [rules_py.__version__, "False"]
