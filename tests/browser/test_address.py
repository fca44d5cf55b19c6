"""A roller's state is in the address: kept without a load, restored without a roll, and safe to open."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

import rules_py

PSIOPS = "/psiops/"
COMBAT = "/psiops/combat/"
ACTION = "psiops.action"
ATTACK = "psiops.attack"
ANSWERED = "import('/assets/js/runtime.js').then(({ runtime }) => runtime.ask('roll', 'dice', '{}'))"
"""Questions are answered in turn: whatever was asked before is answered by then."""


def query(page):
    return {name: value for name, (value,) in parse_qs(urlsplit(page.url).query).items()}


def test_a_change_is_in_the_address_without_a_load(warm_page, fb):
    fb.go_to(warm_page, PSIOPS)
    warm_page.evaluate("window.kept = true")
    entries = warm_page.evaluate("history.length")
    roller = fb.Roller(warm_page, ACTION)
    roller.more("Attribute", 2)
    roller.toggle("Advantage")
    assert query(warm_page) == {"roll": ACTION, "attribute": "2", "advantage": "true"}
    assert urlsplit(warm_page.url).fragment == ACTION
    assert warm_page.evaluate("window.kept === true")
    assert warm_page.evaluate("history.length") == entries, "each change is a step for the back button"


def test_what_is_as_the_page_presets_it_is_not_in_the_address(warm_desktop, fb):
    fb.go_to(warm_desktop, PSIOPS)
    roller = fb.Roller(warm_desktop, ACTION)
    roller.more("Attribute")
    roller.fewer("Attribute")
    assert urlsplit(warm_desktop.url).query == ""


def test_an_address_restores_the_form_and_rolls_nothing(page, fb):
    page.goto(f"{COMBAT}?roll={ATTACK}&attribute=-2&aiming=true&weapon=shotgun&range_band=far&cover=3#{ATTACK}")
    roller = fb.Roller(page, ATTACK)
    assert roller.values() | {"attribute": "-2", "aiming": "true", "weapon": "shotgun", "range_band": "far",
                              "cover": "3"} == roller.values()
    assert roller.values()["armor"] == "0"
    expect(roller.root).to_be_in_viewport()
    # Answers come in the order of the questions, so a roll that nobody asked for would be there by then.
    fb.Roller(page, "psiops.initiative").roll()
    expect(roller.result).to_be_empty()


def test_the_address_of_a_change_opened_elsewhere_is_the_same_form(warm_desktop, new_page, fb):
    fb.go_to(warm_desktop, COMBAT)
    here = fb.Roller(warm_desktop, ATTACK)
    here.fewer("Modifier", 2)
    here.toggle("Prone")
    here.choose("Remote")
    here.param("weapon").select_option("heavy")
    other = new_page("phone")
    other.goto(warm_desktop.url)
    assert fb.Roller(other, ATTACK).values() == here.values()


def test_other_rollers_of_the_page_stay_as_they_were(new_page, fb):
    page = new_page("desktop")
    page.goto(f"{COMBAT}?roll={ATTACK}&armor=3#{ATTACK}")
    expect(fb.Roller(page, ATTACK).param("armor")).to_have_value("3")
    expect(fb.Roller(page, "psiops.defend").param("armor")).to_have_value("0")


def test_a_shared_roll_shows_the_same_outcome(warm_desktop, new_page, fb):
    warm_desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fb.go_to(warm_desktop, PSIOPS)
    here = fb.Roller(warm_desktop, ACTION)
    here.more("Attribute")
    here.toggle("Advantage")
    here.roll()
    share = here.result.get_by_role("button", name="Share this roll")
    share.click()
    expect(here.result.locator(".fb-share")).to_have_text("Link copied")
    link = warm_desktop.evaluate("navigator.clipboard.readText()")
    assert "faces=" + ",".join(map(str, here.faces())) in link

    other = new_page("phone")
    other.goto(link)
    there = fb.Roller(other, ACTION)
    expect(there.headline).to_have_text(here.headline.inner_text(), timeout=fb.START)
    assert (there.faces(), there.dropped()) == (here.faces(), here.dropped())
    expect(there.follows).to_have_text(here.follows.all_inner_texts())
    assert there.values() == here.values()


@pytest.fixture
def elsewhere(warm_desktop, fb):
    """A page without the rollers that the links below lead to."""
    fb.go_to(warm_desktop, "/dice/")
    return warm_desktop


def test_a_shared_roll_is_announced_with_its_outcome(elsewhere, fb):
    fb.follow_link_to(elsewhere, f"{PSIOPS}?roll={ACTION}&attribute=1&faces=4,5#{ACTION}")
    expect(fb.Roller(elsewhere, ACTION).headline).to_contain_text("Success")
    expect(fb.live(elsewhere)).to_contain_text("Success, 10")


def test_where_nothing_can_be_copied_the_link_is_shown(warm_desktop, fb):
    fb.go_to(warm_desktop, PSIOPS)
    roller = fb.Roller(warm_desktop, ACTION)
    roller.roll()
    warm_desktop.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    fb.press(roller.result.get_by_role("button", name="Share this roll"))
    link = roller.result.get_by_label("Link to this roll")
    expect(link).to_have_value(re.compile(f"roll={ACTION}&faces={','.join(map(str, roller.faces()))}#{ACTION}$"))
    warm_desktop.evaluate("delete navigator.clipboard.writeText")


def test_a_shared_calculation_is_worked_out(elsewhere, fb):
    fb.follow_link_to(elsewhere, f"{COMBAT}?roll=psiops.swarm&size=10&hit=4&faces=#psiops.swarm")
    expect(fb.Roller(elsewhere, "psiops.swarm").headline).to_have_text("Size 6")


@pytest.mark.parametrize(("bad", "named", "value"), [
    ("attribute=9", "attribute", "9"),
    ("attribute=lots", "attribute", "lots"),
    ("advantage=maybe", "advantage", "maybe"),
    ("luck=7", "luck", ""),
])
def test_nonsense_in_a_link_leaves_the_default_and_is_named_in_one_sentence(new_page, fb, bad, named, value):
    page = new_page("desktop")
    page.goto(f"{PSIOPS}?roll={ACTION}&modifier=2&{bad}#{ACTION}")
    roller = fb.Roller(page, ACTION)
    expect(roller.error).to_have_count(1)
    expect(roller.error).to_contain_text(re.compile(f"^{named}: .*{value}.*\\.$"))
    defaults = {name: str(default).lower() for name, default in rules_py.roll(ACTION).params.items()}
    assert roller.values() == defaults | {"modifier": "2"}
    assert fb.in_view(roller.error)


@pytest.mark.parametrize(("path", "mechanic", "bad", "stays"), [
    (COMBAT, ATTACK, "weapon=banana", "none"),
    (COMBAT, ATTACK, "range_band=moon", "nearby"),
    ("/psiops/character/", "psiops.character", "taken_drives=11,banana", ""),
])
def test_a_choice_that_is_not_there_leaves_the_default(new_page, fb, path, mechanic, bad, stays):
    page = new_page("desktop")
    page.goto(f"{path}?roll={mechanic}&{bad}#{mechanic}")
    roller = fb.Roller(page, mechanic)
    name, value = bad.split("=")
    expect(roller.error).to_contain_text(f"{name}: got “{value}”, takes ")
    assert roller.values()[name] == stays


def test_nonsense_together_with_faces_does_not_pass_for_the_shared_roll(elsewhere, fb):
    fb.follow_link_to(elsewhere, f"{PSIOPS}?roll={ACTION}&attribute=9&faces=4,5#{ACTION}")
    roller = fb.Roller(elsewhere, ACTION)
    expect(roller.error).to_contain_text("attribute")
    elsewhere.evaluate(ANSWERED)
    expect(roller.error).to_be_visible()
    expect(roller.headline).to_have_count(0)


@pytest.mark.parametrize("faces", ["4", "4,9", "x", "4,5,6"])
def test_faces_of_a_link_that_do_not_fit_give_one_sentence(elsewhere, fb, faces):
    fb.follow_link_to(elsewhere, f"{PSIOPS}?roll={ACTION}&faces={faces}#{ACTION}")
    expect(fb.Roller(elsewhere, ACTION).error).to_contain_text("faces: got")


def test_faces_of_a_link_that_do_not_fit_are_announced(elsewhere, fb):
    fb.follow_link_to(elsewhere, f"{PSIOPS}?roll={ACTION}&faces=4,9#{ACTION}")
    expect(fb.Roller(elsewhere, ACTION).error).to_be_visible()
    expect(fb.live(elsewhere)).to_contain_text("faces: got 9")


SCRIPT = '<img src="x" onerror="window.taken=1"><script>window.taken=1</script>'


@pytest.mark.parametrize("part", ["attribute", SCRIPT])
def test_markup_in_a_link_is_text(new_page, fb, part):
    page = new_page("desktop")
    page.goto(f"{PSIOPS}?{urlencode({'roll': ACTION, part: SCRIPT})}#{ACTION}")
    roller = fb.Roller(page, ACTION)
    expect(roller.error).to_contain_text("<script>")
    assert roller.root.locator("script, img").count() == 0
    assert page.evaluate("window.taken") is None


def test_markup_in_the_faces_of_a_link_is_text(elsewhere, fb):
    fb.follow_link_to(elsewhere, f"{PSIOPS}?{urlencode({'roll': ACTION, 'faces': SCRIPT})}#{ACTION}")
    roller = fb.Roller(elsewhere, ACTION)
    expect(roller.error).to_contain_text("<script>")
    assert roller.root.locator("script, img").count() == 0
    assert elsewhere.evaluate("window.taken") is None


def test_an_unknown_roller_in_a_link_harms_nothing(new_page, fb):
    page = new_page("desktop")
    page.goto(f"{PSIOPS}?roll=psiops.nothing&attribute=2#psiops.nothing")
    roller = fb.Roller(page, ACTION)
    expect(roller.param("attribute")).to_have_value("0")
    expect(roller.result).to_be_empty()


def test_the_back_button_brings_the_form_back(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    fb.Roller(warm_desktop, ATTACK).more("Armor", 2)
    fb.go_to(warm_desktop, "/psiops/drives/")
    warm_desktop.go_back()
    roller = fb.Roller(warm_desktop, ATTACK)
    expect(roller.param("armor")).to_have_value("2")
    expect(roller.result).to_be_empty()


def test_the_back_button_brings_a_list_back(warm_desktop, fb):
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
