"""Common tasks at the table in other engines: comparing, sharing, applying, searching, pinning and printing."""

import re

import pytest

from rules_py.registry import games
from rules_py.rendering.numbers import format_mean
from tests.browser.conftest import POLICY_REPORT

pytestmark = pytest.mark.trial

ROLLER = 'fb-roller[mechanic="{}"]'
ACTION = ROLLER.format("psiops.action")
HEADLINE = " .fb-result > .fb-headline"
TRAY, HISTORY = "dialog.fb-tray[open]", "dialog.fb-tray[open] .fb-past li:first-child"
SEARCH = "dialog.fb-search[open]"
PANIC = 'fb-table[table="psiops.panic"]'
TEXTS = "(selector) => [...document.querySelectorAll(selector)].map((each) => each.innerText)"


def open_tray(reader, tab: str) -> None:
    reader.press("[data-opens=tray]")
    reader.press(f"{TRAY} #fb-tray-{tab}")


def test_calculator_compares_set_ups(reader):
    reader.open("/psiops/calc/")
    reader.press_named("Compare with this")
    reader.press("fb-calc .fb-stepper:has([name=armor]) [data-step='1']")
    reader.press_named("Add this set-up")
    reader.wait_for_text("fb-calc .fb-laid tbody th", "armor 1")
    calculator = games.find_calculator("psiops.calc")
    field = calculator.panels[0].field
    for armor in (0, 1):
        mean = calculator.answer(calculator.check({"armor": armor}))[0][1].mean[field]
        reader.wait_for_text("fb-calc .fb-panel .fb-laid tbody td:last-child", f"^{re.escape(format_mean(mean))}$")


def test_shared_link_shows_the_roll_without_rolling(reader):
    reader.open("/psiops/")
    told = reader.press_and_wait(f"{ACTION} .fb-roll", ACTION + HEADLINE)
    faces = reader.run(TEXTS, f"{ACTION} .fb-face")
    reader.run("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    reader.press(f"{ACTION} .fb-share")
    reader.wait_for_text(f"{ACTION} .fb-share", "Link copied")
    link = reader.run("() => window.copied")
    assert link.startswith(reader.origin)
    reader.open("/licences/")
    reader.open(link.removeprefix(reader.origin))
    reader.wait_for_text(f"{ACTION} .fb-source", "A shared roll")
    assert reader.wait_for_text(ACTION + HEADLINE) == told
    assert reader.run(TEXTS, f"{ACTION} .fb-face") == faces
    assert len(reader.run(TEXTS, "article .fb-headline")) == 1


FIELDS = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("sheets"))[0].data.fields;
}"""


def test_roll_is_applied_to_a_stored_character_and_undone(reader):
    reader.open("/psiops/character/")
    reader.press_named("New operative")
    reader.press("fb-sheets .fb-plate-more")
    reader.press("fb-sheets .fb-making-open")
    reader.wait_for_text("fb-sheets .fb-open-sheet:not(.fb-making) [data-part]")  # the open character is the one in use
    before = reader.run(FIELDS)
    defend = ROLLER.format("psiops.defend")
    reader.open(f"/{games.find_mechanic('psiops.defend').home}")
    reader.press(f"{defend} .fb-own-open")
    reader.wait_for_text(f"{defend} .fb-slot", "")
    reader.run("(pad) => document.querySelector(pad).focus()", f"{defend} .fb-pad [tabindex='0']")
    reader.type("12")
    reader.press_and_wait(f"{defend} .fb-own-use", defend + HEADLINE)
    open_tray(reader, "past")
    reader.press(f"{HISTORY} summary")
    reader.press(f"{HISTORY} .fb-past-changes > button")
    reader.press(f"{HISTORY} .fb-past-leads button")
    reader.wait_for_text(f"{HISTORY} .fb-past-changes", "Your character: ")
    assert reader.run(FIELDS) != before
    reader.press_named("Undo")
    reader.wait_for_text(f"{HISTORY} .fb-past-changes", "Undone: Take damage")
    assert reader.run(FIELDS) == before


def test_search_result_scrolls_to_its_row(reader):
    reader.open("/psiops/")
    reader.press(".fb-search-open, [data-opens=search]")
    reader.wait_for_text(f"{SEARCH} input", "")
    reader.type("telekinesis")
    reader.wait_for_text(f"{SEARCH} [role=status]", r"^\d+ results?$")
    reader.press(f"{SEARCH} .fb-find > a")
    reader.wait_for_text("#talents-61.fb-found", "Telekinesis")
    reader.run("""async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const place = () => document.querySelector("#talents-61").getBoundingClientRect();
        for (let before = NaN; before !== place().top; await frame()) { before = place().top; await frame(); }
        if (place().top < 0 || place().bottom > innerHeight) throw new Error(`it is at ${place().top}`);
    }""")


def test_table_pinned_to_a_screen_persists(reader):
    reader.open("/psiops/stress/")
    reader.press_and_wait(f"{PANIC} .fb-table-bar .fb-roll", f"{PANIC} .fb-headline")
    reader.press(f"{PANIC} .fb-pin")
    reader.press(f"{PANIC} .fb-pinned a")
    reader.wait_for_text(".fb-tile h2", "Panic")
    reader.open(reader.run("() => location.pathname + location.search + location.hash"))
    reader.press_and_wait(f".fb-tile {PANIC} .fb-table-bar .fb-roll", f".fb-tile {PANIC} .fb-headline")


def test_formula_rolled_in_the_tray_appears_in_the_history(reader):
    reader.open("/xmas/")
    open_tray(reader, "dice")
    reader.press(f"{TRAY} .fb-tray-field")
    reader.type("2d1+1")
    reader.press_and_wait(f"{TRAY} .fb-tray-form .fb-roll", f"{TRAY} .fb-tray-number strong")
    reader.press(f"{TRAY} #fb-tray-past")
    assert "3" in reader.wait_for_text(f"{HISTORY} summary", re.escape("2d1+1"))
    reader.open("/puml/")
    open_tray(reader, "past")
    reader.wait_for_text(f"{HISTORY} summary", re.escape("2d1+1"))


def test_paper_page_shows_sheets(reader):
    reader.open("/xmas/paper/")
    reader.wait_for_text("fb-paper.fb-paper--ready")
    reader.press("fb-paper label:has([value=sheets])")
    reader.wait_for_text(".fb-paper-sheet", "Operator")


def test_csp_violation_is_reported_as_an_error(engine, host):
    reader = engine(host.origin)
    reader.open("/licences/")
    reader.run("""() => new Promise((reported) => {
        addEventListener("securitypolicyviolation", reported);
        fetch("https://evil.example/").catch(() => {});
    }).then(() => {})""")
    reader.close()
    assert any(re.search(f"{POLICY_REPORT.pattern}|connect-src forbids", told, re.IGNORECASE) for told in reader.errors)
