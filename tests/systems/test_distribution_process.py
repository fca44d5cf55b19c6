"""The wheel and the sdist: each works in an empty virtual environment, with a game of another distribution."""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from wheel.wheelfile import WheelFile

import rules_py
from rules_py.scaffold import build_files, read_answers
from tests.rules_py import moonbase

ROOT = Path(__file__).parents[2]
SOURCES = ("LICENSE", "LICENSES", "MANIFEST.in", "README.md", "pyproject.toml", "rules_py")
GAME_WHEEL = "moonbase_rules-1.0-py3-none-any.whl"
INFO = "moonbase_rules-1.0.dist-info"

pytestmark = pytest.mark.trial  # builds twice and fills two virtual environments, which takes about ten seconds


@pytest.fixture(scope="module")
def distributions(tmp_path_factory) -> Path:
    """The folder with the sdist, the wheel that was built from it, and a wheel of a made-up game."""
    folder = tmp_path_factory.mktemp("distributions")
    sources = folder / "sources"
    sources.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, sources)
    run_python(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, sources)
    files = moonbase.game_files("moonbase", "moonbase_rules") | {
        f"{INFO}/METADATA": "Metadata-Version: 2.1\nName: moonbase-rules\nVersion: 1.0\nRequires-Dist: rules-py>=0.2\n",
        f"{INFO}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with WheelFile(folder / GAME_WHEEL, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return folder


@pytest.fixture(scope="module", params=["*.whl", "*.tar.gz"], ids=["wheel", "sdist"])
def environment(request, distributions, tmp_path_factory) -> Path:
    """An empty virtual environment in which only a distribution and the made-up game are installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    [distribution] = distributions.glob(f"rules_py-{request.param}")
    if request.param == "*.tar.gz":
        wheels = folder / "wheels"
        run_python(
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"),
            *("--wheel-dir", wheels, distribution),
        )
        [distribution] = wheels.iterdir()
    run_python(
        *(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet", "--no-index"),
        *(distribution, distributions / GAME_WHEEL),
    )
    return folder / "bin"


def run_python(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_command_line_answers_from_the_environment(environment):
    def answer(*words: str):
        return json.loads(run_python(environment / "python", "-m", "rules_py", *words, "--json"))

    assert answer("systems") == sorted([*rules_py.systems(), "moonbase"])
    assert answer("table", "psiops.bands") == rules_py.table("psiops.bands").to_dict()
    assert answer("odds", "psiops.action") == rules_py.odds("psiops.action").to_dict()
    assert answer("resolve", "moonbase.repair", "--faces", "5,5", "skill=0")["outcome"]["fixed"] is True
    assert answer("roll", "moonbase.leaks", "--seed", "1")["outcome"]["name"] in ("Hiss", "Gale")


def test_every_table_and_sheet_is_included(environment):
    script = "import json, rules_py; print(json.dumps([rules_py.mechanics(), rules_py.table_ids(), rules_py.sheets()]))"
    mechanics, tables, sheets = json.loads(run_python(environment / "python", "-c", script))
    assert set(mechanics) == {*rules_py.mechanics(), "moonbase.repair", "moonbase.drill"}
    assert set(tables) == {*rules_py.table_ids(), "moonbase.leaks"}
    assert tuple(sheets) == rules_py.sheets()


def test_console_script_is_the_command_line(environment):
    assert json.loads(run_python(environment / "rules-py", "list", "moonbase", "--json")) == [
        "moonbase.repair",
        "moonbase.drill",
    ]


def test_metadata_has_the_version_the_licences_and_the_type_marker(environment):
    script = """
import importlib.metadata, json, rules_py
files = [str(file) for file in importlib.metadata.files("rules-py")]
print(json.dumps([importlib.metadata.version("rules-py"), rules_py.__version__, files]))
"""
    *versions, files = json.loads(run_python(environment / "python", "-c", script))
    assert versions == [rules_py.__version__] * 2
    assert "rules_py/py.typed" in files
    assert {Path(file).name for file in files if "/licenses/" in file} == {
        "LICENSE",
        *(path.name for path in (ROOT / "LICENSES").iterdir()),
    }


def test_a_new_game_is_written_with_all_of_its_files(environment, tmp_path):
    run_python(environment / "rules-py", "new", "moonten", "--folder", tmp_path, "--yes")
    expected = build_files(read_answers("moonten", {"place": "package"}))
    found = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(found) == sorted(expected)
