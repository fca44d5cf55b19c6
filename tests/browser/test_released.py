"""Links and databases that versions 0.1 and 0.2 wrote, opened in today's site."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BoardPage
from tests.compatibility.released import read_saved

LINKS = {link["name"]: link for link in read_saved("links.json") if link["sees"]}
DATABASES = read_saved("databases.json")
RESTORE = """async ({ version, stores }) => {
    const asked = indexedDB.open("fieldbook", version);
    asked.onupgradeneeded = () => Object.entries(stores).forEach(([name, { keyPath, indexes }]) => {
        const store = asked.result.createObjectStore(name, { keyPath });
        Object.entries(indexes).forEach(([index, path]) => store.createIndex(index, path));
    });
    await new Promise((done) => { asked.onsuccess = done; });
    const writing = asked.result.transaction(Object.keys(stores), "readwrite");
    Object.entries(stores).forEach(([name, { records }]) =>
        records.forEach((record) => writing.objectStore(name).put(record)));
    await new Promise((done) => { writing.oncomplete = done; });
    asked.result.close();
}"""


IS_SET = """([selector, values]) => {
    const fields = [...document.querySelector(selector)?.elements ?? []];
    return fields.length > 0 && Object.entries(values).every(([name, text]) => fields.some((field) =>
        field.name === name && (field.type !== "radio" || field.checked)
        && (field.type === "checkbox" ? String(field.checked) : field.value) === text));
}"""
"""Script that returns True once a form has these values."""


REWORDED = {
    "Keep it": "Save it",
    "Somebody shared a fight with you.": "Someone shared a fight with you.",
}
"""Today's text for texts of the released site."""


def sees(page: Page, fb, what: dict) -> None:
    """Expect one of the things that a reader saw."""
    if "form" in what:
        form = "fb-calc form" if what["form"] == "calc" else f'fb-roller[mechanic="{what["form"]}"] form'
        fb.wait_until(page, IS_SET, [form, what["values"]])
    elif "text" in what:
        text = REWORDED.get(what["text"], what["text"])
        expect(page.get_by_text(text).locator("visible=true").first).to_be_visible(timeout=fb.START)
    elif "row" in what:
        table = page.locator(f'fb-table[table="{what["row"]}"]')
        expect(table.locator(f'tr[data-roll="{what["roll"]}"]')).to_be_in_viewport()
    elif "compared" in what:
        expect(page.get_by_role("textbox", name="Name of set-up")).to_have_count(what["compared"])
    elif "odds" in what:
        expect(page.locator(f'[id="{what["odds"]}"] input[type=radio]:checked')).not_to_have_value("exactly")
    else:
        page.wait_for_url(f"**{what['page']}*")


@pytest.mark.examples(3)
@pytest.mark.parametrize("name", LINKS)
def test_a_link_of_the_released_site_shows_the_same(warm_desktop, make_page, fb, name):
    link = LINKS[name]
    page = warm_desktop
    if any("page" in what for what in link["sees"]):  # the link leads to another page, which is loaded
        page = make_page("desktop")
        page.goto(link["address"])
    else:
        fb.go_to(page, "/licences/")
        fb.follow_link_to(page, link["address"])
    for what in link["sees"]:
        sees(page, fb, what)


@pytest.mark.parametrize("version", DATABASES)
def test_what_the_released_site_kept_is_shown(make_page, version):
    page = make_page("desktop")
    page.goto("/assets/sheets.schema.json")  # the site's origin, without scripts that open the database first
    page.evaluate(RESTORE, DATABASES[version])
    page.goto("/xmas/characters/")
    expect(page.locator("fb-sheets").get_by_text("Rudolf")).to_be_visible()
    page.goto("/puml/characters/#kept=00000000-0000-4000-8000-000000000007")
    expect(page.locator("fb-sheets").get_by_role("heading", name="Otto")).to_be_visible()
    page.goto("/psiops/fight/")
    expect(page.locator(".fb-board .fb-piece .fb-board-name").first).to_be_visible()
    page.goto("/psiops/screen/#kept=00000000-0000-4000-8000-000000000200")
    title = "Night raid" if "screens" in DATABASES[version]["stores"] else "This screen isn't on this device"
    expect(page.locator("main").get_by_text(title).first).to_be_visible()


def test_fights_of_version_0_2_are_on_the_shelf(make_page, fb):
    page = make_page("desktop")
    page.goto("/assets/sheets.schema.json")
    (database,) = read_saved("databases.json", "version_0_2").values()
    page.evaluate(RESTORE, database)
    page.goto("/xmas/fight/")
    fight = BoardPage(page, fb)
    fight.wait()
    expect(fight.pieces).to_have_count(4)
    fight.open_fights()
    shelved = fight.root.locator(".fb-fight-older")
    state = "Over · Ada, Bo and Guard ×2"  # it was stored without one
    expect(shelved).to_contain_text(state, timeout=fb.START)
    page.goto("/data/")
    expect(page.locator("fb-data")).to_contain_text("On this device: 10 sheets and 5 fights.", timeout=fb.START)
