"""The earlier build: the files of a commit, and the reason if the repository lacks it."""

import subprocess

import pytest

from bench.earlier_site import extract_commit
from bench.project import PROJECT


def run_git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, check=True).stdout


def test_a_commit_is_extracted_as_it_was(tmp_path):
    extract_commit("HEAD", tmp_path)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == set(run_git("ls-tree", "-r", "--name-only", "-z", "HEAD").decode().strip("\0").split("\0"))
    assert (tmp_path / "pyproject.toml").read_bytes() == run_git("show", "HEAD:pyproject.toml")


def test_a_missing_commit_is_named(tmp_path):
    with pytest.raises(RuntimeError, match=r"^0123456789: .*git fetch --unshallow"):
        extract_commit("0123456789" * 4, tmp_path)
