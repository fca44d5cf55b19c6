"""Translation of a Python function to JavaScript: its statements, patterns, and the functions nested in it."""

import ast
import json
from collections.abc import Callable, Collection, Iterable

from .direct import DirectTranslator
from .expressions import BINARY, FindName, Surroundings
from .kinds import Kind
from .names import (
    FunctionNode,
    UnsupportedError,
    describe_signature,
    find_assigned_names,
    find_nonlocal_names,
    is_generator,
    name_local,
)
from .unassigned import find_uncertain_reads

TOLD = ("say", "verdict", "add_consequence", "_show_sum")
"""The methods of dice that take text for players; it isn't built for dice that don't keep it, such as those of odds."""


class FunctionTranslator(DirectTranslator):
    """Translates a function, with the functions nested in it."""

    def __init__(
        self,
        find_name: FindName,
        find_import: Callable[[str, str], str],
        rest_names: Collection[str],
        owner: str,
        surroundings: Surroundings,
    ) -> None:
        """Take what expressions need, and the function that resolves imports from a module."""
        super().__init__(find_name, rest_names, owner, surroundings)
        self._find_import = find_import
        self._loop_labels: list[str] = []
        self._has_nonlocal = False
        self._captures: list[tuple[str, str]] = []

    def translate(
        self, node: FunctionNode, js_name: str, default_values: dict[str, str], first: Kind | None = None
    ) -> str:
        """Return a function declaration.

        Args:
            node: the function's tree.
            js_name: its name in JavaScript.
            default_values: the JavaScript of the parameters' defaults.
            first: the kind of the first parameter of a method.
        """
        positional = [*node.args.posonlyargs, *node.args.args]
        self._first_parameter = name_local(positional[0].arg) if positional else ""
        self._uncertain = find_uncertain_reads(node)
        self._has_nonlocal = bool(find_nonlocal_names(node))
        return self._translate_function(node, js_name, default_values, first)

    def _translate_function(
        self, node: FunctionNode, js_name: str, default_values: dict[str, str], first: Kind | None = None
    ) -> str:
        arguments = node.args
        parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        written = [
            name_local(each) + (f" = {default_values[each]}" if each in default_values else "") for each in parameters
        ]
        if arguments.kwarg:
            written.append(f"{name_local(arguments.kwarg.arg)} = $.newDict()")
            parameters.append(arguments.kwarg.arg)
        if arguments.vararg:
            written.append(f"{name_local(arguments.vararg.arg)} = $.emptyTuple")
            parameters.append(arguments.vararg.arg)
        assigned = find_assigned_names(node)
        self._kinds.enter(node, assigned, first)
        self._scopes.append(assigned)
        self._sets.enter(node, assigned)
        self._temporaries.append([])
        outer_labels, self._loop_labels = self._loop_labels, []
        was_in_generator, self._is_in_generator = self._is_in_generator, is_generator(node)
        if isinstance(node, ast.Lambda):
            body = f"return {self.visit(node.body)};"
        else:
            body = self._block(node.body)
            if not _always_leaves(node.body):
                body += "return null;"
        names = [name_local(each) for each in sorted(assigned - set(parameters))] + self._temporaries.pop()
        self._scopes.pop()
        self._sets.leave()
        self._kinds.leave()
        self._loop_labels, self._is_in_generator = outer_labels, was_in_generator
        star = "*" if is_generator(node) else ""
        declared = f"let {', '.join(names)};" if names else ""
        if not js_name and not star:
            return f"({', '.join(written)}) => {{{declared}{body}}}"
        return f"function{star} {js_name}({', '.join(written)}) {{{declared}{body}}}"

    def translate_nested(self, node: FunctionNode) -> str:
        arguments = node.args
        positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        pairs = [
            *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
            *(
                (each.arg, default)
                for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
                if default
            ),
        ]
        self._count += len(pairs)
        values = {name: f"$v{self._count - at}" for at, (name, _) in enumerate(pairs)}
        made = f"$.define({self._translate_function(node, '', values)}, {describe_signature(node)})"
        if not pairs:
            return made
        given = ", ".join(self.visit(default) for _, default in pairs)  # evaluated once, where the function is defined
        return f"(({', '.join(values.values())}) => {made})({given})"

    def translate_lambda(self, node: ast.Lambda) -> str:
        if node.args.defaults or node.args.kwonlyargs or node.args.vararg or node.args.kwarg:
            return self.translate_nested(node)
        return self._translate_function(node, "", {})

    # Statements

    def _block(self, body: Iterable[ast.stmt]) -> str:
        return "".join(self.visit(each) for each in body)

    def visit_Expr(self, node: ast.Expr) -> str:
        match node.value:
            case ast.Constant():
                return ""
            case ast.Call(func=ast.Attribute(value=ast.Name() as dice, attr=name), args=[text], keywords=[]):
                if name in TOLD and not any(
                    isinstance(each, ast.Name) and each.id == dice.id for each in ast.walk(text)
                ):
                    return f'$.tell({self.visit(dice)}, "{name}", () => {self.visit(text)});'
        return f"{self.visit(node.value)};"

    def visit_Pass(self, _: ast.Pass) -> str:
        return ""

    def visit_Break(self, _: ast.Break) -> str:
        label = self._loop_labels[-1]
        return f"break {label};" if label else "break;"

    def visit_Continue(self, _: ast.Continue) -> str:
        return "continue;"

    def visit_Nonlocal(self, _: ast.Nonlocal) -> str:
        return ""

    def visit_Return(self, node: ast.Return) -> str:
        if node.value and (block := self.write_result_block(node.value, "return {};")):
            return block
        return f"return {self.visit(node.value) if node.value else 'null'};"

    def visit_Assign(self, node: ast.Assign) -> str:
        match node.targets, node.value:
            case [ast.Tuple(elts=parts)], ast.Tuple(elts=values) if len(parts) == len(values):
                if not any(isinstance(each, ast.Starred) for each in (*parts, *values)):
                    return self._assign_each(parts, values)
            case [ast.Subscript(value=ast.Name(), slice=ast.Name()) as place], ast.BinOp(op=ast.Add(), right=added):
                if _is_value_or_zero(node.value.left, place) and _has_only_names(added):
                    return f"$.addToItem({self.visit(place.value)}, {self.visit(place.slice)}, {self.visit(added)});"
        match node.targets:
            case [ast.Name() as target]:
                made = self.new_temporary()
                if block := self.write_result_block(node.value, f"{made} = {{}};", can_return=False):
                    return block + self.assign(target, made)
                self._temporaries[-1].remove(made)
        is_unpacked = any(isinstance(each, ast.Tuple | ast.List) for each in node.targets)
        value = self.in_order(node.value) if is_unpacked else self.visit(node.value)
        if len(node.targets) == 1 and not self._is_late(node.targets[0], node.value):
            return self.assign(node.targets[0], value)
        name = self.new_temporary()
        return f"{name} = {value};" + "".join(self.assign(target, name) for target in node.targets)

    def _assign_each(self, targets: list[ast.expr], values: list[ast.expr]) -> str:
        """Return the statements that evaluate some values, and then assign each to its target."""
        names = [self.new_temporary() for _ in values]
        written = "".join(f"{name} = {self.visit(value)};" for name, value in zip(names, values, strict=True))
        return written + "".join(self.assign(target, name) for target, name in zip(targets, names, strict=True))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> str:
        if node.value is None:
            return ""
        return self.visit_Assign(ast.Assign([node.target], node.value, lineno=node.lineno))

    def _is_late(self, target: ast.expr, value: ast.expr) -> bool:
        """Return True if a value has to be kept before the place that it goes to is evaluated, as Python does.

        A place made of names and constants is the same before and after, unless something assigns the names meanwhile.
        """
        if not isinstance(target, ast.Attribute | ast.Subscript) or isinstance(value, ast.Constant):
            return False
        parts = [target.value, *([target.slice] if isinstance(target, ast.Subscript) else [])]
        are_names = all(isinstance(part, ast.Name | ast.Constant) for part in parts)
        return not are_names or self._has_nonlocal or any(isinstance(each, ast.NamedExpr) for each in ast.walk(value))

    def visit_AugAssign(self, node: ast.AugAssign) -> str:
        value = self.visit(node.value)
        operation = BINARY[type(node.op)]
        how = "$.{}({}, {})"
        match node.op, node.value:
            case ast.Add() | ast.BitOr(), _:
                how = "$.{}InPlace({}, {})"
            case ast.Sub(), ast.Constant():  # no set
                pass
            case ast.Sub() | ast.Mult() | ast.BitAnd() | ast.BitXor(), _:
                how = "$.inPlace($.{}, {}, {})"
        match node.target:
            case ast.Name():
                name = name_local(node.target.id)
                return f"{name} = {how.format(operation, self.visit(node.target), value)};"
            case ast.Attribute(value=owner, attr=attribute):
                place = self.new_temporary()
                old = f'$.attribute({place}, "{attribute}")'
                return (
                    f"{place} = {self.visit(owner)};"
                    f'$.setAttribute({place}, "{attribute}", {how.format(operation, old, value)});'
                )
            case ast.Subscript(value=owner, slice=index):
                place, key = self.new_temporary(), self.new_temporary()
                old = f"$.item({place}, {key})"
                return (
                    f"{place} = {self.visit(owner)};{key} = {self.visit(index)};"
                    f"$.setItem({place}, {key}, {how.format(operation, old, value)});"
                )
        raise UnsupportedError("this assignment", node)

    def visit_If(self, node: ast.If) -> str:
        other = f"else {{{self._block(node.orelse)}}}" if node.orelse else ""
        return f"if ({self.condition(node.test)}) {{{self._block(node.body)}}}{other}"

    def visit_While(self, node: ast.While) -> str:
        return self._loop(f"while ({self.condition(node.test)}) {{", node)

    def visit_For(self, node: ast.For) -> str:
        return self._loop(self.write_loop(self.iterate(node.iter, node.target), node.target), node)

    def _loop(self, beginning: str, node: ast.For | ast.While) -> str:
        """Return a loop; with `else`, a block with a label around both, which a `break` of the loop leaves.

        A `break` in the part after `else` leaves the loop around it, and a nested function has loops of its own.

        Args:
            beginning: the loop's head, the brace after it, and the first statements of the body.
            node: the loop.
        """
        self._count += 1
        label = f"$l{self._count}" if node.orelse else ""
        self._loop_labels.append(label)
        written = f"{beginning}{self._block(node.body)}}}"
        self._loop_labels.pop()
        return f"{label}: {{{written}{self._block(node.orelse)}}}" if label else written

    def visit_Raise(self, node: ast.Raise) -> str:
        return f"throw $.makeError({self.visit(node.exc)});" if node.exc else "throw $error;"

    def visit_Assert(self, node: ast.Assert) -> str:
        """Return a test whose failure ends the answer: no rule can catch it."""
        return f'if (!({self.condition(node.test)})) throw new $.NotCompiledError("assert");'

    def visit_Try(self, node: ast.Try) -> str:
        if any(_leaves(part) for part in node.finalbody):
            raise UnsupportedError("a finally that leaves by return, break or continue (write it after the try)", node)
        written, is_done = self._block(node.body), ""
        if node.orelse:
            is_done = self.new_temporary()
            # The handlers don't cover `else`: it follows them, unless the body failed or left.
            written = f"{is_done} = false;try {{{written}{is_done} = true;}}"
        else:
            written = f"try {{{written}}}"
        if node.handlers:
            written += "catch ($error) {"
            for handler in node.handlers:
                kind = self.visit(handler.type) if handler.type else "$.BaseException"
                bind = f"{name_local(handler.name)} = $error;" if handler.name else ""
                written += f"if ($.catches($error, {kind})) {{{bind}{self._block(handler.body)}}} else "
            written += "throw $error;}"
        if node.orelse:
            written += f"if ({is_done}) {{{self._block(node.orelse)}}}"
            if node.finalbody:
                written = f"try {{{written}}}"
        if node.finalbody:
            written += f"finally {{{self._block(node.finalbody)}}}"
        return written

    def visit_With(self, node: ast.With) -> str:
        body = self._block(node.body)
        for item in reversed(node.items):
            manager, is_left, value = self.new_temporary(), self.new_temporary(), self.new_temporary()
            bind = self.assign(item.optional_vars, value) if item.optional_vars else ""
            body = (
                f"{manager} = {self.visit(item.context_expr)};{value} = $.enter({manager});{is_left} = true;{bind}"
                f"try {{{body}}} catch ($error) {{{is_left} = false;if (!$.exit({manager}, $error)) throw $error;}}"
                f"finally {{if ({is_left}) $.exit({manager}, null);}}"
            )
        return body

    def visit_Delete(self, node: ast.Delete) -> str:
        written = ""
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise UnsupportedError("this deletion", node)
            written += f"$.deleteItem({self.visit(target.value)}, {self.visit(target.slice)});"
        return written

    def visit_FunctionDef(self, node: ast.FunctionDef) -> str:
        made = self.translate_nested(node)
        for decorator in reversed(node.decorator_list):
            made = f"$.call({self.visit(decorator)}, [{made}])"
        return f"{name_local(node.name)} = {made};"

    def visit_ImportFrom(self, node: ast.ImportFrom) -> str:
        return "".join(
            f"{name_local(alias.asname or alias.name)} = {self._find_import(node.module or '', alias.name)};"
            for alias in node.names
        )

    def visit_Match(self, node: ast.Match) -> str:
        subject = self.new_temporary()
        written = f"{subject} = {self.visit(node.subject)};"
        tail = ""
        for case in node.cases:
            self._captures = []
            test = self._pattern(case.pattern, subject)
            for name, part in self._captures:  # a name is bound once the whole pattern matches
                test += f" && (({name_local(name)} = {part}), true)"
            if case.guard:
                test += f" && {self.condition(case.guard)}"
            written += f"if ({test.removeprefix('true && ')}) {{{self._block(case.body)}"
            written += "} else {"
            tail += "}"
        return written + tail

    def _pattern(self, pattern: ast.pattern, subject: str) -> str:
        """Return the JavaScript condition of a pattern, and note the names that it captures."""
        match pattern:
            case ast.MatchValue(value=value):
                return f"$.equal({subject}, {self.visit(value)})"
            case ast.MatchSingleton(value=value):
                return f"{subject} === {json.dumps(value)}"
            case ast.MatchAs(pattern=inner, name=name):
                written = self._pattern(inner, subject) if inner else "true"
                self._captures += [(name, subject)] if name else []
                return written
            case ast.MatchOr(patterns=patterns):
                return self._alternatives(patterns, subject)
            case ast.MatchClass(cls=kind, patterns=patterns, kwd_attrs=names, kwd_patterns=named):
                tests = [f"$.isInstance({subject}, {self.visit(kind)})"]
                for at, inner in enumerate(patterns):
                    part = self.new_temporary()
                    tests.append(f"(({part} = $.matchArgument({subject}, {self.visit(kind)}, {at})), true)")
                    tests.append(self._pattern(inner, part))
                for name, inner in zip(names, named, strict=True):
                    part = self.new_temporary()
                    tests.append(f'({part} = $.readAttribute({subject}, "{name}")) !== undefined')
                    tests.append(self._pattern(inner, part))
                return " && ".join(tests)
            case ast.MatchSequence(patterns=patterns):
                stars = [at for at, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
                rest = stars[0] if stars else -1
                parts = self.new_temporary()
                tests = [f"(({parts} = $.matchSequence({subject}, {len(patterns)}, {rest})) !== null)"]
                for at, inner in enumerate(patterns):
                    if isinstance(inner, ast.MatchStar):
                        self._captures += [(inner.name, f"{parts}[{at}]")] if inner.name else []
                    else:
                        part = self.new_temporary()
                        tests += [f"(({part} = {parts}[{at}]), true)", self._pattern(inner, part)]
                return " && ".join(tests)
        raise UnsupportedError(f"the pattern {type(pattern).__name__}", pattern)

    def _alternatives(self, patterns: list[ast.pattern], subject: str) -> str:
        """Return the condition of patterns of which one has to match; all of them capture the same names."""
        outer = self._captures
        kept: dict[str, str] = {}
        tests = []
        for each in patterns:
            self._captures = []
            test = self._pattern(each, subject)
            for name, part in self._captures:
                if name not in kept:
                    kept[name] = self.new_temporary()
                test += f" && (({kept[name]} = {part}), true)"
            tests.append(test)
        self._captures = [*outer, *kept.items()]
        return "(" + " || ".join(tests) + ")"


def _is_value_or_zero(node: ast.expr, place: ast.Subscript) -> bool:
    """Return True for `dict.get(key, 0)`, for the place `dict[key]`."""
    return ast.unparse(node) == f"{ast.unparse(place.value)}.get({ast.unparse(place.slice)}, 0)"


def _has_only_names(node: ast.expr) -> bool:
    """Return True if an expression is names and arithmetic, so that the time of its evaluation doesn't matter."""
    return all(isinstance(each, ast.Name | ast.BinOp | ast.operator | ast.expr_context) for each in ast.walk(node))


def _leaves(node: ast.AST) -> bool:
    """Return True if a statement may leave the block around it by return, break or continue."""
    match node:
        case ast.Return() | ast.Break() | ast.Continue():
            return True
        case ast.FunctionDef() | ast.Lambda():
            return False
        case ast.For(body=body, orelse=others) | ast.While(body=body, orelse=others):
            return any(_leaves(each) for each in others) or _returns(body)
    return any(_leaves(each) for each in ast.iter_child_nodes(node))


def _returns(body: list[ast.stmt]) -> bool:
    """Return True if some statements return from the function around them."""
    nodes: list[ast.AST] = list(body)
    for node in nodes:  # it grows
        if isinstance(node, ast.Return):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            nodes += ast.iter_child_nodes(node)
    return False


def _always_leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise)
