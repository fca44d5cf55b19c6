"""The spelling of dice with words that change them, for the messages about words in an order that isn't accepted."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_py.notation.words import (
    ANY_ADVANTAGE,
    ANY_EXPLOSION,
    ANY_NUMBER,
    ANY_SIDE,
    ANY_VERB,
    MORE_SCALES,
    NUMBERS,
    SIDES,
)

_COUNT = rf"\d+|{ANY_NUMBER}"

_WORD = re.compile(
    r"(?<![a-z\d])(?:"
    rf"(?P<explode>{ANY_EXPLOSION})(?:\s+on\s+(?P<face>\d+)|\s+dice)?"
    rf"|{ANY_ADVANTAGE}"
    rf"|(?P<verb>{ANY_VERB})\s+(?:the\s+)?(?:(?P<before>{_COUNT})\s+)?(?P<side>{ANY_SIDE})"
    rf"(?:\s+(?P<behind>{_COUNT})(?!\d*d|\s+times))?(?:\s+(?:die|dice))?"
    r"|re-?roll(?:s|ing)?\s+(?P<reroll>\d+)s?(?P<once>\s+once)?"
    rf"|(?P<scale>{'|'.join(MORE_SCALES)})"
    r")(?![a-z\d])"
)
"""Words that change dice or their total."""

_DICE = re.compile(r"(\d*)d(\d+|f|\{[^{}]*\})((?:ro?[<>=]*\d+)*)(m[ia]\d+)*(![!op]?[<>=]*\d*)?((?:[kd][hlm]\d*)*)")
"""Dice, and in order their rerolls, limits, explosion and the dice that count."""

_JOINT = re.compile(r"[\s,;]*(?<![a-z])(?:and|then|but|of|on)?\s*$")
"""Words and commas between one word of `_WORD` and the next."""


class _Words(NamedTuple):
    """The words that change each die, or choose dice.

    Attributes:
        explosion: "" for none, or "!" and its face.
        rerolls: the notation of rerolls.
        keeps: the notation of the dice that count.
        advantages: "adv" or "dis" for each such word.
    """

    explosion: str
    rerolls: str
    keeps: str
    advantages: Sequence[str]

    def apply(self, text: str) -> str:
        """Return notation with the words as signs behind its dice, or "" if it isn't clear which dice they mean."""
        dice = list(_DICE.finditer(text))
        is_clear = len(dice) == 1 or (not self.changes and dice and dice[0][1] in ("", "1") and dice[0][2] == "20")
        return text[: dice[0].start()] + self._write_dice(dice[0]) + text[dice[0].end() :] if is_clear else ""

    @property
    def changes(self) -> str:
        """The notation of all words but those for advantage, which are for the first of several dice."""
        return self.explosion + self.rerolls + self.keeps

    def _write_dice(self, match: re.Match[str]) -> str:
        count, kept = int(match[1] or "1"), match[6] + self.keeps
        word = self.advantages[0] if len(set(self.advantages)) == 1 else ""
        if word:
            is_pair = count == 2 and match[2] == "20"  # 2d20 with advantage are the two dice of one roll
            kept = f"k{'h' if word == 'adv' else 'l'}{1 if is_pair else count}{kept}"
            count += 0 if is_pair else 1
        explosion = match[5] or self.explosion
        if explosion and kept and not explosion.startswith("!!"):
            explosion = f"!{explosion}"
        return f"{count}d{match[2]}{match[3]}{self.rerolls}{match[4] or ''}{explosion}{kept}"


def suggest_spelling(text: str, read: Callable[[str], str]) -> str:
    """Return a message with the spelling of dice and all words that change them, or "" if there is none.

    Args:
        text: the text in lower case.
        read: returns notation in its usual form, or "" if it isn't accepted.
    """
    words = list(_WORD.finditer(text))
    if not words or (len(words) == 1 and words[0]["reroll"]):  # which may mean once
        return ""
    repeat = re.match(r"\s*\d+[x#](?=\d*d)", text)
    times = repeat[0] if repeat else ""
    spelled = _take_out_words(text, len(times), words, read)
    if not read(spelled):
        return ""
    changes = [word for word in words if not word["scale"]]
    found = _read_words(changes)
    changed = found.apply(spelled) if changes else spelled
    return f"{_explain(found.advantages, spelled)}write {times.strip()}{changed}" if changed and read(changed) else ""


def _take_out_words(text: str, at: int, words: Sequence[re.Match[str]], read: Callable[[str], str]) -> str:
    """Return the dice without the words, and with signs in place of the words that change their total."""
    spelled, scales = "", ""
    for word in words:
        spelled += _take_out_joints(text[at : word.start()], is_first=not spelled)
        at = word.end()
        if word["scale"]:
            scales += MORE_SCALES[word["scale"]]
            if dice := read(spelled):
                spelled, scales = f"({dice}){scales}", ""
    rest = _take_out_joints(text[at:], is_first=not spelled)
    if not (re.fullmatch(r"[^\d+*/()<>=-]*", rest) and read(spelled)):  # other words are a label
        spelled += rest
    if re.search(r"\)[*/]\d", spelled):
        return re.sub(r"\s*([-+*/])\s*", r"\1", spelled.strip())
    return f"({read(spelled)}){scales}" if scales else read(spelled)


def _take_out_joints(text: str, is_first: bool) -> str:
    """Return the text without "and" at its end or, between "half" and the first dice, "of" at its start."""
    joint = _JOINT.search(text)
    text = text[: joint.start()] if joint else text
    return re.sub(r"^\s*(?:of|on)\s+", "", text) if is_first else text


def _read_words(changes: Sequence[re.Match[str]]) -> _Words:
    explosions = [f"!{word['face'] or ''}" for word in changes if word["explode"]]
    rerolls = [f"r{'o' if word['once'] else ''}{word['reroll']}" for word in changes if word["reroll"]]
    keeps = [
        f"{word['verb'][0]}{SIDES[word['side']][0]}{NUMBERS.get(number, number)}"
        for word in changes
        if word["verb"] and (number := word["before"] or word["behind"] or "1")
    ]
    advantages = [word["advantage"] for word in changes if word["advantage"]]
    return _Words(explosions[0] if explosions else "", "".join(rerolls), "".join(keeps), advantages)


def _explain(advantages: Sequence[str], text: str) -> str:
    """Return the beginning of a message about words for advantage."""
    if len(set(advantages)) > 1:
        return "advantage and disadvantage cancel each other out: "
    if not advantages:
        return ""
    if not re.search(r"(?<!\d)1?d20(?!\d)", text):
        return "advantage is known for 1d20 alone: "
    word = "advantage" if advantages[0] == "adv" else "disadvantage"
    return f"{word} counts once: " if len(advantages) > 1 else ""
