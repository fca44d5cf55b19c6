"""A slow or failed start of Python: it says so in words, keeps the request, and can be retried."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.reads_on, pytest.mark.in_python]

WASM = "**/pyodide.asm.wasm*"
STRESS = "/psiops/stress/"


def test_taps_during_the_start_are_answered_afterwards(page, fb):
    held = fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller, rest = fb.Roller(page, "psiops.stress"), fb.Roller(page, "psiops.rest")
    fb.press(roller.button)
    waiting = roller.result.locator("fb-status")
    expect(waiting).to_contain_text(re.compile(r"Getting the (dice|rules) ready, \d+%\. Your roll is queued\."))
    expect(waiting.get_by_role("progressbar")).to_be_visible()
    expect(fb.live_region(page)).to_have_text("Getting the dice ready. Your roll is queued.")
    fb.press(rest.button)
    expect(rest.result.locator("fb-status")).to_contain_text(re.compile(r"\d+%"))
    assert fb.is_in_view(rest.result)
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(rest.headline).to_be_visible()
    expect(page.locator("fb-status")).to_have_count(0)


def test_repeated_tap_during_the_start_gives_one_result(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, WASM)
    page.goto("/psiops/character/")
    roller = fb.Roller(page, "psiops.attribute-score")
    for button in (roller.button, roller.button):
        fb.press(button)
    expect(roller.result.locator("fb-status")).to_have_count(1)
    held.release()
    expect(roller.headline).to_have_count(1, timeout=fb.START)


def test_tables_and_chips_roll_before_python_starts(page, fb):
    fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    fb.Table(page, "psiops.panic").roll()
    fb.Chip(page.locator("article fb-die").first).roll()
    expect(roller.result).to_contain_text("Your roll is queued.")


@pytest.mark.trial
def test_manual_dice_can_be_entered_while_python_loads(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, WASM)
    page.goto("/sideworld/playing/")
    order = page.locator("fb-order")
    fb.press(order.get_by_role("button", name="My dice"))
    fb.press(order.locator(".fb-pad").get_by_role("button", name="17", exact=True))
    expect(order.locator(".fb-slot")).to_have_text("17")
    held.release()
    use = order.get_by_role("button", name="Add with these dice")
    expect(use).to_be_visible(timeout=fb.START)
    fb.press(use)
    expect(order.locator(".fb-order-list")).to_contain_text("27")  # an Initiative of 10


@pytest.mark.trial
def test_form_and_preset_odds_work_while_python_loads(make_page, fb):
    page = make_page("phone")
    page.route(WASM, lambda route: None)
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.increase("attribute")
    roller.toggle("aiming")
    assert roller.values()["attribute"] == "1" and roller.values()["aiming"] == "true"
    roller.open_odds()
    expect(roller.odds.locator("fb-status")).to_contain_text(re.compile(r"\d+%"))
    fb.go_to(page, "/psiops/talents/")
    expect(page.locator("#talents-66")).to_be_attached()


def test_progress_of_a_calculator_is_in_view(make_page, fb, size):
    page = make_page(size)
    page.route(WASM, lambda route: None)
    page.goto("/psiops/calc/?attribute=2")
    status = page.locator("fb-calc fb-status")
    expect(status).to_contain_text(re.compile(r"\d+%"))
    assert fb.is_in_view(status)


@pytest.mark.trial
def test_stalled_start_says_that_it_is_slow(make_page, fb):
    page = make_page("phone")
    page.clock.install()
    held = fb.HeldRequests(page, "**/runtime.json")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text("%")
    expect(status.get_by_role("button")).to_have_count(0)
    page.clock.run_for(60_000)
    expect(status).to_contain_text("This is taking a while")
    fb.press(status.get_by_role("button", name="Try again"))
    expect(status).not_to_contain_text("This is taking a while")
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)


@pytest.mark.trial
def test_stalled_game_file_is_refetched_and_blocks_nothing_else(make_page, fb):
    page, stalled = make_page("phone"), []
    page.clock.install()
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    page.route(
        re.compile(r"/rules_py_psiops-[^/]*\.whl$"),
        lambda route: route.continue_() if stalled else stalled.append(route),
    )
    fb.go_to(page, STRESS)
    roller, rest = fb.Roller(page, "psiops.stress"), fb.Roller(page, "psiops.rest")
    fb.press(roller.button)
    status = roller.result.locator("fb-status")
    expect(status).to_have_text(re.compile(r"Getting the rules ready, \d+%\. Your roll is queued\."))
    fb.press(rest.button)
    expect(rest.result.locator("fb-status")).to_be_visible()
    page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        await runtime.ask("roll", "puml.action", "{}");
    }""")
    expect(status.get_by_role("button")).to_have_count(0)
    page.clock.run_for(60_000)
    expect(status).to_contain_text("This is taking a while")
    fb.press(status.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(rest.headline).to_be_visible()
    expect(page.locator("fb-status")).to_have_count(0)


def break_file(page, file, failure):
    """Make a file missing, busy, unreachable, replaced by a page, or a script that throws."""
    answers = {
        "404": {"status": 404, "body": "gone"},
        "503": {"status": 503, "body": "busy"},
        "page": {"body": "<!doctype html><title>Sign in</title>", "content_type": "text/html"},
        "throws": {"body": "throw new Error('broken')", "content_type": "text/javascript"},
    }
    page.route(f"**/{file}", lambda route: route.abort() if failure == "abort" else route.fulfill(**answers[failure]))


START_ERROR = re.compile(
    r"The dice couldn't start: (a file (couldn't be downloaded|arrived incomplete)|the network sent something else "
    r"instead of a file) \([\w.-]+(: (error )?\d+( of \d+ bytes)?)?\)\. Your request is saved\."
)
"""The error message contains no text of the browser or of Python."""


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("worker.js", "404"),
        ("worker.js", "abort"),
        ("worker.js", "throws"),
        ("runtime.json", "404"),
        ("pyodide-lock.json", "abort"),
        ("pyodide.js", "404"),
        ("pyodide.js", "abort"),
        ("pyodide.asm.wasm*", "404"),
        ("pyodide.asm.wasm*", "abort"),
        ("pyodide.asm.js", "404"),
        ("python_stdlib-*.wasm*", "404"),
        ("python_stdlib-*.wasm*", "abort"),
        ("runtime.json", "page"),
        ("pyodide-lock.json", "page"),
        ("pyodide-lock.json", "503"),
        ("pyodide.js", "page"),
        ("pyodide.js", "throws"),
        ("pyodide.asm.js", "throws"),
        ("pyodide.asm.wasm*", "page"),
        ("python_stdlib-*.wasm*", "page"),
        ("rules_py-*.whl", "page"),
        ("rules_py_psiops-*.whl", "503"),
    ],
)
def test_failed_start_says_why_and_offers_a_retry(make_page, fb, console_guard, file, answer):
    console_guard.expect_errors()
    page = make_page("phone")
    break_file(page, file, answer)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(START_ERROR)
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()


def test_retry_answers_every_queued_request(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    break_file(page, "pyodide.js", "404")
    page.goto(STRESS)
    roller, rest = fb.Roller(page, "psiops.stress"), fb.Roller(page, "psiops.rest")
    fb.press(roller.button)
    again = roller.result.get_by_role("button", name="Try again")
    fb.press(again)
    expect(roller.result.locator("fb-status")).to_be_focused()
    expect(again).to_be_visible()  # it failed again
    fb.press(rest.button)
    expect(rest.result).to_contain_text("The dice couldn't start")
    page.unroute("**/pyodide.js")
    fb.press(again)
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(rest.headline).to_be_visible()


def test_failed_start_is_announced(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("desktop")
    page.route("**/runtime.json", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text("The dice couldn't start")
    expect(fb.live_region(page)).to_contain_text("couldn't start")


def test_retry_button_is_large_enough_to_tap(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    page.route("**/runtime.json", lambda route: route.fulfill(status=404, body="gone"))
    page.goto("/psiops/character/")
    roller = fb.Roller(page, "psiops.character")
    fb.press(roller.button)
    again = roller.result.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    box = again.bounding_box()
    assert box["height"] >= 44 and box["width"] >= 44, box


@pytest.mark.examples(1)
@pytest.mark.parametrize("wheel", ["rules_py-", "rules_py_psiops-"])
def test_wheel_with_wrong_checksum_shows_an_error(make_page, fb, console_guard, wheel):
    console_guard.expect_errors()
    page = make_page("desktop")
    page.route(re.compile(rf"/{wheel}[^/]*\.whl$"), lambda route: route.fulfill(status=200, body=b"PK not the wheel"))
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    name = wheel.rstrip("-").replace("_", "-")
    expect(roller.result).to_contain_text(re.compile(rf"couldn't start: .*{name}"), timeout=fb.START)
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.trial
def test_game_wheel_that_fails_after_the_start_shows_an_error(make_page, fb, console_guard):
    """Python started without this game, and the game's wheel fails when its first page is reached."""
    console_guard.expect_errors()
    page, pattern = make_page("desktop"), re.compile(r"/rules_py_psiops-[^/]*\.whl$")
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    page.route(pattern, lambda route: route.fulfill(status=200, body=b"PK not the wheel"))
    fb.go_to(page, STRESS)
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    expect(roller.error).to_contain_text("rules-py-psiops")
    page.unroute(pattern)
    roller.roll()
    expect(roller.headline).to_be_visible()


RECORD_WORKERS = """
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        window.workers.push(this);
      }
    };
"""
"""Script that records workers, so that a test can end one silently as a browser may."""


@pytest.fixture
def page_with_recorded_workers(make_page):
    page = make_page("phone")
    page.add_init_script(RECORD_WORKERS)
    return page


def tap_and_end_worker(roller) -> None:
    """Roll, and terminate the worker that got the request."""
    roller.button.evaluate("(button) => { button.click(); workers.at(-1).terminate(); }")


def test_roll_lost_with_its_worker_is_repeated_with_the_same_faces(page_with_recorded_workers, fb):
    page_with_recorded_workers.goto("/dice/")
    roller = fb.Roller(page_with_recorded_workers, "dice")
    roller.roll()
    fb.load_python_dice(page_with_recorded_workers, 2, 5)
    tap_and_end_worker(roller)
    expect(roller.result.locator(".fb-face")).to_have_text([re.compile("^2"), re.compile("^5")], timeout=fb.START)
    assert page_with_recorded_workers.evaluate("workers.length") == 2


@pytest.mark.trial
def test_idle_worker_that_dies_is_replaced_for_the_next_request(page_with_recorded_workers, fb):
    page_with_recorded_workers.goto("/dice/")
    roller = fb.Roller(page_with_recorded_workers, "dice")
    roller.roll()
    page_with_recorded_workers.evaluate("workers.at(-1).terminate()")
    roller.roll()
    expect(roller.error).to_have_count(0)


@pytest.mark.trial
def test_worker_that_dies_during_the_start_shows_a_retry(page_with_recorded_workers, fb):
    held = fb.HeldRequests(page_with_recorded_workers, WASM)
    page_with_recorded_workers.goto("/dice/")
    roller = fb.Roller(page_with_recorded_workers, "dice")
    with page_with_recorded_workers.context.expect_event("request", lambda request: ".asm.wasm" in request.url):
        fb.press(roller.button)
    page_with_recorded_workers.evaluate("workers.at(-1).terminate()")
    expect(roller.result).to_contain_text(
        "The dice couldn't start: the browser stopped the dice roller. Your request is saved."
    )
    held.release()
    fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


@pytest.mark.trial
def test_roll_that_kills_two_workers_fails_and_the_next_succeeds(page_with_recorded_workers, fb):
    page_with_recorded_workers.goto("/dice/")
    roller = fb.Roller(page_with_recorded_workers, "dice")
    roller.roll()
    page_with_recorded_workers.evaluate("""() => {
        const { postMessage } = Worker.prototype;
        let lives = 2;
        Worker.prototype.postMessage = function (message, ...rest) {
          postMessage.call(this, message, ...rest);
          if (message.path?.[0] === "ask" && lives > 0) {
            lives -= 1;
            this.terminate();
          }
        };
    }""")
    fb.press(roller.button)
    expect(roller.error).to_have_text(
        "This couldn't be worked out: the browser stopped the dice roller.", timeout=2 * fb.START
    )
    roller.roll()
    expect(roller.error).to_have_count(0)


@pytest.mark.trial
def test_roll_that_throws_in_two_workers_shows_an_error(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    fb.PatchedWorker(
        page,
        before="""
        addEventListener("message", (event) => {
          if (event.data.path?.[0] !== "ask") return;
          event.stopImmediatePropagation();
          throw new Error("the end");
        });""",
    )
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()  # the page recovers from this one itself
    fb.press(roller.button)
    expect(roller.error).to_have_text("This couldn't be worked out: the dice roller crashed.", timeout=2 * fb.START)


@pytest.mark.examples(1)
@pytest.mark.chromium
@pytest.mark.parametrize("thrown", ["new Error('the end')", "7"])
def test_roll_that_crashes_python_is_repeated_by_a_new_worker(make_page, fb, console_guard, thrown):
    console_guard.expect_errors()  # Pyodide logs the crash at length,
    console_guard.expect_full_runtime()  # with functions that the lean runtime lacks
    page = make_page("phone")
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()
    [dying] = fb.python_workers(page)
    dying.evaluate(f"() => {{ performance.now = () => {{ throw {thrown}; }}; }}")
    fb.load_python_dice(page, 3, 6)
    roller.roll()
    expect(roller.result.locator(".fb-face")).to_have_text([re.compile("^3"), re.compile("^6")])
    assert fb.python_workers(page) != [dying]


def test_request_cancelled_beforehand_does_not_start_python(make_page, fb):
    page = make_page("desktop")
    page.goto("/licences/")
    assert page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        try {
          await runtime.askUntil(AbortSignal.abort("too late"), "roll", "dice", "{}");
        } catch (reason) {
          return [reason, runtime.state.phase];
        }
    }""") == ["too late", "idle"]
    assert fb.python_workers(page) == []
