"""What a fight will come to: exact against a reckoning of its own, played against exact, and both against the table."""

import json
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules_py
from rules_py import bridge
from rules_py.errors import RulesError
from rules_py.play import IndividualInitiative, Order
from rules_py.play.fight.commands import execute
from rules_py.play.forecast import forecast
from rules_py.play.forecast.monte_carlo import BATCH
from rules_py.play.forecast.report import estimate_from_sample
from rules_py.play.forecast.simulator import MOST_ROUNDS
from rules_py.play.forecast.tactics import Tactics
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import render_fight
from rules_py.text.formatting import to_json
from tests.rules_py.play.sample_game import FIRST_WINS_TIES, draw, duel, wins

TURN = {"event": "turn"}
LEFT_OPEN = 1e-6
"""What a chain that stops when next to nothing is left may be off by."""


def drawn(**faces: int) -> dict:
    return {"event": "order", "rolls": [{"by": who, "params": {}, "faces": [face]} for who, face in faces.items()]}


def struck(by: str, at: str, face: int) -> dict:
    return {"event": "roll", "mechanic": "duel.strike", "params": {"hits_from": 3}, "faces": [face], "by": by, "at": at}


# Exact


@given(mine=st.integers(1, 5), yours=st.integers(1, 5), my_hits=st.integers(2, 5), your_hits=st.integers(2, 5))
@settings(max_examples=8)
def test_exact_chances_are_those_of_a_reckoning_without_the_rules(mine, yours, my_hits, your_hits):
    made = forecast(duel([{"points": mine, "hits_from": my_hits}], [{"points": yours, "hits_from": your_hits}]))
    first = wins(mine, yours, my_hits, your_hits)
    second = 1 - wins(yours, mine, your_hits, my_hits)
    mine_wins = FIRST_WINS_TIES * first + (1 - FIRST_WINS_TIES) * second
    assert made.is_exact and made.seed is None
    assert math.isclose(made.win_chances["ours"].chance, mine_wins, abs_tol=LEFT_OPEN)
    assert made.defeat_chances["b1"].chance == made.win_chances["ours"].chance
    assert sum(share.chance for share in made.win_chances.values()) + made.undecided_chance.chance == 1
    assert sum(made.round_chances.values()) + made.undecided_chance.chance == 1


def test_a_duel_is_over_in_the_first_round_as_often_as_it_must_be():
    made = forecast(duel([{"points": 1}], [{"points": 1}]))
    assert made.round_chances[1] == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)
    assert made.round_chances[2] == made.round_chances[1] * Fraction(1, 9)


def test_from_any_moment_whoever_has_acted_in_this_turn_waits_for_the_next():
    begun = duel([{"points": 2}], [{"points": 2}], drawn(a1=6, b1=1))
    assert math.isclose(forecast(begun).win_chances["ours"].chance, wins(2, 2, 3, 3), abs_tol=LEFT_OPEN)
    missed = begun.apply(struck("a1", "b1", 1))
    assert math.isclose(forecast(missed).win_chances["ours"].chance, 1 - wins(2, 2, 3, 3), abs_tol=LEFT_OPEN)
    assert forecast(missed.apply(TURN)).win_chances["ours"].chance == forecast(missed).win_chances["ours"].chance


@pytest.mark.parametrize("points", [1, 3])
def test_whoever_has_more_points_is_no_worse_off(points):
    chances = [
        forecast(duel([{"points": mine}], [{"points": points}])).win_chances["ours"].chance for mine in (1, 2, 3)
    ]
    assert chances == sorted(chances)


# Played


@pytest.mark.parametrize(
    ("slug", "ours", "theirs"),
    [
        ("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Elite"}),
        ("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Captain"}),
        ("puml", {"sheet": "puml.character", "name": "Ada"}, {"sheet": "puml.enemy", "name": "Guard"}),
        (
            "combat",
            {"sheet": "combat.character", "fields": {"health": 1, "will": 1}},
            {"sheet": "combat.enemy", "fields": {"life": 3, "toughness": 5, "reflexes": 1}},
        ),
    ],
)
def test_played_chances_are_the_exact_ones_within_their_intervals(slug, ours, theirs):
    fight = met(slug, ours, theirs)
    exact, played = forecast(fight, exact=True), forecast(fight, exact=False, seed=4, within=0.04)
    assert exact.is_exact and not played.is_exact and played.is_sure
    pairs = [(exact.win_chances[side], share) for side, share in played.win_chances.items()]
    pairs += [(exact.defeat_chances[key], share) for key, share in played.defeat_chances.items()]
    for true, share in pairs:
        assert share.low <= true.chance <= share.high
    assert all(
        abs(float(exact.round_chances.get(number, 0) - share)) < 0.06 for number, share in played.round_chances.items()
    )


def test_several_against_several_are_played_and_those_who_focus_do_better():
    fight = duel([{"points": 3}] * 3, [{"points": 3}] * 3)
    made = {target: forecast(fight, target=target, seed=1, at_most=300) for target in ("weakest", "spread")}
    downs = {
        target: [float(made[target].defeat_chances[f"b{number}"].chance) for number in (1, 2, 3)] for target in made
    }
    assert all(share.chance < 1 for share in made["weakest"].defeat_chances.values())
    assert max(downs["spread"]) - min(downs["spread"]) < max(downs["weakest"]) - min(downs["weakest"])


def test_the_same_seed_plays_the_same_fights_and_another_one_others():
    fight = duel([{"points": 2}, {"points": 2}], [{"points": 4}])
    made = [forecast(fight, seed=seed, at_most=100).to_dict() for seed in (7, 7, 8)]
    assert made[0] == made[1] and made[0] != made[2]
    assert forecast(fight, at_most=1).seed != forecast(fight, at_most=1).seed


def test_it_stops_when_it_is_sure_enough_and_else_at_the_most():
    fight = duel([{"points": 3}, {"points": 3}], [{"points": 3}, {"points": 3}])
    sure = forecast(fight, seed=1, within=0.06)
    assert sure.is_sure and sure.fights < 5000 and sure.fights % BATCH == 0
    assert all(share.margin <= 0.06 for share in sure.win_chances.values())
    unsure = forecast(fight, seed=1, at_most=120)
    assert unsure.fights == 120 and not unsure.is_sure
    assert sum(round(share.chance * 120) for share in unsure.win_chances.values()) == 120


@pytest.mark.parametrize("chance", [0.01, 0.03, 0.1, 0.25, 0.5, 0.8])
def test_intervals_hold_as_often_as_they_say_although_it_is_asked_again_and_again_whether_to_stop(chance):
    """Worked out over all ways that the looks can go, not drawn: 95 % is what an interval of one look promises."""
    of_batch = [math.comb(BATCH, times) * chance**times * (1 - chance) ** (BATCH - times) for times in range(BATCH + 1)]
    of_batch = [(times, share) for times, share in enumerate(of_batch) if share > 1e-12]
    going_on, fights, held = {0: 1.0}, 0, 0.0
    while going_on:
        fights += BATCH
        after: dict[int, float] = {}
        for so_far, share in going_on.items():
            for times, more in of_batch:
                after[so_far + times] = after.get(so_far + times, 0.0) + share * more
        going_on = {}
        for times, share in after.items():
            found = estimate_from_sample(times, fights)
            if found.margin <= 0.02 or fights >= 5000:
                held += share * (found.low <= chance <= found.high)
            else:
                going_on[times] = share
    assert held >= 0.94


# Against the table: fights that are played by acts, as on a page


def played_by_acts(slug: str, one_round, fight, number: int) -> str:
    """Play a fight to its end by acts; the side that is left."""
    for round in range(40):
        for act in one_round(fight):
            if len({each.side for each in fight.active}) < 2:
                break
            made = act(fight)
            for event in execute(fight, made, number * 1000 + round * 10 + len(fight.log)) if made else ():
                fight = fight.apply(event)
    (side,) = {each.side for each in fight.active}
    return side


def rolls(mechanic: str, by: str, at: str | None = None):
    return lambda fight: {"act": "roll", "mechanic": mechanic, "by": by, "at": at}


def xmas_round(fight):
    """Ada attacks; where she is Naughty, the enemy hits her."""
    return (
        rolls("xmas.attack", "n1", "n2"),
        lambda fight: (
            rolls("xmas.hurt", "n2", "n1")(fight)
            if [entry.roll for entry in fight.log if entry.roll][-1].outcome.get("band") == "naughty"
            else None
        ),
    )


def psiops_round(fight):
    """Initiative at first; then Ada and the enemy attack in turn, and Ada rolls at 0 HP."""

    def order(fight):
        return {"act": "order"} if fight.awaiting_initiative else None

    def whoever_is_up(fight):
        attacks = rolls("psiops.attack", "n1", "n2"), rolls("psiops.defend", "n1", "n2")
        return attacks["n1" not in fight.current_group](fight)

    def at_zero(fight):
        return rolls("psiops.dying", "n1")(fight) if fight.combatant("n1").sheet.state == "down" else None

    def morale(fight):
        owed = next((each for each in fight.pending_rolls if each.mechanic.id == "psiops.morale"), None)
        return owed and {**rolls("psiops.morale", owed.recipients[0])(fight), "params": owed.requirement.params}

    def next_one(fight):
        return {"act": "turn"}

    return order, whoever_is_up, at_zero, morale, next_one


def puml_round(fight):
    """Whoever's phase it is acts; dice that are left then are gone."""
    return lambda fight: {"act": "all"}, lambda fight: {"act": "end", "of": "phase"} if fight.board.acted else None


@pytest.mark.parametrize(
    ("slug", "ours", "theirs", "one_round"),
    [
        ("puml", {"sheet": "puml.character", "name": "Ada"}, {"sheet": "puml.enemy", "name": "Guard"}, puml_round),
        ("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Elite"}, xmas_round),
        ("psiops", {"sheet": "psiops.operative"}, {"sheet": "psiops.enemy"}, psiops_round),
    ],
)
def test_fights_that_are_played_by_acts_end_as_it_was_forecast(slug, ours, theirs, one_round):
    fight = met(slug, ours, theirs)
    told = forecast(fight, seed=2, within=0.04, exact=False if slug == "psiops" else None)
    number = 200
    won = [played_by_acts(slug, one_round, fight, each) for each in range(number)]
    for side, share in told.win_chances.items():
        spread = math.sqrt(float(share.chance * (1 - share.chance)) / number)
        assert abs(won.count(side) / number - float(share.chance)) < 3.3 * spread + share.margin


# What people do


def test_a_side_that_has_lost_half_of_its_people_flees_and_those_who_flee_are_not_down():
    fight = duel([{"points": 1}, {"points": 9}], [{"points": 9}])
    made = forecast(fight, flees="half", target="first", seed=1, at_most=200)
    assert made.flee_chances["ours"].chance == made.defeat_chances["a1"].chance == made.win_chances["theirs"].chance > 0
    assert made.defeat_chances["a2"].chance == 0
    assert "flees" in made.to_dict()["sides"]["ours"]


@pytest.mark.parametrize(("target", "first"), [("weakest", "b2"), ("strongest", "b3"), ("first", "b1")])
def test_people_attack_whom_they_are_said_to(target, first):
    fight = duel([{"points": 20, "hits_from": 1}], [{"points": points, "hits_from": 7} for points in (2, 1, 3)])
    made = forecast(fight, target=target, seed=1, at_most=20)
    assert made.win_chances["ours"].chance == 1
    ended = forecast(
        fight.apply(drawn(a1=6, b1=1, b2=2, b3=3)).apply(struck("a1", first, 4)), target=target, seed=1, at_most=20
    )
    assert ended.win_chances["ours"].chance == 1
    assert Tactics(target).rank_targets(fight, "ours", {})[0].key == first


@pytest.mark.parametrize("exact", [True, False])
def test_those_who_act_at_the_same_time_can_fall_together(exact):
    sure = {"points": 1, "hits_from": 1}
    made = forecast(
        duel([sure], [sure], order=IndividualInitiative(draw, has_simultaneous_ties=True)),
        exact=exact,
        seed=1,
        at_most=1500,
    )
    tied, first = Fraction(1, 6), Fraction(5, 12)
    for share, chance in ((made.nobody_chance, tied), (made.win_chances["ours"], first)):
        assert share.chance == chance if exact else share.low <= chance <= share.high


def test_who_is_held_does_not_act_and_who_has_several_actions_takes_them():
    sure = {"points": 3, "hits_from": 1}
    held = forecast(duel([{**sure, "dazed": True}], [sure]))
    assert held.win_chances["ours"].chance == 0
    twice = forecast(duel([{**sure, "strikes": 3}], [sure], drawn(a1=6, b1=1)))
    assert twice.win_chances["ours"].chance == 1 and twice.round_chances == {1: 1}


def test_rolls_that_somebody_owes_are_made_before_anything_else():
    down = {"sheet": "psiops.operative", "fields": {"hp": 0, "strength": 3}}
    made = forecast(
        met("psiops", down, {"sheet": "psiops.enemy", "fields": {"hp": 1, "max_hp": 6}}),
        seed=1,
        at_most=300,
        exact=False,
    )
    assert 0 < made.win_chances["operatives"].chance < 1, "some get up again"
    assert made.defeat_chances["n1"].chance == 1


def test_a_weapon_that_is_empty_is_left_alone():
    gun, knife = (
        {"name": "Gun", "kind": "handgun", "damage": 4, "ammo": 0, "full": 6},
        {"name": "Knife", "kind": "melee", "damage": 0, "ammo": 0, "full": 0},
    )
    chances = [
        forecast(
            met("psiops", {"sheet": "psiops.operative", "fields": {"weapons": weapons}}, {"sheet": "psiops.enemy"}),
            seed=1,
            at_most=100,
            exact=False,
        )
        .win_chances["operatives"]
        .chance
        for weapons in ([gun, knife], [knife], [{**gun, "ammo": 6}, knife], [gun])
    ]
    assert chances[0] == chances[1] < chances[2]
    assert chances[3] == 0


# Ends


def test_a_fight_that_is_decided_is_certain():
    made = forecast(duel([{"points": 1}], [{"points": 0}]))
    assert made.is_exact and made.win_chances["ours"].chance == 1 and made.win_chances["theirs"].chance == 0
    assert made.defeat_chances["b1"].chance == 1 and made.defeat_chances["a1"].chance == 0


@pytest.mark.parametrize("exact", [None, False])
def test_where_nobody_can_hurt_anybody_it_is_undecided_and_says_so(exact):
    made = forecast(duel([{"hits_from": 7}], [{"hits_from": 7}]), exact=exact, seed=1, at_most=20)
    assert made.undecided_chance.chance == 1 and made.round_chances == {}
    assert str(MOST_ROUNDS) in made.undecided_description and made.length_description.startswith("Nobody wins")
    idle = forecast(duel([{}], [{}], order=Order()), exact=exact, seed=1, at_most=20)  # only those who lead act there
    assert float(idle.win_chances["ours"].chance) == pytest.approx(1)


@pytest.mark.parametrize(
    "asked",
    [
        {"target": "nobody"},
        {"target": None},
        {"flees": "always"},
        {"flees": 1},
        {"seed": -1},
        {"seed": "x"},
        {"seed": True},
        {"at_most": 0},
        {"at_most": 10**6},
        {"at_most": 1.5},
        {"within": 0},
        {"within": "x"},
        {"within": True},
        {"exact": "yes"},
    ],
)
def test_what_can_not_be_asked_is_refused_in_a_sentence(asked):
    with pytest.raises(RulesError) as refusal:
        forecast(duel([{}], [{}]), **asked)
    assert str(refusal.value).startswith(next(iter(asked))) and "takes" in str(refusal.value)


@pytest.mark.parametrize("fight", [duel([], []), duel([{}, {}], [])])
def test_a_fight_takes_two_sides(fight):
    with pytest.raises(RulesError, match="at least two sides"):
        forecast(fight)


def test_what_is_too_large_to_be_exact_is_refused_where_it_has_to_be():
    with pytest.raises(RulesError, match="too many states"):
        forecast(met("sideworld", {"sheet": "sideworld.character"}, {"sheet": "sideworld.npc"}), exact=True)


# By the contract


def met(slug: str, *people: dict):
    """A fight of a real game, with these people in it."""
    fight = create_fight(slug)
    for each in people:
        given = dict(each)
        if "fields" in given:
            given["data"] = {"sheet": given["sheet"], "fields": given.pop("fields")}
        for event in execute(fight, {"act": "join", **given}):
            fight = fight.apply(event)
    return fight


def as_data(fight) -> dict:
    return {"fight": fight.slug, "events": [to_json(entry.event) for entry in fight.log]}


def test_python_and_the_command_line_say_the_same(run, tmp_path):
    data = as_data(
        met("xmas", {"sheet": "xmas.operator", "name": "Ada"}, {"sheet": "xmas.enemy", "ready": "Grunt", "count": 2})
    )
    made = rules_py.forecast(data, seed=3, at_most=200, target="first", flees="half")
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    given = ("forecast", str(file), "target=first", "at_most=200", "flees=half", "--seed", "3")
    assert json.loads(run(*given, "--json")[1]) == made.to_dict() == json.loads(json.dumps(made.to_dict()))
    status, out, err = run(*given)
    assert (status, err) == (0, "")
    assert "The squad: " in out and "Ada goes down: " in out and "200 fights played, seed 3" in out
    assert all(said in out for said in made.tactics.descriptions)


def test_the_exact_is_said_to_be_exact(run, tmp_path):
    data = as_data(met("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"}))
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "Worked out exactly" in run("forecast", str(file))[1]
    made = json.loads(run("forecast", str(file), "--json")[1])
    assert made["exact"] and made["fights"] == 0 and made["seed"] is None
    assert sum(side["chance"] for side in made["sides"].values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    "words", [("target=elves",), ("speed=3",), ("at_most=many",), ("within=2",), ("exact=perhaps",), ("--seed", "-1")]
)
def test_the_command_refuses_in_one_line(run, tmp_path, words):
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(as_data(met("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy"}))), "utf-8")
    status, out, err = run("forecast", str(file), *words)
    assert (status, out) == (2, "") and err.count("\n") == 1 and "tak" in err


# On the page


def asked_by_a_page(data: dict, wanted: int, seed: int = 3, **ways: str | float) -> dict:
    return json.loads(
        bridge.forecast(f"{data['fight']}.forecast", json.dumps(data["events"]), json.dumps(ways), seed, wanted)
    )


def test_a_page_asks_for_more_and_more_fights_and_comes_to_what_python_says():
    fight = met(
        "xmas", {"sheet": "xmas.operator", "name": "Ada"}, {"sheet": "xmas.enemy", "ready": "Grunt", "count": 2}
    )
    looks = [asked_by_a_page(as_data(fight), wanted, target="first", within=0.08) for wanted in (60, 120, 4000)]
    assert [look["fights"] for look in looks[:2]] == [60, 120] and not looks[1]["done"]
    assert looks[-1]["done"]
    told = forecast(fight, seed=3, target="first", within=0.08)
    assert looks[-1]["fights"] == told.fights
    for side, share in told.win_chances.items():
        assert f"{fight.rules.sides[side]}</dt><dd>{float(share.chance):.0%}" in looks[-1]["html"]
    assert "seed 3" in looks[-1]["html"] and "Ada" in looks[-1]["html"] and "The squad: " in looks[-1]["said"]


def test_a_page_that_has_others_between_goes_on_where_it_was_in_turns():
    fight = as_data(met("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Elite"}))
    about = ("forecast", "xmas.forecast", json.dumps(fight["events"]), "{}", 4, 100)
    turns = 0
    while (answer := bridge.ask(0.0, *about)) is None:
        turns += 1
    assert turns > 10
    assert json.loads(answer)["done"] and "Worked out exactly" in json.loads(answer)["html"]
    assert bridge.ask(math.inf, *about) == answer


def test_a_page_gets_a_refusal_as_a_sentence_and_names_as_text():
    fight = as_data(met("xmas", {"sheet": "xmas.operator", "name": "<b>"}, {"sheet": "xmas.enemy", "ready": "Grunt"}))
    assert "&lt;b&gt;" in asked_by_a_page(fight, 10)["html"]
    assert "takes" in asked_by_a_page(fight, 10, target="x")["error"]
    assert "two sides" in asked_by_a_page({"fight": "xmas", "events": []}, 10)["error"]


def test_a_page_has_a_place_for_it_as_long_as_two_sides_are_up():
    fight = met("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"})
    assert "fb-forecast-place" in render_fight(fight, {})
    beaten = fight.apply({"event": "change", "change": "xmas.fill-threshold", "who": "n2", "params": {"damage": 9}})
    assert "fb-forecast-place" not in render_fight(beaten, {})
