"""`::: dice d4 d20 …`: a button for each die, with its plan."""

import json

import pytest

from rules_py import notation


def test_each_die_gets_a_button_with_its_plan(render):
    page = render("::: dice d4 2d6+1 d66")
    buttons = page.one("fb-dice").all("button")
    assert "p" not in page.parent_tags(page.one("fb-dice")), "a paragraph would end at its first part"
    assert [button.text for button in buttons] == ["d4", "2d6+1", "d66"]
    assert [button["notation"] for button in buttons] == ["1d4", "2d6+1", "d66"]
    for button in buttons:
        assert json.loads(button["plan"]) == notation.build_plan(notation.parse(button.text))
        assert button["aria-label"] == f"Roll {button.text}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("::: dice d4 2d", "got '2d', at character 3"),
        ("::: dice d4 title=x", "title: not an option"),
    ],
)
def test_invalid_dice_are_an_error_with_their_line(block_error, line, said):
    assert block_error(line).startswith("docs/moon/page.md:1: ") and said in block_error(line)
