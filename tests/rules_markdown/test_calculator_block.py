"""`::: calculator`: the form, its preset lists, and the answers in the page before any script runs."""

import json

import pytest

import rules_py
from rules_py.registry import games
from rules_py.rendering.answers import render_answers, render_answers_summary
from rules_py.rendering.numbers import format_percent
from rules_py.text.serialization import to_text


@pytest.fixture(
    scope="module",
    params=[calculator_id for slug in rules_py.systems() for calculator_id in games.find_game(slug).calculators],
)
def calculator(request):
    return games.find_calculator(request.param)


@pytest.fixture(scope="module")
def page(calculator, render):
    return render(f"::: calculator {calculator.id}")


def initial_value(page, name):
    """Return a field's initial value."""
    first, *_ = controls = page.all(name=name)
    if first.tag == "select":
        return next(option["value"] for option in first.all("option") if "selected" in option)
    if first["type"] == "radio":
        return next(control["value"] for control in controls if "checked" in control)
    return str("checked" in first).lower() if first["type"] == "checkbox" else first["value"]


def read_answers(page):
    return [(panel.one("h3").text, [number.text for number in panel.all("dd")]) for panel in page.all(css="fb-panel")]


def expected_answers(calculator, read, **given):
    """Return the answers' panels as the rules render them."""
    return read_answers(read(render_answers(calculator.answer(calculator.check(given)))))


def test_form_has_a_fieldset_for_each_side(page, calculator):
    sides = page.all("fieldset", "fb-side")
    assert [side.all("legend")[0].text for side in sides] == list(calculator.sides)
    for side, names in zip(sides, calculator.sides.values(), strict=True):
        assert {control["name"] for control in side.all() if "name" in control} == set(names)


def test_form_starts_with_the_calculators_defaults(page, calculator):
    defaults = calculator.check({})
    assert {name: initial_value(page, name) for name in defaults} == {
        name: to_text(value) for name, value in defaults.items()
    }
    for control in page.all():
        if "name" in control:
            assert control["data-default"] == to_text(defaults[control["name"]])


def test_calculator_ids_are_unique_and_every_field_has_a_label(page):
    ids = [element["id"] for element in page.all() if "id" in element]
    assert len(ids) == len(set(ids))
    labelled = {label.attributes.get("for") for label in page.all("label")}
    for control in page.all():
        if control.tag in ("input", "select"):
            assert control.attributes.get("id") in labelled or "label" in page.parent_tags(control), control


def test_page_contains_the_answers_for_the_defaults(page, calculator, read):
    assert [title for title, _ in read_answers(page)] == [panel.title for panel in calculator.panels]
    assert read_answers(page) == expected_answers(calculator, read)
    summary = read(render_answers_summary(calculator.answer(calculator.check({}))))
    assert page.one(css="fb-calc-summary").text == summary.text != ""


def test_first_answer_matches_the_rules(render):
    page = render("::: calculator psiops.calc armor=2")
    panel, odds = games.find_calculator("psiops.calc").answer(games.find_calculator("psiops.calc").check({"armor": 2}))[
        0
    ]
    assert read_answers(page)[0][1][0] == format_percent(panel.chances[0].compute_probability(odds))


def test_preset_list_offers_only_rows_with_values(page, calculator):
    offered = [field.one("select").all("option") for field in page.all(css="fb-pick")]
    picks = [pick for side in calculator.sides for pick in calculator.presets.get(side, ())]
    for pick, (prompt, *rows) in zip(picks, offered, strict=True):
        assert (prompt["value"], prompt.text) == ("", "choose …") and rows
        for row in rows:
            assert row.text
            calculator.check({name: text for name, text in json.loads(row["value"]).items() if text})
            assert set(json.loads(row["value"])) == set(pick.columns)


def test_block_presets_values(calculator, render, read):
    name, parameter = next(
        (name, parameter) for name, parameter in calculator.parameters.items() if parameter.kind.control == "stepper"
    )
    value = next(value for value in parameter.sweep(parameter.default) if value != parameter.default)
    page = render(f"::: calculator {calculator.id} {name}={to_text(value)}")
    assert initial_value(page, name) == page.one(name=name)["data-default"] == to_text(value)
    assert read_answers(page) == expected_answers(calculator, read, **{name: value})


def test_title_labels_the_answers(calculator, page, render):
    assert page.one("div", "fb-calc-body")["aria-label"] == calculator.title
    page = render(f'::: calculator {calculator.id} title="Who <wins>"')
    assert page.one("div", "fb-calc-body")["aria-label"] == "Who <wins>"


def test_two_calculators_on_a_page_have_distinct_ids(calculator, render):
    page = render(f"::: calculator {calculator.id}\n\n::: calculator {calculator.id}")
    ids = [element["id"] for element in page.all() if "id" in element]
    assert len(page.all("fb-calc")) == 2 and len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("toy.calc", "calculator: got 'toy.calc', takes "),
        ("{id} luck=1", "luck: not a parameter of "),
        ("{id} other.calc", "block: got 'other.calc', takes name=value after the id"),
    ],
)
def test_unknown_calculator_or_parameter_is_an_error_with_its_line(calculator, block_error, line, said):
    assert block_error("::: calculator " + line.format(id=calculator.id)).startswith(f"docs/moon/page.md:1: {said}")
