"""A snapshot of live Python objects as a JavaScript program.

The compiler begins with some roots, such as the functions that answer a page, and follows every name they use to the
object it is bound to after import: functions are translated from their source, classes with the attributes that the
program mentions, and data is written out as it is.
"""

import builtins
import contextlib
import dataclasses
import functools
import importlib
import json
import re
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rules_py.properties import precomputed_property

from .direct import list_record_parameters
from .expressions import Surroundings
from .kinds import Kind, find_in_module, find_owner, forget_subclasses
from .known import HOSTS, KNOWN, REFUSED
from .names import (
    FunctionNode,
    UnsupportedError,
    describe_signature,
    is_generator,
    name_local,
    tells_parameters,
    write_constant,
    write_text,
)
from .source import describe_place, find_function_node
from .translate import FunctionTranslator

CONTEXT_MANAGER = contextlib.contextmanager(lambda: iter(())).__code__
SKIPPED = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __annotate_func__ "
    "__annotations_cache__ __dataclass_fields__ __dataclass_params__ __parameters__ __orig_bases__ "
    "__abstractmethods__ _abc_impl __static_attributes__ __firstlineno__ __type_params__ __slots__ "
    "__protocol_attrs__ __non_callable_proto_members__ _is_protocol _is_runtime_protocol __subclasshook__ "
    "__init_subclass__ __class_getitem__ __getnewargs__ __replace__ _field_defaults __reduce__ __new__ __match_args__ "
    "_fields _make _replace _asdict".split()
)
"""Attributes of classes that no rule uses, or that the runtime supplies."""

GENERATED = frozenset("__init__ __repr__ __eq__ __hash__ __setattr__ __delattr__ __lt__ __le__ __gt__ __ge__".split())
IGNORED_BASES = (object, typing.Generic, typing.Protocol, functools.cached_property)
WORD = re.compile(r'"([A-Za-z_]\w*)"')


@dataclasses.dataclass(eq=False)
class Item:
    """A function, a class or a value of the program.

    Attributes:
        name: its name in JavaScript.
        value: the Python object.
        kind: "function", "class" or "data".
        head: its declaration.
        signature: the statement that tells the runtime a function's parameters, or "".
        needs_signature: "always" for a generator, which loops leave open; "as value" for a function that is called with
            names once it is passed on; or "never".
        tail: the other statements that complete it once every declaration has run.
        uses: the names of the items that it mentions.
    """

    name: str
    value: Any
    kind: str
    head: str = ""
    signature: str = ""
    needs_signature: typing.Literal["always", "as value", "never"] = "never"
    tail: list[str] = dataclasses.field(default_factory=list)
    uses: dict[str, None] = dataclasses.field(default_factory=dict)

    @property
    def statements(self) -> list[str]:
        """All statements that complete it."""
        return [self.signature, *self.tail] if self.signature else self.tail

    def add_signature(self, node: FunctionNode, is_open: bool) -> None:
        """Add the signature of a function, given as a tree; `is_open` is True for a generator in JavaScript."""
        self.signature = f"$.define({self.name}, {describe_signature(node)});"
        self.needs_signature = "always" if is_open else "as value" if tells_parameters(node) else "never"


class Program:
    """The items that were reached from the roots so far.

    Attributes:
        items: the items by their JavaScript names, each after those that its declaration needs.
        problems: the constructs that aren't supported, each with its place.
    """

    def __init__(self, later: Mapping[types.FunctionType, str] = types.MappingProxyType({})) -> None:
        """Take the functions that others call by an id, because a page loads them later."""
        forget_subclasses()
        self.items: dict[str, Item] = {}
        self._later = later
        self._loaded_later: set[str] = set()
        self.problems: list[str] = []
        self._by_object: dict[int, Item] = {}
        self._pending: list[Item] = []
        self._mentioned: set[str] = set()
        self._waiting_attributes: dict[str, set[str]] = {}
        self._current: list[Item] = []
        self._makers: dict[type, Item] = {}
        self._attributes: dict[type, list[str]] = {}
        self._copied: dict[type, None] = {}
        self._rest_names: set[str] = set()
        self._number = 0

    def add_root(self, value: Any) -> str:
        """Compile an object with everything it needs, and return its JavaScript."""
        written = self.refer(value)
        self._complete()
        return written

    def add_later(self, function: types.FunctionType) -> str:
        """Compile a function that a page loads later, and return its JavaScript."""
        item = self._add_function(function)
        self._loaded_later.add(item.name)
        self._complete()
        return item.name

    # References

    def refer(self, value: Any) -> str:
        """Return the JavaScript of an object.

        Raises:
            UnsupportedError: it can't be written.
        """
        if value is None or isinstance(value, bool | str | float) or type(value) is int:
            return write_constant(value)
        known = HOSTS.get(id(value)) or (KNOWN.get(id(value)) if _is_known_kind(value) else None)
        if known:
            return known
        if isinstance(value, typing.TypeVar):
            return "$.object"
        if (found := self._by_object.get(id(value))) is None:
            found = self._add(value)
        if self._current:
            self._current[-1].uses[found.name] = None
        return found.name

    def _new_item(self, value: Any, kind: str) -> Item:
        self._number += 1
        item = Item(f"${kind[0]}{self._number}", value, kind)
        self._by_object.setdefault(id(value), item)
        return item

    def _add_function(self, value: types.FunctionType) -> Item:
        item = self._new_item(value, "function")
        self.items[item.name] = item
        self._pending.append(item)
        if value.__code__.co_flags & 4:
            self._rest_names.add(item.name)
        return item

    def _add(self, value: Any) -> Item:
        if isinstance(value, types.FunctionType):
            return self._add_function(value)
        if isinstance(value, type) and not isinstance(value, types.GenericAlias):
            return self._add_class(value)
        item = self._new_item(value, "data")
        self._current.append(item)
        try:
            item.head = f"const {item.name} = {self._write_data(value)};"
        except UnsupportedError:
            del self._by_object[id(value)]
            raise
        finally:
            self._current.pop()
        self._mention(item.head)
        self.items[item.name] = item
        return item

    def _mention(self, text: str) -> None:
        self._mentioned.update(WORD.findall(text))

    # Data

    def _write_data(self, value: Any) -> str:
        match value:
            case types.MethodType():
                return f'$.bind({self.refer(value.__self__)}, "{value.__name__}")'
            case functools.partial():
                pairs = ", ".join(f"[{json.dumps(name)}, {self.refer(part)}]" for name, part in value.keywords.items())
                return f"$.makePartial({self.refer(value.func)}, [{self._list(value.args)}], [{pairs}])"
            case re.Pattern():
                return f"$.newPattern({write_text(value.pattern)}, {value.flags})"
            case Fraction():
                return f"$.makeFraction({value.numerator}n, {value.denominator}n)"
            case types.MappingProxyType() | dict():
                if type(value) not in (dict, types.MappingProxyType):
                    raise UnsupportedError(f"a {type(value).__name__} as data")
                pairs = ", ".join(f"[{self.refer(key)}, {self.refer(part)}]" for key, part in value.items())
                return f"$.newDict([{pairs}])"
            case list():
                return f"[{self._list(value)}]"
            case set() | frozenset():
                new_set = "$.newSet" if isinstance(value, set) else "$.newFrozenSet"
                return f"{new_set}([{self._list(sorted(value, key=repr))}])"
            case range():
                return f"$.makeRange({value.start}, {value.stop}, {value.step})"
            case tuple():
                if type(value) is tuple:
                    return f"$.newTuple([{self._list(value)}])"
                return f"$.makeNamed({self.refer(type(value))}, [{self._list(value)}])"
        if hasattr(value, "__wrapped__") and hasattr(value, "cache_info"):
            return f"$.cached({self.refer(value.__wrapped__)})"
        if isinstance(value, types.UnionType) or typing.get_origin(value) is typing.Union:
            return f"$.newUnion([{self._list(typing.get_args(value))}])"
        if isinstance(value, types.GenericAlias) or (typing.get_origin(value) is not None):
            return self.refer(typing.get_origin(value))
        if isinstance(value, typing.TypeAliasType):
            return self.refer(value.__value__)
        kind = type(value)
        if _is_library_class(kind):
            raise UnsupportedError(f"{kind.__module__}.{kind.__qualname__} as data ({value!r:.60})")
        made = {name: part for name, part in vars(value).items() if not _is_cached(kind, name) and name != "__doc__"}
        made |= {name: getattr(value, name) for name in _list_precomputed(kind)}
        fields: dict[str, str] = {}
        left_out = []
        for name, part in made.items():
            try:
                fields[name] = self.refer(part)
            except UnsupportedError as error:
                problem = self._report(f"{_describe_object(value)}: {name}: {error}")
                left_out.append(f", {json.dumps(name)}, {problem})")
        return "$.leaveOut(" * len(left_out) + self._write_instance(kind, fields) + "".join(left_out)

    def _write_instance(self, kind: type, fields: Mapping[str, str]) -> str:
        """Return the JavaScript of an instance as data; its class lists the attributes that most instances have."""
        written = self.refer(kind)
        names = list(fields)
        if kind not in self._attributes:
            self._attributes[kind] = names
            self.items[written].head += f"\n{written}.attributes = {json.dumps(names)};"
            self._mention(" ".join(names))
        if self._attributes[kind] == names:
            return f"$.makeOf({written}, [{', '.join(fields.values())}])"
        return f"$.make({written}, {{{', '.join(f'{json.dumps(name)}: {part}' for name, part in fields.items())}}})"

    def _report(self, problem: str) -> str:
        """Add a problem, and return its JavaScript."""
        if problem not in self.problems:
            self.problems.append(problem)
        return write_text(problem)

    def _list(self, values: Iterable[Any]) -> str:
        return ", ".join(map(self.refer, values))

    # Classes

    def _add_class(self, value: type) -> Item:
        if _is_library_class(value):
            raise UnsupportedError(f"the class {value.__module__}.{value.__qualname__}")
        item = self._new_item(value, "class")
        self._current.append(item)
        try:
            self._describe_class(item, value)
        except UnsupportedError:
            del self._by_object[id(value)]
            self.items.pop(item.name, None)
            self._waiting_attributes.pop(item.name, None)
            raise
        finally:
            self._current.pop()
        return item

    def _describe_class(self, item: Item, value: type) -> None:
        bases = [self.refer(each) for each in value.__mro__[1:] if each not in IGNORED_BASES]
        options = []
        if dataclasses.is_dataclass(value):
            params = value.__dataclass_params__  # type: ignore[attr-defined]
            options.append(f"isEqualByFields: {json.dumps(params.eq and '__eq__' not in _own_code(value))}")
            options.append(f"isOrdered: {json.dumps(params.order)}")
            if params.frozen:
                options.append("isFrozen: true")
            names = [each.name for each in dataclasses.fields(value) if each.compare]
            options.append(f"compared: {json.dumps(names)}")
        if hasattr(value, "_fields"):
            options.append(f"names: {json.dumps(value._fields)}")
        make = "newNamedClass" if hasattr(value, "_fields") else "newClass"
        item.head = (
            f"const {item.name} = $.{make}({json.dumps(value.__name__)}, [{', '.join(bases)}], "
            f"{{{', '.join(options)}}});"
        )
        self.items[item.name] = item
        self._waiting_attributes[item.name] = set(vars(value))
        self._mentioned.update(name for name in vars(value) if name.startswith("__"))  # Python itself uses them
        if dataclasses.is_dataclass(value) and "__dataclass_fields__" in vars(value):
            fields = ", ".join(self._write_field(each) for each in dataclasses.fields(value))
            item.tail.append(f"$.setFields({item.name}, [{fields}]);")
        if "_fields" in vars(value):
            defaults = ", ".join(
                f"[{json.dumps(name)}, {self.refer(part)}]"
                for name, part in value._field_defaults.items()  # type: ignore[attr-defined]
            )
            item.tail.append(f"$.setDefaults({item.name}, [{defaults}]);")
        self._mention(" ".join(item.tail))

    def _write_field(self, field: "dataclasses.Field[Any]") -> str:
        written = f"name: {json.dumps(field.name)}"
        if field.default is not dataclasses.MISSING:
            written += f", value: {self.refer(field.default)}"
        if field.default_factory is not dataclasses.MISSING:
            written += f", make: {self.refer(field.default_factory)}"
        if not field.init:
            written += ", isComputed: true"
        if field.kw_only:
            written += ", isKeyword: true"
        return f"{{{written}}}"

    def _find_maker(self, value: type) -> str:
        """Return the JavaScript of the function that makes instances of a record's class, with `new`.

        It gives each instance its fields in the same order, and room for what the runtime keeps, so that engines read
        them fast.
        """
        self.refer(value)
        owner = self._by_object[id(value)]
        if (item := self._makers.get(value)) is None:
            self._number += 1
            item = self._makers[value] = self.items[f"$m{self._number}"] = Item(f"$m{self._number}", value, "maker")
            self._current.append(item)
            self._write_maker(item, value)
            self._current.pop()
            if not issubclass(value, tuple):
                owner.tail.append(f"$.setMaker({owner.name}, {item.name});")
                owner.uses[item.name] = None
        self._current[-1].uses[item.name] = None
        return item.name

    def _write_maker(self, item: Item, value: type) -> None:
        parameters = list_record_parameters(value)
        assert parameters is not None
        if issubclass(value, tuple):
            self._write_maker_of_tuples(item, value, parameters.names)
            return
        record: Any = value
        fields = {each.name: each for each in dataclasses.fields(record)}
        written: list[str] = []
        body = ""
        for name in parameters.names:
            is_optional = fields[name].default is not dataclasses.MISSING
            written.append(name_local(name) + (f" = {self.refer(fields[name].default)}" if is_optional else ""))
        for name, field in fields.items():
            given = name_local(name) if field.init else "undefined"
            if field.default_factory is not dataclasses.MISSING:
                made = f"$.call({self.refer(field.default_factory)}, [])"
                given = f"{given} === undefined ? {made} : {given}" if field.init else made
            elif not field.init and field.default is not dataclasses.MISSING:
                given = self.refer(field.default)
            body += f"this.{name} = {given};" if field.init or given != "undefined" else ""
        cached = [
            name
            for each in value.__mro__
            for name, part in vars(each).items()
            if isinstance(part, functools.cached_property) and not isinstance(part, precomputed_property)
        ]
        body += "".join(f"this.$_{name} = undefined;" for name in dict.fromkeys(cached))
        body += "this.$key = undefined;" if value.__dataclass_params__.eq else ""  # type: ignore[attr-defined]
        item.head = f"function {item.name}({', '.join(written)}) {{{body}}}"
        if any(issubclass(value, each) for each in self._copied):
            values = ", ".join(f"copied.{name}" for name in parameters.names)
            item.tail.append(f"{item.name}.copy = (copied) => new {item.name}({values});")

    def _write_maker_of_tuples(self, item: Item, value: type, names: tuple[str, ...]) -> None:
        defaults = vars(value)["_field_defaults"]
        given = [name_local(name) + (f" = {self.refer(defaults[name])}" if name in defaults else "") for name in names]
        values = ", ".join(map(name_local, names))
        item.head = f"function {item.name}({', '.join(given)}) {{return $.makeNamed({self.refer(value)}, [{values}]);}}"

    def _note_copies(self, value: type) -> None:
        self._copied[value] = None

    def _add_copying_makers(self) -> None:
        """Add the functions that make instances of the classes whose instances are copied."""
        for item in list(self.items.values()):
            if item.kind == "class" and item.value not in self._makers:
                is_copied = any(issubclass(item.value, each) for each in self._copied)
                if is_copied and list_record_parameters(item.value) is not None:
                    self._current.append(item)
                    self._find_maker(item.value)
                    self._current.pop()

    def _add_attribute(self, item: Item, name: str, value: Any) -> None:
        self._current.append(item)
        try:
            match value:
                case property():
                    written = f"$.setProperty({item.name}, {json.dumps(name)}, {self.refer(value.fget)});"
                case precomputed_property():
                    return
                case functools.cached_property():
                    written = f"$.setCachedProperty({item.name}, {json.dumps(name)}, {self.refer(value.func)});"
                case staticmethod():
                    written = f"$.setStatic({item.name}, {json.dumps(name)}, {self.refer(value.__func__)});"
                case classmethod():
                    written = f"$.setClassMethod({item.name}, {json.dumps(name)}, {self.refer(value.__func__)});"
                case types.FunctionType():
                    written = f"$.setMethod({item.name}, {json.dumps(name)}, {self.refer(value)});"
                case _:
                    written = f"$.setStatic({item.name}, {json.dumps(name)}, {self.refer(value)});"
            item.tail.append(written)
            self._mention(written)
        except UnsupportedError as error:
            problem = self._report(f"{item.value.__module__}.{item.value.__qualname__}.{name}: {error}")
            item.tail.append(f"$.leaveOutMember({item.name}, {json.dumps(name)}, {problem});")
        finally:
            self._current.pop()

    # Functions

    def _compile_function(self, item: Item) -> None:
        function: types.FunctionType = item.value
        self._current.append(item)
        try:
            if function.__code__ is CONTEXT_MANAGER:
                inner = self.refer(function.__wrapped__)  # type: ignore[attr-defined]
                item.head = f"function {item.name}(...$all) {{return $.newContext({inner}, $all);}}"
                item.tail.append(f"{item.name}.passesOn = true;")
                self._rest_names.add(item.name)
                return
            node = find_function_node(function)
            if function in self._later and item.name not in self._loaded_later:
                found = f"$.findLater({json.dumps(self._later[function])})"
                item.head = f"function {item.name}(...$all) {{return {found}(...$all);}}"
                item.add_signature(node, is_open=False)
                return
            defaults = self._write_defaults(function, node)
            owner = self._find_owner(function)
            translator = FunctionTranslator(
                lambda name: self._find_name(function, name),
                lambda module, name: self.refer(getattr(importlib.import_module(module), name)),
                self._rest_names,
                owner,
                Surroundings(
                    lambda name: _find_object(function, name),
                    self.refer,
                    self._find_maker,
                    self._mentioned.add,
                    self._note_copies,
                ),
            )
            item.head = translator.translate(node, item.name, defaults, _find_first_kind(function))
            item.add_signature(node, is_generator(node))
            self._mention(item.head)
        except UnsupportedError as error:
            problem = self._report(f"{describe_place(function)}: {function.__qualname__}: {error}")
            item.head = f"function {item.name}() {{throw new $.LeftOutError({problem});}}"
            item.tail = [f"{item.name}.passesOn = true;"]
            item.uses.clear()
        finally:
            self._current.pop()

    def _write_defaults(self, function: types.FunctionType, node: FunctionNode) -> dict[str, str]:
        names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
        values = function.__defaults__ or ()
        found = dict(zip(names[len(names) - len(values) :], values, strict=True)) | (function.__kwdefaults__ or {})
        return {name: self.refer(value) for name, value in found.items()}

    def _find_owner(self, function: types.FunctionType) -> str:
        """Return the class whose method a function is, if it calls super()."""
        if "__class__" not in function.__code__.co_freevars:
            return "null"
        at = function.__code__.co_freevars.index("__class__")
        return self.refer((function.__closure__ or ())[at].cell_contents)

    def _find_name(self, function: types.FunctionType, name: str) -> str:
        first, *rest = name.split(".")
        value = _look_up(function, first)
        if not rest:
            if isinstance(value, types.ModuleType):
                raise UnsupportedError(f"the module {name} as a value")
            if isinstance(value, types.BuiltinFunctionType) and value in REFUSED:
                raise UnsupportedError(REFUSED[value])
            return self.refer(value)
        if not isinstance(value, types.ModuleType):
            raise KeyError(name)
        for part in rest:
            value = getattr(value, part) if isinstance(value, types.ModuleType) else _refuse(name)
        if isinstance(value, types.ModuleType):
            raise KeyError(name)
        return self.refer(value)

    # Completion

    def _complete(self) -> None:
        """Compile pending functions and mentioned attributes until there are none left."""
        while True:
            while self._pending:
                self._compile_function(self._pending.pop(0))
            self._add_copying_makers()
            is_new = False
            for name, waiting in list(self._waiting_attributes.items()):
                item, used = self.items[name], waiting & self._mentioned
                waiting.difference_update(used)
                for attribute, value in vars(item.value).items() if used else ():
                    if attribute in used and not _is_generated(item.value, attribute, value):
                        is_new = True
                        self._add_attribute(item, attribute, value)
            if not is_new and not self._pending:
                return


def _describe_object(value: Any) -> str:
    """Return the place of an object's rule, if it has one, and the object's id or class."""
    name = getattr(value, "id", "") or type(value).__name__
    rule = getattr(value, "rule", None)
    return f"{describe_place(rule)}: {name}" if isinstance(rule, types.FunctionType) else str(name)


def _refuse(name: str) -> Any:
    raise KeyError(name)


def _is_library_class(kind: type) -> bool:
    """Return True if a class is part of Python's standard library."""
    return kind.__module__.partition(".")[0] in sys.stdlib_module_names


def _is_known_kind(value: Any) -> bool:
    return callable(value) or isinstance(value, type)


def _is_cached(kind: type, name: str) -> bool:
    return any(isinstance(vars(each).get(name), functools.cached_property) for each in kind.__mro__)


def _list_precomputed(kind: type) -> list[str]:
    return [
        name for each in kind.__mro__ for name, value in vars(each).items() if isinstance(value, precomputed_property)
    ]


@functools.cache
def _own_code(value: type) -> set[str]:
    """Return the names of the functions that a record's class defines itself, rather than Python for it."""
    return {
        name
        for name, part in vars(value).items()
        if isinstance(part, types.FunctionType)
        and not part.__code__.co_filename.startswith("<")
        and not part.__code__.co_filename.endswith(("dataclasses.py", "reprlib.py", "collections/__init__.py"))
    }


def _is_generated(owner: type, name: str, value: Any) -> bool:
    """Return True if the runtime supplies an attribute of a class itself."""
    if name in SKIPPED or type(value).__name__ in ("_tuplegetter", "member_descriptor", "getset_descriptor"):
        return True
    is_record = dataclasses.is_dataclass(owner) or "_fields" in vars(owner)
    return name in GENERATED and ((is_record and name not in _own_code(owner)) or value is None)


def _find_object(function: types.FunctionType, name: str) -> Any:
    """Return the object of a name that isn't local, or None."""
    try:
        return _look_up(function, name)
    except (UnsupportedError, ValueError):
        return find_in_module(function.__module__, name)


def _find_first_kind(function: types.FunctionType) -> Kind | None:
    """Return the kind of the first parameter of a method or of a class method."""
    owner = find_owner(function)
    match vars(owner).get(function.__name__) if owner else None:
        case None | staticmethod():
            return None
        case classmethod():
            return Kind("subclass", target=owner)
    return Kind("instance", target=owner)


def _look_up(function: types.FunctionType, name: str) -> Any:
    code = function.__code__
    if name in code.co_freevars:
        return (function.__closure__ or ())[code.co_freevars.index(name)].cell_contents
    if name in function.__globals__:
        return function.__globals__[name]
    if hasattr(builtins, name):
        return getattr(builtins, name)
    # A nested function's own free variables are local to the function around it.
    raise UnsupportedError(f"the unknown name {name}")
