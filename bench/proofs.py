"""Benchmark of the proof that compiled rules answer like Python."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.formatting import Section, format_goal, format_spread
from bench.generated_games import copy_project
from bench.progress import print_progress

FROM_SCRATCH, CHANGED, UNCHANGED = "all rules", "a changed rule", "no change"
GOALS = {FROM_SCRATCH: 40, CHANGED: 5}
"""The goals for the medians, in seconds."""

CHANGED_FILE = Path("rules_py", "systems", "psiops", "stress.py")
CHANGED_TEXT = "You keep it together and lose"


def measure_proofs(runs: int) -> Section:
    """Measure the proof of all rules from scratch, after the change of a rule, and without a change."""
    times: dict[str, list[float]] = {FROM_SCRATCH: [], CHANGED: [], UNCHANGED: []}
    for _ in range(runs):
        with tempfile.TemporaryDirectory(prefix="bench-proofs-") as folder:
            project, cache = copy_project(Path(folder) / "project"), Path(folder) / "cache"
            times[FROM_SCRATCH].append(prove_rules(project, cache, "first"))
            change_rule(project)
            times[CHANGED].append(prove_rules(project, cache, "changed"))
            times[UNCHANGED].append(prove_rules(project, cache, "unchanged"))
        print_progress(", ".join(f"{name}: {taken[-1]:.1f} s" for name, taken in times.items()))
    return Section(
        "Proofs",
        "Time to compile the rules of all games and to prove that JavaScript answers like Python: every path of the "
        "dice where there are few, random cases elsewhere. An earlier proof counts until its rule changes. The changed "
        "rule is PSIOPS' roll for maximum stress: its proof is repeated, and that of the game's sheets and fights. The "
        "median and the range.",
        ("Proof", "Time", "Runs", "Goal"),
        [(name, format_spread(taken), str(runs), _format_goal(name, taken)) for name, taken in times.items()],
    )


def _format_goal(name: str, taken: list[float]) -> str:
    if name not in GOALS:
        return ""
    return format_goal(f"at most {GOALS[name]} s", statistics.median(taken) <= GOALS[name])


def prove_rules(project: Path, cache: Path, name: str) -> float:
    """Compile and prove the rules of a copy of the project and return the seconds of wall-clock time.

    Raises:
        subprocess.CalledProcessError: the compiler failed.
        RuntimeError: a rule isn't compiled, or answers differently.
    """
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "rules_js", cache / name, cache],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(project)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.stdout:
        raise RuntimeError(done.stdout)
    return time.perf_counter() - start


def change_rule(project: Path) -> None:
    """Change a sentence of a rule in a copy of the project.

    Raises:
        ValueError: the rule has no such sentence any more.
    """
    path = project / CHANGED_FILE
    text = path.read_text(encoding="utf-8")
    if text.count(CHANGED_TEXT) != 1:
        raise ValueError(f"{path}: got {text.count(CHANGED_TEXT)} times {CHANGED_TEXT!r}, takes 1")
    path.write_text(text.replace(CHANGED_TEXT, "You stay calm and lose"), encoding="utf-8")
