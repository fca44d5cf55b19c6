"""`rules_py.authoring`: one import has everything that games use, and its names and parameters are kept."""

import ast
import inspect
import json
import pickle
import re
import warnings
from pathlib import Path

import pytest

import rules_py
from rules_py import authoring
from rules_py.errors import RulesError
from rules_py.play import layout, paper

PROJECT = Path(__file__).parents[2]
STABLE = PROJECT / "tests" / "compatibility" / "stable_names.json"
"""Each stable name with its parameters in order; `python -m tests.rules_py.test_authoring` adds new ones."""

PLACES = {"rules_py.authoring": authoring, "rules_py.play.layout": layout, "rules_py.play.paper": paper}


def list_parameters(value: object) -> list[str]:
    """Return the parameters of a function or class, with `=` after those that have a default."""
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):  # neither a function nor a class
        return []
    return [
        ("*" * (each.kind is each.VAR_POSITIONAL) or "**" * (each.kind is each.VAR_KEYWORD))
        + name
        + "=" * (each.default is not each.empty)
        for name, each in signature.parameters.items()
    ]


def list_names() -> dict[str, str]:
    """Return each name that authors may use, with its parameters."""
    found = {f"rules_py.authoring.{name}": getattr(authoring, name) for name in authoring.__all__}
    for module in (layout, paper):
        found |= {
            f"{module.__name__}.{name}": value
            for name, value in vars(module).items()
            if inspect.isclass(value) and value.__module__ == module.__name__
        }
    return {name: " ".join(list_parameters(value)) for name, value in sorted(found.items())}


def test_every_stable_name_is_kept_with_its_parameters():
    stable, now = json.loads(STABLE.read_text()), list_names()
    assert set(stable) <= set(now)
    for name, recorded in stable.items():
        parameters, given = recorded.split(), now[name].split()
        assert [each for each in given if each in parameters] == parameters, name
        new = [each for each in given if each not in parameters]
        assert all(each.endswith("=") or each.startswith("*") for each in new), f"{name} needs {new}"


def test_every_name_that_authors_may_use_is_recorded():
    assert set(list_names()) == set(json.loads(STABLE.read_text()))


def test_games_import_nothing_that_authors_cannot():
    known = set(authoring.__all__) | set(vars(layout)) | set(vars(paper)) | set(vars(rules_py.notation))
    for path in (PROJECT / "rules_py" / "systems").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("rules_py."):
                continue
            if not (node.module or "").startswith("rules_py.systems"):
                assert {each.name for each in node.names} <= known, f"{path}:{node.lineno}"


def test_type_checkers_see_the_names_that_python_imports():
    tree = ast.parse(Path(authoring.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {each.asname for node in block.body if isinstance(node, ast.ImportFrom) for each in node.names}
    assert seen == set(authoring.__all__)


def test_page_documents_every_name():
    pages = [PROJECT / "docs" / "authoring" / name for name in ("api.md", "api-sheets.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    documented = re.findall(r"^::: rules_py\.authoring\.(\w+)$", text, re.MULTILINE)
    assert sorted([*documented, "LATER", "layout", "notation", "paper"]) == authoring.__all__


def test_old_name_works_and_warns_with_the_new_one(monkeypatch):
    monkeypatch.setitem(authoring._RENAMED, "Roller", "Dice")
    with pytest.warns(DeprecationWarning, match="rules_py.authoring.Roller is now Dice") as warned:
        assert authoring.Roller is authoring.Dice
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert authoring.Dice is authoring.Dice


def test_unknown_name_is_refused_like_in_any_module():
    with pytest.raises(AttributeError, match="'rules_py.authoring' has no attribute 'Dicee'"):
        _ = authoring.Dicee


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rules_py.roll("psiops.action", attribute=9),
        lambda: rules_py.roll("psiops.action", strength=1),
        lambda: rules_py.roll("psiops.nothing"),
        lambda: rules_py.roll("dice", notation="2dx"),
        lambda: rules_py.resolve("psiops.action", [7, 1]),
        lambda: rules_py.odds("dice", notation="999d999"),
        lambda: rules_py.sheet("psiops.operative", hp=-1),
        lambda: rules_py.forecast({"fight": "xmas", "events": [{"event": "turn", "who": "nobody"}]}),
    ],
)
def test_error_can_be_pickled(ask):
    with pytest.raises(RulesError) as raised:
        ask()
    error = raised.value
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy)) == (type(error), str(error))
    assert {name: repr(value) for name, value in vars(copy).items()}.keys() == vars(error).keys()


if __name__ == "__main__":
    recorded = json.loads(STABLE.read_text()) if STABLE.is_file() else {}
    STABLE.write_text(json.dumps(list_names() | recorded, indent=1) + "\n")
