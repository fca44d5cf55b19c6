"""MkDocs' events: they call the steps before and after a build, which sites of any other builder have as commands."""

import logging
import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

from hooks import live_reload
from rules_py.checking.exceptions import VERBOSE, describe_error
from rules_site import finish, game_pages, prepare
from rules_site.live.server import Server

log = logging.getLogger("mkdocs.hooks")

LIVE_RELOAD = "FIELDBOOK_LIVE_RELOAD"
"""An environment variable that is set while live reload runs, so that its rebuilds know about it."""


def on_startup(command: str, dirty: bool) -> None:
    """Set up error reporting, and live reload for `mkdocs serve`."""
    if logging.getLogger("mkdocs").isEnabledFor(logging.DEBUG):  # --verbose
        os.environ[VERBOSE] = "1"
    if command == "serve":
        os.environ[LIVE_RELOAD] = "1"
        live_reload.build_apart()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Choose the games."""
    game_pages.choose_games(config.extra.get("games"), config.config_file_path)
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> Server:
    """Replace the server with one whose pages are rendered in other interpreters (`rules_site.live`)."""
    return live_reload.create_server(server, config)


@event_priority(100)  # before the plug-ins that read the look and the order of pages
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Check everything, leave out the pages of games that the site doesn't offer, and add those of installed games."""
    for file in [file for file in files if game_pages.is_left_out(file.src_uri)]:
        files.remove(file)
    for place, path in game_pages.list_game_pages().items():
        files.append(File.generated(config, place, abs_src_path=str(path)))
    if LIVE_RELOAD not in os.environ:  # its builders check at the same time
        report = prepare.check(Path(config.docs_dir))
        if report.errors:
            raise Abort(f"Checked {report.summary}; `python -m rules_py check` finds them again.")
    prepare.load_games()
    log.info("Rendering %d pages", len(files.documentation_pages()))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Finish the site."""
    log.info("Writing what the whole site needs")
    finish.finish(Path(config.site_dir), finish.EVERY_STEP)


def on_build_error(error: Exception) -> None:
    """Abort with one sentence for any exception, except for MkDocs' own errors, which it reports itself."""
    if not isinstance(error, MkDocsException):
        log.error(describe_error(error))
        raise Abort("Aborted with a BuildError!") from None
