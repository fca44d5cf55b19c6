"""Parts of sentences for players: minus signs, choices, capitals and full stops."""

import re
from collections.abc import Iterable

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


def join_choices(choices: Iterable[str]) -> str:
    """Join choices in words, each once.

    >>> join_choices(["near", "far", "far", "extreme"]), join_choices(["near"]), join_choices([])
    ('near, far or extreme', 'near', '')
    """
    *first, last = dict.fromkeys(choices) or [""]
    return f"{', '.join(first)} or {last}" if first else last


def join_names(names: Iterable[str]) -> str:
    """Join names in words, each once.

    >>> join_names(["STRENGTH", "Stealth", "Rifle"]), join_names(["Rifle"]), join_names([])
    ('STRENGTH, Stealth and Rifle', 'Rifle', '')
    """
    *first, last = dict.fromkeys(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def format_sentence(text: str) -> str:
    """Format words as a sentence, with a capital and a full stop.

    >>> format_sentence("it is used up"), format_sentence("Really?")
    ('It is used up.', 'Really?')
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
