"""Combat: attacks, defence, focus fire, the time to defeat a target, blasts, morale and swarms."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import rules_py
from rules_py import RulesError
from rules_py.registry.games import find_mechanic
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds, typed_value
from tests.systems.psiops.reference_model import (
    ATTRIBUTES,
    FLAGS,
    band,
    choose_by_total,
    dice_sides,
    momentum,
    roll_total,
)

BANDS = ["close", "nearby", "far", "remote"]
RANGE_MODIFIERS = {  # as printed; None means impossible
    "handgun": [0, 0, -2, None],
    "assault": [-1, 0, -1, -2],
    "rifle": [-2, 0, 0, -1],
    "shotgun": [0, -1, -2, None],
    "melee": [0, None, None, None],
    "heavy": [None, -1, 0, 0],
    "thrown": [0, -1, None, None],
    "none": [0, 0, 0, 0],
}
WITH_AMMO = ("handgun", "assault", "rifle", "shotgun", "heavy", "thrown")  # without melee and none


def expected_attack(
    *faces,
    attribute=0,
    modifier=0,
    damage=2,
    advantage=False,
    disadvantage=False,
    aiming=False,
    prone=False,
    target_prone=False,
    second_attack=False,
    weapon="none",
    range_band="nearby",
    armor=0,
    cover=0,
    own_cover=0,
    ignores_armor=False,
    skill=False,
    spent_momentum=False,
    suppressing=False,
):
    """Compute an attack's expected outcome; the last face is the skill's die, rolled or not."""
    low, high, total = roll_total(
        faces,
        attribute
        + modifier
        + RANGE_MODIFIERS[weapon][BANDS.index(range_band)]
        + (1 if aiming else 0)
        + (1 if prone else 0)
        - (1 if target_prone else 0),
        advantage,
        skill,
    )
    in_the_open = dealt = 0
    if total >= 7:
        in_the_open = choose_by_total(total, None, low, high, low + high) + damage - own_cover
        in_the_open -= 0 if ignores_armor else armor
        dealt = max(0, in_the_open - cover)
    return {
        "total": total,
        "band": band(total),
        "damage": 0 if suppressing else dealt,
        "ammo": 1 if suppressing or (weapon in WITH_AMMO and total <= 9) else 0,
        "momentum": momentum(total, spent_momentum),
        "pinned": in_the_open if suppressing and dealt else 0,
    }


def attack_chances(**params):
    sides = dice_sides(
        params.get("advantage", False), params.get("disadvantage", False) or params.get("second_attack", False)
    )
    return count_outcomes((*sides, 6 if params.get("skill") else 1), lambda *faces: expected_attack(*faces, **params))


ATTACKS = {
    "as it comes": [{}],
    "dice": grid(attribute=ATTRIBUTES, advantage=FLAGS, disadvantage=FLAGS, second_attack=FLAGS, damage=[-1, 2]),
    "what is added": grid(aiming=FLAGS, prone=FLAGS, target_prone=FLAGS, modifier=[-6, -1, 0, 1, 6], advantage=FLAGS),
    "reach": [
        dict(weapon=weapon, range_band=range_band, attribute=attribute)
        for weapon, modifiers in RANGE_MODIFIERS.items()
        for range_band, modifier in zip(BANDS, modifiers)
        if modifier is not None
        for attribute in (-1, 0, 3)
    ],
    "skill": grid(skill=[True], attribute=ATTRIBUTES, advantage=FLAGS, disadvantage=FLAGS, second_attack=FLAGS),
    "momentum": grid(spent_momentum=[True], skill=FLAGS, attribute=ATTRIBUTES),
    "suppressing": grid(
        suppressing=[True],
        cover=[1, 2, 3],
        damage=[-1, 2, 4],
        armor=[0, 2],
        own_cover=[0, 1],
        ignores_armor=FLAGS,
        weapon=["none", "rifle", "thrown"],
        skill=FLAGS,
    ),
    "armor": grid(
        damage=range(-1, 5), armor=range(4), cover=range(4), own_cover=range(4), ignores_armor=FLAGS, attribute=[2]
    ),
}
SOME_ATTACKS = [
    {},
    dict(attribute=3, damage=4, advantage=True),
    dict(attribute=-2, damage=-1, armor=1),
    dict(weapon="rifle", range_band="remote", damage=3, aiming=True, cover=2),
    dict(attribute=1, second_attack=True, own_cover=1),
    dict(attribute=2, second_attack=True, advantage=True, armor=3, ignores_armor=True),
    dict(attribute=-1, skill=True, disadvantage=True, armor=1),
]


@pytest.mark.examples(4)
@pytest.mark.parametrize("kind", ATTACKS)
def test_attack_odds_match_enumeration(kind):
    for params in ATTACKS[kind]:
        assert typed_odds("psiops.attack", **params) == attack_chances(**params), params


@pytest.mark.parametrize("params", SOME_ATTACKS)
def test_attack_odds_match_resolving_every_face(params):
    assert typed_odds("psiops.attack", **params) == enumerate_resolve("psiops.attack", **params)


def test_suppressing_fire_pins_a_target_down_and_always_costs_ammo():
    def suppress(faces, **params):
        return attack(faces, suppressing=True, weapon="assault", **params)

    hit = suppress([4, 6], cover=2, armor=1)
    assert (hit["damage"], hit["pinned"], hit["ammo"]) == (0, 6 + 2 - 1, 1)
    assert attack([4, 6], weapon="assault", cover=2, armor=1)["damage"] == 6 + 2 - 1 - 2
    assert suppress([4, 6], cover=2, own_cover=3, armor=3)["pinned"] == 0  # it would do no damage, so it pins nobody
    miss = suppress([2, 4], cover=1)
    assert (miss["band"], miss["damage"], miss["pinned"], miss["ammo"]) == ("failure", 0, 0, 1)


@pytest.mark.parametrize(
    ("params", "refused"),
    [
        (dict(weapon="rifle"), "cover: got 0, takes 1 to 3 with suppressing=true"),
        (
            dict(weapon="melee", range_band="close", cover=2),
            "weapon: got 'melee', takes a ranged weapon with suppressing=true",
        ),
    ],
)
def test_suppressing_fire_requires_a_ranged_weapon_and_cover(params, refused):
    with pytest.raises(rules_py.RulesError, match=f"^{refused}"):
        attack([4, 6], suppressing=True, **params)


def test_damage_uses_the_dice_after_the_skill_reroll():
    assert attack([2, 5, 6], skill=True) == {
        "total": 11,
        "band": "success",
        "damage": 6 + 2,
        "ammo": 0,
        "momentum": 2,
        "pinned": 0,
    }
    assert attack([3, 4, 1], skill=True)["band"] == "failure"
    assert attack([4, 6], skill=True)["damage"] == 6 + 2


@pytest.mark.parametrize("mechanic_id", ["psiops.takedown", "psiops.swarm-takedown"])
def test_aiming_with_two_attacks_is_rejected(mechanic_id):
    for call in (rules_py.roll, rules_py.odds):
        with pytest.raises(rules_py.RulesError, match="^aiming: got True, takes False with attacks=2"):
            call(mechanic_id, attacks=2, aiming=True)
    assert rules_py.odds(mechanic_id, aiming=True) != rules_py.odds(mechanic_id)


@pytest.mark.parametrize("mechanic_id", ["psiops.focus-fire", "psiops.takedown", "psiops.swarm-takedown"])
@pytest.mark.parametrize("name", ["spent_momentum", "suppressing"])
def test_damage_mechanics_reject_parameters_unrelated_to_damage(mechanic_id, name):
    with pytest.raises(rules_py.RulesError, match=f"^{name}: not a parameter of {mechanic_id}"):
        rules_py.roll(mechanic_id, **{name: True})


def attack(faces, **params):
    return rules_py.resolve("psiops.attack", faces, **params).outcome


@pytest.mark.parametrize(
    ("faces", "attribute", "name", "damage"),
    [
        ([1, 5], 0, "failure", 0),
        ([2, 5], 0, "partial", 2 + 2),
        ([3, 6], 0, "partial", 3 + 2),
        ([4, 6], 0, "success", 6 + 2),
        ([6, 6], 0, "success", 6 + 2),
        ([6, 4], 3, "critical", 4 + 6 + 2),
    ],
)
def test_band_decides_which_dice_are_damage(faces, attribute, name, damage):
    outcome = attack(faces, attribute=attribute)
    assert (outcome["band"], outcome["damage"]) == (name, damage)


def test_dropped_dice_deal_no_damage():
    without_lowest, without_highest = attack([1, 6, 3], advantage=True), attack([6, 5, 5], disadvantage=True)
    assert (without_lowest["total"], without_lowest["damage"]) == (9, 3 + 2)
    assert (without_highest["total"], without_highest["damage"]) == (10, 5 + 2)


def test_second_attack_and_advantage_cancel_out():
    assert attack([3, 4], second_attack=True, advantage=True)["total"] == 7
    assert attack([3, 4, 6], second_attack=True)["total"] == 7
    assert attack([3, 4, 6], second_attack=True, disadvantage=True)["total"] == 7
    assert typed_odds("psiops.attack", second_attack=True, advantage=True) == typed_odds("psiops.attack")


def test_armor_and_cover_reduce_damage_to_at_least_0():
    assert attack([3, 4], armor=3)["damage"] == 3 + 2 - 3
    assert attack([3, 4], armor=3, cover=3)["damage"] == 0
    assert attack([6, 5], armor=3, cover=3)["damage"] == 6 + 2 - 6
    assert attack([3, 4], damage=-1, armor=3)["damage"] == 0


def test_cover_is_never_ignored():
    assert attack([6, 5], armor=3, cover=2, ignores_armor=True)["damage"] == 6 + 2 - 2


def test_own_cover_reduces_damage_even_if_armor_is_ignored():
    assert attack([6, 5], armor=3, own_cover=3, ignores_armor=True)["damage"] == 6 + 2 - 3


@pytest.mark.parametrize("name", ["armor", "cover", "own_cover"])
def test_armor_and_cover_above_3_are_rejected(name):
    with pytest.raises(rules_py.RulesError, match=f"^{name}: got '4', takes a whole number from 0 to 3$"):
        attack([3, 4], **{name: 4})


@pytest.mark.parametrize(
    ("weapon", "range_band"),
    [
        (weapon, range_band)
        for weapon, modifiers in RANGE_MODIFIERS.items()
        for range_band, modifier in zip(BANDS, modifiers)
        if modifier is None
    ],
)
@pytest.mark.parametrize(
    "mechanic_id", ["psiops.attack", "psiops.focus-fire", "psiops.takedown", "psiops.swarm-takedown"]
)
def test_impossible_range_error_lists_possible_ranges(mechanic_id, weapon, range_band):
    for call in (rules_py.roll, rules_py.odds):
        with pytest.raises(rules_py.RulesError) as refusal:
            call(mechanic_id, weapon=weapon, range_band=range_band)
        assert str(refusal.value).startswith(f"range_band: got '{range_band}', takes ")
        takes = str(refusal.value).split("takes")[1].split("with")[0]
        assert {word for word in BANDS if word in takes} == {
            word for word, modifier in zip(BANDS, RANGE_MODIFIERS[weapon]) if modifier is not None
        }


def expected_defence(
    *faces,
    attribute=0,
    modifier=0,
    enemy_damage=2,
    advantage=False,
    disadvantage=False,
    armor=0,
    cover=0,
    enemy_cover=0,
    ignores_armor=False,
    skill=False,
    spent_momentum=False,
):
    """Compute a defence's expected outcome; the last face is the skill's die, rolled or not."""
    low, high, total = roll_total(faces, attribute + modifier, advantage, skill)
    taken = choose_by_total(total, high, low, None, None)
    off = (0 if ignores_armor else armor) + cover + enemy_cover
    return {
        "total": total,
        "band": band(total),
        "damage": 0 if taken is None else max(0, taken + enemy_damage - off),
        "next_advantage": total >= 13,
        "momentum": momentum(total, spent_momentum),
    }


def defence_chances(**params):
    sides = dice_sides(params.get("advantage", False), params.get("disadvantage", False))
    return count_outcomes((*sides, 6 if params.get("skill") else 1), lambda *faces: expected_defence(*faces, **params))


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    "all_params",
    [
        [{}],
        grid(attribute=ATTRIBUTES, modifier=[-6, -1, 0, 6], advantage=FLAGS, disadvantage=FLAGS),
        grid(attribute=[-1, 2], enemy_damage=range(-1, 5), armor=range(4), cover=range(4)),
        grid(attribute=[-1, 2], enemy_cover=range(4), ignores_armor=FLAGS, armor=[0, 2], cover=[0, 1]),
        grid(attribute=ATTRIBUTES, skill=FLAGS, spent_momentum=FLAGS, advantage=FLAGS, disadvantage=FLAGS),
    ],
    ids=["as it comes", "dice", "armor", "what comes off", "skill and momentum"],
)
def test_defence_odds_match_enumeration(all_params):
    for params in all_params:
        assert typed_odds("psiops.defend", **params) == defence_chances(**params), params


@pytest.mark.parametrize(
    "params",
    [{}, {"advantage": True, "armor": 2}, {"attribute": 3, "enemy_damage": 4}, {"skill": True, "enemy_cover": 1}],
)
def test_defence_odds_match_resolving_every_face(params):
    assert typed_odds("psiops.defend", **params) == enumerate_resolve("psiops.defend", **params)


@pytest.mark.parametrize(
    ("faces", "attribute", "name", "damage", "next_advantage"),
    [
        ([1, 5], 0, "failure", 5 + 2, False),
        ([2, 5], 0, "partial", 2 + 2, False),
        ([5, 5], 0, "success", 0, False),
        ([6, 6], 1, "critical", 0, True),
    ],
)
def test_worse_defence_takes_the_higher_die_as_damage(faces, attribute, name, damage, next_advantage):
    assert rules_py.resolve("psiops.defend", faces, attribute=attribute).outcome == {
        "total": sum(faces) + attribute,
        "band": name,
        "damage": damage,
        "next_advantage": next_advantage,
        "momentum": {"failure": 0, "partial": 1, "success": 2, "critical": 3}[name],
    }


def damage_chances(**params) -> dict[int, Fraction]:
    return _damage_chances(tuple(params.items()))


@cache
def _damage_chances(params) -> dict[int, Fraction]:
    return {value: chance for (_, value), chance in attack_chances(**dict(params))["damage"].items()}


@pytest.mark.parametrize("params", SOME_ATTACKS)
def test_focus_fire_deals_the_highest_damage(params):
    one = damage_chances(**params)

    def at_most(damage):
        return sum(chance for value, chance in one.items() if value <= damage)

    for attackers in range(1, 9):
        highest = {damage: at_most(damage) ** attackers - at_most(damage - 1) ** attackers for damage in one}
        assert typed_odds("psiops.focus-fire", attackers=attackers, **params) == {
            "damage": {typed_value(damage): chance for damage, chance in highest.items()}
        }


def test_focus_fire_odds_of_two_attackers_match_enumeration():
    assert typed_odds("psiops.focus-fire") == count_outcomes(
        (6,) * 4,
        lambda a, b, c, d: {"damage": max(expected_attack(a, b, 0)["damage"], expected_attack(c, d, 0)["damage"])},
    )


def test_focus_fire_keeps_only_one_attackers_damage():
    fire = rules_py.resolve("psiops.focus-fire", [2, 5, 4, 6, 1, 1], attackers=3)
    assert fire.outcome == {"damage": 6 + 2}


def expected_rounds(hp=6, attacks=1, horizon=20, **params):
    """Compute the probability that a target goes down in each round, from its remaining HP after each blow."""
    blows = [damage_chances(**params)]
    if attacks == 2:
        blows.append(damage_chances(**params | {"second_attack": True}))
    left, rounds = {hp: Fraction(1)}, {}
    for number in range(1, horizon + 1):
        for blow in blows:
            after = {}
            for points, chance in left.items():
                for damage, share in blow.items():
                    rest = max(0, points - damage)
                    after[rest] = after.get(rest, 0) + chance * share
            left = after
        if 0 in left:
            rounds[typed_value(number)] = left.pop(0)
        if not left:
            return {"rounds": rounds}
    return {"rounds": rounds | {typed_value("later"): sum(left.values())}}


@pytest.mark.examples(3)
@pytest.mark.parametrize("params", SOME_ATTACKS)
def test_takedown_odds_match_the_reference_model(params):
    attacks = [1] if params.get("aiming") else [1, 2]
    for more in [{}, *grid(hp=[1, 2, 6, 17, 40], attacks=attacks, horizon=[1, 2, 7, 60])]:
        assert typed_odds("psiops.takedown", **more, **params) == expected_rounds(**more, **params), more


def test_takedown_odds_match_enumeration():
    def by_hand(*faces):
        first = expected_attack(*faces[:2], 0, attribute=1)["damage"]
        second = expected_attack(*faces[2:], 0, attribute=1)["damage"]
        return {"rounds": 1 if first >= 5 else 2 if first + second >= 5 else "later"}

    assert typed_odds("psiops.takedown", attribute=1, hp=5, horizon=2) == count_outcomes((6,) * 4, by_hand)


def test_takedown_odds_with_two_attacks_match_enumeration():
    def by_hand(*faces):
        first = expected_attack(*faces[:2], 0)["damage"]
        second = expected_attack(*faces[2:], 0, second_attack=True)["damage"]
        return {"rounds": 1 if first + second >= 6 else "later"}

    assert typed_odds("psiops.takedown", attacks=2, horizon=1) == count_outcomes((6,) * 5, by_hand)


@pytest.mark.parametrize(
    ("faces", "params", "rounds"),
    [
        ([4, 6], {"hp": 8}, 1),
        ([4, 6, 1, 1, 3, 4], {"hp": 9}, 3),
        ([1, 1, 1, 1], {"horizon": 2}, "later"),
        ([2, 5, 6, 2, 5], {"attacks": 2, "hp": 8}, 1),
    ],
)
def test_damage_adds_up_over_rounds(faces, params, rounds):
    assert rules_py.resolve("psiops.takedown", faces, **params).outcome == {"rounds": rounds}


def test_invulnerable_target_never_goes_down():
    odds = rules_py.odds("psiops.takedown", damage=-1, armor=3, cover=3, attribute=-3)
    assert odds.outcomes == {"rounds": {"later": 1}}
    assert odds.compute_cumulative("rounds") == {}


def test_chance_within_rounds_is_cumulative():
    odds = rules_py.odds("psiops.takedown", hp=4, horizon=3)
    once = odds.outcomes["rounds"]
    assert odds.compute_cumulative("rounds") == {1: once[1], 2: once[1] + once[2], 3: once[1] + once[2] + once[3]}
    assert odds.compute_cumulative("rounds")[3] == 1 - once["later"]
    assert odds.mean == {}  # "later" is not a number


def test_blast_hits_1d6_plus_damage_targets():
    for damage in range(-1, 5):
        assert typed_odds("psiops.blast", damage=damage) == count_outcomes(
            (6,), lambda face: {"targets": face + damage}
        )
    assert typed_odds("psiops.blast") == typed_odds("psiops.blast", damage=2)


def test_morale_holds_below_the_score():
    for morale in range(1, 7):
        assert typed_odds("psiops.morale", morale=morale) == count_outcomes(
            (6,), lambda face: {"roll": face, "holds": not face >= morale}
        )


@pytest.mark.parametrize("morale", [0, 7])
def test_morale_outside_1_to_6_is_rejected(morale):
    with pytest.raises(rules_py.RulesError, match=f"^morale: got '{morale}', takes a whole number from 1 to 6$"):
        rules_py.roll("psiops.morale", morale=morale)


def swarm(**params):
    return rules_py.roll("psiops.swarm", **params).outcome


def test_swarm_matches_the_texts_example():
    assert swarm(size=14) == {"size": 14, "armor": 3, "damage": 2, "attacks": 4}
    assert swarm(size=14, hit=5) == {"size": 9, "armor": 2, "damage": 1, "attacks": 3}


def test_every_swarm_size_matches_the_formula():
    for size in range(1, 21):
        for hit in range(25):
            left = max(0, size - hit)
            step = (left - 1) // 4  # one step for each four opponents
            assert swarm(size=size, hit=hit) == (
                {"size": left, "armor": step, "damage": step - 1, "attacks": step + 1}
                if left
                else {"size": 0, "armor": 0, "damage": 0, "attacks": 0}
            )


@pytest.mark.parametrize("size", [0, 21])
def test_swarm_size_outside_1_to_20_is_rejected(size):
    with pytest.raises(rules_py.RulesError, match=f"^size: got '{size}', takes a whole number from 1 to 20$"):
        swarm(size=size)


def expected_swarm_rounds(size=14, attacks=1, horizon=20, **params):
    """Compute the probability that the last of a swarm falls in each round, from the opponents left after each one.

    All attacks of a round meet the armor that the swarm had at its beginning.
    """
    left, rounds = {size: Fraction(1)}, {}
    for number in range(1, horizon + 1):
        after = {}
        for opponents, chance in left.items():
            armor = (opponents - 1) // 4
            first = damage_chances(**params, armor=armor)
            second = damage_chances(**params, armor=armor, second_attack=True) if attacks == 2 else {0: Fraction(1)}
            for (a, share), (b, other) in product(first.items(), second.items()):
                rest = max(0, opponents - a - b)
                after[rest] = after.get(rest, 0) + chance * share * other
        left = after
        if 0 in left:
            rounds[typed_value(number)] = left.pop(0)
        if not left:
            return {"rounds": rounds}
    return {"rounds": rounds | {typed_value("later"): sum(left.values())}}


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    "params",
    [
        {},
        dict(attribute=3, damage=4, advantage=True),
        dict(attribute=-2, damage=-1),
        dict(weapon="heavy", range_band="far", damage=3, cover=1, aiming=True),
        dict(ignores_armor=True, own_cover=1),
        dict(skill=True, attribute=1),
    ],
)
def test_swarm_takedown_odds_match_the_reference_model(params):
    for more in grid(size=[1, 4, 5, 13, 20], attacks=[1] if params.get("aiming") else [1, 2], horizon=[1, 3, 8]):
        assert typed_odds("psiops.swarm-takedown", **more, **params) == expected_swarm_rounds(**more, **params), more


def test_swarm_takedown_odds_match_enumeration():
    def by_hand(*faces):
        first = expected_attack(*faces[:2], 0, attribute=1, armor=2)["damage"]  # nine opponents
        left = 9 - first
        if left <= 0:
            return {"rounds": 1}
        second = expected_attack(*faces[2:], 0, attribute=1, armor=(left - 1) // 4)["damage"]
        return {"rounds": 2 if second >= left else "later"}

    assert typed_odds("psiops.swarm-takedown", attribute=1, size=9, horizon=2) == count_outcomes((6,) * 4, by_hand)


@pytest.mark.parametrize(
    ("faces", "params", "rounds"),
    [
        ([4, 6], {"size": 4}, 1),
        ([6, 6], {"size": 20, "horizon": 1}, "later"),
        ([6, 6, 4, 6, 3, 5, 3, 4], {"size": 20, "horizon": 4}, "later"),  # 4 armor: 16 left; 3: 11; 2: 8; 1: 4
        (
            [4, 6, 2, 5, 6],
            {"size": 9, "attacks": 2, "horizon": 1},
            "later",
        ),  # 6 and 2 + 2, both against armor 2: 1 left
        ([4, 6, 5, 5, 6], {"size": 9, "attacks": 2}, 1),  # 6 and 5, both against armor 2
    ],
)
def test_swarm_armor_shrinks_with_its_size_each_round(faces, params, rounds):
    assert rules_py.resolve("psiops.swarm-takedown", faces, **params).outcome == {"rounds": rounds}


@pytest.mark.parametrize("name", ["armor", "second_attack"])
def test_swarm_takedown_rejects_armor_and_second_attack(name):
    with pytest.raises(rules_py.RulesError, match=f"^{name}: not a parameter of psiops.swarm-takedown"):
        rules_py.roll("psiops.swarm-takedown", **{name: "1"})


@pytest.mark.parametrize("range_band", BANDS)
@pytest.mark.parametrize("mechanic_id", ["psiops.attack", "psiops.takedown"])
def test_a_weapon_of_the_armory_reaches_as_far_as_its_class(mechanic_id, range_band):
    """A shotgun picked from the list once hit at remote range."""
    about = find_mechanic(mechanic_id)
    [armory] = about.presets
    filled = dict(armory.filled_entries(about.parameters))
    assert set(filled) == set(rules_py.table("psiops.weapons").names.values())
    for label, sets in filled.items():
        params = {name: text for name, text in sets.items() if text} | {"range_band": range_band}
        if not sets["weapon"]:
            with pytest.raises(RulesError, match="weapon: got '', takes a row of psiops.attack-modifiers"):
                about.check(params | {"weapon": ""})
        elif RANGE_MODIFIERS[sets["weapon"]][BANDS.index(range_band)] is None:
            with pytest.raises(RulesError, match=f"range_band: got '{range_band}'"):
                about.roll(params)
        else:
            assert about.roll(params).params["weapon"] == sets["weapon"], label
    assert [label for label, sets in filled.items() if not sets["weapon"]] == ["M18 claymore"]
