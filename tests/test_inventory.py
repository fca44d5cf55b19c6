"""Every id of the inventory: it describes, rolls, resolves its faces to the same outcome, and has odds that sum to 1."""

import re
import tomllib
from pathlib import Path

import pytest

import rules_py
from rules_py.games import find

HERE = Path(__file__).parent
INVENTORY = tomllib.loads((HERE / "inventory.toml").read_text(encoding="utf-8"))
MECHANICS, TABLES = INVENTORY["mechanics"], INVENTORY["tables"]
RULES = HERE.parents[1] / "shared" / "RULES.md"


@pytest.mark.parametrize("mechanic_id", MECHANICS)
def test_a_mechanic_has_the_parameters_and_the_outcome_of_the_inventory(mechanic_id):
    wanted = MECHANICS[mechanic_id]
    described = rules_py.describe(mechanic_id)
    assert [parameter["name"] for parameter in described["parameters"]] == wanted["parameters"]
    assert list(rules_py.roll(mechanic_id).outcome) == wanted["outcome"]


@pytest.mark.parametrize("mechanic_id", MECHANICS)
def test_a_roll_resolves_from_its_own_faces_to_the_same_outcome(mechanic_id):
    for seed in range(30):
        rolled = rules_py.roll(mechanic_id, seed=seed)
        assert rules_py.resolve(mechanic_id, rolled.faces).to_dict() == rolled.to_dict()


@pytest.mark.parametrize("mechanic_id", MECHANICS)
def test_odds_sum_to_1_and_are_without_chance_only_where_there_are_no_dice(mechanic_id):
    odds = rules_py.odds(mechanic_id)
    assert all(sum(chances.values()) == 1 for chances in odds.outcomes.values())
    assert list(odds.outcomes) == MECHANICS[mechanic_id]["outcome"]
    faces = [rules_py.roll(mechanic_id, seed=seed).faces for seed in range(5)]
    assert any(faces) == any(len(chances) > 1 for chances in odds.outcomes.values())


@pytest.mark.parametrize("table_id", TABLES)
def test_a_table_has_its_die_and_its_rows(table_id):
    table = rules_py.table(table_id)
    assert (table.die or "", len(table.rows)) == (TABLES[table_id]["die"], TABLES[table_id]["rows"])


@pytest.mark.parametrize("table_id", [table_id for table_id in TABLES if TABLES[table_id]["die"]])
def test_a_table_with_a_die_rolls(table_id):
    table = rules_py.table(table_id)
    reached = {rules_py.roll(table_id, seed=seed).outcome["roll"] for seed in range(2000)}
    assert reached == {row.roll for row in table.rows}
    assert set(rules_py.odds(table_id).outcomes["roll"]) == reached


def test_the_inventory_is_the_rules_own():
    named = set(MECHANICS) | set(TABLES)
    assert named <= set(rules_py.mechanics()) | set(rules_py.table_ids())
    if RULES.exists():
        games = "|".join(rules_py.systems())
        assert named == set(re.findall(rf"`((?:{games})\.[a-z-]+)`", RULES.read_text(encoding="utf-8")))


def test_every_rule_and_table_says_where_it_stands():
    places = [find(mechanic_id).page for mechanic_id in MECHANICS] + [rules_py.table(table_id).rule for table_id in TABLES]
    assert all(re.fullmatch(r"[a-z]+/([a-z-]+/)?#[a-z0-9-]+", place) for place in places), places
