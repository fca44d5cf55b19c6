"""Changes to several combatants and quick actions: each takes one tap and one undo."""

import json

import pytest

import rules_py
from rules_py.play.fight.targeting import fill_params, find_default_target
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play
from tests.cases import check_each
from tests.systems.shown_board import find_buttons, list_acts, parse
from tests.systems.table_session import TableSession

FOR_ALL = ".fb-drawer button"


def find_for_all(table: TableSession) -> dict[str, dict]:
    """Return the commands for everybody, by their text: one tap opens the drawer of the fight, and one is on them."""
    found = find_buttons(table.html(open="menu"), FOR_ALL)
    return {text: act for text, act in found.items() if act["act"] == "each"}


def find_quick(table: TableSession, key: str) -> dict[str, dict]:
    """Return the commands of a combatant's quick actions by their text, on their card."""
    found = find_buttons(table.html(open=f"piece {key}"), ".fb-changes > .fb-button")
    return {text: act for text, act in found.items() if act["act"] in ("change", "together")}


def find_offered(table: TableSession) -> dict[str, dict]:
    """Return the changes that the last roll leaves to the table, by the text of their buttons."""
    found = find_buttons(table.html(), ".fb-offer, .fb-decisions button")
    return {text: act for text, act in found.items() if act["act"] == "change"}


def tap(table: TableSession, act: dict) -> None:
    table.execute(**act)


def test_childs_faith_gives_spirit_to_all_and_undoes_at_once():
    table = TableSession("xmas")
    squad = [table.join("operator", name=name, spirit=spirit) for name, spirit in (("Ada", 3), ("Bo", 0))]
    ghost = table.join("operator", name="Cy", ghost=True, wounds=3)
    table.join("enemy", kind="grunt")
    tap(table, find_for_all(table)["Restore a child's faith: +3 Spirit for all"])
    assert [table.sheet(key).spirit for key in (*squad, ghost)] == [6, 3, 6]
    assert len([event for event in table.events if event["event"] == "change"]) == 1
    table.undo()
    assert [table.sheet(key).spirit for key in (*squad, ghost)] == [3, 0, 3]


def test_rendezvous_heals_each_eligible_combatant_by_their_own_die():
    table = TableSession("psiops")
    hurt, deprived = table.join("operative", name="Ada", hp=1), table.join("operative", name="Bo", hp=1, deprived=True)
    other = table.join("operative", name="Cy", hp=2, momentum=7)
    tap(table, find_for_all(table)["Everybody heals"])
    rolls = [event for event in table.events if event["event"] == "roll"]
    assert [event["by"] for event in rolls] == [hurt, other]
    for key, before, event in ((hurt, 1, rolls[0]), (other, 2, rolls[1])):
        healed = rules_py.resolve("psiops.rest", event["faces"]).outcome["hp"]
        assert table.sheet(key).hp == min(6, before + healed)
    assert table.sheet(other).momentum == 2 and table.sheet(deprived).hp == 1
    table.undo()
    assert [event["event"] for event in table.events] == ["join"] * 3


def test_rest_for_all_applies_to_every_combatant():
    table = TableSession("psiops")
    for name in ("Ada", "Bo"):
        table.join("operative", name=name, stress=6, limit_rolled=True, fatigue=2, talents=[{"spent": True}])
    tap(table, find_for_all(table)["Everybody rests"])
    for fighter in table.fight.combatants.values():
        assert (fighter.sheet.fatigue, fighter.sheet.talents[0].spent) == (1, False)
        assert fighter.sheet.stress < 6


@pytest.mark.parametrize("slug", rules_py.systems())
def test_buttons_for_everybody_do_not_lead_to_a_refusal(slug):
    """In a fight with hurt combatants, each button for everybody applies its change, or isn't there."""
    table = TableSession(slug)
    for number, kind in enumerate(find_play(slug).fight_rules.sides_by_sheet):
        hurt = {"hp": 1, "stress": 3, "stamina_lost": 2, "wounds": 1, "deadly": 1}
        fields = {name: value for name, value in hurt.items() if name in kind.parameters}
        table.execute("join", sheet=kind.id, data={"sheet": kind.id, "fields": {**fields, "name": f"No. {number}"}})
    for text in find_for_all(table):
        tap(table, find_for_all(table)[text])
        table.undo()


@pytest.mark.parametrize(
    ("slug", "sheet", "fields", "change"),
    [
        ("xmas", "operator", {"weapons": [{"heavy": True}]}, "xmas.deploy-heavy"),
        ("combat", "character", {}, "combat.sprint"),
        ("psiops", "operative", {}, "psiops.take-another-action"),
    ],
)
def test_change_that_is_also_a_quick_action_has_one_button(slug, sheet, fields, change):
    table = TableSession(slug)
    ada, bo = (table.join(sheet, name=name, **fields) for name in ("Ada", "Bo"))
    for others in ([], [bo]):
        shown = list_acts(table.html(open=f"piece {ada}", **{"with": others}), ".fb-changes button, .fb-later button")
        assert [act["who"] for _, act in shown if act.get("change") == change] == [ada]


def test_no_rendezvous_is_offered_while_an_enemy_is_up():
    table = TableSession("psiops")
    table.join("operative", name="Ada", hp=1, stress=3)
    foe = table.join("enemy", name="Foe")
    assert not find_for_all(table)
    table.execute("edit", who=foe, fields={"hp": 0})
    assert set(find_for_all(table)) == {"Everybody heals", "Everybody rests"}


def test_time_passes_for_all_living_combatants():
    table = TableSession("sideworld")
    ada, npc = (
        table.join("character", name="Ada", stamina_lost=12, ne=0, ne_full=100),
        table.join("npc", stamina_lost=3),
    )
    dead = table.join("npc", dead=True, stamina_lost=5)
    tap(table, find_for_all(table)["8 hours of sleep"])
    assert [table.sheet(key).stamina_lost for key in (ada, npc, dead)] == [4, 0, 5]
    assert table.sheet(ada).ne == 80
    tap(table, find_for_all(table)["An hour passes"])
    assert table.sheet(ada).stamina_lost == 3


def test_change_that_affects_no_combatant_is_rejected():
    table = TableSession("xmas")
    table.join("operator", name="Ada")
    with pytest.raises(rules_py.RulesError, match="there is no Wound to heal"):
        table.execute("each", change="xmas.heal")
    table = TableSession("xmas")
    with pytest.raises(rules_py.RulesError, match="wouldn't change any combatant"):
        table.execute("each", change="xmas.heal")
    with pytest.raises(rules_py.RulesError, match="change: got 'nothing', takes a change of xmas"):
        table.execute("each", change="nothing")


def test_change_of_several_combatants_is_atomic_and_applied_once():
    table = TableSession("xmas")
    keys = [table.join("operator", name=name) for name in ("Ada", "Bo")]
    for also in ([keys[0]], [keys[1], keys[1]], "n2", ["nobody"]):
        with pytest.raises(rules_py.RulesError, match=r"^(also|who): got"):
            table.execute("change", change="xmas.gain-spirit", who=keys[0], also=also, params={})
    table.execute("change", change="xmas.gain-spirit", who=keys[0], also=[keys[1]], params={"on": "kindness"})
    assert table.fight.log[-1].messages == ("Ada, Bo: Be kind: 4 Spirit now.",)


# Quick actions for the current actor


@check_each(
    "slug, sheet, fields, ready",
    [
        ("xmas", "operator", {}, {"Guy Type +1", "Kindness +1", "One-liner +1"}),
        (
            "xmas",
            "operator",
            {"weapons": [{"heavy": True}]},
            {"Guy Type +1", "Kindness +1", "One-liner +1", "Deploy the heavy weapon"},
        ),
        (
            "xmas",
            "operator",
            {"ghost": True, "heavy_weapon": "empty", "spirit": 1},
            {"Haunt −1", "Guy Type +1", "Kindness +1", "One-liner +1"},
        ),
        ("xmas", "operator", {"spirit": 0, "heavy_weapon": "deployed"}, {"Guy Type +1", "Kindness +1", "One-liner +1"}),
        (
            "psiops",
            "operative",
            {},
            {"Low cover", "Medium cover", "High cover", "Lie down", "Hold an action", "Take another action"},
        ),
        (
            "psiops",
            "operative",
            {"momentum": 1},
            {"Low cover", "Medium cover", "High cover", "Lie down", "Hold an action"},
        ),
        (
            "psiops",
            "operative",
            {"cover": 2, "prone": True, "stress": 1},
            {
                "Out of cover",
                "Low cover",
                "High cover",
                "Stand up",
                "Hold an action",
                "1 momentum for 1 stress",
                "Take another action",
            },
        ),
        (
            "psiops",
            "operative",
            {"condition": "unconscious"},
            {"Low cover", "Medium cover", "High cover", "Lie down"},
        ),
        ("combat", "character", {}, {"Move", "Run", "Sprint"}),
        ("combat", "character", {"sprinted": 1}, {"Move", "Run", "Sprint", "Catch breath"}),
        ("combat", "enemy", {}, set()),
        ("puml", "character", {}, {"Take a hit"}),
        ("sideworld", "character", {}, {"Move"}),
        (
            "sideworld",
            "character",
            {"weapons": [{"name": "Rifle", "recoil": 3, "clip": 30, "loaded": 4}, {"name": "Pistol", "recoil": 1}]},
            {"Move", "Aim: Rifle", "Aim: Pistol", "Reload: Rifle"},
        ),
    ],
)
def test_quick_actions_are_those_with_an_effect_now(slug, sheet, fields, ready):
    table = TableSession(slug)
    key = table.join(sheet, name="Ada", **fields)
    assert set(find_quick(table, key)) == ready
    for text, act in find_quick(table, key).items():
        before = table.sheet(key)
        tap(table, act)
        assert (table.sheet(key) == before) == (text in ("Move", "Run")), text  # they only take an action
        table.undo()
        assert table.sheet(key) == before, act


def test_cover_quick_action_keeps_the_stance():
    table = TableSession("psiops")
    key = table.join("operative", name="Ada", prone=True)
    tap(table, find_quick(table, key)["Low cover"])
    assert (table.sheet(key).cover, table.sheet(key).prone) == (1, True)


@pytest.mark.parametrize("slug", rules_py.systems())
def test_every_change_has_a_button_with_fields_for_its_parameters(slug):
    """A combatant's card has all of their changes; nothing else has to be opened."""
    play = find_play(slug)
    for kind in play.fight_rules.sides_by_sheet:
        table = TableSession(slug)
        table.execute("join", sheet=kind.id)
        by_change: dict[str, set[str]] = {}
        drawer = parse(table.html(open="piece n1")).css_first(".fb-drawer")
        for row in drawer.css("[data-fields], .fb-changes > .fb-button"):
            act = json.loads((row.css_first("button") or row).attributes["data-act"] or "")
            for change in (each for each in act.get("changes", [act]) if "change" in each):
                fields = by_change.setdefault(change["change"], set())
                fields |= {field.attributes["data-param"] for field in row.css("[data-param]")}
        for change in play.changes_for(kind):
            listed = [name for name, each in change.parameters.items() if type(each.kind).__name__ == "EntryOf"]
            if change.id not in by_change:
                assert listed or change.ends, f"{change.id} can't be done"
                continue
            for name in change.parameters:
                assert name in by_change[change.id] or name in listed, (change.id, name)


def test_unavailable_changes_are_listed_last_and_rejected():
    table = TableSession("xmas")
    table.join("operator", name="Ada")
    html = table.html(open="piece n1")
    first = html.index("data-not-now")
    assert html.index(">Take damage<") < first < html.index(">Heal 1 Wound<")
    with pytest.raises(rules_py.RulesError, match="Choose an ally who pays"):
        table.execute("change", change="xmas.heal", who="n1", params={})
    with pytest.raises(rules_py.RulesError, match="there is no Wound to heal"):
        table.execute("change", change="xmas.heal", who="n1", params={}, override=["xmas.spend-spirit"])


# Changes to an ally


def test_healing_an_ally_is_offered_only_between_scenes():
    table = TableSession("xmas")
    ada, bo, cy = (
        table.join("operator", name=name, wounds=wounds) for name, wounds in (("Ada", 0), ("Bo", 3), ("Cy", 0))
    )
    table.join("enemy", name="Grunt")
    healing = {text for text in find_quick(table, ada) if text.startswith("Heal")}
    assert healing == {"Heal Bo −1"}  # Cy has no Wound
    assert not [text for text in find_quick(table, bo) if text.startswith("Heal")]
    tap(table, find_quick(table, ada)["Heal Bo −1"])
    assert (table.sheet(ada).spirit, table.sheet(bo).wounds, table.sheet(cy).spirit) == (2, 2, 3)
    table.undo()
    assert (table.sheet(ada).spirit, table.sheet(bo).wounds) == (3, 3)
    table.execute("roll", mechanic="xmas.test", by=ada)
    assert "Heal Bo −1" not in find_quick(table, ada)
    table.execute("end", of="scene")
    assert "Heal Bo −1" in find_quick(table, ada)


def test_batched_changes_are_atomic():
    table = TableSession("xmas")
    ada, bo = (table.join("operator", name=name, wounds=1, spirit=0) for name in ("Ada", "Bo"))
    pay = {"change": "xmas.spend-spirit", "who": ada, "params": {"on": "heal"}}
    heal = {"change": "xmas.heal", "who": bo}
    for changes in ([pay, heal], [heal, pay], [], "heal", [heal, "pay"], None):
        with pytest.raises(rules_py.RulesError):
            table.execute("together", changes=changes)
    assert table.sheet(bo).wounds == 1


# Changes that an ally takes instead


def roll_hurt(table, by, at, face=2):
    table.execute(
        "rolled",
        mechanic="xmas.hurt",
        by=by,
        at=at,
        faces=[face],
        params=fill_params(table.fight, find_mechanic("xmas.hurt"), by, at),
    )


def test_eligible_ally_may_take_damage_instead():
    table = TableSession("xmas")
    ada, poor, down = (
        table.join("operator", name=name, **fields)
        for name, fields in (("Ada", {}), ("Poor", {"spirit": 0}), ("Down", {"wounds": 3, "downed": True}))
    )
    bo, grunt = table.join("operator", name="Bo"), table.join("enemy", name="Captain", kind="captain")
    roll_hurt(table, grunt, ada)
    assert set(find_offered(table)) == {"Bo"}  # not the target, Poor (can't pay) or Down
    tap(table, find_offered(table)["Bo"])
    assert (table.sheet(ada).wounds, table.sheet(bo).wounds, table.sheet(bo).spirit) == (0, 2, 2)
    assert table.fight.log[-1].messages[-1] == "In place of Ada."
    table.undo()
    assert (table.sheet(ada).wounds, table.sheet(bo).wounds) == (2, 0)
    with pytest.raises(rules_py.RulesError, match="Down is a Downed operator and can't be hurt any more"):
        roll_hurt(table, grunt, down)
    assert (table.sheet(poor).wounds, table.sheet(down).downed) == (0, True)


def test_only_unchanged_triggered_changes_can_be_replaced():
    table = TableSession("xmas")
    ada, bo = table.join("operator", name="Ada"), table.join("operator", name="Bo")
    grunt = table.join("enemy", name="Grunt")
    about = {"change": "xmas.protect", "who": bo, "params": {"damage": 1}}
    with pytest.raises(rules_py.RulesError, match="^instead: got 'xmas.take-damage', takes a change that"):
        table.execute("change", **about, instead="xmas.take-damage")
    roll_hurt(table, grunt, ada, 1)
    for other in ("xmas.tend", "nothing", 3):
        with pytest.raises(rules_py.RulesError, match="^instead: got"):
            table.execute("change", **about, instead=other)
    table.execute("edit", who=ada, fields={"wounds": 1})
    with pytest.raises(rules_py.RulesError, match="^instead: got"):
        table.execute("change", **about, instead="xmas.take-damage")


# Bystanders of a fight


def test_clocks_join_as_bystanders_and_advance_with_a_tap():
    table = TableSession("psiops")
    alert = table.join("clock", name="Alert", segments=6, danger=True)
    assert "Who fights?" in table.html() and "Alert" in table.html()
    ada, guard = table.join("operative", name="Ada"), table.join("enemy", name="Guard")
    bomb = table.join("clock", name="Bomb", segments=4)
    assert [each.key for each in table.fight.active] == [ada, guard]
    assert find_default_target(table.fight, ada) == guard
    tap(table, find_quick(table, alert)["1 segment"])
    assert table.sheet(alert).marked == 1
    filled = fill_params(table.fight, find_mechanic("psiops.action"), ada, None)
    table.execute("rolled", mechanic="psiops.action", by=ada, faces=[2, 6], params=filled)
    assert set(find_offered(table)) == {"Alert", "Bomb"}  # a partial success advances both
    tap(table, find_offered(table)["Bomb"])
    assert (table.sheet(bomb).marked, table.sheet(alert).marked) == (1, 1)
    assert set(find_offered(table)) == {"Alert"}  # the remaining candidate is still offered
    tap(table, find_offered(table)["Alert"])
    assert table.sheet(alert).marked == 2
    assert not find_offered(table)
    made = rules_py.forecast(table.fight, seed=1, at_most=20)
    assert (set(made.defeat_chances), set(made.win_chances)) == ({ada, guard}, {"operatives", "enemies"})


def test_bystanders_do_not_keep_a_fight_going():
    table = TableSession("psiops")
    table.join("clock", name="Alert", danger=True)
    table.join("operative", name="Ada")
    with pytest.raises(rules_py.RulesError, match="combatants on at least two sides"):
        rules_py.forecast(table.fight)
    guard = table.join("enemy", name="Guard", hp=1, max_hp=1, never_checks=True)
    assert "fb-fight-keeps" not in table.html()
    table.execute("change", change="psiops.deal-damage", who=guard, params={"damage": 9})
    assert "fb-fight-keeps" in table.html() and "fb-forecast-place" not in table.html()
