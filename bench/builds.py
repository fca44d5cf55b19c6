"""Benchmark of the build time."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.formatting import Section, format_spread
from bench.project import PROJECT


def build_site(project: Path, site: Path) -> tuple[float, float]:
    """Build a site into a folder as authors do and return the seconds of wall-clock time and of CPU time.

    Raises:
        RuntimeError: the build failed; the message includes its standard error.
    """
    start, processor_start = time.perf_counter(), processor_seconds()
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", site],
        cwd=project,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"the build of {project} failed: {run.stderr.strip()}")
    return time.perf_counter() - start, processor_seconds() - processor_start


def copy_set_up(project: Path) -> None:
    """Copy the output of `make setup` and the build's caches into another copy of the project.

    The copy is complete, so that its builds change nothing here.
    """
    shutil.copytree(PROJECT / "build", project / "build", ignore=shutil.ignore_patterns("bench"))
    (project / "node_modules").symlink_to((PROJECT / "node_modules").resolve())


def processor_seconds() -> float:
    """Return the CPU seconds that child processes have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_builds(runs: int) -> Section:
    """Measure builds of this site; everything except its pages is already cached."""
    with tempfile.TemporaryDirectory(prefix="bench-site-") as folder:
        times = [build_site(PROJECT, Path(folder) / "site")[0] for _ in range(runs)]
    return Section(
        "Build",
        "Time of a build of the whole site, from the start of the command to its end: median (least–most).",
        ("Build", "Time", "Runs"),
        [("the whole site", format_spread(times), str(runs))],
    )
