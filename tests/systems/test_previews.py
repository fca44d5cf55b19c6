"""Previews of rolls: lines that say what a roll is against, and chances that are worked out by hand from the texts."""

from collections import Counter
from fractions import Fraction

import pytest

from rules_py.play.previews import (
    Origin,
    compute_results,
    compute_roll_chance,
    describe_line,
    find_own_origins,
    find_target_origins,
    format_whole_percent,
)
from rules_py.play.solo import Solo
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import create_fight, find_sheet

TOTALS = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
"""The chance of each total of 2D6."""

FACES = range(1, 7)
THREE = Counter(first + second + third for first in FACES for second in FACES for third in FACES)
"""The number of ways, of 216, to roll each total of 3D6."""


def at_least(least: int) -> Fraction:
    return sum((chance for total, chance in TOTALS.items() if total >= least), Fraction(0))


CHANCES = {
    "PSIOPS: +2 at 7 or more": ("psiops.action", {"attribute": 2}, Fraction(30, 36), "83 %"),
    "X-M.A.S.: 0 at 7 or more": ("xmas.test", {}, Fraction(21, 36), "58 %"),
    "PUML: -1 at 7 or more, and 6 6": ("puml.action", {"attribute": -1}, Fraction(15, 36), "42 %"),
    "COMBAT!: STR 3 twice at TN 18": (
        "combat.attribute",
        {"attribute": 3},
        Fraction(sum(ways for total, ways in THREE.items() if total + 6 >= 18), 216),
        "38 %",
    ),
    "Sideworld: a Save against 15": ("sideworld.save", {"attribute": 15}, Fraction(14, 20), "70 %"),
    "Sideworld: Attack 17 against Dodge 10": (
        "sideworld.to-hit",
        {"attack": 13, "bonus": 4, "dodge": 10},
        Fraction(sum(own + 17 > other + 10 for own in range(1, 21) for other in range(1, 21)), 400),
        "77 %",
    ),
    "PSIOPS: 0 HP at +0": ("psiops.dying", {"strength": 0}, at_least(7), "58 % lives"),
    "PSIOPS: 6 stress at +1": ("psiops.stress", {"willpower": 1}, at_least(6), "72 % no panic"),
    "PSIOPS: REFLEXES +2 in armor 2": (
        "psiops.defend",
        {"attribute": 2, "armor": 2},
        at_least(8),
        "42 % unhurt",
    ),
}


@pytest.mark.parametrize(("id", "params", "chance", "text"), CHANCES.values(), ids=CHANCES)
def test_chance_is_that_of_the_text(id, params, chance, text):
    found = compute_roll_chance(find_mechanic(id), params)
    assert found.probability == chance
    assert found.text.replace("\N{NO-BREAK SPACE}", " ") == text


def test_armor_that_stops_a_partial_success_leaves_its_wearer_unhurt():
    """At 7 to 9 the lowest die counts: with 3 armor, 3 cover and +2, a lowest die of 4 or less does nothing."""
    params = {"attribute": 0, "armor": 3, "cover": 3}
    unhurt = Fraction(0)
    for first in range(1, 7):
        for second in range(1, 7):
            total = first + second
            counted = 0 if total >= 10 else min(first, second) if total >= 7 else max(first, second)
            unhurt += Fraction(1 if counted + 2 - 6 <= 0 or total >= 10 else 0, 36)
    assert compute_roll_chance(find_mechanic("psiops.defend"), params).probability == unhurt


def test_results_are_listed_from_the_worst_with_their_totals():
    """A skill rolls the lowest die again below 10, so that a miss at +2 needs both dice to be low twice."""
    results = compute_results(find_mechanic("psiops.action"), {"attribute": 2})
    assert [(each.label, each.grade, each.totals) for each in results] == [
        ("Failure", "bad", "6-"),
        ("Partial success", "mixed", "7-9"),
        ("Success", "good", "10-12"),
        ("Critical success", "best", "13+"),
    ]
    assert [each.chance for each in results] == [
        1 - at_least(5),
        at_least(5) - at_least(8),
        at_least(8) - at_least(11),
        at_least(11),
    ]


def test_roll_without_success_shows_its_dice():
    assert compute_roll_chance(find_mechanic("sideworld.initiative"), {}).text == "1D20"
    assert compute_roll_chance(find_mechanic("combat.initiative"), {}).text == "1D6"


def test_percent_is_rounded_and_never_falsely_certain():
    texts = [format_whole_percent(Fraction(part, 1000)) for part in (0, 1, 5, 994, 999, 1000)]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts] == [
        "0 %",
        "<1 %",
        "1 %",
        "99 %",
        ">99 %",
        "100 %",
    ]


def describe(sheet_id: str, mechanic_id: str, fields: dict, given: dict, hidden=("weapons",), helps=None) -> str:
    sheet = find_sheet(sheet_id).from_fields(fields)
    solo = Solo(sheet, create_fight(sheet_id.partition(".")[0]))
    binding = solo.find_binding(mechanic_id)
    chosen = solo.choose(binding, {})
    params = binding.mechanic.check({**solo.fill_params(binding, chosen), **given})
    origins = find_own_origins(binding, sheet, chosen) | {name: Origin("player") for name in given}
    return describe_line(binding.mechanic, params, origins, hidden=hidden, helps=helps).text


LINES = {
    "a rifle in the open": (
        "psiops.operative",
        "psiops.attack",
        {"reflexes": 2},
        {},
        "REFLEXES +2, nearby, no armor, no cover",
    ),
    "a rifle at a target in cover": (
        "psiops.operative",
        "psiops.attack",
        {"reflexes": 2},
        {"range_band": "far", "cover": 1, "aiming": True},
        "REFLEXES +2, far, no armor, low cover, aiming",
    ),
    "a defence in armor": (
        "psiops.operative",
        "psiops.defend",
        {"reflexes": 2, "armor": 2},
        {},
        "REFLEXES +2 against damage +2, armor 2",
    ),
    "a target that nobody has described": (
        "sideworld.character",
        "sideworld.unarmed",
        {"attack": 13},
        {},
        "Attack 13 against which Dodge?, in plain sight, no parry",
    ),
    "a target with Dodge 12": (
        "sideworld.character",
        "sideworld.unarmed",
        {"attack": 13},
        {"dodge": 12},
        "Attack 13 against Dodge 12, in plain sight, no parry",
    ),
    "a soldier's skill": (
        "combat.character",
        "combat.skill",
        {"reflexes": 4, "skills": [{"name": "Rifles", "level": 4}]},
        {},
        "REF 4, Rifles 4 against TN 18 Challenging",
    ),
}


@pytest.mark.parametrize(("sheet_id", "mechanic_id", "fields", "given", "line"), LINES.values(), ids=LINES)
def test_line_says_what_a_roll_is_against(sheet_id, mechanic_id, fields, given, line):
    assert describe(sheet_id, mechanic_id, fields, given) == line


def test_line_names_the_tags_that_help():
    fields = {"tough": 2}
    assert describe("xmas.operator", "xmas.attack", fields, {}, helps={"tags": ()}) == "TOUGH +2, no Armor, no tag"
    given = {"tags": 2}
    named = {"tags": ("Sturdy", "Infrared")}
    assert (
        describe("xmas.operator", "xmas.attack", fields, given, helps=named) == "TOUGH +2, Sturdy, Infrared, no Armor"
    )


def test_line_of_a_fight_has_the_targets_values():
    attack = find_mechanic("psiops.attack")
    target = find_sheet("psiops.operative")(armor=2, cover=2)
    binding = next(each for each in target.met_by if each.mechanic is attack)
    filled = binding.fill_params(target)
    line = describe_line(attack, attack.check(filled), find_target_origins(binding, target))
    assert line.text == "nearby against armor 2, medium cover, no modifier, no skill"
