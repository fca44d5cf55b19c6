"""`::: sheets`: each sheet type's form with all its fields, its changes, and a link to blank sheets."""

import json

import pytest

import rules_py
from rules_markdown.page import BlockError
from rules_py.registry.play import find_play, find_sheet


@pytest.mark.parametrize("slug", [slug for slug in rules_py.systems() if rules_py.sheets(slug)])
def test_sheets_block_has_every_field_and_change_of_every_kind(render, slug):
    page = render(f"::: sheets {slug} paper={slug}/paper/")
    assert page.one("fb-sheets")["game"] == slug
    templates = {each["data-sheet"]: each for each in page.all("template") if "data-sheet" in each}
    fight = find_play(slug).fight_rules
    board = {fight.board.id} if fight and fight.board else set()  # stored with its fight
    assert set(templates) == set(rules_py.sheets(slug)) - board
    for id, template in templates.items():
        sheet = find_sheet(id)
        form = template.one("form", "fb-sheet-form")
        names = {each["name"] for each in form.all() if "name" in each}
        assert set(sheet.parameters) <= names
        changes = [each["data-change"] for each in template.all("form") if "data-change" in each]
        assert changes == [change.id for change in find_play(slug).changes_for(sheet) if change.parameters]
        ready = json.loads(template["data-ready"]) if "data-ready" in template else {}
        assert set(ready) == set(sheet.build_presets())
    assert page.one("p", "fb-sheet-paper").one("a")["href"].endswith(f"{slug}/paper/")
    assert not render(f"::: sheets {slug}").all("p", "fb-sheet-paper")


@pytest.mark.parametrize(
    ("id", "in_play"),
    [
        ("combat.character", {"stunning", "deadly", "stunned_turns", "sprinted", "acted"}),
        ("combat.enemy", {"stunning", "deadly", "stunned_turns", "acted"}),
        ("puml.enemy", {"hits", "half_hit", "gear_destroyed"}),
        ("xmas.enemy", {"pain"}),
    ],
)
def test_fields_that_a_fight_changes_are_apart_from_those_to_make_a_sheet(render, id, in_play):
    templates = render(f"::: sheets {id.partition('.')[0]}").all("template")
    form = next(each for each in templates if each.get("data-sheet") == id).one("form", "fb-sheet-form")
    groups = [each for each in form.all("details") if "In play" in each.one("summary").text]
    assert {each["name"] for group in groups for each in group.all() if "name" in each} == in_play


@pytest.mark.parametrize(
    ("id", "value", "most"),
    [
        ("sideworld.character", "ne", "ne_full"),
        ("sideworld.npc", "ne", "ne_full"),
        ("psiops.operative", "hp", "max_hp"),
        ("psiops.enemy", "hp", "max_hp"),
    ],
)
def test_points_left_are_typed_beside_their_maximum(render, id, value, most):
    """Folded away, they stayed at their default when the player typed the maximum: NE was 0 of 40."""
    templates = render(f"::: sheets {id.partition('.')[0]}").all("template")
    form = next(each for each in templates if each.get("data-sheet") == id).one("form", "fb-sheet-form")
    group = next(each for each in form.all("details") if each.one("summary").text == "Values")
    assert "open" in group
    names = [each["name"] for each in group.all() if "name" in each]
    assert abs(names.index(value) - names.index(most)) == 1


@pytest.mark.parametrize("slug", [slug for slug in rules_py.systems() if rules_py.sheets(slug)])
def test_number_that_a_change_rolls_begins_empty_and_others_dont(render, slug):
    templates = render(f"::: sheets {slug}").all("template")
    forms = [form for each in templates for form in each.all("form") if "data-change" in form]
    assert forms
    for form in forms:
        own_dice = find_play(slug).changes[form["data-change"]].own_dice
        for field in form.all("input"):
            if field.get("type") == "number":
                is_open = (field["value"], field.get("placeholder")) == ("", "rolled")
                assert is_open == (field["name"] in own_dice), (form["data-change"], field["name"])


def test_two_sheets_blocks_have_distinct_ids(render):
    page = render("::: sheets xmas\n\n::: sheets xmas")
    ids = [each["id"] for each in page.all() if "id" in each]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("line", "said"), [("::: sheets nope", "nope"), ("::: sheets xmas title=Mine", "title")])
def test_invalid_sheets_line_is_an_error(render, line, said):
    with pytest.raises(BlockError, match=said):
        render(line)
