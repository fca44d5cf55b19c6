"""No tokens of Python's source: there is none here, and making ready to read it is most of an import."""

from collections.abc import Callable


def generate_tokens(readline: Callable[[], str]) -> tuple[()]:
    """For Pyodide, which looks whether what it runs ends in a semicolon; what the worker runs never does."""
    return ()
