"""COMBAT!'s actions over random sheets and dice: each is refused before the roll, or taken with all that follows."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.targeting import fill_params
from rules_py.systems.combat.sheets.actions import ACTIONS
from rules_py.systems.combat.sheets.characters import Character
from rules_py.systems.combat.sheets.combatants import Enemy
from tests.systems.table_session import TableSession

ATTACK = {
    "damage": st.sampled_from(["0", "1d6", "3d6", "8d6"]),
    "harm": st.sampled_from(["stunning", "deadly"]),
    "blunt": st.sampled_from(["unknown", "yes", "no"]),
}
STATE = {"stunned_turns": st.integers(0, 2), "acted": st.booleans()}


def with_damage(fields: dict) -> dict:
    """Return the fields of a sheet whose share of LIF lost to both kinds of damage is a fraction of its LIF."""
    fields, lost, deadly = dict(fields), *(fields[name] for name in ("lost", "deadly"))
    del fields["lost"]
    life = fields["life"] if "life" in fields else 3 * fields["health"] + 2 * fields["will"]
    fields["deadly"] = life * deadly // 4
    fields["stunning"] = (life - fields["deadly"]) * lost // 4
    return fields


SHARES = {"lost": st.integers(0, 4), "deadly": st.integers(0, 4)}
CHARACTERS = st.fixed_dictionaries(
    {
        "reflexes": st.integers(0, 15),
        "health": st.integers(0, 5),
        "will": st.integers(1, 5),
        "sprinted": st.integers(0, 5),
        "weapons": st.lists(st.fixed_dictionaries(ATTACK), max_size=2),
        "skills": st.lists(st.fixed_dictionaries({"level": st.integers(0, 15)}), max_size=1),
        **STATE,
        **SHARES,
    }
).map(lambda fields: Character.from_fields(with_damage(fields)))
ENEMIES = st.fixed_dictionaries(
    {
        "attribute": st.integers(0, 15),
        "reflexes": st.integers(0, 15),
        "life": st.integers(1, 40),
        "toughness": st.integers(0, 20),
        **ATTACK,
        **STATE,
        **SHARES,
    }
).map(lambda fields: Enemy.from_fields(with_damage(fields)))


def try_action(table: TableSession, action, by: str, at: str, seed: int) -> None:
    """Take an action if it is allowed, and otherwise do it anyway; every consequence applies."""
    rolled = isinstance(action.rule, Mechanic)
    about = {"mechanic": action.id, "by": by, "at": at} if rolled else {"change": action.id, "who": by}
    act, events = ("roll" if rolled else "change"), list(table.events)
    try:
        table.execute(act, seed, **about)
    except RefusedActionError as refused:
        assert table.events == events
        if rolled:
            table.execute(act, seed, **about, override=list(refused.unmet))
    except RulesError:
        assert table.events == events
        if not rolled:
            assert not isinstance(table.sheet(by), action.rule.sheet_types)
            return
        with pytest.raises(RulesError):
            action.rule.roll(fill_params(table.fight, action.rule, by, at), seed)


@given(
    sheets=st.lists(st.one_of(CHARACTERS, ENEMIES), min_size=2, max_size=3),
    is_tied=st.booleans(),
    has_left=st.integers(0, 5),
    seed=st.integers(0, 1000),
)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_action_is_refused_or_taken_with_all_its_consequences(action, sheets, is_tied, has_left, seed):
    table = TableSession("combat")
    keys = [table.execute("join", sheet=sheet.id, data=sheet.to_dict())[0]["who"] for sheet in sheets]
    for key in keys if is_tied else ():
        params = {"reflexes": 3, "intellect": 3}
        table.execute("rolled", mechanic="combat.initiative", by=key, faces=[3], params=params)
    if has_left < len(keys):
        table.execute("withdraw", who=keys[has_left])
    dice = Random(seed)
    for number in range(4):
        by, at = dice.sample(keys, 2)
        try_action(table, action, by, at, seed + number)
