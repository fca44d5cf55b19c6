"""Effects of each outcome: HP through armor and cover, ammo, momentum, stress, talents, dying, clocks."""

from tests.cases import check_each
from tests.systems.outcomes import Outcome, check_outcome

HANDGUN = {"name": "Handgun", "kind": "handgun", "damage": 1, "ammo": 6, "full": 6}
ADA = ("operative", {"weapons": [HANDGUN]})
FAILURE, PARTIAL, SUCCESS, CRITICAL = [2, 3], [2, 6], [4, 6], [6, 6]  # a critical requires 1 more


def ada(**fields):
    return "operative", {"weapons": [HANDGUN], **fields}


def enemy(**fields):
    return "enemy", {"hp": 12, "max_hp": 12, "never_checks": True, **fields}


def ammo_left(ammo):
    return {"weapons": [{"ammo": ammo}]}


def operative_at_0_hp(**fields):
    return "operative", {"hp": 0, **fields}


def operative_at_stress_limit(**fields):
    return "operative", {"stress": 6, **fields}


BLEEDING = {"name": "Bleeding out", "kind": "bleeding", "rounds": 100, "concentration": False, "kept": False}
OUTCOMES = {
    # Attacks: a handgun nearby is at -1 and does +1 damage
    "a failed attack checks off ammo": Outcome("attack", FAILURE, ADA, enemy(), after={"by": ammo_left(5)}),
    "a partial success: the lowest die, ammo, 1 momentum": Outcome(
        "attack",
        PARTIAL,
        ADA,
        enemy(),
        params={"range_band": "close"},
        after={"by": {**ammo_left(5), "momentum": 3}, "at": {"hp": 9}},
    ),
    "a success: the highest die, 2 momentum": Outcome(
        "attack", SUCCESS, ADA, enemy(), params={"range_band": "close"}, after={"by": {"momentum": 4}, "at": {"hp": 5}}
    ),
    "a critical: both dice, 3 momentum": Outcome(
        "attack",
        CRITICAL,
        ada(tactics=1),
        enemy(hp=20, max_hp=20),
        chosen={"attribute": "tactics"},
        params={"range_band": "close"},
        after={"by": {"momentum": 5}, "at": {"hp": 7}},
    ),
    "armor and cover come off": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(armor=2, cover=1),
        params={"range_band": "close"},
        after={"by": {"momentum": 4}, "at": {"hp": 8}},
    ),
    "momentum that is spent brings none": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(),
        params={"spent_momentum": True, "range_band": "close"},
        after={"by": {"momentum": 0}, "at": {"hp": 5}},
    ),
    "momentum that isn't there can't be spent": Outcome(
        "attack",
        SUCCESS,
        ada(momentum=1),
        enemy(),
        params={"spent_momentum": True, "range_band": "close"},
        refused="costs 2 momentum",
    ),
    "the advantage is used up": Outcome(
        "attack",
        [*SUCCESS, 1],
        ada(next_advantage=True),
        enemy(),
        params={"range_band": "close"},
        after={"by": {"momentum": 4, "next_advantage": False}, "at": {"hp": 5}},
    ),
    "the reckless gain no momentum": Outcome(
        "attack",
        SUCCESS,
        ada(panic=["5"]),
        enemy(),
        params={"range_band": "close"},
        after={"at": {"hp": 5}},
    ),
    "HP don't go below 0": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(hp=2),
        params={"range_band": "close"},
        after={"by": {"momentum": 4}, "at": {"hp": 0}},
    ),
    "an enemy who is out takes no more": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(hp=0),
        params={"range_band": "close"},
        refused="out of the fight. Choose another target.",
    ),
    "without ammo there is none to check off": Outcome(
        "attack",
        FAILURE,
        ("operative", {"weapons": [{**HANDGUN, "ammo": 0}]}),
        enemy(),
        refused="There is no ammo left for Handgun. Restock it",
    ),
    "suppressing fire pins down and costs ammo": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(cover=2),
        params={"range_band": "close", "suppressing": True},
        after={"by": {**ammo_left(5), "momentum": 4}, "at": {"pinned": 7, "pinned_by": "by"}},
    ),
    "the GM may have a failure bring stress": Outcome(
        "attack", FAILURE, ADA, enemy(), tap=("gain-stress", "by"), after={"by": {**ammo_left(5), "stress": 1}}
    ),
    "a lone foe checks morale when first hurt": Outcome(
        "attack",
        SUCCESS,
        ADA,
        enemy(never_checks=False, lone=True),
        params={"range_band": "close"},
        owed="morale",
        after={"by": {"momentum": 4}, "at": {"hp": 5}},
    ),
    # Swarms: 14 opponents have 4 armor, and a roll subtracts 3
    "a swarm loses one for each HP": Outcome(
        "attack",
        SUCCESS,
        ADA,
        ("swarm", {"size": 3, "never_checks": True}),
        params={"range_band": "close", "armor": 0},
        after={"by": {"momentum": 4}, "at": {"lost": 3}},
    ),
    "a big swarm has more armor than a roll takes off": Outcome(
        "attack",
        SUCCESS,
        ADA,
        ("swarm", {"size": 18, "never_checks": True}),
        params={"range_band": "close"},
        after={"by": {"momentum": 4}, "at": {"lost": 3}},
    ),  # 6 + 1 - 4
    "what ignores armor takes it off no swarm": Outcome(
        "attack",
        SUCCESS,
        ADA,
        ("swarm", {"size": 18, "never_checks": True}),
        params={"range_band": "close", "ignores_armor": True},
        after={"by": {"momentum": 4}, "at": {"lost": 7}},
    ),
    "a big swarm may stop all of it": Outcome(
        "attack",
        PARTIAL,
        ADA,
        ("swarm", {"size": 20, "never_checks": True}),
        params={"range_band": "close"},
        after={"by": {**ammo_left(5), "momentum": 3}},
    ),  # 2 + 1 - 4
    "a swarm of 14 loses 5": Outcome(
        "attack",
        SUCCESS,
        ADA,
        ("swarm", {"size": 14}),
        owed="morale",
        params={"range_band": "close", "damage": 2},
        after={"by": {"momentum": 4}, "at": {"lost": 5}},
    ),  # 6 + 2 - 3
    "a swarm that has lost half checks morale": Outcome(
        "attack",
        PARTIAL,
        ADA,
        ("swarm", {"size": 8, "lost": 3, "checks_held": 1}),
        params={"range_band": "close"},
        owed="morale",
        after={"by": {**ammo_left(5), "momentum": 3}, "at": {"lost": 5}},
    ),  # 5 opponents have 1 armor: 2 + 1 - 1
    "a swarm attacks by its size": Outcome(
        "defend", FAILURE, ada(hp=6, armor=1), ("swarm", {"size": 14}), after={"by": {"hp": 2}}
    ),  # 3 + 2 - 1
    "a small one is weaker": Outcome(
        "defend", FAILURE, ADA, ("swarm", {"size": 14, "lost": 10, "never_checks": True}), after={"by": {"hp": 4}}
    ),  # 3 - 1
    # Several attackers of one target, and one attack on several targets
    "focus fire keeps the highest": Outcome(
        "focus-fire",
        [*PARTIAL, *SUCCESS],
        ADA,
        enemy(armor=1),
        override=["attackers"],
        params={"range_band": "close"},
        after={"by": {**ammo_left(5), "momentum": 3}, "at": {"hp": 6}},
    ),
    "focus fire that misses": Outcome(
        "focus-fire", [*FAILURE, *FAILURE], ADA, enemy(), override=["attackers"], after={"by": ammo_left(5)}
    ),
    "focus fire in a fight": Outcome("focus-fire", [*SUCCESS, *SUCCESS], ADA, enemy(), refused="for several attackers"),
    "focus fire with an empty weapon": Outcome(
        "focus-fire",
        [*SUCCESS, *SUCCESS],
        ("operative", {"weapons": [{**HANDGUN, "ammo": 0}]}),
        enemy(),
        refused="no ammo left",
    ),
    "focus fire on a big swarm": Outcome(
        "focus-fire",
        [*PARTIAL, *SUCCESS],
        ADA,
        ("swarm", {"size": 18, "never_checks": True}),
        override=["attackers"],
        params={"range_band": "close"},
        after={"by": {**ammo_left(5), "momentum": 3}, "at": {"lost": 3}},
    ),
    "focus fire makes a lone foe check morale": Outcome(
        "focus-fire",
        [*SUCCESS, *FAILURE],
        ADA,
        enemy(never_checks=False, lone=True),
        override=["attackers"],
        params={"range_band": "close"},
        owed="morale",
        after={"by": {"momentum": 4}, "at": {"hp": 5}},
    ),
    "focus fire on an operative": Outcome(
        "focus-fire",
        [*SUCCESS, *FAILURE],
        ADA,
        ada(hp=2),
        override=["attackers"],
        params={"range_band": "close"},
        owed="dying",
        after={"by": {"momentum": 4}, "at": {"hp": 0, "past_zero": 5}},
    ),
    "a blast hits each past their own armor": Outcome(
        "attack",
        SUCCESS,
        ("operative", {"weapons": [{**HANDGUN, "kind": "thrown", "blast": True}]}),
        enemy(),
        params={"range_band": "close"},
        also=[enemy(armor=2), ("swarm", {"size": 18, "never_checks": True})],
        after={"by": {**ammo_left(5), "momentum": 4}, "at": {"hp": 5}, "also 1": {"hp": 7}, "also 2": {"lost": 3}},
    ),
    "a blast that misses hits nobody": Outcome(
        "attack",
        FAILURE,
        ("operative", {"weapons": [{**HANDGUN, "kind": "thrown", "blast": True}]}),
        enemy(),
        also=[enemy(armor=2)],
        after={"by": ammo_left(5)},
    ),
    # Clocks
    "an action marks the clock that the table picks": Outcome(
        "action",
        SUCCESS,
        ADA,
        other=("clock", {"segments": 8}),
        tap=("mark-clock", "other"),
        after={"by": {"momentum": 4}, "other": {"marked": 2}},
    ),
    "a partial one marks 1": Outcome(
        "action",
        PARTIAL,
        ADA,
        other=("clock", {"segments": 8}),
        tap=("mark-clock", "other"),
        after={"by": {"momentum": 3}, "other": {"marked": 1}},
    ),
    "a critical 3, and no more than there are": Outcome(
        "action",
        CRITICAL,
        ada(strength=1),
        other=("clock", {"segments": 4, "marked": 2}),
        tap=("mark-clock", "other"),
        after={"by": {"momentum": 5}, "other": {"marked": 4}},
    ),
    **{
        f"danger draws closer by a failed {roll}": Outcome(
            roll,
            FAILURE,
            ADA,
            enemy() if roll in ("attack", "defend") else None,
            ("clock", {"segments": 6, "marked": 1, "danger": True}),
            tap=("advance-danger", "other"),
            after={"other": {"marked": 2}} | more,
        )
        for roll, more in {
            "action": {},
            "attack": {"by": ammo_left(5)},
            "defend": {"by": {"hp": 1}},
            "initiative": {},
            "retreat": {},
        }.items()
    },
    "danger draws closer by a partial success": Outcome(
        "attack",
        PARTIAL,
        ADA,
        enemy(),
        ("clock", {"segments": 6, "danger": True}),
        params={"range_band": "close"},
        tap=("advance-danger", "other"),
        after={"by": {**ammo_left(5), "momentum": 3}, "at": {"hp": 9}, "other": {"marked": 1}},
    ),
    # Defending
    "a failed defence: the highest die": Outcome("defend", FAILURE, ADA, enemy(), after={"by": {"hp": 1}}),
    "a partial defence: the lowest die, 1 momentum": Outcome(
        "defend", PARTIAL, ADA, enemy(), after={"by": {"hp": 2, "momentum": 3}}
    ),
    "a defence that works": Outcome("defend", SUCCESS, ADA, enemy(), after={"by": {"momentum": 4}}),
    "a critical defence brings advantage": Outcome(
        "defend", CRITICAL, ada(reflexes=1), enemy(), after={"by": {"momentum": 5, "next_advantage": True}}
    ),
    "own armor and cover come off": Outcome("defend", FAILURE, ada(armor=2, cover=1), enemy(), after={"by": {"hp": 4}}),
    "damage past zero is kept for the roll": Outcome(
        "defend", FAILURE, ada(hp=2), enemy(), owed="dying", after={"by": {"hp": 0, "past_zero": 3}}
    ),
    "damage may bring stress": Outcome(
        "defend", PARTIAL, ADA, enemy(), tap=("gain-stress", "by"), after={"by": {"hp": 2, "momentum": 3, "stress": 1}}
    ),
    "armor may be destroyed instead": Outcome(
        "defend", FAILURE, ada(armor=1), enemy(), tap=("sacrifice-armor", "by"), after={"by": {"armor": 0}}
    ),
    # Other action rolls
    "an action brings momentum": Outcome("action", SUCCESS, ADA, after={"by": {"momentum": 4}}),
    "who wins initiative gains momentum": Outcome("initiative", SUCCESS, ADA, after={"by": {"momentum": 4}}),
    "a failed retreat may bring stress": Outcome(
        "retreat", FAILURE, ADA, tap=("gain-stress", "by"), after={"by": {"stress": 1}}
    ),
    "a talent that fails is spent": Outcome(
        "psionic", FAILURE, ada(talents=[{"talent": "14"}]), after={"by": {"talents": [{"spent": True}]}}
    ),
    "a talent that works is not": Outcome(
        "psionic", SUCCESS, ada(talents=[{"talent": "14"}]), after={"by": {"momentum": 4}}
    ),
    "determination costs its momentum": Outcome(
        "determination", SUCCESS, ada(momentum=3), after={"by": {"momentum": 0}}
    ),
    "at its best it brings advantage": Outcome(
        "determination", CRITICAL, ada(momentum=3, strength=1), after={"by": {"momentum": 0, "next_advantage": True}}
    ),
    "an insertion with a supply": Outcome("insertion", SUCCESS, ADA, after={"by": {"momentum": 4, "supplies": 3}}),
    "an insertion at its best": Outcome(
        "insertion", CRITICAL, ada(strength=1), after={"by": {"momentum": 5, "supplies": 3, "next_advantage": True}}
    ),
    # At 0 HP
    "dead": Outcome("dying", FAILURE, operative_at_0_hp(), after={"by": {"condition": "dead"}}),
    "incapacitated, where it isn't lethal": Outcome(
        "dying",
        FAILURE,
        operative_at_0_hp(),
        params={"lethal": False},
        after={"by": {"condition": "incapacitated", "injuries": 1, "lasting": [BLEEDING]}},
    ),
    "standing with 1 HP and an injury": Outcome(
        "dying", [*PARTIAL, *PARTIAL], operative_at_0_hp(), after={"by": {"hp": 1, "injuries": 1, "momentum": 3}}
    ),
    "unconscious with 1 HP and an injury": Outcome(
        "dying",
        [*PARTIAL, *FAILURE],
        operative_at_0_hp(),
        after={"by": {"hp": 1, "injuries": 1, "condition": "unconscious"}},
    ),
    "rallied with the lowest die": Outcome(
        "dying", [4, 6], operative_at_0_hp(strength=3), after={"by": {"hp": 4, "injuries": 1}}
    ),
    "what is past zero comes off": Outcome(
        "dying", [4, 6], operative_at_0_hp(past_zero=4), after={"by": {"past_zero": 0, "condition": "dead"}}
    ),
    "the last injury": Outcome(
        "dying", PARTIAL, operative_at_0_hp(injuries=5), after={"by": {"condition": "dead", "injuries": 6}}
    ),
    "only at 0 HP": Outcome("dying", [*PARTIAL, *PARTIAL], ADA, refused="no roll at 0 HP"),
    # At 6 stress
    "panic": Outcome(
        "stress", [*FAILURE, 2], operative_at_stress_limit(), after={"by": {"panic": ["2"], "limit_rolled": True}}
    ),
    "panic takes a reckless one's momentum": Outcome(
        "stress",
        [*FAILURE, 5],
        operative_at_stress_limit(),
        after={"by": {"panic": ["5"], "limit_rolled": True, "momentum": 0}},
    ),
    "a partial success takes off 1": Outcome(
        "stress", PARTIAL, operative_at_stress_limit(), after={"by": {"stress": 5, "momentum": 3}}
    ),
    "a success takes off 2": Outcome(
        "stress", SUCCESS, operative_at_stress_limit(), after={"by": {"stress": 4, "momentum": 4}}
    ),
    "transcendence takes off all": Outcome(
        "stress",
        [*CRITICAL, 3],
        operative_at_stress_limit(willpower=1),
        after={"by": {"stress": 0, "transcendence": ["3"], "momentum": 5}},
    ),
    "only at the limit": Outcome("stress", SUCCESS, ADA, refused="comes at 6 stress; by has 0"),
    # Morale of a lone enemy
    "morale holds": Outcome("morale", [2], ("enemy", {"lone": True, "hp": 5}), after={"by": {"checks_held": 1}}),
    "morale breaks": Outcome("morale", [3], ("enemy", {"lone": True, "hp": 5}), after={"by": {"routed": True}}),
    "a swarm's morale breaks": Outcome("morale", [6], ("swarm", {"lost": 1}), after={"by": {"routed": True}}),
    # At the rendezvous
    "healing": Outcome(
        "rest",
        [4, 2],
        ada(hp=1, momentum=5),
        tap=("heal", "by"),
        after={"by": {"hp": 5, "momentum": 2, "rendezvous": "heal"}},
    ),
    "resting": Outcome(
        "rest",
        [4, 2],
        ada(stress=3, fatigue=2, talents=[{"talent": "14", "spent": True}]),
        tap=("take-rest", "by"),
        after={"by": {"stress": 1, "fatigue": 1, "talents": [{"spent": False}], "rendezvous": "rest"}},
    ),
}


@check_each("outcome", OUTCOMES.values(), OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("psiops", outcome)
