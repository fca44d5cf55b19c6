"""MkDocs' events, each handed to a module that knows nothing of MkDocs."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

EXTENSION = "hooks.rules_markdown"
_live_reload = False


def on_startup(command: str, dirty: bool) -> None:
    """Live reload shows files as they are now, so no browser may keep them."""
    global _live_reload
    _live_reload = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Start each build, live reload's too, from the rules as they are on disk now."""
    for name in [name for name in sys.modules if name.split(".")[0] == "rules_py"
                 or name.startswith((EXTENSION, "hooks.bundle", "hooks.offline"))]:
        del sys.modules[name]
    config.extra["offline"] = not _live_reload
    config.mdx_configs.setdefault(EXTENSION, {})["error"] = BuildError
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what runs the rules in the browser."""
    from hooks import bundle

    try:
        for place, path in bundle.files().items():
            files.append(File.generated(config, place, abs_src_path=str(path)))
    except FileNotFoundError as error:
        raise BuildError(str(error)) from None
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Tell the extension which page comes next."""
    from hooks.rules_markdown import source

    path = Path(config.docs_dir) / page.file.src_uri
    text = page.file.content_string
    source.begin(source.Source(
        path=str(path.relative_to(Path(config.config_file_path).parent)),
        lines_before=len(text.rstrip("\n").splitlines()) - len(markdown.rstrip("\n").splitlines()),
        root="../" * page.url.strip("/").count("/") + ("../" if page.url.strip("/") else ""),
    ))
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to rows and rollers be checked like any other."""
    from hooks.rules_markdown import source

    page.present_anchor_ids |= source.current.anchors
    return html


def on_post_build(config: MkDocsConfig) -> None:
    """The finished site gets the service worker that keeps it in the browser."""
    from hooks import offline

    try:
        (offline.write_removal if _live_reload else offline.write)(Path(config.site_dir))
    except FileNotFoundError as error:
        raise BuildError(str(error)) from None
