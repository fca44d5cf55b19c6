"""Kinds of parameters: what each accepts, as Python values and as text, and how it refuses."""

from fractions import Fraction

import pytest

from rules_py.errors import NotationError, RulesError
from rules_py.parameters import Choice, Flag, ListOf, Notation, Numbers, Parameter, RowOf, Whole

COUNT = Parameter("count", Whole(-3, 20, "how many"), 0)
OPEN = Parameter("open", Whole(0, None, "how many at least"), 0)
FLAG = Parameter("flag", Flag("whether"), False)
CHOICE = Parameter("choice", Choice(("rifle", "none", 4, 6), "which"), "none")
ROW = Parameter("row", RowOf("psiops.drives", "which drive"), "11")
DICE = Parameter("dice", Notation("which dice"), "2d6")
FEW = Parameter("few", Notation("which dice", most_in_odds=20), "2d6")
LIST = Parameter("list", ListOf(Whole(1, 6, "a face"), "faces", most=3), ())
SHORT = Parameter("short", ListOf(Whole(1, 6, "a face"), "faces", most_in_odds=2), ())
LAYERS = Parameter("layers", ListOf(Numbers(("resilience", "dc"), "a layer", low=0, high=500), "layers"), ())
ROWS = Parameter("rows", ListOf(RowOf("psiops.drives", "a drive"), "drives"), ())


def by_name(part):
    return part.name if isinstance(part, Parameter) else repr(part)


@pytest.mark.parametrize(("parameter", "given", "value"), [
    (COUNT, 5, 5),
    (COUNT, "5", 5),
    (COUNT, "+5", 5),
    (COUNT, " -3 ", -3),
    (COUNT, -3, -3),
    (COUNT, 20, 20),
    (OPEN, 10 ** 9, 10 ** 9),
    (OPEN, 10 ** 12, 10 ** 12),
    (OPEN, "1000000000000", 10 ** 12),
    (FLAG, True, True),
    (FLAG, False, False),
    (FLAG, "true", True),
    (FLAG, "false", False),
    (FLAG, " True ", True),
    (CHOICE, "rifle", "rifle"),
    (CHOICE, 4, 4),
    (CHOICE, "4", 4),
    (CHOICE, " rifle ", "rifle"),
    (ROW, "13", "13"),
    (ROW, 13, "13"),
    (ROW, "Avenger", "13"),
    (ROW, " avenger ", "13"),
    (DICE, "2D6 + 1", "2d6+1"),
    (DICE, 3, "3"),
    (DICE, "d66", "d66"),
    (FEW, "1d20", "1d20"),
    (FEW, "1d20*1000", "1d20*1000"),
    (FEW, "2d6+2d4", "2d6+2d4"),
    (FEW, "1000000", "1000000"),
    (LIST, [], ()),
    (LIST, "", ()),
    (LIST, " ", ()),
    (LIST, [1, 6], (1, 6)),
    (LIST, (2, "3"), (2, 3)),
    (LIST, "1,6, 3", (1, 6, 3)),
    (LAYERS, "5/150,1/5", ((5, 150), (1, 5))),
    (LAYERS, "5/150, 1 / 5", ((5, 150), (1, 5))),
    (LAYERS, [(5, 150), [1, 5]], ((5, 150), (1, 5))),
    (LAYERS, ["5/150"], ((5, 150),)),
    (LAYERS, "", ()),
    (ROWS, "Avenger,11", ("13", "11")),
    (ROWS, ["Avenger", 11], ("13", "11")),
], ids=by_name)
def test_a_value_is_accepted(parameter, given, value):
    accepted = parameter.accept(given)
    assert (accepted, type(accepted)) == (value, type(value))


@pytest.mark.parametrize(("parameter", "given", "got"), [
    (COUNT, -4, "'-4'"),
    (COUNT, 21, "'21'"),
    (COUNT, "21", "'21'"),
    (COUNT, "", "''"),
    (COUNT, "many", "'many'"),
    (COUNT, "5.0", "'5.0'"),
    (COUNT, 5.0, "'5.0'"),
    (COUNT, Fraction(5), "'5'"),
    (COUNT, Fraction(1, 2), "'1/2'"),
    (COUNT, "1e1", "'1e1'"),
    (COUNT, "1_0", "'1_0'"),
    (COUNT, "٣", "'٣'"),
    (COUNT, True, "'true'"),
    (COUNT, None, "'none'"),
    (COUNT, [1], None),
    (OPEN, -1, "'-1'"),
    (FLAG, 1, "'1'"),
    (FLAG, 0, "'0'"),
    (FLAG, "yes", "'yes'"),
    (FLAG, "", "''"),
    (FLAG, None, "'none'"),
    (CHOICE, "sword", "'sword'"),
    (CHOICE, "Rifle", "'Rifle'"),
    (CHOICE, 5, "'5'"),
    (CHOICE, True, "'true'"),
    (CHOICE, 4.0, "'4.0'"),
    (CHOICE, ["rifle"], None),
    (ROW, "10", "'10'"),
    (ROW, "Nobody", "'Nobody'"),
    (ROW, "", "''"),
    (ROW, True, "'true'"),
    (ROW, 13.0, "'13.0'"),
    (DICE, None, "'none'"),
    (DICE, True, "'true'"),
    (DICE, [2, 6], None),
    (LIST, [0], "'0'"),
    (LIST, [1, 7], "'1,7'"),
    (LIST, "1,,2", "'1,,2'"),
    (LIST, "1,", "'1,'"),
    (LIST, "1;2", "'1;2'"),
    (LIST, [1, 1, 1, 1], "'1,1,1,1'"),
    (LIST, 5, "'5'"),
    (LIST, {1, 2}, None),
    (LIST, None, "'none'"),
    (LAYERS, "5", "'5'"),
    (LAYERS, "5/150/1", "'5/150/1'"),
    (LAYERS, "5/", "'5/'"),
    (LAYERS, "5/501", "'5/501'"),
    (LAYERS, "-1/5", "'-1/5'"),
    (LAYERS, [5, 150], None),
    (LAYERS, [(5, 150.0)], None),
    (LAYERS, [(5, True)], None),
    (ROWS, "Avenger,Nobody", "'Avenger,Nobody'"),
], ids=by_name)
def test_a_refusal_names_the_parameter_what_it_got_and_what_it_takes(parameter, given, got):
    with pytest.raises(RulesError) as refusal:
        parameter.accept(given)
    message = str(refusal.value)
    assert message.startswith(f"{parameter.name}: got {got or ''}")
    assert message.endswith(f", takes {parameter.kind.takes()}")
    assert "\n" not in message


@pytest.mark.parametrize(("parameter", "takes"), [
    (COUNT, "a whole number from -3 to 20"),
    (OPEN, "a whole number from 0 up"),
    (FLAG, "true or false"),
    (CHOICE, "rifle, none, 4 or 6"),
    (DICE, "dice such as 2d6+1"),
    (LIST, "a list of at most 3, each a whole number from 1 to 6"),
    (LAYERS, "a list of at most 100, each resilience/dc, whole numbers from 0 to 500"),
])
def test_what_it_takes_is_said_in_words(parameter, takes):
    assert parameter.kind.takes() == takes


@pytest.mark.parametrize(("parameter", "enough", "too_much", "said"), [
    (FEW, "1d20*1000", "1d21", "few: got '1d21', takes dice with at most 20 different totals where odds are asked for"),
    (FEW, "2d6+2d4", "4d6", "few: got '4d6', takes dice with at most 20 different totals where odds are asked for"),
    (SHORT, "1,2", "1,2,3", "short: got '1,2,3', takes a list of at most 2 where odds are asked for"),
])
def test_some_values_are_refused_for_odds_alone(parameter, enough, too_much, said):
    parameter.refuse_long_odds(parameter.accept(enough))
    accepted = parameter.accept(too_much)
    with pytest.raises(RulesError) as refusal:
        parameter.refuse_long_odds(accepted)
    assert str(refusal.value) == said


def test_most_values_have_odds():
    for parameter, value in ((COUNT, 20), (DICE, "1000d6"), (LIST, "1,2,3"), (FLAG, "true")):
        parameter.refuse_long_odds(parameter.accept(value))


def test_a_row_says_which_rows_there_are():
    assert ROW.kind.takes().startswith("a row of psiops.drives: 11, 12, 13, 14, 15, 16, 21")
    assert ROW.kind.takes().endswith("65, 66")


@pytest.mark.parametrize("value", ["a\nb", "a\r\nb\x1b[0m", "x" * 5000, "\udc80"])
def test_a_refusal_stays_one_short_line(value):
    with pytest.raises(RulesError) as refusal:
        COUNT.accept(value)
    assert len(str(refusal.value).splitlines()) == 1
    assert len(str(refusal.value)) < 200


def test_a_number_too_long_to_print_is_refused_like_any_other():
    with pytest.raises(RulesError, match="^count: got .*, takes a whole number from -3 to 20$"):
        COUNT.accept(10 ** 5000)


def test_a_mistake_in_notation_is_pointed_at_under_the_parameters_own_name():
    with pytest.raises(NotationError) as refusal:
        DICE.accept("2d6+")
    assert refusal.value.position == 4
    assert str(refusal.value).startswith("dice: got '2d6+', at character 5 there is the end; it takes ")


@pytest.mark.parametrize(("parameter", "described"), [
    (COUNT, {"name": "count", "kind": "int", "range": [-3, 20], "default": 0, "help": "how many"}),
    (OPEN, {"name": "open", "kind": "int", "range": [0, None], "default": 0, "help": "how many at least"}),
    (FLAG, {"name": "flag", "kind": "bool", "default": False, "help": "whether"}),
    (CHOICE, {"name": "choice", "kind": "choice", "choices": ["rifle", "none", 4, 6], "default": "none",
              "help": "which"}),
    (DICE, {"name": "dice", "kind": "notation", "default": "2d6", "help": "which dice"}),
    (LIST, {"name": "list", "kind": "list", "entry": {"kind": "int", "range": [1, 6]}, "most": 3, "default": [],
            "help": "faces"}),
    (LAYERS, {"name": "layers", "kind": "list",
              "entry": {"kind": "numbers", "parts": ["resilience", "dc"], "range": [0, 500]}, "most": 100,
              "default": [], "help": "layers"}),
])
def test_it_describes_itself(parameter, described):
    assert parameter.describe() == described


def test_a_row_is_described_as_a_choice_of_keys():
    described = ROW.describe()
    assert described["kind"] == "choice"
    assert described["choices"] == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
