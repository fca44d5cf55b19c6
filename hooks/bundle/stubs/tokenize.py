"""Stub of tokenize: there is no source code in the browser, and the module's set-up dominates its import time."""

from collections.abc import Callable


def generate_tokens(readline: Callable[[], str]) -> tuple[()]:
    """Return no tokens: Pyodide only checks for a trailing semicolon, and the worker's code never has one."""
    return ()
