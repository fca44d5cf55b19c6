"""The selection: who acts, against which target, with what, and everything else that they could do."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_py.play.board.draft import Draft, draft_play
from rules_py.play.board.plays import MOST_TILES, Play, list_plays
from rules_py.play.board.view import View
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import find_actor, find_default_target


@dataclass(frozen=True)
class Selection:
    """The combatant who acts, their target, and their action.

    Attributes:
        by: the combatant who acts, or None if there is none.
        at: their target, or None.
        plays: everything that they can do.
    """

    fight: Fight
    view: View
    by: str | None
    at: str | None
    plays: tuple[Play, ...]

    @cached_property
    def main(self) -> tuple[Play, ...]:
        """The plays that take a part of a turn, in the order of declaration."""
        return tuple(play for play in self.plays if play.group == "main")

    @property
    def tiles(self) -> tuple[Play, ...]:
        """The plays that are tiles in the hand."""
        return self.main[:MOST_TILES]

    @cached_property
    def draft(self) -> Draft | None:
        """The play in hand: the one of the view, or else the first usual one that nothing stands in the way of."""
        wanted = self.view.get("do")
        for play in self.plays:
            if play.id == wanted:
                return self.draft_play(play)
        first: Draft | None = None
        for play in self._list_likely():
            draft = self.draft_play(play)
            if not draft.is_refused:
                return draft
            first = first or draft
        return first

    def _list_likely(self) -> list[Play]:
        """Return the plays to begin with, the likeliest first: usual ones against the target, if there are any."""
        found = list(self.main) or [play for play in self.plays if play.group == "more"]
        usual = [play for play in found if play.at is not None and self._is_usual(play)]
        usual.sort(key=self._find_rank)
        return usual or sorted(found, key=lambda play: play.at is None)

    def _find_rank(self, play: Play) -> int:
        """Return the place of a roll on the sheet of its roller, which has the likeliest first."""
        ids = [binding.mechanic.id for binding in self.fight.sheet_for(play.by).rolls]
        return ids.index(play.id) if play.id in ids else len(ids)

    def _is_usual(self, play: Play) -> bool:
        return play.action is not None and bool(play.action.is_usual(self.fight.sheet_for(play.by)))

    def draft_play(self, play: Play) -> Draft:
        """Return a play as the view lays it out; what the view has laid out for another play doesn't count."""
        return draft_play(self.fight, play, self.view if self._is_laid_out(play) else self._without_layout())

    def _is_laid_out(self, play: Play) -> bool:
        wanted = self.view.get("do")
        return wanted is None or wanted == play.id

    def _without_layout(self) -> View:
        return {name: value for name, value in self.view.items() if name not in ("chosen", "params", "also")}


def select(fight: Fight, view: View) -> Selection:
    """Return who acts for a view, against which target, and what they do."""
    by = _find_participant(fight, view.get("by")) or find_actor(fight)
    at = _find_participant(fight, view.get("at"))
    if by and (at is None or at == by or fight.combatants[at].has_withdrawn):
        at = find_default_target(fight, by)
    plays = list_plays(fight, by, at) if by else []
    return Selection(fight, view, by, at, tuple(plays))


def _find_participant(fight: Fight, key: Any) -> str | None:
    return key if isinstance(key, str) and key in fight.participants else None
