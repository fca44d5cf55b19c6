"""Error messages that a page shows for invalid input: they use the form's labels, never names from the code."""

import json
from typing import Annotated, NamedTuple

import pytest

import rules_py
from rules_py import bridge
from rules_py.error_messages import error_message
from rules_py.errors import (
    EventError,
    ForbiddenError,
    LongOddsParameterError,
    ParameterError,
    UnknownIdError,
    UnknownParameterError,
)
from rules_py.parameters import Choice, Flag, ListOf, Notation, Parameter, Record, Whole
from rules_py.registry.games import find_mechanic
from rules_py.text.sentences import MINUS
from tests.cases import check_each


def error_text(answer: str) -> str:
    return json.loads(answer)["error"]


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"attribute": "99"}, f"Attribute takes a whole number from {MINUS}3 to 3; you entered 99."),
        ({"attribute": ""}, f"Attribute takes a whole number from {MINUS}3 to 3; you entered nothing."),
        ({"weapon": "melee", "range_band": "far"}, "Melee reaches Close, not Far."),
        (
            {"suppressing": "true", "weapon": "rifle"},
            "Suppressing fire is for targets behind cover; this one has none.",
        ),
    ],
)
def test_page_errors_use_field_labels(params, sentence):
    assert error_text(bridge.roll("station.attack", json.dumps(params))) == sentence


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("3d6k", "Dice: after “3d6k”, write kh (keep highest) or kl (keep lowest)."),
        ("2d6>=7", "No d6 shows >=7: write (2d6)>=7 to compare the total; you entered 2d6>=7."),
        (
            "1d6 + STR",
            "This needs a variable, whose value is not known here: write the number itself; you entered 1d6 + STR.",
        ),
    ],
)
def test_refused_dice_say_what_would_help(dice, sentence):
    assert error_text(bridge.roll("dice", json.dumps({"notation": dice}))) == sentence


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ("63,1", "A d6 shows 1 to 6; you typed 63."),
        ("4", "One more die is needed: a d6."),
        ("4,5,6", "2 dice are rolled here; you typed 3 faces."),
        ("four", "Type what the dice show, with commas between them: 4, 5."),
    ],
)
def test_page_errors_about_faces_name_the_die(faces, sentence):
    assert error_text(bridge.resolve("station.action", faces, "{}")) == sentence


@check_each("id", rules_py.mechanics())
def test_page_errors_never_use_parameter_names(id):
    for name, parameter in find_mechanic(id).parameters.items():
        sentence = error_text(bridge.roll(id, json.dumps({name: "?!"})))
        assert sentence.startswith(f"{parameter.label} takes "), sentence
        assert f"{name}:" not in sentence


def test_python_errors_name_the_parameter():
    with pytest.raises(rules_py.RulesError, match="^attribute: got '99', takes a whole number from -3 to 3$"):
        rules_py.roll("station.attack", attribute="99")


RANGE = Parameter("range_band", Choice(("near", "far"), "the range", label="Range"), "near")


@pytest.mark.parametrize(
    ("error", "line", "sentence"),
    [
        (
            ParameterError("range_band", "far", choices=("near",), given={"weapon": "melee"}, note="it is too far"),
            "range_band: got 'far', takes near with weapon=melee (it is too far)",
            "Range takes Near with Weapon melee (it is too far); you entered Far.",
        ),
        (
            ParameterError("of", "stress", problem="there is none"),
            "of: got 'stress', and there is none",
            "Of: you entered stress, and there is none.",
        ),
        (
            UnknownIdError("mechanic", "station.nope", ["station.action"]),
            "mechanic: got 'station.nope', takes station.action",
            "There is no mechanic called “station.nope”.",
        ),
        (
            UnknownIdError("who", None, [], none="nobody"),
            "who: got nothing, takes nobody",
            "The name of the combatant is missing.",
        ),
        (UnknownIdError("range_band", "x", ["near"]), "range_band: got 'x', takes near", "Range has no choice “x”."),
        (
            UnknownParameterError("wings", "toy.rover", ["hull"]),
            "wings: not a parameter of toy.rover, it takes hull",
            "There is no field “wings” here.",
        ),
        (ForbiddenError("toy.dent", "it is a wreck"), "toy.dent: it is a wreck", "It is a wreck."),
        (
            EventError(12, ForbiddenError("toy.dent", "it is a wreck")),
            "event 12: toy.dent: it is a wreck",
            "Event 12 of this fight isn't valid. It is a wreck.",
        ),
        (
            LongOddsParameterError("hits", 9, "fewer", odds="odds over 3 blows"),
            "hits: got 9, takes fewer for odds over 3 blows",
            "For odds over 3 blows, Hits takes fewer; you entered 9.",
        ),
    ],
)
def test_error_has_a_line_for_callers_and_a_sentence_for_players(error, line, sentence):
    assert (str(error), error_message(error, {"range_band": RANGE})) == (line, sentence)


class Gun(NamedTuple):
    """An entry of a list."""

    damage: Annotated[str, Notation("damage", label="Damage dice")] = "1d6"
    loud: Annotated[bool, Flag("whether others hear it")] = False


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (Flag("luck"), "perhaps", "Toy takes yes or no; you entered perhaps."),
        (Choice(("near", "far"), "the range"), "x", "Toy takes Near or Far; you entered x."),
        (
            ListOf(Whole(-1, 9, "a number"), "some"),
            [1, "x"],
            f"Toy 2 takes a whole number from {MINUS}1 to 9; you entered x.",
        ),
        (ListOf(Record(Gun, "a gun"), "guns"), [{}, {"loud": "x"}], "Toy 2: Loud takes yes or no; you entered x."),
        (
            ListOf(Record(Gun, "a gun"), "guns"),
            [{"loud": True}, {"damage": "2d"}],
            "The sides of the dice are missing: write 2d6 for six-sided dice; you entered 2d.",
        ),
    ],
)
def test_error_describes_choices_and_entries_in_players_words(kind, value, sentence):
    parameter = Parameter("toy", kind, None)
    with pytest.raises(rules_py.RulesError) as refusal:
        parameter.accept(value)
    assert error_message(refusal.value, {"toy": parameter}) == sentence
