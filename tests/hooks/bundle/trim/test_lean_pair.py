"""The lean runtime of a build, cached by Pyodide version and profile."""

import json
import subprocess
from pathlib import Path

import pytest

from hooks.bundle import trim

PROJECT = Path(__file__).parents[4]
GLUE = (
    'async function _create(moduleArg={}){var Module=moduleArg;function _tell(x){Module.told=x}_tell.sig="vi";'
    'var _add,_never,_unknown;function assignWasmExports(wasmExports){_add=Module["_add"]=wasmExports["add"];'
    '_never=Module["_never"]=wasmExports["never"];_unknown=Module["_unknown"]=wasmExports["unknown"]}'
    "var wasmImports={tell:_tell};assignWasmExports(Module.exports);return Module}export default _create;"
)
MODULE = """(module (import "env" "tell" (func (param i32)))
  (func (export "add") (param i32) (result i32) (call 0 (local.get 0)) (i32.add (local.get 0) (i32.const 1)))
  (func (export "never") (result i32) (i32.const 7)) (func (export "unknown")))"""
COMPILE = """import binaryen from "binaryen";
import { writeFileSync } from "node:fs";
const [text, file] = process.argv.slice(1);
writeFileSync(file, binaryen.parseText(text).emitBinary());"""
ADD_INDEX = 1
"""The index of the called function."""


@pytest.fixture
def pyodide(tmp_path):
    """Create a small Pyodide: a module of three functions with its glue code."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"version": "1.2.3"}))
    (folder / "pyodide.js").write_text("export const use = (Module) => [Module._add(1), Module._never];\n")
    (folder / "pyodide.asm.js").write_text(GLUE)
    subprocess.run(
        ["node", "--input-type=module", "-e", COMPILE, MODULE, folder / "pyodide.asm.wasm"], cwd=PROJECT, check=True
    )
    return folder


def write(pyodide, tmp_path, called=(ADD_INDEX,)):
    return trim.write(pyodide, tmp_path / "build", frozenset(called))


def test_lean_runtime_consists_of_module_glue_and_loader(pyodide, tmp_path):
    pair = write(pyodide, tmp_path)
    assert set(pair) == set(trim.FILES)
    assert all(path.is_file() for path in pair.values())
    assert pair["pyodide.js"].read_bytes() == (pyodide / "pyodide.js").read_bytes()
    assert b"unknown" not in pair["pyodide.asm.wasm"].read_bytes() + pair["pyodide.asm.js"].read_bytes()


def test_lean_runtime_is_cached(pyodide, tmp_path, monkeypatch):
    pair = write(pyodide, tmp_path)
    monkeypatch.setenv("PATH", "")
    assert write(pyodide, tmp_path) == pair


@pytest.mark.trial
def test_larger_profile_builds_another_lean_runtime(pyodide, tmp_path):
    before = write(pyodide, tmp_path)
    after = write(pyodide, tmp_path, (ADD_INDEX, ADD_INDEX + 1))
    assert before.keys() == after.keys()
    assert all(after[name] != before[name] and before[name].exists() for name in before)


@pytest.mark.trial
def test_changed_pyodide_builds_another_lean_runtime(pyodide, tmp_path):
    before = write(pyodide, tmp_path)
    with (pyodide / "pyodide.asm.wasm").open("ab") as module:
        module.write(b"\0\2\1a")  # an additional section
    assert write(pyodide, tmp_path) != before


def test_missing_node_error_says_what_to_install(pyodide, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="install Node"):
        write(pyodide, tmp_path)
    assert not list((tmp_path / "build").rglob("*.wasm"))
