"""What people do in a fight of a real game, as events, and how the page sees it."""

import json

import pytest

import rules_py
from rules_py import bridge
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight
from tests.rules_py.play.table import Table


@pytest.fixture
def table():
    made = Table()
    made.do("join", sheet="xmas.operator", name="Ada")
    made.do("join", sheet="xmas.enemy", ready="Captain", count=2)
    return made


def attack_that(table, wanted):
    """A seed with which an attack comes to what is wanted."""
    ada, captain = "n1", "n2-1"
    for seed in range(1000):
        added = execute(table.fight, {"act": "roll", "mechanic": "xmas.attack", "by": ada, "at": captain}, seed)
        after = table.fight
        for event in added:
            after = after.apply(event)
        roll = next(entry.roll for entry in reversed(after.log) if entry.roll)
        if wanted(roll.outcome):
            return seed
    raise AssertionError("no such attack")


def test_those_who_join_have_keys_and_names_of_their_own(table):
    assert [each.name for each in table.fight.combatants.values()] == ["Ada", "Captain 1", "Captain 2"]
    assert len(set(table.fight.combatants)) == 3


def test_nobody_is_called_like_somebody_else():
    table = Table("psiops")
    for name in ("", "", "Ada", "ada"):
        table.do("join", sheet="psiops.operative", **({"name": name} if name else {}))
    table.do("join", sheet="psiops.enemy", name="Guard", count=2)
    table.do("join", sheet="psiops.enemy", name="Guard", count=2)
    names = [each.name for each in table.fight.combatants.values()]
    assert names == ["Operative", "Operative 2", "Ada", "ada 2", "Guard 1", "Guard 2", "Guard 3", "Guard 4"]
    table.do("edit", who="n3", fields={"name": "Bo"})
    table.do("edit", who="n4", fields={"hp": 3})
    table.do("edit", who="n1", fields={"name": "Guard 1"})
    assert [table.fight.combatant(key).name for key in ("n1", "n3", "n4")] == ["Guard 1 2", "Bo", "ada 2"]
    html = json.loads(bridge.fight("psiops.fight", json.dumps(table.events)))["html"]
    assert "ada 2" in html and ">n4<" not in html


def test_two_of_one_name_strike_each_for_themselves():
    """Of several attackers only the highest damage counts; two Guards are two, though both are typed alike."""
    table = Table("psiops")
    table.do("join", sheet="psiops.operative", name="Ada")
    for _ in range(2):
        table.do("join", sheet="psiops.enemy", name="Guard")
    for guard, fallen in (("n2", [1, 1]), ("n3", [1, 2])):
        table.do(
            "rolled",
            mechanic="psiops.defend",
            by="n1",
            at=guard,
            faces=fallen,
            params={"attribute": 0, "enemy_damage": 1},
        )
    blows = table.fight.combatant("n1").sheet.fields["blows"]
    assert [each.by for each in blows] == ["Guard", "Guard 2"]
    assert table.fight.combatant("n1").sheet.fields["hp"] == 6 - max(each.damage for each in blows)


def test_two_of_one_name_attack_each_once_in_a_phase():
    table = Table("puml")
    for _ in range(2):
        table.do("join", sheet="puml.character", name="Ada")
    table.do("join", sheet="puml.enemy")
    for key in ("n1", "n2"):
        table.do("rolled", mechanic="puml.offense", by=key, at="n3", faces=[4, 4], params={})
    taken = [event["params"]["who"] for event in table.events if event.get("change") == "puml.take-action"]
    assert taken == ["Ada", "Ada 2"]


def test_one_act_rolls_with_both_sheets_and_does_what_follows(table):
    seed = attack_that(table, lambda outcome: outcome["damage"] == 2)
    added = table.do("roll", seed, mechanic="xmas.attack", by="n1", at="n2-1")
    assert [event["event"] for event in added] == ["roll", "change"]
    assert added[0]["params"]["armor"] == 1, "the captain's"
    assert added[1]["who"] == "n2-1" and added[1]["follows"] is True
    assert table.fight.combatants["n2-1"].sheet.fields["pain"] == 2


def test_a_miss_changes_nobody(table):
    added = table.do(
        "roll", attack_that(table, lambda outcome: outcome["damage"] == 0), mechanic="xmas.attack", by="n1", at="n2-1"
    )
    assert [event["event"] for event in added] == ["roll"]


def test_what_the_rules_forbid_does_not_follow(table):
    table.do("change", change="xmas.fill-threshold", who="n2-1", params={"damage": 9})
    seed = attack_that(table, lambda outcome: outcome["damage"] > 0)
    added = table.do("roll", seed, mechanic="xmas.attack", by="n1", at="n2-1")
    assert [event["event"] for event in added] == ["roll"]
    why = "Captain 1: the enemy is out of the fight, and takes no more damage."
    assert added[0]["refused"] == [why]
    assert why in table.fight.log[-1].messages
    assert "takes no more damage" in json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]


def test_a_roll_from_a_form_goes_with_its_own_faces_and_parameters(table):
    table.do(
        "rolled",
        mechanic="xmas.attack",
        by="n1",
        at="n2-1",
        faces=[6, 6, 3],
        params={"damage": "1d6", "ap": "true", "armor": "1"},
    )
    roll = next(entry.roll for entry in table.fight.log if entry.roll)
    assert (roll.faces, roll.outcome["damage"]) == ((6, 6, 3), 6)
    assert table.fight.combatants["n2-1"].is_out


def test_all_who_may_act_do_so_once_with_one_act():
    table = Table()
    for name in ("Ada", "Bo", "Cy"):
        table.do("join", sheet="xmas.operator", name=name)
    table.do("join", sheet="xmas.enemy", ready="Elite")
    added = table.do("all", 3)
    rolls = [event for event in added if event["event"] == "roll"]
    assert [event["by"] for event in rolls] == ["n1", "n2", "n3"]
    assert [bool(event.get("follows")) for event in added] == [False, *[True] * (len(added) - 1)]
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    assert all(f"Attack: {name}" in html for name in ("Ada", "Bo", "Cy")), "each of them is told"


def test_all_ends_where_one_of_them_ends_the_others_chance():
    table = Table("puml")
    for name in ("Ada", "Bo", "Cy"):
        table.do("join", sheet="puml.character", name=name)
    table.do("join", sheet="puml.enemy", name="Guard", count=2)
    rolls = [event for event in table.do("all", 3) if event["event"] == "roll"]
    assert len(rolls) == 2, "five dice are two actions"
    assert table.fight.board.fields["phase"] == "defence"


def test_with_nobody_to_roll_against_the_change_is_offered_for_whom_the_table_picks(table):
    table.do("rolled", mechanic="xmas.attack", by="n1", faces=[6, 6, 3], params={})
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    assert html.count("fb-offer") == 2


def test_what_the_table_decides_is_offered_and_happens_when_it_is_wanted():
    table = Table("psiops")
    table.do("join", sheet="psiops.operative", name="Ada")
    table.do("join", sheet="psiops.enemy", name="Guard")
    table.do(
        "rolled",
        mechanic="psiops.attack",
        params={"weapon": "handgun"},
        faces=[1, 2],
        by="n1",
        at="n2",
        chosen={"weapons": 0},
    )
    ada = table.fight.sheet_for("n1")
    assert (ada.weapons[0].ammo, ada.stress) == (5, 0)
    (offer,) = table.fight.pending_changes
    assert (offer.change.id, offer.recipient, offer.params) == ("psiops.gain-stress", "n1", {"source": "failed-roll"})
    assert "Gain stress (you fail an action roll): " in fight_of(table)
    table.do("change", change="psiops.gain-stress", who="n1", params=offer.params)
    assert table.fight.sheet_for("n1").stress == 1
    assert table.fight.pending_changes == ()


def test_a_kept_sheet_joins_as_it_is(table):
    data = rules_py.sheet("xmas.operator", name="Bo", spirit=1).to_dict()
    table.do("join", sheet="xmas.operator", data=data)
    bo = list(table.fight.combatants.values())[-1]
    assert (bo.name, bo.sheet.fields["spirit"], bo.side) == ("Bo", 1, "squad")


@pytest.mark.parametrize(
    "act",
    [
        {"act": "all"},
        {"act": "roll", "mechanic": "xmas.fly"},
        {"act": "roll"},
        {"act": "order"},
        {"act": "dance"},
        {},
        None,
        {"act": "join"},
        {"act": "join", "sheet": "xmas.enemy", "ready": "Dragon"},
        {"act": "turn"},
        {"act": "join", "sheet": "xmas.enemy", "data": {"sheet": "xmas.enemy"}},
        {"act": "join", "sheet": "xmas.enemy", "data": 5},
        {"act": "roll", "mechanic": "xmas.attack", "by": "zz"},
        {"act": "roll", "mechanic": "xmas.attack", "params": {"wings": 1}},
        {"act": "roll", "mechanic": "xmas.attack", "params": 5},
        {"act": "rolled", "mechanic": "xmas.attack", "faces": [1, 2, 3, 4]},
        {"act": "rolled", "mechanic": "xmas.attack"},
    ],
)
def test_an_act_that_is_none_is_refused(act):
    with pytest.raises(rules_py.RulesError):
        execute(create_fight("xmas"), act)


def test_the_page_gets_new_events_what_it_shows_and_what_is_said(table):
    answer = json.loads(
        bridge.fight(
            "xmas.fight",
            json.dumps(table.events),
            json.dumps(
                {"act": "rolled", "mechanic": "xmas.attack", "by": "n1", "at": "n2-1", "faces": [6, 6, 3], "params": {}}
            ),
        )
    )
    assert [event["event"] for event in answer["events"]] == ["roll", "change"]
    assert "Captain 1" in answer["said"] and "Undo: Ada: Attack" in answer["html"]
    assert answer["rolls"] == [], "whoever rolled it elsewhere has told of it"


def test_each_roll_of_an_act_is_told(table):
    answer = json.loads(
        bridge.fight(
            "xmas.fight",
            json.dumps(table.events),
            json.dumps({"act": "roll", "mechanic": "xmas.attack", "by": "n1", "at": "n2-1"}),
            "{}",
            5,
        )
    )
    (told,) = answer["rolls"]
    assert told["roll"]["mechanic"] == "xmas.attack" and told["said"].startswith("Attack: ")


@pytest.mark.parametrize(
    ("events", "act"), [("[]", '{"act": "fly"}'), ('[{"event": "turn"}]', ""), ("5", ""), ('{"a": 1}', ""), ("[5]", "")]
)
def test_the_page_gets_a_sentence_where_it_cant_be(events, act):
    assert "takes" in json.loads(bridge.fight("xmas.fight", events, act))["error"]


def test_names_are_text_and_never_markup(table):
    table.do("join", sheet="xmas.operator", name="<img src=x onerror=alert(1)>")
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    assert "<img" not in html and "&lt;img" in html


# Several targets at once

BOMB = {"name": "Bomb", "kind": "thrown", "damage": 3, "blast": True}
AT_SEVERAL = {
    "xmas": (
        "xmas.crowd",
        {"quick": 4, "weapons": [{"damage": "3", "mode": "blast"}]},
        "xmas.enemy",
        {"pain_threshold": 9},
    ),
    "psiops": ("psiops.attack", {"strength": 3, "weapons": [BOMB]}, "psiops.enemy", {"max_hp": 30, "hp": 30}),
    "sideworld": (
        "sideworld.group-attack",
        {"attack": 40, "weapons": [{"damage": "6", "rate": 9, "rounds": 3}]},
        "sideworld.npc",
        {"dodge": 0},
    ),
}


def several(slug, **more):
    """Ada against three, of whom the last has more armor, cover or Dodge."""
    mechanic, fields, enemy, theirs = AT_SEVERAL[slug]
    table = Table(slug)
    ours = next(kind.id for kind, side in table.fight.rules.sides_by_sheet.items() if kind.id != enemy)
    table.do("join", data={"sheet": ours, "fields": {"name": "Ada", **fields}}, sheet=ours)
    for given in (theirs, theirs, {**theirs, **more}):
        table.do("join", data={"sheet": enemy, "fields": {"name": "Guard", **given}}, sheet=enemy)
    return table, mechanic


def hit_all(slug, field, **more):
    """What each of three lost in one attack on all of them that hit."""
    for seed in range(200):
        table, mechanic = several(slug, **more)
        table.do("roll", seed, mechanic=mechanic, by="n1", at="n2", also=["n3", "n4"])
        lost = [abs(field(table.fight.combatants[key].sheet)) for key in ("n2", "n3", "n4")]
        if lost[0] and lost[1]:
            return table, lost
    raise AssertionError("no such attack")


def test_one_roll_strikes_several_and_each_has_their_own_armor():
    table, lost = hit_all("xmas", lambda sheet: sheet.pain, armor=2)
    assert lost == [3, 3, 1]
    assert sum(event["event"] == "roll" for event in table.events) == 1
    table, lost = hit_all("psiops", lambda sheet: sheet.hp - 30, armor=1, cover=2)
    assert lost[0] == lost[1] == lost[2] + 3
    ada = table.fight.combatants["n1"].sheet
    assert ada.weapons[0].ammo >= 5, "the ammo of one attack"


def test_full_auto_is_shared_out_and_each_dodges_for_themselves():
    _, lost = hit_all("sideworld", lambda sheet: sheet.stamina_lost)
    assert lost[:2] == [6, 6] and lost[2] in (0, 6), "6 × 3 rounds ÷ 3 targets"


def test_undoing_it_takes_it_back_from_all():
    table, _ = hit_all("xmas", lambda sheet: sheet.pain)
    while table.events.pop().get("follows"):
        pass
    assert [each.sheet.fields.get("pain") for each in table.fight.combatants.values()] == [None, 0, 0, 0]


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"mechanic": "xmas.attack"}, "against one target"),
        ({"also": ["n2"]}, "each once"),
        ({"also": ["nobody"]}, "who: "),
        ({"also": "n3"}, "each once"),
        ({"also": ["n3", "n3"]}, "each once"),
    ],
)
def test_more_targets_that_cant_be_are_refused(about, message):
    table, mechanic = several("xmas")
    given = {"mechanic": mechanic, "by": "n1", "at": "n2", "also": ["n3"], **about}
    roll = execute(table.fight, {"act": "roll", **given, "also": []}, 1)[0]
    with pytest.raises(rules_py.RulesError, match=message):
        table.fight.apply({**roll, "also": given["also"]})


def test_more_targets_are_offered_only_with_what_strikes_several():
    table, _ = several("xmas")
    assert "fb-fight-also" in fight_of(table, at="n2")
    assert "Attack on several targets" in fight_of(table, at="n2", also=["n3"])
    table.do("edit", who="n1", fields={"weapons": [{"mode": "single"}]})
    assert "fb-fight-also" not in fight_of(table, at="n2", also=["n3"])


def fight_of(table, **view):
    return json.loads(bridge.fight(f"{table.slug}.fight", json.dumps(table.events), "", json.dumps(view)))["html"]


OFFER = 'fb-fight-offer">Let armor be destroyed'


def test_a_change_that_the_rules_forbid_is_no_button():
    table = Table("psiops")
    table.do("join", sheet="psiops.operative", data={"sheet": "psiops.operative", "fields": {"armor": 0}})
    table.do("join", sheet="psiops.enemy")
    table.do("rolled", mechanic="psiops.defend", by="n1", at="n2", faces=[2, 1], params={})
    assert OFFER not in fight_of(table)
    table.do("edit", who="n1", fields={"armor": 1})
    table.do("rolled", mechanic="psiops.defend", by="n1", at="n2", faces=[2, 1], params={})
    assert OFFER in fight_of(table)


@pytest.mark.parametrize(
    ("slug", "sheet", "fields", "mechanic"),
    [
        ("psiops", "psiops.operative", {"hp": 0, "past_zero": 2}, "psiops.dying"),
        ("psiops", "psiops.operative", {"stress": 6}, "psiops.stress"),
        ("psiops", "psiops.swarm", {"lost": 1}, "psiops.morale"),
        ("sideworld", "sideworld.character", {"severe_wounds": 1}, "sideworld.wound"),
    ],
)
def test_what_has_to_be_rolled_now_is_at_hand_until_it_is_rolled(slug, sheet, fields, mechanic):
    table = Table(slug)
    table.do("join", sheet=sheet, data={"sheet": sheet, "fields": fields})
    assert [(each.recipients, each.mechanic.id) for each in table.fight.pending_rolls] == [(("n1",), mechanic)]
    assert "fb-fight-due" in fight_of(table)
    table.do("roll", mechanic=mechanic, by="n1")
    assert mechanic not in [each.mechanic.id for each in table.fight.pending_rolls]
    assert "fb-next" not in fight_of(table), "a fight has its own buttons for what follows"


def test_a_severe_wound_waits_for_its_body_part():
    table = Table("sideworld")
    table.do("join", sheet="sideworld.npc")
    table.do("change", change="sideworld.take-damage", who="n1", params={"damage": 11})
    assert table.fight.combatant("n1").sheet.warnings == ("A severe wound: roll 1D100 for the body part.",)
    table.do("change", change="sideworld.take-damage", who="n1", params={"damage": 10})
    assert table.fight.combatant("n1").sheet.severe_wounds == 1, "exactly a quarter is not more than a quarter"


def test_a_disadvantage_that_the_dice_brought_is_not_told_as_one_that_cant_be_used_up():
    table = Table("puml")
    table.do("join", sheet="puml.character", name="Ada")
    table.do("join", sheet="puml.enemy")
    attack = {"mechanic": "puml.offense", "by": "n1", "at": "n2", "faces": [6, 5, 5], "params": {"disadvantage": True}}
    added = table.do("rolled", **attack)
    assert "refused" not in added[0]
    table.do("change", change="puml.hamper", who="n1")
    table.do("end", of="phase")
    table.do("end", of="phase")
    table.do("rolled", **attack)
    assert not table.fight.combatant("n1").sheet.hampered


def test_calculations_have_no_place_in_a_fight():
    table = Table("combat")
    table.do("join", sheet="combat.character", name="Ada")
    table.do("join", sheet="combat.enemy")
    shown = fight_of(table, by="n1", at="n2")
    assert "Skill roll</button>" in shown and "Move, run, sprint</button>" in shown, "a sprint follows from it"
    assert "Character Points</button>" not in shown and "Derived attributes</button>" not in shown
