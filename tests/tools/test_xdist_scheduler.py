"""Scheduling of tests after a test process crashes."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]

FILES = {
    "conftest.py": """
from tools.xdist_scheduler import GroupScheduler

def pytest_xdist_make_scheduler(config, log):
    return GroupScheduler(config, log)
""",
    "test_1.py": """
import os

def test_crash():
    os._exit(1)

def test_after_the_crash():
    pass
""",
    "test_2.py": """
import time
from pathlib import Path

def test_wait_for_the_new_process():
    end = time.monotonic() + 20
    while not Path(__file__).with_name("has-run").exists():
        assert time.monotonic() < end

def test_a(): pass
def test_b(): pass
def test_c(): pass
""",
    "test_3.py": "def test_of_the_process_that_crashes(): pass",
    "test_4.py": """
from pathlib import Path

def test_of_the_new_process():
    Path(__file__).with_name("has-run").touch()
""",
}


@pytest.mark.trial
def test_process_that_replaces_a_crashed_one_runs_a_group_of_one_test(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"]
    options = ["--dist", "loadfile", "--no-loadscope-reorder", f"--rootdir={tmp_path}", tmp_path]
    run = subprocess.run([*command, *options], cwd=PROJECT, capture_output=True, check=False, text=True, timeout=60)
    assert "1 failed, 7 passed" in run.stdout
    assert run.returncode == 1
