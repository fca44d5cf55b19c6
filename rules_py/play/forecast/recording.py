"""Records of what combatants do in simulated fights."""

from rules_py.mechanic import Roll
from rules_py.play.changes import Change
from rules_py.play.forecast.plays import Play


class PlayRecorder:
    """Records which rolls and changes combatants make. A subclass can repeat each of them, as the tracker's tests do.

    Attributes:
        performed: the ids of the rolls and changes that combatants have made so far.
    """

    def __init__(self) -> None:
        self.performed: set[str] = set()

    def record_initiative(self, mechanic_id: str) -> None:
        """Record that combatants roll for initiative."""
        self.performed.add(mechanic_id)

    def record_roll(self, play: Play, roll: Roll) -> None:
        """Record a roll that is no roll for initiative, before the rolls that follow it."""
        self.performed.add(roll.mechanic)

    def record_change(self, play: Play, change: Change) -> None:
        """Record an action without a roll."""
        self.performed.add(change.id)

    def record_end(self, period: str) -> None:
        """Record that a turn or a phase ends."""
