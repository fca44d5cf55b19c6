"""Effects of each outcome on the target: LIF lost by kind of damage, stuns by turn, breath."""

import pytest

from tests.systems.outcomes import Outcome, check_outcome

ADA = ("character", {})
ARMED = ("character", {"weapons": [{"name": "Rifle", "damage": "3d6", "harm": "deadly"}]})
HITS = [6, 6, 1]  # 3 + 3 + 13 against 13
SEVEN = [3, 3, 4]  # 10 minus TGH 3
NINE = [4, 4, 4]


def enemy(**fields):
    return "enemy", fields


OUTCOMES = {
    "a miss does nothing": Outcome("blow", [1, 2, 3], ADA, enemy()),
    "a hit that meets the target is one": Outcome(
        "blow", [1, 2, 4, *SEVEN], ADA, enemy(), after={"at": {"stunning": 7}}
    ),
    "damage comes off LIF after TGH": Outcome("blow", HITS + SEVEN, ADA, enemy(), after={"at": {"stunning": 7}}),
    "deadly damage is counted apart": Outcome("blow", HITS + SEVEN, ARMED, enemy(), after={"at": {"deadly": 7}}),
    "TGH takes it all": Outcome("blow", [*HITS, 1, 1, 1], ADA, enemy()),
    "more than half at once stuns for this turn": Outcome(
        "blow", HITS + NINE, ADA, enemy(), after={"at": {"stunning": 9, "stunned_turns": 1}}
    ),
    "a combatant who has acted loses the next action": Outcome(
        "blow", HITS + NINE, ADA, enemy(acted=True), after={"at": {"stunning": 9, "stunned_turns": 2}}
    ),
    "half is no stun": Outcome("blow", [*HITS, 4, 4, 3], ADA, enemy(), after={"at": {"stunning": 8}}),
    "the stunned are easier to hit": Outcome(
        "blow", [1, 1, 2, *SEVEN], ADA, enemy(stunned_turns=1), after={"at": {"stunning": 7}}
    ),
    "the last LIF to stunning damage": Outcome(
        "blow", HITS + SEVEN, ADA, enemy(stunning=12), after={"at": {"stunning": 15}}
    ),
    "the last LIF to deadly damage": Outcome(
        "blow", HITS + SEVEN, ARMED, enemy(deadly=12), after={"at": {"deadly": 15}}
    ),
    "deadly damage takes the place of stunning damage": Outcome(
        "blow", HITS + SEVEN, ARMED, enemy(stunning=15), after={"at": {"stunning": 8, "deadly": 7}}
    ),
    "the dying have nothing to lose": Outcome(
        "blow", HITS + SEVEN, ARMED, enemy(deadly=15), refused="there is no LIF left to lose"
    ),
    "characters are struck as enemies are": Outcome("blow", HITS + SEVEN, enemy(), ADA, after={"at": {"stunning": 7}}),
    "damage that is known already": Outcome(
        "blunt", [], ADA, enemy(), params={"damage": 10}, after={"at": {"stunning": 7}}
    ),
    "damage that is known already, and stuns": Outcome(
        "blunt", [], ADA, enemy(), params={"damage": 12}, after={"at": {"stunning": 9, "stunned_turns": 1}}
    ),
    "a stun by itself": Outcome("stun", [], ADA, enemy(), after={"at": {"stunned_turns": 1}}),
    "a stun after acting": Outcome("stun", [], ADA, enemy(acted=True), after={"at": {"stunned_turns": 2}}),
    "only a combatant who is up can be stunned": Outcome("stun", [], ADA, enemy(stunning=15), refused="unconscious"),
    "a sprint": Outcome("move", [], ADA, tap=("sprint", "by"), after={"by": {"sprinted": 1}}),
}


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("combat", outcome)
