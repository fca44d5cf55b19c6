"""The site's layout: menu, bottom bar, landing pages, the 404 page, and print."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_sampled_schemes

KINDS = ["/", "/compare/", "/dice/", "/speed/", "/psiops/", "/combat/derived/", "/sideworld/calc/", "/authoring/"]
GAMES = ["COMBAT!", "PSIOPS", "PUML", "Sideworld", "X-M.A.S."]


# The menu


@pytest.mark.parametrize("path", KINDS)
def test_phone_menu_lists_every_game_on_every_kind_of_page(warm_phone, fb, path):
    fb.go_to(warm_phone, path)
    fb.press(warm_phone.locator(".fb-thumb").get_by_role("button", name="Rules"))
    menu = warm_phone.get_by_role("navigation", name="Games and pages")
    expect(menu.locator(".fb-menu-game summary")).to_have_text(GAMES)
    expect(menu.locator(".fb-menu-game summary").first).to_be_in_viewport()
    assert menu.locator(".fb-menu-mark svg").count() == len(GAMES)


@pytest.mark.trial
def test_phone_menu_closes_after_switching_games(phone, fb):
    phone.goto("/psiops/")
    fb.press(phone.locator(".fb-thumb").get_by_role("button", name="Rules"))
    menu = phone.get_by_role("navigation", name="Games and pages")
    fb.press(menu.locator("summary", has_text="PUML"))
    assert find_violations_in_sampled_schemes(phone) == []
    fb.press(menu.get_by_role("link", name="Action dice"))
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Action dice")
    expect(menu).not_to_be_in_viewport()


def focus_is_in(page, place: str) -> bool:
    return page.evaluate("place => document.activeElement.closest(place) !== null", place)


@pytest.mark.trial
def test_phone_menu_works_by_keyboard_and_hides_no_focused_element(phone):
    phone.goto("/psiops/stress/")
    opener = phone.locator(".fb-thumb").get_by_role("button", name="Rules")
    menu = phone.get_by_role("navigation", name="Games and pages")
    expect(opener).to_have_attribute("aria-expanded", "false")
    for _ in range(200):
        phone.keyboard.press("Tab")
        assert not focus_is_in(phone, ".md-sidebar--primary")
        if focus_is_in(phone, ".md-footer"):
            break
    opener.press("Enter")
    expect(menu.get_by_role("button", name="Close")).to_be_focused()
    expect(menu).to_be_in_viewport()
    phone.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.press(" ")
    menu.get_by_role("link", name="Overview").and_(menu.locator("details[open] a")).press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("PSIOPS")
    expect(phone.get_by_role("heading", level=1)).to_be_focused()
    expect(menu).not_to_be_in_viewport()
    header = phone.get_by_role("button", name="Menu", exact=True)
    header.press("Enter")
    menu.get_by_role("button", name="Close").press("Enter")
    expect(header).to_be_focused()


def test_desktop_menu_is_next_to_the_page_marks_it_and_lists_no_site_pages(desktop):
    desktop.goto("/psiops/stress/")
    expect(desktop.locator(".fb-menu [aria-current=page]:visible")).to_have_text("Stress")
    expect(desktop.locator(".fb-menu-game:visible")).to_have_count(1)
    desktop.get_by_role("navigation", name="Games and pages").get_by_role("link", name="Overview").focus()
    assert focus_is_in(desktop, ".md-sidebar--primary")
    menu, foot = desktop.locator(".fb-menu"), desktop.get_by_role("navigation", name="About this site")
    for name, path in (("Write a game", "/authoring/"), ("Speed", "/speed/"), ("Licences", "/licences/")):
        assert menu.locator(f"a[href$='{path}']").count() == 0
        expect(foot.get_by_role("link", name=name)).to_have_attribute("href", re.compile(f"{path}$"))


@pytest.mark.parametrize(
    "path", ["/combat/calc/", "/psiops/character/", "/puml/calc/", "/sideworld/weapons/", "/xmas/paper/"]
)
def test_menu_lists_what_is_used_at_the_table_apart_from_the_rules(warm_desktop, fb, path):
    fb.go_to(warm_desktop, path)
    tools = warm_desktop.get_by_role("list", name="At the table").get_by_role("link")
    expect(tools).to_have_count(6)
    assert tools.evaluate_all("links => links.map(({ pathname }) => pathname.split('/').at(-2))")[1:] == [
        "fight",
        "calc",
        "screen",
        "paper",
        "files",
    ]
    expect(warm_desktop.locator(".fb-menu [aria-current=page]:visible")).to_have_attribute("href", re.compile("^$|/$"))


# The bottom bar


def test_bottom_bar_buttons_open_their_targets(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/magic/")
    bar = warm_phone.get_by_role("navigation", name="Quick access")
    fb.press(bar.get_by_role("link", name="Fight"))
    expect(warm_phone).to_have_url(re.compile("/sideworld/fight/$"))
    fb.press(bar.get_by_role("button", name="Search"))
    expect(warm_phone.get_by_role("searchbox", name="Search the rules")).to_be_focused()
    warm_phone.keyboard.press("Escape")
    sizes = bar.locator(":scope > *").evaluate_all("each => each.map((one) => one.getBoundingClientRect().height)")
    assert len(sizes) == 4 and min(sizes) >= 44


def test_left_handed_bottom_bar_persists(make_page, fb):
    page = make_page("phone")
    page.goto("/psiops/")
    left_of = "each => each.getBoundingClientRect().left"
    ends = [page.locator(".fb-thumb").get_by_text(words) for words in ("Rules", "Search")]
    assert ends[0].evaluate(left_of) < ends[1].evaluate(left_of)
    hand = page.get_by_role("button", name="Left-handed")
    fb.press(hand)
    expect(hand).to_have_attribute("aria-pressed", "true")
    assert ends[0].evaluate(left_of) > ends[1].evaluate(left_of)
    fb.go_to(page, "/dice/")
    expect(hand).to_be_visible()
    page.reload()
    expect(hand).to_have_attribute("aria-pressed", "true")
    fb.press(page.locator(".fb-thumb [data-opens=tray]"))
    assert page.get_by_role("button", name="Close the dice tray").evaluate(left_of) < 60
    page.keyboard.press("Escape")
    fb.press(hand)
    assert ends[0].evaluate(left_of) < ends[1].evaluate(left_of)


def test_bars_leave_most_of_the_screen_free_at_400_percent_zoom(make_page):
    """The test uses a window of 1280 by 800 at 400 % zoom."""
    page = make_page("desktop", viewport={"width": 320, "height": 200})
    for path in ("/psiops/combat/", "/psiops/calc/", "/psiops/screen/"):
        page.goto(path)
        page.evaluate("scrollTo(0, 600)")
        taken = page.evaluate("""() => [...document.querySelectorAll("body *")]
            .filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position))
            .filter((each) => each.checkVisibility({ opacityProperty: true }) && !each.closest(".md-sidebar, .md-skip"))
            .map((each) => each.getBoundingClientRect())
            .map(({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)))
            .reduce((sum, height) => sum + height, 0)""")
        assert 0 < taken < 100, path


def test_roll_button_of_a_long_form_does_not_cover_its_title(warm_phone, fb):
    """When a form just came into view, the button in the bottom bar once covered the form's title."""
    fb.go_to(warm_phone, "/sideworld/attacks/")
    covered = warm_phone.evaluate("""() => [...document.querySelectorAll("fb-roller:not(details *) .fb-form--long")]
        .map((form) => [form.querySelector(".fb-title"), form.querySelector(".fb-actions")])
        .filter(([title, actions]) => {
            scrollTo(0, scrollY + title.getBoundingClientRect().bottom - innerHeight + 70);
            return actions.getBoundingClientRect().top < title.getBoundingClientRect().bottom;
        }).map(([title]) => title.textContent)""")
    assert covered == []


LONG_FORM = 10  # fields

PAGES_WITH_LONG_FORMS = [
    "/sideworld/attacks/",
    "/psiops/combat/",
    "/psiops/groups/",
    "/combat/characters/",
    "/combat/fighting/",
    "/puml/dice/",
    "/xmas/combat/",
]


@pytest.mark.parametrize("path", PAGES_WITH_LONG_FORMS)
def test_long_form_folds_to_what_matters_with_its_button_in_view(warm_phone, fb, path):
    fb.go_to(warm_phone, path)
    heights = warm_phone.evaluate(
        """(most) => Object.fromEntries([...document.querySelectorAll("fb-roller")]
            .filter((roller) => roller.checkVisibility())
            .filter((roller) => roller.querySelectorAll(".fb-field").length >= most)
            .map((roller) => [roller.id, roller.querySelector(".fb-roll").getBoundingClientRect().bottom
                - roller.querySelector(".fb-inputs").getBoundingClientRect().top]))""",
        LONG_FORM,
    )
    room = warm_phone.evaluate(
        """innerHeight - document.querySelector(".md-header").offsetHeight
            - document.querySelector(".fb-thumb").offsetHeight"""
    )
    assert heights
    assert {id: height for id, height in heights.items() if height > room} == {}


def test_bottom_bar_covers_neither_roll_buttons_nor_page_ends(warm_phone, fb):
    for path, target in (("/sideworld/combat/", ".fb-form--long .fb-roll"), ("/psiops/calc/", ".fb-calc-summary")):
        fb.go_to(warm_phone, path)
        above = warm_phone.evaluate(
            """(target) => {
            document.querySelector(target).scrollIntoView({ block: "nearest" });
            return document.querySelector(target).getBoundingClientRect().bottom
                <= document.querySelector(".fb-thumb").getBoundingClientRect().top + 1.5;
        }""",
            target,
        )
        assert above, path
    warm_phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot = warm_phone.locator(".fb-foot a").last.bounding_box()
    assert foot["y"] + foot["height"] <= warm_phone.locator(".fb-thumb").bounding_box()["y"] + 1


# Special pages


def test_home_page_lists_five_equal_game_cards_first(warm_page, fb):
    fb.go_to(warm_page, "/")
    cards = warm_page.locator(".fb-game")
    assert cards.locator("strong").all_inner_texts() == GAMES
    assert cards.get_by_role("link", name="Calculator").count() == len(GAMES)
    assert len(set(cards.evaluate_all("each => each.map((card) => Math.round(card.offsetWidth))"))) == 1
    last, demo = cards.last.bounding_box(), warm_page.locator("fb-roller").first.bounding_box()
    assert last["y"] + last["height"] <= demo["y"]


@pytest.mark.parametrize("slug", ["combat", "psiops", "puml", "sideworld", "xmas"])
def test_landing_page_has_its_art_and_three_working_links(warm_page, fb, site_folder, slug):
    fb.go_to(warm_page, f"/{slug}/")
    doors = warm_page.locator(".fb-doors a")
    assert doors.count() == 3
    for address in doors.evaluate_all("each => each.map(({ href }) => href)"):
        assert warm_page.request.get(address).ok
    art = warm_page.locator(".fb-art").evaluate('art => getComputedStyle(art).maskImage.match(/url\\("(.+?)"/)[1]')
    assert warm_page.request.get(art).text() == (site_folder / slug / "art.svg").read_text()
    names = warm_page.locator("article").evaluate("article => article.innerText.split('\\n').slice(0, 2)")
    assert names[0] != names[1], "the name stands twice"


@pytest.mark.trial
def test_abbreviations_keep_capitals_on_buttons(phone):
    phone.goto("/sideworld/characters/")
    expect(phone.get_by_role("button", name="New NPC", exact=True)).to_be_visible()
    expect(phone.get_by_role("button", name="New object", exact=True)).to_be_visible()


def test_404_page_offers_search_and_games(page, fb):
    page.goto("/404.html")
    assert page.locator(".fb-menu-list a").all_inner_texts() == GAMES
    fb.press(page.locator("article").get_by_role("button", name="Search the rules"))
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_focused()


def test_long_page_starts_with_a_table_of_contents_on_a_phone(warm_phone, fb):
    fb.go_to(warm_phone, "/psiops/combat/")
    contents = warm_phone.locator(".fb-contents")
    fb.press(contents.locator("summary"))
    fb.press(contents.get_by_role("link", name="Ammo"))
    expect(warm_phone.locator("#ammo")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("/psiops/combat/#cover-high", "/psiops/defense/#cover-high"),
        (
            "/psiops/combat/?roll=psiops.defend&armor=2&faces=1,2#psiops.defend",
            "/psiops/defense/?roll=psiops.defend&armor=2&faces=1,2#psiops.defend",
        ),
        ("/psiops/combat/?psiops.attack-2.cover=3", "/psiops/defense/?psiops.attack-2.cover=3#psiops.attack-2"),
        ("/psiops/playing/#momentum-spends-push", "/psiops/momentum/#momentum-spends-push"),
        (
            "/sideworld/combat/?roll=sideworld.attack-2&radius=4",
            "/sideworld/attacks/?roll=sideworld.attack-2&radius=4#sideworld.attack-2",
        ),
        ("/combat/derived/?roll=combat.move&move=11", "/combat/moving/?roll=combat.move&move=11#combat.move"),
        ("/sideworld/combat/#recoil", "/sideworld/weapons/#recoil"),
    ],
)
def test_old_section_address_redirects_to_its_new_page(warm_desktop, fb, address, there):
    fb.go_to(warm_desktop, "/licences/")
    warm_desktop.goto(address)
    warm_desktop.wait_for_url(f"**{there}")
    expect(warm_desktop.locator(f"[id='{there.rpartition('#')[2]}']")).to_be_in_viewport()
    expect(warm_desktop.locator(".fb-error")).to_have_count(0)


@pytest.mark.trial
def test_old_address_of_two_forms_sets_both_on_their_new_pages(desktop, fb):
    desktop.goto("/psiops/combat/?roll=psiops.attack&armor=3&psiops.defend.armor=2#psiops.attack")
    expect(fb.Roller(desktop, "psiops.attack").param("armor")).to_have_value("3")
    kept = "() => Object.keys(sessionStorage).some((name) => name.endsWith('psiops/defense/#psiops.defend'))"
    fb.wait_until(desktop, kept)
    desktop.goto("/psiops/defense/")
    expect(fb.Roller(desktop, "psiops.defend").param("armor")).to_have_value("2")


@pytest.mark.trial
@pytest.mark.parametrize(
    ("anchor", "there"), [("blow", "combat.blow"), ("how-long", "combat.takedown"), ("stun-turn", "combat.stun")]
)
def test_old_anchor_links_to_the_moved_section(desktop, anchor, there):
    desktop.goto(f"/combat/derived/#{anchor}")
    expect(desktop.locator(f"#{anchor}")).to_be_in_viewport()
    expect(desktop.locator(f"#{anchor}")).to_have_attribute("href", re.compile(f"/fighting/#{re.escape(there)}$"))


def test_shared_roll_of_a_moved_roller_redirects_to_its_new_page(desktop, fb):
    desktop.goto("/combat/derived/?roll=combat.stun&acted=yes#combat.stun")
    desktop.wait_for_url(re.compile(r"/combat/fighting/\?roll=combat\.stun&acted=yes#combat\.stun$"))
    expect(desktop.locator('fb-roller[mechanic="combat.stun"]')).to_be_in_viewport()
    expect(desktop.locator(".fb-error")).to_have_count(0)


# Print

PRINTED = """() => [...document.querySelectorAll(
    "button, input, fb-roller form, .fb-thumb, .md-header, .fb-odds, .fb-contents")]
    .filter((each) => each.checkVisibility() && each.closest("fb-die, .fb-side") === null)
    .map((each) => each.outerHTML.slice(0, 80))"""
INK = """() => [...document.querySelectorAll("article :is(p, h1, h2, td, th, li, caption)")]
    .filter((each) => each.checkVisibility())
    .map((each) => getComputedStyle(each).color.match(/[\\d.]+/g).slice(0, 3).map(Number))
    .filter(([red, green, blue]) => Math.max(red, green, blue) > 140)"""


@pytest.mark.chromium
@pytest.mark.parametrize("path", ["/psiops/combat/", "/psiops/calc/", "/psiops/screen/", "/psiops/paper/"])
def test_printed_page_has_no_controls_and_dark_text_on_white(desktop, path):
    desktop.emulate_media(color_scheme="dark")
    desktop.goto(path)
    expect(desktop.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    desktop.emulate_media(color_scheme="dark", media="print")
    assert desktop.evaluate(PRINTED) == []
    assert desktop.evaluate(INK) == []
    assert desktop.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(desktop.locator(".fb-print-foot")).to_contain_text(path)


@pytest.mark.trial
@pytest.mark.chromium
def test_printed_columns_have_no_overflow_or_empty_headings(desktop):
    """A weapon table's six columns once overlapped the text next to them; a collapsed roller printed its heading."""
    desktop.goto("/sideworld/weapons/")
    desktop.emulate_media(media="print")
    tables = desktop.locator("fb-table").evaluate_all("""all => all.map((each) =>
        each.querySelector("table").getBoundingClientRect().right - each.getBoundingClientRect().right)""")
    assert max(tables) <= 1
    expect(desktop.get_by_text("How long does a clip take?")).to_be_hidden()


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize(
    ("path", "most"), [("/psiops/combat/", 8), ("/combat/derived/", 6), ("/sideworld/combat/", 9), ("/psiops/", 1)]
)
def test_chapter_prints_on_few_sheets(desktop, path, most):
    """These chapters once took 25, 20, 29 and 5 sheets of A4."""
    desktop.goto(path)
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", desktop.pdf(format="A4")))
    assert 1 <= sheets <= most


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("slug", "most"), [*((slug, 1) for slug in ("combat", "psiops", "puml", "xmas")), ("sideworld", 2)]
)
def test_calculator_prints_no_extra_sheet_for_the_footer(desktop, slug, most):
    """Four of five calculators once printed an additional sheet; Sideworld's has answers on its second."""
    desktop.goto(f"/{slug}/calc/")
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", desktop.pdf(format="A4")))
    assert sheets <= most


@pytest.mark.chromium
def test_printed_calculator_shows_its_settings(desktop):
    desktop.goto("/psiops/calc/")
    desktop.emulate_media(media="print")
    expect(desktop.locator("#calc-damage")).to_be_visible()
    expect(desktop.locator("#calc .fb-stepper button").first).to_be_hidden()
