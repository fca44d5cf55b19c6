"""`::: order ID` and `::: calculator ID`."""

from rules_py import games, show


def test_an_order_has_the_form_of_its_mechanic_and_an_empty_list(render):
    page = render("::: order psiops.action hide=skill,spent_momentum attribute=1")
    order = page.one("fb-order")
    assert (order["mechanic"], order["id"]) == ("psiops.action", "order-psiops-action")
    assert order.one("ol", "fb-order-list").text == ""
    assert order.one(name="attribute")["value"] == "1"
    assert order.one(name="skill")["type"] == "hidden"
    assert "hidden" in order.one(css="fb-order-tools")


def test_an_order_of_a_game_that_rolls_each_turn_has_a_button_for_it(render):
    assert render("::: order psiops.action").all("button", "fb-order-again") == []
    button = render("::: order psiops.action again=turn").one("button", "fb-order-again")
    assert "turn" in button.text


def test_an_order_has_a_title(render):
    assert "Action roll" in render("::: order psiops.action").one("p", "fb-title").text
    page = render('::: order psiops.action title="Who <b>acts</b> & when"')
    assert "Who <b>acts</b> & when" in page.one("p", "fb-title").text and page.all("b") == []


def test_a_calculator_has_its_sides_and_the_answers_to_its_presets(render):
    page = render("::: calculator psiops.calc armor=2")
    calculator = games.calculator("psiops.calc")
    assert [side.one("legend", None).text if len(side.all("legend")) == 1 else side.all("legend")[0].text
            for side in page.all("fieldset", "fb-side")] == list(calculator.sides)
    assert page.one(name="armor")["value"] == "2"
    panel, odds = calculator.answer(calculator.check({"armor": 2}))[0]
    shown = page.all("section", "fb-panel")
    assert len(shown) == len(calculator.panels)
    assert shown[0].one("h3").text == panel.title
    assert [number.text for number in shown[0].one("dl").all("dd")][0] == show.percent(panel.chances[0].of(odds))


def test_every_field_of_a_calculator_has_a_label_of_its_own(render):
    page = render("::: calculator psiops.calc")
    ids = [element["id"] for element in page.all() if "id" in element]
    assert len(ids) == len(set(ids))
    labelled = {label.attributes.get("for") for label in page.all("label")}
    for control in page.all():
        if control.tag in ("input", "select"):
            assert control.attributes.get("id") in labelled or "label" in page.parents_of(control), control
