"""A roller that a character fills: one sentence, the form folded, Roll in reach, and nothing that moves."""

import re

import pytest
from playwright.sync_api import expect

from rules_py.registry.games import find_mechanic
from tests.browser.opened_sheets import EMPTY_PAGE

COMBAT = "/psiops/combat/"
ATTACK = "psiops.attack"
KEEP_OPERATIVE = """async fields => {
    const { keep } = await import("/assets/js/lib/store.js");
    const data = { sheet: "psiops.operative", fields };
    const { id } = await keep.add("sheets", { game: "psiops", name: fields.name, data });
    localStorage.setItem("fieldbook:in-use:psiops", JSON.stringify(id));
}"""
ARMS = [
    {"name": "Handgun", "kind": "handgun", "damage": 1},
    {"name": "Old faithful", "kind": "assault", "damage": 2},
]
OPERATIVE = {"name": "Kestrel", "strength": -1, "reflexes": 1, "weapons": ARMS}
SEEN = 0.002
"""The layout shift that a reader would see; an icon that gets its place is less."""

NOTE_SHIFTS = """{
    window.shifts = [];
    const isInTable = ({ node }) => Boolean((node?.closest ? node : node?.parentElement)?.closest("table"));
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            if (!sources.every(isInTable))
                window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
    }).observe({ type: "layout-shift", buffered: true });
}"""
"""Script that notes what moves, without cells within a table: its columns fit the page's font, which may come late."""


@pytest.fixture
def filled(page, fb):
    """Return the attack's roller, filled by a stored operative with two weapons."""
    page.goto(EMPTY_PAGE)
    page.evaluate(KEEP_OPERATIVE, OPERATIVE)
    page.goto(COMBAT)
    roller = fb.Roller(page, ATTACK)
    expect(roller.root.locator(".fb-as-value").first).to_have_text("Kestrel")
    return roller


def sentence(roller) -> list[str]:
    """Return the parts of the sentence in the words that readers see."""
    parts = roller.root.locator(".fb-as .fb-as-part").evaluate_all(
        """parts => parts.map((part) => [...part.querySelectorAll(".fb-as-label:not(.fb-hidden), .fb-as-value")]
            .map(({ textContent }) => textContent.trim()).join(" "))"""
    )
    return [part.replace("\N{MINUS SIGN}", "-") for part in parts]


def choose(roller, label: str, option: str) -> None:
    roller.root.locator(".fb-as label", has_text=re.compile(f"^{label}")).locator("select").select_option(label=option)


@pytest.mark.chromium
def test_character_and_choices_are_one_sentence_that_can_be_changed(filled, fb):
    check_size_before_it_is_shown(filled)
    fields = filled.root.locator(".fb-inputs")
    expect(fields).to_be_hidden()
    assert sentence(filled) == ["As Kestrel", "STRENGTH -1", "Handgun", "Damage modifier +1", "Range Nearby"]
    choose(filled, "Attribute", "REFLEXES +1")
    choose(filled, "Weapons", "Old faithful")
    expect(filled.root.locator(".fb-as")).to_contain_text("Weapon Assault")
    choose(filled, "Range", "Far")
    assert sentence(filled) == [
        "As Kestrel",
        "REFLEXES +1",
        "Old faithful",
        "Damage modifier +2",
        "Weapon Assault",
        "Range Far",
    ]
    values = filled.values()
    assert (values["attribute"], values["damage"], values["weapon"], values["range_band"]) == (
        "1",
        "2",
        "assault",
        "far",
    )
    filled.roll()
    expect(filled.verdict).to_be_visible()
    expect(fields).to_be_hidden()
    check_change(filled, fb)
    choose(filled, "As", "nobody")
    expect(filled.root.locator(".fb-as, .fb-as-change")).to_have_count(0)
    expect(filled.root.locator(".fb-inputs")).to_be_visible()
    filled.root.page.reload()
    expect(filled.root.locator(".fb-inputs")).to_be_visible()
    expect(filled.root.locator(".fb-as")).to_have_count(0)


def check_size_before_it_is_shown(filled) -> None:
    """Check that the filled form has its size before it is shown."""
    page = filled.root.page
    page.add_init_script(NOTE_SHIFTS)
    page.goto("/psiops/combat/#psiops.attack")
    page.reload()
    expect(filled.root.locator(".fb-as-value").first).to_have_text("Kestrel")
    expect(filled.root.locator(".fb-as")).to_contain_text("Nearby")
    page.wait_for_timeout(500)
    assert [shift for shift in page.evaluate("shifts") if shift[0] > SEEN] == []


def check_change(filled, fb) -> None:
    """Check that the button unfolds the form, and the sentence follows it."""
    change = filled.root.get_by_role("button", name="Change")
    expect(change).to_have_attribute("aria-expanded", "false")
    fb.press(change)
    expect(change).to_have_attribute("aria-expanded", "true")
    filled.increase("armor", 2)
    filled.toggle("advantage")
    filled.choose("High", "Target's cover")
    fb.press(change)
    expect(filled.root.locator(".fb-inputs")).to_be_hidden()
    labels = {name: find_mechanic(ATTACK).parameters[name].label for name in ("armor", "advantage", "cover")}
    assert {f"{labels['armor']} 2", f"{labels['cover']} High", labels["advantage"]} <= set(sentence(filled))
    fb.press(filled.root.get_by_role("button", name=f"{labels['armor']} 2"))
    expect(filled.param("armor")).to_be_focused()


@pytest.mark.trial
@pytest.mark.chromium
def test_roll_stays_above_the_bottom_bar(make_page, fb):
    phone = make_page("phone")
    phone.goto(EMPTY_PAGE)
    phone.evaluate(KEEP_OPERATIVE, OPERATIVE)
    phone.goto(COMBAT)
    attack = fb.Roller(phone, ATTACK)
    fb.press(attack.root.get_by_role("button", name="Change"))
    attack.root.locator(".fb-title").evaluate("title => scrollTo(0, scrollY + title.getBoundingClientRect().top - 300)")
    phone.wait_for_timeout(200)
    bar, button = phone.locator(".fb-thumb").bounding_box(), attack.button.bounding_box()
    assert bar["y"] - 40 < button["y"] + button["height"] <= bar["y"]


@pytest.mark.trial
def test_rejected_field_is_marked_in_the_sentence(filled, fb):
    fb.press(filled.root.get_by_role("button", name="Change"))
    filled.root.locator(".fb-pick select").select_option(label="M18 claymore")
    expect(filled.param("weapon")).to_have_value("")
    fb.press(filled.root.get_by_role("button", name="Change"))
    fb.press(filled.button)
    expect(filled.result.locator(".fb-error")).to_contain_text("Weapon takes")
    weapon = filled.root.locator(".fb-as [aria-invalid=true]")
    expect(weapon).to_have_count(1)
    weapon.select_option(label="None")
    expect(weapon).to_have_count(0)
    filled.roll()
    expect(filled.verdict).to_be_visible()
