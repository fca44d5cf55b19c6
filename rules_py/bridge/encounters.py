"""Handlers for stored and shared fights: a fresh copy, one from outside, and what players see."""

import json

from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.bridge.fights import fight, read_stored_fight
from rules_py.registry.games import find_mechanic


@answers(find_no_parameters)
def fresh_fight(id: str, events: str, sheets: str = "{}") -> Answer:
    """Return the events of a fight that hasn't begun, with the same combatants; the id is `slug.fight`.

    `sheets` has the stored sheets of combatants as they are now, by their keys.
    """
    from rules_py.play.fight.copying import copy_fight
    from rules_py.registry.play import create_fight
    from rules_py.rendering.fights.summary import summarize_fight

    slug = id.partition(".")[0]
    fresh = copy_fight(read_stored_fight(slug, events), create_fight(slug), json.loads(sheets))
    return {"events": [entry.event for entry in fresh.log], "summary": summarize_fight(fresh)}


@answers(find_no_parameters)
def players_view(id: str, events: str, secrets: str = "{}", title: str = "") -> Answer:
    """Return what players may see of a fight after its events, as JSON and as HTML; the id is `slug.fight`.

    `people` are those who fight and what the fight shares, by their keys, for the GM who decides what players see.
    """
    from rules_py.play.board.players import build_players_view, read_secrets
    from rules_py.rendering.fights.players import describe_players_view, render_players_view

    fought = read_stored_fight(id.partition(".")[0], events)
    view = build_players_view(fought, read_secrets(json.loads(secrets)), title)
    first = next(iter(fought.rules.sides), "")
    people = [
        {"key": each.key, "name": each.name, "own": each.side == first, "fights": each.key in fought.participants}
        for each in fought.combatants.values()
    ]
    return {
        "view": view,
        "html": render_players_view(view),
        "said": describe_players_view(view),
        "people": people,
        "words": list(fought.rules.health),
    }


@answers(find_no_parameters)
def shared_view(id: str, view: str) -> Answer:
    """Return a players' view from a link as HTML; the id is `slug.fight`."""
    from rules_py.rendering.fights.players import describe_players_view, read_players_view, render_players_view

    read = read_players_view(json.loads(view))
    return {"html": render_players_view(read), "said": describe_players_view(read)}


@answers(find_no_parameters)
def foreign_fight(id: str, events: str) -> Answer:
    """Return a fight from a link, like `fight`; the id is `slug.fight`.

    One that takes too long is refused before any of its events is applied.
    """
    from rules_py.play.fight.workload import check_workload

    check_workload(json.loads(events))
    answer: Answer = json.loads(fight(id, events))
    return answer


@answers(find_no_parameters)
def event_list(id: str, events: str) -> Answer:
    """Return a list of a fight's latest events that doesn't apply them, as HTML; the id is `slug.fight`."""
    from rules_py.rendering.fights.event_list import render_event_list

    return {"html": render_event_list(json.loads(events), find_mechanic)}
