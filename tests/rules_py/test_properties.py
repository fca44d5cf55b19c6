"""What must be true of every mechanic of every game, with any parameters that it says it takes."""

from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

import rules_py
from rules_py.values import text_of
from tests.rules_py.brute_force import typed

HIGHEST = 40  # where a range is open above

# What a mechanic may refuse though each value is in its range: the parameter that the refusal names.
REFUSED_TOGETHER = {
    "combat.blow": "life",  # more than life_max
    "combat.blunt": "life",
    "combat.takedown": "life",
    "psiops.attack": "range_band",  # out of this weapon's reach
    "psiops.focus-fire": "range_band",
    "psiops.takedown": "range_band",
    "psiops.swarm-takedown": "range_band",
    "psiops.clock": "marked",  # more than the clock has
    "sideworld.ageing": "replaced",  # more than the attributes there are
    "sideworld.attack": "stamina_lost",  # all of it
    "sideworld.takedown": "stamina_lost",
}

EVERY_MECHANIC = pytest.mark.parametrize("mechanic_id", rules_py.mechanics())
WITH_PARAMETERS = pytest.mark.parametrize(
    "mechanic_id", [name for name in rules_py.mechanics() if rules_py.describe(name)["parameters"]])


def values(parameter: dict[str, Any]) -> st.SearchStrategy:
    """What a parameter takes, by its description alone."""
    match parameter["kind"]:
        case "int":
            low, high = parameter["range"]
            return st.integers(low, HIGHEST if high is None else high)
        case "bool":
            return st.booleans()
        case "choice":
            return st.sampled_from(parameter["choices"])
        case "numbers":
            low, high = parameter["range"]
            return st.tuples(*(st.integers(low, min(high, HIGHEST)) for _ in parameter["parts"]))
        case "list":
            return st.lists(values(parameter["entry"]), max_size=min(parameter["most"], 4))
        case "notation":
            return st.sampled_from(["2d6", "1d4+1", "1d20", "3d6kh2", "2d6*4", "5"])
        case kind:
            raise AssertionError(f"{parameter['name']} is of a kind unknown here: {kind}")


@st.composite
def parameters(draw: st.DrawFn, mechanic_id: str) -> dict[str, Any]:
    """Parameters that a mechanic takes, some of them left out."""
    described = rules_py.describe(mechanic_id)["parameters"]
    given = {part["name"]: draw(values(part)) for part in described if draw(st.booleans())}
    try:
        rules_py.roll(mechanic_id, seed=0, **given)
    except rules_py.RulesError as refusal:
        assert str(refusal).startswith(f"{REFUSED_TOGETHER.get(mechanic_id)}: got "), refusal
        assume(False)
    return given


@EVERY_MECHANIC
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers())
def test_a_roll_is_resolved_from_its_faces_to_the_same(mechanic_id, data, seed):
    given = data.draw(parameters(mechanic_id))
    roll = rules_py.roll(mechanic_id, seed=seed, **given)
    assert rules_py.resolve(mechanic_id, roll.faces, **given) == roll


@EVERY_MECHANIC
@settings(max_examples=25)
@given(data=st.data())
def test_odds_sum_to_1_and_hold_all_that_is_rolled(mechanic_id, data):
    given = data.draw(parameters(mechanic_id))
    outcomes = rules_py.odds(mechanic_id, **given).outcomes
    possible = {field: {typed(value) for value in chances} for field, chances in outcomes.items()}
    for chances in outcomes.values():
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
    for seed in range(20):
        outcome = rules_py.roll(mechanic_id, seed=seed, **given).outcome
        assert list(outcome) == list(outcomes)
        assert all(typed(value) in possible[field] for field, value in outcome.items())


@WITH_PARAMETERS
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers())
def test_text_means_the_same_as_the_value(mechanic_id, data, seed):
    given = data.draw(parameters(mechanic_id))
    as_text = {name: text_of(value) for name, value in given.items()}
    assert rules_py.roll(mechanic_id, seed=seed, **as_text) == rules_py.roll(mechanic_id, seed=seed, **given)


@WITH_PARAMETERS
def test_one_step_outside_a_range_is_refused_by_name(mechanic_id):
    for parameter in rules_py.describe(mechanic_id)["parameters"]:
        low, high = parameter.get("range", (None, None))
        for outside in ([] if low is None else [low - 1]) + ([] if high is None else [high + 1]):
            with pytest.raises(rules_py.RulesError, match=f"^{parameter['name']}: got '{outside}', takes "):
                rules_py.roll(mechanic_id, **{parameter["name"]: outside})


@WITH_PARAMETERS
@settings(max_examples=50)
@given(data=st.data(), value=st.text(max_size=80) | st.integers() | st.floats() | st.none() | st.booleans()
       | st.lists(st.integers(-9, 9), max_size=3))
def test_any_value_is_taken_or_refused_and_nothing_else(mechanic_id, data, value):
    name = data.draw(st.sampled_from(rules_py.describe(mechanic_id)["parameters"]))["name"]
    try:
        rules_py.roll(mechanic_id, seed=0, **{name: value})
    except rules_py.RulesError as refusal:
        assert str(refusal).startswith((f"{name}: ", f"{REFUSED_TOGETHER.get(mechanic_id)}: "))
        assert len(str(refusal).splitlines()) == 1
