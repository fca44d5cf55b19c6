"""Every fight that a forecast plays can be played again in the tracker: nothing is refused, and the sheets agree."""

from dataclasses import replace
from random import Random

import pytest

from rules_py.play.fight.commands import execute
from rules_py.play.forecast.assumptions import find_assumptions
from rules_py.play.forecast.monte_carlo import RandomRoller
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
    """A roller that reports each roll of a play to the tracker before its consequences apply."""

    def __init__(self, seed, tracked):
        super().__init__(seed)
        self.tracked, self.play = tracked, None

    def roll(self, mechanic, values):
        roll = super().roll(mechanic, values)
        if self.play is not None:
            play, self.play = self.play, None
            about = {name: value for name, value in (("at", play.at), ("also", list(play.also))) if value}
            self.tracked.execute(
                "rolled",
                mechanic=mechanic.id,
                by=play.by,
                chosen=dict(play.chosen),
                params=dict(roll.params),
                faces=list(roll.faces),
                **about,
            )
        return roll


class TrackedSimulator(FightSimulator):
    """A simulator that plays each step in the tracker, too."""

    tracked: TrackedFight

    def _apply_roll(self, fight, mechanic, play, roller):
        roller.play = play
        return super()._apply_roll(fight, mechanic, play, roller)

    def _perform_change(self, fight, play):
        after = super()._perform_change(fight, play)
        if after is not None:
            params = dict(play.params)
            self.tracked.execute("change", change=play.attempt.action.id, who=play.by, params=params)
        return after

    def _roll_initiative(self, fight, roller):
        for key in fight.awaiting_initiative:
            mechanic = fight.rules.order.mechanic
            roll = roller.roll(mechanic, self._fill_params(fight, mechanic, key, None, {}))
            about = {"params": dict(roll.params), "faces": list(roll.faces)}
            self.tracked.execute("rolled", mechanic=mechanic.id, by=key, **about)
        return fight.__class__(**{**vars_of(self.tracked.fight), "log": ()})

    def _end_turn(self, state):
        after = super()._end_turn(state)
        before = state.fight
        if before.rules.order.has_turns and before.has_turn_to_end:
            self.tracked.execute("turn")
        elif not before.rules.order.has_turns and after.fight.board != before.board:
            self.tracked.execute("end", of="phase")
        return after


def vars_of(fight):
    """Return the fields of a fight."""
    return {name: getattr(fight, name) for name in fight.__dataclass_fields__}


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
    simulator = TrackedSimulator(fight, tactics)
    simulator.tracked = TrackedFight(fight)
    roller = TrackedRoller(seed, simulator.tracked)
    state = simulator.start
    for _ in range(MOST_STEPS):
        if state.is_over:
            break
        state = simulator.step(state, roller)
        tracked = simulator.tracked.fight
        for key, each in state.fight.combatants.items():
            assert each.sheet == tracked.combatants[key].sheet, key
        assert state.fight.board == tracked.board
