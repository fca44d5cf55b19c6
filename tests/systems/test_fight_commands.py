"""Commands in fights of the shipped games: the events they produce and the page's view of them."""

import json

import pytest

import rules_py
from rules_py import bridge
from rules_py.error_messages import error_message
from rules_py.errors import ParameterError, RefusedActionError, RulesError, UnknownIdError
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_changes, find_pending_rolls, has_deferred_roll, is_decided
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import describe_events
from tests.cases import check_each
from tests.systems.shown_board import find_buttons, find_play, list_acts, list_commands, parse
from tests.systems.table_session import TableSession


@pytest.fixture
def table():
    made = TableSession()
    made.execute("join", sheet="xmas.operator", name="Ada")
    made.execute("join", sheet="xmas.enemy", ready="Captain", count=2)
    return made


def find_attack_seed(table, is_wanted):
    """Return a seed that gives an attack an outcome accepted by `is_wanted`."""
    ada, captain = "n1", "n2-1"
    for seed in range(1000):
        added = execute(table.fight, {"act": "roll", "mechanic": "xmas.attack", "by": ada, "at": captain}, seed).events
        after = table.fight
        for event in added:
            after = after.apply(event)
        roll = next(entry.roll for entry in reversed(after.log) if entry.roll)
        if is_wanted(roll.outcome):
            return seed
    raise AssertionError("no such attack")


def test_joining_combatants_get_distinct_keys_and_names(table):
    assert [each.name for each in table.fight.combatants.values()] == ["Ada", "Captain 1", "Captain 2"]
    assert len(set(table.fight.combatants)) == 3


def test_combatant_names_are_made_unique():
    table = TableSession("psiops")
    for name in ("", "", "Ada", "ada"):
        table.execute("join", sheet="psiops.operative", **({"name": name} if name else {}))
    table.execute("join", sheet="psiops.enemy", name="Guard", count=2)
    table.execute("join", sheet="psiops.enemy", name="Guard", count=2)
    names = [each.name for each in table.fight.combatants.values()]
    assert names == ["Operative", "Operative 2", "Ada", "ada 2", "Guard 1", "Guard 2", "Guard 3", "Guard 4"]
    table.execute("edit", who="n3", fields={"name": "Bo"})
    table.execute("edit", who="n4", fields={"hp": 3})
    table.execute("edit", who="n1", fields={"name": "Guard 1"})
    assert [table.fight.combatant(key).name for key in ("n1", "n3", "n4")] == ["Guard 1 2", "Bo", "ada 2"]
    html = json.loads(bridge.fight("psiops.fight", json.dumps(table.events)))["html"]
    assert "ada 2" in html and ">n4<" not in html


def test_attackers_of_the_same_name_count_separately():
    """Of several attackers only the highest damage counts, so two Guards of the same name count as two attackers."""
    table = TableSession("psiops")
    table.execute("join", sheet="psiops.operative", name="Ada")
    for _ in range(2):
        table.execute("join", sheet="psiops.enemy", name="Guard")
    for guard, fallen in (("n2", [1, 1]), ("n3", [1, 2])):
        table.execute(
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


def test_combatants_of_the_same_name_each_attack_once_in_a_phase():
    table = TableSession("puml")
    for _ in range(2):
        table.execute("join", sheet="puml.character", name="Ada")
    table.execute("join", sheet="puml.enemy")
    table.execute("edit", who="board", fields={"offense_dice": 7})
    for key in ("n1", "n2"):
        table.execute("rolled", mechanic="puml.offense", by=key, at="n3", faces=[4, 4], params={})
    taken = [event["params"]["who"] for event in table.events if event.get("change") == "puml.take-action"]
    assert taken == ["Ada", "Ada 2"]


def test_roll_command_uses_both_sheets_and_applies_triggers(table):
    seed = find_attack_seed(table, lambda outcome: outcome["damage"] == 2)
    added = table.execute("roll", seed, mechanic="xmas.attack", by="n1", at="n2-1")
    assert [event["event"] for event in added] == ["roll", "change"]
    assert added[0]["params"]["armor"] == 1, "the captain's"
    assert added[1]["who"] == "n2-1" and added[1]["follows"] is True
    assert table.fight.combatants["n2-1"].sheet.fields["pain"] == 2


def test_miss_triggers_no_change(table):
    added = table.execute(
        "roll",
        find_attack_seed(table, lambda outcome: outcome["damage"] == 0),
        mechanic="xmas.attack",
        by="n1",
        at="n2-1",
    )
    assert [event["event"] for event in added] == ["roll"]


def test_attack_on_a_target_that_is_out_is_refused(table):
    table.execute("change", change="xmas.fill-threshold", who="n2-1", params={"damage": 9})
    events = list(table.events)
    attack = {"mechanic": "xmas.attack", "by": "n1", "at": "n2-1"}
    with pytest.raises(RefusedActionError, match="Captain 1 is out of the fight already. Choose another target."):
        table.execute("roll", **attack)
    assert table.events == events, "nothing has happened"
    (rolled,) = table.execute("rolled", faces=[6, 6, 3], params={}, override=["target"], **attack)
    assert list(rolled["override"]) == ["target"] and "refused" not in rolled
    assert "Done anyway: Captain 1 is out of the fight already. Choose another target." in table.fight.log[-1].messages


def test_rolled_command_keeps_its_own_faces_and_parameters(table):
    table.execute(
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


def test_all_command_lets_everyone_act_once():
    table = TableSession()
    for name in ("Ada", "Bo", "Cy"):
        table.execute("join", sheet="xmas.operator", name=name)
    table.join("enemy", name="Elite", pain_threshold=40)
    added = table.execute("all", 3)
    rolls = [event for event in added if event["event"] == "roll"]
    assert [event["by"] for event in rolls] == ["n1", "n2", "n3"]
    assert [bool(event.get("follows")) for event in added] == [False, *[True] * (len(added) - 1)]
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    rows = [each.text() for each in parse(html).css(".fb-mat .fb-plan li")]
    assert [row.partition(" on ")[0] for row in rows] == ["AEAda", "BEBo", "CECy"], "each of them is told"


def test_all_command_stops_when_no_more_actions_are_possible():
    table = TableSession("puml")
    for name in ("Ada", "Bo", "Cy"):
        table.execute("join", sheet="puml.character", name=name)
    table.execute("join", sheet="puml.enemy", name="Guard", count=2)
    rolls = [event for event in table.execute("all", 3) if event["event"] == "roll"]
    assert len(rolls) == 2, "five dice are two actions"
    assert table.fight.board.fields["phase"] == "defence"


def test_roll_without_target_offers_its_change_for_each_candidate(table):
    table.execute("rolled", mechanic="xmas.attack", by="n1", faces=[6, 6, 3], params={})
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    assert len([act for _, act in list_acts(html, ".fb-decisions button") if act["act"] == "change"]) == 2


def test_optional_change_is_offered_and_applied_on_request():
    table = TableSession("psiops")
    table.execute("join", sheet="psiops.operative", name="Ada")
    table.execute("join", sheet="psiops.enemy", name="Guard")
    table.execute(
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
    (offer,) = find_pending_changes(table.fight)
    assert (offer.change.id, offer.recipient, offer.params) == ("psiops.gain-stress", "n1", {"source": "failed-roll"})
    offered = find_buttons(render_fight(table), ".fb-offer")
    assert offered["1 stress (you fail an action roll)"]["params"] == offer.params
    table.execute("change", change="psiops.gain-stress", who="n1", params=offer.params)
    assert table.fight.sheet_for("n1").stress == 1
    assert find_pending_changes(table.fight) == ()


def test_stored_sheet_joins_with_its_current_values(table):
    data = rules_py.sheet("xmas.operator", name="Bo", spirit=1).to_dict()
    table.execute("join", sheet="xmas.operator", data=data)
    bo = list(table.fight.combatants.values())[-1]
    assert (bo.name, bo.sheet.fields["spirit"], bo.side) == ("Bo", 1, "squad")


@check_each(
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
def test_invalid_command_is_rejected(act):
    with pytest.raises(rules_py.RulesError):
        execute(create_fight("xmas"), act)


def test_fight_answer_has_events_html_and_announcement(table):
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


def test_fight_answer_lists_each_roll_of_a_command(table):
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
    ("events", "act", "message"),
    [
        ("[]", '{"act": "fly"}', "no action called “fly”"),
        ('[{"event": "turn"}]', "", "no combatant has a turn"),
        ("5", "", "can't be read"),
        ('{"a": 1}', "", "can't be read"),
        ("[5]", "", "event 1 of this fight isn't valid"),
    ],
)
def test_invalid_fight_request_answers_with_an_error_sentence(events, act, message):
    assert message.lower() in json.loads(bridge.fight("xmas.fight", events, act))["error"].lower()


def test_combatant_names_are_escaped(table):
    table.execute("join", sheet="xmas.operator", name="<img src=x onerror=alert(1)>")
    html = json.loads(bridge.fight("xmas.fight", json.dumps(table.events)))["html"]
    assert "<img" not in html and "&lt;img" in html


# Several targets at once

BOMB = {"name": "Bomb", "kind": "thrown", "damage": 3, "blast": True}
AREA_ATTACKS = {
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


def fight_against_three(slug, **more):
    """Create a fight of Ada against three enemies, of which the last has more armor, cover or Dodge."""
    mechanic, fields, enemy, theirs = AREA_ATTACKS[slug]
    table = TableSession(slug)
    ours = next(kind.id for kind, side in table.fight.rules.sides_by_sheet.items() if kind.id != enemy)
    table.execute("join", data={"sheet": ours, "fields": {"name": "Ada", **fields}}, sheet=ours)
    for given in (theirs, theirs, {**theirs, **more}):
        table.execute("join", data={"sheet": enemy, "fields": {"name": "Guard", **given}}, sheet=enemy)
    return table, mechanic


def area_attack_losses(slug, field, **more):
    """Return the loss of each of three enemies after one area attack that hits all of them."""
    for seed in range(200):
        table, mechanic = fight_against_three(slug, **more)
        table.execute("roll", seed, mechanic=mechanic, by="n1", at="n2", also=["n3", "n4"])
        lost = [abs(field(table.fight.combatants[key].sheet)) for key in ("n2", "n3", "n4")]
        if lost[0] and lost[1]:
            return table, lost
    raise AssertionError("no such attack")


def test_area_attack_applies_each_targets_own_armor():
    table, lost = area_attack_losses("xmas", lambda sheet: sheet.pain, armor=2)
    assert lost == [3, 3, 1]
    assert sum(event["event"] == "roll" for event in table.events) == 1
    table, lost = area_attack_losses("psiops", lambda sheet: sheet.hp - 30, armor=1, cover=2)
    assert lost[0] == lost[1] == lost[2] + 3
    ada = table.fight.combatants["n1"].sheet
    assert ada.weapons[0].ammo >= 5, "the ammo of one attack"


def test_full_auto_damage_is_split_and_each_target_dodges():
    _, lost = area_attack_losses("sideworld", lambda sheet: sheet.stamina_lost)
    assert lost[:2] == [6, 6] and lost[2] in (0, 6), "6 × 3 rounds ÷ 3 targets"


def test_undoing_an_area_attack_reverts_all_targets():
    table, _ = area_attack_losses("xmas", lambda sheet: sheet.pain)
    while table.events.pop().get("follows"):
        pass
    assert [each.sheet.fields.get("pain") for each in table.fight.combatants.values()] == [None, 0, 0, 0]


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"mechanic": "xmas.test"}, "against one target"),
        ({"also": ["n2"]}, "each once"),
        ({"also": ["nobody"]}, "who: "),
        ({"also": "n3"}, "each once"),
        ({"also": ["n3", "n3"]}, "each once"),
    ],
)
def test_invalid_additional_targets_are_rejected(about, message):
    table, mechanic = fight_against_three("xmas")
    given = {"mechanic": mechanic, "by": "n1", "at": "n2", "also": ["n3"], **about}
    roll = execute(table.fight, {"act": "roll", **given, "also": []}, 1).events[0]
    with pytest.raises(rules_py.RulesError, match=message):
        table.fight.apply({**roll, "also": given["also"]})


def test_additional_targets_are_offered_only_for_area_attacks():
    table, _ = fight_against_three("xmas")
    assert parse(render_fight(table, at="n2")).css("[data-view-off]")
    assert find_play(render_fight(table, at="n2", also=["n3"], do="xmas.attack"))["also"] == ["n3"]
    table.execute("edit", who="n1", fields={"weapons": [{"mode": "single"}]})
    assert "also" not in find_play(render_fight(table, at="n2", also=["n3"], do="xmas.attack"))


def render_fight(table, **view):
    return json.loads(bridge.fight(f"{table.slug}.fight", json.dumps(table.events), "", json.dumps(view)))["html"]


def is_armor_offered(table):
    return any(text.startswith("Sacrifice armor") for text in find_buttons(render_fight(table), ".fb-offer"))


def test_forbidden_change_has_no_button():
    table = TableSession("psiops")
    table.execute("join", sheet="psiops.operative", data={"sheet": "psiops.operative", "fields": {"armor": 0}})
    table.execute("join", sheet="psiops.enemy")
    table.execute("rolled", mechanic="psiops.defend", by="n1", at="n2", faces=[2, 1], params={})
    assert not is_armor_offered(table)
    table.execute("edit", who="n1", fields={"armor": 1})
    table.execute("rolled", mechanic="psiops.defend", by="n1", at="n2", faces=[2, 1], params={})
    assert is_armor_offered(table)


@pytest.mark.parametrize(
    ("slug", "sheet", "fields", "mechanic"),
    [
        ("psiops", "psiops.operative", {"hp": 0, "past_zero": 2}, "psiops.dying"),
        ("psiops", "psiops.operative", {"stress": 6}, "psiops.stress"),
        ("psiops", "psiops.swarm", {"lost": 1}, "psiops.morale"),
        ("sideworld", "sideworld.character", {"severe_wounds": 1}, "sideworld.wound"),
    ],
)
def test_pending_roll_is_offered_until_it_is_rolled(slug, sheet, fields, mechanic):
    table = TableSession(slug)
    table.execute("join", sheet=sheet, data={"sheet": sheet, "fields": fields})
    assert [(each.recipients, each.mechanic.id) for each in find_pending_rolls(table.fight)] == [(("n1",), mechanic)]
    assert mechanic in [act["mechanic"] for _, act in list_acts(render_fight(table), ".fb-decisions .fb-play")]
    table.execute("roll", mechanic=mechanic, by="n1")
    assert mechanic not in [each.mechanic.id for each in find_pending_rolls(table.fight)]
    assert "<fb-next" not in render_fight(table), "a fight has its own buttons for what follows"


def test_severe_wound_warns_until_its_body_part_is_rolled():
    table = TableSession("sideworld")
    table.execute("join", sheet="sideworld.npc")
    table.execute("change", change="sideworld.take-damage", who="n1", params={"damage": 11})
    assert table.fight.combatant("n1").sheet.warnings == ("A severe wound: roll 1D100 for the body part.",)
    table.execute("change", change="sideworld.take-damage", who="n1", params={"damage": 10})
    assert table.fight.combatant("n1").sheet.severe_wounds == 1, "exactly a quarter is not more than a quarter"


def test_disadvantage_from_the_dice_is_not_refused_as_unusable():
    table = TableSession("puml")
    table.execute("join", sheet="puml.character", name="Ada")
    table.execute("join", sheet="puml.enemy")
    attack = {"mechanic": "puml.offense", "by": "n1", "at": "n2", "faces": [6, 5, 5], "params": {"disadvantage": True}}
    added = table.execute("rolled", **attack)
    assert "refused" not in added[0]
    table.execute("change", change="puml.hamper", who="n1")
    table.execute("end", of="phase")
    table.execute("end", of="phase")
    table.execute("rolled", **attack)
    assert not table.fight.combatant("n1").sheet.hampered


def test_calculations_are_not_offered_in_a_fight():
    table = TableSession("combat")
    table.execute("join", sheet="combat.character", name="Ada")
    table.execute("join", sheet="combat.enemy")
    shown = render_fight(table, by="n1", at="n2", open="more")
    offered = {act["mechanic"] for act in list_commands(shown) if act["act"] == "roll"}
    assert "combat.move" in offered and "combat.attribute" in offered, "a sprint follows from it"
    assert not offered & {"combat.points", "combat.derived"}


WRONG = (5, 0, True, "x", [5], [[]], [{}], {"a": 1}, {"ally": 5}, {"ally": []}, {"weapons": {}})
BLOW = {"mechanic": "combat.blow", "by": "n1", "at": "n2"}
COMMANDS_WITH_FIELDS = (
    {"act": "roll", **BLOW, "also": None, "chosen": None, "params": None, "override": None},
    {"act": "rolled", **BLOW, "faces": [1, 1, 1], "also": None, "chosen": None, "params": None, "override": None},
    {"act": "amend", "roll": "e3", "params": None, "mechanic": None, "also": None, "chosen": None, "faces": None},
    {"act": "change", "change": "combat.sprint", "who": "n1", "also": None, "chosen": None, "params": None},
    {"act": "each", "change": "combat.sprint", "params": None, "mechanic": None},
    {"act": "together", "changes": None},
    {"act": "series", "rolls": None},
    {"act": "join", "sheet": "combat.enemy", "ready": None, "data": None, "name": None, "count": None, "side": None},
    {"act": "join", "sheet": "combat.enemy", "fields": None},
    {"act": "edit", "who": "n1", "also": None, "fields": None},
    {"act": "place", "who": "n1", "before": "n2"},
    {"act": "move", "who": "n1", "before": "n2"},
    {"act": "initiative", "who": "n1", "score": 3},
    {"act": "link", "who": "n1", "leader": "n2"},
    {"act": "side", "who": "n1", "side": "enemies"},
    {"act": "condition", "who": "n1", "also": None, "name": "dazed", "rounds": None, "over": None},
    {"act": "note", "who": "n1", "text": "shy"},
    {"act": "dice", "real": True},
    {"act": "adjust", "who": "n1", "also": None, "field": "deadly", "amount": 1},
    {"act": "update", "who": "n1", "data": None, "since": None},
    {"act": "prepare", "stored": None},
)


@check_each("command", COMMANDS_WITH_FIELDS)
def test_values_of_a_wrong_type_are_refused_with_a_sentence_or_ignored(command):
    table = TableSession("combat")
    table.join("character", name="Ada")
    table.join("enemy", name="Bo")
    for part in (part for part in command if part != "act"):
        for wrong in WRONG:
            given = {name: value for name, value in command.items() if value is not None} | {part: wrong}
            try:
                execute(table.fight, given, 1)
            except RulesError as error:
                assert error_message(error).endswith(".")


@pytest.mark.parametrize("view", [5, [], {"chosen": 5}, {"also": [[]]}, {"by": 5}])
def test_view_of_a_wrong_type_is_refused_with_a_sentence(table, view):
    answer = json.loads(bridge.fight("xmas.fight", json.dumps(table.events), view=json.dumps(view)))
    assert answer["error"].endswith(".") and "html" not in answer


@pytest.mark.parametrize("ally", ["n9", 5])
def test_ally_who_is_not_in_the_fight_is_refused(ally):
    table = TableSession("puml")
    table.join("character", name="Ada")
    table.join("enemy", name="Bo")
    assist = {"mechanic": "puml.offense", "by": "n1", "at": "n2", "chosen": {"ally": ally}}
    for command in ({"act": "roll", **assist}, {"act": "rolled", "faces": [3, 3], "params": {}, **assist}):
        with pytest.raises(UnknownIdError, match="who: got"):
            execute(table.fight, command, 1)


@pytest.mark.parametrize(
    ("slug", "sheet", "change"), [("combat", "enemy", "sprint"), ("psiops", "swarm", "take-another-action")]
)
def test_action_for_another_kind_of_sheet_is_refused_before_its_requirements(slug, sheet, change):
    table = TableSession(slug)
    key = table.join(sheet)
    with pytest.raises(ParameterError, match="sheet: got"):
        table.execute("change", change=f"{slug}.{change}", who=key)


def test_tag_team_is_only_offered_to_a_combatant_with_an_ally():
    table = TableSession("puml")
    table.join("character", name="Ada")
    table.join("enemy", name="Bo")
    assert "puml.tag-team" not in table.html(by="n1", at="n2")
    table.join("character", name="Cy")
    assert "puml.tag-team" in table.html(by="n1", at="n2")


@check_each("seed", range(12))
def test_a_fight_is_not_over_while_a_fallen_operative_has_a_roll_to_make(seed):
    fight = create_fight("psiops")
    commands = [{"act": "join", "sheet": "psiops.operative"}, {"act": "join", "sheet": "psiops.enemy"}]
    for command in [*commands, {"act": "order"}, *[{"act": "all"}, {"act": "turn"}] * 20]:
        try:
            added = execute(fight, command, seed).events
        except RulesError:
            continue
        for event in added:
            fight = fight.apply(event)
        owed = bool(find_pending_rolls(fight)) or has_deferred_roll(fight)
        assert is_decided(fight) == (len(fight.active_sides) < 2 <= len(fight.participants) and not owed)
        assert ("The fight is over" in describe_events(fight, 1)) == is_decided(fight)
