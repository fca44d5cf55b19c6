"""Odds: the page contains those of the presets, those of the form are computed live, and both match the rules."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.mechanic.labels import label_for_outcome
from rules_py.registry.games import find_mechanic
from rules_py.rendering.numbers import format_percent
from rules_py.rendering.odds import format_change
from rules_py.text.sentences import MINUS

ACTION = "psiops.action"
PSIOPS = "/psiops/"


def expected_rows(mechanic, **params):
    """Return the headline's odds as a page shows them."""
    odds, about = rules_py.odds(mechanic, **params), find_mechanic(mechanic)
    within = odds.compute_cumulative(about.headline) if about.cumulative == about.headline else {}
    rows = []
    for value, chance in odds.outcomes[about.headline].items():
        row = [label_for_outcome(about, about.headline, value), format_percent(chance)]
        if within:
            row.append(format_percent(within[value]) if value in within else "–")
        rows.append(row)
    return rows


@pytest.fixture
def roller(warm_page, fb):
    fb.go_to(warm_page, PSIOPS)
    return fb.Roller(warm_page, ACTION)


def expect_odds(roller, rows):
    """Expect the page to show these odds."""
    cells = roller.odds.locator(".fb-odds-body > .fb-odds-table tbody :is(th, td)")
    expect(cells).to_have_text([cell for row in rows for cell in row])


def test_odds_are_collapsed_follow_the_form_and_refuse_a_wrong_value(roller, fb):
    expect(roller.odds.locator(".fb-odds-body")).to_be_hidden()
    roller.open_odds()
    expect(roller.odds.locator(".fb-odds-body")).to_be_visible()
    roller.increase("attribute", 2)
    expect_odds(roller, expected_rows(ACTION, attribute=2))
    roller.toggle("advantage")
    expect_odds(roller, expected_rows(ACTION, attribute=2, advantage=True))
    roller.toggle("advantage")
    roller.decrease("attribute", 2)
    expect_odds(roller, expected_rows(ACTION))
    roller.increase("attribute")
    expect_odds(roller, expected_rows(ACTION, attribute=1))
    total = roller.odds.locator("details.fb-more", has_text="Total").first
    fb.press(total.locator("summary"))
    odds = rules_py.odds(ACTION, attribute=1)
    shown = [row.locator("th, td").all_inner_texts() for row in total.locator("tbody tr").all()]
    assert shown == [
        [label_for_outcome(find_mechanic(ACTION), "total", total), format_percent(chance)]
        for total, chance in odds.outcomes["total"].items()
    ]
    assert f"{float(odds.mean['total']):.2f}" in total.locator("summary").inner_text()
    roller.param("attribute").fill("9")
    expect(roller.odds.locator(".fb-error")).to_contain_text("to 3; you entered 9.")
    expect(roller.param("attribute")).to_have_accessible_description(re.compile("to 3; you entered 9."))
    expect(roller.root.get_by_text("to 3; you entered 9.")).to_have_count(1)
    roller.roll()
    expect(roller.error).to_contain_text("to 3; you entered 9.")
    expect(roller.root.get_by_text("to 3; you entered 9.")).to_have_count(1)
    roller.param("attribute").fill("3")
    expect(roller.param("attribute")).not_to_have_attribute("aria-invalid", "true")
    expect_odds(roller, expected_rows(ACTION, attribute=3))


def test_preset_odds_are_shown_before_any_worker_answers(make_page, fb):
    page = make_page("phone")
    page.route("**/*-worker.js", lambda route: None)  # never answered
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    roller.open_odds()
    assert roller.odds_rows() == expected_rows(ACTION)
    assert roller.odds_rows()[0] == ["Failure", "41.7%"]


@pytest.mark.trial
def test_odds_opened_after_a_change_match_the_form(roller):
    roller.decrease("attribute", 3)
    roller.toggle("disadvantage")
    roller.open_odds()
    expect_odds(roller, expected_rows(ACTION, attribute=-3, disadvantage=True))


@pytest.mark.trial
def test_damage_odds_update_with_armor(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/groups/")
    focus = fb.Roller(warm_desktop, "psiops.focus-fire")
    focus.open_odds()
    focus.increase("armor", 2)
    focus.increase("attackers")
    expect_odds(focus, expected_rows("psiops.focus-fire", armor=2, attackers=3))


@pytest.mark.trial
def test_takedown_odds_show_the_chance_within_each_round(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/combat/")
    takedown = fb.Roller(warm_desktop, "psiops.takedown")
    takedown.open_odds()
    takedown.param("hp").fill("10")
    expect_odds(takedown, expected_rows("psiops.takedown", hp=10))


@pytest.mark.trial
@pytest.mark.refused
def test_python_answers_odds_after_the_tap(make_page, fb):
    page = make_page("desktop")
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    roller.increase("attribute")
    roller.open_odds()
    fb.press(fb.find_offer(roller.odds))
    cells = roller.odds.locator(".fb-odds-body > .fb-odds-table tbody :is(th, td)")
    rows = expected_rows(ACTION, attribute=1)
    expect(cells).to_have_text([cell for row in rows for cell in row], timeout=fb.START)


@pytest.mark.parametrize("advantage", [False, True])
def test_static_odds_table_matches_the_rules(warm_desktop, fb, advantage):
    fb.go_to(warm_desktop, "/psiops/playing/")
    heat = warm_desktop.locator(".fb-heat-table", has_text=f"Advantage: {'Yes' if advantage else 'No'}")
    names = rules_py.table("psiops.bands").names
    assert heat.locator("thead th").all_inner_texts()[1:] == list(names.values())
    for attribute, row in zip(range(-3, 4), heat.locator("tbody tr").all(), strict=True):
        chances = rules_py.odds(ACTION, attribute=attribute, advantage=advantage).outcomes["band"]
        assert row.locator("td").all_inner_texts() == [
            format_percent(chances[key]) if chances.get(key) else "–" for key in names
        ]


def test_what_if_shows_odds_over_another_parameter(roller, fb):
    roller.open_odds()
    roller.increase("modifier")
    what_if = roller.root.get_by_role("group", name="What if another").get_by_role("button", name="Attribute")
    fb.press(what_if)
    expect(what_if).to_have_attribute("aria-pressed", "true")
    heat = roller.odds.locator(".fb-what-if-body .fb-heat-table")
    for attribute in (-3, 0, 3):
        name = str(attribute).replace("-", MINUS)
        row = heat.locator("tbody tr").filter(has=roller.page.get_by_role("rowheader", name=name, exact=True))
        failure = rules_py.odds(ACTION, attribute=attribute, modifier=1).outcomes["band"]["failure"]
        expect(row.locator("td").first).to_have_text(format_percent(failure))
    expect(heat.locator('tr[aria-current="true"] th')).to_have_text("0")
    roller.increase("modifier")
    failure = rules_py.odds(ACTION, attribute=0, modifier=2).outcomes["band"]["failure"]
    expect(heat.locator('tr[aria-current="true"] td').first).to_have_text(format_percent(failure))
    fb.press(what_if)
    expect(heat).to_be_hidden()


@pytest.mark.trial
def test_compared_set_ups_show_the_difference(roller, fb):
    roller.open_odds()
    beside = roller.odds.locator("button.fb-beside")
    fb.press(beside)
    expect(beside).to_have_attribute("aria-pressed", "true")
    roller.increase("attribute", 2)
    here, there = (rules_py.odds(ACTION, attribute=attribute).outcomes["band"] for attribute in (2, 0))
    expect_odds(
        roller,
        [
            [
                name,
                format_percent(here[band]),
                format_percent(there.get(band, 0)),
                format_change(here[band] - there.get(band, 0)),
            ]
            for band, name in rules_py.table("psiops.bands").names.items()
        ],
    )
    fb.press(beside)
    expect_odds(roller, expected_rows(ACTION, attribute=2))


def test_updated_odds_keep_the_roll_button_in_place(warm_phone, fb):
    """The updated odds once scrolled into view, moving the button away just before a tap."""
    fb.go_to(warm_phone, "/dice/")
    roller = fb.Roller(warm_phone, "dice")
    roller.open_odds()
    field, rows = roller.param("notation"), roller.odds.locator(".fb-odds-body > .fb-odds-table tbody tr")
    field.scroll_into_view_if_needed()
    place = roller.button.bounding_box()
    for notation, number in (("1d4", 4), ("3d12", 34), ("1d6", 6)):
        field.fill(notation)
        expect(rows).to_have_count(number)
        assert roller.button.bounding_box() == place
