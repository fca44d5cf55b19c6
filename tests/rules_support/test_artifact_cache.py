"""Cached build files: they are complete or absent, and safe from concurrent builds."""

import os
import threading
import time

import pytest

from rules_support import artifact_cache


def fill_folder(folder):
    folder.mkdir()
    for name in "ab":
        (folder / name).write_text(name)


def test_existing_file_is_not_overwritten(tmp_path):
    path = artifact_cache.write_once(tmp_path / "new" / "a", b"first")
    assert artifact_cache.write_once(path, b"second").read_bytes() == b"first"


def test_concurrent_builds_of_a_folder_keep_the_first(tmp_path):
    both_at_it = threading.Barrier(2)

    def make(part):
        fill_folder(part)
        both_at_it.wait()

    builds = [threading.Thread(target=artifact_cache.build_once, args=(tmp_path / "made", make)) for _ in range(2)]
    for each in builds:
        each.start()
    for each in builds:
        each.join()
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["a", "b"]


def test_interrupted_build_leaves_no_files(tmp_path):
    def breaks_off(part):
        fill_folder(part)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        artifact_cache.build_once(tmp_path / "made", breaks_off)
    assert list(tmp_path.iterdir()) == []


def test_prune_removes_only_files_unused_for_a_day(tmp_path):
    for name in ("used", "folder", "unused"):
        artifact_cache.build_once(tmp_path / name, fill_folder)
        os.utime(tmp_path / name, (0, time.time() - artifact_cache.MAX_UNUSED_SECONDS - 60))
    artifact_cache.build_once(tmp_path / "used", fill_folder)
    artifact_cache.write_once(tmp_path / "new", b"")
    artifact_cache.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "used"]


def test_prune_ignores_files_that_disappear_meanwhile(tmp_path):
    """Another build may remove its entry after the folder is listed and before the entry is examined."""
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "old").mkdir()
    os.utime(tmp_path / "old", (0, time.time() - artifact_cache.MAX_UNUSED_SECONDS - 60))
    artifact_cache.prune(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["gone"]
