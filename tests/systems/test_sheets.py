"""Properties of every sheet and every change of every game."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

import rules_py
from rules_py.play import Change, RollBinding, Sheet, Trigger
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.sheet import read_sheet
from rules_py.registry.play import find_play, find_sheet
from rules_py.text.serialization import to_json
from tests.cases import check_each
from tests.rules_py.strategies import parameter_values

SHEETS = [find_sheet(sheet_id) for sheet_id in rules_py.sheets()]
CHANGES = [change for slug in rules_py.systems() for change in find_play(slug).changes.values()]
EVERY_SHEET = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.id)


MOST_CHANGES = 8

FACTS = {
    *("afflicts", "ally", "checks_due", "dealt", "encourages", "is_free", "is_insulted", "is_invisible"),
    *("lasts", "marked", "partner", "simultaneous", "talent"),
}
"""Facts about an action that triggers may use besides the roll."""


def draw_values(draw: st.DrawFn, described: list[dict[str, Any]]) -> dict[str, Any]:
    """Draw values for parameters by their descriptions, leaving some out."""
    return {each["name"]: draw(parameter_values(each)) for each in described if draw(st.booleans())}


@st.composite
def sheets(draw: st.DrawFn, sheet: type[Sheet]) -> Sheet:
    """Draw a sheet with compatible fields; a field rejected together with the others keeps its default."""
    given = draw_values(draw, sheet.describe()["fields"])
    while True:
        try:
            return sheet.from_fields(given)
        except rules_py.RulesError as refusal:
            assert str(refusal).startswith(tuple(f"{name}: got" for name in sheet.parameters)), refusal
            assume(given.pop(str(refusal).partition(":")[0], None) is not None)


@EVERY_SHEET
def test_new_sheet_has_its_described_defaults(sheet):
    made = rules_py.sheet(sheet.id)
    for described in sheet.describe()["fields"]:
        assert to_json(made.fields[described["name"]]) == described["default"]
        assert described["help"]
    assert sheet.title and sheet.page.startswith(sheet.id.partition(".")[0] + "/")


@EVERY_SHEET
@given(data=st.data())
def test_sheet_round_trips_through_json(sheet, data):
    made = data.draw(sheets(sheet))
    assert read_sheet(json.loads(json.dumps(made.to_dict())), find_sheet) == made
    assert set(made.derived) == set(sheet.derivations)
    assert all(isinstance(said, str) and said.endswith((".", "!")) for said in made.warnings)


@EVERY_SHEET
@given(data=st.data())
def test_random_changes_keep_fields_in_range_and_are_reproducible(sheet, data):
    start = made = data.draw(sheets(sheet))
    before = start.to_dict()
    happened: list[tuple[Change, dict[str, Any], Sheet]] = []
    possible = find_play(sheet.id.partition(".")[0]).changes_for(sheet)
    for _ in range(data.draw(st.integers(1, MOST_CHANGES))):
        change = data.draw(st.sampled_from(possible))
        params = draw_values(data.draw, change.describe()["parameters"])
        try:
            changed = rules_py.change(made, change.id, **params)
        except rules_py.RulesError as refusal:
            names = (*change.parameters, *sheet.parameters)
            assert str(refusal).startswith((change.id, *(f"{name}: " for name in names)))
            continue
        assert isinstance(changed.sheet, sheet)
        assert sheet.from_fields(changed.sheet.fields) == changed.sheet  # the sheet type accepts every field
        assert all(said.endswith((".", "!")) for said in changed.steps)
        assert changed.steps or not changed.differences, "it changed something without a word"
        happened.append((change, params, made))
        made = changed.sheet
    assert start.to_dict() == before
    again = start
    for change, params, as_it_was in happened:
        assert again == as_it_was  # undo restores the previous sheet
        again = change.apply(again, change.with_current_params(params)).sheet
    assert again == made


@EVERY_SHEET
@given(data=st.data())
def test_prefilled_params_are_accepted_by_the_mechanic(sheet, data):
    made = data.draw(sheets(sheet))
    for fills in (*sheet.rolls, *sheet.met_by):
        for chosen in iter_choices(fills, made):
            missing = fills.find_missing(made, chosen)
            filled = fills.fill_known_params(made, chosen)
            fills.mechanic.check(filled)
            assert filled.keys() | missing.keys() == fills.sources.keys(), "the form's default stays"


def iter_choices(fills: RollBinding, sheet: Sheet) -> list[dict[str, Any]]:
    """Return each choice that a player has, one at a time."""
    found: list[dict[str, Any]] = [{}]
    for name, fields in fills.choices.items():
        found += [{name: choice} for choice in fields or range(len(getattr(sheet, name)))]
        found += [{name: NO_ENTRY}] if fills.label_for_no_entry(name) else []
    return found


@EVERY_SHEET
def test_ready_made_sheets_exist_and_have_names(sheet):
    for pick in sheet.ready:
        assert len(list(pick.entries())) >= 1
    for name, made in sheet.build_presets().items():
        assert name and isinstance(made, sheet)


@check_each("change", CHANGES)
def test_changes_name_an_existing_page(change):
    slug = change.id.partition(".")[0]
    assert change.page.partition("#")[0] in {f"{slug}/{page}" for page in pages(slug)}
    assert change.rule.__doc__ and change.title


def pages(slug: str) -> set[str]:
    from rules_py.registry.games import find_game

    return {page.removeprefix(f"{slug}/") for page in find_game(slug).pages} | {"fight/", "characters/", "character/"}


@check_each(
    "change, after",
    [(change, after) for change in CHANGES for after in change.triggers],
    [f"{change.id} {after.mechanic.id}" for change in CHANGES for after in change.triggers],
)
@given(seed=st.integers(0, 10_000))
def test_triggered_params_are_accepted_by_the_change(change: Change, after: Trigger, seed: int):
    roll = after.mechanic.roll({}, seed)
    known = {**roll.params, **after.compute_outcome(roll)}
    assert set(after.conditions) <= set(known) | FACTS
    for name, source in after.sources.items():
        has_source = source in known or source in FACTS or any(sheet.has_value(source) for sheet in SHEETS)
        assert has_source, f"{name} from {source}"
    if (params := after.build_params(roll)) is not None:
        for name, value in params.items():
            change.parameters[name].accept(value)
