"""`::: order ID`: the form that adds a combatant, and the initiative list."""

from rules_py.registry.games import find_mechanic


def test_order_block_has_its_mechanics_form_and_an_empty_list(render):
    page = render("::: order psiops.action hide=skill,spent_momentum attribute=1")
    order = page.one("fb-order")
    assert (order["mechanic"], order["id"]) == ("psiops.action", "order-psiops-action")
    assert order.one("ol", "fb-order-list").text == ""
    assert order.one(name="attribute")["value"] == "1"
    assert order.one(name="skill")["type"] == "hidden"
    assert "hidden" in order.one(css="fb-order-tools")


def test_again_option_adds_a_reroll_button(render):
    assert render("::: order psiops.action").all("button", "fb-order-again") == []
    button = render("::: order psiops.action again=turn").one("button", "fb-order-again")
    assert "turn" in button.text


def test_order_block_has_an_escaped_title(render):
    assert "Action roll" in render("::: order psiops.action").one("p", "fb-title").text
    page = render('::: order psiops.action title="Who <b>acts</b> & when"')
    assert "Who <b>acts</b> & when" in page.one("p", "fb-title").text and page.all("b") == []


def test_order_block_links_to_its_rule(render):
    assert render("::: order psiops.action", root="../").one("a", "fb-rule-link")["href"] == (
        f"../{find_mechanic('psiops.action').page}"
    )
