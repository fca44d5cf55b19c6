"""Sideworld's counters: clips and magazines, staves and amulets, lasting effects, first aid, and gear."""

import pytest

from rules_py.errors import RefusedActionError
from rules_py.play.forecast import forecast
from tests.systems.sideworld.test_actions import ADA_FIRST, Duel
from tests.systems.sideworld.test_sheets import apply_change, change_error, character

RIFLE = {"name": "Rifle", "damage": "6", "clip": 30, "loaded": 4, "feed": "spares"}
MUSKET = {"name": "Musket", "damage": "6", "clip": 3, "loaded": 0, "feed": "internal"}


def count_rounds(sheet) -> tuple[int, int, int, int]:
    """Return the rounds loaded, the full spare clips, the clips to fill and the rounds in these."""
    gun = sheet.weapons[0]
    return gun.loaded, gun.spares, gun.part_spares, gun.part_rounds


def carry(**fields):
    return character(weapons=[{**RIFLE, **fields}])


# Clips


def test_reload_takes_a_full_spare_clip_and_keeps_the_one_that_comes_out():
    assert count_rounds(apply_change(carry(spares=2), "reload")) == (30, 1, 1, 4)


def test_reload_takes_a_part_full_clip_if_no_full_one_is_left():
    assert count_rounds(apply_change(carry(part_spares=2, part_rounds=10), "reload")) == (10, 0, 2, 4)


def test_reload_needs_a_fuller_spare_clip():
    reason = "sideworld.reload: no spare clip is fuller: fill a clip first"
    for fields in ({}, {"part_spares": 3, "part_rounds": 4}, {"part_rounds": 9}):
        assert change_error(carry(**fields), "reload").startswith(reason)


def test_rounds_in_clips_that_are_not_full_fill_them_in_turn():
    reloaded = apply_change(carry(loaded=20, spares=1, part_spares=1, part_rounds=15), "reload")
    assert count_rounds(reloaded) == (30, 1, 1, 5), "15 + 20 rounds in two clips"


def test_clip_is_filled_by_reactions_in_an_action():
    filled = apply_change(carry(part_spares=2, part_rounds=25), "fill-clip")
    assert count_rounds(filled) == (4, 1, 1, 0), "only 5 of 10 rounds fit"
    assert count_rounds(apply_change(filled, "fill-clip")) == (4, 1, 1, 10)


def test_clip_in_the_weapon_is_filled_last():
    filled = apply_change(carry(loaded=22), "fill-clip")
    assert count_rounds(filled) == (30, 0, 0, 0)
    assert change_error(filled, "fill-clip").startswith("sideworld.fill-clip: all clips are full already")


def test_clip_cannot_be_filled_without_reactions():
    slow = character(reactions=0, weapons=[{**RIFLE, "part_spares": 1}])
    assert change_error(slow, "fill-clip").startswith("sideworld.fill-clip: without Reactions")


def test_clips_that_are_not_counted_never_run_out():
    gun = character(weapons=[{"clip": 30, "loaded": 4}])
    assert count_rounds(apply_change(gun, "reload")) == (30, 0, 0, 0)
    assert change_error(gun, "fill-clip").startswith("sideworld.fill-clip: the spare clips of this weapon aren't")


def test_internal_magazine_takes_a_round_for_each_action():
    duel = Duel([MUSKET])
    duel.execute("order", faces=ADA_FIRST)
    duel.refuse("There is no ammo left for Musket. Reload it or attack with something else.")
    for _ in range(2):
        duel.execute("change", change="sideworld.load-round", who=duel.ada)
    assert duel.gun().loaded == 2
    with pytest.raises(RefusedActionError, match="has used all 2 actions"):
        duel.execute("change", change="sideworld.load-round", who=duel.ada)


def test_internal_magazine_takes_no_clips():
    musket = character(weapons=[MUSKET])
    assert change_error(musket, "reload").startswith("sideworld.reload: its magazine is internal")
    full = character(weapons=[{**MUSKET, "loaded": 3}])
    assert change_error(full, "load-round").startswith("sideworld.load-round: the magazine is full already")
    assert change_error(carry(), "load-round").startswith("sideworld.load-round: this weapon has no internal")


@pytest.mark.parametrize(
    "weapon",
    [
        MUSKET,
        {**RIFLE, "loaded": 0, "spares": 1},
        {**RIFLE, "loaded": 0},
        {**RIFLE, "loaded": 0, "part_spares": 1, "part_rounds": 2},
        {**RIFLE, "loaded": 0, "part_spares": 1},
    ],
    ids=["internal magazine", "full spare", "clip in the weapon", "part-full spare", "empty spare"],
)
def test_forecast_loads_an_empty_weapon_as_it_is_fed(weapon):
    duel = Duel([{**weapon, "damage": "100"}], {"attack": 0}, attack=40, dodge=40)
    assert forecast(duel.fight, seed=1, at_most=10).win_chances["unit"].chance == 1, "Ada always hits, and Ben never"


# Staves and amulets


STAFF = {"name": "Staff", "ne": 25, "full": 40}


def test_store_gives_as_much_ne_as_the_body_holds():
    wizard = character(ne=5, ne_full=20, stores=[{"name": "Amulet"}, STAFF])
    tapped = apply_change(wizard, "tap-store", store=1)
    assert (tapped.ne, [each.ne for each in tapped.stores]) == (20, [0, 10])
    assert apply_change(wizard, "tap-store", store=1, points=3).ne == 8
    assert change_error(tapped, "tap-store", store=1).startswith("sideworld.tap-store: the body holds no more than 20")
    assert change_error(wizard, "tap-store", store=0).startswith("sideworld.tap-store: Amulet holds no NE")
    assert change_error(character(), "tap-store").startswith("sideworld.tap-store: there is no staff or amulet")


def test_chaos_drains_and_restores_stores():
    wizard = character(ne=5, ne_full=20, stores=[STAFF])
    drained = apply_change(wizard, "chaos", chaos="drained")
    assert (drained.ne, drained.stores[0].ne) == (0, 0)
    restored = apply_change(drained, "chaos", chaos="restored")
    assert (restored.ne, restored.stores[0].ne) == (20, 40)


def test_tapping_a_store_takes_an_action():
    duel = Duel(ne_full=90, stores=[STAFF], actions=1)
    duel.execute("order", faces=ADA_FIRST)
    duel.execute("change", change="sideworld.tap-store", who=duel.ada)
    assert duel.sheet(duel.ada).ne == 25
    with pytest.raises(RefusedActionError, match="has used the action"):
        duel.attack([*[15, 5], 1], "unarmed")


# Lasting effects


def test_effect_counts_down_at_the_end_of_each_turn():
    duel = Duel()
    duel.execute("order", faces=ADA_FIRST)
    duel.execute("change", change="sideworld.begin-effect", who=duel.ben, params={"name": "Invisible", "turns": 2})
    assert duel.sheet(duel.ben).warnings == ("Invisible: 2 turns left.",)
    for left, said in (("Invisible: 1 turn left.",), False), ((), True):
        duel.execute("turn")
        duel.execute("turn")
        assert duel.sheet(duel.ben).warnings == left
        assert any("Invisible is over." in line for line in duel.fight.log[-1].messages) == said


def test_effect_ends_early_or_after_an_hour():
    two = character(effects=[{"name": "Invisible", "turns": 6}, {"name": "Small", "turns": 3}])
    assert [each.name for each in apply_change(two, "end-effect", effect=0).effects] == ["Small"]
    assert apply_change(two, "pass-hours").effects == ()
    assert apply_change(two, "pass-hours", hours=0).effects == two.effects
    assert change_error(character(), "end-effect").startswith("sideworld.end-effect: no effect lasts")


# First aid and gear


def test_first_aid_brings_stamina_back():
    hurt = character(stamina_lost=9)
    assert apply_change(hurt, "first-aid", points=4).stamina_left == 35
    assert apply_change(hurt, "first-aid", points=40).stamina_left == 40
    assert change_error(character(), "first-aid").startswith("sideworld.first-aid: there is no lost Stamina")
    assert change_error(character(dead=True, stamina_lost=1), "first-aid").startswith(
        "sideworld.first-aid: the character"
    )


def test_gear_is_used_up():
    packed = character(gear=[{"name": "First aid kit", "number": 3}])
    assert apply_change(packed, "use-gear", number=2).gear[0].number == 1
    reason = "sideworld.use-gear: First aid kit: 3 left, and this takes 4"
    assert change_error(packed, "use-gear", number=4).startswith(reason)
