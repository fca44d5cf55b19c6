"""Forecasts of a made-up duel: exact against an independent solution, and simulated."""

import math
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

import pytest
from hypothesis import given, settings, strategies as st

from rules_py.error_messages import error_message
from rules_py.errors import DataError, RulesError
from rules_py.parameters import Flag
from rules_py.play import Action, Cost, ForecastHints, IndividualInitiative, Log, Order, change
from rules_py.play.fight.commands import execute
from rules_py.play.forecast import ForecastOptions, ForecastRun, forecast
from rules_py.play.forecast.estimates import estimate_from_sample
from rules_py.play.forecast.monte_carlo import BATCH
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS
from rules_py.play.forecast.tactics import Tactics
from rules_py.scheduling import TimeSliceExpired, time_slice
from tests.cases import check_each
from tests.rules_py.play.sample_game import FIRST_WINS_TIES, Duellist, bleed, draw, make_duel, strike, win_chance

TURN = {"event": "turn"}
TOLERANCE = 1e-6
"""Possible error of a Markov chain that stops once almost no probability is left."""


def order_event(**faces: int) -> dict:
    return {"event": "order", "rolls": [{"by": who, "params": {}, "faces": [face]} for who, face in faces.items()]}


def strike_event(by: str, at: str, face: int) -> dict:
    return {"event": "roll", "mechanic": "duel.strike", "params": {"hits_from": 3}, "faces": [face], "by": by, "at": at}


# Exact


@given(mine=st.integers(1, 5), yours=st.integers(1, 5), my_hits=st.integers(2, 5), your_hits=st.integers(2, 5))
@settings(max_examples=8)
def test_exact_forecast_matches_an_independent_calculation(mine, yours, my_hits, your_hits):
    made = forecast(make_duel([{"points": mine, "hits_from": my_hits}], [{"points": yours, "hits_from": your_hits}]))
    first = win_chance(mine, yours, my_hits, your_hits)
    second = 1 - win_chance(yours, mine, your_hits, my_hits)
    mine_wins = FIRST_WINS_TIES * first + (1 - FIRST_WINS_TIES) * second
    assert made.is_exact and made.seed is None
    assert math.isclose(made.win_chances["ours"].chance, mine_wins, abs_tol=TOLERANCE)
    assert made.defeat_chances["b1"].chance == made.win_chances["ours"].chance
    assert sum(share.chance for share in made.win_chances.values()) + made.undecided_chance.chance == 1
    assert sum(made.round_chances.values()) + made.undecided_chance.chance == 1


def test_duel_round_lengths_match_exact_probabilities():
    made = forecast(make_duel([{"points": 1}], [{"points": 1}]))
    assert made.round_chances[1] == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)
    assert made.round_chances[2] == made.round_chances[1] * Fraction(1, 9)


def test_forecast_from_mid_round_respects_who_has_acted():
    begun = make_duel([{"points": 2}], [{"points": 2}], order_event(a1=6, b1=1))
    assert math.isclose(forecast(begun).win_chances["ours"].chance, win_chance(2, 2, 3, 3), abs_tol=TOLERANCE)
    missed = begun.apply(strike_event("a1", "b1", 1))
    assert math.isclose(forecast(missed).win_chances["ours"].chance, 1 - win_chance(2, 2, 3, 3), abs_tol=TOLERANCE)
    assert forecast(missed.apply(TURN)).win_chances["ours"].chance == forecast(missed).win_chances["ours"].chance


@pytest.mark.parametrize("points", [1, 3])
def test_win_chance_never_drops_with_more_hit_points(points):
    chances = [
        forecast(make_duel([{"points": mine}], [{"points": points}])).win_chances["ours"].chance for mine in (1, 2, 3)
    ]
    assert chances == sorted(chances)


# Simulated


def test_focusing_the_weakest_improves_simulated_results():
    fight = make_duel([{"points": 3}] * 3, [{"points": 3}] * 3)
    made = {target: forecast(fight, target=target, seed=1, at_most=300) for target in ("weakest", "spread")}
    downs = {
        target: [float(made[target].defeat_chances[f"b{number}"].chance) for number in (1, 2, 3)] for target in made
    }
    assert all(share.chance < 1 for share in made["weakest"].defeat_chances.values())
    assert max(downs["spread"]) - min(downs["spread"]) < max(downs["weakest"]) - min(downs["weakest"])


def test_forecast_is_reproducible_from_its_seed():
    fight = make_duel([{"points": 2}, {"points": 2}], [{"points": 4}])
    made = [forecast(fight, seed=seed, at_most=100).to_dict() for seed in (7, 7, 8)]
    assert made[0] == made[1] and made[0] != made[2]
    assert forecast(fight, at_most=1).seed != forecast(fight, at_most=1).seed


def test_time_slices_end_inside_a_fight_and_change_no_result():
    fight = make_duel([{"points": 9}, {"points": 9}], [{"points": 9}, {"points": 9}])
    whole, sliced = (ForecastRun(fight, ForecastOptions(seed=7, at_most=20)) for _ in range(2))
    whole.advance()
    slices = [0]  # the number of fights after each time slice
    while not sliced.is_done:
        with suppress(TimeSliceExpired), time_slice("a forecast", seconds=0):
            sliced.advance()
        slices.append(sliced.fights)
    assert all(after - before <= 1 for before, after in pairwise(slices))
    assert len(slices) > 20 * 2 * 9  # the points of the side that loses are struck off one by one
    assert sliced.build_forecast().to_dict() == whole.build_forecast().to_dict()


def test_simulation_stops_when_precise_or_at_its_maximum():
    fight = make_duel([{"points": 3}, {"points": 3}], [{"points": 3}, {"points": 3}])
    sure = forecast(fight, seed=1, within=0.06)
    assert sure.is_sure and sure.fights < 5000 and sure.fights % BATCH == 0
    assert all(share.margin <= 0.06 for share in sure.win_chances.values())
    unsure = forecast(fight, seed=1, at_most=120)
    assert unsure.fights == 120 and not unsure.is_sure
    assert sum(round(share.chance * 120) for share in unsure.win_chances.values()) == 120


@pytest.mark.parametrize("chance", [0.01, 0.03, 0.1, 0.25, 0.5, 0.8])
def test_confidence_intervals_hold_despite_repeated_looks(chance):
    """The test follows all ways that the looks can go; a single 95 % interval would be right in 95 % of them."""
    of_batch = [math.comb(BATCH, times) * chance**times * (1 - chance) ** (BATCH - times) for times in range(BATCH + 1)]
    of_batch = [(times, share) for times, share in enumerate(of_batch) if share > 1e-12]
    going_on, fights, held = {0: 1.0}, 0, 0.0
    while going_on:
        fights += BATCH
        after: dict[int, float] = {}
        for so_far, share in going_on.items():
            for times, more in of_batch:
                after[so_far + times] = after.get(so_far + times, 0.0) + share * more
        going_on = {}
        for times, share in after.items():
            found = estimate_from_sample(times, fights)
            if found.margin <= 0.02 or fights >= 5000:
                held += share * (found.low <= chance <= found.high)
            else:
                going_on[times] = share
    assert held >= 0.94


# Tactics


def test_side_flees_at_half_losses_and_fleeing_is_not_defeat():
    fight = make_duel([{"points": 1}, {"points": 9}], [{"points": 9}])
    made = forecast(fight, flees="half", target="first", seed=1, at_most=200)
    assert made.flee_chances["ours"].chance == made.defeat_chances["a1"].chance == made.win_chances["theirs"].chance > 0
    assert made.defeat_chances["a2"].chance == 0
    assert "flees" in made.to_dict()["sides"]["ours"]


@pytest.mark.parametrize(("target", "first"), [("weakest", "b2"), ("strongest", "b3"), ("first", "b1")])
def test_combatants_attack_the_configured_target(target, first):
    fight = make_duel([{"points": 20, "hits_from": 1}], [{"points": points, "hits_from": 7} for points in (2, 1, 3)])
    made = forecast(fight, target=target, seed=1, at_most=20)
    assert made.win_chances["ours"].chance == 1
    ended = forecast(
        fight.apply(order_event(a1=6, b1=1, b2=2, b3=3)).apply(strike_event("a1", first, 4)),
        target=target,
        seed=1,
        at_most=20,
    )
    assert ended.win_chances["ours"].chance == 1
    assert Tactics(target).rank_targets(fight, "ours", {})[0].key == first


@pytest.mark.parametrize("exact", [True, False])
def test_simultaneous_combatants_can_defeat_each_other(exact):
    sure = {"points": 1, "hits_from": 1}
    made = forecast(
        make_duel([sure], [sure], order=IndividualInitiative(draw, has_simultaneous_ties=True)),
        exact=exact,
        seed=1,
        at_most=1500,
    )
    tied, first = Fraction(1, 6), Fraction(5, 12)
    for share, chance in ((made.nobody_chance, tied), (made.win_chances["ours"], first)):
        assert share.chance == chance if exact else share.low <= chance <= share.high


def test_held_combatants_skip_and_extra_actions_are_taken():
    sure = {"points": 3, "hits_from": 1}
    held = forecast(make_duel([{**sure, "dazed": True}], [sure]))
    assert held.win_chances["ours"].chance == 0
    twice = forecast(make_duel([{**sure, "strikes": 3}], [sure], order_event(a1=6, b1=1)))
    assert twice.win_chances["ours"].chance == 1 and twice.round_chances == {1: 1}


# Outcomes


def test_decided_fight_is_certain():
    made = forecast(make_duel([{"points": 1}], [{"points": 0}]))
    assert made.is_exact and made.win_chances["ours"].chance == 1 and made.win_chances["theirs"].chance == 0
    assert made.defeat_chances["b1"].chance == 1 and made.defeat_chances["a1"].chance == 0


@pytest.mark.parametrize("exact", [None, False])
def test_harmless_fight_is_reported_as_undecided(exact):
    made = forecast(make_duel([{"hits_from": 7}], [{"hits_from": 7}]), exact=exact, seed=1, at_most=20)
    assert made.undecided_chance.chance == 1 and made.round_chances == {}
    assert str(MOST_ROUNDS) in made.undecided_description and made.length_description.startswith("No side wins")


def test_a_limit_by_turn_needs_an_order_with_turns():
    """Without turns, only the leading side would ever act, and the limit would never start again."""
    with pytest.raises(DataError, match="got duel.strike with a limit by turn and no order, takes an order with turns"):
        make_duel([{}], [{}], order=Order())


@check_each(
    "asked",
    [
        {"target": "nobody"},
        {"target": None},
        {"flees": "always"},
        {"flees": 1},
        {"seed": -1},
        {"seed": "x"},
        {"seed": True},
        {"at_most": 0},
        {"at_most": 10**6},
        {"at_most": 1.5},
        {"within": 0},
        {"within": "x"},
        {"within": True},
        {"exact": "yes"},
    ],
)
def test_invalid_forecast_options_are_rejected(asked):
    with pytest.raises(RulesError) as refusal:
        forecast(make_duel([{}], [{}]), **asked)
    assert str(refusal.value).startswith(next(iter(asked))) and "takes" in str(refusal.value)


@pytest.mark.parametrize("fight", [make_duel([], []), make_duel([{}, {}], [])])
def test_forecast_requires_two_sides(fight):
    with pytest.raises(RulesError, match="at least two sides"):
        forecast(fight)


# Changed assumptions


def with_hints(fight, **hints):
    return replace(fight, context=replace(fight.context, forecast_hints=ForecastHints(**hints)))


def test_hints_name_the_parameters_that_a_reader_can_change():
    fight = with_hints(make_duel([{"points": 2}], [{"points": 2}]), varies={strike: ("hits_from",)})
    usual = forecast(fight, seed=1, at_most=60, exact=False)
    changed = forecast(fight, seed=1, at_most=60, exact=False, choices={"a1": {"hits_from": 7}})
    assert usual.win_chances["ours"].chance > 0 == changed.win_chances["ours"].chance
    assert {each.assumption.name for each in changed.variables} >= {"hits_from"}


@change("duel.shake-off", sheet_types=Duellist, title="Shake it off", page="duel/")
def shake_off(duellist: Duellist, say: Log, slowly: Annotated[bool, Flag("never strikes again")] = False) -> Duellist:
    """End a daze."""
    return duellist.replace(dazed=False, hits_from=7 if slowly else duellist.hits_from)


SHAKE_OFF = Action(
    shake_off, costs=(Cost(bleed, lambda _: {"damage": 1}),), fills=lambda _: {"slowly": True}, is_free=True
)


@pytest.mark.parametrize("points", [1, 2])
def test_fallback_has_the_price_and_the_parameters_of_the_tracker(points):
    fight = make_duel([{"points": points, "dazed": True, "hits_from": 1}], [{"points": 1, "hits_from": 7}])
    changes = {each.id: each for each in (bleed, shake_off)}
    hints = ForecastHints(fallbacks={shake_off: lambda attempt: {} if attempt.roller.dazed else None})
    context = replace(fight.context, changes=changes, find_change=lambda id, _: changes[id], forecast_hints=hints)
    rules = replace(fight.rules, declared_actions=(*fight.rules.declared_actions, SHAKE_OFF))
    fight = replace(fight, context=context, rules=rules)
    tracked = execute(fight, {"act": "change", "change": shake_off.id, "who": "a1"}).fight.combatant("a1").sheet
    simulator, roller = FightSimulator(fight, Tactics()), RandomRoller(1)
    state = simulator.start
    while state.fight.combatant("a1").sheet.dazed:
        state = simulator.step(state, roller)
    played = state.fight.combatant("a1").sheet
    assert (played.points, played.hits_from) == (tracked.points, tracked.hits_from) == (points - 1, 7)
    assert forecast(fight, seed=1, at_most=5).defeat_chances["a1"].chance == (points == 1)


@pytest.mark.parametrize(
    ("hints", "sentence"),
    [
        (
            {"fallbacks": {bleed: lambda attempt: {}}},
            "duel: got hints for duel.bleed, takes rules among the declared_actions of FIGHT; "
            "docs/authoring/sheets.md#forecast has an example",
        ),
        ({"varies": {strike: ("aim",)}}, "duel: got 'aim' in varies, takes parameters of duel.strike: hits_from"),
        ({"varies": {draw: ("aim",)}}, "duel: got 'aim' in varies, takes parameters of duel.draw: none"),
    ],
)
def test_hints_about_what_a_fight_lacks_are_refused(hints, sentence):
    with pytest.raises(DataError) as refusal:
        ForecastHints(**hints).check_declaration("duel", make_duel([{}], [{}]).rules.declared_actions)
    assert str(refusal.value) == sentence


def test_changed_number_of_actions_limits_a_turn():
    fight = make_duel([{"points": 3, "hits_from": 1, "strikes": 3}], [{"points": 3, "hits_from": 7}])
    usual = forecast(fight, seed=1, at_most=60, exact=False)
    slower = forecast(fight, seed=1, at_most=60, exact=False, choices={"a1": {"actions": 1}})
    assert usual.round_chances[1] == 1 and slower.round_chances.get(1, 0) == 0
    assert slower.assumptions[-1] == "Duellist, changed: Actions in a turn: 1."
    assert slower.to_dict()["choices"] == {"a1": {"actions": 1}}


def test_side_changes_all_members_that_it_concerns():
    fight = make_duel([{"strikes": 3}, {"strikes": 1}], [{}])
    made = forecast(fight, seed=1, at_most=5, choices={"ours": {"actions": "2"}})
    assert made.tactics.choices == {"a1": {"actions": 2}}
    (variable,) = made.variables
    assert (variable.side, variable.assumption.name, variable.chosen) == ("ours", "actions", "2")
    assert dict(variable.assumption.values) == {"3": "3", "2": "2", "1": "1"}


def test_combatants_own_choice_goes_before_that_of_the_side():
    fight = make_duel([{"strikes": 3}, {"strikes": 3}], [{}])
    made = forecast(fight, seed=1, at_most=5, choices={"a2": {"actions": 1}, "ours": {"actions": 2}})
    assert made.tactics.choices == {"a1": {"actions": 2}, "a2": {"actions": 1}}


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"a9": {"actions": 1}}, "There is no combatant called “a9”."),
        (
            {"a1": {"speed": 1}},
            "A forecast can't change “speed” of Duellist. You can change Actions in a turn.",
        ),
        ({"b1": {"speed": 1}}, "A forecast can't change “speed” of Duellist 2. Nothing can be changed for them."),
        ({"a1": {"actions": 4}}, "Duellist has no “4” under Actions in a turn. Choose 3, 2 or 1."),
        ({"ours": {"actions": True}}, "Duellist has no “true” under Actions in a turn. Choose 3, 2 or 1."),
    ],
)
def test_unknown_choices_are_refused_with_a_sentence(choices, sentence):
    with pytest.raises(RulesError) as refusal:
        forecast(make_duel([{"strikes": 3}], [{}]), choices=choices)
    assert error_message(refusal.value) == sentence


def test_unknown_option_is_refused_and_not_a_python_error():
    with pytest.raises(RulesError, match="speed: not a parameter of forecast"):
        forecast(make_duel([{}], [{}]), speed=3)
    with pytest.raises(RulesError, match="no enemy hits back"):
        forecast(make_duel([{}], [{}]), answers="strongest")


@pytest.mark.parametrize(("flees", "points"), [("first", [1, 9, 9]), ("last", [1, 1, 9])])
def test_side_flees_after_its_first_loss_or_when_one_is_left(flees, points):
    fight = make_duel([{"points": each, "hits_from": 7} for each in points], [{"points": 9}])
    made = forecast(fight, flees=flees, target="first", seed=1, at_most=30)
    downs = [made.defeat_chances[f"a{number}"].chance for number in (1, 2, 3)]
    assert downs == ([1, 0, 0] if flees == "first" else [1, 1, 0]) and made.flee_chances["ours"].chance == 1
