"""The kinds of a function's expressions, inferred from annotations."""

import ast
import dataclasses
import importlib
import types
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from rules_py.play import copies

from .kinds import (
    BOOL,
    BOTTOM,
    INT,
    NONE,
    STR,
    FindObject,
    Kind,
    find_kind_of_object,
    find_member,
    find_returned,
    join,
    list_elements,
    list_subclasses,
    read_annotation,
)
from .names import FunctionNode, find_nonlocal_names, find_own_nodes, list_bound_names, walk

MOST_ROUNDS = 8
"""The number of times that the kinds of names are inferred from one another before they count as unknown."""

TEXT_METHODS = {
    **dict.fromkeys("capitalize casefold format join ljust lower lstrip removeprefix removesuffix".split(), STR),
    **dict.fromkeys("replace rjust rstrip strip title translate upper zfill".split(), STR),
    **dict.fromkeys("endswith isalnum isalpha isdecimal isdigit isspace isupper islower startswith".split(), BOOL),
    **dict.fromkeys("split rsplit splitlines".split(), Kind("list", (STR,))),
    **dict.fromkeys("partition rpartition".split(), Kind("row", (STR, STR, STR))),
}  # fmt: skip
"""The kinds of what the methods of text return."""

OBJECTS = ("instance", "protocol")
"""The kinds of objects with known attributes."""

ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.NamedExpr)
"""The statements and expressions that bind targets to values."""

BUILTIN_KINDS: Mapping[Any, Kind] = {
    **dict.fromkeys((isinstance, issubclass, any, all, bool, callable, hasattr), BOOL),
    **dict.fromkeys((len, int), INT),
    **dict.fromkeys((str, repr), STR),
    range: Kind("iterable", (INT,)),
}
"""The kinds of what builtin functions return, whatever they take."""

BUILTIN_CONTAINERS: Mapping[Any, tuple[str, bool]] = {
    list: ("list", True), sorted: ("list", True), tuple: ("tuple", False), set: ("set", True),
    frozenset: ("set", False), reversed: ("iterable", False),
}  # fmt: skip
"""The containers that builtin functions return of the values that they take, each with True if it is fresh."""

ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)

type Site = Callable[[], Kind | None]
"""Returns the kind of a value that a name is bound to in one place."""


class KindFinder:
    """Finds the kinds of expressions, as far as annotations tell, for all places of a name at once."""

    def __init__(self, find_object: FindObject) -> None:
        """Take the function that returns the object of a name that isn't local, or None."""
        self._find_object = find_object
        self._scopes: list[dict[str, Kind | None]] = []
        self._lambda_kinds: dict[ast.AST, Kind | None] = {}

    def enter(self, node: FunctionNode, assigned: Collection[str], first: Kind | None = None) -> None:
        """Begin a function, whose local names are known.

        Args:
            node: the function's tree.
            assigned: its local names.
            first: the kind of its first parameter, unless that has an annotation.
        """
        scope: dict[str, Kind | None] = dict.fromkeys(assigned, BOTTOM)
        self._scopes.append(scope)
        sites = self._collect_sites(node, first or self._lambda_kinds.get(node))
        sites |= {name: [lambda: None] for name in assigned if name not in sites}
        inner = find_nonlocal_names(node)
        for _ in range(MOST_ROUNDS):
            found = {name: join(site() for site in sites[name]) if name not in inner else None for name in assigned}
            if found == scope:
                break
            scope.update(found)
        else:
            scope.update(dict.fromkeys(assigned))
        for name, kind in scope.items():
            if kind == BOTTOM:
                scope[name] = None

    def leave(self) -> None:
        """End a function or a comprehension."""
        self._scopes.pop()

    def note_elements(self, node: ast.Lambda, over: ast.expr) -> None:
        """Note that a lambda gets the values of an iterable."""
        self._lambda_kinds[node] = list_elements(self.find(over))

    def enter_comprehension(self, own: Collection[str], first: ast.comprehension) -> None:
        """Begin a comprehension with its own names, whose first iterable is evaluated outside."""
        kinds = self._find_targets(first)
        self._scopes.append(dict.fromkeys(own) | kinds)

    def bind(self, generator: ast.comprehension) -> None:
        """Note the kinds of another target of a comprehension."""
        self._scopes[-1].update(self._find_targets(generator))

    def _find_targets(self, generator: ast.comprehension) -> dict[str, Kind | None]:
        found: dict[str, list[Site]] = {}
        _add_sites(found, generator.target, lambda: list_elements(self.find(generator.iter)))
        return {name: join(site() for site in sites) for name, sites in found.items()}

    def _collect_sites(self, node: FunctionNode, first: Kind | None) -> dict[str, list[Site]]:
        """Return all places that bind a function's local names."""
        sites: dict[str, list[Site]] = {}
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        for number, given in enumerate((*positional, *arguments.kwonlyargs)):
            known_kind = None if number else first
            kind = read_annotation(given.annotation, self._find_type) if given.annotation else known_kind
            sites.setdefault(given.arg, []).append(lambda kind=kind: kind)  # type: ignore[misc]
        if arguments.vararg:
            kind = read_annotation(arguments.vararg.annotation, self._find_type)
            sites[arguments.vararg.arg] = [lambda kind=kind: Kind("tuple", (kind,))]  # type: ignore[misc]
        if arguments.kwarg:
            kind = read_annotation(arguments.kwarg.annotation, self._find_type)
            sites[arguments.kwarg.arg] = [lambda kind=kind: Kind("dict", (STR, kind))]  # type: ignore[misc]
        nodes = find_own_nodes(node)
        known: set[int] = set()
        for each in nodes:
            if isinstance(each, ASSIGNMENTS):
                for target, site in self._find_bindings(each):
                    known |= {id(part) for part in walk(target)}
                    _add_sites(sites, target, site)
        for each in nodes:
            if id(each) not in known:
                for name in list_bound_names(each):
                    sites.setdefault(name, []).append(partial(self._find_bound, each, name))
        return sites

    def _find_bound(self, node: ast.AST, name: str) -> Kind | None:
        """Return the kind of a name that a node binds itself."""
        match node:
            case ast.ExceptHandler(type=kind):
                return self._find_caught(kind)
            case ast.FunctionDef(decorator_list=[]):
                return Kind("nested", target=node)
            case ast.ImportFrom(names=names, module=str(module), level=0):
                imported = next(each.name for each in names if (each.asname or each.name) == name)
                return find_kind_of_object(getattr(importlib.import_module(module), imported, None))
        return None

    def _find_bindings(self, node: ast.AST) -> list[tuple[ast.expr, Site]]:
        """Return the targets of a statement or a walrus, with the kinds of what they are bound to."""
        match node:
            case ast.Assign(targets=targets, value=value):
                return [(target, lambda: self.find(value)) for target in targets]
            case ast.AnnAssign(target=target, annotation=annotation):
                return [(target, lambda: read_annotation(annotation, self._find_type))]
            case ast.AugAssign(target=ast.Name(id=name) as target, op=operator, value=value):
                both = ast.BinOp(ast.Name(name, ast.Load()), operator, value)
                return [(target, lambda: self.find(both))]
            case ast.For(target=target, iter=over):
                return [(target, lambda: list_elements(self.find(over)))]
            case ast.NamedExpr(target=target, value=value):
                return [(target, lambda: self.find(value))]
        return []

    def _find_caught(self, node: ast.expr | None) -> Kind | None:
        kinds = node.elts if isinstance(node, ast.Tuple) else [node]
        found = [self.find(each) if each else None for each in kinds]
        return join(Kind("instance", target=each.target) if each and each.name == "class" else None for each in found)

    def _find_type(self, name: str) -> Any:
        return None if any(name in scope for scope in self._scopes) else self._find_object(name)

    # Expressions

    def find(self, node: ast.expr) -> Kind | None:
        """Return the kind of an expression, or None if it is unknown."""
        match node:
            case ast.Constant(value=value):
                return find_kind_of_object(value)
            case ast.Name(id=name):
                for scope in reversed(self._scopes):
                    if name in scope:
                        return scope[name]
                return find_kind_of_object(self._find_object(name))
            case ast.Attribute(value=owner, attr=attribute):
                return self._find_attribute(owner, attribute)
            case ast.Call():
                return self._find_call(node)
            case ast.Compare():
                return BOOL
            case ast.UnaryOp(op=ast.Not()):
                return BOOL
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = self.find(operand)
                return found if found in (INT, BOTTOM) else None
            case ast.JoinedStr():
                return STR
            case ast.IfExp(body=body, orelse=other):
                return join([self.find(body), self.find(other)])
            case ast.NamedExpr(value=value):
                return self.find(value)
            case ast.BoolOp(op=operator, values=values):
                return self._find_bool(operator, [self.find(each) for each in values])
            case ast.BinOp(left=left, op=operator, right=right):
                return _find_binary(self.find(left), operator, self.find(right))
            case ast.Subscript(value=value, slice=index):
                return self._find_item(self.find(value), index)
        return self._find_display(node)

    def _find_display(self, node: ast.expr) -> Kind | None:
        match node:
            case ast.Tuple(elts=parts) if not any(isinstance(each, ast.Starred) for each in parts):
                return Kind("row", tuple(self.find(each) for each in parts))
            case ast.Tuple(elts=parts):
                return Kind("tuple", (self._join_parts(parts),))
            case ast.List(elts=parts):
                return Kind("list", (self._join_parts(parts),), is_fresh=True)
            case ast.Set(elts=parts):
                return Kind("set", (self._join_parts(parts),), is_fresh=True)
            case ast.Dict(keys=keys, values=values):
                own = (
                    [self.find(key) for key in keys if key],
                    [self.find(value) for key, value in zip(keys, values, strict=True) if key],
                )
                merged = [self.find(value) for key, value in zip(keys, values, strict=True) if not key]
                if any(each is None or each.name not in ("dict", "mapping", "bottom") for each in merged):
                    return Kind("dict", (None, None), is_fresh=True)
                inner = [each.parts if each and each.parts else (BOTTOM, BOTTOM) for each in merged]
                both = join([*own[0], *(a for a, _ in inner)]), join([*own[1], *(b for _, b in inner)])
                return Kind("dict", both, is_fresh=True)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                name = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "iterable")
                return Kind(name, (self._inside(node, lambda: self.find(node.elt)),), is_fresh=name != "iterable")
            case ast.DictComp():
                return Kind(
                    "dict",
                    (
                        self._inside(node, lambda: self.find(node.key)),
                        self._inside(node, lambda: self.find(node.value)),
                    ),
                    is_fresh=True,
                )
        return None

    def _join_parts(self, parts: list[ast.expr]) -> Kind | None:
        return join(
            list_elements(self.find(each.value)) if isinstance(each, ast.Starred) else self.find(each) for each in parts
        )

    def _inside(self, node: Any, find: Site) -> Kind | None:
        """Return a kind inside a comprehension."""
        own = {part.id for each in node.generators for part in walk(each.target) if isinstance(part, ast.Name)}
        first, *others = node.generators
        self.enter_comprehension(own, first)
        for each in others:
            self.bind(each)
        kind = find()
        self._scopes.pop()
        return kind

    def _find_attribute(self, owner: ast.expr, attribute: str) -> Kind | None:
        found = self.find(owner)
        if found == BOTTOM:
            return BOTTOM
        if found is not None and found.name in OBJECTS and (member := find_member(found.target, attribute)):
            return member.kind
        if found is None and (value := self._find_module_object(ast.Attribute(owner, attribute))) is not None:
            return find_kind_of_object(value)
        return None

    def _find_module_object(self, node: ast.expr) -> Any:
        """Return the object of a module's attribute, or None."""
        match node:
            case ast.Name(id=name) if not any(name in scope for scope in self._scopes):
                return self._find_object(name)
            case ast.Attribute(value=inner, attr=attribute):
                module = self._find_module_object(inner)
                return getattr(module, attribute, None) if isinstance(module, types.ModuleType) else None
        return None

    def _find_bool(self, operator: ast.boolop, kinds: list[Kind | None]) -> Kind | None:
        """Return the kind of `and` or `or`, of which an operand that decides is falsy or true."""
        *first, last = kinds
        if isinstance(operator, ast.And):
            return join([*(NONE if each and is_always_true(each) else each for each in first), last])
        return join([*(each.required if each and each.is_optional else each for each in first if each != NONE), last])

    def _find_item(self, holder: Kind | None, index: ast.expr) -> Kind | None:
        if holder is None or holder == BOTTOM:
            return holder
        if isinstance(index, ast.Slice):
            if holder.name == "row":
                return Kind("tuple", (join(holder.parts),))
            return holder.required if holder.name in ("tuple", "list", "str") else None
        match holder.name, index:
            case "row", ast.Constant(value=int(at)) if at < len(holder.parts):
                return holder.parts[at]
            case "row", _:
                return join(holder.parts)
            case (("tuple" | "list"), _):
                return holder.parts[0]
            case (("dict" | "mapping"), _):
                return holder.parts[1]
            case "str", _:
                return STR
        return None

    # Calls

    def _find_call(self, node: ast.Call) -> Kind | None:
        called = self.find(node.func)
        if called == BOTTOM:
            return BOTTOM
        if called is not None and called.name in ("class", "subclass"):
            return Kind("instance", target=called.target)
        if called is not None and called.name == "function":
            if called.target is copies.replace and node.args:
                return self.find(node.args[0])
            return find_returned(called.target)
        if called is not None and called.name == "nested":
            return read_annotation(called.target.returns, self._find_type) if called.target.returns else None
        match node.func:
            case ast.Attribute(value=owner, attr=name):
                return self._find_method_call(owner, name, node)
            case ast.Name(id=name) if not any(name in scope for scope in self._scopes):
                return self._find_builtin_call(name, self._find_object(name), node)
        return None

    def _find_method_call(self, owner: ast.expr, name: str, node: ast.Call) -> Kind | None:
        found = self.find(owner)
        if found is None or found == BOTTOM:
            return found
        match found.name:
            case "instance" | "class" | "subclass":
                member = find_member(found.target, name)
                if member and member.functions:
                    return find_returned(member.functions[0])
            case "protocol":
                function = next((vars(each)[name] for each in found.target.__mro__ if name in vars(each)), None)
                return find_returned(function) if isinstance(function, types.FunctionType) else None
            case "str":
                return TEXT_METHODS.get(name)
            case "dict" | "mapping":
                return self._find_dict_call(found, name, node)
            case "list" if name == "copy":
                return dataclasses.replace(found.required, is_fresh=True)
            case "list" if name == "pop":
                return found.parts[0]
        return None

    def _find_dict_call(self, found: Kind, name: str, node: ast.Call) -> Kind | None:
        key, value = found.parts
        match name:
            case "get" | "pop" | "setdefault":
                if name == "pop" and len(node.args) < 2:
                    return value
                return join([value, self.find(node.args[1]) if len(node.args) > 1 else NONE])
            case "items":
                return Kind("iterable", (Kind("row", (key, value)),))
            case "keys":
                return Kind("iterable", (key,))
            case "values":
                return Kind("iterable", (value,))
            case "copy":
                return Kind("dict", (key, value), is_fresh=True)
        return None

    def _find_builtin_call(self, name: str, called: Any, node: ast.Call) -> Kind | None:
        first = self.find(node.args[0]) if node.args and not isinstance(node.args[0], ast.Starred) else None
        elements = list_elements(first)
        try:
            if called in BUILTIN_KINDS:
                return BUILTIN_KINDS[called]
        except TypeError:  # not hashable
            return None
        if called in BUILTIN_CONTAINERS:
            container, is_fresh = BUILTIN_CONTAINERS[called]
            return Kind(container, (elements,), is_fresh=is_fresh)
        if called is enumerate:
            return Kind("iterable", (Kind("row", (INT, elements)),))
        if called in (next, min, max):
            if len(node.args) == 1 or called is next:
                others = [self.find(each) for each in node.args[1:]]
                others += [self.find(each.value) for each in node.keywords if each.arg == "default"]
                return join([elements, *others])
            return join(self.find(each) if not isinstance(each, ast.Starred) else None for each in node.args)
        if called is zip:
            parts = [list_elements(self.find(each)) for each in node.args if not isinstance(each, ast.Starred)]
            return Kind("iterable", (Kind("row", tuple(parts)),)) if len(parts) == len(node.args) else None
        if called is dict and not node.args and not node.keywords:
            return Kind("dict", (None, None), is_fresh=True)
        if called is dataclasses.replace:
            return first
        return None


def _find_binary(left: Kind | None, operator: ast.operator, right: Kind | None) -> Kind | None:
    if BOTTOM in (left, right):
        return BOTTOM
    if left is None or right is None or left.is_optional or right.is_optional:
        return None
    whole = left.name in ("int", "bool") and right.name in ("int", "bool")
    if whole and isinstance(operator, ARITHMETIC):
        return INT
    if isinstance(operator, ast.Add) and left.name == right.name == "str":
        return STR
    if isinstance(operator, ast.Add) and {left.name, right.name} <= {"tuple", "row"}:
        return Kind("tuple", (join([*left.parts, *right.parts]),))
    if isinstance(operator, ast.Add) and left.name == right.name == "list":
        return join([left, right])
    if isinstance(operator, ast.BitOr) and left.name == right.name == "dict":
        return Kind("dict", tuple(join(pair) for pair in zip(left.parts, right.parts, strict=True)))
    if isinstance(operator, ast.BitOr | ast.BitAnd | ast.Sub) and left.name == "set":
        return join([left, right]) if isinstance(operator, ast.BitOr) else left
    return None


def is_always_true(kind: Kind) -> bool:
    """Return True if a value of a kind is true unless it is None: an instance of a class that doesn't decide it."""
    if kind.name != "instance" or kind.target is None:
        return kind.name in ("class", "function", "nested")
    return not _has_own_truth(kind.target)


def _has_own_truth(kind: type) -> bool:
    return any(hasattr(each, name) for each in list_subclasses(kind) for name in ("__bool__", "__len__"))


def _add_sites(sites: dict[str, list[Site]], target: ast.expr, site: Site) -> None:
    """Add the places of a target, which may unpack a value."""
    match target:
        case ast.Name(id=name):
            sites.setdefault(name, []).append(lambda: (found := site()) and found.settled)
        case ast.Starred(value=inner):
            _add_sites(sites, inner, lambda: Kind("list", (None,)))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            has_star = any(isinstance(each, ast.Starred) for each in parts)
            for at, part in enumerate(parts):
                _add_sites(sites, part, lambda at=at: _find_part(site(), -1 if has_star else at))  # type: ignore[misc]


def _find_part(kind: Kind | None, at: int) -> Kind | None:
    if kind is None or kind == BOTTOM:
        return kind
    if kind.name == "row" and 0 <= at < len(kind.parts):
        return kind.parts[at]
    if kind.name == "instance" and issubclass(kind.target, tuple) and at >= 0:
        names = getattr(kind.target, "_fields", ())
        member = find_member(kind.target, names[at]) if at < len(names) else None
        return member.kind if member else None
    return list_elements(kind)
