"""The damage calculator: every answer compared with the reference model."""

from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from rules_py.systems.psiops.combat import attack
from tests.rules_py.brute_force import add_types, grid
from tests.systems.psiops.reference_model import FLAGS
from tests.systems.psiops.test_combat import (
    BANDS,
    RANGE_MODIFIERS,
    attack_chances,
    defence_chances,
    expected_rounds,
    expected_swarm_rounds,
)

CALC = find_calculator("psiops.calc")
BLOW = dict(
    attribute=2,
    modifier=-1,
    damage=4,
    weapon="rifle",
    range_band="far",
    own_cover=1,
    advantage=True,
    disadvantage=True,
    skill=True,
    aiming=True,
    prone=True,
    ignores_armor=True,
    armor=3,
    cover=2,
    target_prone=True,
)
ITS = dict(its_attribute=-2, its_modifier=3, its_advantage=True, its_disadvantage=True, its_skill=True)
ALL_OTHER = BLOW | ITS | dict(attacks=2, hp=11, size=17)
ONE_ACTION_AIMS = ALL_OTHER | dict(attacks=1)
NEITHER_AIMS = ALL_OTHER | dict(aiming=False)


def answers(**form):
    return {panel.title: add_types(odds.outcomes) for panel, odds in CALC.answer(CALC.check(form))}


FORMS = [
    {},
    ONE_ACTION_AIMS,
    NEITHER_AIMS,
    *grid(attribute=(-3, 1), damage=(-1, 2), advantage=FLAGS, disadvantage=FLAGS, hp=(3,), attacks=(1, 2)),
    *grid(skill=FLAGS, its_skill=FLAGS, attribute=(-2, 2), advantage=FLAGS),
    *grid(size=(1, 4, 5, 20), attacks=(1, 2), ignores_armor=FLAGS, damage=(0, 4)),
    *grid(aiming=FLAGS, prone=FLAGS, target_prone=FLAGS, modifier=(0, 2)),
    *grid(armor=(0, 3), cover=(0, 2), own_cover=(0, 1), ignores_armor=FLAGS, damage=(3,)),
    *grid(its_attribute=(-1, 3), its_modifier=(0, 4), its_advantage=FLAGS, its_disadvantage=FLAGS, armor=(1,)),
    *[
        dict(weapon=weapon, range_band=range_band)
        for weapon, reach in RANGE_MODIFIERS.items()
        for range_band, modifier in zip(BANDS, reach)
        if modifier is not None
    ],
]


@pytest.mark.examples(40)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_calculator_answers_match_the_reference_model(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form
    blow = {name: given[name] for name in BLOW}
    defence = {name.removeprefix("its_"): given[name] for name in ITS}
    defence |= dict(
        enemy_damage=given["damage"],
        armor=given["armor"],
        cover=given["cover"],
        enemy_cover=given["own_cover"],
        ignores_armor=given["ignores_armor"],
    )
    assert answers(**form) == {
        "One attack": attack_chances(**blow),
        "Rounds until it is down": expected_rounds(hp=given["hp"], attacks=given["attacks"], **blow),
        "Rounds until a swarm is gone": expected_swarm_rounds(
            size=given["size"],
            attacks=given["attacks"],
            horizon=20,
            **{name: value for name, value in blow.items() if name != "armor"},
        ),
        "A player defends against it": defence_chances(**defence),
    }


def test_each_panel_gets_the_form_values():
    given = CALC.check({name: str(value).lower() for name, value in ALL_OTHER.items()})
    assert given == ALL_OTHER and all(given[name] != parameter.default for name, parameter in CALC.parameters.items())
    attack = BLOW | {"second_attack": False}
    assert [panel.build_params(given) for panel in CALC.panels] == [
        attack | dict(spent_momentum=False, suppressing=False, opportunity=False),
        attack | dict(hp=11, attacks=2, horizon=20),
        {name: value for name, value in BLOW.items() if name != "armor"} | dict(size=17, attacks=2, horizon=20),
        dict(
            attribute=-2,
            modifier=3,
            enemy_damage=4,
            advantage=True,
            disadvantage=True,
            armor=3,
            cover=2,
            enemy_cover=1,
            ignores_armor=True,
            skill=True,
            spent_momentum=False,
            helpless=False,
            opportunity=False,
        ),
    ]


def test_aiming_with_two_attacks_is_rejected():
    with pytest.raises(RulesError, match="^aiming: got True, takes False with attacks=2"):
        answers(attacks=2, aiming=True)


def test_calculator_chances_have_the_expected_values():
    named = {
        panel.title: [chance.compute_probability(odds) for chance in panel.chances]
        for panel, odds in CALC.answer(CALC.check({}))
    }
    assert named == {
        "One attack": [Fraction(21, 36), Fraction(21, 36)],
        "Rounds until it is down": [Fraction(9, 36)],  # a partial success with 4 or more, or a success
        "Rounds until a swarm is gone": [0],  # 14 opponents, and a blow does at most 12 + 2 - 3
        "A player defends against it": [Fraction(6, 36), 0],
    }


def test_attacker_presets_match_their_table():
    armory, pick = CALC.presets["Attacker"]
    assert (armory,) == attack.presets
    assert list(pick.columns) == ["damage"]
    rows = rules_py.table(pick.table_id).rows
    assert [CALC.check({"damage": row[pick.columns["damage"]]})["damage"] for row in rows] == [-1, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", ["cover", "own_cover"])
def test_cover_is_shown_by_name(name):
    assert CALC.parameters[name].kind.names() == {"0": "None", "1": "Low", "2": "Medium", "3": "High"}


@pytest.mark.parametrize(
    ("weapon", "range_band"),
    [
        (weapon, range_band)
        for weapon, reach in RANGE_MODIFIERS.items()
        for range_band, modifier in zip(BANDS, reach)
        if modifier is None
    ],
)
def test_impossible_range_is_rejected(weapon, range_band):
    with pytest.raises(RulesError, match=f"^range_band: got '{range_band}', takes .* with weapon={weapon}"):
        answers(weapon=weapon, range_band=range_band)


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("attribute", "4", "-3 to 3"),
        ("its_attribute", "-4", "-3 to 3"),
        ("its_modifier", "7", "-6 to 6"),
        ("damage", "8", "-1 to 7"),
        ("hp", "0", "1 to 40"),
        ("armor", "4", "0 to 3"),
        ("attacks", "3", "1 or 2"),
        ("size", "21", "1 to 20"),
        ("weapon", "bow", "handgun, assault"),
        ("its_advantage", "1", "true or false"),
    ],
)
def test_errors_use_the_forms_parameter_names(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        CALC.check({name: value})


@pytest.mark.parametrize(
    "name", ["second_attack", "horizon", "enemy_damage", "enemy_cover", "spent_momentum", "suppressing"]
)
def test_parameters_outside_the_form_are_rejected(name):
    with pytest.raises(RulesError, match=f"^{name}: not a parameter of psiops.calc, it takes attribute, modifier, "):
        CALC.check({name: "1"})


def test_unknown_calculator_id_is_rejected():
    with pytest.raises(RulesError, match="^calculator: got 'psiops.calculator', takes an id such as "):
        find_calculator("psiops.calculator")
    assert find_calculator("psiops.calc") is CALC and CALC.id not in rules_py.mechanics("psiops")
