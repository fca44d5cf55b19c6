"""PSIOPS: the bonus that each operative takes at the rendezvous, once in a mission."""

from typing import Annotated

from rules_py.parameters import Flag
from rules_py.play import Log
from rules_py.systems.psiops.sheets.operative import Operative
from rules_py.tables import table

Noted = Annotated[
    bool, Flag("it is noted as the bonus of this mission's rendezvous", label="The bonus of this mission")
]
NOTED = {"noted": True}


def note_bonus(operative: Operative, say: Log, bonus: str) -> Operative:
    """Return the operative with the bonus of the rendezvous noted."""
    say(f"The bonus of this mission's rendezvous: {table('psiops.rest-choices').row(bonus).name}.")
    return operative.replace(rendezvous=bonus)
