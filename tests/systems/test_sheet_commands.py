"""The contract of sheets, from Python and on the command line."""

import io
import json
import sys

import pytest

import rules_py


@pytest.fixture
def file(tmp_path):
    """Return a file with a sheet's JSON."""

    def file(sheet_id: str, **fields) -> str:
        path = tmp_path / "sheet.json"
        path.write_text(json.dumps(rules_py.sheet(sheet_id, **fields).to_dict()), encoding="utf-8")
        return str(path)

    return file


def test_every_game_lists_its_sheets_and_changes():
    assert isinstance(rules_py.sheets(), tuple)
    assert set(rules_py.sheets("xmas")) == {"xmas.operator", "xmas.enemy"}
    assert set(rules_py.sheets("xmas")) <= set(rules_py.sheets())
    for sheet_id in rules_py.sheets():
        assert rules_py.changes(sheet_id), sheet_id
    assert "xmas.take-damage" in rules_py.changes("xmas.operator")
    assert "xmas.take-damage" not in rules_py.changes("xmas.enemy")


def test_sheet_and_change_json_match_the_contract():
    sheet = rules_py.sheet("xmas.operator", wounds="2")
    assert set(sheet.to_dict()) == {"sheet", "fields", "derived", "warnings"}
    assert sheet.fields["wounds"] == 2 and sheet.derived["boxes_left"] == 1
    changed = rules_py.change(sheet, "xmas.take-damage", damage=5)
    assert sheet.fields["wounds"] == 2 and changed.sheet.fields["wounds"] == 3
    assert changed.to_dict()["sheet"] == changed.sheet.to_dict()
    assert changed.to_dict()["steps"] == list(changed.steps)
    assert json.loads(json.dumps(changed.to_dict())) == changed.to_dict()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rules_py.sheets("chess"),
        lambda: rules_py.sheet("xmas.elf"),
        lambda: rules_py.sheet("chess.king"),
        lambda: rules_py.sheet(None),
        lambda: rules_py.changes("xmas.elf"),
        lambda: rules_py.change({}, "xmas.take-damage"),
        lambda: rules_py.change(rules_py.sheet("xmas.enemy"), "xmas.fly"),
        lambda: rules_py.change(rules_py.sheet("xmas.enemy"), "xmas.take-damage"),
        lambda: rules_py.change(rules_py.sheet("xmas.enemy"), None),
    ],
)
def test_unknown_ids_raise_rules_errors(ask):
    with pytest.raises(rules_py.RulesError) as refusal:
        ask()
    assert "got" in str(refusal.value) and "takes" in str(refusal.value)


def test_sheet_commands_print_the_same_json_as_python(run, file):
    assert json.loads(run("sheets", "xmas", "--json")[1]) == list(rules_py.sheets("xmas"))
    assert json.loads(run("changes", "xmas.enemy", "--json")[1]) == list(rules_py.changes("xmas.enemy"))
    made = json.loads(run("sheet", "xmas.enemy", "pain=1", "--json")[1])
    assert made == rules_py.sheet("xmas.enemy", pain=1).to_dict()
    changed = json.loads(run("change", "xmas.fill-threshold", file("xmas.enemy", pain=1), "damage=2", "--json")[1])
    assert changed == rules_py.change(rules_py.sheet("xmas.enemy", pain=1), "xmas.fill-threshold", damage=2).to_dict()


def test_change_command_prints_steps_and_new_values(run, file):
    status, out, err = run("change", "xmas.fill-threshold", file("xmas.enemy", pain=1), "damage=2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "2 damage: out of the fight." and "pain = 3" in lines
    assert lines[-1] == "Out of the fight: the Pain Threshold is met."


def test_change_command_reads_a_sheet_from_standard_input(run, monkeypatch):
    sheet = json.dumps(rules_py.sheet("xmas.enemy").to_dict()).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sheet)))
    status, out, _ = run("change", "xmas.fill-threshold", "-", "--json")
    assert status == 0 and json.loads(out)["sheet"]["fields"]["pain"] == 1


DEPTH = 1_000 if sys.platform == "emscripten" else 100_000
"""Nesting depth of the test's JSON. In Pyodide, JavaScript's stack ends before Python's recursion limit."""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1",
        b"\xff\xfe",
        b"3",
        b'{"sheet": "xmas.enemy"}',
        b"[" * DEPTH,
        b'{"sheet": "xmas.enemy", "fields": {"pain": 99}}',
        b" " * 1_000_001,
    ],
)
def test_invalid_sheet_file_is_rejected_in_one_line(run, tmp_path, content):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    status, out, err = run("change", "xmas.fill-threshold", str(path))
    assert (status, out) == (2, "") and err.count("\n") == 1 and "Traceback" not in err


def test_missing_sheet_file_is_rejected_in_one_line(run, tmp_path):
    for path in (tmp_path / "nowhere.json", tmp_path, "a\0b"):
        status, out, err = run("change", "xmas.fill-threshold", str(path))
        assert (status, out) == (2, "") and err.count("\n") == 1 and "takes a file" in err


def test_fight_command_replays_a_file(run, tmp_path):
    grunt = rules_py.sheet("xmas.enemy", name="Grunt").to_dict()
    events = [
        {"event": "join", "who": "g", "count": 2, "sheet": grunt},
        {"event": "change", "who": "g-1", "change": "xmas.fill-threshold", "params": {"damage": 3}},
    ]
    path = tmp_path / "fight.json"
    path.write_text(json.dumps({"fight": "xmas", "events": events}))
    made = json.loads(run("fight", str(path), "--json")[1])
    assert {key: each["out"] for key, each in made["fighters"].items()} == {"g-1": True, "g-2": False}
    assert "Grunt 1: 3 damage: out of the fight." in run("fight", str(path))[1].splitlines()


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"fight": "xmas"},
        {"fight": "chess", "events": []},
        {"fight": [], "events": []},
        {"fight": "xmas", "events": {}},
        {"fight": "xmas", "events": [], "more": 1},
        {"fight": "xmas", "events": [{"event": "turn"}]},
    ],
)
def test_invalid_fight_file_is_rejected_in_one_line(run, tmp_path, data):
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(data))
    status, out, err = run("fight", str(path))
    assert (status, out) == (2, "") and err.count("\n") == 1 and "Traceback" not in err
