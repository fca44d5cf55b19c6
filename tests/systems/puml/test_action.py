"""The action roll and the tag team's."""

from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_odds
from tests.systems.puml.reference_model import D6, band, chances, enumerate_counted_dice

FLAGS = (False, True)


@pytest.mark.parametrize("advantage", FLAGS)
@pytest.mark.parametrize("disadvantage", FLAGS)
def test_action_odds_match_enumeration(advantage, disadvantage):
    for params in grid(attribute=range(-3, 4), modifier=(-6, -5, -1, 0, 2, 6)):
        added = params["attribute"] + params["modifier"]
        by_hand = chances(
            {"total": first + second + added, "band": band(first, second, added)}
            for first, second in enumerate_counted_dice(advantage, disadvantage)
        )
        assert typed_odds("puml.action", advantage=advantage, disadvantage=disadvantage, **params) == by_hand, params


@check_each("params", grid(first=range(-3, 4), second=range(-3, 4)))
def test_tag_team_odds_match_enumeration(params):
    added = params["first"] + params["second"]
    by_hand = chances({"total": a + b + added, "band": band(a, b, added)} for a, b in product(D6, D6))
    found = typed_odds("puml.tag-team", **params)
    assert {field: found[field] for field in by_hand} == by_hand


@pytest.mark.parametrize("side", ["offense", "defence"])
@pytest.mark.parametrize("params", grid(advantage=FLAGS, disadvantage=FLAGS), ids=str)
def test_tag_team_with_a_third_die_matches_its_sides_action(side, params):
    """The roll equals an action of that side whose attribute is the sum of both attributes and the modifier."""
    alone = typed_odds(f"puml.{side}", attribute=3, modifier=-2, **params)
    assert typed_odds("puml.tag-team", side=side, first=1, second=2, modifier=-2, **params) == alone
    assert typed_odds("puml.tag-team", side=side, first=-2, second=3, **params) == typed_odds(
        f"puml.{side}", attribute=1, **params
    )


def test_tag_team_consequences_match_the_text():
    def told(side, *faces):
        return " ".join(rules_py.resolve("puml.tag-team", faces, side=side).consequences)

    assert "Neither of you can act again" in told("offense", 5, 5) and "Only one of you deals" in told("offense", 5, 5)
    assert "Neither of you can act again" in told("offense", 1, 1) and "Only one" not in told("offense", 1, 1)
    assert "may take it, or both" in told("defence", 1, 1)
    assert "may take it" not in told("defence", 5, 5) and "Neither of you" not in told("defence", 5, 5)


@pytest.mark.parametrize(
    ("faces", "added", "name"),
    [
        ([1, 5], 0, "failure"),
        ([3, 4], 0, "partial"),
        ([3, 6], 0, "partial"),
        ([4, 6], 0, "success"),
        ([5, 6], 0, "success"),
        ([6, 6], 0, "ultra"),
        ([6, 6], -3, "ultra"),
        ([5, 6], 3, "success"),
        ([6, 5], -3, "partial"),
    ],
)
def test_bands_have_the_texts_limits(faces, added, name):
    assert rules_py.resolve("puml.action", faces, attribute=added).outcome == {
        "total": sum(faces) + added,
        "band": name,
    }


def test_two_6s_are_an_ultra_success_even_at_a_total_that_fails():
    assert rules_py.resolve("puml.action", [6, 6], attribute=-3, modifier=-6).outcome == {"total": 3, "band": "ultra"}


@pytest.mark.parametrize(
    ("faces", "params", "name"),
    [
        ([6, 1, 6], {"advantage": True}, "ultra"),
        ([6, 1, 6], {"disadvantage": True}, "partial"),
        ([6, 6, 6], {"disadvantage": True}, "ultra"),
        ([6, 6], {"advantage": True, "disadvantage": True}, "ultra"),
    ],
)
def test_only_counted_dice_make_an_ultra_success(faces, params, name):
    assert rules_py.resolve("puml.action", faces, **params).outcome["band"] == name


@pytest.mark.parametrize(
    ("mechanic", "name", "value", "takes"),
    [
        ("puml.action", "attribute", "4", "-3 to 3"),
        ("puml.action", "modifier", "7", "-6 to 6"),
        ("puml.action", "advantage", "yes", "true or false"),
        ("puml.tag-team", "first", "-4", "-3 to 3"),
        ("puml.tag-team", "second", "4", "-3 to 3"),
        ("puml.tag-team", "side", "both", "offense or defence"),
    ],
)
def test_errors_name_the_parameter(mechanic, name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.odds(mechanic, **{name: value})


@pytest.mark.parametrize("mechanic", rules_py.mechanics("puml"))
def test_default_rolls_are_within_their_odds(mechanic):
    chances = rules_py.odds(mechanic).outcomes
    for seed in range(200):
        roll = rules_py.roll(mechanic, seed=seed)
        assert roll.outcome == rules_py.resolve(mechanic, roll.faces).outcome
        assert list(roll.outcome) == list(chances)
        assert all(value in chances[field] for field, value in roll.outcome.items())
