"""What can go wrong around a page: the reader gets a sentence and a way on each time, and loses nothing asked."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from tests.browser.served_site import served

pytestmark = pytest.mark.reads_on

STRESS = "/psiops/stress/"
WASM = re.compile(r"/pyodide\.asm\.wasm")
DAY = 24 * 60 * 60 * 1000


# On the way


def test_a_browser_without_webassembly_is_told_what_it_lacks_and_reads_on(new_page, fb, watch):
    watch.expect_trouble()
    page = new_page("phone")
    fb.OtherWorker(page, before="delete globalThis.WebAssembly;")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        "The dice could not start: this browser is too old for them (it has no WebAssembly)"
    )
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    chip = fb.Chip(page.locator("article fb-die").first)
    chip.roll()


MODULES = "**/page/main.js"


def without_modules(page, way: str) -> None:
    """A filter or an old page beside a new build has them not come; an old browser has them end at their beginning.

    Without what runs before them they are of no use.
    """
    files = {"filtered": MODULES, "half": "**/vendor/comlink.js", "later": "**/page/first.js"}
    if way == "old":
        page.add_init_script("Object.defineProperty(globalThis, 'customElements', { value: undefined });")
    else:
        page.route(files[way], lambda route: route.abort())


@pytest.mark.parametrize("way", ["filtered", "half", "old", "later"])
def test_a_page_whose_scripts_do_not_run_says_so_and_can_be_read(page, fb, watch, way):
    watch.expect_trouble()
    if way == "later":
        watch.expect_refusal()  # of what the theme does, which first.js would have looked at
    without_modules(page, way)
    page.goto("/psiops/stress/")
    told = page.get_by_role("alert")
    expect(told).to_contain_text("nothing rolls here; rules, tables and odds are all on the page.")
    assert fb.in_view(told)
    assert page.locator(".fb-actions, .fb-table-bar, [data-opens]").locator("visible=true").count() == 0
    expect(page.locator("fb-table table").first).to_be_visible()
    expect(page.locator("details.fb-odds > summary").first).to_be_visible()
    page.locator("article a[href*='/harm/']").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    expect(page.get_by_role("alert")).to_have_count(1)


def test_a_page_that_a_browser_brings_back_without_its_scripts_is_loaded_anew(page, fb, watch):
    watch.expect_trouble()
    without_modules(page, "filtered")
    page.goto(STRESS)
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(MODULES)
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    fb.Roller(page, "psiops.stress").roll()


def test_a_host_that_lets_no_webassembly_run_is_told_of_at_once(new_page, fb, watch):
    watch.expect_trouble()
    page = new_page("phone")
    worker = fb.OtherWorker(page, headers={"content-security-policy": "default-src 'self'; script-src 'self'"})
    held = fb.Held(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        "The dice could not start: the host of this page, or this browser's "
        "settings, block them (no WebAssembly may run). What you asked for is kept."
    )
    assert not held.routes
    worker.give_back()
    held.release()
    try_again(roller, fb)


@pytest.mark.trial
def test_a_program_of_which_a_byte_is_another_is_told(new_page, fb, watch):
    watch.expect_trouble()
    page = new_page("phone")

    def changed(route):
        answer = route.fetch(headers=route.request.headers | {"accept-encoding": "identity"})
        is_zipped = route.request.url.endswith(".gz")
        body = bytearray(gzip.decompress(answer.body()) if is_zipped else answer.body())
        body[8] ^= 0xFF  # the first section's kind
        route.fulfill(response=answer, body=gzip.compress(body) if is_zipped else bytes(body))

    page.route(WASM, changed)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text("a file did not arrive whole (pyodide.asm.wasm)")
    page.unroute(WASM)
    try_again(roller, fb)


BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {
    configurable: true, get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });"""


def test_a_browser_whose_storage_is_blocked_rolls_and_says_what_it_does_not_keep(new_page, fb):
    """Firefox with all of it blocked: the theme asks for it by name."""
    page = new_page("desktop")
    page.add_init_script(BLOCKED)
    page.goto("/combat/fighting/")
    roller = fb.Roller(page, "combat.blow")
    roller.roll()
    order = page.locator("fb-order")
    order.get_by_label("Name").fill("Kat")
    order.get_by_role("button", name="Add and roll").click()
    expect(order.locator(".fb-order-note")).to_contain_text("This browser saves nothing for this site")
    fb.go_to(page, "/dice/")
    fb.Roller(page, "dice").roll()
    page.goto("/404.html")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()


@pytest.fixture
def host(site_folder, the_watch):
    """A host of the site whose line can be weak."""
    with served(site_folder) as server:
        the_watch.origins.add(server.origin)
        yield server
        server.goes_on.set()


def try_again(roller, fb) -> None:
    """What was asked for before the start failed is answered after the next one."""
    fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


LARGE_FILES = ["pyodide.asm.wasm", "python_stdlib"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("file", [*LARGE_FILES, "/rules_py-"])
def test_a_line_that_breaks_off_in_a_file_is_told_and_can_be_tried_again(new_page, fb, watch, host, file):
    watch.expect_trouble()
    page = new_page("phone", base_url=host.origin)
    host.cuts_off = file
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        re.compile(r"The dice could not start: a file did not arrive (whole )?\(.+\)\. What you asked for is kept\.")
    )
    host.cuts_off = ""
    try_again(roller, fb)


@pytest.mark.trial
@pytest.mark.parametrize("file", LARGE_FILES)
@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_file_that_the_host_has_only_half_of_is_told(new_page, fb, watch, file, coding):
    """Of a copy that the site gzipped, or of the file itself on a host that says that it compressed it."""
    watch.expect_trouble()
    page = new_page("phone")

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
    expect(roller.result).to_contain_text(re.compile(rf"a file did not arrive whole \({file}.*\)\. What you"))
    page.unroute(re.compile(file))
    try_again(roller, fb)


SMALL_FILES = [
    "worker.js",
    "runtime.json",
    "pyodide-lock.json",
    "pyodide.js",
    "pyodide.asm.js",
    "rules_py-",
    "rules_py_psiops-",
]


def half_of(body: bytes) -> bytes:
    return body[: len(body) // 2]


def with_another_byte(body: bytes) -> bytes:
    """Its first sign, which no script, no JSON and no archive can do without."""
    return bytes([body[0] ^ 0xFF]) + body[1:]


@pytest.mark.trial
@pytest.mark.parametrize("file", [*SMALL_FILES, *LARGE_FILES])
@pytest.mark.parametrize("broken", [half_of, with_another_byte])
def test_each_file_of_the_start_that_came_cut_or_changed_is_told_and_can_be_tried_again(
    new_page, fb, watch, file, broken
):
    watch.expect_trouble()
    page, pattern = new_page("phone"), re.compile(rf"/{re.escape(file)}[^/]*$")
    page.route(pattern, lambda route: route.fulfill(response=(own := route.fetch()), body=broken(own.body())))
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(
        re.compile(
            r"The dice could not start: (a file did not arrive( whole)?|something else came in the place of a file) "
            r"\([\w.-]+(: [\w ]+)?\)\. What you asked for is kept\."
        ),
        timeout=fb.START,
    )
    page.unroute(pattern)
    try_again(roller, fb)


@pytest.mark.trial
def test_a_line_that_stalls_in_a_file_is_told_and_can_be_tried_again(new_page, fb, host):
    page = new_page("phone", base_url=host.origin)
    page.clock.install()
    host.holds_up = "pyodide.asm.wasm"
    with page.context.expect_event("requestfinished", lambda request: "python_stdlib" in request.url):
        page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text(re.compile(r"[1-9]\d?%"))
    page.clock.run_for(60_000)
    expect(status).to_contain_text("This is taking long")
    host.holds_up = ""
    fb.press(status.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


# A great many


@pytest.mark.trial
def test_two_hundred_rolls_that_wait_for_the_start_are_all_answered_in_their_order(new_page, fb):
    page = new_page("desktop")
    held = fb.Held(page, WASM)
    page.goto(STRESS)
    page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/page/main.js");
        window.answered = [];
        for (let at = 0; at < 200; at += 1) {
          runtime.ask("roll", "dice", JSON.stringify({ notation: `${at + 1}d1` }), BigInt(at))
            .then((text) => answered.push(JSON.stringify(text).includes(`${at + 1}`) ? at : text));
        }
    }""")
    held.release()
    fb.until(page, "() => answered.length === 200", timeout=fb.START)
    assert page.evaluate("answered") == list(range(200))


@pytest.mark.trial
def test_ten_thousand_taps_leave_the_page_as_it_was(warm_desktop, fb):
    fb.go_to(warm_desktop, STRESS)
    roller = fb.Roller(warm_desktop, "psiops.stress")
    roller.button.evaluate("(button) => { for (let tap = 0; tap < 10_000; tap += 1) button.click(); }")
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(roller.root.locator(".fb-result > .fb-headline")).to_have_count(1)
    roller.roll()


@pytest.mark.trial
def test_ten_thousand_taps_on_a_die_of_the_text_fill_neither_page_nor_device(warm_phone, fb):
    fb.go_to(warm_phone, STRESS)
    die = warm_phone.locator("article fb-die").first
    die.get_by_role("button").evaluate("(button) => { for (let tap = 0; tap < 10_000; tap += 1) button.click(); }")
    expect(die.locator(".fb-die-result")).to_have_count(1)
    assert warm_phone.evaluate("Object.keys(localStorage).filter((name) => name.includes('rolled')).length") <= 200
    fb.Chip(die).roll()
    warm_phone.evaluate("localStorage.clear()")


# Time and memory


@pytest.mark.trial
def test_a_clock_that_jumps_neither_hurries_nor_holds_up_a_roll(new_page, fb):
    page = new_page("phone")
    held = fb.Held(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text("%")
    for days in (1, -2):
        page.evaluate("(shift) => { const now = Date.now; Date.now = () => now() + shift; }", days * DAY)
        expect(status).not_to_contain_text("This is taking long")
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    roller.roll()


@pytest.mark.trial
def test_a_device_without_memory_for_the_start_says_so_and_can_try_again(new_page, fb, watch):
    watch.expect_trouble()
    page = new_page("phone")
    worker = fb.OtherWorker(
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
        re.compile(r"The dice could not start: this device has no memory left for them\. What you asked for is kept\.")
    )
    worker.give_back()
    try_again(roller, fb)


@pytest.mark.trial
def test_what_takes_more_memory_than_there_is_says_so_and_the_next_question_is_answered(new_page, fb, watch):
    """The watch fails it too where the full runtime is fetched: it would need more memory still."""
    watch.expect_trouble()
    page = new_page("phone")
    fb.OtherWorker(
        page,
        after="""
        WebAssembly.Memory.prototype.grow = () => { throw new RangeError("no memory"); };""",
    )
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()
    roller.open_odds()
    roller.param("notation").fill("99d100")
    expect(roller.odds).to_contain_text("This could not be worked out: this device has no memory left for it.")
    assert not page.evaluate("Object.keys(localStorage).filter((name) => name.includes('lacking'))")
    expect(page.locator("fb-notice")).to_have_count(0)
    roller.param("notation").fill("2d6")
    expect(roller.odds.locator(".fb-odds-body > .fb-odds-table")).to_have_count(1)
    roller.roll()
    expect(roller.error).to_have_count(0)


def test_a_page_that_back_brings_rolls_on(new_page, fb):
    page = new_page("phone")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    page.evaluate("""() => ["pagehide", "pageshow"].forEach((name) =>
        dispatchEvent(new PageTransitionEvent(name, { persisted: true })))""")
    roller.roll()
    page.goto("/compare/")
    page.go_back()
    roller.roll()


def lacking(new_page, name: str):
    """A page in a browser that does not know what is called so."""
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
def test_what_only_some_browsers_lack_is_done_without(new_page, fb, watch, name):
    watch.expect_trouble()
    page = lacking(new_page, name)
    fb.Roller(page, "psiops.stress").roll()
    fb.go_to(page, "/psiops/harm/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("name", ["WebAssembly.instantiateStreaming", "WritableStream", "DecompressionStream"])
def test_what_the_worker_of_some_browsers_lacks_is_done_without(new_page, fb, name):
    page = new_page("phone")
    fb.OtherWorker(page, before=f"delete globalThis.{name};")
    page.goto(STRESS)
    fb.Roller(page, "psiops.stress").roll()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("delete globalThis.Worker;", "this browser is too old for them (it has no workers)"),
        (
            "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
            "the host of this page, or this browser's settings, block them (no worker may run)",
        ),
        (
            "globalThis.Worker = class extends Worker { constructor(address) { super(address); } };",
            "this browser is too old for them (its workers run no modules)",
        ),
    ],
)
def test_a_browser_whose_workers_are_of_no_use_is_told_why_at_the_first_tap(new_page, fb, watch, script, reason):
    watch.expect_trouble()
    page = new_page("phone")
    page.add_init_script(script)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(f"The dice could not start: {reason}. What you asked for is kept.")
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.parametrize(
    "name", ["customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"]
)
def test_a_browser_that_is_too_old_to_roll_says_so_and_which_are_not(new_page, watch, name):
    """The theme would fetch one of them from another host; the policy forbids it."""
    watch.expect_trouble()
    if name == "ResizeObserver":
        watch.expect_refusal()
    page = lacking(new_page, name)
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile(
            r"This browser is too old, so nothing rolls here; rules, tables and odds are all on the page\. "
            r"Rolling takes Chrome or Edge \d+, Firefox \d+, Safari [\d.]+, or a later one\."
        )
    )
    assert not any(button.is_visible() for button in page.locator("article button").all())
    page.goto("/psiops/harm/")
    expect(page.get_by_role("alert")).to_contain_text("too old")
