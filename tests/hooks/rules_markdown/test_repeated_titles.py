"""Titles that only repeat the heading above: they are for screen readers only."""

import pytest

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
    assert REPEATED not in title.classes, "what stands beside the title is for everyone"


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
