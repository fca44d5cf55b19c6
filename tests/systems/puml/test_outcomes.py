"""Effects of each outcome: hits, dice that leave a pool, phases that change, spaces of a goal."""

import pytest

from rules_py.errors import RefusedActionError
from tests.cases import check_each
from tests.systems.outcomes import Outcome, check_outcome, find_offers
from tests.systems.shown_board import list_acts
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
        refused="out of the fight already",
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
    "a tag team hits once, and neither member acts again": Outcome(
        "tag-team",
        SUCCESS,
        ADA,
        GUARD,
        ADA,
        chosen={"ally": "other"},
        after={"at": {"hits": 1}, "board": {"offense_dice": 3, "acted": ["by", "other"], "teamed": ["by", "other"]}},
    ),
    "a tag team needs another member": Outcome("tag-team", SUCCESS, ADA, GUARD, refused="Choose an ally"),
    "a tag team needs another member than the roller": Outcome(
        "tag-team", SUCCESS, ADA, GUARD, chosen={"ally": "by"}, refused="A tag team has two members"
    ),
    "a tag team needs a member who hasn't attacked": Outcome(
        "tag-team",
        SUCCESS,
        ADA,
        GUARD,
        ADA,
        chosen={"ally": "other"},
        board={"acted": ["other"]},
        refused="other has attacked in this phase already",
    ),
    "a tag team that defends and fails is hit": Outcome(
        "tag-team",
        FAILURE,
        ADA,
        GUARD,
        ADA,
        chosen={"ally": "other"},
        board={"phase": "defence"},
        after={"by": {"hits": 1}, "board": {"defence_dice": 3, "acted": ["at"]}},
    ),
    "the other member of the tag team takes the hit as well": Outcome(
        "tag-team",
        FAILURE,
        ADA,
        GUARD,
        ADA,
        chosen={"ally": "other"},
        board={"phase": "defence"},
        tap=("take-hit", "other", {"instead": None}),
        after={"by": {"hits": 1}, "other": {"hits": 1}, "board": {"defence_dice": 3, "acted": ["at"]}},
    ),
    "an enemy attacks a tag team once": Outcome(
        "tag-team",
        FAILURE,
        ADA,
        GUARD,
        ADA,
        chosen={"ally": "other"},
        board={"phase": "defence", "acted": ["at"]},
        refused="at has attacked in this phase already",
    ),
    "a disadvantage counts in a defence and leaves the enemy's dice alone": Outcome(
        "defence",
        [*SUCCESS, 6],
        ("character", {"hampered": True}),
        GUARD,
        board={"phase": "defence"},
        after={"by": {"hampered": False}, "board": {"defence_dice": 2, "acted": ["at"]}},
    ),
    "a defence is for its phase": Outcome("defence", FAILURE, ADA, GUARD, refused="It is the offense phase now"),
    "three dice need three dice": Outcome(
        "offense",
        [*SUCCESS, 1],
        ADA,
        GUARD,
        board={"offense_dice": 2},
        params={"advantage": True},
        refused="A third die makes it 3 dice, and this phase has 2 left",
    ),
    "another task takes dice and isn't an attack": Outcome(
        "action", SUCCESS, ADA, after={"board": {"offense_dice": 3}}
    ),
    "a free attack takes no dice": Outcome(
        "offense",
        SUCCESS,
        ("character", {"free_attack": True}),
        GUARD,
        board={"phase": "defence"},
        after={"at": {"hits": 1}, "by": {"free_attack": False}},
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
    "double damage is a hit more": Outcome(
        "ultra-success",
        [1],
        ADA,
        ("enemy", {"hits": 1, "hits_most": 3}),
        tap=("take-hit", "at"),
        after={"at": {"hits": 2}},
    ),
    "durability is lost": Outcome(
        "complication", [1], ADA, GUARD, tap=("lose-durability", "by"), after={"by": {"durability_lost": 1}}
    ),
    "half damage in a defence costs half a hit": Outcome(
        "complication", [2], ADA, GUARD, tap=("count-half-hit", "by"), after={"by": {"half_hit": True}}
    ),
    "half damage makes a whole hit of another half": Outcome(
        "complication",
        [2],
        ("character", {"half_hit": True}),
        GUARD,
        tap=("count-half-hit", "by"),
        after={"by": {"half_hit": False, "hits": 1}},
    ),
    "a structure is destroyed": Outcome(
        "ultra-success",
        [4],
        ADA,
        GUARD,
        tap=("destroy-structure", "board"),
        after={"board": {"structures_destroyed": 1}},
    ),
    "an enemy's armor is destroyed": Outcome(
        "ultra-success", [5], ADA, GUARD, tap=("destroy-gear", "at"), after={"at": {"gear_destroyed": 1}}
    ),
    "a free attack is gained in the defence": Outcome(
        "ultra-success",
        [7],
        ADA,
        GUARD,
        params={"side": "defence"},
        tap=("gain-free-attack", "by"),
        after={"by": {"free_attack": True}},
    ),
    "a defence die fewer": Outcome(
        "ultra-success", [2], ADA, GUARD, tap=("change-defence-dice", "board"), after={"board": {"defence_dice": 4}}
    ),
}


@check_each("outcome", OUTCOMES.values(), OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("puml", outcome)


@pytest.mark.parametrize(("faces", "follows"), [(PARTIAL, "puml.complication"), (ULTRA, "puml.ultra-success")])
def test_required_table_roll_is_offered_as_a_button(faces, follows):
    table = TableSession("puml")
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard")
    table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=faces, params={})
    acts = [act for _, act in list_acts(table.html(), ".fb-decisions .fb-play")]
    assert [(act["mechanic"], act["by"], act["at"]) for act in acts] == [(follows, ada, guard)]
    table.execute(acts[0].pop("act"), **acts[0])


# Complications undo what their own roll did


@pytest.fixture
def table():
    return TableSession("puml")


def test_no_damage_takes_back_the_hit_of_its_roll(table):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard")
    table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=PARTIAL, params={})
    table.execute("rolled", mechanic="puml.complication", by=ada, at=guard, faces=[7], params={})
    (offer,) = [each for each in find_offers(table) if each["change"] == "puml.take-back-hit"]
    table.execute(offer.pop("act"), **offer)
    assert table.sheet(guard).hits == 0


@pytest.mark.parametrize(("half", "left"), [(False, (0, True)), (True, (1, False))])
def test_half_damage_leaves_half_of_the_hit_of_its_roll(table, half, left):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard", half_hit=half)
    table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=PARTIAL, params={})
    table.execute("rolled", mechanic="puml.complication", by=ada, at=guard, faces=[2], params={})
    (offer,) = find_offers(table)
    assert (offer["change"], offer["who"]) == ("puml.count-half-hit", guard)
    table.execute(offer.pop("act"), **offer)
    assert (table.sheet(guard).hits, table.sheet(guard).half_hit) == left


def test_no_damage_after_a_defence_leaves_an_older_hit(table):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard", hits=1)
    table.execute("edit", who="board", fields={"phase": "defence"})
    table.execute("rolled", mechanic="puml.defence", by=ada, at=guard, faces=PARTIAL, params={})
    table.execute("rolled", mechanic="puml.complication", by=ada, at=guard, faces=[7], params={})
    assert [each["change"] for each in find_offers(table)] == []


def test_defence_die_after_the_last_ones_counts_in_the_new_round(table):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard")
    table.execute("edit", who="board", fields={"phase": "defence", "defence_dice": 2})
    table.execute("rolled", mechanic="puml.defence", by=ada, at=guard, faces=PARTIAL, params={})
    assert (table.fight.board.phase, table.fight.board.defence_dice) == ("offense", 5)
    table.execute("rolled", mechanic="puml.complication", by=ada, at=guard, faces=[4], params={})
    (offer,) = find_offers(table)
    table.execute(offer.pop("act"), **offer)
    assert (table.fight.board.phase, table.fight.board.defence_dice) == ("offense", 6)
    table.execute("end", of="phase")
    assert table.fight.board.dice == 6


@pytest.mark.parametrize(("marked", "offered"), [(True, ["puml.hold-goal"]), (False, [])])
def test_the_goal_loses_only_the_space_of_the_roll(table, marked, offered):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard")
    table.execute("edit", who="board", fields={"goal_spaces": 4, "goal_marked": 2})
    if marked:
        table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=PARTIAL, params={})
    table.execute("rolled", mechanic="puml.complication", by=ada, at=guard, faces=[7], params={})
    assert [each["change"] for each in find_offers(table) if each["change"] == "puml.hold-goal"] == offered


def test_second_attack_in_a_phase_is_refused_with_its_dice_and_its_hit(table):
    ada, guard = table.join("character", name="Ada"), table.join("enemy", name="Guard", hits_most=9)
    table.execute("rolled", mechanic="puml.offense", by=ada, at=guard, faces=SUCCESS, params={})
    with pytest.raises(RefusedActionError, match="Ada has attacked in this phase already"):
        table.execute("roll", mechanic="puml.offense", by=ada, at=guard)
    assert (table.sheet(guard).hits, table.fight.board.dice) == (1, 3)
    with pytest.raises(RefusedActionError, match="Ada has attacked in this phase already"):
        table.execute("roll", mechanic="puml.offense", by=ada, at=guard, override=["puml.take-action"])
    table.execute(
        "rolled",
        mechanic="puml.offense",
        by=ada,
        at=guard,
        faces=[5, 4, 1],
        params={"advantage": True},
        override=["attack"],
    )
    assert table.fight.board.phase == "defence", "the last three dice are spent all the same"
    assert "Done anyway: Ada has attacked" in " ".join(said for each in table.fight.log for said in each.messages)
