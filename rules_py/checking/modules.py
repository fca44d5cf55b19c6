"""Checks of a game's modules: their syntax, the libraries they import, and the import itself."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from rules_py import discovery
from rules_py.checking.exceptions import find_source, path_in_game
from rules_py.checking.limits import IMPORT_SECONDS
from rules_py.checking.problems import Problem
from rules_py.checking.session import Session, SkippedError

NOT_IN_BROWSERS = frozenset(
    {
        *("asyncio.subprocess", "concurrent.futures", "ctypes", "curses", "dbm", "fcntl", "ftplib", "grp"),
        *("http.client", "http.server", "imaplib", "lzma", "mmap", "msvcrt", "multiprocessing", "poplib", "pty"),
        *("pwd", "readline", "resource", "select", "selectors", "signal", "smtplib", "socket", "socketserver"),
        *("sqlite3", "ssl", "subprocess", "syslog", "termios", "threading", "tkinter", "tty", "turtle"),
        *("urllib.request", "venv", "winreg", "xmlrpc"),
    }
)
"""Modules of the standard library that the Python of browsers lacks, or that can do nothing there."""


def find_folder(slug: str) -> Path | None:
    """Return the folder of a game's package, without importing it, or None."""
    package = discovery.find_package(slug)
    spec = find_spec(package.name) if package else None
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def list_modules(folder: Path) -> list[Path]:
    """Return the modules of a game, in alphabetical order."""
    return sorted(folder.rglob("*.py"))


def parse_modules(folder: Path) -> dict[Path, ast.Module]:
    """Return the syntax trees of a game's modules that are valid Python."""
    found = {}
    for path in list_modules(folder):
        try:
            found[path] = ast.parse(path.read_bytes(), str(path))
        except (SyntaxError, ValueError):
            continue
    return found


def check_syntax(session: Session, folder: Path) -> bool:
    """Report imports of libraries that browsers lack, and modules that aren't valid Python; return True if all are."""
    is_valid = True
    package = discovery.find_package(session.slug)
    own = {"rules_py", package.name.partition(".")[0] if package else ""}
    for path in list_modules(folder):
        if not session.check_encoding(path, path_in_game(str(path))):
            is_valid = False
            continue
        try:
            tree = ast.parse(path.read_bytes(), str(path))
        except (SyntaxError, ValueError) as error:
            is_valid = False
            session.add_error(error, "FB101", path_in_game(str(path)) if find_source(error)[0] == "" else "")
            continue
        for line, name in _list_imports(tree):
            root, *inner = name.split(".")
            outer = {".".join((root, *inner[:count])) for count in range(len(inner) + 1)}
            is_known = root in own or (root in sys.stdlib_module_names and not outer & NOT_IN_BROWSERS)
            if not is_known:
                said = f"{name}: got a library that browsers don't have, takes modules of the standard library"
                session.add(Problem("FB103", f"{path_in_game(str(path))}:{line}", said))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "")) in ("open", "input"):
                said = f"{name}(): got a file or a terminal, takes tables of the folder data and parameters of rules"
                session.add(Problem("FB103", f"{path_in_game(str(path))}:{node.lineno}", said))
    return is_valid


def _list_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each module that a module imports, apart from those for types."""
    typing_only = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for each in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]  # some may be modules
            found = [name for name in names if name in NOT_IN_BROWSERS]
            yield from ((node.lineno, name) for name in found or [node.module])
        elif isinstance(node, ast.Call) and (name := _find_imported(node)):
            yield node.lineno, name


def _find_imported(call: ast.Call) -> str:
    """Return the name of the module that a call of `import_module` or `__import__` imports, or ""."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    argument = call.args[0] if name in ("import_module", "__import__") and call.args else None
    found = argument.value if isinstance(argument, ast.Constant) else ""
    return found if isinstance(found, str) and not found.startswith(".") else ""


def import_modules(session: Session, folder: Path) -> bool:
    """Import a game's package and its modules, and return True if all of them can be imported."""
    package = discovery.find_package(session.slug)
    if package is None:
        return False
    names = [package.name, *(f"{package.name}.{each.name}" for each in iter_modules([str(folder)]))]
    sheets = folder / discovery.SHEETS_MODULE
    if sheets.is_dir():
        names += [f"{package.name}.{discovery.SHEETS_MODULE}.{each.name}" for each in iter_modules([str(sheets)])]
    known = {each.place for each in session.report.problems}
    is_complete = True
    for name in names:
        place = path_in_game(_find_path(folder, package.name, name))
        endless = Problem("FB104", place, f"the import of {name} doesn't end within {IMPORT_SECONDS:g} seconds")
        try:
            with session.step(f"import {name}", IMPORT_SECONDS, endless):
                import_module(name)
        except SkippedError:
            return False  # others may import it, and wait again
        except (Exception, SystemExit) as error:
            is_complete = False
            if find_source(error)[0] not in known:
                session.add_error(error, "FB105")
            if name == package.name:
                return False
    return is_complete


def _find_path(folder: Path, package: str, name: str) -> str:
    path = folder.joinpath(*name.removeprefix(package).strip(".").split("."))
    return str(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))
