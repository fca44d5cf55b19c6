"""Tables and dice in text: they roll without Python, with the same results as Python."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page

import rules_py
from rules_py import notation
from rules_py.mechanic import Roll
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_roll, render_roll
from rules_py.text.sentences import MINUS, use_minus_sign
from tests.browser.conftest import ENABLE_SAVE_DATA, PYTHON_FILES

PRESS = """async (button) => {
    const heard = [];
    const hear = ({ detail }) => heard.push(detail);
    document.addEventListener("rolled", hear);
    button.click();
    // The answer is shown at the end of this turn, and told to a screen reader in the next frame.
    await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)));
    document.removeEventListener("rolled", hear);
    return { heard, said: document.querySelector(".fb-live").textContent, left: window.nextFaces.length };
}"""

ROLL_TABLE = f"""async (table, [rolls, answers]) => {{
    const press = {PRESS}, result = table.querySelector(".fb-table-result");
    const expected = document.createElement("div");
    document.querySelector("article").append(expected); // so that its dice become buttons too
    const told = [];
    for (const [at, faces] of rolls.entries()) {{
        window.nextFaces = [...faces];
        const all = await press(table.querySelector(".fb-roll"));
        const link = result.querySelector(".fb-to-row"), row = table.querySelector("[aria-current]");
        link.remove();
        result.querySelector(":scope > .fb-share").remove(); // what the page adds to every card
        expected.innerHTML = answers[at];
        told.push({{ ...all, html: result.innerHTML, expected: expected.innerHTML, row: row.dataset.roll,
                    linked: link.getAttribute("href") === "#" + row.id }});
    }}
    expected.remove();
    return told;
}}"""

PLAIN_CHIPS = "fb-die:not([plan*=notation])"
"""Dice in text that the page rolls itself; the rules roll others, which tests/rules_js compares with Python."""

ROLL_CHIPS = f"""async (rolls) => {{
    const press = {PRESS};
    const told = [];
    for (const [at, chip] of [...document.querySelectorAll("{PLAIN_CHIPS}")].entries()) {{
        window.nextFaces = [...rolls[at]];
        const all = await press(chip.querySelector("button"));
        told.push({{ ...all, shown: chip.querySelector(".fb-die-result").textContent }});
    }}
    return told;
}}"""

GIVEN_FACES = """() => {
    window.nextFaces = [];
    crypto.getRandomValues = (array) => array.fill(window.nextFaces.shift() - 1);
}"""


@pytest.fixture(scope="module")
def page_without_python(make_context):
    """Yield a page whose site serves no Python files and whose dice show preset faces.

    Data saver is on, so that nothing starts on its own.
    """
    context = make_context("desktop")
    context.route(PYTHON_FILES, lambda route: route.abort())
    context.add_init_script(f"({GIVEN_FACES})()")
    context.add_init_script(ENABLE_SAVE_DATA)
    yield context.new_page()
    context.close()


def faces_for_each_row(table: rules_py.Table) -> list[tuple[int, ...]]:
    """Return faces that reach each row once."""
    seen = {}
    die = notation.parse(table.die)
    count, sides = (2, 6) if die == notation.DigitDice() else (die.count, die.sides)
    for faces in itertools.product(range(1, sides + 1), repeat=count):
        seen.setdefault(find_mechanic(table.id).resolve(faces, {}).outcome["roll"], faces)
    assert len(seen) == len(table.rows)
    return list(seen.values())


def test_javascript_tables_and_chips_match_python(page_without_python, each_path, site_folder):
    file = site_folder / each_path.removeprefix("/")
    if " plan=" not in (file / "index.html" if file.is_dir() else file).read_text():
        return  # there is nothing to roll
    page_without_python.goto(each_path)
    for place in page_without_python.locator("fb-table[die]").all():
        check_table(place)
    check_chips(page_without_python)


def check_table(place: Locator) -> None:
    table = rules_py.table(place.get_attribute("table"))
    mechanic, rolls = find_mechanic(table.id), faces_for_each_row(table)
    expected = [mechanic.resolve(faces, {}) for faces in rolls]
    told = place.evaluate(ROLL_TABLE, [rolls, [render_roll(mechanic, roll) for roll in expected]])
    for each, roll in zip(told, expected, strict=True):
        said = describe_roll(mechanic, roll)
        assert all(heard.pop("about") and heard.pop("steps") is not None for heard in each["heard"])
        assert each == {
            "html": each["expected"],
            "expected": each["expected"],
            "said": said,
            "left": 0,
            "row": roll.outcome["roll"],
            "linked": True,
            "heard": [expected_event(roll, said)],
        }


def expected_event(roll: Roll, sentence: str) -> dict:
    """Return the event for a random roll: the command line's JSON, with texts as the page shows them."""
    told = roll.to_dict()
    outcome = {
        name: use_minus_sign(value) if isinstance(value, str) else value for name, value in told["outcome"].items()
    }
    return {
        "id": roll.mechanic,
        "params": told["params"],
        "faces": told["faces"],
        "dice": told["dice"],
        "outcome": outcome,
        "sentence": sentence,
        "source": "random",
    }


def check_chips(page: Page) -> None:
    chips = page.locator(PLAIN_CHIPS).evaluate_all(
        "chips => chips.map((chip) => [chip.getAttribute('notation'), chip.querySelector('button').textContent])"
    )
    rolls, expected = [], []
    for written, text in chips:
        roll = find_mechanic("dice").roll({"notation": written}, seed=1)
        total = str(roll.outcome["total"]).replace("-", MINUS)
        together = f" ({', '.join(map(str, roll.faces))})" if 1 < len(roll.faces) <= 10 else ""
        rolls.append(roll.faces)
        said = f"{re.sub('-(?=[0-9])', MINUS, text).replace('*', '×')}: {total}"
        expected.append({"shown": total + together, "left": 0, "said": said, "heard": [expected_event(roll, said)]})
    told = page.evaluate(ROLL_CHIPS, rolls)
    assert all(heard.pop("about") and heard.pop("steps") == [] for each in told for heard in each["heard"])
    assert told == expected
