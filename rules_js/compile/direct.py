"""Direct JavaScript for expressions whose kinds are known: properties, calls of functions, tests for truth.

Everything else goes through the runtime, which decides at run time.
"""

import ast
import dataclasses
import types
from collections.abc import Callable, Collection
from typing import Any

from rules_py.play import copies

from .expressions import ExpressionTranslator, Source
from .inference import OBJECTS, is_always_true
from .kinds import LISTS, MAPPINGS, PLAIN, VALUES, Kind, Member, find_member, is_own_class
from .known import HOSTS, KNOWN

VARIADIC, KEYWORDS = 4, 8
"""Flags of a function's code: it takes any number of arguments, or any keywords."""

METHODS = {
    "get": ("getOr", (1, 2)), "append": ("append", (1,)), "items": ("items", (0,)), "values": ("values", (0,)),
    "keys": ("keys", (0,)), "update": ("update", (1,)), "setdefault": ("setDefault", (2,)), "add": ("addTo", (1,)),
}  # fmt: skip
"""Methods of builtin values with a function of the runtime that is faster, and the numbers of their arguments."""


class DirectTranslator(ExpressionTranslator):
    """Translates expressions directly where the kinds of their values are known."""

    # Attributes

    def visit_Attribute(self, node: ast.Attribute) -> str:
        """Read a property or a part, if the class of the object is known."""
        found = self._find_instance(node.value)
        if found is None or (member := find_member(found.target, node.attr)) is None:
            return super().visit_Attribute(node)
        if member.name == "part":
            return f"{self.visit(node.value)}[{member.index}]"
        if member.name not in VALUES:
            return super().visit_Attribute(node)
        if member.getter and not member.is_cached:
            return f"{self._surroundings.refer(member.getter)}({self.visit(node.value)})"
        self._surroundings.mention(node.attr)
        owner = self.visit(node.value)
        if member.getter is None:
            return f"{owner}.{node.attr}"
        kept = owner if isinstance(node.value, ast.Name) else self.new_temporary()
        read = f"{kept}.{node.attr}"
        if member.kind is None:
            read = f"$.unwrap({read})"  # a function would look like a method
        return f"({kept if kept == owner else f'({kept} = {owner})'}.$_{node.attr} ?? {read})"

    def write_assignment(self, owner: ast.expr, name: str, value: str) -> str | None:
        """Return the statement that assigns a value to an attribute, or None if that may be more than a property."""
        found = self._find_instance(owner)
        member = find_member(found.target, name) if found else None
        if found is None or member is None or member.name != "field" or dataclasses.is_dataclass(found.target):
            return None
        return f"{self.visit(owner)}.{name} = {value};"

    def _find_instance(self, node: ast.expr) -> Kind | None:
        match node:
            case ast.Call(func=ast.Name(id="super")):
                return None
        found = self._kinds.find(node)
        return found if found is not None and found.name in OBJECTS else None

    # Tests

    def condition(self, node: ast.expr) -> str:
        """Test a value of a known kind as JavaScript does."""
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return super().condition(node)
        found = self._kinds.find(node)
        if found is not None and found.name in PLAIN:
            return self.visit(node)
        if found is not None and is_always_true(found):
            return f"({self.visit(node)} !== null)"
        return super().condition(node)

    def has_plain_truth(self, node: ast.expr) -> bool:
        found = self._kinds.find(node)
        return found is not None and (found.name in PLAIN or is_always_true(found))

    def compare(self, operator: ast.cmpop, nodes: tuple[ast.expr, ast.expr], left: str, right: str) -> str:
        """Compare text with what can't be equal to it otherwise as JavaScript does."""
        if isinstance(operator, ast.Eq | ast.NotEq):
            first, second = map(self._kinds.find, nodes)
            if first and second and "str" in (first.name, second.name) and {first.name, second.name} <= set(PLAIN):
                return f"({left} {'===' if isinstance(operator, ast.Eq) else '!=='} {right})"
        return super().compare(operator, nodes, left, right)

    # Loops

    def iterate(self, over: ast.expr, target: ast.expr, is_any_order: bool = False) -> Source:
        """Go over the values of a list or a tuple by their indexes, as Python does, and over the arrays of a dict."""
        if self._has_kind(over, LISTS):
            return Source(f"$.asArray({self.visit(over)})", "array")
        if self._has_kind(over, MAPPINGS):
            return Source(f"$.listKeys({self.visit(over)})", "array")
        match over, target:
            case ast.IfExp(test=test, body=body, orelse=other), _:
                first, second = (self.iterate(each, ast.Name("_"), is_any_order) for each in (body, other))
                if first.how == second.how == "array":
                    return Source(f"({self.condition(test)} ? {first.written} : {second.written})", "array")
            case ast.Call(func=ast.Attribute(value=owner, attr="values"), args=[], keywords=[]), _:
                if self._has_kind(owner, MAPPINGS):
                    return Source(f"$.listValues({self.visit(owner)})", "array")
            case (
                ast.Call(func=ast.Name() as called, args=[ast.expr() as numbered], keywords=[]),
                ast.Tuple(elts=[number, value]),
            ) if not (isinstance(number, ast.Starred) or isinstance(value, ast.Starred)):
                if self.visit(called) == "$.enumerate" and self._has_kind(numbered, LISTS):
                    return Source(f"$.asArray({self.visit(numbered)})", "numbered")
        return super().iterate(over, target, is_any_order)

    def _has_kind(self, node: ast.expr, names: Collection[str]) -> bool:
        found = self._kinds.find(node)
        return found is not None and found.name in names

    # Calls

    def visit_Call(self, node: ast.Call) -> str:
        """Call a known function or constructor without a look at its parameters at run time."""
        return self._visit_known_call(node) or super().visit_Call(node)

    def _visit_known_call(self, node: ast.Call) -> str | None:
        self._note_lambdas(node)
        called = self._kinds.find(node.func)
        if called is not None:
            match called.name:
                case "function":
                    return self._call_function(called.target, node)
                case "class":
                    return self._construct(called.target, node)
                case "nested":
                    return self._call_nested(called.target, node)
        if isinstance(node.func, ast.Attribute):
            return self._call_method(node.func, node)
        return None

    def _note_lambdas(self, node: ast.Call) -> None:
        """Note the kind of what a lambda gets that sorts or chooses values."""
        match node:
            case ast.Call(func=ast.Name(id="sorted" | "min" | "max"), args=[over], keywords=keywords):
                for each in keywords:
                    if each.arg == "key" and isinstance(each.value, ast.Lambda):
                        self._kinds.note_elements(each.value, over)

    def _call_function(self, function: types.FunctionType, node: ast.Call) -> str | None:
        if function is copies.replace:
            return self._copy(node)
        if id(function) in HOSTS or id(function) in KNOWN or (parameters := _list_parameters(function)) is None:
            return None
        return self._write_call(node, parameters, lambda _: self._surroundings.refer(function))

    def _call_nested(self, nested: ast.FunctionDef, node: ast.Call) -> str | None:
        given = nested.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or node.keywords:
            return None
        least = len(given.args) - len(given.defaults)
        if any(isinstance(each, ast.Starred) for each in node.args) or not least <= len(node.args) <= len(given.args):
            return None
        return f"{self.visit(node.func)}({self._elements(node.args)})"

    def _call_method(self, called: ast.Attribute, node: ast.Call) -> str | None:
        found = self._kinds.find(called.value)
        match called.value:
            case ast.Call(func=ast.Name(id="super")):
                return None
        if found is not None and found.name in (*OBJECTS, "class", "subclass"):
            member = find_member(found.target, called.attr)
            if member is None:
                return None
            if member.functions:
                return self._call_member(member, found, called, node)
            if found.name in OBJECTS and member.name == "field":
                self._surroundings.mention(called.attr)
                return self.write_dynamic_call(f"{self.visit(called.value)}.{called.attr}", node)
            return None
        if called.attr in METHODS and self._find_module_attribute(called) is None:
            helper, counts = METHODS[called.attr]
            if (
                len(node.args) in counts
                and not node.keywords
                and not any(isinstance(a, ast.Starred) for a in node.args)
            ):
                self._surroundings.mention(called.attr)
                return f"$.{helper}({', '.join([self.visit(called.value), *map(self.visit, node.args)])})"
        return None

    def _call_member(self, member: Member, found: Kind, called: ast.Attribute, node: ast.Call) -> str | None:
        """Return the call of a method: directly if no subclass overrides it, otherwise that of the object."""
        all_parameters = [_list_parameters(each) for each in member.functions]
        if (parameters := all_parameters[0]) is None or any(each != parameters for each in all_parameters):
            return None
        function = member.functions[0]
        if member.name == "static method":
            return self._write_call(node, parameters, lambda _: self._surroundings.refer(function))
        if (member.name == "method") != (found.name in OBJECTS):
            return None
        if len(member.functions) == 1:
            return self._write_call(node, parameters, lambda _: self._surroundings.refer(function), called.value)
        self._surroundings.mention(called.attr)
        return self._write_call(node, parameters, lambda first: f"{first}.{called.attr}", called.value, is_kept=True)

    def _construct(self, kind: type, node: ast.Call) -> str | None:
        """Return the construction of a record, or of an instance whose class has a constructor."""
        if (parameters := list_record_parameters(kind)) is not None:
            new = "" if issubclass(kind, tuple) else "new "
            made = self._write_call(node, parameters, lambda _: f"{new}{self._surroundings.find_maker(kind)}")
            return f"$.complete({made})" if made and hasattr(kind, "__post_init__") else made
        if (init := _find_initializer(kind)) is None or (parameters := _list_parameters(init)) is None:
            return None
        kept = self.new_temporary()
        call = self._write_call(node, parameters, lambda _: self._surroundings.refer(init), kept)
        return call and f"({kept} = $.create({self._surroundings.refer(kind)}), {call}, {kept})"

    def _copy(self, node: ast.Call) -> str | None:
        """Return the copy of a record of a certain class with other values in some fields."""
        match node.args:
            case [ast.expr() as copied] if not isinstance(copied, ast.Starred):
                found = self._find_instance(copied)
            case _:
                return None
        if found is None or found.name != "instance" or not dataclasses.is_dataclass(found.target):
            return None
        kind: Any = found.target
        if type.__subclasses__(kind):
            self._surroundings.note_copies(kind)
            return None
        parameters = list_record_parameters(kind)
        given = {each.arg: each.value for each in node.keywords}
        if parameters is None or not given.keys() <= set(parameters.names) or len(given) < len(node.keywords):
            return None
        if hasattr(kind, "__post_init__"):
            return None
        kept = self.new_temporary()
        values = {name: self.new_temporary() for name in given}
        before = [f"{kept} = {self.visit(copied)}"]
        before += [f"{values[str(name)]} = {self.visit(value)}" for name, value in given.items()]
        made = ", ".join(values.get(name, f"{kept}.{name}") for name in parameters.names)
        return f"({', '.join(before)}, new {self._surroundings.find_maker(kind)}({made}))"

    def _write_call(
        self,
        node: ast.Call,
        parameters: "Parameters",
        write_called: Callable[[str], str],
        first: ast.expr | str | None = None,
        *,
        is_kept: bool = False,
    ) -> str | None:
        """Return a call with its arguments in the order of the parameters, or None if they don't fit.

        Args:
            node: the call.
            parameters: the parameters of what is called.
            write_called: returns the JavaScript of what is called, for that of the first argument.
            first: the object whose method is called, as a tree or as the name of a variable, or None.
            is_kept: True if the object's JavaScript is needed twice.
        """
        places = parameters.place(node, 0 if first is None else 1)
        if places is None:
            return None
        numbers = [at for at, _ in places]
        is_sorted = numbers == sorted(numbers)
        before: list[str] = []
        written: dict[int, str] = {}
        if isinstance(first, str):
            written[0] = first
        elif first is not None:
            written[0] = self.visit(first)
            if not (is_sorted and not is_kept) and not isinstance(first, ast.Name):
                before.append(f"{(kept := self.new_temporary())} = {written[0]}")
                written[0] = kept
        for at, value in places:
            written[at] = self.visit(value)
            if not is_sorted and not isinstance(value, ast.Constant):
                before.append(f"{(kept := self.new_temporary())} = {written[at]}")
                written[at] = kept
        arguments = ", ".join(written.get(at, "undefined") for at in range(max(written, default=-1) + 1))
        call = f"{write_called(written.get(0, ''))}({arguments})"
        return f"({', '.join([*before, call])})" if before else call


@dataclasses.dataclass(frozen=True)
class Parameters:
    """The parameters of a function: their names, the first of them positional.

    Attributes:
        names: the names.
        position_only: the number of parameters that no keyword fills.
        positional: the number of parameters that have a position.
        required: the names of those without a default.
    """

    names: tuple[str, ...]
    position_only: int
    positional: int
    required: frozenset[str]

    def place(self, node: ast.Call, filled: int) -> list[tuple[int, ast.expr]] | None:
        """Return the arguments of a call in the order of their evaluation, each with the index of its parameter.

        It is None if they don't fit.

        Args:
            node: the call.
            filled: the number of the first parameters that have a value already.
        """
        places: list[tuple[int, ast.expr]] = []
        for at, each in enumerate(node.args, filled):
            if isinstance(each, ast.Starred) or at >= self.positional:
                return None
            places.append((at, each))
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in self.names[self.position_only :]:
                return None
            places.append((self.names.index(keyword.arg), keyword.value))
        taken = [*range(filled), *(at for at, _ in places)]
        if len(set(taken)) < len(taken) or not self.required <= {
            self.names[at] for at in taken if at < len(self.names)
        }:
            return None
        return places


def _list_parameters(function: types.FunctionType) -> Parameters | None:
    """Return a function's parameters, or None if it takes any number of arguments or any keywords."""
    code = function.__code__
    if code.co_flags & (VARIADIC | KEYWORDS) or hasattr(function, "__wrapped__"):
        return None
    positional = code.co_argcount
    names = code.co_varnames[: positional + code.co_kwonlyargcount]
    optional = {*names[positional - len(function.__defaults__ or ()) : positional], *(function.__kwdefaults__ or {})}
    return Parameters(names, code.co_posonlyargcount, positional, frozenset(names) - optional)


def _find_initializer(kind: type) -> types.FunctionType | None:
    """Return the `__init__` of a class that makes its instances in the usual way, or None."""
    is_usual = not any("__new__" in vars(each) for each in kind.__mro__[:-1]) and not issubclass(kind, BaseException)
    own = next((vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each)), None)
    if not is_usual or not is_own_class(kind) or not isinstance(own, types.FunctionType):
        return None
    return None if own.__code__.co_filename.startswith("<") else own


def list_record_parameters(kind: type) -> Parameters | None:
    """Return the parameters of a record's constructor, or None if the class isn't a record or has its own one.

    Records are dataclasses and NamedTuples.
    """
    if "_fields" in vars(kind):
        parts: tuple[str, ...] = vars(kind)["_fields"]
        return Parameters(parts, 0, len(parts), frozenset(parts) - vars(kind)["_field_defaults"].keys())
    own = vars(kind).get("__init__")
    if "__dataclass_fields__" not in vars(kind) or not isinstance(own, types.FunctionType):
        return None
    fields = [each for each in dataclasses.fields(kind) if each.init]
    names = [each.name for each in fields if not each.kw_only]
    names += [each.name for each in fields if each.kw_only]
    if not own.__code__.co_filename.startswith("<") or set(own.__code__.co_varnames[1 : len(names) + 1]) != set(names):
        return None
    if own.__code__.co_argcount + own.__code__.co_kwonlyargcount != len(names) + 1:
        return None  # it has values that are no fields
    required = {
        each.name
        for each in fields
        if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
    }
    return Parameters(tuple(names), 0, sum(not each.kw_only for each in fields), frozenset(required))
