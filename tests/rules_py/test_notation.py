"""Dice notation: valid forms, their results, and the position of a mistake."""

import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules_py
from rules_py.dice import GivenDice, RandomDice
from rules_py.errors import NotationError, RulesError
from rules_py.notation import (
    BinaryOperation,
    DiceTerm,
    DigitDice,
    KeepRule,
    Number,
    build_plan,
    find_dice,
    find_totals,
    parse,
)
from tests.rules_py.notation_strategies import expressions


def total_of_faces(text: str, *faces: int) -> int:
    dice = GivenDice(faces)
    total = dice.total(text)
    dice.require_all_used()
    return total


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("2d6", DiceTerm(2, 6)),
        ("2D6", DiceTerm(2, 6)),
        ("d6", DiceTerm(1, 6)),
        ("D3", DiceTerm(1, 3)),
        ("1d100", DiceTerm(1, 100)),
        ("d66", DigitDice()),
        ("D66", DigitDice()),
        ("1d66", DigitDice()),
        ("7", Number(7)),
        ("-7", Number(-7)),
        ("0", Number(0)),
        ("3d6kh2", DiceTerm(3, 6, KeepRule("highest", 2))),
        ("3D6KL1", DiceTerm(3, 6, KeepRule("lowest", 1))),
        ("2d6+1", BinaryOperation("+", DiceTerm(2, 6), Number(1))),
        ("1D4+1", BinaryOperation("+", DiceTerm(1, 4), Number(1))),
        ("2d6-1", BinaryOperation("-", DiceTerm(2, 6), Number(1))),
        ("2D6*4", BinaryOperation("*", DiceTerm(2, 6), Number(4))),
        ("1D6x10", BinaryOperation("*", DiceTerm(1, 6), Number(10))),
        ("1D6X10", BinaryOperation("*", DiceTerm(1, 6), Number(10))),
        ("2d6×4", BinaryOperation("*", DiceTerm(2, 6), Number(4))),
        ("2d6−1", BinaryOperation("-", DiceTerm(2, 6), Number(1))),
        ("2d6–1", BinaryOperation("-", DiceTerm(2, 6), Number(1))),
        ("−1", Number(-1)),
        ("d%", DiceTerm(1, 100)),
        ("d88", DigitDice(2, 8)),
        ("D44", DigitDice(2, 4)),
        ("d666", DigitDice(3, 6)),
        ("4d6k3", DiceTerm(4, 6, KeepRule("highest", 3))),
        ("2d20kh", DiceTerm(2, 20, KeepRule("highest", 1))),
        ("2d20kl+3", BinaryOperation("+", DiceTerm(2, 20, KeepRule("lowest", 1)), Number(3))),
        ("4d6dl1", DiceTerm(4, 6, KeepRule("highest", 3))),
        ("4d6d1", DiceTerm(4, 6, KeepRule("highest", 3))),
        ("3d6dh1", DiceTerm(3, 6, KeepRule("lowest", 2))),
        ("+2d6", DiceTerm(2, 6)),
        ("2d6\u20111", BinaryOperation("-", DiceTerm(2, 6), Number(1))),
        ("\t2d6\u00a0+\u202f1\n", BinaryOperation("+", DiceTerm(2, 6), Number(1))),
        ("\u200b2d6", DiceTerm(2, 6)),
        ("\uff12\uff44\uff16\uff0b\uff11", BinaryOperation("+", DiceTerm(2, 6), Number(1))),
        (" 2 d 6 + 1 ", BinaryOperation("+", DiceTerm(2, 6), Number(1))),
        ("3 d 6 k h 2", DiceTerm(3, 6, KeepRule("highest", 2))),
        ("(2d6)", DiceTerm(2, 6)),
    ],
)
def test_notation_printed_in_the_games_is_parsed(text, tree):
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d6+1*3", (1, 2), 6),
        ("(2d6+1)*3", (1, 2), 12),
        ("2*3+4", (), 10),
        ("2+3*4", (), 14),
        ("10-2-3", (), 5),
        ("10-(2-3)", (), 11),
        ("10-2*3", (), 4),
        ("10+2-3", (), 9),
        ("2*(3-5)", (), -4),
        ("3--2", (), 5),
        ("-2*3", (), -6),
        ("d66", (3, 5), 35),
        ("d66+d6", (1, 6, 2), 18),
        ("d666", (3, 5, 1), 351),
        ("d88-d44", (8, 1, 2, 4), 57),
        ("3d6kh2", (2, 5, 4), 9),
        ("3d6kl1", (2, 5, 4), 2),
        ("4d6kl3", (6, 6, 1, 6), 13),
        ("1d6-1d4", (5, 2), 3),
        ("2D6*4", (3, 4), 28),
    ],
)
def test_operators_have_the_usual_precedence(text, faces, total):
    assert total_of_faces(text, *faces) == total


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("2D6 x 4", "2d6*4"),
        ("d6", "1d6"),
        ("1D66", "d66"),
        ("3D6 KH 2", "3d6kh2"),
        ("2d6 − 1", "2d6-1"),
        ("(2d6+1)x3", "(2d6+1)*3"),
        ("((2))", "2"),
        ("10-(2-3)", "10-(2-3)"),
        ("10-2-3", "10-2-3"),
    ],
)
def test_notation_is_printed_in_canonical_form(text, printed):
    assert str(parse(text)) == printed


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 3),
        ("++2", 1),
        ("hello", 0),
        ("2d", 2),
        ("d", 1),
        ("2d6+", 4),
        ("2d6++3", 4),
        ("2d6 4", 4),
        ("2d6/2", 3),
        ("2d6\n3", 4),
        ("1.5", 1),
        ("2e6", 1),
        ("(2d6", 4),
        ("2d6)", 3),
        ("()", 1),
        ("-2d6", 2),
        ("-d6", 1),
        ("-(2d6)", 1),
        ("2d6k", 4),
        ("1d6d1", 4),
        ("3d6d3", 4),
        ("3d6kh0", 5),
        ("3d6kh4", 5),
        ("2d66", 0),
        ("d66kh1", 3),
        ("0d6", 0),
        ("1+0d6", 2),
        ("2d0", 2),
    ],
)
def test_error_points_at_its_position(text, position):
    with pytest.raises(NotationError) as refusal:
        parse(text)
    assert refusal.value.position == position
    assert refusal.value.pointer() == f"{text}\n{' ' * position}^"
    shown = text.replace("\n", "↵")
    assert f"character {position + 1} " in str(refusal.value) and f"'{shown}'" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        (
            "1D6!",
            3,
            "exploding dice (!) are not known: roll once more by hand for each die that shows its highest face",
        ),
        ("(3d6kh2!!)", 7, "exploding dice (!) are not known: roll once more "),
        ("3d6!>5", 3, "exploding dice (!) are not known: roll once more "),
        ("4dF", 2, "Fate dice (dF) are not known: 4d3-8 is the same"),
        ("df+1", 1, "Fate dice (dF) are not known: 1d3-2 is the same"),
        ("6d6>=5", 3, "dice are not compared with a number: leave out what follows 6d6 and compare by hand"),
        ("1+6d6 ≥ 5", 6, "dice are not compared with a number: leave out what follows 1+6d6 and compare by hand"),
        ("2d6<=3", 3, "dice are not compared with a number: "),
        ("1d6=6", 3, "dice are not compared with a number: "),
        ("3d6r1", 3, "rerolls (r) are not known: roll those dice once more by hand"),
        ("4d6p1", 3, "dropping dice (p) is not known: name the dice to keep, such as kh3 for the highest three"),
        ("3d6 drop lowest", 4, "dropping dice is not known in words: "),
        ("1d20,1d6", 4, "only one roll fits here: roll 1d20 first, then the other dice"),
        ("1d20 1d6", 5, "only one roll fits here: roll 1d20 first, "),
        ("1d20+10 vs 25", 8, "dice are not compared with a number: leave out what follows 1d20+10 and compare by hand"),
        ("1d20 adv", 5, "advantage is not known as a word: write 2d20kh1, "),
        ("2D", 2, "the sides of the dice are missing: write 2d6 for six-sided dice"),
        ("(2+1)d6", 5, "brackets don't count dice: write their number, such as 3d6"),
        ("floor(1d6/2)", 0, "functions are not known: write only the dice, "),
        ("1d8 [fire]", 4, "labels of dice are not known: leave out the brackets and what they hold"),
        ("1d20+5 Stealth", 7, "words after dice are not known: leave them out"),
        ("1d6 + STR", 6, "names of numbers are not known: write the number itself"),
        ("[[1d20+5]]", 0, "words and brackets around dice are not known: write only the dice, such as 2d6+1"),
        ("2к6+1", 1, "the letter d is missing: write 2d and the number of sides"),
        ("2d6/2", 3, "dividing is not known: leave out what follows 2d6 and divide by hand"),
        ("2d6*1.5", 5, "decimals are not known: use whole numbers"),
        ("3d6k", 4, "it takes kh (keep highest) or kl (keep lowest)"),
        ("2d6x", 4, "it takes dice such as 2d6, a number or a bracket"),
        ("d6e", 2, "it takes +, -, * or the end here"),
    ],
)
def test_notation_of_other_programs_is_named_with_what_would_help(text, position, said):
    with pytest.raises(NotationError) as refusal:
        parse(text)
    assert refusal.value.position == position
    told = str(refusal.value)
    assert f"at character {position + 1} there is " in told and "; it takes " in told
    assert said in told and "\n" not in told


def test_fate_dice_equal_the_notation_their_error_suggests():
    assert find_totals(parse("4d3-8")) == set(range(-4, 5))


@pytest.mark.parametrize(
    ("most", "too_much", "position"),
    [
        ("1000d6", "1001d6", 0),
        ("600d6+400d6", "600d6+401d6", 6),
        ("998d6+d66", "999d6+d66", 6),
        ("2d1000", "2d1001", 2),
        ("1000000", "1000001", 0),
        ("2d6*1000000", "2d6*10000000", 4),
        ("(" * 10 + "1" + ")" * 10, "(" * 11 + "1" + ")" * 11, 10),
        (" " * 197 + "2d6", " " * 198 + "2d6", 200),
        ("+".join(["d6"] * 50), "+".join(["d6"] * 51), 151),  # expands to 1d6+1d6+…, longer than the input
    ],
    ids=[
        "dice",
        "dice of two kinds",
        "a d66 is two dice",
        "sides",
        "numbers",
        "numbers that multiply",
        "brackets",
        "characters",
        "characters as printed",
    ],
)
def test_limits_apply_exactly(most, too_much, position):
    parse(most)
    with pytest.raises(NotationError) as refusal:
        parse(too_much)
    assert refusal.value.position == position


@pytest.mark.parametrize("text", ["+".join(["d6"] * 33), "1-(" * 10 + "1-2*3" + ")" * 10])
def test_notation_at_the_limits_can_be_parsed_again(text):
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize("text", ["2d3", "3d4kh2", "3d4kl2", "d66", "d444", "1d4*1d3", "2d3-1d4", "(1d3-2)*1d4", "5"])
def test_totals_are_all_possible_sums(text):
    sides = {
        "2d3": (3, 3),
        "3d4kh2": (4, 4, 4),
        "3d4kl2": (4, 4, 4),
        "d66": (6, 6),
        "d444": (4, 4, 4),
        "1d4*1d3": (4, 3),
        "2d3-1d4": (3, 3, 4),
        "(1d3-2)*1d4": (3, 4),
        "5": (),
    }[text]
    every_fall = product(*(range(1, highest + 1) for highest in sides))
    assert find_totals(parse(text)) == {total_of_faces(text, *faces) for faces in every_fall}


@given(st.text(max_size=120) | st.text("0123456789dDkKhHlLxX*×+-−–() ", max_size=120))
def test_any_text_is_parsed_or_rejected(text):
    try:
        tree = parse(text)
    except NotationError as refusal:
        assert 0 <= refusal.position <= len(text)
    else:
        assert parse(str(tree)) == tree


@given(expressions(max_leaves=6))
def test_printed_notation_parses_to_the_same_tree(tree):
    assert parse(str(tree)) == tree


@pytest.mark.parametrize(
    ("text", "as_lists"),
    [
        ("2d6", ["dice", 2, 6]),
        ("d66", ["digits", 2, 6]),
        ("d888", ["digits", 3, 8]),
        ("5", 5),
        ("-5", -5),
        ("3d6kl1", ["dice", 3, 6, "lowest", 1]),
        ("1d6+2-1d4", ["-", ["+", ["dice", 1, 6], 2], ["dice", 1, 4]]),
        ("2*(1d6+1)", ["*", 2, ["+", ["dice", 1, 6], 1]]),
    ],
)
def test_plan_lists_dice_and_operators(text, as_lists):
    assert build_plan(parse(text)) == as_lists


@given(expressions(max_leaves=3), st.integers())
def test_random_roll_is_one_of_the_possible_totals(tree, seed):
    assert RandomDice(seed).total(str(tree)) in find_totals(tree)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Stunned for 1D6 rounds, then 2D6+1 minutes.", [("1D6", "1d6"), ("2D6+1", "2d6+1")]),
        ("Throw a D66 twice.", [("D66", "d66")]),
        ("Throw a D3, then a d3.", [("D3", "1d3"), ("d3", "1d3")]),
        ("lasts 1D6x10 minutes", [("1D6x10", "1d6*10")]),
        ("lasts 2D6×4 minutes", [("2D6×4", "2d6*4")]),
        ("(1D4-1)", [("1D4-1", "1d4-1")]),
        ("takes 1D6−1.", [("1D6−1", "1d6-1")]),
        ("Gain +1D3 to it", [("1D3", "1d3")]),
        ("3d6kh2 or 3d6kl2", [("3d6kh2", "3d6kh2"), ("3d6kl2", "3d6kl2")]),
        ("roll 3D6 +Attribute", [("3D6", "3d6")]),
        ("2D6+STRENGTH", [("2D6", "2d6")]),
        ("1D6+1D4+2", [("1D6+1D4+2", "1d6+1d4+2")]),
        ("1d100.", [("1d100", "1d100")]),
        ("2D6 + 1 and 1D6 x 10", [("2D6 + 1", "2d6+1"), ("1D6 x 10", "1d6*10")]),
        (
            "1D6, 2D6; 3D6: 1D4? (1D8) “1D10” 1D12…",
            [(n, n.lower()) for n in ["1D6", "2D6", "3D6", "1D4", "1D8", "1D10", "1D12"]],
        ),
        ("1D6 <turns> = 2D6 > all", [("1D6", "1d6"), ("2D6", "2d6")]),
        ("1D6,2D6", [("1D6", "1d6"), ("2D6", "2d6")]),
        ("1D6/round, 2D6% or 1D6* rounds", [("1D6", "1d6"), ("2D6", "2d6"), ("1D6", "1d6")]),
        ("Level 2 – 1D6 damage - 1D4 at night", [("1D6", "1d6"), ("1D4", "1d4")]),
        ("Roll 1D6!", [("1D6", "1d6")]),
        (
            "Roll 1D6! Then run. “Roll 2D6!” “Now roll 3D6!” (And 1D4!)",
            [(n, n.lower()) for n in ("1D6", "2D6", "3D6", "1D4")],
        ),
    ],
)
def test_dice_are_found_in_a_sentence(sentence, found):
    matches = find_dice(sentence)
    assert [(match.text, match.notation) for match in matches] == found
    assert all(sentence[match.start : match.end] == match.text for match in matches)
    assert [match.start for match in matches] == sorted(match.start for match in matches)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "no dice at all",
        "R2D2",
        "XD6",
        "a 2D6-shaped thing",
        r"as it stands: \2d6",
        "D-Day",
        "2d",
        "d",
        "3D printing",
        "version 1.2d6",
        "ID6",
        "2d6s",
        "2d66",
        "3d6kh4",
        "0d6",
        "2d0",
        "add6",
        "2D6_1",
        "2–1D6+1D4e",
        "1D6!",
        "deals 1D6! damage",
        "deals 3d6! and burns",
        "deals 3d6! + 2",
        "deals 3d6!Then",
        "roll 3d6!!",
        "roll 3d6!>5",
        "roll 3d6!?",
        "Damage: 3d6!",
        "roll 3d6!+1d6",
        "4dF",
        "4dF+1d6",
        "6d6>=5",
        "6d6 >= 5",
        "6d6>5",
        "6d6>=1d6",
        "2d6<=3",
        "1d6=6",
        "6d6≥5",
        "6d6 ≤ 5",
        "2d6≠7",
        "3d6r1",
        "3d6k",
        "3d6k2",
        "3d6kh",
        "3d6 kh2",
        "4d6d1",
        "2d6x",
        "2d6x1.5",
        "d6e",
        "2d6*1.5",
        "2d6+1.5",
        "2d6,5",
        "1d6d",
        "1d6-2-abc",
        "2d6/2",
        "2d6÷2",
        "2d6^2",
        "2d6**2",
        "3d6%2",
        "3d6[fire]2",
        "3d6[2]",
        "3d6{2}",
        "2d6*(1+2)",
        "(2d6+1)*3",
        "(2d6)x3",
        "3*(1d6+1)",
        "5+1d6",
        "5 + 1d6",
        "2×1d6",
        "1d6–2",
        "1d6 – 2",
        "1D6–2D6",
        "1d6->2",
    ],
)
def test_text_without_dice_yields_no_matches(sentence):
    assert find_dice(sentence) == []


WITHOUT_FORMULAS = st.text().map(lambda text: text.replace("$", "€"))


@given(WITHOUT_FORMULAS, expressions(max_leaves=1).filter(lambda tree: isinstance(tree, DiceTerm)), WITHOUT_FORMULAS)
def test_dice_between_words_are_found_at_their_position(before, roll, after):
    sentence = f"{before}; {roll} or {after}"
    assert (len(before) + 2, str(roll)) in [(match.start, match.text) for match in find_dice(sentence)]


@pytest.mark.parametrize("value", [True, 6, None, ["2d6"], {"2d6": 1}])
def test_non_string_notation_is_rejected(value):
    with pytest.raises(RulesError, match=r"^notation: got .*, takes dice such as 2d6\+1$"):
        parse(value)


@pytest.mark.parametrize("text", ["1d20+5", "4d6kh3", "10d10", "2d6*4", "d66"])
def test_dice_that_were_rolled_before_are_not_parsed_again(text):
    rules_py.roll("dice", notation=text)
    called: set[str] = set()
    sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_qualname))
    try:
        rules_py.roll("dice", notation=text)
    finally:
        sys.setprofile(None)
    assert "RecordingDice.total" in called
    assert [
        name for name in called if name.startswith(("_Parser", "_parse_cached", "_normalize_cached", "walk_"))
    ] == []
