"""Verdicts of every rule of every game: readable sentences for any faces and parameters."""

import re
from functools import cache

import rules_py
from rules_py.errors import RulesError
from rules_py.parameters import Flag
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import render_roll, verdict_for
from tests.cases import check_each

MECHANICS = [*rules_py.mechanics(), "dice"]
SEEDS = range(60)


def iter_settings(mechanic):
    """Yield the defaults, then each toggle and choice changed on its own, and each number at its ends."""
    yield {}
    for name, parameter in mechanic.parameters.items():
        values = list(parameter.kind.all_values())
        chosen = values if isinstance(parameter.kind, Flag) else values[:1] + values[-1:]
        yield from ({name: value} for value in chosen)


@cache
def list_rolls(id):
    """Return rolls with all these settings, except for those that the rule rejects."""
    mechanic, rolls = find_mechanic(id), []
    for given in iter_settings(mechanic):
        for seed in SEEDS if not given else range(6):
            try:
                rolls.append(mechanic.roll(given, seed))
            except RulesError:
                break
    return rolls


BARE = re.compile(r"\b(None|none\b.*:|True|False|\w+=)")
"""Pattern of a value without a wording for readers."""


@check_each("id", MECHANICS)
def test_verdict_is_a_readable_sentence(id):
    for roll in list_rolls(id):
        verdict = roll.verdict
        assert verdict and verdict[0] == verdict[0].upper() and not verdict.endswith("."), (roll.params, verdict)
        assert not BARE.search(verdict.replace("None of", "")), (roll.params, verdict)
        assert not re.search(r"\b(\w+) \1\b|\d \d|  |[{}\[\]]|_", verdict), (roll.params, verdict)
        assert not re.search(r"\blater\b|\bnever\b", verdict), (roll.params, verdict)
        assert not re.fullmatch(r"\w+( \w+)? -?\d+", verdict) or verdict.startswith("Initiative "), verdict


@check_each("id", MECHANICS)
def test_consequences_are_sentences_and_follow_ups_exist(id):
    for roll in list_rolls(id):
        assert all(line[0] == line[0].upper() or line[0].isdigit() for line in roll.consequences), roll.consequences
        assert not any(re.search(r"\bNone\b|\bTrue\b|\bFalse\b", line) for line in (*roll.consequences, *roll.steps)), (
            roll
        )
        for following in roll.next_rolls:
            find_mechanic(following.mechanic).check(following.preset_params)
            assert following.at_once is False or find_mechanic(following.mechanic).roll(following.preset_params).verdict


@check_each("id", MECHANICS)
def test_result_card_repeats_no_line(id):
    mechanic = find_mechanic(id)
    for roll in list_rolls(id)[:40]:
        html = render_roll(mechanic, roll)
        shown = re.findall(r"<li>(.*?)</li>", html.partition("fb-how")[0])
        assert len(shown) == len(set(shown)), shown
        assert not any(
            re.sub(r"<.*?>", "", line).removesuffix(".").lower() in verdict_for(mechanic, roll).lower()
            for line in shown
        )
        assert html.count("fb-headline") == 1 and not re.search("<dd>(none)?</dd>", html), html


def test_nested_rules_verdict_becomes_a_step_of_the_outer_rule():
    roll = rules_py.resolve("sideworld.attack", [20, 1, 6, 6], rounds=2)
    assert roll.verdict == "Hit: 24 damage, the target is hurt"
    assert "Hit, by 19." in roll.steps and "The target takes 24 damage." in roll.steps
    assert [(each.text, each.mechanic, each.at_once) for each in roll.next_rolls] == [
        ("Roll 1D100 for the body part", "sideworld.wound", True)
    ]


def test_follow_up_roll_knows_the_damage():
    [severe] = rules_py.resolve("sideworld.damage", [6, 5]).next_rolls
    assert (severe.mechanic, severe.preset_params) == ("sideworld.severe", {"damage": 11})
