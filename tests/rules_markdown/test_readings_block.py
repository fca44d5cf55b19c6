"""`::: readings`: the Readings of docstrings, next to the rule and in the help of a sheet."""

import sys

import pytest

import rules_py
from rules_markdown.readings import (
    find_readings,
    list_change_readings,
    list_mechanic_readings,
    list_sheet_readings,
    parse_readings,
)
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play, find_sheet
from rules_py.systems.sideworld.sheets.actions import require_person


def test_readings_of_several_ids_are_one_fold(render):
    note = render("::: readings xmas.hurt xmas.take-damage").one("details", "fb-reading")
    assert note.one("summary").one("b").text == "Readings"
    (of_rule,) = list_mechanic_readings(find_mechanic("xmas.hurt"))
    (of_change,) = list_change_readings(find_play("xmas").changes["xmas.take-damage"])
    assert [item.text for item in note.all("li")] == [of_rule.sentence, f"{of_change.subject}. {of_change.sentence}"]


def test_single_reading_is_a_paragraph_with_dice(render):
    note = render("::: readings sideworld.ram about=2D6").one("details", "fb-reading")
    assert note.one("summary").one("b").text == "Reading"
    assert note.one("fb-die").text == "2D6"


def test_closed_fold_shows_the_beginning_of_the_first_reading(render):
    note = render("::: readings xmas.hurt xmas.take-damage").one("details", "fb-reading")
    assert "open" not in note.attributes
    beginning = note.one("summary").one("span").text.removesuffix(" …")
    assert 40 < len(beginning) <= 100
    assert note.all("li")[0].text.startswith(beginning)
    assert note.one("summary").all("button") == [], "a die in it would roll instead of opening it"


def test_about_keeps_only_readings_with_these_words(render):
    page = render('::: readings puml.phase about="LEFTOVER die" puml.take-action')
    texts = [item.text for item in page.all("li")]
    assert len(texts) == 2 and "leftover die" in texts[0] and texts[1].startswith("An action. ")


def test_reading_that_two_sheets_inherit_is_shown_once(render):
    page = render("::: readings psiops.enemy psiops.swarm")
    texts = [item.text.partition(". ")[2] for item in page.all("li")]
    assert len(texts) == len(set(texts)) > 1


def test_sheet_readings_include_base_classes_and_derived_values():
    found = {each.subject for each in list_sheet_readings(find_sheet("psiops.operative"))}
    assert found == {"Operative", "Armor now"}
    base = find_sheet("puml.character").__mro__[1]
    assert parse_readings(base.__doc__)[0] in {each.text for each in list_sheet_readings(find_sheet("puml.character"))}


def test_fight_shows_readings_of_the_module_of_its_rules_and_of_its_functions(render):
    texts = [item.text for item in render("::: readings fight:sideworld").all("li")]
    module = sys.modules[require_person.__module__]
    assert parse_readings(module.__doc__)[0][1:] in texts[0]
    assert any(parse_readings(require_person.__doc__)[0][1:] in text for text in texts)


def test_id_of_a_rule_and_a_sheet_needs_a_kind(block_error):
    assert find_readings("mechanic:puml.fight") != find_readings("sheet:puml.fight")
    assert "takes mechanic:puml.fight or sheet:puml.fight" in block_error("::: readings puml.fight")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("::: readings nope.nope", "nope"),
        ("::: readings xmas.nope", "takes the id of a rule, a change or a sheet"),
        ("::: readings change:xmas.hurt", "takes the id of a rule"),
        ("::: readings fight:moonbase", "moonbase"),
        ("::: readings fight:xmas about=Moonbase", "takes words from a Reading of fight:xmas"),
        ("::: readings xmas.takedown", "takes an id whose docstring has a passage"),
        ("::: readings xmas.hurt about=Moonbase", "takes words from a Reading of xmas.hurt"),
        ("::: readings xmas.hurt title=Mine", "title: not an option"),
    ],
)
def test_mistake_in_a_readings_line_is_an_error(block_error, line, said):
    assert said in block_error(line)


@pytest.mark.parametrize("slug", rules_py.systems())
def test_sheets_show_their_own_readings_and_those_of_their_changes(render, slug):
    for template in render(f"::: sheets {slug}").all("template"):
        if "data-sheet" not in template:
            continue
        sheet = find_sheet(template["data-sheet"])
        changes = find_play(slug).changes_for(sheet)
        expected = [*list_sheet_readings(sheet), *(each for change in changes for each in list_change_readings(change))]
        shown = [each.text for each in template.all("p", "fb-sheet-reading")]
        assert len(shown) == len(expected)
        assert all(any(text.endswith((each.text, each.sentence)) for text in shown) for each in expected)
