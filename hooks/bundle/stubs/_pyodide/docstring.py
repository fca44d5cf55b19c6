"""No docstrings of the functions between Python and JavaScript: nobody reads them here."""

from typing import Any


def get_cmeth_docstring(func: Any) -> str:
    """What help() would say of a function."""
    return ""
