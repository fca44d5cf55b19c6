"""A bookmarked calculator: it shows its own scenario's numbers or none, but never another's."""

import re

import pytest
from playwright.sync_api import Page, expect

from rules_py.registry import games
from rules_py.rendering.numbers import format_mean, format_percent
from rules_py.text.sentences import MINUS

PAGE = "/psiops/calc/"
LINK = f"{PAGE}?attribute=2&armor=1"
LINK_OF_TWO = f"{LINK}&vs=1&vs.armor=3"
WORKERS = re.compile(r"/entry/(rules-)?worker\.js$")
NUMBER = re.compile(r"\d")


def key_numbers(**params) -> list[str]:
    """Return the first panel's numbers, computed by the rules."""
    calculator = games.find_calculator("psiops.calc")
    panel, odds = calculator.answer(calculator.check(params))[0]
    return [
        *(format_percent(chance.compute_probability(odds)) for chance in panel.chances),
        format_mean(odds.mean[panel.field]),
    ]


EXPECTED_NUMBERS = key_numbers(attribute=2, armor=1)


def numbers(page: Page):
    return page.locator(".fb-panel").first.locator(".fb-numbers dd")


def visible_answers(page: Page) -> str:
    """Return all visible text of the answers and of the summary bar, except for the labels."""
    return page.evaluate("""() => [...document.querySelectorAll(".fb-calc-body, .fb-calc-summary")]
        .flatMap((part) => [...part.querySelectorAll("dd, table, text, title")])
        .filter((part) => part.checkVisibility({ visibilityProperty: true }) || part.localName === "title")
        .map((part) => part.textContent).join(" ")""")


def block_workers(page: Page) -> None:
    page.route(WORKERS, lambda _: None)  # never answered


@pytest.mark.chromium
@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("link", [LINK, LINK_OF_TWO])
def test_linked_set_up_hides_numbers_until_its_own_arrive(page, media, link):
    block_workers(page)
    page.emulate_media(media=media)
    page.goto(link)
    expect(page.locator('[name="attribute"]')).to_have_value("2")
    expect(numbers(page)).to_have_text(["…"] * len(EXPECTED_NUMBERS))
    assert not NUMBER.search(visible_answers(page))
    if media == "print":
        said = page.locator(".fb-calc-body").evaluate("body => getComputedStyle(body, '::before').content")
        assert said == '"Printed before its numbers were there."'


def test_linked_set_up_hides_numbers_before_scripts_load(page):
    page.route(re.compile(r"/entry/main\.js"), lambda _: None)
    page.goto(LINK, wait_until="commit")
    expect(page.locator(".fb-panel").first).to_be_hidden()
    said = page.locator(".fb-calc-body").evaluate("body => getComputedStyle(body, '::before').content")
    assert said == '"The numbers of this link are on their way."'
    shown = page.locator(":is(.fb-calc-body, .fb-calc-summary) dd").evaluate_all(
        "each => each.filter((one) => one.checkVisibility()).length"
    )
    assert shown == 0


def test_linked_numbers_are_stored_for_the_next_visit(make_page, size, fb):
    page = make_page(size)
    page.goto(LINK_OF_TWO)
    expect(numbers(page).first).to_contain_text(EXPECTED_NUMBERS[0], timeout=fb.START)
    wanted = numbers(page).all_inner_texts()
    assert all(text.startswith(own) for text, own in zip(wanted, EXPECTED_NUMBERS, strict=True))
    fb.wait_until(page, "() => localStorage.getItem('fieldbook:answers:psiops.calc')")
    later = page.context.new_page()
    block_workers(later)
    later.goto(LINK_OF_TWO, wait_until="domcontentloaded")  # Firefox counts a worker's requests as the page's
    expect(later.locator("fb-calc:defined")).to_be_attached()
    assert numbers(later).all_inner_texts() == wanted
    expect(later.locator("fb-calc fb-status")).to_have_count(0)
    later.goto(LINK, wait_until="domcontentloaded")
    assert not NUMBER.search(visible_answers(later)), "another set-up's numbers"


@pytest.mark.trial
def test_stored_numbers_of_another_rules_version_are_not_shown(make_page, fb):
    page = make_page("desktop")
    page.goto(LINK)
    expect(numbers(page)).to_have_text(EXPECTED_NUMBERS, timeout=fb.START)
    fb.wait_until(page, "() => localStorage.getItem('fieldbook:answers:psiops.calc')")
    page.evaluate(
        """name => {
        const saved = JSON.parse(localStorage.getItem(name));
        localStorage.setItem(name, JSON.stringify({ ...saved, edition: "another" }));
    }""",
        "fieldbook:answers:psiops.calc",
    )
    block_workers(page)
    page.goto(LINK, wait_until="domcontentloaded")
    expect(page.locator("fb-calc:defined")).to_be_attached()
    assert not NUMBER.search(visible_answers(page))


def test_changing_a_field_hides_numbers_until_the_odds_are_loaded(page, fb):
    held = fb.HeldRequests(page, WORKERS)
    page.goto(PAGE)
    expect(numbers(page)).to_have_text(key_numbers())
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]'))
    expect(numbers(page)).to_have_text(["…"] * len(EXPECTED_NUMBERS))
    assert not NUMBER.search(visible_answers(page))
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="-1"]'))
    expect(numbers(page)).to_have_text(key_numbers())  # from the page itself
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]'))
    held.release()
    expect(numbers(page)).to_have_text(key_numbers(attribute=1), timeout=fb.START)


def test_link_rejected_by_the_rules_shows_no_numbers(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, f"{PAGE}?weapon=melee")
    expect(warm_page.locator("fb-calc .fb-error")).to_contain_text("not Nearby")
    assert not NUMBER.search(visible_answers(warm_page))


@pytest.mark.chromium
def test_page_without_scripts_shows_numbers_of_the_presets(make_page, size):
    page = make_page(size, java_script_enabled=False)
    page.goto(LINK)
    expect(page.locator('[name="attribute"]')).to_have_value("0")
    expect(numbers(page)).to_have_text(key_numbers())
    expect(page.locator(".fb-calc-answers .fb-noscript")).to_contain_text("the results for the values in this form")
    expect(page.locator(".fb-calc-answers .fb-noscript")).to_be_visible()


def test_summary_bar_shows_differences_too(warm_phone, fb):
    fb.go_to(warm_phone, "/dice/")
    fb.follow_link_to(warm_phone, LINK_OF_TWO)
    expect(numbers(warm_phone).first).to_contain_text(EXPECTED_NUMBERS[0])
    bar = warm_phone.locator(".fb-calc-summary")
    change = numbers(warm_phone).first.locator(".fb-change").inner_text()
    assert re.match(rf"[+{MINUS}]\d", change)
    expect(bar.locator("dd").first).to_have_text(re.compile(rf"{re.escape(EXPECTED_NUMBERS[0])}\s*{re.escape(change)}"))
    expect(bar).to_be_in_viewport()


def test_comparison_chart_has_a_legend_for_dashed_bars(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    expect(warm_page.locator(".fb-legend")).to_have_count(0)
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, LINK_OF_TWO)
    panel = warm_page.locator(".fb-panel").first
    expect(panel.locator(".fb-svg-beside").first).to_be_attached()
    expect(panel.locator(".fb-legend")).to_have_text(re.compile("this set-up.*compared with"))


def test_what_if_runs_over_damage_dice(warm_page, fb):
    fb.go_to(warm_page, "/combat/calc/")
    fb.press(
        warm_page.get_by_role("group", name="What if another").get_by_role("button", name="Damage", exact=False).first
    )
    table = warm_page.locator(".fb-what-if-body .fb-heat-table").first
    expect(table.locator("tbody th").first).to_have_text("1d6", timeout=fb.START)
    expect(table.locator("[aria-current] th")).to_have_text(warm_page.locator('[name="damage"]').input_value())
