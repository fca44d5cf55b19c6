"""Live reload: the next page shows an edited rule, table, hook or template, and no mistake ends the server."""

import os
import queue
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

TIMEOUT = 120
"""Seconds allowed for a whole build on a busy machine."""
PSIOPS = "rules_py/systems/psiops"
HOOK = """\
def on_page_content(html: str, **_: object) -> str:
    return f"<p>Hooked</p>{html}"


"""
PAGES = {"index.md": "# Home\n\n::: table psiops.panic\n\n::: roller psiops.action\n\n::: roller psiops.swarm\n"}


class DevelopmentServer:
    """`mkdocs serve` of a small site, as an author runs it."""

    def __init__(self, site: Path, project: Path):
        self.site, self.project = site, project
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-f", site / "mkdocs.yml", "-a", f"127.0.0.1:{port}"],
            cwd=project,
            env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._log_lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._has_failed = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stderr:
            self._log_lines.put(line)
            if "The rebuild failed" in line:
                self._has_failed.set()
        self._log_lines.put("")

    def wait_for_line(self, wanted: str) -> str:
        """Return the next line on the terminal with these words."""
        before = []
        while wanted not in (line := self._log_lines.get(timeout=TIMEOUT)):
            before.append(line)
            assert line, f"it ended without {wanted!r}: {''.join(before)}"
        return line

    def get(self, path: str = "") -> str:
        """Return the content of an address; during a build, the last build's content."""
        with urllib.request.urlopen(self.url + path, timeout=TIMEOUT) as answer:
            return answer.read().decode()

    def shown(self) -> str:
        """Return the home page without the script that reloads it."""
        return self.get().partition("<script>")[0]

    def write(self, path: Path, text: str) -> None:
        """Save a file atomically, as editors do."""
        new = self.site / "new"
        new.write_text(text, encoding="utf-8")
        new.replace(path)

    def page_after_edit(self, path: Path, text: str) -> str:
        """Save a file, wait for the reload signal as a browser does, and return the home page."""
        epoch = int(re.search(r"livereload\((\d+)", self.get())[1])
        self._has_failed.clear()
        self.write(path, text)
        while int(self.get(f"livereload/{epoch}/1")) <= epoch:  # the server answers every minute
            assert self.process.poll() is None
            assert not self._has_failed.is_set(), "the rebuild failed"
        return self.get()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(TIMEOUT)


@pytest.fixture(scope="module")
def live(make_site, copy_project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    project = copy_project(folder / "project")
    rule = project / PSIOPS / "action.py"
    right = rule.read_text(encoding="utf-8")
    rule.write_text(f"{right}\nLIMIT = hp + 1\n", encoding="utf-8")
    live = DevelopmentServer(make_site(folder / "mini", PAGES, project), project)
    try:
        live.at_start = live.wait_for_line("about a minute"), live.wait_for_line("NameError")
        live.wait_for_line("Serving on")
        live.while_broken = live.get(), live.get("some/page/")
        live.page_after_edit(rule, right)
        yield live
    finally:
        live.stop()


def test_edited_page_shows_after_the_rebuild(live):
    """The rebuild's service worker unregisters itself, and its sitemap names the development server."""
    assert "A new line." in live.page_after_edit(live.site / "docs" / "index.md", PAGES["index.md"] + "\nA new line.\n")
    assert "unregister" in live.get("service-worker.js")
    assert f"<loc>{live.url}</loc>" in live.get("sitemap.xml")


def test_serve_starts_despite_a_mistake_and_pages_show_it(live):
    line = len((live.project / PSIOPS / "action.py").read_text(encoding="utf-8").splitlines()) + 2
    sentence = f"{PSIOPS}/action.py:{line}: NameError: name 'hp' is not defined"
    assert sentence in live.at_start[1]
    assert all(page.count("<p>") == 2 and f"<p>{sentence}. " in page for page in live.while_broken)
    assert "NameError" not in live.get()


def test_failed_rebuild_keeps_old_pages_until_the_fix(live):
    path = live.project / PSIOPS / "data" / "panic.toml"
    right = path.read_text(encoding="utf-8")
    before = live.shown()
    live.write(path, right.replace('roll = "3"', 'roll = "three"', 1))
    live.wait_for_line("Detected file changes")
    meanwhile = live.shown()  # no request waits for a build
    sentence = live.wait_for_line("roll: got 'three'")
    live.wait_for_line("The rebuild failed; the pages stay as they were")
    afterwards = live.shown()
    live.page_after_edit(path, right)  # rules that the build has compiled before
    mended = live.shown()
    assert "panic.toml:20: roll: got 'three'" in sentence
    assert meanwhile == afterwards == before and "Frail" in before
    assert mended == before


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("file", "old", "new", "shown"),
    [
        ("rules_markdown/roller_block.py", "attributes = {", 'attributes = {"data-new": None, ', " data-new"),
        ("rules_markdown/templates/table.html", ">My dice<", ">Dice of mine<", ">Dice of mine<"),
        ("hooks/mkdocs_events.py", "def on_serve(", f"{HOOK}def on_serve(", ">Hooked<"),
        (f"{PSIOPS}/action.py", 'title="Action roll"', 'title="Whatever you do"', "Whatever you do"),
        (f"{PSIOPS}/data/panic.toml", "You are at -1 armor.", "You are brittle.", "You are brittle."),
        ("rules_py/rendering/odds.py", 'EXACTLY: "Chance"', 'EXACTLY: "How likely"', ">How likely<"),
    ],
    ids=["block", "template", "hook", "rule", "table", "core"],
)
def test_edited_source_shows_after_the_rebuild(live, file, old, new, shown):
    """These tests are the last ones, because each build after a change of a rule begins its proof again."""
    path = live.project / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert shown not in live.get()
    assert shown in live.page_after_edit(path, text.replace(old, new))
