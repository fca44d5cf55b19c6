"""Parameter kinds: the Python values and text that each accepts, and its errors."""

from fractions import Fraction

import pytest

from rules_py.errors import NotationError, RulesError
from rules_py.parameters import Choice, Flag, ListOf, NamedWhole, Notation, Number, Numbers, Parameter, RowOf, Whole
from tests.cases import check_each

COUNT = Parameter("count", Whole(-3, 20, "how many"), 0)
METRES = Parameter("metres", Number(0, 100, "how far"), 1)
OPEN = Parameter("open", Whole(0, None, "how many at least"), 0)
FLAG = Parameter("flag", Flag("whether"), False)
CHOICE = Parameter("choice", Choice(("rifle", "none", 4, 6), "which"), "none")
ROW = Parameter("row", RowOf("station.drives", "which drive"), "11")
DICE = Parameter("dice", Notation("which dice"), "2d6")
FEW = Parameter("few", Notation("which dice", most_in_odds=20), "2d6")
LIST = Parameter("list", ListOf(Whole(1, 6, "a face"), "faces", most=3), ())
SHORT = Parameter("short", ListOf(Whole(1, 6, "a face"), "faces", most_in_odds=2), ())
LAYERS = Parameter("layers", ListOf(Numbers(("resilience", "dc"), "a layer", low=0, high=500), "layers"), ())
ROWS = Parameter("rows", ListOf(RowOf("station.drives", "a drive"), "drives"), ())


def make_id(part):
    return part.name if isinstance(part, Parameter) else repr(part)


@check_each(
    "parameter, given, value",
    [
        (COUNT, 5, 5),
        (COUNT, "5", 5),
        (COUNT, "+5", 5),
        (COUNT, " -3 ", -3),
        (COUNT, -3, -3),
        (COUNT, 20, 20),
        (OPEN, 10**9, 10**9),
        (OPEN, 10**12, 10**12),
        (OPEN, "1000000000000", 10**12),
        (METRES, 3, 3),
        (METRES, "2.5", Fraction(5, 2)),
        (METRES, " 2.50 ", Fraction(5, 2)),
        (METRES, "5/2", Fraction(5, 2)),
        (METRES, "4/2", 2),
        (METRES, 0.1, Fraction(1, 10)),
        (METRES, 3.0, 3),
        (METRES, Fraction(1, 8), Fraction(1, 8)),
        (METRES, "99.999", Fraction(99999, 1000)),
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
    ],
)
def test_a_value_is_accepted(parameter, given, value):
    accepted = parameter.accept(given)
    assert (accepted, type(accepted)) == (value, type(value))


@check_each(
    "parameter, given, got",
    [
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
        (METRES, "2.5001", "'2.5001'"),
        (METRES, "1/3", "'1/3'"),
        (METRES, Fraction(1, 3), "'1/3'"),
        (METRES, "1/0", "'1/0'"),
        (METRES, "1e1", "'1e1'"),
        (METRES, "1_0", "'1_0'"),
        (METRES, ".5", "'.5'"),
        (METRES, "two", "'two'"),
        (METRES, "", "''"),
        (METRES, 100.5, "'100.5'"),
        (METRES, "-0.001", "'-0.001'"),
        (METRES, float("nan"), "'nan'"),
        (METRES, float("inf"), "'inf'"),
        (METRES, 1e300, None),
        (METRES, True, "'true'"),
        (METRES, None, "'none'"),
        (METRES, [1], None),
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
    ],
)
def test_error_names_parameter_value_and_expectation(parameter, given, got):
    with pytest.raises(RulesError) as refusal:
        parameter.accept(given)
    message = str(refusal.value)
    assert message.startswith(f"{parameter.name}: got {got or ''}")
    assert message.endswith(f", takes {parameter.kind.describe_accepted()}")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("parameter", "takes"),
    [
        (COUNT, "a whole number from -3 to 20"),
        (OPEN, "a whole number from 0 up"),
        (METRES, "a number from 0 to 100, with at most three decimals"),
        (FLAG, "true or false"),
        (CHOICE, "rifle, none, 4 or 6"),
        (DICE, "dice such as 2d6+1"),
        (LIST, "a list of at most 3, each a whole number from 1 to 6"),
        (LAYERS, "a list of at most 100, each resilience/dc, whole numbers from 0 to 500"),
    ],
)
def test_kinds_describe_their_accepted_values(parameter, takes):
    assert parameter.kind.describe_accepted() == takes


@pytest.mark.parametrize(
    ("parameter", "enough", "too_much", "said"),
    [
        (
            FEW,
            "1d20*1000",
            "1d21",
            "few: got '1d21', takes dice with at most 20 different totals where odds are asked for",
        ),
        (FEW, "2d6+2d4", "4d6", "few: got '4d6', takes dice with at most 20 different totals where odds are asked for"),
        (SHORT, "1,2", "1,2,3", "short: got '1,2,3', takes a list of at most 2 where odds are asked for"),
    ],
)
def test_expensive_values_are_rejected_only_for_odds(parameter, enough, too_much, said):
    parameter.reject_long_odds(parameter.accept(enough))
    accepted = parameter.accept(too_much)
    with pytest.raises(RulesError) as refusal:
        parameter.reject_long_odds(accepted)
    assert str(refusal.value) == said


def test_most_values_have_odds():
    for parameter, value in ((COUNT, 20), (DICE, "1000d6"), (LIST, "1,2,3"), (FLAG, "true")):
        parameter.reject_long_odds(parameter.accept(value))


def test_row_parameter_lists_available_rows():
    assert ROW.kind.describe_accepted().startswith("a row of station.drives: 11, 12, 13, 14, 15, 16, 21")
    assert ROW.kind.describe_accepted().endswith("65, 66")


@pytest.mark.parametrize("value", ["a\nb", "a\r\nb\x1b[0m", "x" * 5000, "\udc80"])
def test_error_for_strange_text_is_one_short_line(value):
    with pytest.raises(RulesError) as refusal:
        COUNT.accept(value)
    assert len(str(refusal.value).splitlines()) == 1
    assert len(str(refusal.value)) < 200


def test_huge_number_is_rejected_like_any_other():
    with pytest.raises(RulesError, match="^count: got .*, takes a whole number from -3 to 20$"):
        COUNT.accept(10**5000)


def test_notation_error_points_at_its_position_by_parameter_name():
    with pytest.raises(NotationError) as refusal:
        DICE.accept("2d6+")
    assert refusal.value.position == 4
    assert str(refusal.value).startswith("dice: got '2d6+', at character 5 there is the end; it takes ")


@pytest.mark.parametrize(
    ("parameter", "described"),
    [
        (COUNT, {"name": "count", "kind": "int", "range": [-3, 20], "default": 0, "help": "how many"}),
        (OPEN, {"name": "open", "kind": "int", "range": [0, None], "default": 0, "help": "how many at least"}),
        (FLAG, {"name": "flag", "kind": "bool", "default": False, "help": "whether"}),
        (
            CHOICE,
            {
                "name": "choice",
                "kind": "choice",
                "choices": ["rifle", "none", 4, 6],
                "default": "none",
                "help": "which",
            },
        ),
        (DICE, {"name": "dice", "kind": "notation", "default": "2d6", "help": "which dice"}),
        (
            LIST,
            {
                "name": "list",
                "kind": "list",
                "entry": {"kind": "int", "range": [1, 6]},
                "most": 3,
                "default": [],
                "help": "faces",
            },
        ),
        (
            LAYERS,
            {
                "name": "layers",
                "kind": "list",
                "entry": {"kind": "numbers", "parts": ["resilience", "dc"], "range": [0, 500]},
                "most": 100,
                "default": [],
                "help": "layers",
            },
        ),
    ],
)
def test_parameter_describes_itself(parameter, described):
    assert parameter.describe() == described


def test_row_parameter_is_described_as_a_choice_of_keys():
    described = ROW.describe()
    assert described["kind"] == "choice"
    assert described["choices"] == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]


@check_each(
    "parameter, control",
    [
        (COUNT, "stepper"),
        (OPEN, "stepper"),
        (FLAG, "toggle"),
        (CHOICE, "segments"),
        (ROW, "select"),
        (DICE, "dice"),
        (LIST, "list"),
        (LAYERS, "list"),
        (Parameter("far", Number(0, 9, "how far"), 0), "stepper"),
        (Parameter("pair", Numbers(("a", "b"), "two"), (1, 2)), "text"),
        (Parameter("six", Choice(tuple("abcdef"), "one of six"), "a"), "select"),
        (Parameter("long", Choice(("a" * 20, "b" * 20), "one of two"), "a" * 20), "select"),
    ],
)
def test_kinds_name_their_form_control(parameter, control):
    assert parameter.kind.control == control


@pytest.mark.parametrize(
    ("parameter", "current", "values"),
    [
        (COUNT, 0, list(range(-3, 10))),
        (COUNT, 19, list(range(8, 21))),
        (Parameter("few", Whole(0, 3, "few"), 1), 1, [0, 1, 2, 3]),
        (OPEN, 5, list(range(13))),
        (OPEN, 30, list(range(18, 43, 2))),
        (Parameter("wide", Whole(0, 100, "how much"), 3), 3, list(range(13))),
        (DICE, "2d6+1", [f"{count}d6+1" for count in range(1, 7)]),
        (Parameter("hurt", Notation("dice", low=0), "2"), "2", ["0", "1", "2", "3", "4", "5", "6"]),
        (FLAG, True, [False, True]),
        (CHOICE, "none", ["rifle", "none", 4, 6]),
        (Parameter("far", Number(0, 3, "how far"), 0), Fraction(5, 2), [0, 1, 2, Fraction(5, 2), 3]),
    ],
    ids=make_id,
)
def test_sweep_includes_the_current_value(parameter, current, values):
    swept = parameter.sweep(current)
    assert sorted(map(str, swept)) == sorted(map(str, values))
    assert current in swept


@pytest.mark.parametrize("parameter", [LIST, LAYERS], ids=make_id)
def test_sweep_of_an_unsweepable_parameter_is_rejected(parameter):
    with pytest.raises(RulesError, match=f"^over: got '{parameter.name}', takes a parameter that is a number, dice"):
        parameter.sweep(parameter.default)


@check_each(
    "parameter, limits, values",
    [
        (COUNT, "", list(range(-3, 21))),
        (COUNT, "0..3", [0, 1, 2, 3]),
        (COUNT, "0-3", [0, 1, 2, 3]),
        (COUNT, "-3--2", [-3, -2]),
        (COUNT, "-2..+1", [-2, -1, 0, 1]),
        (COUNT, "5", [5]),
        (COUNT, "-1", [-1]),
        (COUNT, "9,2", [9, 2]),
        (OPEN, "998..1000", [998, 999, 1000]),
        (FLAG, "", [False, True]),
        (FLAG, "true", [True]),
        (CHOICE, "", ["rifle", "none", 4, 6]),
        (CHOICE, "4,rifle", [4, "rifle"]),
        (ROW, "Avenger,11", ["13", "11"]),
        (DICE, "1d6,2D6+1", ["1d6", "2d6+1"]),
    ],
)
def test_span_parses_authors_limits(parameter, limits, values):
    assert parameter.parse_span(limits) == values


@check_each(
    "parameter, limits",
    [
        (COUNT, "x"),
        (COUNT, "0..21"),
        (COUNT, "3..1"),
        (COUNT, "0..1..2"),
        (COUNT, "1,,2"),
        (OPEN, ""),
        (OPEN, "0..61"),
        (CHOICE, "rifle..none"),
        (FLAG, "yes"),
        (DICE, ""),
        (DICE, "2d"),
        (LIST, ""),
    ],
)
def test_invalid_or_too_wide_limits_are_rejected(parameter, limits):
    with pytest.raises(RulesError) as refusal:
        parameter.parse_span(limits)
    assert str(refusal.value).startswith(
        f"{parameter.name}: got {limits!r}, takes 1 to 61 values such as 0..3 or 0,3, "
        f"each {parameter.kind.describe_accepted()}"
    )


def test_choices_have_display_names():
    assert CHOICE.kind.names() == {"rifle": "Rifle", "none": "None", "4": "4", "6": "6"}
    assert ROW.kind.names()["13"] == ROWS.kind.names()["13"] == "Avenger"
    assert (
        Parameter("who", RowOf("station.enemies", "who", allow_none=True), "none").kind.names()
        == {"none": "None", "cannon-fodder": "Cannon Fodder"} | RowOf("station.enemies", "who").names()
    )
    assert COUNT.kind.names() == DICE.kind.names() == {}


def test_named_numbers_are_offered_by_their_table_names():
    armor = NamedWhole(0, 4, "how much", "station.cover", "armor")
    assert armor.names() == {"0": "None", "1": "Low", "2": "Medium", "3": "High", "4": "4"}
    assert armor.control == "segments"
    assert armor.describe() == Whole(0, 4, "how much").describe()
    assert [armor.accept(value) for value in (0, "2", 4)] == [0, 2, 4]
    with pytest.raises(RulesError, match="^armor: got 'Medium', takes a whole number from 0 to 4$"):
        Parameter("armor", armor, 0).accept("Medium")


def test_label_comes_from_the_kind_or_the_name():
    far = Parameter("miss_dc", Number(0, 9, "how far", label="Missed by", unit="m"), 0)
    assert (far.label, far.heading) == ("Missed by", "Missed by (m)")
    assert Parameter("miss_dc", Whole(0, 9, "how far"), 0).label == "Miss DC"
    assert Parameter("miss_dc", Whole(0, 9, "how far"), 0).heading == "Miss DC"
