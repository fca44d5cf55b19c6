"""Every id in the inventory can be described and rolled; its faces resolve to the same outcome; its odds sum to 1."""

import re
import tomllib
from pathlib import Path

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from tests.cases import check_each

HERE = Path(__file__).parent
INVENTORY = tomllib.loads((HERE / "inventory.toml").read_text(encoding="utf-8"))
MECHANICS, TABLES = INVENTORY["mechanics"], INVENTORY["tables"]


@check_each("mechanic_id", MECHANICS)
def test_mechanics_have_the_inventorys_parameters_and_outcomes(mechanic_id):
    """Parameters and outcome fields may be added, but the listed ones stay, in the same order."""
    wanted = MECHANICS[mechanic_id]
    parameters = [parameter["name"] for parameter in rules_py.describe(mechanic_id)["parameters"]]
    outcome = list(rules_py.roll(mechanic_id).outcome)
    assert [name for name in parameters if name in wanted["parameters"]] == wanted["parameters"]
    assert [name for name in outcome if name in wanted["outcome"]] == wanted["outcome"]


@check_each("mechanic_id", rules_py.mechanics())
def test_resolving_a_rolls_faces_gives_the_same_outcome(mechanic_id):
    for seed in range(30):
        rolled = rules_py.roll(mechanic_id, seed=seed)
        assert rules_py.resolve(mechanic_id, rolled.faces).to_dict() == rolled.to_dict()


@check_each("mechanic_id", rules_py.mechanics())
def test_odds_sum_to_1_and_are_certain_only_without_dice(mechanic_id):
    odds = rules_py.odds(mechanic_id)
    rolls = [rules_py.roll(mechanic_id, seed=seed) for seed in range(5)]
    assert all(sum(chances.values()) == 1 for chances in odds.outcomes.values())
    assert list(odds.outcomes) == list(rolls[0].outcome)
    assert any(roll.faces for roll in rolls) == any(len(chances) > 1 for chances in odds.outcomes.values())


@check_each("table_id", TABLES)
def test_tables_have_the_inventorys_die_and_row_count(table_id):
    table = rules_py.table(table_id)
    assert (table.die or "", len(table.rows)) == (TABLES[table_id]["die"], TABLES[table_id]["rows"])


@pytest.mark.parametrize("table_id", [table_id for table_id in TABLES if TABLES[table_id]["die"]])
def test_a_table_with_a_die_rolls(table_id):
    table = rules_py.table(table_id)
    reached = {rules_py.roll(table_id, seed=seed).outcome["roll"] for seed in range(2000)}
    assert reached == {row.roll for row in table.rows}
    assert set(rules_py.odds(table_id).outcomes["roll"]) == reached


def test_every_inventory_id_exists():
    assert set(MECHANICS) <= set(rules_py.mechanics())
    assert set(TABLES) <= set(rules_py.table_ids())


def test_every_rule_and_table_names_its_page_anchor():
    places = [find_mechanic(mechanic_id).page for mechanic_id in rules_py.mechanics()]
    places += [rules_py.table(table_id).page for table_id in rules_py.table_ids()]
    assert all(re.fullmatch(r"[a-z]+/([a-z-]+/)?#[a-z0-9-]+", place) for place in places), places
