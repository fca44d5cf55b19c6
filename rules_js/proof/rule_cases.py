"""Cases of rules: every path of faces of a rule with few dice, random rolls, and random odds."""

import json
import math
import random
from collections.abc import Iterable, Iterator
from typing import Any

from rules_py.bridge.rolls import build_roll_answer
from rules_py.dice import RandomDice, RecordingDice
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.registry import games

from .cases import Case, choose_seed, choose_values, find_series, make_case
from .failures import note_question
from .request_cases import make_request_cases

MOST_PATHS = 20_000
"""The maximum number of paths of faces that a proof follows."""

MOST_DICE = 60
"""The maximum number of dice of a path."""

ESTIMATE_ROLLS = 200
"""The number of random rolls from which the number of paths is estimated."""

MOST_REQUESTS = 3
"""The maximum number of rolls of a rule that are asked for."""

DEFAULT_ROLLS = 250
"""The number of random rolls at a rule's defaults if it has too many paths."""


def list_rollable_ids(slugs: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of everything that can be rolled: "dice", and the mechanics and tables with dice of games."""
    found = ["dice"]
    for game in map(games.find_game, slugs):
        found += [*game.mechanics, *(table.id for table in game.tables.values() if table.die)]
    return tuple(found)


class PathDice(RecordingDice):
    """Dice that follow a path of faces; after its end, they show their lowest faces and prolong it.

    Attributes:
        path: the faces.
        sides: the sides of each die of the path.
    """

    def __init__(self, path: Iterable[int]) -> None:
        super().__init__()
        self.path, self.sides = list(path), list[int]()

    def next_face(self, sides: int) -> int:
        """Return the next face of the path, or the lowest one after its end."""
        if len(self.sides) == MOST_DICE:
            raise LongPathError
        at = len(self.sides)
        self.sides.append(sides)
        if at == len(self.path):
            self.path.append(1)
        return self.path[at]


class LongPathError(Exception):
    """The end of a path that may have no other."""


def find_paths(id: str) -> dict[tuple[int, ...], Roll]:
    """Return the roll of every path of faces of a mechanic at its defaults, or none if there are too many paths."""
    mechanic = games.find_mechanic(id)
    found: dict[tuple[int, ...], Roll] = {}
    try:
        params = mechanic.check({})
        if not _has_few_paths(mechanic, params):
            return {}
        dice = PathDice(())
        while len(found) < MOST_PATHS:
            note_question("resolve", id, dice.path, "{}")
            roll = mechanic.run(dice, params)
            found[tuple(dice.path)] = roll
            while dice.path and dice.path[-1] == dice.sides[len(dice.path) - 1]:
                dice.path.pop()
            if not dice.path:
                return found
            dice = PathDice((*dice.path[:-1], dice.path[-1] + 1))
    except (LongPathError, RulesError):  # a rule may refuse its defaults
        pass
    return {}


def _has_few_paths(mechanic: Mechanic, params: dict[str, Any]) -> bool:
    """Return True if a mechanic has at most MOST_PATHS paths, as far as random rolls tell.

    The product of the sides of a random roll's dice is the number of paths on average (Knuth, 1975).
    """
    source = random.Random(mechanic.id)
    left = MOST_PATHS * ESTIMATE_ROLLS
    for _ in range(ESTIMATE_ROLLS):
        note_question("roll", mechanic.id, "{}")
        roll = mechanic.run(RandomDice(source), params)
        left -= math.prod(each.sides ** len(each.faces) for each in roll.dice)
        if left < 0:
            return False
    return True


def make_path_cases(id: str) -> Iterator[Case]:
    """Yield every path of faces of a mechanic at its defaults, or random rolls if there are too many.

    The answer is made of the roll that followed the path, so that Python doesn't make it twice.
    """
    mechanic, paths = games.find_mechanic(id), find_paths(id)
    for path, roll in paths.items():
        yield ("resolve", (id, ",".join(map(str, path)), "{}")), json.dumps(build_roll_answer(mechanic, roll))
    if not paths:
        source = random.Random(id)
        for _ in range(DEFAULT_ROLLS):
            yield make_case("roll", id, "{}", source.randrange(2**32))


def make_roll_cases(id: str, count: int, seed: int) -> Iterator[Case]:
    """Yield random rolls of a mechanic, each also with known faces, and every other one with own dice.

    The first ones use its defaults. Some rolls are asked for.
    """
    source = random.Random(f"{id} {seed}")
    parameters = games.find_mechanic(id).parameters
    for number in range(count):
        params = json.dumps(choose_values(source, parameters) if number else {})
        rolled = make_case("roll", id, params, choose_seed(source))
        yield rolled
        faces = json.loads(rolled[1]).get("roll", {}).get("faces", [1])
        yield make_case("resolve", id, ",".join(map(str, _change_faces(source, faces))), params)
        if number % 2 == 0:
            asked = make_case("asks", id, "[]", params)
            dice = _choose_dice(source, json.loads(asked[1]).get("slots", []))
            yield make_case("asks", id, json.dumps(dice), params) if dice else asked
    yield from make_request_cases(id, min(count, MOST_REQUESTS), seed)


def _change_faces(source: random.Random, faces: list[int]) -> list[int]:
    """Return the faces, sometimes with a wrong number of them or a wrong one."""
    chance = source.random()
    if chance < 0.1:
        return [*faces, 3]
    if chance < 0.2:
        return faces[:-1]
    return [*faces[:-1], 99] if chance < 0.25 and faces else faces


def _choose_dice(source: random.Random, slots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return some of the dice that a rule requests, with faces."""
    return [
        {"label": slot["label"], "sides": slot["sides"], "face": source.randint(1, slot["sides"])}
        for slot in slots
        if source.random() < 0.5
    ]


def make_odds_cases(id: str, count: int, seed: int) -> Iterator[Case]:
    """Yield the odds of a mechanic, or answers of a calculator, for random parameters; the first ones are its defaults.

    For every other setting, a mechanic is also swept over one of its parameters.
    """
    source = random.Random(f"{id} {seed}")
    is_calculator = games.has_calculator(id)
    parameters = (games.find_calculator(id) if is_calculator else games.find_mechanic(id)).parameters
    swept = [name for name, parameter in parameters.items() if find_series(parameter)]
    for number in range(count):
        params = json.dumps(choose_values(source, parameters, has_extremes=False) if number else {})
        yield make_case("calculate" if is_calculator else "odds", id, params)
        if swept and not is_calculator and number % 2 == 0:
            yield make_case("sweep", id, params, source.choice(swept), 0, source.choice(("exactly", "at least")))
