"""Forecasts of the games' fights, compared with simulations written from the texts without rules_py."""

import importlib
from math import sqrt

import pytest

from rules_py.play.fight.commands import execute
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast import forecast
from rules_py.registry.play import create_fight
from tests.systems.simulated_fights import SetUp, tally_wins

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
SIMULATIONS = {slug: importlib.import_module(f"tests.systems.{slug}.simulations") for slug in SLUGS}
CASES = {
    slug: [pytest.param(slug, set_up, id=f"{slug}: {set_up.name}") for set_up in module.SET_UPS]
    for slug, module in SIMULATIONS.items()
}
ALL_CASES = [case for cases in CASES.values() for case in cases]
SMALL_CASES = [
    pytest.param(slug, set_up, id=f"{slug}: {set_up.name}")
    for slug, module in SIMULATIONS.items()
    for set_up in module.SMALL_SET_UPS
]

EXAMPLES = 2
"""The number of set-ups of each game whose forecasts the normal test checks; the trial checks all of them."""

ERRORS = 4
"""The standard errors by which a forecast and a simulation may differ."""

FIGHTS, SIMULATED_FIGHTS = 200, 2_000
"""The fights behind a forecast and a simulation in the normal test; a simulated fight takes a tenth of the time."""

SMALL_FIGHTS, SIMULATED_SMALL_FIGHTS = 600, 4_000
"""The same for small fights, which are fast: a difference of about 9 percentage points is seen."""

EXACT = ("combat", "puml", "xmas")
"""The games whose small fights have an exact forecast: a difference of about 3 percentage points is seen."""

MANY_FIGHTS = 20_000


def build_fight(slug: str, set_up: SetUp) -> Fight:
    """Build a set-up's fight by the commands of a tracker."""
    fight = create_fight(slug)
    commands = [
        {
            "act": "join",
            "sheet": each.sheet,
            "data": {"sheet": each.sheet, "fields": dict(each.fields)},
            "side": each.side,
            "name": each.name,
            "count": each.count,
        }
        for each in set_up.combatants
    ]
    if set_up.board:
        commands.append({"act": "edit", "who": BOARD, "fields": dict(set_up.board)})
    for command in commands:
        fight = execute(fight, command).fight
    return fight


def compare(slug: str, set_up: SetUp, fights: int, simulated_fights: int, exact: bool | None = None) -> list[str]:
    """Compare a forecast with a simulation; return a line for each result whose shares differ too much."""
    predicted = forecast(build_fight(slug, set_up), seed=11, at_most=fights, within=0.002, exact=exact)
    shares = {side: estimate.chance for side, estimate in predicted.win_chances.items()}
    shares |= {"": predicted.nobody_chance.chance, None: predicted.undecided_chance.chance}
    wins = tally_wins(SIMULATIONS[slug].play, set_up, simulated_fights, seed=12)
    lines = []
    for winner, share in shares.items():
        simulated = wins[winner] / simulated_fights
        tolerance = ERRORS * estimate_error(simulated, simulated_fights, float(share), predicted.fights)
        if abs(float(share) - simulated) > tolerance:
            label = {"": "nobody left", None: "undecided"}.get(winner, f"{winner} win")
            lines.append(f"{label}: {float(share):.1%} forecast, {simulated:.1%} simulated, ±{tolerance:.1%}")
    return lines


def estimate_error(simulated: float, fights: int, share: float, sample: int) -> float:
    """Estimate the standard error of the difference between two shares, as if both were the same chance.

    Args:
        sample: the fights behind `share`; 0 if it is exact.
    """
    if sample:
        # two more fights of each kind keep the error above 0 if a result never or always comes
        pooled = (simulated * fights + share * sample + 2) / (fights + sample + 4)
        return sqrt(pooled * (1 - pooled) * (1 / fights + 1 / sample))
    near = (share * fights + 1) / (fights + 2)
    return sqrt(near * (1 - near) / fights)


@pytest.mark.examples(5)
@pytest.mark.parametrize(("slug", "set_up"), [case for cases in CASES.values() for case in cases[:EXAMPLES]])
def test_forecast_matches_simulation(slug, set_up):
    lines = compare(slug, set_up, FIGHTS, SIMULATED_FIGHTS)
    assert not lines, "; ".join(lines)


@pytest.mark.examples(5)
@pytest.mark.parametrize(("slug", "set_up"), SMALL_CASES)
def test_forecast_matches_simulation_of_a_small_fight(slug, set_up):
    lines = compare(slug, set_up, SMALL_FIGHTS, SIMULATED_SMALL_FIGHTS, exact=slug in EXACT)
    assert not lines, "; ".join(lines)


@pytest.mark.trial
@pytest.mark.parametrize(("slug", "set_up"), [*ALL_CASES, *SMALL_CASES])
def test_forecast_matches_simulation_of_many_fights(slug, set_up):
    lines = compare(slug, set_up, MANY_FIGHTS, MANY_FIGHTS)
    assert not lines, "; ".join(lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_set_ups_with_distinct_names(slug):
    module = SIMULATIONS[slug]
    set_ups = (*module.SET_UPS, *module.SMALL_SET_UPS)
    assert len({set_up.name for set_up in set_ups}) == len(set_ups)
    assert len(module.SET_UPS) > EXAMPLES and module.SMALL_SET_UPS


@pytest.mark.parametrize(("slug", "set_up"), [*ALL_CASES, *SMALL_CASES])
def test_tracker_and_simulation_agree_on_names_and_sides(slug, set_up):
    fight = build_fight(slug, set_up)
    assert [(each.name, each.side) for each in fight.combatants.values()] == [
        (name, each.side) for each in set_up.combatants for name in each.names
    ]
