"""The steps before a build of a site, whatever builds it: all games and pages are checked, and the games are loaded."""

import logging
from pathlib import Path

from rules_py.checking.problems import Report
from rules_py.registry import games
from rules_py.registry.play import find_play
from rules_support.checks import check_site

from . import bundle

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


def check(docs: Path) -> Report:
    """Check all games and pages before the slow steps, and log the problems.

    Args:
        docs: the folder of pages.
    """
    report = check_site(docs)
    for problem in report.warnings:
        log.info(str(problem))
    for problem in report.errors:
        log.error(str(problem))
    if not report.errors:
        log.info("Checked %s", report.summary)
    return report


def load_games() -> None:
    """Import all games and read their tables, which the slow build steps need.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    bundle.check_setup()
    for game in games.iter_games():
        _ = game.mechanics, game.calculators, dict(game.tables), find_play(game.slug)
