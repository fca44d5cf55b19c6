"""Sheets and screens in links of which this device has another version, and saved data that vanish."""

import base64
import json
import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.trial, pytest.mark.every_size]

ADD = """async ([store, record]) => {
    const { keep } = await import("/assets/js/lib/store.js");
    await keep.add(store, record);
}"""


def build_fragment(name: str, data: dict) -> str:
    return f"#{name}=j{base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip('=')}"


def build_sheet(wounds: int) -> dict:
    return {"sheet": "xmas.operator", "fields": {"name": "Nick", "wounds": wounds}}


def build_screen(*texts: str) -> dict:
    return {"screen": 1, "tiles": [{"kind": "note", "text": text} for text in texts]}


def expect_no_overflow(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    header = page.locator(".md-header").bounding_box()
    for each in page.locator("fb-notice").all():
        box = each.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= header["width"]
        assert box["y"] + box["height"] <= header["y"] + header["height"] + 1


def test_sheet_of_the_same_name_is_replaced_and_brought_back(page, fb):
    page.goto("/xmas/characters/")
    page.evaluate(ADD, ["sheets", {"game": "xmas", "name": "Nick", "data": build_sheet(1)}])
    page.goto("about:blank")
    page.goto(f"/xmas/characters/{build_fragment('sheet', build_sheet(2))}")
    sheets = page.locator("fb-sheets")
    expect(sheets).to_contain_text("You have a Nick already, which differs", timeout=fb.START)
    expect(sheets.get_by_role("button", name="Save both")).to_be_visible()
    expect_no_overflow(page)
    fb.press(sheets.get_by_role("button", name="Replace mine"))
    note = sheets.locator(".fb-sheets-note")
    expect(note).to_contain_text("The sheet from the link has replaced yours.")
    wounds = sheets.locator('.fb-gauge:has([data-step]):has-text("Wounds")').first
    expect(wounds).to_contain_text("2")
    expect_no_overflow(page)
    fb.settle(note)
    fb.press(note.get_by_role("button", name="Bring mine back"))
    expect(wounds).to_contain_text("1")
    expect(note).to_be_empty()
    page.goto("about:blank")
    page.goto(f"/xmas/characters/{build_fragment('sheet', build_sheet(2))}")
    fb.press(sheets.get_by_role("button", name="Open mine"))
    expect(wounds).to_contain_text("1", timeout=fb.START)


def test_screen_of_the_same_name_is_replaced_and_brought_back(page, fb):
    page.goto("/screen/")
    page.evaluate(ADD, ["screens", {"game": "", "name": "Mine", "data": build_screen("old")}])
    page.goto("about:blank")
    page.goto(f"/screen/{build_fragment('screen', build_screen('new', 'newer') | {'name': 'Mine'})}")
    note = page.locator(".fb-screen-note")
    expect(note).to_contain_text("You have one of that name already, which differs", timeout=fb.START)
    expect(note.get_by_role("button", name="Save both")).to_be_visible()
    expect_no_overflow(page)
    fb.press(note.get_by_role("button", name="Replace mine"))
    expect(note).to_contain_text("The screen from the link has replaced Mine.")
    expect(page.locator(".fb-tile")).to_have_count(2)
    expect_no_overflow(page)
    fb.settle(note)
    fb.press(note.get_by_role("button", name="Bring mine back"))
    expect(page.locator(".fb-tile")).to_have_count(1)
    expect(note).to_be_empty()


@pytest.mark.chromium
def test_data_deleted_under_an_open_sheet_and_fight_are_told_and_saved_again(page, fb):
    page.goto("/xmas/characters/")
    origin = page.evaluate("location.origin")
    client = page.context.new_cdp_session(page)

    def delete_data() -> None:
        """Delete everything that the browser stores for the site, as its settings do."""
        client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})

    fb.press(page.get_by_role("button", name="New operator"))
    page.locator("fb-sheets .fb-step-body [name=name]").fill("Nick")
    expect(page.locator("fb-sheets h3.fb-sheet-name")).to_have_text("Nick", timeout=fb.START)
    expect(page).to_have_url(re.compile("#kept="))
    delete_data()
    notice = page.locator("fb-notice")
    expect(notice).to_contain_text("Saved data were deleted; one item is saved again", timeout=fb.START)
    expect_no_overflow(page)
    page.reload()
    expect(page.locator("fb-sheets h3.fb-sheet-name")).to_have_text("Nick", timeout=fb.START)
    page.goto("/xmas/fight/")
    fb.press(page.get_by_role("button", name="Add: Grunt").first)
    names = page.locator(".fb-piece:not([data-free]) .fb-board-name")
    expect(names).to_have_text(["Grunt"])
    expect(page).to_have_url(re.compile("#kept="))
    delete_data()
    expect(notice).to_contain_text("Saved data were deleted;", timeout=fb.START)
    expect(names).to_have_text(["Grunt"])
    expect_no_overflow(page)
    page.reload()
    expect(names).to_have_text(["Grunt"], timeout=fb.START)
