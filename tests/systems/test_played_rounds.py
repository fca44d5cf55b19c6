"""Rounds that were played on a phone and checked by hand against the texts: groups, morale, parries and motions."""

from fractions import Fraction

from rules_py.play.board.chances import compute_play_chance
from rules_py.rendering.fights import describe_events
from tests.systems.shown_board import find_play, parse
from tests.systems.table_session import TableSession


def begin_against_guards(**guard) -> tuple[TableSession, list[str], list[str]]:
    """Return a fight of PSIOPS of two against three after initiative, with the keys of both sides."""
    table = TableSession("psiops", is_replayed=False)
    ours = [table.join("operative", name="Kestrel", strength=1), table.join("operative", name="Moth")]
    theirs = [table.join("enemy", name=f"Guard {number}", **guard) for number in (1, 2, 3)]
    table.execute("order", faces=[6, 6, 6, 6])
    return table, ours, theirs


def defend(table: TableSession, by: str, at: str, faces: list[int], **about) -> None:
    table.execute("roll", mechanic="psiops.defend", by=by, at=at, faces=faces, **about)


def list_sentences(table: TableSession, count: int) -> str:
    return describe_events(table.fight, count)


def test_decision_of_a_group_stays_when_another_one_is_made():
    table, (kestrel, moth), _ = begin_against_guards()
    table.execute("turn")
    table.execute("all", seed=3)
    asked = [each.text(strip=True) for each in parse(table.html()).css(".fb-decisions h4, .fb-decisions .fb-then span")]
    assert len(asked) > 1, asked
    names = {kestrel: "Kestrel", moth: "Moth"}
    choice = parse(table.html()).css_first(".fb-decisions .fb-play").attributes["data-act"]
    assert '"psiops.gain-stress"' in choice
    who = next(key for key in names if f'"{key}"' in choice)
    table.execute("change", change="psiops.gain-stress", who=who, params={"source": "damage"})
    other = next(name for key, name in names.items() if key != who)
    html = parse(table.html())
    heading = html.css_first(".fb-decisions h4").text()
    assert other in heading and ": 1 stress" in heading
    assert "1 stress" not in html.css_first(".fb-mat .fb-offers").text()


def test_each_result_of_a_group_is_announced():
    """Two guards who attack one operative with the same result are told one after the other."""
    table, (kestrel, _), (first, second, _) = begin_against_guards()
    table.execute("turn")
    before = len(table.events)
    defend(table, kestrel, first, [6, 6])
    defend(table, kestrel, second, [6, 6])
    said = list_sentences(table, len(table.events) - before)
    assert said.count("take no damage") == 2
    assert said.count("attacks Kestrel") == 2


def test_morale_is_asked_of_a_group_when_its_first_falls():
    """Text: 1D6, below the morale holds. Reading: the lowest morale of those who are up counts."""
    table = TableSession("psiops", is_replayed=False)
    moth = table.join("operative", name="Moth", reflexes=3)
    guards = [table.join("enemy", name=f"Guard {number}", morale=each, hp=1) for number, each in ((1, 4), (2, 2))]
    table.join("enemy", name="Guard 3", morale=3)
    table.execute("order", faces=[4, 3])
    table.execute("roll", mechanic="psiops.attack", by=moth, at=guards[0], faces=[6, 2], params={"attribute": 3})
    assert table.sheet(guards[0]).out
    added = table.execute("turn")
    said = list_sentences(table, len(added))
    assert "To decide: Guard 2 and Guard 3: will they hold?" in said
    assert "?." not in said
    command = {"act": "roll", "mechanic": "psiops.morale", "by": guards[1]}
    assert compute_play_chance(table.fight, command).success == Fraction(1, 6)
    added = table.execute("roll", mechanic="psiops.morale", by=guards[1], faces=[3])
    assert "They rout." in list_sentences(table, len(added))
    assert "suppressing" not in list_sentences(table, len(added))


PARRY = {"attack": 18, "poison": 12, "weapons": [{"name": "Axe", "bonus": 3, "strikes": "slow"}]}
SWORD = {"reactions": 15, "parries": [{"name": "Sword", "bonus": 6, "resilience": 5, "dc": 150}]}


def test_successful_parry_adds_its_bonus_and_stops_the_damage():
    """Text: Save with Reactions, then the Dodge Bonus; damage meets the sword's resilience before anything else.

    4 + 17 + 3 = 24 is above 5 + 10 + 6 = 21, and 3 damage is below the resilience of 5.
    """
    table = TableSession("sideworld", is_replayed=False)
    ann, bill = table.join("character", name="Ann", **PARRY), table.join("npc", name="Bill", **SWORD)
    table.execute("order", faces=[15, 10])
    plain = parse(table.html(by=ann)).css_first(".fb-play small").text()
    assert plain == "Attack 17 against Dodge 10, in plain sight, no parry"
    view = {"by": ann, "do": "sideworld.attack", "params": {"parry": True}}
    command = find_play(table.html(**view))
    assert compute_play_chance(table.fight, command).success == Fraction(7, 10) * Fraction(264, 400) + Fraction(
        3, 10
    ) * Fraction(345, 400)
    assert "parry's Dodge Bonus 6" in parse(table.html(**view)).css_first(".fb-play small").text()
    table.execute(**command, faces=[9, 4, 5, 2, 1])
    rolled = next(entry.roll for entry in reversed(table.fight.log) if entry.roll)
    assert (rolled.outcome["hit"], rolled.outcome["delivered"]) == (True, 0)
    assert (table.sheet(bill).stamina_left, table.sheet(bill).parries[0].dc) == (40, 150)
    throw = parse(table.html()).css_first(".fb-mat .fb-board-throw")
    for die in throw.css("[aria-hidden]"):
        die.decompose()
    sums = [" ".join(each.split()) for each in throw.text().split(";")]
    assert sums == ["9 parry", "4 + 17 Attack, + 3 bonuses = 24", "5 + 10 Dodge, + 6 parry = 21", "2, 1 = 3"], (
        "a screen reader reads each die in its own sum"
    )


def test_motion_takes_an_action_and_is_offered():
    """Text: an action is an attack, a spell or a motion."""
    table = TableSession("sideworld", is_replayed=False)
    ann = table.join("character", name="Ann")
    table.join("npc", name="Bill")
    table.execute("order", faces=[15, 10])
    html = parse(table.html(by=ann, do="sideworld.move"))
    assert html.css_first(".fb-why") is None
    command = find_play(table.html(by=ann, do="sideworld.move"))
    assert command["change"] == "sideworld.move"
    table.execute(**command)
    assert "1 action left" in parse(table.html(by=ann)).css_first(".fb-left").text()
    tiles = [each.text(strip=True) for each in html.css(".fb-board-tile")]
    assert "Aim" not in tiles and "Reload" not in tiles, "without a weapon there is nothing to aim or load"


def test_poison_and_sleep_are_counted_as_the_text_says():
    """Text: a unit of alcohol is 3 points; a third of Endurance drains away, and sleep restores 10 NE, each hour."""
    table = TableSession("sideworld", is_replayed=False)
    ann = table.join("character", name="Ann", poison=12, ne=20, ne_full=60)
    table.join("npc", name="Bill")
    table.execute("change", change="sideworld.take-poison", who=ann, params={"points": 15, "alcohol": 2})
    assert table.sheet(ann).poison == 33
    assert table.sheet(ann).out
    table.execute("change", change="sideworld.pass-hours", who=ann, params={"hours": 3, "asleep": True})
    assert (table.sheet(ann).poison, table.sheet(ann).ne, table.sheet(ann).out) == (23, 50, False)


def test_turret_is_fired_with_the_reactions_of_its_pilot_and_takes_their_action():
    """Text: use the pilot's Reactions as the Attack; the damage is multiplied by the rounds.

    20 + 10 + 2 + 4 = 36 is above 13 + 10; 7 × 10 = 70, less 3 of resilience and 20 of DC, are 47.
    """
    table = TableSession("sideworld", is_replayed=False)
    gun = {"name": "Mini Gun", "bonus": 4, "rate": 300, "rounds": 10, "clip": 100, "loaded": 100, "strikes": "bullets"}
    dee = table.join("character", name="Dee")
    jeep = table.join("vehicle", side="unit", name="Jeep", handling=2, weapons=[gun])
    bill = table.join("npc", name="Bill", layers=[[3, 20]])
    table.execute("order", faces=[16, 4])
    view = {"by": jeep, "at": bill, "do": "sideworld.turret", "chosen": {"weapons": 0, "ally": dee}}
    small = parse(table.html(**view)).css_first(".fb-play small").text()
    assert small == "Pilot's Reactions 10 against Dodge 10, in plain sight, 1 layer, with Dee, 2 of 2 left"
    table.execute(**find_play(table.html(**view)), faces=[20, 13, 5, 2])
    rolled = next(entry for entry in reversed(table.fight.log) if entry.roll)
    assert rolled.roll.outcome["delivered"] == 47
    assert rolled.event["paid"] == {dee: 1}
    assert table.sheet(bill).state == "dead"
    assert table.sheet(jeep).weapons[0].loaded == 90


def test_move_of_combat_takes_the_action_and_is_offered():
    """Text: a turn has one action, and a move or a run is one."""
    table = TableSession("combat", is_replayed=False)
    ada = table.join("character", name="Ada")
    table.join("character", name="Bea")
    table.join("enemy", name="Thug")
    table.execute("order", faces=[6, 1, 1])
    html = parse(table.html(by=ada, do="combat.go"))
    assert [each.text(strip=True) for each in html.css(".fb-weapon b")] == ["Move", "Run"]
    added = table.execute(**find_play(table.html(by=ada, do="combat.go", chosen={"option": 1})))
    assert added[0]["params"]["pace"] == "run"
    assert "0 actions left" in parse(table.html(by=ada)).css_first(".fb-left").text()


def test_status_says_what_is_left_or_who_is_next():
    """Text: a turn of PSIOPS has two actions, and one of COMBAT! has one."""
    table, (kestrel, _), (guard, *_) = begin_against_guards()
    attack = {"mechanic": "psiops.attack", "by": kestrel, "at": guard, "faces": [1, 1]}
    assert list_sentences(table, len(table.execute("roll", **attack))).endswith("Moth is next.")
    combat = TableSession("combat", is_replayed=False)
    ada, thug = combat.join("character", name="Ada"), combat.join("enemy", name="Thug")
    combat.execute("order", faces=[6, 1])
    added = combat.execute("roll", mechanic="combat.attack", by=ada, at=thug, faces=[1, 1, 1])
    assert list_sentences(combat, len(added)).endswith("Next: Thug.")


def test_fight_offers_no_roll_that_plays_a_whole_phase():
    table = TableSession("puml", is_replayed=False)
    table.join("character", name="Ada", attributes=[{"name": "Brawn", "value": 2}])
    table.join("enemy", name="Thug")
    offered = parse(table.html(open="more")).css_first(".fb-drawer").text()
    assert "whole" not in offered and "rest of a round" not in offered
    assert "Tag team" not in offered, "there is no ally"


def test_complication_is_against_nobody():
    table = TableSession("puml", is_replayed=False)
    ada, thug = table.join("character", name="Ada"), table.join("enemy", name="Thug")
    table.execute("roll", mechanic="puml.offense", by=ada, at=thug, faces=[4, 4])
    added = table.execute("roll", mechanic="puml.complication", by=ada, at=thug, faces=[2])
    assert list_sentences(table, len(added)).startswith("Ada: A complication.")


def test_initiative_tells_the_order_and_whose_turn_it_is_in_two_sentences():
    table = TableSession("combat", is_replayed=False)
    for name in ("Ada", "Ben"):
        table.join("character", side="team", name=name)
    table.join("character", side="enemies", name="Cat")
    added = table.execute("order", faces=[2, 6, 2])
    ada, ben, cat = (each.score[0] for each in table.fight.combatants.values())
    assert ada == cat < ben
    said = list_sentences(table, len(added))
    assert said == f"Round 1: Ben’s turn. Ben at {ben}, Ada at {ada}, Cat at {cat}."
    mat = parse(table.html()).css_first(".fb-mat")
    assert mat.css_first(".fb-headline").text() == "Round 1: Ben’s turn"


def test_result_is_told_once():
    """Text, body parts: 91 to 92 is the brain, "Braindead on the spot"."""
    table = TableSession("sideworld", is_replayed=False)
    ada = table.join("character", name="Ada")
    added = table.execute("roll", mechanic="sideworld.wound", by=ada, faces=[92])
    said = list_sentences(table, len(added))
    assert said.lower().count("braindead") == 1, said
    assert parse(table.html()).css_first(".fb-mat").text().lower().count("braindead") == 1
