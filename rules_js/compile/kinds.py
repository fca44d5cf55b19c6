"""The kinds of values that annotations promise, and the attributes of classes.

An annotation may be wrong, so a kind only decides how JavaScript reads a value, and the proof compares the answers.
Whatever isn't certain has no kind: the union of several classes, a type variable, a protocol, a class of the library.
"""

import ast
import builtins
import collections.abc
import dataclasses
import functools
import importlib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rules_py import discovery
from rules_py.properties import precomputed_property

from .names import UnsupportedError, walk
from .source import find_function_node, parse_file

type FindObject = Callable[[str], Any]
"""Returns the object that a name is bound to, or None."""


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of values.

    Attributes:
        name: "int", "bool", "str" or "none"; "tuple", "list", "dict", "set", "mapping" or "iterable", with the kinds of
            what they contain; "row" for a tuple with a kind for each part; "instance" of a class; "protocol" for that
            of any class with some methods; "class", "function" or "nested" for a certain one, "subclass" for a class or
            one derived from it; and "bottom" for a value that is never made.
        parts: the kinds of the values that it contains, each None if unknown.
        target: the class, the function or the syntax tree of a nested function.
        is_optional: True if it may be None instead.
        is_fresh: True if the kinds of the parts are only those of the values that it was made with. No annotation
            limits the values that are added later.
    """

    name: str
    parts: tuple["Kind | None", ...] = ()
    target: Any = None
    is_optional: bool = False
    is_fresh: bool = False

    @property
    def required(self) -> "Kind":
        """The kind of a value that isn't None."""
        return dataclasses.replace(self, is_optional=False) if self.is_optional else self

    @property
    def settled(self) -> "Kind":
        """The kind of a value that has a name, under which other values may be added to it."""
        parts = tuple(None if each is None or self.is_fresh else each.settled for each in self.parts)
        return self if parts == self.parts else dataclasses.replace(self, parts=parts)


INT, BOOL, STR, NONE, BOTTOM = map(Kind, ("int", "bool", "str", "none", "bottom"))
PLAIN = ("int", "bool", "str", "none")
"""The kinds of values that JavaScript tests for truth like Python."""

LISTS = ("tuple", "list", "row")
MAPPINGS = ("dict", "mapping")
CONTAINERS: dict[Any, str] = {
    tuple: "tuple", list: "list", dict: "dict", set: "set", frozenset: "set",
    collections.abc.Mapping: "mapping", collections.abc.Sequence: "iterable", collections.abc.Iterable: "iterable",
    collections.abc.Iterator: "iterable", collections.abc.Collection: "iterable", collections.abc.Generator: "iterable",
}  # fmt: skip


def join(kinds: Iterable[Kind | None]) -> Kind | None:
    """Return the kind of values that have one of some kinds, or None if there is no such kind.

    >>> join([INT, NONE]) == Kind("int", is_optional=True), join([INT, STR]), join([BOOL, BOTTOM]) == BOOL
    (True, None, True)
    """
    found: Kind = BOTTOM
    for kind in kinds:
        if kind is None or (joined := _join_two(found, kind)) is None:
            return None
        found = joined
    return found


def _join_two(a: Kind, b: Kind) -> Kind | None:
    if a == b or b.name == "bottom":
        return a
    if a.name == "bottom":
        return b
    if "none" in (a.name, b.name):
        return dataclasses.replace(b if a.name == "none" else a, is_optional=a.name != b.name)
    is_optional = a.is_optional or b.is_optional
    if {a.name, b.name} == {"int", "bool"}:
        return Kind("int", is_optional=is_optional)
    if a.name == b.name == "instance":
        for one, other in ((a, b), (b, a)):
            if issubclass(one.target, other.target):
                return Kind("instance", target=other.target, is_optional=is_optional)
        return None
    if a.name != b.name and {a.name, b.name} <= {"iterable", *LISTS} and "iterable" in (a.name, b.name):
        return Kind("iterable", (join([list_elements(a), list_elements(b)]),), is_optional=is_optional)
    if a.name == "row" != b.name:
        a = Kind("tuple", (join(a.parts),))
    if b.name == "row" != a.name:
        b = Kind("tuple", (join(b.parts),))
    if a.name == "row" and len(a.parts) != len(b.parts):
        a, b = Kind("tuple", (join(a.parts),)), Kind("tuple", (join(b.parts),))
    if a.name != b.name or a.target != b.target or len(a.parts) != len(b.parts):
        return None
    parts = tuple(join(pair) for pair in zip(a.parts, b.parts, strict=True))
    return Kind(a.name, parts, a.target, is_optional, a.is_fresh or b.is_fresh)


def list_elements(kind: Kind | None) -> Kind | None:
    """Return the kind of the values that a loop over a kind yields."""
    if kind is not None and kind.name == "row":
        return join(kind.parts)
    if kind is None or not kind.parts:
        return BOTTOM if kind == BOTTOM else STR if kind and kind.name == "str" else None
    return kind.parts[0]


# Annotations


def read_annotation(node: ast.expr | None, find_object: FindObject) -> Kind | None:
    """Return the kind that an annotation promises."""
    match node:
        case ast.Constant(value=None):
            return NONE
        case ast.Constant(value=str(text)):
            return _read_text(text, find_object)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return join([read_annotation(left, find_object), read_annotation(right, find_object)])
        case ast.Subscript(value=value, slice=inner):
            arguments = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            origin = _find_named(value, find_object)
            if origin is typing.ClassVar:
                return read_annotation(inner, find_object)
            if origin is tuple and len(arguments) == 2 and isinstance(arguments[1], ast.Constant):
                return Kind("tuple", (read_annotation(arguments[0], find_object),))  # tuple[int, ...]
            return _make_container(origin, [read_annotation(each, find_object) for each in arguments])
        case ast.Name() | ast.Attribute():
            return read_type(_find_named(node, find_object), find_object)
    return None


def _read_text(text: str, find_object: FindObject) -> Kind | None:
    try:
        return read_annotation(ast.parse(text, mode="eval").body, find_object)
    except SyntaxError:
        return None


def _find_named(node: ast.expr, find_object: FindObject) -> Any:
    match node:
        case ast.Name(id=name):
            return find_object(name)
        case ast.Attribute(value=inner, attr=name):
            return getattr(_find_named(inner, find_object), name, None)
    return None


def read_type(value: Any, find_object: FindObject) -> Kind | None:
    """Return the kind of values of a type, which may be an alias, a union, or the text of an annotation."""
    if value is types.NoneType:
        return NONE
    if isinstance(value, str):
        return _read_text(value, find_object)
    if isinstance(value, typing.ForwardRef):
        return _read_text(value.__forward_arg__, find_object)
    if isinstance(value, typing.TypeAliasType):
        return read_type(value.__value__, find_object)
    if isinstance(value, types.UnionType) or typing.get_origin(value) is typing.Union:
        return join(read_type(each, find_object) for each in typing.get_args(value))
    if (origin := typing.get_origin(value)) is not None:
        arguments = typing.get_args(value)
        if origin is typing.ClassVar:
            return read_type(arguments[0], find_object)
        if origin is typing.Literal:
            return join(map(find_kind_of_object, arguments))
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return Kind("tuple", (read_type(arguments[0], find_object),))
        return _make_container(origin, [read_type(each, find_object) for each in arguments])
    if not isinstance(value, type):
        return None
    for plain, kind in ((bool, BOOL), (int, INT), (str, STR)):
        if value is plain:
            return kind
    if value in CONTAINERS:
        return _make_container(value, [])
    if typing.is_typeddict(value):
        return Kind("dict", (STR, None))
    if getattr(value, "_is_protocol", False):
        return Kind("protocol", target=value)
    return Kind("instance", target=value) if is_own_class(value) else None


def _make_container(origin: Any, parts: list[Kind | None]) -> Kind | None:
    if isinstance(origin, type) and is_own_class(origin):
        return Kind("instance", target=origin)  # a generic class
    name = CONTAINERS.get(origin)
    if name is None:
        return None
    if name == "tuple":
        return Kind("row", tuple(parts)) if parts else Kind("tuple", (None,))
    count = 2 if name in ("dict", "mapping") else 1
    return Kind(name, tuple((*parts, None, None)[:count]))


def is_own_class(value: type) -> bool:
    """Return True for a class of the project or of a game whose attributes the compiler knows."""
    return (
        value.__module__.partition(".")[0] not in sys.stdlib_module_names
        and type(value).__name__ in ("type", "ABCMeta")
        and not getattr(value, "_is_protocol", False)
        and not issubclass(value, type)
        and not any(
            name in vars(each)
            for each in value.__mro__
            for name in ("__getattr__", "__getattribute__")
            if each.__module__ != "builtins"
        )
    )


@functools.cache
def find_hidden_imports(module: str) -> dict[str, Any]:
    """Return what a module imports for its annotations alone: under `if TYPE_CHECKING`."""
    path = getattr(sys.modules.get(module), "__file__", None)
    found: dict[str, Any] = {}
    if not path or not Path(path).is_file():
        return found
    for node in parse_file(path).body:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
                for each in body:
                    if isinstance(each, ast.ImportFrom) and each.module and not each.level:
                        source = sys.modules.get(each.module) or importlib.import_module(each.module)
                        found |= {alias.asname or alias.name: getattr(source, alias.name, None) for alias in each.names}
    return found


def find_in_module(module: str, name: str) -> Any:
    """Return the object of a global name, of a builtin, or of a name that is imported for annotations; or None."""
    there = vars(sys.modules[module]) if module in sys.modules else {}
    if name in there:
        return there[name]
    return find_hidden_imports(module).get(name, getattr(builtins, name, None))


# Attributes of classes


@dataclasses.dataclass(frozen=True)
class Member:
    """An attribute that every instance of a class has, and those of its subclasses.

    Attributes:
        name: "value" for one that JavaScript reads as a property, "field" for one that instances keep themselves,
            "part" of a NamedTuple, "method", "static method" or "class method".
        kind: the kind of its value, or None.
        index: the index of a part.
        functions: the functions of a method: that of the class, and those of subclasses that override it.
        getter: the function that computes a value, if it is the same for all subclasses.
        is_cached: True if a computed value is kept.
    """

    name: str
    kind: Kind | None = None
    index: int = -1
    functions: tuple[types.FunctionType, ...] = ()
    getter: types.FunctionType | None = None
    is_cached: bool = False


def list_subclasses(kind: type) -> Iterator[type]:
    """Yield a class and all that derive from it."""
    yield kind
    own: list[type] = type.__subclasses__(kind)
    for each in own:
        yield from list_subclasses(each)


def forget_subclasses() -> None:
    """Forget the attributes that all subclasses of a class have in common, because there may be new subclasses."""
    for each in (find_member, _list_implementers, _may_be_class):
        each.cache_clear()


VALUES = ("value", "field")
UNUSUAL_NAMES = ("constructor", "length", "prototype")


@functools.cache
def find_member(kind: type, name: str) -> Member | None:
    """Return an attribute of a class, or None unless all of its subclasses have an attribute of the same sort."""
    if name.startswith("__") or name in UNUSUAL_NAMES:
        return None
    if getattr(kind, "_is_protocol", False):
        found = _find_shared_member(_list_implementers(kind), name)
        if found is None or (found.name in VALUES and _may_be_class(kind)):
            return None
        return dataclasses.replace(found, kind=_find_promised(kind, name), getter=None)
    return _find_shared_member(tuple(dict.fromkeys(list_subclasses(kind))), name)


def _find_promised(protocol: type, name: str) -> Kind | None:
    """Return the kind of a protocol's attribute."""
    for each in protocol.__mro__:
        find_object = functools.partial(find_in_module, each.__module__)
        match vars(each).get(name):
            case property(fget=types.FunctionType() as function):
                return find_returned(function)
        if (annotation := _find_annotation(each, name)) is not inspect.Parameter.empty:
            return read_type(annotation, find_object)
    return None


def _list_names(protocol: type) -> set[str]:
    return {
        name
        for each in protocol.__mro__
        if getattr(each, "_is_protocol", False) and each is not typing.Protocol
        for name in (*vars(each), *vars(each).get("__annotations__", ()))
        if not name.startswith("_")
    }


@functools.cache
def _may_be_class(protocol: type) -> bool:
    """Return True if a class itself has all attributes of a protocol, rather than its instances."""
    return any(all(hasattr(each, name) for name in _list_names(protocol)) for each in _list_implementers(protocol))


def _find_package(kind: type) -> str:
    """Return the package of a class; some classes of C code have a descriptor in place of their module's name."""
    module: object = kind.__module__
    return module.partition(".")[0] if isinstance(module, str) else ""


@functools.cache
def _list_implementers(protocol: type) -> tuple[type, ...]:
    """Return the classes of the project and of games with all attributes of a protocol."""
    names = _list_names(protocol)
    packages = {"rules_py", *(each.name.partition(".")[0] for each in discovery.find_external_packages())}
    packages.add(protocol.__module__.partition(".")[0])
    own = [
        each
        for each in dict.fromkeys(list_subclasses(object))
        if _find_package(each) in packages and is_own_class(each)
    ]
    return tuple(each for each in own if all(_describe(each, name) for name in names))


@functools.cache
def _find_shared_member(kinds: tuple[type, ...], name: str) -> Member | None:
    """Return an attribute of the first of some classes, or None unless all have an attribute of the same sort."""
    if not kinds:
        return None
    first, *others = [_describe(each, name) if is_own_class(each) else None for each in kinds]
    if first is None or None in others:
        return None
    names = {first.name, *(each.name for each in others if each)}
    if names <= set(VALUES):
        if first.getter and all(each and each.getter is first.getter for each in others):
            return first
        has_unknown = any(each and each.getter and each.kind is None for each in (first, *others))
        return None if has_unknown else Member("field" if names == {"field"} else "value", first.kind)
    if len(names) > 1 or len({first.index, *(each.index for each in others if each)}) > 1:
        return None
    functions = dict.fromkeys([*first.functions, *(part for each in others if each for part in each.functions)])
    if first.name in ("static method", "class method") and len(functions) > 1:
        return None
    return dataclasses.replace(first, functions=tuple(functions))


def _describe(kind: type, name: str) -> Member | None:
    """Return the attribute of a class itself."""
    for each in kind.__mro__:
        if each.__module__.partition(".")[0] in sys.stdlib_module_names and name in vars(each):
            return None
        value = vars(each).get(name, inspect.Parameter.empty)
        annotation = _find_annotation(each, name)
        if value is not inspect.Parameter.empty:
            return _describe_value(each, name, value, annotation)
        if annotation is not inspect.Parameter.empty:
            return Member("field", read_type(annotation, functools.partial(find_in_module, each.__module__)))
        if name in _list_used_names(each) and name in (assigned := _find_assigned(each)):
            return Member("field", assigned[name])
    return None


def _find_annotation(kind: type, name: str) -> Any:
    return vars(kind).get("__annotations__", {}).get(name, inspect.Parameter.empty)


def _describe_value(owner: type, name: str, value: Any, annotation: Any) -> Member | None:
    find_object = functools.partial(find_in_module, owner.__module__)
    if "_fields" in vars(owner) and name in vars(owner)["_fields"]:
        return Member("part", read_type(annotation, find_object), vars(owner)["_fields"].index(name))
    is_for_class = annotation is inspect.Parameter.empty or str(annotation).startswith(("ClassVar", "typing.ClassVar"))
    if not is_for_class and name in vars(owner).get("__dataclass_fields__", ()):
        return Member("field", read_type(annotation, find_object))  # its value in the class is the default
    match value:
        case property(fget=types.FunctionType() as function):
            return Member("value", find_returned(function), getter=function)
        case precomputed_property():
            return Member("field", find_returned(value.func)) if isinstance(value.func, types.FunctionType) else None
        case functools.cached_property(func=types.FunctionType() as function):
            return Member("value", find_returned(function), getter=function, is_cached=True)
        case staticmethod(__func__=types.FunctionType() as function):
            return Member("static method", functions=(function,))
        case classmethod(__func__=types.FunctionType() as function):
            return Member("class method", functions=(function,))
        case types.FunctionType():
            is_generated = value.__module__.partition(".")[0] in sys.stdlib_module_names  # such as _replace
            return None if is_generated else Member("method", functions=(value,))
    if callable(value) and not isinstance(value, type) and not dataclasses.is_dataclass(owner):
        return None
    if is_for_class:
        if callable(value):
            return None
        declared = None if annotation is inspect.Parameter.empty else read_type(annotation, find_object)
        return Member("value", declared or find_kind_of_object(value))
    return Member("field", read_type(annotation, find_object))


@functools.cache
def find_returned(function: types.FunctionType) -> Kind | None:
    """Return the kind that a function's annotation promises as its result; a decorated one may return another."""
    if hasattr(function, "__wrapped__"):
        return None
    annotation = function.__annotations__.get("return", inspect.Parameter.empty)
    return read_type(annotation, functools.partial(find_in_module, function.__module__))


@functools.cache
def _list_used_names(kind: type) -> frozenset[str]:
    """Return the names of all attributes that the methods of a class use, without looking at their trees."""
    codes = [each.__code__ for each in vars(kind).values() if isinstance(each, types.FunctionType)]
    for code in codes:  # it grows by the functions in a function
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return frozenset(name for code in codes for name in code.co_names)


@functools.cache
def _find_assigned(kind: type) -> dict[str, Kind | None]:
    """Return the attributes that the methods of a class assign to their first parameter, with their kinds."""
    found: dict[str, list[Kind | None]] = {}
    for method in vars(kind).values():
        if not isinstance(method, types.FunctionType):
            continue
        try:
            node = find_function_node(method)
        except UnsupportedError:  # a function without a file or a tree
            continue
        parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        first = parameters[0].arg if parameters else ""
        find_object = functools.partial(find_in_module, kind.__module__)
        kinds = {each.arg: read_annotation(each.annotation, find_object) for each in parameters}
        for each in walk(node):
            pairs: list[tuple[ast.expr, Kind | None]] = []
            match each:
                case ast.AnnAssign(target=target, annotation=annotation):
                    pairs = [(target, read_annotation(annotation, find_object))]
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
                    values
                ):
                    pairs = [(a, _find_simple(b, kinds, find_object)) for a, b in zip(targets, values, strict=True)]
                case ast.Assign(targets=targets, value=value):
                    parts = [p for t in targets for p in (t.elts if isinstance(t, ast.Tuple | ast.List) else [t])]
                    known = _find_simple(value, kinds, find_object) if parts == targets else None
                    pairs = [(target, known) for target in parts]
                case ast.AugAssign(target=target):
                    pairs = [(target, BOTTOM)]  # it has the kind of what it was
                case ast.For(target=target):
                    pairs = [(part, None) for part in walk(target) if isinstance(part, ast.Attribute)]
            for target, known in pairs:
                match target:
                    case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == first:
                        found.setdefault(attribute, []).append(known)
    return {name: None if (kind_ := join(kinds_)) == BOTTOM else kind_ for name, kinds_ in found.items()}


def _find_simple(node: ast.expr, kinds: dict[str, Kind | None], find_object: FindObject) -> Kind | None:
    """Return the kind of a parameter, of a constant, or of a call of a class or a function."""
    match node:
        case ast.Name(id=name):
            return kinds.get(name)
        case ast.Constant(value=value):
            return find_kind_of_object(value)
        case ast.Call(func=ast.Name(id=name)):
            called = find_object(name)
            if isinstance(called, type):
                return Kind("instance", target=called) if is_own_class(called) else None
            return find_returned(called) if isinstance(called, types.FunctionType) else None
    return None


def find_kind_of_object(value: Any) -> Kind | None:
    """Return the kind of a live object."""
    if value is None:
        return NONE
    if isinstance(value, type):
        return Kind("class", target=value) if is_own_class(value) else None
    if isinstance(value, types.FunctionType):
        return Kind("function", target=value)
    for plain, kind in ((bool, BOOL), (int, INT), (str, STR)):
        if type(value) is plain:
            return kind
    if type(value) in CONTAINERS:
        return _make_container(type(value), [])
    return Kind("instance", target=type(value)) if is_own_class(type(value)) else None


@functools.cache
def find_owner(function: types.FunctionType) -> type | None:
    """Return the class whose method, property, class method or static method a function is, or None."""
    path, _, name = function.__qualname__.rpartition(".")
    owner: Any = sys.modules.get(function.__module__)
    for part in path.split(".") if path else ():
        owner = getattr(owner, part, None)
    if not path or not isinstance(owner, type):
        return None
    found = vars(owner).get(name)
    inner = getattr(found, "fget", None) or getattr(found, "func", None) or getattr(found, "__func__", found)
    return owner if inner is function and is_own_class(owner) else None
