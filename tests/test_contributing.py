"""The documents for contributors: the names, commands and files that they mention exist."""

import re
from importlib import import_module
from pathlib import Path

import yaml
from mkdocs.config import load_config

import rules_py
from tests.cases import check_each
from tools.test_runner.parts import PARTS, TRIALS

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]
DOCUMENTS += ["LICENSES/README.md", "docs/accessibility.md"]
DOCUMENTS += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("decisions/*.md"))
NAMED_PATH = re.compile(r"`((?:[\w.<>*-]+/)+[\w.<>*-]*)`")
"""A path of the repository in backticks; `<slug>` is a placeholder for any name."""

NOT_IN_REPOSITORY = re.compile(r"(site|dist|build|\.venv|moonbase)/")
"""Folders that a command makes, and the game in examples."""

GLOSSARY_NAME = re.compile(r"^\| .* \| `((?:rules_py|tools)\.[\w.]+)` \|$", re.MULTILINE)


def find_named(path: str) -> object:
    """Import the longest prefix that is a module, and look up the rest."""
    module, rest = path, ""
    while True:
        try:
            found: object = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
    for name in filter(None, rest.split(".")):
        found = getattr(found, name)
    return found


@check_each("path", GLOSSARY_NAME.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
def test_glossary_names_exist(path):
    assert find_named(path) is not None


@check_each("document", DOCUMENTS)
def test_documents_name_make_targets_and_files_that_exist(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    targets |= {"test-rules", "test-page"}  # one rule with two targets
    assert set(re.findall(r"(?:`|^)make (\w[\w-]*)", text, re.MULTILINE)) <= targets
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert ((ROOT / document).parent / link).exists(), link


@check_each("document", [name for name in DOCUMENTS if name not in ("CHANGELOG.md", "LICENSES/README.md")])
def test_documents_name_paths_that_exist(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    paths = [path for path in NAMED_PATH.findall(text) if not NOT_IN_REPOSITORY.match(path)]
    assert [path for path in paths if not any(ROOT.glob(re.sub("<[^>]*>", "*", path)))] == []


def test_architecture_fits_on_a_page():
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 110


def test_changelog_begins_with_the_version_of_the_package():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[(.+)\] - (?:unreleased|\d{4}-\d\d-\d\d)$", text, re.MULTILINE)[1] == rules_py.__version__


def test_readme_pictures_are_small_and_not_part_of_the_site():
    pictures = re.findall(r"(?:src|srcset)=\"([^\"]+)\"", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(pictures) >= 2
    excluded = load_config(str(ROOT / "mkdocs.yml")).exclude_docs
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < 60_000, picture
        assert excluded.match_file(picture.removeprefix("docs/")), picture


def test_workflows_run_every_part_and_every_trial():
    folder = ROOT / ".github" / "workflows"
    nightly, ci = (yaml.safe_load((folder / f"{name}.yml").read_text(encoding="utf-8")) for name in ("nightly", "ci"))
    assert set(nightly["jobs"]["trials"]["strategy"]["matrix"]["trial"]) == set(TRIALS)
    parts = {*ci["jobs"]["tests"]["strategy"]["matrix"]["part"], "lint", "site"}
    assert parts == set(PARTS)
