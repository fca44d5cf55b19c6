"""COMBAT! fights turn by turn with known faces: the text's examples, stuns, ties and the dead."""

import pytest

from rules_py.errors import RefusedActionError
from rules_py.play.fight.offers import find_offered_reactions
from rules_py.play.fight.targeting import fill_params, find_actor
from rules_py.registry.games import find_mechanic
from rules_py.systems.combat.sheets.actions import choose_best
from rules_py.systems.combat.sheets.characters import Character
from tests.systems.shown_board import find_play
from tests.systems.table_session import TableSession

HIT, MISS = [6, 6, 6], [1, 1, 1]
NELSON = {"health": 3, "will": 5, "strength": 4, "bought_toughness": 3}
"""Sgt. Nelson: LIF 19 and TGH 8."""


class CombatTable(TableSession):
    """A COMBAT! fight in which initiative and blows have known faces."""

    def __init__(self):
        super().__init__("combat")

    def start_round(self, **faces: int):
        """Roll initiative with these faces, in this order."""
        for key, face in faces.items():
            self.roll("initiative", key, None, [face])

    def roll(self, mechanic: str, by: str, at: str | None, faces: list[int], **params):
        """Roll a mechanic with these faces, prefilled from the sheets and the fight."""
        found = find_mechanic(f"combat.{mechanic}")
        filled = {**fill_params(self.fight, found, by, at), **params}
        self.execute("rolled", mechanic=found.id, by=by, faces=faces, params=filled, **({"at": at} if at else {}))

    def blow(self, by: str, at: str, *faces: int):
        """Strike, with the faces of the damage dice after a hit; without them the blow misses."""
        self.roll("blow", by, at, [*HIT, *faces] if faces else MISS)

    def refusal(self, act: str, **about) -> dict[str, str]:
        """Return the unmet requirements of an action that is refused, by name; nothing happens."""
        events = list(self.events)
        with pytest.raises(RefusedActionError) as refused:
            self.execute(act, **about)
        assert self.events == events
        return refused.value.unmet

    def refused_blow(self, by: str, at: str) -> dict[str, str]:
        return self.refusal("roll", mechanic="combat.blow", by=by, at=at)

    @property
    def last_messages(self) -> list[str]:
        """The messages of the last roll and the changes after it."""
        entries = self.fight.log
        start = max(number for number, entry in enumerate(entries) if entry.roll)
        return [message for entry in entries[start:] for message in entry.messages]


@pytest.fixture
def table():
    return CombatTable()


@pytest.fixture
def duel(table):
    """Two combatants who act at the same time: both have 15 LIF, TGH 3 and a fist of 3D6."""
    ada, bo = table.join("character", name="Ada"), table.join("enemy", name="Bo")
    table.start_round(**{ada: 3, bo: 3})
    assert table.fight.current_group == (ada, bo)
    return table


def test_sergeant_nelson_is_punched_then_shot_and_falls_unconscious(table):
    nelson = table.join("character", name="Sgt. Nelson", **NELSON)
    bully = table.join("enemy", name="Bully", damage="4d6", initiative_bonus=9)
    sniper = table.join("enemy", name="Sniper", damage="2d6", harm="deadly", initiative_bonus=20)
    table.start_round(**{nelson: 1, bully: 1, sniper: 1})
    table.blow(sniper, nelson)
    table.execute("turn")
    table.blow(bully, nelson, 6, 6, 6, 1)
    assert (table.sheet(nelson).stunning, table.sheet(nelson).life_left) == (11, 8)
    assert table.sheet(nelson).stunned, "11 is more than half of 19"
    table.execute("turn")
    table.execute("turn")
    table.start_round(**{nelson: 1, bully: 1, sniper: 1})
    table.blow(sniper, nelson, 4, 4)
    shot = table.sheet(nelson)
    assert (shot.stunning, shot.deadly, shot.life_left, shot.state) == (11, 8, 0, "unconscious")
    assert "Sgt. Nelson: Unconscious, until some LIF is back." in table.last_messages


def test_kyles_character_is_stunned_for_one_turn_by_a_punch(table):
    kyle = table.join("enemy", name="Kyle", life=20, toughness=5)
    boxer = table.join("character", name="Boxer", weapons=[{"name": "Fist", "damage": "4d6"}], bought_initiative=20)
    table.start_round(**{kyle: 1, boxer: 1})
    table.blow(boxer, kyle, 6, 6, 4, 1)
    assert (table.sheet(kyle).stunning, table.sheet(kyle).stunned) == (12, True)
    table.execute("turn")
    assert table.refused_blow(kyle, boxer) == {"stun": "Kyle is stunned, and loses this turn's action. End the turn."}
    table.execute("turn")
    assert not table.sheet(kyle).stunned
    table.start_round(**{kyle: 1, boxer: 1})
    table.execute("turn")
    table.blow(kyle, boxer, 3, 3, 3)


def test_sheet_asks_about_each_weapon_that_may_be_blunt_until_it_is_set(table):
    key = table.join("character", weapons=[{"name": "Rifle", "harm": "deadly"}, {"name": "Club"}])
    (asked,) = table.sheet(key).warnings
    assert asked.startswith("Blunt isn't set yet for Rifle, Club.")
    weapons = [{"name": "Rifle", "harm": "deadly", "blunt": "no"}, {"name": "Club", "blunt": "yes"}]
    table.execute("edit", who=key, fields={"weapons": weapons})
    assert table.sheet(key).warnings == ()
    enemy = table.join("enemy")
    assert table.sheet(enemy).warnings[0].startswith("Blunt isn't set yet for its attack.")
    table.execute("edit", who=enemy, fields={"blunt": "no"})
    assert table.sheet(enemy).warnings == ()


def test_card_of_a_piece_asks_once_for_what_its_sheet_leaves_open(table):
    table.join("enemy", name="Orc", count=3)
    elf = table.join("enemy", name="Elf", blunt="no")
    assert table.html(open="piece n1-1").count("Blunt isn&#x27;t set yet") == 1
    assert "Blunt isn" not in table.html(open=f"piece {elf}")


# Combatants who act at the same time


def test_simultaneous_stun_costs_the_next_turns_action(duel):
    duel.blow("n1", "n2", 4, 4, 4)
    assert duel.sheet("n2").stunned_turns == 2
    duel.blow("n2", "n1", 4, 4, 4)
    assert (duel.sheet("n1").stunning, duel.sheet("n1").stunned_turns) == (9, 2), "both have acted"
    duel.execute("turn")
    assert not any("No action" in message for message in duel.fight.log[-1].messages)
    duel.start_round(n1=5, n2=1)
    assert set(duel.refused_blow("n1", "n2")) == {"stun"}
    assert set(duel.refused_blow("n2", "n1")) == {"stun", "turn"}
    duel.execute("turn")
    duel.execute("turn")
    duel.start_round(n1=5, n2=1)
    duel.blow("n1", "n2")


def test_stunned_target_is_offered_no_roll_against_the_attacker(duel):
    duel.blow("n1", "n2", 4, 4, 4)
    assert duel.fight.log[-3].roll.next_rolls and find_offered_reactions(duel.fight) == ()


def test_stun_by_a_faster_combatant_costs_this_turns_action(table):
    ada, bo = table.join("character", name="Ada"), table.join("enemy", name="Bo")
    table.start_round(**{ada: 6, bo: 1})
    table.blow(ada, bo, 4, 4, 4)
    assert table.sheet(bo).stunned_turns == 1


@pytest.mark.parametrize("mechanic", ["blunt", "stun"])
def test_simultaneous_stun_by_known_damage_costs_the_next_turns_action(duel, mechanic):
    params = {"damage": 15} if mechanic == "blunt" else {}
    duel.execute("roll", mechanic=f"combat.{mechanic}", by="n1", at="n2", params=params)
    assert duel.sheet("n2").stunned_turns == 2


def test_stun_gives_those_who_act_at_the_same_time_no_easier_target(table):
    for name in ("Ada", "Cy"):
        table.join("character", name=name)
    bo = table.join("enemy", name="Bo")
    table.start_round(n1=3, n2=3, **{bo: 3})
    table.blow("n1", bo, 4, 4, 4)
    table.execute("roll", mechanic="combat.blow", by="n2", at=bo)
    assert next(entry.roll for entry in reversed(table.fight.log) if entry.roll).params["stunned"] is False


def test_simultaneous_combatants_all_act_whichever_falls_first(duel):
    duel.execute("edit", who="n1", fields={"weapons": [{"name": "Rifle", "damage": "6d6", "harm": "deadly"}]})
    duel.blow("n1", "n2", 6, 6, 6, 6, 6, 6)
    assert duel.sheet("n2").state == "dying" and "n2" in duel.fight.current_group
    duel.blow("n2", "n1", 4, 4, 4)
    assert (duel.sheet("n1").stunning, duel.sheet("n1").stunned_turns) == (9, 2)
    duel.execute("turn")
    assert duel.refused_blow("n2", "n1").keys() == {"actor"}


def test_all_who_act_at_the_same_time_act_with_one_tap(duel):
    strong = {"attribute": 15, "skill": 15, "damage": "15", "blunt": "no"}
    duel.execute("edit", who="n2", fields=strong)
    skills = [{"name": "Boxing", "level": 15}]
    duel.execute("edit", who="n1", fields={"skills": skills, "weapons": [{"damage": "15", "blunt": "no"}]})
    duel.execute("all")
    assert [duel.sheet(key).state for key in ("n1", "n2")] == ["unconscious", "unconscious"]
    assert duel.fight.active == ()


def test_all_act_only_with_a_blow_and_once_a_turn(duel):
    duel.execute("edit", who="n2", fields={"stunned_turns": 1})
    duel.execute("all")
    assert [event["mechanic"] for event in duel.events if event["event"] == "roll"][2:] == ["combat.blow"]
    assert (duel.sheet("n1").acted, duel.sheet("n2").acted) == (True, False)
    assert duel.refusal("all").keys() == {"action"}


# One action in a turn


def test_second_action_of_a_turn_is_refused_and_can_be_done_anyway(duel):
    duel.blow("n1", "n2")
    assert duel.sheet("n1").acted
    skill = {"mechanic": "combat.skill", "by": "n1"}
    assert duel.refusal("roll", **skill) == {"action": "Ada has used the action of this turn."}
    assert duel.refusal("change", change="combat.sprint", who="n1").keys() == {"action"}
    duel.execute("roll", **skill, override=["action"])
    assert "Done anyway: Ada has used the action of this turn." in duel.last_messages
    duel.execute("edit", who="n1", fields={"acted": False})
    duel.blow("n1", "n2")
    duel.execute("turn")
    duel.start_round(n1=3, n2=3)
    duel.blow("n1", "n2")


def test_action_that_the_sheet_has_spent_is_refused(duel):
    duel.execute("change", change="combat.act", who="n1")
    assert duel.refused_blow("n1", "n2") == {"action": "Ada has no action in this turn."}


def test_actions_before_initiative_are_not_counted_since_no_turn_has_begun(table):
    ada, bo = table.join("character", name="Ada"), table.join("enemy", name="Bo")
    for _ in range(2):
        table.blow(ada, bo)
    table.execute("change", change="combat.sprint", who=ada)
    assert not table.sheet(ada).acted
    table.start_round(**{ada: 4, bo: 3})
    table.blow(ada, bo)
    assert table.refused_blow(ada, bo) == {"action": "Ada has used the action of this turn."}


def test_sprint_takes_the_turn_and_needs_breath(duel):
    for number in range(3):
        duel.execute("change", change="combat.sprint", who="n1")
        assert (duel.sheet("n1").sprinted, duel.sheet("n1").acted) == (number + 1, True)
        assert duel.refused_blow("n1", "n2").keys() == {"action"}
        duel.execute("turn")
        duel.start_round(n1=3, n2=3)
    assert duel.refusal("change", change="combat.sprint", who="n1") == {
        "breath": "Ada is out of breath, and needs a rest first."
    }


@pytest.mark.parametrize("change", ["combat.go", "combat.sprint"])
@pytest.mark.parametrize("damage", [(4, 4, 4), (6, 6, 6)], ids=["stunned", "down"])
def test_tied_combatant_still_moves_although_the_other_has_hit_them(duel, change, damage):
    duel.blow("n2", "n1", *damage)
    if damage[0] == 6:
        duel.execute("edit", who="n1", fields={"stunning": 15})
    duel.execute("change", change=change, who="n1")
    assert duel.sheet("n1").acted and duel.sheet("n1").sprinted == (change == "combat.sprint")


@pytest.mark.parametrize(
    ("fields", "change", "waived"),
    [
        ({"stunned_turns": 1}, "combat.go", "stun"),
        ({"stunned_turns": 1}, "combat.sprint", "stun"),
        ({"stunning": 15}, "combat.go", "actor"),
        ({"deadly": 15}, "combat.sprint", "actor"),
        ({"sprinted": 3}, "combat.sprint", "breath"),
    ],
)
def test_table_may_waive_what_keeps_a_combatant_from_moving(table, fields, change, waived):
    ada = table.join("character", name="Ada", **fields)
    assert set(table.refusal("change", change=change, who=ada)) == {waived}
    table.execute("change", change=change, who=ada, override=[waived])
    assert table.sheet(ada).sprinted == fields.get("sprinted", 0) + (change == "combat.sprint")
    assert any("meters." in message for entry in table.fight.log for message in entry.messages)


def test_move_and_run_take_the_action_of_the_turn(duel):
    duel.execute("change", change="combat.go", who="n1", params={"pace": "run"})
    said = [message for entry in duel.fight.log for message in entry.messages]
    assert "Ada: Up to 12 meters." in said, "MOV 3 + 3 = 6, twice"
    assert set(duel.refused_blow("n1", "n2")) == {"action"}


def test_stunned_combatant_acts_only_if_the_table_waives_the_stun(duel):
    duel.execute("edit", who="n1", fields={"stunned_turns": 1})
    assert duel.refused_blow("n1", "n2").keys() == {"stun"}
    duel.execute("roll", mechanic="combat.blow", by="n1", at="n2", override=["stun"])
    duel.execute("turn")
    assert not any("No action: stunned" in message for entry in duel.fight.log for message in entry.messages)


# The dead, the dying and the stunned


def test_character_with_health_0_is_out_of_the_fight(table):
    ada, bo = table.join("character", name="Ada", health=0), table.join("enemy", name="Bo")
    assert (table.sheet(ada).state, table.sheet(ada).out, table.sheet(ada).life_left) == ("dead", True, 6)
    assert "HLT 0: You are dead." in table.sheet(ada).warnings
    assert [each.key for each in table.fight.active] == [bo] and table.fight.awaiting_initiative == (bo,)
    assert table.refused_blow(ada, bo) == {"actor": "Ada is dead. Let another combatant act."}
    assert table.refused_blow(bo, ada) == {"target": "Ada is dead. Choose another target."}


def test_stunned_combatants_sheet_shows_its_lower_scores(table):
    key = table.join("character", reflexes=6, strength=4, health=5, intellect=4, bought_defense=1)
    fresh = table.sheet(key)
    assert (fresh.defense, fresh.initiative, fresh.move, fresh.toughness) == (17, 5, 11, 4)
    table.execute("change", change="combat.stun", who=key)
    stunned = table.sheet(key)
    assert (stunned.defense_now, stunned.initiative_now, stunned.move_now, stunned.toughness) == (11, 0, 3, 4)
    assert (stunned.life, stunned.sprint_left) == (fresh.life, fresh.sprint_left)


@pytest.mark.parametrize("harm", ["stunning", "deadly"])
def test_blow_at_a_dying_combatant_is_never_announced_as_unconscious(table, harm):
    ada, bo = table.join("enemy", name="Ada", harm=harm), table.join("character", name="Bo", deadly=15)
    assert table.refused_blow(ada, bo) == {
        "target": "Bo is dying, and there is no LIF left to lose. Choose another target."
    }
    command = {"mechanic": "combat.blow", "by": ada, "at": bo, "params": {"attribute": 15, "damage": "9"}}
    before = table.sheet(bo)
    table.execute("roll", **command, override=["target"])
    assert table.sheet(bo) == before
    assert any("dying" in message for message in table.last_messages)
    assert not any("nconscious" in message for message in table.last_messages)


def test_combatant_who_has_left_neither_acts_nor_is_hit_until_they_come_back(duel):
    duel.execute("withdraw", who="n2")
    assert duel.refused_blow("n2", "n1") == {"actor": "Bo is out of the fight."}
    assert duel.refused_blow("n1", "n2") == {"target": "Bo has left the fight. Choose another target."}
    duel.execute("return", who="n2")
    duel.blow("n1", "n2")


# Forecasts


def test_forecast_attacks_with_the_best_attribute_and_skill_of_the_body_group():
    skills = [{"name": "Law", "attribute": "intellect", "level": 9}, {"name": "Pistols", "level": 4}]
    sheet = Character.from_fields({"strength": 5, "presence": 9, "reflexes": 2, "skills": skills})
    assert choose_best(sheet) == {"attribute": "strength_now", "skills": 1}
    assert choose_best(Character()) == {"attribute": "reflexes_now"}
    assert choose_best(sheet.replace(stunned_turns=1)) == {"attribute": "health_now", "skills": 1}


def test_page_begins_with_a_combatant_who_can_act(table):
    """Text: stunned characters lose their next action."""
    ada, bo = table.join("character", name="Ada"), table.join("character", name="Bo")
    foe = table.join("enemy", name="Foe")
    table.start_round(**{ada: 5, bo: 5, foe: 1})
    table.execute("edit", who=ada, fields={"stunned_turns": 1})
    assert table.fight.current_group == (ada, bo) and table.fight.current_actor == ada
    assert find_actor(table.fight) == bo and find_play(table.html())["by"] == bo
    table.blow(bo, foe)
    assert find_actor(table.fight) == ada, "nobody else is left in this turn"
