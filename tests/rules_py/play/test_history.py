"""Undo and redo: events that belong together go and come back together, in the package and on the command line."""

import json

import pytest

from rules_py import bridge
from rules_py.errors import ForbiddenError
from rules_py.play.fight.history import History, redo, undo
from tests.systems.table_session import TableSession


def build_history(marks):
    """Return a history of numbered events; a "+" stands for one that follows from the event before it."""
    return History([{"id": number, "follows": mark == "+"} for number, mark in enumerate(marks)])


def list_ids(events):
    return [event["id"] for event in events]


def test_undo_takes_away_what_belongs_together():
    after = undo(build_history("..++"))
    assert (list_ids(after.events), list_ids(after.undone)) == ([0], [1, 2, 3])
    after = undo(after)
    assert (list_ids(after.events), list_ids(after.undone)) == ([], [0, 1, 2, 3])
    with pytest.raises(ForbiddenError, match="nothing has happened in this fight yet"):
        undo(after)


def test_redo_brings_back_what_belongs_together():
    history = undo(undo(undo(build_history(".+.++."))))
    assert list_ids(history.undone) == [0, 1, 2, 3, 4, 5]
    for count in (2, 5, 6):
        history = redo(history)
        assert list_ids(history.events) == list(range(count))
        assert list_ids(history.undone) == list(range(count, 6))
    with pytest.raises(ForbiddenError, match="nothing was undone"):
        redo(history)


def test_events_that_follow_from_nothing_go_together():
    assert undo(build_history("+++")).events == []


SEED_OF_A_HIT = 1


@pytest.fixture(scope="module")
def attack():
    """Return the events of a fight whose last one is an attack with what followed from it."""
    table = TableSession("xmas")
    ada = table.join("operator", name="Ada")
    guard = table.join("enemy", name="Guard")
    table.execute("roll", seed=SEED_OF_A_HIT, mechanic="xmas.attack", by=ada, at=guard)
    assert len(table.events) > 3
    return table.events


def ask(events, act):
    return json.loads(bridge.fight("xmas.fight", json.dumps(events), json.dumps(act)))


def test_page_undoes_an_attack_with_its_damage_and_does_it_again(attack):
    start = ask(attack[:2], {"act": "redo", "undone": attack[2:]})
    assert start["events"] == attack[2:] and start["undone"] == [] and start["rolls"] == []
    undone = ask(attack, {"act": "undo"})
    assert undone["undone"] == attack[2:] and undone["events"] == []
    assert undone["said"].startswith("Undone: Ada: Attack")
    shown = json.loads(bridge.fight("xmas.fight", json.dumps(attack[:2])))
    assert (undone["html"], undone["summary"]) == (shown["html"], shown["summary"])


def test_page_refuses_to_undo_or_redo_nothing(attack):
    assert "nothing has happened" in ask([], {"act": "undo"})["error"].lower()
    assert "nothing was undone" in ask(attack, {"act": "redo"})["error"].lower()
    assert "undone" in ask(attack, {"act": "redo", "undone": "e1"})["error"].lower()


def test_command_line_undoes_and_redoes(attack, run, tmp_path):
    file = tmp_path / "fight.json"
    file.write_text(json.dumps({"fight": "xmas", "events": attack}))
    status, out, _ = run("undo", str(file), "--json")
    assert status == 0
    assert json.loads(out) == {"fight": "xmas", "events": attack[:2], "undone": attack[2:]}
    file.write_text(out)
    status, out, _ = run("redo", str(file), "--json")
    assert json.loads(out) == {"fight": "xmas", "events": attack, "undone": []}
    status, out, _ = run("undo", str(file))
    assert out.splitlines() == ["Ada joined."]
    assert run("redo", str(tmp_path / "none.json"))[0] == 2


@pytest.mark.parametrize("undone", ["ab", 5, {"a": 1}, [1, 2], [{"event": "turn"}, 3], "", False])
def test_wrong_undone_events_are_refused_in_one_sentence(undone, run, tmp_path):
    file = tmp_path / "fight.json"
    file.write_text(json.dumps({"fight": "xmas", "events": [], "undone": undone}))
    for command in ("undo", "redo"):
        status, _, error = run(command, str(file))
        assert status == 2 and len(error.splitlines()) == 1 and "undone: got" in error
    assert "error" in ask([], {"act": "redo", "undone": undone})
