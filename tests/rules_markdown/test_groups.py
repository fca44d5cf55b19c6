"""Groups of rarely needed parameters, collapsed under a heading, and presets that fill numbers from tables."""

import pytest

import rules_py
from rules_py.errors import DataError
from rules_py.mechanic import mechanic
from rules_py.parameters import RowOf
from rules_py.registry.games import find_mechanic
from tests.cases import check_each

MECHANICS = rules_py.mechanics()


@check_each("id", MECHANICS)
def test_groups_and_presets_name_existing_parameters(id):
    about = find_mechanic(id)
    named = [name for names in about.groups.values() for name in names]
    assert len(named) == len(set(named)) and set(named) <= set(about.parameters)
    for pick in about.presets:
        if pick.list_parameter:  # it fills a list entry's numbers, in their order
            assert tuple(pick.columns) == about.parameters[pick.list_parameter].kind.entry.parts
        else:
            assert set(pick.columns) <= set(about.parameters)
        offered = [cells for _, cells in pick.entries()]
        assert offered


@check_each("id", MECHANICS)
def test_presets_and_row_parameters_use_different_tables(id):
    """X-M.A.S.' fight once had fields for an enemy and also for another enemy's Armor, which the first overrode."""
    about = find_mechanic(id)
    named = {each.kind.table_id for each in about.parameters.values() if isinstance(each.kind, RowOf)}
    assert named.isdisjoint(pick.table_id for pick in about.presets)


def test_forwarding_mechanic_inherits_groups_without_removed_fields():
    groups = find_mechanic("sideworld.takedown").groups
    kept = {name: names for name, names in find_mechanic("sideworld.attack").groups.items() if "inanimate" not in names}
    assert groups == kept | {"If it is hurt, and until when": ("stamina_lost", "until", "horizon")}
    assert all("parry" not in names for names in find_mechanic("sideworld.turret").groups.values())


def test_group_of_an_unknown_parameter_is_rejected():
    with pytest.raises(DataError, match="got bonus in groups, takes a parameter of it"):

        @mechanic("toy.none", title="None", page="toy/", headline="total", groups={"Sometimes": ("bonus",)})
        def none(dice):
            return {"total": dice.die(6)}


def test_form_collapses_groups_and_keeps_every_field(render):
    page = render("::: roller sideworld.attack")
    titles = [group.one("summary").text.strip() for group in page.all("details", "fb-group")]
    assert titles == list(find_mechanic("sideworld.attack").groups)
    named = {field["name"] for tag in ("input", "select") for field in page.all(tag) if "name" in field}
    assert named == set(find_mechanic("sideworld.attack").parameters)


def test_group_with_only_hidden_fields_is_omitted(render):
    page = render("::: roller sideworld.attack hide=radius,distance,weapon")
    assert len(page.all("details", "fb-group")) == len(find_mechanic("sideworld.attack").groups) - 1
