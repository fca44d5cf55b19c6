"""Modules, names and parameters that code written for the released commit imports and calls."""

import importlib
import inspect
from typing import Any

import pytest

import rules_py
from tests.compatibility.released import saved

PUBLIC = saved("names/public.json")
AUTHORS = saved("names/authors.json")


def parameters(value: Any) -> list[str] | None:
    """Return the names of a signature's parameters; None where Python doesn't know it."""
    try:
        return list(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        return None


def missing_of(value: Any, about: dict[str, Any]) -> list[str]:
    """List the parameters and attributes that a name no longer has."""
    found = []
    if about.get("parameters"):
        now = parameters(value) or []
        found += [f"parameter {name}" for name in about["parameters"] if name not in now]
    for name, wanted in about.get("attributes", {}).items():
        attribute = inspect.getattr_static(value, name, None)
        is_field = name in {each for made in value.__mro__ for each in vars(made).get("__annotations__", {})}
        if attribute is None and not is_field and not hasattr(value, name):
            found.append(name)
        elif isinstance(wanted, list):
            now = parameters(getattr(attribute, "__func__", attribute)) or []
            found += [f"{name}({each})" for each in wanted if each not in now]
    return found


def test_every_module_can_be_imported():
    for name in saved("names/modules.json"):
        importlib.import_module(name)


def test_every_public_name_has_its_parameters_and_attributes():
    found = {}
    for place, about in PUBLIC.items():
        module, _, name = place.partition(":")
        value = getattr(importlib.import_module(module), name, None)
        missing = missing_of(value, about) if value is not None or about["kind"] == "value" else ["the name itself"]
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
        signature = inspect.signature(value)
        if keyword not in signature.parameters and not any(
            each.kind is each.VAR_KEYWORD for each in signature.parameters.values()
        ):
            refused.append(f"{called}({keyword}=)")
    assert refused == []
