"""`::: order ID`: the form that adds somebody, and the list it adds to."""

from rules_py.registry.games import find_mechanic


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


def test_the_rule_is_linked(render):
    assert render("::: order psiops.action", root="../").one("a", "fb-rule-link")["href"] == (
        f"../{find_mechanic('psiops.action').page}"
    )
