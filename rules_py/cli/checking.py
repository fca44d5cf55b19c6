"""The command that finds mistakes in games and pages."""

import argparse
from pathlib import Path
from typing import Any

from rules_py.cli.commands import Result
from rules_py.errors import ParameterError, UnknownIdError
from rules_py.registry import games

DOCS = "docs"


def check(args: argparse.Namespace) -> Result:
    """Find the mistakes in some games, or in all games and all other pages.

    Two files or more are a request and an answer, as `check-answer` takes them.
    """
    from rules_py.checking.worker import check_all

    slugs = games.systems()
    if len(args.games) > 1 and not any(each in slugs for each in args.games):
        return _check_answer(args)
    for slug in args.games:
        if slug not in slugs:
            raise UnknownIdError("game", slug, slugs)
    docs = Path(args.docs or DOCS)
    if args.docs and not docs.is_dir():
        raise ParameterError("docs", args.docs, "a folder of pages")
    report = check_all(args.games or [*slugs, ""], docs if docs.is_dir() else None)
    return report.to_dict(), lambda: "\n".join([*map(str, report.problems), report.summary])


def find_exit_status(found: dict[str, Any]) -> bool:
    """Return True if a check has found problems that stop a build."""
    return any(not each["is_warning"] for each in found.get("problems", ()))


def _check_answer(args: argparse.Namespace) -> Result:
    from rules_py.cli import requests

    request, answer, *counted = args.games
    return requests.check(argparse.Namespace(request=request, answer=answer, counted=counted))
