"""An open sheet: results next to what rolled them, undo and redo, the forms of rolls, and columns for each width."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import page_checks
from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.opened_sheets import SLUGS, list_kinds, open_sheet

KESTREL = {
    "reflexes": 2,
    "strength": 1,
    "weapons": [
        {"name": "Rifle", "kind": "assault", "ammo": 5, "full": 6},
        {"name": "Handgun", "ammo": 6, "full": 6},
    ],
    "talents": [{"talent": "11"}],
}
FIELDS = {
    "psiops.operative": KESTREL,
    "xmas.operator": {"weapons": [{"name": "Rifle"}, {"name": "Knife"}], "wounds": 1},
    "sideworld.character": {"weapons": [{"name": "Rifle", "clip": 30, "loaded": 12}], "stamina_lost": 4},
    "combat.character": {"weapons": [{"name": "Rifle", "blunt": "no"}], "deadly": 1},
    "puml.character": {"attributes": [{"name": "Brawn", "value": 2}, {"name": "Wits", "value": 1}]},
}
MAIN_KINDS = [list_kinds(slug)[0] for slug in SLUGS]
WIDTHS = {320: 1, 390: 1, 1024: 2, 1280: 3}
"""The number of columns of a sheet by the width of the page."""

PLACES = """() => [...document.querySelectorAll(".fb-open-sheet :is(button, summary)")]
    .filter((each) => each.checkVisibility())
    .map((each) => { const { x, y, width, height } = each.getBoundingClientRect();
        return [each.className, x, y + scrollY, width, height].join(); })"""


TOP = """each => each.getBoundingClientRect().top + scrollY
    - (parseFloat(getComputedStyle(each).translate.split(" ")[1]) || 0)"""
"""Script that returns where an element is on the page, also while it is pressed down like a key.

The page scrolls to an answer once the finger rests.
"""


def use_clean(page: Page, fb) -> Iterator[Page]:
    """Yield a warm page; nothing is stored before or after the test, and its size is the same."""

    def clear() -> None:
        fb.clear_storage(page)
        page.evaluate("localStorage.clear()")

    size = page.viewport_size
    clear()
    yield page
    page.set_viewport_size(size)
    fb.go_to(page, "/licences/")
    clear()


@pytest.fixture
def clean_phone(warm_phone, fb) -> Iterator[Page]:
    yield from use_clean(warm_phone, fb)


@pytest.fixture
def clean_desktop(warm_desktop, fb) -> Iterator[Page]:
    yield from use_clean(warm_desktop, fb)


@pytest.fixture
def kestrel(clean_phone, fb) -> Page:
    """Return a phone with an open sheet of PSIOPS."""
    open_sheet(clean_phone, "psiops.operative", fb.START, **KESTREL)
    fb.wait_until(clean_phone, "() => document.fonts.status === 'loaded'")
    fb.settle(clean_phone.locator(".fb-sheet-tiles").first)
    return clean_phone


def find_card(page: Page, name: str) -> Locator:
    return page.locator(".fb-card", has=page.get_by_role("heading", name=name, exact=True))


def find_dialog(page: Page) -> Locator:
    return page.locator("dialog.fb-roll-form[open]")


OWNERS = {
    ".fb-sheet-panel >> nth=0 >> .fb-row >> nth=0": ".fb-do >> nth=0",
    ".fb-self .fb-tile-row >> nth=0": ".fb-sheet-tile >> nth=1",
    ".fb-card >> nth=0": ".fb-card-roll",
}
"""The button that rolls by what has it, from the end of the sheet: a row, a tile and a card."""


def test_sheet_is_played_on_a_phone(kestrel, fb):
    check_that_only_the_sheet_shows(kestrel)
    for owner, button in OWNERS.items():
        check_place_of_answer(kestrel, kestrel.locator(owner), button)
    check_undo_of_older_changes(kestrel)
    check_undo_of_a_roll(kestrel)
    card = find_card(kestrel, "Handgun")
    card.get_by_role("button", name=re.compile("^Undo: Attack")).press("Enter")
    expect(card.locator(".fb-answer--undone")).to_be_visible()
    assert find_violations_in_sampled_schemes(kestrel, ".fb-answer") == []
    kestrel.get_by_role("button", name="All characters").tap()
    expect(kestrel.locator("h1")).to_be_visible()


def check_that_only_the_sheet_shows(page: Page) -> None:
    expect(page.locator("h3.fb-sheet-name")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    shown = page.locator(".fb-page > *").evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).map((each) => each.localName)"
    )
    assert shown == ["fb-sheets"]


def check_undo_of_older_changes(page: Page) -> None:
    """Check that a newer change of the same value takes the older undo away."""
    card = find_card(page, "Rifle")
    gauge = page.locator(".fb-vitals .fb-gauge").first
    card.locator(".fb-gauge-set").tap()
    field = card.get_by_label("Rifle: Ammo: set")
    field.fill("3")
    field.press("Enter")
    undo_ammo = card.get_by_role("button", name="Undo: Rifle: Ammo")
    expect(undo_ammo).to_be_visible()
    gauge.locator("[data-step='-1']").tap()
    expect(gauge.get_by_role("button", name=re.compile("^Undo: "))).to_be_visible()
    expect(undo_ammo).to_be_visible()  # HP is another value
    other = find_card(page, "Handgun")
    other.locator(".fb-gauge-set").tap()
    field = other.get_by_label("Handgun: Ammo: set")
    field.fill("3")
    field.press("Enter")
    expect(undo_ammo).to_be_hidden()  # it would take the handgun's change back, too
    other.get_by_role("button", name="Undo: Handgun: Ammo").press("Enter")
    expect(undo_ammo).to_be_visible()


def check_undo_of_a_roll(page: Page) -> None:
    """Check that an undone roll stays, struck through, and can be put back."""
    card = find_card(page, "Handgun")
    ammo = card.locator(".fb-gauge-set b")
    expect(ammo).to_have_text("6")
    card.locator(".fb-card-roll").tap()
    verdict = card.locator(".fb-verdict")
    expect(verdict).to_be_visible()
    text = verdict.inner_text()
    after = "5" if re.search("fail|partial", text, re.IGNORECASE) else "6"
    expect(ammo).to_have_text(after)
    for _ in range(2):
        card.get_by_role("button", name=re.compile("^Undo: Attack")).press("Enter")
        expect(card.locator(".fb-answer--undone")).to_be_visible()
        expect(verdict).to_have_text(text)
        expect(verdict).to_have_css("text-decoration-line", "line-through")
        expect(ammo).to_have_text("6")
        redo = card.get_by_role("button", name=re.compile("^Put it back: Attack"))
        expect(redo).to_be_focused()
        redo.press("Enter")
        expect(card.locator(".fb-answer--undone")).to_have_count(0)
        expect(ammo).to_have_text(after)


def check_place_of_answer(page: Page, owner: Locator, button: str) -> None:
    """Check that a result is directly under what rolled it, announced, and can be undone."""
    pressed = owner.locator(button)
    pressed.scroll_into_view_if_needed()
    before = pressed.evaluate(TOP)
    pressed.tap()
    verdict = owner.locator(".fb-answer .fb-verdict")
    expect(verdict).to_be_visible()
    assert pressed.evaluate(TOP) == pytest.approx(before, abs=1)
    assert verdict.evaluate(TOP) >= before
    first = owner.locator(".fb-answer-tools button:visible").first
    expect(first).to_have_text("Undo")
    expect(pressed).to_be_focused()
    expect(page.locator(".fb-live")).to_contain_text(re.compile(r"dice|:"))
    first.press("Enter")  # so that no roll hinders the next one
    expect(owner.locator(".fb-answer--undone")).to_be_visible()


def test_forms_and_own_dice_of_a_sheet_roll(kestrel, fb):
    check_form_of_a_roll(kestrel, fb)
    card = find_card(kestrel, "Rifle")
    card.locator(".fb-line").tap()
    find_dialog(kestrel).get_by_role("button", name="My dice").tap()
    tap_own_dice(kestrel, "6", "5")
    expect(card.locator(".fb-answer")).to_contain_text("your own dice")
    kestrel.locator(".fb-plate-more").tap()
    kestrel.locator(".fb-plate-menu").get_by_role("button", name="Use my own dice").tap()
    card.locator(".fb-card-roll").tap()
    tap_own_dice(kestrel, "1", "2")


def check_form_of_a_roll(page: Page, fb) -> None:
    """Check that the form shows odds while choosing, and keeps choices about the world."""
    card = find_card(page, "Rifle")
    line = card.locator(".fb-line")
    line.tap()
    dialog = find_dialog(page)
    roll = dialog.locator(".fb-roll-form-foot .fb-roll")
    expect(roll).to_contain_text(re.compile(r"\d+\s%"))
    odds = roll.locator("small").inner_text()
    dialog.get_by_role("radio", name="Close").tap()
    expect(roll.locator("small")).not_to_have_text(odds)
    up_close = roll.locator("small").inner_text()
    dialog.locator("[name=aiming]").tap()
    expect(roll.locator("small")).not_to_have_text(up_close)
    dialog.get_by_role("radio", name="High").tap()
    expect(dialog.locator(".fb-roll-form-line")).to_contain_text("high")
    expect(dialog.locator(".fb-chance-bar i").first).to_be_attached()
    roll.tap()
    expect(dialog).to_have_count(0)
    expect(card.locator(".fb-answer .fb-verdict")).to_be_visible()
    expect(line).to_contain_text("high")
    expect(find_card(page, "Handgun").locator(".fb-line")).to_contain_text("high")
    line.tap()
    expect(dialog.locator("[name=aiming]")).not_to_be_checked()  # it was for one roll
    page.reload()
    expect(line).to_contain_text("high", timeout=fb.START)


def tap_own_dice(page: Page, *faces: str) -> None:
    """Roll with the Rifle by tapping faces; the last face rolls."""
    dialog = find_dialog(page)
    for face in faces:
        dialog.locator(".fb-key", has_text=re.compile(f"^{face}$")).tap()
    expect(dialog).to_have_count(0)
    expect(find_card(page, "Rifle").locator(".fb-answer .fb-face")).to_have_text(list(faces))


HOLD_ANSWERS = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    runtime.answerElsewhere("sideworld", () => new Promise((_, fail) => { globalThis.failAnswer = fail; }));
}"""
"""Script with which no rule of a game answers until the next script lets one fail."""

FAIL_ANSWER = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    runtime.answerElsewhere("sideworld", null);
    globalThis.failAnswer(new Error("the test says so"));
}"""


def test_each_tap_on_a_roll_is_answered(clean_phone, fb):
    """It says again why the roll isn't made, says that it is under way, and asks again after a failure."""
    page = clean_phone
    open_sheet(page, "sideworld.character", fb.START, weapons=[{"name": "Gun", "ranges": "50 m +2 1d8"}])
    page.locator(".fb-card-roll").first.tap()
    dialog = find_dialog(page)
    roll, live = dialog.locator(".fb-roll-form-foot .fb-roll"), page.locator(".fb-live")
    dodge = dialog.get_by_label("Target's Dodge", exact=True)
    for value, sentence in (("", "needs one more number"), ("999999999", "Dodge")):
        dodge.fill(value)
        for _ in range(2):
            page.evaluate("() => document.querySelector('.fb-live')?.replaceChildren()")
            roll.tap()
            expect(live).to_contain_text(sentence)
            expect(dodge).to_be_focused()
            expect(dodge).to_have_accessible_description(re.compile(sentence))
            dialog.locator("h4").click()

    page.evaluate(HOLD_ANSWERS)
    dodge.fill("13")
    roll.tap()
    waiting = dialog.locator("[aria-busy=true]")
    expect(waiting).to_be_attached()
    assert waiting.evaluate("each => getComputedStyle(each, '::before').content") == '"Working it out …"'
    page.evaluate(FAIL_ANSWER)
    expect(dialog.locator(".fb-error")).to_have_text("This couldn't be worked out: something went wrong.")
    expect(waiting).to_have_count(0)
    roll.tap()
    expect(page.locator(".fb-answer .fb-verdict")).to_be_visible()


def test_odds_that_come_later_move_nothing(phone, fb):
    held = fb.HeldRequests(phone, re.compile(r"/rules/[^/]+/previews\.js"))
    open_sheet(phone, "psiops.operative", fb.START, **KESTREL)
    attack = phone.locator(".fb-card-roll").first
    chance = attack.locator(".fb-sheet-chance")
    fb.wait_until(phone, "() => document.fonts.status === 'loaded'")
    fb.settle(attack)
    expect(chance).to_have_text("")
    before = phone.evaluate(PLACES)
    held.release()
    expect(chance).to_have_text(re.compile(r"^\d+\s%"), timeout=fb.START)
    expect(phone.locator(".fb-sheet-tile .fb-sheet-chance").last).to_have_text(re.compile(r"^\d+\s%"))
    assert phone.evaluate(PLACES) == before


def test_tap_does_not_wait_for_odds(phone, fb):
    held = fb.HeldRequests(phone, re.compile(r"/rules/[^/]+/previews\.js"))
    open_sheet(phone, "psiops.operative", fb.START, **KESTREL)
    phone.locator(".fb-card-roll").first.tap()
    expect(phone.locator(".fb-answer .fb-verdict")).to_be_visible()
    assert held.routes or phone.locator(".fb-sheet-chance").first.inner_text() == ""
    held.release()


def test_answer_comes_where_its_button_was_although_that_was_drawn_again(clean_phone, fb):
    """A roll that is no longer due gets another button while more taps on the first one still wait."""
    open_sheet(clean_phone, "psiops.operative", fb.START, stress=6, hp=3)
    clean_phone.get_by_role("tab", name="Mind").press("Enter")
    row = clean_phone.locator(".fb-row", has=clean_phone.get_by_text("Maximum stress", exact=True))
    row.locator("[data-do]").evaluate("each => { for (let number = 0; number < 8; number += 1) each.click(); }")
    clean_phone.locator(".fb-gauge [data-step='1']").first.evaluate("each => each.click()")
    expect(clean_phone.locator(".fb-gauge-set > b").first).to_have_text("4", timeout=fb.START)  # all others are done
    expect(row.locator(".fb-answer-place .fb-error")).to_be_visible()
    expect(clean_phone.locator(".fb-sheet-body > .fb-answer-place")).to_have_count(0)


def test_enemy_is_not_the_character_in_use_and_its_tiles_keep_their_columns(clean_phone, fb):
    open_sheet(clean_phone, "sideworld.npc", fb.START)
    assert clean_phone.evaluate("localStorage.getItem('fieldbook:in-use:sideworld')") is None
    fb.wait_until(clean_phone, "() => document.fonts.status === 'loaded'")
    tile = clean_phone.locator(".fb-sheet-tile", has_text="Initiative").first
    fb.settle(tile)
    before = tile.bounding_box()
    tile.tap()
    expect(clean_phone.locator(".fb-answer .fb-verdict")).to_be_visible()
    after = tile.bounding_box()
    assert (after["x"], after["width"]) == (before["x"], before["width"])


def test_sheet_is_played_by_keyboard(clean_desktop, fb):
    open_sheet(clean_desktop, "psiops.operative", fb.START, **KESTREL)
    card = find_card(clean_desktop, "Rifle")
    line = card.locator(".fb-line")
    line.focus()
    clean_desktop.keyboard.press("Enter")
    dialog = find_dialog(clean_desktop)
    expect(dialog.locator("input:focus")).to_have_count(1)
    clean_desktop.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(line).to_be_focused()
    clean_desktop.keyboard.press("Shift+Tab")
    attack = card.locator(".fb-card-roll")
    expect(attack).to_be_focused()
    clean_desktop.keyboard.press("Enter")
    expect(card.locator(".fb-answer .fb-verdict")).to_be_visible()
    expect(attack).to_be_focused()
    tabs = clean_desktop.get_by_role("tab")
    names = tabs.all_inner_texts()
    assert len(names) > 1
    tabs.first.focus()
    for key, open_tab in (("End", names[-1]), ("Home", names[0]), ("ArrowRight", names[1]), ("ArrowLeft", names[0])):
        clean_desktop.keyboard.press(key)
        tab = clean_desktop.get_by_role("tab", name=open_tab, exact=True)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    more = clean_desktop.locator(".fb-plate-more")
    more.focus()
    clean_desktop.keyboard.press("Enter")
    expect(clean_desktop.locator(".fb-plate-menu button").first).to_be_focused()
    clean_desktop.keyboard.press("Escape")
    expect(more).to_be_focused()


COLUMNS = """() => new Set([...document.querySelectorAll(".fb-sheet-who, .fb-sheet-main, .fb-sheet-rest")]
    .flatMap((column) => [...column.querySelectorAll("[data-part]")])
    .filter((part) => part.checkVisibility()).map((part) => Math.round(part.getBoundingClientRect().left))).size"""


@pytest.mark.parametrize("kind", MAIN_KINDS)
def test_opened_character_is_in_use_and_its_columns_follow_the_width(clean_desktop, fb, kind):
    page = clean_desktop
    open_sheet(page, kind, fb.START, **FIELDS[kind])
    used = page.evaluate("game => localStorage.getItem(`fieldbook:in-use:${game}`)", kind.partition(".")[0])
    assert page.url.endswith(f"#kept={json.loads(used)}")
    most = 2 if kind == "puml.character" else 3  # without a third column, as one panel has all of it
    for width, columns in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 800})
        fb.settle(page.locator(".fb-vitals").first)
        assert [width, page.evaluate(COLUMNS)] == [width, min(columns, most)]
        assert [width, page.evaluate(page_checks.STICKS_OUT)] == [width, []]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(page_checks.TWICE_AS_LARGE, True)
        fb.settle(page.locator(".fb-vitals").first)
        assert [width, page.evaluate(page_checks.STICKS_OUT)] == [width, []]
        page.evaluate(page_checks.TWICE_AS_LARGE, False)


@pytest.mark.parametrize("kind", MAIN_KINDS)
def test_each_control_of_a_sheet_is_large_enough_and_legible(clean_phone, fb, kind):
    page = clean_phone
    open_sheet(page, kind, fb.START, **FIELDS[kind])
    page.evaluate("""() => {
        const closed = "fb-sheet-panel--closed";
        for (const panel of document.querySelectorAll(".fb-sheet-panel")) panel.classList.remove(closed);
        for (const fold of document.querySelectorAll(".fb-open-sheet details")) fold.open = true;
    }""")
    controls = ".fb-open-sheet :is(button, summary, a)"
    assert page.evaluate(page_checks.SMALL_TARGETS, controls) == []
    assert find_violations_in_sampled_schemes(page, ".fb-open-sheet") == []
    page.locator(".fb-open-sheet [data-form*='roll']").first.press("Enter")
    expect(find_dialog(page)).to_be_visible()
    assert page.evaluate(page_checks.SMALL_TARGETS, "dialog.fb-roll-form :is(button, a)") == []
    assert find_violations_in_sampled_schemes(page, "dialog.fb-roll-form") == []
    height = find_dialog(page).bounding_box()["height"]
    assert height <= 0.88 * 844 + 1


def test_pips_keep_their_shape_in_forced_colours(desktop, fb):
    desktop.emulate_media(forced_colors="active")
    open_sheet(desktop, "psiops.operative", fb.START, hp=3)
    pips = desktop.locator(".fb-vitals .fb-pips").first.locator("i")
    fills = pips.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert len(set(fills[:3])) == 1 and len(set(fills[3:])) == 1
    assert fills[0] != fills[-1]
    assert all(pips.evaluate_all("all => all.map((each) => parseFloat(getComputedStyle(each).borderTopWidth) > 0)"))
