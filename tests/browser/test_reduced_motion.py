"""Reduced motion: nothing moves for readers whose system requests it."""

import pytest
from playwright.sync_api import expect

from tests.browser.in_firefox import MOTION

# The waiting message appears after half a second without a duration, which doesn't count as motion.
COUNT = """() => {
    window.moved = [];
    const takesTime = ({ target, pseudoElement }) => getComputedStyle(target, pseudoElement || null)
        .animationDuration.split(", ").some((each) => parseFloat(each) > 0);
    const note = ({ target }) => target.closest(".md-content") && moved.push(target.className);
    document.addEventListener("transitionrun", note);
    document.addEventListener("animationstart", (event) => takesTime(event) && note(event));
}"""
RUNNING = """document.getAnimations().filter(({ effect }) =>
    effect.target.closest(".md-content") && effect.getComputedTiming().duration > 0).length"""


@pytest.mark.chromium
@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_result_appears_without_animation_under_reduced_motion(warm_desktop, fb, motion, moves):
    warm_desktop.emulate_media(reduced_motion=motion)
    fb.go_to(warm_desktop, "/psiops/stress/")
    warm_desktop.evaluate(COUNT)
    fb.Roller(warm_desktop, "psiops.stress").roll()
    fb.Table(warm_desktop, "psiops.panic").roll()
    running = warm_desktop.evaluate(RUNNING)
    warm_desktop.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    moved = warm_desktop.evaluate("window.moved")
    warm_desktop.emulate_media(reduced_motion=MOTION)
    assert bool(moved or running) is moves, moved


@pytest.mark.parametrize(
    "answer_of",
    [lambda fb, page: fb.Roller(page, "psiops.stress"), lambda fb, page: fb.Table(page, "psiops.panic")],
    ids=["roller", "table"],
)
def test_each_result_is_animated(moving_page, fb, answer_of):
    fb.go_to(moving_page, "/psiops/stress/")
    moving_page.evaluate(COUNT)
    for _ in range(2):
        moving_page.evaluate("window.moved = []")
        answer_of(fb, moving_page).roll()
        moving_page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
        assert [each for each in moving_page.evaluate("window.moved") if "fb-new" in each]


@pytest.mark.chromium
def test_chip_result_appears_without_animation_under_reduced_motion(warm_desktop, fb):
    warm_desktop.emulate_media(reduced_motion="reduce")
    fb.go_to(warm_desktop, "/psiops/character/")
    warm_desktop.evaluate(COUNT)
    fb.Chip(warm_desktop.locator("article p fb-die").first).roll()
    expect(warm_desktop.locator(".fb-die-result b")).to_be_visible()
    moved = warm_desktop.evaluate("window.moved")
    warm_desktop.emulate_media(reduced_motion=MOTION)
    assert moved == []


def test_hiding_the_tabs_on_scroll_does_not_shift_the_page(warm_desktop, fb):
    """Hiding the tabs with the games' names once moved the content below up by their height, under a pointer."""
    fb.go_to(warm_desktop, "/puml/")
    place = "document.querySelector('h1').getBoundingClientRect().top + scrollY"
    before = warm_desktop.evaluate(place)
    warm_desktop.evaluate("scrollTo(0, 40)")
    expect(warm_desktop.locator(".md-tabs")).to_have_attribute("hidden", "")
    assert (warm_desktop.evaluate(place), warm_desktop.evaluate("scrollY")) == (before, 40)


@pytest.mark.examples(2)
@pytest.mark.chromium
@pytest.mark.parametrize(
    ("path", "brought"),
    [
        ("combat/calc/", ".fb-counts input"),
        ("xmas/combat/", "fb-list .fb-add"),
        ("sideworld/magic/", "fb-die button"),
        ("dice/", "fb-history > *"),
        ("xmas/characters/", ".fb-sheets-place .fb-add"),
        ("puml/fight/", "fb-fight[shown] .fb-piece"),
    ],
    ids=["calculator", "lists", "dice", "rolls", "sheets", "fight"],
)
def test_loading_scripts_shifts_no_layout(page, fb, path, brought):
    """Content that scripts add has its space reserved before they load."""
    scripts = fb.HeldRequests(page, "**/entry/main.js")
    page.goto(path, wait_until="commit")
    fb.wait_until(
        page,
        """async () => {
        await new Promise((done) => requestAnimationFrame(done));
        return document.readyState !== "loading" && (await document.fonts.ready).status === "loaded";
    }""",
    )
    page.evaluate("""() => {
        window.places = [...document.querySelectorAll("main *")].filter((each) => each instanceof HTMLElement
            && each.getClientRects().length && !each.closest("details:not([open]) > :not(summary)"))
          .map((each) => [each, each.getBoundingClientRect().top]);
    }""")
    scripts.release()
    expect(page.locator(brought).first).to_be_attached()
    fb.wait_until_loaded(page)
    moved = page.evaluate("""() => places.filter(([each]) => each.getClientRects().length)
        .map(([each, top]) => [`${each.localName}.${each.className}`, top, each.getBoundingClientRect().top - top])
        .filter(([, , by]) => Math.abs(by) > 8)""")
    assert moved == []


@pytest.mark.chromium
@pytest.mark.parametrize("comes", ["scripts", "time"])
def test_tiles_appear_once_arranged_or_after_a_delay(desktop, fb, comes):
    motion = desktop.context.new_cdp_session(desktop)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0})
    scripts = fb.HeldRequests(desktop, "**/entry/main.js")
    desktop.goto("sideworld/screen/", wait_until="commit")
    tile = desktop.locator(".fb-tile").first
    expect(tile).to_be_attached()
    expect(tile).to_be_hidden()
    if comes == "scripts":
        scripts.release()
        expect(desktop.locator(".fb-screen-grid[data-laid]")).to_be_attached()
    else:
        motion.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(tile).to_be_visible()
    scripts.release()
