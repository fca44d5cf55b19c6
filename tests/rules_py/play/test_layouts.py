"""Sheets to play from: layouts, the default layout, and rolls outside a fight."""

import json
import re

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import DataError, RefusedActionError
from rules_py.play import Sheet
from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles, build_default_layout
from rules_py.play.solo import Solo
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import create_fight, find_play, find_sheet
from rules_py.rendering.cockpit import render_cockpit

SHEETS = [id for slug in rules_py.systems() for id in rules_py.sheets(slug)]
BUTTON = re.compile(r'data-do="([^"]*)"')


def build_solo(sheet: Sheet) -> Solo:
    slug = sheet.id.partition(".")[0]
    return Solo(sheet, create_fight(slug) if find_play(slug).fight_rules else None)


def render_alone(sheet: Sheet) -> str:
    changes = find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))
    return render_cockpit(build_solo(sheet), changes, {})


def list_deeds(html: str) -> list[dict]:
    """Return what the controls of a sheet do."""
    return [json.loads(found.replace("&quot;", '"').replace("&#x27;", "'")) for found in BUTTON.findall(html)]


@pytest.mark.parametrize("id", SHEETS)
@pytest.mark.parametrize("is_default", [False, True], ids=["own layout", "no layout"])
def test_sheet_shows_every_change_and_roll_once(id, is_default, monkeypatch):
    kind = find_sheet(id)
    if is_default:
        monkeypatch.setattr(kind, "layout", None)
    layout = kind.layout or build_default_layout(kind)
    layout.check(kind)
    html = render_alone(kind())
    deeds = list_deeds(html)
    for change in find_play(id.partition(".")[0]).changes_for(kind):
        needs = layout.needs.get(change.id)
        if change.id in layout.omits or (needs and not needs(kind())) or f"<b>{change.title}.</b>" in html:
            continue
        on_card = any(change.id in each.changes for each in layout.list_sections() if isinstance(each, Cards))
        assert on_card or any(deed.get("change") == change.id for deed in deeds), change.id
    if is_default:
        shown = {deed["roll"] for deed in deeds if "roll" in deed}
        lists = {binding.mechanic.id for binding in kind.rolls if any(not each for each in binding.choices.values())}
        closed = {
            binding.mechanic.id for binding in kind.rolls if f"<b>{binding.mechanic.title}.</b>" in html
        }  # the sheet lacks a value
        assert {binding.mechanic.id for binding in kind.rolls} - lists <= shown | closed


@pytest.mark.parametrize("id", SHEETS)
def test_layout_names_only_changes_that_exist(id):
    kind = find_sheet(id)
    if kind.layout is None:
        return
    known = {change.id for change in find_play(id.partition(".")[0]).changes_for(kind)}
    gauges = [gauge for each in kind.layout.list_sections() if isinstance(each, Gauges) for gauge in each.gauges]
    named = {name for gauge in gauges for name in (gauge.fewer, gauge.more) if name}
    assert kind.layout.list_change_ids() | named | set(kind.layout.needs) <= known


@pytest.mark.parametrize("id", SHEETS)
def test_every_roll_button_rolls(id):
    """A control that isn't closed makes its roll with exactly the choices that it carries."""
    sheet = find_sheet(id)()
    solo = build_solo(sheet)
    for deed in list_deeds(render_alone(sheet)):
        if "roll" not in deed:
            continue
        binding = solo.find_binding(deed["roll"])
        override = [each.name for each in solo.find_unmet(binding, deed["chosen"])]
        assert bool(override) == bool(deed.get("anyway"))
        rolled = solo.roll(binding, deed["chosen"], {}, override, seed=7)
        again = binding.mechanic.resolve(rolled.roll.faces, rolled.roll.params)
        assert again.outcome == rolled.roll.outcome


def test_attack_on_a_sheet_pays_its_ammo_and_an_empty_weapon_is_refused():
    operative = find_sheet("psiops.operative")(weapons=({"name": "Handgun", "ammo": 1},))
    solo = build_solo(operative)
    binding = solo.find_binding("psiops.attack")
    rolled = next(
        rolled
        for seed in range(50)
        if (rolled := solo.roll(binding, {"attribute": "reflexes"}, seed=seed)).roll.outcome["ammo"] == 1
    )
    assert rolled.sheet.weapons[0].ammo == 0
    assert rolled.steps == ("Handgun: 0 of 6 ammo. Out of ammo.", "1 momentum gained: 3 now.")
    empty = build_solo(rolled.sheet)
    with pytest.raises(RefusedActionError):
        empty.roll(binding, {"attribute": "reflexes"})
    assert empty.roll(binding, {"attribute": "reflexes"}, override=["ammo"], seed=1).sheet.weapons[0].ammo == 0


def test_likeliest_choice_is_the_best_value_and_a_players_choice_stays():
    operator = find_sheet("xmas.operator")(tough=1, quick=3, weapons=({"name": "A"}, {"name": "B"}))
    solo = build_solo(operator)
    binding = solo.find_binding("xmas.attack")
    assert solo.choose(binding, {}) == {"stat": "quick", "weapons": 0}
    assert solo.choose(binding, {"stat": "tough", "weapons": 1}) == {"stat": "tough", "weapons": 1}
    assert solo.choose(binding, {"weapons": 2})["weapons"] == 0  # an entry that the sheet has lost


def test_gauge_needs_an_existing_value():
    class Crate(Sheet):
        """A crate."""

    with pytest.raises(DataError, match="lays out nope"):
        Layout(Tab("Play", Gauges(Gauge("nope")))).check(Crate)
    with pytest.raises(DataError, match="takes a roll of"):
        Layout(Tab("Play", Tiles("Rolls", find_mechanic("xmas.test")))).check(Crate)
    with pytest.raises(DataError, match="lays out gone"):
        Layout(Tab("Play", Facts("gone"))).check(Crate)


def test_changes_outside_the_layout_come_last_on_its_first_tab():
    kind = find_sheet("xmas.operator")
    layout = Layout(Tab("Play", Happenings("Get hurt", "xmas.take-damage")), Tab("More", Facts("state")))
    assert "xmas.end-scene" not in layout.list_change_ids()
    original, kind.layout = kind.layout, layout
    try:
        first, second = render_alone(kind()).split("</section>")[:2]
    finally:
        kind.layout = original
    assert "xmas.end-scene" in first and "xmas.end-scene" not in second


def test_answer_of_a_sheet_to_play_from_and_of_its_roll():
    fields = json.dumps({"name": "Kestrel", "reflexes": 1})
    answer = json.loads(ANSWERS["cockpit"]("psiops.operative", fields, json.dumps({"psiops.attack": {"weapons": "0"}})))
    assert answer["cockpit"].startswith('<section class="fb-tab" data-title="Play">')
    acted = json.loads(ANSWERS["act"]("psiops.operative", "psiops.attack", fields, "{}", "[]", 3))
    assert acted["roll"]["mechanic"] == "psiops.attack"
    assert set(acted) == {"roll", "html", "said", "about", "sheet", "steps", "changed"}
    refused = json.loads(ANSWERS["act"]("psiops.operative", "psiops.dying", fields, "{}"))
    assert refused["override"] == ["zero-hp"] and "0 HP" in refused["error"]
    assert "psiops.nope" in json.loads(ANSWERS["act"]("psiops.operative", "psiops.nope", fields, "{}"))["error"]
