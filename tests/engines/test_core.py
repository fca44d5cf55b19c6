"""What everyone does on the site, in the engines of other browsers too."""

import re

import pytest

import rules_py
from rules_py.registry import games
from rules_py.rendering.numbers import format_percent

ROLLER = 'fb-roller[mechanic="{}"]'
ACTION = ROLLER.format("psiops.action")
HEADLINE = " .fb-result > .fb-headline"


NOTE_PROGRESS = """() => {
    window.noted = [];
    new MutationObserver(() => {
        const status = document.querySelector("fb-status:has(progress)");
        if (status) noted.push([status.querySelector("progress").value, status.innerText]);
    }).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.mark.trial
def test_a_start_says_how_far_it_is_and_never_less_than_before(engine, host):
    reader = engine(host.origin)
    try:
        reader.open("/psiops/")
        reader.run(NOTE_PROGRESS)
        assert reader.ask(f"{ACTION} .fb-roll", ACTION + HEADLINE)
        noted = reader.run("() => noted")
    finally:
        reader.close()
    assert reader.errors == []
    shares = [share for share, _ in noted]
    assert shares
    assert shares == sorted(shares)
    assert not any("taking long" in words for _, words in noted)
    assert all(f"{share}%" in words and "Your roll is queued" in words for share, words in noted)


def test_a_page_is_read(reader):
    reader.open("/psiops/combat/")
    assert reader.see("article h1").startswith("Combat")
    assert reader.run("() => document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth")
    assert reader.run("() => [...document.styleSheets].every((sheet) => sheet.cssRules.length)")


def test_dice_in_the_text_roll_where_they_stand(reader):
    reader.open("/psiops/talents/")
    total = reader.ask("article fb-die button", "fb-die .fb-die-result b")
    assert re.fullmatch(r"[\d−]+", total)


@pytest.mark.trial
def test_a_table_is_rolled(reader):
    reader.open("/psiops/drives/")
    told = reader.ask("fb-table[die] .fb-table-bar .fb-roll", "fb-table .fb-table-result .fb-headline")
    row = reader.see("fb-table tr[aria-current]")
    assert any(name in told for name in re.split(r"[\t\n]", row) if len(name) > 3)


def test_a_rule_is_rolled_and_its_odds_follow_the_form(reader):
    reader.open("/psiops/")
    assert reader.ask(f"{ACTION} .fb-roll", ACTION + HEADLINE)
    reader.press(f"{ACTION} details.fb-odds > summary")
    reader.press(f"{ACTION} .fb-stepper:has([name=attribute]) [data-step='1']")
    for chance in rules_py.odds("psiops.action", attribute=1).outcomes["band"].values():
        reader.see(f"{ACTION} .fb-odds-body", re.escape(format_percent(chance)))


def test_a_calculator_opens_as_its_address_says(reader):
    reader.open("/psiops/calc/?attribute=2&armor=1")
    calculator = games.find_calculator("psiops.calc")
    panel, odds = calculator.answer(calculator.check({"attribute": 2, "armor": 1}))[0]
    for chance in panel.chances:
        reader.see("fb-calc .fb-panel .fb-numbers", re.escape(format_percent(chance.compute_probability(odds))))


@pytest.mark.trial
def test_own_dice_are_typed(reader):
    reader.open("/psiops/")
    reader.press(f"{ACTION} .fb-own-open")
    reader.see(f"{ACTION} .fb-slot", "")
    reader.run("(pad) => document.querySelector(pad).focus()", f"{ACTION} .fb-pad [tabindex='0']")
    reader.type("45")
    reader.ask(f"{ACTION} .fb-own-use", ACTION + HEADLINE)
    faces = reader.run(
        "(faces) => [...document.querySelectorAll(faces)].map((each) => parseInt(each.innerText, 10))",
        f"{ACTION} .fb-result .fb-face",
    )
    assert faces == [4, 5]


def test_a_page_change_keeps_python(reader):
    reader.open("/psiops/")
    assert reader.ask(f"{ACTION} .fb-roll", ACTION + HEADLINE)
    reader.run("() => { window.kept = true; }")
    reader.run("""() => [...document.links].find((link) => new URL(link.href).pathname === "/puml/").click()""")
    reader.see("article h1", "PUML")
    action = ROLLER.format("puml.action")
    assert reader.ask(f"{action} .fb-roll", action + HEADLINE)
    assert reader.run("() => window.kept")


@pytest.mark.trial
def test_a_character_is_kept(reader):
    reader.open("/xmas/characters/")
    reader.press_named("New operator")
    reader.see("fb-sheets .fb-sheet-card")
    reader.press("fb-sheets .fb-sheet-form [name=name]")
    reader.type("Ada")
    reader.see("fb-sheets h3.fb-sheet-name", "Ada")
    reader.open("/xmas/characters/")
    reader.see("fb-sheets .fb-sheets-item", "Ada")


@pytest.mark.trial
def test_a_fight_is_played_and_kept(reader):
    reader.open("/xmas/fight/")
    reader.see("fb-fight .fb-fight-join")
    for kind in ("Operator", "Grunt"):
        reader.run("() => { document.querySelector('details.fb-fight-join').open = true; }")
        reader.press_named(f"+ {kind}")
        reader.see(".fb-fighter strong", kind)
    told = reader.ask(".fb-fight-roll button", ".fb-fight-happened .fb-headline")
    reader.open("/xmas/fight/")
    assert reader.see(".fb-fight-happened .fb-headline") == told


@pytest.mark.trial
def test_a_page_that_is_left_in_mid_change_holds_up_none_after_it(reader):
    for left_after in range(8):
        reader.open(f"/licences/?{left_after}")
        assert reader.run(
            """async (left_after) => {
            const { keep } = await import(new URL("/assets/js/play/main.js", location.href));
            const { id } = await keep.add("sheets", { game: "xmas", name: "Bo", data: {} });
            for (let each = 0; each < 20; each += 1) keep.update("sheets", id, () => ({ name: `Bo ${each}` }));
            await new Promise((leave) => setTimeout(leave, left_after)); // somewhere within the changes
            return id;
        }""",
            left_after,
        )


@pytest.mark.trial
@pytest.mark.parametrize("place", ["/psiops/?roll=psiops.action&attribute=<img src=x>", "/psiops/?roll=no"])
def test_a_wrong_address_is_told(reader, place):
    reader.open(place)
    assert reader.see(".fb-error")


@pytest.mark.trial
def test_all_of_it_works_without_a_connection(engine, host):
    reader = engine(host.origin)
    try:
        reader.open("/psiops/")
        reader.ask(f"{ACTION} .fb-roll", ACTION + HEADLINE)
        reader.run("async () => { await navigator.serviceWorker.ready; }")
        host.is_dead = True
        reader.open("/puml/")
        action = ROLLER.format("puml.action")
        assert reader.ask(f"{action} .fb-roll", action + HEADLINE)
    finally:
        host.is_dead = False
        reader.close()
    assert reader.errors == []
