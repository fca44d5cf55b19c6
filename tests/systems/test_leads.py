"""Parts of a roll's answer to a page that aren't data: log text, triggered changes, and dice rolled by the page."""

import json

import pytest

import rules_py
from rules_py import bridge
from rules_py.registry.games import find_mechanic


def ask(question, *about):
    return json.loads(bridge.ANSWERS[question](*about))


def test_roll_answer_has_what_the_history_shows_and_repeats():
    answer = ask("roll", "psiops.action", json.dumps({"attribute": "2", "skill": "false"}), 5)
    about = answer["about"]
    assert about["given"] == {"attribute": "2"}
    assert about["home"] == find_mechanic("psiops.action").home
    assert answer["said"].startswith(f"{about['title']}: {about['verdict']}, ")
    bands = list(find_mechanic("psiops.action").names["band"])
    assert about["tone"] == bands.index(answer["roll"]["outcome"]["band"]) / (len(bands) - 1)


def test_given_params_of_a_roll_repeat_it_exactly():
    params = {"damage": "3d6", "layers": "5/150,1/5", "rounds": "3"}
    given = ask("roll", "sideworld.damage", json.dumps(params), 1)["about"]["given"]
    assert given == params
    again, before = (ask("roll", "sideworld.damage", json.dumps(each), 1) for each in (given, params))
    assert again == before


def test_fight_answer_names_the_roller():
    joined = []
    for sheet, name in (("psiops.operative", "Ada"), ("psiops.enemy", "Guard")):
        data = rules_py.sheet(sheet, name=name).to_dict()
        join = {"act": "join", "sheet": sheet, "data": data}
        joined += ask("fight", "psiops.fight", json.dumps(joined), json.dumps(join))["events"]
    keys = [event["who"] for event in joined]
    answer = ask(
        "fight",
        "psiops.fight",
        json.dumps(joined),
        json.dumps({"act": "roll", "mechanic": "psiops.attack", "by": keys[0], "at": keys[1]}),
        "{}",
        3,
    )
    [rolled] = answer["rolls"]
    assert rolled["about"]["who"] == "Ada" and rolled["about"]["title"] == find_mechanic("psiops.attack").title


@pytest.mark.parametrize(
    ("sheet", "mechanic", "params", "faces", "offered"),
    [
        ("psiops.operative", "psiops.defend", {}, "1,2", [("psiops.take-damage", "roller", "Damage 4")]),
        ("psiops.operative", "psiops.defend", {}, "6,6", []),
        ("xmas.operator", "xmas.hurt", {}, "3", [("xmas.take-damage", "target", "Damage 4")]),
    ],
)
def test_leads_answer_lists_the_changes_a_roll_triggers(sheet, mechanic, params, faces, offered):
    changes = ask("leads", sheet, mechanic, json.dumps(params), faces, "{}")["changes"]
    found = [(each["id"], each["role"], each["with"]) for each in changes]
    assert [each for each in found if each[0].endswith("take-damage")] == offered
    before = rules_py.sheet(sheet)
    for each in changes:  # the sheet accepts each change or rejects it with a sentence
        assert "sheet" in (
            answer := ask(
                "change", sheet, json.dumps(before.to_dict()["fields"]), each["id"], json.dumps(each["params"])
            )
        ) or answer["error"].endswith(".")


def test_leads_answer_uses_the_chosen_list_entry():
    found = ask(
        "leads",
        "psiops.operative",
        "psiops.attack",
        json.dumps({"weapon": "handgun"}),
        "1,2",
        json.dumps({"weapons": "1"}),
    )["changes"]
    [ammo] = [each for each in found if each["id"] == "psiops.spend-ammo"]
    assert ammo["params"] == {"weapon": 1, "ammo": 1}


@pytest.mark.parametrize(
    ("question", "about", "said"),
    [
        ("leads", ("psiops.nobody", "psiops.action", "{}", "1,2", "{}"), "sheet"),
        ("leads", ("psiops.operative", "psiops.action", "{}", "1,x", "{}"), "what the dice show"),
        (
            "plan",
            ("dice", "3d6kx"),
            "Dice: after “3d6k”, write kh (keep highest) or kl (keep lowest), not “x”.",
        ),
        ("plan", ("dice", ""), "Dice takes"),
    ],
)
def test_invalid_leads_and_plan_requests_answer_with_an_error(question, about, said):
    assert said in ask(question, *about)["error"]


def test_plan_answer_is_the_parsed_notation():
    assert ask("plan", "dice", "3D6kh2 + 1") == {"plan": ["+", ["dice", 3, 6, "highest", 2], 1]}
