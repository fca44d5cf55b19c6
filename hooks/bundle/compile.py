"""Compilation of sources to bytecode inside Pyodide, with JSON as input and output."""

import ast
import base64
import importlib.util
import json
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType


def abort_uncalled() -> None:
    """Abort the interpreter: the body of a trimmed function. An exception might be swallowed."""
    __import__("posix").abort()


STUB = abort_uncalled.__code__


def compile_source(
    name: str, source: str, optimize: int, called_functions: list[str] | None, generated_texts: list[str]
) -> str:
    """Compile a source without its docstrings and return its .pyc file in base64.

    The file is marked as not to be checked against its source, which browsers don't have.
    """
    code = compile(
        insert_generated_functions(strip_docstrings(ast.parse(source, name)), generated_texts),
        name,
        "exec",
        dont_inherit=True,
        optimize=optimize,
    )
    if called_functions is not None:
        code = keep_called(set(called_functions), code)
    checksum = importlib.util.source_hash(source.encode())
    return base64.b64encode(bytes(_code_to_hash_pyc(code, checksum, False))).decode()


def strip_docstrings(module: ast.Module) -> ast.Module:
    """Remove the docstrings of a module and its functions, and shorten those of its classes to a letter.

    A dataclass without a docstring would generate one on import, which takes time.
    """
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str()) as docstring), *rest]:
                    if isinstance(node, ast.ClassDef):
                        docstring.value = "-"
                    else:
                        node.body[:] = rest or [ast.copy_location(ast.Pass(), node.body[0])]
    return module


def insert_generated_functions(module: ast.Module, texts: list[str]) -> ast.Module:
    """Insert at the start of a module the functions that its dataclasses would otherwise compile on import."""
    if texts:
        put = "".join(f"{text}\n__generated__[{text!r}] = __create_fn__\n" for text in texts)
        first = next(at for at, each in enumerate(module.body) if not is_module_preamble(each))
        module.body[first:first] = ast.parse(f"__generated__ = {{}}\n{put}del __create_fn__").body
    return module


def is_module_preamble(statement: ast.stmt) -> bool:
    """Return True for a docstring or a `__future__` import, which must stay first."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def keep_called(called_functions: set[str], code: CodeType) -> CodeType:
    """Return a code object in which it and every nested function not in `called_functions` are replaced by stubs.

    Modules and classes count as functions: a module is called on import, a class when it is defined.
    """
    if code.co_qualname not in called_functions:
        return make_stub(code)
    return code.replace(
        co_consts=tuple(
            keep_called(called_functions, each) if isinstance(each, CodeType) else each for each in code.co_consts
        )
    )


def make_stub(code: CodeType) -> CodeType:
    """Return a stub with the same name and parameters as a code object."""
    rest = sum(bool(code.co_flags & each) for each in (CO_VARARGS, CO_VARKEYWORDS))
    parameters = code.co_argcount + code.co_kwonlyargcount + rest
    return code.replace(
        co_code=STUB.co_code,
        co_consts=STUB.co_consts,
        co_names=STUB.co_names,
        co_stacksize=STUB.co_stacksize,
        co_varnames=code.co_varnames[:parameters],
        co_nlocals=parameters,
        co_linetable=b"",
        co_exceptiontable=b"",
    )


def compile_all(jobs: str) -> str:
    """Compile each job's source, or return the error in the first that can't be compiled, as JSON."""
    done = []
    for job in json.loads(jobs):
        try:
            done.append(compile_source(*job))
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            said = f"{type(error).__name__}: {getattr(error, 'msg', error)}"
            return json.dumps({"mistake": f"{job[0]}:{line}: {said}, in the Python that browsers run"})
    return json.dumps({"compiled": done})


compile_all  # noqa: B018  # the result of runPython in compile.mjs
