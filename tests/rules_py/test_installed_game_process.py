"""A game installed from its own wheel works on the command line without any change to the project."""

import json
import os
import subprocess
import sys
from pathlib import Path

from wheel.wheelfile import WheelFile

from tests.rules_py import moonbase

ROOT = Path(__file__).parents[2]


def test_game_installed_from_a_wheel_rolls(tmp_path):
    info = "moonbase_rules-1.0.dist-info"
    files = moonbase.game_files("moonbase", "moonbase_rules") | {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: moonbase-rules\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    wheel, place = tmp_path / "moonbase_rules-1.0-py3-none-any.whl", tmp_path / "installed"
    with WheelFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", place, wheel],
        check=True,
    )

    def rules(*words: str):
        done = subprocess.run(
            [sys.executable, "-m", "rules_py", *words, "--json"],
            cwd=ROOT,
            capture_output=True,
            env=os.environ | {"PYTHONPATH": str(place)},
            check=True,
        )
        return json.loads(done.stdout)

    assert "moonbase" in rules("systems")
    assert rules("list", "moonbase") == ["moonbase.repair", "moonbase.drill"]
    assert rules("resolve", "moonbase.repair", "--faces", "5,5", "skill=0")["outcome"]["fixed"] is True
    assert rules("roll", "moonbase.leaks", "--seed", "1")["outcome"]["name"] in ("Hiss", "Gale")
    assert rules("tables", "moonbase") == ["moonbase.leaks"]
