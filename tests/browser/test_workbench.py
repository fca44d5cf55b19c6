"""The workbench: a reader changes a rule, and sees its odds beside the printed rule's."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes

LINE_OF_TOTAL = 'total = roll.make(dice, "attribute", attribute)'

PROBE = """\
from rules_py.dice import Dice
from rules_py.mechanic import mechanic
import builtins

def attempt(name, run):
    try:
        found[name] = str(run())
    except BaseException as error:
        found[name] = type(error).__name__

def read_page():
    import js
    return js.document

def run_script():
    from pyodide.code import run_js
    return run_js("indexedDB.open('fieldbook')")

def fetch():
    from pyodide.http import pyfetch
    return pyfetch("/index.html")

def find_worker():
    from pyodide.ffi import JsProxy
    import gc
    proxies = [each for each in gc.get_objects() if isinstance(each, JsProxy)]
    return [each for each in proxies if hasattr(each, "indexedDB")] or None

found = {}
attempt("page", read_page)
attempt("script", run_script)
attempt("fetch", fetch)
attempt("worker", find_worker)
raise RuntimeError(" ".join(f"{name}={text}" for name, text in found.items()))
"""


SHOWS_CHARACTERS = """\
import json
from typing import Annotated

from rules_py.authoring import Dice, Whole, mechanic
from rules_py.workbench import bench


@mechanic("my.trick", title="Trick", page="workbench/", headline="total")
def trick(dice: Dice, skill: Annotated[int, Whole(0, 5, "skill")] = 2):
    '''Roll 1D6.'''
    return {"total": dice.die(6) + skill}


bench.ANSWERS["roll"] = lambda *about: json.dumps({"html": "<fb-sheets game=psiops></fb-sheets>", "said": "Done"})
"""


class Bench:
    """The workbench on a page."""

    def __init__(self, page: Page):
        self.page = page
        self.root = page.locator("fb-workbench")
        self.code = self.root.get_by_role("textbox", name="The rule, in Python")
        self.run_button = self.root.locator(".fb-bench-run")
        self.chance = self.root.locator(".fb-bench-chance")
        self.note = self.root.locator(".fb-bench-note")
        self.problem = self.root.locator(".fb-bench-problem")

    def type_after(self, line: str, text: str) -> None:
        """Type at the end of the first line that contains a text."""
        self.code.locator(".cm-line", has_text=line).first.click()
        self.page.keyboard.press("End")
        self.page.keyboard.type(text)

    def open_file(self, name: str, text: str) -> None:
        """Open a file, as somebody else could have sent it."""
        self.root.locator("input[type=file]").set_input_files(
            {"name": name, "mimeType": "text/x-python", "buffer": text.encode()}
        )

    def find_field(self, name: str) -> Locator:
        return self.root.locator(f'fb-roller [name="{name}"]')


def test_a_changed_rule_shows_its_odds_beside_the_printed_ones(make_page, fb, console_guard):
    console_guard.expect_csp_violation()  # Pyodide tries to evaluate a text, which the worker's policy forbids
    page = make_page("desktop")
    page.goto("/psiops/playing/")
    roller = fb.Roller(page, "psiops.action")
    roller.open_odds()
    fb.press(roller.odds.get_by_role("link", name="Change this rule"))
    bench = Bench(page)
    expect(bench.code).to_contain_text("Roll 2D6 + attribute")
    expect(bench.run_button).to_have_text(re.compile(r"^Run \(\d+ MB\)$"))
    # Of the 36 results of 2D6, 21 are 7 or more, 26 are 6 or more, and 30 are 5 or more.
    expect(bench.chance).to_have_text("Printed 58.3%, yours 58.3%")  # without Python
    expect(bench.root.locator(".fb-bench-roller .fb-steps")).to_be_visible()

    bench.type_after(LINE_OF_TOTAL, " + 1")
    expect(bench.note).to_have_text("This is the printed rule. Run yours to see it.")
    fb.press(bench.run_button)
    expect(bench.chance).to_have_text("Printed 58.3%, yours 72.2%", timeout=fb.START)
    expect(bench.note).to_be_hidden()
    bench.find_field("attribute").fill("1")
    expect(bench.chance).to_have_text("Printed 72.2%, yours 83.3%")
    fb.press(bench.root.get_by_role("button", name="Roll", exact=True))
    expect(bench.root.locator(".fb-bench-roller .fb-headline")).to_be_visible()

    bench.type_after(LINE_OF_TOTAL, " + stress")
    expect(bench.problem).to_have_text(
        re.compile(r"^Line \d+: .*name 'stress' is not defined; import the name, or correct its spelling\..*\[FB220\]$")
    )
    expect(bench.note).to_have_text("From your last version that ran.")
    page.keyboard.press("Tab")  # the editor doesn't keep the focus
    expect(bench.code).not_to_be_focused()

    page.reload()
    expect(bench.code).to_contain_text("attribute) + 1 + stress")
    expect(bench.note).to_have_text("This is the printed rule. Run yours to see it.")  # the draft waits
    fb.press(bench.root.get_by_role("button", name="Back to the printed rule"))
    expect(bench.code).not_to_contain_text("stress")

    page.goto("/workbench/#rule=psiops.acton")  # a failed request would be an error in the console
    expect(bench.root.locator(".fb-bench-odds a").first).to_have_text("Action roll (psiops.action)")


@pytest.mark.trial
def test_an_endless_loop_is_stopped_and_the_next_edit_runs(make_page, fb, console_guard):
    console_guard.expect_csp_violation()  # Pyodide tries to evaluate a text, which the worker's policy forbids
    page = make_page("desktop")
    page.goto("/workbench/")
    bench = Bench(page)
    expect(bench.code).to_contain_text("def leap")
    fb.press(bench.run_button)
    expect(bench.run_button).to_have_text("Run again", timeout=fb.START)
    expect(bench.chance).to_have_text("Yours 72.2%")
    bench.type_after("Roll 2D6 + agility", "\nwhile True: pass")
    expect(bench.problem).to_contain_text("This rule ran for five seconds without an end, so it was stopped.")
    assert find_violations_in_sampled_schemes(page) == []
    for _ in "while True: pass":
        page.keyboard.press("Backspace")
    page.keyboard.type("agility += 1")
    expect(bench.chance).to_have_text("Yours 83.3%", timeout=fb.START)
    expect(bench.problem).to_be_empty()


@pytest.mark.trial
def test_a_rule_from_elsewhere_runs_only_when_asked_and_reaches_nothing_of_the_site(make_page, fb, console_guard):
    console_guard.expect_csp_violation()  # Pyodide tries to evaluate a text, which the worker's policy forbids
    page = make_page("desktop")
    page.goto("/workbench/")
    bench = Bench(page)
    expect(bench.code).to_contain_text("def leap")
    fb.press(bench.run_button)
    expect(bench.run_button).to_have_text("Run again", timeout=fb.START)
    expect(bench.chance).to_have_text("Yours 72.2%")
    bench.open_file("friend.py", PROBE)
    expect(bench.code).to_contain_text("def read_page")
    expect(bench.run_button).to_have_text("Run")
    expect(bench.problem).to_be_empty()
    fb.press(bench.run_button)
    expect(bench.problem).to_contain_text("RuntimeError", timeout=fb.START)
    said = bench.problem.inner_text()
    assert "page=ModuleNotFoundError" in said
    assert "script=ModuleNotFoundError" in said
    assert "worker=None" in said, said

    [worker] = [each for each in page.workers if each.url.startswith("data:")]
    assert worker.evaluate("() => self.origin") == "null"
    for reach in (
        "indexedDB.open('fieldbook')",
        "caches.keys()",
        "navigator.storage.getDirectory()",
        f"WorkerGlobalScope.prototype.fetch.call(self, '{page.url}')",
    ):
        try_it = f"async () => {{ try {{ await {reach}; return 'reached'; }} catch (error) {{ return error.name; }} }}"
        assert worker.evaluate(try_it) in ("SecurityError", "TypeError"), reach

    bench.open_file("friend.py", SHOWS_CHARACTERS)
    fb.press(bench.run_button)
    fb.press(bench.root.get_by_role("button", name="Roll", exact=True))
    expect(bench.root).to_contain_text("the rule's result has a fb-sheets, which isn't shown here")
    expect(bench.root.locator("fb-sheets")).to_have_count(0)
