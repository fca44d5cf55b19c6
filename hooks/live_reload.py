"""Live reload (`mkdocs serve`) that survives authors' mistakes.

Every build, including the first, runs in a new interpreter and writes to a separate folder. Only successful builds are
served, so that a failed build removes no page. Until the first success, every address shows the errors.

No build waits for the proof of a changed rule. It runs after the build, and the terminal names a rule that differs.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path
from shutil import rmtree
from typing import Any

from mkdocs.commands import serve
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer, _timestamp

from rules_js.background import BackgroundProof
from rules_site.bundle.assets import RULES_CACHE

MISTAKES = "FIELDBOOK_MISTAKES"
"""An environment variable of builds: the path of the file to write errors to."""

SITE = "live_site"
"""The key in the config's extras of the site being served."""

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
<p>The next change builds it again, and this page then reloads by itself.</p>
</body>
</html>
"""

log = logging.getLogger("mkdocs.hooks")


class Site:
    """The site being served: the last successful build.

    Attributes:
        folder: the folder that contains the builds.
        current: the folder of the last successful build; None before the first.
        mistakes: the errors of the last build, if it failed.
    """

    def __init__(self, config: MkDocsConfig) -> None:
        self.folder = Path(config.site_dir)
        self.current = self.folder if any(self.folder.iterdir()) else None
        self.mistakes: list[str] = []
        self._builds = 0
        self._command = [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--config-file",
            config.config_file_path,
            "--strict" if config.strict else "--no-strict",
        ]
        self._environment = os.environ | {"SITE_URL": config.site_url or ""}
        self.proof = BackgroundProof()

    def build(self) -> bool:
        """Build the site again and return True if that succeeded."""
        self._builds += 1
        folder, mistakes = self.folder / f"{self._builds}", self.folder / "mistakes.txt"
        mistakes.unlink(missing_ok=True)
        environment = self._environment | {MISTAKES: str(mistakes)}
        if self._builds > 1:  # bytecode next to the sources would count as a change and trigger a build
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        if subprocess.run([*self._command, "--site-dir", folder], env=environment, check=False).returncode:
            rmtree(folder, ignore_errors=True)
            told = mistakes.read_text(encoding="utf-8").splitlines() if mistakes.is_file() else []
            self.mistakes = told or ["The terminal says what is wrong."]
            return False
        self.proof.restart(RULES_CACHE)
        last, self.current, self.mistakes = self.current, folder, []
        if last and last != self.folder:
            rmtree(last, ignore_errors=True)
        return True


class Server(LiveReloadServer):
    """MkDocs' live reload server for a `Site`; no request waits for a build."""

    def __init__(self, plain: LiveReloadServer, site: Site) -> None:
        host, port = plain.server_address[:2]
        root = str(site.current or site.folder)
        super().__init__(lambda: None, str(host), int(port), root, mount_path=plain.mount_path)
        self.url, self.site, self.error_handler = plain.url, site, self._error_page
        for path in plain._watched_paths:
            self.watch(path)
        plain.server_close()

    def _build_loop(self) -> None:
        """Build after each change until the server is shut down."""
        while self._has_changed():
            if self.site.build():
                self.root = str(self.site.current)
                log.info("Reloading browsers")
            else:
                log.error("The rebuild failed; the pages stay as they were until the next change.")
                if self.site.current:
                    continue
            with self._epoch_cond:
                self._visible_epoch = self._wanted_epoch = _timestamp()
                self._epoch_cond.notify_all()

    def _has_changed(self) -> bool:
        """Wait for files to change and for the changes to stop; return False when the server shuts down."""
        with self._rebuild_cond:
            while not self._want_rebuild and not self._shutdown:
                self._rebuild_cond.wait(timeout=self.shutdown_delay)
            if self._shutdown:
                return False
            log.info("Detected file changes")
            while self._rebuild_cond.wait(timeout=self.build_delay):
                pass
            self._want_rebuild = False
        return True

    def _serve_request(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes] | None:
        if self.site.current or environ["PATH_INFO"].startswith("/livereload/"):
            return super()._serve_request(environ, start_response)
        mistakes = "\n".join(f"<p>{escape(each, quote=False)}</p>" for each in self.site.mistakes)
        notice = NOTICE.format(mistakes=mistakes).encode()
        page: bytes = self._inject_js_into_html(notice, self._visible_epoch)  # type: ignore[no-untyped-call]
        start_response("200 OK", [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(page)))])
        return [page]

    def _error_page(self, code: int) -> bytes | None:
        path = Path(self.root) / f"{code}.html"
        return path.read_bytes() if path.is_file() else None


def build_apart() -> None:
    """Make `mkdocs serve` run its first build in a new interpreter, and start serving even if that build fails."""

    def first_build(config: MkDocsConfig, **_: object) -> None:
        log.info("The first build takes about a minute; what it makes is kept for later ones.")
        if not find_site(config).build():
            log.error("The site was not built; the next change builds it again.")

    vars(serve)["build"] = first_build


def find_site(config: MkDocsConfig) -> Site:
    """Return the site that this config's server serves."""
    site: Site = config.extra.setdefault(SITE, None) or Site(config)
    config.extra[SITE] = site
    return site


def note_mistakes() -> None:
    """Write errors to a file if live reload started this build."""
    if path := os.environ.get(MISTAKES):
        logging.getLogger("mkdocs").addHandler(Notes(Path(path)))


class Notes(logging.Handler):
    """A log handler that writes errors to a file, one per line; warnings are included until the first error."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self.path, self.worst = path, 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless a more severe one has been written."""
        if record.levelno < self.worst:
            return
        mode = "a" if record.levelno == self.worst else "w"
        self.worst = record.levelno
        with self.path.open(mode, encoding="utf-8") as file:
            file.write(f"{' '.join(record.getMessage().split())}\n")
