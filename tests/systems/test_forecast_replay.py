"""Every fight that a forecast plays can be played again in the tracker: nothing is refused, and the sheets agree."""

from dataclasses import replace
from random import Random

import pytest

from rules_py.play.fight.commands import execute
from rules_py.play.forecast.assumptions import find_assumptions
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import ANSWERS, FLEES, TARGETS, Tactics
from rules_py.registry.play import create_fight
from tests.systems.random_fights import build_random_fight

MOST_STEPS = 60


class TrackedFight:
    """A fight in the tracker that repeats what a forecast plays, with the same faces."""

    def __init__(self, fight):
        self.fight = fight

    def execute(self, act, **about):
        self.fight = execute(self.fight, {"act": act, **about}).fight


class TrackedRoller(RandomRoller):
    """A roller that makes each roll for initiative in the tracker, too."""

    def __init__(self, seed, tracked):
        super().__init__(seed)
        self.tracked = tracked

    def roll(self, mechanic, values, is_shared=False):
        roll = super().roll(mechanic, values, is_shared)
        if mechanic is self.tracked.fight.rules.order.mechanic:
            by = self.tracked.fight.awaiting_initiative[0]
            about = {"params": dict(roll.params), "faces": list(roll.faces)}
            self.tracked.execute("rolled", mechanic=mechanic.id, by=by, **about)
        return roll


class TrackingRecorder(PlayRecorder):
    """A recorder that plays each action in the tracker, too."""

    def __init__(self, tracked):
        super().__init__()
        self.tracked = tracked

    def record_roll(self, play, roll):
        about = {name: value for name, value in (("at", play.at), ("also", list(play.also))) if value}
        self.tracked.execute(
            "rolled",
            mechanic=roll.mechanic,
            by=play.by,
            chosen=dict(play.chosen),
            params=dict(roll.params),
            faces=list(roll.faces),
            **about,
        )

    def record_change(self, play, change):
        self.tracked.execute("change", change=change.id, who=play.by, params=dict(play.params))

    def record_end(self, period):
        if period == "turn":
            self.tracked.execute("turn")
        else:
            self.tracked.execute("end", of=period)


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
    tracked = TrackedFight(fight)
    simulator, roller = FightSimulator(fight, tactics, TrackingRecorder(tracked)), TrackedRoller(seed, tracked)
    state = simulator.start
    for _ in range(MOST_STEPS):
        if state.is_over:
            break
        state = simulator.step(state, roller)
        for key, each in state.fight.combatants.items():
            assert each.sheet == tracked.fight.combatants[key].sheet, key
        assert state.fight.board == tracked.fight.board
