"""The initial dice of a form in the page, and the fields that may change them."""

import json

import pytest

import rules_py
from rules_py.registry.games import find_mechanic


def read_initial_dice(render, id):
    [place] = [place for place in render(f"::: roller {id}").all("div", "fb-own") if "data-opening" in place]
    return json.loads(place["data-opening"])


@pytest.mark.parametrize("id", ["psiops.defend", "sideworld.attack", "xmas.attack", "puml.tag-team", "combat.skill"])
def test_initial_dice_match_the_rules_request(render, id):
    slots = [slot.to_dict() for slot in find_mechanic(id).find_requested_dice((), {}).slots]
    assert read_initial_dice(render, id)["slots"] == slots != []


def test_fields_that_change_which_dice_are_rolled_are_named(render):
    assert read_initial_dice(render, "psiops.action")["but_for"] == ["advantage", "disadvantage"]
    assert "parry" in read_initial_dice(render, "sideworld.attack")["but_for"]


def test_initial_dice_of_an_order_depend_on_no_parameter(render):
    for id in (id for id in rules_py.mechanics() if id in ("combat.initiative", "sideworld.initiative")):
        [place] = render(f"::: order {id}").all("div", "fb-own")
        assert json.loads(place["data-opening"])["but_for"] == []


def test_calculation_has_no_initial_dice(render):
    assert all("data-opening" not in place for place in render("::: roller psiops.swarm").all("div"))
