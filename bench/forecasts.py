"""Benchmark of forecasts: the CPU time of an action that a simulated fight plays, for each game."""

import statistics
import time

from bench.formatting import Section, format_spread
from bench.progress import print_progress
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import Tactics
from rules_py.registry.games import systems
from rules_py.registry.play import create_fight

PER_SIDE = 2
WARM_UP, RUNS, SECONDS = 50, 5, 1.0
"""The number of fights before the measurement, the number of measurements, and the CPU seconds that each takes."""


def measure_forecasts(runs: int = RUNS) -> Section:
    """Measure the simulated fights of all games that have fights."""
    section = Section(
        "Forecasts",
        f"CPU time that a forecast takes for each action that it plays, in Python outside of a browser. {PER_SIDE} "
        f"combatants with blank sheets are on each side. The median and the range of {runs} measurements.",
        ("Game", "CPU per action", "Actions per fight"),
    )
    for slug in systems():
        fight = _build_fight(slug)
        if fight is None:
            continue
        taken, actions = measure_actions(fight, runs)
        print_progress(f"{slug}: {statistics.median(taken):.0f} µs")
        section.rows.append((slug, format_spread(taken, format_microseconds), f"{actions:.1f}"))
    return section


def format_microseconds(value: float) -> str:
    return f"{value:,.0f} µs"


def measure_actions(fight: Fight, runs: int) -> tuple[list[float], float]:
    """Return the CPU time of an action in microseconds in each run, and the mean number of actions in a fight."""
    simulator, roller = FightSimulator(fight, Tactics()), RandomRoller(1)
    for _ in range(WARM_UP):
        play_fight(simulator, roller)
    taken, fights, actions = [], 0, 0
    for _ in range(runs):
        began, steps = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            steps += play_fight(simulator, roller)
            fights += 1
        taken.append(1e6 * (time.process_time() - began) / steps)
        actions += steps
    return taken, actions / fights


def play_fight(simulator: FightSimulator, roller: RandomRoller) -> int:
    """Play a fight to its end and return the number of actions."""
    state, steps = simulator.start, 0
    while not state.is_over:
        state, steps = simulator.step(state, roller), steps + 1
    return steps


def _build_fight(slug: str) -> Fight | None:
    """Return a fight with combatants on the first two sides; None if the game has no such sides."""
    fight = create_fight(slug)
    kinds = list(fight.rules.sides_by_sheet)
    sheets = {side: sheet for sheet in reversed(kinds) for side in fight.rules.sides_for(sheet)}
    for side in list(fight.rules.sides)[:2]:
        if side not in sheets:
            return None
        fight = execute(fight, {"act": "join", "sheet": sheets[side].id, "side": side, "count": PER_SIDE}).fight
    return fight
