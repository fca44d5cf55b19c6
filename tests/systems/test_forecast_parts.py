"""Parts beside the forecasts of the games: what they play of the sheets, their variations, and their fights."""

import json
import math
from collections import Counter
from itertools import pairwise

import pytest

from rules_py import bridge
from rules_py.cli import main
from rules_py.play.fight.commands import execute
from rules_py.play.forecast import ForecastOptions, forecast
from rules_py.play.forecast.coverage import compute_coverage
from rules_py.play.forecast.sample import play_sample
from rules_py.play.forecast.variations import VariationRun
from rules_py.registry.play import create_fight, read_fight
from rules_py.scheduling import run_to_completion

ADA: dict[str, dict] = {
    "xmas": {
        "weapons": [{"name": "Rifle"}, {"name": "Bazooka", "damage": "3d6"}],
        "certifications": ["Diver"],
        "items": [{"name": "Rope"}],
    },
    "sideworld": {
        "weapons": [{"name": "Pistol", "bonus": 4}, {"name": "Shotgun"}],
        "parries": [{"name": "Shield"}],
        "effects": [{"name": "Bless", "turns": 3}],
        "drained": [{"attribute": "attack", "points": 5}],
        "gear": [{"name": "First aid kit"}],
    },
    "psiops": {
        "prone": True,
        "talents": [{"talent": "33"}, {"talent": "11"}],
        "languages": ["Latin"],
        "weapons": [{"name": "Handgun"}, {"name": "Knife", "kind": "melee", "damage": 0, "ammo": 0, "full": 0}],
        "items": [{"name": "Rope", "place": "backpack"}],
    },
    "puml": {"attributes": [{"name": "Fast", "value": 2}, {"name": "Slow", "value": -1}], "hampered": True},
    "combat": {
        "skills": [{"name": "Blades", "level": 5}, {"name": "Cooking", "level": 2}],
        "traits": [{"name": "Quick", "raises": "reflexes", "by": 2}, {"name": "Rich"}],
        "weapons": [{"name": "Fist"}, {"name": "Sword", "damage": "4d6", "harm": "deadly"}],
    },
}
"""The fields of a character of each game."""

GUARD: dict[str, tuple[str, dict]] = {
    "xmas": ("xmas.enemy", {"kind": "elite", "pain_threshold": 9}),
    "sideworld": ("sideworld.npc", {}),
    "psiops": ("psiops.enemy", {"cover": 2, "hp": 9, "max_hp": 9}),
    "puml": ("puml.enemy", {"half_hit": True}),
    "combat": ("combat.enemy", {"harm": "deadly", "stunned_turns": 1}),
}
"""The sheet and the fields of an enemy of each game."""

PLAYED = {
    "xmas": {"Rifle", "Kind: Elite"},
    "sideworld": {"Pistol", "Attack"},
    "psiops": {"Prone", "Handgun", "Cover: Medium"},
    "puml": {"Fast", "Disadvantage on the next action"},
    "combat": {"Blades", "Quick", "Fist", "Damage dice: 3d6", "Kind of damage: Deadly", "Stunned"},
}
"""The entries that count in these fights, read from the games' texts by hand.

Each combatant attacks with the first weapon, the best attribute and its skill. A drained attribute, cover, lying prone,
a stun and what an advantage adds count in those rolls. In PUML, "Half a hit more" waits for another half.
"""

NOT_PLAYED = {
    "xmas": {"Bazooka": "Rifle goes first."},
    "sideworld": {"Shotgun": "Pistol goes first."},
    "psiops": {
        "Kinetic blast": "Nobody uses “Use a talent” or “Attack with a talent” in the first 20 fights.",
        "Attribute boost": "Nobody uses “Use a talent” in the first 20 fights.",
        "Knife": "Handgun goes first.",
        "Rope": "Nobody uses “Take an item out of the backpack” in the first 20 fights.",
    },
    "puml": {"Slow": "Fast goes first."},
    "combat": {"Cooking": "Blades goes first.", "Sword": "Fist goes first."},
}
"""The entries that could count, if the forecast didn't play otherwise."""

NO_EFFECT = {
    "xmas": {"Diver", "Rope"},
    "sideworld": {"Shield", "Bless", "First aid kit"},
    "psiops": {"Latin"},
    "puml": {"Half a hit more"},
    "combat": {"Rich"},
}
"""The entries without effect in these fights: the table decides about gear, and a shield counts only if it parries."""

SLUGS = tuple(ADA)
HERO = {"xmas": "operator", "sideworld": "character", "psiops": "operative", "puml": "character", "combat": "character"}


def make_fight(slug: str, guards: int = 1):
    """Return a fight of Ada against some guards."""
    hero = {"sheet": f"{slug}.{HERO[slug]}", "fields": {"name": "Ada", **ADA[slug]}}
    sheet, fields = GUARD[slug]
    fight = execute(create_fight(slug), {"act": "join", "sheet": hero["sheet"], "data": hero}).fight
    data = {"sheet": sheet, "fields": {"name": "Guard", **fields}}
    return execute(fight, {"act": "join", "sheet": sheet, "data": data, "count": guards}).fight


def dump_events(fight) -> str:
    return json.dumps([entry.event for entry in fight.log])


# What a forecast plays


@pytest.mark.parametrize("slug", SLUGS)
def test_each_entry_of_the_sheets_is_told_as_the_text_has_it(slug):
    found = run_to_completion(compute_coverage(make_fight(slug), ForecastOptions(seed=5)))
    assert {each.name for each in found.list_entries("played")} == PLAYED[slug]
    assert {each.name: each.reason for each in found.list_entries("not played")} == NOT_PLAYED[slug]
    assert {each.name for each in found.list_entries("no effect")} == NO_EFFECT[slug]
    assert all(each.reason for each in found.list_entries("no effect"))
    total = len(PLAYED[slug]) + len(NOT_PLAYED[slug]) + len(NO_EFFECT[slug])
    assert found.description.startswith(f"Plays {len(PLAYED[slug])} of {total} entries on the sheets: ")


def test_weapon_that_the_reader_chooses_is_the_one_that_is_played():
    options = ForecastOptions(seed=5, choices={"n1": {"weapons": 1}})
    found = run_to_completion(compute_coverage(make_fight("combat"), options))
    states = {each.name: (each.state, each.reason) for each in found.entries}
    assert states["Sword"] == ("played", "") and states["Fist"] == ("not played", "Sword goes first.")


def test_entries_of_those_who_are_alike_are_named_once():
    found = run_to_completion(compute_coverage(make_fight("psiops", guards=5), ForecastOptions(seed=5)))
    cover = next(each for each in found.entries if each.name == "Cover: Medium")
    assert len(cover.people) == 5 and cover.title == "Cover: Medium (Guard 1, Guard 2 and 3 more)"


# Variations


@pytest.mark.parametrize("slug", SLUGS)
def test_each_row_equals_a_forecast_with_the_same_seed(slug):
    fight = make_fight(slug, guards=2)
    run = VariationRun(fight, ForecastOptions(seed=9, at_most=5))
    while not run.is_done:
        run.advance()
    for (title, options), found in zip(run.variations, run.results, strict=True):
        about = {name: getattr(options, name) for name in ("target", "focus", "without", "choices")}
        made = forecast(fight, seed=9, at_most=5, exact=False, **about)
        assert found.win_chances == made.win_chances, title


def test_cover_as_a_variation_is_cover_on_the_sheet():
    fight = make_fight("psiops", guards=2)
    covered = fight.with_sheet("n1", fight.combatants["n1"].sheet.replace(cover=3))
    about = {"seed": 2, "at_most": 20, "exact": False}
    chosen = forecast(fight, choices={"operatives": {"cover": "3"}}, **about)
    assert chosen.win_chances == forecast(covered, **about).win_chances
    assert chosen.win_chances != forecast(fight, **about).win_chances
    assert "Ada, changed: Cover: High." in chosen.assumptions
    run = VariationRun(fight, ForecastOptions(seed=2))
    assert any(title == "Operatives, Cover: High" for title, _ in run.variations)


# One fight


@pytest.mark.parametrize("flees", ["never", "half"])
@pytest.mark.parametrize("slug", SLUGS)
def test_played_fights_are_those_of_the_forecast_and_replay_to_the_same_end(slug, flees):
    fight, options = make_fight(slug, guards=2), ForecastOptions(seed=3, flees=flees)
    winners: Counter[str | None] = Counter()
    for number in range(1, 7):
        sample = run_to_completion(play_sample(fight, options, number))
        winners[sample.result.winner] += 1
        events = json.loads(json.dumps([entry.event for entry in sample.fight.log]))
        replayed = read_fight({"fight": slug, "events": events})
        ends = [{key: each.sheet for key, each in one.combatants.items()} for one in (replayed, sample.fight)]
        assert ends[0] == ends[1] and replayed.board == sample.fight.board
        assert events[: sample.start] == json.loads(dump_events(fight))
        if sample.result.winner:
            assert replayed.active_sides == (sample.result.winner,)
    made = forecast(fight, seed=3, flees=flees, at_most=6, exact=False)
    assert {side: made.win_chances[side].chance * 6 for side in made.win_chances} == {
        side: winners[side] for side in made.win_chances
    }


# On a page and on the command line


def ask(question: str, fight, *more: int, seed: int = 4, **ways: str) -> dict:
    id = f"{fight.slug}.forecast"
    return json.loads(bridge.ANSWERS[question](id, dump_events(fight), json.dumps(ways), seed, *more))


def test_page_gets_the_rows_one_after_the_other():
    fight = make_fight("xmas", guards=3)
    looks = [ask("forecast_variations", fight, rows, at_most=20) for rows in (1, 2, 99)]
    assert [each["rows"] for each in looks[:2]] == [1, 2] and [each["done"] for each in looks] == [False, False, True]
    assert "rows so far" in looks[0]["html"] and "rows so far" not in looks[2]["html"]
    run = VariationRun(fight, ForecastOptions(seed=4, at_most=20))
    assert looks[2]["html"].count("<tr>") == 1 + len(run.variations) == 1 + looks[2]["rows"]
    assert "20 fights in each row" in looks[2]["html"] and "seed 4" in looks[2]["html"]


@pytest.mark.parametrize(
    ("question", "more"), [("forecast_coverage", ()), ("forecast_variations", (99,)), ("forecast_sample", (2,))]
)
def test_parts_continue_after_a_time_slice(question, more):
    fight = make_fight("psiops", guards=2)
    about = (question, "psiops.forecast", dump_events(fight), '{"at_most": 4}', 7, *more)
    slices = [answer := bridge.ask(0.0, *about)]
    while answer is None:
        slices.append(answer := bridge.ask(0.0, *about))
    assert len(slices) > 10
    assert all(each is None for each, _ in pairwise(slices))
    assert answer == bridge.ask(math.inf, *about)


@pytest.mark.parametrize(
    ("question", "more"), [("forecast_coverage", ()), ("forecast_variations", (1,)), ("forecast_sample", (1,))]
)
def test_parts_refuse_with_a_sentence(question, more):
    alone = execute(create_fight("xmas"), {"act": "join", "sheet": "xmas.operator"}).fight
    assert ask(question, alone, *more)["error"] == "A forecast needs combatants on at least two sides."
    assert "no target called" in ask(question, make_fight("xmas"), *more, target="nobody")["error"]


def test_markup_in_names_is_text():
    fight = make_fight("xmas", guards=2)
    events = json.loads(dump_events(fight).replace("Ada", "<b>Ada").replace("Rifle", "<i>"))
    named = read_fight({"fight": "xmas", "events": events})
    for question, more in (("forecast_coverage", ()), ("forecast_variations", (99,)), ("forecast_sample", (1,))):
        html = ask(question, named, *more, at_most=3)["html"]
        assert "<b>Ada" not in html and "<i>" not in html


def test_commands_print_what_the_page_shows(tmp_path, capsys):
    fight = make_fight("psiops", guards=2)
    path = tmp_path / "fight.json"
    path.write_text(json.dumps({"fight": "psiops", "events": json.loads(dump_events(fight))}), encoding="utf-8")

    def run(*words: str) -> str:
        assert main(["forecast", str(path), "--seed=4", "at_most=3", *words]) == 0
        return capsys.readouterr().out

    covered = run("--coverage")
    assert "Not played:\n  Talents: Kinetic blast (Ada): Nobody uses" in covered
    entries = json.loads(run("--coverage", "--json"))["entries"]
    assert {"list": "Weapons", "name": "Handgun", "people": ["Ada"], "state": "played", "reason": ""} in entries
    assert run("--variations").startswith("As it is")
    rows = json.loads(run("--variations", "--json"))["variations"]
    made = forecast(fight, seed=4, at_most=3, exact=False)
    assert rows[0]["sides"]["operatives"]["chance"] == made.win_chances["operatives"].to_dict()["chance"]
    played = run("--play=2")
    sample = run_to_completion(play_sample(fight, ForecastOptions(seed=4), 2))
    assert played.startswith("Fight 2 of seed 4\n\nRound 1\n") and played.rstrip().endswith(sample.description)
    assert len(json.loads(run("--play=2", "--json"))["events"]) == len(sample.fight.log)
