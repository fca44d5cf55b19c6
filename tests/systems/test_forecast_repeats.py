"""Repeated steps of simulated fights are looked up: each fight ends as it does if every action is played."""

from random import Random

import pytest

from rules_py.play.fight.commands import execute
from rules_py.play.forecast.caches import RollParams
from rules_py.play.forecast.repeats import FightRepeater
from rules_py.play.forecast.results import FightResult
from rules_py.play.forecast.rollers import RandomRoller, SilentDice, SingleRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import Tactics
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import create_fight
from tests.systems.random_fights import build_random_fight

FIGHTS = 40


class ForgetfulRoller(SingleRoller):
    """A roller that runs the rule for each roll."""

    def __init__(self, seed):
        self._random = Random(seed)

    def roll(self, mechanic, params, is_shared=False):
        return mechanic.run(SilentDice(self._random), params.values)


class CountingSimulator(FightSimulator):
    """A simulator that counts the steps that it plays."""

    played = 0

    def step(self, state, roller):
        self.played += 1
        return super().step(state, roller)


@pytest.mark.examples(4)
@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("slug", ["xmas", "sideworld", "psiops", "puml", "combat"])
def test_repeated_fights_end_like_played_ones(slug, seed):
    fight = build_random_fight(create_fight(slug), Random(f"repeats {slug} {seed}"))
    simulator, roller = FightSimulator(fight, Tactics()), ForgetfulRoller(seed)
    repeater = FightRepeater(FightSimulator(fight, Tactics()), RandomRoller(seed, simulator.read_roll))
    for number in range(FIGHTS):
        state, position = simulator.start, repeater.start
        while not state.is_over:
            state = simulator.step(state, roller)
        while not position.is_over:
            position = repeater.step(position)
        assert FightResult.from_state(position.build_state()) == FightResult.from_state(state), number


@pytest.mark.parametrize(
    ("slug", "sheets"),
    [
        ("xmas", {"squad": "xmas.operator", "enemies": "xmas.enemy"}),
        ("puml", {"players": "puml.character", "enemies": "puml.enemy"}),
    ],
)
def test_steps_of_equal_fights_are_looked_up(slug, sheets):
    fight = create_fight(slug)
    for side, sheet in sheets.items():
        fight = execute(fight, {"act": "join", "sheet": sheet, "side": side, "count": 2}).fight
    simulator = CountingSimulator(fight, Tactics())
    repeater, steps = FightRepeater(simulator, RandomRoller(1, simulator.read_roll)), 0
    for _ in range(300):
        position = repeater.start
        while not position.is_over:
            position = repeater.step(position)
            steps += 1
    assert simulator.played < steps * 7 / 10, (simulator.played, steps)


@pytest.mark.parametrize("slug", ["combat", "sideworld"])
def test_roller_runs_a_rule_once_for_the_same_faces(slug):
    fight = build_random_fight(create_fight(slug), Random(f"rolls {slug} 0"))
    roller, seen = RandomRoller(1), {}
    mechanic = fight.rules.order.mechanic
    params = RollParams(mechanic.check({}), 1)
    for _ in range(400):
        roll = roller.roll(mechanic, params)
        assert mechanic.resolve(roll.faces, params.values).outcome == roll.outcome
        assert seen.setdefault(roll.faces, roll) is roll
    assert len(seen) > 3


def test_rolls_that_lead_to_the_same_are_one_roll():
    fight = create_fight("sideworld")
    for side in ("unit", "others"):
        fight = execute(fight, {"act": "join", "sheet": "sideworld.character", "side": side}).fight
    simulator = FightSimulator(fight, Tactics())
    mechanic, roller, seen = find_mechanic("sideworld.attack"), RandomRoller(1, simulator.read_roll), {}
    params = RollParams(mechanic.check({}), 1)
    for _ in range(300):
        roll = roller.roll(mechanic, params)
        assert seen.setdefault(tuple(simulator.read_roll(roll)), roll) is roll
    shared = [roller.roll(mechanic, params, True) for _ in range(300)]
    assert len({id(roll) for roll in shared}) == len({roll.faces for roll in shared}) > len(seen) > 3
