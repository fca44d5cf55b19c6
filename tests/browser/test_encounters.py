"""Encounters of a campaign: prepared together, played one after the other, found again, copied and taken along."""

import json
import re

import pytest
from playwright.sync_api import expect

import rules_py
from tests.browser.axe import find_violations
from tests.browser.boards import BoardPage

PLAYERS = ("Ada", "Bo", "Cy", "Dee")

STORE_CHARACTERS = """async (all) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    for (const data of all) await keep.add("sheets", { game: "xmas", name: data.fields.name, data });
}"""

STORE_FIGHTS = """async ([count, extra]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const events = [{ event: "join", who: "n1", sheet: { sheet: "xmas.enemy", fields: { name: "Grinch" } } }];
    const common = { game: "xmas", data: { fight: "xmas", events }, ...extra };
    const made = (at) => ["fights", { ...common, name: `Encounter ${at + 1}` }];
    await keep.addAll(Array.from({ length: count }, (_, at) => made(at)));
}"""

CHARACTERS = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return Object.fromEntries((await keep.list("sheets")).map(({ data }) => [data.fields.name, data.fields]));
}"""


@pytest.fixture
def fight(warm_phone, fb):
    fb.clear_storage(warm_phone)
    warm_phone.evaluate("localStorage.removeItem('fieldbook:backup')")
    fb.go_to(warm_phone, "/xmas/fight/")
    yield BoardPage(warm_phone, fb)
    fb.clear_storage(warm_phone)


def store_players(fight, *names):
    sheets = [rules_py.sheet("xmas.operator", name=name).to_dict() for name in names]
    data = [{"sheet": each["sheet"], "fields": each["fields"]} for each in sheets]
    fight.page.evaluate(STORE_CHARACTERS, data)


def prepare(fight, name, enemy, players):
    """Prepare an encounter: a new fight with an enemy and the stored characters."""
    fight.open_fights()
    fight.tap(fight.button("New fight"))
    fight.join("Enemy", enemy)
    fight.tap(fight.button(f"Add all {len(players)}" if len(players) > 1 else f"Add {players[0]}"))
    expect(fight.pieces).to_have_count(len(players) + 1)
    fight.open_menu()
    field = fight.root.get_by_label("This fight's name")
    field.fill(name)
    field.press("Enter")
    expect(fight.root.get_by_role("heading", name=name)).to_be_visible()
    fight.close()


def find_key(fight, name):
    """Return the key of somebody in the fight on show."""
    joined = [each for each in fight.stored_events if each["event"] == "join"]
    return next(each["who"] for each in joined if each["sheet"]["fields"]["name"] == name)


def open_encounter(fight, name):
    fight.open_fights()
    fight.tap(fight.root.locator(".fb-fight-older", has_text=name))


@pytest.mark.trial
def test_three_prepared_encounters_follow_the_players_from_one_to_the_next(fight):
    store_players(fight, *PLAYERS)
    for name, enemy in (("The gate", "Guard"), ("The mast", "Sniper"), ("The cellar", "Ghoul")):
        prepare(fight, name, enemy, PLAYERS)
    open_encounter(fight, "The gate")
    store_players(fight, "Late")
    fight.roll("Attack")
    fight.act({"act": "join", "sheet": "xmas.operator", "name": "Helper"})  # an improvised latecomer
    fight.open_card("Ada")
    fight.act({"act": "edit", "who": find_key(fight, "Ada"), "fields": {"wounds": 1}})
    fight.tap(fight.drawer.get_by_role("button", name="Save to Ada\u2019s own sheet"))
    fight.close()
    assert fight.page.evaluate(CHARACTERS)["Ada"]["wounds"] == 1
    open_encounter(fight, "The mast")
    expect(fight.piece("Sniper")).to_have_count(1)
    expect(fight.mat).to_contain_text("Ada is brought up to date")
    fight.tap(fight.button("Add Late"))
    fight.roll("Attack")
    fight.open_card("Ada")
    fight.act({"act": "edit", "who": find_key(fight, "Ada"), "fields": {"wounds": 2}})
    fight.tap(fight.drawer.get_by_role("button", name="Save to Ada\u2019s own sheet"))
    expect(fight.root.locator(".fb-error")).to_have_count(0)
    fight.close()
    assert fight.page.evaluate(CHARACTERS)["Ada"]["wounds"] == 2
    open_encounter(fight, "The cellar")
    expect(fight.mat).to_contain_text("Ada is brought up to date")


def test_encounter_is_copied_fresh_with_its_label_note_and_clock(fight):
    store_players(fight, "Ada")
    prepare(fight, "The gate", "Guard", ("Ada",))
    fight.open_menu()
    for label, text in (("Campaign", "Night shift"), ("Note", "They come by the stairs.")):
        fight.root.get_by_label(label, exact=True).fill(text)
        fight.root.get_by_label(label, exact=True).press("Tab")
        fight.wait()
    fight.root.get_by_label("A clock's name").fill("Alarm")
    fight.tap(fight.button("Add clock"))
    fight.tap(fight.button("Tick: Alarm"))
    expect(fight.root.get_by_role("group", name="Alarm")).to_contain_text("1/6")
    fight.close()
    expect(fight.root.locator(".fb-encounter-own")).to_have_accessible_name("Alarm 1 of 6")
    expect(fight.mat).to_contain_text("They come by the stairs.")
    fight.roll("Attack")
    expect(fight.mat).not_to_contain_text("They come by the stairs.")
    fight.act({"act": "edit", "who": "n1", "fields": {"wounds": 1}})
    fight.open_menu()
    fight.tap(fight.button("Same combatants, fresh"))
    expect(fight.root.get_by_role("heading", name="The gate 2")).to_be_visible()
    assert [each["event"] for each in fight.stored_events] == ["join", "join"]
    expect(fight.names).to_have_text(["Guard", "Ada"])
    expect(fight.root.locator(".fb-encounter-own")).to_have_accessible_name("Alarm 0 of 6")
    expect(fight.mat).to_contain_text("They come by the stairs.")
    fight.open_fights()
    expect(fight.root.locator(".fb-fight-older").first).to_contain_text("Night shift \u00b7 Prepared \u00b7 Guard")


def test_two_hundred_encounters_are_found_by_words_state_and_campaign(fight):
    fight.page.evaluate(STORE_FIGHTS, [200, {}])
    fight.page.evaluate(STORE_FIGHTS, [3, {"campaign": "Night shift", "note": "stairs"}])
    fight.open_fights()
    shown = fight.root.locator(".fb-encounters li").filter(visible=True)
    expect(shown).to_have_count(12)
    box = fight.drawer.bounding_box()
    assert box["height"] <= 844
    fight.root.get_by_role("searchbox", name="Find a fight").fill("encounter 137")
    expect(shown).to_have_count(1)
    fight.root.get_by_role("searchbox", name="Find a fight").fill("stairs")
    expect(shown).to_have_count(3)
    fight.root.get_by_role("searchbox", name="Find a fight").fill("")
    fight.root.get_by_role("combobox", name="Campaign").select_option("Night shift")
    expect(shown).to_have_count(3)
    with fight.page.expect_download() as download:
        fight.fb.press(fight.button("Export this campaign"))
    file = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert {each["campaign"] for each in file["fights"]} == {"Night shift"} and len(file["fights"]) == 3
    fight.root.get_by_role("combobox", name="State").select_option("Over")
    expect(shown).to_have_count(0)
    expect(fight.root.get_by_text("No fight is like this.")).to_be_visible()
    assert find_violations(fight.page, "fb-fight") == []


def test_list_of_fights_reminds_of_a_backup_in_one_line(fight):
    fight.join("Enemy", "Grinch")
    fight.page.evaluate("localStorage.setItem('fieldbook:backup', JSON.stringify({ at: 0, changes: 212, later: 0 }))")
    fight.open_fights()
    reminder = fight.root.get_by_role("group", name="Backup")
    expect(reminder).to_contain_text("212 changes without a backup.")
    assert find_violations(fight.page, "fb-fight") == []
    with fight.page.expect_download() as download:
        fight.fb.press(fight.button("Export everything"))
    assert len(json.loads(download.value.path().read_text(encoding="utf-8"))["fights"]) == 1
    expect(reminder).to_have_count(0)


def test_mat_of_a_new_fight_offers_the_latest_ones(fight):
    fight.page.evaluate(STORE_FIGHTS, [5, {}])
    fight.page.evaluate("location.hash = '#kept=new'")
    cards = fight.root.locator(".fb-start-card")
    expect(cards).to_have_count(4)
    expect(cards.first).to_contain_text("Prepared \u00b7 Grinch")
    expect(cards.last).to_have_text("All fights (5)")
    assert find_violations(fight.page, "fb-fight") == []
    fight.tap(cards.first)
    expect(fight.piece("Grinch")).to_have_count(1)
    expect(cards).to_have_count(0)


def test_everything_is_restored_on_a_new_device_in_three_taps(fight, make_page):
    store_players(fight, "Ada")
    prepare(fight, "The gate", "Guard", ("Ada",))
    page = fight.page
    fight.fb.go_to(page, "/data/")
    expect(page.locator("fb-data")).to_contain_text(
        re.compile("On this device: 1 sheet(,| and) 1 fight"), timeout=fight.fb.START
    )
    expect(page.locator("fb-data")).to_contain_text("There is no backup yet.")
    expect(page.locator(".fb-data-promise")).to_have_text(
        re.compile("This browser (has promised|may delete|doesn't say)")
    )
    assert find_violations(page, "fb-data") == []
    with page.expect_download() as download:
        fight.fb.press(page.get_by_role("button", name="Export everything"))
    expect(page.locator("fb-data")).to_contain_text("Last backup:")
    file = download.value.path()
    other = make_page("phone")
    other.goto("/data/")
    place = other.locator("fb-data")
    expect(place).to_contain_text("On this device: nothing.", timeout=fight.fb.START)
    taps = 0
    with other.expect_file_chooser() as chooser:
        other.get_by_text("Import a file", exact=True).first.tap()
        taps += 1
    chooser.value.set_files(file)
    taps += 1
    expect(place.get_by_text(re.compile("Adds 1 sheet(,| and) 1 fight"))).to_be_visible(timeout=fight.fb.START)
    expect(other.get_by_role("button", name="Import", exact=True)).to_be_focused()
    assert find_violations(other, "fb-data") == []
    fight.fb.press(other.get_by_role("button", name="Import", exact=True))
    taps += 1
    expect(place).to_contain_text("Imported ")
    assert taps == 3
    restored = BoardPage(other, fight.fb)
    fight.fb.go_to(other, "/xmas/fight/")
    expect(restored.names).to_have_text(["Guard", "Ada"], timeout=fight.fb.START)
    restored.page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const [{ id }] = await keep.list("sheets");
        await keep.update("sheets", id, ({ data }) => ({ data: { ...data, fields: { ...data.fields, wounds: 2 } } }));
    }""")
    expect(restored.mat).to_contain_text("Ada is brought up to date")  # the reference is restored, too


def test_players_window_is_live_and_tells_no_number_of_an_enemy(fight):
    fight.join("Operator", "Ada")
    fight.join("Enemy", "Grinch")
    fight.open_menu()
    fight.tap(fight.button("Players\u2019 view"))
    with fight.page.expect_popup() as popup:
        fight.button("Open the players\u2019 window").press("Space")  # a second tap so soon at one spot may not count
    players = popup.value
    view = players.locator(".fb-players")
    expect(view).to_contain_text("Grinch", timeout=fight.fb.START)
    foe = view.locator(".fb-players-piece[data-foe]")
    expect(foe).to_contain_text("Unhurt")
    assert not re.search(r"\d", foe.inner_text())
    assert find_violations(players) == []
    fight.act({"act": "edit", "who": "n2", "fields": {"pain": 1}})
    expect(foe).to_contain_text(re.compile("Hurt|Badly hurt"))
    rename = fight.root.get_by_label("Name of Grinch for players")
    rename.fill("A stranger")
    rename.press("Enter")
    expect(foe).to_contain_text("A stranger")
    fight.root.get_by_label("A stranger is hidden").or_(fight.root.get_by_label("Grinch is hidden")).check()
    expect(foe).to_have_count(0)
    assert "Grinch" not in players.content().partition("<main")[2]
    assert find_violations(fight.page, "fb-fight") == []
    players.close()


def test_link_for_players_opens_on_how_everyone_is(fight, make_page):
    fight.join("Operator", "Ada")
    fight.join("Enemy", "Grinch")
    fight.open_menu()
    fight.tap(fight.button("Players\u2019 view"))
    fight.button("Link and code for players").press("Space")
    expect(fight.root.locator(".fb-players-link svg")).to_be_visible()
    link = fight.fb.read_copied(fight.button("Share the link"))
    phone = make_page("phone")
    phone.goto(link)
    expect(phone.locator(".fb-players")).to_contain_text("Grinch", timeout=fight.fb.START)
    expect(phone.locator(".fb-players-piece[data-foe]")).to_contain_text("Unhurt")
    assert find_violations(phone, "article") == []
    count = phone.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        return (await keep.list("fights")).length;
    }""")
    assert count == 0, "nothing is stored"
