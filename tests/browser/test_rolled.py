"""The event `rolled`: every roll from any source dispatches it once to a listener on the document."""

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.mechanic.grades import compute_roll_tone, find_roll_grade
from rules_py.registry.games import find_mechanic
from rules_py.rendering.rolls import describe_roll, summarize_sum, verdict_for
from tests.browser.conftest import COMPILED_RULES

PSIOPS = "/psiops/"
ACTION = "psiops.action"
LISTEN = """() => {
    window.heard = [];
    document.addEventListener("rolled", ({ detail, target }) =>
        heard.push({ ...detail, from: target.localName ?? "document" }));
}"""


@pytest.fixture
def open_listening_page(make_page):
    """Return a function that opens a page whose listener is installed before its scripts."""

    def make(size="desktop"):
        page = make_page(size)
        page.add_init_script(f"({LISTEN})()")
        return page

    return make


@pytest.fixture
def wait_for_events(fb):
    """Return a function that waits for a number of events and returns them."""

    def wait_for_events(page, count=1):
        fb.wait_until(page, "count => heard.length >= count", count, timeout=fb.START)
        found = page.evaluate("heard")
        assert len(found) == count
        return found

    return wait_for_events


def expected_event(mechanic, faces, params, **more):
    roll = rules_py.resolve(mechanic, faces, **params)
    told = roll.to_dict()
    return {
        "id": mechanic,
        "sentence": describe_roll(find_mechanic(mechanic), roll),
        "about": {
            "title": find_mechanic(mechanic).title,
            "verdict": verdict_for(find_mechanic(mechanic), roll),
            "home": find_mechanic(mechanic).home,
            "given": {name: str(value) for name, value in params.items()},
            "tone": compute_roll_tone(find_mechanic(mechanic), roll.outcome),
            "grade": find_roll_grade(find_mechanic(mechanic), roll.outcome),
            "sum": summarize_sum(find_mechanic(mechanic), roll),
        },
        **{name: told[name] for name in ("params", "faces", "dice", "outcome", "steps")},
        **more,
    }


def test_rolled_event_of_a_roller_has_the_full_outcome(open_listening_page, fb, wait_for_events):
    page = open_listening_page("phone")
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    roller.increase("attribute")
    roller.roll()
    assert wait_for_events(page) == [
        expected_event(ACTION, roller.faces(), {"attribute": 1}, source="random", **{"from": "fb-roller"})
    ]


@pytest.mark.trial
def test_rolled_event_names_the_source_of_its_faces(open_listening_page, fb, wait_for_events):
    page = open_listening_page()
    page.goto(f"{PSIOPS}?roll={ACTION}&attribute=1&faces=4,5#{ACTION}")
    wait_for_events(page)
    fb.Roller(page, ACTION).enter_faces("6, 6")
    assert wait_for_events(page, 2) == [
        expected_event(ACTION, [4, 5], {"attribute": 1}, source="shared", **{"from": "fb-roller"}),
        expected_event(ACTION, [6, 6], {"attribute": 1}, source="own dice", **{"from": "fb-roller"}),
    ]


@pytest.mark.trial
def test_odds_errors_and_restored_forms_dispatch_no_rolled_event(open_listening_page, fb, wait_for_events):
    page = open_listening_page()
    page.goto(f"{PSIOPS}?roll={ACTION}&attribute=1&faces=9,9#{ACTION}")
    roller = fb.Roller(page, ACTION)
    expect(roller.error).to_have_text("A d6 shows 1 to 6; you typed 9.", timeout=fb.START)
    roller.open_odds()
    roller.increase("attribute")
    expect(roller.odds.locator(".fb-odds-body")).not_to_have_attribute("aria-busy", "true")
    roller.roll()
    assert [each["source"] for each in wait_for_events(page)] == ["random"]


def test_tables_and_chips_dispatch_rolled_events(open_listening_page, fb, wait_for_events):
    page = open_listening_page("phone")
    page.goto("/psiops/talents/")
    fb.load_page_dice(page, 1, 5, 4, 2)
    table = fb.Table(page, "psiops.talents")
    table.roll()
    fb.Chip(table.follow_ups.first.locator("fb-die")).roll()
    fb.Chip(page.locator("#talents-15 td fb-die")).roll()
    rolled, *dice = wait_for_events(page, 3)
    assert (rolled["id"], rolled["outcome"]["roll"], rolled["faces"], rolled["from"]) == (
        "psiops.talents",
        "15",
        [1, 5],
        "fb-table",
    )
    assert [(each["id"], each["params"], each["outcome"], each["from"]) for each in dice] == [
        ("dice", {"notation": "1d6"}, {"total": 4}, "fb-die"),
        ("dice", {"notation": "1d6"}, {"total": 2}, "fb-die"),
    ]


@pytest.mark.trial
def test_each_roll_of_an_order_dispatches_a_rolled_event(open_listening_page, fb, wait_for_events):
    page = open_listening_page("phone")
    page.goto("/combat/fighting/")
    order = page.locator("fb-order")
    mechanic = order.get_attribute("mechanic")
    for name in ("Kat", "Ox"):
        order.get_by_label("Name").fill(name)
        fb.press(order.get_by_role("button", name="Add and roll"))
    wait_for_events(page, 2)
    fb.press(order.get_by_role("button", name="New turn: all roll again"))
    told = wait_for_events(page, 4)
    assert {(each["id"], each["source"], each["from"]) for each in told} == {(mechanic, "random", "fb-order")}
    expect(order.locator(".fb-order-total")).to_have_text(
        [str(total) for total in sorted((each["outcome"]["total"] for each in told[2:]), reverse=True)]
    )


def test_roll_of_a_left_page_dispatches_rolled_on_the_document(open_listening_page, fb, wait_for_events):
    page = open_listening_page()
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(PSIOPS)
    fb.press(fb.Roller(page, ACTION).button)
    fb.go_to(page, "/psiops/drives/")
    held.release()
    [roll] = wait_for_events(page)
    assert (roll["id"], roll["from"]) == (ACTION, "document")


def test_each_of_several_quick_taps_dispatches_a_rolled_event(open_listening_page, fb, wait_for_events):
    page = open_listening_page("phone")
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    for _ in range(3):
        fb.press(roller.button)
    held.release()
    told = wait_for_events(page, 3)
    expect(roller.headline).to_have_count(1)
    assert roller.faces() == told[-1]["faces"]
