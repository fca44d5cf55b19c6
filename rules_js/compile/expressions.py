"""Translation of expressions."""

import ast
import dataclasses
from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from .inference import KindFinder
from .kinds import PLAIN
from .names import FunctionNode, UnsupportedError, name_local, write_constant
from .sets import FREE_KEYWORDS, ORDER_FREE, ORDERED, SetFinder

BINARY = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floorDivide",
    ast.Mod: "modulo",
    ast.Pow: "power",
    ast.BitOr: "or",
    ast.BitAnd: "and",
    ast.BitXor: "xor",
    ast.LShift: "shiftLeft",
    ast.RShift: "shiftRight",
}
COMPARE = {
    ast.Eq: "$.equal({0}, {1})",
    ast.NotEq: "!$.equal({0}, {1})",
    ast.Lt: "$.less({0}, {1})",
    ast.LtE: "$.lessOrEqual({0}, {1})",
    ast.Gt: "$.less({1}, {0})",
    ast.GtE: "$.lessOrEqual({1}, {0})",
    ast.Is: "({0} === {1})",
    ast.IsNot: "({0} !== {1})",
    ast.In: "$.contains({1}, {0})",
    ast.NotIn: "!$.contains({1}, {0})",
}

DIRECT_NAMES = "abs all any enumerate getattr hasattr isinstance issubclass iter len next repr reversed sorted sum"
DIRECT = {f"$.{name}" for name in DIRECT_NAMES.split()}
"""The runtime's functions that take positional arguments like JavaScript's, so that calls of them are direct."""

DIRECT_TYPES = {f"$.{name}" for name in "bool dict float frozenset int list range set str tuple".split()}
"""The runtime's classes whose constructors take positional arguments like JavaScript's."""

MOST_POSITIONAL = 3
"""The most arguments for which the runtime has a function of its own that calls a value."""

EAGER = {"$.dict", "$.list", "$.set", "$.frozenset", "$.sorted", "$.sum", "$.min", "$.max", "$.math_prod"}
"""The runtime's functions that read all values of a generator at once, so that a list does as well."""

TESTS = {
    "$.str": '(typeof {} === "string")', "$.bool": '(typeof {} === "boolean")', "$.list": "$.isList({})",
    "$.tuple": "$.isTuple({})", "$.int": "$.isWhole({})",
}  # fmt: skip
"""Tests whether a value is an instance of a builtin class, by the class."""

OPTIONS = {"$.sorted": ("key", "reverse"), "$.min": ("key", "default"), "$.max": ("key", "default")}
"""The keywords of the runtime's functions that sort or choose values."""

type Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
type FindName = Callable[[str], str]
"""Returns the JavaScript for a name that isn't local to the function."""


@dataclasses.dataclass(frozen=True)
class Surroundings:
    """The functions of the program that the translation of a rule needs.

    Attributes:
        find_object: returns the object of a name that isn't local, or None.
        refer: returns the JavaScript of an object.
        find_maker: returns the JavaScript of the function that makes instances of a record's class.
        mention: notes that the program uses attributes with a name.
        note_copies: notes that the program copies instances of a class and of those derived from it.
    """

    find_object: Callable[[str], Any]
    refer: Callable[[Any], str]
    find_maker: Callable[[type], str]
    mention: Callable[[str], None]
    note_copies: Callable[[type], None]


@dataclasses.dataclass(frozen=True)
class Source:
    """The values that a loop goes over.

    Attributes:
        written: their JavaScript.
        how: "each" for what JavaScript iterates over, "array", "numbered" for an array whose values get their indexes,
            or "pairs" for an object with arrays of keys and values.
    """

    written: str
    how: Literal["each", "array", "numbered", "pairs"] = "each"


class ExpressionTranslator(ast.NodeVisitor):
    """Translates expressions inside a function.

    Operators, attributes and calls go to the runtime (`runtime/`), which gives JavaScript's values Python's meaning.
    Names in the output: a local variable keeps its name, `$` is the runtime, and everything else that begins with `$`
    is made by the compiler.
    """

    def __init__(
        self, find_name: FindName, rest_names: Collection[str], owner: str, surroundings: Surroundings
    ) -> None:
        """Prepare to translate a function.

        Args:
            find_name: resolves names that aren't local.
            rest_names: the compiled functions that take any number of arguments; calls of them go through the runtime.
            owner: the JavaScript of the class that the function is a method of, or "null".
            surroundings: the rest of the program.
        """
        self._find_name, self._rest_names, self._owner = find_name, rest_names, owner
        self._scopes: list[Collection[str]] = []
        self._temporaries: list[list[str]] = []
        self._count = 0
        self._first_parameter = ""
        self._is_in_generator = False
        self._surroundings = surroundings
        self._sets = SetFinder(surroundings.find_object)
        self._kinds = KindFinder(surroundings.find_object)
        self._uncertain: frozenset[ast.AST] = frozenset()

    def visit(self, node: ast.AST) -> str:
        """Return the JavaScript of a construct.

        Raises:
            UnsupportedError: the compiler doesn't translate it.
        """
        written: str = getattr(self, f"visit_{type(node).__name__}", self.generic_visit)(node)
        return written

    def generic_visit(self, node: ast.AST) -> str:
        """Refuse a construct without a method of its own."""
        raise UnsupportedError(f"the construct {type(node).__name__}", node)

    def translate_nested(self, node: FunctionNode) -> str:
        """Return the JavaScript of a function inside the function."""
        raise NotImplementedError

    def new_temporary(self) -> str:
        """Return the name of a new variable of the function."""
        self._count += 1
        name = f"$t{self._count}"
        self._temporaries[-1].append(name)
        return name

    def assign(self, target: ast.expr, value: str) -> str:
        """Return the statements that assign a value, given as JavaScript, to a target."""
        match target:
            case ast.Name():
                return f"{self.visit(target)} = {value};"
            case ast.Attribute(value=owner, attr=name):
                written = self.write_assignment(owner, name, value)
                return written or f'$.setAttribute({self.visit(owner)}, "{name}", {value});'
            case ast.Subscript(value=owner, slice=index):
                return f"$.setItem({self.visit(owner)}, {self.visit(index)}, {value});"
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                values = self.new_temporary()
                stars = [at for at, part in enumerate(parts) if isinstance(part, ast.Starred)]
                rest = stars[0] if stars else -1
                written = f"{values} = $.unpack({value}, {len(parts)}, {rest});"
                for at, part in enumerate(parts):
                    written += self.assign(part.value if isinstance(part, ast.Starred) else part, f"{values}[{at}]")
                return written
        raise UnsupportedError("this assignment", target)

    def write_assignment(self, owner: ast.expr, name: str, value: str) -> str | None:
        """Return the statement that assigns a value to an attribute, or None if the runtime has to do it."""
        raise NotImplementedError

    def in_order(self, node: ast.expr) -> str:
        """Return the JavaScript of an expression whose values are needed in their order.

        Raises:
            UnsupportedError: it is a set.
        """
        if self._sets.is_set(node):
            raise UnsupportedError("the order of a set, which Python doesn't promise (sort it: sorted(...))", node)
        return self.visit(node)

    def iterate(self, over: ast.expr, target: ast.expr, is_any_order: bool = False) -> "Source":
        """Return the values that a loop goes over, with the target that each is assigned to."""
        match over, target:
            case (
                ast.Call(func=ast.Attribute(value=owner, attr="items"), args=[], keywords=[]),
                ast.Tuple(elts=[first, second]),
            ) if not (isinstance(first, ast.Starred) or isinstance(second, ast.Starred)):
                return Source(f"$.listPairs({self.visit(owner)})", "pairs")
        return self.iterate_each(over, is_any_order)

    def iterate_each(self, over: ast.expr, is_any_order: bool = False) -> "Source":
        """Return the values that a loop goes over, as what JavaScript iterates over."""
        if is_any_order:
            return Source(f"$.iterateAny({self.visit(over)})")
        return Source(f"$.iterate({self.in_order(over)})")

    def write_loop(self, source: "Source", target: ast.expr, over: str = "") -> str:
        """Return the beginning of a loop, in which each value is assigned to a target.

        Args:
            source: the values.
            target: the target.
            over: the variable with the values, or "" to evaluate them.
        """
        if source.how == "each":
            each = self.new_temporary()
            return f"for ({each} of {over or source.written}) {{{self.assign(target, each)}"
        at, values = self.new_temporary(), over or self.new_temporary()
        start = f"{at} = 0" if over else f"{at} = 0, {values} = {source.written}"
        size = f"{values}.keys.length" if source.how == "pairs" else f"{values}.length"
        head = f"for ({start}; {at} < {size}; {at}++) {{"
        match source.how, target:
            case "pairs", ast.Tuple(elts=[key, value]):
                pair = self.assign(key, f"{values}.keys[{at}]"), self.assign(value, f"{values}.held[{at}]")
                return head + "".join(pair)
            case "numbered", ast.Tuple(elts=[number, value]):
                return head + self.assign(number, at) + self.assign(value, f"{values}[{at}]")
        return head + self.assign(target, f"{values}[{at}]")

    def condition(self, node: ast.expr) -> str:
        """Return the JavaScript of an expression that is only tested: a JavaScript boolean."""
        match node:
            case ast.Compare():
                return self.visit_Compare(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!({self.condition(operand)})"
            case ast.BoolOp(op=operator, values=values):
                joined = " && " if isinstance(operator, ast.And) else " || "
                return "(" + joined.join(self.condition(each) for each in values) + ")"
        return f"$.isTrue({self.visit(node)})"

    def visit_Constant(self, node: ast.Constant) -> str:
        return write_constant(node.value, node)

    def visit_Name(self, node: ast.Name) -> str:
        if any(node.id in scope for scope in self._scopes):
            written = name_local(node.id)
            return f'$.requireValue({written}, "{node.id}")' if node in self._uncertain else written
        try:
            return self._find_name(node.id)
        except UnsupportedError as error:
            raise UnsupportedError(str(error), node) from None

    def visit_Attribute(self, node: ast.Attribute) -> str:
        if (known := self._find_module_attribute(node)) is not None:
            return known
        match node.value:
            case ast.Call(func=ast.Name(id="super"), args=[]):
                return f'$.superAttribute({self._owner}, {self._first_parameter}, "{node.attr}")'
        return f'$.attribute({self.visit(node.value)}, "{node.attr}")'

    def _find_module_attribute(self, node: ast.Attribute) -> str | None:
        """Return the JavaScript of a module's attribute, or None if the node is something else."""
        names = [node.attr]
        inner = node.value
        while isinstance(inner, ast.Attribute):
            names.insert(0, inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name) or any(inner.id in scope for scope in self._scopes):
            return None
        try:
            return self._find_name(".".join([inner.id, *names]))
        except KeyError:
            return None

    def visit_BinOp(self, node: ast.BinOp) -> str:
        if type(node.op) not in BINARY:
            raise UnsupportedError(f"the operator {type(node.op).__name__}", node)
        return f"$.{BINARY[type(node.op)]}({self.visit(node.left)}, {self.visit(node.right)})"

    def visit_UnaryOp(self, node: ast.UnaryOp) -> str:
        match node.op:
            case ast.Not():
                return f"!({self.condition(node.operand)})"
            case ast.USub() if isinstance(node.operand, ast.Constant) and type(node.operand.value) is int:
                return write_constant(-node.operand.value)
            case ast.USub():
                return f"$.negate({self.visit(node.operand)})"
            case ast.UAdd() if isinstance(node.operand, ast.Constant) and not isinstance(node.operand.value, bool):
                return self.visit(node.operand)
        raise UnsupportedError(f"the operator {type(node.op).__name__}", node)

    def has_plain_truth(self, node: ast.expr) -> bool:
        """Return True if JavaScript tests an expression for truth like Python."""
        raise NotImplementedError

    def visit_BoolOp(self, node: ast.BoolOp) -> str:
        *first, written = [self.visit(each) for each in node.values]
        for each, value in zip(reversed(node.values[:-1]), reversed(first), strict=True):
            if self.has_plain_truth(each):
                written = f"({value} {'&&' if isinstance(node.op, ast.And) else '||'} {written})"
                continue
            kept = self.new_temporary()
            yes, no = (written, kept) if isinstance(node.op, ast.And) else (kept, written)
            written = f"($.isTrue({kept} = {value}) ? {yes} : {no})"
        return written

    def visit_Compare(self, node: ast.Compare) -> str:
        left, before = self.visit(node.left), node.left
        tests = []
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            written = self.visit(right)
            if at < len(node.ops) - 1:
                kept = self.new_temporary()
                written, following = f"({kept} = {written})", kept
            else:
                following = ""
            tests.append(self.compare(operator, (before, right), left, written))
            left, before = following, right
        return f"({' && '.join(tests)})" if len(tests) > 1 else tests[0]

    def compare(self, operator: ast.cmpop, nodes: tuple[ast.expr, ast.expr], left: str, right: str) -> str:
        """Return the JavaScript of one comparison, whose operands are given as trees and as JavaScript."""
        match operator, nodes:
            case ((ast.In() | ast.NotIn()), (_, ast.Tuple(elts=parts) | ast.List(elts=parts))) if parts:
                if all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in parts):
                    return self._compare_with_texts(nodes[0], left, parts, isinstance(operator, ast.In))
        if isinstance(operator, ast.Gt | ast.GtE | ast.In | ast.NotIn) and "(" in left + right:
            first, second = self.new_temporary(), self.new_temporary()  # the left side is evaluated first
            return f"(({first} = {left}, {second} = {right}), {COMPARE[type(operator)].format(first, second)})"
        return COMPARE[type(operator)].format(left, right)

    def _compare_with_texts(self, node: ast.expr, left: str, texts: list[ast.expr], is_in: bool) -> str:
        """Return the JavaScript of a test whether a value is one of some constant texts."""
        value = left if isinstance(node, ast.Name) else self.new_temporary()
        found = self._kinds.find(node)
        is_plain = found is not None and found.name in PLAIN
        tests = [
            f"{value} === {self.visit(each)}" if is_plain else f"$.equal({value}, {self.visit(each)})" for each in texts
        ]
        written = " || ".join(tests)
        written = f"({written})" if value == left else f"({value} = {left}, {written})"
        return written if is_in else f"!{written}"

    def visit_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.condition(node.test)} ? {self.visit(node.body)} : {self.visit(node.orelse)})"

    def visit_NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({self.visit(node.target)} = {self.visit(node.value)})"

    def visit_Lambda(self, node: ast.Lambda) -> str:
        return self.translate_nested(node)

    def visit_Yield(self, node: ast.Yield) -> str:
        return f"(yield {self.visit(node.value) if node.value else 'null'})"

    def visit_YieldFrom(self, node: ast.YieldFrom) -> str:
        return f"((yield* $.iterator({self.visit(node.value)})) ?? null)"

    def visit_JoinedStr(self, node: ast.JoinedStr) -> str:
        parts = [
            write_constant(part.value, part) if isinstance(part, ast.Constant) else self.visit(part)
            for part in node.values
        ]
        return f"({' + '.join(parts)})" if parts else '""'

    def visit_FormattedValue(self, node: ast.FormattedValue) -> str:
        value = self.in_order(node.value)
        match chr(max(node.conversion, 0)):
            case "r":
                value = f"$.represent({value})"
            case "s":
                value = f"$.text({value})"
            case "a":
                raise UnsupportedError("the conversion !a (use !r)", node)
        return f"$.format({value}, {self.visit(node.format_spec)})" if node.format_spec else f"$.text({value})"

    def _elements(self, nodes: Iterable[ast.expr]) -> str:
        return ", ".join(
            f"...{self._spread(each.value)}" if isinstance(each, ast.Starred) else self.visit(each) for each in nodes
        )

    def _spread(self, node: ast.expr) -> str:
        return self.visit_ListComp(node) if isinstance(node, ast.GeneratorExp) else f"$.iterate({self.in_order(node)})"

    def visit_List(self, node: ast.List) -> str:
        return f"[{self._elements(node.elts)}]"

    def visit_Tuple(self, node: ast.Tuple) -> str:
        return f"$.newTuple([{self._elements(node.elts)}])" if node.elts else "$.emptyTuple"

    def visit_Set(self, node: ast.Set) -> str:
        parts = [
            f"...$.iterateAny({self.visit(each.value)})" if isinstance(each, ast.Starred) else self.visit(each)
            for each in node.elts
        ]
        return f"$.newSet([{', '.join(parts)}])"

    def visit_Dict(self, node: ast.Dict) -> str:
        """Return a dict of pairs, or of other mappings and pairs."""
        parts: list[str] = []
        pairs: list[str] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key:
                pairs.append(f"[{self.visit(key)}, {self.visit(value)}]")
            else:
                parts += [f"[{', '.join(pairs)}]", self.visit(value)] if pairs else [self.visit(value)]
                pairs = []
        if not parts:
            return self._write_dict(node) or (f"$.newDict([{', '.join(pairs)}])" if pairs else "$.newDict()")
        parts += [f"[{', '.join(pairs)}]"] if pairs else []
        return f"$.mergeDicts({', '.join(parts)})"

    def _write_dict(self, node: ast.Dict) -> str | None:
        """Return a dict whose keys are different texts, or None for another one."""
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
        if not keys or len(set(keys)) < len(node.keys):
            return None
        names = ", ".join(write_constant(key) for key in keys)
        return f"$.makeDict([{names}], [{self._elements(node.values)}])"

    def visit_Subscript(self, node: ast.Subscript) -> str:
        return f"$.item({self.visit(node.value)}, {self.visit(node.slice)})"

    def visit_Slice(self, node: ast.Slice) -> str:
        ends = (self.visit(each) if each else "null" for each in (node.lower, node.upper, node.step))
        return f"$.newSlice({', '.join(ends)})"

    def _comprehend(self, node: Any, add: Callable[[], str], is_any_order: bool = False) -> tuple[str, str]:
        """Return the outermost iterable and the loops of a comprehension, whose body is made by `add`."""
        first = self.iterate(node.generators[0].iter, node.generators[0].target, is_any_order)
        own = {
            inner.id
            for generator in node.generators
            for inner in ast.walk(generator.target)
            if isinstance(inner, ast.Name)
        }
        self._kinds.enter_comprehension(own, node.generators[0])
        self._scopes.append(own)
        was_in_generator = self._is_in_generator
        self._is_in_generator = was_in_generator or isinstance(node, ast.GeneratorExp)
        self._temporaries.append([])
        loops, closing = "", ""
        for at, generator in enumerate(node.generators):
            source = first if at == 0 else self.iterate(generator.iter, generator.target, is_any_order)
            if at:
                self._kinds.bind(generator)
            loops += self.write_loop(source, generator.target, "$over" if at == 0 else "")
            closing += "}"
            for test in generator.ifs:
                loops += f"if (!({self.condition(test)})) continue;"
        written = loops + add() + closing
        names = [*(name_local(name) for name in sorted(own)), *self._temporaries.pop()]
        self._scopes.pop()
        self._kinds.leave()
        self._is_in_generator = was_in_generator
        return first.written, f"let {', '.join(names)};{written}"

    def write_result_block(self, node: ast.expr, use: str, *, can_return: bool = True) -> str | None:
        """Return the statements that make a comprehension's result and use it, or None for another expression.

        They need no function of their own, whose variables engines would have to keep in the heap.

        Args:
            node: the expression.
            use: the statement that uses the result, which is written for `{}`.
            can_return: True if the statement returns the result.
        """
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp):
            return self._write_block(node, *self._find_parts(node), use)
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as generator], keywords=[]):
                called = "" if any(name in scope for scope in self._scopes) else self._find_name(name)
                if called == "$.tuple":
                    return self._write_block(generator, "[]", self._write_push(generator), "$.newTuple($found)", use)
                if called in ("$.any", "$.all") and can_return:
                    add = self._write_test(generator, called == "$.any")
                    first, loops = self._comprehend(generator, add, is_any_order=True)
                    last = "false" if called == "$.any" else "true"
                    return f"{(kept := self.new_temporary())} = {first};{{const $over = {kept};{loops}return {last};}}"
        return None

    def _find_parts(self, node: Comprehension) -> tuple[str, Callable[[], str], str]:
        """Return how a comprehension's result begins, what adds a value to it, and the result."""
        match node:
            case ast.DictComp(key=key, value=value):
                return (
                    "$.newDict()",
                    lambda: f"$.setItem($found, {self.visit(key)}, {self.visit(value)});",
                    "$found",
                )
            case ast.SetComp():
                return "[]", self._write_push(node), "$.newSet($found)"
        return "[]", self._write_push(node), "$found"

    def _write_push(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Callable[[], str]:
        return lambda: f"$found.push({self.visit(node.elt)});"

    def _write_block(self, node: Any, beginning: str, add: Callable[[], str], result: str, use: str) -> str:
        first, loops = self._comprehend(node, add, isinstance(node, ast.SetComp))
        kept = self.new_temporary()
        return f"{kept} = {first};{{const $over = {kept}, $found = {beginning};{loops}{use.format(result)}}}"

    def _write_function(self, node: Comprehension, is_any_order: bool = False) -> str:
        beginning, add, result = self._find_parts(node)
        first, loops = self._comprehend(node, add, is_any_order or isinstance(node, ast.SetComp))
        return f"(($over) => {{const $found = {beginning};{loops}return {result};}})({first})"

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp, is_any_order: bool = False) -> str:
        return self._write_function(node, is_any_order)

    def visit_SetComp(self, node: ast.SetComp) -> str:
        return self._write_function(node)

    def visit_DictComp(self, node: ast.DictComp) -> str:
        return self._write_function(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> str:
        """Return an iterator: engines make a new class of objects for each generator function, which takes long."""
        if len(node.generators) == 1:
            return self._write_lazy(node, node.generators[0])
        first, loops = self._comprehend(node, lambda: f"yield {self.visit(node.elt)};")
        return f"(function* ($over) {{{loops}}})({first})"

    def _write_lazy(self, node: ast.GeneratorExp, generator: ast.comprehension) -> str:
        """Return the iterator of a generator with one loop: a function that makes the value for each one before."""
        first = self.iterate_each(generator.iter)
        own = {inner.id for inner in ast.walk(generator.target) if isinstance(inner, ast.Name)}
        self._kinds.enter_comprehension(own, generator)
        self._scopes.append(own)
        was_in_generator, self._is_in_generator = self._is_in_generator, True
        self._temporaries.append([])
        body = self.assign(generator.target, "$each")
        for test in generator.ifs:
            body += f"if (!({self.condition(test)})) return $.skipped;"
        body += f"return {self.visit(node.elt)};"
        names = [*(name_local(name) for name in sorted(own)), *self._temporaries.pop()]
        self._scopes.pop()
        self._kinds.leave()
        self._is_in_generator = was_in_generator
        declared = f"let {', '.join(names)};" if names else ""
        return f"$.newLazy({first.written}, ($each) => {{{declared}{body}}})"

    def _test_each(self, node: ast.GeneratorExp, is_any: bool) -> str:
        """Return the JavaScript of `any` or `all` of a generator: a loop up to the first value that decides."""
        first, loops = self._comprehend(node, self._write_test(node, is_any), is_any_order=True)
        return f"(($over) => {{{loops}return {'false' if is_any else 'true'};}})({first})"

    def _write_test(self, node: ast.GeneratorExp, is_any: bool) -> Callable[[], str]:
        def test() -> str:
            is_met = self.condition(node.elt)
            return f"if ({is_met}) return true;" if is_any else f"if (!({is_met})) return false;"

        return test

    def _find_next(self, node: ast.GeneratorExp, default: ast.expr) -> str:
        """Return the JavaScript of `next` of a generator: a loop up to its first value."""
        first, loops = self._comprehend(node, lambda: f"return {self.visit(node.elt)};")
        return f"(($over) => {{{loops}return {self.visit(default)};}})({first})"

    def _call_with_generator(self, called: str, node: ast.GeneratorExp) -> str | None:
        """Return the JavaScript of a call whose only argument is a generator that needn't be lazy, or None."""
        if called in ("$.all", "$.any"):
            return self._test_each(node, called == "$.any")
        if called == "$.tuple":
            return f"$.newTuple({self.visit_ListComp(node)})"
        if called in EAGER:
            return self._call(called, self.visit_ListComp(node, called in ORDER_FREE))
        return None

    def _call(self, called: str, arguments: str) -> str:
        """Return the JavaScript of a call without keywords."""
        if "..." not in arguments:
            if called in DIRECT or (called.startswith("$f") and called not in self._rest_names):
                return f"{called}({arguments})"
            if called in DIRECT_TYPES:
                return f"{called}.construct({arguments})"
        if called in ("$.min", "$.max"):
            return f"{called}(null, undefined, [{arguments}])"
        return f"$.call({called}, [{arguments}])"

    def write_dynamic_call(self, called: str, node: ast.Call) -> str:
        """Return the JavaScript of a call of a value that only the runtime knows."""
        has_star = any(isinstance(each, ast.Starred) for each in node.args)
        if not (node.keywords or has_star) and len(node.args) <= MOST_POSITIONAL:
            return f"$.call{len(node.args)}({', '.join([called, *map(self.visit, node.args)])})"
        return f"$.call({called}, [{self._elements(node.args)}]{self._keywords(node.keywords)})"

    def visit_Call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            raise UnsupportedError("super() without a method", node)
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                arguments = f"[{self._elements(node.args)}]{self._keywords(node.keywords)}"
                return f'$.callSuper({self._owner}, {self._first_parameter}, "{name}", {arguments})'
            case ast.Attribute(value=owner, attr=name) if self._find_module_attribute(node.func) is None:
                texts = node.args[0] if name == "join" or (name == "fromkeys" and len(node.args) == 1) else None
                for each in node.args if name in ("join", "extend", "fromkeys") else ():
                    self._require_order(each)
                values = (
                    self.visit_ListComp(texts) if isinstance(texts, ast.GeneratorExp) else self._elements(node.args)
                )
                if name == "fromkeys" and not node.keywords and self.visit(owner) == "$.dict" and "..." not in values:
                    return f"$.fromKeys({values})"
                arguments = f"[{values}]{self._keywords(node.keywords)}"
                return f'$.invoke({self.visit(owner)}, "{name}", {arguments})'
        called = self.visit(node.func)
        if isinstance(node.func, ast.Name) and any(node.func.id in scope for scope in self._scopes):
            return self.write_dynamic_call(called, node)
        is_ordered = called in ORDERED or (
            called in ORDER_FREE and any(each.arg not in FREE_KEYWORDS for each in node.keywords)
        )
        for each in node.args if is_ordered else ():
            self._require_order(each)
        match node.args, node.keywords:
            case [_, value], [] if called == "$.typing_cast":
                return self.visit(value)
            case [ast.expr() as value, ast.Name() as kind], [] if called == "$.isinstance":
                if (test := TESTS.get(self.visit(kind))) and not isinstance(value, ast.Starred):
                    return test.format(self.visit(value))
            case [over], [] if called == "$.next" and self._is_in_generator:
                return f"$.nextInside({self.visit(over)})"
            case [ast.GeneratorExp() as generator, ast.Constant() | ast.Name() as default], [] if called == "$.next":
                return self._find_next(generator, default)
            case [ast.GeneratorExp() as generator], []:
                if (written := self._call_with_generator(called, generator)) is not None:
                    return written
            case lists, [ast.keyword(arg="strict", value=ast.Constant(value=bool(is_strict)))] if called == "$.zip":
                return f"$.zip({str(is_strict).lower()}, [{self._elements(lists)}])"
        match node.args:
            case [ast.GeneratorExp() | ast.ListComp() as given] if called in ORDER_FREE and not is_ordered:
                elements = self.visit_ListComp(given, is_any_order=True)
            case [ast.GeneratorExp() as given] if called in EAGER:
                elements = self.visit_ListComp(given)
            case _:
                elements = self._elements(node.args)
        if not node.keywords:
            return self._call(called, elements)
        if called == "$.copyWith" and len(node.args) == 1 and "..." not in elements:
            names, changed = [each.arg for each in node.keywords], [each.value for each in node.keywords]
            changes = ast.Dict([ast.Constant(name) if name else None for name in names], changed)
            return f"$.copyWith({elements}, {self.visit(changed[0] if names == [None] else changes)})"
        if (written := self._call_with_options(called, elements, node)) is not None:
            return written
        return f"$.call({called}, [{elements}]{self._keywords(node.keywords)})"

    def _call_with_options(self, called: str, elements: str, node: ast.Call) -> str | None:
        """Return the JavaScript of a call that sorts or chooses values, or None for another call."""
        names = OPTIONS.get(called, ())
        given = {each.arg: each.value for each in node.keywords}
        if not given.keys() <= set(names) or len(given) < len(node.keywords):
            return None
        if not all(isinstance(each, ast.Lambda | ast.Name | ast.Constant) for each in given.values()):
            return None
        values = {
            str(name): self.translate_lambda(value) if isinstance(value, ast.Lambda) else self.visit(value)
            for name, value in given.items()
        }
        if called == "$.sorted":
            options = [values.get("key", "null"), *([values["reverse"]] if "reverse" in values else [])]
            return None if len(node.args) != 1 or "..." in elements else f"$.sorted({elements}, {', '.join(options)})"
        return f"{called}({values.get('key', 'null')}, {values.get('default', 'undefined')}, [{elements}])"

    def translate_lambda(self, node: ast.Lambda) -> str:
        """Return the JavaScript of a lambda that gets positional arguments alone."""
        raise NotImplementedError

    def _require_order(self, node: ast.expr) -> None:
        """Raise an UnsupportedError if an argument is a set."""
        if self._sets.is_set(node):
            self.in_order(node)

    def _keywords(self, keywords: list[ast.keyword]) -> str:
        if not keywords:
            return ""
        parts = [
            f'["{each.arg}", {self.visit(each.value)}]' if each.arg else f"...$.listKeywords({self.visit(each.value)})"
            for each in keywords
        ]
        return f", [{', '.join(parts)}]"
