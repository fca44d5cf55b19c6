"""The places of a function that may read a local name before it has a value, where Python raises an error."""

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .names import FunctionNode, find_assigned_names, list_children, walk

type State = frozenset[str] | None
"""The names that surely have a value, or None where the function never comes."""


@lru_cache(5000)
def find_uncertain_reads(function: FunctionNode, outer: frozenset[str] = frozenset()) -> frozenset[ast.AST]:
    """Return the names that a function and the functions in it read, perhaps before they have a value.

    Args:
        function: the function.
        outer: the names of the functions around it that may be without a value when it runs.
    """
    finder = _Finder(function, outer)
    body = function.body if isinstance(function.body, list) else [ast.Expr(function.body)]
    finder.run(body)
    return frozenset(finder.found)


def _join(*states: State) -> State:
    known = [each for each in states if each is not None]
    return frozenset.intersection(*known) if known else None


def _find_handler_names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the names of errors, which Python deletes after their handlers."""
    return frozenset(
        each.name for node in nodes for each in walk(node) if isinstance(each, ast.ExceptHandler) and each.name
    )


class _Finder:
    """Follows the statements of a function in the order in which they run."""

    def __init__(self, function: FunctionNode, outer: frozenset[str]) -> None:
        arguments = function.args
        given = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        given |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each}
        assigned = find_assigned_names(function)
        self._names = (outer - assigned) | (assigned - given)
        self._breaks: list[list[State]] = []
        self.found: set[ast.AST] = set()

    def run(self, body: Sequence[ast.stmt]) -> None:
        self._block(body, frozenset())

    def _block(self, body: Iterable[ast.stmt], state: State) -> State:
        for each in body:
            if state is None:
                return None
            state = self._statement(each, state)
        return state

    def _statement(self, node: ast.stmt, state: frozenset[str]) -> State:
        match node:
            case ast.Return() | ast.Raise():
                self._expressions(node, state)
                return None
            case ast.Break():
                self._breaks[-1].append(state)
                return None
            case ast.Continue():
                return None
            case ast.If(test=test, body=body, orelse=other):
                yes, no = self._condition(test, state)
                return _join(self._block(body, yes), self._block(other, no))
            case ast.While(test=test, body=body, orelse=other):
                yes, no = self._condition(test, state - _find_handler_names([node]))
                is_endless = isinstance(test, ast.Constant) and bool(test.value)
                return self._loop(body, other, yes, None if is_endless else no)
            case ast.For(target=target, iter=over, body=body, orelse=other):
                state = self._expression(over, state) - _find_handler_names([node])
                return self._loop(body, other, self._expression(target, state), state)
            case ast.Try():
                return self._try(node, state)
            case ast.With(items=items, body=body):
                for item in items:
                    state = self._expression(item.context_expr, state)
                    state = self._expression(item.optional_vars, state) if item.optional_vars else state
                return _join(state - _find_handler_names(body), self._block(body, state))  # it may catch an error
            case ast.Match():
                return self._match(node, state)
            case ast.Assert(test=test):
                return self._condition(test, state)[0]
            case ast.FunctionDef():
                return self._expression(node, state)
            case ast.AugAssign(target=ast.Name(id=name) as target, value=value):
                if name in self._names - state:
                    self.found.add(target)
                return self._expression(value, state) | {name}
            case ast.Assign(targets=targets, value=value):
                state = self._expression(value, state)
                for target in targets:
                    state = self._expression(target, state)
                return state
            case ast.AnnAssign(target=target, value=value):
                return self._expression(target, self._expression(value, state)) if value else state
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                return state | {(alias.asname or alias.name).partition(".")[0] for alias in names}
        return self._expressions(node, state)

    def _loop(self, body: list[ast.stmt], other: list[ast.stmt], entered: frozenset[str], ended: State) -> State:
        self._breaks.append([])
        self._block(body, entered)
        return _join(self._block(other, ended), *self._breaks.pop())

    def _try(self, node: ast.Try, state: frozenset[str]) -> State:
        kept = state - _find_handler_names([node])
        ends = [self._block(node.orelse, self._block(node.body, state))]
        for handler in node.handlers:
            caught = self._expression(handler.type, kept) if handler.type else kept
            end = self._block(handler.body, caught | {handler.name} if handler.name else caught)
            ends.append(end - {handler.name} if end is not None and handler.name else end)
        end, last = _join(*ends), self._block(node.finalbody, kept)
        return None if end is None or last is None else end | last

    def _match(self, node: ast.Match, state: frozenset[str]) -> State:
        state = self._expression(node.subject, state)
        ends: list[State] = []
        for case in node.cases:
            own = self._expression(case.pattern, state)
            own = self._condition(case.guard, own)[0] if case.guard else own
            ends.append(self._block(case.body, own))
            match case:
                case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
                    return _join(*ends)
        return _join(state, *ends)

    def _condition(self, node: ast.expr, state: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names that have a value if a condition is met, and if it isn't."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yes, no = self._condition(operand, state)
                return no, yes
            case ast.BoolOp(op=operator, values=values):
                is_and = isinstance(operator, ast.And)
                decided: list[frozenset[str]] = []  # where the rest isn't evaluated
                for value in values:
                    yes, no = self._condition(value, state)
                    state, early = (yes, no) if is_and else (no, yes)
                    decided.append(early)
                met = frozenset.intersection(*decided)
                return (state, met) if is_and else (met, state)
        state = self._expression(node, state)
        return state, state

    def _expressions(self, node: ast.AST, state: frozenset[str]) -> frozenset[str]:
        for each in list_children(node):
            state = self._expression(each, state)
        return state

    def _expression(self, node: ast.AST, state: frozenset[str]) -> frozenset[str]:
        """Note the uncertain names of an expression, a target or a pattern; return the names that then have a value."""
        match node:
            case ast.Constant():
                return state
            case ast.Name(id=name, ctx=ast.Load()):
                if name in self._names - state:
                    self.found.add(node)
                return state
            case ast.Name(id=name):
                return state | {name}
            case ast.NamedExpr(target=target, value=value):
                return self._expression(value, state) | {target.id}
            case ast.BoolOp():
                yes, no = self._condition(node, state)
                return yes & no
            case ast.IfExp(test=test, body=body, orelse=other):
                yes, no = self._condition(test, state)
                return self._expression(body, yes) & self._expression(other, no)
            case ast.Compare(left=left, comparators=[first, *others]):
                state = after = self._expression(first, self._expression(left, state))
                for other in others:
                    after = self._expression(other, after)
                return state
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._comprehension(node, state)
            case ast.FunctionDef() | ast.Lambda():
                return self._nested(node, state)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                return self._expressions(node, state) | {name}
            case ast.MatchOr(patterns=patterns):
                return frozenset.intersection(*(self._expression(each, state) for each in patterns))
        return self._expressions(node, state)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, state: frozenset[str]
    ) -> frozenset[str]:
        after = inner = self._expression(node.generators[0].iter, state)
        own = {
            each.id for part in node.generators for each in walk(part.target) if isinstance(each, ast.Name)
        }  # they belong to the comprehension
        outside, self._names = self._names, self._names - own
        for at, part in enumerate(node.generators):
            inner = self._expression(part.iter, inner) if at else inner
            for test in part.ifs:
                inner = self._condition(test, inner)[0]
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for each in parts:
            inner = self._expression(each, inner)
        self._names = outside
        return after

    def _nested(self, node: FunctionNode, state: frozenset[str]) -> frozenset[str]:
        arguments = node.args
        for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
            state = self._expression(default, state)
        if isinstance(node, ast.Lambda):
            self.found |= find_uncertain_reads(node, self._names - state)
            return state
        for decorator in node.decorator_list:
            state = self._expression(decorator, state)
        known = state if node.decorator_list else state | {node.name}  # a decorator may call it
        self.found |= find_uncertain_reads(node, self._names - known)
        return state | {node.name}
