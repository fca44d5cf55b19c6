"""Mistakes in a game's code, told with their place instead of a traceback."""

import os
import traceback

from rules_py import discovery

VERBOSE = "FIELDBOOK_VERBOSE"
"""The environment variable that asks for tracebacks."""


def describe_mistake(error: Exception) -> str:
    """Return a line with the place in a game where an exception was raised; "" if no game's code was running."""
    if os.environ.get(VERBOSE):
        return ""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{os.path.relpath(error.filename)}:{error.lineno}: {error.msg}"
    packages = tuple(f"{each.name}." for slug in discovery.find_slugs() if (each := discovery.find_package(slug)))
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if f"{frame.f_globals.get('__name__', '')}.".startswith(packages):
            place = f"{os.path.relpath(frame.f_code.co_filename)}:{line}"
    return f"{place}: {type(error).__name__}: {error}" if place else ""
