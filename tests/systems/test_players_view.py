"""The players' view in fights of all games: nothing in it tells a number of an enemy or anything about the hidden."""

import json
import re

import pytest

from rules_py import bridge
from rules_py.play.board.players import HEALTH, build_players_view, read_secrets
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight
from rules_py.rendering.fights import render_fight
from rules_py.rendering.fights.players import read_players_view, render_players_view
from tests.browser.board_states import find_next_tap
from tests.systems.shown_board import parse
from tests.systems.table_session import TableSession
from tests.systems.test_board_taps import SLUGS

FOE = "Zaq"
"""The stem of the names of enemies, which is part of no text of a game."""


def play(slug: str, *, seed: int, taps: int = 12):
    """Yield a fight of three against three after each of several taps on its big button or its first decision."""
    fight = begin_named(slug)
    yield fight
    for number in range(taps):
        button = find_next_tap(parse(render_fight(fight, {"on": True})), is_quick=True)
        if button is None:
            return
        fight = execute(fight, json.loads(button.attributes["data-act"] or ""), seed + number).fight
        yield fight


def begin_named(slug: str):
    own, foe = list(create_fight(slug).rules.sides_by_sheet)[:2]
    table = TableSession(slug, is_replayed=False)
    for name in ("Ada", "Bo", "Cy"):
        table.join(own.id.partition(".")[2], name=name)
    for name in ("one", "two", "three"):
        table.join(foe.id.partition(".")[2], side=enemy_side(slug), name=f"{FOE} {name}")
    return table.fight


def enemy_side(slug: str) -> str:
    return list(create_fight(slug).rules.sides)[1]


def list_texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for each in value.values() for text in list_texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in list_texts(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", [1, 7])
def test_players_see_no_number_of_an_enemy(slug, seed):
    shown = 0
    for fight in play(slug, seed=seed):
        view = build_players_view(fight, read_secrets({}), "The mast")
        for side in view["sides"]:
            for piece in side["pieces"]:
                if side["foe"]:
                    assert piece["now"] is None and piece["most"] is None
                    assert not re.search(r"\d", " ".join([piece["word"], *piece["states"]]))
        events = [*view["rounds"], *([view["moment"]] if view["moment"] else [])]
        for text in list_texts(events):
            if FOE in text:
                shown += 1
                about_foes = [each for each in re.split(r"(?<=[.:;])\s", text) if FOE in each]
                assert not any(re.search(r"\d", each) for each in about_foes), text
        read_players_view(json.loads(json.dumps(view)))
    assert shown > 0


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("health", HEALTH)
def test_players_see_nothing_of_the_hidden_and_only_the_new_name_of_the_renamed(slug, health):
    for fight in play(slug, seed=3):
        keys = {each.name: key for key, each in fight.combatants.items()}
        hidden, renamed = keys.get(f"{FOE} one", ""), keys.get(f"{FOE} two", "")
        secrets = read_secrets({"hidden": [hidden], "names": {renamed: "Stranger"}, "health": health})
        view = build_players_view(fight, secrets)
        text = json.dumps(view)
        assert f"{FOE} one" not in text and f"{FOE} two" not in text
        names = [piece["name"] for side in view["sides"] for piece in side["pieces"] if side["foe"]]
        assert names == ["Stranger", f"{FOE} three"]
        assert FOE + " one" not in render_players_view(view)
        numbers = {piece["number"] for side in view["sides"] for piece in side["pieces"]}
        assert {number for group in view["order"] for number in group["pieces"]} <= numbers


def test_health_of_enemies_is_told_in_the_words_of_the_gm_or_as_numbers_or_not_at_all():
    fight = begin_named("xmas")
    key = next(key for key, each in fight.combatants.items() if each.name == f"{FOE} one")

    def show(**secrets):
        view = build_players_view(fight, read_secrets(secrets))
        piece = next(each for each in view["sides"][0]["pieces"] if each["name"] == f"{FOE} one")
        return piece["word"], piece["now"]

    assert show()[0] == fight.rules.health[0]
    assert show(words=["Fine", "Bleeding", "Dying"])[0] == "Fine"
    assert show(health="nothing") == ("", None)
    meter = fight.sheet_for(key).meter
    now = getattr(fight.sheet_for(key), meter[0]) if meter else None
    assert show(health="numbers")[1] == show(revealed=[key])[1] == now


@pytest.mark.parametrize(
    "secrets",
    [3, {"hidden": 3}, {"hidden": [3]}, {"names": ["x"]}, {"names": {"n1": 3}}, {"health": "x"}, {"words": ["a"]},
     {"title": 3}],
)  # fmt: skip
def test_choices_of_another_form_are_refused(secrets):
    assert json.loads(bridge.players_view("xmas.fight", "[]", json.dumps(secrets)))["error"]


def test_page_gets_the_view_as_json_and_html_and_shows_it_again_from_a_link():
    fight = list(play("psiops", seed=2, taps=6))[-1]
    events = json.dumps([entry.event for entry in fight.log])
    answer = json.loads(bridge.players_view("psiops.fight", events, "{}", "<b>Mast"))
    assert answer["view"]["title"] == "<b>Mast" and "<b>Mast" not in answer["html"]
    assert [each["name"] for each in answer["people"]][:3] == ["Ada", "Bo", "Cy"]
    again = json.loads(bridge.shared_view("psiops.fight", json.dumps(answer["view"])))
    assert (again["html"], again["said"]) == (answer["html"], answer["said"])


@pytest.mark.parametrize(
    "change",
    [
        {"title": 3},
        {"sides": [{"title": "x"}]},
        {"sides": [{"title": "x", "pieces": [{"name": "x"}]}]},
        {"order": [{"pieces": ["x"]}]},
        {"pools": [{"kind": "clock", "title": "x", "now": -1, "most": 4}]},
        {"rounds": 5},
        {"moment": {"title": "x"}},
    ],
)
def test_view_of_another_form_is_refused(change):
    view = build_players_view(begin_named("xmas"), read_secrets({}))
    answer = json.loads(bridge.shared_view("xmas.fight", json.dumps({**view, **change})))
    assert answer["error"] == "This isn't a players’ view that can be read."


def test_view_from_a_link_with_dice_that_contradict_each_other_is_shown():
    view = build_players_view(begin_named("xmas"), read_secrets({}))
    dice = {"sides": 6, "faces": [3], "kept": [3, 3, 5], "sum": ""}
    view["moment"] = {"who": [99], "targets": [], "title": "x", "grade": "", "text": "<i>", "dice": [dice]}
    answer = json.loads(bridge.shared_view("xmas.fight", json.dumps(view)))
    assert "&lt;i&gt;" in answer["html"]
