"""The house rules that a reader of the code relies on: names, docstrings and the direction of imports."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rules_py

PROJECT = Path(__file__).parents[1]
PACKAGES = ("rules_py", "rules_js", "rules_markdown", "rules_site", "rules_support", "hooks", "bench", "tools")
FREE_RELATIVE = re.compile(r"(What|Who\w*|Whom|Whether|How|Where|Of whom)\b")
SHARED_NAMES = {"rules_py.systems"}
"""The function and the package have one name: both are part of the contract."""


def find_sources(*folders: str) -> list[Path]:
    paths = (path for folder in folders for path in sorted((PROJECT / folder).rglob("*.py")))
    return [path for path in paths if "fixtures" not in path.parts]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


@dataclass(frozen=True)
class Source:
    """The place, the name and the docstring of a module, its classes and its functions, and the module's imports."""

    definitions: list[tuple[str, str, str]] = field(default_factory=list)
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)


def walk_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a module or statement and all statements in it, without expressions, which most nodes are."""
    yield node
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case):
            yield from walk_statements(each)


@cache
def read_source(path: Path) -> Source:
    source = Source()
    for node in walk_statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            place = f"{path.relative_to(PROJECT)}:{getattr(node, 'lineno', 1)}"
            source.definitions.append((place, getattr(node, "name", ""), ast.get_docstring(node) or ""))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            source.imports.append(node)
    return source


def find_imports(path: Path, modules: set[str]) -> Iterator[str]:
    """Yield the project's modules that a module imports, also those it needs only for types."""
    package = module_name(path).split(".")[: None if path.name == "__init__.py" else -1]
    for node in read_source(path).imports:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            names = {f"{base}.{each.name}" if f"{base}.{each.name}" in modules else base for each in node.names}
            yield from (name for name in names if name in modules)


def test_docstrings_begin_with_a_noun_or_a_verb():
    sources = find_sources(*PACKAGES, "tests")
    found = [place for path in sources for place, _, text in read_source(path).definitions if FREE_RELATIVE.match(text)]
    assert found == []


def test_no_function_is_named_after_a_preposition():
    sources = find_sources(*PACKAGES)
    found = [place for path in sources for place, name, _ in read_source(path).definitions if name[-3:] == "_of"]
    assert found == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_part_of_an_import_cycle(package):
    paths = {module_name(path): path for path in find_sources(package)}
    graph = {name: set(find_imports(path, set(paths))) - {name} for name, path in paths.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_no_module_shares_its_name_with_an_export_of_its_package():
    found = []
    for path in find_sources("rules_py"):
        parent, _, name = module_name(path).rpartition(".")
        value = vars(importlib.import_module(parent)).get(name) if parent else None
        if value is not None and not inspect.ismodule(value):
            found.append(f"{parent}.{name}")
    assert set(found) == SHARED_NAMES


def test_rules_import_only_the_standard_library():
    allowed = {"rules_py", *sys.stdlib_module_names}
    found = []
    for path in find_sources("rules_py"):
        for node in read_source(path).imports:
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            found += [f"{path.relative_to(PROJECT)}: {name}" for name in names if name.split(".")[0] not in allowed]
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert found == [] and project["dependencies"] == []


def test_plain_dice_load_only_what_they_need():
    """A fresh interpreter's first odds and first roll import no game, sheet, table or HTML, and no slow library."""
    code = """
import sys
import rules_py
assert rules_py.odds("dice", notation="3d6").mean["total"] == 21 / 2
assert 3 <= rules_py.roll("dice", notation="3d6").outcome["total"] <= 18
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    unneeded = (
        *("argparse", "html", "importlib.metadata", "importlib.resources", "json", "pathlib", "tempfile", "tomllib"),
        *("rules_py.bridge", "rules_py.cli", "rules_py.play", "rules_py.rendering", "rules_py.tables"),
        *("rules_py.mechanic.calculator", "rules_py.mechanic.presets", "rules_py.mechanic.table_rolls"),
        *("rules_py.parameters.choices", "rules_py.parameters.decimals", "rules_py.parameters.numbers"),
        *("rules_py.parameters.records", "rules_py.parameters.texts"),
        *("rules_py.registry.play", "rules_py.systems."),
    )
    assert [name for name in sorted(loaded) if name.startswith(unneeded)] == []


def test_a_roll_on_the_command_line_loads_no_sheets():
    command = [sys.executable, "-X", "importtime", "-m", "rules_py", "roll", "dice", "notation=3d6"]
    done = subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, text=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "rules_py.cli.play" in loaded
    assert [name for name in sorted(loaded) if name.startswith(("rules_py.play", "rules_py.tables"))] == []


def test_core_names_no_game():
    slugs = "|".join(rules_py.systems())
    sources = [path for path in find_sources("rules_py") if "systems" not in path.parts]
    found = [
        f"{path.relative_to(PROJECT)}: {match[0]}"
        for path in sources
        for match in re.finditer(rf"(?:import|from)\s+\S*\b(?:{slugs})\b", path.read_text(encoding="utf-8"))
    ]
    assert found == []
