"""A fight on the page: one tap rolls with both sheets and applies the effects; fights are stored and can be undone."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.play import read_fight
from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.boards import BoardPage, find_join
from tests.browser.conftest import COMPILED_RULES

XMAS = "/xmas/fight/"
WASM = "**/pyodide.asm.wasm*"
TOO_SMALL = """() => [...document.querySelectorAll("fb-fight :is(button, select, input:not([type=checkbox]), summary)")]
    .filter((each) => each.checkVisibility() && !each.matches(".fb-to-hand"))
    .filter((each) => each.getBoundingClientRect().height < 42)
    .map(({ outerHTML }) => outerHTML.slice(0, 120))"""


MORE_EVENTS = """async count => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("fights"))[0].data.events.length > count;
}"""
"""Function for the page that returns true once a fight has stored more events than some."""


@pytest.fixture
def fight(warm_page, fb):
    fb.clear_storage(warm_page)
    fb.go_to(warm_page, XMAS)
    yield BoardPage(warm_page, fb)
    fb.clear_storage(warm_page)


def turn_to(fight, slug):
    """Show the fights of another game."""
    fight.fb.go_to(fight.page, f"/{slug}/fight/")
    fight.slug = slug


def three_against_two(fight):
    for name in ("Ada", "Bo", "Cy"):
        fight.join("Operator", name)
    fight.join("Grunt", count=2)


@pytest.mark.trial
def test_joining_combatants_get_distinct_names(fight):
    expect(fight.root).to_contain_text("Who fights?", timeout=fight.fb.START)
    three_against_two(fight)
    names = fight.names.all_inner_texts()
    assert names == ["Grunt 1", "Grunt 2", "Ada", "Bo", "Cy"]


@pytest.mark.trial
def test_fight_needs_no_python(phone_without_python, fb):
    phone_without_python.goto(XMAS)
    fight = BoardPage(phone_without_python, fb)
    fight.join("Operator", "Ada")
    fight.join("Grunt")
    fight.roll("Attack")
    assert [event["event"] for event in fight.stored_events][:3] == ["join", "join", "roll"]
    expect(fight.root.locator("fb-status")).to_have_count(0)


@pytest.mark.refused
@pytest.mark.trial
def test_joining_twice_before_python_loads_shows_progress_then_joins_once(make_page, fb):
    page = make_page("phone")
    python = fb.HeldRequests(page, WASM)
    page.goto(XMAS, wait_until="domcontentloaded")
    fight = BoardPage(page, fb)
    expect(fight.root).to_contain_text("Who fights?")
    for _ in range(2):
        fb.press(fight.button("Add: Operator"))
    fb.press(fb.find_offer(fight.root))
    expect(fight.root.get_by_text("Working…")).to_have_count(1)
    python.release()
    expect(fight.pieces).to_have_count(1, timeout=fb.START)
    expect(fight.root.locator("fb-status")).to_have_count(0)


@pytest.mark.refused
@pytest.mark.trial
def test_failed_start_keeps_taps_and_blocks_no_other_tab(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    page.route(WASM, lambda route: route.abort())
    page.goto(XMAS, wait_until="domcontentloaded")
    fight, other = BoardPage(page, fb), BoardPage(page.context.new_page(), fb)
    fb.press(fight.button("Add: Operator"))
    fb.press(fb.find_offer(fight.root))
    expect(fight.button("Try again")).to_be_visible(timeout=fb.START)
    other.page.goto(XMAS)
    fb.press(fb.find_offer(other.root))  # the fight without anyone, which the other tab has created
    fb.press(other.button("Add: Grunt"))
    expect(other.names).to_have_text(["Grunt"], timeout=fb.START)
    page.unroute(WASM)
    fb.press(fight.button("Try again"))
    expect(fight.names).to_have_text(["Grunt", "Operator"], timeout=fb.START)


@pytest.mark.trial
def test_stalled_rules_keep_taps_and_block_no_other_tab(make_page, fb):
    page = make_page("phone")
    rules = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(XMAS, wait_until="domcontentloaded")
    fight, other = BoardPage(page, fb), BoardPage(page.context.new_page(), fb)
    fb.press(fight.button("Add: Operator"))
    other.page.goto(XMAS)
    other.join("Grunt", "Bo")
    rules.release()
    expect(fight.names).to_have_text(["Bo", "Operator"], timeout=fb.START)


@pytest.mark.chromium
def test_printed_fight_shows_combatants_without_controls(fight):
    turn_to(fight, "psiops")
    fight.join("Operative", "Ada")
    fight.join("Enemy", "Guard")
    fight.page.emulate_media(media="print")
    try:
        expect(fight.names).to_have_text(["Guard", "Ada"])
        for name in fight.names.all():
            expect(name).to_be_visible()
        for tool in (".fb-piece[data-free]", ".fb-tools", ".fb-board-hand", ".fb-undo", ".fb-fight-order"):
            for each in fight.root.locator(tool).all():
                expect(each).to_be_hidden()
    finally:
        fight.page.emulate_media(media="screen")


@pytest.mark.trial
def test_initiative_is_rolled_for_all(fight):
    turn_to(fight, "psiops")
    fight.join("Operative", count=2)
    fight.tap(fight.root.locator(".fb-fight-order"))
    expect(fight.mat).to_contain_text("Operative 2: ")


UNDO_AS_SOON_AS_IT_IS_DRAWN = """() => {
    const stage = document.querySelector(".fb-fight-stage");
    const undo = () => stage.querySelector(".fb-undo")?.click();
    new MutationObserver(undo).observe(stage, { childList: true });
    undo();
}"""


def test_two_rounds_of_three_against_two_take_few_taps_and_are_undone_as_fast_as_drawn(fight):
    three_against_two(fight)
    fight.choose("Attack")
    fight.taps = 0
    fight.fb.load_python_dice(fight.page, 3, 4)  # at least one hit: six attacks and six hits in return are 12 taps
    for _ in range(6):
        if not fight.play.is_visible():
            break  # no target is left
        fight.tap(fight.play)
        if "Naughty" in fight.mat.inner_text() and fight.root.locator(".fb-decisions .fb-play").count():
            fight.tap(fight.root.locator(".fb-decisions .fb-play"))
    assert fight.taps <= 34 / 3
    damage = sum(
        event["params"]["damage"] for event in fight.stored_events if event.get("change") == "xmas.fill-threshold"
    )
    shown = [fight.read_life(name) for name in ("Grunt 1", "Grunt 2")]
    assert sum(3 - int(life[0]) if life[0].isdigit() else 3 for life in shown) <= damage
    fight.page.evaluate(UNDO_AS_SOON_AS_IT_IS_DRAWN)
    expect(fight.pieces).to_have_count(0)
    expect(fight.undo).to_have_count(0)
    assert fight.stored_events == []


@pytest.mark.trial
def test_rerolling_from_history_adds_to_its_own_fight_only(fight):
    page, fb = fight.page, fight.fb
    fight.join("Operator", "Ada")
    fight.join("Grunt")
    fb.load_python_dice(page, 1, 2)  # a miss, since a Grunt who is out can't be attacked again
    fight.roll("Attack")

    def rolls():
        return sum(event["event"] == "roll" for event in fight.stored_events)

    def again():
        fb.press(page.locator("[data-opens=tray]:visible"))
        tray = page.locator("dialog.fb-tray[open]")
        fb.press(tray.get_by_role("tab", name="Rolls"))
        line = tray.locator(".fb-past li > details").first
        fb.press(line.locator("summary"))
        fb.press(line.get_by_role("button", name="Roll again"))
        return tray.locator(".fb-past-again:not(:empty)").first  # the new roll is inserted before its line

    expect(again()).to_contain_text("Ada attacks Grunt.", timeout=fb.START)
    assert rolls() == 2
    assert {(event["by"], event["at"]) for event in fight.stored_events if event["event"] == "roll"} == {("n1", "n2")}
    page.keyboard.press("Escape")
    fb.go_to(page, "/xmas/combat/")
    place = again()
    expect(place).to_contain_text("Roll it again there")
    fb.press(place.get_by_role("link", name="Go to the fight"))
    expect(fight.pieces).to_have_count(2, timeout=fb.START)
    assert rolls() == 2


@pytest.mark.trial
def test_rolls_offer_to_advance_clocks_of_the_fight(fight):
    turn_to(fight, "psiops")
    fight.join("Operative", "Ada")
    fight.join("Enemy", "Guard")
    fight.act({**find_join("psiops", "Clock"), "name": "Alert"})
    clock = fight.root.locator(".fb-board-clock")
    expect(clock).to_contain_text("0/4")
    fight.tap(clock)
    fight.tap(fight.drawer.get_by_role("button", name="Correct the sheet"))
    fight.drawer.locator('[name="danger"]').press("Space")  # a click would be so near the last one that it repeats it
    fight.tap(fight.drawer.locator('form [type="submit"]'))
    fight.tap(clock)
    fight.tap(fight.drawer.get_by_role("button", name="1 segment"))
    expect(clock).to_contain_text("1/4")
    expect(fight.pieces).to_have_count(2)


PAPER_STEPS = {
    "psiops": ("Operative", "Enemy", 46),
    "combat": ("Character", "Enemy", 177),
    "sideworld": ("Character", "NPC", 95),
}


def take_part(fight):
    """Tap what the board offers first: a decision, the big button, or the end of the turn. Return False without any."""
    for offered in (
        ".fb-decisions .fb-play, .fb-decisions .fb-button",
        ".fb-do .fb-play",
        ".fb-board-next, .fb-why .fb-button",
    ):
        found = fight.root.locator(offered).locator("visible=true")
        if found.count():
            fight.tap(found.first)
            return True
    return False


@pytest.mark.trial
@pytest.mark.every_size
@pytest.mark.parametrize("slug", PAPER_STEPS)
def test_two_rounds_take_at_most_a_third_of_the_steps_on_paper(fight, slug):
    ours, theirs, on_paper = PAPER_STEPS[slug]
    turn_to(fight, slug)
    for name in ("Ada", "Bo", "Cy"):
        fight.join(ours, name)
    fight.join(theirs, "Guard", count=2)
    fight.taps = 0
    head = fight.root.locator(".fb-board-title")
    while "Round 3" not in head.inner_text() and fight.root.locator(".fb-stamped").count() == 0:
        assert take_part(fight)
    assert fight.taps <= on_paper / 3
    rolled = [event for event in fight.stored_events if event["event"] == "roll"]
    acted = {event["by"] for event in rolled}
    assert len(acted) >= 3 or fight.root.locator(".fb-stamped").count(), (
        "each of those who could has acted, unless one side was down"
    )


@pytest.mark.trial
@pytest.mark.every_size
def test_two_rounds_of_phases_take_a_third_of_the_steps_on_paper(fight):
    turn_to(fight, "puml")
    for name in ("Ada", "Bo", "Cy"):
        fight.join("Character", name)
    fight.join("Enemy", "Guard", count=2)
    fight.taps = 0
    phases = {fight.root.locator(".fb-board-title p").inner_text()}
    for _ in range(7):
        if not take_part(fight):
            break
        phases.add(fight.root.locator(".fb-board-title p").inner_text())
    assert len(phases) > 1 or fight.root.locator(".fb-stamped").count()
    assert 0 < fight.taps <= 21 / 3


def test_roll_is_announced_stays_after_a_visit_elsewhere_and_is_undone(fight):
    three_against_two(fight)
    before = fight.read_sides()
    fight.page.evaluate("""() => {
        window.heard = [];
        document.addEventListener("rolled", ({ detail }) => window.heard.push(detail.id));
    }""")
    fight.roll("Attack")
    assert fight.page.evaluate("heard") == ["xmas.attack"]
    expect(fight.fb.live_region(fight.page)).to_contain_text("Ada attacks Grunt 1.")
    sides = fight.read_sides()
    fight.fb.go_to(fight.page, "/xmas/combat/")
    fight.fb.go_to(fight.page, XMAS)
    expect(fight.pieces).to_have_count(5, timeout=fight.fb.START)
    fight.wait()
    assert fight.read_sides() == sides
    undo = fight.root.get_by_role("button", name="Undo: Ada: Attack")
    fight.tap(undo)
    expect(fight.undo).not_to_have_accessible_name("Undo: Ada: Attack")
    assert fight.read_sides() == before
    for left in (3, 2, 1, 0):
        fight.tap(fight.undo)
        expect(fight.pieces).to_have_count(left)
    assert fight.stored_events == []


@pytest.mark.trial
def test_a_second_press_counts_although_the_first_has_made_a_choice(fight):
    fight.join("Operator", "Ada")
    fight.join("Elite", "Bo")  # no single attack takes it out
    fight.choose("Attack")
    attack = fight.play
    fight.fb.settle(attack)
    place = attack.bounding_box()
    for _ in range(2):
        count = len(fight.stored_events)
        fight.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        fight.fb.wait_until(fight.page, MORE_EVENTS, count)


def test_a_press_counts_if_its_button_is_drawn_again_before_the_release(fight):
    fight.join("Operator", "Ada")
    fight.join("Elite", "Bo")
    fight.choose("Attack")
    attack = fight.play
    fight.fb.settle(attack)
    before = len(fight.stored_events)
    pressed = attack.element_handle()
    attack.hover()
    fight.page.mouse.down()
    attack.evaluate("button => button.click()")  # an earlier tap, whose answer comes now
    fight.fb.wait_until(fight.page, "button => !button.isConnected", pressed)
    count = len(fight.stored_events)
    assert count > before
    fight.page.mouse.up()
    fight.fb.wait_until(fight.page, MORE_EVENTS, count)


def test_tapped_combatant_is_the_target_of_a_roll_with_the_entered_numbers(fight):
    three_against_two(fight)
    fight.aim_at("Grunt 2")
    expect(fight.piece("Grunt 2")).to_have_attribute("data-role", "target")
    fight.choose("Attack")
    fight.tap(fight.button("Change this roll"))
    tags = fight.drawer.get_by_label("Helpful tags", exact=True)
    address = fight.page.url
    tags.fill("4")
    tags.press("Tab")
    fight.wait()
    fight.close()
    fight.tap(fight.play)
    expect(fight.headline).to_be_visible()
    rolled = [event for event in fight.stored_events if event["event"] == "roll"]
    assert [(event["by"], event["at"], event["params"]["tags"]) for event in rolled] == [("n1", "n4-2", 4)]
    assert fight.page.url == address, "a form in a fight leaves the address alone"


def change_row(fight, title):
    """Return the row of a change in the card that is open."""
    return fight.drawer.locator(".fb-change", has=fight.page.get_by_role("button", name=title, exact=True))


def gauge(fight, label):
    return fight.root.locator(".fb-board-gauge", has_text=label)


def test_change_with_number_takes_two_taps_quick_action_one(fight):
    fight.join("Operator", "Ada")
    fight.taps = 0
    fight.tap(fight.piece("Ada"))  # who acts already, so that a tap opens the card
    row = change_row(fight, "Take damage")
    row.get_by_label("Damage").fill("2")
    fight.tap(row.get_by_role("button"))
    assert fight.read_life("Ada") == "1/3"
    assert fight.taps == 2
    fight.tap(fight.drawer.get_by_role("button", name="Guy Type +1"))
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("4")
    assert fight.taps == 3
    fight.close()
    fight.join("Captain")
    fight.taps = 0
    fight.tap(fight.piece("Captain"))  # the target already
    row = change_row(fight, "Deal damage")
    row.get_by_label("Damage").fill("3")
    fight.tap(row.get_by_role("button"))
    assert fight.read_life("Captain") == "1/4"
    assert fight.taps == 2


@pytest.mark.trial
def test_change_for_everyone_takes_one_tap_and_one_undo(fight):
    three_against_two(fight)
    menu = fight.open_menu()
    fight.tap(menu.get_by_role("button", name="faith", exact=False).first)
    fight.close()
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("6")
    expect(fight.fb.live_region(fight.page)).to_contain_text("6 Spirit now")
    fight.tap(fight.undo)
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("3")


def test_forbidden_change_shows_an_error_and_a_sheet_can_be_edited(fight):
    fight.join("Operator", "Ada")
    fight.open_card("Ada")
    fight.tap(fight.drawer.locator("summary", has_text="Not now"))
    row = change_row(fight, "First aid worked")
    fight.tap(row.get_by_role("button"))
    expect(fight.root.get_by_role("alert")).to_contain_text("Only a Downed operator needs first aid.")
    assert fight.fb.is_in_view(fight.root.locator(".fb-error"))
    assert [event["event"] for event in fight.stored_events] == ["join"]
    fight.tap(fight.button("Correct the sheet"))
    fight.drawer.get_by_role("spinbutton", name="Christmas Spirit").fill("7")
    fight.drawer.get_by_role("button", name="Save changes").press("Enter")
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("7")


def test_running_fight_has_no_axe_violations_and_no_overflow(fight):
    fight.join("Operator", "Ada")
    fight.join("Grunt", count=2)
    fight.open_card("Grunt 1")
    row = change_row(fight, "Deal damage")
    row.get_by_label("Damage").fill("3")
    fight.tap(row.get_by_role("button"))
    fight.close()
    fight.open_card("Ada")
    assert find_violations_in_sampled_schemes(fight.page, "fb-fight") == []
    assert fight.page.evaluate(TOO_SMALL) == []
    assert fight.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def start_another(fight):
    """Show a new fight, with the button above the list of all fights."""
    fight.open_fights()
    fight.tap(fight.button("New fight"))
    expect(fight.pieces).to_have_count(0)


OTHERS = ".fb-fight-older:not([aria-current])"
"""The fights on the list besides the one on show."""


def test_what_happened_stays_in_view_and_undo_moves_nothing(fight):
    fight.join("Operator", "Ada")
    fight.join("Grunt", "Bo")
    fight.join("Grunt", "Cy")  # the attack may take one of them out, but doesn't end the fight
    fight.roll("Attack")
    assert fight.fb.is_in_view(fight.headline)
    fight.open_card("Ada")
    row = change_row(fight, "Take damage")
    row.get_by_label("Damage").fill("1")
    fight.tap(row.get_by_role("button"))
    fight.close()
    assert fight.fb.is_in_view(fight.headline)
    before = fight.undo.bounding_box()
    words = fight.headline.inner_text()
    fight.page.mouse.click(before["x"] + 20, before["y"] + 20)  # unlike a locator's tap, this never scrolls
    expect(fight.headline).not_to_have_text(words)
    assert fight.undo.bounding_box()["y"] == before["y"]


def test_the_end_of_a_fight_is_shown_and_announced(fight, fb):
    fight.join("Operator", "Ada")
    fight.join("Grunt", "Bo")
    over = fight.root.locator(".fb-stamped")
    for _ in range(60):
        count = len(fight.stored_events)
        fight.tap(fight.root.locator(".fb-decisions .fb-play, .fb-decisions .fb-button, .fb-do .fb-play").first)
        fb.wait_until(fight.page, MORE_EVENTS, count)
        fight.wait()
        if over.count():
            break
    expect(over).to_be_visible()
    expect(fb.live_region(fight.page)).to_contain_text("The fight is over.")


def test_a_fight_is_named_reopened_deleted_and_brought_back(fight):
    fight.join("Operator", "Ada")
    fight.open_menu()
    field = fight.root.get_by_label("This fight's name")
    field.fill("The toy factory")
    field.press("Enter")
    expect(fight.root.get_by_role("heading", name="The toy factory")).to_be_visible()
    fight.close()
    start_another(fight)
    fight.join("Operator", "Bo")
    fight.open_fights()
    fight.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        await keep.add("fights", { game: "xmas", name: "Another tab's", data: { fight: "xmas", events: [] } });
    }""")
    expect(fight.root.locator(OTHERS)).to_have_count(2)
    fight.tap(fight.root.locator(OTHERS, has_text="The toy factory"))  # the list stayed open
    expect(fight.piece("Ada")).to_have_count(1)
    fight.open_menu()
    fight.tap(fight.button("Delete this fight"))
    expect(fight.pieces).to_have_count(0)
    expect(fight.button("Bring it back")).to_be_focused()
    fight.tap(fight.button("Bring it back"))
    expect(fight.piece("Ada")).to_have_count(1)
    fight.open_menu()
    expect(field).to_have_value("The toy factory")
    fight.close()
    fight.open_fights()
    fight.tap(fight.root.get_by_role("button", name=re.compile("^Delete Fight of")))
    expect(fight.root.locator(OTHERS)).to_have_count(1)
    expect(fight.piece("Ada")).to_have_count(1)


def test_the_address_names_the_fight_that_is_shown(fight):
    page = fight.page
    names = fight.names
    fight.join("Operator", "Ada")
    ada = page.evaluate("location.hash")
    assert ada.startswith("#kept=")
    start_another(fight)
    fight.join("Operator", "Bo")  # the last fight that changed
    bo = page.evaluate("location.hash")
    page.evaluate("hash => { location.hash = hash; }", ada)
    expect(names).to_have_text(["Ada"])
    page.reload()
    expect(names).to_have_text(["Ada"], timeout=fight.fb.START)
    fight.open_fights()
    fight.tap(fight.root.locator(OTHERS))
    expect(names).to_have_text(["Bo"])
    assert page.evaluate("location.hash") == bo
    page.go_back()
    expect(names).to_have_text(["Ada"])
    start_another(fight)
    assert page.evaluate("location.hash") == "#kept=new"
    page.evaluate("location.hash = '#kept=01234567-89ab-4cde-8f01-23456789abcd'")
    expect(fight.root.locator(".fb-error")).to_contain_text("This fight isn't on this device")


@pytest.mark.trial
def test_a_fight_that_is_too_long_for_a_link_is_offered_as_a_file(fight):
    fight.join("Operator", "Ada")
    fight.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id, data }] = await keep.list("fights");
        const random = () => Array.from(crypto.getRandomValues(new Uint32Array(30)));
        const events = Array.from({ length: 500 }, () => ({ event: "unknown", faces: random() }));
        await keep.update("fights", id, () => ({ data: { ...data, events } }));
    }""")
    expect(fight.root.locator(".fb-error")).to_be_visible()  # no rule knows the event, and the tools are below
    fight.fb.press(fight.button("Share this fight"))
    expect(fight.root).to_contain_text("This fight is too long for a link.")
    with fight.page.expect_download() as download:
        fight.fb.press(fight.button("Save as file"))
    assert len(json.loads(download.value.path().read_text(encoding="utf-8"))["fights"][0]["data"]["events"]) == 500


def test_updates_keep_controls_in_place_and_stored_characters_have_their_values(fight):
    fight.page.evaluate(
        """async (sheet) => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        await keep.add("sheets", { game: "xmas", name: "Dee", data: sheet });
    }""",
        {"sheet": "xmas.operator", "fields": {"name": "Dee", "spirit": 1}},
    )
    fight.join("Operator", "Ada")
    start_another(fight)
    fight.join("Operator", "Bo")
    fight.tap(fight.button("Add Dee"))
    expect(fight.pieces).to_have_count(2)
    assert fight.stored_events[1]["sheet"]["fields"]["spirit"] == 1
    fight.open_menu()
    notes = fight.root.get_by_label("Note", exact=True).element_handle()
    fight.join("Operator", "Cy")
    assert notes.evaluate("(element) => element.isConnected")
    fight.close()
    fight.open_fights()
    finder = fight.root.get_by_role("combobox", name="State").element_handle()
    fight.join("Operator", "Di")
    assert finder.evaluate("(element) => element.isConnected")


def test_fight_is_synchronized_between_tabs_and_its_page_waits_for_it(fight):
    fight.join("Operator", "Ada")
    other = fight.page.context.new_page()
    other.goto(XMAS)
    expect(other.locator(".fb-piece:not([data-free])")).to_have_count(1, timeout=fight.fb.START)
    fight.join("Operator", "Bo")
    expect(other.locator(".fb-piece:not([data-free])")).to_have_count(2)
    other.close()
    scripts = fight.fb.HeldRequests(fight.page, "**/entry/play.js")
    fight.page.goto(XMAS, wait_until="domcontentloaded")
    expect(fight.root.get_by_text("Who fights?")).to_be_hidden()
    scripts.release()
    expect(fight.names).to_have_text(["Ada", "Bo"], timeout=fight.fb.START)
    assert len(fight.stored_events) == 2


def forecast_panel(fight):
    return fight.root.get_by_role("region", name="Forecast")


def test_forecast_is_run_changed_refuses_a_wrong_number_is_outdated_and_closed(fight):
    fight.join("Operator", "Ada")
    expect(forecast_panel(fight)).to_have_count(0)
    fight.join("Elite")
    panel = forecast_panel(fight)
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    expect(panel).to_contain_text("Computed exactly", timeout=fight.fb.START)
    sides = panel.locator(".fb-forecast-sides dd")
    assert sum(float(text.strip("%")) for text in sides.all_inner_texts()) == pytest.approx(100, abs=0.2)
    expect(fight.fb.live_region(fight.page)).to_contain_text("The squad: ")
    panel.get_by_label("Combatants attack").select_option("first")
    expect(panel).to_contain_text("Each combatant attacks the first enemy who is still up")
    panel.get_by_label("Who flees").select_option("half")
    expect(panel.locator(".fb-forecast-sides")).to_contain_text("flees")
    panel.get_by_text("Change the assumptions").click()
    tags = panel.get_by_label("Helpful tags", exact=True)
    tags.fill("3")
    tags.press("Tab")
    expect(panel).to_contain_text("Ada, changed: Helpful tags: 3.")
    expect(tags).to_be_visible()
    expect(tags).to_have_value("3")
    told = panel.locator(".fb-forecast-sides").inner_text()
    tags.fill("99")
    tags.press("Enter")
    sentence = "Helpful tags takes a whole number from 0 to 8; you entered 99."
    field = panel.locator(".fb-forecast-field", has=fight.page.get_by_label("Helpful tags", exact=True))
    expect(field).to_contain_text(sentence)
    expect(tags).to_have_accessible_description(sentence)
    expect(tags).to_have_attribute("aria-invalid", "true")
    expect(tags).to_be_focused()
    expect(tags).to_have_value("99")
    expect(panel.get_by_text(sentence)).to_be_in_viewport()
    expect(fight.fb.live_region(fight.page)).to_contain_text(sentence)
    expect(panel.get_by_label("Who flees")).to_have_value("half")
    expect(panel.locator(".fb-forecast-sides")).to_have_text(told, use_inner_text=True)
    expect(panel).to_contain_text("The forecast below is the earlier one.")
    assert find_violations_in_sampled_schemes(fight.page, ".fb-forecast") == []
    tags.fill("2")
    tags.press("Enter")
    expect(panel).to_contain_text("Ada, changed: Helpful tags: 2.")
    expect(panel).not_to_contain_text(sentence)
    expect(panel).not_to_contain_text("The forecast below is the earlier one.")
    expect(tags).to_be_focused()
    expect(tags).not_to_have_attribute("aria-invalid", "true")
    fight.join("Elite", "Third")
    expect(panel).to_contain_text("The fight has changed since this forecast.")
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    expect(panel).not_to_contain_text("has changed since")
    panel.get_by_role("button", name="Close").focus()
    fight.page.keyboard.press("Enter")
    expect(sides).to_have_count(0)
    expect(panel.get_by_role("button", name="Who will win?")).to_be_focused()


def test_forecast_tells_what_it_plays_compares_changes_and_plays_fights_out(fight):
    turn_to(fight, "psiops")
    for name in ("Ada", "Bo"):
        fight.join("Operative", name)
    fight.join("Enemy")
    panel = forecast_panel(fight)
    parts = panel.locator(".fb-forecast-parts")
    expect(parts).to_be_hidden()
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    stop = panel.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    place = stop.bounding_box()
    expect(panel).to_contain_text(re.compile(r"After \d+ fights, and more are simulated"), timeout=fight.fb.START)
    assert stop.bounding_box() == place  # a finger that is about to tap it hits it
    fight.fb.press(stop)
    expect(parts).to_contain_text("Plays everything on the sheets: 1 of 1.", timeout=fight.fb.START)
    parts.get_by_text("Plays everything").click()
    expect(parts.get_by_role("listitem")).to_have_text(["Weapons: Handgun (Ada and Bo)"])
    fight.fb.press(parts.get_by_role("button", name="Play a fight out"))
    lines = parts.locator(".fb-forecast-record")
    expect(parts).to_contain_text("Fight 1 of seed", timeout=fight.fb.START)
    assert lines.locator("details").first.locator("summary").inner_text() == "Round 1"
    expect(lines.get_by_role("listitem").first).to_contain_text("Initiative")
    fight.fb.press(parts.get_by_role("button", name="Play a fight out"))
    expect(parts).to_contain_text("Fight 2 of seed")
    expect(parts.get_by_role("button", name="Play a fight out")).to_be_focused()
    fight.fb.press(parts.get_by_role("button", name="Compare changes"))
    rows = parts.get_by_role("region", name="Variations").locator("tbody tr")
    expect(rows.nth(2)).to_contain_text(re.compile(r"[+−±]\d"), timeout=fight.fb.START)
    expect(rows.nth(1)).to_contain_text("Without Ada, one of 2 alike")
    expect(parts).to_contain_text("rows so far")
    fight.fb.press(parts.get_by_role("button", name="Stop comparing"))
    expect(parts.get_by_role("button", name="Compare changes")).to_be_focused()
    shown = rows.count()
    controls = parts.locator("button, summary").all()
    assert [each.inner_text() for each in controls if each.is_visible() and each.bounding_box()["height"] < 44] == []
    assert find_violations_in_sampled_schemes(fight.page, ".fb-forecast") == []
    fight.join("Enemy", "Late")
    expect(panel).to_contain_text("The fight has changed since this forecast.")
    expect(parts.get_by_role("button")).to_have_count(0)
    expect(rows).to_have_count(shown)


@pytest.mark.trial
@pytest.mark.chromium
def test_printed_forecast_has_no_form(fight):
    fight.join("Operator", "Ada")
    fight.join("Elite")
    panel = forecast_panel(fight)
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    expect(panel).to_contain_text("Computed exactly", timeout=fight.fb.START)
    fight.page.emulate_media(media="print")
    try:
        expect(panel.locator(".fb-forecast-sides")).to_be_visible()
        for field in panel.locator("select, input, summary").all():
            expect(field).to_be_hidden()
    finally:
        fight.page.emulate_media(media="screen")


@pytest.mark.trial
def test_simulated_forecast_yields_to_rolls_and_can_be_stopped(fight):
    fight.join("Operator", "Ada")
    fight.join("Operator", "Bo")
    fight.join("Grunt", count=3)  # so that two attacks don't decide the fight
    panel = forecast_panel(fight)
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    expect(panel).to_contain_text("00 fights played, seed", timeout=fight.fb.START)
    expect(panel.locator(".fb-forecast-people li")).to_have_count(5)
    fight.fb.press(panel.get_by_role("button", name="Stop"))
    expect(panel.get_by_role("button", name="Close")).to_be_visible()
    told = panel.locator(".fb-forecast-basis").inner_text()
    fight.roll("Attack")
    fight.open_menu()  # the forecast is in the drawer about the fight once dice have fallen
    assert panel.locator(".fb-forecast-basis").inner_text() == told
    fight.fb.press(panel.get_by_role("button", name="Who will win?"))
    fight.close()
    fight.roll("Attack")
    fight.open_menu()
    expect(panel).to_contain_text("The fight has changed since this forecast.")
    expect(panel.get_by_role("button", name="Stop")).to_be_hidden()


def share_fight(fight):
    fight.open_menu()
    return fight.fb.read_copied(fight.button("Share this fight"))


def test_shared_fight_opens_elsewhere_and_is_stored_on_request(fight, make_page):
    three_against_two(fight)
    fight.roll("Attack")
    sides = fight.read_sides()
    elsewhere = BoardPage(make_page("phone"), fight.fb)
    link = share_fight(fight)
    elsewhere.page.goto(link)
    expect(elsewhere.root).to_contain_text("Someone shared a fight", timeout=fight.fb.START)
    expect(elsewhere.pieces).to_have_count(5)  # it is looked at first
    elsewhere.open_menu()
    expect(elsewhere.button("Save it")).to_be_hidden()  # a drawer covers it
    elsewhere.close()
    elsewhere.tap(elsewhere.undo)
    expect(elsewhere.root).to_contain_text("Save it, and you can play on")
    assert elsewhere.stored_events == []
    expect(elsewhere.button("Save it")).to_be_focused()
    elsewhere.page.keyboard.press("Enter")
    expect(elsewhere.page).to_have_url(re.compile("#kept="))
    expect(elsewhere.pieces).to_have_count(5)
    assert elsewhere.read_sides() == sides
    assert elsewhere.stored_events == fight.stored_events
    elsewhere.page.evaluate("link => { location.href = link; }", link)  # the link is opened again in a tab with a fight
    expect(elsewhere.root).to_contain_text("Someone shared a fight with you. It is on this device already.")
    elsewhere.tap(elsewhere.button("Play on"))
    expect(elsewhere.page).to_have_url(re.compile("#kept="))
    elsewhere.open_fights()
    expect(elsewhere.root.locator(OTHERS)).to_have_count(0)


@pytest.mark.trial
def test_a_newer_link_replaces_the_copy_of_an_older_one_but_never_the_fight_itself(fight, make_page):
    fight.join("Operator", "Ada")
    older = share_fight(fight)
    fight.close()
    fight.join("Grunt", "Grinch")
    newer = share_fight(fight)
    fight.close()
    elsewhere = BoardPage(make_page("phone"), fight.fb)
    elsewhere.page.goto(older)
    elsewhere.tap(elsewhere.button("No, thanks"))
    elsewhere.page.evaluate("link => { location.href = link; }", older)
    expect(elsewhere.root).to_contain_text("You said no to this shared fight before.")
    elsewhere.tap(elsewhere.button("Save it"))
    expect(elsewhere.page).to_have_url(re.compile("#kept="))
    expect(elsewhere.names).to_have_text(["Ada"])
    elsewhere.page.evaluate("link => { location.href = link; }", newer)
    expect(elsewhere.root).to_contain_text("It goes on from the copy that you saved, and replaces it.")
    expect(elsewhere.names).to_have_text(["Grinch", "Ada"])
    elsewhere.tap(elsewhere.button("No, thanks"))
    expect(elsewhere.names).to_have_text(["Ada"])
    elsewhere.page.evaluate("link => { location.href = link; }", newer)
    elsewhere.tap(elsewhere.button("Save it"))
    expect(elsewhere.names).to_have_text(["Grinch", "Ada"])
    elsewhere.button("Bring the older one back").press("Enter")  # a tap at the same spot so soon is the same tap
    expect(elsewhere.names).to_have_text(["Ada"])
    elsewhere.open_fights()
    expect(elsewhere.root.locator(".fb-fight-older")).to_have_count(1)
    own = fight.stored_events
    fight.page.evaluate("link => { location.href = link; }", older)
    expect(fight.root).to_contain_text("it has 1 event, yours 2. Saving it makes a copy, and yours stays.")
    fight.tap(fight.button("Save a copy"))
    expect(fight.names).to_have_text(["Ada"])
    fight.open_fights()
    fight.tap(fight.root.locator(OTHERS))
    expect(fight.names).to_have_text(["Grinch", "Ada"])
    assert len(own) == 2


@pytest.mark.parametrize("fragment", ["fight=", "fight=z!!", "fight=jbm9wZQ", "fight=zAAAA"])
def test_unreadable_fight_link_shows_an_error_and_changes_nothing(warm_phone, fb, fragment, fight):
    page = fight.page
    fb.go_to(page, "/xmas/combat/")
    fb.follow_link_to(page, f"/xmas/fight/#{fragment}")
    shown = BoardPage(page, fb)
    expect(shown.root.locator(".fb-error")).to_contain_text("Copy the whole link", timeout=fb.START)
    assert shown.stored_events == []


@pytest.mark.trial
def test_markup_in_a_combatant_name_is_text(fight):
    fight.join("Operator", "<img src=x onerror=alert(1)>")
    expect(fight.root.locator(".fb-piece img")).to_have_count(0)
    assert json.dumps(fight.stored_events).count("<img") == 1


def test_unreadable_stored_fight_is_kept_and_a_new_one_begins(fight):
    fight.join("Operator", "Ada")
    fight.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id, data }] = await keep.list("fights");
        await keep.update("fights", id, () => ({ data: { ...data, events: { by: "another version" } } }));
    }""")
    expect(fight.root).to_contain_text("This saved fight can't be read. It stays saved, unchanged;")
    fight.fb.press(fight.button("New fight"))
    expect(fight.board).to_be_visible()
    fight.join("Operator", "Bo")
    assert fight.names.all_inner_texts() == ["Bo"]
    fight.open_fights()
    fight.fb.press(fight.root.locator(OTHERS))
    expect(fight.root).to_contain_text("It stays saved, unchanged")


@pytest.mark.trial
def test_link_to_a_fight_of_another_game_shows_an_error(fight):
    fight.page.evaluate("fragment => { location.hash = fragment; }", make_fragment({"fight": "psiops", "events": []}))
    refusal = fight.root.locator(".fb-error")
    expect(refusal).to_have_text("This link doesn't contain a fight for this game.")
    fight.page.evaluate("location.hash = '#fight=j'")
    expect(refusal).to_have_text("This link can't be read. Copy the whole link as it was shared.")
    fight.join("Operator", "Ada")
    expect(refusal).to_have_count(0)


def make_fragment(fight: dict) -> str:
    code = base64.urlsafe_b64encode(json.dumps(fight).encode()).decode().rstrip("=")
    return f"#fight=j{code}"


@pytest.mark.trial
def test_invalid_fight_link_shows_only_an_error(fight):
    no_fight = make_fragment({"fight": "xmas", "events": {"by": "hand"}})
    fight.page.evaluate("fragment => { location.hash = fragment; }", no_fight)
    expect(fight.root.locator(".fb-error")).to_have_text("This link doesn't contain a fight for this game.")


@pytest.mark.trial
def test_page_without_a_fight_loads_no_fight_scripts(make_page, fb):
    page = make_page("phone")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/xmas/combat/")
    fb.wait_until_loaded(page)
    assert not [address for address in asked if address.endswith(("/entry/play.js", "/lib/store.js"))]


@pytest.mark.chromium
def test_fight_page_without_scripts_links_to_the_combat_rules(make_page):
    page = make_page("phone", java_script_enabled=False)
    page.goto(XMAS)
    expect(page.get_by_role("link", name="rules of combat")).to_be_visible()


@pytest.mark.trial
def test_fight_continues_and_says_so_when_storage_is_blocked(make_page, fb):
    page = make_page("phone")
    page.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };")
    page.goto(XMAS)
    fight = BoardPage(page, fb)
    fight.join("Operator", "Ada")
    expect(fight.root).to_contain_text("doesn't save data for this site")
    expect(fight.piece("Ada")).to_have_count(1)
    with page.expect_download() as download:
        fb.press(fight.button("Save a copy as a file"))
    (stored,) = json.loads(download.value.path().read_text(encoding="utf-8"))["fights"]
    assert [event["sheet"]["fields"]["name"] for event in stored["data"]["events"]] == ["Ada"]


@pytest.mark.trial
def test_fight_continues_and_says_so_when_storage_is_full(fight):
    fight.join("Operator", "Ada")
    fight.page.evaluate("""() => {
        IDBObjectStore.prototype.really = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    try:
        fight.join("Grunt")
        expect(fight.root).to_contain_text("This device is out of storage")
        fight.roll("Attack")
    finally:
        fight.page.evaluate("() => { IDBObjectStore.prototype.put = IDBObjectStore.prototype.really; }")
    assert [event["event"] for event in fight.stored_events][:3] == ["join", "join", "roll"], "nothing is lost"
    fight.tap(fight.undo)
    expect(fight.root).not_to_contain_text("out of storage")
    assert len(fight.stored_events) == 2


STORED_FIGHTS = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("sheets")).map(({ data }) => data.fields);
}"""


def keep_character(fight, name="Dee", **fields):
    """Store a character on the device."""
    data = {
        "sheet": "xmas.operator",
        "fields": rules_py.sheet("xmas.operator", name=name, **fields).to_dict()["fields"],
    }
    fight.page.evaluate(
        """async (data) => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        await keep.add("sheets", { game: "xmas", name: data.fields.name, data });
    }""",
        data,
    )


def change_character(page, **fields):
    """Change the stored character elsewhere, such as on the characters page."""
    page.evaluate(
        """async (fields) => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("sheets");
        await keep.update("sheets", id, ({ data }) => ({ data: { ...data, fields: { ...data.fields, ...fields } } }));
    }""",
        fields,
    )


def join_stored(fight, name="Dee"):
    fight.tap(fight.button(f"Add {name}"))
    expect(fight.piece(name)).to_have_count(1)


def read_fields(fight, name="Dee"):
    """Return a combatant's fields as the rules see them now."""
    events = fight.stored_events
    found = read_fight({"fight": fight.slug, "events": events})
    return next(each.sheet.fields for each in found.combatants.values() if each.name == name)


def spend_spirit_and_save(fight):
    fight.open_card("Dee")
    keeper = fight.button("Save to Dee\u2019s own sheet")
    expect(keeper).to_have_count(0)  # Dee has not changed yet
    fight.tap(change_row(fight, "Spend Spirit").get_by_role("button"))
    assert read_fields(fight)["spirit"] == 2
    assert fight.page.evaluate(STORED_FIGHTS)[0]["spirit"] == 3, "nothing happens by itself"
    fight.tap(keeper)
    expect(keeper).to_have_count(0)
    assert fight.page.evaluate(STORED_FIGHTS)[0]["spirit"] == 2
    return keeper


COUNT_QUESTIONS = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    window.asked = [];
    runtime.askUntil = (signal, kind, id, ...args) => {
        if (kind === "fight") asked.push(JSON.parse(args[1] || "{}").act ?? "look");
        return Object.getPrototypeOf(runtime).askUntil.call(runtime, signal, kind, id, ...args);
    };
}"""
"""Script that notes the command of each question about a fight, or "look"."""

STOP_COUNTING = 'async () => { delete (await import("/assets/js/entry/main.js")).runtime.askUntil; }'


def test_each_change_of_a_fight_is_asked_about_once(fight):
    keep_character(fight)
    fight.join("Grunt")
    join_stored(fight)
    fight.page.evaluate(COUNT_QUESTIONS)
    try:
        fight.roll("Attack")
        fight.tap(fight.undo)
        change_character(fight.page, spirit=1)
        expect(fight.mat).to_contain_text("Christmas Spirit 1")
        fight.tap(fight.undo)
        assert read_fields(fight)["spirit"] == 3
        fight.tap(fight.undo)
        expect(fight.pieces).to_have_count(1)
        # A look replays the fight before its record is locked for the sheets' new values.
        assert fight.page.evaluate("asked") == ["roll", "undo", "look", "prepare", "undo", "undo"]
    finally:
        fight.page.evaluate(STOP_COUNTING)


@pytest.mark.trial
def test_refused_form_of_a_roll_tells_the_reason_once(fight):
    turn_to(fight, "psiops")
    fight.join("Operative", "Ada")
    fight.join("Enemy", "Guard")
    fight.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("fights");
        const edit = { event: "edit", who: "n1", fields: { weapons: [{ name: "Rifle", ammo: 0, full: 6 }] } };
        await keep.update("fights", id, ({ data }) => ({ data: { ...data, events: [...data.events, edit] } }));
    }""")
    fight.choose("Attack")
    reason = fight.root.locator(".fb-do .fb-why p").first
    expect(reason).to_be_visible()
    words = reason.inner_text()
    fight.tap(fight.button("Change this roll"))
    fight.fb.press(fight.drawer.get_by_role("button", name="Real dice"))
    form = fight.root.locator(".fb-fight-form")
    fight.fb.press(form.get_by_role("button", name="Roll", exact=True))
    expect(form.get_by_role("alert")).to_contain_text(words, timeout=fight.fb.START)
    expect(fight.drawer.get_by_role("button", name="Roll anyway")).to_have_count(1)


def test_fight_results_are_saved_to_character_sheets_that_may_have_changed(fight):
    keep_character(fight, weapons=[{"heavy": True}])
    fight.join("Operator", "Ada")
    join_stored(fight)
    keeper = spend_spirit_and_save(fight)
    fight.close()
    fight.tap(fight.button("End the scene"))
    change_character(fight.page, tough=3)
    expect(fight.root).to_contain_text("Dee\u2019s own sheet has changed since they joined: TOUGH.")
    fight.open_card("Dee")
    fight.tap(fight.drawer.get_by_role("button", name="Deploy the heavy weapon", exact=True))
    fight.close()
    fight.open_card("Dee")
    fight.tap(keeper)
    expect(fight.root.get_by_role("alert")).to_contain_text("Dee has changed since it joined this fight")
    fight.tap(fight.button("Save only this fight\u2019s changes to Dee"))
    expect(fight.mat).to_contain_text("Dee is brought up to date: TOUGH 3")
    expect(fight.root).not_to_contain_text("has changed since they joined")
    expect(keeper).to_have_count(0)
    kept = fight.page.evaluate(STORED_FIGHTS)[0]
    assert (kept["tough"], kept["heavy_weapon"], kept["spirit"]) == (3, "deployed", 2)


def test_prepared_fight_starts_with_characters_as_they_are_after_the_first(fight):
    keep_character(fight)
    fight.join("Grunt")
    join_stored(fight)
    start_another(fight)
    fight.join("Operator", "Ada")
    join_stored(fight)
    spend_spirit_and_save(fight)
    fight.close()
    fight.open_fights()
    fight.tap(fight.root.locator(OTHERS))
    expect(fight.piece("Grunt")).to_have_count(1)
    expect(fight.mat).to_contain_text("Dee is brought up to date: Christmas Spirit 2")
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("2")
    change_character(fight.page, spirit=1)  # while the fight is open
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("1")
    fight.page.reload()
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("1", timeout=fight.fb.START)
    assert [event["event"] for event in fight.stored_events] == ["join", "join", "edit", "edit"]
    fight.tap(fight.undo)
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("2")


@pytest.mark.trial
def test_fight_that_has_begun_says_who_has_changed_and_takes_them_in_one_tap(fight):
    keep_character(fight)
    fight.join("Grunt")
    join_stored(fight)
    fight.roll("Attack")
    other = fight.page.context.new_page()
    other.goto("/xmas/characters/")
    change_character(other, spirit=1)
    expect(fight.root).to_contain_text("Dee\u2019s own sheet has changed since they joined: Christmas Spirit.")
    assert all(event["event"] != "edit" for event in fight.stored_events)
    update = fight.root.get_by_role("button", name=re.compile("up to date"))
    fight.tap(update)
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("1")
    expect(update).to_have_count(0)
    fight.page.reload()
    expect(gauge(fight, "Christmas Spirit")).to_contain_text("1", timeout=fight.fb.START)
    expect(update).to_have_count(0)


def test_targets_of_an_area_attack_are_selected_by_taps(fight):
    fight.join("Operator", "Ada")
    fight.join("Grunt", count=3)
    fight.choose("Attack")
    also = fight.root.locator(".fb-board-hand .fb-board-pick input")
    expect(also).to_have_count(0)  # a rifle hits a single target
    fight.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("fights");
        const edit = { event: "edit", who: "n1", fields: { weapons: [{ mode: "blast", damage: "1" }], quick: 4 } };
        await keep.update("fights", id, ({ data }) => ({ data: { ...data, events: [...data.events, edit] } }));
    }""")
    targets = fight.root.locator('.fb-piece[data-role="target"] .fb-board-name')
    fight.choose("Attack")
    expect(targets).to_have_text(["Grunt 1", "Grunt 2", "Grunt 3"])
    fight.tap(also.last.locator(".."))
    expect(targets).to_have_text(["Grunt 1", "Grunt 2"])
    fight.tap(fight.play)
    event = next(event for event in fight.stored_events if event["event"] == "roll")
    assert (event["at"], event["also"]) == ("n2-1", ["n2-2"])
