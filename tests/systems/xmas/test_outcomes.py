"""Effects of each outcome on an operator or an enemy: one tap, with the numbers of the text."""

from tests.cases import check_each
from tests.systems.outcomes import Outcome, check_outcome

ADA = ("operator", {})
GHOST = ("operator", {"wounds": 3, "ghost": True})
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
        chosen={"ally": "other"},
        after={"other": {"spirit": 2}},
    ),
    "in an attack as well": Outcome(
        "attack",
        [1, 1, 6, 5, 2],
        ADA,
        enemy(),
        ADA,
        params={"reroll": True},
        chosen={"ally": "other"},
        after={"other": {"spirit": 2}, "at": {"pain": 2}},
    ),
    "without an ally who pays there is no re-roll": Outcome(
        "attack", [1, 1, 6, 5, 2], ADA, enemy(), ADA, params={"reroll": True}, refused="Choose an ally who pays"
    ),
    "an ally without Spirit can't pay": Outcome(
        "test",
        [1, 1, 6, 5],
        ADA,
        other=("operator", {"spirit": 0}),
        params={"reroll": True},
        chosen={"ally": "other"},
        refused="costs 1 Spirit; you have 0",
    ),
    "a tag against oneself has to cost something": Outcome(
        "attack",
        [6, 6, 2],
        ("operator", {"tough": 2}),
        enemy(),
        params={"negative_tag": True, "tags": 3},
        refused="The -1 changes nothing above +4, so it earns no Spirit. Leave the tag against yourself out.",
    ),
    "seven tags count for the lowest stat": Outcome(
        "attack", [1, 2, 5], ("operator", {"tough": -3}), enemy(), params={"tags": 7}, after={"at": {"pain": 5}}
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
    "a Blast attack hits each past their own Armor, and an ally as well": Outcome(
        "attack",
        [3, 4, 2],
        armed_operator(mode="blast"),
        enemy(armor=1),
        also=[ADA, enemy(), ("operator", {"wounds": 3})],
        after={"at": {"pain": 1}, "also 1": {"wounds": 2}, "also 2": {"pain": 2}, "also 3": {"downed": True}},
    ),
    "and so does an attack on several targets": Outcome(
        "crowd",
        [3, 4, 2],
        armed_operator(mode="blast"),
        enemy(armor=1),
        also=[ADA, enemy()],
        after={"at": {"pain": 1}, "also 1": {"wounds": 2}, "also 2": {"pain": 2}},
    ),
    "nobody hits a ghost in the radius": Outcome(
        "attack",
        [3, 4, 2],
        armed_operator(mode="blast"),
        enemy(),
        also=[("operator", {"ghost": True, "wounds": 3})],
        refused="also 1 is a Christmas Ghost and can't be hurt any more",
    ),
    "only Blast reaches allies": Outcome(
        "crowd", [3, 4, 2], armed_operator(mode="auto"), enemy(), also=[ADA], refused="only Blast reaches allies"
    ),
    "a weapon without Blast hits one target": Outcome(
        "attack", [3, 4, 2], armed_operator(mode="auto"), enemy(), also=[enemy()], refused="Choose one target"
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
    "the player shares automatic fire out": Outcome(
        "crowd",
        [6, 6, 4],
        armed_operator(mode="auto"),
        enemy(pain_threshold=3),
        also=[enemy(pain_threshold=9, armor=1), enemy()],
        params={"shares": [1, 4]},
        after={"at": {"pain": 1}, "also 1": {"pain": 3}},
    ),
    "with the points that are left on the first": Outcome(
        "crowd",
        [6, 6, 4],
        armed_operator(mode="auto"),
        enemy(),
        also=[enemy()],
        params={"shares": [0, 2]},
        after={"at": {"pain": 3}, "also 1": {"pain": 2}},
    ),
    # Heavy weapons
    "the first attack deploys the heavy weapon": Outcome(
        "attack",
        [1, 1],
        armed_operator(heavy=True),
        enemy(),
        after={"by": {"heavy_weapon": "deployed"}},
    ),
    "it goes on firing": Outcome(
        "attack",
        [3, 4, 5],
        ("operator", {"weapons": [RIFLE | {"heavy": True}], "heavy_weapon": "deployed"}),
        enemy(),
        after={"at": {"pain": 5}},
    ),
    "until it is out of ammo": Outcome(
        "attack",
        [3, 4, 5],
        ("operator", {"weapons": [RIFLE | {"heavy": True}], "heavy_weapon": "empty"}),
        enemy(),
        refused="There is no ammo left for Rifle. Spend 1 Spirit between scenes to reload it, or attack with something "
        "else.",
    ),
    # Christmas Ghosts
    "a ghost pays for an attack": Outcome("attack", [1, 1], GHOST, enemy(), after={"by": {"spirit": 2}}),
    "and for one on several": Outcome(
        "crowd", [3, 4, 5], GHOST, enemy(), also=[enemy()], after={"by": {"spirit": 2}, "at": {"pain": 5}}
    ),
    "and for a test": Outcome("test", [3, 4], GHOST, after={"by": {"spirit": 2}}),
    "but not for talking": Outcome("test", [3, 4], GHOST, chosen={"stat": "social"}),
    "without Spirit it can't act": Outcome(
        "attack",
        [6, 6, 6],
        ("operator", {"wounds": 3, "ghost": True, "spirit": 0}),
        enemy(),
        refused="Acting on the physical world costs 1 Spirit; you have 0. Earn some first, or only talk.",
    ),
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
    "an enemy with dice of its own uses them": Outcome(
        "hurt", [2, 2], enemy(kind="grunt", damage="2d4-2"), ADA, after={"at": {"wounds": 2}}
    ),
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
    "first aid is for the downed": Outcome("first-aid", [6, 6], ADA, ADA, refused="Only a Downed operator"),
    "a ghost's first aid takes Spirit": Outcome(
        "first-aid",
        [3, 4],
        GHOST,
        ("operator", {"wounds": 3, "downed": True}),
        after={"by": {"spirit": 2}, "at": {"downed": False}},
    ),
    "the downed can't give it": Outcome(
        "first-aid",
        [6, 6],
        ("operator", {"wounds": 3, "downed": True}),
        ("operator", {"wounds": 3, "downed": True}),
        refused="by is Downed and can't act. An ally can give first aid.",
    ),
    "nor attack": Outcome(
        "attack", [6, 6, 6], ("operator", {"wounds": 3, "downed": True}), enemy(), refused="by is Downed"
    ),
}


@check_each("outcome", OUTCOMES.values(), OUTCOMES)
def test_roll_outcome_changes_the_sheets_as_expected(outcome):
    check_outcome("xmas", outcome)
