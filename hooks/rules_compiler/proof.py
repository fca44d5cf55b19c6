"""The proof that compiled rules answer like Python: questions, and every difference between the answers.

For a rule with few dice, the questions are every path of faces. Those of all rules have random faces and parameters.
"""

import json
import os
import random
import subprocess
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

from rules_py.bridge import ANSWERS
from rules_py.dice import RecordingDice
from rules_py.errors import RulesError
from rules_py.parameters import Parameter
from rules_py.registry import games
from rules_py.text.serialization import to_text

NODE_RULES = Path(__file__).parent / "node_rules.mjs"
WRONG_VALUES = ("", "x", "-5", "1000000", "2d6+", "9" * 30, "½", "🎲")
"""Values that most parameters don't accept: refusals have to be equal too."""

MOST_SEED_DIGITS = 30
MOST_PATHS = 20_000
"""The maximum number of paths of faces that a proof follows."""

MOST_DICE = 60
"""The maximum number of dice of a path."""

PROOF_ROLLS = 170
"""The number of random rolls of each rule that a build compares; each comes with known faces and with own dice."""

ROLLS_AT_ONCE = 85
"""The number of random rolls that a process compares before it takes others."""

QUESTIONS_AT_ONCE = 1000
"""The number of questions that Python asks before it waits for the answers."""

DEFAULT_ROLLS = 500
"""The number of random rolls at a rule's defaults if it has too many paths."""

PROVEN_QUESTIONS = ("roll", "resolve", "asks")
"""The handlers of `rules_py.bridge` that a proof compares."""

type Question = tuple[str, tuple[Any, ...]]
"""The name of a handler of `rules_py.bridge`, and its arguments."""

type Case = tuple[Question, str]
"""A question with Python's answer."""


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


class NodeRules:
    """Compiled rules that run in Node, for as long as the object is used as a context."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the compiled rules."""
        self._folder = folder

    def __enter__(self) -> "NodeRules":
        self._process = subprocess.Popen(
            ["node", "--max-semi-space-size=64", NODE_RULES, self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def answer(self, questions: Collection[Question]) -> list[str]:
        """Return the answers of the compiled rules.

        Raises:
            RuntimeError: Node failed; its standard error says why.
        """
        pipe_in, pipe_out = _require(self._process.stdin), _require(self._process.stdout)
        json.dump([[name, list(map(_mark_big_seed, arguments))] for name, arguments in questions], pipe_in)
        pipe_in.write("\n")
        pipe_in.flush()
        answers = [line.rstrip("\n") for line in islice(pipe_out, len(questions))]
        if len(answers) < len(questions):
            raise RuntimeError("Node failed while it answered with the compiled rules")
        return [json.loads(answer[1:]) if answer.startswith("!") else answer for answer in answers]

    def find_differences(self, cases: Iterable[Case]) -> Iterator[Difference]:
        """Yield the questions that the compiled rules answer differently."""
        over = iter(cases)
        while some := list(islice(over, QUESTIONS_AT_ONCE)):
            for (question, expected), answer in zip(some, self.answer([each for each, _ in some]), strict=True):
                if expected != answer:
                    yield Difference(question, expected, answer)


def _require(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def find_unproven(folder: Path, ids: Collection[str], roll_count: int = PROOF_ROLLS) -> dict[str, Difference]:
    """Return a difference for each of some rules that the compiled rules in a folder answer otherwise than Python.

    Each processor has a process that asks Python and Node in turn.

    Args:
        folder: the folder of the compiled rules.
        ids: the ids of the rules.
        roll_count: the minimum number of random rolls of each rule.
    """
    tasks = [(id, start) for start in (-1, *range(0, roll_count, ROLLS_AT_ONCE)) for id in ids]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork"), _start_node, (folder,)) as processes:
        found = processes.map(_compare, *zip(*tasks, strict=True)) if tasks else ()
        return {id: difference for (id, _), difference in zip(tasks, found, strict=True) if difference}


_node: NodeRules
"""Node with the compiled rules, in a process of a proof."""


def _start_node(folder: Path) -> None:
    global _node  # noqa: PLW0603 - a process of the pool has no other place for it
    _node = NodeRules(folder).__enter__()


def _compare(id: str, start: int) -> Difference | None:
    """Return the first difference of a rule's paths, or of some of its random rolls.

    Args:
        id: the id of the rule.
        start: the number of the first random roll, or -1 for the paths.
    """
    cases = make_path_cases(id) if start < 0 else make_roll_cases(id, ROLLS_AT_ONCE, seed=start)
    return next(_node.find_differences(cases), None)


def find_differences(folder: Path, questions: Iterable[Question]) -> list[Difference]:
    """Ask Python and the compiled rules in a folder, and return the questions with different answers."""
    with NodeRules(folder) as node:
        return list(node.find_differences((question, ask_python(question)) for question in questions))


def ask_python(question: Question) -> str:
    """Return Python's answer to a question."""
    name, arguments = question
    answer: Callable[..., str] = ANSWERS[name]
    return answer(*arguments)


def _mark_big_seed(argument: Any) -> Any:
    return f"{argument}n" if isinstance(argument, int) and argument >= 2**53 else argument


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


def list_paths(id: str) -> list[tuple[int, ...]]:
    """Return every path of faces of a mechanic at its defaults, or none if there are more than MOST_PATHS."""
    run, params = games.find_mechanic(id).rule, games.find_mechanic(id).check({})
    found: list[tuple[int, ...]] = []
    dice = PathDice(())
    try:
        while True:
            run(dice, **params)
            found.append(tuple(dice.path))
            seen = _measure_progress(dice)
            if len(found) > MOST_PATHS or (len(found) % 500 == 1 and seen * MOST_PATHS * 10 < len(found)):
                return []
            while dice.path and dice.path[-1] == dice.sides[len(dice.path) - 1]:
                dice.path.pop()
            if not dice.path:
                return found
            dice = PathDice((*dice.path[:-1], dice.path[-1] + 1))
    except (LongPathError, RulesError):  # a rule may refuse its defaults
        return []


def _measure_progress(dice: PathDice) -> float:
    """Return the share of the probability that a path and those before it have."""
    share, progress = 1.0, 0.0
    for face, sides in zip(dice.path, dice.sides, strict=True):
        share /= sides
        progress += (face - 1) * share
    return progress + share


def make_path_cases(id: str) -> Iterator[Case]:
    """Yield every path of faces of a mechanic at its defaults, or random rolls if there are too many."""
    paths = list_paths(id)
    for path in paths:
        yield _pair_with_answer(("resolve", (id, ",".join(map(str, path)), "{}")))
    if not paths:
        source = random.Random(id)
        for _ in range(DEFAULT_ROLLS):
            yield _pair_with_answer(("roll", (id, "{}", source.randrange(2**32))))


def make_roll_cases(id: str, count: int, seed: int) -> Iterator[Case]:
    """Yield random rolls of a mechanic, each also with known faces and with own dice.

    The first ones use its defaults.
    """
    source = random.Random(f"{id} {seed}")
    parameters = games.find_mechanic(id).parameters
    for number in range(count):
        params = json.dumps(_choose_values(source, parameters) if number else {})
        seeded = source.randrange(10 ** source.randint(1, MOST_SEED_DIGITS))
        rolled = _pair_with_answer(("roll", (id, params, seeded)))
        yield rolled
        faces = json.loads(rolled[1]).get("roll", {}).get("faces", [1])
        yield _pair_with_answer(("resolve", (id, ",".join(map(str, _change_faces(source, faces))), params)))
        yield _pair_with_answer(("asks", (id, json.dumps(_choose_dice(source, id, params)), params)))


def _pair_with_answer(question: Question) -> Case:
    return question, ask_python(question)


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
