"""The server of a live site: it watches the files, and gives browsers pages, assets, answers and news."""

import json
import logging
import mimetypes
import posixpath
import signal
import socket
import socketserver
import threading
import wsgiref.simple_server
from collections.abc import Callable, Iterable
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from rules_site.pages import ERRORS, INDEX

from .state import LiveState

SNAPSHOT = Path(__file__).with_name("snapshot.js")
"""The script inside each page, which runs before others change the page."""

SCRIPTS = ("live.js", "patch.js", "state.js")
FIRST_SCRIPT = '<script id="__config"'
"""The theme's first script in a page's body."""

OWN = "livereload/"
"""The folder of the addresses that a built site doesn't have."""

NEWS_SECONDS = 25
"""The time after which a page asks for news again."""

QUIET_SECONDS = 0.06
"""The time without another saved file after which the saved ones are shown: editors write several at once."""

MOST_PORTS = 100
MOST_BYTES = 4_000_000
SAVED = frozenset({"created", "modified", "moved", "deleted"})
IGNORED_FOLDERS = frozenset({"__pycache__", ".git", "node_modules", "prebuilt"})

NOTICE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The site was not built</title>
<style>body {{ font: 1.1rem/1.5 sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem }}</style>
</head>
<body>
<h1>The site was not built</h1>
{mistakes}
<p>It appears here as soon as the mistakes are mended.</p>
</body>
</html>
"""

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


def find_free_port(host: str, wanted: int) -> int:
    """Return a port that no other program uses: the wanted one, or the next free one after it.

    Raises:
        OSError: none is free.
    """
    for port in range(wanted, wanted + MOST_PORTS):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"No port from {wanted} to {wanted + MOST_PORTS - 1} is free")


class Watcher(FileSystemEventHandler):
    """A watcher of folders that calls a function with the saved files once they stay as they are for a moment."""

    def __init__(self, take: Callable[[set[Path]], object]) -> None:
        self._take = take
        self._saved: set[Path] = set()
        self._changed = threading.Condition()
        self._observer = Observer()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def watch(self, paths: Iterable[Path]) -> None:
        """Begin to watch files and folders."""
        chosen: list[Path] = []
        for path in sorted({path.absolute() for path in paths if path.exists()}):
            if not any(path.is_relative_to(other) for other in chosen):
                chosen.append(path)
                self._observer.schedule(self, str(path), recursive=path.is_dir())
        self._observer.start()
        self._thread.start()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a file that somebody has saved, moved or removed."""
        if event.event_type not in SAVED or (event.is_directory and event.event_type == "modified"):
            return
        paths = {Path(str(path)) for path in (event.src_path, event.dest_path) if path}
        found = {path for path in paths if is_source(path)}
        if found:
            with self._changed:
                self._saved |= found
                self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._saved or self._is_over)
                while self._changed.wait(QUIET_SECONDS) and not self._is_over:
                    pass
                saved, self._saved = self._saved, set()
            if self._is_over:
                return
            self._take(saved)

    def stop(self) -> None:
        """Stop watching."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        self._observer.stop()


def is_source(path: Path) -> bool:
    """Return True for a file that people save, and not for bytecode or an editor's own files.

    >>> is_source(Path("docs/moon.md")), is_source(Path("docs/.meta.yml")), is_source(Path("rules/moon.py"))
    (True, True, True)
    >>> is_source(Path("rules/__pycache__/a.pyc")), is_source(Path("docs/.moon.md.swp")), is_source(Path("moon.md~"))
    (False, False, False)
    """
    is_editors = path.name.endswith(("~", ".swp", ".swx", ".tmp", ".new")) or path.name.startswith((".#", "#"))
    return not is_editors and path.suffix != ".pyc" and not IGNORED_FOLDERS & set(path.parts)


class Handler(wsgiref.simple_server.WSGIRequestHandler):
    """A handler that logs no request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log a request for those who want to see everything."""
        log.debug(format, *args)


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    """The server of a live site, with the interface that MkDocs uses."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, state: LiveState, host: str, port: int, mount: str, watched: Iterable[Path]) -> None:
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)
        self.set_app(self._serve)
        self.state, self.mount, self.watched = state, mount, [*watched]
        self.watcher = Watcher(state.take_saved)

    def server_bind(self) -> None:
        """Bind without asking for the host's name, which may take long."""
        socketserver.TCPServer.server_bind(self)
        host, port = self.server_address[:2]
        self.server_name, self.server_port = str(host), int(port)
        self.setup_environ()

    def watch(self, path: str, *_: object, **__: object) -> None:
        """Watch another file or folder."""
        self.watched.append(Path(path))

    def serve(self, **_: object) -> None:
        """Serve until the process is interrupted."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        self.watcher.watch(self.watched)
        log.info("Serving on %s", self.state.site_url)
        self.serve_forever()

    def shutdown(self) -> None:
        """Stop watching, and end all processes."""
        self.watcher.stop()
        self.state.stop()
        self.server_close()

    # Requests

    def _serve(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        status, kind, content = HTTPStatus.OK, "text/html", b""
        headers = [("Cache-Control", "no-cache")]
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if not path.startswith(self.mount):
            start_response("302 Found", [("Location", quote(self.mount))])
            return []
        place = posixpath.normpath(f"/{path[len(self.mount) :]}").lstrip("/")
        if place.startswith(OWN):
            status, kind, content = self._serve_own(place.removeprefix(OWN), environ)
        elif (html := self._render(place, path.endswith("/"))) is not None:
            content = html
        elif (file := self.state.find_file(place)) is not None:
            kind, content = guess_type(place), file.read_bytes()
        elif not path.endswith("/") and self.state.render_page(f"{place}/") is not None:
            start_response("302 Found", [("Location", f"{quote(path)}/")])
            return []
        else:
            status, content = HTTPStatus.NOT_FOUND, self._add_script(self.state.render_page(ERRORS) or "Not found")
        text = "; charset=utf-8" if kind.startswith("text/") else ""
        headers += [("Content-Type", f"{kind}{text}"), ("Content-Length", str(len(content)))]
        start_response(f"{status.value} {status.phrase}", headers)
        return [content]

    def _render(self, place: str, is_folder: bool) -> bytes | None:
        known = self.state.describe()
        is_page = is_folder or place in ("", ".") or place.endswith(".html")
        if not known["has_site"]:
            return self._add_script(render_notice(known["mistakes"])) if is_page else None
        if not is_page:
            return None
        url = "" if place in ("", ".", INDEX) else f"{place}/" if is_folder else place
        html = self.state.render_page(url.removesuffix(INDEX) if url.endswith(f"/{INDEX}") else url)
        return None if html is None else self._add_script(html)

    def _add_script(self, html: str) -> bytes:
        """Return a page with the script that keeps it as its sources are."""
        known = self.state.describe()
        about = {name: known[name] for name in ("version", "styles", "scripts", "compiled", "has_site")}
        data = json.dumps(about).replace("<", "\\u003c")
        snapshot = f"<script data-live>{SNAPSHOT.read_text(encoding='utf-8')}</script>"
        start = f'<script type="application/json" id="fb-live">{data}</script>'
        script = f'<script data-live type="module" src="{self.mount}{OWN}live.js"></script>'
        end = next((at for mark in (FIRST_SCRIPT, "</body>") if (at := html.rfind(mark)) >= 0), len(html))
        return f"{html[:end]}{snapshot}{start}{script}{html[end:]}".encode()

    def _serve_own(self, name: str, environ: dict[str, Any]) -> tuple[HTTPStatus, str, bytes]:
        if name == "news":
            query = parse_qs(environ.get("QUERY_STRING", ""))
            size = min(int(environ.get("CONTENT_LENGTH") or 0), MOST_BYTES)
            known = environ["wsgi.input"].read(size).decode() if size else ""
            news = self.state.wait_for_news(query.get("page", [""])[0], known, NEWS_SECONDS)
            return HTTPStatus.OK, "application/json", json.dumps(news).encode()
        if name == "answer":
            size = min(int(environ.get("CONTENT_LENGTH") or 0), MOST_BYTES)
            asked = json.loads(environ["wsgi.input"].read(size))
            answer = self.state.answer(asked["question"], asked["args"])
            return HTTPStatus.OK, "application/json", json.dumps(answer).encode()
        if name in SCRIPTS:
            return HTTPStatus.OK, "text/javascript", (SNAPSHOT.parent / name).read_bytes()
        return HTTPStatus.NOT_FOUND, "text/plain", b"Not found"


def render_notice(mistakes: Iterable[str]) -> str:
    """Render the page that every address shows until the site has been built."""
    return NOTICE.format(mistakes="\n".join(f"<p>{escape(each, quote=False)}</p>" for each in mistakes))


def guess_type(place: str) -> str:
    """Return a file's media type.

    >>> guess_type("a.js"), guess_type("a.woff2"), guess_type("a")
    ('text/javascript', 'font/woff2', 'application/octet-stream')
    """
    if place.endswith((".js", ".mjs")):
        return "text/javascript"
    return mimetypes.guess_type(place)[0] or "application/octet-stream"
