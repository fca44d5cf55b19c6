"""`::: notation dice`: the guide to dice notation."""

from rules_py.notation import parse
from rules_py.notation.guide import GUIDE


def test_each_example_of_the_guide_is_a_button_with_its_notation(render):
    page = render("::: notation dice")
    shown = [(die.text, die["notation"]) for die in page.all("fb-die")]
    assert shown == [(text, str(parse(text))) for entry in GUIDE for text in entry.list_examples()]
    assert [line.one("strong").text for line in page.all("li")] == [f"{entry.title}:" for entry in GUIDE]
    assert "`" not in page.text


def test_another_id_is_an_error_with_its_line(block_error):
    assert (
        block_error("::: notation d6")
        == "docs/moon/page.md:1: notation: got 'd6', takes dice. Take an accepted value. [FB404]"
    )
