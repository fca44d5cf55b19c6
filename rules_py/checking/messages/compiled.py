"""Messages about the compiler of rules to JavaScript."""

from rules_py.checking.messages.message import Message

MESSAGES = (
    Message(
        "FB501",
        "A rule isn't compiled",
        "Write it without this construct, or leave it: then readers wait for Python before they can roll it.",
        "return {'day': date(2026, 1, 1).day}",
        "return {'day': 1}",
        is_warning=True,
    ),
)
