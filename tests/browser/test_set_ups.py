"""Other odds modes, compared scenarios and custom dice: shown on the page and stored in the address."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.probability.cumulative import AT_LEAST, compare_chances, cumulate
from rules_py.registry import games
from rules_py.rendering.numbers import format_mean, format_percent
from tests.browser.axe import find_violations_in_sampled_schemes

ACTION, CALC = "psiops.action", "/psiops/calc/"


def address_params(page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.evaluate("location.href")).query))


def choose(root, fb, word: str) -> None:
    fb.press(root.locator(".fb-counts label", has_text=word))
    expect(root.get_by_role("radio", name=word)).to_be_checked()


def test_roller_odds_mode_at_least_is_in_the_address(warm_page, fb, make_page):
    fb.go_to(warm_page, "/psiops/")
    roller = fb.Roller(warm_page, ACTION)
    roller.open_odds()
    roller.increase("attribute")
    choose(roller.odds, fb, "At least")
    band = rules_py.odds(ACTION, attribute=1).outcomes["band"]
    names = rules_py.table("psiops.bands").names
    cells = roller.odds.locator(".fb-odds-body > .fb-odds-table tbody :is(th, td)")
    wanted = [
        cell for value, chance in cumulate(band, AT_LEAST).items() for cell in (names[value], format_percent(chance))
    ]
    expect(cells).to_have_text(wanted)
    expect(roller.odds.get_by_role("columnheader", name="At least").first).to_be_visible()
    assert address_params(warm_page) == {"roll": ACTION, "attribute": "1", "odds-count": "at-least"}
    address = warm_page.evaluate("location.href")
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, address)
    expect(cells).to_have_text(wanted)
    choose(roller.odds, fb, "Exactly")
    expect(cells.nth(1)).to_have_text(format_percent(band["failure"]))
    assert address_params(warm_page) == {"roll": ACTION, "attribute": "1"}


@pytest.mark.trial
def test_five_named_set_ups_fit_in_one_link_and_a_sixth_is_rejected(warm_page, fb):
    fb.go_to(warm_page, CALC)
    calc = warm_page.locator("fb-calc")
    step = calc.locator('.fb-stepper:has([name="armor"]) [data-step="1"]')
    fb.press(calc.get_by_role("button", name="Compare with this"))
    names = calc.get_by_role("textbox", name="Name of set-up")
    names.first.fill("<b>Riot</b> shield")
    names.first.blur()
    for at in range(2):
        fb.press(step)
        fb.press(calc.get_by_role("button", name="Add this set-up"))
        expect(names).to_have_count(3 + at)
    calc.get_by_role("textbox", name="Other dice").fill("2d6")
    fb.press(calc.get_by_role("button", name="Add dice"))
    expect(names).to_have_count(5)
    legend = calc.locator(".fb-panel").first.locator(".fb-laid tbody th")
    expect(legend).to_have_text(
        ["<b>Riot</b> shield", "Unchanged", "Target's armor 1", "Target's armor 2", "2d6"], use_inner_text=True
    )
    shown = calc.locator(".fb-panel").first.locator(".fb-laid tbody td:last-child")
    calculator = games.find_calculator("psiops.calc")
    panel = calculator.panels[0]
    answers = [calculator.answer(calculator.check({"armor": armor}))[0][1] for armor in (2, 0, 1, 2)]
    means = [odds.mean[panel.field] for odds in answers]
    expect(shown).to_have_text([*(format_mean(mean) for mean in means), "7.00"])
    fb.press(calc.get_by_role("button", name="Add this set-up"))
    expect(calc.locator(".fb-set-ups .fb-error")).to_contain_text("You can compare up to 5 set-ups.")
    assert find_violations_in_sampled_schemes(warm_page, "article") == []
    expect(names).to_have_count(5)
    assert address_params(warm_page) == {
        "armor": "2",
        "set-up": "<b>Riot</b> shield",
        "vs": "0",
        "vs-2": "1",
        "vs-2.armor": "1",
        "vs-3": "1",
        "vs-3.armor": "2",
        "vs-4": "0",
        "vs-4.own-dice": "2d6",
    }

    address = warm_page.evaluate("location.href")
    fb.go_to(warm_page, "/dice/")
    fb.follow_link_to(warm_page, address + "&vs-5=0")
    expect(shown).to_have_text([*(format_mean(mean) for mean in means), "7.00"])
    expect(names.first).to_have_value("<b>Riot</b> shield")
    expect(calc.locator("> div .fb-error").first).to_contain_text("The link compares 6 set-ups")
    fb.press(calc.get_by_role("button", name="Remove Unchanged"))
    expect(shown).to_have_count(4)
    assert "vs-4" not in address_params(warm_page)
    fb.press(calc.get_by_role("button", name="Stop comparing"))
    expect(calc.locator(".fb-laid")).to_have_count(0)
    assert address_params(warm_page) == {"armor": "2"}


def test_typed_dice_are_compared_with_other_dice(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    own = warm_page.locator("fb-dice-odds")
    mine, other = own.get_by_label("Your dice", exact=True), own.get_by_label("Against other dice", exact=True)
    mine.fill("2d4+1")
    other.fill("1d8")
    expect(own.locator(".fb-laid tbody th")).to_have_text(["2d4+1", "1d8"], use_inner_text=True)
    totals = [rules_py.odds("dice", notation=dice).outcomes["total"] for dice in ("2d4+1", "1d8")]
    expect(own.locator(".fb-against dd")).to_have_text([format_percent(share) for share in compare_chances(*totals)])
    choose(own, fb, "At least")
    fb.press(own.locator("summary", has_text="All chances"))
    row = own.locator(".fb-laid-table tbody tr").filter(has=warm_page.get_by_role("rowheader", name="8", exact=True))
    expect(row.locator("td").first).to_have_text(format_percent(cumulate(totals[0], AT_LEAST)[8]))
    assert address_params(warm_page) == {
        "dice-odds.notation": "2d4+1",
        "dice-odds.against": "1d8",
        "dice-odds.odds-count": "at-least",
    }
    assert find_violations_in_sampled_schemes(warm_page, "fb-dice-odds") == []
    other.fill("1d")
    expect(own.locator(".fb-error")).to_contain_text("The sides of the dice are missing: write 1d6")
    assert find_violations_in_sampled_schemes(warm_page, "fb-dice-odds") == []
    other.fill("")
    expect(own.locator(".fb-laid tbody th")).to_have_text(["2d4+1"], use_inner_text=True)
    expect(own.locator(".fb-against")).to_have_count(0)


def test_prebuilt_odds_switch_modes_without_python(page, fb):
    page.route("**/*-worker.js", lambda route: None)  # never answered
    page.goto("/psiops/playing/?counts-psiops-action.odds-count=at-most")
    heat = page.locator("fb-counted").first
    band = rules_py.odds(ACTION, attribute=-3).outcomes["band"]
    first = heat.locator(".fb-heat-table tbody tr").first.locator("td")
    expect(first.first).to_have_text(format_percent(band["failure"]))
    expect(first.nth(1)).to_have_text(format_percent(band["failure"] + band["partial"]))
    expect(heat.get_by_role("radio", name="At most")).to_be_checked()
    choose(heat, fb, "Exactly")
    expect(first.nth(1)).to_have_text(format_percent(band["partial"]))
    assert urlsplit(page.url).query == ""
    fb.follow_link_to(page, "/psiops/playing/?counts-psiops-action.odds-count=mostly")
    expect(heat.locator(".fb-error")).to_contain_text("The link has “mostly”")
    expect(first.nth(1)).to_have_text(format_percent(band["partial"]))
