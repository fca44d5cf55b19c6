"""JavaScript reads attributes and calls functions directly where annotations tell the class, and only there."""

from typing import Any, Protocol

import pytest

from rules_js.compile.kinds import find_member
from rules_js.compile.program import Program
from tests.rules_js.samples import Boat, Buoy, Harbour, Named, Point, Ship


def read_field(boat: Boat) -> str:
    return boat.name


def read_part(point: Point) -> int:
    return point.y


def call_method(boat: Boat) -> Boat:
    return boat.load("rum")


def call_overridden_method(boat: Boat) -> int:
    return boat.seniority()


def call_method_of_any_class(named: Named) -> int:
    return named.seniority()


def make_record() -> Boat:
    return Ship("a", masts=2)


def make_object() -> Harbour:
    return Harbour("a", depth=2)


def choose_by_truth(is_open: bool) -> int:
    return 1 if is_open else 2


def compare_text(name: str) -> bool:
    return name == "a"


def follow_assignments(harbour: Harbour) -> list[str]:
    boat = harbour.boats[0] if harbour.is_open else Boat("a")
    return [boat.name, *(each.name for each in [boat, Ship("b")])]


DIRECT = (
    read_field, read_part, call_method, call_overridden_method, call_method_of_any_class, make_record, make_object,
    choose_by_truth, compare_text,
)  # fmt: skip


def read_any(value: Any) -> Any:
    return value.name


def read_either(value: Boat | Harbour) -> str:
    return value.name


def read_after_another_class(boat: Boat, other: Any) -> str:
    boat = other
    return boat.name


def read_computed_or_called(value: Any) -> Any:
    made = Buoy("a") if value else value
    return made.name


def call_with_too_few_arguments(boat: Boat) -> Any:
    return boat.load()  # type: ignore[call-arg]


UNCERTAIN = (read_any, read_either, read_after_another_class, read_computed_or_called, call_with_too_few_arguments)


def write(function: Any) -> str:
    program = Program()
    return program.items[program.add_root(function)].head


@pytest.mark.parametrize("function", DIRECT, ids=lambda function: function.__name__)
def test_a_known_kind_needs_no_lookup(function):
    assert "$.attribute(" not in (written := write(function))
    assert "$.invoke(" not in written
    assert "$.call(" not in written
    assert "$.isTrue(" not in written
    assert "$.equal(" not in written


def test_kinds_follow_assignments():
    assert "$.attribute(" not in write(follow_assignments)


@pytest.mark.parametrize("function", UNCERTAIN, ids=lambda function: function.__name__)
def test_an_uncertain_kind_is_left_to_the_runtime(function):
    written = write(function)
    assert "$.attribute(" in written or "$.invoke(" in written


def test_an_overridden_method_is_that_of_the_object():
    assert "boat.seniority(boat)" in write(call_overridden_method)
    assert "boat.load" not in write(call_method)


class Diver(Protocol):
    """A protocol that no class of the project has."""

    def dive(self) -> int: ...


def test_class_whose_module_has_no_name_is_passed_over():
    """Some classes of C code have a descriptor there."""
    nameless = type("Nameless", (), {"__module__": property(lambda _: "rules_py"), "dive": lambda _: 1})
    assert not isinstance(nameless.__module__, str)
    assert find_member(Diver, "dive") is None
