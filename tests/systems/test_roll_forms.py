"""The forms of a sheet's rolls: what a player sets, what stays for the next roll, and what falls back."""

import json
from typing import Any

from rules_py.bridge import ANSWERS

RIFLE = {"roll": "psiops.attack", "title": "Handgun", "button": "Attack", "chosen": {"weapons": 0}}
KNIFE = {"roll": "psiops.attack", "title": "Knife", "button": "Attack", "chosen": {"weapons": 1}}
OPERATIVE = {
    "reflexes": 2,
    "skills": ["32"],
    "weapons": [{"name": "Handgun"}, {"name": "Knife", "kind": "melee", "ammo": 0, "full": 0}],
}


def ask(question: str, id: str, fields: Any, kept: Any, control: Any, *rest: Any) -> dict[str, Any]:
    answer = json.loads(ANSWERS[question](id, json.dumps(fields), json.dumps(kept), json.dumps(control), *rest))
    return {
        name: value.replace("\N{NO-BREAK SPACE}", " ") if isinstance(value, str) else value
        for name, value in answer.items()
    }


def open_form(id: str, fields: Any, kept: Any, control: Any, values: Any = None) -> dict[str, Any]:
    return ask("roll_form", id, fields, kept, control, json.dumps(values))


def test_form_opens_with_the_roll_as_it_is():
    form = open_form("psiops.operative", OPERATIVE, {}, RIFLE)
    assert form["chance"] == "83 %" and form["button"] == "Attack" and form["title"] == "Handgun"
    assert form["params"] == {"attribute": "2", "damage": "1", "weapon": "handgun"}
    assert 'name="range_band" value="far"><span>Far <small>−2</small>' in form["form"]
    assert 'name="weapons"' not in form["form"], "the card has chosen it"
    assert form["rule"] == "psiops/combat/#attack" and form["reason"] == "" and form["asked"] == []


def test_facts_stay_for_every_weapon_and_what_is_claimed_for_one_roll_falls_back():
    values = {"attribute": "reflexes", "range_band": "far", "cover": "1", "aiming": "true", "modifier": "1"}
    form = open_form("psiops.operative", OPERATIVE, {}, RIFLE, values)
    assert form["kept"]["about"] == {"range_band": "far", "cover": 1}
    assert form["kept"]["rolls"]["psiops.attack weapons: Handgun"]["params"] == {"modifier": 1, "aiming": True}
    acted = json.loads(
        ANSWERS["act"](
            "psiops.operative",
            "psiops.attack",
            json.dumps(OPERATIVE),
            json.dumps(form["kept"]),
            json.dumps(RIFLE),
            "[]",
            1,
        )
    )
    assert acted["roll"]["params"]["aiming"] is True and acted["roll"]["params"]["range_band"] == "far"
    assert acted["kept"]["about"] == {"range_band": "far", "cover": 1}
    assert acted["kept"]["rolls"]["psiops.attack weapons: Handgun"]["params"] == {"modifier": 1}


def test_fact_that_a_weapon_does_not_accept_is_left_out_for_it_alone():
    """A knife reaches close targets only, so it is used there, whatever the range of the handgun."""
    kept = {"about": {"range_band": "far", "cover": 2}}
    form = open_form("psiops.operative", OPERATIVE, kept, KNIFE)
    assert "close" in form["line"] and "medium cover" in form["line"] and form["reason"] == ""
    assert open_form("psiops.operative", OPERATIVE, kept, RIFLE)["params"]["range_band"] == "far"


def test_skill_that_fits_stays_for_its_weapon_and_rolls_a_die_again():
    """Below 10 in all, so with 7 or less on 2D6 at +2, the lower die is rolled anew; 4 or less then misses."""
    form = open_form("psiops.operative", OPERATIVE, {}, RIFLE, {"skill": ["Gun combat, machine gun"]})
    missed = sum(
        max(first, second) + again <= 4
        for first in range(1, 7)
        for second in range(1, 7)
        for again in range(1, 7)
        if first + second <= 7
    )
    assert form["chance"] == f"{round(100 - 100 * missed / 216)} %"
    again = open_form("psiops.operative", OPERATIVE, form["kept"], RIFLE)
    assert "Gun combat, machine gun</b>" in again["line"]
    assert "no skill" in open_form("psiops.operative", OPERATIVE, form["kept"], KNIFE)["line"]


def test_number_that_nobody_has_given_is_asked_for_once():
    control = {"roll": "sideworld.unarmed", "title": "Unarmed", "button": "Roll", "chosen": {}}
    form = open_form("sideworld.character", {"attack": 13}, {}, control)
    assert form["asked"] == ["dodge"] and form["chance"] == "" and "which Dodge?" in form["line"]
    refused = json.loads(ANSWERS["act"]("sideworld.character", "sideworld.unarmed", "{}", "{}", "{}"))
    assert refused["field"] == "dodge" and "sheet" not in refused
    given = open_form("sideworld.character", {"attack": 13}, {}, control, {"dodge": "10"})
    assert given["asked"] == [] and 'against <b class="fb-given">Dodge 10</b>' in given["line"]
    hits = sum(own + 13 > other + 10 for own in range(1, 21) for other in range(1, 21))
    assert given["chance"] == f"{int(hits / 4 + 0.5)} %"
    attack = {"roll": "sideworld.to-hit", "title": "To hit", "chosen": {}}
    fields = {"weapons": [{"name": "Sword"}]}
    assert open_form("sideworld.character", fields, given["kept"], attack)["asked"] == []


def test_value_that_the_sheet_lacks_is_asked_for():
    control = {"roll": "combat.lift", "title": "Lift", "chosen": {}}
    assert open_form("combat.character", {}, {}, control)["asked"] == ["lift"]
    assert open_form("combat.character", {}, {}, control, {"lift": "250"})["asked"] == []
    assert open_form("combat.character", {"dead_lift": 200}, {}, control)["asked"] == []


def test_tags_count_up_to_the_most_that_is_added():
    fields = {"tough": 2, "certifications": ["Demolitions"], "items": [{"name": "Hook", "tags": "Sturdy, Long"}]}
    control = {"roll": "xmas.test", "title": "Stats", "by": "stat", "chosen": {}}
    form = open_form("xmas.operator", fields, {}, control, {"tags": ["Sturdy", "Demolitions"]})
    assert form["params"]["tags"] == "2" and form["button"] == "Done"
    roll = {"roll": "xmas.test", "chosen": {"stat": "tough"}}
    texts = json.loads(
        ANSWERS["chances"]("xmas.operator", json.dumps(fields), json.dumps(form["kept"]), json.dumps([roll]))
    )
    assert texts["chances"] == ["97\N{NO-BREAK SPACE}%"]  # 2D6 + 4 at 7 or more: all but a double 1
    acted = json.loads(
        ANSWERS["act"](
            "xmas.operator", "xmas.test", json.dumps(fields), json.dumps(form["kept"]), json.dumps(roll), "[]", 1
        )
    )
    assert acted["roll"]["params"]["tags"] == 2 and acted["kept"]["rolls"] == {}


def test_choices_of_an_earlier_version_are_read():
    form = open_form("psiops.operative", OPERATIVE, {"psiops.attack": {"attribute": "tactics"}}, RIFLE)
    assert "TACTICS 0" in form["line"]
    assert json.loads(ANSWERS["open_sheet"]("psiops.operative", "{}", "[]"))["parts"]


def test_refused_roll_says_why_and_can_be_made_anyway():
    empty = {**OPERATIVE, "weapons": [{"name": "Handgun", "ammo": 0}]}
    form = open_form("psiops.operative", empty, {}, RIFLE)
    assert form["button"] == "Roll anyway" and form["control"]["anyway"] and "ammo" in form["reason"]


def test_own_dice_decide_and_give_the_verdict_of_the_text():
    """A 6 and a 4 with +2 are 12, a success: the higher die and the handgun's 1 are the damage."""
    acted = json.loads(
        ANSWERS["act"](
            "psiops.operative",
            "psiops.attack",
            json.dumps(OPERATIVE),
            "{}",
            json.dumps(RIFLE),
            "[]",
            None,
            "6,4",
        )
    )
    assert acted["tone"] == "good" and acted["roll"]["outcome"]["damage"] == 7
    assert acted["html"].startswith('<div class="fb-answer fb-answer--good"><p class="fb-verdict"><b>Success</b>: ')
    healed = json.loads(ANSWERS["change"]("psiops.operative", '{"hp": 1}', "psiops.heal", "{}", None, "4"))
    assert healed["changed"]["hp"] == [1, 5]
    wrong = json.loads(ANSWERS["change"]("psiops.operative", '{"hp": 1}', "psiops.heal", "{}", None, "7"))
    assert "error" in wrong


def test_being_hit_is_bad_and_a_kill_is_good_for_the_roller():
    acted = json.loads(ANSWERS["act"]("psiops.operative", "psiops.defend", "{}", "{}", "{}", "[]", None, "1,1"))
    assert acted["tone"] == "bad"
    shot = {"weapons": [{"name": "Cannon", "damage": "60", "bonus": 10}]}
    control = json.dumps({"chosen": {"weapons": 0}})
    fields, kept = json.dumps(shot), json.dumps({"about": {"dodge": 5}})
    acted = json.loads(
        ANSWERS["act"]("sideworld.character", "sideworld.attack", fields, kept, control, "[]", None, "20,1")
    )
    assert acted["roll"]["outcome"]["state"] == "dead" and acted["tone"] == "good"


def test_field_that_the_form_does_not_have_is_refused_with_one_sentence():
    form = open_form("psiops.operative", OPERATIVE, {}, RIFLE, {"range_band": "far", "rnage_band": "far"})
    assert form["error"] == "There is no field “rnage_band” here." and "kept" not in form
