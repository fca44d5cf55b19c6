"""Random fights of a game: a few combatants on each of two sides, with rows of its tables and random fields."""

from random import Random

from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight

MOST_ON_A_SIDE = 3


def build_random_fight(fight: Fight, rng: Random) -> Fight:
    """Return a fight after one to three combatants have joined each of its first two sides."""
    rules = fight.rules
    sides = [side for side in rules.sides if side not in rules.bystander_sides][:2]
    for side in sides:
        kinds = [
            kind
            for kind in rules.sides_by_sheet
            if side in rules.sides_for(kind) and not issubclass(kind, rules.objects or ())
        ]
        for _ in range(rng.randint(1, MOST_ON_A_SIDE)):
            kind = rng.choice(kinds)
            presets = list(kind.build_presets())
            ready = {"ready": rng.choice(presets)} if presets and rng.random() < 0.5 else {}
            data = {} if ready else {"data": {"sheet": kind.id, "fields": pick_fields(kind, rng)}}
            fight = execute(fight, {"act": "join", "sheet": kind.id, "side": side, **ready, **data}).fight
    return fight


def pick_fields(kind, rng: Random) -> dict:
    """Return random values for some of a sheet's numeric, boolean and choice fields that fit together."""
    fields: dict = {}
    for name, parameter in kind.parameters.items():
        if rng.random() < 0.6:
            continue
        values = list(parameter.kind.all_values())[:200] if not isinstance(parameter.default, tuple | str) else []
        if values:
            near = [value for value in values if isinstance(value, bool) or abs(value - parameter.default) <= 3]
            fields[name] = rng.choice(near or values)
            try:
                kind.from_fields(fields)
            except ValueError:
                del fields[name]
    return fields
