"""Random requests in the form that pages send: every kind, every id, with valid and invalid values."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import rules_py
from rules_py import bridge
from rules_py.dice import DieSlot
from rules_py.parameters import Parameter
from rules_py.play import RollBinding, Sheet
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import find_possible_rolls
from rules_py.registry import games
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import create_fight, find_change, find_play, find_sheet
from rules_py.text.serialization import to_json

KINDS = {
    "roll": 16,
    "resolve": 8,
    "asks": 4,
    "odds": 6,
    "sweep": 2,
    "calculate": 1,
    "fight": 5,
    "forecast": 1,
    "sheet": 2,
    "cockpit": 2,
    "act": 4,
    "read": 2,
    "change": 4,
    "make": 2,
    "fill": 2,
    "plan": 1,
    "leads": 2,
    "luck": 1,
    "paste": 1,
}
"""Relative frequency of each kind of request; a calculator's answer takes as long as ten of the others."""

INVALID_VALUES = (
    "",
    "x",
    "-1",
    "1e9",
    "9" * 30,
    "½",
    "१२",
    "d6",
    "0d0",
    "3d6kh",
    "1/2",
    "true",
    "null",
    "💥",
    "--",
    "5,",
    " 3 ",
    "5/150,1/5",
    None,
    4.5,
    [],
    True,
)
DICE = (
    "{n}d{sides}",
    "{n}d{sides}+{n}",
    "{n}d{sides}-1",
    "d66",
    "{n}D6",
    "{n}d{sides}kh2",
    "3d6kl2",
    "d{sides}",
    "{n}",
)
PASTED_SHAPES = ("{n} {text}", "{n}-{m} {text}", "{text}", "| {n} | {text} |", "- {text}", "{text}\t{n}", "{n}. {text}")
TEXTS = ("", "Ada", "ärger 💥", "<b>&amp;", " a longer name with spaces ", "x" * 200)
COUNTS = ("exactly", "at-least", "at-most", "mostly")
SIDES = (4, 6, 8, 10, 12, 20, 100)

MAX_ACTS = 8
MAX_FORECAST = 5
"""Number of fights to simulate for a forecast; a page requests more."""
INVALID_ACTS = (
    {"act": "dance"},
    {},
    {"act": "turn", "who": 5},
    {"act": "join"},
    {"act": "roll", "mechanic": "no.such"},
)


class RequestGenerator:
    """Generator of random requests, deterministic for a given seed."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.tables = [table_id for table_id in rules_py.table_ids() if rules_py.table(table_id).die]
        calculators = [
            games.find_calculator(f"{slug}.calc") for slug in rules_py.systems() if games.has_calculator(f"{slug}.calc")
        ]
        self.calculators = [calculator.id for calculator in calculators]
        self.parameters = {
            mechanic_id: rules_py.describe(mechanic_id)["parameters"]
            for mechanic_id in ("dice", *rules_py.mechanics(), *self.tables)
        }
        self.parameters |= {
            calculator.id: [{"name": name, **parameter.describe()} for name, parameter in calculator.parameters.items()]
            for calculator in calculators
        }

    def random_request(self) -> list[Any]:
        """Return a kind of request, its id, and the further arguments of the handler in `rules_py.bridge`."""
        if unknown := set(bridge.ANSWERS) - set(KINDS):
            raise AssertionError(f"nobody asks for {', '.join(unknown)}")
        (kind,) = self.rng.choices(list(KINDS), list(KINDS.values()))
        if kind == "fight":
            return [kind, *random_fight_request(self.rng)]
        if kind == "forecast":
            fight_id, events, *_ = random_fight_request(self.rng)
            return [kind, fight_id, events, "{}", self.rng.randrange(2**32), MAX_FORECAST]
        if kind in ("sheet", "cockpit", "act", "read", "change", "fill"):
            return [kind, *self.sheet_arguments(kind)]
        if kind == "make":
            return [kind, *self.make_arguments()]
        if kind == "plan":
            written = json.loads(self.random_params("dice")).get("notation", "2d6")
            return [kind, "dice", written if isinstance(written, str) else json.dumps(written)]  # pages send only text
        if kind == "luck":
            return [kind, "dice", json.dumps(self.random_counts())]
        if kind == "paste":
            return [kind, "dice", self.random_pasted_table(), self.rng.choice(("", "", "none", "d6", "2d6"))]
        if kind == "leads":
            rolled = self.rng.choice([each for each in self.parameters if each not in self.calculators])
            params = self.random_params(rolled)
            sheet = "no.sheet" if self.is_invalid_turn() else self.rng.choice(rules_py.sheets())
            return [kind, sheet, rolled, params, self.random_faces(rolled, params), "{}"]
        about = self.rng.choice(
            self.calculators
            if kind == "calculate"
            else [*self.parameters]
            if kind == "sweep"
            else [each for each in self.parameters if each not in self.calculators]
        )
        asked_id = "nothing.like-it" if self.is_invalid_turn() else about
        params = self.random_params(about)
        match kind:
            case "roll":
                return [kind, asked_id, params, self.rng.randrange(2**32)]
            case "resolve":
                return [kind, asked_id, self.random_faces(about, params), params]
            case "asks":
                return [kind, asked_id, json.dumps(self.random_slots(about, params)), params]
            case "sweep":
                names = [parameter["name"] for parameter in self.parameters[about]] or ["none"]
                return [kind, asked_id, params, self.rng.choice(names), 0, self.rng.choice(COUNTS)]
        return [kind, asked_id, params, self.random_comparison(about), self.rng.choice(COUNTS), "Mine"]

    def random_comparison(self, about: str) -> str:
        """Return a scenario to compare with, several overlaid scenarios, or (mostly) an empty string."""
        match self.rng.randrange(6):
            case 0:
                return self.random_params(about)
            case 1:
                dice = "3d6kh2" if self.is_invalid_turn() else "2d6"
                return json.dumps(
                    [
                        {"name": "Ada", "params": json.loads(self.random_params(about))},
                        {"name": "ärger 💥", "dice": dice},
                    ]
                )
        return ""

    def sheet_arguments(self, kind: str) -> list[Any]:
        """Return a random sheet as the arguments of this kind of request, such as typed fields, a file or a change."""
        sheet = rules_py.sheet(self.rng.choice(rules_py.sheets()))
        for _ in range(3):  # fields must often be compatible with each other
            try:
                sheet = sheet.from_fields({**sheet.fields, **self.random_values(sheet.parameters)})
            except rules_py.RulesError:
                continue
        fields = {name: to_json(value) for name, value in sheet.fields.items()}
        if self.is_invalid_turn():
            fields[self.rng.choice([*fields, "nothing"])] = self.rng.choice(INVALID_VALUES)
        match kind:
            case "sheet":
                return [sheet.id, json.dumps(fields)]
            case "fill":
                return [sheet.id, json.dumps(fields), "{}"]
            case "cockpit":
                chosen = {binding.mechanic.id: self.random_choices(sheet, binding) for binding in sheet.rolls}
                return [sheet.id, json.dumps(fields), json.dumps(chosen)]
            case "act":
                if not sheet.rolls:
                    return [sheet.id, "no.such", json.dumps(fields), "{}"]
                binding = self.rng.choice(sheet.rolls)
                chosen = json.dumps(self.random_choices(sheet, binding))
                waived = json.dumps(self.rng.choice(([], [], ["ammo"], ["no-such"])))
                return [sheet.id, binding.mechanic.id, json.dumps(fields), chosen, waived, self.rng.randrange(2**32)]
            case "read":
                return [sheet.id, json.dumps({"sheet": sheet.id, "fields": fields})]
        change = find_change(self.rng.choice(rules_py.changes(sheet.id)), sheet)
        return [sheet.id, json.dumps(fields), change.id, json.dumps(self.random_values(change.parameters))]

    def random_choices(self, sheet: Sheet, binding: RollBinding) -> dict[str, str]:
        """Return some of a player's choices for a roll: fields, or numbers of a list's entries."""
        return {
            name: str(self.rng.choice(fields) if fields else self.rng.randrange(len(getattr(sheet, name)) + 1))
            for name, fields in binding.choices.items()
            if self.rng.random() < 0.5
        }

    def random_counts(self) -> dict[str, Any]:
        """Return how often each face of some dice came up, by the number of sides."""
        kinds = self.rng.sample(SIDES, self.rng.randrange(1, 4))
        counts: dict[str, Any] = {str(sides): [self.rng.randrange(12) for _ in range(sides)] for sides in kinds}
        if self.is_invalid_turn():
            counts[self.rng.choice([*counts, "0", "x", "5000"])] = self.rng.choice(([], [1, -1], [0.5], "x", None))
        return counts

    def random_pasted_table(self) -> str:
        """Return lines as a reader might paste them: mostly of one shape, numbered from 1."""
        shape = self.rng.choice(PASTED_SHAPES)
        lines = [
            (self.rng.choice(PASTED_SHAPES) if self.is_invalid_turn() else shape).format(
                n=number, m=number + self.rng.randrange(2), text=self.rng.choice((*TEXTS, "1d6 rats", "2 x 1d4"))
            )
            for number in range(1, self.rng.randrange(9))
        ]
        return "\n".join(lines)

    def make_arguments(self) -> list[Any]:
        """Return arguments for generating a sheet, sometimes for a sheet without a generator."""
        rolled = [each for each in rules_py.sheets() if find_sheet(each).made_by]
        sheet_id = self.rng.choice(rules_py.sheets() if self.is_invalid_turn() else rolled)
        made_by = find_sheet(sheet_id).made_by
        if made_by is None:
            return [sheet_id, "{}", "1,2", "{}"]
        mechanic = made_by.mechanic
        params = self.random_params(mechanic.id)
        return [
            sheet_id,
            params,
            self.random_faces(mechanic.id, params),
            json.dumps(self.random_values(made_by.parameters)),
        ]

    def random_values(self, parameters: Mapping[str, Parameter]) -> dict[str, str]:
        """Return values for some of these parameters, as text."""
        return {
            name: str(self.random_value(parameter.describe()))
            for name, parameter in parameters.items()
            if self.rng.random() < 0.5
        }

    def random_faces(self, about: str, params: str) -> str:
        """Return the faces of a roll if the parameters are valid, otherwise any faces."""
        try:
            faces = rules_py.roll(about, self.rng.randrange(2**32), **json.loads(params)).faces
        except rules_py.RulesError:
            faces = [self.rng.randint(1, 20) for _ in range(self.rng.randrange(6))]
        return self.rng.choice(("x", "1,,2", "0", "-3")) if self.is_invalid_turn() else ",".join(map(str, faces))

    def random_slots(self, about: str, params: str) -> list[dict[str, Any]]:
        """Return slots with faces, for some of the dice that a rule requests and then for its next requests."""
        shown: list[DieSlot] = []
        for _ in range(self.rng.randrange(4)):
            try:
                asked = find_mechanic(about).find_requested_dice(shown, json.loads(params))
            except rules_py.RulesError:
                break
            shown += [
                replace(slot, face=self.rng.randint(1, slot.sides))
                for slot in asked.missing_slots
                if self.rng.random() < 0.8
            ]
        dice = [{"label": slot.label, "sides": slot.sides, "face": slot.face} for slot in shown]
        return [*dice, {"label": "", "sides": 6, "face": 7}] if self.is_invalid_turn() else dice

    def random_params(self, about: str) -> str:
        """Return parameters of a mechanic or a calculator as the JSON that pages send; some are left out."""
        chosen = {
            parameter["name"]: str(self.random_value(parameter))
            for parameter in self.parameters[about]
            if self.rng.random() < 0.6
        }
        if chosen and self.is_invalid_turn():
            chosen[self.rng.choice([*chosen, "nothing"])] = self.rng.choice(INVALID_VALUES)
        return json.dumps(chosen)

    def random_value(self, parameter: dict[str, Any]) -> Any:
        """Return a valid value for a parameter, by its kind."""
        match parameter["kind"]:
            case "int":
                low, high = parameter["range"]
                high = low + self.rng.choice((3, 10, 50, 10**6)) if high is None else high
                return self.rng.choice(
                    (low, high, self.rng.randint(low, high), self.rng.randint(low, min(high, low + 8)))
                )
            case "number":
                low, high = parameter["range"]
                return self.rng.choice((self.rng.randint(low, high), f"{self.rng.randint(low, high - 1)}.25"))
            case "bool":
                return self.rng.choice(("true", "false"))
            case "choice":
                return self.rng.choice(parameter["choices"])
            case "notation":
                return self.rng.choice(DICE).format(n=self.rng.randint(1, 6), sides=self.rng.choice(SIDES))
            case "numbers":
                low, high = parameter["range"]
                return "/".join(str(self.rng.randint(low, min(high, low + 150))) for _ in parameter["parts"])
            case "text":
                return self.rng.choice(TEXTS)[: parameter["most"]]
            case "record":
                return "/".join(str(self.random_value(part)) for part in parameter["parts"])
            case "list":
                return ",".join(str(self.random_value(parameter["entry"])) for _ in range(self.rng.randrange(4)))
        return parameter["default"]

    def is_invalid_turn(self) -> bool:
        """Return True if the next value should be invalid."""
        return self.rng.random() < 0.06


def fight_slugs() -> list[str]:
    """Return the games that have fights."""
    return [slug for slug in rules_py.systems() if find_play(slug).fight_rules]


def random_fight_request(rng: random.Random) -> list[Any]:
    """Return arguments of `rules_py.bridge.fight`: a fight after some commands, and another command."""
    slug = rng.choice(fight_slugs())
    fight, events = create_fight(slug), []
    for _ in range(rng.randrange(MAX_ACTS)):
        try:
            added = execute(fight, random_act(fight, rng), rng.randrange(2**32)).events
        except rules_py.RulesError:
            continue
        for event in added:
            fight = fight.apply(event)
        events += added
    wanted = rng.choice(INVALID_ACTS) if rng.random() < 0.06 else random_act(fight, rng)
    return [f"{slug}.fight", json.dumps(events), json.dumps(wanted), "{}", rng.randrange(2**32)]


def random_act(fight: Fight, rng: random.Random) -> dict[str, Any]:
    """Return a possible command, which the rules may still reject."""
    keys = list(fight.combatants)
    if len(keys) < 2 or rng.random() < 0.1:
        kind = rng.choice([sheet.id for sheet in fight.rules.sides_by_sheet])
        return {
            "act": "join",
            "sheet": kind,
            "name": rng.choice(("Ada", "Bo", "ärger 💥")),
            "count": rng.choice((1, 1, 3)),
        }
    by, at = rng.choice(keys), rng.choice(keys)
    rolls = find_possible_rolls(fight, by, at) if by != at else []
    changes = list(rules_py.changes(fight.combatant(by).sheet.id))
    offers = {
        "roll": lambda: {
            "mechanic": (roll := rng.choice(rolls))[0].mechanic.id,
            "by": roll[1],
            "at": roll[2],
            **({"also": rng.sample(keys, 1)} if roll[2] and rng.random() < 0.3 else {}),
        },
        "all": dict,
        "change": lambda: {"change": rng.choice(changes), "who": by, "params": {}},
        "each": lambda: {"change": rng.choice(changes)},
        "turn": dict,
        "order": dict,
        "leave": lambda: {"who": by},
        "end": lambda: {"of": rng.choice(fight.endable_periods)},
    }
    possible = {
        "roll": 6 * bool(rolls),
        "change": 3 * bool(changes),
        "turn": 2,
        "order": 1,
        "all": 1,
        "each": 0.5,
        "leave": 0.3,
        "end": 0.5 * bool(fight.endable_periods),
    }
    (name,) = rng.choices(list(possible), list(possible.values()))
    return {"act": name, **offers[name]()}


def questions(count: int, seed: int) -> str:
    """Return `count` requests as JSON."""
    asker = RequestGenerator(seed)
    return json.dumps([asker.random_request() for _ in range(count)])
