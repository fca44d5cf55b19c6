"""Rolls made again once their result is known: the page offers them, and the right combatant pays."""

import json
import re
from html import unescape

import pytest

from tests.systems.table_session import TableSession


def find_buttons(table, css_class: str) -> dict[str, dict]:
    """Return the commands of a fight's buttons by their labels."""
    pattern = rf'class="{css_class}" data-act="([^"]*)"[^>]*>([^<]*)<'
    return {unescape(text): json.loads(unescape(act)) for act, text in re.findall(pattern, table.html())}


def press(table, label: str, **more) -> None:
    command = {**find_buttons(table, "fb-fight-amend")[label], **more}
    table.execute(command.pop("act"), **command)


def test_xmas_ally_pays_for_a_re_roll_and_the_better_total_counts():
    table = TableSession("xmas")
    ada, bo, elite = table.join("operator", name="Ada"), table.join("operator", name="Bo"), table.join("enemy")
    table.execute("rolled", mechanic="xmas.attack", by=ada, at=elite, faces=[1, 2], params={})
    assert list(find_buttons(table, "fb-fight-amend")) == ["Re-roll: Bo"]
    press(table, "Re-roll: Bo", faces=[5, 4, 3])
    assert (table.sheet(bo).spirit, table.sheet(ada).spirit) == (2, 3)
    assert table.fight.log[-1].event["event"] == "change" and table.sheet(elite).pain == 3
    assert "fb-fight-amend" not in table.html(), "a roll is made again once"


def test_xmas_re_roll_is_offered_only_by_allies_who_can_pay():
    table = TableSession("xmas")
    ada, elite = table.join("operator", name="Ada"), table.join("enemy")
    table.join("operator", name="Bo", spirit=0)
    table.execute("rolled", mechanic="xmas.attack", by=ada, at=elite, faces=[1, 2], params={})
    assert not find_buttons(table, "fb-fight-amend")


@pytest.mark.parametrize(("label", "paid"), [("Push yourself", (0, 2)), ("Assist: Bo", (2, 1))])
def test_psiops_push_and_assist_come_after_the_result(label, paid):
    table = TableSession("psiops")
    ada, bo = table.join("operative", name="Ada"), table.join("operative", name="Bo")
    guard = table.join("enemy", name="Guard")
    table.execute(
        "rolled", mechanic="psiops.attack", by=ada, at=guard, faces=[2, 3], params={"damage": 1}, chosen={"weapons": 0}
    )
    assert list(find_buttons(table, "fb-fight-amend")) == ["Push yourself", "Assist: Bo"]
    press(table, label, faces=[6])
    assert (table.sheet(ada).momentum, table.sheet(bo).momentum) == paid
    assert table.sheet(guard).hp < 6
