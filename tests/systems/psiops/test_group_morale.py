"""Morale of a group: one roll for all of them, when the first falls and when half have fallen."""

import pytest

from rules_py.play.fight.offers import find_pending_rolls
from tests.systems.table_session import TableSession


@pytest.fixture
def table():
    made = TableSession("psiops")
    made.join("operative", name="Ada")
    made.join("enemy", name="Guard", count=4, morale=3)
    return made


def defeat(table: TableSession, key: str) -> None:
    table.execute("change", change="psiops.deal-damage", who=key, params={"damage": 6})


def check_morale(table: TableSession, face: int) -> None:
    (owed,) = find_pending_rolls(table.fight)
    table.execute(
        "rolled", mechanic="psiops.morale", by=owed.recipients[0], faces=[face], params=dict(owed.requirement.params)
    )


def test_wounds_in_a_group_require_no_morale_check(table):
    table.execute("change", change="psiops.deal-damage", who="n2-1", params={"damage": 5})
    assert find_pending_rolls(table.fight) == ()


def test_first_casualty_requires_one_morale_roll_for_the_group(table):
    defeat(table, "n2-1")
    (owed,) = find_pending_rolls(table.fight)
    assert (owed.mechanic.id, owed.recipients, owed.requirement.params) == (
        "psiops.morale",
        ("n2-2", "n2-3", "n2-4"),
        {"morale": 3},
    )
    html = table.html()
    assert "Guard 2, Guard 3 and Guard 4: will they hold?" in html and "The first of them is lost." in html
    assert '"by": "n2-2"' in html.replace("&quot;", '"')


def test_failed_morale_routs_the_whole_group_and_undoes_at_once(table):
    defeat(table, "n2-1")
    check_morale(table, 3)
    assert [event["event"] for event in table.events[-2:]] == ["roll", "change"]
    assert [table.sheet(f"n2-{number}").routed for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert not [each for each in table.fight.active if each.side == "enemies"]
    assert "Guard 2, Guard 3, Guard 4: They rout." in table.fight.log[-1].messages
    table.undo()
    assert [each.mechanic.id for each in find_pending_rolls(table.fight)] == ["psiops.morale"]


def test_holding_group_checks_morale_again_at_half_losses(table):
    defeat(table, "n2-1")
    check_morale(table, 2)
    assert find_pending_rolls(table.fight) == ()
    defeat(table, "n2-3")
    (owed,) = find_pending_rolls(table.fight)
    assert owed.requirement.reason == "Half of them are lost"
    check_morale(table, 1)
    defeat(table, "n2-4")
    assert find_pending_rolls(table.fight) == (), "there is no third check"


def test_later_joiners_share_the_groups_morale_result(table):
    defeat(table, "n2-1")
    check_morale(table, 2)
    table.join("enemy", name="Reserve")
    assert find_pending_rolls(table.fight) == ()


def test_simultaneous_first_and_half_loss_need_one_check():
    table = TableSession("psiops")
    table.join("enemy", name="Guard", count=2, morale=3)
    defeat(table, "n1-1")
    check_morale(table, 1)
    assert find_pending_rolls(table.fight) == () and table.sheet("n1-2").checks_held == 2


@pytest.mark.parametrize(("up", "counts"), [(True, 6), (False, 2)])
def test_group_uses_its_leaders_morale_or_else_the_lowest(up, counts):
    table = TableSession("psiops")
    table.join("enemy", name="Captain", morale=6, leads=True)
    table.join("enemy", name="Guard", morale=4)
    table.join("enemy", name="Recruit", count=2, morale=2)
    defeat(table, "n2" if up else "n1")
    (owed,) = find_pending_rolls(table.fight)
    assert owed.requirement.params == {"morale": counts}


def test_groups_lone_foes_and_fearless_check_morale_separately():
    table = TableSession("psiops")
    table.join("enemy", name="Guard", count=2)
    table.join("enemy", name="Cook", group="kitchen", count=3)
    lone = table.join("enemy", name="Beast", lone=True)
    table.join("enemy", name="Robot", never_checks=True)
    defeat(table, "n1-1")
    assert [each.recipients for each in find_pending_rolls(table.fight)] == [("n1-2",)]
    table.execute("change", change="psiops.deal-damage", who=lone, params={"damage": 1})
    assert {each.recipients for each in find_pending_rolls(table.fight)} == {("n1-2",), (lone,)}
    defeat(table, "n4")
    assert {each.recipients for each in find_pending_rolls(table.fight)} == {("n1-2",), (lone,)}, (
        "a robot's end frightens nobody"
    )


def test_single_enemy_checks_morale_as_a_lone_foe():
    table = TableSession("psiops")
    only = table.join("enemy", name="Guard")
    table.execute("change", change="psiops.deal-damage", who=only, params={"damage": 1})
    (owed,) = find_pending_rolls(table.fight)
    assert owed.requirement.reason == "The first wound"
    check_morale(table, 1)
    table.execute("change", change="psiops.deal-damage", who=only, params={"damage": 2})
    assert [each.requirement.reason for each in find_pending_rolls(table.fight)] == ["Half its HP are lost"]
    check_morale(table, 6)
    assert table.fight.combatant(only).is_out


def test_pinned_member_flees_with_its_routed_group(table):
    table.execute("change", change="psiops.take-position", who="n2-2", params={"cover": 1})
    table.execute("change", change="psiops.pin-down", who="n2-2", params={"damage": 2})
    table.execute("rolled", mechanic="psiops.morale", by="n2-2", faces=[6], params={"morale": 3})
    assert not table.sheet("n2-2").routed, "alone it only stays down"
    defeat(table, "n2-1")
    check_morale(table, 6)
    assert table.sheet("n2-2").routed


def test_those_who_have_left_decide_no_check():
    """Of four guards, the leader with morale 6 and one with morale 1 leave; then one of the two others falls."""
    table = TableSession("psiops")
    table.join("operative", name="Ada")
    leader = table.join("enemy", name="Leader", group="one", leads=True, morale=6)
    coward = table.join("enemy", name="Coward", group="one", morale=1)
    guards = [table.join("enemy", name=f"Guard {number}", group="one", morale=4) for number in (1, 2)]
    for key in (leader, coward):
        table.execute("withdraw", who=key)
    assert find_pending_rolls(table.fight) == (), "nobody has fallen"
    defeat(table, guards[0])
    (owed,) = find_pending_rolls(table.fight)
    assert (owed.recipients, owed.requirement.params) == ((guards[1],), {"morale": 4})
    assert owed.requirement.facts == {"checks_due": 2}, "one of two is the first loss and half of them"
