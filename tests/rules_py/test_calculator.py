"""Calculators: one form for several mechanics. First a made-up one, then properties of every game's."""

from fractions import Fraction

import pytest

import rules_py
from rules_py.errors import RulesError
from rules_py.mechanic.calculator import Calculator, Chance, Panel
from rules_py.parameters import Flag, ListOf, Parameter, Whole
from rules_py.probability.odds import Odds
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.rendering.answers import describe_answers, render_answers, render_answers_summary
from rules_py.rendering.heatmap import render_panel_sweep
from tests.rules_py.sample_rules import make_mechanic

BONUS = Parameter("bonus", Whole(0, 3, "a bonus"), 1)
TARGET = Parameter("target", Whole(1, 9, "the number to reach"), 4)
LUCKY = Parameter("lucky", Flag("the better of two dice"), False)


def rule_of_strike(dice, bonus, target, lucky):
    face = dice.pool(2, drop="lowest").total if lucky else dice.die(6)
    return {"hit": face + bonus >= target, "by": face + bonus - target}


def rule_of_answer(dice, bonus, hurt):
    return {"left": dice.die(4) + bonus - hurt}


STRIKE = make_mechanic(rule_of_strike, {each.name: each for each in (BONUS, TARGET, LUCKY)})
ANSWER = make_mechanic(
    rule_of_answer,
    {
        "bonus": Parameter("bonus", Whole(-5, 5, "its bonus"), 2),
        "hurt": Parameter("hurt", Whole(0, 9, "how much it hurts"), 0),
    },
)
TOY = Calculator(
    "toy.calc",
    "Toy",
    sides={"Mine": ("bonus", "lucky"), "Its": ("target", "its_bonus")},
    panels=(
        Panel("Strike", STRIKE, "by", (Chance("Hits", "hit", bool),)),
        Panel("Answer", ANSWER, "left", renames={"bonus": "its_bonus", "hurt": "target"}),
    ),
    defaults={"target": 5},
)


def test_parameters_follow_the_order_of_the_sides():
    assert list(TOY.parameters) == ["bonus", "lucky", "target", "its_bonus"]


def test_panels_share_parameters_and_the_first_defines_them():
    assert TOY.parameters["target"].kind == TARGET.kind
    assert TOY.parameters["bonus"] == BONUS


def test_renamed_parameter_keeps_kind_and_default():
    its_bonus = TOY.parameters["its_bonus"]
    assert (its_bonus.name, its_bonus.kind, its_bonus.default) == ("its_bonus", Whole(-5, 5, "its bonus"), 2)


def test_renamed_parameter_gets_a_distinct_label():
    kind = Whole(0, 3, "a bonus", label="Bonus")
    one = make_mechanic(lambda dice, bonus: {"by": bonus}, {"bonus": Parameter("bonus", kind, 1)})
    panels = (Panel("Mine", one, "by"), Panel("Its", one, "by", renames={"bonus": "its_bonus"}))
    both = Calculator("toy.both", "Both", {"All": ("bonus", "its_bonus")}, panels)
    named = Calculator("toy.named", "Named", both.sides, panels, labels={"its_bonus": "Bonus of theirs"})
    assert [parameter.label for parameter in both.parameters.values()] == ["Bonus", "Its bonus"]
    assert [parameter.label for parameter in named.parameters.values()] == ["Bonus", "Bonus of theirs"]


def test_calculator_defaults_override_mechanic_defaults():
    assert TOY.check({}) == {"bonus": 1, "lucky": False, "target": 5, "its_bonus": 2}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bonus": 9}, "bonus: got '9', takes a whole number from 0 to 3"),
        ({"lucky": "perhaps"}, "lucky: got 'perhaps', takes true or false"),
        ({"hurt": 1}, "hurt: not a parameter of toy.calc, it takes bonus, lucky, target, its_bonus"),
    ],
)
def test_invalid_value_error_uses_the_forms_parameter_name(given, said):
    with pytest.raises(RulesError) as refusal:
        TOY.check(given)
    assert str(refusal.value) == said


def test_each_panel_is_computed_from_the_form_values():
    (strike, by), (answer, left) = TOY.answer(TOY.check({"bonus": 0, "target": 6}))
    assert (strike.title, answer.title) == ("Strike", "Answer")
    assert by.params == {"bonus": 0, "target": 6, "lucky": False}
    assert by.outcomes["by"] == {value: Fraction(1, 6) for value in range(-5, 1)}
    assert left.params == {"bonus": 2, "hurt": 6}
    assert left.outcomes["left"] == {value: Fraction(1, 4) for value in range(-3, 1)}


LONG = make_mechanic(
    lambda dice, bonus, target: {"total": dice.total("2d6")},
    {"bonus": Parameter("bonus", ListOf(Whole(0, 9, "a bonus"), "some", most_in_odds=1), (1,)), "target": TARGET},
)
PARTLY_SLOW = Calculator(
    "toy.some",
    "Some",
    {"Mine": ("bonus",), "Its": ("target",)},
    (
        Panel("Long", LONG, "total"),
        Panel("Short", make_mechanic(lambda dice, target: {"far": dice.die(4) + target}, {"target": TARGET}), "far"),
    ),
)


def test_too_expensive_panel_reports_so_and_others_still_answer():
    _, (_, far) = short = PARTLY_SLOW.answer(PARTLY_SLOW.check({}))
    (_, refusal), (_, same) = long = PARTLY_SLOW.answer(PARTLY_SLOW.check({"bonus": "1,2"}))
    assert same.outcomes == far.outcomes
    assert str(refusal) == "bonus: got '1,2', takes a list of at most 1 where odds are asked for"
    for shown in (render_answers(long), render_answers(long, short)):
        assert "would take too long. For odds, Bonus takes a list" in shown and "far" in shown.lower()
    assert "7.00" in render_answers(short, long)
    assert describe_answers(long).startswith("Short: ") and "6.50" in render_answers_summary(long)


def test_what_if_reports_too_expensive_panels():
    long, short = (
        render_panel_sweep(panel, PARTLY_SLOW.check({"bonus": "1,2"}), "target")
        for panel in PARTLY_SLOW.find_panels("target")
    )
    assert "would take too long. For odds, Bonus takes" in long and "<svg" not in long
    assert "<svg" in short


def test_calculator_fails_if_every_panel_is_too_expensive():
    alone = Calculator("toy.alone", "Alone", {"All": ("bonus", "target")}, PARTLY_SLOW.panels[:1])
    with pytest.raises(RulesError, match="^bonus: got '1,2'"):
        alone.answer(alone.check({"bonus": "1,2"}))


def test_identical_panels_are_computed_once():
    asked = []
    count = make_mechanic(lambda dice, bonus: asked.append(bonus) or {"a": 1, "b": 2}, {"bonus": BONUS})
    twice = Calculator("toy.twice", "Twice", {"All": ("bonus",)}, (Panel("A", count, "a"), Panel("B", count, "b")))
    assert [odds.mean[panel.field] for panel, odds in twice.answer(twice.check({}))] == [1, 2]
    assert asked == [1]


def test_fixed_parameters_are_not_in_the_form():
    panel = Panel("Strike", STRIKE, "by", fixed_params={"lucky": True})
    assert list(panel.parameters()) == ["bonus", "target"]
    assert panel.build_params({"bonus": 1, "target": 4}) == {"bonus": 1, "target": 4, "lucky": True}


def test_chance_sums_values_that_meet_its_condition():
    [(panel, odds), _] = TOY.answer(TOY.check({"bonus": 0, "target": 5}))
    assert panel.chances[0].compute_probability(odds) == Fraction(2, 6)
    assert Chance("Just", "by", lambda by: by == 0).compute_probability(odds) == Fraction(1, 6)
    assert Chance("Never", "by", lambda by: by > 9).compute_probability(odds) == 0


# Properties of every game's calculator


def has_calculator(slug: str) -> bool:
    try:
        games.find_calculator(f"{slug}.calc")
    except RulesError:
        return False
    return True


CALCULATORS = [slug for slug in rules_py.systems() if has_calculator(slug)]


@pytest.fixture(params=CALCULATORS)
def calculator(request) -> Calculator:
    return games.find_calculator(f"{request.param}.calc")


def test_unknown_calculator_id_is_rejected():
    for wrong in ("toy.calc", "station", 7, ""):
        with pytest.raises(RulesError, match="^calculator: got .* takes an id such as "):
            games.find_calculator(wrong)


def test_calculator_form_has_each_needed_parameter_once(calculator):
    asked = [name for names in calculator.sides.values() for name in names]
    assert len(asked) == len(set(asked))
    assert set(asked) == {name for panel in calculator.panels for name in panel.parameters()}


def test_calculator_panels_name_existing_fields_and_parameters(calculator):
    for panel, odds in calculator.answer(calculator.check({})):
        assert panel.mechanic is find_mechanic(panel.mechanic.id)
        assert {panel.field, *(chance.field for chance in panel.chances)} <= set(odds.outcomes)
        assert {*panel.renames, *panel.fixed_params} <= set(panel.mechanic.parameters)
        assert set(panel.mechanic.check(dict(panel.fixed_params)))


def test_calculator_parameter_labels_are_unique(calculator):
    labels = [parameter.label for parameter in calculator.parameters.values()]
    assert len(labels) == len(set(labels))
    renamed = {known for panel in calculator.panels for own, known in panel.renames.items() if own != known}
    own = {name for panel in calculator.panels for name in panel.parameters() if name in panel.mechanic.parameters}
    assert renamed - own <= set(calculator.labels) <= set(calculator.parameters)


def test_calculator_defaults_are_valid(calculator):
    assert set(calculator.defaults) <= set(calculator.parameters)
    for parameter in calculator.parameters.values():
        assert parameter.accept(parameter.default) == parameter.default


def test_calculator_answers_match_the_mechanics_odds(calculator):
    for panel, odds in calculator.answer(calculator.check({})):
        assert odds == rules_py.odds(panel.mechanic.id, **odds.params)


def test_calculator_presets_fill_in_valid_values(calculator):
    assert set(calculator.presets) <= set(calculator.sides)
    for picks in calculator.presets.values():
        for pick in picks:
            assert set(pick.columns) <= set(calculator.parameters)
            filled = [sets for _, sets in pick.filled_entries(calculator.parameters)]
            assert filled, f"{pick.title}: no row of {pick.table_id} fills anything in"
            for sets in ({name: text for name, text in each.items() if text} for each in filled):
                answers = calculator.answer(calculator.check(sets))
                assert all(isinstance(odds, Odds) for _, odds in answers), f"{sets}: some odds would take too long"
