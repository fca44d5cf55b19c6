"""The fixtures' made-up game, run in its own process so that it stays out of the other tests' registry."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.compatibility.released import FOLDER

ROOT = Path(__file__).parents[2]


@cache
def game_answers() -> dict[str, Any]:
    """Return all of the game's answers with today's code."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fixtures.c4bf572.making.game"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(FOLDER / "installed"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
