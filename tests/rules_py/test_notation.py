"""Dice notation: valid forms, their results, and the position of a mistake."""

import re
import sys
from dataclasses import is_dataclass
from itertools import product

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.dice import DieSlot, GivenDice, RandomDice
from rules_py.errors import NotationError, RulesError
from rules_py.notation import (
    BinaryOperation,
    DiceTerm,
    DigitDice,
    KeepRule,
    Node,
    Number,
    build_plan,
    find_dice,
    find_totals,
    parse,
    walk_nodes,
)
from rules_py.notation.guide import GUIDE
from rules_py.probability.totals import compute_totals
from rules_py.registry.games import find_mechanic
from rules_py.scheduling import run_to_completion
from rules_py.text.sentences import MINUS
from tests.cases import check_each
from tests.rules_py.notation_strategies import any_notation, expressions


def list_subclasses(kind: type) -> list[type]:
    return [each for child in kind.__subclasses__() for each in (child, *list_subclasses(child))]


def total_of_faces(text: str, *faces: int) -> int:
    dice = GivenDice(faces)
    total = dice.total(text)
    dice.require_all_used()
    return total


@check_each(
    "text, tree",
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


@check_each(
    "text, faces, total",
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


@check_each(
    "text, position",
    [
        ("", 0),
        ("   ", 3),
        ("++2", 1),
        ("hello", 0),
        ("2d", 2),
        ("d", 1),
        ("2d6+", 4),
        ("2d6+++3", 5),
        ("2d6 4", 4),
        ("2d6/0", 4),
        ("2d6/(1d2-1)", 4),
        ("2d6///2", 5),
        ("2d6\n3", 4),
        ("1.5", 1),
        ("2e6", 1),
        ("(2d6", 4),
        ("2d6)", 3),
        ("()", 1),
        ("--2", 1),
        ("-x", 1),
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


@check_each(
    "text, position, said",
    [
        ("5d6!>5", 4, "programs differ on whether >5 includes 5: write !>=5 if it does, !>=6 if it doesn't"),
        ("4d6!kh3", 3, "one more die is added to the die that explodes: write 4d6!!kh3"),
        ("1d6!>=1", 3, "it takes a face that does not explode"),
        ("1d1!", 3, "it takes a face that does not explode"),
        ("3d10!!>=15", 4, "no die shows >=15: name the faces that explode first, such as !10>=5"),
        ("2d6r<=6", 7, "it takes a face that is not rerolled"),
        ("2d6>=7", 3, "no d6 shows >=7: write (2d6)>=7 to compare the total"),
        ("3d6<=10", 3, "every d6 shows <=10: write (3d6)<=10 to compare the total"),
        ("4dF>=-1", 3, "every dF shows >=-1: write (4dF)>=-1 to compare the total"),
        ("2d6+1 exploding", 6, "write 2d6!+1"),
        ("1d100 open-ended", 6, "write 1d6! for dice that explode, 1d6!>=5 for each 5 and 6, "),
        ("1d10 penetrating", 5, "1d6!p to penetrate, and 1d6!! to compound"),
        ("8d6 half on a save", 4, "write (8d6)/2"),
        ("1d8+2 double damage", 6, "write (1d8+2)*2"),
        ("1d8 tripled", 4, "write (1d8)*3"),
        ("1d6 squared", 4, "write (1d6)^2 to multiply a total with itself"),
        ("8d6/2 rounded up", 6, "write ceil(8d6/2) to round up, or round(8d6/2) to the nearest whole number"),
        ("two six-sided dice", 0, "write 2d6 for two six-sided dice"),
        ("roll three dice", 0, "write 2d6 for two six-sided dice"),
        ("2 dice", 2, "write 2d6 for two six-sided dice"),
        ("percentile dice", 0, "write d% for percentile dice"),
        ("4d6w1", 3, "wild dice are not known: write 3d6+1d6! if one of the dice explodes"),
        ("4d6u", 3, "letters such as u are not known"),
        ("4d6 best 3", 4, "write kh3 for the highest three, kl1 for the lowest one"),
        ("3d6 re-roll ones once", 4, "write r1 to reroll each 1 until another face shows, ro1 to reroll it once, "),
        ("6d6 hits on 5+", 4, "write 6d6>=5 to count the dice that show at least 5"),
        ("6d6tl3", 3, "write 6d6<=3 to count the dice that show at most 3"),
        ("4d6even", 3, "write 4d{0,1} to count dice of which half the faces count"),
        ("1d20ms15", 4, "write 1d20-15 for the margin"),
        ("10d10>=7b1", 8, "write f1 after the successes for results that take one away: 10d10>=6f1"),
        ("4d6 at least 2", 4, "write mi10 for a result of at least 10, and ma5 for at most 5"),
        ("2d6 with advantage", 4, "advantage is known for 1d20 alone: write 3d6kh2"),
        ("2d6 plus 1", 4, "write +, - and * for plus, minus and times: 2d6+1"),
        ("1d6 or 1d8", 4, "write 1d6+1d8 to add dice, or max(1d6,1d8) to use the higher"),
        ("4d6kh3 6 times", 7, "write 6x4d6kh3 to roll six times"),
        ("1d20+5 against DC 15", 7, "against is not known: write (1d20+5)>=15 to compare the total"),
        ("1d20+5 DC 15", 7, "dc is not known: write (1d20+5)>=15 to compare the total"),
        ("2d6 from 3 arrows", 4, "write 2d6[cold] if it has more than letters or could change the roll"),
        ("5+1d20+1d4>=15", 10, "no d4 shows >=15"),
        ("1d20+10 vs 25", 8, "vs is not known: write (1d20+10)>=25 to compare the total"),
        ("1d20cs>19", 4, "cs only marks a die in some programs: leave it out, or write 1d20>=19 to count the die"),
        ("2d", 2, "the sides of the dice are missing: write 2d6 for six-sided dice"),
        ("3d6r", 3, "write r1 to reroll each 1 until another face shows, ro1 to reroll it once, or r<3 for 1 and 2"),
        ("3d6 reroll 1", 4, "write r1 to reroll each 1 until another face shows, "),
        ("2d20 adv", 5, "advantage is known for 1d20 alone: write 2d20kh1"),
        ("3d6 drop 1", 4, "write dl1 to drop the lowest die, "),
        ("{4d6}kh1", 0, "it takes several dice with commas between them, such as {d8,d6}kh1"),
        ("max(2d6)", 0, "it takes several parts with commas between them, such as max(2d6,7)"),
        ("ceil(1d6/2+1)", 0, "it takes one division, such as ceil(1d6/2)"),
        ("(1d4-2)d6", 0, "it takes a number of dice that is never below 0"),
        ("(1d4)d66", 6, "it takes 1 to 1000 sides"),
        ("2d(1d6)", 2, "it takes numbers without dice in this bracket"),
        ("{4d6}>=5", 0, "it takes several dice with commas between them, such as {d8,d6}kh1"),
        ("1d20+DEX", 6, "this needs a variable, "),
        ("1d20+{mod}", 6, "this needs a variable, "),
        ("1d20+?{Modifier|0}", 5, "this needs a variable, "),
        ("@{strength}", 0, "this needs a variable, "),
        ("Xd6", 0, "this needs a variable, "),
        ("d20+5>=DC", 5, "this needs a variable, "),
        ("Attack 1d20+5", 0, "write only the dice, with words after them: 1d20+5 Attack"),
        ('"2d6', 4, "it takes a closing quote"),
        ("2d6 h", 4, "letters such as h are not known"),
        ("1d20,1d6", 4, "only one roll fits here: roll 1d20 first, then the other dice"),
        ("1d20 1d6", 5, "only one roll fits here: roll 1d20 first, "),
        ("1d6 + STR", 6, "this needs a variable, whose value is not known here: write the number itself"),
        ("1d20+@abilities.str.mod", 5, "this needs a variable, "),
        ("1d6+-+1", 5, "it takes dice or a number after the minus sign"),
        ("1d6 per level", 4, "the number of dice is not known here: write 5d6 for a d6 for each of five levels"),
        ("2d6 4", 4, "it takes +, -, * or the end here"),
        ("2d6*1.5", 5, "decimals are not known: use whole numbers"),
        ("d{a,b}", 1, "write the faces as whole numbers with commas between them: d{1,1,2,3}"),
        ("3d6k", 4, "it takes kh (keep highest) or kl (keep lowest)"),
        ("3d6 x", 5, "write ! instead of x for dice that explode, or a number to multiply"),
        ("4d6!!p", 5, "dice can't compound and penetrate: write !p or !!"),
        ("10d20cf<5", 5, "write f1 after the successes for results that take one away: 10d10>=6f1"),
        ("2d6ra6", 3, "write !o6 to roll one more die for each 6"),
        ("4d6r1ro2", 5, "a die is rerolled once, or until other faces show"),
        ("1dc", 2, "write 1d2 for a coin"),
        ("abs(1d4-1d6)", 0, "only max, min, floor, ceil and round are known before a bracket"),
        (
            "20d6mt",
            4,
            "letters such as mt are not known: dice may be followed by kh, kl, dl, dh, r, ro, mi, ma, ! or >=",
        ),
        ("3d6kx", 4, "it takes kh (keep highest) or kl (keep lowest)"),
        ("6 4d6", 2, "only one roll fits here: write 6x4d6 to roll it 6 times"),
        ("(Attack) 1d20 + 5", 1, "a label comes after the dice: write 1d20+5 Attack"),
        ("sw8", 0, "short names of rolls are not known: write the dice themselves, such as 2d6+1"),
        ("3(1d6+2)", 1, "write * before the bracket to multiply, or 3x1d6+2 to roll three times"),
        ("3B6>=4", 1, "the letter of dice is d, and dice with symbols are not known: write 2d6"),
        ("2Y1G2P", 1, "the letter of dice is d, and dice with symbols are not known: write 2d6"),
        ("5k3", 1, "write 5d10kh3, or 5d10!!kh3 if tens explode"),
        ("repeat (4d6k3, 6)", 0, "write 6x4d6kh3 to roll six times"),
        ("(1d4+1,3,2d6kl1)kh1", 6, "write several rolls in braces: {d8,d6}kh1"),
        ("1d20%5", 4, "the rest of a division is not known, and % is only for d%"),
        ("[explode d6]", 0, "write 1d6!"),
        ("[count {5,6} in 5d6]", 0, "write 5d6>=5 to count the dice that show at least 5"),
        ("sum largest 3 4d6", 0, "write 4d6kh3 to keep the highest three, and 2d20kh1 for the highest"),
        ("min 2d20", 0, "write 4d6kl3 to keep the lowest three, and 2d20kl1 for the lowest"),
        ("count 7< 5d10", 0, "write 5d10>7 to count the dice that show more than 7"),
        ("1d8 slashing + 2d6 fire", 4, "write a label within the dice in brackets: 1d8[slashing]+2d6[fire]"),
        ("ud7", 2, "it takes 4, 6, 8, 10, 12 or 20 sides"),
        ("sd20>=5", 2, "it takes 4, 6, 8, 10 or 12 sides"),
        ("sd6", 3, "it takes the faces on which it gets larger, such as sd6>=5"),
        ("sd6>=7", 3, "it takes a number that the die can show"),
        ("0d6", 0, "it takes 1 to 1000 dice; write 0 where there are no dice"),
        ("1d10000", 2, "it takes 1 to 1000 sides"),
        ("2d6 doubled exploding", 4, "; write (2d6!)*2"),
        ("6x2d6+1 doubled and exploding on a hit", 8, "; write 6x(2d6!+1)*2"),
        ("1d20 with advantage with advantage", 20, "advantage counts once: write 2d20kh1"),
        ("1d20+5 adv dis", 11, "advantage and disadvantage cancel each other out: write 1d20+5"),
        ("1d20! adv", 4, "; write 2d20!!kh1"),
        ("2 20-sided dice with advantage", 16, "write 2d20kh1"),
        ("1d6 advantage", 4, "write 2d6kh1"),
        ("4d6 drop lowest two", 16, "a number of dice in digits, such as 2; write 4d6dl2"),
        ("2d6 doubled doubled", 4, "; write (2d6*2)*2"),
        ("2d6 doubled fire", 4, "; write (2d6)*2"),
        ("2d6 doubled reroll 1 once", 4, "; write (2d6ro1)*2"),
        ("8d6 half + 2", 4, "; write (8d6)/2+2"),
        ("half of 8d6", 0, "; write (8d6)/2"),
        ("double 2d6", 1, "; write (2d6)*2"),
        ("5d10>=8 exploding", 8, "; write 5d10!>=8"),
        ("2d6 exploding on -1", 4, "no die shows -1"),
        ("2d6+1d8 doubled exploding", 8, "write (8d6)/2 to halve a total, and (2d6)*2 to double it"),
        ("2 7.5-sided dice", 2, "dice have a whole number of sides: write 2d7"),
        ("2 -6-sided dice", 5, "dice have 1 to 1000 sides: write 2d6 for two six-sided dice"),
        ("2 10000-sided dice", 2, "it takes 1 to 1000 sides"),
        ("1,5d6", 1, "decimals are not known: use whole numbers"),
        ("1 4d6", 2, "only one roll fits here: roll 1 first, then the other dice"),
        ("1d20 keep highest 2", 18, "it takes 1 die to keep"),
    ],
)
def test_notation_that_is_refused_is_named_with_the_spelling_that_works(text, position, said):
    with pytest.raises(NotationError) as refusal:
        parse(text)
    assert refusal.value.position == position
    told = str(refusal.value)
    assert f"at character {position + 1} there is " in told and "; it takes " in told
    assert said in told and "\n" not in told
    for spelling in re.findall(r"\S*d[\d%{]\S*", told.partition("write ")[2]):
        parse(spelling.rstrip(":,."))


CHANGING_WORDS = {
    "exploding": "!",
    "doubled": "*2",
    "half": "/2",
    "with advantage": "kh",
    "disadvantage": "kl",
    "drop lowest": "dl1",
    "keep highest 2": "kh2",
}
"""Words after dice, each with its signs; the number of dice that count with advantage is missing."""


def spell_words(count: int, sides: int, added: str, words: tuple[str, ...]) -> str:
    """Return the notation of dice with words after them: first all that is for dice, then what is for their total."""
    advantages = {word for word in words if "advantage" in word}
    keeps = "".join(CHANGING_WORDS[word] for word in words if word.startswith(("drop", "keep")))
    if len(advantages) == 1:
        keeps = f"{CHANGING_WORDS[advantages.pop()]}{count}{keeps}"
        count += 1
    explosion = ("!!" if keeps else "!") if "exploding" in words else ""
    spelled = f"{count}d{sides}{explosion}{keeps}{added}"
    for word in words:
        spelled = f"({spelled}){CHANGING_WORDS[word]}" if word in ("doubled", "half") else spelled
    return spelled


def normalize_or_none(text: str) -> str | None:
    try:
        return str(parse(text))
    except NotationError:
        return None


def test_words_in_any_order_are_read_or_refused_with_the_spelling_of_all():
    for (count, sides, added), number in product([(1, 20, ""), (4, 6, ""), (4, 6, "+1")], (1, 2, 3)):
        for words in product(CHANGING_WORDS, repeat=number):
            text = f"{count}d{sides}{added} {' '.join(words)}"
            expected = normalize_or_none(spell_words(count, sides, added, words))
            try:
                read = str(parse(text))
            except NotationError as refusal:
                named = re.findall(r"\S*d[\d%{]\S*", refusal.unknown.partition("write ")[2])
                spellings = [normalize_or_none(each.rstrip(":,.")) for each in named]
                assert None not in spellings, (text, refusal.unknown)
                assert expected is None or spellings == [expected], (text, refusal.unknown)
            else:
                assert read == expected, text


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "2,5", "½", "1001", "99999999999", "two", "d6"])
def test_refusals_of_odd_numbers_name_only_spellings_that_work(number):
    for before, behind in [
        ("", "d6 doubled exploding"),
        ("", " six-sided dice exploding half"),
        ("2 ", "-sided dice exploding exploding"),
        ("2d", " half exploding"),
        ("2d6 exploding on ", " doubled"),
        ("2d6 doubled exploding on ", ""),
        ("4d6 drop ", " lowest doubled"),
        ("4d6 keep highest ", ""),
        ("best ", " of 4d6 exploding"),
        ("2d6 reroll ", " doubled"),
        ("", " 4d6"),
        ("5k", ""),
    ]:
        try:
            parse(before + number + behind)
        except NotationError as refusal:
            assert "\n" not in str(refusal)
            for each in re.findall(r"\S*d[\d%{]\S*", refusal.unknown.partition("write ")[2]):
                parse(each.rstrip(":,."))


@check_each(
    "text, printed",
    [
        ("1d20r1 adv", "2d20r1kh1"),
        ("1d20mi10 dis", "2d20mi10kl1"),
        ("3D6 !", "3d6!"),
        ("3d6!6", "3d6!6"),
        ("1d6 e", "1d6!"),
        ("2d6 r <= 2 + 4", "2d6r<=2+4"),
        ("4d6kh3r1", "4d6r1kh3"),
        ("1d20 rr<10", "1d20r<10"),
        ("1d20ma15mi10", "1d20mi10ma15"),
        ("3d6kh2!!", "3d6!!kh2"),
        ("4d6dl1dh1", "4d6dl1dh1"),
        ("4d6km2", "4d6dl1dh1"),
        ("4d20k2kl1", "4d20dl2dh1"),
        ("6d6 ≥ 5", "6d6>=5"),
        ("10D10>=8=10f1", "10d10>=8=10f1"),
        ("10d10 t8 t10", "10d10>=8>=10"),
        ("4df", "4dF"),
        ("d[1,1,2,3]", "1d{1,1,2,3}"),
        ("d{1,2,3}", "1d3"),
        ("{d8,d6}kh1", "max(1d8,1d6)"),
        ("{d8,d6}kl", "min(1d8,1d6)"),
        ("{4d6,2d8}>4", "{4d6,2d8}>4"),
        ("{d4,d6,d8}dl1", "{1d4,1d6,1d8}kh2"),
        ("floor(1d6/2)", "1d6/2"),
        ("ceil(1d6 ÷ 2)", "ceil(1d6/2)"),
        ("(1d6+1)/2*3", "(1d6+1)/2*3"),
        ("8/(1d4*2)", "8/(1d4*2)"),
        ("(1d6+1)^2", "(1d6+1)^2"),
        ("2d6[fire] + 1d6 [ cold ]", "2d6[fire]+1d6[cold]"),
        ("(2d6+1)[fire]", "(2d6+1)[fire]"),
        ("1d20+5   Sleight of Hand", "1d20+5 Sleight of Hand"),
        ("1d20+5 # Stealth", "1d20+5 Stealth"),
        ("6x4d6kh3", "6x4d6kh3"),
        ("6*4d6kh3", "6*4d6kh3"),
        ("[[1d20+5]]", "1d20+5"),
        ("/roll 2d6", "2d6"),
        ("UD8", "ud8"),
        ("ud8<=3", "ud8<=3"),
        ("ud8<=2", "ud8"),
        ("sd6 >= 5", "sd6>=5"),
        ("2D", "2d6"),
        ("2D+1", "2d6+1"),
        ("1d+2", "1d6+2"),
        ("(2+1)d6kh2", "3d6kh2"),
        ("1d20 advantage", "2d20kh1"),
        ("4d6min3max5", "4d6mi3ma5"),
        ("2d8r8 r1", "2d8r8r1"),
        ("4d6sd", "4d6"),
        ("2d20dl", "2d20kh1"),
        ("4d6L3", "4d6kl3"),
        ("10d10x>=8", "10d10!>=8"),
        ("1d6xo6", "1d6!o6"),
        ("3d6ie6", "3d6!6"),
        ("5d20c>10", "5d20>10"),
        ("4dF.2", "4dF"),
        ("d{1..4,9}", "1d{1,2,3,4,9}"),
        ("2W6+1", "2d6+1"),
        ("-1d4", "0-1d4"),
        ("2*-d6", "2*(0-1d6)"),
        ("10d6//2", "10d6/2"),
        ("[[/r 2d6 # Morale check]]", "2d6 Morale check"),
        ("2d10[crit]+5 Critical Hit!", "2d10[crit]+5 Critical Hit"),
        ("1d8+3 (slashing)", "1d8+3 slashing"),
        ("3d6 keep highest 2", "3d6kh2"),
        ("3d6 keep the 2 best dice", "3d6kh2"),
        ("4d6 drop the lowest die", "4d6kh3"),
        ("1d6 exploding", "1d6!"),
        ("2d6 exploding on 5 + 2", "2d6!5+2"),
        ("8d6+4 half", "(8d6+4)/2"),
        ("6x8d6 halved", "6x8d6/2"),
        ("[[1d8 doubled]]", "1d8*2"),
        ("1d20+5 with advantage", "2d20kh1+5"),
        ("1d20 at disadvantage", "2d20kl1"),
        ("2 six-sided dice", "2d6"),
        ("3 8-sided dice drop lowest + 2", "3d8kh2+2"),
        ("4d6ir1", "4d6r1"),
        ("1d8+3 Damage", "1d8+3 Damage"),
        ("1d20+5 double strike", "1d20+5 double strike"),
        ("2d6 fire and cold", "2d6 fire and cold"),
        ("4d6-L", "4d6kh3"),
        ("4d6-H2+1", "4d6kl2+1"),
        ("2d20H", "2d20kh1"),
        ("best 3 of 4d6", "4d6kh3"),
        ("[highest of 2d20]", "2d20kh1"),
        ("1d20+5 dis", "2d20kl1+5"),
        ("1d20-1d4+5 adv # Attack", "2d20kh1-1d4+5 Attack"),
        ("1d20+5>=15", "(1d20+5)>=15"),
        ("10d10>=8!", "10d10!10>=8"),
        ("10d10>=8!9", "10d10!9>=8"),
        ("5d10x", "5d10!"),
        ("1d6**2", "1d6^2"),
        ("1d6++1", "1d6+1"),
        ("(1d4)d6", "(1d4)d6"),
        ("{1d6+2}*2", "(1d6+2)*2"),
        ("3#4d6kh3", "3x4d6kh3"),
        ("[1d20+5]", "1d20+5"),
        ("`2d6`", "2d6"),
        ("2d6.", "2d6"),
        ("Sneak attack: 3d6", "3d6 Sneak attack"),
        ("1d20+5: Stealth", "1d20+5 Stealth"),
        ("1d20+5 // to hit", "1d20+5 to hit"),
        ("3d6 × 10 gp", "3d6*10 gp"),
        ("3T6+1", "3d6+1"),
        ("2k6", "2d6"),
        ("2d6 — 1", "2d6-1"),
        ("1d6⋅10", "1d6*10"),
        ("\u200e2\u200dd6\u2003+\u00ad1", "2d6+1"),
    ],
)
def test_notation_of_other_programs_is_printed_in_one_form(text, printed):
    assert str(parse(text)) == printed
    assert parse(printed) == parse(text)


@check_each(
    "text, faces, total",
    [
        ("3d6!", (6, 2, 6, 4, 6, 1), 25),  # 6 and 4, 2, 6 and 6 and 1
        ("1d6!p", (6, 6, 3), 13),  # 6, 6 - 1, 3 - 1
        ("1d6!o", (6, 6), 12),
        ("2d6!!kh1", (6, 5, 2), 8),
        ("2d6r1", (1, 4, 1, 1, 3), 7),
        ("2d6ro1", (1, 4, 1), 5),
        ("1d20mi10", (3,), 10),
        ("1d20ma15", (18,), 15),
        ("6d6>=5", (1, 5, 6, 4, 5, 2), 3),
        ("5d10>=8>=10f1", (10, 8, 1, 1, 7), 1),
        ("4dF+3", (1, 1, 2, 3), 2),  # -1 -1 0 +1 and 3
        ("2d{0,5,10}", (1, 3), 10),
        ("4d6dl1dh1", (6, 1, 3, 4), 7),
        ("{1d8,1d6}kh1", (3, 5), 5),
        ("max(2d6,7)", (1, 2), 7),
        ("8d6/2", (1, 1, 1, 1, 1, 1, 1, 2), 4),  # 9 / 2, rounded down
        ("ceil(1d6/2)", (5,), 3),
        ("round(1d6/2)", (5,), 3),
        ("1d6^2", (4,), 16),
        ("(1d20+5)>=15", (10,), 1),
        ("3x2d6", (1, 2, 3, 4, 5, 6), 21),
        ("1d20+5 Stealth", (7,), 12),
        ("2d8r8r1", (8, 4, 1, 8, 5), 9),
        ("-1d4", (3,), -3),
    ],
)
def test_given_faces_have_the_total_by_hand(text, faces, total):
    assert total_of_faces(text, *faces) == total


@check_each(
    "text, faces, steps",
    [
        ("2d6!", (6, 2, 4), ["2d6!: 6 explodes, and one more die shows 4."]),
        ("2d6r1", (1, 4, 3), ["2d6r1: 1 is rerolled and shows 3."]),
        ("1d20mi10", (3,), ["1d20mi10: 3 counts as 10."]),
        ("3d6>=5f1", (6, 1, 5), ["3d6>=5f1: 5, 6 count, 1 takes away, which makes 1 success."]),
        ("{1d8,1d6}kh1", (3, 5), ["max(1d8,1d6): 3, 5, of which 5 counts."]),
        ("1d6/2", (5,), ["1d6/2: 5 divided by 2 is 2, rounded down."]),
        ("2x2d6", (1, 2, 3, 4), ["2x2d6: 3, 7."]),
        ("(1d20)>=15", (9,), ["(1d20)>=15: 9 is no success."]),
        ("ud8", (2,), ["ud8: 2, so it becomes a d6."]),
        ("ud20", (3,), ["ud20: 3, so it stays a d20."]),
        ("ud4", (1,), ["ud4: 1, so it is used up."]),
        ("ud8<=3", (3,), ["ud8<=3: 3, so it becomes a d6."]),
        ("sd6>=5", (5,), ["sd6>=5: 5, so it becomes a d8."]),
        ("sd6>=5", (4,), ["sd6>=5: 4, so it stays a d6."]),
        ("sd12=12", (12,), ["sd12=12: 12, so it stays a d12."]),
    ],
)
def test_steps_tell_in_words_what_changes_the_dice(text, faces, steps):
    assert list(rules_py.resolve("dice", faces, notation=text).steps)[: len(steps)] == steps


def test_a_roll_says_how_often_a_die_explodes_at_most_if_it_does():
    roll = rules_py.resolve("dice", [6] * 11, notation="1d6!")
    assert roll.outcome == {"total": 66}
    assert "; a die explodes at most 10 times in a row." in roll.steps[0]
    assert "at most" not in "".join(rules_py.resolve("dice", [6] * 10 + [1], notation="1d6!").steps)


def test_faces_that_show_no_number_have_their_names():
    (die,) = rules_py.resolve("dice", [1, 2, 3], notation="3dF").to_dict()["dice"]
    assert die == {"sides": 3, "faces": [1, 2, 3], "kept": [1, 2, 3], "label": "3dF", "names": [MINUS, "0", "+"]}


def test_readers_are_asked_for_the_faces_of_their_own_dice():
    """Numbers stand for the faces of Fate dice; an exploding die asks for one more."""
    mechanic = find_mechanic("dice")
    (slot,) = mechanic.find_requested_dice((), {"notation": "1dF"}).slots
    assert (slot.sides, slot.throw_label) == (3, f"1dF (1 is {MINUS}, 2 is 0, 3 is +)")
    first = mechanic.find_requested_dice((), {"notation": "1d6!"}).slots
    assert len(first) == 1
    more = mechanic.find_requested_dice([DieSlot(6, first[0].label, 6)], {"notation": "1d6!"}).slots
    assert [each.face for each in more] == [6, None] and more[1].throw_label == "1d6, one more"


def test_the_guide_has_an_example_of_each_kind_of_notation():
    """A new kind of notation isn't hidden from readers, and each spelling in the guide works."""
    kinds = {type(part) for entry in GUIDE for text in entry.list_examples() for part in walk_nodes(parse(text))}
    assert {each for each in list_subclasses(Node) if is_dataclass(each) and not each.__subclasses__()} <= kinds


@given(any_notation())
def test_any_notation_prints_and_rolls_within_its_bounds(tree):
    assert parse(str(tree)) == tree
    lowest, highest = tree.compute_bounds()
    total = RandomDice(1).total(str(tree))
    assert lowest <= total <= highest
    if not any(part.has_long_odds() for part in walk_nodes(tree)):
        ways = run_to_completion(compute_totals(tree))
        assert total in ways and all(weight > 0 for weight in ways.values())
        assert lowest <= min(ways) and max(ways) <= highest


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


@given(st.text(max_size=120) | st.text("0123456789dDkKhHlLxX*×+-−–() !rope<>=fF{},[]/^#mi ", max_size=120))
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


@check_each(
    "sentence, found",
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
        ("1D6!", [("1D6!", "1d6!")]),
        ("deals 3d6! and burns", [("3d6!", "3d6!")]),
        ("deals 3d6! + 2", [("3d6! + 2", "3d6!+2")]),
        ("Damage: 1d8!+1d6! for a wild card", [("1d8!+1d6!", "1d8!+1d6!")]),
        ("roll 3d6!!kh1, or 2d6!o", [("3d6!!kh1", "3d6!!kh1"), ("2d6!o", "2d6!o")]),
        ("4dF+1d6, or 4dF.", [("4dF+1d6", "4dF+1d6"), ("4dF", "4dF")]),
        (
            "6d6>=5 or 6d6 ≥ 5, 10d10>7>=10f1",
            [("6d6>=5", "6d6>=5"), ("6d6 ≥ 5", "6d6>=5"), ("10d10>7>=10f1", "10d10>7>=10f1")],
        ),
        ("3d6r1, 1d20ro1, 2d6r<3", [("3d6r1", "3d6r1"), ("1d20ro1", "1d20ro1"), ("2d6r<3", "2d6r<3")]),
        ("3D6KH2, 3d6kl1>=2", [("3D6KH2", "3d6kh2"), ("3d6kl1>=2", "3d6kl1>=2")]),
        ("2d20kh+5 or 4d6dl1 or 3d6k2", [("2d20kh+5", "2d20kh1+5"), ("4d6dl1", "4d6kh3"), ("3d6k2", "3d6kh2")]),
        ("1d20mi10 for reliable talent", [("1d20mi10", "1d20mi10")]),
        ("8d6/2 on a save, 2d6÷2", [("8d6/2", "8d6/2"), ("2d6÷2", "2d6/2")]),
        ("2d6[fire]+1d6[cold] damage", [("2d6[fire]+1d6[cold]", "2d6[fire]+1d6[cold]")]),
        ("{d8,d6}kh1 or max(2d6,7)", [("{d8,d6}kh1", "max(1d8,1d6)"), ("max(2d6,7)", "max(2d6,7)")]),
        ("a lantern (Ud6), or two", [("Ud6", "ud6")]),
        ("ud8<=3, or sd6>=5", [("ud8<=3", "ud8<=3"), ("sd6>=5", "sd6>=5")]),
        ("5+1d6 or 5 + 1d6 rounds", [("5+1d6", "5+1d6"), ("5 + 1d6", "5+1d6")]),
        ("2×1d6, 2 x 1d6 and 10+2*1d6", [("2×1d6", "2*1d6"), ("2 x 1d6", "2*1d6"), ("10+2*1d6", "10+2*1d6")]),
        ("6x4d6kh3 for abilities", [("6x4d6kh3", "6x4d6kh3")]),
        (
            "3*(1d6+1), (2d6+1)*3 or (2d6) x 3 coins",
            [("3*(1d6+1)", "3*(1d6+1)"), ("(2d6+1)*3", "(2d6+1)*3"), ("(2d6) x 3", "2d6*3")],
        ),
        ("Armor +5, then 1d6; A+5+1d6", [("1d6", "1d6"), ("5+1d6", "5+1d6")]),
        ("4x3 cards and 1d6", [("1d6", "1d6")]),
        ("throw 5d{0,0,1} or d%", [("5d{0,0,1}", "5d{0,0,1}"), ("d%", "1d100")]),
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


@check_each(
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
        "deals 3d6!Then",
        "roll 3d6!!",
        "roll 3d6!>5",
        "roll 3d6!?",
        "6d6>=1d6",
        "1d6=6",
        "2d6≠7",
        "2d6/1d4",
        "2d6/3d6",
        "2d6>=7",
        "3d6k",
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
        "2d6^2",
        "2d6**2",
        "3d6%2",
        "3d6[fire]2",
        "3d6[2]",
        "3d6{2}",
        "2d6*(1+2)",
        "(2d6+1)*3.5",
        "2.5*(1d6+1)",
        "1.5+1d6",
        "1,5+1d6",
        "10-1d6",
        "(2+1)*1d6",
        "5+1d6d",
        "4x3",
        "2 x 4",
        "5+3d",
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
        name
        for name in called
        if name.startswith(("PlainParser", "FullParser", "_parse_cached", "_normalize_cached", "walk_"))
    ] == []
