"""Files that commands read."""

import json
import sys
from collections.abc import Callable
from typing import Any

from rules_py.errors import ParameterError

LARGEST_FILE = 1_000_000
"""The maximum size of a file with a sheet, a fight or a request, in bytes."""


def read_json(file: str) -> Any:
    """Read JSON from a file, or from standard input if the file is "-".

    Raises:
        ParameterError: the file can't be read, is too large or isn't JSON.
    """
    return read_file(file, json.loads, "JSON")


def read_file[Content](file: str, parse: Callable[[bytes], Content], form: str) -> Content:
    """Read and parse a file, or standard input if the file is "-".

    Args:
        file: the path.
        parse: the parser, which raises a ValueError.
        form: what it parses, for the message.

    Raises:
        ParameterError: the file can't be read, is too large or doesn't have this form.
    """
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as opened:  # noqa: PTH123 - starts without pathlib
            content = opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise ParameterError(
            "file", file, "a file that can be read", note=getattr(error, "strerror", None) or str(error), got=repr(file)
        ) from None
    if len(content) > LARGEST_FILE:
        raise ParameterError("file", file, f"one of at most {LARGEST_FILE} bytes", got=repr(file))
    try:
        return parse(content)
    except (ValueError, RecursionError):
        raise ParameterError("file", file, f"one with {form} in it", got=repr(file)) from None
