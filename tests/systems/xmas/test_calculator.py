"""The damage calculator: every answer compared with the reference model."""

from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_value, weighted_chances
from tests.systems.xmas.test_combat import expected_attack, expected_takedown
from tests.systems.xmas.test_fight import expected_fight, outcome_fields
from tests.systems.xmas.test_harm import HITS, expected_hits, expected_hurt

CALC = find_calculator("xmas.calc")
ROLL = dict(stat=2, tags=1, negative_tag=True, reroll=True)
WEAPON = dict(damage="1d4+1", mode="auto", ap=True)
ALL_OTHER = (
    ROLL | WEAPON | dict(operators=2, pain_threshold=6, armor=2, enemies=2, hit_by="elite", wounds_left=5, lethal=True)
)


def answers(**form):
    """Return each panel's outcomes by title, in the form of the reference model."""
    return {
        panel.title: {
            field: {typed_value(value): chance for value, chance in values.items()}
            for field, values in odds.outcomes.items()
        }
        for panel, odds in CALC.answer(CALC.check(form))
    }


FORMS = [
    {},
    ALL_OTHER,
    *grid(stat=(-3, 1, 4), damage=("1d6", "2d6"), armor=(0, 2), pain_threshold=(1, 4), reroll=(False, True)),
    *grid(
        tags=(0, 3),
        negative_tag=(False, True),
        mode=("single", "auto", "blast", "auto_blast"),
        ap=(False, True),
        armor=(1,),
        damage=("1d4+1",),
    ),
    *grid(hit_by=HITS, wounds_left=range(7), lethal=(False, True)),
    *grid(enemies=(1, 4), operators=(1, 2), mode=("auto", "blast"), armor=(0, 1)),
]


@pytest.mark.examples(40)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_calculator_answers_match_the_reference_model(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form
    attack = {name: given[name] for name in (*ROLL, *WEAPON, "armor")}
    hit = dict(enemy=given["hit_by"], wounds_left=given["wounds_left"], lethal=given["lethal"])
    fight = expected_fight(
        given["operators"],
        0 if given["lethal"] else given["wounds_left"],
        given["enemies"],
        given["pain_threshold"],
        hit_by=given["hit_by"],
        **attack,
    )
    assert answers(**form) == {
        "One attack": weighted_chances(expected_attack(**attack)),
        "Attacks until it is out": {"attacks": expected_takedown(given["pain_threshold"], 20, **attack)},
        "One hit on you": weighted_chances(expected_hurt(**hit)),
        "Hits until you are Downed": {
            "hits": {typed_value(hits): chance for hits, chance in expected_hits(**hit).items()}
        },
        "The whole fight": outcome_fields(fight),
    }


def test_each_panel_gets_the_form_values():
    given = CALC.check({name: str(value).lower() for name, value in ALL_OTHER.items()})
    assert given == ALL_OTHER and all(given[name] != parameter.default for name, parameter in CALC.parameters.items())
    attack = ROLL | WEAPON | {"armor": 2}
    hit = dict(enemy="elite", wounds_left=5, lethal=True)
    assert [panel.build_params(given) for panel in CALC.panels] == [
        attack | {"further_rerolls": 0},
        attack | dict(enemy="none", pain_threshold=6, horizon=20),
        hit | {"own_damage": "0"},
        hit,
        attack
        | dict(enemy="none", enemies=2, pain_threshold=6, hit_by="elite", operators=2, wounds_left=5, lethal=True),
    ]


def test_calculator_chances_have_the_expected_values():
    named = {
        panel.title: [chance.compute_probability(odds) for chance in panel.chances]
        for panel, odds in CALC.answer(CALC.check({}))
    }
    assert named == {
        "One attack": [Fraction(21, 36), Fraction(1, 36)],
        "Attacks until it is out": [Fraction(20, 36) * Fraction(4, 6) + Fraction(1, 36) * Fraction(5, 6)],
        "One hit on you": [Fraction(1, 4), Fraction(3, 4), 0],
        "Hits until you are Downed": [],
        "The whole fight": [rules_py.odds("xmas.fight").outcomes["winner"]["squad"]],
    }
    hit, odds = CALC.answer(CALC.check({"lethal": True}))[2]
    assert [chance.compute_probability(odds) for chance in hit.chances] == [0, 0, 1]


def test_enemy_preset_fills_in_its_row():
    """The calculator's enemy preset fills in the same values as the enemy's name in the rollers."""
    [pick] = CALC.presets["The enemy"]
    for row, enemy in zip(rules_py.table(pick.table_id).rows, HITS, strict=True):
        sets = {name: CALC.parameters[name].accept(row[column]) for name, column in pick.columns.items()}
        assert sets["hit_by"] == enemy
        found = [odds.outcomes for _, odds in CALC.answer(CALC.check(sets))]
        assert found[1] == rules_py.odds("xmas.takedown", enemy=enemy).outcomes
        assert found[2] == rules_py.odds("xmas.hurt", enemy=enemy).outcomes


@check_each(
    "name, value, takes",
    [
        ("stat", "5", "-3 to 4"),
        ("tags", "-1", "0 to 8"),
        ("reroll", "yes", "true or false"),
        ("damage", "1d6-2", "never below 0"),
        ("damage", "61", "no part above 60"),
        ("mode", "burst", "single, auto"),
        ("armor", "3", "0 to 2"),
        ("pain_threshold", "0", "1 to 40"),
        ("pain_threshold", "41", "1 to 40"),
        ("hit_by", "none", "cannon-fodder, grunt, captain, elite"),
        ("wounds_left", "7", "0 to 6"),
        ("lethal", "1", "true or false"),
    ],
)
def test_errors_name_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        CALC.check({name: value})


@pytest.mark.parametrize("name", ["enemy", "horizon", "bogus"])
def test_parameters_outside_the_form_are_rejected(name):
    with pytest.raises(RulesError, match=f"^{name}: not a parameter of xmas.calc, it takes stat, tags, "):
        CALC.check({name: "1"})
