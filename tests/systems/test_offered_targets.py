"""The targets that a fight's page offers: nobody who has left, and nobody against themselves."""

import json
from functools import cache
from random import Random

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_changes
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import render_fight
from tests.systems.random_fights import build_random_fight
from tests.systems.table_session import TableSession

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
SEEDS = range(6)
MOST_ACTS = 3
BLAST = {"name": "Grenade", "damage": "1", "mode": "blast"}


def list_buttons(page, attribute):
    """Return the class and the data of a page's buttons, without those that are disabled."""
    buttons = [each for each in page.css(f"button[{attribute}]") if "disabled" not in each.attributes]
    return [(each.attributes.get("class") or "", json.loads(each.attributes[attribute])) for each in buttons]


def show(fight, view):
    """Return the page of a fight."""
    return LexborHTMLParser(render_fight(fight, view))


def list_targets(page):
    """Return the targets that the page names in rolls, with their rollers, and in what it leaves to the table."""
    acts = list_buttons(page, "data-act")
    rolls = [act for _, act in acts if act["act"] in ("roll", "rolled") and not act.get("override")]
    decisions = [json.loads(each.attributes["data-act"]) for each in page.css(".fb-decisions [data-act], .fb-offer")]
    looks = [json.loads(each.attributes["data-view"]) for each in page.css(".fb-board-hand [data-view]")]
    return [
        *((act["by"], target) for act in rolls for target in (act.get("at"), *act.get("also", ()))),
        *(("", act["who"]) for act in decisions if act["act"] == "change"),
        *(("", look["at"]) for look in looks if look.get("at")),
    ]


def list_further(page):
    """Return those whom a tap adds to the targets, or takes off them."""
    boxes = page.css(".fb-board-hand [data-view-off]")
    looks = [json.loads(each.attributes[name]) for each in boxes for name in ("data-view", "data-view-off")]
    return {key for look in looks for key in look.get("also", ())}


@cache
def play_some(slug, seed):
    """Return a random fight after some of the acts that its page offers."""
    rng = Random(f"{slug} {seed}")
    fight = build_random_fight(create_fight(slug), rng)
    for step in range(rng.randint(1, MOST_ACTS)):
        offered = [
            act for _, act in list_buttons(show(fight, {}), "data-act") if act["act"] in ("roll", "order", "turn")
        ]
        try:
            fight = execute(fight, rng.choice(offered), step).fight if offered else fight
        except RulesError:
            continue
    return fight


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_who_has_left_is_a_target(slug):
    found = 0
    for seed in SEEDS:
        fight = play_some(slug, seed)
        gone = Random(f"{slug} {seed}").choice(list(fight.participants))
        if fight.participants[gone].has_withdrawn:
            continue
        fight = execute(fight, {"act": "withdraw", "who": gone}, 1).fight
        others = [key for key in fight.participants if key != gone]
        for by in others:
            for view in ({"by": by}, {"by": by, "at": gone}, {"by": by, "also": [gone]}):
                page = show(fight, {**view, "open": "more"})
                targets = list_targets(page)
                assert gone not in [at for who, at in targets if who != gone], (seed, view, targets)
                assert gone not in list_further(page), (seed, view)
                found += len(targets)
    assert found > 20


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_is_their_own_target(slug):
    found = 0
    for seed in SEEDS:
        fight = play_some(slug, seed)
        for by in fight.participants:
            for view in ({"by": by}, {"by": by, "at": by}, {"by": by, "also": list(fight.participants)}):
                page = show(fight, {**view, "open": "more"})
                targets = list_targets(page)
                assert [at for who, at in targets if who == at] == [], (seed, view)
                assert by not in list_further(page), (seed, view)
                found += len(targets)
    assert found > 20


@pytest.mark.parametrize("slug", ["xmas", "sideworld"])
def test_an_area_starts_without_allies_each_time(slug):
    """The page of fights: Blast starts with all enemies as targets, and + adds allies in the radius."""
    table = TableSession(slug, is_replayed=False)
    sheet, area = ("operator", BLAST) if slug == "xmas" else ("character", {"name": "Grenade", "radius": 4})
    other = "enemy" if slug == "xmas" else "npc"
    thrower, ally = table.join(sheet, name="Ann", weapons=[area]), table.join(sheet, name="Bob")
    first, second = table.join(other, name="Cy"), table.join(other, name="Di")
    if slug == "sideworld":
        table.execute("order")
    mechanic = "xmas.attack" if slug == "xmas" else "sideworld.group-attack"
    waived = ["actor", "turn", "action"]
    table.execute("roll", mechanic=mechanic, by=thrower, at=first, also=[second, ally], override=waived)
    for by in (thrower, ally):
        targets = {at for who, at in list_targets(show(table.fight, {"by": by})) if who == by}
        assert not {thrower, ally} & targets
    assert ally in list_further(show(table.fight, {"by": thrower}))


def test_nobody_who_has_left_is_offered_what_a_roll_leaves_to_the_table():
    """Sideworld: something thrown may hit anybody who is there."""
    table = TableSession("sideworld")
    ann, bob, cy = (
        table.join("character", name="Ann"),
        table.join("character", name="Bob"),
        table.join("npc", name="Cy"),
    )
    table.execute("withdraw", who=bob)
    table.execute("roll", mechanic="sideworld.carry", by=ann, params={"code": 6})
    assert [each.role for each in find_pending_changes(table.fight)].count("anybody") > 1
    offered = {who for by, who in list_targets(show(table.fight, {})) if not by}
    assert cy in offered and bob not in offered


def test_further_targets_are_dropped_with_the_weapon_that_reaches_them():
    """Only Blast reaches allies: a rifle that is chosen next has one target, and automatic fire has enemies."""
    table = TableSession("xmas", is_replayed=False)
    rifle, auto = {"name": "Rifle"}, {"name": "SMG", "mode": "auto"}
    ann, bob = table.join("operator", weapons=[rifle, BLAST, auto]), table.join("operator")
    table.join("enemy", count=3)
    one, two, three = (f"n3-{number}" for number in (1, 2, 3))
    view = {"by": ann, "at": one, "also": [two, bob]}
    assert bob in list_further(show(table.fight, {**view, "chosen": {"weapons": 1}}))
    for weapon, reached in ((0, set()), (2, {one, two, three})):
        page = show(table.fight, {**view, "chosen": {"weapons": weapon}})
        targets = {at for who, at in list_targets(page) if who == ann}
        assert bob not in targets and two not in targets - reached, (weapon, targets)


def test_a_combatant_who_fled_can_come_back_from_their_card():
    table = TableSession("puml")
    table.join("character", name="Ann")
    fled, other = table.join("enemy", name="Cy"), table.join("enemy", name="Di")
    table.execute("withdraw", who=fled)
    acts = list_buttons(show(table.fight, {"at": fled, "open": f"piece {fled}"}), "data-act")
    assert {"act": "return", "who": fled} in [act for _, act in acts]
    assert {act["at"] for _, act in acts if act["act"] == "roll" and act.get("at")} == {other}
