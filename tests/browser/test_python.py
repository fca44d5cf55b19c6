"""Python in the browser: it loads for a reader who asks for it, and then answers what the page can't."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rules_py import bridge
from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.conftest import PYTHON_FILES

WASM = "**/pyodide.asm.wasm"
STRESS, ATTACK = "/psiops/stress/", "/psiops/combat/"
NOT_COMPILED = "This page can't work this out by itself, but Python can."
WENT_WRONG = "Something went wrong on this page. Python may still answer."


def record_python_requests(page: Page) -> list[str]:
    """Return a list that receives the path of every request for a file of Python."""
    paths: list[str] = []

    def note(request) -> None:
        path = urlsplit(request.url).path
        if PYTHON_FILES.search(path):
            paths.append(path)

    page.context.on("request", note)
    return paths


def test_a_normal_visit_loads_nothing_of_python(make_page, fb):
    page = make_page("phone")
    requests = record_python_requests(page)
    page.goto(ATTACK)
    roller = fb.Roller(page, "psiops.attack")
    roller.roll()
    roller.open_odds()
    roller.increase("modifier")
    expect(roller.odds.locator(".fb-odds-body")).not_to_have_attribute("aria-busy", "true")

    fb.go_to(page, "/psiops/character/")
    sheets = page.locator("fb-sheets")
    fb.press(sheets.get_by_role("button", name="New operative", exact=True))
    expect(sheets.locator("h3.fb-sheet-name")).to_be_visible()

    fb.go_to(page, "/xmas/fight/")
    fight = page.locator("fb-fight")
    for count, name in enumerate(("Add: Operator", "Add: Grunt"), start=1):
        fb.press(fight.get_by_role("button", name=name, exact=True))
        expect(fight.locator(".fb-piece:not([data-free])")).to_have_count(count)
    panel = fight.get_by_role("region", name="Forecast")
    fb.press(panel.get_by_role("button", name="Who will win?"))
    expect(panel.locator(".fb-forecast-sides dd").first).to_contain_text("%")
    fb.press(fight.locator(".fb-play"))
    expect(fight.locator(".fb-mat .fb-headline")).to_be_visible()
    fb.wait_until_loaded(page)
    assert requests == []


@pytest.mark.refused
def test_a_refused_rule_offers_python_and_answers_after_the_tap(make_page, fb):
    page = make_page("phone")
    requests = record_python_requests(page)
    page.goto(f"{ATTACK}?psiops.attack.modifier=2")
    roller = fb.Roller(page, "psiops.attack")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(NOT_COMPILED)
    expect(fb.live_region(page)).to_have_text(NOT_COMPILED)
    offer = fb.find_offer(roller.result)
    expect(offer).to_have_text(re.compile(r"^Answer with Python \(\d+ MB\)$"))
    expect(roller.result.get_by_role("button", name="Report")).to_have_count(0)
    assert requests == []

    fb.press(offer)
    expect(roller.headline).to_be_visible(timeout=fb.START)
    assert roller.values()["modifier"] == "2"
    expect(page.locator("fb-status")).to_have_count(0)
    roller.roll()  # at once, because Python is running
    fb.go_to(page, STRESS)
    fb.Roller(page, "psiops.stress").roll()
    assert len([path for path in requests if path.endswith(".wasm")]) == 1


@pytest.mark.trial
@pytest.mark.refused
def test_a_bookmarked_calculator_offers_python_and_keeps_its_values(phone, fb):
    phone.goto("/xmas/calc/?damage=2d6")
    calculator = phone.locator("fb-calc")
    expect(calculator).to_contain_text(NOT_COMPILED)
    assert fb.is_in_view(fb.find_offer(calculator))
    fb.press(fb.find_offer(calculator))
    answer = json.loads(bridge.calculate("xmas.calc", '{"damage": "2d6"}'))["html"]
    text = calculator.evaluate(
        "(place, html) => Object.assign(document.createElement('div'), { innerHTML: html }).textContent", answer
    )
    expect(calculator.locator(".fb-calc-body")).to_have_text(text, timeout=fb.START)


def break_rules(route: Route) -> None:
    """Answer with a runtime of compiled rules that throws where the proof says that it can't."""
    own = route.fetch()
    text, count = re.subn(r"\w+ as (answer|answerInTimeSlice),", r"breakDown as \1,", own.text())
    assert count == 2
    route.fulfill(response=own, body=f"{text}\nfunction breakDown() {{ throw new TypeError('broken'); }}")


def test_compiled_code_that_throws_offers_a_report_and_python(make_page, fb):
    page = make_page("desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.route("**/assets/rules/*/runtime.js", break_rules)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(WENT_WRONG)
    expect(fb.find_offer(roller.result)).to_be_visible()
    fb.press(roller.result.get_by_role("button", name="Report"))
    expect(roller.result.get_by_role("button", name="Report copied")).to_be_visible()
    report = page.evaluate("navigator.clipboard.readText()")
    assert report.startswith("roll psiops.stress ") and "TypeError: broken" in report and STRESS in report

    page.goto("/licences/")
    page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        runtime.ask("sheet", "xmas.enemy", "{}");
    }""")
    expect(page.locator("fb-notice")).to_contain_text(f"{WENT_WRONG} Answer with Python")


PARTS = {
    "calculator": ("/xmas/calc/?damage=2d6", ""),
    "new character": ("/xmas/characters/", "New operator"),
    "new enemy": ("/xmas/characters/", "New enemy"),
    "shared sheet": (
        # {"sheet":"xmas.operator","fields":{"wounds":9}}
        "/xmas/characters/#sheet=jeyJzaGVldCI6InhtYXMub3BlcmF0b3IiLCJmaWVsZHMiOnsid291bmRzIjo5fX0",
        "",
    ),
    "fight": ("/xmas/fight/", "Add: Operator"),
    "shared fight": ("/xmas/fight/#fight=jeyJmaWdodCI6InhtYXMiLCJldmVudHMiOltdfQ", ""),
}
"""Parts of the site: an address, and the button with which the part asks the rules, unless it asks by itself."""


@pytest.mark.trial
@pytest.mark.parametrize("part", PARTS)
def test_each_part_says_that_compiled_code_threw(make_page, fb, part):
    page = make_page("phone")
    requests = record_python_requests(page)
    page.route("**/assets/rules/*/runtime.js", break_rules)
    address, button = PARTS[part]
    page.goto(address)
    if button:
        fb.press(page.get_by_role("button", name=button, exact=True))
    expect(page.get_by_text(WENT_WRONG).first).to_be_visible()
    assert requests == []


@pytest.mark.trial
@pytest.mark.refused
def test_a_question_without_a_place_is_offered_in_the_header(make_page, fb):
    page = make_page("phone")
    page.goto("/licences/")
    page.evaluate("""async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        runtime.ask("sheet", "xmas.enemy", "{}").then((answer) => { window.answer = answer; });
    }""")
    fb.press(fb.find_offer(page.locator("fb-notice")))
    fb.wait_until(page, "() => window.answer?.html", timeout=fb.START)
    expect(page.locator("fb-notice")).to_have_count(0)


@pytest.mark.trial
@pytest.mark.refused
def test_taps_during_the_start_are_answered_afterwards(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller, rest = fb.Roller(page, "psiops.stress"), fb.Roller(page, "psiops.rest")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    waiting = roller.result.locator("fb-status")
    expect(waiting).to_contain_text(re.compile(r"Getting Python ready, \d+%\. Your roll follows\."))
    expect(waiting.get_by_role("progressbar")).to_be_visible()
    fb.press(rest.button)
    expect(rest.result.locator("fb-status")).to_contain_text(re.compile(r"\d+%"))
    fb.Table(page, "psiops.panic").roll()
    fb.Chip(page.locator("article fb-die").first).roll()
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(rest.headline).to_be_visible()
    expect(page.locator("fb-status")).to_have_count(0)


@pytest.mark.refused
def test_a_question_of_a_left_page_asks_for_nothing_on_the_next(make_page, fb):
    page = make_page("desktop")
    page.goto(ATTACK)
    roller = fb.Roller(page, "psiops.attack")
    roller.open_odds()
    roller.increase("modifier")
    expect(fb.find_offer(roller.odds)).to_be_visible()
    fb.go_to(page, STRESS)
    expect(fb.find_offer(page.locator("article"))).to_have_count(0)


# A start that fails


def break_file(page: Page, file: str, failure: str) -> None:
    """Make a file missing, unreachable, replaced by a page, cut in half, or a script that throws."""
    answers = {
        "404": {"status": 404, "body": "gone"},
        "page": {"body": "<!doctype html><title>Sign in</title>", "content_type": "text/html"},
        "throws": {"body": "throw new Error('broken')", "content_type": "text/javascript"},
    }

    def answer(route) -> None:
        if failure == "abort":
            route.abort()
        elif failure == "half":
            own = route.fetch()
            route.fulfill(response=own, body=own.body()[: len(own.body()) // 2])
        else:
            route.fulfill(**answers[failure])

    page.route(f"**/{file}", answer)


START_ERROR = re.compile(
    r"Python couldn't start: a file (couldn't be downloaded|arrived incomplete) "
    r"\([\w.-]+(: (error )?\d+( of \d+ bytes)?)?\)\. Your request is saved\."
)
"""The error message contains no text of the browser or of Python."""

FILES = [
    "python-worker.js",
    "pyodide.js",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "rules_py-*.whl",
]
FAILURES = ["404", "abort", "half", "page"]


def fail_to_start(page: Page, fb) -> Locator:
    """Ask Python for a roll, and return the place of the error message."""
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    expect(roller.result).to_contain_text("Python couldn't start", timeout=fb.START)
    return roller.result


@pytest.mark.refused
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("file", FILES)
def test_a_failed_start_says_why_and_can_be_tried_again(make_page, fb, console_guard, file, failure):
    console_guard.expect_errors()
    page = make_page("phone")
    break_file(page, file, failure)
    place = fail_to_start(page, fb)
    expect(place).to_contain_text(START_ERROR)
    expect(fb.live_region(page)).to_contain_text("couldn't start")
    page.unroute(f"**/{file}")
    fb.press(place.get_by_role("button", name="Try again"))
    expect(fb.Roller(page, "psiops.stress").headline).to_be_visible(timeout=fb.START)


@pytest.mark.trial
@pytest.mark.refused
def test_trying_again_answers_every_question(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    break_file(page, "pyodide.js", "404")
    place = fail_to_start(page, fb)
    again = place.get_by_role("button", name="Try again")
    box = again.bounding_box()
    assert box["height"] >= 44 and box["width"] >= 44, box
    fb.press(again)
    expect(place.locator("fb-status")).to_be_focused()
    expect(again).to_be_visible()  # it failed again
    rest = fb.Roller(page, "psiops.rest")
    fb.press(rest.button)
    expect(rest.result).to_contain_text("Python couldn't start")
    page.unroute("**/pyodide.js")
    fb.press(again)
    expect(fb.Roller(page, "psiops.stress").headline).to_be_visible(timeout=fb.START)
    expect(rest.headline).to_be_visible()


@pytest.mark.trial
@pytest.mark.refused
def test_offer_and_failed_start_have_no_axe_violations(page, fb, console_guard):
    console_guard.expect_errors()
    break_file(page, "pyodide.asm.wasm", "abort")
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    expect(fb.find_offer(roller.result)).to_be_visible()
    assert find_violations_in_sampled_schemes(page, "fb-roller") == []
    fb.press(fb.find_offer(roller.result))
    expect(roller.result.get_by_role("button", name="Try again")).to_be_visible()
    assert find_violations_in_sampled_schemes(page, "fb-roller") == []


@pytest.mark.refused
@pytest.mark.trial
def test_a_stalled_start_says_that_it_is_slow(make_page, fb):
    page = make_page("phone")
    page.clock.install()
    held = fb.HeldRequests(page, WASM)
    page.goto(STRESS)
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    status = roller.result.locator("fb-status")
    expect(status).to_contain_text(re.compile(r"[1-9]\d?%"))
    expect(status.get_by_role("button")).to_have_count(0)
    page.clock.run_for(60_000)
    expect(status).to_contain_text("This is taking a while")
    fb.press(status.get_by_role("button", name="Try again"))
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)


# A worker that ends

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


@pytest.mark.refused
@pytest.mark.trial
def test_python_that_ends_is_offered_again(make_page, fb):
    page = make_page("phone")
    page.add_init_script(RECORD_WORKERS)
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    expect(roller.headline).to_be_visible(timeout=fb.START)
    roller.button.evaluate("(button) => { button.click(); workers.at(-1).terminate(); }")
    expect(roller.error).to_have_text("This couldn't be worked out: the browser stopped the dice roller.")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    expect(roller.headline).to_be_visible(timeout=fb.START)


@pytest.mark.refused
@pytest.mark.trial
@pytest.mark.parametrize("phase", ["start", "answer"])
def test_a_device_without_memory_says_so_and_can_try_again(make_page, fb, console_guard, phase):
    console_guard.expect_errors()
    page = make_page("phone")
    refuse_memory = "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no memory'); };"
    worker = fb.PatchedWorker(
        page,
        after=refuse_memory
        if phase == "answer"
        else """
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = async (...how) => {
          await instantiateStreaming.call(WebAssembly, ...how);
          throw new RangeError("could not allocate memory");
        };""",
    )
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    fb.press(roller.button)
    fb.press(fb.find_offer(roller.result))
    if phase == "answer":
        expect(roller.headline).to_be_visible(timeout=fb.START)
        roller.open_odds()
        roller.param("notation").fill("99d100")
        expect(roller.odds).to_contain_text("This couldn't be worked out: this device has no memory left for it.")
        worker.restore()
        fb.press(roller.button)
        fb.press(fb.find_offer(roller.result))
    else:
        expect(roller.result).to_contain_text("Python couldn't start: this device has no memory left for it.")
        worker.restore()
        fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


@pytest.mark.trial
@pytest.mark.refused
@pytest.mark.parametrize(
    ("worker", "reason"),
    [
        ({"before": "delete globalThis.WebAssembly;"}, "this browser is too old for it (it has no WebAssembly)"),
        (
            {"headers": {"content-security-policy": "default-src 'self'; script-src 'self'"}},
            "the host of this page or this browser's settings block it (WebAssembly can't run)",
        ),
    ],
)
def test_missing_webassembly_is_named_at_once(make_page, fb, console_guard, worker, reason):
    console_guard.expect_errors()
    page = make_page("phone")
    requests = record_python_requests(page)
    patched = fb.PatchedWorker(page, **worker)
    place = fail_to_start(page, fb)
    expect(place).to_contain_text(f"Python couldn't start: {reason}. Your request is saved.")
    assert not [path for path in requests if path.endswith(".wasm")]
    patched.restore()
    fb.press(place.get_by_role("button", name="Try again"))
    expect(fb.Roller(page, "psiops.stress").headline).to_be_visible(timeout=fb.START)


def test_an_unknown_game_is_refused_without_python(make_page):
    page = make_page("desktop")
    page.goto("/licences/")
    asked = """async () => {
        const { runtime } = await import("/assets/js/entry/main.js");
        return runtime.ask("read", "nowhere.hero", "{}");
    }"""
    assert page.evaluate(asked) == {"error": "There is no game called \u201cnowhere\u201d."}
    assert page.workers == []


def test_question_cancelled_beforehand_is_not_asked(make_page):
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
    assert page.workers == []
