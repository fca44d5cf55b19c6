"""Announcements for screen readers: each result once, in words."""

import re

from playwright.sync_api import expect

from tests.browser.opened_sheets import open_sheet

LISTEN = """() => {
    window.said = [];
    const live = document.querySelector(".fb-live");
    window.listens?.disconnect(); // of another test
    window.listens = new MutationObserver(() => live.textContent && said.push(live.textContent));
    listens.observe(live, { childList: true });
    // What an answer brings must not speak for itself as well.
    const speaks = "article :is([aria-live], [role=status], [role=alert], output)";
    window.alsoLive = () => [...document.querySelectorAll(speaks)]
        .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 80));
}"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


WAITING = "Getting the rules ready."
"""The start of the announcement that a slow answer makes first."""


def announcements_after(page, fb, act) -> list[str]:
    """Return the announcements that an action causes until its answer is shown, except those of a slow answer."""
    page.evaluate("said.length = 0")
    act()
    fb.wait_until(
        page,
        f"""() => said.some((words) => !words.startsWith("{WAITING}"))
            && !document.querySelector("article [aria-busy=true], article [data-age=past]")""",
    )
    fb.wait_until(page, TWO_FRAMES)
    return [words for words in page.evaluate("said") if not words.startswith(WAITING)]


def test_each_result_is_announced_once(warm_page, fb):
    fb.go_to(warm_page, "/psiops/stress/")
    roller = fb.Roller(warm_page, "psiops.stress")
    table = fb.Table(warm_page, "psiops.transcendent")
    die = fb.Chip(warm_page.locator("article fb-die").first)
    own = fb.ManualDice(roller)
    own.open_empty()
    own.type("34")
    expect(fb.live_region(warm_page)).to_have_text(re.compile(r"All your dice are entered\.$"))
    warm_page.evaluate(LISTEN)
    for act in (lambda: roller.ask(own.use_button), roller.roll, roller.roll, table.roll, die.roll):
        [words] = announcements_after(warm_page, fb, act)
        assert words[0].isalnum()
    assert warm_page.evaluate("alsoLive()") == []


def test_each_change_announces_odds_or_error_once(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    roller = fb.Roller(warm_page, "psiops.action")
    attribute = roller.param("attribute")
    roller.roll()  # loads the game's rules and creates the live region
    warm_page.evaluate(LISTEN)
    roller.open_odds()
    what_if = roller.odds.get_by_role("group", name="What if another").get_by_role("button").first
    ends = r"Action roll\. Attribute −3: Failure \d.*; Attribute 3: Failure \d.*"
    for act, words in (
        (lambda: roller.increase("attribute"), r"Action roll: Failure \d.*"),
        (lambda: fb.press(roller.odds.get_by_role("button", name="Compare with this")), r"Action roll: Failure \d.*"),
        (lambda: fb.press(what_if), ends),
        (lambda: roller.increase("attribute"), r"Action roll: Failure \d.*"),
        (lambda: attribute.fill("9"), r"Attribute takes a whole number from −3 to 3; you entered 9\."),
    ):
        said = announcements_after(warm_page, fb, act)
        assert len(said) == 1 and re.fullmatch(words, said[0]), said
    fb.go_to(warm_page, "/dice/")
    dice = warm_page.locator("article fb-dice-odds").get_by_label("Your dice", exact=True)
    assert announcements_after(warm_page, fb, lambda: dice.fill("2d4")) == ["2d4: On average 5.00."]


def test_pinning_is_announced_without_the_undo_button_text(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    table = fb.Table(warm_desktop, "psiops.panic")
    table.roll()
    fb.press(table.root.get_by_role("button", name="on your screen"))
    expect(fb.live_region(warm_desktop)).to_have_text(re.compile(r" is on My screen\.$"))
    fb.clear_storage(warm_desktop)


def test_tap_on_a_sheet_is_announced_once_with_the_warning_that_follows(warm_phone, fb):
    open_sheet(warm_phone, "xmas.operator", fb.START, wounds=1)
    fb.press(warm_phone.locator(".fb-gauge [data-step='-1']:enabled").first)
    expect(fb.live_region(warm_phone)).to_have_text("Wounds 1 to 0.")
    warm_phone.evaluate(LISTEN)
    [words] = announcements_after(
        warm_phone, fb, lambda: fb.press(warm_phone.get_by_role("button", name="Christmas Ghost"))
    )
    assert words.startswith("Christmas Ghost: yes. A Christmas Ghost: ")
    fb.clear_storage(warm_phone)
