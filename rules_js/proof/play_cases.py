"""Cases of sheets and fights: random sheets with every change, fights that tap random buttons, examples, forecasts."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from rules_py.errors import DataError
from rules_py.play import Change, RollBinding, Sheet
from rules_py.play.board.players import HEALTH
from rules_py.play.examples import PlayedExample
from rules_py.play.fight.config import FightRules
from rules_py.play.forecast.tactics import FLEES, TARGETS
from rules_py.play.forecast.variations import MOST_VARIATIONS
from rules_py.registry import games
from rules_py.registry.examples import list_examples, play as play_example
from rules_py.registry.play import PlayRegistry, find_play, find_sheet
from rules_py.text.serialization import to_text

from .cases import Case, ask_python, choose_seed, choose_values, make_case
from .request_cases import make_asking_cases, make_fight_request_cases

FIRST_JOINS = 4
"""The number of taps, at the beginning of a fight, with which combatants join."""

MOST_A_SIDE = (1, 2, 3)
"""The numbers of combatants on each side of a forecast's fights."""

PARTS_FIGHTS = 2
"""The number of simulated fights of each part beside a forecast."""

LOOK, ACT_AFTER_LOOK, RESET = 0.6, 0.3, 0.1
"""The chances that a tap changes the view, that the command is then sent as well, and that the view is reset."""

PAST, PAST_TAPS = 0.1, 4
"""The chance that the open log of a fight is looked at after a tap, and the number of random taps in it."""

PLAYERS_LOOK = 10
"""The number of taps after which the players look at a fight."""

ASKED_ROLL = 3
"""The number of taps after which a player is asked for a roll of the fight."""

MAKING_TAPS = 6
"""The number of random taps on the open step of a character that is being made."""

VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())


# Examples


def make_example_cases(slug: str, part: int, parts: int) -> Iterator[Case]:
    """Yield the commands of one part of a game's examples that can be set up, with the faces of their dice."""
    for example in list_examples(slug)[part::parts]:
        with suppress(DataError):
            yield from make_cases_of_example(play_example(example))


def make_cases_of_example(played: PlayedExample) -> Iterator[Case]:
    """Yield the commands of an example, its action last."""
    for events, command in zip(played.events, played.commands, strict=True):
        yield make_case("fight", f"{played.example.slug}.fight", json.dumps(events), json.dumps(command))


# Sheets


def make_sheet_cases(slug: str, count: int, seed: int) -> Iterator[Case]:
    """Yield cases of random sheets of each type of a game: the sheet, its changes, and the rolls that it fills.

    For every other sheet, a character is made in steps.

    Args:
        slug: the game.
        count: the number of sheets of each type; the first one has the defaults.
        seed: the seed of the random choices.
    """
    play = find_play(slug)
    for id, kind in play.sheets.items():
        rolled = [each.mechanic.id for each in kind.rolls]
        yield from make_asking_cases(rolled, random.Random(f"{id} {seed} asking"))
        for number in range(count):
            source = random.Random(f"{id} {seed} {number}")
            fields = _choose_fields(source, kind) if number else {}
            shown = make_case("sheet", id, json.dumps(fields))
            yield shown
            if "sheet" in (answer := json.loads(shown[1])):
                yield from _make_cases_of_sheet(source, play, kind, answer["sheet"])
            if number % 2 == 0:
                yield from _make_making_cases(source, id)


def _make_making_cases(source: random.Random, id: str) -> Iterator[Case]:
    """Yield a character that is made: each step opened, with random taps and typed values, and a roll of the rest."""
    begun = make_case("making", id, "null", "{}", "null", 1, 1)
    yield begun
    answer = json.loads(begun[1])
    for title in [step["title"] for step in TapReader.read(answer["steps"]).steps]:
        acts: list[dict[str, Any]] = [{"do": "open", "step": title}]
        for number in range(MAKING_TAPS):
            case = _make_tap(source, id, answer, acts[0] if number == 0 else source.choice(acts))
            yield case
            answer = answer if "error" in json.loads(case[1]) else json.loads(case[1])
            acts = TapReader.read(answer["steps"] + answer["bar"]).list_acts(source) or acts
    yield _make_tap(source, id, answer, {"do": "roll-rest"})
    yield _make_tap(source, id, answer, {"do": "next", "step": "nothing"})


def _make_tap(source: random.Random, id: str, answer: Mapping[str, Any], act: Mapping[str, Any]) -> Case:
    texts = [json.dumps(each) for each in (answer["sheet"]["fields"], answer["progress"], act)]
    return make_case("making", id, *texts, source.choice((0, 1)), choose_seed(source))


class TapReader(HTMLParser):
    """The steps of a character that is being made, and what can be tapped and typed in them.

    Attributes:
        steps: the steps, each with its title.
        taps: what buttons do.
        fields: what typed values do, with the values that a choice offers.
    """

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[dict[str, str]] = []
        self.taps: list[dict[str, Any]] = []
        self.fields: list[tuple[dict[str, Any], list[str]]] = []

    @classmethod
    def read(cls, html: str) -> "TapReader":
        """Read the HTML of the steps."""
        reader = cls()
        reader.feed(html)
        return reader

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a step, a button or a field."""
        values = {name: value or "" for name, value in attrs}
        if "data-title" in values:
            self.steps.append({"title": values["data-title"]})
        if "data-make" in values:
            self.taps.append(json.loads(values["data-make"]))
        for name in ("data-set", "data-add"):
            if name in values:
                self.fields.append((json.loads(values[name]), []))
        if tag == "option" and self.fields:
            self.fields[-1][1].append(values.get("value", ""))

    def list_acts(self, source: random.Random) -> list[dict[str, Any]]:
        """List what a player could do in the open step; typed values are random, a few of them wrong."""
        typed = [
            {**act, "value": source.choice(options or ["", "2", "13", "-1", "Warm", "2d6"])}
            for act, options in self.fields
        ]
        return [act for act in self.taps if act["do"] not in ("open", "next")] + typed


def _choose_fields(source: random.Random, kind: type[Sheet]) -> dict[str, Any]:
    """Return the fields of a ready-made sheet or of an empty one, some of them changed."""
    presets = kind.build_presets()
    start = presets[source.choice(sorted(presets))].list_non_default_fields() if presets else {}
    return start | choose_values(source, kind.parameters)


def _make_cases_of_sheet(
    source: random.Random, play: PlayRegistry, kind: type[Sheet], sheet: Mapping[str, Any]
) -> Iterator[Case]:
    id, fields = kind.id, json.dumps(sheet["fields"])
    yield make_case("read", id, json.dumps(sheet))
    yield make_case("paper", id, fields)
    yield make_case("statblock", id, fields, "Moonbase by its makers")
    filled = make_case("fill", id, fields, "{}")
    yield filled
    chosen = {mechanic: _choose_options(source, roll) for mechanic, roll in json.loads(filled[1])["rolls"].items()}
    yield make_case("fill", id, fields, json.dumps(chosen))
    yield from _make_open_sheet_cases(source, kind, fields, chosen)
    changes = play.changes_for(kind)
    source.shuffle(changes)
    for change in changes:
        values = json.dumps(choose_values(source, change.parameters))
        changed = make_case("change", id, fields, change.id, values, choose_seed(source))
        yield changed
        if "sheet" in (answer := json.loads(changed[1])) and source.random() < 0.5:
            fields = json.dumps(answer["sheet"]["fields"])  # the next changes begin with this sheet
    for mechanic in _list_mechanics(kind, changes):
        yield from _make_leads(source, kind, mechanic, chosen.get(mechanic, {}))


def _make_open_sheet_cases(
    source: random.Random, kind: type[Sheet], fields: str, chosen: Mapping[str, Mapping[str, str]]
) -> Iterator[Case]:
    """Yield a sheet to play from, the forms and chances of its rolls, and each roll.

    Those that are refused are also made anyway.
    """
    yield make_case("open_sheet", kind.id, fields, json.dumps(chosen))
    yield make_case("open_sheet", kind.id, fields, json.dumps(chosen), "first")
    bindings = [each for each in kind.rolls if each.mechanic.cumulative is None]
    for binding in kind.rolls:
        mechanic = binding.mechanic
        kept = json.dumps(_choose_settings(source, binding, chosen.get(mechanic.id, {})))
        control = json.dumps({"roll": mechanic.id, "title": mechanic.title, "chosen": {}})
        opened = make_case("roll_form", kind.id, fields, kept, control, "null")
        yield opened
        kept = json.dumps(json.loads(opened[1]).get("kept", {}))
        if source.random() < 0.5:
            chosen_values = choose_values(source, mechanic.parameters, has_extremes=False)  # its odds have to be quick
            values = json.dumps({name: to_text(value) for name, value in chosen_values.items()})
            filled = make_case("roll_form", kind.id, fields, kept, control, values)
            yield filled
            kept = json.dumps(json.loads(filled[1]).get("kept", {}))
        about = (kind.id, mechanic.id, fields, kept, control)
        acted = make_case("act", *about, "[]", choose_seed(source))
        yield acted
        if override := json.loads(acted[1]).get("override"):
            yield make_case("act", *about, json.dumps(override), choose_seed(source))
    controls = [{"roll": each.mechanic.id, "chosen": {}} for each in source.sample(bindings, min(2, len(bindings)))]
    yield make_case("chances", kind.id, fields, "{}", json.dumps(controls))


def _choose_settings(source: random.Random, binding: RollBinding, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Return settings of a roll, with random facts about the world."""
    parameters = binding.mechanic.parameters
    about = {name: each for name, each in parameters.items() if each.kind.about}
    once = {name: each for name, each in parameters.items() if each.kind.once}
    return {
        "about": {name: to_text(value) for name, value in choose_values(source, about, has_extremes=False).items()},
        "rolls": {
            binding.mechanic.id: {
                "chosen": dict(chosen),
                "params": {name: to_text(value) for name, value in choose_values(source, once).items()},
            }
        },
    }


def _choose_options(source: random.Random, roll: Mapping[str, Any]) -> dict[str, str]:
    return {each["name"]: source.choice(sorted(each["options"])) for each in roll["choices"] if each["options"]}


def _list_mechanics(kind: type[Sheet], changes: list[Change]) -> list[str]:
    """Return the ids of the rolls that a sheet makes, and of those that lead to its changes."""
    ids = [each.mechanic.id for each in (*kind.rolls, *kind.met_by)]
    return list(dict.fromkeys([*ids, *(id for change in changes for id in change.triggers_by_mechanic)]))


def _make_leads(source: random.Random, kind: type[Sheet], mechanic: str, chosen: Mapping[str, str]) -> Iterator[Case]:
    params = json.dumps(choose_values(source, games.find_mechanic(mechanic).parameters))
    rolled = json.loads(ask_python(("roll", (mechanic, params, choose_seed(source)))))
    if "roll" in rolled:
        faces = ",".join(map(str, rolled["roll"]["faces"]))
        yield make_case("leads", kind.id, mechanic, params, faces, json.dumps(chosen))


# Fights


def make_fight_cases(slug: str, taps: int, seed: int) -> Iterator[Case]:
    """Yield a fight's commands, each of them a tap on a random button that the page shows after the ones before.

    Args:
        slug: the game.
        taps: the number of commands.
        seed: the seed of the random choices.
    """
    if find_play(slug).fight_rules is None:
        return
    source, looks = random.Random(f"{slug} {seed}"), random.Random(f"{slug} {seed} past")
    events: list[dict[str, Any]] = []
    view: dict[str, Any] = {}
    act: dict[str, Any] | None = None
    page = Buttons()
    for number in range(taps):
        command = json.dumps(act) if act else ""
        case = make_case("fight", f"{slug}.fight", json.dumps(events), command, json.dumps(view), choose_seed(source))
        yield case
        answer = json.loads(case[1])
        if act and "dice" in answer:
            faces: list[int] = []
            yield from _enter_faces(looks, slug, json.dumps(events), act, faces)
            act = act | {"faces": faces}
            continue
        if "html" in answer:
            undone = len(answer.get("undone", ()))
            events = [*events[: len(events) - undone], *answer["events"]]
            page = Buttons()
            page.feed(answer["html"])
            if page.plays:
                yield make_case("fight_odds", f"{slug}.fight", json.dumps(events), json.dumps(page.plays))
            if number % ASKED_ROLL == 0:
                rolls = [each for each in page.plays if each.get("act") == "roll"]
                yield from make_fight_request_cases(f"{slug}.fight", json.dumps(events), rolls[:1])
            if len(events) > FIRST_JOINS and looks.random() < PAST:
                yield from _make_past_cases(looks, slug, json.dumps(events))
            if number % PLAYERS_LOOK == 0:
                yield from _make_encounter_cases(random.Random(f"{slug} {seed} {number}"), slug, events)
        override = answer.get("override")
        if act and override and source.random() < 0.5:
            act = act | {"override": override}
        elif events and source.random() < 0.05:
            act = {"act": "undo"}
        else:
            act = page.choose_command(source, only_joins=number < FIRST_JOINS)
        if act is not None or source.random() < RESET:
            view = {}
        if page.views and source.random() < LOOK:
            view = merge_view(view, source.choice(page.views))
            act = act if source.random() < ACT_AFTER_LOOK else None


def _enter_faces(
    source: random.Random, slug: str, events: str, act: Mapping[str, Any], faces: list[int]
) -> Iterator[Case]:
    """Yield what a table is asked for whose own dice a command needs, and add the faces that it enters."""
    slots: list[dict[str, Any]] = []
    while not slots or any(slot["face"] is None for slot in slots):
        slots = [{**slot, "face": slot["face"] or source.randint(1, slot["sides"])} for slot in slots]
        case = make_case("fight_dice", f"{slug}.fight", events, json.dumps(act), json.dumps(slots))
        yield case
        if not (slots := json.loads(case[1]).get("slots", ())):
            return
    faces += [slot["face"] for slot in slots]


def _make_past_cases(source: random.Random, slug: str, events: str) -> Iterator[Case]:
    """Yield the open log of a fight with random taps on it: events that are opened, edits of them, and slides."""
    view: dict[str, Any] = {"open": "log"}
    seed = choose_seed(source)
    for _ in range(PAST_TAPS):
        case = make_case("past", f"{slug}.fight", events, json.dumps(view), seed)
        yield case
        answer = json.loads(case[1])
        if "html" not in answer:
            return
        page = Buttons()
        page.feed(answer["html"])
        own = [each for each in page.views if {"event", "edits", "before", "slide"} & each.keys()]
        edits = [each for each in own if each.get("edits") or each.get("before")]
        view = merge_view(view, source.choice(edits or own or [{}]))


def _make_encounter_cases(source: random.Random, slug: str, events: Sequence[Mapping[str, Any]]) -> Iterator[Case]:
    """Yield a fresh copy of a fight, the fight as a link brings it, its list of events, and its players' view.

    The view has some random secrets, and a link brings it, too.
    """
    id, told = f"{slug}.fight", json.dumps(events)
    sheets = {event["who"]: event["sheet"] for event in events if event["event"] == "join"}
    keys = list(sheets)
    yield make_case("fresh_fight", id, told, json.dumps({key: sheets[key] for key in keys[:1]}))
    yield make_case("foreign_fight", id, told)
    yield make_case("event_list", id, told)
    secrets = {
        "health": source.choice(HEALTH),
        "hidden": source.sample(keys, min(1, len(keys))),
        "names": dict.fromkeys(source.sample(keys, min(1, len(keys))), "Stranger"),
        "revealed": source.sample(keys, min(1, len(keys))),
    }
    case = make_case("players_view", id, told, json.dumps(secrets), "The mast")
    yield case
    yield make_case("shared_view", id, json.dumps(json.loads(case[1]).get("view")))


def merge_view(view: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view after a control has changed it, as the page merges it (page/js/features/encounters/)."""
    merged = dict(view)
    for name, value in change.items():
        if name in ("chosen", "params") and isinstance(value, Mapping):
            merged[name] = {**merged.get(name, {}), **value}
        elif value is None:
            merged.pop(name, None)
        else:
            merged[name] = value
    return merged


# Forecasts


def make_forecast_cases(slug: str, fights: int, seed: int) -> Iterator[Case]:
    """Yield forecasts of fights with one to three combatants a side, each also continued, and the parts beside them.

    Args:
        slug: the game.
        fights: the number of fights that are simulated if the chances aren't exact.
        seed: the seed of the random choices.
    """
    rules = find_play(slug).fight_rules
    if rules is None:
        return
    for number in MOST_A_SIDE:
        source = random.Random(f"{slug} {seed} {number}")
        events = json.dumps(_join_sides(source, slug, rules, number))
        tactics = {"target": source.choice(sorted(TARGETS)), "flees": source.choice(sorted(FLEES))}
        for count in (fights, 2 * fights):
            yield make_case("forecast", f"{slug}.forecast", events, json.dumps(tactics), seed, count)
        about = (f"{slug}.forecast", events, json.dumps({**tactics, "at_most": PARTS_FIGHTS}), seed)
        yield make_case("forecast_coverage", *about)
        for rows in (1, MOST_VARIATIONS):
            yield make_case("forecast_variations", *about, rows)
        for fight in (1, 2):
            yield make_case("forecast_sample", *about, fight)


def _join_sides(source: random.Random, slug: str, rules: FightRules, number: int) -> list[dict[str, Any]]:
    """Return the events with which some random ready-made combatants join on each of the first two sides."""
    events: list[dict[str, Any]] = []
    for side in list(rules.sides)[:2]:
        kind = source.choice([each for each in rules.sides_by_sheet if side in rules.sides_for(each)])
        presets = sorted(kind.build_presets())
        ready = {"ready": source.choice(presets)} if presets else {}
        command = {"act": "join", "sheet": kind.id, "side": side, "count": number, **ready}
        joined = ask_python(("fight", (f"{slug}.fight", json.dumps(events), json.dumps(command))))
        events += json.loads(joined)["events"]
    return events


@dataclass
class Button:
    """A button with a command, and the fields beside it.

    Attributes:
        command: the command, without the values of the fields.
        form: the form that it opens, as "mechanic:<id>" or "sheet:<id>", or "".
        params: the parameters beside it by name, with their options or the value shown.
        is_direct: True if the fields are parts of the command itself.
    """

    command: dict[str, Any]
    form: str = ""
    params: dict[str, list[str]] = field(default_factory=dict)
    is_direct: bool = False


class Buttons(HTMLParser):
    """The buttons of a fight's page, and what the fields beside them may have.

    Attributes:
        buttons: the buttons with a command.
        views: what the controls that only show something else put into the view.
        plays: the commands whose chances the page asks for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        self.views: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self._places: list[Button | None] = [None]
        """The fields of the elements around the current one that belong to a button; None for those of the view."""
        self._options: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a button or a field."""
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID_ELEMENTS:
            own = Button({}, is_direct=values.get("data-fields") == "parts")
            self._places.append(own if "data-fields" in values else self._places[-1])
        place = self._places[-1]
        if "data-odds" in values:
            self.plays.append(json.loads(values["data-odds"]))
        if "data-param" in values:
            self._read_field(tag, values, place)
        elif tag == "option" and self._options is not None:
            self._options.append(values.get("value", ""))
        elif "data-act" in values:
            params = place.params if place is not None else {}
            is_direct = place is not None and place.is_direct
            command = json.loads(values["data-act"])
            self.buttons.append(Button(command, values.get("data-open", ""), params, is_direct))
        for name in ("data-view", "data-view-off", "data-again"):
            if name in values:
                self.views.append(json.loads(values[name]))

    def _read_field(self, tag: str, values: Mapping[str, str], place: Button | None) -> None:
        """Read a field: one of a button offers values for its command, and one of the view changes the view."""
        name = values["data-param"]
        if tag == "select":
            self._options = place.params.setdefault(name, []) if place is not None else None
            return
        is_tick = values.get("type") == "checkbox"
        options = ["true", "false"] if is_tick else [values.get("value", ""), "1", "3"]
        if place is not None:
            place.params[name] = options
        elif values.get("type") == "radio":
            self.views.append({"params": {name: values.get("value", "")}})
        else:
            self.views += [{"params": {name: each}} for each in options]

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag == "select":
            self._options = None
        if len(self._places) > 1:
            self._places.pop()

    def choose_command(self, source: random.Random, *, only_joins: bool) -> dict[str, Any] | None:
        """Return a random button's command with random values of the fields beside it.

        Each kind of command is as likely as the others, because many buttons let somebody join.
        """
        kinds: dict[str, list[Button]] = {}
        for button in self.buttons:
            kinds.setdefault(button.command["act"], []).append(button)
        if not kinds:
            return None
        button = source.choice(kinds["join"] if only_joins and "join" in kinds else kinds[source.choice(sorted(kinds))])
        return _complete(source, button)


def _complete(source: random.Random, button: Button) -> dict[str, Any]:
    """Return a button's command as the page completes it (page/js/features/encounters/encounter.js)."""
    act = dict(button.command)
    kind, _, id = button.form.partition(":")
    if kind == "mechanic":
        return act | _roll_elsewhere(source, id)
    if kind:
        return act | {"fields": choose_values(source, find_sheet(id).parameters)}
    if act["act"] == "join":
        return act | ({"count": str(source.randint(2, 4))} if source.random() < 0.2 else {})
    if button.params:
        params = {name: source.choice(options) for name, options in button.params.items() if options}
        if button.is_direct:
            return act | params
        return act | {"params": {**act.get("params", {}), **params}}
    return act


def _roll_elsewhere(source: random.Random, mechanic: str) -> dict[str, Any]:
    """Return the parameters and the faces of a roll in a form of the fight."""
    params = choose_values(source, games.find_mechanic(mechanic).parameters)
    rolled = json.loads(ask_python(("roll", (mechanic, json.dumps(params), choose_seed(source)))))
    return {"params": params, "faces": rolled["roll"]["faces"] if "roll" in rolled else [1]}
