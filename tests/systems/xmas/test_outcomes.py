"""Effects of each outcome on an operator or an enemy: one tap, with the numbers of the text."""

import pytest

from tests.systems.outcomes import Outcome, check_outcome

ADA = ("operator", {})
RIFLE = {"name": "Rifle", "damage": "1d6"}


def armed_operator(**weapon):
    return "operator", {"weapons": [RIFLE | weapon]}


def enemy(pain_threshold=6, armor=0, **more):
    return "enemy", {"pain_threshold": pain_threshold, "armor": armor, **more}


OUTCOMES = {
    # Tests and attacks
    "naughty hits nobody": Outcome("attack", [2, 4], ADA, enemy()),
    "mostly nice deals the damage": Outcome("attack", [3, 4, 5], ADA, enemy(), after={"at": {"pain": 5}}),
    "nice deals the damage": Outcome("attack", [5, 6, 2], ADA, enemy(), after={"at": {"pain": 2}}),
    "extra nice doubles what is single": Outcome("attack", [6, 6, 2], ADA, enemy(), after={"at": {"pain": 4}}),
    "extra nice adds 1 to what is automatic": Outcome(
        "attack", [6, 6, 2], armed_operator(mode="auto"), enemy(), after={"at": {"pain": 3}}
    ),
    "extra nice only adds 1 to automatic blasts": Outcome(
        "attack", [6, 6, 2], armed_operator(mode="auto_blast"), enemy(), after={"at": {"pain": 3}}
    ),
    "extra nice leaves a blast as it is": Outcome(
        "attack", [6, 6, 2], armed_operator(mode="blast"), enemy(), after={"at": {"pain": 2}}
    ),
    "armor takes 2 off": Outcome("attack", [5, 5, 5], ADA, enemy(armor=2), after={"at": {"pain": 3}}),
    "armor leaves at least 1": Outcome("attack", [5, 5, 1], ADA, enemy(armor=2), after={"at": {"pain": 1}}),
    "AP ignores armor": Outcome(
        "attack", [5, 5, 5], armed_operator(ap=True), enemy(armor=2), after={"at": {"pain": 5}}
    ),
    "damage builds up": Outcome("attack", [5, 5, 3], ADA, enemy(pain=2), after={"at": {"pain": 5}}),
    "what goes beyond the threshold is lost": Outcome(
        "attack", [5, 5, 6], ADA, enemy(pain_threshold=3, pain=1), after={"at": {"pain": 3}}
    ),
    "an enemy who is out takes no more": Outcome(
        "attack", [5, 5, 6], ADA, enemy(pain_threshold=3, pain=3), refused="out of the fight"
    ),
    "a stat is added": Outcome(
        "attack", [2, 4, 5], ("operator", {"quick": 1}), enemy(), chosen={"stat": "quick"}, after={"at": {"pain": 5}}
    ),
    "a tag turned against oneself earns 1 Spirit": Outcome(
        "attack", [3, 5, 5], ADA, enemy(), params={"negative_tag": True}, after={"by": {"spirit": 4}, "at": {"pain": 5}}
    ),
    "so does one in a test": Outcome("test", [1, 1], ADA, params={"negative_tag": True}, after={"by": {"spirit": 4}}),
    "an ally's re-roll costs the ally 1 Spirit": Outcome(
        "test",
        [1, 1, 6, 5],
        ADA,
        other=ADA,
        params={"reroll": True},
        tap=("spend-spirit", "other"),
        after={"other": {"spirit": 2}},
    ),
    "in an attack as well": Outcome(
        "attack",
        [1, 1, 6, 5, 2],
        ADA,
        enemy(),
        ADA,
        params={"reroll": True},
        tap=("spend-spirit", "other"),
        after={"other": {"spirit": 2}, "at": {"pain": 2}},
    ),
    "a blast hits all around": Outcome(
        "crowd", [3, 4, 5], armed_operator(mode="blast"), enemy(armor=2), after={"at": {"pain": 3}}
    ),
    "a blast hits each past their own Armor": Outcome(
        "crowd",
        [3, 4, 5],
        armed_operator(mode="blast"),
        enemy(),
        also=[enemy(armor=2), enemy(pain_threshold=3, pain=2)],
        after={"at": {"pain": 5}, "also 1": {"pain": 3}, "also 2": {"pain": 3}},
    ),
    "AP ignores everybody's Armor": Outcome(
        "crowd",
        [3, 4, 5],
        armed_operator(mode="blast", ap=True),
        enemy(armor=1),
        also=[enemy(armor=2)],
        after={"at": {"pain": 5}, "also 1": {"pain": 5}},
    ),
    "Extra Nice adds 1 to an automatic blast for each": Outcome(
        "crowd",
        [6, 6, 2],
        armed_operator(mode="auto_blast"),
        enemy(),
        also=[enemy(armor=1)],
        after={"at": {"pain": 3}, "also 1": {"pain": 2}},
    ),
    "Extra Nice leaves any other blast as it is": Outcome(
        "crowd",
        [6, 6, 2],
        armed_operator(mode="blast"),
        enemy(),
        also=[enemy()],
        after={"at": {"pain": 2}, "also 1": {"pain": 2}},
    ),
    "a blast that misses hits nobody": Outcome("crowd", [2, 4], armed_operator(mode="blast"), enemy(), also=[enemy()]),
    "Extra Nice shares automatic fire out": Outcome(
        "crowd",
        [6, 6, 4],
        armed_operator(mode="auto"),
        enemy(pain_threshold=3),
        also=[enemy(pain_threshold=1, armor=1)],
        after={"at": {"pain": 3}, "also 1": {"pain": 1}},
    ),  # 4 + 1 = 5: 1 + 1 for Armor and 3, so none is left
    # An ally takes the damage instead, for Spirit
    "an ally takes the damage": Outcome(
        "hurt",
        [2],
        enemy(kind="captain"),
        ADA,
        ADA,
        tap=("protect", "other"),
        after={"other": {"wounds": 2, "spirit": 2}},
    ),
    "an ally On Lethal is Downed by it": Outcome(
        "hurt",
        [2],
        enemy(kind="captain"),
        ADA,
        ("operator", {"wounds": 3}),
        tap=("protect", "other"),
        after={"other": {"downed": True, "spirit": 2}},
    ),
    "an operator who would be Downed is not": Outcome(
        "hurt",
        [1],
        enemy(kind="grunt"),
        ("operator", {"wounds": 3}),
        ADA,
        tap=("protect", "other"),
        after={"other": {"wounds": 2, "spirit": 2}},
    ),
    # Getting hurt
    "a grunt's damage fills boxes": Outcome("hurt", [1], enemy(kind="grunt"), ADA, after={"at": {"wounds": 2}}),
    "cannon fodder's": Outcome("hurt", [1], enemy(kind="cannon-fodder"), ADA, after={"at": {"wounds": 1}}),
    "a captain's": Outcome("hurt", [2], enemy(kind="captain"), ADA, after={"at": {"wounds": 2}}),
    "an elite's overflow is ignored": Outcome("hurt", [6], enemy(kind="elite"), ADA, after={"at": {"wounds": 3}}),
    "a hit with one box left only fills it": Outcome(
        "hurt", [6], enemy(kind="elite"), ("operator", {"wounds": 2}), after={"at": {"wounds": 3}}
    ),
    "a hit while On Lethal downs": Outcome(
        "hurt", [1], enemy(kind="cannon-fodder"), ("operator", {"wounds": 3}), after={"at": {"downed": True}}
    ),
    "a Downed operator can't be hurt": Outcome(
        "hurt", [1], enemy(), ("operator", {"wounds": 3, "downed": True}), refused="can't be hurt any more"
    ),
    "nor can a ghost": Outcome(
        "hurt", [1], enemy(), ("operator", {"wounds": 3, "ghost": True}), refused="can't be hurt any more"
    ),
    # First aid
    "first aid works": Outcome(
        "first-aid", [3, 4], ADA, ("operator", {"wounds": 3, "downed": True}), after={"at": {"downed": False}}
    ),
    "first aid fails": Outcome("first-aid", [3, 3], ADA, ("operator", {"wounds": 3, "downed": True})),
    "first aid is for the downed": Outcome("first-aid", [6, 6], ADA, ADA, refused="only a Downed operator"),
}


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("xmas", outcome)
