"""Sheets as the page gets them: cards, blanks to print, JSON Schema, and the requests of the page's worker."""

import json
from typing import Annotated
from xml.etree import ElementTree

import pytest

import rules_py
from rules_py import bridge
from rules_py.parameters import Whole
from rules_py.play import Sheet, derived
from rules_py.registry.play import find_sheet
from rules_py.rendering.prefill import prefill_params
from rules_py.rendering.sheets import describe_sheet, render_sheet

EVERY_SHEET = [find_sheet(id) for id in rules_py.sheets()]
every_sheet = pytest.mark.parametrize("sheet", EVERY_SHEET, ids=[sheet.id for sheet in EVERY_SHEET])


def texts(html: str, *tags: str) -> list[str]:
    """Return the text of the elements with these tags; the fragment must be well formed."""
    root = ElementTree.fromstring(f"<div>{html}</div>")
    return ["".join(node.itertext()) for node in root.iter() if node.tag in tags]


@every_sheet
def test_sheet_card_shows_warnings_and_every_value(sheet):
    made = sheet()
    html = render_sheet(made)
    assert texts(html, "li")[: len(made.warnings)] == list(made.warnings)
    shown = texts(html, "dt")
    for name, parameter in sheet.parameters.items():
        if parameter.kind.control in ("stepper", "select", "segments", "dice") and name not in (sheet.meter or ()):
            assert {parameter.heading, parameter.label} & set(shown), name
    assert shown == list(dict.fromkeys(shown)), "something is shown twice"
    assert describe_sheet(made) or not sheet.derivations


class Diver(Sheet):
    """A diver whose smoke reduces the lungs."""

    lungs: Annotated[int, Whole(0, 9, "breath")] = 5
    smoke: Annotated[int, Whole(0, 9, "of cigars")] = 0
    calm: Annotated[int, Whole(0, 9, "calm")] = 1

    meter, glance = ("lungs_left", "lungs"), ("calm",)

    @derived
    def lungs_left(self) -> int:
        return max(0, self.lungs - 1)

    @derived
    def lungs_now(self) -> int:
        return max(0, self.lungs - self.smoke)

    @derived
    def depth(self) -> int:
        return 10 * self.lungs_now


def test_sheet_card_lists_glance_values_first_and_current_values():
    html = render_sheet(Diver(smoke=3))
    assert list(zip(texts(html, "dt"), texts(html, "dd"), strict=True)) == [
        ("Lungs left", "4 of 5"),
        ("Calm", "1"),
        ("Lungs", "2 (of 5)"),
        ("Smoke", "3"),
        ("Depth", "20"),
    ]
    assert texts(render_sheet(Diver()), "dd")[2] == "5"


@every_sheet
def test_short_form_restores_the_same_sheet(sheet):
    for made in (sheet(), *sheet.build_presets().values()):
        assert sheet.from_fields(json.loads(json.dumps(made.list_non_default_fields()))) == made


def test_sheet_text_is_escaped():
    html = render_sheet(rules_py.sheet("xmas.operator", notes="<img src=x>\nand 2d6"))
    assert "<img" not in html and "&lt;img src=x&gt;<br/>and" in html
    assert texts(html, "fb-die") == ["2d6"]


def ask(question: str, *about: str) -> dict:
    answer = bridge.ask(1000, question, *about)
    assert answer is not None
    return json.loads(answer)


def test_sheet_answer_parses_form_texts():
    weapons = [{"name": "Bow, long / yew", "damage": "2d6", "mode": "auto", "ap": "true"}]
    answer = ask("sheet", "xmas.operator", json.dumps({"name": "Nick", "wounds": "1", "weapons": weapons}))
    assert answer["sheet"]["fields"]["weapons"] == [weapons[0] | {"ap": True, "heavy": False}]
    assert answer["short"] == {"name": "Nick", "wounds": 1, "weapons": answer["sheet"]["fields"]["weapons"]}
    refused = ask("sheet", "xmas.operator", '{"wounds": "9"}')
    assert refused == {"error": "Wounds takes a whole number from 0 to 6; you entered 9.", "field": "wounds"}


def test_change_answer_has_the_new_sheet_and_differences():
    answer = ask("change", "xmas.operator", '{"wounds": 1}', "xmas.take-damage", '{"damage": "2"}')
    assert answer["changed"] == {"wounds": [1, 3]}
    assert answer["steps"] == ["2 damage fills 2 Wound boxes, the last: On Lethal."]
    assert answer["sheet"]["warnings"] == ["On Lethal: the next hit downs you."]
    assert "error" in ask("change", "xmas.operator", "{}", "xmas.nope", "{}")
    assert "error" in ask("change", "xmas.operator", "{}", "xmas.fill-threshold", "{}")


def test_read_answer_accepts_complete_sheets_or_reports_an_error():
    data = rules_py.sheet("xmas.enemy", name="Grinch").to_dict()
    assert ask("read", "xmas.enemy", json.dumps(data))["sheet"] == data
    assert "colour" in ask("read", "xmas.enemy", json.dumps(data | {"colour": "green"}))["error"]
    assert "nope" in ask("read", "xmas.nope", '{"sheet": "xmas.nope", "fields": {}}')["error"]


def test_fill_answer_prefills_rollers_with_the_choices():
    weapons = [{"name": "Bow"}, {"name": "Gun", "damage": "2d6"}]
    fields = json.dumps({"quick": 2, "weapons": weapons})
    plain = ask("fill", "xmas.operator", fields, "{}")["rolls"]["xmas.attack"]
    assert plain["params"] == {"stat": "0", "damage": "1d6", "mode": "single", "ap": "false"}
    stats, named = (choice["options"] for choice in plain["choices"])
    assert stats == {"tough": "TOUGH +0", "quick": "QUICK +2", "social": "SOCIAL +0", "smart": "SMART +0"}
    assert named == {"0": "Bow", "1": "Gun"}
    chosen = json.dumps({"xmas.attack": {"stat": "quick", "weapons": "1"}})
    assert ask("fill", "xmas.operator", fields, chosen)["rolls"]["xmas.attack"]["params"] == {
        "stat": "2",
        "damage": "2d6",
        "mode": "single",
        "ap": "false",
    }
    assert "Weapons" in ask("fill", "xmas.operator", fields, '{"xmas.attack": {"weapons": "2"}}')["error"]


@every_sheet
def test_every_sheet_prefills_its_rolls_with_valid_values(sheet):
    for made in (sheet(), *sheet.build_presets().values()):
        for fills in made.rolls:
            found = prefill_params(made, fills, {})
            missing = list(dict.fromkeys(fills.find_missing(made).values()))
            assert found["problems"] == missing, (sheet.id, fills.mechanic.id)
            fills.mechanic.check(found["params"])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (("sheet", "psiops.operative", '{"hp": 5, "max_hp": 4}'), "HP can be at most 4, the maximum; you entered 5."),
        (
            ("sheet", "psiops.operative", '{"weapons": [{"ammo": 9}]}'),
            "Weapons 1: Ammo takes a whole number from 0 to 6",
        ),
        (("change", "xmas.operator", "{}", "xmas.heal", "{}"), "There is no Wound to heal."),
        (
            ("change", "xmas.operator", "{}", "xmas.take-damage", '{"damage": "x"}'),
            "Damage takes a whole number from 1",
        ),
        (
            ("change", "psiops.operative", '{"fatigue": 12}', "psiops.take-gear", "{}"),
            "It needs 1 slot, and this place has none free.",
        ),
        (
            ("fight", "xmas.fight", "[]", '{"act": "join", "sheet": "xmas.enemy", "count": "77"}'),
            "How many takes a whole",
        ),
        (
            (
                "fight",
                "xmas.fight",
                "[]",
                '{"act": "join", "sheet": "xmas.operator", "data": {"sheet": "xmas.operator", '
                '"fields": {"wounds": 9}}}',
            ),
            "Wounds takes a whole number",
        ),
    ],
)
def test_sheet_errors_use_form_labels(question, said):
    error = ask(*question)["error"]
    assert error.startswith(said) and error.endswith(".")
