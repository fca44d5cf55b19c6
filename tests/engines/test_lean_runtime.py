"""The lean runtime, made for Chromium and Node as for all: it answers everything in other engines too, and the same."""

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
"""What pages give 128 bits of seed."""

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
        if reader.run(READ_LACKING):  # it goes on with the full one until the page comes anew
            lacking += 1
            reader.open("/licences/")
            reader.errors.clear()  # Pyodide tells of its end at length
    assert lacking <= MAX_LACKING, f"seed {seed}: {lacking} of {COUNT} need the full runtime: run `make profile`"


def expected_answer(kind, about, params, *rest):
    """What Python says outside of any browser, as a page reads it."""
    wide = [(value << 96) + value if kind in SEEDED and isinstance(value, int) else value for value in rest]
    return json.loads(ANSWERS[kind](about, params, *wide), parse_int=as_javascript_number)


def as_javascript_number(digits):
    """JavaScript's numbers are exact to 2**53; what people read of larger ones is text."""
    number = int(digits)
    return number if abs(number) <= 2**53 else float(number)
