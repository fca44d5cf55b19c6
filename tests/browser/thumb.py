"""A thumb on a slow phone, which taps a control in quick succession, and scripts that watch what its taps do."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

SLOWDOWN = 4

WATCH_TAPS = """async () => {
    const controls = "button, summary, select, input, a[href], [data-to]";
    const nameOf = (element) => {
        const control = element?.closest(controls) ?? element?.closest("label")?.control;
        if (!control) return "";
        const { view, step = "", to = "" } = control.dataset;
        // A step of a value sets the next number each time, and its words say which way it goes.
        const act = /"act": "edit"/.test(control.dataset.act) ? undefined : control.dataset.act;
        const gauge = JSON.parse(control.closest("[data-gauge]")?.dataset.gauge ?? "{}").label ?? "";
        const undo = /undo/.exec(control.className)?.[0];
        const chance = control.querySelector(".fb-sheet-chance")?.textContent ?? ""; // which comes later
        const said = control.getAttribute("aria-label") ?? control.textContent.replace(chance, "");
        const words = said.replace(/[\\d−]+/g, "#").trim();
        const piece = control.closest(".fb-piece");
        const who = piece && `${control.localName} ${piece.querySelector(".fb-board-name")?.textContent}`;
        // The words of the big button change with each answer. That of a decision is another one.
        if (control.matches(".fb-play")) return control.closest(".fb-decisions") ? "decide" : "play";
        const field = control.localName === "input" ? `${control.name} ${control.closest("label")?.textContent}` : "";
        return undo ?? act ?? who ?? view ?? `${control.localName} ${gauge} ${step || to || words || field}`;
    };
    const kindOf = (control) => {
        const { do: deed, form, act, view, step = "" } = control.dataset;
        const gauge = JSON.parse(control.closest("[data-gauge]")?.dataset.gauge ?? "{}").label ?? "";
        const said = [deed, form, act, view].find((each) => each?.startsWith("{")) ?? "{}";
        const does = Object.entries(JSON.parse(said)).map(([key, value]) =>
            ["act", "open", "of"].includes(key) || typeof value === "boolean" ? `${key}=${value}` : key);
        return [control.localName, control.className, control.name, gauge, step, form && "form", ...does].join(" ");
    };
    const isFolded = (each) => each.localName !== "summary" && each.closest("details") !== null;
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
    const controlsIn = (root) => [...document.querySelectorAll(root)]
        .flatMap((each) => [...each.querySelectorAll("button, summary, [data-to], .fb-board input")])
        .filter((each) => isShown(each) && !each.disabled)
        .filter((each) => !each.matches(".fb-tabs-up")); // shown only while the page is scrolled, and ends that
    const openFolds = (root) => document.querySelectorAll(`:is(${root}) details`).forEach((each) => {
        each.open = true;
    });
    window.taps = {
        nameOf, kindOf, controlsIn, openFolds, isFolded, tab: 0, hit: [], done: [], moved: new Map(), touched: 0,
        changed: 0, pending: 0, frames: 0, spot: null,
    };

    // Of several with its name, such as in an answer, the tapped one may have gone. One that was folded away has gone.
    const findAgain = () => {
        const { root, name, x, y, isFoldedAway, count } = taps.spot;
        const found = controlsIn(root).filter((each) => nameOf(each) === name);
        const over = document.elementFromPoint(x, y)?.closest("dialog:modal, .fb-drawer");
        const isCovered = over && !found.some((each) => over.contains(each)); // a second tap on a piece opens its card
        if (found.length < count || isCovered) return [];
        return found.filter((each) => isFolded(each) === isFoldedAway);
    };
    taps.findAgain = findAgain;
    let hit = ""; // what the tap does may take the control out of the page, and a script may press others
    addEventListener("click", ({ target, isTrusted }) => {
        if (isTrusted) taps.hit.push((hit = nameOf(target)));
    }, { capture: true });
    document.addEventListener("click", ({ isTrusted }) => isTrusted && taps.done.push(hit));

    let isLooking = false;
    const look = () => {
        isLooking = taps.spot !== null && performance.now() - taps.touched < REST;
        if (!isLooking) return;
        const { x, y, left, top } = taps.spot;
        const at = nameOf(document.elementFromPoint(x, y));
        const boxes = at === taps.spot.name ? [] : findAgain().map((each) => each.getBoundingClientRect());
        taps.frames = boxes.length ? taps.frames + 1 : 0;
        const moves = boxes.map((box) => [box.left - left, box.top - top].map(Math.round).join());
        if (taps.frames > 1) taps.moved.set(at, moves.join("; ")); // the first may be a drawing that isn't painted yet
        requestAnimationFrame(() => setTimeout(look)); // once it is painted
    };
    addEventListener("pointerup", () => {
        taps.touched = performance.now();
        if (!isLooking) look();
    }, { capture: true });

    new MutationObserver((found) => {
        if (!found.every(({ target }) => target.parentElement?.closest(".fb-sheet-chance, .fb-live")))
            taps.changed = performance.now();
    }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    const { runtime } = await import("/assets/js/entry/main.js");
    const { keep } = await import("/assets/js/entry/play.js");
    const follow = (object, name, isIdle = () => false) => {
        const run = object[name];
        object[name] = function (...args) {
            const answer = run.apply(this, args);
            if (isIdle(...args)) return answer;
            taps.pending += 1;
            const end = () => { taps.pending -= 1; taps.changed = performance.now(); };
            answer.then(end, end);
            return answer;
        };
    };
    follow(runtime, "askUntil", (signal, question) => question === "chances");
    for (const name of ["get", "list", "add", "addAll", "update", "remove"]) follow(keep, name);
}""".replace("REST", "600")
"""Script that notes the control that each tap hits, those of the taps that the page doesn't ignore, and what else comes
under the finger in any frame until it rests. Then the page may scroll to an answer."""

SETTLE = """async ([quiet, patience]) => {
    const read = READ;
    const start = performance.now();
    const pause = (time) => new Promise((next) => setTimeout(next, time));
    const findRest = () => Math.max(taps.touched, taps.changed) + quiet - performance.now();
    for (;;) {
        const isLate = performance.now() - start > patience;
        const rest = findRest();
        if (!isLate && (rest > 0 || taps.pending)) {
            await pause(Math.max(rest, 20));
            continue;
        }
        const found = await read();
        const isFaulty = found.busy || found.differences?.length;
        if (isLate || !isFaulty && !taps.pending) return found;
        await pause(60);
    }
}"""
"""Script that returns what another one reads, once the page has been at rest for a moment, or is faulty for long."""

LIST_CONTROLS = """root => {
    const shown = new Set(taps.controlsIn(root));
    taps.openFolds(root);
    const listed = taps.controlsIn(root).map((each) => [each, taps.nameOf(each)]);
    const isOfTab = (each) => taps.tab === 0 || !each.closest(".fb-sheet-who");
    return listed.flatMap(([each, name], at) => isOfTab(each) ? [{
        name, at: listed.slice(0, at).filter(([, other]) => other === name).length,
        kind: `${shown.has(each) ? "" : "folded "}${taps.kindOf(each)}`,
    }] : []);
}"""
"""Script that lists the controls with their kinds; those above the tabs belong to the first one."""

SHOW_CONTROL = """([root, name, at]) => {
    const tab = document.querySelectorAll(".fb-open-sheet [role=tab]")[taps.tab];
    if (tab?.ariaSelected === "false") tab.click();
    const folds = document.querySelectorAll(`:is(${root}) details:not([open])`);
    taps.openFolds(root);
    if (folds.length) return { isOpening: true };
    const named = taps.controlsIn(root).filter((each) => taps.nameOf(each) === name);
    const control = named[at];
    if (!control) return null;
    if (control.localName === "summary") control.parentElement.open = false; // it may be smaller than the open one's
    dispatchEvent(new WheelEvent("wheel")); // which no script's scroll has
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const { view } = control.dataset;
    const opens = control.matches("[data-edit]") || view && JSON.parse(view).open !== undefined;
    const before = taps.spot;
    const isSame = before && before.scrolled === scrollY && Math.hypot(x - before.x, y - before.y) < 30;
    taps.hit.length = taps.done.length = 0;
    taps.moved.clear();
    const isFoldedAway = taps.isFolded(control);
    taps.spot = { root, name, x, y, left, top, isFoldedAway, count: named.length, scrolled: scrollY };
    const under = document.elementFromPoint(x, y);
    const isUnder = under !== null && taps.nameOf(under) === name;
    return { x, y, isSame, opens, cover: isUnder ? "" : `${under?.outerHTML}`.slice(0, 100) };
}"""
"""Script that shows a control as a reader does who scrolls to it. Some open what lies over them then."""

LOOK_AT_SPOT = """() => ({
    hit: taps.hit, done: taps.done, moved: [...taps.moved], isThere: taps.findAgain().length > 0,
})"""

REPEATED = 0.7
"""Seconds after which a tap at the spot of the last one is a new tap."""


@dataclass(frozen=True)
class Control:
    """A control of the page: the one at an index of those with its name."""

    name: str
    at: int
    kind: str


def pick_each_kind(controls: list[Control], index: int) -> list[Control]:
    """Return a control of each kind: the first one, or the last one with the index -1."""
    by_kind: dict[str, list[Control]] = {}
    for control in controls:
        by_kind.setdefault(control.kind, []).append(control)
    return [each[index] for each in by_kind.values()]


class Thumb:
    """A thumb on a slow phone, which taps a spot in quick succession."""

    def __init__(self, page: Page):
        self.page, self.tapped = page, 0
        self.session = page.context.new_cdp_session(page)
        self.set_slowdown(SLOWDOWN)
        page.evaluate(WATCH_TAPS)

    def set_slowdown(self, factor: int) -> None:
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": factor})

    @contextmanager
    def at_full_speed(self) -> Iterator[None]:
        """Let the phone be fast for a while, between the taps."""
        self.set_slowdown(1)
        yield
        self.set_slowdown(SLOWDOWN)

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

    def settle(self, read: str, quiet: int = 250) -> Any:
        """Return what a script reads once the page is at rest, or after 15 seconds in which it shows faults."""
        return self.page.evaluate(SETTLE.replace("READ", read), [quiet, 15_000])

    def list_controls(self, root: str) -> list[Control]:
        return [Control(**each) for each in self.page.evaluate(LIST_CONTROLS, root)]

    def find_faults(self, root: str, control: Control, gap: int) -> list[str]:
        """Tap a control three times. Return what went wrong under the finger, also once the page has come to rest."""
        self.tapped += 1
        name = f"{control.name} ({gap})"
        show = [root, control.name, control.at]
        spot = self.page.evaluate(SHOW_CONTROL, show)
        if spot and "isOpening" in spot:
            self.settle("() => ({})")  # a fold may fetch what is in it
            spot = self.page.evaluate(SHOW_CONTROL, show)
        if spot is None:
            return [f"{name}: it has gone although everything is as before"]
        if spot["cover"]:
            return [f"{name}: {spot['cover']} lies over it at {spot['x']:.0f}, {spot['y']:.0f}"]
        if spot["isSame"]:
            time.sleep(REPEATED)
        self.tap(spot["x"], spot["y"], gap)
        self.settle("() => ({})")
        look = self.page.evaluate(LOOK_AT_SPOT)
        faults = [f"{name}: a tap did {each!r}" for each in look["done"] if each not in ("", control.name)]
        if control.name not in look["done"]:
            faults.append(f"{name}: no tap counted")
        if not spot["opens"]:
            if look["isThere"]:
                faults += [f"{name}: a tap hit {each!r}" for each in look["hit"] if each != control.name]
            faults += [f"{name}: {each!r} came under the finger, as it moved by {far}" for each, far in look["moved"]]
        return faults
