"""A list parameter: entries can be added, changed and removed by thumb and keyboard, and the address has the value."""

import re

import pytest
from playwright.sync_api import expect

import rules_py

CHARACTER = "/psiops/character/"
ID = "psiops.character"
DRIVES = rules_py.table("psiops.drives").keys


class ListField:
    """A list's entries in a form."""

    def __init__(self, page, fb):
        self.page = page
        self.roller = fb.Roller(page, ID)
        self.list = self.roller.root.locator("fb-list")
        self.selects = self.list.locator(".fb-entry select")
        self.removers = self.list.locator(".fb-remove")
        self.adder = self.list.locator("button.fb-add")

    @property
    def value(self):
        return self.roller.values()["taken_drives"]


@pytest.fixture
def list_field(warm_page, fb):
    fb.go_to(warm_page, CHARACTER)
    return ListField(warm_page, fb)


def test_list_entries_can_be_added_changed_and_removed(list_field, fb):
    expect(list_field.selects).to_have_count(0)
    assert list_field.value == ""
    fb.press(list_field.adder)
    expect(list_field.selects.first).to_be_focused()
    list_field.selects.first.select_option("23")
    fb.press(list_field.adder)
    list_field.selects.nth(1).select_option("45")
    assert list_field.value == "23,45"
    list_field.selects.first.select_option("11")
    assert list_field.value == "11,45"
    fb.press(list_field.removers.first)
    assert list_field.value == "45"
    expect(list_field.selects.first).to_be_focused()
    fb.press(list_field.removers.first)
    assert list_field.value == ""
    expect(list_field.adder).to_be_focused()


def test_list_entries_can_be_edited_by_keyboard(warm_desktop, fb):
    fb.go_to(warm_desktop, CHARACTER)
    entries, key = ListField(warm_desktop, fb), warm_desktop.keyboard
    entries.adder.focus()
    key.press("Enter")
    expect(entries.selects.first).to_be_focused()
    key.press("ArrowDown")
    expect(entries.selects.first).to_have_value(DRIVES[1])
    key.press("Tab")
    key.press("Tab")
    expect(entries.adder).to_be_focused()
    key.press("Space")
    key.press("ArrowDown")
    assert entries.value == f"{DRIVES[1]},{DRIVES[2]}"
    key.press("Tab")
    key.press("Enter")
    assert entries.value == DRIVES[1]
    expect(entries.selects.first).to_be_focused()


def test_list_value_round_trips_through_the_address(warm_desktop, make_page, fb):
    fb.go_to(warm_desktop, CHARACTER)
    here = ListField(warm_desktop, fb)
    for drive in ("23", "45"):
        here.adder.click()
        here.selects.last.select_option(drive)
    assert "taken_drives=23,45" in warm_desktop.url
    other = make_page("phone")
    other.goto(warm_desktop.url)
    there = ListField(other, fb)
    expect(there.selects).to_have_count(2)
    assert there.value == "23,45"
    fb.press(there.removers.first)
    assert there.value == "45" and "taken_drives=45" in other.url


def test_list_entries_have_distinct_accessible_names(warm_desktop, fb):
    fb.go_to(warm_desktop, CHARACTER)
    entries = ListField(warm_desktop, fb)
    for _ in range(3):
        entries.adder.click()
    entries.removers.first.click()
    entries.adder.click()
    names = entries.list.locator("select, .fb-remove").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert len(set(names)) == len(names) == 6, names


@pytest.mark.trial
def test_list_entries_from_an_address_have_distinct_names(make_page, fb):
    page = make_page("desktop")
    page.goto(f"{CHARACTER}?roll={ID}&taken_drives=11,12,13#{ID}")
    entries = ListField(page, fb)
    expect(entries.selects).to_have_count(3)
    names = entries.list.locator("select, .fb-remove").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert len(set(names)) == 6, names


@pytest.mark.trial
def test_list_options_show_the_row_name(warm_desktop, fb):
    """Readers know a teammate's drive by its name, not by its number."""
    fb.go_to(warm_desktop, CHARACTER)
    entries = ListField(warm_desktop, fb)
    entries.adder.click()
    option = entries.selects.first.locator("option[value='23']")
    expect(option).to_contain_text(rules_py.table("psiops.drives").row("23").name)


def test_roll_uses_the_list_value(warm_desktop, fb):
    fb.go_to(warm_desktop, CHARACTER)
    entries = ListField(warm_desktop, fb)
    entries.adder.click()
    entries.selects.first.select_option("23")
    scores, talents, skills = [2] * 8, [1, 1, 1, 2], [1, 1, 1, 2]
    drive = [2, 3, 4, 5]  # 23 is taken and rerolled, 45 is not
    entries.roller.enter_faces(",".join(map(str, scores + talents + drive + skills)))
    expect(entries.roller.headline).to_contain_text(rules_py.table("psiops.drives").row("45").name)
    assert any("taken" in step for step in entries.roller.steps.all_text_contents())


@pytest.mark.trial
def test_full_list_hides_the_add_button(make_page, fb):
    page = make_page("desktop")
    page.goto(f"{CHARACTER}?roll={ID}&taken_drives={','.join(DRIVES[:35])}#{ID}")
    entries = ListField(page, fb)
    expect(entries.selects).to_have_count(35)
    expect(entries.adder).to_be_hidden()
    entries.removers.last.click()
    expect(entries.adder).to_be_visible()


def test_steppers_of_a_list_entry_stop_at_their_limits(warm_page, fb):
    fb.go_to(warm_page, "/sideworld/calc/")
    layers = warm_page.locator("fb-list").filter(has_text="Layers")
    value = layers.locator("[name=layers]")
    expect(value).to_have_value("5/40")
    fb.press(layers.get_by_role("button", name="Layers 1 DC: one more", exact=True))
    expect(value).to_have_value("5/41")
    fb.press(layers.get_by_role("button", name="Add a layer", exact=True))
    for _ in range(6):
        fb.press(layers.get_by_role("button", name="Layers 2 Resilience: one less", exact=True))
    expect(value).to_have_value("5/41,0/41")
    fb.press(layers.get_by_role("button", name="Remove: Layers 1", exact=True))
    expect(layers.get_by_role("spinbutton", name="Layers 1 DC", exact=True)).to_have_value("41")
    expect(warm_page).to_have_url(re.compile(r"layers=0%2F41|layers=0/41"))


def test_choosing_a_target_by_name_fills_in_its_numbers(warm_page, fb):
    fb.go_to(warm_page, "/xmas/combat/")
    root = warm_page.locator("fb-roller[mechanic='xmas.crowd']")
    warm_page.evaluate("""() => {
        for (let each = document.querySelector("fb-roller[mechanic='xmas.crowd']"); each; each = each.parentElement) {
            if (each.matches("details")) each.open = true;
        }
    }""")
    first = root.locator("[names] .fb-entry").first
    name = first.get_by_role("combobox")
    elite = rules_py.table("xmas.enemies").row("elite")
    name.select_option(label=elite.name)
    numbers = [elite["pain_threshold"], elite["armor"]]
    assert [field.input_value() for field in first.locator("input").all()] == numbers
    assert root.locator('[name="targets"]').input_value().startswith("/".join(numbers) + ",")
    expect(first.locator(".fb-stepper").first).to_be_hidden()  # the row's name stands for these numbers
    name.select_option(label="Your own numbers")
    fb.press(first.locator('[data-step="-1"]').first)
    assert root.locator('[name="targets"]').input_value().startswith(f"{int(numbers[0]) - 1}/{numbers[1]},")
