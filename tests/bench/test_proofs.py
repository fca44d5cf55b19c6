"""The benchmark of proofs changes a rule that is still there."""

import shutil

import pytest

from bench import proofs
from bench.project import PROJECT


def test_a_rule_changes_once(tmp_path):
    path = tmp_path / proofs.CHANGED_FILE
    path.parent.mkdir(parents=True)
    shutil.copy(PROJECT / proofs.CHANGED_FILE, path)
    before = path.read_text()
    proofs.change_rule(tmp_path)
    assert path.read_text() != before
    with pytest.raises(ValueError, match="got 0 times"):
        proofs.change_rule(tmp_path)
