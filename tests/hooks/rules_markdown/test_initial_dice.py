"""The page brings the first dice of a form along, and says which fields may ask for others."""

import json

import pytest

import rules_py
from rules_py.registry.games import find_mechanic


def opening(render, id):
    [place] = [place for place in render(f"::: roller {id}").all("div", "fb-own") if "data-opening" in place]
    return json.loads(place["data-opening"])


@pytest.mark.parametrize("id", ["psiops.defend", "sideworld.attack", "xmas.attack", "puml.tag-team", "combat.skill"])
def test_the_first_dice_are_those_that_the_rule_asks_for(render, id):
    slots = [slot.to_dict() for slot in find_mechanic(id).find_requested_dice((), {}).slots]
    assert opening(render, id)["slots"] == slots != []


def test_fields_that_change_which_dice_are_rolled_are_named(render):
    assert opening(render, "psiops.action")["but_for"] == ["advantage", "disadvantage"]
    assert "parry" in opening(render, "sideworld.attack")["but_for"]


def test_the_dice_of_an_order_are_the_same_whatever_is_added(render):
    for id in (id for id in rules_py.mechanics() if id in ("combat.initiative", "sideworld.initiative")):
        [place] = render(f"::: order {id}").all("div", "fb-own")
        assert json.loads(place["data-opening"])["but_for"] == []


def test_a_calculation_asks_for_none(render):
    assert all("data-opening" not in place for place in render("::: roller psiops.swarm").all("div"))
