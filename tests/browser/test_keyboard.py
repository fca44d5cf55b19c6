"""Everything works by keyboard alone, and the focus shows."""

import pytest
from playwright.sync_api import expect

MOST_TABS = 120


def tab_to(page, target):
    """Press Tab until the focus is there, from wherever it is."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {target}")


def shows_focus(page):
    """Whether what has the focus looks different from when it has not."""
    box = page.evaluate("""() => {
        document.activeElement.scrollIntoView({ block: "center" });
        const box = (document.activeElement.closest("label, .fb-stepper") ?? document.activeElement).getBoundingClientRect();
        return { x: Math.max(0, box.x - 8), y: Math.max(0, box.y - 8), width: box.width + 16, height: box.height + 16 };
    }""")
    focused = page.screenshot(clip=box, animations="disabled")
    page.evaluate("window.had = document.activeElement; had.blur()")
    blurred = page.screenshot(clip=box, animations="disabled")
    page.evaluate("had.focus({ focusVisible: true, preventScroll: true })")
    return focused != blurred


@pytest.fixture
def attack(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/combat/")
    return fb.Roller(warm_desktop, "psiops.attack")


def test_tab_reaches_the_first_form_of_a_page_and_enter_rolls(new_page, fb):
    page = new_page("desktop")
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


def test_the_skip_link_leads_past_the_menus(new_page):
    page = new_page("desktop")
    page.goto("/psiops/")
    page.keyboard.press("Tab")
    skip = page.locator(".md-skip")
    expect(skip).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('article'))")


def test_the_roll_button_rolls_by_enter_and_by_space(attack, fb):
    attack.button.focus()
    for key in ("Enter", "Space"):
        attack.ask(attack.button, lambda button: attack.page.keyboard.press(key))
    expect(attack.headline).to_be_visible()


def test_enter_in_a_number_rolls(attack):
    attack.param("attribute").focus()
    attack.ask(attack.param("attribute"), lambda field: field.press("Enter"))
    expect(attack.headline).to_be_visible()


def test_arrows_change_a_choice_and_a_select(attack):
    page = attack.page
    attack.root.get_by_role("radio", name="Nearby").focus()
    page.keyboard.press("ArrowRight")
    assert attack.values()["range_band"] == "far"
    attack.param("weapon").focus()
    page.keyboard.press("r")
    assert attack.values()["weapon"] == "rifle"


def test_the_focus_stays_where_the_roll_was_asked_for(attack):
    attack.button.focus()
    attack.ask(attack.button, lambda button: button.press("Enter"))
    expect(attack.button).to_be_focused()


def test_tab_leads_from_the_button_through_the_result_to_the_odds(attack):
    attack.roll()
    tab_to(attack.page, attack.result.get_by_role("button", name="Share this roll"))
    tab_to(attack.page, attack.odds.locator("> summary"))
    attack.page.keyboard.press("Enter")
    expect(attack.odds.locator(".fb-odds-body")).to_be_visible()


def test_own_dice_by_keyboard(attack):
    page = attack.page
    attack.root.get_by_role("button", name="My dice").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("3 4")
    page.keyboard.press("Tab")
    expect(attack.read_button).to_be_focused()
    attack.ask(attack.read_button, lambda button: page.keyboard.press("Enter"))
    assert attack.faces() == [3, 4]


def test_a_table_is_reached_and_rolled(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/talents/")
    talents = fb.Table(warm_desktop, "psiops.talents")
    tab_to(warm_desktop, talents.button)
    talents.ask(talents.button, lambda button: warm_desktop.keyboard.press("Enter"))
    expect(talents.current).to_have_count(1)
    tab_to(warm_desktop, talents.row_link)
    expect(talents.row_link).to_be_focused()


def test_chips_are_reached_and_rolled(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/character/")
    chip = fb.Chip(warm_desktop.locator("article p fb-die").first)
    tab_to(warm_desktop, chip.button)
    assert chip.roll(lambda button: warm_desktop.keyboard.press("Enter")) in (1, 2, 3)
    assert chip.roll(lambda button: warm_desktop.keyboard.press("Space")) in (1, 2, 3)
    expect(chip.button).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_shows_on_every_kind_of_control(attack, scheme):
    page = attack.page
    page.emulate_media(color_scheme=scheme)
    attack.roll()
    attack.param("attribute").focus()
    page.keyboard.press("Shift+Tab")  # so that the browser knows of a keyboard
    kinds = {
        "number": attack.param("attribute"),
        "toggle": attack.param("aiming"),
        "select": attack.param("weapon"),
        "choice": attack.root.get_by_role("radio", checked=True),
        "button": attack.button,
        "second button": attack.root.get_by_role("button", name="My dice"),
        "summary": attack.odds.locator("> summary"),
        "share": attack.result.locator(".fb-share"),
        "link": attack.root.get_by_role("link", name="rule"),
        "die": page.locator("article p fb-die button").first,
        "table": page.locator(".fb-scroll").first,
    }
    hidden = []
    for kind, target in kinds.items():
        tab_to_start = target.evaluate("element => element.focus({ focusVisible: true })")
        assert tab_to_start is None
        if not shows_focus(page):
            hidden.append(kind)
    page.emulate_media(color_scheme="light")
    assert hidden == []
