"""MkDocs event handlers: reports of mistakes, live reload, and the steps after a build."""

import json
import logging
import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, BuildError, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from hooks import live_reload
from rules_py import RulesError
from rules_py.checking.exceptions import VERBOSE, describe_error, has_place, join_lines
from rules_py.play.schema import build_schema
from rules_py.registry import games
from rules_py.registry.play import find_play, find_sheet, list_sheet_ids
from rules_py.tables.schema import build_table_schema
from rules_site import bundle, licences
from rules_site.finish import EVERY_STEP, finish
from rules_site.game_pages import choose_games, is_left_out, list_game_pages
from rules_site.live.server import Server
from rules_site.page_checks.schemas import build_meta_schema
from rules_support.checks import check_site

log = logging.getLogger("mkdocs.hooks")

LIVE_RELOAD = "FIELDBOOK_LIVE_RELOAD"
"""An environment variable that is set while live reload runs, so that its rebuilds know about it."""

PYTHON_STYLES = "assets/_mkdocstrings.css"
"""The styles of pages about Python."""


def on_startup(command: str, dirty: bool) -> None:
    """Set up error reporting, and live reload for `mkdocs serve`."""
    if logging.getLogger("mkdocs").isEnabledFor(logging.DEBUG):  # --verbose
        os.environ[VERBOSE] = "1"
    if command == "serve":
        os.environ[LIVE_RELOAD] = "1"
        live_reload.build_apart()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Start a build, and tell the templates whether the site works offline; with live reload it doesn't."""
    logging.getLogger("mkdocs.commands.build").addFilter(PAGE_ERRORS)
    PAGE_ERRORS.page = ""
    if PYTHON_STYLES in config.extra_css:  # mkdocstrings puts it on every page; those that need it have a link
        config.extra_css.remove(PYTHON_STYLES)
    config.extra["offline"] = LIVE_RELOAD not in os.environ
    try:
        choose_games(config.extra.get("games"))
    except RulesError as error:
        raise BuildError(f"{config.config_file_path}: extra: {error}") from None
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> Server:
    """Replace the server with one whose pages are rendered in other interpreters (`rules_site.live`)."""
    return live_reload.create_server(server, config)


def on_build_error(error: Exception) -> None:
    """Abort with one sentence for any exception, except for MkDocs' own errors."""
    if isinstance(error, MkDocsException) and not isinstance(error, BuildError):
        return
    page = f"docs/{PAGE_ERRORS.page}" if PAGE_ERRORS.page else ""
    said = join_lines(str(error)) if isinstance(error, BuildError) else describe_error(error, page)
    log.error(said if has_place(said) or not page else f"{page}: {said}")
    raise Abort("Aborted with a BuildError!") from None


class PageErrors(logging.Filter):
    """A log filter that drops MkDocs' line naming the page, because our message names the page or the rule at fault."""

    page = ""
    """The last page that MkDocs would have named."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a line that names the page, and remember that page."""
        named = re.match(r"Error (?:reading|building) page '(.*?)':", record.getMessage())
        if named:
            self.page = named[1]
        return not named


PAGE_ERRORS = PageErrors()


@event_priority(100)  # before the plug-ins that read the look and the order of pages
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Import all games, so that mistakes are reported before pages are rendered, and add their pages."""
    for file in [file for file in files if is_left_out(file.src_uri)]:
        files.remove(file)
    for place, path in list_game_pages().items():
        files.append(File.generated(config, place, abs_src_path=str(path)))
    if LIVE_RELOAD not in os.environ:  # its builders check at the same time
        check_games(Path(config.docs_dir))
    try:
        bundle.check_setup()
        load_games()
        for address, schema in _build_schemas().items():
            files.append(File.generated(config, address, content=json.dumps(schema, indent=1)))
        files.append(File.generated(config, licences.TEXTS_PATH, content=licences.render_texts()))
    except Exception as error:  # a game's modules may raise anything
        raise BuildError(describe_error(error)) from None
    return files


def check_games(docs: Path) -> None:
    """Check all games and pages before the slow steps, and abort with every mistake; warnings don't stop a build."""
    report = check_site(docs)
    for problem in report.warnings:
        log.info(str(problem))
    for problem in report.errors:
        log.error(str(problem))
    if report.errors:
        raise Abort(f"Checked {report.summary}; `python -m rules_py check` finds them again.")
    log.info("Checked %s", report.summary)


def load_games() -> None:
    """Import all games and read their tables, which the slow build steps need."""
    for game in games.iter_games():
        _ = game.mechanics, game.calculators, dict(game.tables), find_play(game.slug)


def _build_schemas() -> dict[str, Any]:
    """Build the JSON Schemas of sheets, tables and front matter, by their paths in the site."""
    return {
        "assets/sheets.schema.json": build_schema(find_sheet(id) for id in list_sheet_ids()),
        "assets/table.schema.json": build_table_schema(),
        "assets/meta.schema.json": build_meta_schema(),
    }


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Tell who waits for the build that its longest step without a message of MkDocs begins."""
    log.info("Rendering %d pages", len(files.documentation_pages()))
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Insert the table of the software that the site distributes."""
    table = licences.render_table() if licences.TABLE_PLACEHOLDER in markdown else ""
    return markdown.replace(licences.TABLE_PLACEHOLDER, table)


def on_post_build(config: MkDocsConfig) -> None:
    """Finish the site."""
    log.info("Writing what the whole site needs")
    try:
        finish(Path(config.site_dir), EVERY_STEP)
    except (FileNotFoundError, ValueError) as error:
        raise BuildError(describe_error(error)) from None
