"""Carrying: the meaning of a code, and the damage of thrown or dropped objects."""

import pytest

import rules_py
from tests.cases import check_each

HIT_DAMAGE = dict(zip(range(-5, 10), [0, 0, 1, 5, 10, 20, 40, 500, 1000, 5000, 10000, 20000, 40000, 80000, 160000]))
PENALTY = dict(zip(range(-5, 10), [0, 0, -1, -2, -5, -10] + ["n/a"] * 9))


def carry(**params):
    return rules_py.roll("sideworld.carry", **params).outcome


@check_each("code", range(-5, 10))
def test_every_encumbrance_code_matches_the_table(code):
    found = carry(code=code, metres=3)
    row = rules_py.table("sideworld.encumbrance").row(str(code))
    assert found == {
        "row": code,
        "weight": row["weight"],
        "transport": row["transport"],
        "hit_damage": HIT_DAMAGE[code],
        "penalty": PENALTY[code],
        "thrown": HIT_DAMAGE[code],
        "dropped": 9 * HIT_DAMAGE[code],
    }
    assert row["code"] == f"{{{code}}}"


@pytest.mark.parametrize(
    ("params", "dropped"),
    [
        (dict(code=-3, metres=0), 0),
        (dict(code=-3, metres=1), 1),
        (dict(code=-3, metres=5), 25),
        (dict(code=-3, metres=5, armour=True), 12),
        (dict(code=-3, metres=1, armour=True), 0),
        (dict(code=-2, metres=7, armour=True), 122),
        (dict(code=-2, metres="2.5"), 31),  # 5 × 6.25
        (dict(code=-2, metres=2.5, armour=True), 15),
        (dict(code=9, metres=100), 1_600_000_000),
    ],
)
def test_drop_damage_grows_with_the_square_of_the_height(params, dropped):
    found = carry(**params)
    assert found["dropped"] == dropped
    assert found["thrown"] == HIT_DAMAGE[params["code"]]


@pytest.mark.parametrize("code", [-6, 10, "{0}", "heavy"])
def test_unknown_code_is_rejected(code):
    with pytest.raises(rules_py.RulesError, match="^code: .*takes a whole number from -5 to 9$"):
        carry(code=code)
