"""Tables: they roll in place, and every row has its own address."""

import re

import pytest
from playwright.sync_api import expect

import rules_py

TALENTS = "/psiops/talents/"
TABLE = rules_py.table("psiops.talents")


@pytest.fixture
def talents(warm_page, fb):
    fb.go_to(warm_page, TALENTS)
    return fb.Table(warm_page, "psiops.talents")


@pytest.mark.trial
def test_d66_table_rolls_and_names_the_row(talents, fb):
    fb.load_page_dice(talents.page, 2, 3)
    talents.roll()
    assert talents.faces() == [2, 3]
    expect(talents.headline).to_have_text(TABLE.row_for_roll(23).name)
    expect(talents.follow_ups.first).to_have_text(TABLE.row_for_roll(23)["effect"])


def test_rolled_row_is_marked_in_view_and_linked_and_its_dice_roll(talents, fb):
    ids = talents.root.locator("tbody tr").evaluate_all("rows => rows.map((row) => row.id)")
    assert ids == [f"talents-{row.roll}" for row in TABLE.rows]
    fb.load_page_dice(talents.page, 2, 3, 6, 6, 1, 5, 4, 6, 5)
    talents.roll()
    assert fb.is_in_view(talents.button) and fb.is_in_view(talents.headline)
    expect(talents.current).to_have_count(1)
    expect(talents.current).to_have_id("talents-23")
    talents.roll()
    expect(talents.current).to_have_count(1)
    expect(talents.current).to_have_id("talents-66")
    talents.roll()
    chip = fb.Chip(talents.follow_ups.first.locator("fb-die"))
    assert chip.roll() == 4
    expect(talents.headline).to_have_text(TABLE.row_for_roll(15).name)
    talents.roll()
    expect(talents.row_link).to_have_text("Row 65")
    fb.press(talents.row_link)
    row = talents.page.locator("#talents-65")
    expect(talents.page).to_have_url(re.compile("#talents-65$"))
    expect(row).to_be_in_viewport()
    assert fb.is_in_view(row.locator("th, td").first)


@pytest.mark.trial
def test_random_table_rolls_match_rows(talents):
    names = {row.name: row.roll for row in TABLE.rows}
    seen = set()
    for _ in range(6):
        talents.roll()
        name = talents.headline.inner_text()
        assert names[name] == "".join(map(str, talents.faces()))
        seen.add(name)
    assert len(seen) > 1


@pytest.mark.trial
def test_table_result_is_announced(talents, fb):
    fb.load_page_dice(talents.page, 1, 1)
    talents.roll()
    expect(fb.live_region(talents.page)).to_have_text(f"Psionic talents: {TABLE.row_for_roll(11).name}; dice 1, 1.")


def test_address_of_a_row_scrolls_to_and_marks_it(page, fb):
    page.goto(f"{TALENTS}#talents-23")
    row = page.locator("#talents-23")
    expect(row).to_be_in_viewport()
    assert fb.is_in_view(row.locator(".fb-name"))
    background = "row => getComputedStyle(row).backgroundColor + getComputedStyle(row.cells[1]).backgroundColor"
    assert row.evaluate(background) != page.locator("#talents-24").evaluate(background), "the row is not highlighted"


@pytest.mark.trial
@pytest.mark.parametrize("faces", [(1, 1), (3, 4), (6, 6)])
def test_roll_finds_a_row_that_covers_several_numbers(warm_desktop, fb, faces):
    fb.go_to(warm_desktop, "/psiops/playing/")
    reactions = fb.Table(warm_desktop, "psiops.reactions")
    fb.load_page_dice(warm_desktop, *faces)
    reactions.roll()
    expected = rules_py.table("psiops.reactions").row_for_roll(sum(faces))
    expect(reactions.headline).to_have_text(expected.name)
    expect(reactions.current).to_have_id(f"reactions-{expected.key.lower()}")


def test_table_without_a_die_has_no_roll_button(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/equipment/")
    expect(warm_desktop.locator("fb-table")).not_to_have_count(0)
    for table in warm_desktop.locator("fb-table:not([die])").all():
        expect(table.locator(".fb-roll")).to_have_count(0)


@pytest.mark.trial
def test_two_tables_on_a_page_have_separate_results(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    panic, transcendent = fb.Table(warm_desktop, "psiops.panic"), fb.Table(warm_desktop, "psiops.transcendent")
    fb.load_page_dice(warm_desktop, 2, 5)
    panic.roll()
    transcendent.roll()
    expect(panic.headline).to_have_text(rules_py.table("psiops.panic").row_for_roll(2).name)
    expect(transcendent.headline).to_have_text(rules_py.table("psiops.transcendent").row_for_roll(5).name)
    expect(panic.current).to_have_count(1)


@pytest.mark.parametrize("path", ["/psiops/playing/", "/combat/derived/"])
def test_table_cells_have_one_font_size(page, path):
    page.goto(path)
    sizes = page.locator("table.fb-rows").evaluate_all("""tables => tables.map((table) => [...new Set(
        [...table.querySelectorAll("td")].map((cell) => getComputedStyle(cell).fontSize))].length)""")
    assert sizes and set(sizes) == {1}
