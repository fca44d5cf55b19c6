"""The guide to dice notation: each spelling with its meaning, for the page that lists them.

A test reads every example, and demands one of each kind of notation.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules_py.notation.grammar import USUAL_SIDES
from rules_py.notation.pools import MOST_EXPLOSIONS
from rules_py.notation.usage import HIGHEST_LOSS

_EXAMPLE = re.compile(r"`([^`]+)`")


class GuideEntry(NamedTuple):
    """Notation of one kind.

    Attributes:
        title: the kind, in players' words.
        text: its spellings with their meaning; examples are between backticks.
    """

    title: str
    text: str

    def split_text(self) -> Iterator[tuple[str, bool]]:
        """Yield the parts of the text in order, each with True for an example.

        >>> list(GuideEntry("Added", "`2d6+1` adds one.").split_text())
        [('2d6+1', True), (' adds one.', False)]
        """
        for at, part in enumerate(_EXAMPLE.split(self.text)):
            if part:
                yield part, at % 2 == 1

    def list_examples(self) -> list[str]:
        """Return the examples in order."""
        return _EXAMPLE.findall(self.text)


GUIDE = (
    GuideEntry(
        "Several dice",
        f"`3D6` adds up three of them. `2D+1` without sides has {USUAL_SIDES}-sided dice. `d%` is a D100. "
        "`D66` is two dice, for the tens and the ones; so are D44 and D88, and `d666` is three. "
        "`(1d4)d6` rolls a D4 for the number of D6.",
    ),
    GuideEntry("Added, taken away, multiplied", "`2D6+1`, `1D20-2`, `1D8+1D6`, `5+1D6`, `1D6x10` and `3*(1D6+1)`."),
    GuideEntry(
        "Only some of the dice",
        "`3D6kh2` keeps the two highest of three, `2D20kl1` the lower of two, and `3D20km1` the one in the middle. "
        "`4D6dl1` drops the lowest, `4D6dh1` the highest. `1d20 adv` is 2D20kh1, and `1d20 dis` is 2D20kl1.",
    ),
    GuideEntry(
        "Successes",
        "`6D6>=5` counts the dice that show at least 5. `10D10>=6f1` takes one away for each 1. "
        "`10D10>=7>=10` counts each 10 twice. `(1d20+5)>=15` compares a total.",
    ),
    GuideEntry(
        "Dice that explode",
        "`3d6!` rolls one more die for each 6, and `3D6!>=5` for each 5 and 6; the further dice explode, too. "
        "`3D6!o` explodes once, and `1D6!p` takes 1 off each further die. `3D8!!kh2` adds the further dice to their "
        "die, which matters where dice are kept or counted. "
        f"A die explodes at most {MOST_EXPLOSIONS} times in a row, in rolls as in odds.",
    ),
    GuideEntry(
        "Rerolls and limits",
        "`2D6r1` rerolls each 1 until another face shows, and `2D8r1r8` each 1 and 8. `2D6ro<3` rerolls each 1 and 2 "
        "once. `1D20mi10` counts at least 10, `1D20ma15` at most 15.",
    ),
    GuideEntry(
        "Other faces", "`4dF` rolls Fate dice, and `5d{0,0,1}` dice with these faces. `d{0..9}` has those from 0 to 9."
    ),
    GuideEntry(
        "Dice that change",
        f"`ud8`, a usage die, becomes a D6 on a 1 to {HIGHEST_LOSS}, and a UD4 is then used up. "
        "`ud8<=3` does so on a 1 to 3. `sd6>=5`, a step die, becomes a D8 on a 5 or 6. "
        "The roll says with which die you go on.",
    ),
    GuideEntry("The best of several rolls", "`{d8,d6}kh1`, `max(2d6,7)`, `min(1d8,1d6)`, and `{4d6,2d8}>=10` counts."),
    GuideEntry(
        "Divided, to the power of",
        "`8D6/2` is rounded down, `ceil(8d6/2)` up, and `round(8d6/2)` to the nearest whole number. `1d6^2` is "
        "multiplied with itself.",
    ),
    GuideEntry("The same roll again", "`6x4d6kh3` rolls six times and lists each total."),
    GuideEntry("With a label", "`2d6[fire]`, or `1d20+5 Stealth`."),
    GuideEntry(
        "In words",
        "`2 six-sided dice`, `1d6 exploding`, `4d6 drop lowest`, `8d6 half` and `1d20 advantage`.",
    ),
)
"""The kinds of notation in the order of the page."""
