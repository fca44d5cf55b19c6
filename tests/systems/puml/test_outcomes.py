"""Effects of each outcome: hits, dice that leave a pool, phases that change, spaces of a goal."""

import json
import re
from html import unescape

import pytest

from tests.systems.outcomes import Outcome, check_outcome
from tests.systems.table_session import TableSession

ADA, GUARD = ("character", {}), ("enemy", {})
FAILURE, PARTIAL, SUCCESS, ULTRA = [1, 2], [3, 4], [5, 5], [6, 6]
DEFENCE = {"phase": "defence", "offense_dice": 0}
NEW_ROUND = {"phase": "offense", "offense_dice": 5, "defence_dice": 5}

OUTCOMES = {
    # Offense
    "a failed offense loses a die more": Outcome(
        "offense", FAILURE, ADA, GUARD, after={"board": {"offense_dice": 2, "acted": ["by"]}}
    ),
    "a partial success hits": Outcome(
        "offense", PARTIAL, ADA, GUARD, after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by"]}}
    ),
    "a success hits": Outcome(
        "offense", SUCCESS, ADA, GUARD, after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by"]}}
    ),
    "an ultra success hits": Outcome(
        "offense", ULTRA, ADA, GUARD, after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by"]}}
    ),
    "a third die may be spent": Outcome(
        "offense",
        [*SUCCESS, 1],
        ADA,
        GUARD,
        params={"advantage": True},
        after={"at": {"hits": 1}, "board": {"offense_dice": 2, "acted": ["by"]}},
    ),
    "the last three dice go in together, and the phase ends": Outcome(
        "offense", [*SUCCESS, 1], ADA, GUARD, board={"offense_dice": 3}, after={"at": {"hits": 1}, "board": DEFENCE}
    ),
    "a single die that is left ends the phase": Outcome(
        "offense", FAILURE, ADA, GUARD, board={"offense_dice": 4}, after={"board": DEFENCE}
    ),
    "no combatant attacks twice in a phase": Outcome(
        "offense", FAILURE, ADA, GUARD, board={"acted": ["by"]}, refused="has attacked in this phase already"
    ),
    "an offense is for its phase": Outcome(
        "offense", FAILURE, ADA, GUARD, board={"phase": "defence"}, refused="the defence phase"
    ),
    "a combatant who is out takes no more hits": Outcome(
        "offense",
        SUCCESS,
        ADA,
        ("enemy", {"hits": 2}),
        refused="out of the fight",
        after={"board": {"offense_dice": 3, "acted": ["by"]}},
    ),
    "a disadvantage is used up": Outcome(
        "offense",
        [1, 2, 6],
        ("character", {"hampered": True}),
        GUARD,
        after={"by": {"hampered": False}, "board": {"offense_dice": 2, "acted": ["by"]}},
    ),
    # Defence: the attacked combatant rolls
    "a failed defence is a hit": Outcome(
        "defence",
        FAILURE,
        ADA,
        GUARD,
        board={"phase": "defence"},
        after={"by": {"hits": 1}, "board": {"defence_dice": 3, "acted": ["at"]}},
    ),
    "a partial defence is none": Outcome(
        "defence",
        PARTIAL,
        ADA,
        GUARD,
        board={"phase": "defence"},
        after={"board": {"defence_dice": 3, "acted": ["at"]}},
    ),
    "a defence that works removes a die": Outcome(
        "defence",
        SUCCESS,
        ADA,
        GUARD,
        board={"phase": "defence"},
        after={"board": {"defence_dice": 2, "acted": ["at"]}},
    ),
    "an ultra success ends the phase": Outcome(
        "defence",
        ULTRA,
        ADA,
        GUARD,
        board={"phase": "defence", "offense_dice": 0, "defence_dice": 4},
        after={"board": NEW_ROUND},
    ),
    "the last dice of the defence begin a new round": Outcome(
        "defence",
        PARTIAL,
        ADA,
        GUARD,
        board={"phase": "defence", "offense_dice": 0, "defence_dice": 2},
        after={"board": NEW_ROUND},
    ),
    # Tag teams
    "a tag team hits": Outcome(
        "tag-team", SUCCESS, ADA, GUARD, after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by"]}}
    ),
    "a tag team that defends and fails is hit": Outcome(
        "tag-team",
        FAILURE,
        ADA,
        GUARD,
        board={"phase": "defence"},
        after={"by": {"hits": 1}, "board": {"defence_dice": 3}},
    ),
    # A goal in addition to the fight
    "a success marks the goal": Outcome(
        "offense",
        SUCCESS,
        ADA,
        GUARD,
        board={"goal_spaces": 4},
        after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by"], "goal_marked": 1}},
    ),
    "a failure does not": Outcome(
        "offense", FAILURE, ADA, GUARD, board={"goal_spaces": 4}, after={"board": {"offense_dice": 2, "acted": ["by"]}}
    ),
    # Complications and ultra successes: the players decide, and one tap applies it
    "disadvantage on the next action": Outcome(
        "complication", [3], ADA, GUARD, tap=("hamper", "by"), after={"by": {"hampered": True}}
    ),
    "a defence die more": Outcome(
        "complication", [4], ADA, GUARD, tap=("change-defence-dice", "board"), after={"board": {"defence_dice": 6}}
    ),
    "damage is traded": Outcome("complication", [5], ADA, GUARD, tap=("take-hit", "by"), after={"by": {"hits": 1}}),
    "no damage after all": Outcome(
        "complication", [7], ADA, ("enemy", {"hits": 1}), tap=("take-back-hit", "at"), after={"at": {"hits": 0}}
    ),
    "the goal stays where it was": Outcome(
        "complication",
        [7],
        ADA,
        GUARD,
        tap=("hold-goal", "board"),
        board={"goal_spaces": 4, "goal_marked": 2},
        after={"board": {"goal_marked": 1}},
    ),
    "double damage is a hit more": Outcome(
        "ultra-success",
        [1],
        ADA,
        ("enemy", {"hits": 1, "hits_most": 3}),
        tap=("take-hit", "at"),
        after={"at": {"hits": 2}},
    ),
    "a defence die fewer": Outcome(
        "ultra-success", [2], ADA, GUARD, tap=("change-defence-dice", "board"), after={"board": {"defence_dice": 4}}
    ),
}


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("puml", outcome)


@pytest.mark.parametrize(("faces", "follows"), [(PARTIAL, "puml.complication"), (ULTRA, "puml.ultra-success")])
def test_required_table_roll_is_offered_as_a_button(faces, follows):
    table = TableSession("puml")
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard")
    table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=faces, params={})
    acts = [json.loads(unescape(act)) for act in re.findall(r'class="fb-fight-due" data-act="([^"]*)"', table.html())]
    assert [(act["mechanic"], act["by"], act["at"]) for act in acts] == [(follows, ada, guard)]
    table.execute(acts[0].pop("act"), **acts[0])
