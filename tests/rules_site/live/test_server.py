"""The server of a live site: free ports, and saved files that come together."""

import queue
import socket

from rules_site.live.server import Watcher, find_free_port


def test_next_port_after_a_taken_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < find_free_port("127.0.0.1", port) < port + 100


def test_files_saved_at_once_come_once(tmp_path):
    """A renamed file counts by both names, and an editor's own files don't count."""
    saved: queue.SimpleQueue[set] = queue.SimpleQueue()
    (tmp_path / "old.md").write_text("Old")
    watcher = Watcher(saved.put)
    watcher.watch([tmp_path])
    names = [f"{number}.md" for number in range(10)]
    for name in (*names, ".1.md.swp"):
        (tmp_path / name).write_text("New")
    (tmp_path / "old.md").rename(tmp_path / "new.md")
    found = set()
    while len(found) < 12:
        found |= saved.get(timeout=60)
    watcher.stop()
    assert {path.name for path in found} == {*names, "old.md", "new.md"}
