"""A GM's screen: parts pinned from pages work on it, and its arrangement is stored on the device."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes

PSIOPS = "/psiops/screen/"


def titles(page: Page) -> list[str]:
    return page.locator(".fb-tile h2").all_inner_texts()


def tile(page: Page, title: str):
    return page.locator(f'.fb-tile:has(h2:text-is("{title}"))')


@pytest.fixture
def ready_screen(desktop) -> Page:
    """Open the ready-made screen of a game, with its tools."""
    desktop.goto(PSIOPS)
    expect(desktop.locator(".fb-tile-move").first).to_be_visible()
    return desktop


def test_pinned_table_rolls_on_the_screen_and_persists(page, fb):
    page.goto("/psiops/stress/")
    table = page.locator('fb-table[table="psiops.panic"]')
    expect(page.locator(".fb-pin")).to_have_count(0)
    fb.press(table.get_by_role("button", name="Roll D6"))
    fb.press(table.get_by_role("button", name="on your screen"))
    expect(table.locator(".fb-pinned a")).to_be_focused()
    assert find_violations_in_sampled_schemes(page, "article") == []
    fb.press(table.locator(".fb-pinned a"))
    pinned = page.locator('.fb-tile fb-table[table="psiops.panic"]')
    fb.press(pinned.get_by_role("button", name="Roll D6"))
    expect(pinned.locator(".fb-headline")).to_be_visible()
    expect(pinned.locator("tr[aria-current]")).to_have_count(1)
    page.reload()
    expect(pinned.get_by_role("button", name="Roll D6")).to_be_visible()
    expect(pinned.locator(".fb-headline")).to_have_count(0)


BLOCK_DATABASE = """() => new Promise((opened) => {
    const asked = indexedDB.open("fieldbook", 1);
    asked.onupgradeneeded = () => ["sheets", "fights"].forEach((name) =>
        asked.result.createObjectStore(name, { keyPath: "id" }).createIndex("game", "game"));
    asked.onsuccess = () => { window.held = asked.result; opened(); };
})"""
"""Script that opens the first version of the database and keeps the connection open."""


@pytest.mark.trial
def test_screen_says_when_another_tab_blocks_storage(make_page, fb):
    page = make_page("desktop")
    other = page.context.new_page()
    other.goto("/licences/")
    other.evaluate(BLOCK_DATABASE)
    page.goto(PSIOPS)
    note = page.locator(".fb-screen-note")
    expect(note).to_contain_text("Another tab is blocking access to your saved data.", timeout=fb.START)
    other.evaluate("() => held.close()")
    expect(note).to_be_empty()
    expect(page.locator(".fb-tile-move").first).to_be_visible()


def test_pinning_can_be_undone_and_never_duplicates(desktop):
    desktop.goto("/psiops/playing/")
    bands = desktop.locator('fb-table[table="psiops.bands"]')
    for words in ("is on My screen", "Removed from your screen.", "is on My screen", "is already on"):
        bands.locator("thead").hover()
        if words == "Removed from your screen.":
            bands.get_by_role("button", name="Undo").click()
        else:
            bands.get_by_role("button", name="on your screen").click()
        expect(bands.locator(".fb-pinned")).to_contain_text(words)


@pytest.mark.trial
def test_dice_odds_are_pinned_with_the_typed_dice(warm_desktop, fb):
    fb.go_to(warm_desktop, "/dice/")
    odds = warm_desktop.locator("article fb-dice-odds")
    odds.get_by_role("textbox", name="Against other dice").fill("1d12")
    expect(odds.locator(".fb-laid tbody th").nth(1)).to_have_text("1d12", use_inner_text=True)
    odds.get_by_role("button", name="on your screen").click()
    odds.locator(".fb-pinned a").click()
    pinned = warm_desktop.locator(".fb-tile fb-dice-odds")
    expect(pinned.get_by_role("textbox", name="Against other dice")).to_have_value("1d12")
    expect(pinned.locator(".fb-laid tbody th").nth(1)).to_have_text("1d12", use_inner_text=True)
    pinned.get_by_role("textbox", name="Your dice").fill("2d8")
    expect(pinned.locator(".fb-laid tbody th").first).to_have_text("2d8", use_inner_text=True)
    assert "dice-odds" not in warm_desktop.url
    fb.clear_storage(warm_desktop)


def test_pinned_odds_can_switch_their_mode(desktop):
    desktop.goto("/psiops/playing/")
    odds = desktop.locator("fb-counted").first
    odds.get_by_role("radio", name="Exactly").focus()
    odds.get_by_role("button", name="on your screen").click()
    odds.locator(".fb-pinned a").click()
    pinned = desktop.locator(".fb-tile fb-counted")
    exactly = pinned.locator("td").first.inner_text()
    pinned.get_by_role("radio", name="At least").check()
    expect(pinned.locator("td").first).not_to_have_text(exactly)
    assert "odds-count" not in desktop.url


@pytest.mark.trial
def test_rearranging_a_default_screen_by_keyboard_makes_a_copy(ready_screen):
    before = titles(ready_screen)
    move = ready_screen.get_by_role("button", name=f"Move {before[1]}")
    move.focus()
    for key in ("ArrowLeft", "Shift+ArrowLeft"):
        ready_screen.keyboard.press(key)
    expect(move).to_be_focused()
    expect(ready_screen.locator(".fb-live")).to_contain_text("7 of 12 columns wide")
    ready_screen.get_by_role("button", name=f"Fold {before[0]}").click()
    after = [before[1], before[0], *before[2:]]
    assert titles(ready_screen) == after
    other = ready_screen.context.new_page()
    other.goto(PSIOPS)
    expect(tile(other, before[0])).to_have_attribute("data-folded", "")
    assert titles(other) == after
    expect(tile(other, before[1])).to_have_attribute("data-width", "7")
    other.get_by_role("button", name=f"{before[1]}: size and place").click()
    assert find_violations_in_sampled_schemes(other, "article") == []
    other.get_by_role("button", name="Remove").click()
    expect(tile(ready_screen, before[1])).to_have_count(0)
    other.get_by_role("button", name="Bring it back").click()
    expect(ready_screen.locator(".fb-tile h2").first).to_have_text(before[1])
    ready_screen.get_by_role("combobox", name="Choose a screen").select_option("The book’s screen")
    expect(ready_screen.locator(".fb-tile h2").first).to_have_text(before[0])
    assert titles(ready_screen) == before


TILES_AND_KEYS = """() => [...document.querySelectorAll(".fb-tile-body")].map((body) => ({
    called: document.getElementById(body.getAttribute("aria-labelledby")).textContent,
    beyond: body.scrollHeight - body.clientHeight,
    isStop: body.tabIndex === 0,
    hasStop: [...body.querySelectorAll("a[href], button, input, select, summary")]
        .some((each) => each.checkVisibility()),
}))"""


def test_overflowing_tiles_scroll_by_keyboard(make_page, fb):
    """Every second tile once overflowed by a pixel or two, and in Safari tiles without controls ignored the keys."""
    page = make_page("desktop", viewport={"width": 1280, "height": 400})
    page.goto(PSIOPS)
    expect(page.get_by_role("group", name="Cover", exact=True)).to_have_attribute("tabindex", "0")
    fb.wait_until_loaded(page)
    tiles = page.evaluate(TILES_AND_KEYS)
    assert [each for each in tiles if 0 < each["beyond"] < 4] == []
    assert [each for each in tiles if each["isStop"] != (each["beyond"] > 0 and not each["hasStop"])] == []


@pytest.mark.trial
def test_tile_keeps_focus_when_it_stops_overflowing(make_page, fb):
    """The focus once fell back to the page as soon as the window was high enough."""
    page = make_page("desktop", viewport={"width": 1280, "height": 400})
    page.goto(PSIOPS)
    fb.wait_until_loaded(page)
    cover, others = page.get_by_role("group", name="Cover", exact=True), page.locator(".fb-tile-body[tabindex]")
    expect(cover).to_have_attribute("tabindex", "0")
    cover.focus()
    page.set_viewport_size({"width": 1280, "height": 2000})
    expect(others).to_have_count(1)  # the other tiles don't scroll any more either
    expect(cover).to_be_focused()
    page.keyboard.press("Tab")
    expect(others).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag a finger from one point of the window to another in small steps, resting before it is lifted."""
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for step in range(1, 6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        for _ in range(6 if step == 5 else 1):  # a fling would turn the next tap into a stop
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
            page.evaluate("new Promise(requestAnimationFrame)")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


@pytest.mark.chromium
def test_tiles_are_moved_by_touch_and_resized_by_menu(make_page):
    tablet = make_page("desktop", viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    tablet.goto(PSIOPS)
    expect(tablet.locator(".fb-tile-move").first).to_be_visible()
    first, second, *others = titles(tablet)
    handle, onto = tile(tablet, second).locator(".fb-tile-move"), tile(tablet, first).bounding_box()
    box = handle.bounding_box()
    drag(tablet, (box["x"] + 22, box["y"] + 22), (onto["x"] + 40, onto["y"] + 60))
    expect(tablet.locator(".fb-tile h2").first).to_have_text(second)
    assert titles(tablet) == [second, first, *others]
    assert tablet.evaluate("scrollY") == 0
    wide = int(tile(tablet, second).get_attribute("data-width"))
    tile(tablet, second).get_by_role("button", name=f"{second}: size and place").tap()
    tablet.get_by_role("group", name=f"{second}: size and place").get_by_role("button", name="Narrower").tap()
    expect(tile(tablet, second)).to_have_attribute("data-width", str(wide - 1))


@pytest.mark.trial
def test_screen_with_two_hundred_tiles_works(phone, fb):
    phone.goto("/screen/")
    expect(phone.get_by_role("button", name="Add", exact=True).first).to_be_visible()
    link = phone.evaluate("""async () => {
        const { keep } = await import("/assets/js/lib/store.js");
        const tiles = Array.from({ length: 199 }, (_, at) => ({ key: `t${at}`, title: `Enemy ${at + 1}`,
            kind: "tracker", width: 3, height: 0, folded: false, value: at, step: 1 }));
        const text = Array.from({ length: 200 }, (_, at) => `${at + 1}\\tRow ${at + 1}`).join("\\n");
        tiles.push({ key: "own", title: "Long", kind: "table", width: 6, height: 0, folded: false, text, dice: "" });
        const { id } = await keep.add("screens", { game: "", name: "Many", data: { screen: 1, tiles } });
        return `/screen/#kept=${id}`;
    }""")
    phone.goto("/dice/")
    phone.goto(link)
    expect(phone.locator(".fb-tile")).to_have_count(200)
    fb.press(phone.get_by_role("button", name="1 more: Enemy 199"))
    expect(phone.get_by_role("spinbutton", name="Enemy 199")).to_have_value("199")
    fb.press(phone.get_by_role("button", name="Fold Enemy 1", exact=True))
    expect(tile(phone, "Enemy 1")).to_have_attribute("data-folded", "")
    fb.press(tile(phone, "Long").get_by_role("button", name="Roll D200"))
    expect(tile(phone, "Long").locator("tr[aria-current]")).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("spinbutton", name="Enemy 199")).to_have_value("199")


def test_trackers_clocks_and_notes_persist(desktop):
    desktop.goto("/screen/")
    for kind, name in (("Tracker", "Oxygen"), ("Clock", "Alarm"), ("Note", "Plan")):
        desktop.get_by_role("button", name="Add", exact=True).first.click()
        desktop.get_by_role("button", name=kind, exact=True).click()
        expect(desktop.get_by_role("textbox", name="Name", exact=True).last).to_be_focused()
        desktop.keyboard.type(name)
        desktop.keyboard.press("Enter")
        expect(tile(desktop, name)).to_be_visible()
    desktop.get_by_role("button", name="1 less: Oxygen").click(click_count=3)
    desktop.get_by_role("button", name="Tick: Alarm").click()
    desktop.get_by_role("textbox", name="Plan").fill("<img src=x onerror=alert(1)>")
    desktop.get_by_role("textbox", name="Plan").blur()
    expect(desktop.get_by_role("img", name="1 of 6 segments")).to_be_visible()
    desktop.get_by_role("button", name="Add", exact=True).first.click()
    assert find_violations_in_sampled_schemes(desktop, "article") == []
    expect(desktop.get_by_role("spinbutton", name="Oxygen")).to_have_value("-3")
    other = desktop.context.new_page()
    other.goto("/screen/")
    expect(other.get_by_role("textbox", name="Plan")).to_have_value("<img src=x onerror=alert(1)>")
    expect(other.get_by_role("img", name="1 of 6 segments")).to_be_visible()
    expect(other.get_by_role("spinbutton", name="Oxygen")).to_have_value("-3")


def add_tile(page: Page, fb, kind: str) -> None:
    fb.press(page.get_by_role("button", name="Add", exact=True).first)
    fb.press(page.get_by_role("button", name=kind, exact=True))


@pytest.mark.trial
def test_tiles_whose_script_failed_are_filled_once_it_loads(page, fb, console_guard):
    console_guard.expect_errors()
    page.goto("/screen/")
    add_tile(page, fb, "Note")
    note = page.get_by_role("textbox", name="Note", exact=True)
    expect(note).to_be_visible()
    script = "**/entry/tiles.js"
    page.route(script, lambda route: route.fulfill(status=503, body="busy"))
    page.reload()
    error = page.locator(".fb-screen-note .fb-error")
    expect(error).to_have_text("Some tiles couldn't be loaded. Reload the page once you're online.")
    expect(note).to_have_count(0)
    page.unroute(script)
    add_tile(page, fb, "Clock")
    expect(page.get_by_role("button", name="Tick: Clock")).to_be_visible()
    expect(note).to_be_visible()
    expect(error).to_have_count(0)


@pytest.mark.trial
def test_custom_table_names_its_invalid_line_then_rolls(page, fb):
    page.goto("/screen/")
    fb.press(page.get_by_role("button", name="Add", exact=True).first)
    fb.press(page.get_by_role("button", name="Custom table", exact=True))
    expect(page.get_by_role("textbox", name="Name", exact=True).last).to_be_focused()
    page.keyboard.type("Weather")
    page.keyboard.press("Enter")
    rows, show = page.get_by_role("textbox", name="Rows of Weather"), page.get_by_role("button", name="Show the table")
    rows.fill("1-2\t<b>Rain</b>\n4-6\tSun, 2d4 crows")
    fb.press(show)
    expect(page.locator(".fb-own-table .fb-error")).to_contain_text("Line 2, “4-6")
    assert find_violations_in_sampled_schemes(page, "article") == []
    expect(rows).to_have_value("1-2\t<b>Rain</b>\n4-6\tSun, 2d4 crows")
    rows.fill("1-2\t<b>Rain</b>\n3-6\tSun, 2d4 crows")
    fb.press(show)
    fb.press(page.get_by_role("button", name="Roll D6"))
    table = page.locator(".fb-tile fb-table")
    expect(table.locator(".fb-headline")).to_have_text(re.compile("^(<b>Rain</b>|Sun, 2d4 crows)$"))
    expect(table.locator("b")).to_have_count(0)
    fb.press(table.locator("td").get_by_role("button", name="Roll 2d4"))
    expect(table.locator("td .fb-die-result b")).to_have_text(re.compile(r"^[2-8]$"))
    fb.wait_until(
        page,
        """async () => {
        const { keep } = await import("/assets/js/lib/store.js");
        return (await keep.list("screens"))[0].data.tiles[0].text.includes("3-6");
    }""",
    )
    page.reload()
    expect(table.locator("tbody tr")).to_have_count(2)


PASTED = """| d100 | Weather |
|------|---------|
| 01–10 | **Hail**, 2d6×10 stones |
| 11–95 | Sun |
| 96–00 | A storm |"""


def test_pasted_table_shows_its_dice_and_chances_before_it_is_shown(page, fb):
    page.goto("/screen/")
    add_tile(page, fb, "Custom table")
    expect(page.get_by_role("textbox", name="Name", exact=True).last).to_be_focused()
    page.keyboard.type("Weather")
    page.keyboard.press("Enter")
    rows, preview = page.get_by_role("textbox", name="Rows of Weather"), page.locator(".fb-own-table-preview")
    rows.fill(PASTED.replace("11–95", "12–95"))
    expect(page.locator(".fb-own-table .fb-error")).to_have_text(
        "Line 4, “| 12–95 | Sun |”: no line has 11, so add one before it."
    )
    rows.fill(PASTED)
    expect(preview.locator("p")).to_have_text("Rolled with D100: 3 rows.")
    expect(preview.locator("tbody tr")).to_have_text(
        ["1–10Hail, 2d6×10 stones10.0%", "11–95Sun85.0%", "96–100A storm5.0%"]
    )
    assert find_violations_in_sampled_schemes(page, "article") == []
    fb.press(page.get_by_role("button", name="Show the table"))
    table = page.locator(".fb-tile fb-table")
    expect(table.locator("thead th")).to_have_text(["D100", "Weather"])
    fb.press(table.locator("td").get_by_role("button", name="Roll 2d6×10"))
    expect(table.locator("td .fb-die-result b")).to_have_text(re.compile(r"^[1-9]\d?0$|^1[01]0$|^120$"))
    fb.press(page.get_by_role("button", name="Roll D100"))
    expect(table.locator("tr[aria-current]")).to_have_count(1)


STRESS = "**/psiops/stress/"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            {"body": "<!doctype html><title>Sign in</title>", "content_type": "text/html"},
            "the network sent something else; you may need to sign in to it",
        ),
        ({"status": 503, "body": "busy"}, "the server sent an error (503)"),
    ],
    ids=["a page to sign in on", "an error"],
)
def test_failed_tile_says_why_and_loads_on_retry(page, fb, console_guard, answer, said):
    console_guard.expect_errors()
    page.goto("/psiops/stress/")
    table = page.locator('fb-table[table="psiops.panic"]')
    fb.press(table.get_by_role("button", name="Roll D6"))
    fb.press(table.get_by_role("button", name="on your screen"))
    screen = table.locator(".fb-pinned a")
    address = screen.evaluate("link => link.href")
    page.route(STRESS, lambda route: route.fulfill(**answer))
    page.goto(address)
    pinned = page.locator(".fb-tile .fb-tile-block")
    expect(pinned.locator(".fb-error")).to_have_text(f"This couldn't be loaded: {said}. See its own page.")
    page.unroute(STRESS)
    fb.press(pinned.get_by_role("button", name="Try again"))
    expect(pinned.locator("fb-table").get_by_role("button", name="Roll D6")).to_be_visible()


@pytest.mark.chromium
def test_screen_is_shared_by_link_and_file_and_hostile_ones_fail(ready_screen, make_page):
    before = titles(ready_screen)
    ready_screen.get_by_role("button", name=f"Fold {before[0]}").click()
    expect(tile(ready_screen, before[0])).to_have_attribute("data-folded", "")
    ready_screen.get_by_role("button", name="Screens", exact=True).click()
    with ready_screen.expect_download() as saving:
        ready_screen.get_by_role("button", name="Save as file").click()
    saved = json.loads(Path(saving.value.path()).read_text())
    assert (saved["screen"], saved["game"], len(saved["tiles"])) == (1, "psiops", len(before))
    chooser = ready_screen.locator(".fb-screen-panel .fb-sheets-file")
    hostile = saved | {"tiles": [{"kind": "block", "at": "https://evil.example/#x", "title": "<img src=x>"}]}
    for content, said in (
        (json.dumps(hostile), "Tile 1 is damaged: “at”"),
        ("{", "be read"),
        ("x" * 2_100_000, "be read"),
    ):
        chooser.set_input_files({"name": "s.json", "mimeType": "application/json", "buffer": content.encode()})
        expect(ready_screen.locator(".fb-screen-note")).to_contain_text(said)
        expect(ready_screen.locator(".fb-screen-note")).to_contain_text("Nothing was changed.")
    assert find_violations_in_sampled_schemes(ready_screen, ".fb-screen-panel") == []
    marked = saved | {"name": "<b>Mine</b>", "tiles": [{"kind": "note", "title": "<i>Plan</i>", "text": "<u>x</u>"}]}
    chooser.set_input_files({"name": "s.json", "mimeType": "application/json", "buffer": json.dumps(marked).encode()})
    ready_screen.get_by_role("button", name="Open <b>Mine</b>").click()
    expect(ready_screen.locator(".fb-tile h2")).to_have_text(["<i>Plan</i>"])
    expect(ready_screen.locator(".fb-tile").locator("i, u")).to_have_count(0)
    ready_screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ready_screen.get_by_role("button", name="Share as link").click()
    expect(ready_screen.get_by_role("button", name="Link copied")).to_be_visible()
    link = ready_screen.evaluate("navigator.clipboard.readText()")
    other = make_page()
    other.goto(link)
    expect(other.locator(".fb-screen-note")).to_contain_text("<b>Mine</b>, with 1 tile.")
    other.get_by_role("button", name="Save it").click()
    expect(other.locator(".fb-tile h2")).to_have_text(["<i>Plan</i>"])


@pytest.mark.trial
def test_screen_is_shared_after_sharing_failed_to_load(ready_screen, console_guard):
    console_guard.expect_errors()
    script = "**/entry/play.js"
    ready_screen.route(script, lambda route: route.fulfill(status=503, body="busy"))
    with ready_screen.expect_request(script):  # before a button of the panel needs it
        ready_screen.get_by_role("button", name="Screens", exact=True).click()
    save = ready_screen.get_by_role("button", name="Save as file")
    save.click()
    error = ready_screen.locator(".fb-screen-note .fb-error")
    expect(error).to_have_text("Sharing couldn't be loaded. Reload the page once you're online.")
    chooser = ready_screen.locator(".fb-screen-panel .fb-sheets-file")
    chooser.set_input_files({"name": "s.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(error).to_have_text(
        "The import couldn't be loaded. Reload the page once you're online. Nothing was changed."
    )
    ready_screen.unroute(script)
    with ready_screen.expect_download() as saving:
        save.click()
    assert json.loads(Path(saving.value.path()).read_text())["game"] == "psiops"


@pytest.mark.chromium
@pytest.mark.trial
def test_screen_is_printed_on_the_chosen_paper(ready_screen):
    ready_screen.get_by_role("button", name="Screens", exact=True).click()
    for paper, size in (("A4, landscape", (842, 595)), ("Letter, portrait", (612, 792))):
        ready_screen.get_by_role("combobox", name="Paper").select_option(paper)
        pages = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", ready_screen.pdf(prefer_css_page_size=True))
        assert {(round(float(width)), round(float(height))) for width, height in pages} == {size}
    ready_screen.emulate_media(media="print")
    expect(ready_screen.locator("button:not(fb-die *)").filter(visible=True)).to_have_count(0)
    expect(tile(ready_screen, "Attack")).to_be_hidden()
    expect(tile(ready_screen, "Panic").locator("tbody tr").last).to_be_visible()
