"""A fight at a table: acts come one by one, and what they add is kept."""

import json

from rules_py import bridge
from rules_py.play.fight.commands import execute
from rules_py.registry.play import replay


class TableSession:
    """A fight at a table: acts come one by one, and what they add is kept."""

    def __init__(self, slug: str = "xmas"):
        self.slug, self.events = slug, []

    @property
    def fight(self):
        return replay(self.slug, self.events)

    def execute(self, act: str, seed: int = 1, **about):
        added = execute(self.fight, {"act": act, **about}, seed)
        self.events += json.loads(json.dumps(added))
        return added

    def join(self, sheet: str, side: str = "", count: int = 1, name: str = "", **fields) -> str:
        """Somebody with a sheet of their own; gives their key."""
        data = {"sheet": f"{self.slug}.{sheet}", "fields": fields}
        about = {"side": side, "name": name, "count": count if count > 1 else None}
        given = {part: value for part, value in about.items() if value}
        return str(self.execute("join", sheet=data["sheet"], data=data, **given)[0]["who"])

    def sheet(self, key: str):
        return self.fight.sheet_for(key)

    def undo(self):
        """As the page does it: an event, and with a roll all that followed from it."""
        while self.events.pop().get("follows"):
            pass

    def html(self, **view) -> str:
        return json.loads(bridge.fight(f"{self.slug}.fight", json.dumps(self.events), view=json.dumps(view)))["html"]
