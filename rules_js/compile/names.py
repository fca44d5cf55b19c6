"""The names of a function, its signature, and its constants in JavaScript."""

import ast
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

JS_WORDS = frozenset(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield NaN "
    "Infinity Map Set Array Object Number String BigInt Symbol Math Error".split()
)
"""Names that a local variable of JavaScript can't have, or that generated code uses."""

LEAVES = (ast.Name, ast.Constant)
"""Nodes that have no others in them that tell anything."""

WITHOUT_NODES = frozenset(
    [str, int, type(None)]
    + [
        each
        for kind in "expr_context operator cmpop boolop unaryop".split()
        for each in getattr(ast, kind).__subclasses__()
    ]
)
"""The classes of a node's attributes that tell nothing about names."""

BINDERS: Mapping[type[ast.AST], Callable[[Any], list[str]]] = {
    ast.Name: lambda node: [] if isinstance(node.ctx, ast.Load) else [node.id],
    ast.FunctionDef: lambda node: [node.name],
    ast.MatchAs: lambda node: [node.name] if node.name else [],
    ast.MatchStar: lambda node: [node.name] if node.name else [],
    ast.MatchMapping: lambda node: [node.rest] if node.rest else [],
    ast.ExceptHandler: lambda node: [node.name] if node.name else [],
    ast.Import: lambda node: [(each.asname or each.name).partition(".")[0] for each in node.names],
    ast.ImportFrom: lambda node: [each.asname or each.name for each in node.names],
}
"""The names that a node binds itself, by its class."""

type FunctionNode = ast.FunctionDef | ast.Lambda


class UnsupportedError(Exception):
    """A construct that the compiler doesn't translate; the message names it and its line."""

    def __init__(self, construct: str, node: ast.AST | None = None) -> None:
        super().__init__(construct + (f" in line {getattr(node, 'lineno', '?')}" if node else ""))


@lru_cache(5000)
def find_assigned_names(node: FunctionNode) -> frozenset[str]:
    """Return the names that a function binds: its parameters and what its own statements assign."""
    arguments = node.args
    found = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each}
    outer: set[str] = set()
    for each in find_own_nodes(node):
        found.update(list_bound_names(each))
        if isinstance(each, ast.Nonlocal):
            outer.update(each.names)
    return frozenset(found - outer)


def list_bound_names(node: ast.AST) -> list[str]:
    """Return the names that a node binds itself, without those that its parts bind."""
    find = BINDERS.get(type(node))
    return find(node) if find else []


@lru_cache(5000)
def find_nonlocal_names(function: FunctionNode) -> frozenset[str]:
    """Return the names that a function and the functions in it assign to in functions around them."""
    found: set[str] = set()
    for each in find_own_nodes(function):
        match each:
            case ast.Nonlocal(names=names):
                found.update(names)
            case ast.FunctionDef():
                found |= find_nonlocal_names(each)
    return frozenset(found)


@lru_cache(5000)
def find_own_nodes(function: FunctionNode) -> tuple[ast.AST, ...]:
    """Return the nodes of a scope without those of nested functions; comprehensions keep only their assignments."""
    nodes: list[ast.AST] = list(function.body) if isinstance(function.body, list) else [function.body]
    for node in nodes:  # it grows
        if isinstance(node, ast.FunctionDef):
            nodes += [*node.decorator_list, *node.args.defaults]
        elif isinstance(node, ast.Lambda):
            nodes += node.args.defaults
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            nodes += [inner.target for inner in walk(node) if isinstance(inner, ast.NamedExpr)]
        elif not isinstance(node, LEAVES):
            nodes += list_children(node)
    return tuple(nodes)


def list_children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below a node, without operators: several times as fast as `ast.iter_child_nodes`."""
    found: list[ast.AST] = []
    for value in vars(node).values():
        if type(value) is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif type(value) not in WITHOUT_NODES and isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """Return a node and all below it, without operators, in the order of `ast.walk`."""
    nodes = [node]
    for each in nodes:  # it grows
        if not isinstance(each, LEAVES):
            nodes += list_children(each)
    return nodes


def is_generator(node: FunctionNode) -> bool:
    """Return True if a function has a yield of its own."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in find_own_nodes(node))


def name_local(name: str) -> str:
    """Return a local variable's name in JavaScript."""
    return f"{name}_" if name in JS_WORDS or name.endswith("_") else name


def tells_parameters(node: FunctionNode) -> bool:
    """Return True if a call through the runtime needs a function's signature, because it may name a parameter."""
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    others = (arguments.posonlyargs, arguments.kwonlyargs, arguments.kwarg, arguments.vararg)
    return names not in ([], ["self"], ["cls"]) or any(others) or _is_empty(node)


def describe_signature(node: FunctionNode) -> str:
    """Return a function's parameters as the JavaScript object that calls with keywords need."""
    arguments = node.args
    parts = [f"names: {json.dumps([each.arg for each in (*arguments.posonlyargs, *arguments.args)])}"]
    if arguments.posonlyargs:
        parts.append(f"positionOnly: {len(arguments.posonlyargs)}")
    if arguments.kwonlyargs:
        parts.append(f"keywordOnly: {json.dumps([each.arg for each in arguments.kwonlyargs])}")
    if arguments.kwarg:
        parts.append("hasKeywords: true")
    if arguments.vararg:
        parts.append("hasRest: true")
    if _is_empty(node):
        parts.append("isEmpty: true")
    return "{" + ", ".join(parts) + "}"


def _is_empty(node: FunctionNode) -> bool:
    return isinstance(node, ast.FunctionDef) and all(_is_docstring(each) for each in node.body)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def write_constant(value: object, node: ast.AST | None = None) -> str:
    """Return the JavaScript of a constant."""
    if isinstance(value, str):
        return write_text(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 2**53 else f"{value}n"
    if isinstance(value, float):
        return f"$.newFloat({json.dumps(value)})"
    raise UnsupportedError(f"the constant {value!r}", node)


def write_text(text: str) -> str:
    r"""Return the JavaScript of a text, without a `$`: in a program, that is always the beginning of a name.

    >>> print(write_text("$.one"))
    "\u0024.one"
    """
    return json.dumps(text).replace("$", "\\u0024")
