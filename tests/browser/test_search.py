"""The search: its results, the scroll to them, and the loading of its index."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_sampled_schemes

INDEX = "**/search/index.json"
SUMMARY = re.compile(r"\d+ results?\b|^No game")
ON_SCREEN = """target => {
    const { top, bottom } = target.getBoundingClientRect();
    return top >= document.querySelector(".md-header").getBoundingClientRect().bottom - 1 && top < innerHeight - 40;
}"""


class Search:
    """The search as a reader uses it."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.dialog = page.get_by_role("dialog", name="Search")
        self.field = self.dialog.get_by_role("searchbox", name="Search the rules")
        self.status = self.dialog.get_by_role("status")
        self.results = self.dialog.locator(".fb-find > a:first-child")

    def open(self):
        self.fb.press(self.page.get_by_role("button", name="Search"))
        expect(self.field).to_be_focused()

    def type(self, words):
        self.field.fill(words)
        expect(self.status).to_have_text(SUMMARY)

    def titles(self):
        return [each.locator("strong").inner_text() for each in self.results.all()]

    def games(self):
        return [each.split(" · ")[0] for each in self.results.locator(".fb-find-where").all_inner_texts()]


@pytest.fixture
def search(page, fb):
    return Search(page, fb)


def index_requests(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/search/index.json" in request.url else None)
    return asked


def test_opening_the_search_fetches_the_index_once_and_asks_about_the_game_of_the_page(page, fb, search):
    asked = index_requests(page)
    page.goto("/psiops/")
    fb.Chip(page.locator("article fb-die").first).roll()
    fb.wait_until_loaded(page)
    fb.go_to(page, "/psiops/stress/")
    fb.wait_until_loaded(page)
    assert asked == [], "reading and rolling need no index"
    search.open()
    search.type("who goes first")
    assert search.games()[0] == "PSIOPS"
    search.type("sideworld initiative")
    fb.press(search.results.first)
    page.wait_for_url("**/sideworld/**")
    search.open()
    search.type("who goes first")
    assert search.games()[0] == "Sideworld"
    assert len(asked) == 1


# Scrolling to a result

SEARCH_TARGETS = {  # typed text → target
    "telekinesis": ("/psiops/", "/psiops/talents/", "talents-61"),
    "suppressing": ("/psiops/", "/psiops/defense/", "suppressing-fire"),
    "recoil": ("/sideworld/", "/sideworld/weapons/", "recoil"),
    "first aid": ("/xmas/", "/xmas/harm/", "xmas.first-aid"),
    "movement": ("/combat/", None, None),
    "goal": ("/puml/", None, None),
    "swarm": ("/psiops/groups/", "/psiops/groups/", None),
}


@pytest.mark.parametrize("words", SEARCH_TARGETS)
def test_first_result_scrolls_to_its_target(page, fb, search, words):
    start, place, anchor = SEARCH_TARGETS[words]
    page.goto(start)
    search.open()
    search.type(words)
    target = search.results.first.get_attribute("data-anchor")
    fb.press(search.results.first)
    expect(search.dialog).to_be_hidden()
    if place:
        page.wait_for_url(f"**{place}#*")
    if anchor:
        assert target == anchor
    found = page.locator(".fb-found")
    expect(found).to_be_visible()
    fb.wait_until_loaded(page)
    assert found.evaluate(ON_SCREEN)
    assert found.evaluate("(found, id) => found.id === id || found.querySelector('table')?.id === id", target)


@pytest.mark.trial
def test_result_scrolls_to_its_target_on_a_slow_connection(page, fb, search):
    page.goto("/psiops/")
    page.route("**/talents/", lambda route: route.continue_())
    with page.expect_response("**/psiops/talents/"):
        search.open()
        search.type("telekinesis")
        fb.press(search.results.first)
    expect(page.locator("#talents-61.fb-found")).to_be_in_viewport()


# Results


@pytest.mark.trial
def test_results_of_the_game_come_first_fit_their_text_and_have_words_marked(page, search):
    for slug, name in (("psiops", "PSIOPS"), ("sideworld", "Sideworld"), ("combat", "COMBAT!")):
        page.goto(f"/{slug}/")
        search.open()
        search.type("initiative")
        assert search.games()[:3] == [name] * 3
    page.goto("/")
    search.open()
    search.type("speed")
    assert all(search.games()[:5]) and search.titles()[0] != "Speed", "pages about the site come last"
    page.goto("/psiops/")
    search.open()
    search.type("initiative")
    sizes = page.locator(".fb-find").evaluate_all("all => all.map((each) => [each.clientHeight, each.scrollHeight])")
    assert len(sizes) > 3
    assert [room for room, needed in sizes if room < needed] == []
    search.type("burn")
    expect(search.dialog.locator("mark", has_text="burning").first).to_be_visible()
    search.type("what does recoil do")
    expect(search.status).to_have_text(
        re.compile(r"^PSIOPS has no rule for “recoil”, but other games do: \d+ results$")
    )
    assert search.titles()[0] == "Recoil" and search.games()[0] == "Sideworld"


def test_every_result_names_its_game(page, search):
    page.goto("/")
    search.open()
    search.type("combat")
    assert find_violations_in_sampled_schemes(page, "fb-search") == []
    assert set(search.games()) <= {"COMBAT!", "PSIOPS", "PUML", "Sideworld", "X-M.A.S."}
    assert search.dialog.locator(".fb-find svg").count() == search.results.count()


@pytest.mark.trial
@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("close range", "Ranges"),
        ("attacked", "Attack"),
        ("defend", "Defend"),
        ("who goes first", "Initiative"),
        ("run away", "Retreat"),
        ("heal", "Heal"),
        ("hit points", "Damage"),
        ("powers", "Using a talent"),
        ("panic", "Panic"),
        ("telekinsis", "Telekinesis"),
        ("drive 31", None),
    ],
)
def test_common_search_words_find_the_rule(page, search, words, title):
    page.goto("/psiops/")
    search.open()
    search.type(words)
    if title:
        assert title in search.titles()[:2]
    else:
        assert search.results.first.get_attribute("data-anchor") == "drives-31"


@pytest.mark.trial
def test_index_has_every_row_roller_calculator_and_section(page, site_folder):
    index = json.loads((site_folder / "search" / "index.json").read_text())
    found = {(index["pages"][number]["url"], anchor) for number, _, _, anchor, *_ in index["entries"]}
    page.goto("/psiops/combat/")
    there = page.evaluate("""[...document.querySelectorAll(
        'article :is(h2, h3, fb-table tr, fb-roller, fb-order)[id]')].map(({ id }) => id)""")
    assert len(there) > 30
    assert {("psiops/combat/", anchor) for anchor in there} <= found


def test_search_without_results_says_so_once_a_word_is_typed(page, fb, search):
    page.goto("/psiops/")
    search.open()
    search.type("xyzzyqq")
    expect(search.status).to_have_text("No game here has a rule for “xyzzyqq”. Try another word.")
    expect(search.results).to_have_count(0)
    search.type("stress ")
    search.status.evaluate("""status => {
        globalThis.announced = [];
        new MutationObserver(() => announced.push(status.textContent)).observe(status, { childList: true });
    }""")
    page.keyboard.type("xyzzy")
    expect(search.status).to_have_text(re.compile("Nothing here mentions “xyzzy”.$"))
    announced = page.evaluate("announced")
    assert [text for text in announced if "Nothing here" in text] == announced[-1:]
    search.type("calculator")
    fb.press(search.results.first)
    expect(page).to_have_url(re.compile("/psiops/calc/#calc$"))


@pytest.mark.trial
def test_a_rule_that_no_game_has_is_reported_with_the_nearest(page, search):
    page.goto("/psiops/")
    search.open()
    search.field.fill("can I grapple a guard")
    expect(search.status).to_have_text(
        re.compile(r"^No game here has a rule for “grapple”\. Nearest: Unarmed \(.*\)\.$")
    )
    assert search.titles()[0] == "Unarmed"
    assert find_violations_in_sampled_schemes(page) == []


@pytest.mark.trial
@pytest.mark.parametrize("typed", ["<img src=x onerror=alert(1)>", "'\"&lt;", "(", "\\", "a" * 5_000, "💥"])
def test_hostile_search_text_is_only_looked_up(page, search, typed):
    page.goto("/psiops/")
    search.open()
    search.field.fill(typed)
    expect(search.status).to_have_text(SUMMARY)
    assert search.dialog.locator("img").count() == 0


SOMETHING_ELSE = "the network sent something else; you may need to sign in to it"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"body": "<!doctype html><title>Sign in</title>", "content_type": "text/html"}, SOMETHING_ELSE),
        (None, "it couldn't be downloaded"),
        ({"body": '{"entries": [{"title', "content_type": "application/json"}, SOMETHING_ELSE),
        ({"body": "[]", "content_type": "application/json"}, SOMETHING_ELSE),
        ({"status": 503, "body": "busy"}, "the server sent an error (503)"),
    ],
    ids=["a page to sign in on", "nothing", "half", "of something else", "an error"],
)
def test_failed_search_index_is_requested_again(page, search, console_guard, answer, said):
    console_guard.expect_errors()
    page.route(INDEX, lambda route: route.fulfill(**answer) if answer else route.abort())
    page.goto("/psiops/")
    search.open()
    expect(search.status).to_have_text(f"The search couldn't be loaded: {said}. Keep typing to try again.")
    page.unroute(INDEX)
    search.type("stress")
    assert "Stress" in search.titles()


# Rolling from a result


@pytest.mark.trial
def test_table_rolls_from_its_search_result(page, fb, search):
    page.goto("/sideworld/")
    search.open()
    search.type("psiops panic")
    fb.press(search.dialog.get_by_role("link", name="Roll on Panic").first)
    result = page.locator("fb-table[table='psiops.panic'] .fb-table-result")
    expect(result).to_be_visible()
    expect(result).to_be_in_viewport()


@pytest.mark.trial
def test_plain_table_result_does_not_roll(page, fb, search):
    page.goto("/psiops/")
    search.open()
    search.type("panic")
    fb.press(search.results.filter(has=page.locator(".fb-find-where", has_text=re.compile("table$"))).first)
    expect(page.locator("fb-table[table='psiops.panic']")).to_be_in_viewport()
    expect(page.locator(".fb-table-result:visible")).to_have_count(0)


# Keyboard


@pytest.mark.parametrize("key", ["/", "s"])
def test_search_opens_and_works_by_keyboard(make_page, fb, key):
    page = make_page("desktop")
    search = Search(page, fb)
    page.goto("/psiops/")
    search.open()
    page.keyboard.press("Escape")
    expect(search.dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Search")).to_be_focused()
    page.keyboard.press(key)
    expect(search.field).to_be_focused()
    page.keyboard.type("telekinesis")
    expect(search.results.first).to_contain_text("Telekinesis")
    page.keyboard.press("ArrowDown")
    expect(search.results.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(search.results.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    row = page.locator("#talents-61")
    expect(row).to_be_in_viewport()
    expect(row).to_be_focused()
    row.evaluate("row => row.getAnimations().forEach((mark) => mark.finish())")
    assert row.evaluate("row => getComputedStyle(row).outlineColor") != "rgba(0, 0, 0, 0)"  # after the mark has faded
    page.keyboard.press(key)
    page.keyboard.type("how much damage does a grenade do")
    expect(search.results.first).to_contain_text("Grenade, frag")
    page.keyboard.press("Enter")
    expect(page.locator("#weapons-grenade-frag")).to_be_focused()


@pytest.mark.trial
def test_shortcut_keys_in_a_field_do_not_open_the_search(make_page, fb):
    page = make_page("desktop")
    page.goto("/dice/")
    page.locator("fb-roller input").first.fill("")
    page.locator("fb-roller input").first.press_sequentially("s/")
    expect(Search(page, fb).dialog).to_be_hidden()
