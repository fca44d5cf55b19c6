"""Forecasts of the games' fights: simulated, exact, against played fights, on a page and on the command line."""

import json
import math
import re
from html import escape
from random import Random

import pytest

import rules_py
from rules_py import bridge
from rules_py.cli import main
from rules_py.errors import RulesError
from rules_py.play.changes import Change
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import find_pending_rolls
from rules_py.play.forecast import Tactics, forecast
from rules_py.play.forecast.assumptions import find_assumptions
from rules_py.play.forecast.consequences import PlayPerformer
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import SimulationState
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import render_fight
from rules_py.rendering.forecasts import render_forecast
from rules_py.systems.sideworld.sheets.list_items import Weapon
from rules_py.text.serialization import to_json
from tests.systems.random_fights import build_random_fight


@pytest.mark.examples(3)
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


def play_with_commands(slug: str, one_round, fight, number: int) -> str:
    """Play a fight to its end by commands, and return the side that is left."""
    for round in range(40):
        for act in one_round(fight):
            if len({each.side for each in fight.active}) < 2:
                break
            made = act(fight)
            for event in execute(fight, made, number * 1000 + round * 10 + len(fight.log)).events if made else ():
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
        owed = next((each for each in find_pending_rolls(fight) if each.mechanic.id == "psiops.morale"), None)
        return owed and {**roll_command("psiops.morale", owed.recipients[0])(fight), "params": owed.requirement.params}

    def next_turn(fight):
        return {"act": "turn"}

    return order, attack_if_active, next_turn, dying_roll, morale


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


def test_fight_goes_on_until_deferred_rolls_are_made():
    ann = {"sheet": "psiops.operative", "fields": {"hp": 1, "strength": 3}}
    simulator = FightSimulator(make_fight("psiops", ann, {"sheet": "psiops.enemy"}), Tactics())
    for seed in range(20):
        state = play_fight(simulator, seed)
        assert not state.fight.combatants["n1"].sheet.at_zero
    assert "psiops.dying" in simulator.recorder.performed


class RecordingRoller(RandomRoller):
    """A roller that records the ids of its rolls."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.ids: list[str] = []

    def roll(self, mechanic, values, is_shared=False):
        self.ids.append(mechanic.id)
        return super().roll(mechanic, values)


def test_enemy_who_falls_as_it_acts_finishes_its_turn():
    risky = {"hp": 20, "max_hp": 20, "cover": 1, "pinned": 20, "never_checks": True}
    enemy = {"sheet": "psiops.enemy", "fields": risky}
    ann = {"sheet": "psiops.operative", "fields": {"hp": 20, "max_hp": 20}}
    simulator = FightSimulator(make_fight("psiops", ann, enemy), Tactics())
    for seed in range(5):
        state, roller = simulator.start, RecordingRoller(seed)
        while not state.is_over:
            state = simulator.step(state, roller)
        assert roller.ids.count("psiops.defend") == 2


def test_check_of_a_pinned_group_is_nobodys_own_check():
    rifle = {"name": "Rifle", "kind": "assault", "damage": 2, "ammo": 6, "full": 6}
    ann = {"sheet": "psiops.operative", "fields": {"hp": 20, "max_hp": 20, "weapons": [rifle]}}
    strong, weak = (
        {"sheet": "psiops.enemy", "fields": {"hp": hp, "max_hp": hp, "morale": 4, "cover": 1, "pinned": 1}}
        for hp in (12, 4)
    )
    simulator = FightSimulator(make_fight("psiops", ann, strong, weak, weak), Tactics())
    for seed in range(20):
        state, roller = simulator.start, RandomRoller(seed)
        while not state.is_over:
            was_settled, state = state.is_settled, simulator.step(state, roller)
            if not was_settled:  # the group has made its check, and nobody has acted since
                assert not any(getattr(each.sheet, "braves_fire", False) for each in state.fight.active)


def test_swarm_attacks_all_its_targets_no_matter_which_of_them_fall():
    prey = {"sheet": "psiops.operative", "count": 3, "fields": {"hp": 1, "max_hp": 1}}
    swarm = {"sheet": "psiops.swarm", "fields": {"size": 20, "never_checks": True}}
    simulator = FightSimulator(make_fight("psiops", prey, swarm), Tactics())
    for seed in range(5):
        state, roller, counts = simulator.start, RandomRoller(seed), []
        while not state.is_over and state.fight.round == 1:
            state = simulator.step(state, roller)
            counts.append(state.fight.count_uses("n2", "action"))
        assert max(counts) == 3


def test_ghost_wins_with_its_last_spirit():
    ghost = {"sheet": "xmas.operator", "fields": {"ghost": True, "spirit": 1}}
    made = forecast(make_fight("xmas", ghost, {"sheet": "xmas.enemy", "ready": "Cannon Fodder"}))
    assert made.win_chances["squad"].chance > made.win_chances["enemies"].chance > 0
    assert made.nobody_chance.chance == 0


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


def test_forced_exact_forecast_rejects_too_many_states():
    with pytest.raises(RulesError, match="too many states"):
        forecast(make_fight("sideworld", {"sheet": "sideworld.character"}, {"sheet": "sideworld.npc"}), exact=True)


def make_fight(slug: str, *people: dict):
    """Create a fight of a shipped game with these combatants."""
    fight = create_fight(slug)
    for each in people:
        given = dict(each)
        if "fields" in given:
            given["data"] = {"sheet": given["sheet"], "fields": given.pop("fields")}
        fight = execute(fight, {"act": "join", **given}).fight
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
    assert "The squad: " in out and "Ada is out of the fight: " in out and "200 fights played, seed 3" in out
    assert made.assumptions and all(said in out for said in (*made.assumptions, *made.tactics_descriptions))


def test_exact_forecast_is_labelled_exact(run, tmp_path):
    data = fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"}))
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "Computed exactly" in run("forecast", str(file))[1]
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
    assert json.loads(answer)["done"] and "Computed exactly" in json.loads(answer)["html"]
    assert bridge.ask(math.inf, *about) == answer


def test_forecast_answer_escapes_names_and_reports_errors():
    fight = fight_data(
        make_fight("xmas", {"sheet": "xmas.operator", "name": "<b>"}, {"sheet": "xmas.enemy", "ready": "Grunt"})
    )
    assert "&lt;b&gt;" in ask_as_page(fight, 10)["html"]
    assert "no target called" in ask_as_page(fight, 10, target="x")["error"]
    assert "two sides" in ask_as_page({"fight": "xmas", "events": []}, 10)["error"]


def test_fight_html_offers_a_forecast_while_two_sides_are_active():
    fight = make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "ready": "Grunt"})
    assert "fb-forecast-place" in render_fight(fight, {})
    beaten = fight.apply({"event": "change", "change": "xmas.fill-threshold", "who": "n2", "params": {"damage": 9}})
    assert "fb-forecast-place" not in render_fight(beaten, {})


# Changed assumptions


def rate(fight, side: str, **options) -> float:
    """Return the chance of a side to win in 20 simulated fights with the same dice."""
    return float(forecast(fight, seed=2, at_most=20, exact=False, **options).win_chances[side].chance)


@pytest.mark.parametrize(
    ("slug", "ours", "theirs", "side", "worse", "better"),
    [
        ("xmas", "xmas.operator", "xmas.enemy", "squad", {"stat": "social", "negative_tag": True}, {"tags": 6}),
        ("puml", "puml.character", "puml.enemy", "players", {"modifier": -4}, {"modifier": "4"}),
        ("psiops", "psiops.operative", "psiops.enemy", "operatives", {"range_band": "remote"}, {"modifier": 4}),
        ("combat", "combat.character", "combat.enemy", "team", {"def_bonus": 12}, {"surprised": "true"}),
        ("sideworld", "sideworld.character", "sideworld.npc", "unit", {"actions": 1}, {"modifier": 20}),
    ],
)
def test_changed_assumptions_change_the_chances(slug, ours, theirs, side, worse, better):
    fight = make_fight(slug, {"sheet": ours}, {"sheet": theirs})
    chances = [rate(fight, side, choices={side: changed}) for changed in (worse, better)]
    assert chances[0] < chances[1]


def play_steps(fight, seed: int, **tactics) -> list[str]:
    """Return the ids of the rolls and changes of a simulated fight."""
    simulator = FightSimulator(fight, Tactics(**tactics))
    play_fight(simulator, seed)
    return sorted(simulator.recorder.performed)


def play_fight(simulator: FightSimulator, seed: int) -> SimulationState:
    """Simulate a fight and return its last state."""
    state, roller = simulator.start, RandomRoller(seed)
    while not state.is_over:
        state = simulator.step(state, roller)
    return state


def test_combatants_reload_and_aim_as_the_reader_says():
    gun = Weapon("Gun", damage="1d6", rounds=3, clip=3, loaded=3, strikes="bullets")
    shooter = {"sheet": "sideworld.character", "fields": {"weapons": [to_json(gun)]}}
    fight = make_fight("sideworld", shooter, {"sheet": "sideworld.npc"})
    known = find_assumptions(fight, "n1")
    assert known["reload"].values == known["aim"].values == {"false": "no", "true": "yes"}
    usual = play_steps(fight, 1)
    assert "sideworld.reload" in usual and "sideworld.aim" not in usual
    changed = play_steps(fight, 1, choices={"n1": {"reload": False, "aim": True}})
    assert "sideworld.reload" not in changed and "sideworld.aim" in changed


HEROES = {"xmas": "xmas.operator"}


@pytest.mark.parametrize(
    ("slug", "side", "habits"),
    [
        (
            "sideworld",
            "sideworld.npc",
            [
                "Those who can't attack as before use “Reload”, “Load a round” or “Fill a clip”, if that helps.",
                "Nobody uses “Aim” unless you choose it.",
            ],
        ),
        ("puml", "puml.enemy", []),
        (
            "xmas",
            "xmas.enemy",
            [
                "After an action that failed, the enemy who was attacked hits back.",
                "“Attack on several targets” is shared out among all enemies who are up.",
            ],
        ),
    ],
)
def test_forecast_describes_the_habits_of_its_own_game(slug, side, habits):
    made = forecast(
        make_fight(slug, {"sheet": HEROES.get(slug, f"{slug}.character")}, {"sheet": side}), seed=1, at_most=1
    )
    assert list(made.tactics_descriptions[len(made.tactics.descriptions) :]) == habits
    assert not re.search(r"weapon|reload|aims|parr", " ".join(made.tactics.descriptions))


@pytest.mark.parametrize(("answers", "downs"), [("target", 1), ("strongest", 1), ("none", 0)])
def test_reader_says_which_enemy_hits_back(answers, downs):
    fight = make_fight("xmas", {"sheet": "xmas.operator", "fields": {"wounds": 1}}, {"sheet": "xmas.enemy", "count": 2})
    made = forecast(fight, seed=1, at_most=20, answers=answers, choices={"squad": {"negative_tag": True}})
    assert (made.defeat_chances["n1"].chance > 0) == bool(downs)
    assert (answers == "target") == ("hits back" not in " ".join(made.tactics.descriptions))


def test_page_offers_the_assumptions_and_keeps_what_was_chosen():
    fight = fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy", "count": 2}))
    html = ask_as_page(fight, 5, **{"choices squad tags": "2", "choices gone weapons": "7", "choices squad stat": ""})[
        "html"
    ]
    assert "Change the assumptions" in html and 'name="choices squad tags" value="2"' in html
    assert "changed: Helpful tags: 2." in html and 'name="answers"' in html
    assert "round" not in ask_as_page(fight, 5)["html"]


def test_reader_changes_a_value_of_a_roll_that_combatants_may_have_to_make():
    fight = make_fight("psiops", {"sheet": "psiops.operative", "fields": {"hp": 1}}, {"sheet": "psiops.enemy"})
    usual = ask_as_page(fight_data(fight), 5)["html"]
    assert 'name="choices operatives lethal"' in usual and "yes (as usual)" in usual
    assert "Lethal attack: yes." in usual
    html = ask_as_page(fight_data(fight), 5, **{"choices operatives lethal": "false"})["html"]
    assert "changed: Lethal attack: no." in html and "Lethal attack: yes." not in html
    simulator = FightSimulator(fight, Tactics(choices={"n1": {"lethal": False}}))
    ends = [play_fight(simulator, seed).fight.combatants["n1"].sheet.state for seed in range(30)]
    assert "incapacitated" in ends and "dead" not in ends


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("choices n1 weapons", "7", "Operator has no “7” under Weapons. Choose Rifle."),
        ("choices n1 weapons", "-1", "Operator has no “-1” under Weapons. Choose Rifle."),
        ("choices n1 stat", "luck", "Operator has no “luck” under Stat. Choose TOUGH, QUICK, SMART or SOCIAL."),
        ("choices n1 tags", "99", "Helpful tags takes a whole number from 0 to 8; you entered 99."),
        ("choices ", "1", "There is no field “choices ” here."),
        ("choices n1", "1", "There is no field “choices n1” here."),
        ("speed", "1", "There is no field “speed” here."),
    ],
)
def test_page_refuses_unknown_fields_and_values_with_a_sentence(field, value, sentence):
    fight = fight_data(make_fight("xmas", {"sheet": "xmas.operator"}, {"sheet": "xmas.enemy"}))
    answer = ask_as_page(fight, 5, **{field: value})
    assert answer["error"] == sentence
    assert answer.get("field") == (field if field.count(" ") == 2 else None)


# What the report states


SHOOTER = {"sheet": "sideworld.character", "fields": {"weapons": [to_json(Weapon("Gun", damage="1d6"))]}}
OPERATIVE = {"sheet": "psiops.operative", "name": "Ada"}


@pytest.mark.parametrize(
    ("slug", "ours", "theirs", "lines"),
    [
        ("sideworld", {**SHOOTER, "name": "Ada"}, "sideworld.npc", {"Ada: Attack with Gun. Distance: 10 m."}),
        (
            "psiops",
            OPERATIVE,
            "psiops.enemy",
            {
                "Ada: Attack with STRENGTH and Handgun. Range: Nearby.",
                "Ada: Defend with REFLEXES.",
                "Ada: Roll to stay alive. Lethal attack: yes.",
            },
        ),
    ],
)
def test_forecast_states_the_values_that_no_sheet_has(slug, ours, theirs, lines):
    made = forecast(make_fight(slug, ours, {"sheet": theirs}), seed=1, at_most=5, exact=False)
    assert lines <= set(made.assumptions)


def test_changed_value_is_stated_once():
    fight = make_fight("sideworld", {**SHOOTER, "name": "Ada"}, {"sheet": "sideworld.npc"})
    made = forecast(fight, seed=1, at_most=5, exact=False, choices={"n1": {"distance": 30}})
    assert [line for line in made.assumptions if "Distance" in line] == ["Ada, changed: Distance (m): 30."]


def test_rolls_that_the_forecast_makes_are_not_left_out():
    made = forecast(make_fight("psiops", OPERATIVE, {"sheet": "psiops.enemy"}), seed=1, at_most=1, exact=False)
    assert {"Initiative", "Roll to stay alive", "Maximum stress", "Morale check"}.isdisjoint(made.left_out)
    assert "Retreat" in made.left_out


def test_reload_is_left_out_only_if_the_reader_says_so():
    fight = make_fight("sideworld", SHOOTER, {"sheet": "sideworld.npc"})
    usual, changed = (
        forecast(fight, seed=1, at_most=1, exact=False, choices=choices).left_out
        for choices in ({}, {"unit": {"reload": False}, "others": {"reload": False}})
    )
    assert "Reload" not in usual and "Reload" in changed


def test_page_names_the_actions_that_are_left_out_beside_the_result():
    html = ask_as_page(fight_data(make_fight("psiops", OPERATIVE, {"sheet": "psiops.enemy"})), 5)["html"]
    shown, _, folded = html.partition("<summary>How the combatants act</summary>")
    assert "Ada: Attack with STRENGTH and Handgun." in shown
    summary, items = re.search(r"<summary>(Left out: [^<]*)</summary><ul>(.*?)</ul>", shown).groups()
    assert re.fullmatch(r"Left out: Action roll, Use a talent, Retreat and \d+ more", summary)
    assert "<li>Push yourself</li>" in items and "Left out" not in folded


RECORDED = 4
"""The number of fights of which a forecast's actions are recorded."""


@pytest.mark.examples(6)
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("slug", ["xmas", "sideworld", "psiops", "puml", "combat"])
def test_every_action_is_taken_in_a_forecast_or_named_as_left_out(slug, seed, monkeypatch, capsys, tmp_path):
    """The sheets of the combatants say which actions they have, and the played fights which ones are taken."""
    fight, taken = build_random_fight(create_fight(slug), Random(f"left out {slug} {seed}")), set()
    roll, change = PlayPerformer._perform_roll, PlayPerformer._perform_change

    def record_roll(performer, before, mechanic, play, roller):
        after = roll(performer, before, mechanic, play, roller)
        if after is not None:
            taken.add(mechanic.id)
        return after

    def record_change(performer, before, play):
        after = change(performer, before, play)
        if after is not None:
            taken.add(play.attempt.action.id)
        return after

    monkeypatch.setattr(PlayPerformer, "_perform_roll", record_roll)
    monkeypatch.setattr(PlayPerformer, "_perform_change", record_change)
    made = forecast(fight, seed=seed, at_most=RECORDED, exact=False)
    sheets = [each.sheet for each in fight.participants.values()]
    rules, fallbacks = fight.rules, fight.context.forecast_hints.fallbacks
    due = {*rules.required_rolls, *(each.mechanic for each in rules.group_rolls), rules.order.mechanic}
    html = render_forecast(made)
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(fight_data(fight)), encoding="utf-8")
    assert main(["forecast", str(path), "exact=false", f"at_most={RECORDED}", f"--seed={seed}"]) == 0
    printed = capsys.readouterr().out
    for action in rules.declared_actions:
        has_it = any(
            isinstance(sheet, action.rule.sheet_types)
            if isinstance(action.rule, Change)
            else any(binding.mechanic is action.rule for binding in sheet.rolls)
            for sheet in sheets
            if action.suits(sheet)
        )
        title = action.rule.title
        if has_it and action.id not in taken and action.rule not in due and action.rule not in fallbacks:
            assert title in made.left_out, title
            assert escape(title) in html and title in printed, title
        for each in action.amendments if has_it else ():
            assert each.rule is not None or each.label in made.left_out
    assert {action.rule.title for action in rules.declared_actions if action.id in taken}.isdisjoint(made.left_out)


def test_armed_vehicle_that_never_fires_is_named():
    turret = [to_json(Weapon("Turret", damage="4d6"))]
    fight = make_fight(
        "sideworld",
        {**SHOOTER, "name": "Ada"},
        {"sheet": "sideworld.vehicle", "fields": {"weapons": turret}},
        {"sheet": "sideworld.npc"},
    )
    made = forecast(fight, seed=1, at_most=5, exact=False)
    assert "Firing a fixed turret" in made.left_out_description


def test_field_of_an_assumption_shows_the_usual_value():
    fight = make_fight(
        "psiops", OPERATIVE, {"sheet": "psiops.operative", "fields": {"tactics": 2}}, {"sheet": "psiops.enemy"}
    )
    html = ask_as_page(fight_data(fight), 5)["html"]
    assert '<option value="" selected>Nearby (as on the sheet)</option>' in html
    assert '<option value="" selected>STRENGTH, REFLEXES or TACTICS (as usual)</option>' in html
    assert '<option value="" selected>2 (as usual)</option>' in html
    assert 'placeholder="0 (as usual)"' in html and "as it is" not in html
