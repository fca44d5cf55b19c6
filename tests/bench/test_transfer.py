"""The benchmark of bytes: a visit with a roll and its odds by part, and its goal."""

import pytest

from bench.traffic import Answer, Traffic
from bench.transfer import ROLL_WITH_ODDS_GOAL, build_odds_section

OTHERS = {"/assets/rules/1/core.js": 60_000, "/assets/python/1/pyodide.asm.wasm": 10_000}


@pytest.mark.parametrize(("excess", "verdict"), [(0, "met"), (1, "missed")])
def test_all_bytes_of_a_roll_and_its_odds_count_for_the_goal(excess, verdict):
    sizes = OTHERS | {"/": ROLL_WITH_ODDS_GOAL - sum(OTHERS.values()) + excess}
    traffic = Traffic([Answer(path, 200, size) for path, size in sizes.items()])
    (ours,) = build_odds_section("Ours", traffic).rows
    assert ours == ("Ours", "230 KB", "60 KB", "10 KB", "300 KB", f"at most 300 KB: {verdict}")
