"""A text split into sentences, and their hashes."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[3]
BLOCKS = re.compile(r"</?(?:p|li|ul|ol|h\d|tr|td|th|dt|dd|div|br|table)\b[^>]*>")
END = re.compile(r"(?<!\b[A-Z]\.)(?<=[.!?])[\"'”’)]*\s+")  # not after an initial
LONG = 6
"""Number of words from which a copied sentence can't be a coincidence."""


class Sentence(NamedTuple):
    """A sentence of a game's text."""

    hash: str
    section: str
    text: str


def read_sentences(text: str) -> list[Sentence]:
    """Return every sentence of a text in order; the text is plain or the search index of a site."""
    seen, found = Counter(), []
    for section, block in (
        _iter_index_blocks(text) if text.startswith("{") else (("", line) for line in text.splitlines())
    ):
        for sentence in split_sentences(block):
            digest = hash_sentence(sentence)
            seen[digest] += 1
            found.append(Sentence(digest if seen[digest] == 1 else f"{digest}-{seen[digest]}", section, sentence))
    return found


def _iter_index_blocks(text: str) -> Iterator[tuple[str, str]]:
    for page in json.loads(text)["docs"]:
        for block in BLOCKS.sub("\n", unescape(page["text"])).splitlines():
            yield page["location"], re.sub(r"<[^>]+>", "", block)


def split_sentences(block: str) -> list[str]:
    """Split a paragraph into sentences; a part without letters and digits is dropped.

    >>> split_sentences("Roll 2D6: add it up. (Twice!) By D. Vincent. –")
    ['Roll 2D6: add it up.', '(Twice!', 'By D. Vincent.']
    """
    return [sentence.strip() for sentence in END.split(block) if extract_words(sentence)]


def extract_words(text: str) -> list[str]:
    """Return the text's words and figures in lower case, without punctuation.

    >>> extract_words("It’s a “+1 bonus”.")
    ['it', 's', 'a', '+1', 'bonus']
    """
    return re.findall(r"[+-]?\d+|\w+", text.casefold().replace("–", "-").replace("−", "-"))


def hash_sentence(sentence: str) -> str:
    """Return a short hash of the sentence's words.

    >>> hash_sentence("Roll it!") == hash_sentence("“Roll it”")
    True
    """
    return sha256(" ".join(extract_words(sentence)).encode()).hexdigest()[:8]


def find_copied(passages: Iterable[str], hashes: Iterable[str]) -> list[str]:
    """Return the sentences of our passages that copy a sentence of the text word for word."""
    known = {each.partition("-")[0] for each in hashes}
    return [
        sentence
        for passage in passages
        for sentence in split_sentences(passage)
        if len(extract_words(sentence)) >= LONG and hash_sentence(sentence) in known
    ]
