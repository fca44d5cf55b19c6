"""A sixth game with a bad rule.

A rule that fails or never ends stops the build with a sentence. Python answers for a rule that can't be compiled, and
the others are compiled.
"""

import json
import re
import subprocess
import sys

import pytest

from rules_js import build
from rules_js.proof.proof import LEFT_OUT, NodeRules
from rules_py.checking.exceptions import AuthorError
from rules_site.bundle.assets import RULES_CACHE
from rules_support.node import PROJECT

SECONDS = 1
"""The maximum processor time of a question: several times as long as the longest one of this game."""

RULES = '''
"""Ward: rules of a hospital."""

from datetime import date
from typing import Annotated

from rules_py.dice import Dice
from rules_py.dice.decks import draw
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Text, Whole

LIMIT = date(2026, 1, 1)

Beds = Annotated[int, Whole(0, 9, "the beds", label="Beds")]


@mechanic("ward.heal", title="Heal", page="ward/#heal", headline="points")
def heal(dice: Dice, beds: Beds = 2) -> Outcome:
    """Roll a die and add the beds."""
    return {"points": dice.die(6) + beds}


@mechanic("ward.alert", title="Alert", page="ward/#alert", headline="total")
def alert(dice: Dice) -> Outcome:
    """Roll a die; the highest acts first."""
    return {"total": dice.die(6)}


@mechanic("ward.triage", title="Triage", page="ward/#triage", headline="seen")
def triage(dice: Dice, beds: Beds = 2) -> Outcome:
    """Count a pool, and add dice that explode."""
    return {"seen": dice.successes(beds, at_least=5, explode_at=6, label="nurses") + dice.explode(1, 4)}


@mechanic("ward.card", title="Card", page="ward/#card", headline="card")
def card(dice: Dice, out: Annotated[str, Text("the cards that are out", label="Out")] = "fire") -> Outcome:
    """Draw from a deck that remembers the cards that are out."""
    return {"card": ", ".join(draw(dice, ("fire", "leak", "leak", "storm"), 2, out=out.split(", ")))}
'''

SHEETS = '''
"""Ward: a nurse and a doctor, who heal."""

from typing import Annotated

from rules_py.parameters import Whole
from rules_py.play import Action, FightRules, IndividualInitiative, RollBinding, Sheet, derived
from ward_rules import rules


class Nurse(Sheet, id="ward.nurse", title="Nurse", page="ward/#nurse"):
    """A nurse, who is too tired to fight, so that forecasts end at once."""

    beds: Annotated[int, Whole(0, 9, "the beds", label="Beds")] = 2

    rolls = (RollBinding(rules.heal, beds="beds"), RollBinding(rules.alert))

    @derived(label="Tired")
    def out(self) -> bool:
        """Return True."""
        return True


class Doctor(Sheet, id="ward.doctor", title="Doctor", page="ward/#doctor"):
    """A doctor, who also rolls what no rule should do."""

    beds: Annotated[int, Whole(0, 9, "the beds", label="Beds")] = 2

    rolls = (RollBinding(rules.heal, beds="beds"), RollBinding(rules.alert), RollBinding(rules.bad, beds="beds"))


FIGHT = FightRules(
    "ward/fight/",
    {"day": "Day shift", "night": "Night shift"},
    {Nurse: ("day",), Doctor: ("night",)},
    IndividualInitiative(rules.alert),
    declared_actions=(Action(rules.heal), Action(rules.bad), Action(rules.alert, is_free=True)),
)
'''

HEAD = '''

@mechanic("ward.bad", title="Bad", page="ward/#bad", headline="points")
def bad(dice: Dice, beds: Beds = 2) -> Outcome:
    """Do what no rule should."""
'''

FAILING = "    return {'points': dice.die(6) // (beds - 7)}"

ENDLESS = """
    left = dice.die(6)
    while left != beds:
        left = left + 10
    return {'points': left}
"""


REFUSED = {
    "a set's order": "    return {'points': dice.die(6) + [each for each in {beds, 7}][0]}",
    "data of a library's class": "    return {'points': dice.die(6) + LIMIT.year}",
}
"""Rules that the compiler refuses."""


PROOF = f"""
import sys
from pathlib import Path
from rules_js.proof.proof import find_unproven

find_unproven(Path(sys.argv[1]), {{"ward.bad": "mechanic"}}, seconds={SECONDS})
"""


@pytest.fixture
def install_game(tmp_path, monkeypatch):
    """Return a function that installs a game with a bad rule. Without sheets, a build has no play to prove."""

    def install_game(bad_rule, sheets=""):
        package = tmp_path / "games" / "ward_rules"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text('"""Ward, a game for tests of the compiler."""\n')
        (package / "rules.py").write_text(RULES.lstrip() + HEAD + bad_rule.strip("\n") + "\n")
        (package / "sheets.py").write_text(sheets.lstrip())
        offer = package.with_name("ward_rules-1.0.dist-info")
        offer.mkdir()
        (offer / "entry_points.txt").write_text("[rules_py.games]\nward = ward_rules\n")
        monkeypatch.setenv("PYTHONPATH", str(package.parent))

    return install_game


def build_game(folder):
    """Build the game alone, and return the folder of its compiled rules and the log."""
    return folder / "rules", build.build_modules(folder / "rules", folder / "cache", "--game=ward")


def find_line(bad_rule, part):
    lines = (RULES.lstrip() + HEAD + bad_rule.strip("\n")).splitlines()
    return next(number for number, line in enumerate(lines, 1) if part in line)


def test_a_rule_that_fails_stops_the_build_with_its_inputs(install_game, tmp_path):
    install_game(FAILING)
    with pytest.raises(AuthorError) as caught:
        build_game(tmp_path)
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith(f"ward_rules/rules.py:{find_line(FAILING, 'beds - 7')}: ward.bad fails when asked ")
    assert re.search(r"\w+\(id=ward.bad, .*beds.*\): ZeroDivisionError: ", said)


def test_a_rule_that_never_ends_stops_the_proof_with_its_inputs(install_game):
    """The loop ends only for some faces and beds. Python answers first, so any compiled rules will do."""
    install_game(ENDLESS)
    folder = RULES_CACHE / build.build_rules(RULES_CACHE).folder
    done = subprocess.run(
        [sys.executable, "-c", PROOF, folder], check=False, cwd=PROJECT, capture_output=True, text=True
    )
    said = done.stderr.strip().rpartition("AuthorError: ")[2]
    assert "\n" not in said
    place, _, rest = said.partition(": ")
    assert place in {f"ward_rules/rules.py:{find_line(ENDLESS, part)}" for part in ("while", "left + 10")}
    assert re.fullmatch(rf"ward.bad doesn't end within {SECONDS} seconds when asked \w+\(id=ward\.\w+, .*\)", rest)


@pytest.mark.examples(1)
@pytest.mark.parametrize("rule", REFUSED)
def test_only_a_rule_that_cannot_be_compiled_is_left_out(install_game, tmp_path, rule):
    install_game(REFUSED[rule], SHEETS)
    folder, log = build_game(tmp_path)
    place = f"ward_rules/rules.py:{find_line('', 'def bad') - 1}"
    (sentence,) = log
    assert sentence.startswith(f"ward.bad isn't compiled: {place}: bad: ")
    assert json.loads((folder / build.LEFT_OUT).read_text()) == {"ward.bad": sentence}
    assert json.loads((folder / build.PARTS).read_text()) == {"ward": {"start": ["heal", "alert", "triage", "card"]}}
    with NodeRules(folder) as node:
        answers = node.answer([*ask("nurse", "heal"), *ask("doctor", "heal"), *ask("doctor", "bad")])
    is_left_out = [answer == f"{LEFT_OUT}ward.bad is left out" for answer in answers]
    assert is_left_out == [False, False, False, False, False, True, False, True, True]
    assert all("error" not in json.loads(answer) for answer in answers if not answer.startswith("!"))


def ask(sheet, rule):
    """Return questions: a sheet, its roll of a rule, and a fight's roll, whose view shows all rolls of its sheets."""
    join = {"event": "join", "who": "n1", "side": "day", "sheet": {"sheet": f"ward.{sheet}", "fields": {}}}
    command = {"act": "roll", "by": "n1", "mechanic": f"ward.{rule}"}
    return [
        ("sheet", (f"ward.{sheet}", "{}")),
        ("act", (f"ward.{sheet}", f"ward.{rule}", "{}", "{}", "[]", 1)),
        ("fight", ("ward.fight", json.dumps([join]), json.dumps(command), "{}", 1)),
    ]
