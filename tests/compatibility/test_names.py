"""Modules, names and parameters that code written for the released commit imports and calls."""

import importlib
import inspect
import re
from fractions import Fraction
from typing import Any

import pytest

import rules_py
from rules_py._moved import MODULES, RenamedAttribute
from tests.compatibility.released import saved

pytestmark = pytest.mark.filterwarnings("ignore:rules_py:DeprecationWarning")

OTHERS = ("known", "asked")
"""Names of `**others` in the released commit; no caller could use them."""

PUBLIC = saved("names/public.json")
AUTHORS = saved("names/authors.json")


def parameters(value: Any) -> list[str] | None:
    """Return the names of a signature's parameters and the old names it accepts; None if Python doesn't know them."""
    called = (value.__new__ if issubclass(value, tuple) else value.__init__) if isinstance(value, type) else value
    try:
        return [*inspect.signature(value).parameters, *getattr(called, "old_keywords", ()), *OTHERS]
    except (TypeError, ValueError):
        return None


def list_missing(value: Any, about: dict[str, Any]) -> list[str]:
    """List the parameters and attributes that an object no longer has."""
    found = []
    if about.get("parameters"):
        now = parameters(value) or []
        found += [f"parameter {name}" for name in about["parameters"] if name not in now]
    for name, wanted in about.get("attributes", {}).items():
        attribute, new = inspect.getattr_static(value, name, None), name
        if isinstance(attribute, RenamedAttribute):
            new, function = attribute.new, attribute.find_function()
            attribute = function or inspect.getattr_static(value, new, None)
        is_field = new in {each for made in value.__mro__ for each in vars(made).get("__annotations__", {})}
        if attribute is None and not is_field and not hasattr(value, new):
            found.append(name)
        elif isinstance(wanted, list):
            now = parameters(getattr(attribute, "__func__", attribute)) or []
            found += [f"{name}({each})" for each in wanted if each not in (*now, "self")]
    return found


def test_every_module_can_be_imported():
    for name in saved("names/modules.json"):
        importlib.import_module(name)


def test_every_public_name_has_its_parameters_and_attributes():
    found = {}
    for place, about in PUBLIC.items():
        module, _, name = place.partition(":")
        value = getattr(importlib.import_module(module), name, None)
        missing = list_missing(value, about) if value is not None or about["kind"] == "value" else ["the name itself"]
        if missing:
            found[place] = missing
    assert found == {}


def test_what_the_package_exports_is_still_exported():
    assert set(AUTHORS["__all__"]) <= set(rules_py.__all__)


@pytest.mark.parametrize("line", AUTHORS["guide"]["imports"])
def test_an_import_of_the_authoring_guide_works(line):
    exec(line, {})


def test_every_name_that_authors_use_is_where_they_import_it_from():
    gone = [
        f"{module}.{name}"
        for module, names in AUTHORS["names"].items()
        for name in names
        if not hasattr(importlib.import_module(module), name)
    ]
    assert gone == []


def test_every_keyword_of_the_guide_is_taken():
    known = {
        name: getattr(importlib.import_module(module), name)
        for module, all_ in AUTHORS["names"].items()
        for name in all_
    }
    refused = []
    for called, keyword in AUTHORS["guide"]["keywords"]:
        value = known.get(called)
        if value is None or called in ("Pilot", "Diver"):
            continue
        takes_others = any(each.kind is each.VAR_KEYWORD for each in inspect.signature(value).parameters.values())
        if keyword not in (parameters(value) or ()) and not takes_others:
            refused.append(f"{called}({keyword}=)")
    assert refused == []


MOVED = {
    place: about for place, about in PUBLIC.items() if place.partition(":")[0].removeprefix("rules_py.") in MODULES
}


@pytest.mark.parametrize("place", MOVED)
def test_an_old_path_gives_the_object_at_its_new_place(place):
    module, _, name = place.partition(":")
    with pytest.warns(DeprecationWarning, match=re.escape(f"{module}.{name} has moved to rules_py.")) as warned:
        old = getattr(importlib.import_module(module), name)
    new_module, _, new_name = str(warned[-1].message).split(" has moved to ")[1].split(";")[0].rpartition(".")
    new = vars(importlib.import_module(new_module))[new_name]
    assert old is new or MOVED[place]["kind"] == "value"
    assert new_module not in MODULES


@pytest.mark.parametrize("old", MODULES)
def test_importing_an_old_module_leaves_functions_of_its_name(old):
    """`rules_py.odds` and `rules_py.play.change` were modules as well as functions."""
    parent, _, name = f"rules_py.{old}".rpartition(".")
    before = vars(importlib.import_module(parent)).get(name)
    importlib.import_module(f"rules_py.{old}")
    after = vars(importlib.import_module(parent)).get(name)
    assert after is before or before is None or not callable(before)


def test_odds_stays_a_function_after_its_old_package_is_imported():
    importlib.import_module("rules_py.odds.exact")
    assert rules_py.odds("dice", notation="1d2").outcomes["total"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_renamed_attributes_and_keywords_name_their_new_place():
    from rules_py.play import Sheet, change

    with pytest.warns(DeprecationWarning, match=r"Sheet\.of has moved to rules_py\.play\.sheet\.Sheet\.from_fields"):
        assert Sheet.of == Sheet.from_fields
    with pytest.warns(DeprecationWarning, match=r"change\(of=…\) has moved to .*change\(sheet_types=…\)"):
        change("toy.rest", of=(), title="Rest", page="toy/#rest")
