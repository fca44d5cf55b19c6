"""Navigation by the site's own links: Python keeps running, and everything on the new page works."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import COMPILED_RULES
from tests.browser.opened_sheets import has_scripts


def record_fetches(page):
    """Record the names of the files that a page requests from now on."""
    found = []
    page.on("request", lambda request: found.append(request.url.rpartition("/")[2]))
    return found


WAIT_UNTIL_IDLE = "new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))"
"""Script that waits for idle work, which runs in order: everything scheduled earlier has started by then."""

MENU_CLOSED = "new Promise((done) => setTimeout(done, 125))"
"""Script that waits 125 ms like Material, which then closes the menu; of two equal timers the earlier ends first."""


@pytest.mark.trial
@pytest.mark.refused
def test_python_survives_page_changes(page, fb):
    fetched = record_fetches(page)
    page.goto("/psiops/")
    action = fb.Roller(page, "psiops.action")
    fb.press(action.button)
    fb.press(fb.find_offer(action.result))
    expect(action.headline).to_be_visible(timeout=fb.START)
    workers = page.workers
    assert len(workers) == 1 and fetched.count("pyodide.asm.wasm") == 1

    fb.press(page.locator("article").get_by_role("link", name="Psionic talents", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Psionic talents")
    fb.Roller(page, "psiops.psionic").roll()

    fb.press(page.locator("article").get_by_role("link", name="rendezvous").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    fb.Roller(page, "psiops.dying").roll()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Psionic talents")
    fb.Roller(page, "psiops.psionic").roll()

    assert page.workers == workers
    assert fetched.count("pyodide.asm.wasm") == 1
    assert fetched.count("python-worker.js") == 1


@pytest.mark.trial
def test_pending_roll_of_a_left_page_does_not_affect_the_next(make_page, fb):
    page = make_page("desktop")
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto("/psiops/")
    fb.press(fb.Roller(page, "psiops.action").button)
    fb.go_to(page, "/psiops/stress/")
    stress = fb.Roller(page, "psiops.stress")
    expect(stress.result).to_be_empty()
    fb.press(stress.button)
    held.release()
    expect(stress.headline).to_be_visible()


def test_style_sheets_load_once_across_pages_and_the_icon_stays(make_page, fb):
    page = make_page("desktop")
    page.add_init_script("""window.read = [];
        document.addEventListener("load", ({ target }) => {
          if (target.rel === "stylesheet") read.push(target.href);
        }, true);""")
    page.goto("/dice/")
    fb.wait_until_loaded(page)
    for path in ("/psiops/stress/", "/dice/", "/authoring/"):
        fb.go_to(page, path)
        icon = page.locator("link[rel=icon]").get_attribute("href")
        assert urljoin(page.url, icon) == urljoin(page.url, "/assets/images/icon.svg")
    read = page.evaluate("read")
    assert len(read) == len(set(read)) == page.evaluate("document.styleSheets.length")


def test_page_opened_from_the_menu_rolls(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    warm_page.evaluate("window.kept = true")
    menu = warm_page.locator(".md-sidebar--primary")
    if warm_page.viewport_size["width"] < 600:
        warm_page.evaluate(MENU_CLOSED)
        fb.press(warm_page.locator("button.md-header__button[for='__drawer']"))
    fb.press(menu.get_by_role("link", name="Stress", exact=True))
    expect(warm_page.get_by_role("heading", level=1)).to_contain_text("Stress")
    assert warm_page.evaluate("window.kept === true"), "the link loaded the page anew"
    stress = fb.Roller(warm_page, "psiops.stress")
    stress.roll()
    expect(stress.headline).to_be_visible()


def test_revisited_page_is_reset(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/")
    roller = fb.Roller(warm_desktop, "psiops.action")
    roller.increase("attribute")
    roller.roll()
    fb.go_to(warm_desktop, "/psiops/drives/")
    fb.go_to(warm_desktop, "/psiops/")
    expect(roller.result).to_be_empty()
    expect(roller.param("attribute")).to_have_value("0")


def test_links_within_a_page_keep_its_results(page, fb):
    page.goto("/psiops/playing/")
    roller = fb.Roller(page, "psiops.action")
    roller.roll()
    rolled = roller.headline.inner_text()
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.locator("article h2 .headerlink").first.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile(r"/psiops/playing/[^#]*#(?!psiops\.action)"))
    page.go_back()
    fb.press(page.get_by_role("button", name="Roll", exact=True).and_(page.locator("[aria-haspopup=dialog]")).first)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(roller.headline).to_have_text(rolled)
    page.evaluate("""() => [...document.links]
        .find(({ hash, pathname }) => !hash && pathname === location.pathname).click()""")
    assert page.evaluate("scrollY") == 0
    expect(roller.headline).to_have_text(rolled)
    page.evaluate(WAIT_UNTIL_IDLE)
    assert not [url for url in fetched if url.endswith("/psiops/playing/")]
    fb.go_to(page, "/dice/")  # instant navigation still works
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Playing")
    assert [url for url in fetched if url.endswith("/psiops/playing/")]


SCROLLS_MEANWHILE = """() => new Promise((noted) => {
    const { replaceState } = history;
    history.replaceState = (...noting) => {
      history.replaceState = replaceState;
      history.replaceState(...noting);
      noted();
    };
    scrollTo(0, 700);
})"""
"""Script that scrolls and waits until the theme has stored the position by `replaceState`."""


@pytest.mark.parametrize("part", ["", "#weapon-damage"])
def test_slow_page_opens_at_its_target_despite_scrolling(page, fb, part):
    """Before the sitemap arrives, a link loads another document, and no script runs until that request is answered."""
    with page.expect_response("**/sitemap.xml") as sitemap:
        page.goto("/psiops/playing/")
    sitemap.value.finished()
    fb.wait_until_loaded(page)
    held = fb.HeldRequests(page, "**/psiops/combat/")
    with page.expect_request("**/psiops/combat/"):
        page.evaluate(
            """part => {
            const link = [...document.links].find(({ pathname, hash }) => pathname === "/psiops/combat/" && !hash);
            link.hash = part;
            link.click();
        }""",
            part,
        )
    page.evaluate(SCROLLS_MEANWHILE)
    held.release()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Combat")
    if part:
        expect(page.locator(part)).to_be_in_viewport()
    else:
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
        assert page.evaluate("scrollY") == 0


def test_keyboard_focus_moves_to_the_title_of_a_linked_page(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/")
    link = warm_desktop.locator("article").get_by_role("link", name="Psionic talents", exact=True)
    link.press("Enter")
    title = warm_desktop.get_by_role("heading", level=1)
    expect(title).to_contain_text("Psionic talents")
    expect(title).to_be_focused()
    assert warm_desktop.evaluate("scrollY") == 0
    warm_desktop.go_back()
    expect(title).to_contain_text("PSIOPS")
    expect(title).to_be_focused()
    fb.follow_link_to(warm_desktop, "/psiops/stress/#psiops.rest")
    expect(warm_desktop.locator("[id='psiops.rest']")).to_be_focused()


@pytest.mark.parametrize("before", [[], ["/dice/"]], ids=["opened", "come to"])
def test_link_to_the_same_page_sets_its_form_and_back_reverts_it(make_page, fb, before):
    page = make_page("desktop")
    for path in [*before, "/psiops/"]:
        (fb.follow_link_to if has_scripts(page) else Page.goto)(page, path)
    attribute = fb.Roller(page, "psiops.action").param("attribute")
    for value in ("2", "3"):
        page.evaluate(
            """value => {
            const address = `/psiops/?roll=psiops.action&attribute=${value}#psiops.action`;
            const link = Object.assign(document.createElement("a"), { href: address, textContent: "a link" });
            document.querySelector("article").append(link);
            link.click();
        }""",
            value,
        )
        expect(attribute).to_have_value(value)
    page.go_back()
    expect(attribute).to_have_value("2")


@pytest.mark.trial
def test_odds_of_a_left_page_do_not_delay_the_next_page(warm_desktop, fb):
    fb.go_to(warm_desktop, "/dice/")
    warm_desktop.evaluate("""async () => {
        const { askRules } = await import("/assets/js/entry/main.js");
        const heavy = JSON.stringify([{ name: "Other", dice: "997d11" }]);
        const ask = (asker, notation, ...shown) => askRules(asker, { kind: "odds", id: "dice",
            args: [JSON.stringify({ notation }), ...shown] });
        window.left = [ask(document.querySelector("article"), "998d10", heavy, "exactly", "Mine"),
            ask(document.body, "2d6", "", "exactly", "")];
    }""")
    fb.go_to(warm_desktop, "/psiops/")
    answers = warm_desktop.evaluate("Promise.all(left).then((all) => all.map((answer) => Boolean(answer)))")
    assert answers == [False, True], "who stays is answered, who is gone is not"
