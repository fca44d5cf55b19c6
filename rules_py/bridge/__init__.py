"""API for the page's workers: text in, JSON text out, and never an exception for bad input.

Handlers import sheets and fights only when a page asks for them, because that takes time.
"""

from typing import Any

from rules_py.bridge.answers import ANSWERS as ANSWERS, answer_in_time_slice
from rules_py.bridge.characters import making as making
from rules_py.bridge.encounters import (
    event_list as event_list,
    foreign_fight as foreign_fight,
    fresh_fight as fresh_fight,
    players_view as players_view,
    shared_view as shared_view,
)
from rules_py.bridge.fight_past import past as past
from rules_py.bridge.fights import (
    fight as fight,
    fight_dice as fight_dice,
    fight_odds as fight_odds,
    forecast as forecast,
)
from rules_py.bridge.forecasts import (
    forecast_coverage as forecast_coverage,
    forecast_sample as forecast_sample,
    forecast_variations as forecast_variations,
)
from rules_py.bridge.history import luck as luck
from rules_py.bridge.pasted import paste as paste, scan as scan
from rules_py.bridge.printing import paper as paper, statblock as statblock
from rules_py.bridge.probabilities import calculate as calculate, odds as odds, sweep as sweep
from rules_py.bridge.requests import (
    answer_roll as answer_roll,
    ask_in_fight as ask_in_fight,
    ask_roll as ask_roll,
    asked_roll as asked_roll,
    check_answer as check_answer,
    use_answer as use_answer,
)
from rules_py.bridge.rolls import asks as asks, plan as plan, resolve as resolve, roll as roll, throw_dice as throw_dice
from rules_py.bridge.sheets import (
    act as act,
    chances as chances,
    change as change,
    fill as fill,
    leads as leads,
    open_sheet as open_sheet,
    read as read,
    roll_form as roll_form,
    sheet as sheet,
)


def ask(milliseconds: float, question: str, *about: Any) -> str | None:
    """Answer a question by its name, or return None if that takes longer than `milliseconds`.

    A repeated question continues where it stopped.
    """
    return answer_in_time_slice(ANSWERS[question], milliseconds, question, *about)
