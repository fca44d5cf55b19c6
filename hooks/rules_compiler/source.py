"""The syntax tree of a live function, found by its code object."""

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType

from .names import FunctionNode, UnsupportedError


@cache
def _find_functions(path: str) -> Mapping[int, Sequence[FunctionNode]]:
    """Return the functions of a file by their first lines."""
    found: dict[int, list[FunctionNode]] = {}
    for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            found.setdefault(_find_first_line(node), []).append(node)
    return found


def _find_first_line(node: FunctionNode) -> int:
    decorators = getattr(node, "decorator_list", [])
    return decorators[0].lineno if decorators else node.lineno


def find_function_node(function: FunctionType) -> FunctionNode:
    """Return the tree of a function's definition.

    Raises:
        UnsupportedError: the definition isn't in a file, or can't be told from another in the same line.
    """
    code = function.__code__
    if not Path(code.co_filename).is_file():
        raise UnsupportedError(f"the generated function {function.__qualname__}")
    is_lambda = code.co_name == "<lambda>"
    found = [
        node
        for node in _find_functions(code.co_filename).get(code.co_firstlineno, ())
        if (isinstance(node, ast.Lambda) if is_lambda else getattr(node, "name", "") == code.co_name)
    ]
    if len(found) > 1:
        columns = {at[2] for at in code.co_positions() if at[2] is not None and at[0] == code.co_firstlineno}
        found = [node for node in found if not isinstance(node, ast.Lambda) or node.body.col_offset in columns][:1]
    if len(found) != 1:
        raise UnsupportedError(f"{len(found)} definitions of {function.__qualname__} in one line")
    return found[0]


def describe_place(function: FunctionType) -> str:
    """Return a function's place, as file:line."""
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
