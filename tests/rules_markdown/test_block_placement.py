"""Placement of blocks: each needs its own line, anywhere in a page; a block in a code fence remains an example."""

import pytest

from rules_markdown.page import BlockError

BLOCK = "::: table psiops.panic"


@pytest.mark.parametrize("fence", ["```", "~~~", "````", "``` markdown", "```md"])
def test_block_inside_a_fence_stays_text(render, fence):
    closing = fence.split()[0].rstrip("md")
    page = render(f"{fence}\n{BLOCK}\n::: nonsense\n{closing}\n")
    assert page.all("fb-table") == []
    assert BLOCK in page.one("code").text and "::: nonsense" in page.one("code").text


def test_blocks_before_and_after_a_fence_are_rendered(render):
    page = render(f"{BLOCK}\n\n```\n::: nonsense\n```\n\n::: table psiops.bands\n")
    assert [table["table"] for table in page.all("fb-table")] == ["psiops.panic", "psiops.bands"]


def test_shorter_fence_does_not_end_a_longer_one(render):
    page = render(f"````\n```\n{BLOCK}\n```\n::: nonsense\n````\n\n::: table psiops.bands")
    assert [table["table"] for table in page.all("fb-table")] == ["psiops.bands"]


def test_tildes_do_not_end_a_backtick_fence(render):
    assert render(f"```\n~~~\n{BLOCK}\n```\n").all("fb-table") == []


def test_block_directly_below_text_is_rendered(render):
    page = render(f"Before.\n{BLOCK}\nAfter.")
    assert page.all("p")[0].text == "Before."
    assert page.parent_tags(page.one("fb-table")) == ["page"]
    assert page.all("p")[-1].text == "After."


def test_block_in_an_admonition_is_rendered_inside_it(render):
    page = render(f"!!! note\n    Before.\n\n    {BLOCK}\n\n    After.\n\nOutside.")
    note = page.one("div", "admonition")
    assert note.one("fb-table")["table"] == "psiops.panic"
    assert [part.text for part in note.all("p") if part.text in ("Before.", "After.")] == ["Before.", "After."]
    assert ":::" not in page.text


def test_block_in_a_list_is_rendered_inside_its_item(render):
    page = render("1. First\n\n    ::: roller psiops.rest\n\n2. Second\n")
    items = page.one("ol").all("li")
    assert len(items) == 2
    assert items[0].one("fb-roller")["mechanic"] == "psiops.rest"
    assert items[1].all("fb-roller") == []


@pytest.mark.parametrize(
    "block",
    [
        "::: roller psiops.action",
        "::: table psiops.talents",
        "::: odds psiops.action over=attribute",
        "::: order psiops.action",
        "::: calculator psiops.calc",
    ],
)
def test_block_is_not_wrapped_in_a_paragraph(render, block):
    page = render(f"# Page\n\n{block}\n\nText.")
    shown = [child for child in page.children if not isinstance(child, str)]
    assert shown[0].tag == "h1" and shown[-1].text == "Text."
    assert all(element.tag != "p" for element in shown[1:-1]), [element.tag for element in shown]


def test_block_needs_no_space_after_the_colons(render):
    assert render(":::table psiops.panic").one("fb-table")


def test_colons_within_a_line_stay_text(render):
    assert render("See ::: table psiops.panic").all("fb-table") == []


def test_pages_do_not_share_anchors(render):
    for _ in range(2):
        assert render("::: roller psiops.action").one("fb-roller")["id"] == "psiops.action"
        assert render(BLOCK).one("fb-table")


def test_quoted_option_values_may_contain_spaces(render):
    page = render("::: roller psiops.action title='Kick the \"door\"' attribute=1")
    assert page.one("span", id="psiops.action-title").text == 'Kick the "door"'


def test_python_name_is_left_for_mkdocstrings(render):
    page = render("# Page\n\n::: os.path.join\n    options: { members: true }\n\n::: roller psiops.action")
    assert "::: os.path.join" in page.text and page.one("fb-roller")
    with pytest.raises(BlockError, match="takes ::: table"):
        render("::: psiops.action")
