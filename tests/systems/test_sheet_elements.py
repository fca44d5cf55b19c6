"""Elements of open sheets that one game needs: ranges, body parts, effects, phase dice and deployment."""

import json
import re
from html import unescape
from typing import Any

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import RulesError
from tests.printed_characters import CHARACTERS

CHANCE, TILE = "fb-sheet-chance", "fb-sheet-tile"

GUN = {
    "name": "Mini Gun",
    "bonus": 4,
    "rounds": 10,
    "clip": 180,
    "loaded": 180,
    "ranges": "500m 4 2D6; 1000 m +4 1d6; 2000 m -2 2",
}


def ask(question: str, id: str, *rest: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        ANSWERS[question](id, *(json.dumps(each) if isinstance(each, dict | list) else each for each in rest))
    )
    return answer


def open_parts(id: str, fields: Any, kept: Any = None) -> str:
    parts: str = ask("open_sheet", id, fields, kept or {})["parts"]
    return parts


def list_controls(html: str) -> list[dict[str, Any]]:
    return [json.loads(unescape(found)) for found in re.findall(r'data-do="([^"]*)"', html)]


def test_each_range_of_a_weapon_is_a_row_that_shoots_there():
    ways = re.search(r'<table class="fb-card-ways">.*?</table>', open_parts("sideworld.character", {"weapons": [GUN]}))
    assert ways
    rows = re.findall(r"<tr>(.*?)</tr>", ways[0])[1:]
    shown = [re.findall(r"<t[hd][^>]*>([^<]*)", row)[:3] for row in rows]
    assert shown == [["to 500 m", "+4", "2D6"], ["to 1000 m", "+4", "1D6"], ["to 2000 m", "−2", "2"]]
    far = list_controls(rows[2])[0]
    kept = {"about": {"dodge": 10}}
    made = ask("act", "sideworld.character", far["roll"], {"weapons": [GUN]}, kept, far, "[]", 1)
    assert (made["roll"]["params"]["bonus"], made["roll"]["params"]["damage"]) == (-2, "2")
    own = {**far, "params": {}}
    plain = ask("act", "sideworld.character", far["roll"], {"weapons": [GUN]}, made["kept"], own, "[]", 1)
    assert plain["roll"]["params"]["bonus"] == 4, "the next shot is at the range of the sheet again"
    chances = ask("chances", "sideworld.character", {"weapons": [GUN]}, kept, [own, far])["chances"]
    hits = sum(you + 14 > they + 10 for you in range(1, 21) for they in range(1, 21))
    assert chances[0] == f"{int(hits / 4 + 0.5)}\N{NO-BREAK SPACE}%" != chances[1]


def test_button_keeps_room_for_chances_that_come_and_for_no_others():
    """Tiles keep it in any case, so that the numbers of a row are at the same height."""
    waiting, empty = 0, []
    for id, fields in CHARACTERS.items():
        buttons = re.findall(r"<button[^>]*data-do=[^>]*>.*?</button>", open_parts(id, fields))
        rolls = [each for each in buttons if CHANCE in each and TILE not in each]
        chances = ask("chances", id, fields, {}, [list_controls(each)[0] for each in rolls])["chances"]
        waiting += len(rolls)
        empty += [button for button, chance in zip(rolls, chances, strict=True) if not chance]
    assert waiting > 10
    assert empty == []


@pytest.mark.parametrize("text", ["near +4 2d6", "500 +4", "0 m +4 2d6", "900 m +4 2d6; 500 m +4 2d6", "500 m 41 2d6"])
def test_range_that_is_not_understood_is_refused(text):
    with pytest.raises(RulesError):
        rules_py.sheet("sideworld.character", weapons=[{"name": "Gun", "ranges": text}])


def test_card_of_a_weapon_has_at_most_three_facts_besides_its_rounds():
    html = open_parts("sideworld.character", {"weapons": [{**GUN, "recoil": 20, "strikes": "bullets"}]})
    facts = re.search(r'class="fb-card-facts">(.*?)<div', html)
    assert facts
    shown = [re.sub("<[^>]+>", "", each) for each in re.findall(r"<span>(.*?)</span>", facts[1])]
    assert shown == ["Attack Bonus +4", "2D6 ×10", "Recoil now 20"]


def test_chips_of_body_parts_say_their_effect_and_count():
    fields: dict[str, Any] = {"parts_hit": ["arms", "legs", "legs"]}
    html = open_parts("sideworld.character", fields)
    text = re.sub(r"(\s|<[^>]+>)+", " ", html)
    assert "Muscle halved" in text and "Run speed at zero" in text and "Brain Wisdom, Charm Hit Twice" in text
    chips = {
        (label, pressed): json.loads(unescape(do))
        for pressed, do, label in re.findall(
            r'class="fb-chip" aria-pressed="(\w+)" data-do="([^"]*)" aria-label="([^"]*)"', html
        )
    }
    again = chips["Twice: Muscle", "false"]
    after = ask("change", "sideworld.character", fields, again["change"], again["params"])
    assert sorted(after["sheet"]["fields"]["parts_hit"]) == ["arms", "arms", "legs", "legs"]
    assert chips["Twice: Run speed", "true"]["fields"] == {"parts_hit": ["arms", "legs"]}
    assert chips["Hit: Run speed", "true"]["fields"] == {"parts_hit": ["arms"]}
    assert chips["Twice: Beauty", "false"]["fields"] == {"parts_hit": ["arms", "legs", "legs", "face", "face"]}


def test_effects_of_results_follow_the_open_move():
    offense, defence = rules_py.table("puml.outcomes").row("failure")["offense"], "You take full damage."
    html = open_parts("puml.character", {})
    assert f'<li class="bad"><b>Failure.</b> {offense}</li>' in html and defence not in html
    html = open_parts("puml.character", {}, {"switches": {"Your move": "puml.defence"}})
    assert f'<li class="bad"><b>Failure.</b> {defence}</li>' in html and offense not in html
    assert "fb-effects" not in open_parts("puml.character", {}, {"switches": {"Your move": "puml.action"}})


def test_dice_of_a_phase_are_spent_once_they_are_counted():
    """2 dice for an attack, and a third one if it fails: two 1s are a failure, a 4 and a 5 a partial success."""
    control = {"roll": "puml.offense", "chosen": {}}
    for faces, left in (("1,1", 2), ("4,5", 3)):
        made = ask("act", "puml.character", "puml.offense", {"offense_dice": 5}, {}, control, "[]", None, faces)
        assert made["sheet"]["fields"]["offense_dice"] == left
    uncounted = ask("act", "puml.character", "puml.offense", {}, {}, control, "[]", "null", "1,1")
    assert uncounted["changed"] == {}
    fresh = ask("change", "puml.character", {}, "puml.set-own-dice", {"defence_threat": "lower"})
    assert (fresh["sheet"]["fields"]["offense_dice"], fresh["sheet"]["fields"]["defence_dice"]) == (5, 4)


def test_only_the_card_of_a_heavy_weapon_deploys_it():
    weapons = [{"name": "Pistol"}, {"name": "Minigun", "heavy": True}]
    html = open_parts("xmas.operator", {"weapons": weapons})
    pistol, minigun = html[html.index("<h5>Pistol") :].split("<h5>Minigun")
    assert "xmas.deploy-heavy" not in pistol and "Heavy: <b>ready</b>" in minigun
    control = next(each for each in list_controls(minigun) if each.get("change") == "xmas.deploy-heavy")
    after = ask("change", "xmas.operator", {"weapons": weapons}, control["change"], control["params"])
    deployed = open_parts("xmas.operator", after["sheet"]["fields"])
    assert "Heavy: <b>deployed</b>" in deployed and "xmas.deploy-heavy" not in deployed
