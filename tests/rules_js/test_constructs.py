"""Compiled Python means the same in JavaScript, construct by construct."""

import inspect
import json
import subprocess

import pytest

from rules_js.build import RUNTIME_SOURCE
from rules_js.compile.known import HOSTS, KNOWN
from rules_js.compile.program import Program
from tests.rules_js import samples

SAMPLES = [
    value
    for value in vars(samples).values()
    if inspect.isfunction(value) and value.__module__ == samples.__name__ and not hasattr(value, "cache_info")
]


LIMITS = [7, 8]


def read_beside_defaults():
    def read(first=1, second=2):
        return [LIMITS, first, second]

    return read()


def run_in_node(functions, folder):
    """Compile functions without parameters and return the repr() of each result by name, or its failure."""
    program = Program()
    written = {function.__name__: program.add_root(function) for function in functions}
    assert program.problems == []
    calls = [f"{json.dumps(name)}: () => {code}()" for name, code in written.items()]
    lines = [
        f'import * as $ from "{RUNTIME_SOURCE.as_uri()}";',
        *(item.head for item in program.items.values()),
        *(line for item in program.items.values() for line in item.statements),
        f"const calls = {{{', '.join(calls)}}};",
        "const run = (call) => { try { return $.represent(call()); } catch (error) {"
        " return `${error.stack ?? error.$class.name + error.args}`; } };",
        "const results = Object.entries(calls).map(([name, call]) => [name, run(call)]);",
        "console.log(JSON.stringify(Object.fromEntries(results)));",
    ]
    (folder / "samples.mjs").write_text("\n".join(lines))
    return json.loads(subprocess.check_output(["node", folder / "samples.mjs"], text=True))


@pytest.fixture(scope="module")
def compiled_results(tmp_path_factory):
    return run_in_node(SAMPLES, tmp_path_factory.mktemp("samples"))


@pytest.mark.parametrize("function", SAMPLES, ids=lambda function: function.__name__)
def test_results_are_equal(function, compiled_results):
    assert compiled_results[function.__name__] == repr(function())


def test_a_default_of_a_nested_function_hides_no_data(tmp_path):
    assert run_in_node([read_beside_defaults], tmp_path)["read_beside_defaults"] == repr(read_beside_defaults())


class Silent:
    """Dice of odds: they ignore text."""

    def say(self, text):
        """Ignore the text."""


class Talkative(Silent):
    """Dice of a roll: they keep text."""

    def say(self, text):
        TOLD.append(text)


TOLD = []


def tell_dice():
    made = []
    for dice in (Silent(), Talkative()):
        dice.say(f"{made.append(len(made))}")
    return [made, TOLD]


def test_text_is_not_made_for_dice_that_ignore_it(tmp_path):
    assert run_in_node([tell_dice], tmp_path)["tell_dice"] == "[[0], ['None']]"


def test_the_runtime_has_every_object_that_the_compiler_knows():
    script = f"import('{RUNTIME_SOURCE.as_uri()}').then((all) => console.log(Object.keys(all).join(' ')))"
    exported = subprocess.check_output(["node", "-e", script], text=True).split()
    assert {name.removeprefix("$.") for name in (*KNOWN.values(), *HOSTS.values())} <= set(exported)


def test_an_unsupported_construct_is_reported_with_its_place():
    def use_global():
        global LATER  # noqa: PLW0603
        LATER = 1

    program = Program()
    program.add_root(use_global)
    (problem,) = program.problems
    assert "test_constructs.py:" in problem
    assert "Global" in problem
