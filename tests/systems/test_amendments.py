"""Rolls made again once their result is known: the page offers them, and the right combatant pays."""

import pytest

from rules_py.play.board.decisions import list_decisions
from rules_py.play.board.moment import find_last_entries
from tests.systems.shown_board import find_buttons, parse
from tests.systems.table_session import TableSession


def find_amendments(table, selector: str = ".fb-offer", **view) -> dict[str, dict]:
    """Return the commands that make the last roll again, by the labels of their buttons."""
    found = find_buttons(table.html(**view), selector)
    return {text: act for text, act in found.items() if act["act"] == "amend"}


def press(table, label: str, **more) -> None:
    found = find_amendments(table)[label]
    command = {**found, **more, "params": {**found["params"], **more.get("params", {})}}
    table.execute(command.pop("act"), **command)


def test_xmas_ally_pays_for_a_re_roll_and_the_better_total_counts():
    table = TableSession("xmas")
    ada, bo, elite = table.join("operator", name="Ada"), table.join("operator", name="Bo"), table.join("enemy")
    table.execute("rolled", mechanic="xmas.attack", by=ada, at=elite, faces=[1, 2], params={})
    assert list(find_amendments(table)) == ["Re-roll: Bo"]
    press(table, "Re-roll: Bo", faces=[5, 4, 3])
    assert (table.sheet(bo).spirit, table.sheet(ada).spirit) == (2, 3)
    assert table.fight.log[-1].event["event"] == "change" and table.sheet(elite).pain == 3
    press(table, "Re-roll: Bo", faces=[1, 1])
    assert (table.sheet(bo).spirit, table.sheet(elite).pain) == (1, 3), "each re-roll is paid, and the best one counts"


def test_xmas_burst_is_shared_out_as_the_page_says_after_a_re_roll():
    table = TableSession("xmas")
    weapon = {"name": "SMG", "damage": "1d6", "mode": "auto"}
    ada, bo = table.join("operator", name="Ada", weapons=[weapon]), table.join("operator", name="Bo")
    first, second = (table.join("enemy", name=name, pain_threshold=6) for name in ("First", "Second"))
    table.execute("roll", mechanic="xmas.attack", by=ada, at=first, faces=[1, 2])
    press(table, "Re-roll: Bo", faces=[6, 6, 4])
    assert "You may share out its 5 damage before Armor comes off." in table.html(), "4 + 1 for Extra Nice"
    assert (table.sheet(first).pain, table.sheet(second).pain) == (5, 0)
    form = parse(table.html(open="share")).css_first(".fb-drawer [data-fields]")
    assert [each.text(strip=True) for each in form.css("label:has([data-param=shares])")] == ["First", "Second"]
    command = find_amendments(table, ".fb-drawer button", open="share")["Share it out as you like"]
    table.execute(**{**command, "params": {**command["params"], "shares": "2,3"}})
    assert (table.sheet(first).pain, table.sheet(second).pain, table.sheet(bo).spirit) == (2, 3, 2)
    assert "Share it out" in find_amendments(table), "the table may think again"


def test_xmas_downed_ally_is_offered_as_payer():
    table = TableSession("xmas")
    ada, grunt = table.join("operator", name="Ada"), table.join("enemy")
    table.join("operator", name="Bo", wounds=3, downed=True)
    gone = table.join("operator", name="Cy")
    table.execute("withdraw", who=gone)
    table.execute("roll", mechanic="xmas.attack", by=ada, at=grunt, faces=[1, 2])
    assert list(find_amendments(table)) == ["Re-roll: Bo"]


def test_xmas_each_ally_in_a_blast_can_be_protected():
    table = TableSession("xmas")
    weapon = {"name": "Grenade", "damage": "1d6", "mode": "blast"}
    ada = table.join("operator", name="Ada", weapons=[weapon])
    bo, cy, elite = table.join("operator", name="Bo"), table.join("operator", name="Cy"), table.join("enemy")
    table.execute("roll", mechanic="xmas.attack", by=ada, at=elite, also=[bo, cy], faces=[4, 4, 2])

    def list_offers() -> list[tuple[str, list[str]]]:
        return [
            (each.heading.removesuffix(": who?"), [choice.label for choice in each.choices])
            for each in list_decisions(table.fight, {}, tuple(find_last_entries(table.fight)))
            if each.heading.startswith("Protect")
        ]

    def choose(label: str, name: str) -> None:
        decisions = list_decisions(table.fight, {}, tuple(find_last_entries(table.fight)))
        found = next(each for each in decisions if each.heading.startswith(label))
        command = next(each.command for each in found.choices if each.label == name)
        assert command in find_buttons(table.html(), ".fb-decisions button").values()
        table.execute(**command)

    assert list_offers() == [("Protect −1 (Bo)", ["Ada", "Cy"]), ("Protect −1 (Cy)", ["Ada", "Bo"])]
    choose("Protect −1 (Cy)", "Bo")
    assert (table.sheet(bo).wounds, table.sheet(cy).wounds, table.sheet(bo).lethal) == (3, 0, True)
    assert not list_offers(), "Bo has changed since, so Bo's own hit can't be taken back any more"
    table.undo()
    choose("Protect −1 (Cy)", "Ada")
    assert (table.sheet(ada).wounds, table.sheet(cy).wounds) == (2, 0)
    assert list_offers() == [("Protect −1 (Bo)", ["Ada", "Cy"])]
    choose("Protect −1 (Bo)", "Cy")
    assert [table.sheet(key).wounds for key in (ada, bo, cy)] == [2, 0, 2]


def test_xmas_re_roll_is_offered_only_by_allies_who_can_pay():
    table = TableSession("xmas")
    ada, elite = table.join("operator", name="Ada"), table.join("enemy")
    table.join("operator", name="Bo", spirit=0)
    table.execute("rolled", mechanic="xmas.attack", by=ada, at=elite, faces=[1, 2], params={})
    assert not find_amendments(table)


@pytest.mark.parametrize(("label", "paid"), [("Push yourself", (0, 2)), ("Assist: Bo", (2, 1))])
def test_psiops_push_and_assist_come_after_the_result(label, paid):
    table = TableSession("psiops")
    ada, bo = table.join("operative", name="Ada"), table.join("operative", name="Bo")
    guard = table.join("enemy", name="Guard")
    table.execute(
        "rolled", mechanic="psiops.attack", by=ada, at=guard, faces=[2, 3], params={"damage": 1}, chosen={"weapons": 0}
    )
    assert list(find_amendments(table)) == ["Push yourself", "Assist: Bo"]
    press(table, label, faces=[6])
    assert (table.sheet(ada).momentum, table.sheet(bo).momentum) == paid
    assert table.sheet(guard).hp < 6
