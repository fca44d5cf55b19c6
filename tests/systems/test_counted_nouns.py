"""Nouns after a count: singular after 1 and plural otherwise, in every line that a rule or a sheet says.

Rolls and changes are drawn at random with many small numbers.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import rules_py
from rules_py.errors import RulesError
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_change, find_sheet
from tests.cases import check_each

TIMES = 30
SMALL = (0, 1, 1, 1, 2, 3)
PLURAL_AFTER_ONE = re.compile(r"(?<![\d.,/+])\b1 (?:full |spare |lost )*([a-z]{2,}s)\b")
NO_PLURALS = {
    *("changes", "costs", "gets", "goes", "holds", "is", "leaves", "less", "lowers", "marks", "puts", "rebounds"),
    *("stays", "stress", "takes", "this"),
}
"""Words that end in s and follow a number, but aren't what it counts."""


def draw(parameter: dict[str, Any], chance: random.Random) -> Any:
    """Draw a value of a described parameter, mostly a small number."""
    match parameter["kind"]:
        case "int" | "number":
            low, high = parameter["range"]
            return min(max(chance.choice(SMALL), low), 10**6 if high is None else high)
        case "bool":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(parameter["choices"])
        case "numbers":
            low, high = parameter["range"]
            return [min(max(chance.choice(SMALL), low), high) for _ in parameter["parts"]]
        case "list":
            return [draw(parameter["entry"], chance) for _ in range(min(chance.choice(SMALL), parameter["most"]))]
        case "notation":
            return chance.choice(("1", "2", "1d6"))
        case "record":
            return {part["name"]: draw(part, chance) for part in parameter["parts"]}
        case _:
            return ""


def draw_some(parameters: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Draw values of some of these parameters, and leave the others out."""
    return {each["name"]: draw(each, chance) for each in parameters if chance.random() < 0.7}


def list_rolled_lines(mechanic_id: str) -> Iterator[str]:
    """Yield what random rolls of a rule say."""
    chance, described = random.Random(mechanic_id), rules_py.describe(mechanic_id)["parameters"]
    for seed in range(TIMES):
        try:
            roll = find_mechanic(mechanic_id).roll(draw_some(described, chance), seed)
        except RulesError as refusal:
            yield str(refusal)
            continue
        yield from (roll.verdict, *roll.consequences, *roll.steps, *(each.text for each in roll.next_rolls))


def list_changed_lines(sheet_id: str) -> Iterator[str]:
    """Yield what random changes of random sheets say, and the sheets' warnings."""
    chance, fields = random.Random(sheet_id), [each.describe() for each in find_sheet(sheet_id).parameters.values()]
    for change_id in rules_py.changes(sheet_id):
        described = find_change(change_id, find_sheet(sheet_id)()).describe()["parameters"]
        for _ in range(TIMES):
            try:
                sheet = rules_py.sheet(sheet_id, **draw_some(fields, chance))
                changed = rules_py.change(sheet, change_id, **draw_some(described, chance))
            except RulesError as refusal:
                yield str(refusal)
                continue
            yield from (*changed.steps, *changed.sheet.warnings, *sheet.warnings)


def find_wrong(lines: Iterator[str]) -> list[str]:
    """Return the lines with a plural after 1, each once."""
    return sorted({line for line in lines if any(word not in NO_PLURALS for word in PLURAL_AFTER_ONE.findall(line))})


@check_each("mechanic_id", rules_py.mechanics())
def test_rolls_say_one_thing_in_the_singular(mechanic_id):
    assert find_wrong(list_rolled_lines(mechanic_id)) == []


@check_each("sheet_id", rules_py.sheets())
def test_changes_say_one_thing_in_the_singular(sheet_id):
    assert find_wrong(list_changed_lines(sheet_id)) == []
