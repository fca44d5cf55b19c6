"""Buttons of a fight's page do what the same command does without the page."""

import pytest

from rules_py.errors import RefusedActionError, RulesError
from rules_py.play.fight.actions import find_unmet
from rules_py.play.fight.commands import execute
from rules_py.play.fight.targeting import build_attempt, find_possible_rolls
from tests.systems.shown_board import find_play, list_acts, list_views
from tests.systems.table_session import TableSession

SLUGS = ("combat", "psiops", "puml", "sideworld", "xmas")
SEEDS = range(4)


def build_session(slug):
    """Return a session with two new combatants of each sheet on each of its sides."""
    session = TableSession(slug)
    rules = session.fight.rules
    for kind in rules.sides_by_sheet:
        for side in rules.sides_for(kind):
            session.join(kind.id.partition(".")[2], side, count=2)
    return session


def list_pairs(fight):
    """Return each combatant with each possible target."""
    keys = list(fight.participants)
    return [(by, at) for by in keys for at in keys if by != at]


def test_tapped_attack_with_no_ally_brings_momentum():
    """Text: an action roll brings momentum by its degree of success; the list says "No ally"."""
    session = TableSession("psiops")
    ada, _, guard = session.join("operative"), session.join("operative"), session.join("enemy")
    attack = {"mechanic": "psiops.attack", "by": ada, "at": guard, "chosen": {"weapons": 0, "ally": ""}}
    session.execute("rolled", **attack, faces=[6, 6], params={"weapon": "handgun"})
    assert session.sheet(ada).momentum > 0
    assert "ally" not in session.events[-3]["chosen"] or session.events[-3]["chosen"]["ally"]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_unmet_requirement_is_waived_alone(slug):
    """Waiving all but one of the requirements leaves a refusal that names exactly the other one."""
    session = build_session(slug)
    base = session.fight
    checked = 0
    for by, at in list_pairs(base):
        fight = base.apply({"event": "withdraw", "who": at}).apply({"event": "withdraw", "who": by})
        for binding, roller, target in find_possible_rolls(base, by, at):
            action = base.rules.actions_by_id.get(binding.mechanic.id)
            if action is None:
                continue
            names = (*action.requires, *([action.limit_name] if action.limit else []), *action.cost_names)
            assert len(set(names)) == len(names), action.id
            try:
                attempt = build_attempt(fight, binding.mechanic, roller, target)
            except RulesError:
                continue
            unmet = find_unmet(attempt)
            assert len({each.name for each in unmet}) == len(unmet)
            for one in unmet if len(unmet) > 1 else ():
                command = {"act": "roll", "mechanic": action.id, "by": roller, "at": target}
                others = [each.name for each in unmet if each is not one]
                with pytest.raises(RefusedActionError) as refusal:
                    execute(fight, {**command, "override": others}, 1)
                assert set(refusal.value.unmet) == {each.name for each in unmet}
                assert all(each.reason in refusal.value.plain for each in unmet)
                checked += 1
    assert checked or slug == "xmas"


def test_waived_price_of_an_ally_leaves_the_roller_to_pay():
    """Two prices by one change have two names: the ally's can be waived while the roller still pays."""
    session = TableSession("psiops")
    ada, bo = session.join("operative", momentum=3), session.join("operative", name="Bo", momentum=0)
    act = {"act": "roll", "mechanic": "psiops.action", "by": ada, "chosen": {"ally": bo}}
    with pytest.raises(RefusedActionError) as refusal:
        execute(session.fight, act, 1)
    assert list(refusal.value.unmet) == ["psiops.spend-momentum 2"]
    with pytest.raises(RefusedActionError):
        execute(session.fight, {**act, "override": ["psiops.spend-momentum"]}, 1)
    assert execute(session.fight, {**act, "override": ["psiops.spend-momentum 2"]}, 1).events


def test_leader_and_member_who_have_left_dont_decide_morale():
    session = TableSession("psiops")
    session.join("operative")
    leader = session.join("enemy", name="Boss", group="Gang", morale=6, leads=True)
    members = [session.join("enemy", name=f"Guard {n}", group="Gang", morale=n) for n in (1, 3, 4, 5)]
    session.execute("withdraw", who=leader)
    session.execute("withdraw", who=members[0])
    session.execute("edit", who=members[3], fields={"hp": 0})
    due = next(act for _, act in list_acts(session.html(), ".fb-decisions .fb-play"))
    assert (due["mechanic"], due["params"]["morale"]) == ("psiops.morale", 3)


def test_held_action_is_taken_by_taps_in_the_enemies_turn():
    """Text: a held action interrupts the opponents' turn once its condition is met."""
    session = TableSession("psiops")
    ada, guard = session.join("operative", name="Ada"), session.join("enemy")
    session.execute("order")
    while "operatives" not in {session.fight.combatant(key).side for key in session.fight.current_group}:
        session.execute("turn")
    session.execute("change", change="psiops.hold-action", who=ada)
    session.execute("turn")
    assert session.fight.current_group == (guard,)
    (view,) = [each for each in list_views(session.html()) if each.get("by") == ada]
    attack = find_play(session.html(**view))
    assert (attack["mechanic"], attack["by"]) == ("psiops.attack", ada)
    session.execute(**attack)
    assert session.sheet(ada).holding == ""
    assert session.events[-1]["event"] != "turn" and any(
        event.get("mechanic") == "psiops.attack" for event in session.events
    )
    assert not [each for each in list_views(session.html()) if each.get("by") == ada], "it is taken"
