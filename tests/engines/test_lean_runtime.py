"""The lean runtime in other engines, though profiled in Chromium and Node: it answers every request like Python."""

import json
import random
from itertools import batched

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from tests.pyodide.random_requests import questions

COUNT, BATCH = 5000, 100
MAX_LACKING = COUNT // 1000

SEEDED = ("roll", "fight")
"""Kinds of requests for which pages send a seed of 128 bits."""

ASK = """async (questions, games, seeded) => {
    const { runtime } = await import(new URL("/assets/js/entry/main.js", location.href));
    runtime.start(games); // of one that it does not have a worker says so, with those that it has
    const answers = [];
    for (const [kind, id, given, ...rest] of questions) {
        const more = rest.map((value) => (seeded.includes(kind) && typeof value === "number"
            ? (BigInt(value) << 96n) + BigInt(value) : value));
        answers.push(await runtime.ask(kind, id, given, ...more).catch((error) => ({ failed: String(error) })));
    }
    return answers;
}"""
READ_LACKING = """() => {
    const lacking = Object.keys(localStorage).filter((name) => name.includes("lacking-runtime"));
    lacking.forEach((name) => localStorage.removeItem(name));
    return lacking.length;
}"""


@pytest.mark.trial
@pytest.mark.quick
def test_lean_runtime_answers_every_kind_of_request_like_python(reader):
    seed = random.randrange(2**32)
    asked = json.loads(questions(COUNT, seed))
    reader.open("/licences/")
    lacking = 0
    for batch in batched(asked, BATCH):
        for question, answer in zip(batch, reader.run(ASK, batch, rules_py.systems(), SEEDED), strict=True):
            assert answer == expected_answer(*question), f"seed {seed}: {question}"
        if reader.run(READ_LACKING):  # the page uses the full runtime until it is reloaded
            lacking += 1
            reader.open("/licences/")
            reader.errors.clear()  # Pyodide logs its crash at length
    assert lacking <= MAX_LACKING, f"seed {seed}: {lacking} of {COUNT} need the full runtime: run `make profile`"


def expected_answer(kind, about, params, *rest):
    """Return Python's answer outside a browser, with numbers as a page reads them."""
    wide = [(value << 96) + value if kind in SEEDED and isinstance(value, int) else value for value in rest]
    return json.loads(ANSWERS[kind](about, params, *wide), parse_int=as_javascript_number)


def as_javascript_number(digits):
    """Round an integer as JavaScript does beyond 2**53; readers see such numbers as text."""
    number = int(digits)
    return number if abs(number) <= 2**53 else float(number)
