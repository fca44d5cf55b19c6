"""X-M.A.S.'s actions in fights: an action is allowed, paid for and complete, or nothing happens."""

import re
from html import unescape
from typing import Any

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.errors import ForbiddenError, RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.offers import find_offered_reactions, find_pending_changes
from rules_py.play.fight.targeting import fill_params, find_area_targets, find_default_action, is_multi_target
from rules_py.play.forecast import forecast
from rules_py.registry.games import find_mechanic
from rules_py.rendering.forecasts import render_forecast
from rules_py.systems.xmas.sheets.actions import ACTIONS, AGAIN, SHARE
from rules_py.systems.xmas.sheets.characters import Enemy, Operator
from tests.systems.shown_board import find_buttons
from tests.systems.table_session import TableSession
from tests.systems.test_sheets import sheets

HIT, MISS, EXTRA = [3, 4], [1, 2], [6, 6]
BLAST, AUTO, HEAVY = {"mode": "blast"}, {"mode": "auto"}, {"heavy": True}


def start_fight(operators: Any = ({}, {}), enemies: Any = ({}, {})) -> tuple[TableSession, list[str], list[str]]:
    """Start a fight; return it with the keys of the operators and the enemies."""
    table = TableSession("xmas")
    squad = [table.join("operator", name=name, **fields) for name, fields in zip(("Ada", "Bo", "Cy"), operators)]
    return table, squad, [table.join("enemy", name="Grunt", **fields) for fields in enemies]


def attack(table: TableSession, faces: list[int], by: str, at: str, mechanic: str = "attack", **about: Any) -> str:
    """Make an attack with these faces and the weapon's values; return the event's id."""
    sheet = table.sheet(by)
    weapon = sheet.weapons[about.get("chosen", {}).get("weapons", 0)]
    params = {"damage": weapon.damage, "mode": weapon.mode, **about.pop("params", {})}
    if mechanic == "crowd":
        targets = [table.sheet(key) for key in (at, *about.get("also", ()))]
        params["targets"] = [[target.left, target.armor] for target in targets]
    mechanic_id = f"xmas.{mechanic}"
    events = table.execute("rolled", mechanic=mechanic_id, by=by, at=at, faces=faces, params=params, **about)
    return table.fight.log[-len(events)].id


# Christmas Ghosts


def test_ghost_pays_before_its_attack_and_not_at_all_if_it_cant():
    table, (ada, _), (grunt, _) = start_fight(operators=({"ghost": True, "wounds": 3, "spirit": 1}, {}))
    attack(table, [*HIT, 2], ada, grunt)
    assert (table.sheet(ada).spirit, table.sheet(grunt).pain) == (0, 2)
    with pytest.raises(RefusedActionError, match="Acting on the physical world costs 1 Spirit; you have 0"):
        attack(table, [*HIT, 2], ada, grunt)
    assert table.sheet(grunt).pain == 2
    attack(table, [*HIT, 1], ada, grunt, override=["xmas.spend-spirit"])
    assert table.sheet(grunt).pain == 3, "the table may waive the price"
    assert any("Done anyway: Acting" in message for message in table.fight.log[-2].messages)


def test_ghost_talks_for_free():
    table, (ada, _), _ = start_fight(operators=({"ghost": True, "wounds": 3, "spirit": 0}, {}))
    talk = {"mechanic": "xmas.test", "by": ada, "chosen": {"stat": "social"}}
    assert [event["event"] for event in table.execute("roll", **talk)] == ["roll"]
    with pytest.raises(RefusedActionError):
        table.execute("roll", mechanic="xmas.test", by=ada, chosen={"stat": "smart"})


def test_ghost_is_no_target():
    table, (ada, bo), (grunt, _) = start_fight(operators=({"ghost": True, "wounds": 3}, {}))
    assert find_default_action(table.fight, grunt)[2] == bo
    with pytest.raises(RefusedActionError, match="Ada is a Christmas Ghost and can't be hurt any more. Choose"):
        table.execute("roll", mechanic="xmas.hurt", by=grunt, at=ada)
    table.execute("roll", mechanic="xmas.hurt", by=grunt, at=ada, override=["target"])
    assert table.sheet(ada).wounds == 3, "nothing follows if the table waives it"


# Blast


def test_blast_chooses_all_enemies_who_are_up_and_takes_in_allies():
    table, (ada, bo), enemies = start_fight(({"weapons": [BLAST]}, {}), ({}, {}, {"pain": 3}, {"armor": 2}))
    binding = next(each for each in Operator.rolls if each.mechanic.id == "xmas.attack")
    assert find_area_targets(table.fight, binding, ada, enemies[0]) == (enemies[1], enemies[3])
    attack(table, [*HIT, 2], ada, enemies[0], also=[enemies[1], enemies[3], bo])
    assert [table.sheet(key).pain for key in enemies] == [2, 2, 3, 1]
    assert table.sheet(bo).wounds == 2


def test_all_act_with_blast_hits_everyone_in_the_radius():
    fields = {"tough": 4, "weapons": [{"mode": "blast", "damage": "2"}]}
    table, _, enemies = start_fight((fields,), ({}, {}, {}))
    table.execute("all", 3)
    pains = [table.sheet(key).pain for key in enemies]
    assert len(set(pains)) == 1 and pains[0], pains


@pytest.mark.parametrize(("mode", "several"), [("blast", "attack"), ("auto_blast", "attack"), ("auto", "crowd")])
def test_one_roll_of_each_weapon_has_several_targets(mode, several):
    table, (ada, _), _ = start_fight(({"weapons": [{"mode": mode}]}, {}))
    found = [each.mechanic.id for each in Operator.rolls if is_multi_target(table.fight, each, ada)]
    assert found == [f"xmas.{several}"]


# Automatic fire


def test_player_shares_automatic_fire_once_its_damage_is_known():
    table, (ada, _), (one, two) = start_fight(({"weapons": [AUTO]}, {}))
    roll = attack(table, [*EXTRA, 4], ada, one)
    assert SHARE.is_offered(table.fight.find_entry(roll).roll)
    assert [table.sheet(key).pain for key in (one, two)] == [3, 0], "a single attack puts all of it on its target"
    table.execute("amend", roll=roll, mechanic="xmas.crowd", also=[two], params={})
    assert [table.sheet(key).pain for key in (one, two)] == [3, 2], "5 points, as many out as possible"
    again = next(entry.id for entry in reversed(table.fight.log) if entry.roll)
    table.execute("amend", roll=again, params={"shares": [2, 3]})
    assert [table.sheet(key).pain for key in (one, two)] == [2, 3]
    with pytest.raises(ForbiddenError, match="made again already"):
        table.execute("amend", roll=again, params={"shares": [5, 0]})
    table.undo()
    assert [table.sheet(key).pain for key in (one, two)] == [3, 2]


def test_shared_points_never_exceed_the_damage():
    outcome = rules_py.resolve(
        "xmas.crowd", [6, 6, 4], targets=[(9, 0), (9, 2), (9, 0)], damage="1d6", shares=[1, 3, 9]
    ).outcome
    assert (outcome["rolled"], outcome["dealt"]) == (5, (1, 1, 1)), "Armor comes off each share"
    hit = rules_py.resolve("xmas.crowd", [3, 4, 4], targets=[(9, 0), (9, 0)], shares=[0, 4]).outcome
    assert hit["dealt"] == (4, 0), "only Extra Nice is shared"


# A Naughty leaves a hit to assign


def test_every_naughty_of_all_leaves_a_hit_to_assign():
    weapons = [{"damage": "0"}]
    table, _, enemies = start_fight(({"tough": -3, "weapons": weapons},) * 3, ({}, {}))
    table.execute("all", 1)
    failed = [entry.event["by"] for entry in table.fight.log if entry.roll and entry.roll.outcome["band"] == "naughty"]
    assert len(failed) > 1, "several of them fail with this seed"
    offered = find_offered_reactions(table.fight)
    assert [(each.mechanic.id, each.at) for each in offered] == [("xmas.hurt", key) for key in failed]
    assert {each.by for each in offered} <= set(enemies)
    for number, each in enumerate(offered, 1):
        table.execute("roll", mechanic="xmas.hurt", by=each.by, at=each.at)
        assert table.sheet(each.at).wounds > 0
        assert len(find_offered_reactions(table.fight)) == len(offered) - number


@pytest.mark.parametrize("mechanic", ["test", "attack", "crowd", "first-aid"])
def test_each_failed_roll_offers_a_hit(mechanic):
    failed = rules_py.resolve(f"xmas.{mechanic}", MISS)
    assert [each.mechanic for each in failed.next_rolls] == ["xmas.hurt"]
    damage = [1] if mechanic in ("attack", "crowd") else []
    assert not rules_py.resolve(f"xmas.{mechanic}", [*HIT, *damage]).next_rolls


@pytest.mark.parametrize("kind", ["test", "first-aid"])
def test_failed_roll_without_an_enemy_leaves_one_hit_of_any_enemy(kind):
    """Text: failed rolls in combat will generally result in the player taking damage."""
    table, (ada, bo), (grunt, other) = start_fight(({}, {"wounds": 3, "downed": True}), ({"armor": 1}, {}))
    captain = table.join("enemy", kind="captain", name="Captain")
    about = {"at": bo} if kind == "first-aid" else {}
    table.execute("roll", mechanic=f"xmas.{kind}", by=ada, faces=MISS, **about)
    assert [(each.mechanic.id, each.by, each.at) for each in find_offered_reactions(table.fight)] == [
        ("xmas.hurt", grunt, ada),
        ("xmas.hurt", captain, ada),
    ], "Grunts hit alike, so one of them is offered"
    assert list(find_buttons(table.html(), ".fb-decisions .fb-button")) == ["Grunt: Hit", "Captain: Hit"]
    table.execute("roll", mechanic="xmas.hurt", by=other, at=ada)
    assert table.sheet(ada).wounds > 0 and not find_offered_reactions(table.fight), "one hit is enough"


def test_hit_is_offered_only_by_those_who_can_make_it_on_those_who_can_take_it():
    ghost = {"ghost": True, "wounds": 3}
    table, (ada, bo), (_, gone) = start_fight(({}, ghost), ({"pain": 3}, {}))
    table.execute("roll", mechanic="xmas.test", by=bo, faces=MISS)
    assert not find_offered_reactions(table.fight), "nothing hurts a Christmas Ghost"
    table.execute("roll", mechanic="xmas.test", by=ada, faces=MISS)
    assert [each.by for each in find_offered_reactions(table.fight)] == [gone], "the other one is out"
    table.execute("withdraw", who=gone)
    assert not find_offered_reactions(table.fight), "nobody is left to hit"


def test_attack_on_several_begins_with_the_choices_of_the_attack():
    weapons = [{"name": "Rifle"}, {"name": "SMG", "mode": "auto"}]
    table, (ada, _), (grunt, other) = start_fight(({"weapons": weapons}, {}))
    chosen = {"stat": "smart", "weapons": 1}
    table.execute("roll", mechanic="xmas.attack", by=ada, at=grunt, chosen=chosen)
    assert table.fight.find_last_choices(ada, "xmas.crowd") == chosen
    table.execute("roll", mechanic="xmas.test", by=ada, chosen={"stat": "social"})
    assert table.fight.find_last_choices(ada, "xmas.crowd") == chosen, "a test is no attack"
    assert table.fight.find_last_choices(ada, "xmas.test") == {"stat": "social"}
    table.execute("roll", mechanic="xmas.crowd", by=ada, at=other, chosen={**chosen, "stat": "tough"})
    assert table.fight.find_last_choices(ada, "xmas.attack")["stat"] == "tough", "the latest attack counts"


# A re-roll of a known result


def amend_with(table: TableSession, roll: str, ally: str, faces: list[int]) -> None:
    table.execute("amend", roll=roll, params={"reroll": True}, chosen={"ally": ally}, faces=faces)


def test_ally_pays_for_a_reroll_after_the_result():
    table, (ada, bo), (grunt, _) = start_fight()
    roll = attack(table, MISS, ada, grunt)
    assert AGAIN.is_offered(table.fight.find_entry(roll).roll)
    amend_with(table, roll, bo, [*HIT, 2])
    assert (table.sheet(ada).spirit, table.sheet(bo).spirit, table.sheet(grunt).pain) == (3, 2, 2)
    assert not find_offered_reactions(table.fight), "the miss is gone, and with it the hit"


def test_first_result_stays_if_it_was_better():
    table, (ada, bo), (grunt, _) = start_fight()
    amend_with(table, attack(table, [5, 5, 3], ada, grunt), bo, [1, 1])
    assert (table.sheet(bo).spirit, table.sheet(grunt).pain) == (2, 3)


@pytest.mark.parametrize(("mechanic", "more"), [("test", []), ("first-aid", []), ("crowd", [3])])
def test_other_rolls_can_be_made_again_as_well(mechanic, more):
    table, (ada, bo, _), _ = start_fight(operators=({}, {}, {"wounds": 3, "downed": True}))
    table.execute("rolled", mechanic=f"xmas.{mechanic}", by=ada, faces=MISS, params={})
    amend_with(table, table.fight.log[-1].id, bo, [*HIT, *more])
    assert table.sheet(bo).spirit == 2
    assert next(entry for entry in reversed(table.fight.log) if entry.roll).roll.outcome["total"] == 7


def test_reroll_of_a_ghost_costs_the_ghost_only_once():
    table, (ada, bo), (grunt, _) = start_fight(operators=({"ghost": True, "wounds": 3, "spirit": 1}, {}))
    amend_with(table, attack(table, MISS, ada, grunt), bo, [*HIT, 2])
    assert (table.sheet(ada).spirit, table.sheet(bo).spirit) == (0, 2)


@pytest.mark.parametrize(
    ("ally", "reason"), [("", "Choose an ally"), ("Ada", "Choose an ally"), ("Cy", "costs 1 Spirit; you have 0")]
)
def test_reroll_needs_another_operator_with_spirit(ally, reason):
    table, (ada, _, cy), (grunt, _) = start_fight(operators=({}, {}, {"spirit": 0}))
    roll = attack(table, MISS, ada, grunt)
    chosen = {"ally": {"Ada": ada, "Cy": cy}[ally]} if ally else {}
    with pytest.raises(RefusedActionError, match=reason):
        table.execute("amend", roll=roll, params={"reroll": True}, chosen=chosen)


# Nothing is paid for nothing


def end_scene(table: TableSession) -> None:
    table.execute("end", of="scene")


def test_reload_needs_an_empty_weapon_between_scenes():
    table, (ada, _), (grunt, _) = start_fight(operators=({"heavy_weapon": "deployed"}, {}))
    spend = {"change": "xmas.spend-spirit", "who": ada, "params": {"on": "reload"}}
    with pytest.raises(ForbiddenError, match="the heavy weapon has ammo"):
        table.execute("change", **spend)
    end_scene(table)
    attack(table, MISS, ada, grunt)
    with pytest.raises(RefusedActionError, match="Reload between scenes. End the scene first."):
        table.execute("change", **spend)
    end_scene(table)
    table.execute("change", **spend)
    assert (table.sheet(ada).heavy_weapon, table.sheet(ada).spirit) == ("ready", 2)
    with pytest.raises(ForbiddenError, match="nothing to reload"):
        table.execute("change", **spend)


@pytest.mark.parametrize(("on", "reason"), [("heal", "Choose the ally to heal"), ("protect", "when a hit on them")])
def test_spirit_for_an_ally_is_paid_with_what_it_buys(on, reason):
    table, (ada, _), _ = start_fight()
    with pytest.raises(RefusedActionError, match=reason):
        table.execute("change", change="xmas.spend-spirit", who=ada, params={"on": on})


def test_ally_pays_for_healing_between_scenes():
    table, (ada, bo), (grunt, _) = start_fight(operators=({"wounds": 3}, {}))
    attack(table, MISS, bo, grunt)
    heal = {"change": "xmas.heal", "who": ada, "chosen": {"ally": bo}}
    with pytest.raises(RefusedActionError, match="Heal between scenes"):
        table.execute("change", **heal)
    end_scene(table)
    with pytest.raises(RefusedActionError, match="Choose an ally who pays"):
        table.execute("change", change="xmas.heal", who=ada)
    table.execute("change", **heal)
    assert (table.sheet(ada).wounds, table.sheet(bo).spirit) == (2, 2)
    with pytest.raises(ForbiddenError, match="there is no Wound to heal"):
        table.execute("change", change="xmas.heal", who=bo, chosen={"ally": ada})
    assert table.sheet(ada).spirit == 3


def test_protecting_takes_the_hit_of_an_ally():
    table, (ada, bo), (grunt, _) = start_fight()
    with pytest.raises(RefusedActionError, match="There is no hit to take"):
        table.execute("change", change="xmas.protect", who=bo, params={"damage": 2})
    table.execute("rolled", mechanic="xmas.hurt", by=grunt, at=ada, faces=[1], params={})
    (offer,) = find_pending_changes(table.fight)
    table.execute("change", change="xmas.protect", who=bo, params=offer.params, instead=offer.replaced_change)
    assert (table.sheet(ada).wounds, table.sheet(bo).wounds, table.sheet(bo).spirit) == (0, 2, 2)


def test_hit_before_the_one_that_downs_an_ally_is_not_offered_any_more():
    """Without the first hit, the second one would have filled a box and downed nobody."""
    table, (ada, bo), (grunt, other) = start_fight(operators=({"wounds": 2}, {}))
    hits = [{"mechanic": "xmas.hurt", "by": each, "at": ada} for each in (grunt, other)]
    table.execute("series", rolls=hits)
    first, second = (event["id"] for event in table.events if event.get("change") == "xmas.take-damage")
    assert table.sheet(ada).downed
    assert {offer.replaced_change for offer in find_pending_changes(table.fight)} == {second}
    with pytest.raises(ForbiddenError, match="Ada has changed again since then"):
        table.execute("change", change="xmas.protect", who=bo, params={"damage": 1}, instead=first)


def test_downed_operator_neither_attacks_nor_gives_first_aid():
    table, (ada, bo), (grunt, _) = start_fight(operators=({"wounds": 3, "downed": True}, {}))
    for about in ({"mechanic": "xmas.attack", "at": grunt}, {"mechanic": "xmas.first-aid", "at": ada}):
        with pytest.raises(RefusedActionError, match="Ada is Downed and can't act. An ally can give first aid."):
            table.execute("roll", by=ada, **about)
    with pytest.raises(RefusedActionError, match="Only a Downed operator needs first aid, and Bo isn't one."):
        table.execute("roll", mechanic="xmas.first-aid", by=bo, at=bo)
    table.execute("rolled", mechanic="xmas.first-aid", by=bo, at=ada, faces=HIT, params={})
    assert table.sheet(ada).state == "lethal"


@pytest.mark.parametrize(("stat", "tags", "spirit"), [(4, 1, None), (-1, 5, 4), (-1, 6, None), (0, 0, 4)])
def test_tag_against_oneself_earns_spirit_only_if_it_lowers_the_roll(stat, tags, spirit):
    table, (ada, _), _ = start_fight()
    test = {"mechanic": "xmas.test", "by": ada, "params": {"stat": stat, "tags": tags, "negative_tag": True}}
    if spirit is None:
        with pytest.raises(RefusedActionError, match="so it earns no Spirit"):
            table.execute("rolled", faces=HIT, **test)
    else:
        table.execute("rolled", faces=HIT, **test)
    assert table.sheet(ada).spirit == (spirit or 3)


@pytest.mark.parametrize(("damage", "faces", "wounds"), [("2d6", [1, 1], 2), ("0", [1], 2)])
def test_enemy_hits_with_its_own_damage_dice(damage, faces, wounds):
    table, (ada, _), (boss, _) = start_fight(enemies=({"damage": damage}, {}))
    filled = fill_params(table.fight, find_mechanic("xmas.hurt"), boss, ada, {})
    table.execute("rolled", mechanic="xmas.hurt", by=boss, at=ada, faces=faces, params=filled)
    assert table.sheet(ada).wounds == wounds


def test_heavy_weapon_lasts_for_one_scene():
    table, (ada, _), (grunt, _) = start_fight(
        operators=({"weapons": [{"name": "Rifle"}, HEAVY]}, {}), enemies=({"armor": 2}, {})
    )
    chosen = {"weapons": 1}
    attack(table, MISS, ada, grunt, chosen=chosen)
    assert table.sheet(ada).heavy_weapon == "deployed"
    attack(table, MISS, ada, grunt, chosen=chosen)
    end_scene(table)
    with pytest.raises(RefusedActionError, match="no ammo left"):
        attack(table, [*HIT, 6], ada, grunt, chosen=chosen)
    attack(table, [*HIT, 5], ada, grunt)
    assert table.sheet(grunt).pain == 3


# Every action, over random sheets and faces

ROLLS = [action.rule for action in ACTIONS if isinstance(action.rule, Mechanic)]
CHANGES = [action.rule for action in ACTIONS if not isinstance(action.rule, Mechanic)]


@pytest.mark.parametrize("mechanic", ROLLS, ids=lambda mechanic: mechanic.id)
@given(data=st.data())
def test_roll_is_refused_or_all_of_its_consequences_apply(mechanic, data):
    table, squad, enemies = draw_fight(data)
    by, others = (enemies, squad) if mechanic.id == "xmas.hurt" else (squad, [*enemies, *squad])
    roller = data.draw(st.sampled_from(by))
    targets = data.draw(st.lists(st.sampled_from([key for key in others if key != roller]), unique=True, max_size=3))
    also = targets[1:] if mechanic.id in ("xmas.attack", "xmas.crowd") else []
    flags = {"reroll": st.booleans(), "negative_tag": st.booleans(), "tags": st.integers(0, 8)}
    params = {name: data.draw(value) for name, value in flags.items() if name in mechanic.parameters}
    sheet = table.sheet(roller)
    missing = next(each for each in sheet.rolls if each.mechanic is mechanic).find_missing(sheet)
    params |= {name: mechanic.parameters[name].default for name in missing}
    command = {
        "mechanic": mechanic.id,
        "by": roller,
        **({"at": targets[0]} if targets else {}),
        **({"also": also} if also else {}),
        "chosen": {"ally": data.draw(st.sampled_from(squad))} if data.draw(st.booleans()) else {},
        "params": params,
    }
    seed = data.draw(st.integers(0, 999))
    try:
        table.execute("roll", seed, **command)
    except RefusedActionError as refusal:
        assert all(reason.endswith(".") for reason in refusal.unmet.values()), refusal.unmet
        table.execute("roll", seed, **command, override=list(refusal.unmet))
    if params.get("reroll") is False:
        again = {
            "roll": next(entry.id for entry in reversed(table.fight.log) if entry.roll),
            "params": {"reroll": True},
        }
        try:
            table.execute("amend", seed, **again, chosen={"ally": data.draw(st.sampled_from(squad))})
        except RefusedActionError as refusal:
            table.execute("amend", seed, **again, override=list(refusal.unmet))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
@given(data=st.data())
def test_change_is_refused_or_all_of_its_prices_are_paid(change, data):
    table, squad, _ = draw_fight(data)
    who, ally = data.draw(st.sampled_from(squad)), data.draw(st.sampled_from(squad))
    on = data.draw(st.sampled_from([row.key for row in rules_py.table("xmas.spirit-spends").rows]))
    before = table.fight
    try:
        table.execute(
            "change",
            change=change.id,
            who=who,
            chosen={"ally": ally},
            params={"on": on} if "on" in change.parameters else {},
        )
    except RulesError:
        assert table.fight.combatants == before.combatants


def draw_fight(data: Any) -> tuple[TableSession, list[str], list[str]]:
    """Draw a fight of three operators against two enemies, with random sheets."""
    table = TableSession("xmas")
    keys: dict[type, list[str]] = {Operator: [], Enemy: []}
    for kind in (Operator, Operator, Operator, Enemy, Enemy):
        drawn = data.draw(sheets(kind)).to_dict()
        keys[kind].append(table.execute("join", sheet=kind.id, data=drawn)[0]["who"])
    return table, keys[Operator], keys[Enemy]


def test_forecast_names_the_weapon_with_ammo_that_it_counts_with():
    rocket = {"name": "Rocket", "damage": "2d6", "mode": "blast", "heavy": True}
    weapons = [rocket, {"name": "Knife", "damage": "1d4"}]
    for heavy, named in (("empty", "Knife"), ("ready", "Rocket")):
        table = TableSession("xmas")
        table.join("operator", name="Ada", heavy_weapon=heavy, weapons=weapons)
        table.join("enemy")
        shown = render_forecast(forecast(table.fight, exact=False, seed=1, at_most=1))
        assert f"Ada: Attack with TOUGH and {named}." in unescape(re.sub(r"<[^>]+>", "", shown))


def test_first_aid_needs_a_downed_patient():
    table, (ada, bo), _ = start_fight()
    with pytest.raises(RefusedActionError, match="Nobody else is Downed"):
        table.execute("roll", mechanic="xmas.first-aid", by=ada)
    table.execute("edit", who=bo, fields={"wounds": 3, "downed": True})
    table.execute("roll", mechanic="xmas.first-aid", by=ada)
    assert table.fight.log[-1].roll
    table.execute("withdraw", who=bo)
    with pytest.raises(RefusedActionError, match="Nobody else is Downed"):
        table.execute("roll", mechanic="xmas.first-aid", by=ada)
