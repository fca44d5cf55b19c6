"""Rolls from sheets that lack values: an empty list or an absent field never leaves the form's default."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import rules_py
from rules_py.parameters import ListOf
from rules_py.play import Sheet
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.roll_settings import SheetSettings
from rules_py.play.solo import Solo
from rules_py.registry.play import create_fight, find_play, find_sheet
from rules_py.rendering.open_sheet.page import render_open_sheet
from rules_py.rendering.open_sheet.view import SheetView
from rules_py.rendering.prefill import prefill_params
from tests.cases import check_each
from tests.systems.test_sheets import SHEETS, iter_choices

EMPTY: tuple[Any, ...] = ((), 0, None, "", "none", False)
"""The values that a field may have if there is nothing to record."""


def list_empty_sheets(sheet: type[Sheet]) -> Iterator[Sheet]:
    """Yield a sheet with each field emptied, one at a time, and one with all lists empty, and with all fields."""
    lists = {name: () for name, parameter in sheet.parameters.items() if isinstance(parameter.kind, ListOf)}
    everything: dict[str, Any] = {}
    for name in sheet.parameters:
        for value in EMPTY:
            try:
                made = sheet.from_fields({name: value})
            except rules_py.RulesError:
                continue
            yield made
            everything.setdefault(name, value)
    yield sheet.from_fields(lists)
    yield from (made for made in (try_fields(sheet, everything), try_fields(sheet, everything | lists)) if made)


def try_fields(sheet: type[Sheet], fields: dict[str, Any]) -> Sheet | None:
    try:
        return sheet.from_fields(fields)
    except rules_py.RulesError:
        return None


def build_solo(sheet: Sheet) -> Solo:
    slug = sheet.id.partition(".")[0]
    return Solo(sheet, create_fight(slug) if find_play(slug).fight_rules else None)


@check_each("sheet", SHEETS)
def test_bound_parameter_is_filled_or_closes_its_roll(sheet):
    for made in list_empty_sheets(sheet):
        for fills in (*sheet.rolls, *sheet.met_by):
            for chosen in iter_choices(fills, made):
                missing = fills.find_missing(made, chosen)
                assert fills.fill_known_params(made, chosen).keys() | missing.keys() == fills.sources.keys()
                assert all(reason.endswith(".") and len(reason) < 120 for reason in missing.values())
                if not missing:
                    fills.fill_params(made, chosen)
                    continue
                with pytest.raises(rules_py.RulesError):
                    fills.fill_params(made, chosen)
                fills.fill_params(made, chosen, missing)
                assert set(missing.values()) <= set(prefill_params(made, fills, chosen)["problems"])


@check_each("sheet", SHEETS)
def test_roll_that_lacks_values_is_refused_on_the_sheet(sheet):
    for made in list_empty_sheets(sheet):
        solo = build_solo(made)
        for fills in sheet.rolls:
            chosen = solo.choose(fills, {})
            if missing := fills.find_missing(made, chosen):
                with pytest.raises(rules_py.RulesError) as refusal:
                    solo.roll(fills, chosen, seed=1)
                assert refusal.value.plain in missing.values()
        changes = find_play(sheet.id.partition(".")[0]).changes_for(sheet)
        render_open_sheet(SheetView(solo, changes, SheetSettings()))


def fill(sheet_id: str, mechanic_id: str, chosen: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    made = find_sheet(sheet_id).from_fields(fields)
    (fills,) = (each for each in made.rolls if each.mechanic.id == mechanic_id)
    return fills.fill_params(made, chosen)


ATTACKS = ("psiops.attack", "psiops.focus-fire", "psiops.takedown", "psiops.swarm-takedown")


@pytest.mark.parametrize("mechanic_id", ATTACKS)
@pytest.mark.parametrize(("fields", "chosen"), [({"weapons": ()}, {}), ({}, {"weapons": NO_ENTRY})])
def test_unarmed_operative_strikes_at_minus_1_and_close(mechanic_id, fields, chosen):
    filled = fill("psiops.operative", mechanic_id, chosen, **fields)
    assert (filled["damage"], filled["weapon"], filled["range_band"]) == (-1, "melee", "close")


def test_unarmed_attack_is_on_the_sheet_of_an_armed_operative_and_spends_no_ammo():
    operative = find_sheet("psiops.operative")()
    solo = build_solo(operative)
    view = SheetView(solo, find_play("psiops").changes_for(type(operative)), SheetSettings())
    assert '<span class="fb-hidden">: Unarmed</span>' in render_open_sheet(view)
    attack = solo.find_binding("psiops.attack")
    for seed in range(30):
        rolled = solo.roll(attack, solo.choose(attack, {"weapons": NO_ENTRY}), seed=seed)
        assert rolled.roll.params["damage"] == -1
        assert rolled.sheet.weapons == operative.weapons


def test_unarmed_operative_misses_and_hits_by_the_text():
    """With +0, 2D6 of 7 to 9 count the lowest die and 10 to 12 the highest, each less 1; 6 and less miss."""
    odds = rules_py.odds("psiops.attack", **fill("psiops.operative", "psiops.attack", weapons=())).outcomes["damage"]
    expected: dict[int, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            total = first + second
            faces = 0 if total < 7 else min(first, second) if total < 10 else max(first, second)
            left = max(0, faces - 1)
            expected[left] = expected.get(left, Fraction(0)) + Fraction(1, 36)
    assert odds == expected


def test_soldier_without_skills_adds_nothing_and_one_without_weapons_needs_one():
    assert fill("combat.character", "combat.attack")["skill"] == 0
    assert fill("combat.character", "combat.skill")["skill"] == 0
    with pytest.raises(rules_py.RulesError, match="damage"):
        fill("combat.character", "combat.blow", weapons=())


def test_soldier_without_a_recorded_dead_lift_has_to_enter_it():
    with pytest.raises(rules_py.RulesError, match="lift"):
        fill("combat.character", "combat.lift", strength=5)
    assert fill("combat.character", "combat.lift", dead_lift=250) == {"lift": 250}


def test_operator_without_weapons_has_no_attack():
    for mechanic_id in ("xmas.attack", "xmas.crowd"):
        with pytest.raises(rules_py.RulesError, match="damage"):
            fill("xmas.operator", mechanic_id, weapons=())


@check_each("sheet", SHEETS)
def test_each_list_that_fills_a_roll_has_a_declaration_for_an_empty_list(sheet):
    for fills in (*sheet.rolls, *sheet.met_by):
        lists = {
            source.partition(".")[0] for source in fills.sources.values() if isinstance(source, str) and "." in source
        }
        assert lists <= fills.without.keys(), fills.mechanic.id
