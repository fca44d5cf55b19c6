"""The state of a live site in its server: the builder that answers, the one that may follow, the assets and mistakes.

All of its methods may be called by any thread.
"""

import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rules_py.checking.exceptions import find_last_line
from rules_support.node import PROJECT

from .settings import Settings

SOURCES = ("rules", "check", "pages", "assets")
"""The sources of mistakes, in the order in which pages list them."""

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


class Process:
    """A process that works for the server, and reports events in lines of JSON."""

    has_own_errors = False
    """True if the terminal doesn't show its errors at once."""

    def __init__(self, state: "LiveState", *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self.has_own_errors else None,
            text=True,
            start_new_session=True,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} if state.has_started else None,
        )
        threading.Thread(target=self._listen, args=[state], daemon=True).start()

    def _listen(self, state: "LiveState") -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("{"):
                state.take_event(self, json.loads(line))
        self.process.wait()
        state.take_event(self, {"event": "ended"})

    def stop(self) -> None:
        """End the process."""
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.close()
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)


class Assets(Process):
    """The process that builds the assets.

    It shares the rules with a builder, which finds the same mistakes and describes them better.
    """

    has_own_errors = True

    def __init__(self, state: "LiveState", *options: str) -> None:
        self.errors: list[str] = []
        super().__init__(state, "rules_site.live.assets", *options)
        threading.Thread(target=self._listen_for_errors, daemon=True).start()

    def _listen_for_errors(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.errors.append(line.rstrip())


class Builder(Process):
    """A builder; it waits for its settings, so that its interpreter has started when files change."""

    def __init__(self, state: "LiveState", number: int) -> None:
        super().__init__(state, "rules_site.live.builder")
        self.folder = state.folder / f"{number}"
        self.socket = str(state.folder / f"{number}.socket")
        self.digests: dict[str, str] = {}
        self.mistakes: dict[str, list[str]] = {}

    def start(self, settings: Settings) -> None:
        """Begin to build."""
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.write(f"{json.dumps(asdict(settings))}\n")
            self.process.stdin.flush()

    def request(self, **about: Any) -> dict[str, Any]:
        """Send a request and return the answer; an empty one if the builder has ended."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(self.socket)
                connection.sendall(f"{json.dumps(about)}\n".encode())
                with connection.makefile("rb") as stream:
                    answer: dict[str, Any] = json.loads(stream.readline() or b"{}")
                    return answer
        except OSError:
            return {}


@dataclass
class LiveState:
    """The state of a live site.

    Attributes:
        config_file: the path of MkDocs' settings.
        docs: the folder of pages.
        strict: True if warnings are mistakes.
        site_url: the address of the site.
        cache: the folder of what is kept for the next start.
    """

    config_file: str
    docs: Path
    strict: bool
    site_url: str
    cache: Path
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="live-")))
    version: int = 1
    styles: int = 0
    scripts: int = 0
    assets: dict[str, Any] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)
    has_started: bool = False

    def __post_init__(self) -> None:
        self.changed = threading.Condition(threading.RLock())
        self.current: Builder | None = None
        self._next: Builder | None = None
        self._assets: Assets | None = None
        self._asset_mistakes: list[str] = []
        self._next_mistakes: dict[str, list[str]] = {}
        self._has_proof = self._has_old_assets = False
        self._files: dict[str, str] = {}
        self._count = 0
        self._open: dict[str, float] = {}
        self.cache.mkdir(parents=True, exist_ok=True)
        self._list = self.folder / "assets.json"
        self._spare = self._prepare()

    # Builders

    def _prepare(self) -> Builder:
        self._count += 1
        return Builder(self, self._count)

    def start(self) -> bool:
        """Build the site for the first time; return False if it has a mistake."""
        self.build_assets()
        self.build()
        with self.changed:
            self.changed.wait_for(lambda: (self.current and self.assets) or self.mistakes)
            self.has_started = True
            return self.current is not None and bool(self.assets)

    def build(self) -> None:
        """Have another builder import the rules as they are now."""
        with self.changed:
            if self._next:
                self._next.stop()
            builder, self._spare = self._spare, self._prepare()
            self._next, self._next_mistakes = builder, {}
            builder.folder.mkdir(parents=True, exist_ok=True)
            builder.start(
                Settings(
                    self.config_file,
                    self.strict,
                    self.site_url,
                    str(builder.folder),
                    builder.socket,
                    str(self._list),
                    str(self.cache),
                    self.list_open_pages(),
                )
            )

    def build_assets(self, is_awaited: bool = False) -> None:
        """Build the assets as their sources are now."""
        with self.changed:
            self._stop_assets()
            self._has_proof = self._has_old_assets = False
            options = ["--background"] if self.has_started and not is_awaited else []
            self._assets = Assets(self, str(self._list), *options)

    def _stop_assets(self) -> None:
        """Stop building assets of sources that have changed; they are built once a builder takes over."""
        if self._assets:
            self._has_old_assets = not self._has_proof
            self._assets.stop()
            self._assets = None

    def _renew_assets(self) -> None:
        """Build the assets if they don't have the rules of the pages."""
        if self._has_old_assets or (self.current and self.current.digests != self._compiled):
            self.build_assets()

    @property
    def _compiled(self) -> dict[str, str]:
        """The digests of the rules that have been compiled."""
        core: str = self.assets.get("core", "")
        games: dict[str, str] = self.assets.get("games", {})
        return {"": core} | games

    def take_event(self, process: Process, about: Mapping[str, Any]) -> None:
        """Take an event of a builder or of the assets."""
        with self.changed:
            if isinstance(process, Assets) and process is self._assets:
                self._take_assets(process, about)
            elif isinstance(process, Builder) and process in (self.current, self._next):
                self._take_builder(process, about)
            else:
                return
            self._list_mistakes()
            self.changed.notify_all()

    def _take_builder(self, builder: Builder, about: Mapping[str, Any]) -> None:
        match about["event"]:
            case "mistakes":
                builder.mistakes[about["source"]] = about["mistakes"]
            case "checked":
                builder.mistakes["check"] = about["errors"]
                for each in about["warnings"]:
                    log.info(each)
                if not about["errors"]:
                    log.info("Checked %s", about["summary"])
            case "ready":
                builder.digests = {"": about["core"]} | about["games"]
                earlier, self.current, self._next = self.current, builder, None
                self._next_mistakes = {}
                self.version += 1
                if earlier:
                    earlier.stop()
                    shutil.rmtree(earlier.folder, ignore_errors=True)
                self._renew_assets()
                log.info("The pages show what has been saved")
            case "updated":
                self.version += 1
                log.info("The pages show what has been saved")
            case "ended" if builder is self._next:
                self._next = None
                self._next_mistakes = builder.mistakes or {"rules": ["The terminal says what is wrong."]}
            case "ended":
                self.current = None
                self.build()

    def _take_assets(self, process: Assets, about: Mapping[str, Any]) -> None:
        match about["event"]:
            case "assets":
                earlier, self.assets = self.assets, json.loads(self._list.read_text(encoding="utf-8"))
                self._files |= self.assets["files"]  # open pages may ask for earlier ones
                self._asset_mistakes = []
                if earlier:  # those of rules are no reason to load a page again
                    self.styles += earlier["styles"] != self.assets["styles"]
                    self.scripts += earlier["scripts"] != self.assets["scripts"]
                for builder in (self.current, self._next):
                    if builder:
                        threading.Thread(target=builder.request, kwargs={"assets": True}, daemon=True).start()
            case "failed":
                self._asset_mistakes = list(about["mistakes"]) or [
                    find_last_line("\n".join(process.errors)) or "The terminal says what is wrong."
                ]
            case "proven":
                self._has_proof = True
                for each in process.errors:
                    log.info(each)
                log.info("The compiled rules answer like Python")

    def _list_mistakes(self) -> None:
        builders = [each.mistakes for each in (self.current,) if each]
        found = [
            each
            for source in SOURCES
            for mistakes in (self._next_mistakes, *builders)
            for each in mistakes.get(source, ())
        ]
        found = list(dict.fromkeys(found or self._asset_mistakes))
        for each in found:
            if each not in self.mistakes:
                log.error(each)
        self.mistakes = found

    # Saved files

    def take_saved(self, paths: Iterable[Path]) -> None:
        """Show what has been saved."""
        saved = set(paths)
        log.info("Saved: %s", ", ".join(sorted(_shorten(path) for path in saved)))
        pages = {path for path in saved if path.is_relative_to(self.docs)}
        page_sources = {path for path in saved if path.is_relative_to(PROJECT / "page")}
        if saved - pages - page_sources:
            with self.changed:
                current = self.current
                self._stop_assets()
                self._has_old_assets |= any(path.is_relative_to(PROJECT / "rules_js") for path in saved)
            self.build()
            if current:
                current.request(pause=True)  # the work on pages that nobody has opened
        if page_sources:
            self.build_assets(is_awaited=True)
        if pages:
            with self.changed:
                current, following = self.current, self._next
            if following or self._next_mistakes or not current:
                self.build()
            if current:
                current.request(saved=[str(path) for path in pages])

    # Browsers

    def find_file(self, path: str) -> Path | None:
        """Return the file with a path in the site, except for pages."""
        with self.changed:
            builder = self.current
            known = self._files.get(path)
        if known:
            return Path(known)
        if builder and (found := builder.folder / path).is_file():
            return found
        return None

    def render_page(self, url: str) -> str | None:
        """Return the HTML of the page at an address; None if there is none."""
        with self.changed:
            builder = self.current
        html: str | None = builder.request(page=url).get("html") if builder else None
        return html

    def answer(self, question: str, args: list[Any]) -> dict[str, Any]:
        """Answer a question about rules as they are now."""
        with self.changed:
            builder = self.current
        return (builder.request(question=question, args=args) if builder else {}) or {
            "failure": "The saved rule gave no answer: it failed, or took longer than a minute."
        }

    def list_open_pages(self) -> list[str]:
        """Return the addresses of the open pages."""
        since = time.monotonic() - 90
        return [url for url, last in self._open.items() if last > since]

    def wait_for_news(self, url: str, known: str, seconds: float) -> dict[str, Any]:
        """Return the state for an open page, once it differs from the one that it knows or after some seconds."""
        with self.changed:
            self._open[url] = time.monotonic()
            self.changed.wait_for(lambda: self._describe()["state"] != known, seconds)
            return self._describe()

    def _describe(self) -> dict[str, Any]:
        """Return the versions that a page compares with its own, and the mistakes."""
        about = {
            "version": self.version,
            "styles": self.styles,
            "scripts": self.scripts,
            "games": self.current.digests if self.current else {},
            "compiled": self._compiled,
            "mistakes": self.mistakes,
            "has_site": self.current is not None and bool(self.assets),
        }
        return about | {"state": json.dumps(about, sort_keys=True)}

    def describe(self) -> dict[str, Any]:
        """Return the state for a page that is being served."""
        with self.changed:
            return self._describe()

    def stop(self) -> None:
        """End all processes."""
        with self.changed:
            for process in (self.current, self._next, self._spare, self._assets):
                if process:
                    process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _shorten(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
