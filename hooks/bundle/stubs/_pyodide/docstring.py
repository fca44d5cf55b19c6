"""Stub without the docstrings of the functions between Python and JavaScript, which are never shown."""

from typing import Any


def get_cmeth_docstring(func: Any) -> str:
    """Return an empty docstring."""
    return ""
