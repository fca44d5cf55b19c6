"""The grade of a roll is the roller's success, in every game and in the same colours."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import rules_py
from rules_py.bridge.rolls import build_roll_answer
from rules_py.mechanic.grades import compute_roll_tone, find_roll_grade
from rules_py.registry.games import find_mechanic
from tests.cases import check_each

MECHANICS = [find_mechanic(id) for slug in rules_py.systems() for id in rules_py.mechanics(slug)]
SEEDS = range(400)
GOOD = ("good", "best")
SUCCESSES = {
    "sideworld.attack": lambda outcome: outcome["hit"],
    "sideworld.turret": lambda outcome: outcome["hit"],
    "sideworld.to-hit": lambda outcome: outcome["hit"],
    "sideworld.unarmed": lambda outcome: outcome["hit"],
    "sideworld.group-attack": lambda outcome: outcome["hits"] > 0,
    "sideworld.save": lambda outcome: outcome["result"] == "success",
    "sideworld.prosthetic": lambda outcome: not outcome["fails"],
    "sideworld.scramble": lambda outcome: not outcome["scrambled"],
    "combat.blow": lambda outcome: outcome["hit"],
    "combat.attack": lambda outcome: outcome["hit"],
    "combat.skill": lambda outcome: outcome["success"],
    "psiops.attack": lambda outcome: outcome["band"] in ("success", "critical"),
    "psiops.defend": lambda outcome: outcome["band"] in ("success", "critical"),
    "psiops.focus-fire": lambda outcome: outcome["damage"] > 0,
    "psiops.dying": lambda outcome: outcome["state"] in ("standing", "rallied"),
    "puml.offense": lambda outcome: outcome["band"] in ("success", "ultra"),
    "puml.defence": lambda outcome: outcome["band"] in ("success", "ultra"),
    "xmas.attack": lambda outcome: outcome["band"] in ("nice", "extra_nice"),
    "xmas.crowd": lambda outcome: outcome["band"] in ("nice", "extra_nice"),
    "xmas.test": lambda outcome: outcome["band"] in ("nice", "extra_nice"),
    "xmas.first-aid": lambda outcome: outcome["saved"],
}
"""When the roller succeeds, by the texts."""

FAILURES = {
    "sideworld.attack": lambda outcome: not outcome["hit"] and not outcome["caught"],
    "sideworld.turret": lambda outcome: not outcome["hit"] and not outcome["caught"],
    "sideworld.group-attack": lambda outcome: not outcome["hits"] and not outcome["caught"],
    "sideworld.save": lambda outcome: outcome["result"] == "failure",
    **dict.fromkeys(("psiops.attack", "psiops.defend"), lambda outcome: outcome["band"] == "failure"),
    **dict.fromkeys(("puml.offense", "puml.defence"), lambda outcome: outcome["band"] == "failure"),
    **dict.fromkeys(("xmas.attack", "xmas.crowd", "xmas.test"), lambda outcome: outcome["band"] == "naughty"),
    "psiops.dying": lambda outcome: outcome["state"] == "dead",
}
"""When the roller fails, if that isn't the rest."""


@check_each("id", SUCCESSES)
def test_roll_is_graded_by_the_success_of_its_roller(id):
    mechanic = find_mechanic(id)
    seen = set()
    for seed in SEEDS:
        roll = mechanic.roll({}, seed)
        grade = find_roll_grade(mechanic, roll.outcome)
        seen.add(grade)
        if SUCCESSES[id](roll.outcome):
            assert grade in GOOD, roll.outcome
        elif FAILURES.get(id, lambda _: True)(roll.outcome):
            assert grade == "bad", roll.outcome
        else:
            assert grade == "mixed", roll.outcome
    assert seen & set(GOOD)


def test_kill_is_good_and_a_miss_is_bad_for_the_attacker():
    mechanic = find_mechanic("sideworld.attack")
    killed = {"hit": True, "delivered": 90, "state": "dead", "severe": True, "caught": False}
    missed = killed | {"hit": False, "delivered": 0, "state": "healthy", "severe": False}
    assert find_roll_grade(mechanic, killed) == "good" and compute_roll_tone(mechanic, killed) == 1
    assert find_roll_grade(mechanic, missed) == "bad" and compute_roll_tone(mechanic, missed) == 0
    assert find_roll_grade(mechanic, missed | {"state": "dead"}) == "bad", "an earlier wound is no success"
    assert find_roll_grade(mechanic, missed | {"caught": True}) == "mixed"


@check_each("mechanic", MECHANICS)
def test_page_and_history_show_the_same_grade(mechanic):
    for seed in range(20):
        roll = mechanic.roll({}, seed)
        answer, grade = build_roll_answer(mechanic, roll), find_roll_grade(mechanic, roll.outcome)
        assert answer["about"]["grade"] == grade
        assert (f'data-grade="{grade}"' in answer["html"]) == bool(grade)
        assert (answer["about"]["tone"] is None) == (grade == "")


@check_each("mechanic", MECHANICS)
def test_graded_and_opposed_fields_are_in_the_outcome(mechanic):
    outcome = mechanic.roll({}, 1).outcome
    assert set(mechanic.grading_fields) <= set(outcome)
    assert set(mechanic.opposed) <= set(mechanic.names)


def read_colours(scheme: str) -> dict[str, str]:
    files = (Path("page/css") / name for name in ("field-book.css", "tones.css"))
    blocks = (file.read_text().split(f'[data-md-color-scheme="{scheme}"] {{')[1].split("}")[0] for file in files)
    return dict(re.findall(r"--fb-([a-z-]+): (#[0-9a-f]{6});", "".join(blocks)))


def compute_luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_grades_have_clear_colours_of_their_own(scheme):
    colours = read_colours(scheme)
    for name in ("good", "mixed", "bad"):
        for ground in ("sheet", "paper", "control"):
            pair = sorted(compute_luminance(colours[each]) for each in (name, ground))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, (name, ground)
    for one, other in combinations(("good", "mixed", "bad"), 2):
        assert (
            sum(abs(int(colours[one][at : at + 2], 16) - int(colours[other][at : at + 2], 16)) for at in (1, 3, 5)) > 60
        )
