"""Every control of a sheet and of the tray is large enough for a thumb; test_every_page looks at those of pages."""

from playwright.sync_api import expect

from tests.browser import page_checks
from tests.browser.opened_sheets import open_sheet


def find_small(page, place: str = "") -> list[str]:
    """Return the small controls of a page, or of a place that lies over others."""
    page.evaluate(page_checks.OPEN_EVERYTHING)
    if place:
        return page.evaluate(page_checks.SMALL_TARGETS, f"{place} {page_checks.CONTROLS}")
    return page.evaluate(page_checks.SMALL_TARGETS, f"{page_checks.CONTROLS}, .md-header__button, {page_checks.DICE}")


def test_controls_of_an_open_sheet_are_large_enough(phone, fb):
    open_sheet(phone, "psiops.operative", fb.START, weapons=[{"name": "Rifle", "ammo": 0, "full": 6}])
    assert find_small(phone) == []
    phone.locator(".fb-plate-more").click()
    assert find_small(phone, ".fb-plate-menu") == []
    phone.locator(".fb-plate-menu").get_by_role("button", name="Edit").click()
    assert find_small(phone) == []


def test_links_of_the_tray_are_large_enough(warm_phone, fb):
    fb.go_to(warm_phone, "/dice/")
    fb.press(warm_phone.locator("[data-opens=tray]:visible"))
    tray = warm_phone.locator("dialog.fb-tray[open]")
    fb.press(tray.get_by_role("button", name="d6", exact=True))
    fb.press(tray.get_by_role("button", name="Roll d6", exact=True).last)
    fb.press(tray.get_by_role("tab", name="Rolls"))
    expect(tray.get_by_role("link", name="My luck")).to_be_visible()
    targets = f"dialog.fb-tray[open] {page_checks.CONTROLS}"
    assert warm_phone.evaluate(page_checks.SMALL_TARGETS, targets) == []
    warm_phone.keyboard.press("Escape")
