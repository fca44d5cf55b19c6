"""Faults around a page: each time the reader gets an error message and a way to continue, and loses no request."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from tests.browser.served_site import serve_site

pytestmark = [pytest.mark.reads_on, pytest.mark.in_python]

STRESS = "/psiops/stress/"
WASM = re.compile(r"/pyodide\.asm\.wasm")
DAY = 24 * 60 * 60 * 1000


# Network faults


def test_missing_webassembly_shows_an_error_and_the_page_stays_readable(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    fb.PatchedWorker(page, before="delete globalThis.WebAssembly;")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        "The dice couldn't start: this browser is too old for them (it has no WebAssembly)"
    )
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    chip = fb.Chip(page.locator("article fb-die").first)
    chip.roll()


MODULES = "**/entry/main.js"


def block_modules(page, failure: str) -> None:
    """Block the modules as a filter, a page older than the site's build, or an old browser would.

    Without the scripts that run before them, the modules are useless.
    """
    files = {"filtered": MODULES, "half": "**/vendor/comlink.js", "later": "**/entry/bootstrap.js"}
    if failure == "old":
        page.add_init_script("Object.defineProperty(globalThis, 'customElements', { value: undefined });")
    else:
        page.route(files[failure], lambda route: route.abort())


@pytest.mark.examples(2)
@pytest.mark.parametrize("way", ["filtered", "half", "old", "later"])
def test_page_without_running_scripts_says_so_and_stays_readable(page, fb, console_guard, way):
    console_guard.expect_errors()
    if way == "later":
        console_guard.expect_csp_violation()  # of a violation by the theme, which bootstrap.js would have prevented
    block_modules(page, way)
    page.goto("/psiops/stress/")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("nothing rolls here; the rules, tables and odds are all on the page.")
    assert fb.is_in_view(told)
    assert page.locator(".fb-actions, .fb-table-bar, [data-opens]").locator("visible=true").count() == 0
    expect(page.locator("fb-table table").first).to_be_visible()
    expect(page.locator("details.fb-odds > summary").first).to_be_visible()
    page.locator("article a[href*='/harm/']").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    expect(page.get_by_role("alert")).to_have_count(1)


def test_page_restored_without_scripts_reloads(page, fb, console_guard):
    console_guard.expect_errors()
    block_modules(page, "filtered")
    page.goto(STRESS)
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(MODULES)
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    fb.Roller(page, "psiops.stress").roll()


@pytest.mark.trial
def test_csp_that_blocks_webassembly_shows_an_error_at_once(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    worker = fb.PatchedWorker(page, headers={"content-security-policy": "default-src 'self'; script-src 'self'"})
    held = fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        "The dice couldn't start: the host of this page or this browser's "
        "settings block them (WebAssembly can't run). Your request is saved."
    )
    assert not held.routes
    worker.restore()
    held.release()
    retry(roller, fb)


@pytest.mark.trial
def test_corrupted_webassembly_byte_shows_an_error(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")

    def changed(route):
        answer = route.fetch(headers=route.request.headers | {"accept-encoding": "identity"})
        is_zipped = route.request.url.endswith(".gz")
        body = bytearray(gzip.decompress(answer.body()) if is_zipped else answer.body())
        body[8] ^= 0xFF  # the kind of the first section
        route.fulfill(response=answer, body=gzip.compress(body) if is_zipped else bytes(body))

    page.route(WASM, changed)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text("a file arrived incomplete (pyodide.asm.wasm)")
    page.unroute(WASM)
    retry(roller, fb)


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


@pytest.fixture
def host(site_folder, session_guard):
    """Serve the site from a host with a faulty connection."""
    with serve_site(site_folder) as server:
        session_guard.origins.add(server.origin)
        yield server
        server.stall_released.set()


def retry(roller, fb) -> None:
    """Press "Try again" and expect the answer to the request made before the failed start."""
    fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


LARGE_FILES = ["pyodide.asm.wasm", "python_stdlib"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("file", [*LARGE_FILES, "/rules_py-"])
def test_connection_lost_during_a_download_can_be_retried(make_page, fb, console_guard, host, file):
    console_guard.expect_errors()
    page = make_page("phone", base_url=host.origin)
    host.truncated_path = file
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        re.compile(
            r"The dice couldn't start: a file (couldn't be downloaded|arrived incomplete) "
            r"\(.+\)\. Your request is saved\."
        )
    )
    host.truncated_path = ""
    retry(roller, fb)


@pytest.mark.trial
@pytest.mark.parametrize("file", LARGE_FILES)
@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_truncated_file_on_the_host_shows_an_error(make_page, fb, console_guard, file, coding):
    """The truncated file is the site's gzipped copy, or the file on a host that claims to compress it."""
    console_guard.expect_errors()
    page = make_page("phone")

    def half(route):
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=answer.body()[: len(answer.body()) // 2],
            headers=answer.headers | ({"content-encoding": "br"} if coding == "br" else {}),
        )

    page.route(re.compile(file), half)
    if coding == "br":
        page.route(
            "**/runtime.json",
            lambda route: route.fulfill(
                response=(answer := route.fetch()), headers=answer.headers | {"content-encoding": "br"}
            ),
        )
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(re.compile(rf"a file arrived incomplete \({file}.*\)\. Your request"))
    page.unroute(re.compile(file))
    retry(roller, fb)


SMALL_FILES = [
    "worker.js",
    "runtime.json",
    "pyodide-lock.json",
    "pyodide.js",
    "pyodide.asm.js",
    "rules_py-",
    "rules_py_psiops-",
]


def truncate(body: bytes) -> bytes:
    return body[: len(body) // 2]


def corrupt(body: bytes) -> bytes:
    """Corrupt the first byte, which every script, JSON file and archive needs."""
    return bytes([body[0] ^ 0xFF]) + body[1:]


@pytest.mark.trial
@pytest.mark.parametrize("file", [*SMALL_FILES, *LARGE_FILES])
@pytest.mark.parametrize("broken", [truncate, corrupt])
def test_damaged_startup_file_shows_an_error_and_can_be_retried(make_page, fb, console_guard, file, broken):
    console_guard.expect_errors()
    page, pattern = make_page("phone"), re.compile(rf"/{re.escape(file)}[^/]*$")
    page.route(pattern, lambda route: route.fulfill(response=(own := route.fetch()), body=broken(own.body())))
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        re.compile(
            r"The dice couldn't start: (a file (couldn't be downloaded|arrived incomplete)|the network sent something "
            r"else instead of a file) \([\w.-]+(: [\w ]+)?\)\. Your request is saved\."
        ),
        timeout=fb.START,
    )
    page.unroute(pattern)
    retry(roller, fb)


@pytest.mark.trial
def test_stalled_download_shows_an_error_and_can_be_retried(make_page, fb, host):
    page = make_page("phone", base_url=host.origin)
    page.clock.install()
    host.stalled_path = "pyodide.asm.wasm"
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    with page.context.expect_event("requestfinished", lambda request: "python_stdlib" in request.url):
        fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text(re.compile(r"[1-9]\d?%"))
    page.clock.run_for(60_000)
    expect(status).to_contain_text("This is taking a while")
    host.stalled_path = ""
    fb.press(status.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


# Large numbers


@pytest.mark.trial
def test_two_hundred_queued_rolls_are_answered_in_order(make_page, fb):
    page = make_page("desktop")
    held = fb.HeldRequests(page, WASM)
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


# Time and memory


@pytest.mark.trial
def test_system_clock_jumps_do_not_affect_the_start(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text("%")
    for days in (1, -2):
        page.evaluate("(shift) => { const now = Date.now; Date.now = () => now() + shift; }", days * DAY)
        expect(status).not_to_contain_text("This is taking a while")
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    roller.roll()


@pytest.mark.trial
def test_out_of_memory_at_start_shows_an_error_and_can_be_retried(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    worker = fb.PatchedWorker(
        page,
        after="""
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = async (...how) => {
          await instantiateStreaming.call(WebAssembly, ...how);
          throw new RangeError("could not allocate memory");
        };""",
    )
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        re.compile(r"The dice couldn't start: this device has no memory left for them\. Your request is saved\.")
    )
    worker.restore()
    retry(roller, fb)


@pytest.mark.trial
def test_out_of_memory_answer_shows_an_error_and_next_is_answered(make_page, fb, console_guard):
    """The console guard also fails the test if the full runtime is fetched, which would need even more memory."""
    console_guard.expect_errors()
    page = make_page("phone")
    fb.PatchedWorker(
        page,
        after="""
        WebAssembly.Memory.prototype.grow = () => { throw new RangeError("no memory"); };""",
    )
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()
    roller.open_odds()
    roller.param("notation").fill("99d100")
    expect(roller.odds).to_contain_text("This couldn't be worked out: this device has no memory left for it.")
    assert not page.evaluate("Object.keys(localStorage).filter((name) => name.includes('lacking'))")
    expect(page.locator("fb-notice")).to_have_count(0)
    roller.param("notation").fill("2d6")
    expect(roller.odds.locator(".fb-odds-body > .fb-odds-table")).to_have_count(1)
    roller.roll()
    expect(roller.error).to_have_count(0)


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


@pytest.mark.examples(2)
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


@pytest.mark.examples(1)
@pytest.mark.parametrize("name", ["WebAssembly.instantiateStreaming", "WritableStream", "DecompressionStream"])
@pytest.mark.trial
def test_worker_runs_without_optional_apis(make_page, fb, name):
    page = make_page("phone")
    fb.PatchedWorker(page, before=f"delete globalThis.{name};")
    page.goto(STRESS)
    fb.Roller(page, "psiops.stress").roll()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("delete globalThis.Worker;", "this browser is too old for them (it has no workers)"),
        (
            "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
            "the host of this page or this browser's settings block them (workers can't run)",
        ),
        (
            "globalThis.Worker = class extends Worker { constructor(address) { super(address); } };",
            "this browser is too old for them (its workers run no modules)",
        ),
    ],
)
def test_unusable_workers_show_the_reason_at_the_first_tap(make_page, fb, console_guard, script, reason):
    console_guard.expect_errors()
    page = make_page("phone")
    page.add_init_script(script)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(f"The dice couldn't start: {reason}. Your request is saved.")
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "name", ["customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"]
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
