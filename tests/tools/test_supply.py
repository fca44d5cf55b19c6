"""Code of others is pinned by what it contains, and none of it runs while it is installed."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCKS = sorted((ROOT / "locks").glob("*.lock"))
NPM_LOCKS = [ROOT / "package-lock.json", ROOT / "bench" / "lighthouse" / "package-lock.json"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit_with_their_version(workflow):
    """The owner of an action can move its tags."""
    uses = re.findall(r"uses: *(.+)", workflow.read_text(encoding="utf-8"))
    assert uses
    assert [each for each in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", each)] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_python_packages_have_one_version_and_hashes(lock):
    requirements = lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    assert requirements
    bare = [each for each in requirements if not re.match(r"[\w.\[\]-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", each)]
    assert bare == []


@pytest.mark.parametrize("lock", NPM_LOCKS, ids=lambda path: path.parent.name)
def test_npm_packages_have_hashes(lock):
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    assert [name for name, about in packages.items() if name and "integrity" not in about] == []


def test_installed_packages_run_no_scripts():
    """The only one, esbuild's, just replaces a short script by the program that it starts."""
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text(encoding="utf-8").splitlines()


def test_make_installs_only_from_lock_files():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"^\t.*(?:pip install|pip sync|\(NPM\) ).*", makefile, re.MULTILINE)
    assert len(installs) == 6
    assert [line for line in installs if "--require-hashes" not in line and "(NPM) ci" not in line] == []
