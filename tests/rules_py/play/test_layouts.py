"""Sheets to play from: layouts, the default layout, and rolls outside a fight."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import DataError, RefusedActionError, RulesError
from rules_py.parameters import Flag, ListOf, Whole
from rules_py.play import Sheet
from rules_py.play.layout import Advance, Cards, Gauge, Layout, Row, Rows, Tab, Texts, Tiles, Vitals
from rules_py.play.roll_settings import SheetSettings
from rules_py.play.solo import Solo
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import create_fight, find_play, find_sheet
from rules_py.rendering.open_sheet.page import render_open_sheet
from rules_py.rendering.open_sheet.view import SheetView
from tests.cases import check_each
from tests.rules_py.play.sample_game import Duellist, bleed

SHEETS = [id for slug in rules_py.systems() for id in rules_py.sheets(slug)]
CONTROL = re.compile(r'data-(?:do|form)="([^"]*)"')


def build_solo(sheet: Sheet) -> Solo:
    slug = sheet.id.partition(".")[0]
    return Solo(sheet, create_fight(slug) if find_play(slug).fight_rules else None)


def build_view(sheet: Sheet, kept: Any = None) -> SheetView:
    changes = find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))
    return SheetView(build_solo(sheet), changes, SheetSettings.read(kept))


def render_alone(sheet: Sheet, kept: Any = None) -> str:
    return render_open_sheet(build_view(sheet, kept))


def list_controls(html: str) -> list[dict[str, Any]]:
    """Return what the controls of a sheet do."""
    return [json.loads(unescape(found)) for found in CONTROL.findall(html)]


def read_text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def list_entries(kind: ListOf) -> Iterator[Any]:
    """Yield an entry of a list: one with default parts, or the first value of its kind."""
    parts = {name: default for name, (_, default) in kind.entries().items() if name}
    candidates: list[Any] = [parts] if parts else [*kind.entry.all_values()[:1], "Something", "1"]
    for each in candidates:
        try:
            kind.accept([each])
        except (ValueError, RulesError):
            continue
        yield each
        return


def list_sheets(kind: type[Sheet]) -> Iterator[Sheet]:
    """Yield a new sheet, one with all lists empty, and one with two entries in each list."""
    lists = {name: each.kind for name, each in kind.parameters.items() if isinstance(each.kind, ListOf)}
    yield kind()
    yield kind.from_fields(dict.fromkeys(lists, ()))
    yield kind.from_fields(
        {name: [each, each] for name, list_kind in lists.items() for each in list_entries(list_kind)}
    )


@pytest.mark.parametrize("id", SHEETS)
@pytest.mark.parametrize("is_default", [False, True], ids=["own layout", "no layout"])
def test_sheet_loses_no_change_roll_or_value(id, is_default, monkeypatch):
    kind = find_sheet(id)
    if is_default:
        monkeypatch.setattr(kind, "layout", None)
    for sheet in list_sheets(kind):
        view = build_view(sheet)
        view.layout.check_declaration(kind)
        html = render_open_sheet(view)
        controls, text = list_controls(html), read_text(html)
        for change in view.changes.values():
            if change.id in view.layout.omits or not view.is_needed(change.id):
                continue
            titles = [row.title or change.title for row in view.layout.list_rows() if row.item == change.id]
            is_shown = any(control.get("change") == change.id for control in controls)
            cards = [each for each in view.layout.list_sections() if isinstance(each, Cards)]
            on_card = any(each.id == change.id for card in cards for each in card.changes)
            assert is_shown or on_card or any(title in text for title in (*titles, change.title)), change.id
        for binding in sheet.rolls:
            mechanic = binding.mechanic
            is_shown = any(control.get("roll") == mechanic.id for control in controls)
            by_list = {each.entries for each in view.layout.list_sections() if isinstance(each, Cards)}
            by_list |= {each.by for each in view.layout.list_sections() if isinstance(each, Tiles)}
            needs_entry = any(not fields and name in by_list for name, fields in binding.choices.items())
            others = any(
                mechanic in each.rolls[1:] for each in view.layout.list_sections() if isinstance(each, Cards | Tiles)
            )
            assert is_shown or needs_entry or others or not view.suits(mechanic.id), mechanic.id
        for name in (*sheet.parameters, *sheet.derivations):
            value = getattr(sheet, name)
            if name == "name" or value in ("", "none", (), 0, False, None):
                continue
            parameter = sheet.parameters.get(name)
            if parameter is not None and (value == parameter.default or isinstance(parameter.kind, Flag)):
                continue
            assert name in view.layout.list_shown_values() or view.label(name) in text, name


@check_each("id", SHEETS)
def test_each_number_of_the_vitals_can_be_set_and_stepped(id):
    kind = find_sheet(id)
    if kind.layout is None:
        return
    gauges = [json.loads(unescape(each)) for each in re.findall(r'data-gauge="([^"]*)"', render_alone(kind()))]
    set_fields = {each["field"] for each in gauges if "field" in each}
    for gauge in kind.layout.list_gauges():
        field = gauge.missing or gauge.value
        if not gauge.parts and field in kind.parameters and isinstance(kind.parameters[field].kind, Whole):
            assert field in set_fields


class Crate(Sheet):
    """A crate."""


CHANGES = {
    "a row": Layout(Tab("Play", Rows("Turn", "crate.open"))),
    "a card": Layout(Tab("Play", Cards("things", changes=("crate.open",)))),
    "a gauge": Layout(Vitals(Gauge("dc", fewer="crate.open"))),
    "a need": Layout(needs={"crate.open": bool}),
    "one left out": Layout(omits=("crate.open",)),
}


@pytest.mark.parametrize("layout", CHANGES.values(), ids=CHANGES)
def test_layout_names_only_changes_of_its_sheet(layout):
    layout.check_changes(Crate, ["crate.open", "crate.shut"])
    with pytest.raises(DataError, match=r"lays out crate\.open, takes a change of .*: crate\.shut"):
        layout.check_changes(Crate, ["crate.shut"])


@check_each("id", SHEETS)
def test_every_roll_button_rolls_or_asks(id):
    """A control that isn't closed makes its roll with the choices that it fixes, as soon as nothing is asked."""
    sheet = find_sheet(id)()
    view = build_view(sheet)
    html = render_open_sheet(view)
    for found in re.findall(r'data-do="([^"]*)"', html):
        control = json.loads(unescape(found))
        if "roll" not in control:
            continue
        prepared = view.prepare(control["roll"], control["chosen"])
        assert control.get("asks") or not prepared.asked
        if control.get("asks"):
            continue
        unmet = view.solo.find_unmet(prepared.binding, prepared.chosen, prepared.given)
        assert bool(unmet) == bool(control.get("anyway"))
        override = [each.name for each in unmet]
        rolled = view.solo.roll(prepared.binding, prepared.chosen, prepared.given, override, seed=7)
        again = prepared.mechanic.resolve(rolled.roll.faces, rolled.roll.params)
        assert again.outcome == rolled.roll.outcome
        own = view.solo.roll(prepared.binding, prepared.chosen, prepared.given, override, faces=list(rolled.roll.faces))
        assert own.roll.outcome == rolled.roll.outcome and own.sheet == rolled.sheet


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
    assert {"anyway": True}.items() <= next(
        control for control in list_controls(render_alone(rolled.sheet)) if control.get("anyway")
    ).items()


def test_likeliest_choice_is_the_best_value_and_a_players_choice_stays():
    operator = find_sheet("xmas.operator")(tough=1, quick=3, weapons=({"name": "A"}, {"name": "B"}))
    solo = build_solo(operator)
    binding = solo.find_binding("xmas.attack")
    assert solo.choose(binding, {}) == {"stat": "quick", "weapons": 0}
    assert solo.choose(binding, {"stat": "tough", "weapons": 1}) == {"stat": "tough", "weapons": 1}
    assert solo.choose(binding, {"weapons": 2})["weapons"] == 0  # an entry that the sheet has lost


MISTAKES = {
    "a value": (Vitals(Gauge("nope")), "lays out nope, takes a field or a derived value"),
    "a roll": (Tiles("Rolls", find_mechanic("xmas.test")), "lays out xmas.test, takes a roll of"),
    "a text": (Texts("gone"), "lays out gone"),
    "points": (Tab("Play", Advance("luck")), "lays out luck"),
    "a title": (Tab("Play", Rows("A title that says far too much for a sheet")), "takes one of at most"),
    "a button": (Tab("Play", Rows("Turn", Row("crate.go", button="Go on with whatever you are doing"))), "at most"),
    "marks without a maximum": (
        Vitals(Gauge("", missing="lost", marks=("third",))),
        "marks .* at third, takes half or",
    ),
}


@pytest.mark.parametrize(("part", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_in_a_layout_is_one_sentence(part, message, monkeypatch):
    monkeypatch.setattr(Crate, "has_value", classmethod(lambda cls, name: name not in ("nope", "gone", "luck")))
    with pytest.raises(DataError, match=message):
        Layout(part).check_declaration(Crate)


def test_layout_counts_only_what_helps_in_a_roll_of_the_sheet():
    with pytest.raises(DataError, match="counts what helps as luck, takes a parameter of a roll"):
        Layout(helps={"luck": ()}).check_declaration(Crate)


def test_fields_that_a_layout_leaves_out_are_folded_on_its_last_tab(monkeypatch):
    kind = find_sheet("xmas.operator")
    layout = Layout(Tab("Play", Rows("Get hurt", "xmas.take-damage")), Tab("More", Texts("state")))
    monkeypatch.setattr(kind, "layout", layout)
    assert "xmas.end-scene" not in layout.list_change_ids()
    first, second = re.findall(
        r'<section class="fb-sheet-panel".*?(?=<section class="fb-sheet-panel"|$)', render_alone(kind())
    )
    assert "xmas.end-scene" in second and "xmas.end-scene" not in first
    assert "Other rolls" in second and "xmas.test" in second and "Other values" in second


def test_sheet_says_that_a_list_is_empty_and_opens_its_form():
    html = render_alone(find_sheet("xmas.operator")(weapons=()))
    assert "No weapons yet" in read_text(html) and 'data-edit="weapons"' in html


def test_gauges_are_pips_up_to_eight_and_bars_above():
    html = render_alone(find_sheet("psiops.operative")(max_hp=8, hp=3))
    assert html.count('class="fb-pips"') == 3  # HP, stress and the handgun's ammo
    html = render_alone(find_sheet("psiops.operative")(max_hp=9, hp=3))
    assert '<i style="--share:33%"></i>' in html and html.count('class="fb-pips"') == 2


def test_bar_of_life_shows_both_kinds_of_damage_and_its_half():
    html = render_alone(find_sheet("combat.character")(stunning=5, deadly=3))
    assert "LIF left: 7 of 15" in html and '<u style="--at:50%"></u>' in html
    assert '<i class="bad" style="--from:47%;--share:20%"></i>' in html
    assert "deadly 3" in read_text(html) and "stunning 5" in read_text(html)


ROWS = {
    "dice": ("psiops.operative", {"hp": 2}, "Roll 1D6", "Heal"),
    "a price": ("psiops.operative", {"momentum": 4}, "−2", "Push yourself"),
    "a gain": ("xmas.operator", {}, "+3", "Restore a child's faith"),
    "a verb": ("xmas.operator", {}, "End", "End the scene"),
    "an answer": ("psiops.operative", {}, "I did", "You acted on your drive"),
}


@pytest.mark.parametrize(("id", "fields", "word", "title"), ROWS.values(), ids=ROWS)
def test_button_of_a_row_is_a_verb_a_price_or_dice(id, fields, word, title):
    html = unescape(render_alone(find_sheet(id).from_fields(fields)))
    assert f'>{word}<span class="fb-hidden">: {title}</span></button>' in html


def test_row_that_is_forbidden_now_is_grey_and_says_why():
    html = unescape(render_alone(find_sheet("psiops.operative")(momentum=3)))
    assert "Flashback costs 4 momentum; you have 3." in html
    row = html[html.index("<b>Flashback</b>") :].partition("</li>")[0]
    assert "disabled" in row


def test_points_buy_what_they_can_and_the_rest_is_folded_with_its_price():
    """An attribute costs 5 times its new level: with 16, PRE from 2 to 3 for 15 and no other."""
    soldier = find_sheet("combat.character")(presence=2, experience=16)
    html = unescape(render_alone(soldier))
    advance = html[html.index(">Experience") :].partition("</details>")[0]
    shown, folded = advance.split("<details")
    assert "<b>PRE</b>" in shown and "Raise <small>15</small>" in shown and "<b>STR</b>" not in shown
    assert "Five that cost more" in folded and "STR 4 costs 20 Experience Points; you have 16." in folded


def test_several_rolls_over_the_same_tiles_are_a_switch():
    character = find_sheet("puml.character")(attributes=({"name": "Brawn", "value": 2},))
    html = render_alone(character)
    kept = next(control["kept"] for control in list_controls(html) if "kept" in control and control["kept"]["switches"])
    assert kept["switches"] == {"Your move": "puml.offense"}
    defending = render_alone(character, {"switches": {"Your move": "puml.defence"}})
    rolls = [control["roll"] for control in list_controls(defending) if control.get("chosen") == {"attributes": 0}]
    assert rolls == ["puml.defence"]


def test_sheet_of_another_game_gets_a_layout_from_its_declaration():
    view = SheetView(Solo(Duellist(points=3), None), [bleed], SheetSettings())
    html = render_open_sheet(view)
    assert 'aria-label="Points: 3 of 3"' in html and 'aria-label="Dazed' not in html
    assert '<button type="button" class="fb-chip" aria-pressed="false"' in html and "Dazed" in read_text(html)
    assert {control["roll"] for control in list_controls(html) if "roll" in control} == {"duel.strike", "duel.draw"}
    assert {control["change"] for control in list_controls(html) if "change" in control} == {"duel.bleed"}


def test_rows_that_are_not_possible_now_are_folded_if_they_are_many():
    html = render_alone(find_sheet("xmas.operator")())
    shown, folded = html[html.index(">Spend</h4>") :].partition("</section>")[0].split("<details")
    assert "Protect an ally" in shown and "disabled" not in shown
    assert "Five not possible now" in folded and "Only a Christmas Ghost can haunt." in folded


def test_roll_after_a_fall_is_first_once_it_is_due_and_folded_before():
    standing = render_alone(find_sheet("psiops.operative")())
    assert standing.index(">Weapons</h4>") < standing.index("<summary>Down</summary>")
    fallen = render_alone(find_sheet("psiops.operative")(hp=0))
    assert fallen.index(">Down</h4>") < fallen.index("At 0 HP") < fallen.index(">Weapons</h4>")


def test_answer_of_a_sheet_to_play_from_and_of_its_roll():
    fields = json.dumps({"name": "Kestrel", "reflexes": 1})
    answer = json.loads(ANSWERS["open_sheet"]("psiops.operative", fields, "{}"))
    assert answer["parts"].startswith('<section class="fb-self" aria-label="Kestrel now">')
    assert answer["plate"] == {"name": "Kestrel", "line": "Operative"} and answer["short_gauge"] == "HP 6 of 6"
    control = json.dumps({"chosen": {"weapons": 0}})
    acted = json.loads(ANSWERS["act"]("psiops.operative", "psiops.attack", fields, "{}", control, "[]", 3))
    assert acted["roll"]["mechanic"] == "psiops.attack"
    assert set(acted) == {"roll", "html", "said", "about", "tone", "sheet", "steps", "changed", "kept"}
    refused = json.loads(ANSWERS["act"]("psiops.operative", "psiops.dying", fields, "{}", "{}"))
    assert refused["override"] == ["zero-hp"] and "0 HP" in refused["error"]
    unknown = json.loads(ANSWERS["act"]("psiops.operative", "psiops.nope", fields, "{}", "{}"))
    assert "psiops.nope" in unknown["error"]


@check_each("id", SHEETS)
def test_first_answer_has_everything_up_to_the_first_panel(id):
    later = re.compile(r'(<section class="fb-sheet-panel" data-title="[^"]*") data-later></section>')
    for sheet in list_sheets(find_sheet(id)):
        whole = json.loads(ANSWERS["open_sheet"](id, json.dumps(sheet.to_dict()["fields"]), "{}"))
        first = json.loads(ANSWERS["open_sheet"](id, json.dumps(sheet.to_dict()["fields"]), "{}", "first"))
        assert {**first, "parts": ""} == {**whole, "parts": ""}
        panels = whole["parts"].split('<section class="fb-sheet-panel"')
        texts = panels[-1][panels[-1].rindex('<section class="fb-texts">') :]
        shown = '<section class="fb-sheet-panel"'.join(panels[:2])
        titles = [f"{panel[: panel.index('>')]} data-later></section>" for panel in panels[2:]]
        wanted = '<section class="fb-sheet-panel"'.join([shown, *titles]) + (texts if len(panels) > 2 else "")
        assert first["parts"] == wanted
        assert len(later.findall(first["parts"])) == max(0, len(panels) - 2)
