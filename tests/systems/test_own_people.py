"""A GM's own people in fights of all games: attacks of their own, other sides, and what players learn about them."""

import json

import pytest

from rules_py.errors import RulesError
from rules_py.play.board.players import build_players_view, read_secrets
from rules_py.play.fight.commands import execute
from rules_py.play.forecast import ForecastOptions, ForecastRun
from rules_py.registry.play import replay
from rules_py.rendering.fights import render_fight
from tests.browser.board_states import find_next_tap
from tests.systems.shown_board import parse
from tests.systems.table_session import TableSession
from tests.systems.test_board_taps import SLUGS
from tests.systems.test_players_view import begin_named


def test_enemy_of_combat_uses_the_skill_and_the_damage_of_the_chosen_attack():
    table = TableSession("combat")
    ada = table.join("character", name="Ada")
    claw = {"name": "Claw", "skill": 7, "damage": "2d6", "harm": "deadly", "blunt": "no"}
    bite = {"name": "Bite", "skill": 1, "damage": "4d6+2", "harm": "stunning", "blunt": "yes"}
    warg = table.execute("join", sheet="combat.enemy", fields={"name": "Warg", "attacks": [claw, bite]})[0]["who"]
    for number, attack in enumerate((claw, bite)):
        table.execute("roll", mechanic="combat.blow", by=warg, at=ada, chosen={"attacks": number})
        params = next(entry for entry in reversed(table.fight.log) if entry.roll).roll.params
        assert {name: params[name] for name in ("skill", "damage", "harm")} == {
            name: attack[name] for name in ("skill", "damage", "harm")
        }
        assert params["blunt"] == (attack is bite)
        table.undo()
    cards = parse(table.html(by=warg)).css(".fb-weapon > b")
    assert [card.text() for card in cards] == ["Claw", "Bite"]


def test_enemy_of_combat_without_attacks_of_its_own_uses_its_numbers():
    table = TableSession("combat")
    ada = table.join("character", name="Ada")
    guard = table.join("enemy", name="Guard", skill=6, damage="5d6", harm="deadly", blunt="no")
    table.execute("roll", mechanic="combat.blow", by=guard, at=ada)
    params = next(entry for entry in table.fight.log if entry.roll).roll.params
    assert (params["skill"], params["damage"], params["harm"], params["blunt"]) == (6, "5d6", "deadly", False)
    assert parse(table.html(by=guard)).css_first(".fb-weapon") is None


def test_enemy_of_xmas_deals_the_damage_of_the_chosen_attack():
    table = TableSession("xmas")
    bo = table.join("operator", name="Bo")
    attacks = [{"name": "Horns", "damage": "2d6"}, {"name": "Hoof", "damage": "1"}]
    elk = table.execute("join", sheet="xmas.enemy", fields={"name": "Elk", "attacks": attacks})[0]["who"]
    table.execute("roll", mechanic="xmas.hurt", by=elk, at=bo, chosen={"attacks": 1})
    assert table.sheet(bo).wounds == 1
    table.undo()
    table.execute("roll", mechanic="xmas.hurt", by=elk, at=bo, chosen={"attacks": 0}, faces=[1, 1])
    assert table.sheet(bo).wounds == 2


def test_enemy_of_psiops_changes_between_its_attacks():
    table = TableSession("psiops")
    table.join("operative", name="Kestrel")
    attacks = [{"name": "Knife", "damage": 1}, {"name": "Grenade", "damage": 4, "blast": True}]
    foe = table.execute("join", sheet="psiops.enemy", fields={"name": "Guard", "attacks": attacks})[0]["who"]
    table.execute("change", change="psiops.use-attack", who=foe, params={"number": 1})
    assert (table.sheet(foe).damage, table.sheet(foe).blast) == (4, True)
    table.execute("change", change="psiops.use-attack", who=foe, params={"number": 0})
    assert (table.sheet(foe).damage, table.sheet(foe).blast) == (1, False)
    with pytest.raises(RulesError, match="the number of an entry from 0 to 1"):
        table.execute("change", change="psiops.use-attack", who=foe, params={"number": 2})
    options = parse(table.html(open=f"piece {foe}")).css('[data-param="number"] option')
    assert [option.text() for option in options] == ["Knife", "Grenade"]


@pytest.mark.parametrize("slug", SLUGS)
def test_fight_goes_on_when_people_have_changed_sides(slug):
    """The first of each side changes sides; then each big button and each card still works, and so does a forecast."""
    fight = begin_named(slug)
    sides = list(fight.rules.sides)[:2]
    for side, other in (sides, sides[::-1]):
        members = [key for key, each in fight.combatants.items() if each.side == side]
        for key in members[:1]:
            fight = execute(fight, {"act": "side", "who": key, "side": other}).fight
    played = 0
    for number in range(15):
        for key in fight.combatants:
            render_fight(fight, {"open": f"piece {key}"})
        button = find_next_tap(parse(render_fight(fight, {"on": True})), is_quick=bool(number % 2))
        if button is None or "data-act" not in button.attributes:
            break
        try:
            fight = execute(fight, json.loads(button.attributes["data-act"] or ""), number).fight
        except RulesError as error:
            assert str(error)
            break
        played += 1
    assert played
    log = json.loads(json.dumps([entry.event for entry in fight.log]))
    assert replay(slug, log).to_dict() == fight.to_dict()
    run = ForecastRun(begin_mixed(slug), ForecastOptions.from_fields({"seed": 1}))
    run.advance(20)
    assert run.build_forecast().win_chances


def begin_mixed(slug):
    """Return a fight in which the first enemy has changed sides."""
    fight = begin_named(slug)
    first, second = list(fight.rules.sides)[:2]
    foe = next(key for key, each in fight.combatants.items() if each.side == second)
    return execute(fight, {"act": "side", "who": foe, "side": first}).fight


@pytest.mark.parametrize("slug", SLUGS)
def test_players_see_conditions_and_sides_but_no_note_and_no_setting(slug):
    fight = begin_named(slug)
    foe = next(key for key, each in fight.combatants.items() if each.name.endswith("one"))
    for command in (
        {"act": "condition", "who": foe, "name": "dazed"},
        {"act": "note", "who": foe, "text": "Sekrit"},
        {"act": "dice", "real": True},
    ):
        fight = execute(fight, command).fight
        view = build_players_view(fight, read_secrets({}))
        assert "Sekrit" not in json.dumps(view) and "note" not in json.dumps(view["moment"])
    pieces = [piece for side in view["sides"] for piece in side["pieces"]]
    assert [piece["states"] for piece in pieces if "dazed" in piece["states"]] == [["dazed"]]
    hidden = json.dumps(build_players_view(fight, read_secrets({"hidden": [foe]})))
    assert "dazed" not in hidden


@pytest.mark.parametrize("slug", SLUGS)
def test_joining_with_numbers_of_their_own_keeps_the_rest_of_a_sheet(slug):
    fight = begin_named(slug)
    kind = list(fight.rules.sides_by_sheet)[1]
    after, events = execute(fight, {"act": "join", "sheet": kind.id, "fields": {"name": "Own"}, "count": "2"})
    assert [each.name for each in after.combatants.values()][-2:] == ["Own 1", "Own 2"]
    assert events[0]["sheet"]["fields"] == {**kind().to_dict()["fields"], "name": "Own"}
    with pytest.raises(RulesError):
        execute(fight, {"act": "join", "sheet": kind.id, "fields": {"nothing": 1}})
