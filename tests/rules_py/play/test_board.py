"""The board of a made-up game that declares nothing for it, and declarations that the build refuses."""

import pytest

from rules_py.errors import DataError
from rules_py.play import Action, Clock, Condition, DicePool, FightRules, SideInitiative, Track
from rules_py.play.board.chances import compute_play_chance
from rules_py.play.board.hand import label_end_of_turn
from rules_py.play.board.selection import select
from rules_py.play.board.sides import list_order, list_sides
from rules_py.play.board.tokens import build_tokens
from rules_py.play.board.view import read_view
from rules_py.play.board.words import say_play
from rules_py.play.copies import replace
from rules_py.play.icons import ICONS
from rules_py.rendering.fights import render_fight
from tests.rules_py.play.sample_game import STRIKE, Duellist, make_duel, strike


def begin(*names):
    """Return a duel that has begun between combatants with these names, the first of them against the others."""
    fight = make_duel([{}], [{} for _ in names[1:]], order=SideInitiative(sides=("ours", "theirs")))
    named = zip(fight.combatants.items(), names, strict=True)
    return replace(fight, combatants={key: replace(each, name=name) for (key, each), name in named})


def test_game_without_declarations_gets_a_tile_a_sentence_and_an_icon():
    fight = begin("Ann", "Bob")
    selection = select(fight, {})
    assert [(play.title, play.icon, play.group) for play in selection.tiles] == [("Strike", "attack", "main")]
    assert say_play(fight, selection.draft) == "Strike Bob"
    assert selection.draft.command["at"] == "b1"
    assert 'class="fb-play"' in render_fight(fight, {})


def test_chance_of_a_roll_without_grades_is_only_that_of_its_harm():
    """A strike deals 1 from 3 up and 2 on a 6, so that two points are lost on a 6 alone."""
    fight = begin("Ann", "Bob")
    chance = compute_play_chance(fight, select(fight, {}).draft.command)
    assert (chance.success, chance.shares) == (None, ())
    assert chance.out == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("names", "tokens"),
    [
        (("Ann", "Guard 1", "Guard 2", "Sergeant"), ["A", "1", "2", "S"]),
        (("Ann", "Moth", "Mara", "Mina"), ["A", "M", "Ma", "Mi"]),
        (("Ann", "Guard 1", "Thug 1"), ["A", "1", "T1"]),
    ],
)
def test_tokens_tell_combatants_of_a_side_apart(names, tokens):
    assert [each.text for each in build_tokens(begin(*names)).values()] == tokens


def test_pieces_show_the_meter_the_actor_and_the_target():
    fight = begin("Ann", "Bob", "Cid")
    foes, own = list_sides(fight, "a1", ("b2",), {"b2": -1}, ())
    assert (foes.is_foe, own.is_foe) == (True, False)
    assert [(piece.name, piece.role, piece.stamp) for piece in foes.pieces] == [("Bob", "", 0), ("Cid", "target", -1)]
    assert [(piece.role, piece.life.now, piece.health) for piece in own.pieces] == [("acts", 2, "Unhurt")]


def test_order_shows_whose_turn_it_is_and_who_is_next():
    fight = begin("Ann", "Bob")
    groups = list_order(fight, "a1")
    assert [group.keys for group in groups] == [("a1",), ("b1",)] and groups[0].acting == {"a1"}
    assert label_end_of_turn(fight) == "Next: theirs"


def test_unknown_icon_is_refused_with_one_sentence():
    for declare in (lambda: Action(strike, icon="trident"), lambda: Condition("dazed", icon="trident")):
        with pytest.raises(DataError, match="got the icon trident, takes one of aid, aim, attack"):
            declare()
    assert all(Condition("dazed", icon=icon).icon == icon for icon in ICONS)


def test_chip_pool_and_end_that_do_not_exist_are_refused():
    with pytest.raises(DataError, match=r"duel.strike: got the chip luck, takes a parameter: hits_from"):
        Action(strike, chips=("luck",))
    about = ("duel/", {"red": "Red", "blue": "Blue"}, {Duellist: ("red", "blue")}, SideInitiative())
    for pool in (Clock("points", "luck"), DicePool("luck", "points"), Track("luck", "points")):
        with pytest.raises(DataError, match=r"duel/: got a pool of .* takes two values of one sheet"):
            FightRules(*about, declared_actions=(STRIKE,), pools=(pool,))
    with pytest.raises(DataError, match=r"duel/: names the end of green, takes a side: red, blue"):
        FightRules(*about, declared_actions=(STRIKE,), ends={"green": "Victory"})


@pytest.mark.parametrize("view", ["x", 3, {"by": 3}, {"do": 3}, {"also": "b1"}, {"open": []}, {"passed": [1]}])
def test_view_of_another_form_is_refused(view):
    with pytest.raises(ValueError, match="got"):
        read_view(view)
