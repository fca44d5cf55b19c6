"""What holds on every page: all of it rolls, nothing by itself, nothing sticks out, and everyone can use it.

Each page is visited once, on a phone: looked at as it opens, then with everything on it opened and rolled.
"""

from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import CONTRAST, shown, violations, violations_in_light_and_dark

NARROW, PHONE = 320, 390

ROLL_EVERYTHING = """async () => {
    const told = [];
    const answered = (place, selector) => new Promise((done) => {
        const look = () => place.querySelector(selector);
        if (look()) return done(look());
        new MutationObserver((_, observer) => look() && (observer.disconnect(), done(look())))
            .observe(place, { childList: true, subtree: true });
    });
    for (const element of document.querySelectorAll(":is(fb-roller, fb-order, fb-table[die]):not(dialog *)")) {
        const name = element.id || element.getAttribute("table");
        const result = element.querySelector(".fb-result, .fb-table-result");
        // Answers come in the order of the questions: by now, whatever rolled by itself would show.
        const before = result.textContent.trim();
        element.querySelector(element.matches("fb-table") ? ".fb-table-bar .fb-roll" : ".fb-actions .fb-roll").click();
        const answer = await answered(result, ".fb-headline, .fb-error");
        told.push({ name, before, refusal: answer.matches(".fb-error") ? answer.textContent : "" });
    }
    const chips = [...document.querySelectorAll("fb-die")].map((chip) => [chip, chip.textContent]);
    for (const [chip, before] of chips) {
        const name = chip.getAttribute("notation");
        chip.querySelector("button").click();
        const total = await answered(chip, ".fb-die-result b");
        told.push({ name, before: before.replace(chip.querySelector("button").textContent, ""),
                    refusal: /^[-\\u2212]?\\d+$/.test(total.textContent) ? "" : chip.textContent });
    }
    return told;
}"""

OPEN_EVERYTHING = """() => {
    document.querySelectorAll("details").forEach((each) => { each.open = true; });
    document.querySelectorAll(".fb-own-open[aria-expanded=false]").forEach((each) => each.click());
    document.querySelectorAll("fb-list .fb-add").forEach((each) => each.click());
    document.activeElement.blur();
}"""

STICKS_OUT = """() => {
    const page = document.scrollingElement;
    const found = page.scrollWidth > page.clientWidth
        ? [`the page is ${page.scrollWidth} wide on ${page.clientWidth}`] : [];
    const scrolls = (element) => element.closest(".fb-scroll, .md-typeset__scrollwrap, pre, .fb-hidden");
    for (const element of document.querySelectorAll(".md-content *")) {
        const box = element.getBoundingClientRect();
        const inView = box.width && box.height && !scrolls(element) && element.checkVisibility();
        if (inView && (box.right > page.clientWidth + 1 || box.left < -1)) found.push(element.outerHTML.slice(0, 120));
    }
    return found.slice(0, 5);
}"""

TWICE_AS_LARGE = "(is) => { document.documentElement.style.fontSize = is ? '250%' : ''; }"  # 125% is the theme's own
CUT_OFF = """() => [...document.querySelectorAll(".md-content :is(button, summary, select, .fb-stepper)")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== "visible"
        && (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 2))
    .map((each) => `${each.scrollWidth} x ${each.scrollHeight} in ${each.clientWidth} x ${each.clientHeight}: `
        + each.outerHTML.slice(0, 120)).slice(0, 5)"""
"""Whose words need more room than there is."""

OVERLAPS = """() => {
    const boxes = [], range = document.createRange(), clear = new Map();
    const words = document.createTreeWalker(document.querySelector(".md-content"), NodeFilter.SHOW_TEXT);
    const sticks = (element) => element
        && (["sticky", "fixed"].includes(getComputedStyle(element).position) || sticks(element.parentElement));
    const isClear = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && element.clientWidth !== 1 && !sticks(element)
        && !element.closest(".fb-hidden, .fb-scroll, .fb-slots, .md-typeset__scrollwrap, pre, svg");
    while (words.nextNode()) {
        const { data, parentElement: owner } = words.currentNode;
        if (!data.trim()) continue;
        if (!clear.has(owner)) clear.set(owner, isClear(owner));
        if (!clear.get(owner)) continue;
        range.selectNodeContents(words.currentNode);
        for (const { left, right, top, bottom } of range.getClientRects()) {
            const spare = (bottom - top) / 3; // between the letters of two lines
            if (right - left > 2) boxes.push({ left, right, top: top + spare, bottom: bottom - spare, owner, data });
        }
    }
    boxes.sort((one, other) => one.top - other.top);
    const found = new Set();
    boxes.forEach((one, at) => {
        for (let next = at + 1; boxes[next]?.top < one.bottom; next += 1) {
            const other = boxes[next];
            const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            if (one.owner !== other.owner && shared > 2) {
                found.add(`"${one.data.slice(0, 40)}" lies over "${other.data.slice(0, 40)}"`);
            }
        }
    });
    return [...found].slice(0, 5);
}"""
"""Words over other words, but for what stays in place while the rest is scrolled."""

SMALL_TARGETS = """(kinds) => {
    const least = 43.5, found = [];
    const block = (element) => element.closest("p, li, dd, td");
    // A label's control, or a neighbouring die of the same sentence: lines of text are closer than thumbs.
    const owns = (target, seen) => seen && (target.contains(seen) || seen.closest("label")?.control === target
        || target.labels && [...target.labels].some((label) => label.contains(seen))
        || target.closest("fb-die") && seen.closest("fb-die") && block(target) === block(seen));
    for (const target of document.querySelectorAll(kinds)) {
        if (!target.checkVisibility({ visibilityProperty: true }) || target.closest(".fb-hidden")) continue;
        const box = target.getBoundingClientRect();
        if (box.width >= least && box.height >= least) continue;
        // The ink is smaller: what counts is what a thumb around its middle hits.
        target.scrollIntoView({ block: "center" });
        const here = target.getBoundingClientRect();
        const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
        const misses = [[0, -21], [0, 21], [-21, 0], [21, 0]].filter(([dx, dy]) =>
            x + dx >= 0 && x + dx < innerWidth && !owns(target, document.elementFromPoint(x + dx, y + dy)));
        if (misses.length) {
            const where = target.closest("tr, fb-roller, fb-order, p, li")?.id
                || target.closest("p, li, td")?.textContent.slice(0, 40);
            found.push(`${target.outerHTML.slice(0, 80)} in ${where}: `
                + `${Math.round(box.width)} x ${Math.round(box.height)}, `
                + `a thumb misses it at ${JSON.stringify(misses)}`);
        }
    }
    return found;
}"""
DICE = ".md-content fb-die button"
CONTROLS = ".md-content :is(button, input:not([type=hidden]), select, summary, .fb-to-row, .fb-game a):not(fb-die *)"

MARK_ROWS_WITH_DICE = """() => {
    for (const table of document.querySelectorAll("fb-table[die]")) {
        const row = table.querySelector("tbody tr:has(fb-die)");
        if (!row) continue;
        table.querySelectorAll("[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
        row.setAttribute("aria-current", "true");
    }
}"""
"""The row that chance marked, replaced by one that could have been: the same in every run."""

HEIGHT = "document.documentElement.scrollHeight"
LONGER_THAN_A_SCREEN = """() => [...document.querySelectorAll(".md-content fb-roller form")]
    .filter((form) => form.offsetHeight > innerHeight).map((form) => form.parentElement.id)"""

SAID_AGAIN = """() => {
    const plain = (text) => text.toLowerCase().replace(/\\s*\\(.*?\\)|s\\b|#/g, "").trim();
    let heading = "";
    const again = [];
    for (const each of document.querySelectorAll(
            "article :is(h2, h3, h4, .fb-fold > summary), article caption, article .fb-title > span:first-child")) {
        const title = each.closest(".fb-title, caption");
        if (!title) heading = plain(each.textContent);
        else if (plain(each.textContent) === heading && each.offsetWidth > 2) again.push(heading);
    }
    return again;
}"""

OPEN_TRAY = "document.querySelector('[data-opens=tray]').click()"
FORGET_ROLLS = "async () => { await (await import('/assets/js/tray/main.js')).forgetRolls(); }"
IN_TRAY = "dialog.fb-tray[open]"
WITH_TRAY = {"/", "/dice/", "/combat/", "/psiops/", "/puml/", "/sideworld/", "/xmas/"}
"""Pages on which the dice tray differs: a game's own has its core roll."""


@pytest.fixture(scope="session")
def survey(open_context, shared, fb):
    """What a visit found, by page; each page is visited once."""
    def surveyor() -> Page:
        page = open_context("phone").new_page()
        page.emulate_media(reduced_motion="reduce")  # half faded in is no colour, whenever Python's answer comes
        page.goto("/dice/")
        return page
    return cache(lambda path: visit(shared.get("surveyor", surveyor), path, fb))


def visit(page: Page, path: str, fb) -> dict:
    found = {}
    page.set_viewport_size({"width": PHONE, "height": 844})
    fb.go_to(page, path)
    expect(page.locator("article")).to_be_visible()
    found["said again"] = page.evaluate(SAID_AGAIN)
    found["height"], found["long forms"] = page.evaluate(HEIGHT), page.evaluate(LONGER_THAN_A_SCREEN)
    found["small dice"] = page.evaluate(SMALL_TARGETS, DICE)
    found["rolls"] = page.evaluate(ROLL_EVERYTHING)
    page.evaluate(TWICE_AS_LARGE, True)
    found["large text"] = page.evaluate(OVERLAPS)
    page.evaluate(TWICE_AS_LARGE, False)
    page.evaluate(OPEN_EVERYTHING)
    page.evaluate(MARK_ROWS_WITH_DICE)
    found["axe, light"] = violations(page)
    with shown(page, "dark"):
        found["axe, dark"] = violations(page, rules=CONTRAST)
    found["small controls"] = page.evaluate(SMALL_TARGETS, CONTROLS)
    for width in (PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": 844})
        found[f"sticks out at {width}"] = page.evaluate(STICKS_OUT) + page.evaluate(OVERLAPS)
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.evaluate(TWICE_AS_LARGE, True)
    found["large text"] += [each for look in (STICKS_OUT, CUT_OFF, OVERLAPS) for each in page.evaluate(look)]
    page.evaluate(TWICE_AS_LARGE, False)
    if path in WITH_TRAY:
        look_into_tray(page, path, found)
    page.evaluate("localStorage.clear()")
    return found


def look_into_tray(page: Page, path: str, found: dict) -> None:
    """The tray as it opens, and the rolls in it with one unfolded."""
    page.set_viewport_size({"width": NARROW, "height": 844})
    page.evaluate(FORGET_ROLLS)
    page.evaluate(OPEN_TRAY)
    tray = page.locator(IN_TRAY)
    expect(tray.locator(".fb-tray-game")).to_have_count(5)
    expect(tray.locator("fb-roller")).to_have_count(0 if path in ("/", "/dice/") else 1)
    tray.get_by_role("textbox", name="What you roll").fill("")
    tray.get_by_role("button", name="d6", exact=True).click()
    tray.get_by_role("button", name="Roll d6", exact=True).last.click()
    expect(tray.locator(".fb-tray-number")).to_be_visible()
    for pane in ("Dice", "Rolls"):
        tray.get_by_role("tab", name=pane).click()
        if pane == "Rolls":
            expect(tray.locator(".fb-past li")).to_have_count(1)
            tray.locator(".fb-past summary").click()
            expect(tray.get_by_role("button", name="Copy", exact=True)).to_be_visible()
        found["axe, light"] += violations(page, IN_TRAY)
        with shown(page, "dark"):
            found["axe, dark"] += violations(page, IN_TRAY, CONTRAST)
        found["small controls"] += page.evaluate(SMALL_TARGETS, CONTROLS.replace(".md-content", IN_TRAY))
        found[f"sticks out at {NARROW}"] += page.evaluate(STICKS_OUT.replace(".md-content *", f"{IN_TRAY} *"))
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)


def test_nothing_rolls_by_itself(survey, each_path):
    assert [each for each in survey(each_path)["rolls"] if each["before"]] == []


def test_every_rule_table_and_die_rolls(survey, each_path):
    assert [(each["name"], each["refusal"]) for each in survey(each_path)["rolls"] if each["refusal"]] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_to_say_once_all_is_opened_and_rolled(survey, each_path, scheme):
    assert survey(each_path)[f"axe, {scheme}"] == []


@pytest.mark.trial
@pytest.mark.every_size
def test_axe_has_nothing_to_say_of_a_page_as_it_opens(page, each_path):
    page.goto(each_path)
    assert violations_in_light_and_dark(page) == []


@pytest.mark.parametrize("kind", ["dice", "controls"])
def test_whatever_is_tapped_is_large_enough_for_a_thumb(survey, each_path, kind):
    assert survey(each_path)[f"small {kind}"] == []


@pytest.mark.parametrize("width", [PHONE, NARROW])
def test_nothing_sticks_out_or_lies_over_something_else(survey, each_path, width):
    assert survey(each_path)[f"sticks out at {width}"] == []


def test_text_twice_as_large_has_its_room(survey, each_path):
    assert survey(each_path)["large text"] == []


def test_a_long_chapter_has_its_parts(survey, each_path):
    """COMBAT!'s, PSIOPS' and Sideworld's fights were 16,000 to 19,000 px long."""
    assert survey(each_path)["height"] < 9_500


def test_a_form_is_no_longer_than_a_phone_screen_until_something_is_unfolded(survey, each_path):
    """How long a target lasts took 1,014 px, with half of each row empty."""
    assert survey(each_path)["long forms"] == []


def test_no_heading_stands_again_in_what_is_below_it(survey, each_path):
    assert survey(each_path)["said again"] == []
