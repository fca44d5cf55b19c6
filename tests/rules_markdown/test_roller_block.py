"""`::: roller ID`: a form with a field for each parameter, presets, hidden fields, and the odds of the presets."""

import json

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from rules_py.rendering.numbers import format_percent

ATTACK = "psiops.attack"


@pytest.fixture
def render_all_kinds(sample_game_on_path, render):
    """Return a function that renders the roller of a rule with every kind of parameter."""
    return lambda options="": render(f"::: roller made-up.all {options}")


def fields_by_name(page):
    return {name: page.all(name=name) for name in {field["name"] for field in page.all() if "name" in field}}


def test_every_parameter_has_a_field_with_its_default(render):
    fields = fields_by_name(render(f"::: roller {ATTACK}"))
    assert set(fields) == set(find_mechanic(ATTACK).parameters)
    for about in rules_py.describe(ATTACK)["parameters"]:
        for control in fields[about["name"]]:
            assert control["data-default"] == str(about["default"]).lower()


def test_each_kind_of_parameter_gets_its_control(render_all_kinds):
    fields = fields_by_name(render_all_kinds())
    number = fields["number"][0]
    assert (number.tag, number["type"], number["min"], number["max"], number["value"]) == (
        "input",
        "number",
        "-2",
        "5",
        "3",
    )
    assert "max" not in fields["open_number"][0]
    assert (fields["decimals"][0]["type"], fields["decimals"][0]["max"]) == ("number", "9")
    assert (fields["yes"][0]["type"], "checked" in fields["yes"][0]) == ("checkbox", True)
    assert [(each["type"], each["value"], "checked" in each) for each in fields["few"]] == [
        ("radio", "red", False),
        ("radio", "blue", True),
    ]
    assert [(each["value"], "selected" in each) for each in fields["many"][0].all("option")] == [
        (letter, letter == "c") for letter in "abcdefgh"
    ]
    assert (fields["notation"][0]["type"], fields["notation"][0]["value"]) == ("text", "2d6")
    assert fields["numbers"][0]["value"] == "1,2"
    assert fields["pairs"][0]["value"] == "5/150,1/5"
    assert render_all_kinds().all("fb-list", parts='["Resilience", "DC"]', low="0") and render_all_kinds().all(
        "fb-list", most="4"
    )


def test_each_field_has_a_label_and_its_help(render_all_kinds):
    page = render_all_kinds()
    labelled = {label.attributes.get("for") for label in page.all("label")}
    parameters = find_mechanic("made-up.all").parameters
    for name in parameters:
        for control in page.all(name=name):
            around = page.parent_tags(control)
            assert control.attributes.get("id") in labelled or "label" in around, name
    said = str([(field.attributes.get("aria-description"), field.attributes.get("title")) for field in page.all()])
    assert all(parameter.kind.help in said for name, parameter in parameters.items() if name != "notation")


def test_help_that_repeats_its_label_is_omitted(render_all_kinds):
    page = render_all_kinds()
    field = page.one(name="notation")
    assert [label.text for label in page.all("label", **{"for": field["id"]})] == ["Dice"]
    assert "aria-description" not in field
    assert "dice" not in [small.text for small in page.all("small")]


def test_form_shows_parameter_labels_and_units(render_all_kinds):
    page = render_all_kinds()
    labels = {label["for"]: label.text for label in page.all("label") if "for" in label}
    assert labels[page.one(name="number")["id"]] == "Target's REF (m)"
    assert labels[page.one(name="open_number")["id"]] == "Open number"
    assert [legend.text for legend in page.all("legend")] == ["Colour"]
    assert {button["aria-label"] for button in page.all("button") if "data-step" in button} >= {
        "Target's REF: one less",
        "Target's REF: one more",
    }


def test_what_if_offers_only_sweepable_parameters(render_all_kinds):
    asked = [(button["data-over"], button.text) for button in render_all_kinds().all("button") if "data-over" in button]
    assert asked == [
        ("number", "Target's REF"),
        ("open_number", "Open number"),
        ("decimals", "Decimals"),
        ("yes", "Yes"),
        ("few", "Colour"),
        ("many", "Many"),
        ("notation", "Dice"),
    ]


def test_fields_keep_rule_order_with_choices_and_toggles_last(render_all_kinds):
    """Between two narrow fields, a choice as wide as the form once left half a row empty next to each of them."""
    names = list(dict.fromkeys(field["name"] for field in render_all_kinds().all() if "name" in field))
    last = ["few", "yes"]
    assert names == [*(name for name in find_mechanic("made-up.all").parameters if name not in last), *last]


def test_form_starts_with_the_presets(render_all_kinds):
    fields = fields_by_name(
        render_all_kinds("number=-1 decimals=2.5 yes=false few=red many=h notation=3D6 numbers=7 pairs=1/2")
    )
    assert fields["number"][0]["value"] == fields["number"][0]["data-default"] == "-1"
    assert fields["decimals"][0]["value"] == fields["decimals"][0]["data-default"] == "2.5"
    assert "checked" not in fields["yes"][0] and fields["yes"][0]["data-default"] == "false"
    assert [each["value"] for each in fields["few"] if "checked" in each] == ["red"]
    assert [each["value"] for each in fields["many"][0].all("option") if "selected" in each] == ["h"]
    assert fields["notation"][0]["value"] == "3d6"
    assert (fields["numbers"][0]["value"], fields["pairs"][0]["value"]) == ("7", "1/2")


def test_hidden_field_keeps_its_value(render_all_kinds):
    page = render_all_kinds("number=2 hide=number,few,pairs")
    for name, value in (("number", "2"), ("few", "blue"), ("pairs", "5/150,1/5")):
        assert page.one(name=name)["type"] == "hidden" and page.one(name=name)["value"] == value
    assert page.one(name="many").tag == "select"


def test_title_is_the_mechanics_or_a_custom_escaped_one(render_all_kinds):
    assert render_all_kinds().one(id="made-up.all-title").text == 'All <kinds> & "more"'
    page = render_all_kinds("title=\"<b>Kick</b> the 'door'\"")
    assert page.one(id="made-up.all-title").text == "<b>Kick</b> the 'door'"
    assert page.all("b") == []


def test_presets_are_escaped(render):
    page = render('::: roller psiops.action title="\\"><script>alert(1)</script>"')
    assert page.all("script") == []


def test_roller_contains_the_odds_of_its_presets(render):
    page = render("::: roller psiops.action attribute=2 advantage=true")
    rows = page.one("details", "fb-odds").all("table", "fb-odds-table")[0].one("tbody").all("tr")
    chances = rules_py.odds("psiops.action", attribute=2, advantage=True).outcomes["band"]
    names = rules_py.table("psiops.bands").names
    assert [(row.one("th").text, row.one("td").text) for row in rows] == [
        (names[band], format_percent(chance)) for band, chance in chances.items()
    ]


def test_calculation_roller_has_neither_odds_nor_manual_dice(render):
    page = render("::: roller psiops.swarm")
    assert page.one("button", "fb-roll").text == "Calculate"
    assert page.all("details", "fb-odds") == [] and page.all("button", "fb-own-open") == []


def test_roller_offers_manual_dice_behind_a_button(render):
    page = render("::: roller psiops.action")
    opener = page.one("button", "fb-own-open")
    assert opener["aria-expanded"] == "false"
    assert "hidden" in page.one(id=opener["aria-controls"])
    assert page.one("button", "fb-roll").text == "Roll"


def test_roller_links_to_its_rule_from_any_page_depth(render):
    for root in ("", "../", "../../"):
        link = render("::: roller psiops.action", root=root).one("a", "fb-rule-link")
        assert link["href"] == f"{root}{find_mechanic('psiops.action').page}"
        assert link["data-page"] == find_mechanic("psiops.action").page


@pytest.mark.parametrize(
    ("block", "tag"),
    [
        ("roller psiops.action", "fb-roller"),
        ("order psiops.initiative", "fb-order"),
        ("calculator psiops.calc", "fb-calc"),
    ],
)
def test_shareable_blocks_carry_their_page_address(render, block, tag):
    assert render(f"::: {block}", address="moon/base/").one(tag)["page"] == "moon/base/"
    assert "page" not in render(f"::: {block}").one(tag)


def test_repeated_rollers_of_a_mechanic_have_distinct_ids(render):
    page = render("::: roller psiops.action\n\n::: roller psiops.action attribute=1\n\n::: roller psiops.action")
    assert [roller["id"] for roller in page.all("fb-roller")] == ["psiops.action", "psiops.action-2", "psiops.action-3"]
    ids = [element["id"] for element in page.all() if "id" in element]
    assert len(ids) == len(set(ids))


def test_mechanic_without_parameters_has_only_a_button(render):
    page = render("::: roller psiops.rest")
    assert page.all(css="fb-fields") == []
    assert page.one("button", "fb-roll")


def test_plain_dice_can_be_a_roller(render):
    page = render("::: roller dice notation=3d6kh2")
    assert page.one(name="notation")["value"] == "3d6kh2"


def test_table_with_a_die_can_be_a_roller(render):
    assert render("::: roller psiops.panic").one("fb-roller")["mechanic"] == "psiops.panic"


def test_every_mechanic_of_every_game_is_rendered(render):
    for id in rules_py.mechanics():
        assert render(f"::: roller {id}").one("fb-roller")["mechanic"] == id


def test_field_that_a_preset_list_may_empty_takes_no_value(render):
    """The text gives the claymore no class and the launcher no damage, so the form has to ask."""
    page = render(f"::: roller {ATTACK}")
    fields = fields_by_name(page)
    assert "data-can-be-empty" in fields["damage"][0] and "data-can-be-empty" not in fields["armor"][0]
    first, *others = fields["weapon"][0].all("option")
    assert (first["value"], first.text) == ("", "choose …") and "disabled" in first and "selected" not in first
    assert all(each["value"] for each in others)
    emptied = {
        option.text: [name for name, text in json.loads(option["value"]).items() if not text]
        for option in page.one(css="fb-pick").all("option")
        if option["value"]
    }
    assert {label: names for label, names in emptied.items() if names} == {
        "Grenade launcher": ["damage"],
        "M18 claymore": ["weapon"],
    }


def test_preset_list_leaves_hidden_fields_alone(render):
    options = render(f"::: roller {ATTACK} hide=weapon").one(css="fb-pick").all("option")
    assert all(set(json.loads(option["value"])) == {"damage"} for option in options if option["value"])
