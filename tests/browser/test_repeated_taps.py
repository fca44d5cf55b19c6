"""Quick taps at one spot of a slow phone: each hits the control that the first one hit, and all results are shown.

The controls are listed from the page, so that a new one is tapped too.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules_py
from tests.browser.opened_sheets import SLUGS, list_kinds, open_sheet
from tests.browser.thumb import Control, Thumb, pick_each_kind

pytestmark = pytest.mark.chromium  # its protocol slows the phone down and times touches

GAPS = {80: 0, 400: -1}
"""Milliseconds between two taps at one spot, with the index of the control of each kind that is tapped so."""

PATIENCE = 5
"""The number of times that a sheet is restored, since a slow answer may come in between."""

WEAPONS = [{"name": "First"}, {"name": "Second"}]
FIELDS = {
    "xmas.operator": {"weapons": WEAPONS, "wounds": 1},
    "sideworld.character": {"weapons": [{**each, "clip": 30, "loaded": 12} for each in WEAPONS], "stamina_lost": 4},
    "psiops.operative": {
        "weapons": [{**each, "ammo": 5, "full": 6} for each in WEAPONS],
        "talents": [{"talent": "11"}],
        "hp": 5,
    },
    "puml.character": {"attributes": [{"name": "Brawn", "value": 2}, {"name": "Wits", "value": 1}]},
    "combat.character": {"weapons": [{**each, "blunt": "no"} for each in WEAPONS], "deadly": 1},
}
"""Fields of the characters with something to tap; other sheets have their presets."""

OPEN_TAB = """at => {
    taps.tab = at;
    const tab = document.querySelectorAll(".fb-open-sheet [role=tab]")[at];
    if (tab?.ariaSelected === "false") tab.click();
}"""
"""Script that opens a tab of the sheet, and does so before each control from then on."""

READ_SHEET = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [{ data: { fields } }] = await keep.list("sheets");
    const shown = [...document.querySelectorAll("[data-gauge]")].map((each) => {
        const { list, entry, part, field, missing, high, label, value: drawn } = JSON.parse(each.dataset.gauge);
        const value = list ? fields[list][entry][part] : missing ? high - fields[field] : fields[field];
        const text = each.querySelector(".fb-gauge-set > b")?.textContent.replace("−", "-");
        return [label, text && (/\\d/.test(text) ? text : String(drawn)), String(value)]; // some values have names
    });
    const choices = Object.entries(localStorage).filter(([name]) => name.startsWith("fieldbook:choices:"));
    const differences = shown.filter(([, on, value]) => on && on !== value);
    return { stored: JSON.stringify([fields, choices]), differences };
}"""

READ_FIGHT = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [fight] = await keep.list("fights");
    const shown = [...document.querySelectorAll(".fb-mat, .fb-life, .fb-word, .fb-undo")].map((each) => {
        const copy = each.cloneNode(true);
        copy.querySelectorAll(".fb-forecast, .fb-forecast-place").forEach((part) => part.remove()); // maybe in a drawer
        return `${each.ariaLabel ?? ""} ${copy.textContent}`.replace(/\\s+/g, " ");
    });
    return { events: fight?.data.events ?? [], busy: document.querySelector("fb-fight[aria-busy]") !== null, shown };
}"""

DRAW_FIGHT_AGAIN = """() => {
    const fight = document.querySelector("fb-fight");
    fight.querySelector(".fb-forecast-close")?.click();
    fight.replaceWith(fight);
}"""

READ_RECORD = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("fights"))[0];
}"""

RESTORE_FIGHT = """async (record) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    for (const { id } of await keep.list("fights")) if (id !== record.id) await keep.remove("fights", id);
    const now = await keep.get("fights", record.id);
    const { id, name, data } = record;
    if (!now) await keep.addAll([["fights", record]]);
    else if (JSON.stringify([now.name, now.data]) !== JSON.stringify([name, data]))
        await keep.update("fights", id, () => ({ name, data }));
    history.replaceState(history.state, "", `#kept=${id}`);
    document.querySelector(".fb-fight-notice")?.remove();
    localStorage.removeItem("fieldbook:fight-keys"); // the letters that open cards
}"""

DRAWER = ".fb-drawer, .fb-log-open"

LIST_OPENERS = """() => {
    const found = new Map();
    for (const each of document.querySelectorAll(".fb-fight-stage [data-view*=open]")) {
        const { open } = JSON.parse(each.dataset.view);
        if (open && each.checkVisibility()) found.set(open, each.dataset.view);
    }
    for (const side of document.querySelectorAll(".fb-board-side"))
        found.set(side, side.querySelector("[data-again]")?.dataset.again);
    return [...found.values()].filter(Boolean);
}"""
"""Script that lists what opens each drawer: the views of buttons, and the card of a piece of each side."""

OPEN_DRAWER = """opener => {
    const button = document.querySelector(`button[data-view="${CSS.escape(opener)}"]`);
    const piece = document.querySelector(`[data-again="${CSS.escape(opener)}"]`);
    const key = new KeyboardEvent("keydown", { key: "i", bubbles: true });
    if (button) button.click();
    else (piece.querySelector("input") ?? piece).dispatchEvent(key);
}"""

CLOSE_FORM = """() => {
    const done = document.querySelector(".fb-sheet-done");
    if (done?.checkVisibility()) done.click();
}"""

RESTORE = """async ([store, data]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [{ id }] = await keep.list(store);
    localStorage.removeItem(`fieldbook:choices:${id}`);
    await keep.update(store, id, () => ({ data }));
}"""

READ_STORED = """async (store) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list(store))[0].data;
}"""


def tap_each_kind(thumb: Thumb, root: str, gap: int, controls: list[Control], before: Any) -> list[str]:
    """Tap a control of each kind, each time from the same sheet. Return all faults."""
    start = thumb.settle(READ_SHEET)
    faults = []
    for control in controls:
        faults += thumb.find_faults(root, control, gap)
        after = thumb.settle(READ_SHEET)
        faults += [f"{control.name} ({gap}): shows {each}" for each in after["differences"]]
        with thumb.at_full_speed():
            thumb.page.keyboard.press("Escape")
            thumb.page.evaluate(CLOSE_FORM)
            for _ in range(PATIENCE):
                after = thumb.settle(READ_SHEET)
                if after["stored"] == start["stored"]:
                    break
                thumb.page.evaluate(RESTORE, ["sheets", before])
        assert after["stored"] == start["stored"], control
    return faults


def test_quick_taps_on_a_gauge_change_nothing_else(make_page, fb):
    page = make_page("phone", reduced_motion="no-preference")
    open_sheet(page, "psiops.operative", fb.START, **FIELDS["psiops.operative"])
    thumb = Thumb(page)
    before = page.evaluate(READ_STORED, "sheets")
    thumb.settle(READ_SHEET)
    gauge = pick_each_kind(thumb.list_controls(".fb-gauge"), 0)[:1]
    assert tap_each_kind(thumb, ".fb-gauge", 400, gauge, before) == []


@pytest.mark.trial
@pytest.mark.parametrize("kind", [kind for slug in SLUGS for kind in list_kinds(slug)])
def test_quick_taps_on_each_control_of_a_sheet_do_nothing_else(make_page, fb, kind):
    """In each tab, the first control of each kind is tapped with one gap and the last one with the other."""
    page = make_page("phone", reduced_motion="no-preference")
    open_sheet(page, kind, fb.START, **FIELDS.get(kind, {}))
    thumb = Thumb(page)
    before = page.evaluate(READ_STORED, "sheets")
    page.evaluate(RESTORE, ["sheets", before])
    faults = []
    for tab in range(page.locator(".fb-open-sheet [role=tab]").count()):
        page.evaluate(OPEN_TAB, tab)
        controls = thumb.list_controls(".fb-sheet-body")
        assert controls
        for gap, index in GAPS.items():
            faults += tap_each_kind(thumb, ".fb-sheet-body", gap, pick_each_kind(controls, index), before)
    print(kind, thumb.tapped, "taps", *faults, sep="\n")
    assert faults == []


def open_fight(page: Page, slug: str, fb) -> None:
    """Start a fight of a character and two enemies, with initiative if the game rolls it."""
    kinds = list_kinds(slug)
    page.goto(f"/{slug}/fight/")
    page.evaluate("customElements.whenDefined('fb-fight')")
    for kind, name in ((kinds[0], "Ada"), (kinds[1], "Bo"), (kinds[1], "Cy")):
        data = rules_py.sheet(kind, **{"name": name} | FIELDS.get(kind, {})).to_dict()
        act = {"act": "join", "sheet": kind, "name": name, "data": {"sheet": kind, "fields": data["fields"]}}
        page.evaluate("act => document.querySelector('fb-fight').act(act)", act)
    order = page.locator(".fb-fight-order")
    expect(page.locator(".fb-piece:not([data-free])")).to_have_count(3, timeout=fb.START)
    if order.count():
        order.tap()
        expect(order).to_have_count(0)


@dataclass
class TappedFight:
    """A fight whose controls are tapped, each time from the same events."""

    thumb: Thumb
    record: dict[str, Any]
    faults: list[str] = field(default_factory=list)
    tapped: set[str] = field(default_factory=set)

    @property
    def page(self) -> Page:
        return self.thumb.page

    def restore(self) -> None:
        """Bring the fight back as it was, also after its deletion, and show it as on a first visit."""
        with self.thumb.at_full_speed():
            self.page.keyboard.press("Escape")  # a dialog may lie over it
            self.page.evaluate(RESTORE_FIGHT, self.record)
            self.page.evaluate(DRAW_FIGHT_AGAIN)
            self.thumb.settle(READ_FIGHT)

    def open(self, opener: str) -> None:
        """Open the drawer of a button, or the card of a piece."""
        if opener and not self.page.locator(DRAWER).count():
            with self.thumb.at_full_speed():
                self.page.evaluate(OPEN_DRAWER, opener)
                self.thumb.settle(READ_FIGHT)

    def tap_each_kind(self, root: str, gaps: Mapping[int, int]) -> None:
        """Tap a control of each kind with each gap."""
        self.restore()
        controls = self.thumb.list_controls(root)
        assert controls
        for gap, index in gaps.items():
            for control in pick_each_kind(controls, index):
                self.tap(root, control, gap)

    def tap_in_drawer(self, opener: str, gaps: Sequence[int]) -> None:
        """Tap a control of each kind that wasn't tapped in another drawer, each with another gap."""
        self.restore()
        self.open(opener)
        controls = self.thumb.list_controls(DRAWER)
        if not controls:
            self.faults.append(f"{opener} opens nothing")
        for number, control in enumerate(pick_each_kind(controls, 0)):
            if control.kind not in self.tapped:
                self.tap(DRAWER, control, gaps[number % len(gaps)], opener)
                self.tapped.add(control.kind)

    def tap(self, root: str, control: Control, gap: int, opener: str = "") -> None:
        """Tap a control, and compare what the fight shows with what it shows on another visit."""
        self.open(opener)
        self.faults += self.thumb.find_faults(root, control, gap)
        after = self.thumb.settle(READ_FIGHT)
        if after["events"] != self.record["data"]["events"]:
            with self.thumb.at_full_speed():
                self.page.evaluate(DRAW_FIGHT_AGAIN)
                again = self.thumb.settle(READ_FIGHT)
            faults = [each for each in after["shown"] if each not in again["shown"]]
            faults += [f"{each} on another visit" for each in again["shown"] if each not in after["shown"]]
            self.faults += [f"{control.name} ({gap}): shows {each}" for each in faults]
        self.restore()


@pytest.mark.trial
def test_quick_taps_in_a_fight_show_everything_they_do(make_page, fb):
    """The taps that were ignored counted as changes to come, so that the board wasn't drawn any more."""
    page = make_page("phone", reduced_motion="no-preference")
    open_fight(page, "xmas", fb)
    fight = TappedFight(Thumb(page), page.evaluate(READ_RECORD))
    more = page.get_by_role("button", name="More about this fight").bounding_box()
    fight.thumb.tap(more["x"] + more["width"] / 2, more["y"] + more["height"] / 2, 80)
    drawer = page.locator(".fb-drawer")
    expect(drawer).to_have_accessible_name("This fight")
    drawer.get_by_role("button", name="Close").press("Enter")
    expect(drawer).to_have_count(0)
    page.get_by_role("button", name="Add to enemies").press("Enter")
    expect(drawer).to_have_accessible_name("Enemies")
    fight.tap_each_kind(".fb-board-hand", {80: 0})
    assert fight.faults == []
    check_room_of_notes(page, fb)


def check_room_of_notes(page: Page, fb) -> None:
    """Check that notes of a fight move no control."""
    page.locator(".fb-forecast-ask").tap()
    expect(page.locator(".fb-forecast-close")).to_be_visible(timeout=fb.START)
    page.get_by_role("button", name="Add to enemies").tap()
    adds = ".fb-drawer [data-act*='Grunt']"
    expect(page.locator(adds)).to_be_visible()
    top = read_top(page, adds)
    page.locator(adds).tap()
    expect(page.locator(".fb-piece:not([data-free])")).to_have_count(4)
    expect(page.locator(".fb-forecast-note")).to_have_text("The fight has changed since this forecast.")
    fb.wait_until(page, IS_AT, [adds, top])
    before = page.locator(".fb-fight-stage").evaluate("each => each.offsetTop")
    page.locator("fb-fight").evaluate("each => each.setAttribute('aria-busy', 'true')")
    fb.wait_until(
        page,
        "() => getComputedStyle(document.querySelector('fb-fight'), '::before').visibility === 'visible'",
    )
    assert page.locator(".fb-fight-stage").evaluate("each => each.offsetTop") == before


@pytest.mark.trial
@pytest.mark.parametrize("slug", SLUGS)
def test_quick_taps_on_each_control_of_a_fight_show_everything_they_do(make_page, fb, slug):
    """The first control of each kind is tapped with one gap and the last one with the other, in drawers only one."""
    page = make_page("phone", reduced_motion="no-preference")
    open_fight(page, slug, fb)
    fight = TappedFight(Thumb(page), page.evaluate(READ_RECORD))
    openers = page.evaluate(LIST_OPENERS)
    fight.tap_each_kind(".fb-fight-stage", GAPS)
    for opener in openers:
        fight.tap_in_drawer(opener, list(GAPS))
    print(slug, fight.thumb.tapped, "taps", *fight.faults, sep="\n")
    assert fight.faults == []


GROW = """() => {
    const filler = Object.assign(document.createElement("div"), { id: "filler" });
    filler.textContent = "Something else";
    document.querySelector("fb-sheets").prepend(filler);
}"""

GROW_BY_STYLE = """async () => {
    const padding = { paddingTop: ["0px", "60px"] };
    await document.querySelector("#filler").animate(padding, { duration: 1, fill: "forwards" }).finished;
}"""
"""Script that changes no element, as a style that waits for a moment."""

IS_AT = "([selector, top]) => Math.abs(document.querySelector(selector).getBoundingClientRect().top - top) < 1"


def read_top(page: Page, selector: str) -> float:
    return page.evaluate("selector => document.querySelector(selector).getBoundingClientRect().top", selector)


def test_touched_control_stays_where_it_is_and_works_by_keyboard(make_page, fb):
    """Once, the press counted as a long one of the old gauge, and the next click was taken for its release."""
    page = make_page("phone", reduced_motion="no-preference")
    open_sheet(page, "psiops.operative", fb.START, hp=3)
    step = ".fb-gauge [data-step='1']"
    page.locator(step).first.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.locator(step).first.tap()
    expect(page.locator(".fb-gauge-set > b").first).to_have_text("4")
    top = read_top(page, step)
    page.evaluate(GROW)
    fb.wait_until(page, IS_AT, [step, top])
    page.evaluate(GROW_BY_STYLE)
    assert page.locator("#filler").bounding_box()["height"] > 60
    fb.wait_until(page, IS_AT, [step, top])
    value = page.locator(".fb-gauge-set > b").first
    pressed = page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("sheets");
        const press = new PointerEvent("pointerdown", { bubbles: true });
        const { setTimeout } = window;
        window.setTimeout = (act) => setTimeout(act, 3000);  // a slow machine has that long to draw it
        document.querySelector(".fb-gauge-set").dispatchEvent(press);
        window.setTimeout = setTimeout;
        await keep.update("sheets", id, ({ data }) => ({ data: { ...data, fields: { ...data.fields, hp: 3 } } }));
        return press.timeStamp;
    }""")
    expect(value).to_have_text("3")
    fb.wait_until(page, "pressed => performance.now() - pressed > 3100", pressed)
    page.locator(".fb-gauge [data-step='1']").first.press("Enter")
    expect(value).to_have_text("4")


NOTE_TOPS = """selector => {
    window.tops = [];
    let tapped = Infinity;
    addEventListener("click", () => { tapped = performance.now(); }, { capture: true });
    const note = () => {
        if (performance.now() - tapped > 500) return; // then the finger may rest, and the page move
        if (tapped < Infinity) tops.push(Math.round(document.querySelector(selector).getBoundingClientRect().top));
        requestAnimationFrame(() => setTimeout(note));
    };
    note();
}"""
"""Script that notes where an element is in each frame after a tap."""


def test_gauge_stays_where_it_is_when_its_field_opens_under_the_finger(make_page, fb):
    """The room that the last control needed above it was taken away at once, so that the next tap hit another one."""
    page = make_page("phone", reduced_motion="no-preference")
    open_sheet(page, "psiops.operative", fb.START, hp=3)
    page.evaluate(GROW)
    step = ".fb-gauge [data-step='1']"
    page.locator(step).first.tap()
    expect(page.locator(".fb-gauge-set > b").first).to_have_text("4")
    top = read_top(page, step)
    page.evaluate("document.querySelector('#filler').remove()")
    fb.wait_until(page, IS_AT, [step, top])
    top = read_top(page, ".fb-gauge")
    page.evaluate(NOTE_TOPS, ".fb-gauge")
    page.locator(".fb-gauge-set").first.tap()
    expect(page.locator(".fb-gauge-input")).to_be_focused()
    fb.wait_until(page, "() => tops.length > 1")
    assert set(page.evaluate("tops")) == {round(top)}


@pytest.mark.trial
def test_tap_on_what_came_under_the_finger_is_ignored_after_other_parts_have_grown(make_page, fb):
    """Healing at the rendezvous folds its part, and then the page scrolls to what it did: both move the rows."""
    page = make_page("phone", reduced_motion="no-preference")
    open_sheet(page, "psiops.operative", fb.START, hp=1)
    page.locator(".fb-sheet-tile").last.press("Enter")
    expect(page.locator(".fb-answer .fb-verdict")).to_be_visible(timeout=fb.START)
    page.get_by_role("tab", name="Mission").tap()
    heal = page.locator(".fb-do[data-do*='psiops.heal']")
    heal.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = heal.bounding_box()
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] - 5
    thumb = Thumb(page)
    start = time.time()
    thumb.touch(*spot, start)
    fb.wait_until(page, "spot => taps.nameOf(document.elementFromPoint(...spot)).includes('What it buys')", spot)
    thumb.touch(*spot, start + 0.4)
    thumb.settle(READ_SHEET)
    assert page.evaluate("taps.done.length") == 1
    expect(page.locator("details[open] > summary", has_text="What it buys")).to_have_count(0)


def test_tapping_twice_makes_one_character(make_page, fb):
    page = make_page("phone", reduced_motion="no-preference")
    page.goto("/xmas/characters/")
    maker = page.locator("[data-make='xmas.operator']")
    expect(maker).to_be_visible(timeout=fb.START)
    thumb = Thumb(page)
    box = maker.bounding_box()
    thumb.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 80)
    page.locator('.fb-step-body [name="name"]').fill("Nick", timeout=fb.START)
    count = "async () => (await (await import('/assets/js/entry/play.js')).keep.list('sheets')).length"
    assert thumb.settle(count) == 1


@pytest.mark.trial
def test_fight_shows_what_another_tab_does(make_page, fb):
    page = make_page("phone", reduced_motion="no-preference")
    open_fight(page, "xmas", fb)
    check_refused_act(page, fb)
    check_undo_of_what_was_seen(page)


def check_refused_act(page: Page, fb) -> None:
    """Check that a refused act shows the fight as another tab has left it."""
    other = page.context.new_page()
    other.add_init_script("BroadcastChannel.prototype.postMessage = () => {}")  # as if its message were late
    other.goto("/xmas/fight/")
    expect(other.locator(".fb-piece:not([data-free])")).to_have_count(3, timeout=fb.START)
    act = "act => document.querySelector('fb-fight').act(act)"
    other.evaluate(act, {"act": "leave", "who": "n3"})
    expect(other.locator(".fb-piece:not([data-free])")).to_have_count(2)
    expect(page.locator(".fb-piece:not([data-free])")).to_have_count(3)
    said = page.evaluate(act, {"act": "leave", "who": "n3"})
    assert "n3" in said
    expect(page.locator(".fb-piece:not([data-free])")).to_have_count(2)
    expect(page.locator(".fb-fight-problem .fb-error")).to_have_text(said)
    other.close()


def check_undo_of_what_was_seen(page: Page) -> None:
    """Check that undo takes nothing back that the reader hasn't seen."""
    before = len(page.evaluate(READ_FIGHT)["events"])
    page.evaluate(
        """async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("fights");
        const tab = document.querySelector("fb-fight");
        tab.setAttribute("aria-hidden", "true");
        keep.update("fights", id, ({ data }) => ({ data: { ...data, events: [...data.events, data.events[1]] } }));
        document.querySelector(".fb-undo").click();
    }"""
    )
    expect(page.locator(".fb-fight-problem .fb-error")).to_contain_text("nothing was undone")
    assert len(page.evaluate(READ_FIGHT)["events"]) == before + 1
