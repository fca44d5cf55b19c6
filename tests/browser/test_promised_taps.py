"""Taps on a fight's page lead to everything that a game declares: from a stored fight to the stored result."""

from collections import defaultdict
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from rules_py.registry.play import create_fight
from tests.systems.page_taps import find_taps
from tests.systems.promised_commands import SLUGS, find_cases, find_example_cases, replay

OF_EACH_KIND = 2
"""The number of promises of each kind that are tapped in every run; the trials tap all of them."""

SHORT = 3_000
"""Timeout in milliseconds for a control, after which its folded parts are opened again."""

STORE = """async ([game, events]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    for (const { id } of await keep.list("fights")) await keep.remove("fights", id);
    const { id } = await keep.add("fights", { game, name: "A fight", data: { fight: game, events } });
    return id;
}"""

STORED = """async (id) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.get("fights", id)).data.events;
}"""


PROBLEMS = ".fb-fight-problem"

ANSWERED = """async ([id, before]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const { events } = (await keep.get("fights", id)).data;
    return events.length > before || document.querySelector("PROBLEMS") !== null;
}""".replace("PROBLEMS", PROBLEMS)


def list_led(slug, cases):
    """Return a case with its taps for each promise, as far as there are some."""
    led = {}
    for promise, each in cases.items():
        for case in each:
            found = find_taps(replay(slug, case.events), case.command)
            if found is not None:
                led[promise] = (case, found[0])
                break
    return led


def pick_some(led):
    """Return some promises of each kind, spread over all of them."""
    by_kind = defaultdict(list)
    for promise in led:
        by_kind[promise.kind].append(promise)
    return [each for there in by_kind.values() for each in there[:: max(1, len(there) // OF_EACH_KIND)][:OF_EACH_KIND]]


def quote(value):
    """Return a text as a string of CSS."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'


class TappedFight:
    """A stored fight on its page."""

    def __init__(self, page, fb, case):
        self.page, self.fb, self.before = page, fb, len(case.events)
        self.root = page.locator("fb-fight")
        self.id = page.evaluate(STORE, [case.slug, list(case.events)])
        self.mark()
        page.evaluate("(id) => { location.hash = `kept=${id}`; }", self.id)
        expect(self.root).to_have_attribute("shown", self.id, timeout=fb.START)
        self.wait_for_drawing()

    def mark(self):
        """Mark what is drawn, so that a new drawing can be told from it, and let the next tap repeat no other one."""
        self.page.keyboard.press("Shift")  # at one spot, a tap may come too soon after the one that drew what is there
        self.page.evaluate("""() => {
            for (const each of document.querySelector(".fb-fight-stage").children) each.dataset.drawnBefore = "";
        }""")

    def wait_for_drawing(self):
        expect(self.root.locator("[data-drawn-before]")).to_have_count(0, timeout=self.fb.START)
        self.wait()

    def wait(self):
        expect(self.root).not_to_have_attribute("aria-busy", "true", timeout=self.fb.START)

    def show(self, control):
        """Open the folded parts around a control."""
        control.evaluate(
            "(each) => { for (let at = each; at; at = at.parentElement) if (at.matches('details')) at.open = true; }"
        )
        return control

    def press(self, control):
        self.repeat(control, lambda: control.tap(timeout=SHORT))

    def repeat(self, control, act):
        """Open the folded parts around a control and use it, again if the page was drawn in between."""
        for _ in range(20):
            self.show(control)
            with suppress(TimeoutError):
                return act()
        raise AssertionError(f"{control} can't be used")

    def tap(self, tap):
        """Use the last of the controls that do the same: an open drawer comes last, and covers the others."""
        self.mark()
        match tap.kind:
            case "view":
                self.press_view(tap.attribute)
            case "act":
                self.press(self.root.locator(f"button[data-act={quote(tap.attribute)}]").last)
            case "fill" if tap.row:
                row = self.root.locator("[data-fields]", has=self.page.locator(f"[data-act={quote(tap.row)}]")).first
                self.fill(self.show(row).locator(f"[data-param={quote(tap.attribute)}]"), tap.value)
            case "fill":
                self.fill(self.root.locator(f".fb-drawer [data-param={quote(tap.attribute)}]").first, tap.value)
                self.page.keyboard.press("Tab")
        if tap.kind == "view" or not tap.row:
            self.wait_for_drawing()

    def press_view(self, view):
        """Press the control that changes the view so: a button, a label's field, or a piece that is chosen already."""
        quoted = quote(view)
        control = self.root.locator(f"button[data-view={quoted}], label:has(> [data-view={quoted}])")
        control = control.or_(self.root.locator(f"label:has(> [data-view-off={quoted}]), [data-again={quoted}]"))
        self.press(control.locator("visible=true").last)

    def fill(self, field, value):
        if field.evaluate("(each) => each.localName") == "select":
            self.repeat(field, lambda: field.select_option(value, timeout=SHORT))
        elif field.first.get_attribute("type") == "radio":
            self.repeat(field.and_(self.page.locator(f"[value={quote(value)}]")), lambda: None)
            self.press(field.and_(self.page.locator(f"[value={quote(value)}]")).locator(".."))
        elif field.get_attribute("type") == "checkbox":
            if field.is_checked() != (value == "true"):
                self.press(field.locator("xpath=ancestor::label"))
        else:
            self.repeat(field, lambda: field.fill(value, timeout=SHORT))

    def find_events(self, taps):
        """Return the events that the taps have added, once they are stored."""
        self.fb.wait_until(self.page, ANSWERED, [self.id, self.before])
        events = self.page.evaluate(STORED, self.id)[self.before :]
        problems = self.root.locator(PROBLEMS).all_inner_texts()
        assert events, f"the taps {taps} have stored no event: {problems}"
        return events


def check_taps(page, fb, slug, led):
    """Tap each promise in its stored fight, and check that the game's rules have answered with its event."""
    fb.go_to(page, f"/{create_fight(slug).rules.page}")
    failed = []
    for promise, (case, taps) in led.items():
        fight = TappedFight(page, fb, case)
        for tap in taps:
            fight.tap(tap)
        command = case.command
        wanted = command.get("mechanic") or command.get("change")
        made = [each.get("mechanic") or each.get("change") for each in fight.find_events(taps)]
        if wanted is not None and wanted not in made:
            failed.append((promise, made))
    assert failed == []
    return len(led)


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
def test_taps_lead_to_some_of_each_kind(slug, warm_phone, fb):
    led = list_led(slug, find_example_cases(slug))
    some = {promise: led[promise] for promise in pick_some(led)}
    fb.clear_storage(warm_phone)
    assert check_taps(warm_phone, fb, slug, some) >= 3
    fb.clear_storage(warm_phone)


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
def test_taps_lead_to_everything(slug, warm_phone, fb):
    found, _ = find_cases(slug)
    fb.clear_storage(warm_phone)
    check_taps(warm_phone, fb, slug, list_led(slug, found))
    fb.clear_storage(warm_phone)
