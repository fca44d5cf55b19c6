"""Morale of a group: one roll for all of them, when the first falls and when half have."""

import pytest

from tests.rules_py.play.table import Table


@pytest.fixture
def table():
    made = Table("psiops")
    made.join("operative", name="Ada")
    made.join("enemy", name="Guard", count=4, morale=3)
    return made


def fell(table: Table, key: str) -> None:
    table.do("change", change="psiops.deal-damage", who=key, params={"damage": 6})


def checked(table: Table, face: int) -> None:
    (owed,) = table.fight.pending_rolls
    table.do(
        "rolled", mechanic="psiops.morale", by=owed.recipients[0], faces=[face], params=dict(owed.requirement.params)
    )


def test_nobody_checks_for_wounds_of_a_group(table):
    table.do("change", change="psiops.deal-damage", who="n2-1", params={"damage": 5})
    assert table.fight.pending_rolls == ()


def test_the_first_casualty_makes_all_who_are_up_check_with_one_roll(table):
    fell(table, "n2-1")
    (owed,) = table.fight.pending_rolls
    assert (owed.mechanic.id, owed.recipients, owed.requirement.params) == (
        "psiops.morale",
        ("n2-2", "n2-3", "n2-4"),
        {"morale": 3},
    )
    html = table.html()
    assert "Guard 2, Guard 3, Guard 4: The first of them is lost." in html
    assert '"by": "n2-2"' in html.replace("&quot;", '"')


def test_a_group_that_fails_runs_all_together_and_one_undo_takes_that_back(table):
    fell(table, "n2-1")
    checked(table, 3)
    assert [event["event"] for event in table.events[-2:]] == ["roll", "change"]
    assert [table.sheet(f"n2-{number}").routed for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert not [each for each in table.fight.active if each.side == "enemies"]
    assert "Guard 2, Guard 3, Guard 4: They rout." in table.fight.log[-1].messages
    table.undo()
    assert [each.mechanic.id for each in table.fight.pending_rolls] == ["psiops.morale"]


def test_a_group_that_holds_checks_again_only_when_half_are_lost(table):
    fell(table, "n2-1")
    checked(table, 2)
    assert table.fight.pending_rolls == ()
    fell(table, "n2-3")
    (owed,) = table.fight.pending_rolls
    assert owed.requirement.reason == "Half of them are lost"
    checked(table, 1)
    fell(table, "n2-4")
    assert table.fight.pending_rolls == (), "there is no third check"


def test_who_joins_later_holds_with_the_others(table):
    fell(table, "n2-1")
    checked(table, 2)
    table.join("enemy", name="Reserve")
    assert table.fight.pending_rolls == ()


def test_both_checks_at_once_are_one():
    table = Table("psiops")
    table.join("enemy", name="Guard", count=2, morale=3)
    fell(table, "n1-1")
    checked(table, 1)
    assert table.fight.pending_rolls == () and table.sheet("n1-2").checks_held == 2


@pytest.mark.parametrize(("up", "counts"), [(True, 6), (False, 2)])
def test_the_leader_counts_as_long_as_they_are_up_then_the_lowest_morale(up, counts):
    table = Table("psiops")
    table.join("enemy", name="Captain", morale=6, leads=True)
    table.join("enemy", name="Guard", morale=4)
    table.join("enemy", name="Recruit", count=2, morale=2)
    fell(table, "n2" if up else "n1")
    (owed,) = table.fight.pending_rolls
    assert owed.requirement.params == {"morale": counts}


def test_groups_lone_foes_and_the_fearless_check_apart():
    table = Table("psiops")
    table.join("enemy", name="Guard", count=2)
    table.join("enemy", name="Cook", group="kitchen", count=3)
    lone = table.join("enemy", name="Beast", lone=True)
    table.join("enemy", name="Robot", never_checks=True)
    fell(table, "n1-1")
    assert [each.recipients for each in table.fight.pending_rolls] == [("n1-2",)]
    table.do("change", change="psiops.deal-damage", who=lone, params={"damage": 1})
    assert {each.recipients for each in table.fight.pending_rolls} == {("n1-2",), (lone,)}
    fell(table, "n4")
    assert {each.recipients for each in table.fight.pending_rolls} == {("n1-2",), (lone,)}, (
        "a robot's end frightens nobody"
    )


def test_the_only_enemy_is_a_lone_foe():
    table = Table("psiops")
    only = table.join("enemy", name="Guard")
    table.do("change", change="psiops.deal-damage", who=only, params={"damage": 1})
    (owed,) = table.fight.pending_rolls
    assert owed.requirement.reason == "The first wound"
    checked(table, 1)
    table.do("change", change="psiops.deal-damage", who=only, params={"damage": 2})
    assert [each.requirement.reason for each in table.fight.pending_rolls] == ["Half its HP are lost"]
    checked(table, 6)
    assert table.fight.combatant(only).is_out


def test_a_pinned_one_of_a_group_that_runs_runs_as_well(table):
    table.do("change", change="psiops.take-position", who="n2-2", params={"cover": 1})
    table.do("change", change="psiops.pin-down", who="n2-2", params={"damage": 2})
    table.do("rolled", mechanic="psiops.morale", by="n2-2", faces=[6], params={"morale": 3})
    assert not table.sheet("n2-2").routed, "alone it only stays down"
    fell(table, "n2-1")
    checked(table, 6)
    assert table.sheet("n2-2").routed
