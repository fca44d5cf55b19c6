"""Keyboard use: everything works with keys only, and the focus is visible."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.games import find_mechanic
from tests.browser.test_tray import LEAVE_SHEET, USE_SHEET

MAX_TABS = 160


def tab_to(page, target):
    """Press Tab until the element has the focus, from wherever it is."""
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {target}")


TAKE_PICTURE = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"


def shows_focus(page):
    """Return True if the focused element looks different without the focus."""
    box = page.evaluate(
        f"async () => {{ {TAKE_PICTURE}"
        """
        document.activeElement.scrollIntoView({ block: "center" });
        const shown = document.activeElement.closest("label, .fb-stepper") ?? document.activeElement;
        const box = shown.getBoundingClientRect();
        return { x: Math.max(0, box.x - 8), y: Math.max(0, box.y - 8), width: box.width + 16, height: box.height + 16 };
    }"""
    )
    focused = page.screenshot(clip=box, animations="disabled")
    page.evaluate(f"async () => {{ window.had = document.activeElement; had.blur(); {TAKE_PICTURE} }}")
    blurred = page.screenshot(clip=box, animations="disabled")
    page.evaluate("had.focus({ focusVisible: true, preventScroll: true })")
    return focused != blurred


class KeyboardReader:
    """A keyboard user who knows a page only by roles and names, and sees the focus."""

    def __init__(self, page):
        self.page = page
        self.press = page.keyboard.press

    def reach(self, role, name):
        """Press Tab until the element with this role and name has the focus."""
        wanted = self.page.get_by_role(role, name=name, exact=isinstance(name, str)).and_(self.page.locator(":focus"))
        for _ in range(MAX_TABS):
            self.press("Tab")
            if wanted.count():
                assert shows_focus(self.page), f"no focus is seen on {name}"
                return
        raise AssertionError(f"Tab does not reach {role} {name}")

    def enter(self, role, name):
        self.reach(role, name)
        self.press("Enter")

    def go_to(self, fb, path):
        fb.go_to(self.page, path)
        self.page.locator("article").evaluate("article => { article.tabIndex = -1; article.focus(); }")


def shows_focus_on(target):
    target.evaluate("element => element.focus({ focusVisible: true })")
    return shows_focus(target.page)


@pytest.fixture
def attack(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/combat/")
    return fb.Roller(warm_desktop, "psiops.attack")


def test_tab_reaches_the_first_form_of_a_page_and_enter_rolls(make_page, fb):
    page = make_page("desktop")
    page.goto("/psiops/")
    roller, key = fb.Roller(page, "psiops.action"), page.keyboard
    tab_to(page, roller.param("attribute"))
    key.press("ArrowUp")
    key.press("ArrowUp")
    expect(roller.param("attribute")).to_have_value("2")
    tab_to(page, roller.param("advantage"))
    key.press("Space")
    expect(roller.param("advantage")).to_be_checked()
    key.press("Enter")
    expect(roller.headline).to_be_visible(timeout=fb.START)
    assert len(roller.faces()) == 3
    assert "attribute=2" in page.url and "advantage=true" in page.url


@pytest.mark.parametrize("path", ["/psiops/", "/404.html"])
def test_skip_link_jumps_past_the_menus(make_page, fb, path):
    page = make_page("desktop")
    page.goto(path)
    page.keyboard.press("Tab")
    skip = page.locator(".md-skip")
    expect(skip).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#"))
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('article'))")
    fb.go_to(page, "/dice/")
    expect(skip).to_have_count(1)
    assert page.evaluate("document.getElementById(document.querySelector('.md-skip').hash.slice(1)).localName") == "h1"


def test_form_is_filled_and_rolled_by_keyboard(attack, fb):
    attack.button.focus()
    for key in ("Enter", "Space"):
        attack.ask(attack.button, lambda button: attack.page.keyboard.press(key))
        expect(attack.button).to_be_focused()
    attack.ask(attack.param("attribute"), lambda field: field.press("Enter"))
    expect(attack.headline).to_be_visible()
    page = attack.page
    attack.root.get_by_role("radio", name="Nearby").focus()
    page.keyboard.press("ArrowRight")
    assert attack.values()["range_band"] == "far"
    attack.param("weapon").focus()
    page.keyboard.press("r")
    assert attack.values()["weapon"] == "rifle"
    attack.param("weapon").select_option("none")
    own = fb.ManualDice(attack)
    own.opener.focus()
    page.keyboard.press("Enter")
    expect(own.pad.get_by_role("button", name="1", exact=True)).to_be_focused(timeout=fb.START)
    page.keyboard.type("3")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("4 ")
    expect(own.use_button).to_be_focused()
    attack.ask(own.use_button, lambda button: page.keyboard.press("Enter"))
    assert attack.faces() == [2, 4]


def test_table_is_reachable_and_rolls_by_keyboard(warm_desktop, fb):
    KeyboardReader(warm_desktop).go_to(fb, "/psiops/talents/")
    talents = fb.Table(warm_desktop, "psiops.talents")
    tab_to(warm_desktop, talents.button)
    talents.ask(talents.button, lambda button: warm_desktop.keyboard.press("Enter"))
    expect(talents.current).to_have_count(1)
    tab_to(warm_desktop, talents.row_link)
    expect(talents.row_link).to_be_focused()


def test_chips_are_reachable_and_roll_by_keyboard(warm_desktop, fb):
    KeyboardReader(warm_desktop).go_to(fb, "/psiops/character/")
    chip = fb.Chip(warm_desktop.locator("article p fb-die").first)
    tab_to(warm_desktop, chip.button)
    assert chip.roll(lambda button: warm_desktop.keyboard.press("Enter")) in (1, 2, 3)
    assert chip.roll(lambda button: warm_desktop.keyboard.press("Space")) in (1, 2, 3)
    expect(chip.button).to_be_focused()


@pytest.mark.chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_focus_ring_is_visible_on_every_kind_of_control(attack, scheme, fb):
    page = attack.page
    page.emulate_media(color_scheme=scheme)
    attack.roll()
    attack.param("attribute").focus()
    page.keyboard.press("Shift+Tab")  # so that the browser notices a keyboard user
    kinds = {
        "number": attack.param("attribute"),
        "toggle": attack.param("aiming"),
        "select": attack.param("weapon"),
        "choice": attack.root.get_by_role("radio", checked=True).first,
        "button": attack.button,
        "second button": attack.root.get_by_role("button", name="My dice"),
        "summary": attack.odds.locator("> summary"),
        "share": attack.result.locator(".fb-share"),
        "link": page.locator("article p > a").first,
        "table": page.locator(".fb-scroll").first,
    }
    hidden = [kind for kind, target in kinds.items() if not shows_focus_on(target)]
    fb.go_to(page, "/psiops/talents/")
    if not shows_focus_on(page.locator("article fb-die button").first):
        hidden.append("die")
    page.emulate_media(color_scheme="light")
    assert hidden == []


def test_only_scrollable_tables_are_tab_stops(warm_page, fb):
    fb.go_to(warm_page, "/psiops/combat/")
    places = warm_page.locator("article .fb-scroll:visible")
    assert places.count() > 3
    fb.wait_until(
        warm_page,
        """() => [...document.querySelectorAll("article .fb-scroll")]
        .filter((each) => each.checkVisibility())
        .every((each) => (each.tabIndex === 0) === (each.scrollWidth > each.clientWidth + 1
            || each.scrollHeight > each.clientHeight + 1))""",
    )


def test_every_roll_button_is_in_a_group_named_by_its_title(warm_desktop, fb):
    fb.go_to(warm_desktop, "/sideworld/attacks/")
    rollers = warm_desktop.locator("article fb-roller").filter(visible=True)
    assert rollers.count() > 2
    for roller in rollers.all():
        title = roller.locator(".fb-title > span").first.text_content()
        group = warm_desktop.get_by_role("group", name=title, exact=True)
        expect(group.locator("button.fb-roll").first).to_be_visible()


@pytest.fixture
def page_with_character(warm_page, fb):
    """Yield a page with an active character."""
    warm_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fb.go_to(warm_page, "/psiops/")
    sheet = warm_page.evaluate(USE_SHEET, rules_py.sheet("psiops.operative", name="Nick").to_dict())
    warm_page.evaluate("async () => { await (await import('/assets/js/entry/tray.js')).forgetRolls(); }")
    yield warm_page
    warm_page.evaluate(LEAVE_SHEET, sheet)
    warm_page.context.clear_permissions()
    warm_page.evaluate("document.querySelector('dialog[open]')?.close()")


@pytest.mark.chromium
@pytest.mark.trial
def test_gm_screen_is_filled_arranged_and_used_by_keyboard(warm_page, fb):
    page, keys = warm_page, KeyboardReader(warm_page)
    keys.go_to(fb, "/screen/")
    for kind, name in (("Clock", "Alarm"), ("Tracker", "Oxygen")):
        keys.enter("button", "Add")
        keys.enter("button", kind)
        expect(page.get_by_role("textbox", name="Name", exact=True).last).to_be_focused()
        page.keyboard.type(name)
        keys.press("Enter")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.locator("article").focus()
    keys.enter("button", "Tick: Alarm")
    expect(fb.live_region(page)).to_have_text(re.compile("1 of 6"))
    keys.reach("spinbutton", "Oxygen")
    keys.press("ArrowUp")
    expect(page.get_by_role("spinbutton", name="Oxygen")).to_have_value("1")
    page.locator("article").focus()
    keys.reach("button", "Move Alarm")
    keys.press("ArrowRight")
    expect(fb.live_region(page)).to_have_text(re.compile("Alarm"))
    expect(page.get_by_role("heading", level=2)).to_have_text(["Oxygen", "Alarm"])
    keys.enter("button", "Fold Alarm")
    expect(fb.live_region(page)).to_have_text("Alarm is folded.")
    keys.enter("button", "Alarm: size and place")
    keys.enter("button", "Remove")
    expect(page.get_by_role("heading", name="Alarm")).to_have_count(0)
    keys.enter("button", "Bring it back")
    expect(page.get_by_role("heading", name="Alarm")).to_be_visible()
    fb.clear_storage(page)


@pytest.mark.trial
@pytest.mark.chromium
def test_game_session_tasks_all_work_by_keyboard(page_with_character, fb):
    """The tasks are rolling, sharing, entering physical dice, applying, undoing, comparing and searching."""
    page, keys = page_with_character, KeyboardReader(page_with_character)
    keys.go_to(fb, f"/{find_mechanic('psiops.defend').home.partition('#')[0]}")
    keys.enter("button", "Change")
    keys.enter("spinbutton", "Attribute")
    expect(page.get_by_role("button", name="Share this roll")).to_be_visible(timeout=fb.START)
    keys.enter("button", "Share this roll")
    expect(fb.live_region(page)).to_have_text("Link copied.")
    assert "roll=psiops.defend" in page.evaluate("navigator.clipboard.readText()")

    keys.go_to(fb, f"/{find_mechanic('psiops.defend').home.partition('#')[0]}")
    keys.enter("button", "My dice")
    expect(page.get_by_role("button", name="1", exact=True)).to_be_focused(timeout=fb.START)
    page.keyboard.type("12")
    expect(page.get_by_role("button", name="Use these dice")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_text("Rolled with your own dice")).to_be_visible()

    keys.press("Alt+r")
    keys.reach("tab", "Dice")
    keys.press("ArrowRight")
    past = page.get_by_role("dialog").get_by_role("list", name="Today").get_by_role("listitem").first
    tab_to(page, past.locator("summary"))
    keys.press("Enter")
    keys.enter("button", "Apply to Nick")
    keys.enter("button", re.compile("^Take damage"))
    expect(past).to_contain_text("Nick: ", timeout=fb.START)
    keys.enter("button", "Undo")
    expect(past).to_contain_text("Undone: Take damage.")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    keys.go_to(fb, "/psiops/calc/")
    keys.enter("button", "Compare with this")
    keys.reach("textbox", re.compile("^Name of set-up"))
    page.keyboard.type("Bare")
    keys.press("Enter")
    keys.enter("button", "Add this set-up")
    expect(page.get_by_role("textbox", name="Name of set-up")).to_have_count(3)

    keys.press("Alt+r")
    keys.press("Escape")
    page.locator("body").press("/")
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_focused()
    page.keyboard.type("telekinesis")
    expect(page.get_by_role("list", name="Results").get_by_role("link").first).to_contain_text("Telekinesis")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Psionic talents")
