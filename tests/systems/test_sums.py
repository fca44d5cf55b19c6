"""Result lines of every rule of every game: sums say what was added and add up, and grades are marked."""

import re
from random import Random

import pytest

import rules_py
from rules_py.errors import RulesError
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_roll, render_roll
from tests.cases import check_each
from tests.rules_py.strategies import scale_examples

MECHANICS = [*rules_py.mechanics(), "dice"]
ROLLS = scale_examples(10)
NUMBER = re.compile(r"([+\N{MINUS SIGN}]?) ?(\d+)")


def iter_random_rolls(id):
    """Yield rolls with random settings, the first ones with the defaults, except for those that the rule rejects."""
    mechanic, random = find_mechanic(id), Random(id)
    for number in range(ROLLS):
        given = {
            name: random.choice([*parameter.kind.all_values()] or [parameter.default])
            for name, parameter in mechanic.parameters.items()
            if number > ROLLS // 10 and random.random() < 0.6
        }
        try:
            yield mechanic.roll(given, random)
        except RulesError:
            continue


def add_up(text):
    return sum(-int(digits) if sign == "\N{MINUS SIGN}" else int(digits) for sign, digits in NUMBER.findall(text))


def read_sums(html):
    """Yield each sum beside the dice: the total of the numbers that a reader sees before "=", and the one after it."""
    line = re.search(r'<p class="fb-dice">(.*?)</p>', html)
    groups = re.sub(r"<s .*?</s>", "", line[1] if line else "").split('<span class="fb-thrown">')[1:]
    for group in groups:
        faces = re.findall(r'<span class="fb-face" data-sides="\d+">(\d+)</span>', group)
        shown = sum(map(int, faces))
        for text in re.findall(r'<span class="fb-total">(.*?)</span>', group):
            terms, total = re.split(" ?= ", re.sub(r"</?b>", "", text))
            own = re.match(r" so ([^,]+)", terms)
            added = terms[own.end() :] if own else terms
            before = (add_up(own[1]) if own else shown) + sum(map(add_up, added.split(", ")))
            yield before, add_up(total)


@check_each("id", MECHANICS)
def test_sums_are_true_and_give_the_total(id):
    mechanic = find_mechanic(id)
    for roll in iter_random_rolls(id):
        html, said = render_roll(mechanic, roll), describe_roll(mechanic, roll)
        shown = list(read_sums(html))
        assert all(before == after for before, after in shown), (roll.params, html)
        for text in (each.sum_text for each in roll.dice if each.sum_text):
            before, after = text.split(" = ")
            assert sum(map(add_up, before.split(", "))) == add_up(after), (roll.params, text)
        if "total" in roll.outcome and roll.dice:
            assert "total <b>" not in html, "the rule doesn't say what it added"
            assert roll.outcome["total"] in [*(after for _, after in shown), *roll.faces], (roll.params, html)
            assert mechanic.headline == "total" or " = " in said


def roll_line(rolled):
    """Return the line of dice as plain text."""
    html = render_roll(find_mechanic(rolled.mechanic), rolled)
    return re.sub("<.*?>", "", re.search('<p class="fb-dice">(.*?)</p>', html)[1])


@pytest.mark.parametrize(
    ("id", "faces", "params", "line"),
    [
        ("psiops.action", [5, 1], {"attribute": 1}, "2d6 5 + 1, +1 attribute = 7"),
        ("psiops.action", [5, 1], {}, "2d6 5 + 1 = 6"),
        ("psiops.action", [5, 1, 4], {"advantage": True}, "3d6 5 1 dropped + 4 = 9"),
        ("psiops.action", [5, 1, 4], {"skill": True}, "2d6 5 + 1 = 6 skill 4 so 4 + 5 = 9"),
        (
            "combat.skill",
            [3, 5, 6],
            {"modifier": -2},
            "3D6 3 + 5 + 6, +3 attribute, +3 skill, \N{MINUS SIGN}2 modifier = 18",
        ),
        ("puml.tag-team", [5, 1], {"first": 2}, "first 5 second 1 so 5 + 1, +2 first attribute = 8"),
        (
            "sideworld.to-hit",
            [7, 9],
            {"bonus": 2},
            "attacker 7, +10 Attack, +2 bonuses = 19 defender 9, +10 Dodge = 19",
        ),
        ("sideworld.prosthetic", [4], {}, "fails on a 1 4"),
        ("xmas.test", [5, 1], {"stat": 4, "tags": 2}, "2d6 5 + 1, +4 at most = 10"),
        ("dice", [2, 3, 4], {"notation": "2d6+1d4+1"}, "2d6 2 3 1d4 4 so 2 + 3 + 4, +1 = 10"),
        ("dice", [2, 3], {"notation": "2d6*2"}, "2d6 2 3"),
    ],
)
def test_the_line_of_dice_says_what_was_added(id, faces, params, line):
    assert roll_line(rules_py.resolve(id, faces, **params)) == line


@pytest.mark.parametrize(
    ("id", "faces", "grade"),
    [
        ("psiops.action", [1, 1], "bad"),
        ("psiops.action", [4, 3], "mixed"),
        ("psiops.action", [5, 5], "good"),
        ("puml.action", [6, 6], "best"),
        ("combat.skill", [1, 1, 1], "bad"),
        ("combat.skill", [6, 6, 6], "good"),
        ("combat.initiative", [6], ""),
    ],
)
def test_a_result_has_a_grade_apart_from_its_colour(id, faces, grade):
    rolled = rules_py.resolve(id, faces)
    html = render_roll(find_mechanic(id), rolled)
    assert re.findall('data-grade="(.*?)"', html) == ([grade] if grade else [])
