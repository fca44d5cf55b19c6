"""Rolls of all games that a GM asks a player for, and rolls of their fights: from the request to the counted result."""

import json

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_js.proof.rule_cases import list_rollable_ids
from rules_py import bridge
from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.play.requests.answer import answer_request, check_answer, read_answer
from rules_py.play.requests.asking import list_open_params
from rules_py.play.requests.fights import find_faces, make_fight_request
from rules_py.play.requests.request import make_request, read_request
from rules_py.registry.games import find_mechanic
from rules_py.registry.requests import list_sheets_of_rule
from rules_py.rendering.fights import render_fight
from tests.browser.board_states import find_next_tap
from tests.cases import check_each
from tests.rules_py.strategies import parameter_values
from tests.systems.shown_board import parse
from tests.systems.test_board_taps import SLUGS
from tests.systems.test_players_view import FOE, begin_named

ID = "k3v9x2m7q1"


@check_each("id", list_rollable_ids(rules_py.systems()))
@given(data=st.data())
def test_every_rule_goes_to_a_player_and_comes_back(id, data):
    mechanic = find_mechanic(id)
    described = {each["name"]: each for each in rules_py.describe(id)["parameters"]}
    values = st.fixed_dictionaries({}, optional={name: parameter_values(each) for name, each in described.items()})
    names = list_open_params(list_sheets_of_rule(id), mechanic)
    try:
        request = make_request(ID, mechanic, data.draw(values), open=names)
        filled = {name: value for name, value in data.draw(values).items() if name in names}
        made = answer_request(request, mechanic, data.draw(st.text(max_size=40)), filled)
    except RulesError:  # a rule refuses some combinations
        return
    sent = json.loads(json.dumps(made.answer.to_dict()))
    checked = check_answer(read_answer(sent), mechanic, read_request(json.loads(json.dumps(request.to_dict()))))
    assert (checked.state, checked.roll) == ("new", made.roll)
    assert mechanic.resolve(sent["faces"], made.roll.params).outcome == made.roll.outcome


def list_rolls(slug: str, taps: int = 24):
    """Yield a fight with the command of each roll that its board offers next."""
    fight = begin_named(slug)
    for number in range(taps):
        button = find_next_tap(parse(render_fight(fight, {"on": True})), is_quick=True)
        if button is None:
            return
        command = json.loads(button.attributes["data-act"] or "")
        if command["act"] == "roll":
            yield fight, command
        fight = execute(fight, command, number).fight


@pytest.mark.parametrize("slug", SLUGS)
def test_a_players_dice_make_the_roll_of_a_fight(slug):
    rolls = list(list_rolls(slug))
    assert rolls
    for fight, command in rolls:
        request = make_fight_request(ID, fight, command, "Shoot")
        assert FOE not in json.dumps(request.to_dict())
        assert set(request.to_dict()) <= {"version", "id", "title", "who", "page", "dice"}
        answer = answer_request(request, None).answer
        faces = find_faces(fight, command, answer)
        assert tuple(faces[: len(answer.faces)]) == answer.faces
        after = execute(fight, {**command, "faces": faces})
        assert after.events[0]["faces"] == faces


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_counts_a_fights_answer_once(slug):
    fight, command = next(list_rolls(slug))
    events, act = json.dumps([entry.event for entry in fight.log]), json.dumps(command)

    def ask(name, id, *arguments):
        return json.loads(bridge.ANSWERS[name](id, *arguments))

    asked = ask("ask_in_fight", f"{slug}.fight", events, act, json.dumps({"id": ID, "title": "Shoot"}))["request"]
    answer = ask("answer_roll", "dice", json.dumps(asked))["answer"]
    about = (events, act, json.dumps(answer), json.dumps(asked))
    assert ask("use_answer", f"{slug}.fight", *about)["faces"][: len(answer["faces"])] == answer["faces"]
    again = ask("use_answer", f"{slug}.fight", *about, json.dumps([answer]))
    assert (again["state"], again["faces"]) == ("counted", [])
    answer["faces"] = [face % 2 + 1 for face in answer["faces"]]
    assert (
        "changed on its way"
        in ask("use_answer", f"{slug}.fight", events, act, json.dumps(answer), json.dumps(asked))["error"]
    )


def test_a_title_names_the_chosen_attribute():
    answered = json.loads(
        bridge.ANSWERS["ask_roll"]("xmas.test", "{}", json.dumps({"id": ID, "chosen": {"stat": "smart"}}))
    )
    assert answered["request"]["title"] == "SMART"
    assert answered["request"]["open"] == ["stat"]
