"""Forecasts: exact against an independent solution, simulated against exact, and both against played fights."""

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
from rules_py.text.serialization import to_json
from tests.rules_py.play.sample_game import FIRST_WINS_TIES, draw, make_duel, win_chance

TURN = {"event": "turn"}
TOLERANCE = 1e-6
"""Possible error of a Markov chain that stops once almost no probability is left."""


def order_event(**faces: int) -> dict:
    return {"event": "order", "rolls": [{"by": who, "params": {}, "faces": [face]} for who, face in faces.items()]}


def strike_event(by: str, at: str, face: int) -> dict:
    return {"event": "roll", "mechanic": "duel.strike", "params": {"hits_from": 3}, "faces": [face], "by": by, "at": at}


# Exact


@given(mine=st.integers(1, 5), yours=st.integers(1, 5), my_hits=st.integers(2, 5), your_hits=st.integers(2, 5))
@settings(max_examples=8)
def test_exact_forecast_matches_an_independent_calculation(mine, yours, my_hits, your_hits):
    made = forecast(make_duel([{"points": mine, "hits_from": my_hits}], [{"points": yours, "hits_from": your_hits}]))
    first = win_chance(mine, yours, my_hits, your_hits)
    second = 1 - win_chance(yours, mine, your_hits, my_hits)
    mine_wins = FIRST_WINS_TIES * first + (1 - FIRST_WINS_TIES) * second
    assert made.is_exact and made.seed is None
    assert math.isclose(made.win_chances["ours"].chance, mine_wins, abs_tol=TOLERANCE)
    assert made.defeat_chances["b1"].chance == made.win_chances["ours"].chance
    assert sum(share.chance for share in made.win_chances.values()) + made.undecided_chance.chance == 1
    assert sum(made.round_chances.values()) + made.undecided_chance.chance == 1


def test_duel_round_lengths_match_exact_probabilities():
    made = forecast(make_duel([{"points": 1}], [{"points": 1}]))
    assert made.round_chances[1] == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3)
    assert made.round_chances[2] == made.round_chances[1] * Fraction(1, 9)


def test_forecast_from_mid_round_respects_who_has_acted():
    begun = make_duel([{"points": 2}], [{"points": 2}], order_event(a1=6, b1=1))
    assert math.isclose(forecast(begun).win_chances["ours"].chance, win_chance(2, 2, 3, 3), abs_tol=TOLERANCE)
    missed = begun.apply(strike_event("a1", "b1", 1))
    assert math.isclose(forecast(missed).win_chances["ours"].chance, 1 - win_chance(2, 2, 3, 3), abs_tol=TOLERANCE)
    assert forecast(missed.apply(TURN)).win_chances["ours"].chance == forecast(missed).win_chances["ours"].chance


@pytest.mark.parametrize("points", [1, 3])
def test_win_chance_never_drops_with_more_hit_points(points):
    chances = [
        forecast(make_duel([{"points": mine}], [{"points": points}])).win_chances["ours"].chance for mine in (1, 2, 3)
    ]
    assert chances == sorted(chances)


# Simulated


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
def test_simulated_estimates_agree_with_exact_probabilities(slug, ours, theirs):
    fight = make_fight(slug, ours, theirs)
    exact, played = forecast(fight, exact=True), forecast(fight, exact=False, seed=4, within=0.04)
    assert exact.is_exact and not played.is_exact and played.is_sure
    pairs = [(exact.win_chances[side], share) for side, share in played.win_chances.items()]
    pairs += [(exact.defeat_chances[key], share) for key, share in played.defeat_chances.items()]
    for true, share in pairs:
        assert share.low <= true.chance <= share.high
    assert all(
        abs(float(exact.round_chances.get(number, 0) - share)) < 0.06 for number, share in played.round_chances.items()
    )


def test_focusing_the_weakest_improves_simulated_results():
    fight = make_duel([{"points": 3}] * 3, [{"points": 3}] * 3)
    made = {target: forecast(fight, target=target, seed=1, at_most=300) for target in ("weakest", "spread")}
    downs = {
        target: [float(made[target].defeat_chances[f"b{number}"].chance) for number in (1, 2, 3)] for target in made
    }
    assert all(share.chance < 1 for share in made["weakest"].defeat_chances.values())
    assert max(downs["spread"]) - min(downs["spread"]) < max(downs["weakest"]) - min(downs["weakest"])


def test_forecast_is_reproducible_from_its_seed():
    fight = make_duel([{"points": 2}, {"points": 2}], [{"points": 4}])
    made = [forecast(fight, seed=seed, at_most=100).to_dict() for seed in (7, 7, 8)]
    assert made[0] == made[1] and made[0] != made[2]
    assert forecast(fight, at_most=1).seed != forecast(fight, at_most=1).seed


def test_simulation_stops_when_precise_or_at_its_maximum():
    fight = make_duel([{"points": 3}, {"points": 3}], [{"points": 3}, {"points": 3}])
    sure = forecast(fight, seed=1, within=0.06)
    assert sure.is_sure and sure.fights < 5000 and sure.fights % BATCH == 0
    assert all(share.margin <= 0.06 for share in sure.win_chances.values())
    unsure = forecast(fight, seed=1, at_most=120)
    assert unsure.fights == 120 and not unsure.is_sure
    assert sum(round(share.chance * 120) for share in unsure.win_chances.values()) == 120


@pytest.mark.parametrize("chance", [0.01, 0.03, 0.1, 0.25, 0.5, 0.8])
def test_confidence_intervals_hold_despite_repeated_looks(chance):
    """The test follows all ways that the looks can go; a single 95 % interval would be right in 95 % of them."""
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


# Fights that are played by commands, as on a page


def play_with_commands(slug: str, one_round, fight, number: int) -> str:
    """Play a fight to its end by commands, and return the side that is left."""
    for round in range(40):
        for act in one_round(fight):
            if len({each.side for each in fight.active}) < 2:
                break
            made = act(fight)
            for event in execute(fight, made, number * 1000 + round * 10 + len(fight.log)) if made else ():
                fight = fight.apply(event)
    (side,) = {each.side for each in fight.active}
    return side


def roll_command(mechanic: str, by: str, at: str | None = None):
    return lambda fight: {"act": "roll", "mechanic": mechanic, "by": by, "at": at}


def xmas_commands(fight):
    """Return commands that let Ada attack; when her roll is Naughty, the enemy hits her."""
    return (
        roll_command("xmas.attack", "n1", "n2"),
        lambda fight: (
            roll_command("xmas.hurt", "n2", "n1")(fight)
            if [entry.roll for entry in fight.log if entry.roll][-1].outcome.get("band") == "naughty"
            else None
        ),
    )


def psiops_commands(fight):
    """Return commands for initiative, alternating attacks of Ada and the enemy, and Ada's roll at 0 HP."""

    def order(fight):
        return {"act": "order"} if fight.awaiting_initiative else None

    def attack_if_active(fight):
        attacks = roll_command("psiops.attack", "n1", "n2"), roll_command("psiops.defend", "n1", "n2")
        return attacks["n1" not in fight.current_group](fight)

    def dying_roll(fight):
        return roll_command("psiops.dying", "n1")(fight) if fight.combatant("n1").sheet.state == "down" else None

    def morale(fight):
        owed = next((each for each in fight.pending_rolls if each.mechanic.id == "psiops.morale"), None)
        return owed and {**roll_command("psiops.morale", owed.recipients[0])(fight), "params": owed.requirement.params}

    def next_turn(fight):
        return {"act": "turn"}

    return order, attack_if_active, dying_roll, morale, next_turn


def puml_commands(fight):
    """Return commands that let the side of the current phase act; dice left after that are lost."""
    return lambda fight: {"act": "all"}, lambda fight: {"act": "end", "of": "phase"} if fight.board.acted else None


@pytest.mark.parametrize(
    ("slug", "ours", "theirs", "one_round"),
    [
        ("puml", {"sheet": "puml.character", "name": "Ada"}, {"sheet": "puml.enemy", "name": "Guard"}, puml_commands),
        ("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Elite"}, xmas_commands),
        ("psiops", {"sheet": "psiops.operative"}, {"sheet": "psiops.enemy"}, psiops_commands),
    ],
)
def test_played_out_fights_match_the_forecast(slug, ours, theirs, one_round):
    fight = make_fight(slug, ours, theirs)
    told = forecast(fight, seed=2, within=0.04, exact=False if slug == "psiops" else None)
    number = 200
    won = [play_with_commands(slug, one_round, fight, each) for each in range(number)]
    for side, share in told.win_chances.items():
        spread = math.sqrt(float(share.chance * (1 - share.chance)) / number)
        assert abs(won.count(side) / number - float(share.chance)) < 3.3 * spread + share.margin


# Tactics


def test_side_flees_at_half_losses_and_fleeing_is_not_defeat():
    fight = make_duel([{"points": 1}, {"points": 9}], [{"points": 9}])
    made = forecast(fight, flees="half", target="first", seed=1, at_most=200)
    assert made.flee_chances["ours"].chance == made.defeat_chances["a1"].chance == made.win_chances["theirs"].chance > 0
    assert made.defeat_chances["a2"].chance == 0
    assert "flees" in made.to_dict()["sides"]["ours"]


@pytest.mark.parametrize(("target", "first"), [("weakest", "b2"), ("strongest", "b3"), ("first", "b1")])
def test_combatants_attack_the_configured_target(target, first):
    fight = make_duel([{"points": 20, "hits_from": 1}], [{"points": points, "hits_from": 7} for points in (2, 1, 3)])
    made = forecast(fight, target=target, seed=1, at_most=20)
    assert made.win_chances["ours"].chance == 1
    ended = forecast(
        fight.apply(order_event(a1=6, b1=1, b2=2, b3=3)).apply(strike_event("a1", first, 4)),
        target=target,
        seed=1,
        at_most=20,
    )
    assert ended.win_chances["ours"].chance == 1
    assert Tactics(target).rank_targets(fight, "ours", {})[0].key == first


@pytest.mark.parametrize("exact", [True, False])
def test_simultaneous_combatants_can_defeat_each_other(exact):
    sure = {"points": 1, "hits_from": 1}
    made = forecast(
        make_duel([sure], [sure], order=IndividualInitiative(draw, has_simultaneous_ties=True)),
        exact=exact,
        seed=1,
        at_most=1500,
    )
    tied, first = Fraction(1, 6), Fraction(5, 12)
    for share, chance in ((made.nobody_chance, tied), (made.win_chances["ours"], first)):
        assert share.chance == chance if exact else share.low <= chance <= share.high


def test_held_combatants_skip_and_extra_actions_are_taken():
    sure = {"points": 3, "hits_from": 1}
    held = forecast(make_duel([{**sure, "dazed": True}], [sure]))
    assert held.win_chances["ours"].chance == 0
    twice = forecast(make_duel([{**sure, "strikes": 3}], [sure], order_event(a1=6, b1=1)))
    assert twice.win_chances["ours"].chance == 1 and twice.round_chances == {1: 1}


def test_pending_rolls_are_simulated_first():
    down = {"sheet": "psiops.operative", "fields": {"hp": 0, "strength": 3}}
    made = forecast(
        make_fight("psiops", down, {"sheet": "psiops.enemy", "fields": {"hp": 1, "max_hp": 6}}),
        seed=1,
        at_most=300,
        exact=False,
    )
    assert 0 < made.win_chances["operatives"].chance < 1, "some get up again"
    assert made.defeat_chances["n1"].chance == 1


def test_simulation_does_not_use_empty_weapons():
    gun, knife = (
        {"name": "Gun", "kind": "handgun", "damage": 4, "ammo": 0, "full": 6},
        {"name": "Knife", "kind": "melee", "damage": 0, "ammo": 0, "full": 0},
    )
    chances = [
        forecast(
            make_fight(
                "psiops", {"sheet": "psiops.operative", "fields": {"weapons": weapons}}, {"sheet": "psiops.enemy"}
            ),
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


# Outcomes


def test_decided_fight_is_certain():
    made = forecast(make_duel([{"points": 1}], [{"points": 0}]))
    assert made.is_exact and made.win_chances["ours"].chance == 1 and made.win_chances["theirs"].chance == 0
    assert made.defeat_chances["b1"].chance == 1 and made.defeat_chances["a1"].chance == 0


@pytest.mark.parametrize("exact", [None, False])
def test_harmless_fight_is_reported_as_undecided(exact):
    made = forecast(make_duel([{"hits_from": 7}], [{"hits_from": 7}]), exact=exact, seed=1, at_most=20)
    assert made.undecided_chance.chance == 1 and made.round_chances == {}
    assert str(MOST_ROUNDS) in made.undecided_description and made.length_description.startswith("Nobody wins")
    idle = forecast(
        make_duel([{}], [{}], order=Order()), exact=exact, seed=1, at_most=20
    )  # only combatants of the leading side act here
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
def test_invalid_forecast_options_are_rejected(asked):
    with pytest.raises(RulesError) as refusal:
        forecast(make_duel([{}], [{}]), **asked)
    assert str(refusal.value).startswith(next(iter(asked))) and "takes" in str(refusal.value)


@pytest.mark.parametrize("fight", [make_duel([], []), make_duel([{}, {}], [])])
def test_forecast_requires_two_sides(fight):
    with pytest.raises(RulesError, match="at least two sides"):
        forecast(fight)


def test_forced_exact_forecast_rejects_too_many_states():
    with pytest.raises(RulesError, match="too many states"):
        forecast(make_fight("sideworld", {"sheet": "sideworld.character"}, {"sheet": "sideworld.npc"}), exact=True)


# The contract


def make_fight(slug: str, *people: dict):
    """Create a fight of a shipped game with these combatants."""
    fight = create_fight(slug)
    for each in people:
        given = dict(each)
        if "fields" in given:
            given["data"] = {"sheet": given["sheet"], "fields": given.pop("fields")}
        for event in execute(fight, {"act": "join", **given}):
            fight = fight.apply(event)
    return fight


def fight_data(fight) -> dict:
    return {"fight": fight.slug, "events": [to_json(entry.event) for entry in fight.log]}


def test_forecast_command_matches_python(run, tmp_path):
    data = fight_data(
        make_fight(
            "xmas", {"sheet": "xmas.operator", "name": "Ada"}, {"sheet": "xmas.enemy", "ready": "Grunt", "count": 2}
        )
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


def test_exact_forecast_is_labelled_exact(run, tmp_path):
    data = fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"}))
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "Worked out exactly" in run("forecast", str(file))[1]
    made = json.loads(run("forecast", str(file), "--json")[1])
    assert made["exact"] and made["fights"] == 0 and made["seed"] is None
    assert sum(side["chance"] for side in made["sides"].values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    "words", [("target=elves",), ("speed=3",), ("at_most=many",), ("within=2",), ("exact=perhaps",), ("--seed", "-1")]
)
def test_forecast_command_rejects_invalid_options_in_one_line(run, tmp_path, words):
    file = tmp_path / "fight.json"
    file.write_text(
        json.dumps(fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy"}))), "utf-8"
    )
    status, out, err = run("forecast", str(file), *words)
    assert (status, out) == (2, "") and err.count("\n") == 1 and "tak" in err


# On the page


def ask_as_page(data: dict, fights: int, seed: int = 3, **ways: str | float) -> dict:
    return json.loads(
        bridge.forecast(f"{data['fight']}.forecast", json.dumps(data["events"]), json.dumps(ways), seed, fights)
    )


def test_incremental_forecast_of_a_page_matches_python():
    fight = make_fight(
        "xmas", {"sheet": "xmas.operator", "name": "Ada"}, {"sheet": "xmas.enemy", "ready": "Grunt", "count": 2}
    )
    looks = [ask_as_page(fight_data(fight), wanted, target="first", within=0.08) for wanted in (60, 120, 4000)]
    assert [look["fights"] for look in looks[:2]] == [60, 120] and not looks[1]["done"]
    assert looks[-1]["done"]
    told = forecast(fight, seed=3, target="first", within=0.08)
    assert looks[-1]["fights"] == told.fights
    for side, share in told.win_chances.items():
        assert f"{fight.rules.sides[side]}</dt><dd>{float(share.chance):.0%}" in looks[-1]["html"]
    assert "seed 3" in looks[-1]["html"] and "Ada" in looks[-1]["html"] and "The squad: " in looks[-1]["said"]


def test_interrupted_forecast_resumes_over_time_slices():
    fight = fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Elite"}))
    about = ("forecast", "xmas.forecast", json.dumps(fight["events"]), "{}", 4, 100)
    turns = 0
    while (answer := bridge.ask(0.0, *about)) is None:
        turns += 1
    assert turns > 10
    assert json.loads(answer)["done"] and "Worked out exactly" in json.loads(answer)["html"]
    assert bridge.ask(math.inf, *about) == answer


def test_forecast_answer_escapes_names_and_reports_errors():
    fight = fight_data(
        make_fight("xmas", {"sheet": "xmas.operator", "name": "<b>"}, {"sheet": "xmas.enemy", "ready": "Grunt"})
    )
    assert "&lt;b&gt;" in ask_as_page(fight, 10)["html"]
    assert "takes" in ask_as_page(fight, 10, target="x")["error"]
    assert "two sides" in ask_as_page({"fight": "xmas", "events": []}, 10)["error"]


def test_fight_html_offers_a_forecast_while_two_sides_are_active():
    fight = make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"})
    assert "fb-forecast-place" in render_fight(fight, {})
    beaten = fight.apply({"event": "change", "change": "xmas.fill-threshold", "who": "n2", "params": {"damage": 9}})
    assert "fb-forecast-place" not in render_fight(beaten, {})
