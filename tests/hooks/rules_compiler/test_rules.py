"""The compiled rules of all games answer like Python: same rolls, own dice, odds, refusals, HTML and sentences."""

from pathlib import Path

import pytest

from hooks.bundle.assets import RULES_CACHE
from hooks.rules_compiler import proof
from hooks.rules_compiler.build import build_modules, build_rules
from rules_py.registry import games

GAMES = [slug for slug in games.systems() if games.find_game(slug).package.name.startswith("rules_py.")]
ROLLABLE_IDS = proof.list_rollable_ids(GAMES)
ODDS_IDS = [id for game in map(games.find_game, GAMES) for id in (*game.mechanics, *game.calculators)]
SAMPLE = ODDS_IDS[::5]
"""Mechanics and calculators whose odds are compared in every run; a trial compares those of the others."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> tuple[Path, list[str]]:
    """Return the folder of the compiled rules, and what isn't compiled."""
    build_rules(RULES_CACHE)
    folder = tmp_path_factory.mktemp("rules")
    return folder, build_modules(folder, RULES_CACHE)


def test_every_rule_compiles(compiled):
    assert compiled[1] == []


def check_odds(folder, ids, count, seed):
    asked = [each for id in ids for each in proof.make_odds_questions(id, count, seed)]
    found = proof.find_differences(folder, asked)
    assert not found, f"{len(found)} of {len(asked)} differ, such as {found[0]}"


def test_rolls_and_own_dice_are_equal(compiled):
    cases = [case for id in ROLLABLE_IDS for case in proof.make_roll_cases(id, count=4, seed=-1)]
    assert len(cases) == 3 * 4 * len(ROLLABLE_IDS)
    with proof.NodeRules(compiled[0]) as node:
        assert next(node.find_differences(cases), None) is None


@pytest.mark.trial
def test_many_rolls_are_equal(compiled):
    """Compare ten times as many rolls as a build."""
    assert proof.find_unproven(compiled[0], ROLLABLE_IDS, 10 * proof.PROOF_ROLLS) == {}


def test_odds_are_equal(compiled):
    check_odds(compiled[0], SAMPLE, count=1, seed=1)


@pytest.mark.trial
def test_many_odds_are_equal(compiled):
    check_odds(compiled[0], ODDS_IDS, count=10, seed=2)


def test_a_difference_is_found(compiled):
    question = ("resolve", ("psiops.attack", "4,5", "{}"))
    other = ("resolve", ("psiops.attack", "4,6", "{}"))
    with proof.NodeRules(compiled[0]) as node:
        (answer,) = node.answer([other])
    assert answer == proof.ask_python(other) != proof.ask_python(question)
    assert "4,5" in str(proof.Difference(question, proof.ask_python(question), answer))
