"""Common tasks on the site in the engines of other browsers."""

import re

import pytest

import rules_py
from rules_py.registry import games
from rules_py.rendering.numbers import format_percent

ROLLER = 'fb-roller[mechanic="{}"]'
ACTION = ROLLER.format("psiops.action")
HEADLINE = " .fb-result > .fb-headline"


START_PYTHON = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    const shares = [];
    runtime.addEventListener("change", () => shares.push(runtime.state.share));
    await runtime.start();
    return { shares, ...runtime.state };
}"""


@pytest.mark.trial
def test_python_starts_and_its_progress_never_decreases(engine, host):
    reader = engine(host.origin)
    try:
        reader.open("/dice/")
        found = reader.run(START_PYTHON)
    finally:
        reader.close()
    assert reader.errors == []
    assert found["phase"] == "ready", found["reason"]
    assert found["shares"] and found["shares"] == sorted(found["shares"]) and found["shares"][-1] == 1


def test_dice_in_text_roll_in_place(reader):
    reader.open("/psiops/talents/")
    total = reader.press_and_wait("article fb-die button", "fb-die .fb-die-result b")
    assert re.fullmatch(r"[\d−]+", total)


@pytest.mark.trial
def test_table_rolls_and_marks_its_row(reader):
    reader.open("/psiops/drives/")
    told = reader.press_and_wait("fb-table[die] .fb-table-bar .fb-roll", "fb-table .fb-table-result .fb-headline")
    row = reader.wait_for_text("fb-table tr[aria-current]")
    assert any(name in told for name in re.split(r"[\t\n]", row) if len(name) > 3)


def test_rules_roll_with_odds_on_a_page_and_on_the_next(reader):
    """The page fits the screen, with all of its styles, and a link to another page keeps its document."""
    reader.open("/psiops/")
    assert reader.run("() => document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth")
    assert reader.run("() => [...document.styleSheets].every((sheet) => sheet.cssRules.length)")
    assert reader.press_and_wait(f"{ACTION} .fb-roll", ACTION + HEADLINE)
    reader.press(f"{ACTION} details.fb-odds > summary")
    reader.press(f"{ACTION} .fb-stepper:has([name=attribute]) [data-step='1']")
    for chance in rules_py.odds("psiops.action", attribute=1).outcomes["band"].values():
        reader.wait_for_text(f"{ACTION} .fb-odds-body", re.escape(format_percent(chance)))
    reader.run("() => { window.kept = true; }")
    reader.run("""() => [...document.links].find((link) => new URL(link.href).pathname === "/puml/").click()""")
    reader.wait_for_text("article h1", "PUML")
    action = ROLLER.format("puml.action")
    assert reader.press_and_wait(f"{action} .fb-roll", action + HEADLINE)
    assert reader.run("() => window.kept")


def test_calculator_opens_with_values_from_the_address(reader):
    reader.open("/psiops/calc/?attribute=2&armor=1")
    calculator = games.find_calculator("psiops.calc")
    panel, odds = calculator.answer(calculator.check({"attribute": 2, "armor": 1}))[0]
    for chance in panel.chances:
        reader.wait_for_text(
            "fb-calc .fb-panel .fb-numbers", re.escape(format_percent(chance.compute_probability(odds)))
        )


@pytest.mark.trial
def test_manual_dice_can_be_typed(reader):
    reader.open("/psiops/")
    reader.press(f"{ACTION} .fb-own-open")
    reader.wait_for_text(f"{ACTION} .fb-slot", "")
    reader.run("(pad) => document.querySelector(pad).focus()", f"{ACTION} .fb-pad [tabindex='0']")
    reader.type("45")
    reader.press_and_wait(f"{ACTION} .fb-own-use", ACTION + HEADLINE)
    faces = reader.run(
        "(faces) => [...document.querySelectorAll(faces)].map((each) => parseInt(each.innerText, 10))",
        f"{ACTION} .fb-result .fb-face",
    )
    assert faces == [4, 5]


@pytest.mark.trial
def test_character_survives_a_page_change(reader):
    reader.open("/xmas/characters/")
    reader.press_named("New operator")
    reader.press("fb-sheets .fb-step-body [name=name]")
    reader.type("Ada")
    reader.wait_for_text("fb-sheets h3.fb-sheet-name", "Ada")
    reader.open("/xmas/characters/")
    reader.wait_for_text("fb-sheets .fb-sheets-item", "Ada")


@pytest.mark.trial
def test_fight_is_played_and_stored(reader):
    reader.open("/xmas/fight/")
    reader.wait_for_text("fb-fight[shown] .fb-board")
    for kind in ("Operator", "Grunt"):
        reader.press_named(f"Add: {kind}")
        reader.wait_for_text(".fb-piece:not([data-free]) .fb-board-name", kind)
    told = reader.press_and_wait(".fb-play", ".fb-mat .fb-headline")
    reader.open("/xmas/fight/")
    assert reader.wait_for_text(".fb-mat .fb-headline") == told


@pytest.mark.trial
def test_page_left_during_a_store_update_does_not_block_later_pages(reader):
    for left_after in range(8):
        reader.open(f"/licences/?{left_after}")
        assert reader.run(
            """async (left_after) => {
            const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
            const { id } = await keep.add("sheets", { game: "xmas", name: "Bo", data: {} });
            for (let each = 0; each < 20; each += 1) keep.update("sheets", id, () => ({ name: `Bo ${each}` }));
            await new Promise((leave) => setTimeout(leave, left_after)); // somewhere within the changes
            return id;
        }""",
            left_after,
        )


STORE_TWO = """async () => {
    const { keep } = await import("/assets/js/lib/store.js");
    const listCopies = () => Object.keys(localStorage).filter((name) => name.startsWith("fieldbook:copy:"));
    const waitUntil = async (isMet) => { while (!isMet()) await new Promise((done) => setTimeout(done, 20)); };
    for (const store of ["sheets", "fights"]) await keep.clear(store); // of other tests
    await waitUntil(() => !listCopies().length);
    const add = (name) => keep.add("sheets", {
        game: "xmas", name, data: { sheet: "xmas.operator", fields: { name, wounds: 1 } },
    });
    const [ada, gone] = [await add("Ada"), await add("Gone")];
    await waitUntil(() => listCopies().length === 2);
    const copy = `fieldbook:copy:sheets ${ada.id}`;
    const before = localStorage.getItem(copy);
    await keep.update("sheets", ada.id, () => ({ name: "Ada, changed" }));
    await waitUntil(() => localStorage.getItem(copy) && localStorage.getItem(copy) !== before);
    await keep.remove("sheets", gone.id);
}"""

DELETE_DATABASE = """async () => {
    const asked = indexedDB.deleteDatabase("fieldbook");
    await new Promise((done, fail) => { asked.onsuccess = done; asked.onerror = fail; });
}"""


@pytest.mark.trial
@pytest.mark.quick
def test_data_that_a_browser_has_evicted_come_back_without_what_was_deleted(reader):
    reader.open("/xmas/characters/")
    reader.run(STORE_TWO)
    reader.open("/licences/")  # the page is left as soon as the sheet is deleted
    reader.run(DELETE_DATABASE)
    reader.open("/xmas/characters/")
    reader.wait_for_text("fb-sheets .fb-sheets-item", "Ada, changed")
    reader.wait_for_text("fb-notice", "Saved data were deleted; one item is saved again")
    assert reader.run("() => document.querySelectorAll('fb-sheets .fb-sheets-item').length") == 1


@pytest.mark.trial
@pytest.mark.parametrize("place", ["/psiops/?roll=psiops.action&attribute=<img src=x>", "/psiops/?roll=no"])
def test_invalid_address_shows_an_error(reader, place):
    reader.open(place)
    assert reader.wait_for_text(".fb-error")


@pytest.mark.trial
def test_unvisited_game_works_offline(engine, host):
    reader = engine(host.origin)
    try:
        reader.open("/psiops/")
        reader.press_and_wait(f"{ACTION} .fb-roll", ACTION + HEADLINE)
        reader.run("async () => { await navigator.serviceWorker.ready; }")
        host.is_unreachable = True
        reader.open("/puml/")
        action = ROLLER.format("puml.action")
        assert reader.press_and_wait(f"{action} .fb-roll", action + HEADLINE)
    finally:
        host.is_unreachable = False
        reader.close()
    assert reader.errors == []
