"""The mistakes of `mistakes.toml`: under the number of its message, each has its words and the keys of `Mistake`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Mistake:
    """A mistake in the game of `tests/fixtures/checked`.

    Attributes:
        number: the number of its message.
        words: the mistake in words.
        file: the file that is edited, or made.
        old: the text that the mistake replaces; "" to append the new one.
        new: the text with the mistake.
        at: a part of the line where it must be found; by default the first line of the new text. "@mechanic(  # drill"
            is the decorator of `drill`, "[[rows]]  # second" the second such line, and "|" stands between several.
        suggestion: the closest valid name, if there is one.
        place: the file where it must be found, if that isn't the edited one.
        takes_time: True if its code doesn't end.
        encoding: the encoding in which the file is saved.
    """

    number: str
    words: str
    file: str
    old: str
    new: str
    at: str = ""
    suggestion: str = ""
    place: str = ""
    takes_time: bool = False
    encoding: str = "utf-8"


MISTAKES = [
    Mistake(number, words, **each)
    for number, mistakes in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
    for words, each in mistakes.items()
]
