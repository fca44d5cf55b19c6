"""The benchmark of starts and of a walk: sites take turns, and goals are about our site's median."""

from pathlib import Path

import pytest

from bench import startup, walk
from bench.sites import Site, choose_own_values
from rules_py.registry import games

NAMES = ["Ours", "Stock"]
SITES = [Site(name, Path(name), ("main", "button", "output", "p"), ("main", "output"), "") for name in NAMES]
FIRST = startup.VISITS[0]


def test_each_site_goes_first_in_turn():
    assert [site.name for site in startup.take_turns(SITES, 2)] == [*NAMES, "Stock", "Ours"]


@pytest.mark.parametrize(("seconds", "verdict"), [([0.5, 0.8, 9.0], "met"), ([0.5, 1.3, 1.3], "missed")])
def test_goal_of_a_visit_is_about_our_median(seconds, verdict):
    section = startup.build_section(NAMES, {FIRST.name: {"Ours": seconds, "Stock": [40.0]}})
    assert section.rows[0][-1] == f"at most {FIRST.most} s: {verdict}"


def test_visits_that_were_not_measured_leave_no_row_and_sites_no_cell():
    times = {startup.OFFLINE.name: {"Ours": [0.2]}}
    (row,) = startup.build_section(NAMES, times).rows
    assert row == (startup.OFFLINE.name, "0.20 s (0.20–0.20)", "", "", "at most 0.4 s: met")


def test_a_bookmark_has_values_that_the_calculator_accepts_and_does_not_start_with():
    for calculator in (each for game in games.iter_games() for each in game.calculators.values()):
        values = choose_own_values(calculator)
        checked = calculator.check(dict(values))
        assert values and all(checked[name] != calculator.parameters[name].default for name in values)


def test_a_walk_lists_each_step_and_the_sum_of_each_walk():
    walks = [dict.fromkeys(walk.STEPS, 1.0), dict.fromkeys(walk.STEPS, 3.0)]
    *steps, (_, total) = walk.build_section(walks).rows
    assert steps == [(step, "2.00 s (1.00–3.00)") for step in walk.STEPS]
    assert total == f"{2 * len(walk.STEPS):.2f} s ({len(walk.STEPS):.2f}–{3 * len(walk.STEPS):.2f})"
