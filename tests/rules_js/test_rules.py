"""The compiled rules of all games answer like Python: same rolls, own dice, odds, refusals, HTML and sentences."""

import json
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules_js.build import PARTS, build_rules
from rules_js.proof import proof
from rules_js.proof.cases import ask_python, choose_values, make_case
from rules_js.proof.play_cases import make_cases_of_example, make_fight_cases, make_sheet_cases
from rules_js.proof.rule_cases import list_rollable_ids, make_odds_cases, make_roll_cases
from rules_py.errors import RefusedActionError
from rules_py.play.examples import PlayedExample, find_differences
from rules_py.registry import games
from rules_py.registry.examples import list_examples, play as play_example
from rules_py.registry.play import find_play
from rules_site.bundle.assets import RULES_CACHE
from tests.compatibility.released import FOLDER
from tests.rules_py.public_expressions import EXPECTED
from tests.rules_py.tables.pasted_samples import SAMPLES

GAMES = [slug for slug in games.systems() if games.find_game(slug).package.name.startswith("rules_py.")]
ROLLABLE_IDS = list_rollable_ids(GAMES)
EXPRESSIONS = (
    *EXPECTED,
    *("5d6!>5", "4d6!kh3", "2d6>=7", "2d6ma5", "3d6x", "4d6r1ro2", "abs(1d4-1d6)", "6 4d6", "(Attack) 1d20", "sd6"),
    *("2d6 doubled exploding", "6x2d6[ice] double, then exploding on a hit", "2 1d20+5 adv dis", "1d20+1 adv adv"),
    *("3 8-sided dice drop lowest", "4d6 keep the 2 highest", "1d20r1 adv", "1d20! dis", "2d6 doubled doubled"),
    *("half of 4d6kh3 exploding", "4d6 drop lowest two", "3d6 reroll 1 once doubled", "2 7.5-sided dice", "1,5d6"),
    *("1d6 + STR", "1d20+10 vs 25", "2d6 reroll 1", "max(2d6", "300d1000!>=500", "1d20+5 # Über Öl", "2Y1G2P", "5k3"),
)
LOAD_LATER = Path(__file__).with_name("load_later.mjs")
PAGE_SCRIPTS = Path(__file__).parents[2] / "page/js"
FIGHTS = FOLDER / "fights"
ODDS_IDS = [id for game in map(games.find_game, GAMES) for id in (*game.mechanics, *game.calculators)]
SAMPLE = ODDS_IDS[::5]
"""Mechanics and calculators whose odds are compared in every run; a trial compares those of the others."""

FIGHTS_WITH_EVERYTHING = [("combat", 2), ("sideworld", 1), ("psiops", 3), ("puml", 12), ("combat", 12)]
"""The games and seeds of fights whose random taps reach every kind of command: few of those that were tried."""

EXAMPLE_PARTS = 16
"""The examples of a game are tried in this many parts: one of them in every run, the others in a trial."""


@pytest.fixture(scope="module")
def compiled() -> Path:
    """Return the folder of the site's compiled rules."""
    return RULES_CACHE / build_rules(RULES_CACHE).folder


def test_every_rule_compiles():
    assert build_rules(RULES_CACHE).left_out == {}


@pytest.fixture(scope="module")
def node(compiled):
    """Yield Node with the compiled rules."""
    with proof.NodeRules(compiled) as node:
        yield node


def check(node, cases):
    assert next(node.find_differences(cases), None) is None


@pytest.mark.trial
def test_rolls_and_own_dice_are_equal(node):
    cases = [case for id in ROLLABLE_IDS for case in make_roll_cases(id, count=4, seed=-1)]
    assert len(cases) >= (2 * 4 + 2) * len(ROLLABLE_IDS)  # more for the rolls that are asked for
    check(node, cases)


@pytest.mark.trial
def test_odds_are_equal(node):
    check(node, (case for id in SAMPLE for case in make_odds_cases(id, count=1, seed=-1)))


def test_luck_is_equal(node):
    """Few and many dice, exact and approximate chances, and numbers that fit no dice."""
    source = random.Random(0)
    kinds = [
        {str(sides): [source.randrange(most) for _ in range(sides)]} for sides in (2, 4, 6, 20, 100) for most in (2, 40)
    ]
    kinds += [{"6": [source.randrange(200, 600) for _ in range(6)]}, {"6": [0, 0, 0, 0, 0, 3000]}, {"1": [4]}, {}]
    refused = [[], {"6": 3}, {"six": []}, {"6": [1, 1, 1, 1, 1, -1]}, {"2": [1, True]}, {"99999": []}]
    check(node, [make_case("luck", "dice", json.dumps(each)) for each in (*kinds, *refused)])


def test_pasted_tables_are_equal(node):
    """Tables of every layout, shuffled lines and characters of them, and texts that no table has."""
    source = random.Random(0)
    cases = []
    for text in SAMPLES:
        lines = text.splitlines()
        cases += [
            text,
            "\n".join(reversed(lines)),
            "\n".join(lines[1:]),
            text.replace("-", "–"),
            text[: len(text) // 2],
        ]
        cases.append("".join(source.sample(text, len(text))))
    check(node, [make_case("paste", "dice", text, dice) for text in cases for dice in ("", "none")])


def test_dice_of_any_notation_are_equal(node):
    """Rolls, own dice, odds and refusals of every kind of notation that public games use."""
    cases = []
    for text in EXPRESSIONS:
        params = json.dumps({"notation": text})
        cases += [make_case("roll", "dice", params, seed) for seed in (1, 2)]
        cases += [make_case("odds", "dice", params), make_case("plan", "dice", text)]
        cases.append(make_case("asks", "dice", "[]", params))
        cases.append(make_case("throw_dice", "dice", text, "6,6,1,2,3,4,5,"))
    check(node, cases)


def test_page_loads_the_grammar_and_the_drawers_when_a_question_needs_them(compiled, tmp_path):
    """The page's own scripts answer with the files of the site, in Node."""
    shutil.copytree(PAGE_SCRIPTS, tmp_path / "assets/js")
    shutil.copytree(compiled, tmp_path / "assets/rules" / compiled.name)
    questions = [["plan", "dice", "3d6"], ["plan", "dice", "3d6!"], ["throw_dice", "dice", "2d6!", "6,1,2,"]]
    questions.append(["fight", "xmas.fight", "[]", "", '{"open": "menu"}'])
    script = tmp_path / "assets/js/rules-client/compiled-files.js"
    parts = (compiled / PARTS).read_text(encoding="utf-8")
    command = ["node", LOAD_LATER, compiled.name, parts, script, json.dumps(questions)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    plain, text, thrown, fight = map(json.loads, done.stdout.splitlines())
    assert (plain, text) == ({"plan": ["dice", 3, 6]}, {"plan": ["notation", "3d6!"]})
    assert thrown["total"] == "9" and thrown["steps"] == ["2d6!: 6 explodes, and one more die shows 2."]
    assert '<section class="fb-drawer"' in fight["html"]


def test_dice_in_notes_are_equal(node):
    """Dice beside other notation, in several lines, and parts of the tables that people paste."""
    source = random.Random(0)
    notes = ["", "No dice.", "Roll d66, then 2D6 + 1.\n1d6+1d4 rats; \\2d6, 6d6>=1d6 and 3d6!! stay", "0d6 d0 2d99999"]
    notes.append("Roll 3d6! and 1d8!p+2, 6d6 ≥ 5, 4dF, 2d6r1, {d8,d6}kh1, 8d6/2 or 2d6[fire]; 1D6! Then run.")
    notes += [*SAMPLES, *("".join(source.sample(text, len(text))) for text in SAMPLES)]
    check(node, [make_case("scan", "dice", text) for text in notes])


@pytest.mark.trial
@pytest.mark.parametrize("slug", GAMES)
def test_sheets_are_equal(node, slug):
    check(node, make_sheet_cases(slug, count=2, seed=-1))


@pytest.mark.trial
@pytest.mark.parametrize("slug", GAMES)
def test_fights_are_equal(node, slug):
    check(node, make_fight_cases(slug, taps=30, seed=-1))


def make_update_cases(slug):
    """Yield cases of combatants whose stored sheets have changed: prepared, begun, and with sheets that don't fit."""
    source = random.Random(f"{slug} updates")
    for kind in find_play(slug).fight_rules.sides_by_sheet:
        join = {"event": "join", "who": "n1", "sheet": {"sheet": kind.id, "fields": {}}}
        for _ in range(8):
            changed = {"sheet": kind.id, "fields": choose_values(source, kind.parameters)}
            stored = {"n1": {"data": changed, "since": source.choice([{}, choose_values(source, kind.parameters)])}}
            begun = [join, *([{"event": "withdraw", "who": "n1"}] if source.random() < 0.5 else [])]
            for command in ({"act": "prepare", "stored": stored}, {"act": "update", "who": "n1", **stored["n1"]}):
                view = json.dumps({"stored": stored})
                yield make_case("fight", f"{slug}.fight", json.dumps(begun), json.dumps(command), view)
            yield make_case("fight", f"{slug}.fight", json.dumps(begun), "", view)


@pytest.mark.parametrize("slug", GAMES)
def test_updates_from_stored_sheets_are_equal(node, slug):
    cases = list(make_update_cases(slug))
    assert sum("brought up to date" in answer for _, answer in cases) > 2
    check(node, cases)


def take_answer(played: PlayedExample, answer: dict[str, Any]) -> PlayedExample:
    """Return an example with what JavaScript answered to its action."""
    if "error" in answer:
        refusal = RefusedActionError(played.example.slug, dict.fromkeys(answer.get("override", ()), answer["error"]))
        refusal.plain = answer["error"]
        return replace(played, after=played.before, refusal=refusal)
    after = played.before
    for event in answer["events"]:
        after = after.apply(event)
    return replace(played, after=after, refusal=None)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("part", range(EXAMPLE_PARTS), ids=lambda part: f"part {part}")
@pytest.mark.examples(len(GAMES))
def test_examples_are_true_in_javascript(node, part, slug):
    """JavaScript answers each command like Python, and the events of its last answer lead to what must follow.

    A build compares the answers of half of the examples, so a part is enough to show that they also mean the same.
    """
    played = [play_example(each) for each in list_examples(slug)[part::EXAMPLE_PARTS]]
    cases = [list(make_cases_of_example(each)) for each in played]
    check(node, (case for each in cases for case in each))
    answers = node.answer([each[-1][0] for each in cases])
    wrong = [
        (each.example.location, differences)
        for each, answer in zip(played, map(json.loads, answers), strict=True)
        if (differences := find_differences(take_answer(each, answer)))
    ]
    assert wrong == []


def name_commands(question, arguments):
    """Yield the names of a case's question and of its command in a fight."""
    yield question
    if question == "fight":
        yield str(json.loads(arguments[2] or "{}").get("act"))


def test_random_taps_reach_every_kind_of_command():
    """The cases of fights test what their names say."""
    looks = {"fight_odds", "past", "fresh_fight", "foreign_fight", "event_list", "players_view", "shared_view"}
    requests = {"ask_in_fight", "answer_roll", "use_answer"}
    rolls = {"roll", "rolled", "all", "series", "order"}
    by_hand = {"edit", "adjust", "condition", "note", "side", "initiative", "move", "link", "dice"}
    questions = {"fight", "fight_dice", *looks, *requests}
    missing = {*questions, "join", "change", "together", "turn", *rolls, *by_hand}
    for slug, seed in FIGHTS_WITH_EVERYTHING:
        for (question, arguments), _ in make_fight_cases(slug, 60, seed):
            assert question in questions
            missing.difference_update(name_commands(question, arguments))
            if not missing:
                return
    assert missing == set()


def test_stored_fights_of_the_first_release_are_equal(node):
    stored = sorted(FIGHTS.glob("*/*.json"))
    assert len(stored) >= 8 * len(GAMES)
    events = [(path.parent.name, json.loads(path.read_text())["events"]) for path in stored]
    check(node, (make_case("fight", f"{slug}.fight", json.dumps(each)) for slug, each in events))


@pytest.mark.trial
def test_twenty_times_as_many_cases_are_equal(compiled):
    kinds = (
        dict.fromkeys(ODDS_IDS, "calculator") | dict.fromkeys(ROLLABLE_IDS, "mechanic") | dict.fromkeys(GAMES, "play")
    )
    assert proof.find_unproven(compiled, kinds, 20) == {}


def test_a_difference_is_found(node):
    question = ("resolve", ("psiops.attack", "4,5", "{}"))
    other = ("resolve", ("psiops.attack", "4,6", "{}"))
    (answer,) = node.answer([other])
    assert answer == ask_python(other) != ask_python(question)
    assert "4,5" in str(proof.Difference(question, ask_python(question), answer))
