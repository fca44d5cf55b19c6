"""The error of every answer to a page is a sentence for players, never the line "name: got …, takes …" for callers."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import pytest

import rules_py
from rules_py import bridge
from rules_py.parameters import Kind, Whole
from rules_py.play import RollBinding, Sheet
from rules_py.play.fight.commands import COMMANDS
from rules_py.play.fight.events import EVENTS
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play
from rules_py.rendering.prefill import prefill_params
from tests.cases import check_each

CONTRACT_LINE = re.compile(r": got |, takes |: takes |not a parameter of|\b[a-z_]+\.[a-z-]+\b(?!\.)", re.DOTALL)
"""Parts of lines for callers: the form `name: got …, takes …`, and ids such as psiops.action."""

SENTENCE = re.compile(r"[A-Z“\d+].*[.!?]", re.DOTALL)

QUOTED = re.compile("“.*?”", re.DOTALL)
"""A player's input in a sentence."""

BAD_VALUES = ("?!", "-1000000", None, [{"nope": 1}])
"""Values of which each kind of parameter rejects some."""

BAD_FACES = ("", "x", "0", "1001", ",".join(["1"] * 200), "4 four")

Question = tuple[Any, ...]


def get_error(question: Question) -> str:
    """Return the error of an answer, or an empty string."""
    return json.loads(bridge.ANSWERS[question[0]](*question[1:])).get("error", "")


def expect_sentences(questions: Iterator[Question]) -> int:
    """Ask all questions, and return how many answers had an error."""
    count, wrong = 0, {}
    for question in questions:
        if error := get_error(question):
            count += 1
            if CONTRACT_LINE.search(QUOTED.sub("", error)) or not SENTENCE.fullmatch(error):
                wrong.setdefault(error, question)
    assert wrong == {}
    return count


def bad_params(parameters: dict[str, Any]) -> Iterator[str]:
    """Yield JSON of parameters of which one has a value that it may reject."""
    yield '{"nope": "1"}'
    for name, parameter in parameters.items():
        for value in (*BAD_VALUES, *bad_entries(parameter.kind)):
            yield json.dumps({name: value})


def bad_entries(kind: Kind) -> Iterator[list[dict[str, Any]]]:
    """Yield lists with an entry of which one field has a value that it may reject."""
    for name in kind.entries():
        for value in BAD_VALUES[:2]:
            yield [{name: value}]


def every_game(test):
    return pytest.mark.parametrize("slug", rules_py.systems())(test)


UNKNOWN_IDS = ("", "nope", "nope.nope", "psiops.nope", "psiops.weapons", "psiops.Action", "dice.nope")


@pytest.mark.parametrize("id", UNKNOWN_IDS)
def test_errors_about_unknown_ids_are_sentences(id):
    questions = [
        ("roll", id, "{}"),
        ("resolve", id, "1", "{}"),
        ("asks", id, "[]", "{}"),
        ("odds", id, "{}"),
        ("odds", "psiops.action", "{}", '[{"name": "A", "dice": "2d"}]'),
        ("calculate", id, "{}"),
        ("sweep", id, "{}", "nope"),
        ("sweep", "psiops.action", "{}", id),
        ("sweep", "psiops.calc", "{}", id),
        ("fight", id, "[]"),
        ("forecast", id, "[]", "{}", 1, 10),
        ("sheet", id, "{}"),
        ("read", id, json.dumps({"sheet": id, "fields": {}})),
        ("change", id, "{}", "psiops.take-damage", "{}"),
        ("change", "psiops.operative", "{}", id, "{}"),
        ("fill", id, "{}", "{}"),
        ("leads", id, "psiops.action", "{}", "1,2", "{}"),
        ("leads", "psiops.operative", id, "{}", "1,2", "{}"),
    ]
    assert expect_sentences(iter(questions)) > 15


@every_game
def test_errors_about_rolls_are_sentences(slug):
    def questions() -> Iterator[Question]:
        for id in rules_py.mechanics(slug):
            mechanic = find_mechanic(id)
            for params in bad_params(mechanic.parameters):
                yield "roll", id, params
            for faces in BAD_FACES:
                yield "resolve", id, faces, "{}"
            yield "asks", id, json.dumps([{"sides": 6, "label": "", "face": 7}]), "{}"
            yield "odds", id, '{"nope": 1}'
            yield "sweep", id, "{}", "nope"

    assert expect_sentences(questions()) > 40


@check_each(
    "notation",
    ["", "2d", "2d6>=7", "5d6!>5", "0d6", "1d0", "(((", "2d6+" * 60, "4d6!kh3", "3d6k", "1d6 + STR", "1d66k", "x"],
)
def test_errors_about_dice_are_sentences(notation):
    params = json.dumps({"notation": notation})
    questions = [
        ("plan", "dice", notation),
        ("roll", "dice", params),
        ("odds", "dice", params),
        ("odds", "dice", '{"notation": "2d6"}', json.dumps([{"name": "A", "dice": notation}])),
    ]
    assert expect_sentences(iter(questions)) == len(questions)


@pytest.mark.parametrize("dice", ["900d999", "100d1000kh50"])
def test_errors_about_long_odds_are_sentences(dice):
    assert expect_sentences(iter([("odds", "dice", json.dumps({"notation": dice}))])) == 1


def test_errors_about_comparisons_are_sentences():
    own = '{"notation": "2d6"}'
    many = [{"name": "A", "dice": "1d6"}] * 5
    questions = [
        ("odds", "dice", own, json.dumps(many), "exactly", "Mine"),
        ("odds", "dice", own, json.dumps([{"name": "", "dice": "1d6"}]), "exactly", "Mine"),
        ("odds", "dice", own, json.dumps([{"name": "A" * 41, "dice": "1d6"}]), "exactly", "Mine"),
        ("odds", "dice", own, json.dumps([{"name": "A", "params": {"nope": 1}}]), "exactly", "Mine"),
        ("odds", "dice", own, '{"notation": "2d"}'),
        ("odds", "dice", own, "", "mostly"),
        ("calculate", "psiops.calc", "{}", json.dumps(many), "exactly", "Mine"),
        ("calculate", "psiops.calc", "{}", "", "mostly"),
    ]
    assert expect_sentences(iter(questions)) == len(questions)


@every_game
def test_errors_about_calculators_are_sentences(slug):
    id = f"{slug}.calc"
    if not games.has_calculator(id):
        return
    calculator = games.find_calculator(id)

    def questions() -> Iterator[Question]:
        for params in bad_params(calculator.parameters):
            try:
                calculator.check(json.loads(params))
            except rules_py.RulesError:  # others would compute odds
                yield "calculate", id, params
        yield "sweep", id, "{}", "nope"
        yield "calculate", id, '{"nope": 1}'
        yield "calculate", id, "{}", '{"nope": 1}'

    assert expect_sentences(questions()) > 5


@every_game
def test_errors_about_sheets_and_changes_are_sentences(slug):
    play = find_play(slug)

    def questions() -> Iterator[Question]:
        for id, sheet in play.sheets.items():
            for fields in bad_params(dict(sheet.parameters)):
                yield "sheet", id, fields
            for data in (
                None,
                1,
                [],
                {},
                {"sheet": id},
                {"sheet": 1, "fields": {}},
                {"sheet": id, "fields": {}, "x": 1},
            ):
                yield "read", id, json.dumps(data)
            for mechanic in rules_py.mechanics(slug):
                yield "leads", id, mechanic, '{"nope": 1}', "", "{}"
            for fills in sheet.rolls:
                for name in (*fills.choices, "nope"):
                    yield "fill", id, "{}", json.dumps({fills.mechanic.id: {name: "nope"}})
                    yield "fill", id, "{}", json.dumps({fills.mechanic.id: {name: "99"}})
            yield "change", id, "{}", "nope", "{}"
            for change in play.changes.values():
                yield "change", id, "{}", change.id, "{}"
                for params in bad_params(change.parameters) if isinstance(sheet(), change.sheet_types) else ():
                    yield "change", id, "{}", change.id, params

    assert expect_sentences(questions()) > 40


def build_join_events(slug: str) -> list[dict[str, Any]]:
    """Return events by which a combatant of each kind of sheet joins a fight."""
    rules = find_play(slug).fight_rules
    return [
        {"event": "join", "who": f"n{number}", "sheet": {"sheet": sheet.id, "fields": {}}}
        for number, sheet in enumerate(rules.sides_by_sheet, 1)
    ]


BAD_ARGUMENTS = ("nope", 1, None, [{"nope": 1}])

PAGE_WRITES = ("change", "mechanic", "side", "ready")
"""Arguments that are ids. Pages write them as text or numbers."""

COMMAND_ARGUMENTS = {
    "roll": ("mechanic", "by", "at", "params"),
    "rolled": ("mechanic", "params", "faces"),
    "amend": ("roll", "params", "faces"),
    "change": ("change", "params"),
    "all": (),
    "each": ("change", "mechanic", "params"),
    "together": ("changes",),
    "series": ("rolls",),
    "order": (),
    "join": ("sheet", "data", "ready", "count", "name"),
    "update": ("who", "data", "since"),
    "adjust": ("who", "also", "field", "amount"),
    "prepare": ("stored",),
}


@every_game
def test_errors_about_fights_are_sentences(slug):
    play = find_play(slug)
    first = json.dumps(build_join_events(slug))
    good = {
        "mechanic": rules_py.mechanics(slug)[0],
        "change": next(iter(play.changes)),
        "who": "n1",
        "by": "n1",
        "sheet": next(iter(play.sheets)),
    }

    def acts() -> Iterator[dict[str, Any]]:
        yield from ({"act": name} for name in ("nope", 1, None))
        for name, arguments in (*EVENTS.items(), *COMMAND_ARGUMENTS.items()):
            act = {"act": name} | {argument: good[argument] for argument in arguments if argument in good}
            yield {"act": name}
            yield act
            for argument in (*arguments, "nope"):
                if argument in PAGE_WRITES:
                    yield from ({**act, argument: value} for value in BAD_ARGUMENTS[:2])
                elif argument != "chosen":
                    yield from ({**act, argument: value} for value in BAD_ARGUMENTS)

    def questions() -> Iterator[Question]:
        for act in acts():
            yield "fight", f"{slug}.fight", first, json.dumps(act), "{}", 1
        for events in ([{}], [1], [{"event": "nope"}], [{"event": "leave", "who": "nope"}], {}):
            yield "fight", f"{slug}.fight", json.dumps(events)
        yield "forecast", f"{slug}.fight", "[]", "{}", 1, 10
        for option in ("target", "flees", "at_most", "within", "exact"):
            yield "forecast", f"{slug}.fight", first, json.dumps({option: "nope"}), 1, 10

    assert set(COMMAND_ARGUMENTS) == set(COMMANDS)
    assert expect_sentences(questions()) > 100


@every_game
def test_fight_is_shown_without_listing_long_ranges(slug, monkeypatch):
    all_values = Whole.all_values

    def list_numbers(kind: Whole) -> Sequence[int]:
        numbers = all_values(kind)
        assert len(numbers) <= 100, f"lists {kind.low} to {kind.high}"
        return numbers

    monkeypatch.setattr(Whole, "all_values", list_numbers)
    assert not get_error(("fight", f"{slug}.fight", json.dumps(build_join_events(slug))))


def test_error_of_a_stored_event_names_its_number_and_reason():
    events = [{"event": "leave", "who": "n9"}]
    assert get_error(("fight", "xmas.fight", json.dumps(events))).startswith("Event 1 of this fight isn't valid. ")


def test_prefilled_roll_describes_rejected_values_in_sentences():
    class Mouse(Sheet, title="Mouse", page="toy/"):
        speed: Annotated[int, Whole(0, 9, "speed")] = 9

    filled = prefill_params(Mouse(), RollBinding(find_mechanic("psiops.action"), attribute="speed"), {})
    assert filled["problems"] == ["Attribute takes a whole number from −3 to 3; you entered 9."]
