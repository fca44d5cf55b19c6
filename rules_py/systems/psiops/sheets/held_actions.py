"""PSIOPS changes of an operative: an action that is held until a condition is met."""

from typing import Annotated

from rules_py.errors import ForbiddenError
from rules_py.parameters import Text
from rules_py.play import Log, QuickAction, change
from rules_py.systems.psiops.sheets.operative import Operative

HOLDING = "psiops/combat/#time-and-actions"


@change(
    "psiops.hold-action",
    sheet_types=Operative,
    title="Hold an action",
    page=HOLDING,
    quick_actions=(QuickAction(),),
)
def hold_action(
    operative: Operative,
    say: Log,
    until: Annotated[
        str, Text("when it happens, such as “an enemy comes round the corner”", most=100, label="Until")
    ] = "the condition is met",
) -> Operative:
    """Hold an action and name when it happens; it interrupts the opponents' turn."""
    if operative.out:
        raise ForbiddenError("psiops.hold-action", f"the operative is {operative.state}, and can't act")
    if operative.holding:
        raise ForbiddenError("psiops.hold-action", "the operative holds an action already")
    held = operative.replace(holding=until or "the condition is met")
    say(f"Holds an action until {held.holding}.")
    return held


@change("psiops.hold-second-attack", sheet_types=Operative, title="Hold a second attack", page=HOLDING)
def hold_second_attack(operative: Operative, say: Log) -> Operative:
    """Note that an attack was made in the turn of the held action, so a held attack is the second one of the round."""
    say("An attack with the held action has disadvantage, as the second of this round.")
    return operative.replace(held_second=True)


@change(
    "psiops.act-now",
    sheet_types=Operative,
    title="Take the held action",
    page=HOLDING,
    quick_actions=(QuickAction(),),
)
def act_now(operative: Operative, say: Log) -> Operative:
    """Take the held action once its condition is met; a roll in the opponents' turn takes it by itself."""
    if not operative.holding:
        raise ForbiddenError("psiops.act-now", "the operative holds no action")
    say("The held action happens now.")
    return operative.replace(holding="", held_second=False)
