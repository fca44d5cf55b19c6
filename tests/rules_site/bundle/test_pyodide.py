"""Python for browsers: Pyodide's files as published, a lock file of the wheels, and answers like CPython's."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

import rules_py
from rules_py import bridge
from rules_site.bundle import pyodide, wheels
from rules_site.bundle.assets import BUILD, PYODIDE
from rules_support import node

PROJECT = Path(__file__).parents[3]
SCRIPT = Path(__file__).with_name("ask-pyodide.mjs")
SEED = 7


@pytest.fixture(scope="module")
def python():
    return pyodide.build_python(PYODIDE, wheels.read_wheels(PROJECT), BUILD / "pyodide")


@pytest.fixture(scope="module")
def lock(python):
    return json.loads((python.folder / pyodide.LOCK).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"])
def test_pyodide_is_served_as_published(python, name):
    assert (python.folder / name).read_bytes() == (PYODIDE / pyodide.PUBLISHED[name]).read_bytes()


def test_library_and_rules_are_complete_as_bytecode(python):
    published = zipfile.ZipFile(PYODIDE / "python_stdlib.zip").namelist()
    [wheel] = wheels.read_wheels(PROJECT)
    for sources, served in ((published, "python_stdlib.zip"), (wheel.files, "rules_py-*.whl")):
        [path] = python.folder.glob(served)
        names = {name for name in zipfile.ZipFile(path).namelist() if not name.endswith("/RECORD")}
        assert names == {name + "c" * name.endswith(".py") for name in sources if not name.endswith(".pyc")}


def test_lock_lists_every_wheel_with_its_checksum(python, lock):
    named = {about["file_name"]: about["sha256"] for about in lock["packages"].values()}
    served = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in python.folder.glob("*.whl")}
    assert named == served
    assert list(lock["packages"]) == python.packages == ["rules-py"]


def test_lock_matches_the_served_pyodide(lock):
    assert lock["info"] == json.loads((PYODIDE / pyodide.LOCK).read_text(encoding="utf-8"))["info"]


def test_size_is_that_of_a_compressed_download(python):
    whole = sum(path.stat().st_size for path in python.paths) / pyodide.MEGABYTE
    assert 5 <= python.megabytes < whole


def list_questions() -> list[tuple[str, ...]]:
    """List a roll, its faces resolved again, odds, a sheet and a fight of each game."""
    found = []
    for slug in rules_py.systems():
        first = rules_py.mechanics(slug)[0]
        faces = ",".join(map(str, rules_py.roll(first, seed=SEED).faces))
        found += [
            ("roll", first, "{}", SEED),
            ("resolve", first, faces, "{}"),
            ("odds", first, "{}", "", "exactly", ""),
        ]
        found += [("sheet", sheet, "{}") for sheet in rules_py.sheets(slug)[:1]]
        found += [("calculate", f"{slug}.calc", "{}", "", "exactly", "")]
    return found


def test_pyodide_answers_like_cpython(python):
    questions = list_questions()
    answers = json.loads(node.run_script(SCRIPT, python.folder, text=json.dumps(questions)))
    expected = [bridge.ANSWERS[question](*about) for question, *about in questions]
    assert {json.dumps(asked): text for asked, text in zip(questions, answers, strict=True)} == {
        json.dumps(asked): text for asked, text in zip(questions, expected, strict=True)
    }
    assert not [text for text in expected if "error" in json.loads(text)]
