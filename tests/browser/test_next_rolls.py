"""Follow-up rolls: a button on the result's card rolls in place, or opens the roller with prefilled parameters."""

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.games import find_mechanic

WOUNDED = "/sideworld/attacks/?roll=sideworld.attack&faces=20,1,6,6&rounds=2#sideworld.attack"


@pytest.fixture
def wounded_roll(warm_page, fb):
    """Open a shared attack that causes a severe wound."""
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, WOUNDED)
    roller = fb.Roller(warm_page, "sideworld.attack")
    expect(roller.verdict).to_have_text("Hit: 24 damage, the target is hurt", timeout=fb.START)
    return roller


def test_follow_up_button_rolls_the_body_part_with_an_address_of_its_own(wounded_roll, fb, make_page):
    part = wounded_roll.result.locator(".fb-next-place")
    fb.press(wounded_roll.next_rolls)
    expect(part.locator(".fb-headline")).to_be_visible()
    [face] = [int(text) for text in part.locator(".fb-face").all_inner_texts()]
    expect(part.locator(".fb-headline")).to_have_text(rules_py.resolve("sideworld.wound", [face]).verdict)
    assert fb.is_in_view(part.locator(".fb-headline"))
    expect(wounded_roll.verdict).to_have_count(1)
    there = make_page("desktop")
    there.goto(fb.read_copied(part.get_by_role("button", name="Share this roll")))
    shared = fb.Roller(there, "sideworld.wound")
    expect(shared.verdict).to_have_text(part.locator(".fb-headline").inner_text(), timeout=fb.START)
    expect(shared.source).to_have_text("A shared roll")


def test_follow_up_roller_opens_prefilled(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, "/sideworld/combat/?roll=sideworld.damage&faces=6,6#sideworld.damage")
    damage = fb.Roller(warm_page, "sideworld.damage")
    expect(damage.verdict).to_have_text("The target takes 12 damage", timeout=fb.START)
    address = warm_page.url
    fb.press(damage.next_rolls)
    severe = fb.Roller(warm_page, "sideworld.severe")
    expect(severe.param("damage")).to_have_value("12")
    expect(severe.button).to_be_focused()
    severe.roll()
    expect(severe.verdict).to_have_text("A severe wound")
    fb.press(severe.next_rolls)
    expect(severe.result.locator(".fb-next-place .fb-headline")).to_be_visible()
    assert warm_page.url == address
    assert (
        warm_page.evaluate("""() => {
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        return ids.filter((id, at) => ids.indexOf(id) !== at);
    }""")
        == []
    )


def test_every_follow_up_roller_is_at_its_home_anchor(site_folder):
    followers = {
        each.mechanic
        for id in rules_py.mechanics()
        for seed in range(50)
        for each in find_mechanic(id).roll({}, seed).next_rolls
    }
    assert len(followers) > 10
    for follower in followers:
        page, _, anchor = find_mechanic(follower).home.partition("#")
        assert f'id="{anchor}"' in (site_folder / page / "index.html").read_text(encoding="utf-8"), follower


def test_rows_named_by_results_exist_on_the_site(site_folder):
    naming = {
        "psiops.character": {},
        "psiops.stress": {},
        "puml.complication": {},
        "puml.ultra-success": {},
        "sideworld.scramble": {"hurt": True},
    }
    rows = {
        row.page
        for id, given in naming.items()
        for seed in range(300)
        for row in find_mechanic(id).roll(given, seed).rows
    }
    assert len(rows) > 80
    for place in rows:
        page, _, anchor = place.partition("#")
        assert f'id="{anchor}"' in (site_folder / page / "index.html").read_text(encoding="utf-8"), place
