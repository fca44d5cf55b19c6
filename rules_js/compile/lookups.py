"""Rules and tables that a compiled item looks up by their ids."""

import re
from collections.abc import Iterable, Iterator

STRING = re.compile(r'"([\w.-]+)"')


def find_ids(text: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the known ids that a text of JavaScript contains as strings, and those that begin with one of its strings.

    A string is the beginning of ids if it ends with a full stop. The id of plain dice is also a common key of answers,
    and no rule looks it up.

    >>> list(find_ids('find("moon.crew") + "dice"', ["dice", "moon.crew", "moon.ship"]))
    ['moon.crew']
    >>> list(find_ids('"moon." + name', ["dice", "moon.crew", "moon.ship"]))
    ['moon.crew', 'moon.ship']
    """
    for string in STRING.findall(text):
        if string.endswith("."):
            yield from (id for id in known if id.startswith(string))
        elif "." in string and string in known:
            yield string
