"""Fights that pages and command lines of the released commit stored: they open and replay to the same state."""

import pytest

from tests.compatibility.released import FOLDER, differences, saved
from tests.fixtures.c4bf572.making.commands import answer, structure

FIGHTS = sorted(path.relative_to(FOLDER / "fights") for path in (FOLDER / "fights").glob("*/*.json"))
IDS = [str(path.with_suffix("")) for path in FIGHTS]


@pytest.mark.parametrize("path", FIGHTS, ids=IDS)
def test_a_stored_fight_has_the_same_state(path):
    state = saved(f"fights/{path.parent}.states.json")[path.stem]
    assert differences(state, structure(answer("fight", str(FOLDER / "fights" / path)))) == []


@pytest.mark.examples(24)
@pytest.mark.parametrize("path", FIGHTS, ids=IDS)
def test_a_stored_fight_has_the_same_forecast(path):
    forecast = saved(f"fights/{path.parent}.forecasts.json")[path.stem]
    now = structure(answer("forecast", str(FOLDER / "fights" / path), *forecast["arguments"]))
    assert differences(forecast["answer"], now) == []
