"""A bookmarked calculator shows the numbers of its set-up, or none: never another's."""

import re

import pytest
from playwright.sync_api import Page, expect

from rules_py import rendering
from rules_py.registry import games

PAGE = "/psiops/calc/"
LINK = f"{PAGE}?attribute=2&armor=1"
LINK_OF_TWO = f"{LINK}&vs=1&vs.armor=3"
WORKER = re.compile(r"/python/worker\.js$")
NUMBER = re.compile(r"\d")


def key_numbers(**params) -> list[str]:
    """The first panel's numbers, as the rules give them."""
    calculator = games.find_calculator("psiops.calc")
    panel, odds = calculator.answer(calculator.check(params))[0]
    return [
        *(rendering.format_percent(chance.compute_probability(odds)) for chance in panel.chances),
        rendering.format_mean(odds.mean[panel.field]),
    ]


OWN = key_numbers(attribute=2, armor=1)


def numbers(page: Page):
    return page.locator(".fb-panel").first.locator(".fb-numbers dd")


def on_show(page: Page) -> str:
    """All text of the answers and of the bar that can be seen, but for what the numbers are called."""
    return page.evaluate("""() => [...document.querySelectorAll(".fb-calc-body, .fb-calc-summary")]
        .flatMap((part) => [...part.querySelectorAll("dd, table, text, title")])
        .filter((part) => part.checkVisibility({ visibilityProperty: true }) || part.localName === "title")
        .map((part) => part.textContent).join(" ")""")


def without_python(page: Page) -> None:
    page.route(WORKER, lambda _: None)  # never answered


@pytest.mark.chromium
@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("link", [LINK, LINK_OF_TWO])
def test_until_its_own_numbers_are_there_a_link_shows_none(page, media, link):
    without_python(page)
    page.emulate_media(media=media)
    page.goto(link)
    expect(page.locator('[name="attribute"]')).to_have_value("2")
    expect(numbers(page)).to_have_text(["…"] * len(OWN))
    assert not NUMBER.search(on_show(page))
    if media == "print":
        said = page.locator(".fb-calc-body").evaluate("body => getComputedStyle(body, '::before').content")
        assert said == '"Printed before its numbers were there."'


def test_not_even_before_the_page_s_own_scripts_are_there(page):
    page.route(re.compile(r"/page/main\.js"), lambda _: None)
    page.goto(LINK, wait_until="commit")
    expect(page.locator(".fb-panel").first).to_be_hidden()
    said = page.locator(".fb-calc-body").evaluate("body => getComputedStyle(body, '::before').content")
    assert said == '"The numbers of this link are on their way."'
    shown = page.locator(":is(.fb-calc-body, .fb-calc-summary) dd").evaluate_all(
        "each => each.filter((one) => one.checkVisibility()).length"
    )
    assert shown == 0


def test_its_numbers_come_and_the_next_visit_has_them_at_once(new_page, size, fb):
    page = new_page(size)
    page.goto(LINK_OF_TWO)
    expect(numbers(page).first).to_contain_text(OWN[0], timeout=fb.START)
    wanted = numbers(page).all_inner_texts()
    assert all(text.startswith(own) for text, own in zip(wanted, OWN, strict=True))
    fb.until(page, "() => localStorage.getItem('fieldbook:answers:psiops.calc')")
    later = page.context.new_page()
    without_python(later)
    later.goto(LINK_OF_TWO, wait_until="domcontentloaded")  # Firefox counts what a worker loads as the page's own
    expect(later.locator("fb-calc:defined")).to_be_attached()
    assert numbers(later).all_inner_texts() == wanted
    expect(later.locator("fb-calc fb-status")).to_have_count(0)
    later.goto(LINK, wait_until="domcontentloaded")
    assert not NUMBER.search(on_show(later)), "another set-up's numbers"


def test_numbers_of_other_rules_are_not_shown(new_page, fb):
    page = new_page("desktop")
    page.goto(LINK)
    expect(numbers(page)).to_have_text(OWN, timeout=fb.START)
    fb.until(page, "() => localStorage.getItem('fieldbook:answers:psiops.calc')")
    page.evaluate(
        """name => {
        const saved = JSON.parse(localStorage.getItem(name));
        localStorage.setItem(name, JSON.stringify({ ...saved, edition: "another" }));
    }""",
        "fieldbook:answers:psiops.calc",
    )
    without_python(page)
    page.goto(LINK, wait_until="domcontentloaded")
    expect(page.locator("fb-calc:defined")).to_be_attached()
    assert not NUMBER.search(on_show(page))


def test_a_change_takes_the_numbers_away_until_python_is_up(page, fb):
    held = fb.Held(page, WORKER)
    page.goto(PAGE)
    expect(numbers(page)).to_have_text(key_numbers())
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]'))
    expect(numbers(page)).to_have_text(["…"] * len(OWN))
    assert not NUMBER.search(on_show(page))
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="-1"]'))
    expect(numbers(page)).to_have_text(key_numbers())  # the page brought these
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]'))
    held.release()
    expect(numbers(page)).to_have_text(key_numbers(attribute=1), timeout=fb.START)


def test_a_link_that_the_rules_refuse_has_no_numbers(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, f"{PAGE}?weapon=melee")
    expect(warm_page.locator("fb-calc .fb-error")).to_contain_text("not Nearby")
    assert not NUMBER.search(on_show(warm_page))


@pytest.mark.chromium
def test_without_scripts_the_page_s_numbers_stand_with_their_set_up(new_page, size):
    page = new_page(size, java_script_enabled=False)
    page.goto(LINK)
    expect(page.locator('[name="attribute"]')).to_have_value("0")
    expect(numbers(page)).to_have_text(key_numbers())
    expect(page.locator(".fb-calc-answers .fb-noscript")).to_contain_text("the numbers of what the form says")
    expect(page.locator(".fb-calc-answers .fb-noscript")).to_be_visible()


def test_the_bar_compares_too(warm_phone, fb):
    fb.go_to(warm_phone, "/dice/")
    fb.follow_link_to(warm_phone, LINK_OF_TWO)
    expect(numbers(warm_phone).first).to_contain_text(OWN[0])
    bar = warm_phone.locator(".fb-calc-summary")
    change = numbers(warm_phone).first.locator(".fb-change").inner_text()
    assert re.match(rf"[+{rendering.MINUS}]\d", change)
    expect(bar.locator("dd").first).to_have_text(re.compile(rf"{re.escape(OWN[0])}\s*{re.escape(change)}"))
    expect(bar).to_be_in_viewport()


def test_dashed_bars_have_a_legend(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    expect(warm_page.locator(".fb-legend")).to_have_count(0)
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, LINK_OF_TWO)
    panel = warm_page.locator(".fb-panel").first
    expect(panel.locator(".fb-svg-beside").first).to_be_attached()
    expect(panel.locator(".fb-legend")).to_have_text(re.compile("as it is set.*compared with"))


def test_damage_dice_can_be_swept(warm_page, fb):
    fb.go_to(warm_page, "/combat/calc/")
    fb.press(
        warm_page.get_by_role("group", name="What if another").get_by_role("button", name="Damage", exact=False).first
    )
    table = warm_page.locator(".fb-what-if-body .fb-heat-table").first
    expect(table.locator("tbody th").first).to_have_text("1d6", timeout=fb.START)
    expect(table.locator("[aria-current] th")).to_have_text(warm_page.locator('[name="damage"]').input_value())
