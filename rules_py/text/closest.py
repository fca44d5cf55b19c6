"""The valid name that somebody probably meant."""

from collections.abc import Iterable

CLOSE = 0.6
"""The least likeness of a name that is suggested, from 0 to 1."""


def find_closest(got: object, known: Iterable[str]) -> str:
    """Return the valid name that is closest to an invalid one, or "".

    >>> find_closest("skil", ["aim", "skill"]), find_closest("luck", ["aim"])
    ('skill', '')
    """
    from difflib import get_close_matches  # only a mistake needs it

    lower = {each.casefold(): each for each in known if each}
    found = get_close_matches(str(got).casefold(), lower, 1, CLOSE)
    return lower[found[0]] if found and lower[found[0]] != got else ""
