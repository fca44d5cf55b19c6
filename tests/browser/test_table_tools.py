"""Filters and sorting of a long table: they appear on request, and the table rolls as before."""

import pytest
from playwright.sync_api import expect

import rules_py
from tests.browser.axe import find_violations_in_sampled_schemes

DRIVES = rules_py.table("psiops.drives")


def names(table):
    return table.root.locator("tbody tr:visible .fb-name")


@pytest.fixture
def drives(warm_page, fb):
    fb.go_to(warm_page, "/psiops/drives/")
    return fb.Table(warm_page, "psiops.drives")


def test_filtered_table_still_shows_the_rolled_row(drives, fb):
    expect(drives.root.locator(".fb-table-tools")).to_have_count(0)
    fb.press(drives.root.get_by_role("button", name="Filter and sort"))
    field = drives.root.get_by_role("searchbox")
    expect(field).to_be_focused()
    wanted = DRIVES.rows[20].name
    field.fill(wanted.upper())
    found = [row.name for row in DRIVES.rows if wanted.lower() in " ".join(row.cells.values()).lower()]
    expect(names(drives)).to_have_count(len(found))
    expect(drives.root.locator(".fb-table-count")).to_have_text(f"{len(found)} of {len(DRIVES.rows)} rows")
    assert find_violations_in_sampled_schemes(drives.page, "fb-table") == []
    fb.load_page_dice(drives.page, 1, 1)
    drives.roll()
    expect(drives.root.locator("tr[aria-current]")).to_be_visible()
    expect(drives.root.locator("tr[aria-current]")).to_have_attribute("data-roll", DRIVES.rows[0].roll)
    fb.press(drives.root.get_by_role("button", name="Filter and sort"))
    expect(names(drives)).to_have_count(len(DRIVES.rows))
    expect(drives.root.locator(".fb-table-tools")).to_be_hidden()


def test_table_tools_that_could_not_be_loaded_work_on_the_next_press(make_page, fb, console_guard):
    console_guard.expect_errors()
    page, script = make_page("phone"), "**/components/table-tools.js"
    page.route(script, lambda route: route.fulfill(status=503, body="busy"))
    page.goto("/psiops/drives/")
    table = fb.Table(page, "psiops.drives")
    opener = table.root.get_by_role("button", name="Filter and sort")
    fb.press(opener)
    expect(table.root).to_contain_text("The filter couldn't be loaded. Reload the page once you're online.")
    page.unroute(script)
    fb.press(opener)
    expect(table.root.get_by_role("searchbox")).to_be_focused()
    expect(table.root).not_to_contain_text("couldn't be loaded")


def test_headings_sort_ascending_descending_and_reset(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/drives/")
    drives = fb.Table(warm_desktop, "psiops.drives")
    drives.root.get_by_role("button", name="Filter and sort").click()
    first = next(iter(DRIVES.columns.values()))
    heading = drives.root.get_by_role("columnheader", name=first)
    in_book = [row.name for row in DRIVES.rows]
    by_name = sorted(in_book, key=str.casefold)
    for direction, order, arrow in (
        ("ascending", by_name, "↑"),
        ("descending", by_name[::-1], "↓"),
        (None, in_book, ""),
    ):
        heading.get_by_role("button").click()
        arrows = drives.root.locator(".fb-sort").evaluate_all(
            "all => all.map((each) => JSON.parse(getComputedStyle(each, '::after').content)).join('')"
        )
        assert arrows == arrow
        if direction:
            expect(heading).to_have_attribute("aria-sort", direction)
        else:
            expect(heading).not_to_have_attribute("aria-sort", "ascending")
        expect(names(drives)).to_have_text(order, ignore_case=True)


@pytest.mark.trial
def test_single_line_table_head_stays_low(warm_phone, fb):
    """The theme reserves space for its own arrows after every heading, which once made the headings wrap."""
    fb.go_to(warm_phone, "/psiops/stress/")
    head = warm_phone.locator("#table-panic thead tr")
    assert head.bounding_box()["height"] < 50


def test_stacked_table_is_sorted_by_a_select_on_a_phone(warm_phone, fb):
    fb.go_to(warm_phone, "/psiops/drives/")
    drives = fb.Table(warm_phone, "psiops.drives")
    fb.press(drives.root.get_by_role("button", name="Filter and sort"))
    first = next(iter(DRIVES.columns.values()))
    drives.root.get_by_role("combobox", name="Sort").select_option(f"By {first}")
    expect(names(drives).first).to_have_text(min((row.name for row in DRIVES.rows), key=str.casefold), ignore_case=True)


@pytest.mark.trial
def test_short_table_has_no_filter_or_sort(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    expect(warm_desktop.locator("fb-table").first).to_be_visible()
    expect(warm_desktop.get_by_role("button", name="Filter and sort")).to_have_count(0)
