"""The page of messages: each number of the registry has a heading, the remedy, and both examples."""

from rules_py.checking.messages import MESSAGES


def test_every_message_has_an_anchor_and_both_examples(render):
    page = render("\n\n".join(f"::: messages FB{group}" for group in range(1, 6)))
    headings = page.all("h3")
    assert [each["id"] for each in headings] == [number.lower() for number in MESSAGES]
    examples = [each.text for each in page.all("code")]
    expected = [" ".join(text.split()) for each in MESSAGES.values() for text in (each.wrong, each.right)]
    assert examples == expected


def test_an_unknown_group_is_a_mistake(block_error):
    assert "messages: got 'FB9', takes FB1, FB2, FB3, FB4, FB5" in block_error("::: messages FB9")
