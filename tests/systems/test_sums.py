"""Sums beside the dice of every rule of every game: they say what was added, and they add up."""

import re
from random import Random

import pytest

import rules_py
from rules_py import rendering
from rules_py.errors import RulesError
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_sum

MECHANICS = [*rules_py.mechanics(), "dice"]
ROLLS = 100
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
    shown, is_joined = 0, False
    for group in groups:
        faces = re.findall(r'<span class="fb-face" data-sides="\d+">(\d+)</span>', group)
        shown = (shown if is_joined else 0) + sum(map(int, faces))
        is_joined = group.endswith("+ ")
        for text in re.findall(r'<span class="fb-total">(.*?)</span>', group):
            terms, total = re.sub(r"</?b>", "", text).split(" = ")
            numbers, *added = terms.split(", ")
            before = (add_up(numbers.removeprefix(": ")) if numbers else shown) + sum(map(add_up, added))
            yield before, add_up(total)


@pytest.mark.parametrize("id", MECHANICS)
def test_sums_are_true_and_give_the_total(id):
    mechanic = find_mechanic(id)
    for roll in iter_random_rolls(id):
        html, said = rendering.render_roll(mechanic, roll), rendering.describe_roll(mechanic, roll)
        shown = list(read_sums(html))
        assert all(before == after for before, after in shown), (roll.params, html)
        for each in roll.sums:
            before, after = describe_sum(each).split(" = ")
            assert sum(map(add_up, before.split(", "))) == add_up(after) == each.total
        if "total" in roll.outcome and roll.dice:
            assert "total <b>" not in html, "the rule doesn't say what it added"
            assert roll.outcome["total"] in [*(after for _, after in shown), *roll.faces], (roll.params, html)
            assert mechanic.headline == "total" or " = " in said
