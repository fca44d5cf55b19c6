"""Sources of dice for rule functions, and the requests that rules can make.

A rule never uses a random module. It requests faces from a `Dice`, and the kind of `Dice` decides what the run means: a
roll (`RandomDice`), known faces (`GivenDice`), a reader's own dice as they are rolled (`ManualDice` in
`rules_py.dice.manual`) or every possible face (`rules_py.probability.enumeration`).
"""

from typing import TYPE_CHECKING, Any

from rules_py.dice.base import Dice as Dice, HitFunction as HitFunction, Pool as Pool, SettleFunction as SettleFunction
from rules_py.dice.rollers import (
    DiceSource as DiceSource,
    ExtendedDice as ExtendedDice,
    FaceQueue as FaceQueue,
    GivenDice as GivenDice,
    RandomDice as RandomDice,
    RecordingDice as RecordingDice,
    create_dice as create_dice,
    find_further_faces as find_further_faces,
    read_faces as read_faces,
)
from rules_py.dice.transcript import (
    DiceResult as DiceResult,
    NextRoll as NextRoll,
    TableRowRef as TableRowRef,
    Transcript as Transcript,
)

if TYPE_CHECKING:
    from rules_py.dice.manual import (
        DiceRequest as DiceRequest,
        DieSlot as DieSlot,
        find_requested_dice as find_requested_dice,
    )


def __getattr__(name: str) -> Any:
    """Import what a player's own dice need when a caller needs it (PEP 562).

    Raises:
        AttributeError: the package doesn't export the name.
    """
    if name in ("DiceRequest", "DieSlot", "find_requested_dice"):
        from rules_py.dice import manual

        return getattr(manual, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
