"""The pages of a live site in a builder, rendered by MkDocs' own functions as soon as somebody asks for them."""

import json
import logging
import posixpath
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files, InclusionLevel, get_files, set_exclusions
from mkdocs.structure.nav import Navigation, get_navigation
from mkdocs.structure.pages import Page

from rules_markdown.page_data import take_page_data
from rules_py.checking.exceptions import has_place, join_lines
from rules_site import offline
from rules_site.finish import EVERY_STEP, FIRST_STEPS, NOT_LIVE, STEPS, FinishedSite, link_to_site, render_parts
from rules_site.pages import ERRORS, INDEX, BuiltPage
from rules_support import artifact_cache

from .contents import Content, ContentCache, cache_blocks
from .digests import compute_code_digest, compute_rules_digests, find_games
from .mistakes import describe_mistake

if TYPE_CHECKING:
    from jinja2 import Environment

    from .settings import Settings

SERVED = InclusionLevel.is_in_serve
MOST_SECONDS = 20
"""The maximum processor time of a page."""

STEPS_LIVE = [name for name in EVERY_STEP if name not in NOT_LIVE]


@contextmanager
def limit_time() -> Iterator[None]:
    """Raise an error in a block that takes too much of the processor's time, because a rule may never end."""

    def end(*_: object) -> None:
        raise TimeoutError(f"it takes longer than {MOST_SECONDS} seconds to render: does a rule never end?")

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Warnings(logging.Handler):
    """A log handler that collects warnings, such as those about links to pages that don't exist."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Collect a warning or an error."""
        self.found.append(" ".join(record.getMessage().split()))


class UnfinishedSite(FinishedSite):
    """A live site, in which a page may not have been rendered yet."""

    urls: frozenset[str] = frozenset()

    def has_page(self, url: str) -> bool:
        """Return True if the site will have a page at an address, or for a file, which may be written later."""
        return url in self.urls or not url.endswith("/") or super().has_page(url)


class LiveSite:
    """The pages as the rules of this process and the files on disk make them."""

    def __init__(self, settings: "Settings") -> None:
        self.settings = settings
        config = load_config(config_file=settings.config_file, site_dir=settings.folder, strict=settings.strict)
        config.site_url = settings.site_url
        with suppress(KeyError, ValueError):  # each page is loaded, so that its source is known
            config.theme["features"].remove("navigation.instant")
        config.plugins.on_startup(command="build", dirty=False)
        self.config = config.plugins.on_config(config)
        self.docs = Path(self.config.docs_dir)
        self.folder = Path(settings.folder)
        self.project = Path(self.config.config_file_path).parent
        self.digests = compute_rules_digests()
        self.code = compute_code_digest(Path(self.config.config_file_path))
        cache = Path(settings.cache)
        self.contents = ContentCache(cache / "contents")
        cache_blocks(cache / "blocks", self.digests, self.code)
        self.files: Files
        self.nav: Navigation
        self._environment: Environment
        self._scripts: dict[str, Path] = {}
        self._pages: dict[str, Page] = {}
        self._keys: dict[str, str] = {}
        self._mistakes: dict[str, list[str]] = {}
        self._others: list[str] = []
        self._finished: dict[str, str] = {}
        self._last: UnfinishedSite | None = None

    # Reading

    def gather(self) -> None:
        """Find all files, and read the sources of all pages."""
        config = self.config
        config.plugins.on_pre_build(config=config)
        files = get_files(config)
        environment = config.theme.get_env()
        files.add_files_from_theme(environment, config)
        files = config.plugins.on_files(files, config=config)
        set_exclusions(files, config)
        nav = config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
        self.files, self.nav = files, nav
        self._pages = {}
        for file in files.documentation_pages(inclusion=SERVED):
            page = file.page or Page(None, file, config)
            self._pages[page.url] = page
        self._keys, self._mistakes, self._others = {}, {}, []
        for page in self._pages.values():
            self._read(page)
        self._environment = config.plugins.on_env(environment, config=config, files=Files([]))
        files.copy_static_files(inclusion=SERVED)
        for name in config.theme.static_templates:
            if name != ERRORS:
                build._build_theme_template(name, self._environment, files, config, nav)
        offline.write_unregister_script(self.folder)
        for url in self._pages:
            self._restore(url)

    def update(self, paths: Iterable[str]) -> None:
        """Take what has been saved in the folder of pages: texts, or else the choice, the order or the look of all."""
        pages = {page.file.abs_src_path: url for url, page in self._pages.items()}
        if all(path in pages and Path(path).is_file() for path in paths):
            titles = self._describe_titles()
            for url in {pages[path] for path in paths}:
                self._take_text(self._pages[url])
            if titles == self._describe_titles():
                for url in {pages[path] for path in paths}:
                    self._finished.pop(url, None)
            else:
                self._finished.clear()
        else:
            self.gather()
            self._finished.clear()
        self._last = None

    def _take_text(self, page: Page) -> None:
        file = page.file
        with suppress(AttributeError):  # MkDocs reads a file once
            del file._content
        before = self._keys.get(page.url)
        self._read(page)
        if self._keys[page.url] != before and not self._restore(page.url):
            self._render(page)

    def _read(self, page: Page) -> None:
        """Read a page's source, and compute the key of its content."""
        config = self.config
        config._current_page = page
        try:
            page = config.plugins.on_pre_page(page, config=config, files=self.files)
            page.read_source(config)
            page.markdown = config.plugins.on_page_markdown(
                page.markdown or "", page=page, config=config, files=self.files
            )
        finally:
            config._current_page = None
        text = page.markdown or ""
        games = find_games(text, page.meta, list(self.digests.games))
        parts = [text, json.dumps(page.meta, sort_keys=True, default=str), page.url, self.digests.combine(games)]
        about = [*parts, self.code, self.settings.site_url, self._paths]
        self._keys[page.url] = artifact_cache.compute_digest(*(part.encode() for part in about))

    @property
    def _paths(self) -> str:
        return "\n".join(sorted(self.files.src_uris))

    def _describe_titles(self) -> str:
        return repr([(url, page.title, page.meta.get("title")) for url, page in self._pages.items()])

    # Contents

    def _restore(self, url: str) -> bool:
        """Give a page its content from the cache; return False if it has to be rendered."""
        page = self._pages[url]
        content = self.contents.read(self._keys[url])
        if content is None:
            page.content = None
            return False
        self._set_content(page, content)
        self._note_warnings(page, content.warnings)
        self.contents.note_latest(page.file.src_uri, self._keys[url])
        return True

    def _set_content(self, page: Page, content: Content) -> None:
        page.content, page.toc, page._title_from_render = content.html, content.toc, content.title
        page.meta = dict(content.meta)
        page.present_anchor_ids = content.anchors
        found = {file: links for path, links in content.links.items() if (file := self.files.get_file_from_path(path))}
        page.links_to_anchors = found

    def _render(self, page: Page) -> None:
        """Render a page's content; after a mistake, show the last one that was right."""
        config, url = self.config, page.url
        try:
            with self._collect_warnings() as warnings, limit_time():
                config._current_page = page
                page.render(config, self.files)
                page.content = config.plugins.on_page_content(
                    page.content or "", page=page, config=config, files=self.files
                )
                config.plugins.on_env(self._environment, config=config, files=Files([page.file]))
        except Exception as error:
            self._mistakes[url] = [self._describe_mistake(page, error)]
            last = self.contents.read_latest(page.file.src_uri)
            if last:
                self._set_content(page, last)
            else:
                page.content = ""
            return
        finally:
            config._current_page = None
        content = Content(
            page.content or "",
            dict(page.meta),
            page._title_from_render,
            page.toc,
            set(page.present_anchor_ids or ()),
            {file.src_uri: dict(links) for file, links in (page.links_to_anchors or {}).items()},
            warnings,
        )
        self._note_warnings(page, warnings)
        self.contents.write(page.file.src_uri, self._keys[url], content)

    @contextmanager
    def _collect_warnings(self) -> Iterator[list[str]]:
        handler = Warnings()
        log = logging.getLogger("mkdocs")
        log.addHandler(handler)
        try:
            yield handler.found
        finally:
            log.removeHandler(handler)

    def _note_warnings(self, page: Page, warnings: list[str]) -> None:
        if warnings and self.settings.strict:
            self._mistakes[page.url] = list(warnings)
        else:
            self._mistakes.pop(page.url, None)

    def _describe_mistake(self, page: Page, error: Exception) -> str:
        said = join_lines(str(error)) if isinstance(error, MkDocsException) else describe_mistake(error)
        path = Path(page.file.abs_src_path or page.file.src_uri)
        with suppress(ValueError):
            path = path.relative_to(self.project)
        return said if has_place(said) else f"{path}: {said}"

    def list_mistakes(self) -> list[str]:
        """Return the sentences about all pages that have been rendered."""
        return list(dict.fromkeys([each for found in self._mistakes.values() for each in found] + self._others))

    # Pages

    def read_assets(self) -> None:
        """Take the scripts and the compiled rules that the assets' process has built."""
        with suppress(FileNotFoundError):
            found = json.loads(Path(self.settings.assets).read_text(encoding="utf-8"))["files"]
            self._scripts = {path: Path(file) for path, file in found.items() if path.endswith(".js")}
        self._finished.clear()
        self._last = None

    def render_page(self, url: str) -> str:
        """Return the HTML of the page at an address.

        Raises:
            KeyError: there is none.
        """
        if url == ERRORS:
            return self._finish_errors()
        if url not in self._finished:
            page = self._pages[url]
            if page.content is None:
                self._render(page)
            self._finished[url] = self._finish(page)
        return self._finished[url]

    def _finish(self, page: Page) -> str:
        built = self._apply_template(page)
        site = self._join()
        try:
            render_parts(built, site)
        except ValueError as error:
            self._mistakes[page.url] = [str(error)]
        link_to_site(built, site)
        return built.html

    def _apply_template(self, page: Page) -> BuiltPage:
        config = self.config
        page.active = True
        config._current_page = page
        try:
            documents = self.files.documentation_pages(inclusion=SERVED)
            context = build.get_context(self.nav, documents, config, page)
            template = self._environment.get_template(page.meta.get("template", "main.html"))
            context = config.plugins.on_page_context(context, page=page, config=config, nav=self.nav)
            output = config.plugins.on_post_page(template.render(context), page=page, config=config)
        finally:
            page.active = False
            config._current_page = None
        html, data = take_page_data(output)
        return BuiltPage(self.folder / page.file.dest_uri, _normalize(page.url), html, data)

    def _finish_errors(self) -> str:
        build._build_theme_template(ERRORS, self._environment, self.files, self.config, self.nav)
        path = self.folder / ERRORS
        html, data = take_page_data(path.read_text(encoding="utf-8"))
        site = self._join()
        about = next((page.site for page in site.pages if page.data), {})
        page = BuiltPage(path, ERRORS, html, data)
        page.site |= about
        link_to_site(page, site)
        return page.html

    def _join(self) -> UnfinishedSite:
        """Return the site as the contents that there are so far decide it."""
        if self._last is None:
            site = UnfinishedSite(self.folder, STEPS_LIVE)
            site.urls = frozenset(map(_normalize, self._pages))
            theme = {path.relative_to(self.folder).as_posix(): path for path in self.folder.rglob("*.js")}
            site.scripts = theme | self._scripts
            for page in self._pages.values():
                html, data = take_page_data(page.content or "")
                place = self.folder / page.file.dest_uri
                site.pages.append(BuiltPage(place, _normalize(page.url), html, data))
            self._last = site
        return self._last

    # The whole site

    def complete(self) -> dict[str, Any]:
        """Render all pages, and write what needs all of them, such as the search."""
        before = self._describe_site()
        for page in self._pages.values():
            if page.content is None:
                self._render(page)
        self._last = None
        others = self._check_anchors()
        has_changed = before != self._describe_site()
        if has_changed:
            self._finished.clear()
        site = self._join()
        for built, url in zip(site.pages, self._pages, strict=True):
            built.html = self.render_page(url)
        for name, step in {**FIRST_STEPS, **STEPS}.items():
            if name in STEPS_LIVE:
                step(site)
        self.contents.prune()
        artifact_cache.prune(self.contents.folder.parent / "blocks")
        return {"mistakes": self._mistakes, "others": others, "has_changed": has_changed}

    def note_completed(self, found: dict[str, Any]) -> None:
        """Take the mistakes and the contents that a copy of this process has found."""
        self._mistakes |= found["mistakes"]
        self._others = found["others"]
        for url, page in self._pages.items():
            if page.content is None:
                self._restore(url)
        if found["has_changed"]:
            self._finished.clear()
        self._last = None

    def _check_anchors(self) -> list[str]:
        with self._collect_warnings() as warnings:
            for page in self._pages.values():
                page.validate_anchor_links(files=self.files, log_level=self.config.validation.links.anchors)
        return warnings if self.settings.strict else []

    def _describe_site(self) -> str:
        site = self._join()
        return repr((site.stores, site.games, self._describe_titles()))


def _normalize(url: str) -> str:
    """Return a page's address as the steps after a build write it.

    >>> _normalize("./"), _normalize("moon/"), _normalize("moon.html")
    ('', 'moon/', 'moon.html')
    """
    address = posixpath.normpath(url)
    return "" if address == "." else f"{address}/" if url.endswith("/") else address.removesuffix(INDEX)
