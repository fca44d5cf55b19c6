"""Parts of sentences for players: minus signs, choices, capitals and full stops."""

import re
from collections.abc import Iterable
from functools import partial

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def use_minus_sign(text: str) -> str:
    """Replace the hyphen before each negative number by a minus sign.

    >>> use_minus_sign("-2 on Tech"), use_minus_sign("TGH -1, rows 3-5"), use_minus_sign("half-dead")
    ('−2 on Tech', 'TGH −1, rows 3-5', 'half-dead')
    """
    return re.sub(r"(?<![\w)])-(?=\d)", MINUS, text) if "-" in text else text


def join_once(sentences: Iterable[str]) -> str:
    """Return sentences as one text that has each of them once.

    >>> join_once(["Ada is down.", "It isn't Ada's turn.", "Ada is down."])
    "Ada is down. It isn't Ada's turn."
    """
    return " ".join(dict.fromkeys(sentences))


def join_names(names: Iterable[str], conjunction: str = "and", most: int = 0) -> str:
    """Join names in words, each once; of a list longer than `most`, the first ones are named and the others counted.

    >>> join_names(["STRENGTH", "Stealth", "Rifle"]), join_names(["Rifle"]), join_names([])
    ('STRENGTH, Stealth and Rifle', 'Rifle', '')
    >>> join_names(["A", "B", "C"], most=2), join_names(["A", "B", "C", "D"], most=2)
    ('A, B and C', 'A, B and 2 more')
    """
    found = list(dict.fromkeys(names)) or [""]
    if most and len(found) > most + 1:
        found = [*found[:most], f"{len(found) - most} more"]
    return join_words(found, conjunction)


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as in a sentence, also those that repeat, such as faces of dice.

    >>> join_words(["4", "4", "6"])
    '4, 4 and 6'
    """
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {conjunction} {last}" if first else last


join_choices = partial(join_names, conjunction="or")
"""Join choices in words, each once."""

join_some = partial(join_names, most=2)
"""Join names in words; if there are many, the first ones are named and the others counted."""


def format_sentence(text: str) -> str:
    """Format words as a sentence, with a capital and a full stop.

    >>> format_sentence("it is used up"), format_sentence("Really?")
    ('It is used up.', 'Really?')
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
