"""The proof that compiled rules answer like Python: cases of every rule, and the differences between the answers.

For a rule with few dice, the cases are every path of faces. Those of all rules have random faces and parameters. Sheets
and fights of a game are random too, and half of its examples are played.
"""

import json
import os
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

from .cases import Case, Question, ask_python
from .failures import QUESTION_SECONDS, watch_cases
from .play_cases import make_example_cases, make_fight_cases, make_forecast_cases, make_sheet_cases
from .rule_cases import make_odds_cases, make_path_cases, make_roll_cases

NODE_RULES = Path(__file__).parent / "node_rules.mjs"

PROOF_ROLLS = 60
"""The number of random rolls of each rule that a build compares; they make 150 cases with known faces and own dice."""

ROLLS_AT_ONCE = 60
"""The number of random rolls that a process compares before it takes others."""

PROOF_ODDS = 4
"""The number of settings whose odds a build compares for each mechanic and calculator."""

PROOF_SHEETS = 3
"""The number of sheets of each type that a build compares, each with all of its changes."""

PROOF_TAPS = 45
"""The number of taps in each of the fights that a build compares."""

PROOF_FIGHTS = 2
"""The number of fights of each game that a build compares."""

PROOF_FORECAST_FIGHTS = 4
"""The number of simulated fights of each forecast that a build compares."""

EXAMPLE_PARTS = 2
"""A game's examples are compared in this many parts, of which a build compares the first."""

LONGEST_FIRST = ("fight", "forecasts", "sheets", "examples", "paths", "odds", "rolls")
"""The kinds of tasks, those that take the longest first."""

QUESTIONS_AT_ONCE = 1000
"""The number of questions that Python asks before it waits for the answers."""

MOST_LEFT_OUT = 0.75
"""The maximum share of a rule's questions, or of those about a game's sheets and fights, that are left to Python."""

LEFT_OUT = "!left out: "
"""The beginning of an answer that needs something that isn't compiled (node_rules.mjs)."""

PROVEN_QUESTIONS = {
    "mechanic": ("roll", "resolve", "asks", "asked_roll", "answer_roll", "check_answer", "odds", "sweep"),
    "calculator": ("calculate",),
    "play": tuple(
        "sheet paper statblock open_sheet act roll_form chances read change making fill leads fight fight_dice "
        "fight_odds past fresh_fight foreign_fight event_list players_view shared_view ask_roll ask_in_fight "
        "use_answer forecast forecast_coverage forecast_variations forecast_sample".split()
    ),
}
"""The handlers of `rules_py.bridge` that a proof compares, by the kind of what they are asked about."""


@dataclass(frozen=True)
class Difference:
    """A question that JavaScript answers differently; an answer that begins with "!" is a failure."""

    question: Question
    python: str
    javascript: str

    @property
    def is_left_out(self) -> bool:
        """True if JavaScript leaves the question to Python, because it needs something that isn't compiled."""
        return self.javascript.startswith(LEFT_OUT)

    def __str__(self) -> str:
        if self.is_left_out:
            return f"{self.question[1][0]} isn't compiled: {self.javascript.removeprefix(LEFT_OUT)}"
        at = next((n for n, (a, b) in enumerate(zip(self.python, self.javascript, strict=False)) if a != b), 0)
        start = max(0, at - 60)
        return (
            f"{self.question}\n  Python: {self.python[start : at + 100]}\n"
            f"  JavaScript: {self.javascript[start : at + (100 if at else 800)]}"
        )


class NodeRules:
    """Compiled rules that run in Node, for as long as the object is used as a context."""

    def __init__(self, folder: Path, *names: str) -> None:
        """Take the folder of the compiled rules, and the modules that answer; without names, all of them do."""
        self._folder, self._names = folder, names

    def __enter__(self) -> "NodeRules":
        self._process = subprocess.Popen(
            ["node", "--max-semi-space-size=64", NODE_RULES, self._folder, *self._names],
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


@dataclass(frozen=True)
class Task:
    """Cases that a process compares before it takes others.

    Attributes:
        id: the id of a rule, or the slug of a game.
        kind: "paths", "rolls", "odds", "sheets", "examples", "forecasts" or "fight".
        seed: the seed of the random choices, or the part of the examples.
    """

    id: str
    kind: str
    seed: int = 0

    def make_cases(self) -> Iterator[Case]:
        """Yield the cases."""
        match self.kind:
            case "paths":
                return make_path_cases(self.id)
            case "rolls":
                return make_roll_cases(self.id, ROLLS_AT_ONCE, self.seed)
            case "odds":
                return make_odds_cases(self.id, PROOF_ODDS, self.seed)
            case "sheets":
                return make_sheet_cases(self.id, PROOF_SHEETS, self.seed)
            case "examples":
                return make_example_cases(self.id, self.seed, EXAMPLE_PARTS)
            case "forecasts":
                return make_forecast_cases(self.id, PROOF_FORECAST_FIGHTS, self.seed)
            case _:
                return make_fight_cases(self.id, PROOF_TAPS, self.seed)


def list_tasks(id: str, kind: str, factor: int = 1) -> list[Task]:
    """Return the tasks of the proof of a rule or of a game's sheets and fights.

    Args:
        id: the id of the rule, or the slug of the game.
        kind: "mechanic", "calculator" or "play".
        factor: the number of times that a build's random cases are compared.
    """
    if kind == "play":
        fights = [Task(id, "fight", seed) for seed in range(PROOF_FIGHTS * factor)]
        others = [Task(id, kind, seed) for seed in range(factor) for kind in ("sheets", "forecasts")]
        examples = [Task(id, "examples", part) for part in range(min(factor, EXAMPLE_PARTS))]
        return [*fights, *others, *examples]
    odds = [Task(id, "odds", seed) for seed in range(factor)]
    if kind == "calculator":
        return odds
    rolls = [Task(id, "rolls", seed) for seed in range(0, PROOF_ROLLS * factor, ROLLS_AT_ONCE)]
    return [Task(id, "paths"), *odds, *rolls]


def find_unproven(
    folder: Path, kinds: Mapping[str, str], factor: int = 1, seconds: float = QUESTION_SECONDS
) -> dict[str, Difference]:
    """Return a difference for each of some rules that the compiled rules in a folder answer otherwise than Python.

    Each processor has a process that asks Python and Node in turn.

    Args:
        folder: the folder of the compiled rules.
        kinds: the kinds of the rules by their ids, as in `list_tasks`.
        factor: the number of times that a build's random cases are compared.
        seconds: the maximum processor time of a question.

    Raises:
        AuthorError: a rule fails, or doesn't end in time.
    """
    tasks = [task for id, kind in kinds.items() for task in list_tasks(id, kind, factor)]
    tasks.sort(key=lambda task: LONGEST_FIRST.index(task.kind))
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork"), _start_node, (folder,)) as processes:
        found: dict[str, list[Comparison]] = {}
        for task, comparison in zip(tasks, processes.map(partial(_compare, seconds=seconds), tasks), strict=True):
            found.setdefault(task.id, []).append(comparison)
    differences = {id: _choose_difference(comparisons) for id, comparisons in found.items()}
    return {id: difference for id, difference in differences.items() if difference}


@dataclass(frozen=True)
class Comparison:
    """The result of a task.

    Attributes:
        case_count: the number of compared cases.
        left_out_count: the number of those that JavaScript leaves to Python.
        difference: the first wrong answer, or the first case that is left to Python, or None.
    """

    case_count: int
    left_out_count: int
    difference: Difference | None


def _choose_difference(comparisons: Iterable[Comparison]) -> Difference | None:
    """Return the difference for which a rule or a game's play is left out, or None if it isn't."""
    comparisons = list(comparisons)
    differences = [each.difference for each in comparisons if each.difference]
    wrong = [each for each in differences if not each.is_left_out]
    most = sum(each.case_count for each in comparisons) * MOST_LEFT_OUT
    is_most_left_out = sum(each.left_out_count for each in comparisons) > most
    return next(iter(wrong or (differences if is_most_left_out else ())), None)


_node: NodeRules
"""Node with the compiled rules, in a process of a proof."""


def _start_node(folder: Path) -> None:
    global _node  # noqa: PLW0603 - a process of the pool has no other place for it
    _node = NodeRules(folder).__enter__()


def _compare(task: Task, seconds: float) -> Comparison:
    """Compare a task's cases up to the first wrong answer."""
    case_count = 0

    def count_cases() -> Iterator[Case]:
        nonlocal case_count
        for case in watch_cases(task.id, task.make_cases(), seconds):
            case_count += 1
            yield case

    left_out: list[Difference] = []
    for difference in _node.find_differences(count_cases()):
        if not difference.is_left_out:
            return Comparison(case_count, len(left_out), difference)
        left_out.append(difference)
    return Comparison(case_count, len(left_out), left_out[0] if left_out else None)


def find_differences(folder: Path, questions: Iterable[Question]) -> list[Difference]:
    """Ask Python and the compiled rules in a folder, and return the questions with different answers."""
    with NodeRules(folder) as node:
        return list(node.find_differences((question, ask_python(question)) for question in questions))


def _mark_big_seed(argument: Any) -> Any:
    return f"{argument}n" if isinstance(argument, int) and argument >= 2**53 else argument
