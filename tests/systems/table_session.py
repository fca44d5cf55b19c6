"""A fight played at a table: commands run one at a time and their events are stored."""

import json

from rules_py import bridge
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.registry.play import replay


class TableSession:
    """A fight that runs commands one at a time and stores their events.

    Attributes:
        events: the stored events; a test may change them.
        is_replayed: True if each command also compares its fight with a replay of all events.
    """

    def __init__(self, slug: str = "xmas", *, is_replayed: bool = True):
        self.slug, self.events, self.is_replayed = slug, [], is_replayed
        self._last: tuple[list, Fight] = [], replay(slug, [])

    @property
    def fight(self):
        """The fight after the stored events, which are only replayed if something else changed them."""
        if self._last[0] != self.events:
            self._last = list(self.events), replay(self.slug, self.events)
        return self._last[1]

    def execute(self, act: str, seed: int = 1, **about):
        command = json.loads(json.dumps({"act": act, **about}))  # as a page sends it
        after, added = execute(self.fight, command, seed)
        self.events += json.loads(json.dumps(added))
        assert not self.is_replayed or replay(self.slug, self.events) == after
        self._last = list(self.events), after
        return added

    def join(self, sheet: str, side: str = "", count: int = 1, name: str = "", **fields) -> str:
        """Let a combatant with a new sheet join, and return its key."""
        data = {"sheet": f"{self.slug}.{sheet}", "fields": fields}
        about = {"side": side, "name": name, "count": count if count > 1 else None}
        given = {part: value for part, value in about.items() if value}
        return str(self.execute("join", sheet=data["sheet"], data=data, **given)[0]["who"])

    def sheet(self, key: str):
        return self.fight.sheet_for(key)

    def undo(self):
        """Undo the last event as the page does: a roll goes together with the changes that followed from it."""
        while self.events.pop().get("follows"):
            pass

    def html(self, **view) -> str:
        return json.loads(bridge.fight(f"{self.slug}.fight", json.dumps(self.events), view=json.dumps(view)))["html"]
