"""A roll each second at a table: the long questions of others still get their answers in time."""

import json

import pytest

from tests.browser.boards import lay_out_four_against_six

pytestmark = [pytest.mark.trial, pytest.mark.chromium]

FIGHTS, SEEDS = 1_000, (1, 2, 3)
FIGHT = {"enemy": "none", "enemies": "8", "operators": "2", "pain_threshold": "30"}
DAMAGE = [f"{count}d6" for count in range(1, 9)]
"""Weapons to compare: the odds with one of them take half a second, too little to meet a roll."""

MOST_TIMES = 3
"""The goal: how many times as long the answer may take while somebody rolls each second."""

MEASURE = """async ([questions, isBusy]) => {
    const { runtime } = await import("/assets/js/entry/main.js");
    const ask = async (...parts) => {
        const answer = await runtime.ask(...parts);
        if (answer.error) throw new Error(answer.error);
    };
    const rolls = [];
    const roll = async () => {
        const [at, start] = [rolls.push(0), performance.now()];
        await ask("act", "xmas.operator", "xmas.attack", "{}", "{}", "{}", "[]", BigInt(at));
        rolls[at - 1] = performance.now() - start;
    };
    await roll(); // the worker has the rules now
    await ask("odds", "xmas.fight", "{}");
    rolls.length = 0;
    const clock = isBusy ? setInterval(roll, 1000) : 0;
    const start = performance.now();
    await Promise.all(questions.map((question) => ask(...question)));
    const took = performance.now() - start;
    clearInterval(clock);
    return [took, rolls];
}"""
"""Script that asks questions, and returns the milliseconds until their answers and those of the rolls meanwhile."""


def build_questions(kind: str) -> list[list]:
    """Return questions that take several seconds while nobody rolls."""
    if kind == "odds":
        return [["odds", "xmas.fight", json.dumps(FIGHT | {"damage": damage})] for damage in DAMAGE]
    fight = json.dumps(lay_out_four_against_six("xmas"))
    return [["forecast", "xmas.forecast", fight, "{}", seed, FIGHTS] for seed in SEEDS]


@pytest.mark.parametrize("kind", ["odds", "forecast"])
def test_long_questions_are_answered_while_somebody_rolls_each_second(make_page, capsys, kind):
    questions = build_questions(kind)

    def measure(*, is_busy: bool) -> tuple[float, list[float]]:
        page = make_page("desktop")  # whose worker has no answers yet
        page.goto("/xmas/combat/")
        took, rolls = page.evaluate(MEASURE, [questions, is_busy])
        page.close()
        return took, rolls

    (quiet, _), (busy, rolls) = measure(is_busy=False), measure(is_busy=True)
    with capsys.disabled():
        print(f"\n{kind}: {quiet:.0f} ms quiet, {busy:.0f} ms beside rolls of {[round(each) for each in rolls]} ms")
    assert len(rolls) > 1, "the answers take less than two seconds"
    assert busy < MOST_TIMES * quiet
