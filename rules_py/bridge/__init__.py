"""API for the page's workers: text in, JSON text out, and never an exception for bad input.

Handlers import sheets and fights only when a page asks for them, because that takes time.
"""

from typing import Any

from rules_py.bridge.answers import answer_in_time_slice
from rules_py.bridge.characters import making
from rules_py.bridge.encounters import event_list, foreign_fight, fresh_fight, players_view, shared_view
from rules_py.bridge.fight_past import past
from rules_py.bridge.fights import fight, fight_dice, fight_odds, forecast
from rules_py.bridge.forecasts import forecast_coverage, forecast_sample, forecast_variations
from rules_py.bridge.history import luck
from rules_py.bridge.pasted import paste, scan
from rules_py.bridge.printing import paper, statblock
from rules_py.bridge.probabilities import calculate, odds, sweep
from rules_py.bridge.requests import answer_roll, ask_in_fight, ask_roll, asked_roll, check_answer, use_answer
from rules_py.bridge.rolls import asks, plan, resolve, roll, throw_dice
from rules_py.bridge.sheets import act, chances, change, fill, leads, open_sheet, read, roll_form, sheet

ANSWERS = {
    answer.__name__: answer
    for answer in (
        roll,
        resolve,
        plan,
        throw_dice,
        asks,
        odds,
        calculate,
        sweep,
        luck,
        paste,
        scan,
        paper,
        statblock,
        fight,
        foreign_fight,
        event_list,
        fight_dice,
        fight_odds,
        forecast,
        forecast_coverage,
        forecast_variations,
        forecast_sample,
        fresh_fight,
        players_view,
        shared_view,
        past,
        sheet,
        open_sheet,
        roll_form,
        chances,
        act,
        read,
        change,
        making,
        fill,
        leads,
        ask_roll,
        ask_in_fight,
        asked_roll,
        answer_roll,
        check_answer,
        use_answer,
    )
}


def ask(milliseconds: float, question: str, *about: Any) -> str | None:
    """Answer a question by its name, or return None if that takes longer than `milliseconds`.

    A repeated question continues where it stopped.
    """
    return answer_in_time_slice(ANSWERS[question], milliseconds, question, *about)
