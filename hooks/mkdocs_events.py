"""MkDocs event handlers. They delegate to modules that, except for live reload, don't depend on MkDocs."""

import json
import logging
import os
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, cast
from urllib.parse import urljoin

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, BuildError, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from hooks import live_reload
from rules_py import RulesError
from rules_py.formats import find_licence
from rules_py.play.schema import build_schema
from rules_py.registry import games
from rules_py.registry.play import find_play, find_sheet, list_sheet_ids
from rules_py.rendering.paper_sheet import PLAIN, Look
from rules_site import (
    bundle,
    continue_list,
    csp,
    dice_tray,
    gm_screen,
    licences,
    offline,
    open_data,
    search,
    social_cards,
)
from rules_site.json_ld import Game, Site, build_json_ld
from rules_support.author_errors import VERBOSE, describe_error, has_place, join_lines

log = logging.getLogger("mkdocs.hooks")

EXTENSION = "rules_markdown"
SCHEMA_PATH = "assets/sheets.schema.json"
"""The path in the site of the JSON Schema of all sheets."""

LIVE_RELOAD = "FIELDBOOK_LIVE_RELOAD"
"""An environment variable that is set while live reload runs, so that its rebuilds know about it."""

PYTHON_STYLES = "assets/_mkdocstrings.css"
"""The styles of pages about Python."""

ENTRIES_KEY = "found_on_pages"
"""The key in the config's extras of this build's search entries, by the page's file."""


def on_startup(command: str, dirty: bool) -> None:
    """Set up error reporting, and live reload for `mkdocs serve`."""
    if logging.getLogger("mkdocs").isEnabledFor(logging.DEBUG):  # --verbose
        os.environ[VERBOSE] = "1"
    if command == "serve":
        os.environ[LIVE_RELOAD] = "1"
        live_reload.build_apart()
    else:
        live_reload.note_mistakes()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Start a build, and tell the templates whether the site works offline; with live reload it doesn't."""
    logging.getLogger("mkdocs.commands.build").addFilter(PAGE_ERRORS)
    PAGE_ERRORS.page = ""
    config.extra[ENTRIES_KEY] = {}
    if PYTHON_STYLES in config.extra_css:  # mkdocstrings puts it on every page; those that need it have a link
        config.extra_css.remove(PYTHON_STYLES)
    config.extra["offline"] = LIVE_RELOAD not in os.environ
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
    """Replace the server with one that runs every rebuild in a new interpreter.

    A new interpreter reads rules, data, hooks and templates as they are on disk. This one keeps the modules that it
    imported: they can't be unloaded while other code refers to their contents.
    """
    return live_reload.Server(server, live_reload.find_site(config))


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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Replace the front-end sources with their bundle and the runtime, and the theme's search with ours."""
    for file in [file for file in files if file.src_uri.startswith(search.THEME_SEARCH_FOLDERS)]:
        files.remove(file)
    try:
        load_games()
        is_complete = LIVE_RELOAD not in os.environ  # a changed rule is there sooner without its proof
        for place, path in bundle.build_site_files(prove_rules=is_complete).items():
            files.append(File.generated(config, place, abs_src_path=str(path)))
        files.append(File.generated(config, SCHEMA_PATH, content=_build_schema()))
        files.append(File.generated(config, licences.TEXTS_PATH, content=licences.render_texts()))
    except Exception as error:  # a game's modules may raise anything
        raise BuildError(describe_error(error)) from None
    return files


def load_games() -> None:
    """Import all games and read their tables, so that mistakes are reported before the slow build steps."""
    for game in games.iter_games():
        _ = game.mechanics, game.calculators, dict(game.tables), find_play(game.slug)


def _build_schema() -> str:
    return json.dumps(build_schema(find_sheet(id) for id in list_sheet_ids()), indent=1)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Tell who waits for the build that its longest step without a message of MkDocs begins."""
    log.info("Rendering %d pages", len(files.documentation_pages()))
    return nav


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Let templates check if the site has a file, list a page's preloads, and list the pages of stored data."""
    log.info("Writing the pages")
    scripts = {
        file.src_uri: Path(file.abs_src_path) for file in files if file.abs_src_path and file.src_uri.endswith(".js")
    }
    env.globals["is_file"] = lambda path: files.get_file_from_path(path) is not None
    env.globals["inline_script"] = bundle.minify_inline_script()
    env.globals["list_preloads"] = lambda content: bundle.list_preloads(content, scripts)
    env.globals["list_play_files"] = lambda content: bundle.list_play_files(content, scripts)
    pages = [file.page for file in files.documentation_pages() if file.page]
    addresses = continue_list.find_pages({page.url: page.content or "" for page in pages})
    games = {page.meta["game"]: page.meta for page in pages if "game" in page.meta}
    env.globals["find_sheets_page"] = lambda game: addresses.get(game, {}).get("sheets", "")
    env.globals["list_continued"] = lambda game: continue_list.build_data(addresses, games, game)
    return env


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Pass the page to the Markdown extension, for which MkDocs creates a new instance per page."""
    if slug := page.meta.get("game"):
        page.meta.setdefault("credit", find_licence(slug).credit)
        page.meta.setdefault("licence", find_licence(slug).line)
    path = Path(config.docs_dir) / page.file.src_uri
    text = page.file.content_string
    config.mdx_configs.setdefault(EXTENSION, {}).update(
        path=str(path.relative_to(Path(config.config_file_path).parent)),
        lines_before=len(text.rstrip("\n").splitlines()) - len(markdown.rstrip("\n").splitlines()),
        root="../" * page.url.strip("/").count("/") + ("../" if page.url.strip("/") else ""),
        address=page.url or "./",
        site=config.site_dir,
        look=_build_look(page, config),
        anchors=set(),
        error=BuildError,
    )
    return (
        markdown.replace(licences.TABLE_PLACEHOLDER, licences.render_table())
        if licences.TABLE_PLACEHOLDER in markdown
        else markdown
    )


def _build_look(page: Page, config: MkDocsConfig) -> Look:
    """Build the look of a game's printed pages; a page without a game has none."""
    slug, meta = page.meta.get("game"), page.meta
    if not slug:
        return PLAIN
    icon = config.theme.get_env().get_template(f".icons/{meta['mark']}.svg").render()
    has_drawing = (Path(config.docs_dir) / slug / "art.svg").is_file()
    root = "../" * page.url.strip("/").count("/") + ("../" if page.url.strip("/") else "")
    return Look(
        f"{icon} <span>{escape(meta['name'])}</span>",
        meta.get("credit", ""),
        f"{root}{slug}/art.svg" if has_drawing else "",
    )


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Register the blocks' anchors, so that links to them are checked, and turn a GM screen's sections into tiles."""
    page.present_anchor_ids = (page.present_anchor_ids or set()) | config.mdx_configs[EXTENSION]["anchors"]
    if not page.meta.get("screen"):
        return html
    try:
        return gm_screen.render_gm_screen(html, page.meta.get("game", ""))
    except RulesError as error:
        raise BuildError(f"docs/{page.file.src_uri}: {error}") from None


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
    """Pass link-preview data to the templates: the page's social card and its JSON-LD."""
    meta, site = page.meta, config.site_url
    if not site or not page.canonical_url:
        return context
    game = (
        Game(meta["name"], meta.get("tagline", ""), urljoin(site, f"{meta['game']}/"), meta.get("credit", ""))
        if "game" in meta
        else None
    )
    about = meta.get("description", config.site_description or "")
    said = {
        "card": urljoin(site, social_cards.card_path(page.url)),
        "card_size": (social_cards.WIDTH, social_cards.HEIGHT),
        "structured": build_json_ld(
            Site(config.site_name, config.site_description or "", site),
            page.title or "",
            about,
            page.canonical_url,
            game,
        ),
    }
    return cast(TemplateContext, context | said)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Collect the page's search entries."""
    meta = page.meta
    about = search.Page(
        page.url.removeprefix("./"),
        page.title,
        page.file.src_uri,
        game=meta.get("game", ""),
        words=meta.get("search", {}),
        is_aside=bool(meta.get("aside")),
        description=meta.get("description", ""),
    )
    try:
        config.extra[ENTRIES_KEY][page.file.src_uri] = about, search.extract_entries(output, about), meta
    except search.SearchError as error:
        raise BuildError(str(error)) from None
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index, data, social cards, policy and service worker into the finished site."""
    log.info("Writing the search index and the files about the whole site")
    icons = config.theme.get_env()
    found = config.extra[ENTRIES_KEY].values()
    of_games = {meta["game"]: meta for _, _, meta in found if "game" in meta}
    games = {
        slug: {
            "name": meta["name"],
            "accent": meta["accent"],
            "mark": icons.get_template(f".icons/{meta['mark']}.svg").render(),
        }
        for slug, meta in of_games.items()
    }
    site = Path(config.site_dir)
    open_data.write(site)
    search.write(site, [(page, entries) for page, entries, _ in found], games)
    try:
        dice_tray.write(site, {slug: about | {"roll": of_games[slug].get("roll")} for slug, about in games.items()})
        if LIVE_RELOAD in os.environ:  # live reload injects a script into each page, which the policy would block
            offline.write_unregister_script(site)
        else:
            social_cards.write(site, _build_cards(config, games))
            bundle.trim_theme_styles(site)
            csp.write_headers(site, csp.write_policy(site))
            offline.write(site)
    except (FileNotFoundError, ValueError) as error:
        raise BuildError(str(error)) from None


def _build_cards(config: MkDocsConfig, games: Mapping[str, Mapping[str, Any]]) -> dict[str, social_cards.Card]:
    """Build the social card of each page, by the page's address."""
    drawings = {slug: Path(config.docs_dir) / slug / "art.svg" for slug in games}
    looks = {
        slug: social_cards.Look(
            about["name"],
            about["accent"]["light"],
            about["mark"],
            drawings[slug].read_text(encoding="utf-8") if drawings[slug].is_file() else "",
        )
        for slug, about in games.items()
    }
    return {
        page.url: social_cards.Card(
            config.site_name,
            page.title,
            meta.get("description", config.site_description or ""),
            looks.get(meta.get("game", ""), social_cards.Look()),
        )
        for page, _, meta in config.extra[ENTRIES_KEY].values()
    }
