"""Examples of the contract of `rules_py` that are rolls, odds and tables of PSIOPS."""

import rules_py


def test_contract_examples_match():
    assert rules_py.resolve("psiops.action", [4, 5], attribute=1).to_dict() == {
        "mechanic": "psiops.action",
        "params": {
            "attribute": 1,
            "modifier": 0,
            "advantage": False,
            "disadvantage": False,
            "skill": False,
            "spent_momentum": False,
        },
        "faces": [4, 5],
        "dice": [{"sides": 6, "faces": [4, 5], "kept": [4, 5], "label": "2d6"}],
        "outcome": {"total": 10, "band": "success", "momentum": 2},
        "steps": rules_py.resolve("psiops.action", [4, 5], attribute=1).to_dict()["steps"],
    }
    odds = rules_py.odds("psiops.action").to_dict()
    assert odds["outcomes"]["band"] == {"failure": "5/12", "partial": "5/12", "success": "1/6"}
    assert odds["outcomes"]["total"]["7"] == "1/6"
    assert odds["mean"]["total"] == "7/1"
    assert rules_py.table("psiops.panic").to_dict()["rows"][0]["roll"] == "1"


def test_impossible_band_is_missing_from_the_odds():
    assert "critical" not in rules_py.odds("psiops.action").outcomes["band"]
