"""A roller's state in the address: updated without a load, restored without a roll, and safe to open."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.games import find_mechanic

PSIOPS = "/psiops/"
COMBAT = "/psiops/combat/"
ACTION = "psiops.action"
GROUPS = "/psiops/groups/"
ATTACK = "psiops.attack"
MORALE = "psiops.morale"
TAKEDOWN = "psiops.takedown"
ANSWERED = "import('/assets/js/entry/main.js').then(({ runtime }) => runtime.ask('roll', 'dice', '{}'))"
"""Script that waits until all earlier requests are answered, because requests are answered in order."""


def read_query(page):
    return {name: value for name, (value,) in parse_qs(urlsplit(page.evaluate("location.href")).query).items()}


def test_changing_a_field_updates_the_address_without_reload(warm_page, fb):
    fb.go_to(warm_page, PSIOPS)
    warm_page.evaluate("window.kept = true")
    entries = warm_page.evaluate("history.length")
    roller = fb.Roller(warm_page, ACTION)
    roller.increase("attribute", 2)
    roller.toggle("advantage")
    assert read_query(warm_page) == {"roll": ACTION, "attribute": "2", "advantage": "true"}
    assert urlsplit(warm_page.url).fragment == ACTION
    assert warm_page.evaluate("window.kept === true")
    assert warm_page.evaluate("history.length") == entries, "each change is a step for the back button"


def test_preset_values_are_left_out_of_the_address(warm_desktop, fb):
    fb.go_to(warm_desktop, PSIOPS)
    roller = fb.Roller(warm_desktop, ACTION)
    roller.increase("attribute")
    roller.decrease("attribute")
    assert urlsplit(warm_desktop.url).query == ""


def test_address_restores_the_form_without_rolling(page, fb):
    page.goto(f"{COMBAT}?roll={ATTACK}&attribute=-2&aiming=true&weapon=shotgun&range_band=far&cover=3&armor=2#{ATTACK}")
    roller = fb.Roller(page, ATTACK)
    assert (
        roller.values()
        | {"attribute": "-2", "aiming": "true", "weapon": "shotgun", "range_band": "far", "cover": "3", "armor": "2"}
        == roller.values()
    )
    assert roller.values()["modifier"] == "0"
    assert fb.Roller(page, TAKEDOWN).values()["armor"] == "0"
    expect(roller.root).to_be_in_viewport()
    # Requests are answered in order, so an unrequested roll would be shown by then.
    fb.Roller(page, "psiops.initiative").roll()
    expect(roller.result).to_be_empty()


@pytest.mark.trial
def test_copied_address_opens_the_same_form_in_another_browser(warm_desktop, make_page, fb):
    fb.go_to(warm_desktop, COMBAT)
    here = fb.Roller(warm_desktop, ATTACK)
    here.decrease("modifier", 2)
    here.toggle("prone")
    here.choose("Remote")
    here.param("weapon").select_option("heavy")
    other = make_page("phone")
    other.goto(warm_desktop.url)
    assert fb.Roller(other, ATTACK).values() == here.values()


@pytest.mark.trial
def test_the_address_holds_the_state_of_several_rollers(warm_page, make_page, fb):
    fb.go_to(warm_page, COMBAT)
    attack, takedown = fb.Roller(warm_page, ATTACK), fb.Roller(warm_page, TAKEDOWN)
    attack.param("armor").fill("2")
    takedown.param("armor").fill("1")
    attack.param("armor").fill("3")
    assert read_query(warm_page) == {"roll": ATTACK, "armor": "3", f"{TAKEDOWN}.armor": "1"}
    assert urlsplit(warm_page.url).fragment == ATTACK
    other = make_page("phone")
    other.goto(warm_page.url)
    expect(fb.Roller(other, ATTACK).param("armor")).to_have_value("3")
    expect(fb.Roller(other, TAKEDOWN).param("armor")).to_have_value("1")
    attack.param("armor").fill("0")
    assert read_query(warm_page) == {f"{TAKEDOWN}.armor": "1"}
    takedown.param("armor").fill("0")
    assert read_query(warm_page) == {}


@pytest.mark.chromium
def test_a_shared_roll_among_several_leaves_out_the_others(warm_desktop, fb):
    warm_desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fb.go_to(warm_desktop, COMBAT)
    attack, takedown = fb.Roller(warm_desktop, ATTACK), fb.Roller(warm_desktop, TAKEDOWN)
    attack.param("armor").fill("2")
    takedown.param("armor").fill("1")
    attack.roll()
    attack.result.get_by_role("button", name="Share this roll").click()
    expect(attack.result.locator(".fb-share")).to_have_text("Link copied")
    link = urlsplit(warm_desktop.evaluate("navigator.clipboard.readText()"))
    assert link.query == f"roll={ATTACK}&armor=2&faces={','.join(map(str, attack.faces()))}"


@pytest.mark.trial
def test_link_with_several_shared_rolls_shows_all_of_them(page_without_rollers, fb):
    link = f"{GROUPS}?psiops.swarm.size=10&psiops.swarm.hit=4&psiops.swarm.faces=&roll={MORALE}&faces=6#{MORALE}"
    fb.follow_link_to(page_without_rollers, link)
    expect(fb.Roller(page_without_rollers, MORALE).headline).to_be_visible()
    expect(fb.Roller(page_without_rollers, "psiops.swarm").verdict).to_contain_text("6 of the swarm left")


@pytest.mark.chromium
def test_bookmark_of_a_moved_section_redirects_to_its_new_page(make_page):
    page = make_page("phone")
    page.goto(COMBAT)
    page.goto(f"{COMBAT}#dealing-damage")
    page.goto(f"{COMBAT}#taking-damage")  # a section of the open page that has since moved to a page about defense
    expect(page.locator("h1")).to_contain_text("Defense")
    assert urlsplit(page.url)[2::2] == ("/psiops/defense/", "taking-damage")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Combat")


@pytest.mark.parametrize("bad", ["psiops.nothing.armor=2", "roll=psiops.nothing&armor=2"])
def test_link_to_an_unknown_roller_shows_an_error(page_without_rollers, fb, bad):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?{bad}")
    refusal = "This link asks for “psiops.nothing”, which isn't on this page. Search the site to find it."
    expect(page_without_rollers.locator(".fb-error")).to_have_text(refusal)


@pytest.mark.chromium
def test_a_shared_roll_shows_the_same_outcome(warm_desktop, make_page, fb):
    warm_desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fb.go_to(warm_desktop, PSIOPS)
    here = fb.Roller(warm_desktop, ACTION)
    here.increase("attribute")
    here.toggle("advantage")
    here.roll()
    share = here.result.get_by_role("button", name="Share this roll")
    share.click()
    expect(here.result.locator(".fb-share")).to_have_text("Link copied")
    link = warm_desktop.evaluate("navigator.clipboard.readText()")
    assert "faces=" + ",".join(map(str, here.faces())) in link

    other = make_page("phone")
    other.goto(link)
    there = fb.Roller(other, ACTION)
    expect(there.headline).to_have_text(here.headline.inner_text(), timeout=fb.START)
    assert (there.faces(), there.dropped_faces()) == (here.faces(), here.dropped_faces())
    expect(there.follow_ups).to_have_text(here.follow_ups.all_inner_texts())
    assert there.values() == here.values()


@pytest.fixture
def page_without_rollers(warm_desktop, fb):
    """Return a page without the rollers that the tests' links lead to."""
    fb.go_to(warm_desktop, "/dice/")
    return warm_desktop


@pytest.mark.trial
def test_a_shared_roll_is_announced_with_its_outcome(page_without_rollers, fb):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?roll={ACTION}&attribute=1&faces=4,5#{ACTION}")
    expect(fb.Roller(page_without_rollers, ACTION).headline).to_contain_text("Success")
    expect(fb.live_region(page_without_rollers)).to_contain_text(
        "A shared roll. Action roll: Success, 4 + 5, +1 attribute = 10"
    )
    expect(fb.Roller(page_without_rollers, ACTION).source).to_have_text("A shared roll")


def test_blocked_clipboard_shows_the_link_as_text(warm_desktop, fb):
    fb.go_to(warm_desktop, PSIOPS)
    roller = fb.Roller(warm_desktop, ACTION)
    roller.roll()
    warm_desktop.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    fb.press(roller.result.get_by_role("button", name="Share this roll"))
    link = roller.result.get_by_label("Link to this roll")
    expect(link).to_have_value(re.compile(f"roll={ACTION}&faces={','.join(map(str, roller.faces()))}#{ACTION}$"))
    fb.go_to(warm_desktop, f"{PSIOPS}calc/")
    fb.press(warm_desktop.locator("fb-calc .fb-copy"))
    expect(warm_desktop.get_by_label("Link to these numbers")).to_have_value(re.compile("/psiops/calc/"))
    warm_desktop.evaluate("delete navigator.clipboard.writeText")


def test_shared_calculation_is_computed_on_arrival(page_without_rollers, fb):
    fb.follow_link_to(page_without_rollers, f"{GROUPS}?roll=psiops.swarm&size=10&hit=4&faces=#psiops.swarm")
    expect(fb.Roller(page_without_rollers, "psiops.swarm").verdict).to_contain_text("6 of the swarm left")


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (
            "attribute=9",
            "Attribute takes a whole number from \N{MINUS SIGN}3 to 3. The link has “9”, so nothing was changed.",
        ),
        (
            "attribute=lots",
            "Attribute takes a whole number from \N{MINUS SIGN}3 to 3. The link has “lots”, so nothing was changed.",
        ),
        ("advantage=maybe", "Advantage takes true or false. The link has “maybe”, so nothing was changed."),
        ("luck=7", "The link sets “luck”, which this form doesn't have, so it was ignored."),
    ],
)
def test_invalid_link_value_keeps_default_and_says_so(page_without_rollers, fb, bad, sentence):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?roll={ACTION}&modifier=2&{bad}#{ACTION}")
    roller = fb.Roller(page_without_rollers, ACTION)
    expect(roller.error).to_have_count(1)
    expect(roller.error).to_have_text(sentence)
    defaults = {name: str(default).lower() for name, default in rules_py.roll(ACTION).params.items()}
    assert roller.values() == defaults | {"modifier": "2"}
    assert fb.is_in_view(roller.error)


@pytest.mark.parametrize(
    ("path", "mechanic", "bad", "stays"),
    [
        (COMBAT, ATTACK, "weapon=banana", "none"),
        (COMBAT, ATTACK, "range_band=moon", "nearby"),
        ("/psiops/character/", "psiops.character", "taken_drives=11,banana", ""),
    ],
)
def test_unknown_choice_in_link_keeps_default(page_without_rollers, fb, path, mechanic, bad, stays):
    fb.follow_link_to(page_without_rollers, f"{path}?roll={mechanic}&{bad}#{mechanic}")
    roller = fb.Roller(page_without_rollers, mechanic)
    name, value = bad.split("=")
    label = find_mechanic(mechanic).parameters[name].label
    sentence = re.compile(f"^{label}.* takes .*\\. The link has “{value}”, so nothing was changed\\.$")
    expect(roller.error).to_have_text(sentence)
    assert roller.values()[name] == stays


@pytest.mark.trial
def test_link_with_invalid_value_and_faces_shows_no_shared_roll(page_without_rollers, fb):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?roll={ACTION}&attribute=9&faces=4,5#{ACTION}")
    roller = fb.Roller(page_without_rollers, ACTION)
    expect(roller.error).to_contain_text("Attribute")
    page_without_rollers.evaluate(ANSWERED)
    expect(roller.error).to_be_visible()
    expect(roller.headline).to_have_count(0)


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ("4", "One more die is needed: a d6."),
        ("4,9", "A d6 shows 1 to 6; you typed 9."),
        ("x", "Type what the dice show, with commas between them: 4, 5."),
        ("4,5,6", "2 dice are rolled here; you typed 3 faces."),
    ],
)
def test_invalid_faces_in_link_show_one_sentence(page_without_rollers, fb, faces, sentence):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?roll={ACTION}&faces={faces}#{ACTION}")
    expect(fb.Roller(page_without_rollers, ACTION).error).to_have_text(sentence)


@pytest.mark.trial
def test_invalid_faces_in_link_are_announced(page_without_rollers, fb):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?roll={ACTION}&faces=4,9#{ACTION}")
    expect(fb.Roller(page_without_rollers, ACTION).error).to_be_visible()
    expect(fb.live_region(page_without_rollers)).to_contain_text("you typed 9")


SHOWN_ELSEWHERE = """async ([page, selector]) => {
    const html = await (await fetch(page)).text();
    const found = new DOMParser().parseFromString(html, "text/html").querySelector(selector);
    document.querySelector("article").append(found);
}"""


def link_target(link):
    return link.evaluate("link => link.href.slice(location.origin.length)")


@pytest.mark.chromium
def test_embedded_roller_links_and_shares_its_home_page(page_without_rollers, make_page, fb):
    page_without_rollers.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page_without_rollers.evaluate(SHOWN_ELSEWHERE, [COMBAT, f'fb-roller[mechanic="{TAKEDOWN}"]'])
    roller = fb.Roller(page_without_rollers, TAKEDOWN)
    assert link_target(roller.root.locator(".fb-rule-link")) == f"/{find_mechanic(TAKEDOWN).page}"
    roller.increase("armor")
    roller.roll()
    roller.result.get_by_role("button", name="Share this roll").click()
    expect(roller.result.locator(".fb-share")).to_have_text("Link copied")
    link = urlsplit(page_without_rollers.evaluate("navigator.clipboard.readText()"))
    faces = ",".join(map(str, roller.faces()))
    assert (link.path, link.query, link.fragment) == (COMBAT, f"roll={TAKEDOWN}&armor=1&faces={faces}", TAKEDOWN)


@pytest.mark.trial
@pytest.mark.chromium
def test_embedded_calculator_copies_link_to_its_home_page(page_without_rollers, make_page, fb):
    page_without_rollers.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page_without_rollers.evaluate(SHOWN_ELSEWHERE, ["/psiops/calc/", "fb-calc"])
    calculator = page_without_rollers.locator("fb-calc")
    calculator.locator('[name="armor"]').fill("2")
    calculator.get_by_role("button", name="Copy link").click()
    expect(calculator.get_by_role("button", name="Link copied")).to_be_visible()
    link = page_without_rollers.evaluate("navigator.clipboard.readText()")
    assert urlsplit(link).path == "/psiops/calc/"
    there = make_page("phone")
    there.goto(link)
    expect(there.locator('fb-calc [name="armor"]')).to_have_value("2")


@pytest.mark.trial
def test_links_of_embedded_order_and_comparison_keep_their_targets(page_without_rollers):
    for page, selector in (("/sideworld/playing/", "fb-order"), ("/compare/", ".fb-compare")):
        page_without_rollers.evaluate(SHOWN_ELSEWHERE, [page, selector])
        links = page_without_rollers.locator(f"{selector} a[data-page]")
        expect(links).not_to_have_count(0)
        for link in links.all():
            assert link_target(link) == f"/{link.get_attribute('data-page')}"


SCRIPT = '<img src="x" onerror="window.taken=1"><script>window.taken=1</script>'


@pytest.mark.trial
@pytest.mark.parametrize("part", ["attribute", SCRIPT])
def test_markup_in_a_link_is_text(make_page, fb, part):
    page = make_page("desktop")
    page.goto(f"{PSIOPS}?{urlencode({'roll': ACTION, part: SCRIPT})}#{ACTION}")
    roller = fb.Roller(page, ACTION)
    expect(roller.error).to_contain_text("<script>")
    assert roller.root.locator("script, img").count() == 0
    assert page.evaluate("window.taken") is None


@pytest.mark.trial
def test_markup_in_the_faces_of_a_link_is_text(page_without_rollers, fb):
    fb.follow_link_to(page_without_rollers, f"{PSIOPS}?{urlencode({'roll': ACTION, 'faces': SCRIPT})}#{ACTION}")
    roller = fb.Roller(page_without_rollers, ACTION)
    expect(roller.error).to_have_text("Type what the dice show, with commas between them: 4, 5.")
    assert roller.root.locator("script, img, [onerror]").count() == 0
    assert fb.live_region(page_without_rollers).locator("script, img, [onerror]").count() == 0
    assert page_without_rollers.evaluate("window.taken") is None


@pytest.mark.trial
def test_unknown_roller_in_link_leaves_the_page_unchanged(make_page, fb):
    page = make_page("desktop")
    page.goto(f"{PSIOPS}?roll=psiops.nothing&attribute=2#psiops.nothing")
    roller = fb.Roller(page, ACTION)
    expect(roller.param("attribute")).to_have_value("0")
    expect(roller.result).to_be_empty()


def test_back_button_restores_the_form(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    fb.Roller(warm_desktop, ATTACK).increase("armor", 2)
    fb.go_to(warm_desktop, "/psiops/drives/")
    warm_desktop.go_back()
    roller = fb.Roller(warm_desktop, ATTACK)
    expect(roller.param("armor")).to_have_value("2")
    expect(roller.result).to_be_empty()


@pytest.mark.trial
def test_back_button_restores_a_list_field(warm_desktop, fb):
    character = "/psiops/character/"
    fb.go_to(warm_desktop, character)
    roller = fb.Roller(warm_desktop, "psiops.character")
    fb.press(roller.root.get_by_role("button", name="Add"))
    roller.root.locator(".fb-entry select").select_option("23")
    fb.go_to(warm_desktop, "/psiops/drives/")
    warm_desktop.go_back()
    expect(roller.root.locator(".fb-entry select")).to_have_value("23")
    roller.roll()
    expect(roller.headline).to_be_visible()
