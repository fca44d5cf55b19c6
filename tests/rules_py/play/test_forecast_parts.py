"""Parts beside a forecast of a made-up duel: its variations against odds worked out by hand, and what it plays."""

import math
from fractions import Fraction

import pytest

from rules_py.errors import ForbiddenError, RulesError
from rules_py.play import Condition
from rules_py.play.forecast import ForecastOptions, forecast
from rules_py.play.forecast.coverage import COMPARED_FIGHTS, compute_coverage
from rules_py.play.forecast.sample import MOST_SAMPLES, play_sample
from rules_py.play.forecast.tactics import TARGETS
from rules_py.play.forecast.variations import MOST_VARIATIONS, VariationRun, format_difference
from rules_py.rendering.forecasts import render_forecast
from rules_py.scheduling import run_to_completion
from tests.rules_py.play.sample_game import FIRST_WINS_TIES, Duellist, make_duel, win_chance

TOLERANCE = 1e-6
"""Possible error of a Markov chain that stops once almost no probability is left."""


def compare(fight, **options) -> VariationRun:
    run = VariationRun(fight, ForecastOptions(**options))
    while not run.is_done:
        run.advance()
    return run


def rate_duel(mine: int, yours: int) -> Fraction:
    """Return my chance in a duel in which both hit from 3 and a die decides who begins."""
    first, second = win_chance(mine, yours, 3, 3), 1 - win_chance(yours, mine, 3, 3)
    return FIRST_WINS_TIES * first + (1 - FIRST_WINS_TIES) * second


def test_rows_without_a_combatant_have_the_odds_of_the_remaining_duel():
    run = compare(make_duel([{"points": 2}], [{"points": 1}, {"points": 3}]), seed=4)
    found = {each.title: each for each in run.results}
    for title, left in (("Without Duellist 2", 3), ("Without Duellist 3", 1)):
        share = found[title].win_chances["ours"]
        assert share.low <= rate_duel(2, left) <= share.high
        assert found[title].differences["ours"] == float(share.chance - run.results[0].win_chances["ours"].chance)


def test_duel_is_compared_exactly(monkeypatch):
    """A combatant who can't strike loses in the end, if not within the last round that is simulated."""
    monkeypatch.setattr(Duellist, "conditions", (Condition("dazed"),))
    run = compare(make_duel([{"points": 2}], [{"points": 3}]))
    assert all(each.is_exact for each in run.results)
    assert math.isclose(run.results[0].win_chances["ours"].chance, rate_duel(2, 3), abs_tol=TOLERANCE)
    assert run.description == "Computed exactly over every face of the dice."
    dazed = next(each for each in run.results if each.title == "Ours, Dazed: yes")
    assert dazed.win_chances["theirs"].chance > 1 - TOLERANCE


def test_combatants_who_are_alike_share_a_row_and_a_side_keeps_its_last_one():
    run = VariationRun(make_duel([{}], [{"points": 1}, {"points": 1}, {"points": 5}]), ForecastOptions(seed=1))
    titles = [each.title for each in run.variations]
    assert titles[:3] == ["As it is", "Without Duellist 2, one of 2 alike", "Without Duellist 4"]
    assert "Everyone attacks Duellist 4 first" in titles
    assert titles.index("Everyone attacks Duellist 4 first") == 3


def test_rows_beyond_the_limit_are_counted():
    fight = make_duel([{}], [{"points": points} for points in range(1, 21)])
    run = VariationRun(fight, ForecastOptions(seed=1))
    assert len(run.variations) == MOST_VARIATIONS
    without, focused, others = 20, 20, 1 + len(TARGETS) - 1
    assert run.left_out == without + focused + others - MOST_VARIATIONS
    assert f"{run.left_out} further changes left out." in run.description
    assert run.to_dict()["left_out"] == run.left_out


def test_form_asks_who_is_attacked_first():
    fight = make_duel([{}], [{"points": 1}, {"points": 5}])
    html = render_forecast(forecast(fight, seed=1, at_most=1, focus="b2"))
    assert '<select name="focus"><option value="">nobody in particular</option>' in html
    assert '<option value="b2" selected>Duellist 3</option>' in html


def test_row_brings_back_the_one_who_was_taken_out():
    fight = make_duel([{"points": 2}], [{"points": 1}, {"points": 3}])
    run = compare(fight, without="b2", seed=6, at_most=60)
    assert math.isclose(run.results[0].win_chances["ours"].chance, rate_duel(2, 1), abs_tol=TOLERANCE)
    back = next(each for each in run.results if each.title == "With Duellist 3")
    assert back.win_chances == forecast(fight, seed=6, at_most=60).win_chances
    assert not any(each.title.startswith("Without") for each in run.results)


def test_each_row_equals_a_forecast_with_the_same_seed():
    fight = make_duel([{"points": 3}, {"points": 2}], [{"points": 2}, {"points": 4}])
    run = compare(fight, seed=8, at_most=60)
    assert len(run.results) > 6
    for (title, options), found in zip(run.variations, run.results, strict=True):
        about = {name: getattr(options, name) for name in ("target", "focus", "without", "choices")}
        made = forecast(fight, seed=8, at_most=60, exact=False, **about)
        assert found.win_chances == made.win_chances and made.fights == 60, title


def test_enemies_attack_the_named_combatant_first():
    fight = make_duel([{"points": 9, "hits_from": 1}], [{"points": 1}, {"points": 8}, {"points": 2}])
    sample = run_to_completion(play_sample(fight, ForecastOptions(seed=1, focus="b2")))
    targets = [entry.event["at"] for entry in sample.fight.log if entry.event.get("by") == "a1" and "at" in entry.event]
    last = max(number for number, target in enumerate(targets) if target == "b2")
    assert set(targets[: last + 1]) == {"b2"}
    with pytest.raises(RulesError, match="nobody"):
        forecast(fight, seed=1, at_most=1, focus="nobody")


@pytest.mark.parametrize(("difference", "text"), [(0.126, "+13"), (-0.05, "−5"), (0.004, "±0"), (-0.004, "±0")])
def test_differences_are_told_in_points(difference, text):
    assert format_difference(difference) == text


def test_condition_is_played_where_it_changes_the_fight():
    """One of the two could strike without it; the other one can't hurt anybody in any case."""
    fight = make_duel([{"points": 3}], [{"points": 3, "dazed": True}, {"points": 1, "hits_from": 7, "dazed": True}])
    found = run_to_completion(compute_coverage(fight, ForecastOptions(seed=2)))
    assert found.fights == COMPARED_FIGHTS
    assert [(each.name, each.people, each.state) for each in found.entries] == [
        ("Dazed", ("Duellist 2", "Duellist 3"), "played")
    ]
    assert found.description == "Plays everything on the sheets: 1 of 1."


def test_sheets_without_entries_say_so():
    found = run_to_completion(compute_coverage(make_duel([{}], [{}]), ForecastOptions(seed=2)))
    assert found.description == "The sheets have no weapons, talents or conditions."


@pytest.mark.parametrize("number", [0, MOST_SAMPLES + 1, True])
def test_only_the_first_fights_are_played_out(number):
    with pytest.raises(RulesError, match="number"):
        run_to_completion(play_sample(make_duel([{}], [{}]), ForecastOptions(seed=2), number))


def test_parts_need_two_sides():
    alone = make_duel([{}, {}], [])
    for work in (compute_coverage(alone, ForecastOptions(seed=1)), play_sample(alone, ForecastOptions(seed=1))):
        with pytest.raises(ForbiddenError, match="two sides"):
            run_to_completion(work)
    with pytest.raises(ForbiddenError, match="two sides"):
        VariationRun(alone, ForecastOptions(seed=1))
