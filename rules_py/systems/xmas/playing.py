"""X-M.A.S., Tests: the roll behind everything an operator does."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Whole
from rules_py.tables import table
from rules_py.text.wording import format_term

MOST_ADDED = 4
MOST_TAGS = 8
"""The most tags that can count: they bring the lowest stat and a tag against yourself up to the most that is added."""

Stat = Annotated[int, Whole(-3, 4, "the stat you roll with", label="Stat")]
Tags = Annotated[
    int,
    Whole(
        0,
        MOST_TAGS,
        "certifications and item tags that help, +1 each",
        label="Helpful tags",
        once=True,
        neutral="no tag",
    ),
]
NegativeTag = Annotated[
    bool, Flag("you turn a tag against yourself: -1, and you earn 1 Spirit", label="A tag against yourself", once=True)
]
Reroll = Annotated[
    bool,
    Flag("an ally spends 1 Spirit: roll again, and the better total counts", label="Re-roll from an ally", once=True),
]
MOST_FURTHER = 20
FurtherRerolls = Annotated[
    int,
    Whole(0, MOST_FURTHER, "re-rolls after the first; 1 Spirit of an ally each", label="Further re-rolls", once=True),
]


@mechanic("xmas.test", title="Test", page="xmas/playing/#tests", headline="band", words={"band": "xmas.bands"})
def test(
    dice: Dice,
    stat: Stat = 0,
    tags: Tags = 0,
    negative_tag: NegativeTag = False,
    reroll: Reroll = False,
    further_rerolls: FurtherRerolls = 0,
) -> Outcome:
    """Roll 2D6 + stat + tags; the total's band says how it goes.

    Certifications and item tags that help give +1 each, and a tag against yourself -1. No roll gains more than +4. You
    begin with 3 Spirit.

    Reading: stat, tags and the -1 of a negative tag are added up first, and at most +4 counts. A -1 that the cap
    swallows costs nothing, so it earns no Spirit.
    """
    total = roll_try(dice, stat, tags, negative_tag, "2d6")
    if reroll:
        total = max(total, roll_try(dice, stat, tags, negative_tag, "re-roll"))
    if further_rerolls:
        total = dice.fold(
            lambda dice, best: max(best, roll_try(dice, stat, tags, negative_tag, "re-roll")), total, further_rerolls
        )
    if reroll or further_rerolls:
        dice.say(f"The {'best' if further_rerolls else 'better'} total, {total}, counts.")
        dice.add_consequence("The ally who granted the re-roll spends 1 Spirit and shares the consequences.")
    if negative_tag:
        dice.add_consequence(
            "You earn 1 Spirit for the negative tag."
            if earns_spirit(stat, tags, negative_tag)
            else f"The -1 changes nothing above +{MOST_ADDED}, so the negative tag earns no Spirit."
        )
    band = table("xmas.bands").row_for_roll(total)
    dice.say(f"{total} is {band.roll}: {band.name}.")
    dice.verdict(band.name)
    dice.add_consequence(band["meaning"])
    if band.key == "naughty":
        offer_hit(dice)
    return {"total": total, "band": band.key}


def earns_spirit(stat: int, tags: int, negative_tag: bool) -> bool:
    """Return True if a tag against yourself lowers the roll, and so earns Spirit."""
    return negative_tag and stat + tags <= MOST_ADDED


def offer_hit(dice: Dice) -> None:
    """Offer the hit that Command may assign after a failed roll."""
    dice.offer_roll("Take a hit", "xmas.hurt")


def roll_try(dice: Dice, stat: int, tags: int, negative_tag: bool, label: str) -> int:
    """Roll 2D6 with all modifiers and log the step."""
    terms: tuple[tuple[str, int], ...] = (("stat", stat), ("tags", tags), ("negative tag", -negative_tag))
    added = sum(value for _, value in terms)
    if added > MOST_ADDED:
        dice.say(f"{added:+d} would be added; +{MOST_ADDED} is the most.")
        added, terms = MOST_ADDED, (("at most", MOST_ADDED),)
    rolled = dice.total("2d6", label=label)
    total = dice.add_up((rolled,), *terms)
    dice.say(f"{rolled} {format_term(added)} = {total}." if added else f"Nothing is added: {rolled}.")
    return total
