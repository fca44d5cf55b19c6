"""The sets that the compiler can see in a function, whose order Python doesn't promise."""

import ast
from collections.abc import Callable, Collection
from typing import Any

from .names import FunctionNode, find_own_nodes

SET_TYPES = ("set", "frozenset", "AbstractSet", "Set", "MutableSet")
SET_METHODS = ("union", "intersection", "difference", "symmetric_difference", "copy")
ORDER_FREE = {f"$.{name}" for name in "all any frozenset math_prod max min set sorted sum".split()}
"""The runtime's functions whose result doesn't depend on the order of their values, if they have no key."""

FREE_KEYWORDS = ("default", "reverse", "start")
"""The keywords of those functions that leave it so."""

ORDERED = {
    f"$.{name}"
    for name in "enumerate filter iter list map repr reversed str tuple zip functools_reduce itertools_accumulate "
    "itertools_chain itertools_chain_from_iterable itertools_combinations itertools_groupby itertools_islice "
    "itertools_pairwise itertools_permutations itertools_product itertools_takewhile".split()
}
"""The runtime's functions whose result depends on the order of the values that they get."""


def is_set_type(annotation: object) -> bool:
    """Return True if an annotation, as text, a tree or an object, is a set.

    >>> is_set_type("frozenset[str]"), is_set_type(set[int]), is_set_type("Mapping[str, set[int]]"), is_set_type(set)
    (True, True, False, True)
    """
    match annotation:
        case str():
            text = annotation
        case ast.expr():
            text = ast.unparse(annotation)
        case type():
            text = annotation.__name__
        case _:
            text = repr(annotation)
    return text.partition("[")[0].rpartition(".")[2] in SET_TYPES


class SetFinder:
    """Finds expressions that are sets, as far as a function's own text and the objects that it names tell."""

    def __init__(self, find_object: Callable[[str], Any]) -> None:
        """Take the function that returns the object of a name that isn't local, or None."""
        self._find_object = find_object
        self._scopes: list[dict[str, bool]] = []

    def enter(self, node: FunctionNode, assigned: Collection[str]) -> None:
        """Begin a function, whose local names are known."""
        arguments = node.args
        sets = {
            each.arg: True
            for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            if each.annotation and is_set_type(each.annotation)
        }
        self._scopes.append({name: name in sets for name in assigned})
        for each in find_own_nodes(node):
            match each:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if is_set_type(annotation):
                    self._scopes[-1][name] = True
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.NamedExpr(target=ast.Name(id=name), value=value)
                ) if self.is_set(value):
                    self._scopes[-1][name] = True

    def leave(self) -> None:
        """End a function."""
        self._scopes.pop()

    def is_set(self, node: ast.expr) -> bool:
        """Return True if an expression is certainly a set."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return next((scope[name] for scope in reversed(self._scopes) if name in scope), False)
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return self.is_set(left)
            case ast.IfExp(body=body, orelse=other):
                return self.is_set(body) or self.is_set(other)
            case ast.NamedExpr(value=value):
                return self.is_set(value)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                return name in SET_METHODS and self.is_set(owner)
            case ast.Call(func=ast.Name(id=name)) if not any(name in scope for scope in self._scopes):
                called = self._find_object(name)
                return called in (set, frozenset) or is_set_type(getattr(called, "__annotations__", {}).get("return"))
        return False
