"""Checkpoints of fights: a log that begins like one of the last logs is replayed from there."""

from typing import NamedTuple

from rules_py.play.fight.reducer import Fight

MOST_CHECKPOINTS = 8
"""The maximum number of fights that are remembered: those before the last commands, for a few undos, too."""


class Checkpoint(NamedTuple):
    """A fight after the first events of a log.

    Attributes:
        fight: the fight.
        length: the length of those events in the log's JSON text, without the end of the list.
    """

    fight: Fight
    length: int


class Checkpoints:
    """The latest fights, by their games and by the JSON texts of their events."""

    def __init__(self) -> None:
        """Begin without any checkpoints."""
        self._fights: dict[tuple[str, str], Fight] = {}

    def find(self, slug: str, text: str, most: int | None = None) -> Checkpoint | None:
        """Return the latest checkpoint that a log begins with, or None if there is none.

        An event's JSON ends with a brace. So two texts that are equal up to the end of an event have the same events up
        to there.

        Args:
            slug: the game.
            text: the JSON of a list of events.
            most: the maximum number of events of the checkpoint.
        """
        found: Checkpoint | None = None
        for (game, start), fight in self._fights.items():
            if game != slug or (found and len(start) <= found.length) or (most is not None and len(fight.log) > most):
                continue
            if text.startswith(start) and text[len(start) : len(start) + 1] in (",", "]"):
                found = Checkpoint(fight, len(start))
        return found

    def store(self, slug: str, text: str, fight: Fight) -> None:
        """Remember a fight by the JSON of its events; the oldest checkpoint is dropped."""
        if not text.endswith("}]"):
            return
        key = (slug, text[:-1])
        self._fights.pop(key, None)
        self._fights[key] = fight
        if len(self._fights) > MOST_CHECKPOINTS:
            del self._fights[next(iter(self._fights))]


CHECKPOINTS = Checkpoints()
"""The checkpoints of this process."""
