"""Cases of rolls that a GM asks a player for: the request, the answer, its check, and answers that were changed."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_py.errors import RulesError
from rules_py.play.requests.request import make_request
from rules_py.registry import games

from .cases import TEXTS, Case, choose_values, make_case

ID = "k3v9x2m7q1"
"""The id of each request."""


def make_request_cases(id: str, count: int, seed: int) -> Iterator[Case]:
    """Yield requests for rolls of a mechanic as a player sees them, their answers, and the checks of those.

    Args:
        id: the mechanic.
        count: the number of requests; the first one has the defaults.
        seed: the seed of the random choices.
    """
    source = random.Random(f"{id} {seed} requests")
    mechanic = games.find_mechanic(id)
    for number in range(count):
        params = choose_values(source, mechanic.parameters) if number else {}
        names = tuple(name for name in mechanic.parameters if source.random() < 0.5)
        try:
            request = make_request(ID, mechanic, params, title=source.choice(TEXTS), open=names)
        except RulesError:  # a value isn't accepted, or nothing is rolled
            continue
        asked = json.dumps(request.to_dict())
        yield make_case("asked_roll", id, asked)
        filled = choose_values(source, {name: mechanic.parameters[name] for name in names})
        answered = make_case("answer_roll", id, asked, source.choice(TEXTS), json.dumps(filled))
        yield answered
        if answer := json.loads(answered[1]).get("answer"):
            yield from _make_checks(source, id, asked, answer)


def _make_checks(source: random.Random, id: str, asked: str, answer: Mapping[str, Any]) -> Iterator[Case]:
    """Yield the checks of an answer: on the GM's device, opened twice, on another device, and changed."""
    text = json.dumps(answer)
    yield make_case("check_answer", id, text, asked)
    yield make_case("check_answer", id, text, asked, json.dumps([answer]))
    yield make_case("check_answer", id, text)
    changed = {"who": f"{answer['who'][:20]}!", "seal": answer["seal"] + 1, "faces": [1, *answer["faces"]], "x": 1}
    part = source.choice(list(changed))
    yield make_case("check_answer", id, json.dumps({**answer, part: changed[part]}), asked)


def make_asking_cases(ids: Sequence[str], source: random.Random) -> Iterator[Case]:
    """Yield a GM's questions for requests of some mechanics."""
    for id in ids:
        params = choose_values(source, games.find_mechanic(id).parameters)
        yield make_case("ask_roll", id, json.dumps(params), json.dumps({"id": ID, "who": source.choice(TEXTS)}))


def make_fight_request_cases(id: str, events: str, commands: Sequence[Mapping[str, Any]]) -> Iterator[Case]:
    """Yield requests for the rolls of a fight, their answers, and the faces that those make."""
    for command in commands:
        about = json.dumps({"id": ID, "title": "Shoot"})
        case = make_case("ask_in_fight", id, events, json.dumps(command), about)
        yield case
        if request := json.loads(case[1]).get("request"):
            asked = json.dumps(request)
            answered = make_case("answer_roll", "dice", asked)
            yield answered
            answer = json.dumps(json.loads(answered[1])["answer"])
            yield make_case("use_answer", id, events, json.dumps(command), answer, asked)
