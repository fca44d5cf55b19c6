"""The picture of a session: its text, the saved file, and that it is made only on request."""

from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.test_luck import build_roll, open_part, store


def test_session_s_picture_has_a_text_and_can_be_saved(page, fb):
    page.goto("/dice/")
    store(page, "rolls", *(build_roll(number, [6, 6]) for number in range(3)))
    summary = {"line": "", "fallen": [{"name": "Ghoul", "side": "Enemies"}], "winner": "Operatives"}
    fight = {"game": "psiops", "name": "Warehouse", "data": {"fight": "psiops", "events": [{}]}, "summary": summary}
    store(page, "fights", fight)
    session = open_part(page, fb, "fb-session")
    picture = session.get_by_role("img")
    expect(picture).to_be_visible(timeout=fb.START)
    words = picture.get_attribute("aria-label")
    assert words.startswith("PSIOPS, ")
    assert "Best roll: Critical success; Action roll, Kestrel: 1 time in 12." in words
    assert "Who fell: Enemies: Ghoul." in words and "1 fight decided: Warehouse: Operatives won." in words
    assert "3 rolls, 6 dice, " in words
    with page.expect_download() as saved:
        fb.press(session.get_by_role("button", name="Save the picture"))
    assert saved.value.suggested_filename.startswith("session-")
    with saved.value.path().open("rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    box = picture.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"]
    assert find_violations_in_sampled_schemes(page, "fb-session") == []


def test_picture_is_made_only_on_request(page, fb):
    page.goto("/dice/")
    expect(page.locator("fb-session:defined")).to_be_attached()
    assert page.locator("fb-session canvas").count() == 0
    session = open_part(page, fb, "fb-session")
    expect(session).to_contain_text("No rolls yet, so there is nothing to show.")
