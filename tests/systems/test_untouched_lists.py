"""Lists of a fight's page that nobody touches: an action has the same effects as a command that names no choice."""

import json
from html.parser import HTMLParser
from random import Random

import pytest

from rules_py import bridge
from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.registry import games
from rules_py.registry.play import create_fight
from tests.systems.random_fights import build_random_fight

GAMES = [slug for slug in games.systems() if games.find_game(slug).package.name.startswith("rules_py.")]
FIGHTS = 12


class RollRows(HTMLParser):
    """The rows of a fight's page with a roll: the command of its button, and the value of each list beside it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[dict] = []
        self._select: tuple[str, str] | None = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "div" and "fb-fight-roll" in (found.get("class") or "").split():
            self.rows.append({"command": None, "lists": {}})
        elif not self.rows:
            return
        elif tag == "button" and self.rows[-1]["command"] is None and "data-act" in found and "disabled" not in found:
            command = json.loads(found["data-act"])
            self.rows[-1]["command"] = command if command["act"] == "roll" else None
        elif tag == "select" and "data-choose" in found:
            self._select = (found["data-choose"], found["data-kind"])
        elif tag == "option" and self._select is not None:
            name, kind = self._select
            value = int(found["value"]) if kind == "entry" else found["value"]
            if name not in self.rows[-1]["lists"] or "selected" in found:
                self.rows[-1]["lists"][name] = value

    def handle_endtag(self, tag):
        if tag == "select":
            self._select = None


def play(fight, command, seed):
    """Return the fight after a command, or the sentence that refuses it."""
    try:
        events = execute(fight, command, seed).events
    except RulesError as refusal:
        return str(refusal)
    for event in events:
        fight = fight.apply(json.loads(json.dumps(event)))
    return fight


@pytest.mark.parametrize("slug", GAMES)
def test_untouched_lists_are_no_choices(slug):
    seen, emptied = set(), 0
    for seed in range(FIGHTS):
        rng = Random(f"{slug} {seed}")
        fight = build_random_fight(create_fight(slug), rng)
        for step in range(6):
            log = json.dumps([dict(entry.event) for entry in fight.log])
            html = json.loads(bridge.fight(f"{slug}.fight", log))["html"]
            rows = [row for row in RollRows(html).rows if row["command"]]
            if not rows:
                break
            for row in rows:
                chosen = row["command"].get("chosen") or {}
                tapped = {**row["command"], "chosen": {**chosen, **row["lists"]}}
                without = {**row["command"], "chosen": {**chosen, **{k: v for k, v in row["lists"].items() if v != ""}}}
                one, other = play(fight, tapped, step), play(fight, without, step)
                seen.add(row["command"]["mechanic"])
                emptied += "" in row["lists"].values()
                if isinstance(one, str):
                    assert one == other
                else:
                    assert one.to_dict() == other.to_dict()
                    assert [entry.messages for entry in one.log] == [entry.messages for entry in other.log]
            after = play(fight, rng.choice(rows)["command"], step)
            fight = after if not isinstance(after, str) else play(fight, {"act": "turn"}, step)
            if isinstance(fight, str):
                break
    assert seen
    if any(action.ally and not action.needs_ally for action in create_fight(slug).rules.declared_actions):
        assert emptied, "no row of a roll has a list that is left at none"
