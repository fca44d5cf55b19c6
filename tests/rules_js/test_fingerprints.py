"""A rule's fingerprint changes with everything that its answers depend on, and with nothing else."""

import importlib.util

import pytest

from rules_js.compile.program import Program
from rules_js.fingerprints import compute_fingerprints
from rules_js.link.modules import CompiledRules, Entry, Registration

GAME = '''
LIMITS = {"low": 2, "high": 5}
NAMES = ("game.names", "first")


class Counter:
    def count(self):
        return LIMITS["low"]


def add(number):
    """Add one."""
    return number + 1


def first(number):
    return add(number) + Counter().count()


def second(number):
    return [number, NAMES]


def names():
    return "names"


def any_table(name):
    return "game." + name
'''


@pytest.fixture
def fingerprint(tmp_path):
    """Return a function that compiles a game's source and returns the fingerprints of its rules."""

    def compile_source(source: str) -> dict[str, str]:
        path = tmp_path / f"game_{hash(source)}.py"
        path.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        program = Program()
        found = [
            Registration("mechanic", f"game.{name}", program.add_root(getattr(module, name)))
            for name in ("first", "second", "names", "any_table")
        ]
        assert program.problems == []
        return compute_fingerprints(CompiledRules(program, (Entry("game", registrations=found),)))

    return compile_source


def find_changed(before, after):
    """Return the rules whose fingerprints differ; `any_table` may look up each of the others."""
    return [id for id in before if before[id] != after[id]]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("number + 1", "number + 3", ["game.first", "game.any_table"]),
        ('"low": 2', '"low": 3', ["game.first", "game.any_table"]),
        ('return LIMITS["low"]', 'return LIMITS["high"]', ["game.first", "game.any_table"]),
        ('return "names"', 'return "others"', ["game.second", "game.names", "game.any_table"]),
        ("Add one.", "Add another sentence.", []),
        ("class Counter", "# A comment.\n\n\nclass Counter", []),
        ("    return add(number)", "    return len(names()) + add(number)", ["game.first", "game.any_table"]),
        ("def add(number):", "def add_others(number):\n    return number\n\n\ndef add(number):", []),
    ],
    ids=["function", "data", "method", "looked-up rule", "docstring", "comment", "earlier function", "unused function"],
)
def test_a_fingerprint_changes_with_what_its_rule_uses(fingerprint, old, new, changed):
    assert GAME.count(old) == 1
    assert find_changed(fingerprint(GAME), fingerprint(GAME.replace(old, new))) == changed
