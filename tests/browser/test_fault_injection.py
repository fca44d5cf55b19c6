"""Faults around a page: each time the reader gets an error message and a way to continue, and loses no request."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COMPILED_RULES

STRESS = "/psiops/stress/"


# Network faults


MODULES = "**/entry/main.js"


CAUSES = {
    "filtered": "A file didn't arrive (main.js): reload the page once you're online, or let it pass",
    "half": "A file didn't arrive (comlink.js)",
    "old": "This browser is too old",
    "later": "A file didn't arrive (bootstrap.js)",
    "gone": "The host lacks a file (main.js): the site may have changed, so reload the page.",
    "downloads": "The host sends text-dice.js as application/octet-stream, but browsers run it only as text/javascript",
}
"""The reason that the page gives for each way in which its scripts fail."""


def block_modules(page, failure: str) -> None:
    """Block the modules as a filter, a page older than the site's build, a host, or an old browser would.

    Without the scripts that run before them, the modules are useless.
    """
    files = {"filtered": MODULES, "half": "**/vendor/comlink.js", "later": "**/entry/bootstrap.js"}
    if failure == "old":
        page.add_init_script("Object.defineProperty(globalThis, 'customElements', { value: undefined });")
    elif failure == "gone":
        page.route(MODULES, lambda route: route.fulfill(status=404, body="no such file"))
    elif failure == "downloads":
        headers = {"Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff"}
        page.route("**/*.js", lambda route: route.fulfill(response=route.fetch(), headers=headers))
    else:
        page.route(files[failure], lambda route: route.abort())


@pytest.mark.examples(3)
@pytest.mark.parametrize("way", [*CAUSES][::-1])
def test_page_without_running_scripts_says_why_and_stays_readable(page, fb, console_guard, way):
    console_guard.expect_errors()
    if way == "later":
        console_guard.expect_csp_violation()  # of a violation by the theme, which bootstrap.js would have prevented
    block_modules(page, way)
    page.goto("/psiops/stress/")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("nothing rolls here; the rules, tables and odds are all on the page.")
    expect(told).to_contain_text(CAUSES[way])
    assert fb.is_in_view(told)
    assert page.locator(".fb-actions, .fb-table-bar, [data-opens]").locator("visible=true").count() == 0
    expect(page.locator("fb-table table").first).to_be_visible()
    expect(page.locator("details.fb-odds > summary").first).to_be_visible()
    page.locator("article a[href*='/harm/']").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    expect(page.get_by_role("alert")).to_have_count(1)


@pytest.mark.trial
def test_page_restored_without_scripts_reloads(page, fb, console_guard):
    console_guard.expect_errors()
    block_modules(page, "filtered")
    page.goto(STRESS)
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(MODULES)
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    fb.Roller(page, "psiops.stress").roll()


BLOCK_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {
    configurable: true, get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });"""


@pytest.mark.trial
def test_blocked_storage_still_rolls_and_says_nothing_is_saved(make_page, fb):
    """Firefox throws on any access if storage is blocked, and the theme accesses it by name."""
    page = make_page("desktop")
    page.add_init_script(BLOCK_STORAGE)
    page.goto("/combat/fighting/")
    roller = fb.Roller(page, "combat.blow")
    roller.roll()
    order = page.locator("fb-order")
    order.get_by_label("Name").fill("Kat")
    order.get_by_role("button", name="Add and roll").click()
    expect(order.locator(".fb-order-note")).to_contain_text("This browser doesn't save data for this site")
    fb.go_to(page, "/dice/")
    fb.Roller(page, "dice").roll()
    page.goto("/404.html")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()


# Large numbers


@pytest.mark.trial
def test_two_hundred_queued_rolls_are_answered_in_order(make_page, fb):
    page = make_page("desktop")
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(STRESS)
    page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        window.answered = [];
        for (let at = 0; at < 200; at += 1) {
          runtime.ask("roll", "dice", JSON.stringify({ notation: `${at + 1}d1` }), BigInt(at))
            .then((text) => answered.push(JSON.stringify(text).includes(`${at + 1}`) ? at : text));
        }
    }""")
    held.release()
    fb.wait_until(page, "() => answered.length === 200", timeout=fb.START)
    assert page.evaluate("answered") == list(range(200))


@pytest.mark.trial
def test_ten_thousand_taps_on_a_roller_leave_one_result(warm_desktop, fb):
    fb.go_to(warm_desktop, STRESS)
    roller = fb.Roller(warm_desktop, "psiops.stress")
    roller.button.evaluate("(button) => { for (let tap = 0; tap < 10_000; tap += 1) button.click(); }")
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(roller.root.locator(".fb-result > .fb-headline")).to_have_count(1)
    roller.roll()


@pytest.mark.trial
def test_ten_thousand_taps_on_a_chip_fill_neither_page_nor_storage(warm_phone, fb):
    fb.go_to(warm_phone, STRESS)
    die = warm_phone.locator("article fb-die").first
    die.get_by_role("button").evaluate("(button) => { for (let tap = 0; tap < 10_000; tap += 1) button.click(); }")
    expect(die.locator(".fb-die-result")).to_have_count(1)
    assert warm_phone.evaluate("Object.keys(localStorage).filter((name) => name.includes('rolled')).length") <= 200
    fb.Chip(die).roll()
    warm_phone.evaluate("localStorage.clear()")


def test_page_restored_by_the_back_button_still_rolls(make_page, fb):
    page = make_page("phone")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    page.evaluate("""() => ["pagehide", "pageshow"].forEach((name) =>
        dispatchEvent(new PageTransitionEvent(name, { persisted: true })))""")
    roller.roll()
    page.goto("/compare/")
    page.go_back()
    roller.roll()


def open_without(new_page, name: str):
    """Open a page in a browser that lacks a global of this name."""
    page = new_page("phone")
    page.add_init_script(f"delete globalThis.{name};")
    page.goto(STRESS)
    return page


@pytest.mark.parametrize(
    "name",
    [
        "IntersectionObserver",
        "requestIdleCallback",
        "BroadcastChannel",
        "CompressionStream",
        "CSSStyleSheet.prototype.replaceSync",
        "structuredClone",
    ],
)
@pytest.mark.trial
def test_page_works_without_optional_browser_apis(make_page, fb, console_guard, name):
    console_guard.expect_errors()
    page = open_without(make_page, name)
    fb.Roller(page, "psiops.stress").roll()
    fb.go_to(page, "/psiops/harm/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    expect(page.get_by_role("alert")).to_have_count(0)


MISSING = {
    "WebAssembly": "delete globalThis.WebAssembly;",
    "a secure context": "for (const [owner, name] of [[Crypto.prototype, 'randomUUID'], [Crypto.prototype, 'subtle'],"
    " [Navigator.prototype, 'locks'], [Navigator.prototype, 'serviceWorker'], [Navigator.prototype, 'storage'],"
    " [Navigator.prototype, 'clipboard']]) Object.defineProperty(owner, name, { value: undefined });",
    "the database": "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
}
"""Scripts that take away what poor browsers, plain http and private windows don't have."""


@pytest.mark.examples(1)
@pytest.mark.parametrize("missing", [[*MISSING], *([each] for each in MISSING)], ids=", ".join)
def test_page_rolls_has_odds_and_tells_what_is_missing(make_page, fb, missing):
    page = make_page("phone")
    for each in missing:
        page.add_init_script(MISSING[each])
    page.goto("/xmas/characters/")
    note = page.locator(".fb-ready")
    if "a secure context" in missing:
        expect(note).to_have_text("Online only: this browser can't save pages here")
    if "the database" in missing:
        fb.press(page.get_by_role("button", name="New operator"))
        expect(page.locator("fb-sheets").get_by_text("This browser doesn't save data for this site")).to_be_visible()
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    expect(roller.error).to_have_count(0)
    roller.open_odds()
    roller.increase("modifier")
    expect(roller.odds.locator(".fb-odds-table").first).to_be_visible()
    expect(roller.odds.locator(".fb-error")).to_have_count(0)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("delete globalThis.Worker;", "this browser is too old for it (it has no workers)"),
        (
            "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
            "the host of this page or this browser's settings block it (workers can't run)",
        ),
        (
            "globalThis.Worker = class extends Worker { constructor(address) { super(address); } };",
            "this browser is too old for it (its workers run no modules)",
        ),
    ],
)
def test_unusable_workers_show_the_reason_and_the_page_rolls(make_page, fb, console_guard, script, reason):
    console_guard.expect_errors()
    page = make_page("phone")
    page.add_init_script(script)
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.roll()
    expect(roller.error).to_have_count(0)
    roller.open_odds()
    roller.increase("modifier")
    expect(roller.odds).to_contain_text(f"This couldn't be worked out: {reason}.")


@pytest.mark.parametrize(
    "name", ["BigInt", "customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"]
)
def test_unsupported_browser_message_lists_supported_versions(make_page, console_guard, name):
    """The theme would fetch a polyfill from another host; the CSP forbids it."""
    console_guard.expect_errors()
    if name == "ResizeObserver":
        console_guard.expect_csp_violation()
    page = open_without(make_page, name)
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile(
            r"This browser is too old, so nothing rolls here; the rules, tables and odds are all on the page\. "
            r"Rolling needs Chrome or Edge \d+, Firefox \d+, Safari [\d.]+, or a later version\."
        )
    )
    assert not any(button.is_visible() for button in page.locator("article button").all())
    page.goto("/psiops/harm/")
    expect(page.get_by_role("alert")).to_contain_text("too old")
