"""A player is asked for the roll that a decision on the board waits for."""

import json

from selectolax.lexbor import LexborHTMLParser

from rules_py.play.requests.fights import make_fight_request
from tests.systems.table_session import TableSession


def find_asked(table: TableSession) -> list[dict]:
    buttons = LexborHTMLParser(table.html()).css(".fb-decisions [data-ask]")
    return [json.loads(each.attributes["data-ask"]) for each in buttons]


def test_player_is_asked_to_roll_to_stay_alive():
    table = TableSession("psiops", is_replayed=False)
    table.join("operative", name="Kestrel")
    table.join("enemy", name="Guard")
    table.execute("order", faces=[6, 6])
    assert find_asked(table) == []
    table.execute("change", change="psiops.take-damage", who="n1", params={"damage": 30})
    (asked,) = find_asked(table)
    assert "stay alive" in asked["title"] and asked["command"]["by"] == "n1"
    request = make_fight_request("k3v9x2m7q1", table.fight, asked["command"], asked["title"])
    assert request.who == "Kestrel" and request.dice


def test_nobody_is_asked_for_the_roll_of_an_enemy():
    table = TableSession("psiops", is_replayed=False)
    table.join("operative", name="Kestrel")
    guards = [table.join("enemy", name=f"Guard {number}", group="Gang", morale=3) for number in (1, 2, 3)]
    table.execute("edit", who=guards[0], fields={"hp": 0})
    decision = LexborHTMLParser(table.html()).css_first(".fb-decisions .fb-play")
    assert "psiops.morale" in (decision.attributes["data-act"] or "")
    assert find_asked(table) == []
