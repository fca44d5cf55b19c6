"""Live reload: `mkdocs serve` starts the server of `rules_site.live` instead of its own."""

import logging
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.commands import serve
from mkdocs.config.config_options import _IpAddressValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer, _serve_url

from rules_site.live.server import Server, find_free_port
from rules_site.live.state import LiveState
from rules_support.node import PROJECT

STATE = "live_state"
"""The key in the config's extras of the state of the site being served."""

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


def build_apart() -> None:
    """Make `mkdocs serve` build in other interpreters, and start serving even if a build fails."""
    vars(serve)["build"] = first_build


def first_build(config: MkDocsConfig, **_: object) -> None:
    """Choose the port and build the site for the first time."""
    host, wanted = config.dev_addr
    port = find_free_port(host, wanted)
    if port != wanted:
        log.warning("Port %d is taken, so the site is at port %d: `make serve PORT=…` chooses another.", wanted, port)
    config.dev_addr = _IpAddressValue(host, port)
    config.site_url = _serve_url(host, port, urlsplit(config.site_url or "/").path)
    log.info("The first build takes about a minute; what it makes is kept for later ones.")
    state = LiveState(
        str(Path(config.config_file_path).absolute()),
        Path(config.docs_dir).absolute(),
        bool(config.strict),
        config.site_url,
        PROJECT / "build" / "live",
    )
    config.extra[STATE] = state
    if not state.start():
        log.error("The site was not built; the next change builds it again.")


def create_server(plain: LiveReloadServer, config: MkDocsConfig) -> Server:
    """Create the server of the site that `first_build` has built."""
    plain.server_close()
    host, port = config.dev_addr
    watched = [Path(path) for path in plain._watched_paths]
    return Server(config.extra[STATE], host, port, urlsplit(config.site_url or "/").path, watched)
