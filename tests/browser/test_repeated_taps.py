"""Quick taps at one spot of a slow phone: each hits the control that the first one hit, and all results are shown.

The controls are listed from the page, so that a new one is tapped too.
"""

import time

import pytest
from playwright.sync_api import Page, expect

import rules_py
from tests.browser.opened_sheets import PARTS, SLUGS, list_kinds, open_sheet

pytestmark = pytest.mark.chromium  # its protocol slows the phone down and times touches

SLOWDOWN = 4
GAPS = (80, 400)
"""Milliseconds between two taps at one spot."""

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

WATCH_TAPS = """() => {
    const controls = "button, summary, select, input, a[href], [data-to]";
    const nameOf = (element) => {
        const control = element?.closest(controls);
        if (!control) return "";
        const { act, view, step = "", to = "" } = control.dataset;
        const gauge = JSON.parse(control.closest("[data-gauge]")?.dataset.gauge ?? "{}").label ?? "";
        const undo = /undo/.exec(control.className)?.[0];
        const words = (control.getAttribute("aria-label") ?? control.textContent).replace(/[\\d−]+/g, "#").trim();
        const piece = control.closest(".fb-piece");
        const who = piece && `${control.localName} ${piece.querySelector(".fb-board-name")?.textContent}`;
        if (control.matches(".fb-play")) return "play"; // its words change with each answer
        return undo ?? act ?? who ?? view ?? `${control.localName} ${gauge} ${step || to || words}`;
    };
    const controlsIn = (root) => [...document.querySelectorAll(root)]
        .flatMap((each) => [...each.querySelectorAll("button, summary, [data-to], .fb-board input")])
        .filter((each) => each.checkVisibility() && !each.disabled);
    const openFolds = (root) => document.querySelectorAll(`:is(${root}) details`).forEach((each) => {
        each.open = true;
    });
    window.taps = { nameOf, controlsIn, openFolds, tab: 0, hit: [], done: [] };
    let hit = ""; // what the tap does may take the control out of the page
    addEventListener("click", ({ target }) => taps.hit.push((hit = nameOf(target))), { capture: true });
    document.addEventListener("click", () => taps.done.push(hit));
    addEventListener("pointerup", () => { taps.touched = performance.now(); }, { capture: true });
}"""
"""Script that notes the control that each tap hits, and those of the taps that the page doesn't ignore."""

OPEN_TAB = """at => {
    taps.tab = at;
    const tab = document.querySelectorAll(".fb-open-sheet [role=tab]")[at];
    if (tab?.ariaSelected === "false") tab.click();
}"""
"""Script that opens a tab of the sheet, and does so before each control from then on."""

SHOW_CONTROL = """([root, name, at]) => {
    const tab = document.querySelectorAll(".fb-open-sheet [role=tab]")[taps.tab];
    if (tab?.ariaSelected === "false") tab.click();
    taps.openFolds(root);
    const control = taps.controlsIn(root).filter((each) => taps.nameOf(each) === name)[at];
    if (!control) return null;
    if (control.localName === "summary") control.parentElement.open = false; // it may be smaller than the open one's
    dispatchEvent(new WheelEvent("wheel")); // the reader scrolls: the page forgets to show an answer
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    taps.hit.length = taps.done.length = 0;
    return [x, y, taps.nameOf(document.elementFromPoint(x, y))];
}"""

LIST_CONTROLS = """root => {
    const shown = new Set(taps.controlsIn(root)), kinds = new Set();
    taps.openFolds(root);
    const isFirst = (kind) => !kinds.has(kind) && kinds.add(kind);
    const listed = taps.controlsIn(root).map((each) => [each, taps.nameOf(each)]);
    return listed.flatMap(([each, name], at) => shown.has(each)
            || isFirst(`${each.className} ${/"act": "\\w+"/.exec(each.dataset.act)}`)
        ? [[name, listed.slice(0, at).filter(([, other]) => other === name).length]] : []);
}"""
"""Script that lists the controls: all that are shown, and the first of each kind in folded parts."""

LOOK_AT_SPOT = """([root, x, y, name]) => ({
    hit: taps.hit, done: taps.done, at: taps.nameOf(document.elementFromPoint(x, y)),
    mayScroll: performance.now() - taps.touched > 600, // to the answer, as the finger rests
    isThere: !document.querySelector("dialog:modal") // the form of a roll lies over the control
        && taps.controlsIn(root).some((each) => taps.nameOf(each) === name),
})"""

READ_SHEET = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [{ data: { fields } }] = await keep.list("sheets");
    const shown = [...document.querySelectorAll("[data-gauge]")].map((each) => {
        const { list, entry, part, field, missing, high, label, value: drawn } = JSON.parse(each.dataset.gauge);
        const value = list ? fields[list][entry][part] : missing ? high - fields[field] : fields[field];
        const text = each.querySelector(".fb-gauge-set > b")?.textContent.replace("−", "-");
        return [label, text && (/\\d/.test(text) ? text : String(drawn)), String(value)]; // some values have names
    });
    return { stored: JSON.stringify(fields), differences: shown.filter(([, on, value]) => on && on !== value) };
}"""

READ_FIGHT = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [fight] = await keep.list("fights");
    const shown = [...document.querySelectorAll(".fb-mat, .fb-life, .fb-word, .fb-undo")];
    return { events: fight.data.events.length, busy: document.querySelector("fb-fight[aria-busy]") !== null,
        shown: shown.map((each) => `${each.ariaLabel ?? ""} ${each.textContent}`.replace(/\\s+/g, " ")) };
}"""

DRAW_FIGHT_AGAIN = "() => { const fight = document.querySelector('fb-fight'); fight.replaceWith(fight); }"

RESTORE = """async ([store, data]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const [{ id }] = await keep.list(store);
    await keep.update(store, id, () => ({ data }));
}"""

READ_STORED = """async (store) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list(store))[0].data;
}"""


class Thumb:
    """A thumb on a slow phone, which taps a spot in quick succession."""

    def __init__(self, page: Page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.evaluate(WATCH_TAPS)

    def tap(self, x: float, y: float, gap: int, times: int = 3) -> None:
        """Tap a spot some times, as the touches would be queued: a slow phone reports them late, with their times."""
        start = time.time()
        for number in range(times):
            at = start + number * gap / 1000
            time.sleep(max(0, at - time.time()))
            self.touch(x, y, at)

    def touch(self, x: float, y: float, at: float) -> None:
        """Tap a spot. The page gets the touch late, with its time."""
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points, "timestamp": at}
            self.session.send("Input.dispatchTouchEvent", touch)

    def settle(self, read: str):
        """Return what a script reads once it has read the same for half a second; for five if that is a fault."""
        last, since, patience = None, time.monotonic(), 0.5
        while time.monotonic() - since < patience:
            now = self.page.evaluate(read)
            if now != last:
                last, since = now, time.monotonic()
                is_faulty = isinstance(now, dict) and (now.get("differences") or now.get("busy"))
                patience = 5 if is_faulty else 0.5
            self.page.wait_for_timeout(60)
        return last

    def find_faults(self, root: str, name: str, at: int, gap: int) -> list[str]:
        """Tap a control three times. Return what went wrong under the finger."""
        self.page.keyboard.press("Shift")  # the page forgets the control that was touched last
        spot = self.page.evaluate(SHOW_CONTROL, [root, name, at])
        if spot is None:
            return [f"{name}: it has gone although everything is as before"]
        x, y, under = spot
        if under != name:
            return [f"{name}: {under!r} lies over it"]
        self.tap(x, y, gap)
        look = self.page.evaluate(LOOK_AT_SPOT, [root, x, y, name])
        faults = [f"{name}: a tap did {each!r}" for each in look["done"] if each != name]
        is_opener = '"open"' in name  # its drawer lies under the finger then, and what it did was checked above
        if look["isThere"] and not is_opener:
            faults += [f"{name}: a tap hit {each!r}" for each in look["hit"] if each != name]
            if look["at"] != name and not look["mayScroll"]:
                faults.append(f"{name}: now {look['at']!r} is under the finger")
        return faults


def tap_each_control(page: Page, kind: str, gap: int, root: str, most: int | None = None) -> list[str]:
    """Tap each control of each tab of an open sheet three times, each time from the same sheet. Return all faults."""
    thumb = Thumb(page)
    before = page.evaluate(READ_STORED, "sheets")
    start = thumb.settle(READ_SHEET)
    faults = []
    for tab in range(page.locator(".fb-open-sheet [role=tab]").count()):
        page.evaluate(OPEN_TAB, tab)
        controls = page.evaluate(LIST_CONTROLS, root)
        print(kind, gap, "tab", tab, len(controls), "controls")
        assert controls
        for name, at in controls[:most]:
            faults += thumb.find_faults(root, name, at, gap)
            page.keyboard.press("Escape")
            after = thumb.settle(READ_SHEET)
            faults += [f"{name}: shows {each}" for each in after["differences"]]
            if after["stored"] != start["stored"]:
                page.evaluate(RESTORE, ["sheets", before])
                thumb.settle(READ_SHEET)
        if most:
            break
    return faults


def test_quick_taps_on_gauges_change_nothing_else(make_page, fb):
    page = make_page("phone")
    open_sheet(page, "psiops.operative", fb.START, **FIELDS["psiops.operative"])
    assert tap_each_control(page, "psiops.operative", 400, ".fb-gauge", 2) == []


@pytest.mark.trial
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("kind", [kind for slug in SLUGS for kind in list_kinds(slug)])
def test_quick_taps_on_each_control_of_a_sheet_do_nothing_else(make_page, fb, kind, gap):
    page = make_page("phone")
    open_sheet(page, kind, fb.START, **FIELDS.get(kind, {}))
    assert tap_each_control(page, kind, gap, ".fb-sheet-body") == []


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


def tap_each_action(page: Page, gap: int, root: str) -> list[str]:
    """Tap each control of a fight three times, each time from the same fight. Return all faults."""
    thumb = Thumb(page)
    before = page.evaluate(READ_STORED, "fights")
    thumb.settle(READ_FIGHT)
    controls = page.evaluate(LIST_CONTROLS, root)
    assert controls
    faults = []
    for name, at in controls:
        faults += thumb.find_faults(root, name, at, gap)
        after = thumb.settle(READ_FIGHT)
        page.evaluate(DRAW_FIGHT_AGAIN)
        again = thumb.settle(READ_FIGHT)
        if after != again:
            faults.append(f"{name}: shows {after}, and after another visit {again}")
        if after["events"] != len(before["events"]):
            page.evaluate(RESTORE, ["fights", before])
            thumb.settle(READ_FIGHT)
    print(gap, len(controls), "controls", *faults, sep="\n")
    return faults


def test_quick_taps_in_a_fight_show_everything_they_do(make_page, fb):
    page = make_page("phone")
    open_fight(page, "xmas", fb)
    assert tap_each_action(page, 80, ".fb-board-hand") == []


@pytest.mark.trial
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("slug", SLUGS)
def test_quick_taps_on_each_control_of_a_fight_show_everything_they_do(make_page, fb, slug, gap):
    page = make_page("phone")
    open_fight(page, slug, fb)
    assert tap_each_action(page, gap, ".fb-fight-stage") == []


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


def test_touched_control_stays_where_it_is_whatever_moves_it(make_page, fb):
    page = make_page("phone")
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


def test_tap_on_what_came_under_the_finger_is_ignored_after_other_parts_have_grown(make_page, fb):
    """The rest at the rendezvous takes its part away, and then the page scrolls to what it did: both move the rows."""
    page = make_page("phone")
    open_sheet(page, "psiops.operative", fb.START, stress=5)
    page.locator(".fb-sheet-tile").last.press("Enter")
    expect(page.locator(".fb-answer .fb-verdict")).to_be_visible(timeout=fb.START)
    page.get_by_role("tab", name="Mission").tap()
    rest = page.locator(".fb-do[data-do*='psiops.take-rest']")
    rest.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = rest.bounding_box()
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    thumb = Thumb(page)
    start = time.time()
    thumb.touch(*spot, start)
    fb.wait_until(page, "spot => taps.nameOf(document.elementFromPoint(...spot)).includes('Choose')", spot)
    thumb.touch(*spot, start + 0.4)
    thumb.settle(READ_SHEET)
    assert page.evaluate("taps.done.length") == 1
    expect(page.locator(".fb-change-place form")).to_have_count(0)


def test_notes_of_a_fight_move_no_control(make_page, fb):
    page = make_page("phone")
    open_fight(page, "xmas", fb)
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


def test_tapping_twice_makes_one_character(make_page, fb):
    page = make_page("phone")
    page.goto("/xmas/characters/")
    maker = page.locator("[data-make='xmas.operator']")
    expect(maker).to_be_visible(timeout=fb.START)
    thumb = Thumb(page)
    box = maker.bounding_box()
    thumb.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 80)
    expect(page.locator(PARTS).first).to_be_attached(timeout=fb.START)
    count = "async () => (await (await import('/assets/js/entry/play.js')).keep.list('sheets')).length"
    assert thumb.settle(count) == 1


def test_key_works_after_the_pressed_gauge_was_drawn_again(make_page, fb):
    """The press counted as a long one of the old gauge, and the next click was taken for its release."""
    page = make_page("phone")
    open_sheet(page, "psiops.operative", fb.START, hp=3)
    value = page.locator(".fb-gauge-set > b").first
    expect(value).to_have_text("3")
    pressed = page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("sheets");
        const press = new PointerEvent("pointerdown", { bubbles: true });
        document.querySelector(".fb-gauge-set").dispatchEvent(press);
        await keep.update("sheets", id, ({ data }) => ({ data: { ...data, fields: { ...data.fields, hp: 4 } } }));
        return press.timeStamp;
    }""")
    expect(value).to_have_text("4")
    fb.wait_until(page, "pressed => performance.now() - pressed > 600", pressed)
    page.locator(".fb-gauge [data-step='1']").first.press("Enter")
    expect(value).to_have_text("5")


def test_refused_act_shows_the_fight_as_another_tab_has_left_it(make_page, fb):
    page = make_page("phone")
    open_fight(page, "xmas", fb)
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


def test_undo_of_a_fight_undoes_only_what_the_reader_has_seen(make_page, fb):
    page = make_page("phone")
    open_fight(page, "xmas", fb)
    before = page.evaluate(READ_FIGHT)["events"]
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
    assert page.evaluate(READ_FIGHT)["events"] == before + 1
