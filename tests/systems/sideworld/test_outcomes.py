"""Effects of each outcome: Stamina through wearing layers, body parts, recoil and clips, NE, poison."""

from tests.cases import check_each
from tests.systems.outcomes import Outcome, check_outcome

RIFLE = {"name": "Rifle", "damage": "20", "rounds": 3, "clip": 30, "loaded": 30, "vent": 1}
ADA = ("character", {"weapons": [RIFLE]})
HIT, MISS = [15, 5], [5, 15]  # 10 + 15 above 10 + 5
FIRED = {"recoil": 2, "loaded": 27}  # three rounds; the vent reduces the recoil by 1


def ada(**fields):
    return "character", {"weapons": [RIFLE], **fields}


def npc(**fields):
    return "npc", {"stamina": 100, **fields}


GUN = {"name": "Gun", "damage": "20", "rounds": 2, "clip": 10, "loaded": 10}


def tank(**fields):
    return "vehicle", {"dc": 200, "resilience": 10, "weapons": [GUN], **fields}


def single_shot_character(damage):
    """Return a character whose weapon fires one round with this damage and tracks neither recoil nor rounds."""
    return "character", {"weapons": [{"name": "Rock", "damage": str(damage), "steady": True}]}


OUTCOMES = {
    # Attacks, and the damage that armour and parries stop
    "a miss only fires": Outcome("attack", MISS, ADA, npc(), after={"by": {"weapons": [FIRED]}}),
    "a hit takes Stamina for each round": Outcome(
        "attack",
        HIT,
        ADA,
        npc(stamina=199),
        owed="wound",
        after={"by": {"weapons": [FIRED]}, "at": {"stamina_lost": 60, "severe_wounds": 1}},
    ),
    "armour keeps what it cost": Outcome(
        "attack", HIT, single_shot_character(20), npc(layers=[[5, 150]]), after={"at": {"layers": [[5, 135]]}}
    ),
    "below its resilience it costs nothing": Outcome("attack", HIT, single_shot_character(4), npc(layers=[[5, 150]])),
    "a layer that is gone lets the rest through": Outcome(
        "attack", HIT, single_shot_character(20), npc(layers=[[5, 10], [1, 5]]), after={"at": {"layers": [[1, 1]]}}
    ),
    "a parry takes the blow": Outcome(
        "attack",
        [3, 15, 5],
        single_shot_character(20),
        npc(parries=[{"name": "Shield", "bonus": 0, "resilience": 4, "dc": 30}]),
        params={"parry": True},
        after={"at": {"parries": [{"dc": 14}]}},
    ),
    "what can't be parried with any more leaves the sheet": Outcome(
        "attack",
        [3, 15, 5],
        single_shot_character(20),
        npc(parries=[{"name": "Stick", "bonus": 0, "resilience": 4, "dc": 6}]),
        params={"parry": True},
        after={"at": {"parries": [], "stamina_lost": 10}},
    ),
    "half of Stamina hurts": Outcome(
        "attack", HIT, single_shot_character(20), npc(stamina_lost=35), after={"at": {"stamina_lost": 55}}
    ),
    "more than a quarter at once is severe": Outcome(
        "attack",
        HIT,
        single_shot_character(26),
        npc(),
        owed="wound",
        after={"at": {"stamina_lost": 26, "severe_wounds": 1}},
    ),
    "a quarter is not": Outcome("attack", HIT, single_shot_character(25), npc(), after={"at": {"stamina_lost": 25}}),
    "Stamina ends at 0": Outcome(
        "attack", HIT, single_shot_character(20), npc(stamina_lost=90), after={"at": {"stamina_lost": 100}}
    ),
    "the dead take no more": Outcome("attack", HIT, single_shot_character(20), npc(dead=True), refused="dead"),
    "a character without a weapon has no attack with one": Outcome(
        "attack", [*MISS], ("character", {}), npc(), refused="the sheet has none"
    ),
    "a parry needs something to parry with": Outcome(
        "attack", [3, 15, 5], single_shot_character(20), npc(), params={"parry": True}, refused="nothing to parry with"
    ),
    "more rounds than are loaded can't be fired": Outcome(
        "attack", MISS, ("character", {"weapons": [{**RIFLE, "loaded": 2}]}), npc(), refused="loaded"
    ),
    "a mounted gun has no recoil": Outcome(
        "to-hit",
        MISS,
        ("character", {"weapons": [{**RIFLE, "steady": True, "rounds": 1}]}),
        npc(),
        after={"by": {"weapons": [{"loaded": 29}]}},
    ),
    "a blow without a weapon": Outcome("unarmed", [*HIT, 4], ADA, npc(), after={"at": {"stamina_lost": 14}}),
    "damage that is rolled alone": Outcome(
        "damage", [], single_shot_character(20), npc(), after={"at": {"stamina_lost": 20}}
    ),
    "a near miss": Outcome(
        "near-miss",
        [],
        ADA,
        npc(),
        params={"damage": "20", "miss_by": 5, "distance": 10, "radius": 2, "rounds": 1},
        after={"at": {"stamina_lost": 20}},
    ),
    "a near miss by more than half the radius": Outcome(
        "near-miss",
        [],
        ADA,
        npc(),
        params={"damage": "20", "miss_by": 15, "distance": 10, "radius": 2, "rounds": 1},
        after={"at": {"stamina_lost": 10}},
    ),
    "an object keeps what it cost": Outcome(
        "attack", HIT, single_shot_character(20), ("object", {"resilience": 5, "dc": 50}), after={"at": {"dc": 30}}
    ),
    "an object breaks": Outcome(
        "attack", HIT, single_shot_character(20), ("object", {"resilience": 5, "dc": 10}), after={"at": {"dc": 0}}
    ),
    # A turret uses the pilot's Reactions as Attack; a mounted weapon has no recoil and can't be parried
    "a turret's hit": Outcome(
        "turret",
        HIT,
        tank(),
        npc(stamina=199, layers=[[5, 150]]),
        after={"by": {"weapons": [{"loaded": 8}]}, "at": {"layers": [[5, 115]]}},
    ),
    "a turret misses": Outcome("turret", MISS, tank(), npc(), after={"by": {"weapons": [{"loaded": 8}]}}),
    "a turret needs rounds": Outcome("turret", MISS, tank(weapons=[{**GUN, "loaded": 1}]), npc(), refused="loaded"),
    "a turret against a vehicle": Outcome(
        "turret", HIT, tank(), tank(), after={"by": {"weapons": [{"loaded": 8}]}, "at": {"dc": 160}}
    ),
    "a turret against a vehicle behind armour": Outcome(
        "turret",
        HIT,
        tank(),
        tank(layers=[[5, 20]]),
        after={"by": {"weapons": [{"loaded": 8}]}, "at": {"layers": [], "dc": 185}},
    ),
    "a turret against a thing": Outcome(
        "turret",
        HIT,
        tank(),
        ("object", {"resilience": 5, "dc": 50}),
        after={"by": {"weapons": [{"loaded": 8}]}, "at": {"dc": 10}},
    ),
    "another vehicle's turret leaves the own gun alone": Outcome(
        "turret", HIT, ADA, npc(), params={"damage": "20"}, after={"at": {"stamina_lost": 20}}
    ),
    # Ramming: both take the same crash, 2D6 for each 10 km/h; occupants take 2D6 for each 20, times 4 without a seat
    "a ram hurts both vehicles": Outcome(
        "ram",
        [*HIT, 6, 6, 5, 5, 3, 4, 1, 1],
        tank(),
        tank(),
        params={"kph": 20},
        after={"by": {"dc": 178}, "at": {"dc": 178}},
    ),
    "it counts 2 less against a vehicle": Outcome(
        "ram", [11, 10], tank(), tank(reactions=0, weaves=False, kph=0), params={"kph": 20, "dodge": 0, "modifier": -9}
    ),
    "a ram that misses": Outcome("ram", MISS, tank(), npc(), params={"kph": 20}),
    "a person who is rammed takes what the vehicle takes": Outcome(
        "ram",
        [11, 10, 6, 6, 5, 5, 3, 4, 1, 1],
        tank(),
        npc(),
        params={"kph": 20},
        after={"by": {"dc": 178}, "at": {"stamina_lost": 22}},
    ),
    "a person's armour is in the way": Outcome(
        "ram",
        [*HIT, 6, 6, 5, 5, 3, 4, 1, 1],
        tank(),
        npc(layers=[[2, 10]]),
        params={"kph": 20},
        after={"by": {"dc": 178}, "at": {"layers": [], "stamina_lost": 10}},
    ),
    "an occupant in a seat is hurt": Outcome(
        "ram",
        [*HIT, 6, 6, 5, 5, 3, 4, 1, 1],
        tank(),
        tank(),
        ADA,
        params={"kph": 20},
        tap=("take-damage", "other", {"damage": 7}),
        after={"by": {"dc": 178}, "at": {"dc": 178}, "other": {"stamina_lost": 7}},
    ),
    "an occupant without a seat is hurt four times as much": Outcome(
        "crash",
        [6, 6, 5, 5, 3, 4, 1, 1],
        tank(),
        None,
        ADA,
        params={"kph": 20},
        tap=("take-damage", "other", {"damage": 8}),
        after={"by": {"dc": 178}, "other": {"stamina_lost": 8}},
    ),
    # Several targets: one attack total against each target's own
    "Full Auto is divided by all targets": Outcome(
        "group-attack",
        [15, 5, 20, 5],
        ("character", {"weapons": [{**RIFLE, "rate": 6}]}),
        npc(stamina=199),
        also=[npc(stamina=199), npc(stamina=199, layers=[[5, 150]])],
        after={"by": {"weapons": [FIRED]}, "at": {"stamina_lost": 20}, "also 2": {"layers": [[5, 135]]}},
    ),
    "a blast does all its damage to each target it hits": Outcome(
        "group-attack",
        [15, 5, 14],
        ("character", {"weapons": [{**RIFLE, "rounds": 1, "radius": 4}]}),
        npc(stamina=199),
        also=[npc(stamina=199)],
        after={"by": {"weapons": [{"loaded": 29}]}, "at": {"stamina_lost": 20}, "also 1": {"stamina_lost": 20}},
    ),
    "a blast still catches targets it misses": Outcome(
        "group-attack",
        [5, 1, 15, 20],
        ("character", {"weapons": [{**RIFLE, "rounds": 1, "radius": 2}]}),
        npc(stamina=199),
        params={"distance": 10},
        also=[npc(stamina=199), npc(stamina=199)],
        after={
            "by": {"weapons": [{"loaded": 29}]},
            "at": {"stamina_lost": 20},
            "also 1": {"stamina_lost": 20},
            "also 2": {"stamina_lost": 10},
        },
    ),
    "things are hit among people": Outcome(
        "group-attack",
        [15, 5, 5],
        ("character", {"weapons": [{**RIFLE, "rounds": 1, "radius": 4}]}),
        npc(stamina=199),
        also=[("object", {"resilience": 5, "dc": 50})],
        after={"by": {"weapons": [{"loaded": 29}]}, "at": {"stamina_lost": 20}, "also 1": {"dc": 30}},
    ),
    # Thrown or dropped objects: the code's Hit Damage; dropped, times the square of the metres, ignoring all armour
    "something heavy is thrown": Outcome(
        "carry",
        [],
        ADA,
        None,
        npc(layers=[[5, 150]], stamina=199),
        params={"code": -1},
        tap=("take-damage", "other", {"bare": False}),
        after={"other": {"layers": [[5, 145]]}},
    ),
    "something heavy is dropped": Outcome(
        "carry",
        [],
        ADA,
        None,
        npc(layers=[[5, 150]], stamina=199),
        params={"code": -1, "metres": 2},
        tap=("take-damage", "other", {"bare": True}),
        after={"other": {"stamina_lost": 40}},
    ),
    "something is thrown at a thing": Outcome(
        "carry",
        [],
        ADA,
        None,
        ("object", {"resilience": 1, "dc": 500}),
        params={"code": -1},
        tap=("damage-object", "other", {}),
        after={"other": {"dc": 490}},
    ),
    # Body parts
    "a part is halved": Outcome(
        "wound", [21], ada(severe_wounds=1), after={"by": {"severe_wounds": 0, "parts_hit": ["arms"]}}
    ),
    "a part that is hit twice": Outcome(
        "wound",
        [50],
        ada(severe_wounds=1, parts_hit=["arms"]),
        after={"by": {"severe_wounds": 0, "parts_hit": ["arms", "arms"]}},
    ),
    "a brain that dies": Outcome("wound", [91], ada(severe_wounds=1), after={"by": {"severe_wounds": 0, "dead": True}}),
    "a trunk that is hit twice is death": Outcome(
        "wound",
        [1],
        ada(severe_wounds=1, parts_hit=["trunk"]),
        after={"by": {"severe_wounds": 0, "parts_hit": ["trunk", "trunk"]}},
    ),
    "a prosthetic that fails": Outcome(
        "prosthetic",
        [1],
        ada(prosthetics=[{"part": "legs", "years": 7}]),
        after={"by": {"parts_hit": ["legs", "legs"]}},
    ),
    # Driving
    "a crash wrecks the vehicle": Outcome(
        "crash", [3] * 4 + [1] * 2 + [1] * 2, ("vehicle", {"dc": 50}), params={"kph": 20}, after={"by": {"dc": 38}}
    ),
    # Magic, poison, hours
    "a spell takes its NE": Outcome(
        "spell", [], ada(ne=50, ne_full=100), params={"cost": "20"}, after={"by": {"ne": 30}}
    ),
    "a spell that fizzles takes half": Outcome(
        "spell", [], ada(ne=15, ne_full=100), params={"cost": "20"}, after={"by": {"ne": 7}}
    ),
    "chaos drains": Outcome("scramble", [10, 9], ada(poison=30), npc(ne=40, ne_full=50), after={"at": {"ne": 0}}),
    "chaos restores": Outcome("scramble", [10, 10], ada(poison=30), npc(ne=4, ne_full=50), after={"at": {"ne": 50}}),
    "alcohol adds 3 a unit": Outcome(
        "poison", [], ADA, params={"alcohol": 2}, tap=("take-poison", "by"), after={"by": {"poison": 6}}
    ),
    "an hour heals a point": Outcome(
        "heal", [], ada(stamina_lost=6), tap=("pass-hours", "by"), after={"by": {"stamina_lost": 0}}
    ),
    "sleep brings NE": Outcome(
        "sleep", [], ada(ne=0, ne_full=100), params={"hours": 8}, tap=("pass-hours", "by"), after={"by": {"ne": 80}}
    ),
}


@check_each("outcome", OUTCOMES.values(), OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("sideworld", outcome)
