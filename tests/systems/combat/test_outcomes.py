"""Effects of each outcome on the target: LIF lost by kind of damage, stuns by turn, breath."""

from tests.cases import check_each
from tests.systems.outcomes import Outcome, check_outcome

ADA = ("character", {})
HAMMER = ("character", {"weapons": [{"name": "Hammer", "damage": "3d6", "harm": "deadly", "blunt": "yes"}]})
RIFLE = ("character", {"weapons": [{"name": "Rifle", "damage": "3d6", "harm": "deadly"}]})
TASER = ("character", {"weapons": [{"name": "Taser", "damage": "3d6", "blunt": "no"}]})
ACTED = {"acted": True}
HITS = [6, 6, 1]  # 3 + 13 against 13, without a skill
SEVEN = [3, 3, 4]  # 10 minus TGH 3
NINE = [4, 4, 4]


def enemy(**fields):
    return "enemy", fields


OUTCOMES = {
    "a miss takes the turn's action": Outcome("blow", [1, 2, 3], ADA, enemy(), after={"by": ACTED}),
    "a hit that meets the target is one": Outcome(
        "blow", [2, 4, 4, *SEVEN], ADA, enemy(), after={"by": ACTED, "at": {"stunning": 7}}
    ),
    "TGH comes off blunt damage": Outcome(
        "blow", HITS + SEVEN, ADA, enemy(), after={"by": ACTED, "at": {"stunning": 7}}
    ),
    "deadly damage is counted apart": Outcome(
        "blow", HITS + SEVEN, HAMMER, enemy(), after={"by": ACTED, "at": {"deadly": 7}}
    ),
    "TGH doesn't stop a bullet": Outcome(
        "blow", [*HITS, 1, 1, 1], RIFLE, enemy(), after={"by": ACTED, "at": {"deadly": 3}}
    ),
    "TGH doesn't stop stunning damage that isn't blunt": Outcome(
        "blow", [*HITS, 1, 1, 1], TASER, enemy(), after={"by": ACTED, "at": {"stunning": 3}}
    ),
    "a weapon that a stored sheet has is blunt if it isn't deadly": Outcome(
        "blow",
        HITS + SEVEN,
        ("character", {"weapons": [{"name": "Club"}]}),
        enemy(),
        after={"by": ACTED, "at": {"stunning": 7}},
    ),
    "an enemy's gun isn't blunt": Outcome(
        "blow", HITS + SEVEN, enemy(harm="deadly", damage="3d6-3"), ADA, after={"by": ACTED, "at": {"deadly": 7}}
    ),
    "an enemy's mace may be blunt and deadly": Outcome(
        "blow", HITS + SEVEN, enemy(harm="deadly", blunt="yes"), ADA, after={"by": ACTED, "at": {"deadly": 7}}
    ),
    "a character without even a fist has no attack": Outcome(
        "blow", HITS + SEVEN, ("character", {"weapons": []}), enemy(), refused="the sheet has none"
    ),
    "TGH takes it all": Outcome("blow", [*HITS, 1, 1, 1], ADA, enemy(), after={"by": ACTED}),
    "more than half at once stuns for this turn": Outcome(
        "blow", HITS + NINE, ADA, enemy(), after={"by": ACTED, "at": {"stunning": 9, "stunned_turns": 1}}
    ),
    "a combatant who has acted loses the next action": Outcome(
        "blow", HITS + NINE, ADA, enemy(acted=True), after={"by": ACTED, "at": {"stunning": 9, "stunned_turns": 2}}
    ),
    "half is no stun": Outcome("blow", [*HITS, 4, 4, 3], ADA, enemy(), after={"by": ACTED, "at": {"stunning": 8}}),
    "the stunned are easier to hit": Outcome(
        "blow", [2, 2, 3, *SEVEN], ADA, enemy(stunned_turns=1), after={"by": ACTED, "at": {"stunning": 7}}
    ),
    "the last LIF to stunning damage": Outcome(
        "blow", HITS + SEVEN, ADA, enemy(stunning=12), after={"by": ACTED, "at": {"stunning": 15}}
    ),
    "the last LIF to deadly damage": Outcome(
        "blow", HITS + SEVEN, HAMMER, enemy(deadly=12), after={"by": ACTED, "at": {"deadly": 15}}
    ),
    "deadly damage takes the place of stunning damage": Outcome(
        "blow", HITS + SEVEN, HAMMER, enemy(stunning=15), after={"by": ACTED, "at": {"stunning": 8, "deadly": 7}}
    ),
    "the dying have nothing to lose": Outcome(
        "blow", HITS + SEVEN, HAMMER, enemy(deadly=15), refused="there is no LIF left to lose"
    ),
    "characters are struck as enemies are": Outcome(
        "blow", HITS + SEVEN, enemy(), ADA, after={"by": ACTED, "at": {"stunning": 7}}
    ),
    "a stunned combatant can't act": Outcome(
        "blow", HITS + SEVEN, enemy(stunned_turns=1), ADA, refused="is stunned, and loses this turn's action. End the"
    ),
    "there is one action in a turn": Outcome(
        "blow", HITS + SEVEN, enemy(acted=True), ADA, refused="has no action in this turn"
    ),
    "the unconscious can't act": Outcome("blow", HITS + SEVEN, enemy(stunning=15), ADA, refused="has to give some LIF"),
    "the dead can't act": Outcome("blow", HITS + SEVEN, ("character", {"health": 0}), enemy(), refused="is dead"),
    "the dead can't be hit": Outcome("blow", HITS + SEVEN, enemy(), ("character", {"health": 0}), refused="is dead"),
    "an attack that only hits": Outcome("attack", HITS, ADA, enemy(), after={"by": ACTED}),
    "damage that is known already is no action": Outcome(
        "blunt", [], ADA, enemy(), params={"damage": 10}, after={"at": {"stunning": 7}}
    ),
    "damage that is known already, and isn't blunt": Outcome(
        "blunt", [], RIFLE, enemy(), params={"damage": 7}, after={"at": {"deadly": 7}}
    ),
    "damage that is known already, and stuns": Outcome(
        "blunt", [], ADA, enemy(), params={"damage": 12}, after={"at": {"stunning": 9, "stunned_turns": 1}}
    ),
    "a stun by itself": Outcome("stun", [], ADA, enemy(), after={"at": {"stunned_turns": 1}}),
    "a stun after acting": Outcome("stun", [], ADA, enemy(acted=True), after={"at": {"stunned_turns": 2}}),
    "only a combatant who is up can be stunned": Outcome("stun", [], ADA, enemy(stunning=15), refused="unconscious"),
    "a skill roll is an action": Outcome("skill", [3, 3, 3], ADA, after={"by": ACTED}),
    "an attribute roll isn't one": Outcome("attribute", [3, 3, 3], ("character", {"stunned_turns": 1}), after={}),
    "a sprint takes the turn": Outcome(
        "move", [], ADA, tap=("sprint", "by"), after={"by": {"sprinted": 1, "acted": True}}
    ),
}


def roll_initiative(table, keys):
    """Let the roller act before all others."""
    for role, key in keys.items():
        if role == "board":
            continue
        params = {"reflexes": 10 if role == "by" else 3, "intellect": 3}
        table.execute("rolled", mechanic="combat.initiative", by=key, faces=[3], params=params)


@check_each("outcome", OUTCOMES.values(), OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("combat", outcome, roll_initiative)
