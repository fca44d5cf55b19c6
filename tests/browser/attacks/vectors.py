"""Hostile texts: the corpus of corpus.toml by category, and random mutations of it."""

import random
import tomllib
from pathlib import Path

CORPUS: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "corpus.toml").read_text())
"""Texts by category."""

ALL = [text for texts in CORPUS.values() for text in texts]
MARKUP = [text for name in ("handlers", "scripts", "elements", "mutations") for text in CORPUS[name]]

SIGNS = "<>\"'`&=/\\%#?;:(){}[]$\x00\t\n\u200b\u202e\ufeffé漢🎲"


def generate_texts(count: int, seed: int) -> list[str]:
    """Mutate texts of the corpus by cutting, joining, repeating and inserting signs; deterministic for a seed."""
    chance = random.Random(seed)
    return [_generate_text(chance) for _ in range(count)]


def _generate_text(chance: random.Random) -> str:
    text = chance.choice(ALL)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(text))
        match chance.randrange(6):
            case 0:
                text = text[:at] + chance.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + chance.choice(ALL) + text[at:]
            case 2:
                text = text[at:] + text[:at]
            case 3:
                text = text[:at] * chance.randint(1, 3) + text[at:]
            case 4:
                text = text.swapcase() if chance.random() < 0.5 else text[::-1]
            case _:
                text = "".join(chance.choice((sign, sign, sign, chance.choice(SIGNS))) for sign in text)
    return text[: chance.choice((10, 40, 120, 300))]
