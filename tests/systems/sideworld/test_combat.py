"""Combat: to hit, unarmed, damage, the whole attack and near misses."""

from fractions import Fraction

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.sideworld.reference_model import (
    FLAGS,
    chances_with_parry,
    expected_defence,
    expected_state,
    near_miss_damage,
    pass_through_layers,
    save_chance,
    sum_chances,
)

SWORD, CRISPS = (5, 150), (1, 5)


def expected_to_hit(
    attack=10, bonus=0, modifier=0, recoil=0, guided=False, dodge=10, parry=False, reactions=10, parry_bonus=0
):
    def compute_outcome(parried, attacking, defending):
        ours = attacking + attack + bonus - recoil
        if not guided:
            ours += modifier
        theirs = defending + dodge
        if parried:
            theirs += parry_bonus
        return {
            "hit": ours > theirs,
            "attacker_total": ours,
            "defender_total": theirs,
            "margin": ours - theirs,
            "parried": parried,
        }

    return chances_with_parry(parry, reactions, (20, 20), compute_outcome)


@pytest.mark.examples(15)
@pytest.mark.parametrize(
    "params",
    [
        {},
        *grid(attack=[0, 13, 40], dodge=[0, 8, 40]),
        *grid(bonus=[-20, 4, 40], modifier=[-24, 20], guided=FLAGS),
        *grid(recoil=[8, 300], guided=FLAGS),
        dict(modifier=-60),
        dict(modifier=60),
        *grid(parry=[True], reactions=[0, 1, 12, 21, 40], parry_bonus=[0, 4, 20]),
        *grid(parry=[False], reactions=[40], parry_bonus=[20]),
    ],
)
def test_to_hit_odds_match_enumeration(params):
    assert typed_odds("sideworld.to-hit", **params) == expected_to_hit(**params)


def test_to_hit_odds_match_resolving_every_face():
    assert typed_odds("sideworld.to-hit", attack=12, bonus=4) == enumerate_resolve(
        "sideworld.to-hit", attack=12, bonus=4
    )


def to_hit(faces, **params):
    return rules_py.resolve("sideworld.to-hit", faces, **params).outcome


def test_a_tie_is_a_miss():
    assert to_hit([10, 10])["hit"] is False
    assert to_hit([11, 10])["hit"] is True
    assert to_hit([10, 10])["margin"] == 0
    assert rules_py.odds("sideworld.to-hit").outcomes["hit"][True] == Fraction(190, 400)


def test_load_may_reduce_attack_dodge_and_reactions_below_0():
    assert to_hit([5, 5], attack=-7, dodge=-3)["margin"] == -4
    assert to_hit([1, 5, 5], parry=True, reactions=-3, parry_bonus=4)["parried"] is False
    assert typed_odds("sideworld.to-hit", attack=-12, dodge=-40) == expected_to_hit(attack=-12, dodge=-40)


def test_guided_missile_ignores_situation_but_not_recoil():
    assert to_hit([5, 5], modifier=-24, recoil=3, guided=True)["margin"] == -3
    assert to_hit([5, 5], modifier=-24, recoil=3)["margin"] == -27


def test_parry_save_is_rolled_first():
    assert to_hit([9, 15, 10], parry=True, parry_bonus=4) == {
        "hit": True,
        "attacker_total": 25,
        "defender_total": 24,
        "margin": 1,
        "parried": True,
    }
    assert to_hit([10, 15, 10], parry=True, parry_bonus=4) == {  # equal to Reactions, so no parry
        "hit": True,
        "attacker_total": 25,
        "defender_total": 20,
        "margin": 5,
        "parried": False,
    }
    assert to_hit([20, 1, 15, 10], parry=True, parry_bonus=4, reactions=22)["parried"] is True
    assert to_hit([20, 2, 15, 10], parry=True, parry_bonus=4, reactions=22)["parried"] is False


@check_each(
    "params",
    [
        {},
        *grid(attack=[4, 16], dodge=[9], strength=[0, 7, 40]),
        dict(parry=True, reactions=14, parry_bonus=3, strength=2),
        dict(modifier=20, strength=3),
        dict(strength=-5, attack=-3, dodge=-7),
        *grid(parry=FLAGS, parry_resilience=[3], parry_dc=[0, 6], layers=[[], [(2, 4)]], strength=[4]),
    ],
)
def test_unarmed_odds_match_enumeration(params):
    known = {
        "attack": 10,
        "dodge": 10,
        "strength": 10,
        "modifier": 0,
        "parry": False,
        "reactions": 10,
        "parry_bonus": 0,
        "parry_resilience": 0,
        "parry_dc": 0,
        "layers": [],
    } | params

    def compute_outcome(parried, attacking, defending, blow):
        attack = attacking + known["attack"] + known["modifier"]
        hit = attack > defending + known["dodge"] + parried * known["parry_bonus"]
        damage = max(0, blow + known["strength"]) if hit else 0
        layers = [(known["parry_resilience"], known["parry_dc"])] * parried + list(known["layers"])
        return {"hit": hit, "damage": damage, "delivered": pass_through_layers(damage, layers)[0] if hit else 0}

    assert typed_odds("sideworld.unarmed", **params) == chances_with_parry(
        known["parry"], known["reactions"], (20, 20, 10), compute_outcome
    )


def test_an_unarmed_miss_needs_no_damage_die():
    assert rules_py.resolve("sideworld.unarmed", [10, 10]).outcome == {"hit": False, "damage": 0, "delivered": 0}
    assert rules_py.resolve("sideworld.unarmed", [11, 10, 6], strength=4).outcome == {
        "hit": True,
        "damage": 10,
        "delivered": 10,
    }


def test_parrying_object_and_armour_reduce_unarmed_damage():
    sword = dict(strength=10, parry=True, parry_resilience=5, parry_dc=8)
    assert rules_py.resolve("sideworld.unarmed", [1, 20, 1, 10], **sword).outcome == {  # 20 - 5 - 8
        "hit": True,
        "damage": 20,
        "delivered": 7,
    }
    assert rules_py.resolve("sideworld.unarmed", [1, 20, 1, 10], layers=[(2, 4)], **sword).outcome["delivered"] == 1
    assert rules_py.resolve("sideworld.unarmed", [10, 20, 1, 10], **sword).outcome["delivered"] == 20  # the Save failed


def expected_damage(rolled, rounds=1, targets=1, layers=()):
    per_target = (rolled * rounds) // targets
    delivered, left = pass_through_layers(per_target, list(layers))
    return {"rolled": rolled, "per_target": per_target, "delivered": delivered, "layers": left}


LAYERS = [
    (),
    (SWORD,),
    (CRISPS,),
    (SWORD, CRISPS),
    (CRISPS, SWORD),
    ((7, 3), (0, 4), (2, 0), (1, 1)),
    ((0, 0),),
    ((12, 1),),
]


@pytest.mark.parametrize("layers", LAYERS)
def test_damage_odds_match_enumeration(layers):
    for params in grid(rounds=[1, 2, 10, 300], targets=[1, 3, 20]):
        assert typed_odds("sideworld.damage", layers=layers, **params) == count_outcomes(
            (6, 6), lambda a, b: expected_damage(a + b, layers=layers, **params)
        ), params


@pytest.mark.parametrize(
    ("notation", "sides", "sum_of"),
    [
        ("1d4", (4,), lambda a: a),
        ("2", (), lambda: 2),
        ("1d100", (100,), lambda a: a),
        ("1d6-1", (6,), lambda a: a - 1),
        ("2d6*4", (6, 6), lambda a, b: 4 * (a + b)),
    ],
)
def test_damage_odds_match_enumeration_for_any_dice(notation, sides, sum_of):
    assert typed_odds("sideworld.damage", damage=notation, rounds=3, targets=2, layers=[CRISPS]) == count_outcomes(
        sides, lambda *faces: expected_damage(sum_of(*faces), 3, 2, [CRISPS])
    )


def test_damage_odds_of_a_hundred_dice_are_exact():
    found = typed_odds("sideworld.damage", damage="100d6", rounds=2, layers=[(10, 500)])
    rolled = sum_chances([6] * 100)
    assert found["rolled"] == rolled
    expected = {}
    for (_, total), chance in rolled.items():
        key = ("int", expected_damage(total, 2, 1, [(10, 500)])["delivered"])
        expected[key] = expected.get(key, 0) + chance
    assert found["delivered"] == expected


def test_mini_gun_damage_at_each_range_matches_the_text():
    block = rules_py.table("sideworld.weapon-blocks")
    damage, bonus = block.row("damage"), block.row("attack-bonus")
    layers = [(20, 250), SWORD, (3, 40)]
    for reach, sides, constant, attack_bonus in [
        ("close", (6, 6), 0, 4),
        ("medium", (6,), 0, 4),
        ("far", (4,), 0, 3),
        ("extreme", (), 2, 2),
    ]:
        assert bonus.number(reach) == attack_bonus
        for rounds, targets in [(1, 1), (150, 1), (300, 20)]:
            assert typed_odds(
                "sideworld.damage", damage=damage[reach], rounds=rounds, targets=targets, layers=layers
            ) == count_outcomes(
                sides, lambda *faces: expected_damage(sum(faces) + constant, rounds, targets, layers)
            ), (
                reach,
                rounds,
            )
    full = rules_py.resolve("sideworld.damage", [6, 6], damage=damage["close"], rounds=300, targets=20).outcome
    assert full == {"rolled": 12, "per_target": 180, "delivered": 180, "layers": ()}
    assert rules_py.roll("sideworld.damage", damage=damage["extreme"], rounds=7, targets=3).outcome["per_target"] == 4


ATTACK = dict(
    attack=10,
    bonus=0,
    modifier=0,
    recoil=0,
    guided=False,
    dodge=10,
    parry=False,
    reactions=10,
    parry_bonus=0,
    parry_resilience=0,
    parry_dc=0,
    rounds=1,
    targets=1,
    layers=(),
    stamina=40,
    stamina_lost=0,
    radius=0,
    distance=10,
    weapon="blast",
)


def expected_attack(sides=(6, 6), **params):
    """Compute the odds of a whole attack with these damage dice."""
    p = ATTACK | params
    before = p["stamina"] - p["stamina_lost"]
    dodge, reactions, parry = expected_defence(
        expected_state(p["stamina"], before), p["dodge"], p["reactions"], p["parry"]
    )

    def compute_outcome(parried, attacking, defending, *damage):
        total = attacking + p["attack"] + p["bonus"] - p["recoil"] + (0 if p["guided"] else p["modifier"])
        against = defending + dodge + (p["parry_bonus"] if parried else 0)
        hit, caught, delivered = total > against, False, 0
        full = sum(damage) * p["rounds"] // p["targets"]
        if hit:
            layers = [(p["parry_resilience"], p["parry_dc"])] * parried + list(p["layers"])
            delivered, _ = pass_through_layers(full, layers)
        elif (part := near_miss_damage(full, against - total, p["distance"], p["radius"], p["weapon"])) is not None:
            caught, (delivered, _) = True, pass_through_layers(part, list(p["layers"]))
        return {
            "hit": hit,
            "delivered": delivered,
            "state": expected_state(p["stamina"], before - delivered),
            "severe": delivered > Fraction(p["stamina"], 4),
            "caught": caught,
        }

    return chances_with_parry(parry, reactions, (20, 20, *sides), compute_outcome)


@pytest.mark.examples(8)
@pytest.mark.parametrize(
    "params",
    [
        {},
        dict(stamina=10),
        dict(stamina=1),
        dict(stamina=200, rounds=30),
        dict(attack=15, bonus=4, modifier=-6, recoil=3, dodge=4, layers=[(2, 3)], stamina=9),
        dict(guided=True, modifier=-60, layers=[(1, 2), (3, 4)], rounds=3, targets=2, stamina=12),
        dict(parry=True, parry_bonus=4, reactions=13, parry_resilience=5, parry_dc=3, stamina=11),
        dict(
            parry=True,
            parry_bonus=2,
            reactions=40,
            parry_resilience=1,
            parry_dc=5,
            layers=[(2, 2)],
            rounds=4,
            stamina=30,
        ),
        dict(parry=True, parry_bonus=20, dodge=0, reactions=5, stamina=10),
        dict(parry=False, parry_resilience=40, parry_dc=150, stamina=10),
        *grid(
            stamina=[20], stamina_lost=[10, 11, 16, 19], dodge=[9, 16], parry=FLAGS, parry_dc=[3], layers=[((1, 2),)]
        ),
        *grid(radius=[1, Fraction(5, 2)], distance=[0, 10, Fraction(85, 2)], weapon=["blast", "plasma"], stamina=[20]),
        dict(
            radius=3,
            distance=20,
            parry=True,
            parry_bonus=4,
            parry_resilience=5,
            parry_dc=3,
            layers=[(1, 2)],
            stamina=12,
        ),
        dict(radius=2, distance=30, rounds=3, targets=2, guided=True, modifier=-9, recoil=3, stamina=9),
    ],
)
def test_attack_odds_match_the_reference_model(params):
    assert typed_odds("sideworld.attack", **params) == expected_attack(**params)


def test_attack_odds_match_the_reference_model_for_other_dice():
    assert typed_odds("sideworld.attack", damage="1d10", stamina=8) == expected_attack((10,), stamina=8)


def attack(faces, **params):
    return rules_py.resolve("sideworld.attack", faces, **params).outcome


def test_parried_hit_damages_the_parrying_object_first():
    sword = dict(damage="20", parry=True, parry_resilience=5, parry_dc=150)
    crisps = dict(damage="20", parry=True, parry_resilience=1, parry_dc=5)
    assert attack([1, 20, 1], **sword) == {
        "hit": True,
        "delivered": 0,
        "state": "healthy",
        "severe": False,
        "caught": False,
    }
    assert attack([1, 20, 1], **crisps) == {
        "hit": True,
        "delivered": 14,
        "state": "healthy",
        "severe": True,
        "caught": False,
    }
    assert attack([10, 20, 1], **crisps)["delivered"] == 20  # the Save failed, so nothing parries
    assert attack([1, 20, 1], layers=[(14, 9)], **crisps)["delivered"] == 0  # 14 meets the worn layer: DC 9 stays
    assert attack([1, 20, 1], layers=[(4, 9)], **crisps)["delivered"] == 1
    assert attack([1, 1, 20], **crisps) == {
        "hit": False,
        "delivered": 0,
        "state": "healthy",
        "severe": False,
        "caught": False,
    }


def test_blast_may_catch_a_missed_target():
    blast = dict(damage=20, radius=2, distance=20, parry=True, parry_resilience=5, parry_dc=99, stamina=30)
    assert attack([1, 10, 14], **blast) == {  # 4 × 20 m / 100 = 0.8 m; a parry doesn't reduce a near miss
        "hit": False,
        "delivered": 20,
        "state": "hurt",
        "severe": True,
        "caught": True,
    }
    assert attack([1, 10, 16], **blast)["delivered"] == 10  # 1.2 m
    assert attack([1, 10, 20], **blast) == {
        "hit": False,
        "delivered": 0,
        "state": "healthy",
        "severe": False,
        "caught": False,
    }  # 2 m
    assert attack([1, 10, 14], **blast | {"weapon": "plasma"})["delivered"] == 7  # 20 / 2.8
    assert attack([1, 10, 14], **blast | {"layers": [(3, 9)]})["delivered"] == 8


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (20, "healthy"),
        (21, "hurt"),
        (30, "hurt"),
        (31, "incapacitated"),
        (39, "incapacitated"),
        (40, "dead"),
        (99, "dead"),
    ],
)
def test_attack_state_follows_the_remaining_stamina(damage, expected):
    assert attack([20, 1], damage=damage)["state"] == expected


@check_each(
    "params, faces, expected",
    [
        # a plasma gun that misses by 0.5 m: damage divided by 2.5
        (dict(miss_by=5, distance=10, radius=2, damage=100, weapon="plasma"), [], (Fraction(1, 2), True, 40)),
        (dict(miss_by=5, distance=10, radius=2, damage=99, weapon="plasma"), [], (Fraction(1, 2), True, 39)),
        (dict(miss_by=0, distance=10, radius=1, damage=9, weapon="plasma"), [], (0, True, 4)),
        (dict(miss_by=5, distance=10, radius=2, damage=20), [], (Fraction(1, 2), True, 20)),
        (dict(miss_by=10, distance=10, radius=2, damage=21), [], (1, True, 21)),  # exactly half the radius
        (dict(miss_by=101, distance=1, radius=2, damage=21), [], (Fraction(101, 100), True, 10)),
        (dict(miss_by=199, distance=1, radius=2, damage=21), [], (Fraction(199, 100), True, 10)),
        (dict(miss_by=20, distance=10, radius=2, damage=21), [], (2, False, 0)),  # not less than the radius
        (dict(miss_by=20, distance=10, radius=2, damage=21, weapon="plasma"), [], (2, False, 0)),
        (dict(miss_by=20, distance=10, radius=3, damage=21, weapon="plasma"), [], (2, True, 5)),
        (dict(miss_by=0, distance=100, radius=0, damage=21), [], (0, False, 0)),
        (dict(miss_by=10, distance=15, radius=2, damage="2d6"), [6, 5], (Fraction(3, 2), True, 5)),
        (dict(miss_by=10, distance=15, radius=1, damage="2d6"), [], (Fraction(3, 2), False, 0)),
        (
            dict(miss_by=10, distance="12.5", radius="2.5", damage=21),
            [],
            (Fraction(5, 4), True, 21),
        ),  # exactly half the radius
        (dict(miss_by=10, distance=12.6, radius=2.5, damage=21), [], (Fraction(63, 50), True, 10)),
        (dict(miss_by=10, distance=25, radius="2.5", damage=21), [], (Fraction(5, 2), False, 0)),
        (
            dict(miss_by=1, distance="10.5", radius=Fraction(1, 4), damage=21, weapon="plasma"),
            [],
            (Fraction(21, 200), True, 9),
        ),  # 21 / 2.105
    ],
)
def test_near_miss_resolves_distance_and_damage(params, faces, expected):
    roll = rules_py.resolve("sideworld.near-miss", faces, **params)
    assert tuple(roll.outcome.values()) == expected
    assert list(roll.outcome) == ["miss_distance", "caught", "damage"]


def test_miss_distance_is_exact_in_json():
    def distance(**params):
        return rules_py.roll("sideworld.near-miss", **params).to_dict()["outcome"]["miss_distance"]

    assert distance(miss_by=7, distance=13) == "91/100"
    assert distance(miss_by=10, distance=30) == 3
    assert rules_py.odds("sideworld.near-miss", miss_by=5, distance=10).to_dict()["outcomes"]["miss_distance"] == {
        "1/2": "1/1"
    }


@pytest.mark.parametrize("weapon", ["blast", "plasma"])
def test_near_miss_odds_match_enumeration(weapon):
    def compute_outcome(a, b):
        share = Fraction(1, 2) if weapon == "blast" else 1 / (Fraction(12, 10) + 2)
        return {"miss_distance": Fraction(6, 5), "caught": True, "damage": int((a + b) * share)}

    assert typed_odds(
        "sideworld.near-miss", miss_by=8, distance=15, radius=2, damage="2d6", weapon=weapon
    ) == count_outcomes((6, 6), compute_outcome)


@check_each(
    "mechanic, params, named",
    [
        ("to-hit", {"recoil": 301}, "recoil"),
        ("to-hit", {"parry_bonus": 21}, "parry_bonus"),
        ("damage", {"rounds": 301}, "rounds"),
        ("damage", {"rounds": 0}, "rounds"),
        ("damage", {"targets": 21}, "targets"),
        ("damage", {"targets": 0}, "targets"),
        ("damage", {"damage": "2d"}, "damage"),
        ("damage", {"damage": "1d6-3"}, "damage"),
        ("near-miss", {"damage": "2d6-3"}, "damage"),
        ("damage", {"layers": [(5,)]}, "layers"),
        ("damage", {"layers": "5/150,x"}, "layers"),
        ("damage", {"layers": [(1, 1)] * 51}, "layers"),
        ("attack", {"stamina": 0}, "stamina"),
        ("attack", {"stamina": 201}, "stamina"),
        ("attack", {"stamina": 20, "stamina_lost": 20}, "stamina_lost"),
        ("takedown", {"stamina": 20, "stamina_lost": 20}, "stamina_lost"),
        ("unarmed", {"strength": 41}, "strength"),
        ("near-miss", {"weapon": "laser"}, "weapon"),
        ("near-miss", {"miss_by": -1}, "miss_by"),
        ("near-miss", {"radius": "2.0001"}, "radius"),
        ("near-miss", {"distance": -0.5}, "distance"),
        ("to-hit", {"attack": -41}, "attack"),
        ("to-hit", {"reactions": -41}, "reactions"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)


@pytest.mark.parametrize("mechanic", ["damage", "attack", "near-miss", "takedown"])
def test_dice_count_is_limited_only_for_odds(mechanic):
    rules_py.roll(f"sideworld.{mechanic}", damage="1000d6")
    with pytest.raises(
        rules_py.RulesError, match="^damage: got '1000d6', takes dice with at most 600 different totals where odds"
    ):
        rules_py.odds(f"sideworld.{mechanic}", damage="1000d6")


def test_layers_are_parsed_from_text():
    as_text = rules_py.resolve("sideworld.damage", [6, 6], rounds=2, layers="5/10,1/5")
    assert as_text == rules_py.resolve("sideworld.damage", [6, 6], rounds=2, layers=[(5, 10), (1, 5)])
    assert as_text.outcome["layers"] == (0, 0) and as_text.outcome["delivered"] == 3
    assert as_text.to_dict()["params"]["layers"] == [[5, 10], [1, 5]]


def test_parry_chance_matches_the_save_chance():
    assert (
        rules_py.odds("sideworld.to-hit", parry=True, reactions=23).outcomes["parried"][True]
        == save_chance(23)
        == Fraction(19, 20) + Fraction(2, 400)
    )
