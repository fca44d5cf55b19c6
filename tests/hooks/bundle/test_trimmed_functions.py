"""Trimmed functions of Python's standard library: they keep their signature and abort Python when called."""

import base64
import json
import subprocess
from pathlib import Path

import pytest

from hooks.bundle import assets
from hooks.bundle.bytecode import Source, compile_sources

PROJECT = Path(__file__).parents[3]
SOURCE = '''
from dataclasses import dataclass

def kept(x):
    return [helper(y) for y in range(x)]

def helper(y):
    """Twice as much."""
    return (lambda z: 2 * z)(y)

def never(a, b=2, *rest, c, **more):
    local = a
    return lambda: local

def produces():
    yield 1

async def awaited():
    return 1

@dataclass
class Point:
    x: int = 1

    def left_out(self):
        return self.x
'''
CALLED = ("<module>", "kept", "helper", "helper.<locals>.<lambda>", "Point", "Point.__annotate__")
SCRIPT = """
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
python.FS.writeFile("library.pyc", Buffer.from(process.argv[1], "base64"));
python.runPython("import library");
const tried = (code) => {
  try {
    return [python.runPython(`import inspect, json; json.dumps(${code})`)];
  } catch (error) {
    return [null, error.constructor.name];
  }
};
console.error = () => {};
process.stdout.write("\\n" + JSON.stringify(process.argv.slice(2).map(tried)));
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Return the source's bytecode, trimmed to the called functions, in base64."""
    source = Source("/lib/library.py", SOURCE, 2, CALLED)
    (code,) = compile_sources([source], assets.PYODIDE, tmp_path_factory.mktemp("bytecode"))
    return base64.b64encode(code).decode()


def evaluate(library, *expressions):
    """Evaluate each expression in Pyodide; a failure gives None and the error's name."""
    run = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, library, *expressions],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout.splitlines()[-1])


def test_kept_functions_still_work_and_trimmed_ones_keep_their_signatures(library):
    *kept, known, generator, coroutine = evaluate(
        library,
        "library.kept(3)",
        "library.Point(4).x",
        "str(inspect.signature(library.never))",
        "inspect.isgeneratorfunction(library.produces)",
        "inspect.iscoroutinefunction(library.awaited)",
    )
    assert kept == [["[0, 2, 4]"], ["4"]]
    assert [json.loads(known[0]), generator[0], coroutine[0]] == ["(a, b=2, *rest, c, **more)", "true", "true"]


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "call", ["library.never(1, c=2)", "library.produces()", "library.awaited()", "library.Point().left_out()"]
)
def test_calling_a_trimmed_function_aborts_python_uncatchably(library, call):
    caught = f"(lambda: [exec('try:\\n {call}\\nexcept BaseException: pass'), 'went on'])()"
    (first, *_), (second, *_) = evaluate(library, caught, "1 + 1")
    assert first is None
    assert second is None
