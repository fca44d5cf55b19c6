"""What a rule needs now and then is folded under a heading; lists from the game's tables fill numbers in."""

import pytest

import rules_py
from rules_py.errors import DataError
from rules_py.mechanic import mechanic
from rules_py.parameters import RowOf
from rules_py.registry.games import find_mechanic

MECHANICS = rules_py.mechanics()


@pytest.mark.parametrize("id", MECHANICS)
def test_each_group_and_each_pick_is_of_parameters_that_are_there(id):
    about = find_mechanic(id)
    named = [name for names in about.groups.values() for name in names]
    assert len(named) == len(set(named)) and set(named) <= set(about.parameters)
    for pick in about.presets:
        if pick.list_parameter:  # it fills an entry's numbers, in their order
            assert tuple(pick.columns) == about.parameters[pick.list_parameter].kind.entry.parts
        else:
            assert set(pick.columns) <= set(about.parameters)
        offered = [cells for _, cells in pick.entries()]
        assert offered


@pytest.mark.parametrize("id", MECHANICS)
def test_no_list_fills_what_a_field_takes_from_the_same_table(id):
    """X-M.A.S.' fight asked for an enemy, and beside it for somebody else's Armor, which the enemy overruled."""
    about = find_mechanic(id)
    named = {each.kind.table_id for each in about.parameters.values() if isinstance(each.kind, RowOf)}
    assert named.isdisjoint(pick.table_id for pick in about.presets)


def test_what_a_rule_forwards_to_brings_its_groups_but_for_what_is_gone():
    groups = find_mechanic("sideworld.takedown").groups
    assert groups == find_mechanic("sideworld.attack").groups | {"How far to look ahead": ("horizon",)}
    assert all("parry" not in names for names in find_mechanic("sideworld.turret").groups.values())


def test_a_group_of_nothing_is_refused():
    with pytest.raises(DataError, match="got bonus in groups, takes a parameter of it"):

        @mechanic("toy.none", title="None", page="toy/", headline="total", groups={"Sometimes": ("bonus",)})
        def none(dice):
            return {"total": dice.die(6)}


def test_a_form_folds_them_and_keeps_every_field(render):
    page = render("::: roller sideworld.attack")
    titles = [group.one("summary").text.strip() for group in page.all("details", "fb-group")]
    assert titles == list(find_mechanic("sideworld.attack").groups)
    named = {field["name"] for tag in ("input", "select") for field in page.all(tag) if "name" in field}
    assert named == set(find_mechanic("sideworld.attack").parameters)


def test_a_group_whose_fields_are_all_hidden_is_left_out(render):
    page = render("::: roller sideworld.attack hide=radius,distance,weapon")
    assert len(page.all("details", "fb-group")) == len(find_mechanic("sideworld.attack").groups) - 1
