"""PSIOPS sheets over rounds and missions: powers, burning, held actions, the rendezvous and advances."""

import pytest

import rules_py
from rules_py.errors import RefusedActionError, RulesError
from rules_py.play.fight.offers import find_pending_changes
from tests.systems.psiops.test_fights import (
    ADA,
    FAILURE,
    HANDGUN,
    SUCCESS,
    begin,
    end_turn,
    join_operative,
    last_roll,
    refuse,
    roll,
)
from tests.systems.table_session import TableSession


@pytest.fixture
def table():
    """Return a table where Ada, who has several talents, acts first and fights a guard."""
    made = TableSession("psiops")
    talents = [{"talent": key} for key in ("16", "32", "35", "43", "66", "51")]
    join_operative(made, "Ada", talents=talents, momentum=9)
    made.join("enemy", name="Guard", count=2, hp=12, max_hp=12, never_checks=True)
    begin(made)
    return made


CLAIRVOYANCE, INVISIBILITY, LEVITATION, MIND_BLAST, ZOMBIE, PRECOGNITION = range(6)
GUARD, OTHER = "n2-1", "n2-2"


def use_talent(table: TableSession, number: int, faces=SUCCESS) -> None:
    roll(table, "psionic", list(faces), ADA, chosen={"talents": number})


def change(table: TableSession, name: str, who: str = ADA, **params) -> None:
    table.execute("change", change=f"psiops.{name}", who=who, params=params)


def end_round(table: TableSession) -> None:
    number = table.fight.round
    while table.fight.round == number:
        end_turn(table)


def list_lasting(table: TableSession, key: str = ADA) -> list[tuple[str, int]]:
    return [(each.name, each.rounds) for each in table.sheet(key).lasting]


# Concentration and durations


def test_power_lasts_while_one_action_a_round_goes_to_concentration(table):
    use_talent(table, CLAIRVOYANCE)
    end_round(table)
    assert list_lasting(table) == [("Clairvoyance", 0)]
    change(table, "concentrate")
    roll(table, "attack", SUCCESS, ADA, GUARD)
    refuse(table, "Ada has used all 2 actions", "attack", ADA, GUARD)
    end_round(table)
    assert list_lasting(table) == [("Clairvoyance", 0)]
    end_round(table)
    assert list_lasting(table) == []
    assert "Ada: Clairvoyance ends without concentration." in table.fight.log[-1].messages


def test_talent_that_fails_starts_nothing(table):
    use_talent(table, CLAIRVOYANCE, FAILURE)
    assert list_lasting(table) == []


@pytest.mark.parametrize(("faces", "left"), [(SUCCESS, 1), (FAILURE, 0)])
def test_damage_ends_concentration(table, faces, left):
    use_talent(table, CLAIRVOYANCE)
    end_turn(table)
    roll(table, "defend", faces, ADA, GUARD)
    assert len(list_lasting(table)) == left


def test_attack_ends_invisibility(table):
    use_talent(table, INVISIBILITY)
    assert table.sheet(ADA).is_invisible
    roll(table, "attack", FAILURE, ADA, GUARD)
    assert list_lasting(table) == []


def test_kinetic_shield_goes_up_by_its_roll(table):
    table.execute("edit", who=ADA, fields={"talents": [{"talent": "34"}]})
    for _ in range(2):
        use_talent(table, 0)
        assert (table.sheet(ADA).shielded, table.sheet(ADA).armor_now) == (True, 1)


def test_levitation_lasts_6_rounds(table):
    use_talent(table, LEVITATION)
    for left in range(5, -1, -1):
        assert list_lasting(table) == [("Levitation", left + 1)]
        end_round(table)
    assert list_lasting(table) == []


def test_rounds_of_a_zombie_are_rolled_with_the_talent(table):
    use_talent(table, ZOMBIE, (*SUCCESS, 4))
    assert list_lasting(table) == [("Zombie", 4)]


def test_precognition_works_once_in_a_session(table):
    use_talent(table, PRECOGNITION)
    refuse(table, "Precognition works once per session.", "psionic", ADA, chosen={"talents": PRECOGNITION})
    change(table, "end-effect")
    use_talent(table, PRECOGNITION)


def test_battle_ends_what_lasts_for_a_battle_and_the_mission_ends_everything():
    table = TableSession("psiops")
    join_operative(table, "Ada", lasting=[{"name": "Mind shield"}, {"name": "Telepathy", "rounds": 4}])
    table.execute("end", of="fight")
    assert list_lasting(table, ADA) == [("Telepathy", 4)]
    table.execute("end", of="mission")
    assert list_lasting(table, ADA) == []


def test_stunned_guard_loses_its_turns(table):
    use_talent(table, MIND_BLAST, (*SUCCESS, 2))
    (offer,) = (each for each in find_pending_changes(table.fight) if each.change.id == "psiops.afflict")
    assert offer.params == {"effect": "stunned", "rounds": 2}
    change(table, "afflict", GUARD, **offer.params)
    end_turn(table)
    refuse(table, "Guard 1 is stunned until the end of round 2", "defend", ADA, GUARD)
    roll(table, "defend", SUCCESS, ADA, OTHER)
    end_round(table)
    end_turn(table)
    refuse(table, "Guard 1 is stunned until the end of round 2", "defend", ADA, GUARD)
    end_round(table)
    end_turn(table)
    roll(table, "defend", SUCCESS, ADA, GUARD)


def test_operative_stunned_in_the_enemies_turn_loses_the_next_ones(table):
    end_turn(table)
    change(table, "afflict", effect="stunned", rounds=1)
    assert table.sheet(ADA).helpless
    end_turn(table)
    refuse(table, "Ada is stunned until the end of round 2", "attack", ADA, GUARD)
    end_round(table)
    roll(table, "attack", SUCCESS, ADA, GUARD)


@pytest.mark.parametrize("key", [ADA, GUARD])
def test_burning_does_1_damage_at_the_end_of_each_round(table, key):
    table.execute("edit", who=key, fields={"armor": 2})
    hp = table.sheet(key).hp
    change(table, "afflict", key, effect="burning", rounds=2)
    for damage in (1, 2, 2):
        end_round(table)
        assert table.sheet(key).hp == hp - damage
    assert list_lasting(table, key) == []


def test_burning_takes_out_a_member_of_a_swarm_until_it_is_put_out(table):
    key = table.join("swarm", name="Mob", size=8)
    change(table, "afflict", key, effect="burning", rounds=3)
    end_round(table)
    assert table.sheet(key).lost == 1
    change(table, "end-effect", key)
    end_round(table)
    assert table.sheet(key).lost == 1


def test_burning_can_bring_an_operative_to_0_hp(table):
    table.execute("edit", who=ADA, fields={"hp": 1})
    change(table, "afflict", effect="burning", rounds=1)
    end_round(table)
    assert table.sheet(ADA).at_zero


def test_incapacitated_operative_has_10_minutes():
    down = rules_py.sheet("psiops.operative", hp=0)
    lost = rules_py.change(down, "psiops.settle-dying", state="incapacitated", hp=0, counts_down=True).sheet
    assert [(each.kind, each.rounds) for each in lost.lasting] == [("bleeding", 100)]
    assert rules_py.change(lost, "psiops.tend").sheet.lasting == ()
    last = lost.replace(lasting=[lost.lasting[0]._replace(rounds=1)])
    assert rules_py.change(last, "psiops.end-round").sheet.state == "dead"


def test_forecast_leaves_out_the_turns_of_the_stunned():
    def forecast(rounds: int) -> float:
        table = TableSession("psiops")
        join_operative(table, "Ada")
        stunned = [{"name": "Stunned", "kind": "stunned", "rounds": rounds}] if rounds else []
        table.join("enemy", name="Guard", hp=12, max_hp=12, damage=4, never_checks=True, lasting=stunned)
        report = rules_py.forecast(table.fight, seed=1, at_most=8, exact=False)
        return report.to_dict()["sides"]["enemies"]["chance"]

    assert forecast(0) > 0.5  # Ada may stay up after her roll at 0 HP
    assert forecast(60) == 0


# Held actions


def test_held_attack_interrupts_the_enemies_turn_and_is_used_up(table):
    change(table, "hold-action", until="a guard moves")
    assert "Holding an action until a guard moves." in table.sheet(ADA).warnings
    end_turn(table)
    roll(table, "attack", SUCCESS, ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] is False
    assert table.sheet(ADA).holding == ""


def test_held_attack_after_an_attack_has_disadvantage(table):
    roll(table, "attack", SUCCESS, ADA, GUARD)
    change(table, "hold-action")
    refuse(table, "Ada has used all 2 actions", "attack", ADA, GUARD)
    end_turn(table)
    roll(table, "attack", [4, 6, 1], ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] is True
    assert (table.sheet(ADA).holding, table.sheet(ADA).held_second) == ("", False)


def test_attack_in_the_own_turn_leaves_the_held_action(table):
    change(table, "hold-action")
    roll(table, "attack", SUCCESS, ADA, GUARD)
    assert table.sheet(ADA).holding


@pytest.mark.parametrize("name", ["attack", "psychic-attack"])
def test_held_attack_after_an_attack_while_holding_has_disadvantage(table, name):
    table.execute("edit", who=ADA, fields={"talents": [{"talent": "33"}]})
    change(table, "hold-action")
    roll(table, name, SUCCESS, ADA, GUARD)
    end_turn(table)
    roll(table, "attack", [4, 6, 1], ADA, GUARD)
    assert last_roll(table).roll.params["second_attack"] is True
    assert (table.sheet(ADA).holding, table.sheet(ADA).held_second) == ("", False)


def test_attack_of_opportunity_while_holding_is_not_the_first_attack(table):
    change(table, "hold-action")
    roll(table, "attack", SUCCESS, ADA, GUARD, params={"opportunity": True, "weapon": "melee", "range_band": "close"})
    assert not table.sheet(ADA).held_second


def test_held_action_that_is_not_used_is_lost_with_the_round(table):
    change(table, "hold-action")
    end_round(table)
    assert table.sheet(ADA).holding == ""


def test_third_action_cannot_be_held(table):
    for _ in range(2):
        roll(table, "action", SUCCESS, ADA)
    with pytest.raises(RefusedActionError, match="2 actions"):
        change(table, "hold-action")


# Missions


def test_operatives_take_one_bonus_at_the_rendezvous_of_a_mission():
    table = TableSession("psiops")
    for name in ("Ada", "Ben"):
        join_operative(table, name, hp=1)
    change(table, "gather-intel")
    table.execute("each", change="psiops.heal", params={"noted": True}, mechanic="psiops.rest")
    assert [table.sheet(key).rendezvous for key in (ADA, "n2")] == ["intel", "heal"]
    with pytest.raises(RefusedActionError, match="Ada has taken a bonus in this mission already: Intel"):
        change(table, "heal", hp=3)
    table.execute("change", change="psiops.heal", who=ADA, params={"hp": 3}, override=["rendezvous"])
    assert table.sheet(ADA).hp == 4
    table.execute("end", of="mission")
    change(table, "heal", hp=1, noted=True)
    assert table.sheet(ADA).rendezvous == "heal"


def test_resupply_can_be_the_bonus():
    sheet = rules_py.sheet("psiops.operative", weapons=[{**HANDGUN, "ammo": 0}])
    supplied = rules_py.change(sheet, "psiops.resupply", noted=True).sheet
    assert (supplied.weapons[0].ammo, supplied.rendezvous) == (6, "resupply")
    assert rules_py.change(sheet, "psiops.resupply").sheet.rendezvous == "none"


@pytest.mark.parametrize("reward", ["raise-attribute", "raise-hp", "learn-talent", "learn-skill"])
def test_reward_spends_an_earned_advance(reward):
    sheet = rules_py.sheet("psiops.operative")
    earned = rules_py.change(sheet, "psiops.earn-advance").sheet
    assert "1 advance to spend at base." in earned.warnings
    with pytest.raises(RulesError, match="advance of this mission already"):
        rules_py.change(earned, "psiops.earn-advance")
    home = rules_py.change(earned, "psiops.end-mission").sheet
    assert (home.advances, home.advanced) == (1, False)
    assert rules_py.change(home, f"psiops.{reward}").sheet.advances == 0
    with pytest.raises(RulesError, match="earn one by acting on the drive"):
        rules_py.change(sheet, f"psiops.{reward}")
