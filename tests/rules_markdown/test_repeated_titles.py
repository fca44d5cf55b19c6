"""Titles that only repeat the heading above: they are for screen readers only."""

import pytest

from rules_py.registry.games import find_mechanic

REPEATED = "fb-repeats"


@pytest.mark.parametrize(
    ("above", "is_repeated"),
    [
        ("## Action rolls { #rolls }", True),
        ("### Action roll", True),
        ("# Rolls", False),
        ("## Action rolls now", False),
        ("<details>\n<summary>Action roll</summary>", True),
        ("```\n# Action roll\n```", False),
        ("", False),
    ],
)
def test_roller_title_that_repeats_its_heading_is_visually_hidden(render, above, is_repeated):
    end = "\n\n</details>" if above.startswith("<details") else ""
    title = render(f"{above}\n\nA word of prose.\n\n::: roller psiops.action{end}").one("p", "fb-title")
    assert (REPEATED in title.one("span").classes) is is_repeated
    assert title.one("span").text == "Action roll", "what names the fields stays"
    assert REPEATED not in title.classes


@pytest.mark.parametrize(("above", "place"), [("## Action rolls", "fb-actions"), ("## Rolls", "fb-title")])
def test_explanation_and_rule_are_beside_the_title_or_else_beside_the_buttons(render, above, place):
    page = render(f"{above}\n\n::: roller psiops.action")
    assert len(page.all("a", "fb-rule-link")) == 1 and len(page.all("button", "fb-explain")) == 1
    beside = page.one(css=place)
    assert beside.all("a", "fb-rule-link") and beside.all("button", "fb-explain")


@pytest.mark.parametrize(
    ("heading", "is_above"),
    [
        ("## Action rolls { #roll-the-dice }", True),
        ("## Roll the dice", True),
        ("## Action rolls { #others }", False),
        ("<details>\n<summary>Roll the dice</summary>", False),
    ],
)
def test_link_to_the_rule_right_above_is_marked(render, heading, is_above):
    page, _, anchor = find_mechanic("psiops.action").page.partition("#")
    assert anchor == "roll-the-dice"
    end = "\n\n</details>" if heading.startswith("<details") else ""
    link = render(f"{heading}\n\n::: roller psiops.action{end}", address=page).one("a", "fb-rule-link")
    assert ("fb-rule-link--here" in link.classes) is is_above


def test_only_the_nearest_heading_hides_a_title(render):
    page = render("## Action rolls\n\n## Other things\n\n::: roller psiops.action")
    assert REPEATED not in page.one("p", "fb-title").one("span").classes


@pytest.mark.parametrize(("heading", "is_repeated"), [("Reactions", True), ("Reaction (A)", True), ("No", False)])
def test_table_caption_that_repeats_its_heading_is_visually_hidden(render, heading, is_repeated):
    page = render(f"## {heading}\n\n::: table psiops.reactions title=Reactions")
    assert (REPEATED in page.one("caption").classes) is is_repeated
    assert page.one("caption").text == "Reactions"
    bar = page.one(css="fb-table-bar")
    buttons = [word for button in bar.all("button") for word in button.text.split()]
    assert bar.text.split() == buttons, "the bar says nothing that the caption says"
