"""An earlier build of this site, for comparison: the last one whose rolls all waited for Python."""

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from bench.builds import build_site, copy_set_up
from bench.progress import print_progress
from bench.project import BUILD, PROJECT

COMMIT = "b59fb53cbc3ce445aef55d96754e8a455a1cef00"
"""The last commit before the rules were compiled to JavaScript."""


def build_earlier_site() -> Path:
    """Build the site of COMMIT, unless an earlier run has, and return its folder."""
    site = BUILD / f"site-{COMMIT[:10]}"
    if site.is_dir():
        return site
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="earlier-", dir=BUILD) as folder:
        project, made = Path(folder) / "project", Path(folder) / "site"
        extract_commit(COMMIT, project)
        copy_set_up(project)
        download_wheels(project)
        print_progress(f"building the site of {COMMIT[:10]}")
        build_site(project, made)
        made.rename(site)
    return site


def extract_commit(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder.

    Raises:
        RuntimeError: the repository doesn't have the commit.
    """
    archive = subprocess.run(["git", "archive", "--format=tar", commit], cwd=PROJECT, capture_output=True, check=False)
    if archive.returncode:
        reason = archive.stderr.decode().strip()
        raise RuntimeError(f"{commit[:10]}: {reason}. A shallow clone gets it with `git fetch --unshallow`.")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")


def download_wheels(project: Path) -> None:
    """Download the wheels that the earlier build puts into its site, as its own set-up does."""
    command: list[str | Path] = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
    command += ["--no-deps", "--require-hashes", "--only-binary=:all:", "--dest", project / "build" / "wheels"]
    subprocess.run([*command, "--requirement", project / "locks" / "browser.lock"], check=True)
