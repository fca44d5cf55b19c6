"""Time-sliced computations: they give the same results as uninterrupted ones and repeat no work."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from rules_py.dice import Dice
from rules_py.errors import LongOddsError
from rules_py.mechanic import Outcome
from rules_py.probability.odds import compute_odds
from rules_py.scheduling import (
    MOST_QUESTIONS,
    MOST_RUNS,
    Scheduler,
    TimeSliceExpired,
    Work,
    cache_results,
    run_memoized,
    run_own,
    run_to_completion,
    run_whole,
    time_slice,
)
from tests.rules_py.sample_rules import LETTERS, make_mechanic

MAX_SLICES = 10_000


def run_in_slices(ask, question="a question") -> tuple[object, int]:
    """Run a request in the shortest possible time slices; return its result and the number of slices."""
    for turns in range(1, MAX_SLICES):
        with suppress(TimeSliceExpired), time_slice(question, seconds=0):
            return ask(), turns
    raise AssertionError("it never ends")


@pytest.fixture
def key(request) -> str:
    """Return a key unique to this test, because memoized results outlive a test."""
    return request.node.name


def steps(results: list, log: list) -> Work[list]:
    for result in results:
        log.append(result)
        yield
    return results


def inner(dice: Dice) -> Outcome:
    return {"face": dice.die(4), "letter": dice.row(LETTERS).name}


INNER = make_mechanic(inner)

RULES = {
    "dice": lambda dice: {"sum": dice.die(6) + dice.total("2d4") + dice.pool(3, drop="lowest").total},
    "field": lambda dice: {"sum": dice.die(3) + dice.field(INNER, "face")},
    "fields": lambda dice: dice.fields(INNER, ("letter", "face")) | {"die": dice.die(3)},
    "apart": lambda dice: {
        "one": dice.roll_independently(lambda part: part.die(6) + part.field(INNER, "face")),
        "two": dice.die(4),
    },
    "fold": lambda dice: {"sum": dice.fold(lambda step, total: total + step.field(INNER, "face"), dice.die(2), 3)},
    "count": lambda dice: {"tries": dice.count(lambda step, state: step.die(6) == 6, False, bool, 4)},
    "run down": lambda dice: {
        "hits": dice.run_down(
            lambda hit, stage: ("body", hit.die(6) - 1) if hit.die(3) > 1 else None,
            lambda _, stage, left: ("down" if left <= 0 else "body", left),
            ("body", 9),
            lambda stage: stage == "down",
            12,
            "too long",
        )
    },
    "nested": lambda dice: {
        "sum": dice.fold(
            lambda step, total: total + (step.count(lambda die, state: die.die(4) > 2, False, bool, 3) or 0),
            dice.die(4),
            3,
        )
    },
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_time_sliced_odds_equal_uninterrupted_odds(rule):
    mechanic = make_mechanic(rule)
    odds, turns = run_in_slices(lambda: compute_odds(mechanic, {}))
    assert odds == compute_odds(mechanic, {})
    assert turns > 2


def test_only_the_interrupted_run_is_repeated():
    innermost: list[int] = []

    def step(dice: Dice, state: int) -> int:
        innermost.append(state)
        return state + dice.die(6)

    mechanic = make_mechanic(lambda dice: {"sum": dice.fold(step, dice.die(6), 4)})
    compute_odds(mechanic, {})
    at_once = len(innermost)
    innermost.clear()
    run_in_slices(lambda: compute_odds(mechanic, {}))
    assert len(innermost) == at_once


def test_long_time_slice_completes_the_work():
    with time_slice("a question", seconds=3600):
        assert run_to_completion(steps([1, 2, 3], [])) == [1, 2, 3]


def test_time_slice_ends_after_one_step():
    log: list[int] = []
    with pytest.raises(TimeSliceExpired), time_slice("a question", seconds=0):
        run_to_completion(steps([1, 2, 3], log))
    assert log == [1]


def test_work_outside_time_slices_is_not_memoized(key):
    log: list[int] = []
    for _ in range(2):
        run_memoized(key, lambda: steps([1, 2], log))
    assert log == [1, 2, 1, 2]


def test_interrupted_request_resumes_after_others(key):
    log: list[int] = []
    with suppress(TimeSliceExpired), time_slice("one", seconds=0):
        run_memoized(key, lambda: steps([1, 2, 3], log))
    run_in_slices(lambda: run_memoized("other key", lambda: steps([7], [])), "two")
    run_in_slices(lambda: run_memoized(key, lambda: steps([1, 2, 3], log)), "one")
    assert log == [1, 2, 3]


def test_results_are_shared_between_requests(key):
    log: list[int] = []
    for question in ("one", "two"):
        assert run_in_slices(lambda: run_memoized(key, lambda: steps([1, 2], log)), question)[0] == [1, 2]
    assert log == [1, 2]


def test_own_work_of_a_question_continues_and_is_not_shared(key):
    """Two rolls with the same dice are two rolls."""
    log: list[int] = []
    for question in ("one", "two"):
        assert run_in_slices(lambda: run_own(key, lambda: steps([1, 2], log)), question) == ([1, 2], 3)
    assert log == [1, 2, 1, 2]


def test_whole_work_ignores_the_time_slice():
    with time_slice("a question", seconds=0):
        assert run_whole(steps([1, 2, 3], [])) == [1, 2, 3]


def test_long_request_keeps_all_its_results():
    """All computed results stay memoized until the request is answered; otherwise it would never finish."""
    log: list[int] = []
    many = range(10 * MOST_QUESTIONS)
    answer, _ = run_in_slices(lambda: [run_memoized(key, lambda key=key: steps([key], log)) for key in many])
    assert answer == [[key] for key in many] and log == list(many)


def test_results_of_old_requests_are_evicted():
    log: list[int] = []
    for question in [*range(MOST_QUESTIONS + 1), 0]:
        run_in_slices(lambda: run_memoized(f"key of {question}", lambda: steps([question], log)), question)
    assert log == [*range(MOST_QUESTIONS + 1), 0]


def test_errors_are_memoized(key):
    log: list[int] = []

    def refused() -> Work[None]:
        log.append(1)
        yield
        yield
        raise LongOddsError("too long")

    def ask() -> str:
        try:
            run_memoized(key, refused)
        except LongOddsError as error:
            run_memoized("another key", lambda: steps([1, 2, 3, 4], []))
            return str(error)

    assert run_in_slices(ask) == ("too long", 7)
    assert log == [1]


def test_rule_may_continue_after_an_error():
    def long(dice: Dice) -> int:
        dice.die(2)
        raise LongOddsError("too long")

    def rule(dice: Dice) -> Outcome:
        try:
            return {"face": dice.fold(lambda step, state: long(step), 0, 2)}
        except LongOddsError:
            return {"face": dice.fold(lambda step, state: state + step.die(2), 0, 2)}

    mechanic = make_mechanic(rule)
    assert run_in_slices(lambda: compute_odds(mechanic, {}))[0] == compute_odds(mechanic, {})


def test_results_are_cached_by_arguments():
    log: list[int] = []

    @cache_results(2)
    def doubled(number: int) -> Work[int]:
        log.append(number)
        yield
        return 2 * number

    assert [run_to_completion(doubled(number)) for number in (1, 2, 1, 2, 3, 1)] == [2, 4, 2, 4, 6, 2]
    assert log == [1, 2, 3, 1]


def test_concurrent_runs_of_the_same_work_agree():
    @cache_results(2)
    def summed(most: int) -> Work[int]:
        total = 0
        for number in range(most):
            total += number
            yield
        return total

    one, other = summed(4), summed(4)
    next(one)
    assert run_to_completion(other) == run_to_completion(one) == 6


def test_mechanics_with_the_same_id_have_separate_results():
    mechanics = [make_mechanic(lambda dice, sides=sides: {"face": dice.die(sides)}) for sides in (2, 3)]
    for mechanic in mechanics:
        assert run_in_slices(lambda: compute_odds(mechanic, {}))[0] == compute_odds(mechanic, {})


def test_latest_runs_are_in_progress():
    scheduler, started = Scheduler(), []
    for key in [*range(MOST_RUNS), *range(MOST_RUNS), MOST_RUNS, 0]:
        scheduler.resume(key, lambda key=key: started.append(key))
    assert started == [*range(MOST_RUNS + 1), 0]


def test_a_step_is_taken_once_and_dropped_with_the_answer():
    scheduler, log = Scheduler(), []

    def ask() -> None:
        for number in range(3):
            scheduler.run_step(number, lambda number=number: log.append(number))

    for _ in range(3):
        with suppress(TimeSliceExpired), scheduler.time_slice("a question", seconds=0):
            ask()
    with scheduler.time_slice("a question", seconds=9):
        ask()
    assert log == [0, 1, 2]
    scheduler.end_question("a question")
    with scheduler.time_slice("a question", seconds=9):
        ask()
    assert log == [0, 1, 2, 0, 1, 2]


@given(turns=st.lists(st.integers(0, MOST_QUESTIONS - 1), max_size=200))
def test_questions_lose_no_work_in_any_order_of_turns(turns):
    """As many questions as a worker has begun at the same time take turns of one unit of work each."""
    scheduler, log = Scheduler(), []

    def ask(question: int) -> None:
        for part in range(3):
            work = [(question, part, 1), (question, part, 2)]
            scheduler.run_memoized((question, part), lambda work=work: steps(work, log))
            scheduler.run_step(part, lambda part=part: log.append((question, part)))

    for question in turns:
        with suppress(TimeSliceExpired), scheduler.time_slice(question, seconds=0):
            ask(question)
    assert len(set(log)) == len(log)


@pytest.mark.parametrize("run", [Scheduler.run_memoized, Scheduler.run_own])
def test_work_that_is_interrupted_begins_again(run):
    """Compiled rules interrupt work to load a file of rules, and ask again."""
    scheduler, log = Scheduler(), []

    def work():
        log.append("began")
        yield
        if len(log) == 1:
            raise KeyboardInterrupt
        return len(log)

    with suppress(KeyboardInterrupt), scheduler.time_slice("a question", seconds=9):
        run(scheduler, "work", work)
    with scheduler.time_slice("a question", seconds=9):
        assert run(scheduler, "work", work) == 2
