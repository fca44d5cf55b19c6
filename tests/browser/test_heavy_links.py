"""The heaviest fights that links and storage can bring: rolls and odds go on, and the reader has a way out."""

import base64
import json
import zlib

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.trial

PAGE = "/psiops/fight/"
MOST_ROLL, MOST_ODDS = 200, 500
"""The goals in milliseconds."""

MEASURE = """async seconds => {
    const { runtime } = await import("/assets/js/entry/main.js");
    const time = async (...question) => {
        const start = performance.now();
        const answer = await runtime.ask(...question);
        if (answer.error) throw new Error(answer.error);
        return performance.now() - start;
    };
    const roll = at =>
        time("act", "psiops.operative", "psiops.action", '{"name": "Ada"}', "{}", "{}", "[]", BigInt(at));
    const odds = at => time("odds", "psiops.action", JSON.stringify({ modifier: String(at % 6) }));
    const found = { rolls: [], odds: [] };
    const end = performance.now() + 1000 * seconds;
    for (let at = 0; performance.now() < end; at += 1) {
        found.rolls.push(await roll(at));
        found.odds.push(await odds(at));
        await new Promise(done => setTimeout(done, 300));
    }
    return found;
}"""
"""Script that rolls on a sheet and asks for odds again and again, and returns how long each answer took."""


def build_events(enemies: int, turns: int) -> list[dict]:
    """Return the events of a fight with this many enemies and turns."""
    sheet = {"sheet": "psiops.enemy", "fields": {"name": "Rat"}}
    joins = [{"event": "join", "who": f"n{at}", "sheet": sheet, "count": 20} for at in range(enemies // 20)]
    return [*joins, *[{"event": "turn"}] * turns]


def build_fragment(events: list[dict]) -> str:
    """Return the fragment of a link with a fight."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps({"fight": "psiops", "events": events}).encode()) + packer.flush()
    return f"#fight=z{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def store_fight(page: Page, events: list[dict]) -> str:
    """Store a fight without replaying it, and return the fragment that opens it."""
    id = page.evaluate(
        """async data => {
            const { keep } = await import("/assets/js/lib/store.js");
            return (await keep.add("fights", { game: "psiops", name: "The long siege", data })).id;
        }""",
        {"fight": "psiops", "events": events},
    )
    return f"#kept={id}"


def test_a_link_over_the_budget_is_refused_in_words(make_page, fb):
    page = make_page("phone")
    page.goto(f"{PAGE}{build_fragment(build_events(200, 4900))}")
    notice = page.locator("fb-fight .fb-fight-notice")
    expect(notice).to_contain_text("too long to open here", timeout=fb.START)
    expect(notice).to_contain_text("200 combatants")
    expect(notice).to_contain_text("may have 1,000 events")


@pytest.mark.parametrize("source", ["link", "stored record"])
def test_rolls_and_odds_go_on_while_the_heaviest_fight_opens(make_page, fb, capsys, source):
    page = make_page("desktop")
    page.goto("/psiops/stress/")
    fragment = (
        build_fragment(build_events(200, 950)) if source == "link" else store_fight(page, build_events(200, 4900))
    )
    page.evaluate(f"() => ({MEASURE})(0.1)")  # the worker has the rules now
    page.evaluate(f"() => {{ window.measured = ({MEASURE})(10); }}")
    fb.follow_link_to(page, f"{PAGE}{fragment}")  # the page and its worker stay
    expect(page.locator("fb-fight .fb-error")).to_have_count(0)
    expect(page.locator(".fb-fight-notice" if source == "link" else ".fb-slow-fight")).to_be_visible(timeout=fb.START)
    found = page.evaluate("window.measured")
    with capsys.disabled():
        print(f"\n{source}:", {name: [len(times), round(max(times))] for name, times in found.items()})
    assert max(found["rolls"]) < MOST_ROLL and max(found["odds"]) < MOST_ODDS


@pytest.mark.every_size
def test_a_stored_fight_that_opens_slowly_has_ways_out(page, fb):
    page.goto("/psiops/stress/")
    fragment = store_fight(page, build_events(200, 4900))
    page.goto(f"{PAGE}{fragment}")
    slow = page.locator(".fb-slow-fight")
    expect(slow.get_by_role("heading", name="The long siege")).to_be_visible(timeout=fb.START)
    fb.press(slow.locator("summary"))
    expect(slow.locator("li").first).to_contain_text("Next turn")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("fb-fight").evaluate("each => getComputedStyle(each, '::before').content") == "none"
    fb.press(slow.get_by_role("button", name="Stop"))
    expect(slow).to_contain_text("Opening this fight was stopped")
    fb.press(page.get_by_role("button", name="New fight").first)
    expect(page.locator("fb-fight .fb-board")).to_be_visible(timeout=fb.START)
