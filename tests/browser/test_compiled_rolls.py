"""Rolls with compiled rules: they need no Python, and answer like it."""

import json

import pytest
from playwright.sync_api import expect

from rules_py import bridge

ROLLS = [("/psiops/combat/", "psiops.attack"), ("/dice/", "dice"), ("/sideworld/armour/", "sideworld.object")]

REMEMBER = """() => {
    window.rolled = [];
    document.addEventListener("rolled", ({ detail }) => window.rolled.push(detail));
}"""


@pytest.mark.trial
@pytest.mark.parametrize(("address", "mechanic"), ROLLS)
def test_a_rule_rolls_without_python_and_with_its_result(phone_without_python, fb, address, mechanic):
    page = phone_without_python
    page.goto(address)
    page.evaluate(REMEMBER)
    roller = fb.Roller(page, mechanic)
    roller.roll()
    (rolled,) = page.evaluate("window.rolled")
    faces = ",".join(map(str, rolled["faces"]))
    answer = json.loads(bridge.resolve(mechanic, faces, json.dumps(rolled["about"]["given"])))
    assert rolled["outcome"] == answer["roll"]["outcome"]
    assert rolled["sentence"] == answer["said"]
    expect(page.locator("fb-status")).to_have_count(0)


@pytest.mark.trial
def test_manual_dice_are_asked_for_and_resolved_without_python(phone_without_python, fb):
    page = phone_without_python
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    own = fb.ManualDice(roller)
    own.open_empty()
    own.tap(6, 5)
    roller.ask(own.use_button)
    assert roller.faces() == [6, 5]


@pytest.mark.trial
def test_a_refusal_needs_no_python(phone_without_python, fb):
    page = phone_without_python
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.param("notation").fill("2d")
    roller.roll()
    expect(roller.error).to_contain_text("you entered 2d")
