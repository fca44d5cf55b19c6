"""The registry of messages: every kind of mistake that a check finds, by number.

FB1 is about a game's modules and files, FB2 about rules and calculators, FB3 about sheets, changes, fights and
examples, FB4 about pages, FB5 about the compiler.
"""

import re
from collections.abc import Mapping

from rules_py.checking.messages import compiled, games, pages, play, rules
from rules_py.checking.messages.message import Message

__all__ = ["MESSAGES", "Message", "find_number"]

MESSAGES: Mapping[str, Message] = {
    each.number: each
    for each in (*games.MESSAGES, *rules.MESSAGES, *play.MESSAGES, *pages.MESSAGES, *compiled.MESSAGES)
}


def find_number(said: str, default: str) -> str:
    """Return the number of the message that an error's sentence belongs to.

    Args:
        said: the error's class and its sentence, such as "DataError: moon.rest: got the parameter n without a kind".
        default: the number of errors that no message recognizes.

    >>> find_number("DataError: rest: got the parameter n without a kind, takes Annotated[type, kind]", "FB105")
    'FB201'
    """
    return next((each.number for each in MESSAGES.values() if each.pattern and re.search(each.pattern, said)), default)
