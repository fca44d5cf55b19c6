"""The plug-in `rules-site` for MkDocs: a build with it needs no command before or after it.

It only calls the steps that sites of any other builder have as commands.
"""

import logging
import os
from pathlib import Path

from mkdocs.config.base import Config
from mkdocs.config.config_options import Choice, ListOfItems, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files

from rules_py.checking.exceptions import VERBOSE, describe_error

from . import game_pages, prepare
from .bundle import list_silent_rules
from .finish import finish, list_steps

EXTENSIONS = frozenset({"rules", "rules_markdown"})
"""The names of the Markdown extension."""

LIVE_RELOAD = "FIELDBOOK_LIVE_RELOAD"
"""An environment variable that is set while live reload runs, so that its rebuilds know about it."""

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


class SiteConfig(Config):  # type: ignore[no-untyped-call]
    """The settings of the plug-in.

    Attributes:
        steps: the names of the optional steps after a build.
        check: True to check all games and pages before a build.
        live: True to let `mkdocs serve` show saved rules, which takes a copy of the project.
    """

    steps = ListOfItems(Choice(list_steps()), default=[])
    check = Type(bool, default=False)
    live = Type(bool, default=False)


class SitePlugin(BasePlugin[SiteConfig]):  # type: ignore[no-untyped-call]
    """The plug-in of one site."""

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Set up error reporting, and live reload for `mkdocs serve`."""
        if logging.getLogger("mkdocs").isEnabledFor(logging.DEBUG):  # --verbose
            os.environ[VERBOSE] = "1"
        if command == "serve" and self.config.live:
            from .live import mkdocs_serve

            os.environ[LIVE_RELOAD] = "1"
            mkdocs_serve.build_apart()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Choose the games, and add the Markdown extension."""
        game_pages.choose_games(config.extra.get("games"), config.config_file_path)
        if not EXTENSIONS.intersection(config.markdown_extensions):
            config.markdown_extensions.append("rules_markdown")
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer | None:
        """Replace the server with one whose pages are rendered in other interpreters (`rules_site.live`)."""
        if not self.config.live:
            return None
        from .live import mkdocs_serve

        live: LiveReloadServer = mkdocs_serve.create_server(server, config)  # type: ignore[assignment]
        return live

    @event_priority(100)  # before the plug-ins that read the look and the order of pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Check everything, leave out the pages of games that aren't offered, and add those of installed games."""
        for file in [file for file in files if game_pages.is_left_out(file.src_uri)]:
            files.remove(file)
        for place, path in game_pages.list_game_pages().items():
            if files.get_file_from_path(place):  # a page of the site comes first
                continue
            files.append(File.generated(config, place, abs_src_path=str(path)))
        if self.config.check and LIVE_RELOAD not in os.environ:  # its builders check at the same time
            report = prepare.check(Path(config.docs_dir))
            if report.errors:
                raise Abort(f"Checked {report.summary}; `python -m rules_py check` finds them again.")
        prepare.load_games()
        log.info("Rendering %d pages", len(files.documentation_pages()))
        return files

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Finish the site."""
        log.info("Writing what the whole site needs")
        finish(Path(config.site_dir), self.config.steps)
        for id, reason in list_silent_rules().items():
            log.info("%s doesn't roll on this site: %s", id, reason)

    def on_build_error(self, *, error: Exception) -> None:
        """Abort with one sentence for any exception, except for MkDocs' own errors, which it reports itself."""
        if not isinstance(error, MkDocsException):
            log.error(describe_error(error))
            raise Abort("Aborted with a BuildError!") from None
