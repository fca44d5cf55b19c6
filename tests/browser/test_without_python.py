"""Tables and dice in the text: rolled with no Python to be had, and never otherwise than Python would."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page

import rules_py
from rules_py import notation, show
from rules_py.dice import RandomDice
from rules_py.games import find

ROLL_TABLE = """async (table, [rolls, answers]) => {
    const button = table.querySelector(".fb-roll"), result = table.querySelector(".fb-table-result");
    const expected = document.createElement("div");
    document.querySelector("article").append(expected); // so that its dice become buttons too
    const told = [];
    for (const [at, faces] of rolls.entries()) {
        window.nextFaces = [...faces];
        button.click();
        await new Promise(requestAnimationFrame); // when the screen reader is told
        const link = result.querySelector(".fb-to-row"), row = table.querySelector("[aria-current]");
        link.remove();
        expected.innerHTML = answers[at];
        told.push({ html: result.innerHTML, expected: expected.innerHTML, said: document.querySelector(".fb-live").textContent,
                    row: row.dataset.roll, linked: link.getAttribute("href") === "#" + row.id, left: window.nextFaces.length });
    }
    expected.remove();
    return told;
}"""

ROLL_CHIPS = """async (rolls) => {
    const told = [];
    for (const [at, chip] of [...document.querySelectorAll("fb-die")].entries()) {
        window.nextFaces = [...rolls[at]];
        chip.querySelector("button").click();
        await new Promise(requestAnimationFrame);
        told.push({ shown: chip.querySelector(".fb-die-result").textContent, left: window.nextFaces.length,
                    said: document.querySelector(".fb-live").textContent });
    }
    return told;
}"""

GIVEN_FACES = """() => {
    window.nextFaces = [];
    crypto.getRandomValues = (array) => array.fill(window.nextFaces.shift() - 1);
}"""


@pytest.fixture(scope="module")
def alone(open_context):
    """A page whose site serves nothing of Python's, and whose dice show the faces they are given."""
    context = open_context("desktop")
    context.route(re.compile(r"/assets/js/worker\.js$|/assets/runtime/"), lambda route: route.abort())
    context.add_init_script(f"({GIVEN_FACES})()")
    yield context.new_page()
    context.close()


def faces_for_each_row(table: rules_py.Table) -> list[tuple[int, ...]]:
    """Faces that lead to each row once."""
    seen = {}
    die = notation.parse(table.die)
    count, sides = (2, 6) if die == notation.D66() else (die.count, die.sides)
    for faces in itertools.product(range(1, sides + 1), repeat=count):
        seen.setdefault(find(table.id).resolve(faces, {}).outcome["roll"], faces)
    assert len(seen) == len(table.rows)
    return list(seen.values())


def test_tables_and_dice_come_to_what_python_makes_of_the_same_faces(alone, each_path, site_folder, watch):
    file = site_folder / each_path.removeprefix("/")
    if " plan=" not in (file / "index.html" if file.is_dir() else file).read_text():
        return  # there is nothing to roll
    watch.expect_trouble()  # pages with rollers try to start Python
    alone.goto(each_path)
    for place in alone.locator("fb-table[die]").all():
        check_table(place)
    check_chips(alone)


def check_table(place: Locator) -> None:
    table = rules_py.table(place.get_attribute("table"))
    mechanic, rolls = find(table.id), faces_for_each_row(table)
    expected = [mechanic.resolve(faces, {}) for faces in rolls]
    told = place.evaluate(ROLL_TABLE, [rolls, [show.roll_html(mechanic, roll) for roll in expected]])
    for each, roll in zip(told, expected, strict=True):
        assert each == {"html": each["expected"], "expected": each["expected"], "said": show.roll_said(mechanic, roll),
                        "row": roll.outcome["roll"], "linked": True, "left": 0}


def check_chips(page: Page) -> None:
    chips = page.locator("fb-die").evaluate_all(
        "chips => chips.map((chip) => [chip.getAttribute('notation'), chip.querySelector('button').textContent])")
    rolls, expected = [], []
    for written, text in chips:
        dice = RandomDice(seed=1)
        total = str(dice.total(written)).replace("-", show.MINUS)
        faces = [face for thrown in dice.transcript.thrown for face in thrown.faces]
        together = f" ({', '.join(map(str, faces))})" if 1 < len(faces) <= 10 else ""
        rolls.append(faces)
        expected.append({"shown": total + together, "left": 0, "said": f"{text}: {total}"})
    assert page.evaluate(ROLL_CHIPS, rolls) == expected
