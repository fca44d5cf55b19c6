"""What a screen reader is told: each result once, in words."""

import re

from playwright.sync_api import expect

LISTEN = """() => {
    window.said = [];
    const live = document.querySelector(".fb-live");
    new MutationObserver(() => live.textContent && said.push(live.textContent)).observe(live, { childList: true });
    // What an answer brings must not speak for itself as well.
    const speaks = "article :is([aria-live], [role=status], [role=alert], output)";
    window.alsoLive = () => [...document.querySelectorAll(speaks)]
        .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 80));
}"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def test_each_result_is_said_once(warm_page, fb):
    fb.go_to(warm_page, "/psiops/stress/")
    roller = fb.Roller(warm_page, "psiops.stress")
    table = fb.Table(warm_page, "psiops.transcendent")
    die = fb.Chip(warm_page.locator("article fb-die").first)
    own = fb.OwnDice(roller)
    own.open()
    own.type("34")
    expect(fb.live(warm_page)).to_have_text(re.compile(r"All dice are in\.$"))
    warm_page.evaluate(LISTEN)
    for act in (lambda: roller.ask(own.use), roller.roll, roller.roll, table.roll, die.roll):
        warm_page.evaluate("said.length = 0")
        act()
        fb.until(warm_page, "() => said.length")
        fb.until(warm_page, TWO_FRAMES)
        [words] = warm_page.evaluate("said")
        assert words[0].isalnum()
    assert warm_page.evaluate("alsoLive()") == []
