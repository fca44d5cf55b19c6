"""The syntax tree of a live function, found by its code object."""

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import FunctionType

from rules_py.checking.exceptions import path_in_game, remove_project

from .names import FunctionNode, UnsupportedError, walk

MOST_FILES = 500
"""The number of files whose trees are kept."""


@lru_cache(MOST_FILES)
def _is_file(path: str) -> bool:
    return Path(path).is_file()


@lru_cache(MOST_FILES)
def parse_file(path: str) -> ast.Module:
    """Return the tree of a file."""
    return ast.parse(Path(path).read_text("utf-8"))


@lru_cache(MOST_FILES)
def _find_definitions(path: str) -> Mapping[int, Sequence[FunctionNode]]:
    """Return the functions of a file that have names, by their first lines."""
    found: dict[int, list[FunctionNode]] = {}
    nodes: list[ast.AST] = list(parse_file(path).body)
    for node in nodes:  # it grows by the statements in a statement
        if isinstance(node, ast.FunctionDef):
            found.setdefault(_find_first_line(node), []).append(node)
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            nodes += getattr(node, name, ())
    return found


@lru_cache(MOST_FILES)
def _find_lambdas(path: str) -> Mapping[int, Sequence[FunctionNode]]:
    """Return the lambdas of a file by their first lines."""
    found: dict[int, list[FunctionNode]] = {}
    for node in walk(parse_file(path)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _find_first_line(node: ast.FunctionDef) -> int:
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno


def find_function_node(function: FunctionType) -> FunctionNode:
    """Return the tree of a function's definition.

    Raises:
        UnsupportedError: the definition isn't in a file, or can't be told from another in the same line.
    """
    code = function.__code__
    if not _is_file(code.co_filename):
        raise UnsupportedError(f"the generated function {function.__qualname__}")
    find_functions = _find_lambdas if code.co_name == "<lambda>" else _find_definitions
    found = [
        node
        for node in find_functions(code.co_filename).get(code.co_firstlineno, ())
        if isinstance(node, ast.Lambda) or getattr(node, "name", "") == code.co_name
    ]
    if len(found) > 1:
        columns = {at[2] for at in code.co_positions() if at[2] is not None and at[0] == code.co_firstlineno}
        found = [node for node in found if not isinstance(node, ast.Lambda) or node.body.col_offset in columns][:1]
    if len(found) != 1:
        raise UnsupportedError(f"{len(found)} definitions of {function.__qualname__} in one line")
    return found[0]


def describe_place(function: FunctionType) -> str:
    """Return a function's place, as file:line; the file's path is relative to its game or to the project."""
    path = function.__code__.co_filename
    return f"{path_in_game(path) or remove_project(path)}:{function.__code__.co_firstlineno}"
