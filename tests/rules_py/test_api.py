"""The contract, key by key: the results of `rules_py` in Python and as JSON."""

import json
from fractions import Fraction

import pytest

import rules_py
from tests.cases import check_each

ODD_ONES = ["dice", "station.panic", "station.talents"]  # plain dice, and tables that can be rolled on


def list_all_ids():
    return [*rules_py.mechanics(), *ODD_ONES]


def test_package_exports_every_contract_name():
    for name in ("systems", "mechanics", "describe", "roll", "resolve", "odds", "table", "RulesError", "Roll", "Table"):
        assert hasattr(rules_py, name)


def test_systems_and_mechanics_return_tuples_of_strings():
    assert isinstance(rules_py.systems(), tuple) and isinstance(rules_py.mechanics(), tuple)
    assert isinstance(rules_py.mechanics("station"), tuple)
    assert all(isinstance(part, str) for part in rules_py.systems() + rules_py.mechanics())


@check_each("mechanic_id", list_all_ids())
def test_a_description_has_title_rule_and_parameters(mechanic_id):
    description = rules_py.describe(mechanic_id)
    assert set(description) >= {"title", "rule", "parameters"}
    assert description["title"] and "/" in description["rule"]
    for parameter in description["parameters"]:
        assert {"name", "kind", "default", "help"} <= set(parameter)
        assert parameter["help"]
        assert parameter["kind"] in ("int", "number", "bool", "choice", "notation", "numbers", "list")
        assert ("range" in parameter) == (parameter["kind"] in ("int", "number", "numbers"))
        assert ("choices" in parameter) == (parameter["kind"] == "choice")
    assert json.loads(json.dumps(description)) == description


@check_each("mechanic_id", list_all_ids())
def test_parameter_defaults_are_valid(mechanic_id):
    for parameter in rules_py.describe(mechanic_id)["parameters"]:
        if parameter["kind"] == "int":
            low, high = parameter["range"]
            assert low <= parameter["default"] and (high is None or parameter["default"] <= high)
        if "choices" in parameter:
            assert parameter["default"] in parameter["choices"]


@check_each("mechanic_id", list_all_ids())
def test_roll_json_has_exactly_the_contract_keys(mechanic_id):
    roll = rules_py.roll(mechanic_id, seed=3)
    as_json = roll.to_dict()
    assert list(as_json) == ["mechanic", "params", "faces", "dice", "outcome", "steps"]
    assert as_json["mechanic"] == mechanic_id
    assert list(as_json["params"]) == [part["name"] for part in rules_py.describe(mechanic_id)["parameters"]]
    assert all(isinstance(face, int) for face in as_json["faces"])
    assert all(isinstance(step, str) for step in as_json["steps"])
    assert as_json["outcome"] and list(as_json["outcome"]) == list(roll.outcome)
    for thrown in as_json["dice"]:
        assert list(thrown) == ["sides", "faces", "kept", "label"]
        assert thrown["label"]
        assert all(1 <= face <= thrown["sides"] for face in thrown["faces"])
    assert as_json["faces"] == [face for thrown in as_json["dice"] for face in thrown["faces"]]
    assert json.loads(json.dumps(as_json)) == as_json


@check_each("mechanic_id", list_all_ids())
def test_odds_json_has_exactly_the_contract_keys(mechanic_id):
    odds = rules_py.odds(mechanic_id)
    as_json = odds.to_dict()
    assert list(as_json) == ["mechanic", "params", "outcomes", "mean"]
    assert as_json["mechanic"] == mechanic_id
    assert as_json["params"] == rules_py.roll(mechanic_id).to_dict()["params"]
    assert list(as_json["outcomes"]) == list(rules_py.roll(mechanic_id).outcome)
    for field, chances in as_json["outcomes"].items():
        assert sum(map(Fraction, chances.values())) == 1
        assert len(chances) == len(odds.outcomes[field])
        for chance in chances.values():
            assert "{0.numerator}/{0.denominator}".format(Fraction(chance)) == chance
    for field, mean in as_json["mean"].items():
        chances = as_json["outcomes"][field]
        assert Fraction(mean) == sum(Fraction(value) * Fraction(chance) for value, chance in chances.items())
    assert json.loads(json.dumps(as_json)) == as_json


@check_each("table_id", rules_py.table_ids())
def test_table_json_has_exactly_the_contract_keys(table_id):
    as_json = rules_py.table(table_id).to_dict()
    assert list(as_json) == ["table", "title", "die", "columns", "rows"]
    assert as_json["table"] == table_id
    assert as_json["die"] is None or isinstance(as_json["die"], str)
    for row in as_json["rows"]:
        assert list(row) in (as_json["columns"], ["roll", *as_json["columns"]])
        assert all(isinstance(cell, str) for cell in row.values())
        assert "roll" in row or as_json["die"] is None
    assert json.loads(json.dumps(as_json)) == as_json


def test_mechanic_without_dice_has_certain_odds():
    roll = rules_py.roll("station.swarm", size=14, hit=5)
    assert (roll.faces, roll.dice) == ((), ())
    assert rules_py.resolve("station.swarm", [], size=14, hit=5) == roll
    assert {field: {value: 1} for field, value in roll.outcome.items()} == rules_py.odds(
        "station.swarm", size=14, hit=5
    ).outcomes


def test_resolve_accepts_faces_in_any_iterable():
    expected = rules_py.resolve("station.action", [4, 5])
    assert rules_py.resolve("station.action", (4, 5)) == expected
    assert rules_py.resolve("station.action", iter([4, 5])) == expected


def test_seed_repeats_the_roll():
    assert rules_py.roll("station.action", seed=5) == rules_py.roll("station.action", seed=5)
    assert len({rules_py.roll("dice", notation="20d1000").faces for _ in range(3)}) == 3


def test_rules_errors_are_value_errors():
    assert issubclass(rules_py.RulesError, ValueError)
    assert issubclass(rules_py.NotationError, rules_py.RulesError)
    assert issubclass(rules_py.DataError, rules_py.RulesError)


@check_each(
    "call",
    [
        lambda: rules_py.describe("nothing"),
        lambda: rules_py.describe("station.weapons"),
        lambda: rules_py.roll("station.nothing"),
        lambda: rules_py.roll("station.action", attribute=4),
        lambda: rules_py.roll("station.action", bogus=1),
        lambda: rules_py.roll("station.action", seed="5"),
        lambda: rules_py.roll("station.action", seed=1.5),
        lambda: rules_py.roll("station.action", seed=True),
        lambda: rules_py.roll("dice", notation="2d"),
        lambda: rules_py.resolve("station.action", [4]),
        lambda: rules_py.resolve("station.action", [4, 5, 6]),
        lambda: rules_py.resolve("station.action", [4, 7]),
        lambda: rules_py.resolve("station.action", "45"),
        lambda: rules_py.resolve("station.action", 45),
        lambda: rules_py.resolve("station.action", None),
        lambda: rules_py.odds("station.action", attribute="four"),
        lambda: rules_py.odds("station.attack", weapon="melee", range_band="far"),
        lambda: rules_py.table("station.nothing"),
        lambda: rules_py.mechanics("nothing"),
        lambda: rules_py.describe(None),
        lambda: rules_py.roll(5),
        lambda: rules_py.table(None),
    ],
)
def test_invalid_input_is_rejected_in_one_line(call):
    with pytest.raises(rules_py.RulesError) as refusal:
        call()
    assert len(str(refusal.value).splitlines()) == 1
