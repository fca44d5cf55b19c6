"""Checkpoints of fights: a question about a long log is answered from the last one, as if all of it was replayed."""

import json
import sys

import pytest

from rules_js.proof.cases import ask_python
from rules_js.proof.play_cases import make_fight_cases
from rules_py import bridge
from rules_py.play.fight import checkpoints
from rules_py.play.fight.reducer import Fight
from tests.systems.table_session import TableSession

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")


@pytest.fixture
def forget(monkeypatch):
    """Return a function that forgets all checkpoints."""

    def forget():
        monkeypatch.setattr(checkpoints, "CHECKPOINTS", checkpoints.Checkpoints())

    forget()
    return forget


@pytest.mark.parametrize("slug", SLUGS)
def test_random_fights_answer_as_without_checkpoints(slug, forget):
    """Acts, looks, undos and refusals, as they come and then each with a whole replay."""
    for question, answer in list(make_fight_cases(slug, taps=25, seed=5)):
        forget()
        assert ask_python(question) == answer


def count_applied(ask):
    """Return an answer, and the number of events that were applied for it."""
    count = 0

    def note(frame, event, _):
        nonlocal count
        count += event == "call" and frame.f_code is Fight.apply.__code__

    sys.setprofile(note)
    try:
        answer = json.loads(ask())
    finally:
        sys.setprofile(None)
    return answer, count


@pytest.fixture
def long_fight():
    """Return a fight's events: two combatants, and many changes by hand."""
    table = TableSession("xmas")
    ada = table.join("operator", name="Ada")
    table.join("enemy", name="Guard")
    edits = [{"event": "edit", "who": ada, "fields": {"wounds": number % 2}} for number in range(300)]
    return [*table.events, *edits]


def test_an_act_a_look_and_an_undo_apply_no_event_again(forget, long_fight):
    def ask(events, act=""):
        return count_applied(lambda: bridge.fight("xmas.fight", json.dumps(events), json.dumps(act) if act else ""))

    _, first = ask(long_fight)
    assert first == len(long_fight)
    assert ask(long_fight)[1] == 0
    events, applied = long_fight, []
    for number in range(3):
        answer, count = ask(events, {"act": "edit", "who": "n1", "fields": {"wounds": number % 2}})
        events = [*events, *answer["events"]]
        applied.append(count)
    assert applied == [1, 2, 2]  # the last command's event, which is in the log now, and the new one
    for _ in range(3):
        answer, count = ask(events, {"act": "undo"})
        events = events[: len(events) - len(answer["undone"])]
        assert count <= 1
    assert events == long_fight


def test_a_wrong_event_is_named_by_its_number_in_the_whole_log(forget, long_fight):
    json.loads(bridge.fight("xmas.fight", json.dumps(long_fight)))
    wrong = [*long_fight, {"event": "leave", "who": "nobody"}]
    after = bridge.fight("xmas.fight", json.dumps(wrong))
    forget()
    assert after == bridge.fight("xmas.fight", json.dumps(wrong)) and "error" in json.loads(after)


def test_texts_that_only_look_alike_share_no_checkpoint():
    known, fight = checkpoints.Checkpoints(), TableSession("xmas").fight
    known.store("xmas", '[{"event": "turn"}]', fight)
    assert known.find("xmas", '[{"event": "turn"}, {"event": "turn"}]') == (fight, 18)
    assert known.find("xmas", '[{"event": "turn"}]') == (fight, 18)
    assert known.find("psiops", '[{"event": "turn"}]') is None
    assert known.find("xmas", '[{"event":"turn"}]') is None
    assert known.find("xmas", '[{"event": "turn"}') is None
    assert known.find("xmas", '[{"event": "turn", "by": "n1"}]') is None
    for text in ("", "null", "[]", '{"event": "turn"}'):
        known.store("xmas", text, fight)
        assert known.find("xmas", text) is None
