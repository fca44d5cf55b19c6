"""“Continue” on the home page and on games' landing pages: the latest sheets, fights and screens of this device."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes

STORE = "async ([store, about]) => (await (await import('/assets/js/lib/store.js')).keep.add(store, about)).id"
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: "layout-shift", buffered: true });
}"""
SHEET = {"sheet": "psiops.operative", "fields": {"name": "Kestrel", "hp": 5}, "derived": {"max_hp_now": 6}}


def store(page: Page, kind: str, game: str, name: str, data: dict, **more) -> str:
    """Store a record with the page's own store and return its id."""
    return page.evaluate(STORE, [kind, {"game": game, "name": name, "data": data, **more}])


def lines(page: Page):
    return page.locator("fb-continue a")


def test_nothing_is_shown_and_nothing_is_loaded_on_a_new_device(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("fb-continue")).to_be_hidden()
    assert page.evaluate("document.querySelector('fb-continue').offsetHeight") == 0
    assert not [url for url in asked if re.search(r"store\.js|pyodide|play\.js", url)]


def test_the_latest_records_are_one_tap_away(page, fb):
    page.goto("/psiops/")
    store(page, "screens", "psiops", "Mission 3", {"screen": 1, "tiles": []})
    fight = store(
        page,
        "fights",
        "psiops",
        "Warehouse",
        {"fight": "psiops", "events": [{"event": "join"}]},
        summary={"line": "Kestrel and Ghoul, round 3", "fallen": [], "winner": ""},
    )
    sheet = store(page, "sheets", "psiops", "Kestrel", SHEET)
    store(page, "sheets", "xmas", "Bob", {"sheet": "xmas.operator", "fields": {"name": "Bob"}, "derived": {}})
    page.goto("/psiops/")
    expect(lines(page)).to_have_text(
        ["Kestrel 5 of 6 HP", "Warehouse Kestrel and Ghoul, round 3", "Mission 3 GM screen"], use_inner_text=False
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert find_violations_in_sampled_schemes(page, "fb-continue") == []
    page.goto("/")
    expect(lines(page)).to_have_text(["Bob X-M.A.S.", "Kestrel PSIOPS, 5 of 6 HP", re.compile("^Warehouse PSIOPS, ")])
    fb.press(lines(page).nth(1))
    page.wait_for_url(f"**/psiops/character/#kept={sheet}")
    expect(page.locator("h3.fb-sheet-name")).to_have_text("Kestrel", timeout=fb.START)
    page.goto("/psiops/")
    expect(lines(page).nth(1)).to_have_attribute("href", re.compile(rf"/psiops/fight/#kept={fight}$"))


@pytest.mark.trial
def test_nothing_moves_when_the_list_appears(page):
    page.goto("/psiops/")
    for name in ("Kestrel", "Osprey"):
        store(page, "sheets", "psiops", name, SHEET)
    page.add_init_script(f"({SHIFTS})()")
    for address in ("/", "/psiops/"):
        page.goto(address, wait_until="networkidle")
        expect(lines(page)).to_have_text([re.compile("Osprey .*5 of 6 HP"), re.compile("Kestrel .*5 of 6 HP")])
        page.wait_for_timeout(300)
        assert sum(page.evaluate("window.shifts ?? []")) < 0.01
        grown = page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('fb-continue'))"
        )
        assert grown <= 0


@pytest.mark.trial
def test_a_deleted_record_disappears_and_an_older_version_s_records_are_found(page):
    page.goto("/")
    sheet = store(page, "sheets", "psiops", "Kestrel", SHEET)
    page.evaluate("localStorage.removeItem('fieldbook:continue')")
    page.reload()
    expect(lines(page)).to_have_text(["Kestrel PSIOPS, 5 of 6 HP"])
    page.evaluate("async (id) => (await import('/assets/js/lib/store.js')).keep.remove('sheets', id)", sheet)
    page.reload()
    expect(page.locator("fb-continue")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('fieldbook:continue')") is None


@pytest.mark.trial
def test_a_damaged_list_is_ignored(page):
    page.goto("/")
    entries = '[1, {"store": "sheets", "id": "a"}, {"store": "sheets", "id": "a", "name": "A", "game": "constructor"}]'
    for text in ("{", "[]", f'{{"counts": 7, "entries": {entries}}}'):
        page.evaluate("text => localStorage.setItem('fieldbook:continue', text)", text)
        page.reload()
        expect(page.locator("fb-continue")).to_be_hidden()


@pytest.mark.trial
def test_an_address_opens_the_last_character(page, fb):
    page.goto("/#last")
    expect(page.locator("fb-notice")).to_contain_text("No character is saved on this device yet")
    sheet = store(page, "sheets", "psiops", "Kestrel", SHEET)
    store(page, "sheets", "xmas", "Bob", {"sheet": "xmas.operator", "fields": {"name": "Bob"}, "derived": {}})
    page.goto("/psiops/character/#last")
    expect(page.locator("h3.fb-sheet-name")).to_have_text("Kestrel", timeout=fb.START)
    assert page.url.endswith(f"#kept={sheet}")
    page.goto("/dice/")
    page.goto("/#last")
    page.wait_for_url("**/xmas/characters/#kept=*")
    expect(page.locator("h3.fb-sheet-name")).to_have_text("Bob", timeout=fb.START)


@pytest.mark.trial
def test_a_fight_that_has_not_begun_says_its_combatants(page, fb):
    page.goto("/psiops/fight/")
    fb.press(page.get_by_role("button", name="Add to enemies"))
    page.get_by_label("Name", exact=True).fill("Ghoul")
    fb.press(page.locator(".fb-fight-add", has_text="Enemy"))
    expect(page.locator(".fb-piece:not([data-free])")).to_have_count(1, timeout=fb.START)
    page.goto("/psiops/")
    expect(lines(page)).to_have_text([re.compile("^Fight of .* Ghoul$")])


def test_the_character_is_one_tap_away_from_any_page_of_its_game(page, fb):
    page.goto("/psiops/combat/")
    link = page.locator("a.fb-mine")
    expect(link).to_be_hidden()
    id = store(page, "sheets", "psiops", "Kestrel", {"sheet": "psiops.operative", "fields": {"name": "Kestrel"}})
    page.reload()
    expect(link).to_have_text("Kestrel")
    fb.press(link)
    expect(page.locator(".fb-sheet-name")).to_have_text("Kestrel", timeout=fb.START)
    assert page.url.endswith(f"/psiops/character/#kept={id}")
    page.goto("/combat/fighting/")
    expect(link).to_be_hidden()
