"""Rolls that a GM asks a player for: what a request holds, and which answers count."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rules_py.errors import RulesError
from rules_py.play.requests.answer import CHANGED, OTHER_REQUEST, answer_request, check_answer, read_answer
from rules_py.play.requests.request import NEWER, NO_DICE, UNREADABLE, make_request, read_request
from rules_py.registry.games import find_mechanic
from tests.cases import check_each

ACTION = find_mechanic("station.action")
ID = "k3v9x2m7q1"


def ask(**about):
    return make_request(ID, ACTION, {"modifier": 1}, **{"title": "MIGHT", "open": ("attribute",), **about})


def answer(request, who="Wren", **params):
    return answer_request(request, ACTION, who, params).answer


def list_places(data, place=()):
    """Yield the path of each value in JSON data."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    if not parts and place:
        yield place
    for name, value in parts:
        yield from list_places(value, (*place, name))


def change(data, place, value):
    changed = copy.deepcopy(data)
    part = changed
    for name in place[:-1]:
        part = part[name]
    part[place[-1]] = value
    return changed


SENT = answer(ask(who="Wren"), attribute=2).to_dict()
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.just([]) | st.just({})


@given(st.sampled_from(list(list_places(SENT))), VALUES)
def test_any_changed_value_of_an_answer_is_noticed(place, value):
    changed = change(SENT, place, value)
    if json.dumps(changed) == json.dumps(SENT):
        return
    with pytest.raises(RulesError):
        check_answer(read_answer(changed), ACTION, ask(who="Wren"))


@given(st.sampled_from(list(list_places(SENT))))
def test_any_lost_value_of_an_answer_is_noticed(place):
    lost = copy.deepcopy(SENT)
    part = lost
    for name in place[:-1]:
        part = part[name]
    del part[place[-1]]
    with pytest.raises(RulesError):
        check_answer(read_answer(lost), ACTION, ask(who="Wren"))


def test_answer_of_a_changed_request_is_refused_even_if_it_was_rolled_again():
    easier = make_request(ID, ACTION, {"modifier": 3}, title="MIGHT", open=("attribute",))
    with pytest.raises(RulesError, match=OTHER_REQUEST):
        check_answer(answer(easier, attribute=2), ACTION, ask())


def test_faces_that_suit_the_player_better_are_refused():
    sent = answer(ask(), attribute=2).to_dict()
    with pytest.raises(RulesError, match=CHANGED):
        check_answer(read_answer({**sent, "faces": [6] * len(sent["faces"])}), ACTION, ask())


def test_a_player_rolls_the_same_dice_again_and_others_roll_their_own():
    assert answer(ask(), attribute=2) == answer(ask(), attribute=2)
    seals = {answer(ask(), who, attribute=2).seal for who in ("Wren", "Bo", "")}
    assert len(seals) == 3


def test_an_answer_counts_once():
    first = answer(ask(), attribute=2)
    assert check_answer(first, ACTION, ask()).state == "new"
    assert check_answer(first, ACTION, ask(), [first]).state == "counted"
    second = check_answer(answer(ask(), attribute=3), ACTION, ask(), [first])
    assert (second.state, second.said[:4]) == ("late", "Wren")
    assert check_answer(answer(ask(), "Bo", attribute=3), ACTION, ask(), [first]).state == "new"


def test_an_answer_counts_only_on_the_device_that_asked():
    assert check_answer(answer(ask(), attribute=2), ACTION, None).state == "foreign"


def test_a_player_fills_in_only_what_the_request_leaves_open():
    with pytest.raises(RulesError, match="modifier: not a parameter of MIGHT"):
        answer(ask(), modifier=3)


def test_nothing_is_asked_if_nothing_is_rolled():
    with pytest.raises(RulesError, match=NO_DICE):
        make_request(ID, find_mechanic("dice"), {"notation": "7"})


@check_each(
    "wrong",
    [
        [],
        {},
        {"version": 0},
        {"version": "1"},
        {"id": "short"},
        {"id": "k3v9x2m7q1" * 9},
        {"title": ""},
        {"title": "x" * 81},
        {"rule": "../station.action"},
        {"rule": ""},
        {"rule": "x" * 99},
        {"who": 7},
        {"params": {"modifier": 1}},
        {"params": {f"p{number}": "1" for number in range(61)}},
        {"params": {"modifier": "1" * 401}},
        {"open": ["x"] * 61},
        {"dice": [[6, ""]]},
        {"extra": 1},
    ],
)
def test_strange_requests_are_refused_in_one_sentence(wrong):
    data = {**ask().to_dict(), **wrong} if wrong and isinstance(wrong, dict) else wrong
    with pytest.raises(RulesError) as refusal:
        read_request(data)
    assert str(refusal.value) == UNREADABLE


@pytest.mark.parametrize("dice", [[], [[0, ""]], [[1001, ""]], [[6]], [[True, ""]], [[6, ""]] * 61, "d6"])
def test_strange_dice_of_a_fight_are_refused(dice):
    with pytest.raises(RulesError, match=UNREADABLE):
        read_request({"version": 1, "id": ID, "title": "Shoot", "page": "toy/fight/", "dice": dice})


def test_a_newer_request_says_so():
    with pytest.raises(RulesError, match=NEWER):
        read_request({**ask().to_dict(), "version": 2, "colour": "red"})


def test_command_line_asks_answers_and_checks(run, tmp_path: Path):
    def write(name, *arguments):
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        (tmp_path / name).write_text(out, encoding="utf-8")
        return str(tmp_path / name)

    asked = write("asked.json", "ask", "dice", "notation=3d6", "--title", "Damage", "--who", "Wren", "--seed", "5")
    sent = write("sent.json", "answer", asked, "--who", "Wren")
    status, out, _ = run("check", asked, sent)
    faces = json.loads(Path(sent).read_text(encoding="utf-8"))["faces"]
    assert status == 0
    assert out.startswith(f"Wren: Dice: 3d6: {sum(faces)}")
    assert run("check", asked, sent, sent)[1].endswith("This result was opened before and is counted once.\n")
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps({**json.loads(Path(sent).read_text(encoding="utf-8")), "who": "Bo"}))
    status, out, err = run("check", asked, str(changed))
    assert (status, out) == (2, "")
    assert err == f"rules_py: {CHANGED}\n"
