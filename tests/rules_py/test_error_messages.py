"""Error messages that a page shows for invalid input: they use the form's labels, never names from the code."""

import json

import pytest

import rules_py
from rules_py import bridge
from rules_py.registry.games import find_mechanic
from rules_py.rendering import MINUS


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
        ("3d6k", "Dice takes kh (keep highest) or kl (keep lowest) at character 5; you entered 3d6k."),
        ("4dF", "Fate dice (dF) are not known: 4d3-8 comes to the same; you entered 4dF."),
        (
            "6d6>=5",
            "Dice are not compared with a number: leave out what follows 6d6 and compare by hand; you entered 6d6>=5.",
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


@pytest.mark.parametrize("id", rules_py.mechanics())
def test_page_errors_never_use_parameter_names(id):
    for name, parameter in find_mechanic(id).parameters.items():
        sentence = error_text(bridge.roll(id, json.dumps({name: "?!"})))
        assert sentence.startswith(f"{parameter.label} takes "), sentence
        assert f"{name}:" not in sentence


def test_python_errors_name_the_parameter():
    with pytest.raises(rules_py.RulesError, match="^attribute: got '99', takes a whole number from -3 to 3$"):
        rules_py.roll("station.attack", attribute="99")
