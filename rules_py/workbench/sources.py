"""The source of printed rules, as texts that readers change: a function with its decorator and all that it imports."""

import ast
import builtins
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from rules_py.mechanic import Mechanic
from rules_py.registry.games import find_game

LONGEST_LINE = 100
"""The number of characters above which an import is split into several lines."""


def iter_sources(slug: str) -> Iterator[tuple[Mechanic, str]]:
    """Yield the rules of a game with their texts, without those that no function alone defines."""
    for mechanic in find_game(slug).mechanics.values():
        if source := find_source(mechanic):
            yield mechanic, source


@cache
def find_source(mechanic: Mechanic) -> str:
    """Return a rule as a text that defines it again, or "" if it isn't a function of a module."""
    module = sys.modules.get(getattr(mechanic.rule, "__module__", ""))
    name = getattr(mechanic.rule, "__name__", "")
    if module is None or vars(module).get(name) is not mechanic:
        return ""
    text, tree = _read_module(module)
    function = next((each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name), None)
    if function is None:
        return ""
    start = min([function.lineno, *(each.lineno for each in function.decorator_list)])
    lines = text.splitlines()[start - 1 : function.end_lineno]
    imports = _format_imports(module, tree, set(_iter_names(function)) - {name})
    return "\n".join([*imports, *([""] * 2 if imports else []), *lines, ""])


@cache
def _read_module(module: ModuleType) -> tuple[str, ast.Module]:
    text = inspect.getsource(module)
    return text, ast.parse(text)


def _iter_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a function reads; annotations may be texts."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        for annotation in (getattr(each, "annotation", None), getattr(each, "returns", None)):
            if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
                yield from _iter_names(ast.parse(annotation.value, mode="eval"))


def _format_imports(module: ModuleType, tree: ast.Module, names: set[str]) -> list[str]:
    """Return the import statements of names: as the module imports them, and from the module if it defines them."""
    statements: dict[str, list[str]] = {}
    plain: list[str] = []
    imported: set[str] = set()
    for node in _iter_statements(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            if bound not in names:
                continue
            imported.add(bound)
            written = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            if isinstance(node, ast.Import):
                plain.append(f"import {written}")
            else:
                statements.setdefault(_resolve(module, node), []).append(written)
    own = [each for each in names - imported if each in vars(module) and not hasattr(builtins, each)]
    if own:
        statements.setdefault(module.__name__, []).extend(own)
    return [
        *sorted(plain),
        *(_format_import(source, sorted(statements[source])) for source in sorted(statements, key=_is_from_here)),
    ]


def _iter_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield a module's statements, and those below its conditions, such as `if TYPE_CHECKING`."""
    for each in tree.body:
        yield each
        if isinstance(each, ast.If):
            yield from each.body


def _is_from_here(source: str) -> tuple[bool, str]:
    """Sort the standard library's modules first."""
    return source.startswith("rules_py"), source


def _resolve(module: ModuleType, node: ast.ImportFrom) -> str:
    """Return the full name of the module that an import names, which may be relative."""
    if not node.level:
        return node.module or ""
    parts = (module.__package__ or "").split(".")
    base = ".".join(parts[: len(parts) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base


def _format_import(source: str, names: list[str]) -> str:
    line = f"from {source} import {', '.join(names)}"
    if len(line) <= LONGEST_LINE:
        return line
    return "\n".join([f"from {source} import (", *(f"    {name}," for name in names), ")"])
