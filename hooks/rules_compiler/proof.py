"""The proof that compiled rules answer like Python: random questions, and every difference between the answers."""

import json
import random
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_py.bridge import ANSWERS
from rules_py.parameters import Parameter
from rules_py.registry import games
from rules_py.text.serialization import to_text

NODE_RULES = Path(__file__).parent / "node_rules.mjs"
WRONG_VALUES = ("", "x", "-5", "1000000", "2d6+", "9" * 30, "½", "🎲")
"""Values that most parameters don't accept: refusals have to be equal too."""

MOST_SEED_DIGITS = 30
PROOF_ROLLS = 30
"""The number of random rolls of each rule that a build compares; each comes with known faces and with own dice."""

type Question = tuple[str, tuple[Any, ...]]
"""The name of a handler of `rules_py.bridge`, and its arguments."""


@dataclass(frozen=True)
class Difference:
    """A question that JavaScript answers differently; an answer that begins with "!" is a failure."""

    question: Question
    python: str
    javascript: str

    def __str__(self) -> str:
        at = next((n for n, (a, b) in enumerate(zip(self.python, self.javascript, strict=False)) if a != b), 0)
        start = max(0, at - 60)
        return (
            f"{self.question}\n  Python: {self.python[start : at + 100]}\n"
            f"  JavaScript: {self.javascript[start : at + (100 if at else 800)]}"
        )


def find_unproven(folder: Path) -> dict[str, Difference]:
    """Return a difference for each rule in a folder that the compiled rules answer otherwise than Python."""
    ids = list_rollable_ids(games.systems())
    asked = [each for id in ids for each in make_roll_questions(id, PROOF_ROLLS, seed=0)]
    return {difference.question[1][0]: difference for difference in find_differences(folder, asked)}


def find_differences(folder: Path, questions: Iterable[Question]) -> list[Difference]:
    """Ask Python and the compiled rules in a folder, and return the questions with different answers."""
    questions = list(questions)
    found = []
    for question, answer in zip(questions, ask_in_node(folder, questions), strict=True):
        if (expected := ask_python(question)) != answer:
            found.append(Difference(question, expected, answer))
    return found


def ask_python(question: Question) -> str:
    """Return Python's answer to a question."""
    name, arguments = question
    answer: Callable[..., str] = ANSWERS[name]
    return answer(*arguments)


def ask_in_node(folder: Path, questions: Iterable[Question]) -> list[str]:
    """Return the answers of the compiled rules in a folder.

    Raises:
        subprocess.CalledProcessError: Node failed.
    """
    done = subprocess.run(
        ["node", NODE_RULES, folder],
        input=json.dumps([[name, list(map(_mark_big_seed, arguments))] for name, arguments in questions]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[str] = json.loads(done.stdout)
    return answers


def _mark_big_seed(argument: Any) -> Any:
    return f"{argument}n" if isinstance(argument, int) and argument >= 2**53 else argument


def list_rollable_ids(slugs: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of everything that can be rolled: "dice", and the mechanics and tables with dice of games."""
    found = ["dice"]
    for game in map(games.find_game, slugs):
        found += [*game.mechanics, *(table.id for table in game.tables.values() if table.die)]
    return tuple(found)


def make_roll_questions(id: str, count: int, seed: int) -> Iterator[Question]:
    """Yield questions about rolls of a mechanic: random, with its own dice, and with known faces.

    The first ones use its defaults.
    """
    source = random.Random(f"{id} {seed}")
    parameters = games.find_mechanic(id).parameters
    for number in range(count):
        params = json.dumps(_choose_values(source, parameters) if number else {})
        seeded = source.randrange(10 ** source.randint(1, MOST_SEED_DIGITS))
        yield "roll", (id, params, seeded)
        faces = json.loads(ask_python(("roll", (id, params, seeded)))).get("roll", {}).get("faces", [1])
        yield "resolve", (id, ",".join(map(str, _change_faces(source, faces))), params)
        yield "asks", (id, json.dumps(_choose_dice(source, id, params)), params)


def _change_faces(source: random.Random, faces: list[int]) -> list[int]:
    """Return the faces, sometimes with a wrong number of them or a wrong one."""
    chance = source.random()
    if chance < 0.1:
        return [*faces, 3]
    if chance < 0.2:
        return faces[:-1]
    return [*faces[:-1], 99] if chance < 0.25 and faces else faces


def _choose_dice(source: random.Random, id: str, params: str) -> list[dict[str, Any]]:
    """Return some of the dice that a rule requests, with faces."""
    slots = json.loads(ask_python(("asks", (id, "[]", params)))).get("slots", [])
    return [
        {"label": slot["label"], "sides": slot["sides"], "face": source.randint(1, slot["sides"])}
        for slot in slots
        if source.random() < 0.5
    ]


def make_odds_questions(id: str, count: int, seed: int) -> Iterator[Question]:
    """Yield questions about the odds of a mechanic or a calculator, the first one with its defaults."""
    source = random.Random(f"{id} {seed}")
    is_calculator = games.has_calculator(id)
    parameters = (games.find_calculator(id) if is_calculator else games.find_mechanic(id)).parameters
    swept = [name for name, parameter in parameters.items() if _find_series(parameter)]
    for number in range(count):
        params = json.dumps(_choose_values(source, parameters) if number else {})
        yield ("calculate" if is_calculator else "odds"), (id, params)
        if swept and not is_calculator:
            yield "sweep", (id, params, source.choice(swept), 0, source.choice(("exactly", "at least")))


def _choose_values(source: random.Random, parameters: dict[str, Parameter]) -> dict[str, str]:
    """Return values of some parameters as a form sends them, a few of them wrong."""
    found = {}
    for name, parameter in parameters.items():
        if source.random() < 0.5:
            series = _find_series(parameter)
            value = source.choice(series) if series else parameter.default
            found[name] = source.choice(WRONG_VALUES) if source.random() < 0.03 else to_text(value)
    return found


def _find_series(parameter: Parameter) -> list[Any]:
    with suppress(ValueError):
        return parameter.sweep(parameter.default)
    return []
