"""The combat calculator: every answer compared with the reference model."""

from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_calculator
from tests.rules_py.brute_force import grid, typed_value
from tests.systems.puml.reference_model import band, chances, enumerate_counted_dice
from tests.systems.puml.test_combat import SIDES, expected_phase, expected_rounds
from tests.systems.puml.test_fight import expected_fight

CALC = find_calculator("puml.calc")
OFFENSE = dict(attribute=2, modifier=-1, advantage=True, disadvantage=True)
DEFENCE = dict(defence_attribute=-2, defence_modifier=3, defence_advantage=True, defence_disadvantage=True)
ALL_OTHER = (
    OFFENSE
    | DEFENCE
    | dict(
        offense_dice=7,
        offense_attackers=2,
        offense_third_die="always",
        hits=4,
        defence_dice=3,
        defence_attackers=1,
        defence_third_die="always",
        hits_taken=5,
    )
)


def answers(**form):
    return {
        panel.title: {
            field: {typed_value(value): chance for value, chance in values.items()}
            for field, values in odds.outcomes.items()
        }
        for panel, odds in CALC.answer(CALC.check(form))
    }


def expected_action(side, attribute, modifier, advantage, disadvantage):
    effects, fields = SIDES[side]
    added = attribute + modifier
    return chances(
        {"total": first + second + added, "band": band(first, second, added)}
        | dict(zip(fields, effects[band(first, second, added)]))
        for first, second in enumerate_counted_dice(advantage, disadvantage)
    )


FORMS = [
    {},
    ALL_OTHER,
    *grid(attribute=(-3, 1), modifier=(-2, 0), advantage=(False, True), disadvantage=(False, True)),
    *grid(
        defence_attribute=(0, 3),
        defence_modifier=(0, 4),
        defence_advantage=(False, True),
        defence_disadvantage=(False, True),
    ),
    *grid(offense_dice=range(3, 8), offense_third_die=("never", "always"), attribute=(0, 2), hits=(1, 5)),
    *grid(defence_dice=range(3, 8), defence_third_die=("never", "always"), defence_attribute=(-1, 2)),
    *grid(offense_attackers=(1, 2), defence_attackers=(1, 3), hits=(1, 3), hits_taken=(1, 4), defence_dice=(7,)),
]


@pytest.mark.examples(30)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_calculator_answers_match_the_reference_model(form):
    given = {name: parameter.default for name, parameter in CALC.parameters.items()} | form
    roll = ("attribute", "modifier", "advantage", "disadvantage")
    dealt = dict(
        side="offense",
        dice=given["offense_dice"],
        attribute=given["attribute"],
        extra=given["offense_third_die"],
        attackers=given["offense_attackers"],
    )
    taken = dict(
        side="defence",
        dice=given["defence_dice"],
        attribute=given["defence_attribute"],
        extra=given["defence_third_die"],
        attackers=given["defence_attackers"],
    )
    assert answers(**form) == {
        "One offense action": expected_action("offense", *(given[name] for name in roll)),
        "One defence action": expected_action("defence", *(given[f"defence_{name}"] for name in roll)),
        "Hits you deal in an offense phase": expected_phase(**dealt),
        "Hits you take in a defence phase": expected_phase(**taken),
        "Rounds until you have dealt enough hits": {"rounds": expected_rounds(hits=given["hits"], horizon=20, **dealt)},
        "Who is out first": expected_fight(given["hits"], given["hits_taken"], 20, "offense", dealt, taken),
    }


def test_each_panel_gets_the_form_values():
    given = CALC.check({name: str(value).lower() for name, value in ALL_OTHER.items()})
    assert given == ALL_OTHER and all(given[name] != parameter.default for name, parameter in CALC.parameters.items())
    dealt = dict(side="offense", dice=7, attribute=2, extra="always", attackers=2)
    assert [panel.build_params(given) for panel in CALC.panels] == [
        OFFENSE,
        dict(attribute=-2, modifier=3, advantage=True, disadvantage=True, hampered=False),
        dealt,
        dict(side="defence", dice=3, attribute=-2, extra="always", attackers=1),
        dealt | dict(hits=4, horizon=20),
        dict(
            side="offense",
            offense_dice=7,
            defence_dice=3,
            attribute=2,
            defence_attribute=-2,
            offense_third_die="always",
            defence_third_die="always",
            offense_attackers=2,
            defence_attackers=1,
            hits=4,
            hits_taken=5,
            horizon=20,
        ),
    ]


def test_calculator_chances_have_the_expected_values():
    named = {
        panel.title: [chance.compute_probability(odds) for chance in panel.chances]
        for panel, odds in CALC.answer(CALC.check({}))
    }
    of_36 = {title: [chance * 36 for chance in chances] for title, chances in named.items()}
    assert of_36["One offense action"] == [21, 15, 1]  # 7 or more; 7 to 9; two 6s
    assert of_36["One defence action"] == [21, 15, 1]
    dealt, taken = (expected_phase(side, 5, 0, "never") for side in ("offense", "defence"))
    assert named["Hits you deal in an offense phase"] == [
        1 - dealt["hits"][typed_value(0)],
        1 - dealt["complications"][typed_value(0)],
    ]
    assert named["Hits you take in a defence phase"] == [
        taken["hits"][typed_value(0)],
        1 - taken["complications"][typed_value(0)],
    ]
    assert named["Rounds until you have dealt enough hits"] == [dealt["hits"][typed_value(2)]]
    assert isinstance(named["Rounds until you have dealt enough hits"][0], Fraction)


def test_threat_level_preset_fills_in_its_dice():
    for side, name in (("Your offense", "offense_dice"), ("Your defence", "defence_dice")):
        [pick] = CALC.presets[side]
        assert list(pick.columns) == [name]
        rows = rules_py.table(pick.table_id).rows
        assert [CALC.check({name: row[pick.columns[name]]})[name] for row in rows] == [3, 3, 4, 5, 6, 7]
        assert rows[0][pick.label] == "Overwhelmingly ahead" and len({row[pick.label] for row in rows}) == 6


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("attribute", "4", "-3 to 3"),
        ("defence_attribute", "-4", "-3 to 3"),
        ("modifier", "7", "-6 to 6"),
        ("defence_modifier", "x", "-6 to 6"),
        ("offense_dice", "2", "3 to 7"),
        ("defence_dice", "8", "3 to 7"),
        ("hits", "0", "1 to 30"),
        ("offense_third_die", "yes", "never or always"),
        ("defence_third_die", "", "never or always"),
        ("defence_advantage", "1", "true or false"),
    ],
)
def test_errors_use_the_forms_parameter_names(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        CALC.check({name: value})


@pytest.mark.parametrize("name", ["dice", "side", "extra", "horizon"])
def test_parameters_outside_the_form_are_rejected(name):
    with pytest.raises(RulesError, match=f"^{name}: not a parameter of puml.calc, it takes attribute, modifier, "):
        CALC.check({name: "5"})
