"""Combatants who have left, fallen or fled are in no count of a fight: a random one leaves random fights."""

import json
from itertools import product
from random import Random

from rules_py import bridge
from rules_py.errors import RulesError
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_rolls
from rules_py.play.fight.targeting import find_ally_candidates, find_default_actions, find_default_target
from rules_py.registry import games
from rules_py.registry.play import create_fight
from tests.cases import check_each
from tests.systems.random_fights import build_random_fight
from tests.systems.shown_board import list_views

GAMES = [slug for slug in games.systems() if games.find_game(slug).package.name.startswith("rules_py.")]


def apply(fight, command, seed=1):
    return execute(fight, command, seed).fight


def play_some(fight, rng):
    for step in range(rng.randrange(4)):
        try:
            fight = apply(fight, {"act": rng.choice(["all", "turn", "order"])}, step)
        except RulesError:
            continue
    return fight


@check_each("slug, seed", product(GAMES, range(20)))
def test_a_combatant_who_has_left_is_in_no_count(slug, seed):
    rng = Random(f"{slug} {seed}")
    fight = play_some(build_random_fight(create_fight(slug), rng), rng)
    gone = rng.choice([each.key for each in fight.combatants.values() if not each.has_withdrawn])
    fight = apply(fight, {"act": "withdraw", "who": gone})
    assert gone not in [each.key for each in fight.active] and gone not in fight.available_actors
    assert gone not in [key for group in fight.groups for key in group]
    for pending in find_pending_rolls(fight):
        assert gone not in (*pending.recipients, *pending.group) or pending.group == (gone,)
    for key in [each.key for each in fight.active]:
        assert gone not in find_ally_candidates(fight, key) and find_default_target(fight, key) != gone
        assert gone not in [at for _, _, at in find_default_actions(fight, key)]
    html = json.loads(bridge.fight(f"{slug}.fight", json.dumps([dict(entry.event) for entry in fight.log])))["html"]
    assert not any(gone in (view.get("also") or ()) for view in list_views(html))
    try:
        after = apply(fight, {"act": "all"}, seed)
    except RulesError:
        return
    for entry in after.log[len(fight.log) :]:
        assert gone not in (entry.event.get("by"), entry.event.get("at"), *entry.event.get("also", ()))
