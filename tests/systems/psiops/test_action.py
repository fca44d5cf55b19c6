"""The action roll and similar rolls: determination, emergency insertion, rolls that succeed or fail."""

import pytest

import rules_py
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.psiops.reference_model import (
    ATTRIBUTES,
    FLAGS,
    band,
    choose_by_total,
    dice_sides,
    momentum,
    roll_total,
)


def expected_total(faces, attribute=0, modifier=0, advantage=False, disadvantage=False, skill=False, enough=10):
    """Compute the expected total; the last face is the skill's die, rolled or not."""
    return roll_total(faces, attribute + modifier, advantage, skill, enough)[2]


def all_sides(advantage=False, disadvantage=False, **_):
    return (*dice_sides(advantage, disadvantage), 6)


EVERY_ACTION = grid(attribute=ATTRIBUTES, modifier=[-6, 0, 6], advantage=FLAGS, disadvantage=FLAGS, skill=FLAGS)


@pytest.mark.examples(1)
@pytest.mark.parametrize("spent", FLAGS)
def test_action_odds_match_enumeration(spent):
    for params in EVERY_ACTION:

        def by_hand(*faces):
            total = expected_total(faces, **params)
            return {"total": total, "band": band(total), "momentum": momentum(total, spent)}

        assert typed_odds("psiops.action", **params, spent_momentum=spent) == count_outcomes(
            all_sides(**params), by_hand
        ), params


def test_determination_odds_match_enumeration():
    for params in EVERY_ACTION:

        def by_hand(*faces):
            total = expected_total(faces, **params)
            return {
                "total": total,
                "consequence": choose_by_total(total, "stands", "reduced", "avoided", "avoided_with_advantage"),
            }

        assert typed_odds("psiops.determination", **params) == count_outcomes(all_sides(**params), by_hand), params


@pytest.mark.examples(1)
@pytest.mark.parametrize("spent", FLAGS)
def test_insertion_odds_match_enumeration(spent):
    for params in EVERY_ACTION:

        def by_hand(*faces):
            total = expected_total(faces, **params)
            return {
                "total": total,
                "momentum": momentum(total, spent),
                "arrival": choose_by_total(total, "complication", "normal", "supply", "supply_with_advantage"),
            }

        assert typed_odds("psiops.insertion", **params, spent_momentum=spent) == count_outcomes(
            all_sides(**params), by_hand
        ), params


@pytest.mark.examples(1)
@pytest.mark.parametrize("spent", FLAGS)
@pytest.mark.parametrize("mechanic_id", ["psiops.initiative", "psiops.retreat", "psiops.psionic"])
def test_success_roll_odds_match_enumeration(mechanic_id, spent):
    for params in EVERY_ACTION:

        def by_hand(*faces):
            total = expected_total(faces, **params, enough=7)
            without_die = {"effect": 0} if mechanic_id == "psiops.psionic" else {}
            return {"total": total, "success": total >= 7, "momentum": momentum(total, spent), **without_die}

        assert typed_odds(mechanic_id, **params, spent_momentum=spent) == count_outcomes(
            all_sides(**params), by_hand
        ), params


@pytest.mark.parametrize("mechanic_id", ["psiops.initiative", "psiops.retreat", "psiops.psionic"])
@pytest.mark.parametrize(
    ("faces", "expected"), [([3, 4], (7, True, 1)), ([2, 4, 6], (10, True, 2)), ([2, 4, 2], (6, False, 0))]
)
def test_skill_rerolls_only_failed_rolls(mechanic_id, faces, expected):
    outcome = rules_py.resolve(mechanic_id, faces, skill=True).outcome
    assert (outcome["total"], outcome["success"], outcome["momentum"]) == expected


@pytest.mark.parametrize(("faces", "effect"), [([3, 4, 5], 5), ([2, 4], 0)])
def test_effect_of_a_talent_is_rolled_if_it_works(faces, effect):
    assert rules_py.resolve("psiops.psionic", faces, die=6).outcome["effect"] == effect


@pytest.mark.parametrize(
    "mechanic_id",
    [
        "psiops.action",
        "psiops.determination",
        "psiops.insertion",
        "psiops.initiative",
        "psiops.retreat",
        "psiops.psionic",
    ],
)
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"attribute": 2, "skill": True},
        {"advantage": True, "skill": True},
        {"disadvantage": True, "skill": True, "modifier": 3},
    ],
)
def test_odds_match_resolving_every_face(mechanic_id, params):
    assert typed_odds(mechanic_id, **params) == enumerate_resolve(mechanic_id, **params)


@pytest.mark.parametrize(
    ("faces", "attribute", "outcome"),
    [
        ([1, 1], -3, (-1, "failure", 0)),
        ([2, 4], 0, (6, "failure", 0)),
        ([3, 4], 0, (7, "partial", 1)),
        ([5, 5], -1, (9, "partial", 1)),
        ([5, 5], 0, (10, "success", 2)),
        ([6, 6], 0, (12, "success", 2)),
        ([6, 6], 1, (13, "critical", 3)),
        ([6, 6], 3, (15, "critical", 3)),
    ],
)
def test_bands_have_the_texts_limits(faces, attribute, outcome):
    assert tuple(rules_py.resolve("psiops.action", faces, attribute=attribute).outcome.values()) == outcome


@pytest.mark.parametrize(
    ("faces", "flags", "total"),
    [
        ([1, 4, 6], {"advantage": True}, 10),
        ([6, 4, 1], {"advantage": True}, 10),
        ([1, 4, 6], {"disadvantage": True}, 5),
        ([5, 5, 5], {"disadvantage": True}, 10),
        ([1, 4], {"advantage": True, "disadvantage": True}, 5),
    ],
)
def test_advantage_and_disadvantage_drop_a_die_and_cancel_out(faces, flags, total):
    assert rules_py.resolve("psiops.action", faces, **flags).outcome["total"] == total


@pytest.mark.parametrize(
    ("faces", "params", "total"),
    [
        ([2, 5, 6], {}, 11),
        ([5, 2, 6], {}, 11),
        ([2, 5, 1], {}, 6),  # the second result counts, though it is worse
        ([3, 3, 1], {}, 4),
        ([5, 5], {}, 10),  # not below 10, so nothing is rerolled
        ([4, 5], {"attribute": 1}, 10),
        ([5, 5, 6], {"modifier": -1}, 10),
        ([1, 2, 5, 6], {"advantage": True}, 11),
        ([1, 5, 5], {"advantage": True}, 10),
        ([6, 2, 5, 1], {"disadvantage": True}, 6),
    ],
)
def test_skill_rerolls_the_lowest_kept_die_below_10(faces, params, total):
    assert rules_py.resolve("psiops.action", faces, skill=True, **params).outcome["total"] == total


def test_skilled_roll_of_10_needs_no_third_die():
    with pytest.raises(rules_py.RulesError, match="^faces: got 3 faces, takes 2 faces here$"):
        rules_py.resolve("psiops.action", [5, 5, 1], skill=True)


@pytest.mark.parametrize(
    ("faces", "consequence", "arrival"),
    [
        ([2, 4], "stands", "complication"),
        ([3, 4], "reduced", "normal"),
        ([4, 5], "reduced", "normal"),
        ([5, 5], "avoided", "supply"),
        ([6, 6], "avoided", "supply"),
    ],
)
def test_consequences_and_arrivals_follow_the_bands(faces, consequence, arrival):
    assert rules_py.resolve("psiops.determination", faces).outcome["consequence"] == consequence
    assert rules_py.resolve("psiops.insertion", faces).outcome["arrival"] == arrival


def test_critical_results_bring_an_advantage():
    assert rules_py.resolve("psiops.determination", [6, 6], attribute=1).outcome == {
        "total": 13,
        "consequence": "avoided_with_advantage",
    }
    assert rules_py.resolve("psiops.insertion", [6, 6], attribute=1).outcome == {
        "total": 13,
        "arrival": "supply_with_advantage",
        "momentum": 3,
    }


def test_odds_are_listed_from_worst_to_best():
    assert list(rules_py.odds("psiops.action", attribute=1).outcomes["band"]) == [
        "failure",
        "partial",
        "success",
        "critical",
    ]
    assert list(rules_py.odds("psiops.determination", attribute=1).outcomes["consequence"]) == [
        "stands",
        "reduced",
        "avoided",
        "avoided_with_advantage",
    ]
    assert list(rules_py.odds("psiops.insertion", attribute=1).outcomes["arrival"]) == [
        "complication",
        "normal",
        "supply",
        "supply_with_advantage",
    ]


def test_the_steps_show_the_sum_before_and_after_a_skill():
    steps = rules_py.resolve("psiops.action", [2, 5, 6], attribute=1, modifier=-2, skill=True).steps
    assert [step.split("= ")[1] for step in steps if "= " in step] == ["6.", "10."]
