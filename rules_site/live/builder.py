"""A builder of a live site: python -m rules_site.live.builder, with its settings as JSON on standard input.

It reports to the server in lines of JSON on standard output, and answers requests at a socket: a page's HTML, an answer
of the rules, or news about saved files. It does one thing at a time, so that a page is never half of one version. Work
that takes long runs in a copy of its process: the check, the answers of rules, and the pages that nobody has opened.
"""

import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout, suppress
from importlib import import_module
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_py.checking.problems import Problem

    from .site import LiveSite

from .background import work_in_background
from .mistakes import describe_mistake
from .settings import Settings

MAX_ANSWER_SECONDS = 60
"""The maximum time of an answer of the rules."""

EARLY_IMPORTS = ("mkdocs.commands.build", "material.plugins.meta.plugin", "mkdocstrings", "pymdownx.highlight")
"""The modules of other projects that take long to import; a builder has them before files change."""

EXAMPLES_FOLDER = "examples"
"""The folder of a game's examples, without which its rules work."""

LONGEST_REQUEST = 4_000_000
"""The maximum number of bytes of a request."""


def report(event: str, **about: Any) -> None:
    """Tell the server about an event."""
    sys.__stdout__.write(f"{json.dumps({'event': event} | about)}\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


class Builder:
    """A builder with the rules that it has imported."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.selector = DefaultSelector()
        self.site: LiveSite
        self._children: dict[str, int] = {}
        self._answering: set[int] = set()
        self._has_wrong_rules = False
        self._is_ready = False

    def start(self) -> None:
        """Import the rules, render the open pages, and answer requests from then on."""
        from .site import LiveSite

        self.site = LiveSite(self.settings)
        signal.signal(signal.SIGUSR1, _interrupt)
        self._check()
        try:
            self.site.gather()
            self.site.read_assets()
            for url in self.settings.open_pages:
                with suppress(KeyError):
                    self.site.render_page(url)
        except BaseException:
            self._wait_for_check()
            raise
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        self._wait_for_check()
        self.selector.register(sys.stdin, EVENT_READ, lambda _: sys.exit())
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.settings.socket)
        listener.listen(64)
        self.selector.register(listener, EVENT_READ, self._accept)
        self._is_ready = True
        self._report_pages()
        report("ready", games=dict(self.site.digests.games), core=self.site.digests.core)
        self._complete()
        self._serve(lambda: False)

    def _serve(self, is_over: Callable[[], bool]) -> None:
        while not is_over():
            for key, _ in self.selector.select():
                key.data(key.fileobj)
            for child in list(self._answering):
                if os.waitpid(child, os.WNOHANG)[0]:
                    self._answering.remove(child)

    def _wait_for_check(self) -> None:
        """Wait for the check, and end if it has found wrong rules, which the server knows then."""
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        self._serve(lambda: "check" not in self._children)
        if self._has_wrong_rules:
            sys.exit(1)

    # Requests

    def _accept(self, listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rwb") as stream:
            connection.settimeout(10)
            with suppress(OSError, ValueError):
                self._answer(json.loads(stream.readline(LONGEST_REQUEST)), stream)

    def _answer(self, request: dict[str, Any], stream: Any) -> None:
        def send(answer: Any) -> None:
            stream.write(f"{json.dumps(answer)}\n".encode())  # a line, because copies of this process keep the socket
            stream.flush()

        match request:
            case {"page": str() as url}:
                try:
                    send({"html": self.site.render_page(url)})
                except KeyError:
                    send({})
                self._report_pages()
            case {"saved": list() as paths}:
                self._take_saved([str(path) for path in paths])
                send({})
            case {"pause": True}:
                self.stop_copies()
                send({})
            case {"assets": True}:
                self.site.read_assets()
                send({})
            case {"question": str() as question, "args": list() as args}:
                if child := os.fork():
                    self._answering.add(child)
                    return
                signal.alarm(MAX_ANSWER_SECONDS)
                try:
                    send(answer_question(question, args))
                finally:
                    os._exit(0)

    def _take_saved(self, paths: list[str]) -> None:
        """Show what has been saved among the pages."""
        try:
            self.site.update(paths)
        except SystemExit:
            raise
        except BaseException as error:  # the settings of a game or the order of pages may be wrong
            report("mistakes", source="pages", mistakes=[describe_mistake(error)])
            return
        self._report_pages()
        report("updated")
        self._check()
        self._complete()

    def _report_pages(self) -> None:
        if self._is_ready:
            report("mistakes", source="pages", mistakes=self.site.list_mistakes())

    # Copies of this process

    def _check(self) -> None:
        """Check all games and pages in a copy of this process."""

        def work() -> Any:
            from rules_support.checks import check_site

            found = check_site(self.site.docs)
            has_wrong_rules = any(is_about_rules(each) for each in found.errors)
            if has_wrong_rules and not self._is_ready:
                os.kill(os.getppid(), signal.SIGUSR1)  # a wrong rule may never end
            return {
                "errors": [str(each) for each in found.errors],
                "has_wrong_rules": has_wrong_rules,
                "warnings": [str(each) for each in found.warnings],
                "summary": found.summary,
            }

        def take(found: Any) -> None:
            self._has_wrong_rules = found["has_wrong_rules"]
            report("checked", **found)

        self._copy("check", work, take)

    def _complete(self) -> None:
        """Render the other pages in a copy of this process, and write what needs all of them, such as the search."""

        def take(found: Any) -> None:
            self.site.note_completed(found)
            self._report_pages()
            if found["has_changed"]:
                report("updated")

        self._copy("complete", self.site.complete, take)

    def _copy(self, name: str, work: Callable[[], Any], take: Callable[[Any], None]) -> None:
        """Work in a copy of this process instead of an earlier copy with this name, and take the result."""
        if earlier := self._children.pop(name, 0):
            with suppress(ProcessLookupError):
                os.killpg(earlier, signal.SIGKILL)
        end, start = os.pipe()
        sys.stderr.flush()
        if not (child := os.fork()):
            os.setpgid(0, 0)
            os.close(end)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if self._is_ready:
                work_in_background()
            try:
                result = json.dumps(work()).encode()
                with os.fdopen(start, "wb") as stream:
                    stream.write(result)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        with suppress(PermissionError, ProcessLookupError):
            os.setpgid(child, child)
        os.close(start)
        self._children[name] = child
        received = bytearray()

        def read(stream: int) -> None:
            part = os.read(stream, 1 << 16)
            received.extend(part)
            if part:
                return
            self.selector.unregister(stream)
            os.close(stream)
            os.waitpid(child, 0)
            if self._children.get(name) == child:
                del self._children[name]
                with suppress(ValueError):  # it was ended before its result
                    take(json.loads(received))

        self.selector.register(end, EVENT_READ, read)

    def stop_copies(self) -> None:
        """End the copies of this process."""
        for child in self._children.values():
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)


def is_about_rules(problem: "Problem") -> bool:
    """Return True if rules must not answer with a problem, and False for one of a single page or of an example."""
    path = problem.place.partition(":")[0]
    return not path.endswith(".md") and f"/{EXAMPLES_FOLDER}/" not in path


class MistakeFoundError(BaseException):
    """Raised in a builder that renders pages when its check has found mistakes."""


def _interrupt(*_: object) -> None:
    raise MistakeFoundError


def answer_question(question: str, args: Iterable[Any]) -> Any:
    """Answer a question of the page as its workers do."""
    from rules_py.bridge import ANSWERS

    with redirect_stdout(sys.stderr):
        try:
            handler: Any = ANSWERS[question]
            return {"answer": json.loads(handler(*map(_read_argument, args)))}
        except BaseException as error:
            return {"failure": describe_mistake(error)}


def _read_argument(value: Any) -> Any:
    """Return an argument of a page; JSON has no integers as large as seeds."""
    return int(value["bigint"]) if isinstance(value, dict) and value.keys() == {"bigint"} else value


def main() -> None:
    """Wait for the settings, which a server sends once files have changed, and build."""
    for name in EARLY_IMPORTS:
        with suppress(ImportError):
            import_module(name)
    line = sys.stdin.readline()
    if not line:
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    builder = Builder(Settings(**json.loads(line)))
    try:
        builder.start()
    except SystemExit:
        raise
    except KeyboardInterrupt:
        pass
    except BaseException as error:
        report("mistakes", source="rules", mistakes=[describe_mistake(error)])
        sys.exit(1)
    finally:
        builder.stop_copies()


if __name__ == "__main__":
    main()
