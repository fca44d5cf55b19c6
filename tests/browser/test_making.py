"""Characters made step by step in the page: by taps on a phone, with the keyboard, and after a reload in the middle."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import rules_py
from tests.browser.axe import find_violations
from tests.browser.opened_sheets import PARTS

PAGES = {
    "psiops": "/psiops/character/",
    "xmas": "/xmas/characters/",
    "combat": "/combat/characters/",
    "sideworld": "/sideworld/characters/",
    "puml": "/puml/characters/",
}
each_game = pytest.mark.parametrize("slug", PAGES)

SLOWDOWN = 6
"""The factor by which a slow phone's page is slower."""

STORED = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("sheets"))[0] ?? null;
}"""


class Maker:
    """The steps of a new character."""

    def __init__(self, page: Page, fb, slug: str) -> None:
        self.page, self.fb, self.taps = page, fb, 0
        self.root = page.locator("fb-sheets")
        self.step = self.root.locator('.fb-making-step[data-state="open"]')
        self.main = self.root.locator(".fb-making-next")
        page.goto(PAGES[slug])
        self.begin()

    def begin(self) -> None:
        self.tap(self.root.locator(".fb-sheets-makers [data-make]").first)
        expect(self.step).to_be_visible(timeout=self.fb.START)

    def tap(self, control) -> None:
        """Tap a control that the reader has looked for: the page takes two quick taps at one spot for one."""
        self.page.keyboard.press("Shift")  # any key ends the last tap
        self.fb.press(control)
        self.taps += 1

    def slow_down(self) -> None:
        """Make the page as slow as on an old phone, so that a second tap comes before the answer to the first."""
        self.page.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})

    def tap_twice(self, control) -> None:
        """Tap the spot of a control twice, without a look at what the first tap did."""
        self.page.keyboard.press("Shift")
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        for _ in range(2):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def button(self, name: str):
        return self.root.get_by_role("button", name=name)

    def option(self, name: str):
        return self.step.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def type(self, name: str, text: str) -> None:
        """Type into a field of the open step."""
        self.step.locator(f'[name="{name}"]').fill(text)
        self.taps += 1

    def expect_step(self, title: str) -> None:
        expect(self.step).to_have_attribute("data-title", title)

    def visit_steps(self) -> Iterator[None]:
        """Open one step after the other, and add an entry to its list if it has one."""
        for head in self.root.locator(".fb-step-head").all():
            if head.get_attribute("aria-expanded") == "false":
                self.tap(head)
                expect(head).to_have_attribute("aria-expanded", "true")
            adder = self.step.locator(".fb-add-entry").first
            if adder.count():
                self.tap(adder)
                expect(self.step.locator(".fb-entry").first).to_be_visible()
            yield

    def go_on(self, title: str) -> None:
        """Tap the button that names the next step, which opens."""
        expect(self.main).to_have_text(re.compile(f"^Next: {title}$", re.IGNORECASE))
        self.tap(self.main)
        self.expect_step(title)

    def finish(self) -> None:
        """Open the finished sheet."""
        expect(self.main).to_have_text("Open the sheet")
        self.tap(self.main)
        expect(self.root.locator(PARTS).first).to_be_visible(timeout=self.fb.START)
        assert "making" not in {name for name, value in self.page.evaluate(STORED).items() if value is not None}

    @property
    def fields(self):
        return self.page.evaluate(STORED)["data"]["fields"]


@pytest.fixture
def make_maker(make_page, fb):
    return lambda slug, size="phone", **options: Maker(make_page(size, **options), fb, slug)


def make_operative(maker: Maker) -> None:
    maker.tap(maker.button("Roll the rest"))
    maker.expect_step("Equipment")
    maker.tap(maker.option("Assault rifle"))
    maker.tap(maker.step.get_by_role("button", name=re.compile("^Gear")))
    maker.tap(maker.option("Binoculars"))
    expect(maker.step.locator(".fb-step-count")).to_have_text("2 of 2")
    maker.go_on("Grenades")
    maker.tap(maker.option("Smoke"))
    maker.go_on("Languages")
    count = maker.step.locator(".fb-step-count")
    needed = int(count.inner_text().split()[-1])
    for number in range(needed):
        maker.type("languages-new", f"Language {number + 1}")
        maker.tap(maker.step.get_by_role("button", name="Add", exact=True))
        expect(count).to_have_text(f"{number + 1} of {needed}")
    maker.go_on("Codename")
    maker.type("name", "Echo")


def make_operator(maker: Maker) -> None:
    maker.type("name", "Nick")
    maker.type("guy_type", "The old hand")
    maker.go_on("Stats")
    for name, value in (("tough", "2"), ("quick", "1"), ("smart", "0"), ("social", "-1")):
        maker.type(name, value)
    expect(maker.step.locator(".fb-step-count")).to_have_text("4 of 4")
    maker.go_on("Certifications")
    maker.type("certifications-new", "Sleigh pilot")
    maker.go_on("Items and tags")  # adds what is typed
    maker.tap(maker.button("Add an item"))
    maker.type("items-0-name", "Goggles")
    maker.tap(maker.step.get_by_role("button", name="Heavy"))
    maker.go_on("Weapons")
    maker.tap(maker.button("Add a weapon"))
    maker.type("weapons-0-name", "Candy cane")
    maker.type("weapons-0-damage", "1d8")


def make_fighter(maker: Maker) -> None:
    maker.type("name", "Kyle")
    maker.go_on("Attributes")
    for _ in range(2):
        maker.tap(maker.button("REF: one more, costs 10"))
    expect(maker.root.locator(".fb-budget-left b")).to_have_text("30")
    for title in ("Scores that follow", "Skills", "Advantages", "Allegiances", "Weapons"):
        maker.go_on(title)


def make_member(maker: Maker) -> None:
    maker.type("name", "Anna Vance")
    maker.type("age", "28")
    maker.go_on("Attributes")
    for field in maker.step.locator("input").all():
        field.fill("12")
        maker.taps += 1
    expect(maker.step.locator(".fb-step-count")).to_have_text("15 of 15")
    maker.go_on("Stamina and actions")
    maker.type("stamina", "40")
    maker.type("actions", "2")
    for title in ("Weapons and armor", "Magic", "Gear and notes"):
        maker.go_on(title)


def make_hero(maker: Maker) -> None:
    maker.type("name", "Moss")
    maker.go_on("Attributes")
    maker.tap(maker.button("Add an attribute"))
    maker.type("attributes-0-name", "Brawn")
    maker.type("attributes-0-value", "2")
    for title in ("Hits", "Gear and notes"):
        maker.go_on(title)


WAYS = {
    "psiops": (make_operative, {"name": "Echo"}),
    "xmas": (
        make_operator,
        {
            "tough": 2,
            "social": -1,
            "certifications": ["Sleigh pilot"],
            "items": [{"name": "Goggles", "tags": "Heavy"}],
        },
    ),
    "combat": (make_fighter, {"name": "Kyle", "reflexes": 5}),
    "sideworld": (make_member, {"name": "Anna Vance", "age": 28, "attack": 12, "charm": 12, "stamina": 40}),
    "puml": (make_hero, {"attributes": [{"name": "Brawn", "value": 2}], "hits_most": 2}),
}


@each_game
def test_character_is_made_from_nothing_on_a_phone(make_maker, slug, capsys):
    maker = make_maker(slug)
    make, made = WAYS[slug]
    make(maker)
    maker.finish()
    fields = maker.fields
    assert {name: fields[name] for name in made} == made
    if slug == "psiops":
        assert len(fields["talents"]) == len(fields["skills"]) == 2
        assert {"Assault rifle"} <= {each["name"] for each in fields["weapons"]}
    assert rules_py.sheet(maker.page.evaluate(STORED)["data"]["sheet"], **fields)
    with capsys.disabled():
        print(f"\n{slug}: {maker.taps} taps and fields")


@each_game
def test_reload_goes_on_where_it_was_and_the_sheet_opens_as_it_is(make_maker, slug, fb):
    maker = make_maker(slug)
    if slug == "psiops":
        maker.tap(maker.option("Roll"))
        expect(maker.step.locator(".fb-step-count")).to_have_text("4 of 4")
    else:
        maker.type("name", "Half")
        expect(maker.root.locator("h3.fb-sheet-name")).to_have_text("Half")
    title = maker.main.inner_text().removeprefix("Next: ")
    maker.tap(maker.main)
    expect(maker.step).to_have_attribute("data-title", re.compile(f"^{title}$", re.IGNORECASE))
    fields = maker.fields
    maker.page.reload()
    expect(maker.step).to_have_attribute("data-title", re.compile(f"^{title}$", re.IGNORECASE), timeout=fb.START)
    expect(maker.root.locator('.fb-making-step[data-state="done"]')).to_have_count(1)
    assert maker.fields == fields
    maker.taps = 0
    rest = maker.button("Roll the rest")
    if slug == "psiops":
        maker.tap(rest)
        maker.expect_step("Equipment")
    expect(rest).to_have_count(0)
    maker.tap(maker.button("Open it as it is"))
    expect(maker.root.locator(PARTS).first).to_be_visible(timeout=fb.START)
    assert maker.taps <= 3
    if slug == "psiops":
        assert len(maker.fields["talents"]) == len(maker.fields["skills"]) == 2


def test_sheet_is_beside_the_steps_of_a_laptop_and_opens_before_they_are_finished(make_maker, fb):
    maker = make_maker("psiops", "desktop")
    beside = maker.root.locator(".fb-making-beside")
    expect(beside.locator(".fb-vitals")).to_be_visible()
    maker.tap(maker.option("Roll"))
    expect(maker.step.locator(".fb-step-count")).to_have_text("4 of 4")
    steps, sheet = maker.root.locator(".fb-steps").bounding_box(), beside.bounding_box()
    assert sheet["x"] >= steps["x"] + steps["width"]
    assert sheet["width"] > 0.8 * steps["width"]
    assert find_violations(maker.page, ".fb-steps") == []
    maker.go_on("Talents")
    maker.tap(maker.root.locator(".fb-plate-more"))
    maker.tap(maker.button("Open the sheet").last)
    expect(maker.root.locator(PARTS).first).to_be_visible(timeout=fb.START)
    maker.tap(maker.root.locator(".fb-plate-more"))
    maker.tap(maker.button("Go on making").last)
    expect(maker.step).to_have_attribute("data-title", "Talents", timeout=fb.START)
    expect(maker.root.locator('.fb-making-step[data-state="done"]')).to_have_count(1)
    maker.tap(maker.root.locator(".fb-sheet-back"))
    expect(maker.root.locator(".fb-sheets-item")).to_contain_text("Not finished")


@pytest.mark.trial
@pytest.mark.chromium
@each_game
def test_quick_taps_on_a_slow_phone_skip_no_step(make_maker, slug):
    maker = make_maker(slug)
    maker.slow_down()
    titles = maker.root.locator(".fb-making-step").evaluate_all("each => each.map(({ dataset }) => dataset.title)")
    for title in titles[1:]:
        maker.tap_twice(maker.main)
        maker.expect_step(title)
    expect(maker.root.locator(".fb-making-step")).to_have_count(len(titles))


@pytest.mark.trial
@pytest.mark.chromium
def test_quick_taps_on_a_slow_phone_roll_add_and_go_on_once(make_maker):
    maker = make_maker("psiops")
    maker.slow_down()
    maker.tap_twice(maker.option("Roll"))
    expect(maker.step.locator(".fb-step-count")).to_have_text("4 of 4")
    maker.tap_twice(maker.main)
    maker.expect_step("Talents")
    maker.tap(maker.root.locator('.fb-making-step[data-title="Languages"] .fb-step-head'))
    maker.expect_step("Languages")
    assert maker.page.evaluate(STORED)["revision"] == 3, "one roll, and two steps that were opened"
    maker.type("languages-new", "Thai")
    maker.tap_twice(maker.step.get_by_role("button", name="Add", exact=True))
    expect(maker.step.locator('[name="languages-new"]')).to_have_value("")
    maker.go_on("Codename")
    assert maker.fields["languages"] == ["Thai"]


def test_nothing_is_stored_before_the_first_choice_which_another_tab_shows(make_maker, fb):
    maker = make_maker("xmas")
    maker.tap(maker.main)
    maker.expect_step("Stats")
    assert maker.page.evaluate(STORED) is None
    maker.page.reload()
    maker.expect_step("Name and Guy Type")
    maker.tap(maker.root.locator(".fb-sheet-back"))
    expect(maker.root.locator(".fb-sheets-makers [data-make]").first).to_be_focused()
    maker.begin()
    maker.type("name", "Nick")
    expect(maker.root.locator("h3.fb-sheet-name")).to_have_text("Nick")
    other = maker.page.context.new_page()
    other.goto(maker.page.url)
    field = other.locator('.fb-step-body [name="guy_type"]')
    field.fill("The rookie", timeout=fb.START)
    expect(maker.step.locator('[name="guy_type"]')).to_have_value("The rookie")


SPILLS = """() => {
    const sheet = document.querySelector(".fb-making");
    const shown = [...sheet.querySelectorAll("*")].filter((each) => each.checkVisibility());
    const wide = shown.filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        const box = each.closest(".fb-making-step")?.getBoundingClientRect();
        return box && !each.closest(".fb-hidden") && (left < box.left - 1 || right > box.right + 1);
    });
    const broken = shown.filter((each) => {
        if (each.childElementCount || !each.textContent.trim() || !each.matches("b, small, label")) return false;
        const lines = each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight);
        return lines > each.textContent.trim().split(/[ -]/).length + 1.5;
    });
    return [...wide, ...broken].map((each) => `${each.className} ${each.textContent}`.slice(0, 80));
}"""
"""Script that lists what reaches beyond its step, and words that are broken into letters."""


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_game
def test_steps_are_accessible_and_fit_at_twice_the_size(make_maker, slug, scheme):
    maker = make_maker(slug, color_scheme=scheme)
    place = "fb-sheets"
    for _ in maker.visit_steps():
        maker.page.set_viewport_size({"width": 390, "height": 6000})  # the bar at the bottom covers no other control
        assert find_violations(maker.page, place) == []
        place = '.fb-making-step[data-state="open"]'  # the others haven't changed
        assert maker.page.evaluate("document.documentElement.scrollWidth") == 390
        small = maker.page.evaluate("""() => [...document.querySelectorAll(
            ".fb-making :is(button, summary, select, textarea, input)")]
            .filter((each) => each.checkVisibility() && !each.matches(".fb-chip")
                && each.getBoundingClientRect().height < 43.5)
            .map((each) => each.outerHTML.slice(0, 100))""")
        assert small == []
        maker.page.set_viewport_size({"width": 320, "height": 720})
        maker.page.evaluate("document.documentElement.style.fontSize = '40px'")
        assert maker.page.evaluate("document.documentElement.scrollWidth") <= 320
        assert maker.page.evaluate(SPILLS) == []
        maker.page.evaluate("document.documentElement.style.fontSize = ''")


def test_numbers_are_typed_one_after_the_other_with_enter(make_maker):
    maker = make_maker("sideworld", "desktop")
    keyboard = maker.page.keyboard
    maker.step.locator('[name="name"]').focus()
    keyboard.type("Anna")
    keyboard.press("Enter")
    expect(maker.step.locator('[name="age"]')).to_be_focused()
    keyboard.type("28")
    keyboard.press("Enter")
    maker.expect_step("Attributes")
    expect(maker.step.locator('[name="attack"]')).to_be_focused()
    for number in range(15):
        keyboard.type(str(5 + number))
        keyboard.press("Enter")
    maker.expect_step("Stamina and actions")
    fields = maker.fields
    assert [fields[name] for name in ("attack", "dodge", "charm")] == [5, 6, 19]
    expect(maker.step.locator('[name="stamina"]')).to_be_focused()
