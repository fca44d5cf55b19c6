"""Every fight that a forecast plays can be played again in the tracker: nothing is refused, and the sheets agree."""

from dataclasses import replace
from random import Random

import pytest

from rules_py.play.forecast.assumptions import find_assumptions
from rules_py.play.forecast.sample import FightTracker, TrackedRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import ANSWERS, FLEES, TARGETS, Tactics
from rules_py.registry.play import create_fight
from tests.systems.random_fights import build_random_fight

MOST_STEPS = 60


def change_assumptions(fight, key, rng):
    """Return new values for about half of the assumptions about a combatant."""
    changed = {}
    for name, assumption in find_assumptions(fight, key).items():
        if rng.random() < 0.5 and (assumption.values or assumption.numbers):
            least, most = assumption.numbers or (0, 0)
            value = rng.choice(list(assumption.values)) if assumption.values else rng.randint(int(least), int(most))
            changed[name] = assumption.accept(value, key)
    return changed


@pytest.mark.examples(8)
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("slug", ["xmas", "sideworld", "psiops", "puml", "combat"])
def test_tracker_repeats_a_fight_of_a_forecast_without_a_refusal(slug, seed):
    rng = Random(f"{slug} {seed}")
    fight = build_random_fight(create_fight(slug), rng)
    tactics = Tactics(rng.choice(list(TARGETS)), "never" if rng.random() < 0.8 else rng.choice(list(FLEES)))
    if seed % 2:
        choices = {key: change_assumptions(fight, key, rng) for key in fight.combatants}
        tactics = replace(tactics, choices=choices, answers=rng.choice(list(ANSWERS)))
    tracker = FightTracker(fight)
    simulator, roller = FightSimulator(fight, tactics, tracker), TrackedRoller(seed, tracker)
    state = simulator.start
    for _ in range(MOST_STEPS):
        if state.is_over:
            break
        state = simulator.step(state, roller)
        for key, each in state.fight.combatants.items():
            assert each.sheet == tracker.fight.combatants[key].sheet, key
        assert state.fight.board == tracker.fight.board
