"""A proof in the background fills the cache, and ends with the process that has started it."""

import json
import subprocess
import sys

import pytest

from rules_js import build
from rules_js.background import BackgroundProof
from rules_site.bundle.assets import RULES_CACHE
from rules_support.node import PROJECT

START = """
import sys
from pathlib import Path
from rules_js.background import BackgroundProof

proof = BackgroundProof()
proof.restart(Path(sys.argv[1]))
print(proof.process.pid)
"""


@pytest.mark.trial
def test_a_later_build_finds_what_the_background_has_proven(tmp_path):
    rules = build.build_rules(RULES_CACHE)
    proofs = json.loads((RULES_CACHE / rules.folder / build.PROOFS).read_text())
    (tmp_path / "earlier").mkdir()
    (tmp_path / "earlier" / build.PROOFS).write_text(json.dumps(proofs))
    proof = BackgroundProof()
    proof.restart(tmp_path)
    assert proof.process.wait() == 0
    assert build.build_unproven_rules(tmp_path).folder == rules.folder
    proof.stop()


def test_another_start_ends_the_first_proof(tmp_path):
    proof = BackgroundProof()
    proof.restart(tmp_path)
    first = proof.process
    proof.restart(tmp_path)
    assert first.returncode < 0
    proof.stop()
    assert proof.process.returncode < 0
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith(".")]


def test_a_proof_ends_with_its_parent(tmp_path):
    """Its output ends only when all of its processes have ended."""
    done = subprocess.run(
        [sys.executable, "-c", START, tmp_path], cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True
    )
    assert done.stdout.strip().isdecimal()
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith(".")]
