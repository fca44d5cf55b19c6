"""The moment of a roll: dice tumble without making anybody wait, and results differ by more than colour."""

import pytest
from playwright.sync_api import expect

PSIOPS, ACTION = "/psiops/playing/", "psiops.action"
SHARED = f"{PSIOPS}?roll={ACTION}&faces=5,2#{ACTION}"

WATCH_TUMBLING = """() => {
    window.tumbled = [];
    window.watching?.abort();
    window.watching = new AbortController();
    document.addEventListener("animationstart", ({ target, animationName }) => {
        if (!animationName.startsWith("fb-tumble")) return;
        const { animationDuration, animationDelay } = getComputedStyle(target); // the animation may have ended by now
        const ends = 1000 * (Number.parseFloat(animationDuration) + Number.parseFloat(animationDelay));
        tumbled.push({ ends, text: target.textContent });
    }, watching);
}"""
"""Script that notes each die that tumbles; it replaces an earlier one of the same page, which other tests share."""

RESULT_STAYS = """roller => {
    const result = roller.querySelector(".fb-result");
    const sizes = () => JSON.stringify([result, ...result.querySelectorAll("p, li, .fb-face")].map((part) =>
        [part.offsetWidth, part.offsetHeight]));
    const before = sizes();
    return Promise.all(document.getAnimations().map((each) => each.finished)).then(() => before === sizes());
}"""


@pytest.mark.chromium
def test_dice_tumble_for_at_most_300_ms_and_nothing_moves(moving_page, fb):
    fb.go_to(moving_page, PSIOPS)
    moving_page.evaluate(WATCH_TUMBLING)
    roller = fb.Roller(moving_page, ACTION)
    roller.roll()
    assert roller.root.evaluate(RESULT_STAYS)
    tumbled = moving_page.evaluate("tumbled")
    assert sorted(int(each["text"]) for each in tumbled) == sorted(roller.faces())  # they start in any order
    assert all(0 < each["ends"] <= 300 for each in tumbled)


@pytest.mark.chromium
def test_dice_lie_still_with_reduced_motion_and_in_large_numbers(moving_page, fb):
    fb.go_to(moving_page, "/dice/")
    moving_page.evaluate(WATCH_TUMBLING)
    dice = fb.Roller(moving_page, "dice")
    dice.param("notation").fill("13d6")
    dice.roll()
    dice.root.locator(".fb-how > summary").click()
    moving_page.emulate_media(reduced_motion="reduce")
    dice.param("notation").fill("3d6")
    dice.roll()
    assert moving_page.evaluate("tumbled") == []


@pytest.mark.chromium
def test_a_shared_result_looks_like_the_rolled_one(warm_phone, fb):
    fb.go_to(warm_phone, "/dice/")
    fb.follow_link_to(warm_phone, SHARED)
    shared = fb.Roller(warm_phone, ACTION)
    expect(shared.source).to_have_text("A shared roll", timeout=fb.START)
    style = "each => getComputedStyle(each).borderTop"
    expect(shared.headline).to_have_attribute("data-grade", "mixed")
    there = shared.headline.evaluate(style)
    shared.enter_faces("5 2")
    assert shared.headline.evaluate(style) == there


@pytest.mark.chromium
@pytest.mark.parametrize(("scheme", "forced"), [("light", "none"), ("dark", "none"), ("light", "active")])
def test_grades_differ_without_colour(make_page, fb, scheme, forced):
    page = make_page("phone")
    page.emulate_media(color_scheme=scheme, forced_colors=forced, reduced_motion="reduce")
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    looks = {}
    for faces in ("1 1", "3 4", "5 5", "6 6"):
        if faces == "6 6":
            roller.increase("attribute")
        roller.enter_faces(faces)
        looks[roller.headline.get_attribute("data-grade")] = roller.headline.evaluate(
            """headline => {
                const { clipPath } = getComputedStyle(headline, "::before");
                return clipPath + getComputedStyle(headline).borderTopStyle;
            }"""
        )
    assert list(looks) == ["bad", "mixed", "good", "best"] and len(set(looks.values())) == 4, looks


@pytest.mark.chromium
def test_a_result_without_dice_is_not_a_roll_to_share(warm_desktop, fb):
    fb.go_to(warm_desktop, "/combat/derived/")
    life = fb.Roller(warm_desktop, "combat.life")
    life.roll()
    expect(life.headline).to_be_visible()
    expect(life.result.get_by_role("button", name="Share this roll")).to_have_count(0)


@pytest.mark.chromium
def test_the_odds_mode_shows_with_the_odds_that_it_counts(warm_desktop, fb):
    fb.go_to(warm_desktop, "/combat/core-rules/")
    skill = fb.Roller(warm_desktop, "combat.skill")
    skill.open_odds()
    mode = skill.odds.locator(".fb-counts")
    expect(mode).to_be_hidden()
    skill.odds.locator(".fb-odds-body > details > summary").first.click()
    expect(mode).to_be_visible()
    fb.press(mode.locator("label", has_text="At least"))
    expect(skill.odds.locator(".fb-odds-body > details[open] th", has_text="At least")).to_be_visible(timeout=fb.START)
    expect(mode).to_be_visible()


@pytest.mark.chromium
def test_feedback_loads_once_it_is_switched_on_and_is_kept(make_page, fb):
    page = make_page("phone")
    loaded = []
    page.on("request", lambda request: "roll-feedback" in request.url and loaded.append(request.url))
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    roller.roll()
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert loaded == []
    page.evaluate("() => { window.shaken = 0; navigator.vibrate = () => (shaken += 1); }")
    fb.press(switch)
    fb.wait_until(page, "() => shaken === 1")
    assert len(loaded) == 1
    roller.roll()
    assert page.evaluate("shaken") == 2
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    fb.press(switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
